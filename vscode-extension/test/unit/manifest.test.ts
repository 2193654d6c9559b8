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
  const { languages, grammars, snippets, jsonValidation, tomlValidation, walkthroughs } = manifest.contributes;
  const files = [
    manifest.icon,
    ...languages.flatMap((one: any) => [one.configuration, one.icon.light, one.icon.dark]),
    ...[...grammars, ...snippets].map((one: any) => one.path),
    ...jsonValidation.map((one: any) => one.url),
    ...tomlValidation.map((one: any) => one.url),
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

const properties = Object.fromEntries(
  Object.entries<any>(manifest.contributes.configuration.properties).map(([name, one]) => [name.replace("wirelint.", ""), one]),
);
const serverSettings = source("lsp/wirelint_lsp/settings.py");

test("settings and defaults are those of the server", () => {
  const body = serverSettings.slice(serverSettings.indexOf("class ClientSettings"), serverSettings.indexOf("\nDEFAULTS"));
  const server = Object.fromEntries([...body.matchAll(/^ {4}(\w+): \w+ = (.+?)(?: {2}#.*)?$/gm)].map(([, name, value]) => [name, literal(value as string)]));
  const shared = Object.fromEntries(Object.entries(properties).filter(([name]) => name in server).map(([name, one]) => [name, one.default]));
  // "auto" is for clients that cannot pull; VS Code can.
  expect(shared).toEqual({ ...server, diagnosticMode: "workspace" });
});

test("settings that mirror the configuration file are those that the server mirrors, with the file's values", () => {
  const table = serverSettings.slice(serverSettings.indexOf("MIRRORED: Final"), serverSettings.indexOf("_ADDED: Final"));
  const mirrored = [...table.matchAll(/"(\w+)": "([\w-]+)"/g)].map(([, name, key]) => [name as string, key as string] as const);
  expect(mirrored.length).toBeGreaterThan(5);
  const file = JSON.parse(source("linter/wirelint/config/wirelint.schema.json")).properties;
  for (const [name, key] of mirrored) {
    const own = properties[name];
    const { enum: values, type = "string", additionalProperties } = file[key];
    expect([name, own.type]).toEqual([name, type]);
    if (values) expect(own.enum).toEqual(["", ...values]);
    if (additionalProperties?.enum) expect(own.additionalProperties.enum).toEqual(additionalProperties.enum);
    // Empty is how a client says that nobody set it.
    expect([name, own.default]).toEqual([name, { string: "", array: [], object: {} }[type as string]]);
  }
});

test("every setting is the server's or chooses it", () => {
  const own = ["importStrategy", "interpreter", "server.path", "trace.server"];
  const unknown = Object.keys(properties).filter((name) => !own.includes(name) && !new RegExp(`\\b${name}\\b`).test(serverSettings));
  expect(unknown).toEqual([]);
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
