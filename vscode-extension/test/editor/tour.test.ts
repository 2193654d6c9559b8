// What the README promises, done by hand in a real VS Code with the packaged extension, in both themes.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Editor, LOAD, harbor, remove, until, type Theme } from "./harness";

describe.each<Theme>(["light", "dark"])("%s", (theme) => {
  let editor: Editor;
  let folder: string;
  const picture = (name: string): Promise<void> => editor.picture(`${name}-${theme}`);

  beforeAll(async () => {
    folder = harbor();
    editor = await Editor.start({ workspace: folder, theme });
  });

  afterAll(async () => {
    await editor?.stop();
    remove(folder);
  });

  test("a broken schema gets its squiggle at once", async () => {
    const { page } = editor;
    await page.keyboard.press("Control+P");
    await page.locator(".quick-input-widget input").fill("CargoLoadRequest");
    await page.locator(".quick-input-list .monaco-list-row", { hasText: "CargoLoadRequest" }).first().waitFor();
    const start = Date.now();
    await page.keyboard.press("Enter");
    await page.waitForSelector(".monaco-editor .squiggly-error");
    const took = Date.now() - start;
    console.log(`from opening a schema to its first squiggle: ${took} ms (${theme})`);
    expect(took).toBeLessThan(10_000);
  });

  test("and its row in Problems, alone", async () => {
    const rows = await editor.problems();
    await rows.filter({ hasText: "flexible versions 2-3 end" }).first().waitFor();
    await editor.page.locator(".codelens-decoration", { hasText: "versions 0-3" }).waitFor();
    const texts = await rows.allInnerTexts();
    expect(texts.filter((one) => /not permitted|trailing comma/i.test(one))).toEqual([]);
    expect(texts).toHaveLength(2); // the file, the finding
    expect(await editor.page.locator("#status\\.editor\\.mode").innerText()).toBe("JSON");
    await editor.status().filter({ hasText: "1.3.0" }).waitFor();
    await picture("problems");
  });

  test("hover tells the layout", async () => {
    const text = await editor.hover('"Priority"', /tag 0/);
    expect(text).toMatch(/int8/);
    await picture("hover");
  });

  test("lenses and hints stand in the text", async () => {
    const { page } = editor;
    await page.mouse.move(5, 5);
    const lenses = await page.locator(".codelens-decoration").allInnerTexts();
    expect(lenses.join("\n")).toMatch(/versions 0-3/);
  });

  test("a quick fix mends it", async () => {
    const { page } = editor;
    await editor.open("CargoLoadRequest.json");
    await editor.goTo(10, 25);
    await page.keyboard.press("Control+.");
    const menu = page.locator(".action-widget");
    await menu.locator(".action", { hasText: "Leave the range open" }).waitFor();
    await picture("fix");
    await page.keyboard.press("Enter");
    await page.waitForSelector(".monaco-editor .squiggly-error", { state: "detached" });
    await page.keyboard.press("Control+S");
    await until(() => readFileSync(join(folder, LOAD), "utf8").includes('"flexibleVersions": "2+"'));
  });

  test("a change of what is released is found while it is typed", async () => {
    const { page } = editor;
    const line = readFileSync(join(folder, LOAD), "utf8").split("\n").findIndex((one) => one.includes('"Acks"')) + 1;
    await editor.goTo(line, 1);
    await page.keyboard.press("Home");
    await page.keyboard.type('{ "name": "Insured", "type": "bool", "versions": "0+", "about": "Whether." },\n    ');
    await page.waitForSelector(".monaco-editor .squiggly-error");
    const rows = await editor.problems();
    await rows.filter({ hasText: /Insured.*(new in versions|misread)/ }).first().waitFor();
    await editor.status().filter({ hasText: "1.3.0" }).waitFor();
    await picture("baseline");
  });
});
