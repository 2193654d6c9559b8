// Folders that are not trusted, machines without a Python, and without a network.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { Editor, SQUIGGLE, VSIX, harbor, remove, sleep, write } from "./harness";

let editor: Editor | undefined;
let folder = "";

afterEach(async ({ task }) => {
  if (task.result?.state === "fail") await editor?.picture("failed");
  await editor?.stop();
  editor = undefined;
  if (folder) remove(folder);
  folder = "";
});

test("in restricted mode only the bundled server runs", async () => {
  folder = harbor();
  const trace = join(folder, "was-run");
  // Everything that a stranger's folder may try: settings, a Python first on a relative PATH, modules.
  write(folder, "evil", `#!/bin/sh\ntouch ${trace}\nexec sleep 60\n`);
  chmodSync(join(folder, "evil"), 0o755);
  cpSync(join(folder, "evil"), join(folder, "bin/python3"));
  cpSync(join(folder, "evil"), join(folder, "bin/wirelint"));
  for (const module of ["json.py", "wirelint.py", "sitecustomize.py"]) write(folder, module, `open(${JSON.stringify(trace)}, "w")\n`);
  const own = { "wirelint.server.path": join(folder, "evil"), "wirelint.interpreter": join(folder, "evil"), "wirelint.importStrategy": "fromEnvironment" };
  write(folder, ".vscode/settings.json", JSON.stringify(own));
  editor = await Editor.start({
    workspace: folder,
    trust: true,
    settings: { "security.workspace.trust.startupPrompt": "never", "security.workspace.trust.banner": "always" },
    env: { PATH: `bin:${join(folder, "bin")}:${process.env["PATH"]}`, PYTHONPATH: folder },
  });
  await editor.page.locator("#status\\.workspaceTrust", { hasText: "Restricted" }).or(editor.page.getByText("Restricted Mode").first()).first().waitFor();
  await editor.open("CargoLoadRequest.json");
  await editor.page.waitForSelector(SQUIGGLE);
  await editor.status().filter({ hasText: "1" }).waitFor();
  expect(await editor.hover(editor.status(), "bundled server")).toContain("bundled server");
  await editor.picture("restricted");
  expect(existsSync(trace)).toBe(false);
});

test("without a Python one message says what is needed", async () => {
  folder = harbor();
  const bin = mkdtempSync(join(tmpdir(), "wirelint-bin-"));
  for (const name of ["git", "rg", "sh", "bash", "env"]) {
    const path = spawnSync("sh", ["-c", `command -v ${name}`]).stdout.toString().trim();
    if (path) symlinkSync(path, join(bin, name));
  }
  try {
    editor = await Editor.start({ workspace: folder, env: { PATH: bin } });
    const { page } = editor;
    const toast = page.locator(".notification-toast", { hasText: "Python" });
    await toast.first().waitFor();
    await editor.open("CargoLoadRequest.json");
    await editor.open("CargoFetchRequest.json");
    await sleep(1_000);
    expect(await toast.count()).toBe(1);
    expect(await toast.innerText()).toContain("wirelint needs Python 3.11 or newer, and none was found on PATH.");
    await page.locator(".notification-toast a", { hasText: "Get Python" }).waitFor();
    await editor.status().filter({ hasText: "wirelint" }).waitFor();
    await editor.picture("no-python");
    await toast.hover();
    await page.keyboard.press("Escape");
    await editor.command("wirelint: Show the Log");
    await page.locator(".output-view-content, .monaco-editor .view-line", { hasText: "wirelint needs Python" }).first().waitFor();
  } finally {
    rmSync(bin, { recursive: true, force: true });
  }
});

test("the package is small, pure Python, and starts without a network", async () => {
  expect(statSync(VSIX).size).toBeLessThan(1_500_000);
  const unpacked = mkdtempSync(join(tmpdir(), "wirelint-vsix-"));
  mkdirSync(join(unpacked, "w"));
  execFileSync("python3", ["-m", "zipfile", "-e", VSIX, unpacked]);
  const files = execFileSync("find", [unpacked, "-type", "f"]).toString();
  expect(files).not.toMatch(/\.(so|pyd|pyc|dylib)$|__pycache__|jsonschema\//m);
  const manifest = JSON.parse(readFileSync(join(unpacked, "extension/package.json"), "utf8"));
  for (const { url } of [...manifest.contributes.tomlValidation, ...manifest.contributes.jsonValidation]) {
    expect(JSON.parse(readFileSync(join(unpacked, "extension", url), "utf8"))).toHaveProperty("$schema");
  }
  // A network namespace of its own has no network, not even loopback. Not every container may make one.
  const cut = spawnSync("unshare", ["-rn", "true"]).status === 0 ? ["unshare", "-rn"] : [];
  if (cut.length === 0) console.log("no network namespace here: the server starts with the network as it is");
  const server = ["python3", "-I", "-S", join(unpacked, "extension/server/main.py"), "lsp"];
  const [program, ...args] = [...cut, ...server] as [string, ...string[]];
  const child = spawn(program, args, { cwd: join(unpacked, "w"), stdio: ["pipe", "pipe", "pipe"], detached: true });
  try {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params: { processId: null, rootUri: null, capabilities: {} } });
    child.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
    const answer = await new Promise<string>((resolve, reject) => {
      let out = "";
      let err = "";
      child.stdout.on("data", (data) => /"capabilities"/.test((out += data)) && resolve(out));
      child.stderr.on("data", (data) => (err += data));
      child.on("exit", () => reject(new Error(`the server ended: ${err}`)));
    });
    expect(answer).toContain("hoverProvider");
  } finally {
    process.kill(-(child.pid as number), "SIGKILL");
    rmSync(unpacked, { recursive: true, force: true });
  }
});
