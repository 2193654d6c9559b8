// Finds the server, starts it when there is something to look at, and puts what it says where VS Code
// has a place for it. What is right or wrong in a schema is the server's business alone.
import { execFile } from "node:child_process";
import { statSync } from "node:fs";
import * as vscode from "vscode";
import { registerCommands } from "./commands";
import { MARKERS, NOT_THERE, isOfInterest, isSchema } from "./interest";
import type { Settings, Surroundings, Version } from "./lookup";
import { Pages } from "./pages";
import { ServerControl } from "./server";
import { show } from "./status";

/** Settings that choose the program; a change of one starts it anew. */
const PROGRAM = ["wirelint.server.path", "wirelint.interpreter", "wirelint.importStrategy"];

export async function activate(context: vscode.ExtensionContext): Promise<ServerControl> {
  const log = vscode.window.createOutputChannel("wirelint", { log: true });
  const trace = vscode.window.createOutputChannel("wirelint trace", { log: true });
  const server = new ServerControl(log, trace, () => surroundings(context));
  const pages = new Pages();
  context.subscriptions.push(log, trace, server, pages, ...registerCommands(server, pages, log), statusItem(server));
  context.subscriptions.push(
    vscode.workspace.onDidOpenTextDocument((document) => void startFor(server, document)),
    vscode.workspace.onDidChangeTextDocument(({ document }) => pages.refresh(document.uri)),
    vscode.window.onDidChangeActiveTextEditor(() => tellWhatIsOpen()),
    vscode.workspace.onDidGrantWorkspaceTrust(() => void server.restart()),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (PROGRAM.some((name) => event.affectsConfiguration(name)) && server.state.state !== "stopped") void server.restart();
    }),
  );
  tellWhatIsOpen();
  if (vscode.workspace.textDocuments.some(isOfInterest)) void server.start();
  else void startForWorkspace(server);
  return server;
}

async function startFor(server: ServerControl, document: vscode.TextDocument): Promise<void> {
  tellWhatIsOpen();
  if (isOfInterest(document)) await server.start();
}

async function startForWorkspace(server: ServerControl): Promise<void> {
  const [found] = await vscode.workspace.findFiles(MARKERS, NOT_THERE, 1);
  if (found) await server.start();
}

/** For `when` clauses: the open documents that are schemas. */
function tellWhatIsOpen(): void {
  const schemas = vscode.workspace.textDocuments.filter(isSchema).map((one) => one.uri.fsPath);
  void vscode.commands.executeCommand("setContext", "wirelint.schemas", schemas);
}

function statusItem(server: ServerControl): vscode.Disposable {
  const item = vscode.window.createStatusBarItem("wirelint.status", vscode.StatusBarAlignment.Left, 0);
  item.name = "wirelint";
  const update = (): void => {
    const { text, tooltip, severity } = show(server.state, server.statuses);
    item.text = text;
    item.tooltip = links(tooltip);
    item.command = server.state.state === "stopped" ? "wirelint.showLog" : "workbench.actions.view.problems";
    item.backgroundColor = severity === "none" ? undefined : new vscode.ThemeColor(`statusBarItem.${severity}Background`);
    if (server.wasAsked) item.show();
  };
  update();
  return vscode.Disposable.from(item, server.onDidChange(update));
}

function links(tooltip: string): vscode.MarkdownString {
  const text = new vscode.MarkdownString(
    `${tooltip}\n\n[Choose the baseline](command:wirelint.chooseBaseline) · ` +
      "[Restart](command:wirelint.restart) · [Log](command:wirelint.showLog)",
  );
  text.isTrusted = { enabledCommands: ["wirelint.chooseBaseline", "wirelint.restart", "wirelint.showLog"] };
  return text;
}

function surroundings(context: vscode.ExtensionContext): Surroundings {
  return {
    platform: process.platform,
    env: process.env,
    folders: (vscode.workspace.workspaceFolders ?? []).map((one) => one.uri.fsPath),
    trusted: vscode.workspace.isTrusted,
    settings: settings(),
    bundled: context.asAbsolutePath("server/main.py"),
    cache: vscode.Uri.joinPath(context.globalStorageUri, "python").fsPath,
    isFile,
    pythonExtension: selectedPython,
    versionOf,
    hasWirelint,
  };
}

function settings(): Settings {
  const all = vscode.workspace.getConfiguration("wirelint");
  const home = process.env["HOME"] ?? process.env["USERPROFILE"] ?? "~";
  const path = (name: string): string => all.get(name, "").trim().replace(/^~(?=[\\/])/, home);
  return {
    serverPath: path("server.path"),
    interpreter: path("interpreter"),
    importStrategy: all.get("importStrategy", "useBundled"),
  };
}

function isFile(file: string): boolean {
  try {
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

interface PythonExtension {
  readonly environments?: {
    getActiveEnvironmentPath(resource?: vscode.Uri): { readonly path: string };
    resolveEnvironment(path: unknown): Promise<{ readonly executable: { readonly uri?: vscode.Uri } } | undefined>;
  };
}

async function selectedPython(): Promise<string | undefined> {
  const extension = vscode.extensions.getExtension<PythonExtension>("ms-python.python");
  if (!extension) return undefined;
  const { environments } = await extension.activate();
  const path = environments?.getActiveEnvironmentPath(vscode.workspace.workspaceFolders?.[0]?.uri);
  return (path && (await environments?.resolveEnvironment(path)))?.executable.uri?.fsPath;
}

async function versionOf(python: string, before: readonly string[]): Promise<Version | undefined> {
  // Without site-packages, as the bundled server runs: that takes a third of the time.
  const answer = await ask(python, [...before, "-I", "-S", "-c", "import sys; print(*sys.version_info[:2])"]);
  const [major, minor] = answer.split(" ").map(Number);
  return major && minor !== undefined && !Number.isNaN(minor) ? [major, minor] : undefined;
}

async function hasWirelint(python: string): Promise<boolean> {
  return (await ask(python, ["-I", "-c", "import importlib.util as u; print(u.find_spec('wirelint') is not None)"])).trim() === "True";
}

function ask(python: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve) => execFile(python, args, { timeout: 10_000 }, (error, out) => resolve(error ? "" : out)));
}
