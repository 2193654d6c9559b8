// A real VS Code in a browser: code-server on a free port with fresh user data, Chromium in front of it,
// both ended with everything they started.
import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { appendFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { cpus, loadavg, tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { format } from "node:util";
import { chromium, type Browser, type Locator, type Page } from "playwright-core";

export const EXTENSION = resolve(__dirname, "../..");
export const REPOSITORY = resolve(EXTENSION, "..");
export const PICTURES = join(EXTENSION, "pictures");
export const VSIX = join(EXTENSION, "dist/wirelint.vsix");

const CHROMIUM = process.env["CHROMIUM"] ?? "/usr/bin/chromium";

/** What a busy machine may take for one thing to appear. */
const PATIENCE = 60_000;

const THEMES = ["light", "dark"] as const;
type Theme = (typeof THEMES)[number];

export const SQUIGGLE = ".monaco-editor .squiggly-error";

const SETTINGS = {
  "security.workspace.trust.enabled": false,
  "workbench.startupEditor": "none",
  // The browser says which, so that one workbench is seen in both.
  "window.autoDetectColorScheme": true,
  "workbench.preferredLightColorTheme": "Default Light Modern",
  "workbench.preferredDarkColorTheme": "Default Dark Modern",
  "workbench.enableExperiments": false,
  "workbench.tips.enabled": false,
  "telemetry.telemetryLevel": "off",
  "extensions.autoUpdate": false,
  "extensions.autoCheckUpdates": false,
  "extensions.ignoreRecommendations": true,
  "update.mode": "none",
  "chat.commandCenter.enabled": false,
  "window.commandCenter": false,
  "git.openRepositoryInParentFolders": "never",
  "git.autorefresh": false,
  "editor.minimap.enabled": false,
  // What is put in stands as it was written.
  "editor.autoIndent": "none",
  "editor.autoClosingBrackets": "never",
  "editor.fontFamily": "DejaVu Sans Mono",
  "editor.fontSize": 13,
  "editor.cursorBlinking": "solid",
  "editor.stickyScroll.enabled": false,
  "breadcrumbs.enabled": false,
};

export interface Options {
  readonly workspace: string;
  readonly settings?: Record<string, unknown>;
  /** Ask about trust, as VS Code does by default. */
  readonly trust?: boolean;
  readonly env?: Record<string, string>;
  /** Run the folder of the extension with these tests in place of the package. */
  readonly tests?: string;
  /** Other extensions: a folder each. */
  readonly others?: readonly string[];
}

/** Process groups that must not outlive us. */
const groups = new Set<number>();

function endAll(): void {
  for (const group of groups) {
    try {
      process.kill(-group, "SIGKILL");
    } catch {
      // it ended by itself
    }
  }
  groups.clear();
}

process.on("exit", endAll);
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    endAll();
    process.exit(1);
  });
}

export class Editor {
  #process: ChildProcess | undefined;
  #browser: Browser | undefined;
  readonly #home = mkdtempSync(join(tmpdir(), "wirelint-editor-"));
  #port = 0;
  page!: Page;
  /** Hosts other than our own that the page asked for. */
  readonly strangers = new Set<string>();

  private constructor(private readonly options: Options) {}

  static async start(options: Options): Promise<Editor> {
    // A busy machine may need a second try; a third would hide a fault.
    for (let attempt = 1; ; attempt++) {
      const editor = new Editor(options);
      try {
        await editor.#start();
        return editor;
      } catch (error) {
        const log = editor.log();
        await editor.stop();
        if (attempt === 2) throw new Error(`VS Code did not start: ${String(error)}\n${log.slice(-2000)}`);
      }
    }
  }

  async #start(): Promise<void> {
    const { options } = this;
    mkdirSync(join(this.#home, "data/User"), { recursive: true });
    const settings = { ...SETTINGS, ...options.settings };
    if (options.trust) settings["security.workspace.trust.enabled"] = true;
    writeFileSync(join(this.#home, "data/User/settings.json"), JSON.stringify(settings));
    this.#port = await freePort();
    const extensions = join(this.#home, "extensions");
    if (options.tests) mkdirSync(extensions);
    else cpSync(installed(), extensions, { recursive: true });
    for (const other of options.others ?? []) cpSync(other, join(extensions, basename(other)), { recursive: true });
    const flags = ["--bind-addr", `127.0.0.1:${this.#port}`, "--disable-telemetry", "--disable-update-check", "--disable-getting-started-override"];
    if (!options.trust) flags.push("--disable-workspace-trust");
    this.#process = spawn(process.execPath, [codeServer(), ...this.#folders(), ...flags], {
      env: this.#env(),
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
    });
    if (this.#process.pid) groups.add(this.#process.pid);
    for (const stream of [this.#process.stdout, this.#process.stderr]) {
      stream?.on("data", (data: Buffer) => appendFileSync(join(this.#home, "log"), data));
    }
    await until(async () => {
      if (this.#process?.exitCode !== null) throw new Error("code-server ended");
      return (await fetch(`http://127.0.0.1:${this.#port}/healthz`).catch(() => undefined))?.ok;
    }, PATIENCE);
    await this.#openPage();
  }

  #folders(): string[] {
    return foldersIn(this.#home);
  }

  #env(): NodeJS.ProcessEnv {
    return { ...plainEnv(), ...this.options.env };
  }

  async #openPage(): Promise<void> {
    this.#browser = await chromium.launch({
      executablePath: CHROMIUM,
      headless: true,
      args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--font-render-hinting=none"],
    });
    const context = await this.#browser.newContext({ viewport: { width: 1280, height: 800 }, colorScheme: "light", reducedMotion: "reduce" });
    context.setDefaultTimeout(PATIENCE);
    await context.grantPermissions(["clipboard-read", "clipboard-write"]).catch(() => undefined);
    this.page = await context.newPage();
    this.page.on("request", (request) => {
      const { hostname, protocol } = new URL(request.url());
      // What a webview shows has a name of that shape, which VS Code's own service worker answers.
      const own = hostname === "127.0.0.1" || hostname.endsWith(".vscode-resource.vscode-cdn.net");
      if (protocol.startsWith("http") && !own) this.strangers.add(hostname);
    });
    if (this.options.tests) return;
    await this.page.goto(`http://127.0.0.1:${this.#port}/?folder=${this.options.workspace}`, { waitUntil: "domcontentloaded" });
    await this.page.waitForSelector(".monaco-workbench .explorer-folders-view .monaco-list-row");
  }

  /** Run mocha tests inside of the extension host; gives what they printed and whether they passed. */
  async runTests(): Promise<{ passed: boolean; output: string }> {
    const output: string[] = [];
    const remote = (path: string): string => `vscode-remote://127.0.0.1:${this.#port}${path}`;
    const payload = [
      ["extensionDevelopmentPath", remote(EXTENSION)],
      ["extensionTestsPath", remote(this.options.tests as string)],
    ];
    const ended = new Promise<number>((resolve) => void this.page.exposeFunction("codeAutomationExit", resolve));
    await this.page.exposeFunction("codeAutomationLog", (_type: string, args: unknown[]) => {
      output.push(format(...args));
    });
    const query = `folder=${this.options.workspace}&payload=${encodeURIComponent(JSON.stringify(payload))}`;
    await this.page.goto(`http://127.0.0.1:${this.#port}/?${query}`);
    const code = await Promise.race([ended, sleep(400_000).then(() => -1)]);
    return { passed: code === 0, output: output.join("\n") };
  }

  log(): string {
    const file = join(this.#home, "log");
    return existsSync(file) ? readFileSync(file, "utf8") : "";
  }

  /** What the extension wrote into its output channel. */
  ownLog(): string {
    const logs = readdirSync(join(this.#home, "data/logs"), { recursive: true, encoding: "utf8" });
    const [own] = logs.filter((one) => one.endsWith("wirelint.log"));
    return own ? readFileSync(join(this.#home, "data/logs", own), "utf8") : "";
  }

  async stop(): Promise<void> {
    await this.#browser?.close().catch(() => undefined);
    const child = this.#process;
    if (child?.pid && child.exitCode === null) {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      process.kill(-child.pid, "SIGTERM");
      await Promise.race([ended, sleep(5_000)]);
    }
    if (child?.pid) {
      try {
        process.kill(-child.pid, "SIGKILL"); // whoever is left of the group
      } catch {
        // nobody is
      }
      groups.delete(child.pid);
    }
    rmSync(this.#home, { recursive: true, force: true, maxRetries: 5 });
  }

  // -- what a user does ------------------------------------------------------------------------------

  /** Open a file by its name, and wait until it stands there. */
  async open(name: string): Promise<void> {
    await this.#choose("Control+P", name, name, this.page.locator(".tab.active", { hasText: name }));
    await this.page.locator(".editor-group-container.active .monaco-editor .view-line").first().waitFor();
  }

  /** Run a command; `then` is what it is to bring. */
  async command(title: string, then?: Locator): Promise<void> {
    await this.#choose("F1", `>${title}`, title, then);
  }

  /** Take a row of a list that is still being filled while one types. */
  async #choose(key: string, typed: string, row: string, then?: Locator): Promise<void> {
    const widget = this.page.locator(".quick-input-widget");
    for (let attempt = 1; ; attempt++) {
      try {
        await this.page.keyboard.press(key);
        await widget.locator("input").fill(typed, { timeout: 10_000 });
        await widget.locator(".monaco-list-row.focused", { hasText: row }).waitFor({ timeout: 20_000 });
        await this.page.keyboard.press("Enter");
        await then?.waitFor({ timeout: 20_000 });
        return;
      } catch (error) {
        if (attempt === 3) throw error;
        await this.page.keyboard.press("Escape");
      }
    }
  }

  /** Put the cursor on a place, counted from 1. */
  async goTo(line: number, column: number): Promise<void> {
    await this.page.keyboard.press("Control+G");
    await this.page.locator(".quick-input-widget input").fill(`:${line}:${column}`);
    await this.page.keyboard.press("Enter");
    await this.page.locator(".quick-input-widget").waitFor({ state: "hidden" });
    await this.page.locator("#status\\.editor\\.selection", { hasText: `Ln ${line}, Col ${column}` }).waitFor();
  }

  /** Type into a box with a list, and take the row of that name. */
  async choose(text: string): Promise<void> {
    const widget = this.page.locator(".quick-input-widget");
    await widget.locator("input").fill(text);
    await widget.locator(".monaco-list-row.focused", { hasText: text }).waitFor();
    await this.page.keyboard.press("Enter");
  }

  /** Type into a box that takes any text. */
  async answer(text: string): Promise<void> {
    await this.page.locator(".quick-input-widget input").fill(text);
    await this.page.keyboard.press("Enter");
  }

  async saveAndCloseAll(): Promise<void> {
    await this.command("File: Save All");
    await this.command("View: Close All Editor Groups");
    await this.page.locator(".tab").first().waitFor({ state: "detached" });
  }

  async problems(): Promise<Locator> {
    const panel = this.page.locator(".markers-panel");
    if (!(await panel.isVisible())) await this.page.keyboard.press("Control+Shift+M");
    await panel.waitFor();
    return panel.locator(".monaco-list-row");
  }

  /** Hover over a word of the text until a hover that holds `words` stands there. */
  async hover(word: string | Locator, words: string | RegExp): Promise<string> {
    const hover = this.page.locator(".monaco-hover:visible", { hasText: words }).first();
    for (let attempt = 0; attempt < 8; attempt++) {
      const at = typeof word === "string" ? this.page.locator(".view-line span > span", { hasText: word }).first() : word;
      await this.page.mouse.move(5, 5);
      await at.hover({ timeout: 5_000 });
      const text = await hover.innerText({ timeout: 3_000 }).catch(() => ""); // it may go as it came
      if (text) return text;
    }
    throw new Error(`no hover with ${String(words)}`);
  }

  status(): Locator {
    return this.page.locator("#wirelint\\.wirelint\\.wirelint\\.status");
  }

  /** What is seen now, in both themes. What is open stays open. */
  async picture(name: string): Promise<void> {
    mkdirSync(PICTURES, { recursive: true });
    for (const theme of THEMES) {
      await this.#show(theme);
      writeFileSync(join(PICTURES, `${name}-${theme}.png`), await this.#seen());
    }
    await this.#show("light");
  }

  async #show(theme: Theme): Promise<void> {
    await this.page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
    await this.page.locator(`.monaco-workbench.${theme === "light" ? "vs" : "vs-dark"}`).waitFor();
    // Webviews follow; a frame that is gone, or shows nothing of ours, does not count.
    await until(async () => {
      for (const frame of this.page.frames()) {
        const other = frame.locator(`body.vscode-body:not(.vscode-${theme})`);
        if (await other.count().catch(() => 0)) return false;
      }
      return true;
    });
  }

  /** A screenshot of a page that has come to rest, as far as it does. */
  async #seen(): Promise<Buffer> {
    let last = await this.page.screenshot();
    for (let look = 0; look < 10; look++) {
      await sleep(100);
      const now = await this.page.screenshot();
      if (now.equals(last)) break;
      last = now;
    }
    return last;
  }

  /** A picture that a page or, small, the walkthrough shows; kept with `UPDATE_PICTURES=1`. */
  async published(name: string, theme: Theme, clip?: { x: number; y: number; width: number; height: number }): Promise<void> {
    if (!process.env["UPDATE_PICTURES"]) return;
    await this.#show(theme);
    await this.#seen();
    const png = await this.page.screenshot(clip && { clip });
    await this.#show("light");
    if (!clip) return writeFileSync(join(EXTENSION, "images", `${name}.png`), png);
    const page = await this.page.context().newPage();
    const url = await page.evaluate(async (data) => {
      const picture = new Image();
      picture.src = `data:image/png;base64,${data}`;
      await picture.decode();
      const canvas = Object.assign(document.createElement("canvas"), { width: picture.width, height: picture.height });
      canvas.getContext("2d")?.drawImage(picture, 0, 0);
      return canvas.toDataURL("image/webp", 0.6);
    }, png.toString("base64"));
    await page.close();
    writeFileSync(join(EXTENSION, "images", `${name}.webp`), Buffer.from(url.slice(url.indexOf(",") + 1), "base64"));
  }
}

/** Installs the package, as a user would; gives the folder of extensions, which editors copy. */
export function install(home: string): string {
  execFileSync(process.execPath, [codeServer(), ...foldersIn(home), "--install-extension", VSIX], { env: plainEnv(), stdio: "pipe" });
  return join(home, "extensions");
}

function installed(): string {
  return process.env["EDITOR_EXTENSIONS"] as string; // from `install.ts`
}

function foldersIn(home: string): string[] {
  writeFileSync(join(home, "config.yaml"), "auth: none\ncert: false\n");
  return ["--config", join(home, "config.yaml"), "--user-data-dir", join(home, "data"), "--extensions-dir", join(home, "extensions")];
}

function plainEnv(): NodeJS.ProcessEnv {
  // Nothing of the marketplace; and no variable of an outer VS Code.
  const env: NodeJS.ProcessEnv = { ...process.env };
  for (const name of Object.keys(env)) if (/^(VSCODE_|VITEST|NODE_OPTIONS$|WIRELINT_)/.test(name)) delete env[name];
  // As if started from a terminal: else VS Code asks a login shell for its PATH.
  return { ...env, EXTENSIONS_GALLERY: '{"serviceUrl":""}', VSCODE_CLI: "1" };
}

function codeServer(): string {
  const folder = process.env["WIRELINT_EDITOR"];
  if (!folder) throw new Error("run `make test-editor`, which installs VS Code and says where");
  return join(folder, "node_modules/code-server/out/node/entry.js");
}

export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Milliseconds since `start`, kept beside the pictures. */
export function timed(what: string, start: number): number {
  const took = Date.now() - start;
  mkdirSync(PICTURES, { recursive: true });
  appendFileSync(join(PICTURES, "times.txt"), `${took} ms ${what} (load ${loadavg()[0]?.toFixed(1)} on ${cpus().length} cores)\n`);
  console.log(`${what}: ${took} ms`);
  return took;
}

export async function until<T>(look: () => Promise<T> | T, ms = PATIENCE): Promise<NonNullable<T>> {
  const start = Date.now();
  for (;;) {
    const seen = await look();
    if (seen) return seen;
    if (Date.now() - start > ms) throw new Error(`not within ${ms} ms`);
    await sleep(50);
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => (address && typeof address === "object" ? resolve(address.port) : reject(new Error("no port"))));
    });
  });
}

// -- workspaces --------------------------------------------------------------------------------------

const MESSAGES = "clients/src/main/resources/common/message";
export const LOAD = `${MESSAGES}/CargoLoadRequest.json`;
export const ANSWER = `${MESSAGES}/CargoLoadResponse.json`;
export const TABLE = "server-common/src/main/java/io/harbor/server/common/MetadataVersion.java";

/** A repository like Apache Kafka's with two releases, and an edit that the tag does not have. */
export function harbor(): string {
  const parent = mkdtempSync(join(tmpdir(), "wirelint-workspace-"));
  const folder = join(parent, "harbor");
  cpSync(join(REPOSITORY, "examples/harbor"), folder, { recursive: true });
  const git = (...args: string[]): void => {
    const who = ["-c", "user.name=Harbor", "-c", "user.email=harbor@example.org", "-c", "commit.gpgsign=false", "-c", "tag.gpgsign=false"];
    execFileSync("git", [...who, ...args], { cwd: folder, stdio: "pipe", env: { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null" } });
  };
  const now = readFileSync(join(folder, LOAD), "utf8");
  git("init", "-q", "-b", "trunk");
  write(folder, LOAD, now.replace('"0-3"', '"0-2"').replace(/ {6}\{ "name": "DockId"[^}]*\},\n/, ""));
  git("add", ".");
  git("commit", "-q", "-m", "Harbor 1.2");
  git("tag", "1.2.0");
  write(folder, LOAD, now);
  git("commit", "-q", "-a", "-m", "Harbor 1.3");
  git("tag", "1.3.0");
  write(folder, LOAD, now.replace('"flexibleVersions": "2+"', '"flexibleVersions": "2-3"'));
  return folder;
}

export function edit(folder: string, path: string, change: (text: string) => string): void {
  const text = readFileSync(join(folder, path), "utf8");
  if (change(text) === text) throw new Error(`${path} is not what it was`);
  write(folder, path, change(text));
}

export function write(folder: string, path: string, text: string): void {
  mkdirSync(join(folder, path, ".."), { recursive: true });
  writeFileSync(join(folder, path), text);
}

export function remove(folder: string): void {
  rmSync(join(folder, ".."), { recursive: true, force: true });
}
