import { expect, test } from "vitest";
import { escaped, show, type Server, type Status } from "../../src/status";

const RUNNING: Server = { state: "running", about: "bundled server with Python 3.12" };
const ROOT: Status = {
  root: "file:///home/me/harbor",
  state: "ready",
  baseline: "1.4.0",
  baselineState: "ready",
  detail: "",
  files: 14,
  errors: 0,
  warnings: 0,
  notes: 0,
};

test.each<[string, Partial<Status>]>([
  ["wirelint 1.4.0 $(check)", {}],
  ["wirelint 1.4.0 $(error) 2", { errors: 2 }],
  ["wirelint 1.4.0 $(error) 2 $(warning) 1", { errors: 2, warnings: 1 }],
  ["wirelint $(check)", { baseline: null, baselineState: "off" }],
  ["wirelint $(loading~spin) $(check)", { baselineState: "loading" }],
  ["wirelint $(warning) no baseline $(check)", { baselineState: "failed" }],
  ["$(loading~spin) wirelint", { state: "scanning" }],
])("%s", (text, status) => {
  expect(show(RUNNING, [{ ...ROOT, ...status }]).text).toBe(text);
});

test("several folders are one sum", () => {
  const item = show(RUNNING, [{ ...ROOT, errors: 1 }, { ...ROOT, root: "file:///home/me/lantern", baseline: "0.3.0", warnings: 2 }]);
  expect(item.text).toBe("wirelint 2 baselines $(error) 1 $(warning) 2");
  expect(item.tooltip).toContain("**harbor**");
  expect(item.tooltip).toContain("**lantern**");
});

test("one baseline for all is named once", () => {
  expect(show(RUNNING, [ROOT, { ...ROOT, root: "file:///b" }]).text).toBe("wirelint 1.4.0 $(check)");
});

test("a baseline that could not be read is a warning with the reason", () => {
  const item = show(RUNNING, [{ ...ROOT, baselineState: "failed", detail: "there is no tag 9.9" }]);
  expect(item.severity).toBe("warning");
  expect(item.tooltip).toContain("there is no tag 9.9");
});

test("a server that does not run says why", () => {
  const item = show({ state: "stopped", reason: "wirelint needs Python 3.11 or newer." }, [ROOT]);
  expect([item.severity, item.tooltip]).toEqual(["warning", "wirelint needs Python 3.11 or newer."]);
});

test("names of tags and folders are text, not Markdown", () => {
  expect(escaped("[x](command:y) `z`")).toBe("\\[x\\]\\(command:y\\) \\`z\\`");
  expect(show(RUNNING, [{ ...ROOT, baseline: "<b>1</b>" }]).tooltip).not.toContain("<b>");
});
