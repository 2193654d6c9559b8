// A choice that also takes what is typed: a baseline may be any revision, folder or archive.
import * as vscode from "vscode";

export interface Choice {
  readonly label: string;
  readonly description: string;
}

export function pick(title: string, placeholder: string, choices: readonly Choice[]): Promise<string | undefined> {
  return new Promise((resolve) => {
    const box = vscode.window.createQuickPick();
    box.title = title;
    box.placeholder = placeholder;
    box.items = [...choices];
    box.ignoreFocusOut = true;
    box.onDidChangeValue((typed) => {
      const known = !typed || choices.some((one) => one.label === typed);
      box.items = known ? [...choices] : [...choices, { label: typed, description: "as typed" }];
    });
    box.onDidAccept(() => {
      resolve(box.activeItems[0]?.label ?? (box.value || undefined));
      box.hide();
    });
    box.onDidHide(() => {
      resolve(undefined);
      box.dispose();
    });
    box.show();
  });
}

interface Ref {
  readonly type: number;
  readonly name?: string;
}

interface Repository {
  getRefs?(query: { pattern?: string; sort?: string }): Promise<Ref[]>;
}

interface Git {
  getAPI(version: 1): { getRepository(uri: vscode.Uri): Repository | null };
}

const TAG = 2;

/** The tags of the folder's repository, newest version first; empty where nobody can say. */
export async function tagsOf(folder: vscode.Uri): Promise<string[]> {
  try {
    const git = await vscode.extensions.getExtension<Git>("vscode.git")?.activate();
    const refs = await git?.getAPI(1).getRepository(folder)?.getRefs?.({ pattern: "refs/tags/*" });
    const tags = (refs ?? []).filter((one) => one.type === TAG && one.name).map((one) => one.name as string);
    return tags.sort((one, other) => other.localeCompare(one, "en", { numeric: true }));
  } catch {
    return []; // git may be switched off; then the release is typed
  }
}
