// The commands. Each asks for what it was not given, lets the server or the same wirelint as a program
// answer, and shows the answer.
import * as vscode from "vscode";
import { isSchema } from "./interest";
import { Pages } from "./pages";
import { pick, tagsOf } from "./pick";
import type { ServerControl } from "./server";

interface Waiver {
  readonly uri: string;
  readonly rule: string;
  readonly message?: string | null;
  readonly versions?: string | null;
  readonly path?: string | null;
}

export function registerCommands(server: ServerControl, pages: Pages, log: vscode.LogOutputChannel): vscode.Disposable[] {
  const commands: Record<string, (...args: never[]) => Promise<unknown>> = {
    restart: () => server.restart(),
    showLog: async () => log.show(),
    showLayout: (given?: { uri?: string; version?: number } | vscode.Uri) => showLayout(server, pages, given),
    showFeature: (given: { feature: string; uri?: string }) => showFeature(server, pages, given),
    explainRule: (rule?: string) => explainRule(server, pages, rule),
    negotiate: () => negotiate(server, pages),
    recordWaiver: (given?: Waiver) => recordWaiver(server, given),
    chooseBaseline: () => chooseBaseline(server),
  };
  return Object.entries(commands).map(([name, run]) =>
    vscode.commands.registerCommand(`wirelint.${name}`, async (...args: never[]) => {
      try {
        return await run(...args);
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        log.error(`${name}: ${message}`);
        const chosen = await vscode.window.showErrorMessage(`wirelint: ${message}`, "Show Log");
        if (chosen) log.show();
        return undefined;
      }
    }),
  );
}

async function showLayout(
  server: ServerControl,
  pages: Pages,
  given: { uri?: string; version?: number } | vscode.Uri | undefined,
): Promise<void> {
  const open = vscode.window.activeTextEditor?.document;
  const uri = given instanceof vscode.Uri ? given : given?.uri ? vscode.Uri.parse(given.uri, true) : open?.uri;
  const document = uri && (await vscode.workspace.openTextDocument(uri));
  if (!document || !isSchema(document)) {
    void vscode.window.showInformationMessage("Open a message schema to see its layout on the wire.");
    return;
  }
  await server.start();
  const version = given instanceof vscode.Uri ? undefined : given?.version;
  const argument = { uri: document.uri.toString(), ...(version === undefined ? {} : { version }) };
  const name = document.fileName.replace(/^.*[\\/]|\.json$/g, "");
  const title = version === undefined ? `${name} on the wire` : `${name} version ${version} on the wire`;
  const write = async (): Promise<string> => text(await server.command("wirelint.showLayout", argument));
  await pages.open(title, write, { about: document.uri, beside: true });
}

/** Called by lenses, which know the feature. */
async function showFeature(server: ServerControl, pages: Pages, given: { feature: string; uri?: string }): Promise<void> {
  const write = async (): Promise<string> => text(await server.command("wirelint.showFeature", given));
  const about = given.uri === undefined ? {} : { about: vscode.Uri.parse(given.uri, true) };
  await pages.open(`Levels of ${given.feature}`, write, { ...about, beside: true });
}

async function explainRule(server: ServerControl, pages: Pages, given: string | undefined): Promise<void> {
  await server.start();
  const rule = given ?? (await chooseRule(server));
  if (!rule) return;
  await pages.open(rule, async () => text(await server.command("wirelint.explainRule", rule)), { beside: true });
}

async function chooseRule(server: ServerControl): Promise<string | undefined> {
  const here = findingsAtCursor().map((one) => ruleOf(one)).filter((one) => one !== undefined);
  const listed = await server.run(["rule", "--format", "json"], folder().fsPath);
  const rules = rulesIn(listed.out);
  const items = rules.map(({ name, summary, about }) => ({ label: name, description: about, detail: summary }));
  items.sort((one, other) => Number(here.includes(other.label)) - Number(here.includes(one.label)));
  const chosen = await vscode.window.showQuickPick(items, {
    title: "Explain a rule",
    placeHolder: "Name of a rule, or what it is about",
    matchOnDescription: true,
    matchOnDetail: true,
  });
  return chosen?.label;
}

export function rulesIn(json: string): { name: string; summary: string; about: string }[] {
  const data = JSON.parse(json) as unknown;
  const list = Array.isArray(data) ? data : ((data as { rules?: unknown[] }).rules ?? []);
  return (list as Record<string, string>[]).map((one) => ({
    name: one["name"] ?? one["rule"] ?? one["id"] ?? "",
    summary: one["summary"] ?? "",
    about: [one["category"], one["severity"]].filter(Boolean).join(", "),
  }));
}

async function negotiate(server: ServerControl, pages: Pages): Promise<void> {
  await server.start();
  const root = folder();
  const tags = await tagsOf(root);
  const here = { label: ".", description: "the working tree" };
  const choices = [here, ...tags.map((label) => ({ label, description: "tag" }))];
  const client = await pick("Negotiate: who asks (1 of 2)", "A tag or revision, a folder, an archive or a ledger", choices);
  if (!client) return;
  const broker = await pick("Negotiate: who answers (2 of 2)", "A tag or revision, a folder, an archive or a ledger", choices);
  if (!broker) return;
  const args = ["negotiate", "--client", client, "--broker", broker, "--format", "markdown"];
  const options = { location: vscode.ProgressLocation.Notification, title: `Reading ${client} and ${broker}`, cancellable: true };
  const answer = await vscode.window.withProgress(options, (_progress, cancel) => server.run(args, root.fsPath, cancel));
  // 1 says that not every outcome is well, which is an answer too.
  if (answer.code > 1 || !answer.out) throw new Error(answer.err.trim() || "negotiate gave no answer");
  await pages.open(`${name(client)} asks ${name(broker)}`, () => Promise.resolve(answer.out), { beside: false });
}

function name(release: string): string {
  return release === "." ? "working tree" : release;
}

async function recordWaiver(server: ServerControl, given: Waiver | undefined): Promise<void> {
  await server.start();
  const waiver = given ?? (await chooseFinding());
  if (!waiver) return;
  const reason = await vscode.window.showInputBox({
    title: `Waive ${waiver.rule}${waiver.message ? ` for ${waiver.message}` : ""}`,
    prompt: "Why may this stand? The reason is kept in wirelint.toml, for whoever reads it next.",
    placeHolder: "never written by a release",
    ignoreFocusOut: true,
    validateInput: (text) => (text.trim() ? undefined : "A waiver needs its reason."),
  });
  if (!reason) return;
  await server.command("wirelint.recordWaiver", { ...waiver, reason: reason.trim() });
}

async function chooseFinding(): Promise<Waiver | undefined> {
  const editor = vscode.window.activeTextEditor;
  const here = findingsAtCursor();
  const all = here.length || !editor ? here : vscode.languages.getDiagnostics(editor.document.uri).filter(isOurs);
  if (!editor || all.length === 0) {
    void vscode.window.showInformationMessage("There is no finding of wirelint in this file to waive.");
    return undefined;
  }
  const items = all.map((one) => ({
    label: ruleOf(one) ?? "",
    description: `line ${one.range.start.line + 1}`,
    detail: one.message,
    finding: one,
  }));
  const chosen =
    items.length === 1 ? items[0] : await vscode.window.showQuickPick(items, { title: "Waive which finding?", matchOnDetail: true });
  if (!chosen) return undefined;
  const uri = editor.document.uri.toString();
  // The server knows what a finding is about; its action carries that.
  const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
    "vscode.executeCodeActionProvider",
    editor.document.uri,
    chosen.finding.range,
  );
  const action = actions.find(
    ({ command }) => command?.command === "wirelint.recordWaiver" && (command.arguments?.[0] as Waiver).rule === chosen.label,
  );
  return (action?.command?.arguments?.[0] as Waiver | undefined) ?? { uri, rule: chosen.label };
}

async function chooseBaseline(server: ServerControl): Promise<void> {
  const root = folder();
  const choices = [
    { label: "auto", description: "the baseline of wirelint.toml, else the newest release tag" },
    { label: "off", description: "compare with nothing" },
    ...(await tagsOf(root)).map((label) => ({ label, description: "tag" })),
  ];
  const chosen = await pick("Compare with", "A tag or revision, a folder, an archive or a ledger", choices);
  if (!chosen) return;
  await vscode.workspace.getConfiguration("wirelint", root).update("baseline", chosen, vscode.ConfigurationTarget.Workspace);
  await server.start();
}

function findingsAtCursor(): vscode.Diagnostic[] {
  const editor = vscode.window.activeTextEditor;
  if (!editor) return [];
  const found = vscode.languages.getDiagnostics(editor.document.uri).filter(isOurs);
  return found.filter((one) => editor.selections.some((selection) => one.range.intersection(selection)));
}

function isOurs(one: vscode.Diagnostic): boolean {
  return one.source === "wirelint";
}

function ruleOf(one: vscode.Diagnostic): string | undefined {
  const code = typeof one.code === "object" ? one.code.value : one.code;
  return code === undefined ? undefined : String(code);
}

function folder(): vscode.Uri {
  const open = vscode.window.activeTextEditor?.document.uri;
  const own = (open && vscode.workspace.getWorkspaceFolder(open)) ?? vscode.workspace.workspaceFolders?.[0];
  if (own) return own.uri;
  if (open?.scheme === "file") return vscode.Uri.joinPath(open, "..");
  throw new Error("open a folder first");
}

function text(answer: unknown): string {
  return typeof answer === "string" ? answer : "The server has nothing to show; its log may say why.\n";
}
