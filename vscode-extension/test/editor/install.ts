// Once for all tests: what the last run left goes; the package is installed as a user would; each editor then copies the folder.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PICTURES, install } from "./harness";

export default function setup(): () => void {
  rmSync(PICTURES, { recursive: true, force: true });
  const home = mkdtempSync(join(tmpdir(), "wirelint-install-"));
  process.env["EDITOR_EXTENSIONS"] = install(home);
  return () => rmSync(home, { recursive: true, force: true });
}
