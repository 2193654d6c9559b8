// The manifest against the rest: what it names exists, and what must agree agrees.
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { MARKERS } from "../../src/interest";

const HERE = resolve(__dirname, "../..");
const ROOT = resolve(HERE, "..");
const manifest = JSON.parse(readFileSync(`${HERE}/package.json`, "utf8"));
const source = (path: string): string => readFileSync(`${ROOT}/${path}`, "utf8");

test("every file it names is there", () => {
  const { languages, grammars, snippets, jsonValidation, walkthroughs } = manifest.contributes;
  const files = [
    manifest.icon,
    ...languages.flatMap((one: any) => [one.configuration, one.icon.light, one.icon.dark]),
    ...[...grammars, ...snippets].map((one: any) => one.path),
    ...jsonValidation.map((one: any) => one.url),
    ...walkthroughs[0].steps.map((one: any) => one.media.image),
  ];
  expect(files.filter((one) => !existsSync(resolve(HERE, one)))).toEqual([]);
});

test("versions are exact, so that no lock file is needed", () => {
  const all = { ...manifest.dependencies, ...manifest.devDependencies };
  expect(Object.entries(all).filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version as string))).toEqual([]);
});

test("the extension has the version of wirelint", () => {
  expect(source("linter/wirelint/__init__.py")).toContain(`__version__ = "${manifest.version}"`);
});

test("settings and defaults are those of the server", () => {
  const text = source("lsp/wirelint_lsp/settings.py");
  const body = text.slice(text.indexOf("class ClientSettings"), text.indexOf("\nDEFAULTS"));
  const server = Object.fromEntries([...body.matchAll(/^ {4}(\w+): \w+ = (.+?)(?: {2}#.*)?$/gm)].map(([, name, value]) => [name, literal(value as string)]));
  const own = Object.entries<any>(manifest.contributes.configuration.properties).map(([name, one]) => [name.replace("wirelint.", ""), one]);
  const shared = Object.fromEntries(own.filter(([name]) => name in server).map(([name, one]) => [name, one.default]));
  // "auto" is for clients that cannot pull; VS Code can.
  expect(shared).toEqual({ ...server, diagnosticMode: "workspace" });
});

function literal(text: string): unknown {
  return JSON.parse({ True: "true", False: "false" }[text] ?? text);
}

test("settings that name programs or files are ignored in folders that are not trusted", () => {
  const restricted = manifest.capabilities.untrustedWorkspaces.restrictedConfigurations;
  expect(manifest.capabilities.untrustedWorkspaces.supported).toBe("limited");
  expect(restricted).toEqual(expect.arrayContaining(["wirelint.server.path", "wirelint.interpreter", "wirelint.importStrategy", "wirelint.config"]));
});

test("what activates it is what starts the server", () => {
  const markers = manifest.activationEvents.filter((one: string) => one.startsWith("workspaceContains:")).map((one: string) => one.slice(18));
  expect(MARKERS).toContain(markers[0]);
  for (const one of markers) expect(MARKERS.slice(1, -1).split(",")).toContain(one);
});

describe("the problem matcher", () => {
  const [pattern] = manifest.contributes.problemPatterns;
  const match = (line: string): string[] | undefined => new RegExp(pattern.regexp).exec(line)?.slice(1);

  test("reads a line of the concise format", () => {
    const line = "clients/x/FetchRequest.json:61:3: error released-layout-changed the layout: of 5-17 changed";
    expect(match(line)).toEqual(["clients/x/FetchRequest.json", "61", "3", "error", "released-layout-changed", "the layout: of 5-17 changed"]);
  });

  test("passes over a finding without a place", () => {
    expect(match("wirelint: warning baseline-not-ancestor 1.0.0 is no ancestor")).toBeUndefined();
  });
});

test("the built-in validator lets comments stand, and says nothing else", () => {
  const schema = JSON.parse(readFileSync(`${HERE}/schemas/comments-allowed.schema.json`, "utf8"));
  expect(schema.allowComments).toBe(true);
  expect(Object.keys(schema).filter((one) => !/^(\$|allow)/.test(one))).toEqual([]);
});
