import { expect, test } from "vitest";
import { isOfInterest, isSchema } from "../../src/interest";

const document = (languageId: string, fileName: string, text = "") => ({ languageId, fileName, getText: () => text });
const SCHEMA = '// A dock.\n{ "type": "data", "name": "Dock", "validVersions": "0", "fields": [] }';

test("a message schema starts the server, wherever it lies", () => {
  expect(isOfInterest(document("json", "/tmp/x.json", SCHEMA))).toBe(true);
  expect(isOfInterest(document("jsonc", "/tmp/x.json", SCHEMA))).toBe(true);
});

test("a half-written one does too", () => {
  expect(isSchema(document("json", "/tmp/x.json", '{ "type": "request", "validVersions": '))).toBe(true);
});

test("other JSON does not", () => {
  expect(isOfInterest(document("json", "/tmp/package.json", '{ "name": "x", "type": "module" }'))).toBe(false);
  expect(isOfInterest(document("typescript", "/tmp/x.ts", SCHEMA))).toBe(false);
});

test("gate tables and the configuration do", () => {
  expect(isOfInterest(document("gates", "/tmp/kafka.gates"))).toBe(true);
  expect(isOfInterest(document("toml", "/tmp/wirelint.toml"))).toBe(true);
  expect(isOfInterest(document("toml", "C:\\x\\wirelint.toml"))).toBe(true);
  expect(isOfInterest(document("toml", "/tmp/notwirelint.toml"))).toBe(false);
});
