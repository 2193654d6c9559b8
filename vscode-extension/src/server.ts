// The server's life: found, started, restarted, ended, and why it does not run.
import { spawn } from "node:child_process";
import * as vscode from "vscode";
import {
  CloseAction,
  ErrorAction,
  LanguageClient,
  State,
  type DynamicFeature,
  type LanguageClientOptions,
  type StaticFeature,
} from "vscode-languageclient/node";
import { LANGUAGES } from "./interest";
import { findServer, type Program, type Surroundings } from "./lookup";
import type { Server, Status } from "./status";

/** Restarts by itself at most so often in so many milliseconds. */
const RESTARTS = 3;
const WINDOW = 180_000;
const NOT_RUNNING = "The server does not run. Its log says why.";

/** The server's commands bear the names of ours, which ask for what is missing and show the answer. */
class Client extends LanguageClient {
  override registerFeature(feature: StaticFeature | DynamicFeature<unknown>): void {
    const type = "registrationType" in feature ? feature.registrationType.method : "";
    if (type !== "workspace/executeCommand") super.registerFeature(feature);
  }
}

export class ServerControl implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  #client: LanguageClient | undefined;
  #program: Program | undefined;
  #state: Server = { state: "stopped", reason: "The server was not started yet." };
  #statuses = new Map<string, Status>();
  #queue: Promise<void> = Promise.resolve();
  #ends: number[] = [];
  #wanted = false;
  #wasAsked = false;

  constructor(
    private readonly log: vscode.LogOutputChannel,
    private readonly trace: vscode.LogOutputChannel,
    private readonly surroundings: () => Surroundings,
  ) {}

  get state(): Server {
    return this.#state;
  }

  get statuses(): Status[] {
    return [...this.#statuses.values()];
  }

  /** Whether there was ever a reason to start it. */
  get wasAsked(): boolean {
    return this.#wasAsked;
  }

  get isRunning(): boolean {
    return this.#state.state === "running";
  }

  start(): Promise<void> {
    return this.#then(() => (this.#wanted ? Promise.resolve() : this.#start()));
  }

  restart(): Promise<void> {
    return this.#then(async () => {
      await this.#stop();
      await this.#start();
    });
  }

  stop(): Promise<void> {
    return this.#then(() => this.#stop());
  }

  dispose(): void {
    void this.stop();
    this.#changed.dispose();
  }

  /** Run a command of the server; undefined where it has no answer. */
  async command(name: string, argument: unknown): Promise<unknown> {
    if (!this.#client || !this.isRunning) throw new Error(NOT_RUNNING);
    return this.#client.sendRequest("workspace/executeCommand", { command: name, arguments: [argument] });
  }

  /** Run the same wirelint as a program. */
  async run(args: readonly string[], folder: string, cancel?: vscode.CancellationToken): Promise<Output> {
    if (!this.#program) throw new Error(NOT_RUNNING);
    const { command, before } = this.#program;
    return await call(command, [...before, ...args], folder, cancel);
  }

  #then(step: () => Promise<void>): Promise<void> {
    this.#queue = this.#queue.then(step).catch((error: unknown) => {
      this.log.error(String(error));
      this.#set({ state: "stopped", reason: String(error) });
    });
    return this.#queue;
  }

  async #start(): Promise<void> {
    this.#wanted = true;
    this.#wasAsked = true;
    this.#set({ state: "starting" });
    const around = this.surroundings();
    const found = await findServer(around);
    const tried = "program" in found ? found.tried : found.missing.tried;
    for (const one of tried) this.log.info(one);
    if ("missing" in found) {
      this.log.error(found.missing.reason);
      this.#set({ state: "stopped", reason: found.missing.reason });
      void this.#tell(found.missing.reason, found.missing.help);
      return;
    }
    this.#program = found.program;
    this.log.info(`starting ${found.program.about}`);
    const started = Date.now();
    this.#client = this.#newClient(found.program, around.trusted);
    this.#client.onNotification("wirelint/status", (status: Status) => {
      this.#statuses.set(status.root, status);
      this.#changed.fire();
    });
    const client = this.#client;
    client.onDidChangeState(({ newState }) => {
      if (client !== this.#client) return;
      if (newState === State.Running) this.#set({ state: "running", about: found.program.about });
    });
    try {
      await client.start();
      this.log.info(`ready after ${Date.now() - started} ms`);
    } catch (error) {
      const reason = `The server did not start: ${error instanceof Error ? error.message : String(error)}`;
      this.log.error(reason);
      this.#set({ state: "stopped", reason });
      void this.#tell(`wirelint: ${reason}`, "log");
    }
  }

  async #stop(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    this.#wanted = false;
    this.#statuses.clear();
    this.#set({ state: "stopped", reason: "The server was stopped." });
    if (!client) return;
    try {
      await client.dispose(5_000);
    } catch (error) {
      this.log.info(`the server did not end by itself: ${String(error)}`);
    }
  }

  #newClient(program: Program, trusted: boolean): LanguageClient {
    const options: LanguageClientOptions = {
      documentSelector: [
        ...LANGUAGES.flatMap((language) => [
          { scheme: "file", language },
          { scheme: "untitled", language },
        ]),
        { scheme: "file", pattern: "**/{wirelint,pyproject}.toml" },
      ],
      outputChannel: this.log,
      traceOutputChannel: this.trace,
      initializationOptions: { ...settings(), showsPages: true },
      synchronize: { configurationSection: "wirelint" },
      diagnosticPullOptions: { onChange: true, onTabs: false },
      errorHandler: {
        error: (error) => {
          this.log.error(`the connection: ${error.message}`);
          return { action: ErrorAction.Continue, handled: true };
        },
        closed: () => this.#closed(),
      },
      initializationFailedHandler: () => false,
    };
    const server = {
      command: program.command,
      args: [...program.before, "lsp"],
      options: { env: environment(trusted), shell: /\.(cmd|bat)$/i.test(program.command) },
    };
    return new Client("wirelint", "wirelint", server, options);
  }

  #closed(): { action: CloseAction; handled: boolean } {
    const now = Date.now();
    this.#ends = [...this.#ends.filter((one) => now - one < WINDOW), now];
    this.#statuses.clear();
    if (this.#ends.length <= RESTARTS) {
      this.log.warn("the server ended; starting it again");
      this.#set({ state: "starting" });
      return { action: CloseAction.Restart, handled: true };
    }
    const reason = `The server ended ${this.#ends.length} times in three minutes.`;
    this.log.error(reason);
    this.#set({ state: "stopped", reason });
    void this.#tell(`wirelint: ${reason}`, "log");
    return { action: CloseAction.DoNotRestart, handled: true };
  }

  #set(state: Server): void {
    this.#state = state;
    this.#changed.fire();
  }

  async #tell(reason: string, help: "python" | "setting" | "log"): Promise<void> {
    const actions = {
      python: ["Get Python", "Choose Interpreter", "Show Log"],
      setting: ["Open Settings", "Show Log"],
      log: ["Restart", "Show Log"],
    }[help];
    const chosen = await vscode.window.showErrorMessage(reason, ...actions);
    if (chosen === "Get Python") await vscode.env.openExternal(vscode.Uri.parse("https://www.python.org/downloads/"));
    if (chosen === "Choose Interpreter") await vscode.commands.executeCommand("workbench.action.openSettings", "wirelint.interpreter");
    if (chosen === "Open Settings") await vscode.commands.executeCommand("workbench.action.openSettings", "@ext:wirelint.wirelint");
    if (chosen === "Show Log") this.log.show();
    if (chosen === "Restart") await this.restart();
  }
}

export interface Output {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** All of ours: the server takes those that it knows, and passes over those that only choose the program. */
function settings(): Record<string, unknown> {
  return { ...(vscode.workspace.getConfiguration().get<Record<string, unknown>>("wirelint") ?? {}) };
}

/** What the server's process gets. Nothing of a Python environment that happens to be active. */
function environment(trusted: boolean): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = { ...process.env, PYTHONUTF8: "1" };
  for (const name of ["PYTHONPATH", "PYTHONHOME", "PYTHONSTARTUP"]) delete env[name];
  if (!trusted) {
    // The server reads releases from git. A folder's own git configuration can name programs to run.
    Object.assign(env, { GIT_CONFIG_COUNT: "1", GIT_CONFIG_KEY_0: "core.fsmonitor", GIT_CONFIG_VALUE_0: "false" });
  }
  return env;
}

function call(command: string, args: readonly string[], cwd: string, cancel?: vscode.CancellationToken): Promise<Output> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env: environment(true), shell: /\.(cmd|bat)$/i.test(command) });
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    child.stdout.on("data", (data: Buffer) => out.push(data));
    child.stderr.on("data", (data: Buffer) => err.push(data));
    const cancelled = cancel?.onCancellationRequested(() => child.kill());
    child.on("error", reject);
    child.on("close", (code) => {
      cancelled?.dispose();
      resolve({ code: code ?? -1, out: Buffer.concat(out).toString(), err: Buffer.concat(err).toString() });
    });
  });
}
