// Which wirelint runs. Everything that touches the machine comes in through `Surroundings`, so that
// every order and every refusal is a unit test. In a folder that is not trusted nothing that the folder
// may have put there is looked at: no setting of it, no environment, no program inside of it.
import { onPath, type Where } from "./programs";

export const OLDEST = [3, 11] as const;

export interface Settings {
  readonly serverPath: string;
  readonly interpreter: string;
  readonly importStrategy: "useBundled" | "fromEnvironment";
}

export type Version = readonly [number, number];

export interface Surroundings extends Where {
  readonly trusted: boolean;
  readonly settings: Settings;
  /** Our `server/main.py`. */
  readonly bundled: string;
  /** Where Python may keep what it compiled. */
  readonly cache: string;
  /** The interpreter that the Python extension has selected, if there is such an extension. */
  pythonExtension(): Promise<string | undefined>;
  /** The version of a Python, asked in the quickest way; undefined where it does not run. */
  versionOf(python: string, before: readonly string[]): Promise<Version | undefined>;
  /** Whether wirelint is installed for a Python. */
  hasWirelint(python: string): Promise<boolean>;
}

/** How wirelint is called; a subcommand and its arguments follow `before`. */
export interface Program {
  readonly command: string;
  readonly before: readonly string[];
  readonly kind: "setting" | "bundled" | "environment" | "path";
  readonly about: string;
}

export interface Missing {
  /** One line for the user. */
  readonly reason: string;
  /** What was tried, for the log. */
  readonly tried: readonly string[];
  readonly help: "python" | "setting";
}

export type Found = { readonly program: Program; readonly tried: readonly string[] } | { readonly missing: Missing };

export async function findServer(around: Surroundings): Promise<Found> {
  const tried: string[] = [];
  const { settings, trusted } = around;
  if (trusted && settings.serverPath) {
    if (around.isFile(settings.serverPath)) {
      return { program: plain(settings.serverPath, "setting"), tried };
    }
    const reason = `There is no program at ${settings.serverPath} (setting wirelint.server.path).`;
    return { missing: { reason, tried, help: "setting" } };
  }
  if (trusted && settings.importStrategy === "fromEnvironment") {
    const own = (await environment(around, tried)) ?? fromPath(around, tried);
    if (own) return { program: own, tried };
    tried.push("no wirelint in the environment or on PATH; the bundled server it is");
  }
  const python = await findPython(around, tried);
  if (python && "reason" in python) return { missing: python };
  if (python) return { program: bundledWith(python, around), tried };
  const installed = trusted ? fromPath(around, tried) : undefined;
  if (installed) return { program: installed, tried };
  return { missing: { reason: noPython(tried), tried, help: "python" } };
}

interface Python {
  readonly command: string;
  readonly before: readonly string[];
  readonly version: Version;
}

async function findPython(around: Surroundings, tried: string[]): Promise<Python | Missing | undefined> {
  const { settings, trusted } = around;
  if (trusted && settings.interpreter) {
    const python = await newEnough(settings.interpreter, [], around, tried);
    if (python) return python;
    const reason = `The Python of the setting wirelint.interpreter cannot run wirelint: ${tried.at(-1)}.`;
    return { reason, tried, help: "setting" };
  }
  const selected = trusted ? await around.pythonExtension() : undefined;
  if (selected) {
    const python = await newEnough(selected, [], around, tried);
    if (python) return python;
  }
  const names = ["python3", "python", "python3.14", "python3.13", "python3.12", "python3.11"];
  for (const name of names) {
    for (const file of onPath(name, around, !trusted)) {
      const python = await newEnough(file, [], around, tried);
      if (python) return python;
    }
  }
  if (around.platform === "win32") {
    for (const file of onPath("py", around, !trusted)) {
      const python = await newEnough(file, ["-3"], around, tried);
      if (python) return python;
    }
  }
  return undefined;
}

async function newEnough(
  command: string,
  before: readonly string[],
  around: Surroundings,
  tried: string[],
): Promise<Python | undefined> {
  const version = await around.versionOf(command, before);
  if (!version) {
    tried.push(`${command} does not run`);
    return undefined;
  }
  const [major, minor] = version;
  if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
    tried.push(`${command} is Python ${major}.${minor}`);
    return undefined;
  }
  return { command, before, version };
}

async function environment(around: Surroundings, tried: string[]): Promise<Program | undefined> {
  const selected = around.settings.interpreter || (await around.pythonExtension());
  if (!selected) return undefined;
  if (!(await around.hasWirelint(selected))) {
    tried.push(`${selected} has no wirelint`);
    return undefined;
  }
  // -I: a file of the open folder that is called like a module must not be imported.
  return { command: selected, before: ["-I", "-m", "wirelint"], kind: "environment", about: `wirelint of ${selected}` };
}

function fromPath(around: Surroundings, tried: string[]): Program | undefined {
  const [file] = onPath("wirelint", around, false);
  if (file) return plain(file, "path");
  tried.push("no wirelint on PATH");
  return undefined;
}

function plain(command: string, kind: "setting" | "path"): Program {
  return { command, before: [], kind, about: command };
}

function bundledWith(python: Python, around: Surroundings): Program {
  // -I -S: neither the open folder nor what is installed takes part. What Python compiles goes to
  // our own storage, so that the second start is fast and the extension's folder stays as it was.
  const before = [...python.before, "-I", "-S", "-X", `pycache_prefix=${around.cache}`, around.bundled];
  const about = `bundled server with Python ${python.version.join(".")} (${python.command})`;
  return { command: python.command, before, kind: "bundled", about };
}

function noPython(tried: readonly string[]): string {
  const old = tried.find((one) => / is Python \d/.test(one));
  return `wirelint needs Python ${OLDEST.join(".")} or newer${old ? `; ${old}` : ", and none was found on PATH"}.`;
}
