// Once for all tests: the package is installed as a user would; each editor then copies the folder.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { install } from "./harness";

export default function setup(): () => void {
  const home = mkdtempSync(join(tmpdir(), "wirelint-install-"));
  process.env["EDITOR_EXTENSIONS"] = install(home);
  return () => rmSync(home, { recursive: true, force: true });
}
