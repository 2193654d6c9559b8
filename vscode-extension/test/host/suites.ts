// What only the API of VS Code can tell, without a hand on the mouse.
import * as assert from "node:assert/strict";
import * as vscode from "vscode";
import type { ServerControl } from "../../src/server";

const LOAD = "**/CargoLoadRequest.json";

async function until<T>(look: () => T | Thenable<T>, ms = 90_000): Promise<NonNullable<T>> {
  const start = Date.now();
  for (;;) {
    const seen = await look();
    if (seen) return seen;
    if (Date.now() - start > ms) throw new Error(`not within ${ms} ms: ${look.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function open(pattern: string): Promise<vscode.TextDocument> {
  const [uri] = await vscode.workspace.findFiles(pattern);
  assert.ok(uri, pattern);
  const document = await vscode.workspace.openTextDocument(uri);
  await vscode.window.showTextDocument(document);
  return document;
}

const found = (uri: vscode.Uri): vscode.Diagnostic[] => vscode.languages.getDiagnostics(uri);

export function define(): void {
  describe("wirelint in VS Code " + vscode.version, () => {
    let server: ServerControl;
    let document: vscode.TextDocument;

    before(async () => {
      server = await vscode.extensions.getExtension<ServerControl>("wirelint.wirelint")!.activate();
      document = await open(LOAD);
      await until(() => server.statuses.find((one) => one.state === "ready"));
    });

    afterEach(function () {
      if (!this.currentTest?.err) return;
      console.log(this.currentTest.err.stack);
      console.log(JSON.stringify([server.state, server.statuses, found(document.uri)]));
    });

    it("starts by itself in a workspace with schemas, bundled", () => {
      assert.equal(server.state.state, "running");
      assert.match(JSON.stringify(server.state), /bundled server/);
    });

    it("runs the Python that is chosen in the Python extension", () => {
      assert.match(JSON.stringify(server.state), /chosen-python/);
    });

    it("reports a finding with its rule, source and the rule's name as code", async () => {
      await until(() => found(document.uri).length > 0);
      const [one, ...more] = found(document.uri);
      assert.deepEqual(more, []);
      const code = typeof one!.code === "object" ? one!.code.value : one!.code;
      assert.deepEqual([one!.source, code, one!.severity], ["wirelint", "bounded-flexible-versions", vscode.DiagnosticSeverity.Error]);
    });

    it("takes it back after the quick fix", async () => {
      const [one] = found(document.uri);
      const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>("vscode.executeCodeActionProvider", document.uri, one!.range);
      const fix = actions.find((action) => action.isPreferred && action.edit);
      assert.ok(fix?.edit, actions.map((action) => action.title).join());
      await vscode.workspace.applyEdit(fix.edit);
      await until(() => found(document.uri).length === 0);
      await document.save();
    });

    it("tells its status with the baseline", async () => {
      await until(() => server.statuses.some((one) => one.baseline === "1.3.0" && one.baselineState === "ready" && one.errors === 0));
    });

    it("answers hover, lens and completion", async () => {
      const { uri } = document;
      const at = document.positionAt(document.getText().indexOf("VoyageLabel"));
      const hovers = await vscode.commands.executeCommand<vscode.Hover[]>("vscode.executeHoverProvider", uri, at);
      const words = hovers.flatMap((one) => one.contents.map((text) => (typeof text === "string" ? text : text.value)));
      assert.equal(words.filter((one) => /COMPACT_NULLABLE_STRING/.test(one)).length, 1);
      const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>("vscode.executeCodeLensProvider", uri, 10);
      assert.ok(lenses.some((one) => one.command?.command === "wirelint.showLayout"));
      const items = await vscode.commands.executeCommand<vscode.CompletionList>("vscode.executeCompletionItemProvider", uri, at.translate(0, -8));
      assert.ok(items.items.length > 0);
    });

    it("gives the outline its names", async () => {
      const all = await vscode.commands.executeCommand<vscode.DocumentSymbol[]>("vscode.executeDocumentSymbolProvider", document.uri);
      const names = (some: vscode.DocumentSymbol[]): string[] => some.flatMap((one) => [one.name, ...names(one.children)]);
      const found = names(all);
      for (const name of ["VoyageLabel", "Docks", "DockId"]) assert.ok(found.includes(name), found.join());
    });

    it("lets comments stand, in all schemas of all folders", async () => {
      for (const uri of await vscode.workspace.findFiles("**/*.json")) {
        await vscode.workspace.openTextDocument(uri);
      }
      await new Promise((resolve) => setTimeout(resolve, 1500));
      const own = vscode.languages.getDiagnostics().flatMap(([uri, all]) => all.map((one) => `${uri.path} ${one.source}: ${one.message}`));
      assert.deepEqual(own.filter((one) => !one.includes(" wirelint: ")), []);
    });

    it("knows the language of gate tables", async () => {
      const uri = vscode.Uri.joinPath(vscode.workspace.workspaceFolders![0]!.uri, "notes/x.gates");
      await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode("gates 1\nreleases 1.0.0\nfeature a.b {\n   levle 1\n}\n"));
      const table = await open("**/x.gates");
      assert.equal(table.languageId, "gates");
      await until(() => found(table.uri).some((one) => one.source === "wirelint"));
      await vscode.commands.executeCommand("workbench.action.closeActiveEditor");
      await vscode.workspace.fs.delete(uri);
    });

    it("takes back the findings of a file that is gone, seen or not", async () => {
      const [folder] = vscode.workspace.workspaceFolders!;
      const broken = document.getText().replace("CargoLoadRequest", "CargoLostRequest").replace('"int16"', '"strng"');
      const uris = ["Lost", "Unseen"].map((name) => vscode.Uri.joinPath(document.uri, `../Cargo${name}Request.json`));
      for (const uri of uris) {
        assert.ok(vscode.workspace.getWorkspaceFolder(uri) === folder);
        await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(broken.replace("Lost", uri === uris[0] ? "Lost" : "Unseen")));
      }
      await vscode.commands.executeCommand("vscode.open", uris[0]); // what an extension opens stays open for minutes
      for (const uri of uris) await until(() => found(uri).length > 0);
      await vscode.commands.executeCommand("workbench.action.closeActiveEditor");
      await until(() => vscode.workspace.textDocuments.every((one) => one.uri.toString() !== uris[0]!.toString()));
      for (const uri of uris) await vscode.workspace.fs.delete(uri);
      for (const uri of uris) await until(() => found(uri).length === 0);
    });

    it("obeys a setting at once", async () => {
      const all = vscode.workspace.getConfiguration("wirelint");
      const lenses = async (): Promise<number> =>
        (await vscode.commands.executeCommand<vscode.CodeLens[]>("vscode.executeCodeLensProvider", document.uri)).length;
      await vscode.window.showTextDocument(document);
      assert.ok((await lenses()) > 0);
      await all.update("codeLens", false, vscode.ConfigurationTarget.Global);
      await until(async () => (await lenses()) === 0);
      await all.update("codeLens", undefined, vscode.ConfigurationTarget.Global);
      await until(async () => (await lenses()) > 0);
    });

    it("compares with the baseline of the setting", async () => {
      const all = vscode.workspace.getConfiguration("wirelint", document.uri);
      await all.update("baseline", "1.2.0", vscode.ConfigurationTarget.Global);
      await until(() => server.statuses.some((one) => one.baseline === "1.2.0" && one.baselineState === "ready"));
      await all.update("baseline", "gone", vscode.ConfigurationTarget.Global);
      await until(() => server.statuses.some((one) => one.baselineState === "failed"));
      await all.update("baseline", undefined, vscode.ConfigurationTarget.Global);
      await until(() => server.statuses.some((one) => one.baseline === "1.3.0" && one.baselineState === "ready"));
    });

    it("restarts, and finds what it found", async () => {
      const edit = new vscode.WorkspaceEdit();
      const at = document.getText().indexOf('"int16"');
      edit.replace(document.uri, new vscode.Range(document.positionAt(at), document.positionAt(at + 7)), '"strng"');
      await vscode.workspace.applyEdit(edit);
      await until(() => found(document.uri).length > 0);
      await vscode.commands.executeCommand("wirelint.restart");
      assert.equal(server.state.state, "running");
      await until(() => server.statuses.some((one) => one.state === "ready") && found(document.uri).length > 0);
      await vscode.commands.executeCommand("undo");
      await until(() => found(document.uri).length === 0);
    });

    it("has every command that it lists", async () => {
      const { commands } = vscode.extensions.getExtension("wirelint.wirelint")!.packageJSON.contributes;
      const known = await vscode.commands.getCommands();
      const missing = commands.map((one: { command: string }) => one.command).filter((one: string) => !known.includes(one));
      assert.deepEqual(missing, []);
    });
  });
}
