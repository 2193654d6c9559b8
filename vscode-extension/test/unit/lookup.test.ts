import { describe, expect, test } from "vitest";
import { findServer, type Settings, type Surroundings, type Version } from "../../src/lookup";

const DEFAULTS: Settings = { serverPath: "", interpreter: "", importStrategy: "useBundled" };

interface Machine {
  pythons?: Record<string, { version?: Version; hasWirelint?: boolean }>;
  files?: string[];
  settings?: Partial<Settings>;
  selected?: string;
  trusted?: boolean;
  path?: string;
  platform?: NodeJS.Platform;
}

function around({ pythons = {}, files = [], settings, selected, trusted = true, path = "/usr/bin", platform = "linux" }: Machine): Surroundings {
  return {
    platform,
    env: { PATH: path },
    folders: ["/home/me/project"],
    trusted,
    settings: { ...DEFAULTS, ...settings },
    bundled: "/ext/server/main.py",
    cache: "/store/python",
    isFile: (file) => file in pythons || files.includes(file),
    pythonExtension: () => Promise.resolve(selected),
    versionOf: (python) => Promise.resolve(python in pythons ? (pythons[python]?.version ?? [3, 12]) : undefined),
    hasWirelint: (python) => Promise.resolve(pythons[python]?.hasWirelint === true),
  };
}

async function found(machine: Machine): Promise<string> {
  const answer = await findServer(around(machine));
  return "program" in answer ? `${answer.program.kind}: ${answer.program.command}` : `missing: ${answer.missing.reason}`;
}

describe("in a trusted folder", () => {
  test("the setting comes first", async () => {
    const machine = { files: ["/opt/wirelint"], pythons: { "/usr/bin/python3": {} }, settings: { serverPath: "/opt/wirelint" } };
    expect(await found(machine)).toBe("setting: /opt/wirelint");
  });

  test("a setting that names nothing is said, not passed over", async () => {
    const machine = { pythons: { "/usr/bin/python3": {} }, settings: { serverPath: "/opt/gone" } };
    expect(await found(machine)).toBe("missing: There is no program at /opt/gone (setting wirelint.server.path).");
  });

  test("then the bundled server, with the interpreter of the setting", async () => {
    const machine = { pythons: { "/opt/py": {}, "/venv/py": {}, "/usr/bin/python3": {} }, settings: { interpreter: "/opt/py" }, selected: "/venv/py" };
    expect(await found(machine)).toBe("bundled: /opt/py");
  });

  test("an interpreter that is too old is named", async () => {
    const machine: Machine = { pythons: { "/opt/py": { version: [3, 10] } }, settings: { interpreter: "/opt/py" } };
    expect(await found(machine)).toBe("missing: The Python of the setting wirelint.interpreter cannot run wirelint: /opt/py is Python 3.10.");
  });

  test("then with that of the Python extension", async () => {
    expect(await found({ pythons: { "/venv/py": {}, "/usr/bin/python3": {} }, selected: "/venv/py" })).toBe("bundled: /venv/py");
  });

  test("which may be too old", async () => {
    const machine: Machine = { pythons: { "/venv/py": { version: [3, 9] }, "/usr/bin/python3": {} }, selected: "/venv/py" };
    expect(await found(machine)).toBe("bundled: /usr/bin/python3");
  });

  test("then with the first of PATH that is new enough", async () => {
    const machine: Machine = { pythons: { "/usr/bin/python3": { version: [3, 9] }, "/usr/bin/python3.13": {} } };
    expect(await found(machine)).toBe("bundled: /usr/bin/python3.13");
  });

  test("then a wirelint of PATH, which brings its Python", async () => {
    const machine: Machine = { pythons: { "/usr/bin/python3": { version: [3, 9] } }, files: ["/usr/bin/wirelint"] };
    expect(await found(machine)).toBe("path: /usr/bin/wirelint");
  });

  test("a wirelint of the environment where that is wanted", async () => {
    const machine: Machine = { pythons: { "/venv/py": { hasWirelint: true } }, selected: "/venv/py", settings: { importStrategy: "fromEnvironment" } };
    expect(await found(machine)).toBe("environment: /venv/py");
  });

  test("else the bundled one all the same", async () => {
    const machine: Machine = { pythons: { "/venv/py": {} }, selected: "/venv/py", settings: { importStrategy: "fromEnvironment" } };
    expect(await found(machine)).toBe("bundled: /venv/py");
  });
});

describe("in a folder that is not trusted", () => {
  const trusted = false;

  test("settings, environments and a wirelint of PATH are passed over", async () => {
    const machine: Machine = {
      trusted,
      files: ["/opt/wirelint", "/usr/bin/wirelint"],
      pythons: { "/venv/py": { hasWirelint: true }, "/opt/py": {}, "/usr/bin/python3": {} },
      settings: { serverPath: "/opt/wirelint", interpreter: "/opt/py", importStrategy: "fromEnvironment" },
      selected: "/venv/py",
    };
    expect(await found(machine)).toBe("bundled: /usr/bin/python3");
  });

  test("a Python inside of the folder is passed over", async () => {
    const pythons = { "/home/me/project/bin/python3": {}, "/usr/bin/python3": {} };
    expect(await found({ trusted, pythons, path: "/home/me/project/bin:/usr/bin" })).toBe("bundled: /usr/bin/python3");
    expect(await found({ pythons, path: "/home/me/project/bin:/usr/bin" })).toBe("bundled: /home/me/project/bin/python3");
  });

  test("without a Python nothing runs", async () => {
    expect(await found({ trusted, files: ["/usr/bin/wirelint"] })).toMatch(/^missing: /);
  });
});

test("relative entries of PATH are passed over", async () => {
  const pythons = { "bin/python3": {}, "./python3": {}, "/usr/bin/python3": {} };
  expect(await found({ pythons, path: "bin:.:/usr/bin" })).toBe("bundled: /usr/bin/python3");
});

test("Windows has a launcher", async () => {
  const machine: Machine = { platform: "win32", path: "C:\\Windows", pythons: { "C:\\Windows\\py.exe": {} } };
  const answer = await findServer(around(machine));
  expect("program" in answer && answer.program.before.slice(0, 3)).toEqual(["-3", "-I", "-S"]);
});

test("the bundled server is kept apart from the folder and from what is installed", async () => {
  const answer = await findServer(around({ pythons: { "/usr/bin/python3": {} } }));
  expect("program" in answer && answer.program.before).toEqual(["-I", "-S", "-X", "pycache_prefix=/store/python", "/ext/server/main.py"]);
});

describe("the message without a Python", () => {
  test("says what is needed", async () => {
    expect(await found({})).toBe("missing: wirelint needs Python 3.11 or newer, and none was found on PATH.");
  });

  test("names the one that is too old", async () => {
    const machine: Machine = { pythons: { "/usr/bin/python3": { version: [3, 8] } } };
    expect(await found(machine)).toBe("missing: wirelint needs Python 3.11 or newer; /usr/bin/python3 is Python 3.8.");
  });
});
