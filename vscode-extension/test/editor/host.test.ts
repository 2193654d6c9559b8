// The tests of `test/host`, inside of the extension host, beside a Python extension that has chosen a Python.
import { chmodSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { EXTENSION, Editor, harbor, remove, write } from "./harness";

/** What ours asks of the Python extension, and no more. */
function pythonExtension(): string {
  const folder = join(mkdtempSync(join(tmpdir(), "wirelint-python-")), "ms-python.python-2026.1.0");
  const python = join(folder, "chosen-python");
  const manifest = { publisher: "ms-python", name: "python", version: "2026.1.0", engines: { vscode: "^1.91.0" }, main: "./main.js", activationEvents: [] };
  write(folder, "package.json", JSON.stringify(manifest));
  write(folder, "chosen-python", '#!/bin/sh\nexec python3 "$@"\n');
  chmodSync(python, 0o755);
  write(
    folder,
    "main.js",
    `const uri = require("vscode").Uri.file(${JSON.stringify(python)});
    exports.activate = () => ({ environments: {
      getActiveEnvironmentPath: () => ({ path: uri.fsPath }),
      resolveEnvironment: async ({ path }) => (path === uri.fsPath ? { executable: { uri } } : undefined),
    } });`,
  );
  return folder;
}

test("inside of the extension host", async () => {
  const workspace = harbor();
  const python = pythonExtension();
  const editor = await Editor.start({ workspace, tests: join(EXTENSION, "out/host/index.js"), others: [python] });
  try {
    const { passed, output } = await editor.runTests();
    console.log(output.slice(output.indexOf("  wirelint in VS Code")));
    expect(passed).toBe(true);
  } finally {
    await editor.stop();
    remove(workspace);
    remove(python);
  }
});
