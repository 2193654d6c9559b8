// Looks for programs by hand: a shell or `spawn` would also take one out of the folder that is open,
// which on Windows comes before PATH, and elsewhere through a relative entry of PATH.
import * as path from "node:path";

export interface Where {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly folders: readonly string[];
  isFile(file: string): boolean;
}

/** Absolute paths of a program on PATH, best first. `outside` leaves out what lies in an open folder. */
export function onPath(name: string, where: Where, outside: boolean): string[] {
  const { join, isAbsolute, delimiter } = where.platform === "win32" ? path.win32 : path.posix;
  const endings = where.platform === "win32" ? [".exe", ".cmd", ".bat"] : [""];
  const found: string[] = [];
  for (const entry of (where.env["PATH"] ?? where.env["Path"] ?? "").split(delimiter)) {
    const folder = entry.replace(/^"(.*)"$/, "$1");
    if (!isAbsolute(folder)) continue;
    if (outside && where.folders.some((one) => lies(folder, one, where.platform))) continue;
    for (const ending of endings) {
      const file = join(folder, name + ending);
      if (!found.includes(file) && where.isFile(file)) found.push(file);
    }
  }
  return found;
}

/** Whether a path is a folder or lies in it. */
export function lies(file: string, folder: string, platform: NodeJS.Platform): boolean {
  const { relative, isAbsolute, sep } = platform === "win32" ? path.win32 : path.posix;
  const way = relative(folder, file);
  return !(way === ".." || way.startsWith(".." + sep) || isAbsolute(way));
}
