// The grammar of `.gates` with VS Code's own engine, on our own examples: no word without a colour.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { OnigScanner, OnigString, loadWASM } from "vscode-oniguruma";
import { INITIAL, Registry, parseRawGrammar, type IGrammar } from "vscode-textmate";

const HERE = resolve(__dirname, "../..");
let grammar: IGrammar;

beforeAll(async () => {
  const wasm = createRequire(__filename).resolve("vscode-oniguruma/release/onig.wasm");
  await loadWASM(readFileSync(wasm).buffer as ArrayBuffer);
  const path = `${HERE}/syntaxes/gates.tmLanguage.json`;
  const registry = new Registry({
    onigLib: Promise.resolve({ createOnigScanner: (sources) => new OnigScanner(sources), createOnigString: (text) => new OnigString(text) }),
    loadGrammar: async () => parseRawGrammar(readFileSync(path, "utf8"), path),
  });
  grammar = (await registry.loadGrammar("source.gates"))!;
});

function scopes(line: string): [string, string][] {
  return grammar
    .tokenizeLine(line, INITIAL)
    .tokens.map((one) => [line.slice(one.startIndex, one.endIndex), one.scopes.at(-1)!] as [string, string])
    .filter(([text]) => text.trim());
}

test("a level", () => {
  expect(scopes('  level 21 3.9-IV0 in 3.9.0 metadata "Fetch v17" # note')).toEqual([
    ["level", "keyword.control.gates"],
    ["21", "constant.numeric.level.gates"],
    ["3.9-IV0", "entity.name.constant.level.gates"],
    ["in", "keyword.other.gates"],
    ["3.9.0", "constant.numeric.version.gates"],
    ["metadata", "storage.modifier.gates"],
    ['"', "string.quoted.double.gates"],
    ["Fetch v17", "string.quoted.double.gates"],
    ['"', "string.quoted.double.gates"],
    ["# note", "comment.line.number-sign.gates"],
  ]);
});

test("a level without a name", () => {
  expect(scopes("  level 0 in 1.0.0").slice(0, 3).map(([text]) => text)).toEqual(["level", "0", "in"]);
});

test("a name that holds a word of the language stays a name", () => {
  expect(scopes("  needs metadata.version >= 4.1-IV0")).toEqual([
    ["needs", "keyword.other.gates"],
    ["metadata.version", "variable.other.gates"],
    [">=", "keyword.operator.gates"],
    ["4.1-IV0", "constant.numeric.version.gates"],
  ]);
});

test("a hash in a text is no comment", () => {
  expect(scopes('retired 1 .. 6 "issue #3"').some(([, scope]) => scope.startsWith("comment"))).toBe(false);
});

describe.each(["kafka", "krabka", "automq", "kip31"])("%s.gates", (name) => {
  test("has a scope for every word", () => {
    const bare: string[] = [];
    for (const line of readFileSync(`${HERE}/../examples/${name}.gates`, "utf8").split("\n")) {
      for (const [text, scope] of scopes(line)) if (scope === "source.gates" && !/^[{},]+$/.test(text.trim())) bare.push(text);
    }
    expect(bare).toEqual([]);
  });
});

test("every word of the language is coloured", () => {
  const text = readFileSync(`${HERE}/../linter/wirelint/gates/language/grammar.lark`, "utf8");
  const words = [...text.matchAll(/"([a-z]+(?:-[a-z]+)*)"/g)].map(([, word]) => word as string);
  expect(words.length).toBeGreaterThan(50);
  const bare = [...new Set(words)].filter((word) => [`${word} 1`, `${word} x`].every((line) => scopes(line)[0]![1].startsWith("variable")));
  expect(bare).toEqual([]);
});
