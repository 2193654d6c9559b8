import { join } from "node:path";
import { expect, test } from "vitest";
import { EXTENSION, Editor, harbor, remove } from "./harness";

test("inside of the extension host", async () => {
  const workspace = harbor();
  const editor = await Editor.start({ workspace, tests: join(EXTENSION, "out/host/index.js") });
  try {
    const { passed, output } = await editor.runTests();
    console.log(output.slice(output.indexOf("  wirelint in VS Code")));
    expect(passed).toBe(true);
  } finally {
    await editor.stop();
    remove(workspace);
  }
});
