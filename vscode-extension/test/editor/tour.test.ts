// What the README promises, done by hand in a real VS Code with the packaged extension. One workbench, and
// a step goes on where the one before it ended. Waits are for what is to be seen, never for a time.
import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Page } from "playwright-core";
import { ANSWER, Editor, LOAD, REPOSITORY, SQUIGGLE, TABLE, edit, harbor, remove, timed, until } from "./harness";

/** Wait until some webview reads so. VS Code replaces its frame at will; then the look was at nothing. */
async function reads(page: Page, selector: string, text: string | RegExp): Promise<void> {
  await until(async () => {
    for (const frame of page.frames()) {
      const found = frame.locator(`body.vscode-body ${selector}`, { hasText: text });
      if (await found.count().catch(() => 0)) return true;
    }
    return false;
  });
}

let editor: Editor;
let folder: string;
const picture = (name: string): Promise<void> => editor.picture(name);

beforeAll(async () => {
  folder = harbor();
  cpSync(join(REPOSITORY, "examples/krabka.gates"), join(folder, "notes/krabka.gates"));
  editor = await Editor.start({ workspace: folder });
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
  await page.waitForSelector(SQUIGGLE);
  const took = timed("from opening the first schema to its squiggle, while the server starts for the first time ever", start);
  expect(took).toBeLessThan(30_000); // a guard; on a machine with nothing else to do it is under two seconds
});

test("and its row in Problems, alone", async () => {
  const rows = await editor.problems();
  await rows.filter({ hasText: "bounded-flexible-versions" }).first().waitFor();
  await editor.page.locator(".codelens-decoration", { hasText: "released in 1.3.0" }).waitFor();
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
  await editor.published("walkthrough-hover", "light", { x: 348, y: 30, width: 780, height: 340 });
  expect(text).toContain("VoyageLabel");
});

test("lenses and hints stand in the text", async () => {
  const { page } = editor;
  // By now it has written how long its start took.
  console.log(editor.ownLog());
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
  await menu.locator(".action", { hasText: "2+" }).waitFor();
  await picture("fix");
  await editor.published("walkthrough-fix", "light", { x: 348, y: 66, width: 740, height: 390 });
  await page.keyboard.press("Enter");
  await page.waitForSelector(SQUIGGLE, { state: "detached" });
  await page.keyboard.press("Control+S");
  await until(() => readFileSync(join(folder, LOAD), "utf8").includes('"flexibleVersions": "2+"'));
});

test("a change of what is released is found while it is typed", async () => {
  const { page } = editor;
  const line = readFileSync(join(folder, LOAD), "utf8").split("\n").findIndex((one) => one.includes('"Acks"')) + 1;
  await editor.goTo(line, 1);
  const start = Date.now();
  await page.keyboard.insertText('    { "name": "Insured", "type": "bool", "versions": "0+",\n      "about": "Whether the cargo is insured." },\n');
  await page.waitForSelector(SQUIGGLE);
  timed("from an edit to its squiggle", start);
  const rows = await editor.problems();
  await rows.filter({ hasText: "field-added-to-released-version" }).first().waitFor();
  await editor.status().filter({ hasText: "1.3.0" }).waitFor();
  await picture("baseline");
  await editor.published("walkthrough-baseline", "light", { x: 348, y: 171, width: 920, height: 464 });
});

test("the layout on the wire stands beside the schema", async () => {
  const { page } = editor;
  await page.keyboard.press("Control+B");
  await editor.command("wirelint: Show Wire Layout Beside the Schema");
  await reads(page, "table", /Insured[^]*Docks/);
  await picture("editor");
  for (const theme of ["light", "dark"] as const) await editor.published(`editor-${theme}`, theme);
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
  await reads(page, "td", "Covered");
  await editor.saveAndCloseAll();
});

test("a rule is explained", async () => {
  await editor.command("wirelint: Explain a Rule");
  await editor.choose("tag-reused");
  await reads(editor.page, "h1", "tag-reused");
  await reads(editor.page, "h2", "Why it matters");
  await picture("rule");
  await editor.saveAndCloseAll();
});

test("two releases negotiate", async () => {
  await editor.open("CargoLoadRequest.json");
  await editor.command("wirelint: Negotiate Two Releases");
  await editor.page.locator(".quick-input-list .monaco-list-row", { hasText: "1.2.0" }).waitFor();
  await picture("releases");
  await editor.choose("1.2.0");
  await editor.page.locator(".quick-input-title", { hasText: "2 of 2" }).waitFor();
  await editor.choose("1.3.0");
  await reads(editor.page, "tr", /CargoLoad[^]*0-2[^]*0-3[^]*2/);
  await picture("negotiate");
  await editor.saveAndCloseAll();
});

test("a file that changes on disk is read again", async () => {
  edit(folder, LOAD, (text) => text.replace(/ *\{ "name": "Covered"[^}]*\},\n/, ""));
  await editor.status().locator(".codicon-check").waitFor();
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
  await page.waitForSelector(SQUIGGLE);
  const rows = await editor.problems();
  await rows.filter({ hasText: "level-renumbered" }).first().waitFor();
  await page.locator(".view-line", { hasText: "HARBOR_1_1_IV0" }).first().click();
  await picture("java-finding");
  await editor.published("java-light", "light");
  await page.keyboard.press("Control+J");
  await editor.saveAndCloseAll();
});

test("a table in the language of gates has its colours", async () => {
  await editor.open("krabka.gates");
  await editor.page.locator(".view-line span.mtk5, .view-line span.mtk6, .view-line span.mtk12").first().waitFor();
  await editor.page.locator("#status\\.editor\\.mode", { hasText: "Version gates" }).waitFor();
  await editor.page.locator(".codelens-decoration:visible").first().waitFor();
  await picture("gates");
  await editor.saveAndCloseAll();
});

test("a finding is waived, with its reason", async () => {
  const { page } = editor;
  edit(folder, ANSWER, (text) => text.replace('"BaseOffset", "type": "int64"', '"BaseOffset", "type": "int32"'));
  await page.keyboard.press("Control+P");
  await page.locator(".quick-input-widget input").fill("CargoLoadResponse");
  await page.locator(".quick-input-list .monaco-list-row", { hasText: "CargoLoadResponse" }).first().waitFor();
  const start = Date.now();
  await page.keyboard.press("Enter");
  await page.waitForSelector(SQUIGGLE);
  timed("from opening a schema to its squiggle", start);
  await editor.command("wirelint: Record a Waiver with its Reason");
  await page.locator(".quick-input-widget input").waitFor();
  await picture("waiver");
  await editor.answer("answers of 1.3.0 were never sent");
  await page.waitForSelector(SQUIGGLE, { state: "detached" });
  await editor.command("File: Save All");
  const text = await until(() => {
    const text = readFileSync(join(folder, "wirelint.toml"), "utf8");
    return text.includes("[[waiver]]") && text;
  });
  expect(text).toContain('reason = "answers of 1.3.0 were never sent"');
});

test("the walkthrough has three steps, each with its picture", async () => {
  const { page } = editor;
  await editor.command("Welcome: Open Walkthrough...", page.locator(".quick-input-list .monaco-list-row", { hasText: "Start with wirelint" }));
  await editor.choose("Start with wirelint");
  const steps = page.locator(".gettingStartedContainer .getting-started-step");
  await steps.nth(2).waitFor();
  expect(await steps.locator(".step-title").allInnerTexts()).toEqual(["Open a schema", "Compare with a release", "Understand, mend or waive"]);
  for (const step of [0, 1, 2]) {
    await steps.nth(step).click();
    const picture = page.locator(".getting-started-media img").first();
    await until(() => picture.evaluate((one: HTMLImageElement) => one.complete && one.naturalWidth > 0));
  }
  await picture("walkthrough");
});

test("nothing was asked of other hosts", () => {
  expect([...editor.strangers]).toEqual([]);
});
