// Pages that are shown beside the text: Markdown under our own scheme, made anew when what they tell
// of changes. VS Code renders them; nothing of them is a file.
import * as vscode from "vscode";

export const SCHEME = "wirelint";

const PAUSE = 300;

type Write = () => Promise<string>;

interface Page {
  readonly write: Write;
  readonly about: string | undefined;
  timer?: NodeJS.Timeout;
}

export class Pages implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.#changed.event;
  readonly #writers = new Map<string, Page>();
  readonly #subscription = vscode.workspace.registerTextDocumentContentProvider(SCHEME, this);

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const page = this.#writers.get(uri.toString());
    return page ? await page.write() : "This page was made in another session. Ask for it again.\n";
  }

  /** Show a page; `about` is the document whose edits make it anew. */
  async open(title: string, write: Write, where: { about?: vscode.Uri; beside: boolean }): Promise<void> {
    const name = title.replace(/[^\w .\-→]+/g, " ").trim();
    const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${name}.md`, query: where.about?.toString() ?? "" });
    this.#writers.set(uri.toString(), { write, about: where.about?.toString() });
    this.#changed.fire(uri);
    await vscode.commands.executeCommand(where.beside ? "markdown.showPreviewToSide" : "markdown.showPreview", uri);
  }

  /** What is told of this document may read otherwise, once its edits pause. */
  refresh(about: vscode.Uri): void {
    for (const [uri, page] of this.#writers) {
      if (page.about !== about.toString()) continue;
      clearTimeout(page.timer);
      page.timer = setTimeout(() => void this.#again(vscode.Uri.parse(uri, true)), PAUSE);
    }
  }

  async #again(uri: vscode.Uri): Promise<void> {
    if (!vscode.window.tabGroups.all.some((group) => group.tabs.some(isPreview))) return;
    this.#changed.fire(uri);
    // VS Code forgets a document that only a preview shows after minutes; then this reads it anew.
    await vscode.commands.executeCommand("markdown.preview.refresh");
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
    for (const page of this.#writers.values()) clearTimeout(page.timer);
    this.#writers.clear();
  }
}

function isPreview(tab: vscode.Tab): boolean {
  return tab.input instanceof vscode.TabInputWebview && tab.input.viewType.endsWith("markdown.preview");
}
