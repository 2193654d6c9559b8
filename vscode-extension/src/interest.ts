// Whether a server is worth starting. No lint logic: a guess that costs nothing, so that a project
// without schemas never starts a Python.

/** Files whose presence says that a workspace keeps schemas or gate tables. */
export const MARKERS =
  "{**/wirelint.toml,**/*.gates,**/common/message/*.json,**/common/metadata/*.json," +
  "**/kafka/protocol/schemata/*.json,**/protocol/schemas/*.json,**/protocol/schemas/resources/*.json}";
export const NOT_THERE = "**/{node_modules,.git,build,target,dist,.venv}/**";

/** Languages of documents that the server is told about. */
export const LANGUAGES = ["json", "jsonc", "gates", "java", "scala", "rust"] as const;

export interface Text {
  readonly languageId: string;
  readonly fileName: string;
  getText(): string;
}

/** Whether this document alone is a reason to start the server. */
export function isOfInterest(document: Text): boolean {
  if (document.languageId === "gates") return true;
  if (/(^|[\\/])wirelint\.toml$/.test(document.fileName)) return true;
  return isSchema(document);
}

/** Whether it looks like a message schema. */
export function isSchema(document: Text): boolean {
  if (document.languageId !== "json" && document.languageId !== "jsonc") return false;
  const text = document.getText();
  return /"validVersions"\s*:/.test(text) && /"(fields|type|apiKey)"\s*:/.test(text);
}
