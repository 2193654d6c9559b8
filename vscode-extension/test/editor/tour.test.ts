// What the README promises, done by hand in a real VS Code with the packaged extension, in both themes.
import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Locator, Page } from "playwright-core";
import { ANSWER, Editor, LOAD, REPOSITORY, TABLE, edit, harbor, remove, until, type Theme } from "./harness";

/** The page in the webview that holds a text. */
async function rendered(page: Page, text: string): Promise<Locator> {
  return await until(async () => {
    for (const frame of page.frames()) {
      const body = frame.locator("body.vscode-body", { hasText: text });
      if (await body.count().catch(() => 0)) return body;
    }
    return undefined;
  });
}

describe.each<Theme>(["light", "dark"])("%s", (theme) => {
  let editor: Editor;
  let folder: string;
  const picture = (name: string): Promise<void> => editor.picture(`${name}-${theme}`);

  beforeAll(async () => {
    folder = harbor();
    editor = await Editor.start({ workspace: folder, theme });
  });

  afterEach(async ({ task }) => {
    if (task.result?.state === "fail") await picture("failed");
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
    expect(took).toBeLessThan(30_000); // a guard; on a machine with nothing else to do it is under two seconds
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
    const text = await editor.hover("VoyageLabel", /COMPACT_NULLABLE_STRING|compact/i);
    await picture("hover");
    if (theme === "light") await editor.published("walkthrough-hover", { x: 348, y: 30, width: 932, height: 480 });
    expect(text).toContain("VoyageLabel");
  });

  test("lenses and hints stand in the text", async () => {
    const { page } = editor;
    await editor.open("CargoFetchRequest.json");
    await page.locator(".codelens-decoration:visible", { hasText: "versions 3-5" }).waitFor();
    await page.locator(".view-line", { hasText: /"validVersions".*1\.4-IV0/ }).waitFor();
    await picture("hints");
  });

  test("a quick fix mends it", async () => {
    const { page } = editor;
    await editor.open("CargoLoadRequest.json");
    await editor.goTo(10, 25);
    await page.keyboard.press("Control+.");
    const menu = page.locator(".action-widget");
    await menu.locator(".action", { hasText: "Leave the range open" }).waitFor();
    await picture("fix");
    if (theme === "light") await editor.published("walkthrough-fix", { x: 348, y: 66, width: 932, height: 445 });
    await page.keyboard.press("Enter");
    await page.waitForSelector(".monaco-editor .squiggly-error", { state: "detached" });
    await page.keyboard.press("Control+S");
    await until(() => readFileSync(join(folder, LOAD), "utf8").includes('"flexibleVersions": "2+"'));
  });

  test("a change of what is released is found while it is typed", async () => {
    const { page } = editor;
    const line = readFileSync(join(folder, LOAD), "utf8").split("\n").findIndex((one) => one.includes('"Acks"')) + 1;
    await editor.goTo(line, 1);
    await page.keyboard.insertText('    { "name": "Insured", "type": "bool", "versions": "0+",\n      "about": "Whether the cargo is insured." },\n');
    await page.waitForSelector(".monaco-editor .squiggly-error");
    const rows = await editor.problems();
    await rows.filter({ hasText: /(Insured|Covered).*(new in versions|misread)/ }).first().waitFor();
    await editor.status().filter({ hasText: "1.3.0" }).waitFor();
    await picture("baseline");
    if (theme === "light") await editor.published("walkthrough-baseline", { x: 348, y: 66, width: 932, height: 560 });
  });

  test("the layout on the wire stands beside the schema", async () => {
    const { page } = editor;
    await page.keyboard.press("Control+B");
    await editor.command("wirelint: Show Wire Layout Beside the Schema");
    const layout = await rendered(page, "Insured");
    expect(await layout.locator("table").first().innerText()).toMatch(/Docks/);
    await picture("editor");
    await editor.published(`editor-${theme}`);
    await page.keyboard.press("Control+J");
    await picture("layout");
  });

  test("and follows the text", async () => {
    const { page } = editor;
    await page.locator(".view-line", { hasText: '"flexibleVersions"' }).first().click();
    await editor.goTo(15, 1);
    await page.keyboard.press("Shift+End");
    await page.keyboard.insertText('    { "name": "Covered", "type": "bool", "versions": "0+",');
    await page.locator(".view-line", { hasText: "Covered" }).first().waitFor();
    await until(async () => (await (await rendered(page, "Acks")).locator("td", { hasText: "Covered" }).count()) > 0);
    await editor.saveAndCloseAll();
  });

  test("a rule is explained", async () => {
    await editor.command("wirelint: Explain a Rule");
    await editor.answer("tag-reused");
    const page = await rendered(editor.page, "Why it matters");
    expect(await page.locator("h1").innerText()).toBe("tag-reused");
    await picture("rule");
    await editor.saveAndCloseAll();
  });

  test("two releases negotiate", async () => {
    await editor.open("CargoLoadRequest.json");
    await editor.command("wirelint: Negotiate Two Releases");
    await editor.page.locator(".quick-input-list .monaco-list-row", { hasText: "1.2.0" }).waitFor();
    await picture("releases");
    await editor.answer("1.2.0");
    await editor.page.locator(".quick-input-title", { hasText: "2 of 2" }).waitFor();
    await editor.answer("1.3.0");
    const page = await rendered(editor.page, "CargoLoad");
    expect(await page.locator("tr", { hasText: "CargoLoad" }).innerText()).toMatch(/0-2[^]*0-3[^]*2/);
    await picture("negotiate");
    await editor.saveAndCloseAll();
  });

  test("a gate table in Java is read, and a level with a second meaning found", async () => {
    const { page } = editor;
    await editor.open("MetadataVersion.java");
    await page.locator(".codelens-decoration:visible").first().waitFor();
    await picture("java");
    const line = readFileSync(join(folder, TABLE), "utf8").split("\n").findIndex((one) => one.includes("HARBOR_1_1_IV0(2")) + 1;
    await editor.goTo(line, 1);
    await page.keyboard.press("Shift+End");
    await page.keyboard.insertText('    HARBOR_1_1_IV0(3, "1.1", "IV0", false),');
    await page.waitForSelector(".monaco-editor .squiggly-error");
    await editor.problems();
    await picture("java-finding");
    if (theme === "light") await editor.published("java-light");
    await page.keyboard.press("Control+J");
    await editor.saveAndCloseAll();
  });

  test("a table in the language of gates has its colours", async () => {
    cpSync(join(REPOSITORY, "examples/krabka.gates"), join(folder, "notes/krabka.gates"));
    await editor.open("krabka.gates");
    await editor.page.locator(".view-line span.mtk5, .view-line span.mtk6, .view-line span.mtk12").first().waitFor();
    expect(await editor.page.locator("#status\\.editor\\.mode").innerText()).toBe("Version gates");
    await editor.page.locator(".codelens-decoration:visible").first().waitFor();
    await picture("gates");
    await editor.saveAndCloseAll();
  });

  test("a finding is waived, with its reason", async () => {
    const { page } = editor;
    edit(folder, ANSWER, (text) => text.replace('"BaseOffset", "type": "int64"', '"BaseOffset", "type": "int32"'));
    await editor.open("CargoLoadResponse.json");
    await page.waitForSelector(".monaco-editor .squiggly-error");
    await editor.command("wirelint: Record a Waiver with its Reason");
    await page.locator(".quick-input-widget input").waitFor();
    await picture("waiver");
    await editor.answer("answers of 1.3.0 were never sent");
    await page.waitForSelector(".monaco-editor .squiggly-error", { state: "detached" });
    await editor.command("File: Save All");
    const text = await until(() => {
      const text = readFileSync(join(folder, "wirelint.toml"), "utf8");
      return text.includes("[[waiver]]") && text;
    });
    expect(text).toContain('reason = "answers of 1.3.0 were never sent"');
  });

  test("nothing was asked of other hosts", () => {
    expect([...editor.strangers]).toEqual([]);
  });
});
