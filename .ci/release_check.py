# What must hold before a release leaves: run by `make release-check` (RELEASE=1.2.3 also holds the
# version and the changelog to that number). Needs the package index for the environments it makes.
"""Builds the release twice, looks inside, installs it with old and new dependencies, and tries it."""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import zipfile
from email.parser import Parser
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
PYTHONS = ("3.11", "3.12", "3.13", "3.14")

# What must be in the wheel besides the modules, and what must be nowhere in it.
NEEDED = (
    "wirelint/py.typed",
    "wirelint_rules/py.typed",
    "wirelint_lsp/py.typed",
    "wirelint/config/wirelint.schema.json",
    "wirelint/schema/message.schema.json",
    "wirelint/syntax/kafka_json.lark",
    "wirelint/gates/language/grammar.lark",
    "wirelint/gates/readers/java.lark",
    "wirelint/gates/readers/rust.lark",
    "wirelint/gates/readers/scala.lark",
)
UNWANTED = re.compile(r"(^|/)(tests?|examples|benchmarks|docs|node_modules)/|\.pyc$|(^|/)\.")
SDIST_NEEDED = (
    "pyproject.toml",
    "README.md",
    "LICENSE",
    "CHANGELOG.md",
    "linter/wirelint/__init__.py",
    "rules/wirelint_rules/__init__.py",
    "lsp/wirelint_lsp/__init__.py",
    "tests/conftest.py",
    "docs/conf.py",
    "examples/demo",
)
SDIST_UNWANTED = re.compile(r"(^|/)(\.venv|node_modules|site|dist|\.git|docs/rules)/|\.pyc$")


class ReleaseError(Exception):
    """Something that must hold does not."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("release", nargs="?", help="the version about to be released")
    parser.add_argument("--no-install", action="store_true", help="build and look only")
    options = parser.parse_args()
    try:
        with tempfile.TemporaryDirectory(prefix="wirelint-release-") as scratch:
            files = check(Path(scratch), options.release, install=not options.no_install)
            (ROOT / "dist").mkdir(exist_ok=True)
            for file in files:
                shutil.copyfile(file, ROOT / "dist" / file.name)
    except ReleaseError as error:
        print(f"release-check: {error}", file=sys.stderr)
        return 1
    print("release-check: all of it holds; the files are in dist/")
    return 0


def check(scratch: Path, release: str | None, *, install: bool) -> tuple[Path, Path]:
    """The sdist and the wheel, when all holds. Raises ReleaseError."""
    version = version_of_source()
    changelog((ROOT / "CHANGELOG.md").read_text(), release, version)
    say(f"version {version}, changelog")
    tracked = snapshot(scratch / "tracked")
    epoch = run("git", "log", "-1", "--format=%ct", cwd=ROOT).strip()
    folders = [scratch / "one", scratch / "another-longer-name"]
    built = [build(tracked, folder, epoch) for folder in folders]
    for first, second in zip(*built, strict=True):
        if digest(first) != digest(second):
            raise ReleaseError(f"{first.name} differs between two builds")
    sdist, wheel = built[0]
    say(
        f"two builds, the same bytes: {digest(wheel)[:16]} {wheel.name}, {digest(sdist)[:16]} {sdist.name}"
    )
    look_into_wheel(wheel, version, tracked)
    look_into_sdist(sdist)
    say(f"contents: {size(wheel)} wheel, {size(sdist)} sdist")
    if install:
        for python in PYTHONS:
            found = find_python(python)
            if found is None:
                say(f"Python {python} is not here: skipped")
                continue
            for name, constraints in (("newest", []), ("lowest", lowest())):
                used = try_out(found, wheel, scratch / f"{name}-{python}", constraints, version)
                say(f"Python {python}, {name} dependencies ({used}): installed and tried")
    return sdist, wheel


def say(text: str) -> None:
    print(f"release-check: {text}", flush=True)


def run(*command: str | Path, cwd: Path | None = None, code: int = 0, **extra: str) -> str:
    result = subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env=os.environ | {"NO_COLOR": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1"} | extra,
        capture_output=True,
        text=True,
        check=False,
    )
    if result.returncode != code:
        shown = " ".join(str(part) for part in command)
        raise ReleaseError(f"`{shown}` exited {result.returncode}:\n{result.stdout}{result.stderr}")
    return result.stdout


def version_of_source() -> str:
    """The one place that holds the version."""
    text = (ROOT / "linter" / "wirelint" / "__init__.py").read_text()
    match = re.search(r'^__version__(?:: Final)? = "([^"]+)"$', text, re.MULTILINE)
    if match is None:
        raise ReleaseError("linter/wirelint/__init__.py holds no __version__")
    return match[1]


def changelog(text: str, release: str | None, version: str) -> None:
    """Raise where the changelog has no Unreleased, or not the release that is about to leave."""
    headings = re.findall(r"^## (.+)$", text, re.MULTILINE)
    if not headings or headings[0] != "Unreleased":
        raise ReleaseError("CHANGELOG.md does not begin with `## Unreleased`")
    if release is None:
        return
    if version != release:
        raise ReleaseError(f"the version is {version}, not {release}")
    dated = re.compile(rf"{re.escape(release)} \(\d{{4}}-\d\d-\d\d\)")
    if len(headings) == 1 or not dated.fullmatch(headings[1]):
        raise ReleaseError(f"CHANGELOG.md has no `## {release} (YYYY-MM-DD)` below Unreleased")
    _, _, rest = text.partition("## Unreleased\n")
    if re.search(r"^- ", rest.partition("\n## ")[0], re.MULTILINE):
        raise ReleaseError("CHANGELOG.md still lists something as unreleased")


def snapshot(folder: Path) -> Path:
    """A copy of what git tracks, as it is now."""
    for name in run("git", "ls-files", "-z", cwd=ROOT).split("\0"):
        if name and (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, folder / name)
            shutil.copymode(ROOT / name, folder / name)
    return folder


def build(tracked: Path, folder: Path, epoch: str) -> tuple[Path, Path]:
    """The sdist, and the wheel built from it, of a copy in a folder of its own."""
    source = shutil.copytree(tracked, folder / "source", copy_function=shutil.copy)
    run(sys.executable, "-m", "build", "-o", folder / "dist", source, SOURCE_DATE_EPOCH=epoch)
    (sdist,) = (folder / "dist").glob("*.tar.gz")
    (wheel,) = (folder / "dist").glob("*.whl")
    return sdist, wheel


def look_into_wheel(wheel: Path, version: str, tracked: Path) -> None:
    """Raise where something is missing, or something is there that should not be."""
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        info = f"wirelint-{version}.dist-info"
        needed = (*NEEDED, f"{info}/METADATA", f"{info}/licenses/LICENSE")
        missing = [name for name in needed if name not in names]
        if missing:
            raise ReleaseError(f"the wheel lacks {', '.join(missing)}")
        metadata = Parser().parsestr(archive.read(f"{info}/METADATA").decode())
    for top in ("linter/wirelint", "rules/wirelint_rules", "lsp/wirelint_lsp"):
        for path in (tracked / top).rglob("*"):
            name = path.relative_to((tracked / top).parent).as_posix()
            if path.is_file() and "__pycache__" not in path.parts and name not in names:
                raise ReleaseError(f"the wheel lacks {name}")
    strange = [name for name in names if UNWANTED.search(name)]
    if strange:
        raise ReleaseError(f"the wheel holds {', '.join(strange[:5])}")
    if metadata["Version"] != version:
        raise ReleaseError(f"the wheel says {metadata['Version']}, the source {version}")
    if metadata["License-Expression"] != "Apache-2.0":
        raise ReleaseError("the wheel names no licence")


def look_into_sdist(sdist: Path) -> None:
    with tarfile.open(sdist) as archive:
        names = [name.partition("/")[2] for name in archive.getnames()]
    missing = [name for name in SDIST_NEEDED if name not in names]
    if missing:
        raise ReleaseError(f"the sdist lacks {', '.join(missing)}")
    strange = [name for name in names if SDIST_UNWANTED.search(name)]
    if strange:
        raise ReleaseError(f"the sdist holds {', '.join(strange[:5])}")


def lowest() -> list[str]:
    """The lowest versions that pyproject.toml declares, as constraints."""
    found = []
    for requirement in PROJECT["dependencies"]:
        match = re.match(r"([\w-]+)>=([\d.]+)", requirement)
        if match is None:
            raise ReleaseError(f"`{requirement}` declares no lowest version")
        found.append(f"{match[1]}=={match[2]}")
    return found


def find_python(version: str) -> str | None:
    candidates = [f"python{version}"]
    candidates += map(str, Path("~/.pyenv/versions").expanduser().glob(f"{version}.*/bin/python"))
    for candidate in candidates:
        try:
            asked = [candidate, "-c", "import sys; print('%d.%d' % sys.version_info[:2])"]
            said = subprocess.run(asked, capture_output=True, text=True, check=False)
        except OSError:
            continue
        if said.stdout.strip() == version:
            return candidate
    return None


def try_out(python: str, wheel: Path, folder: Path, constraints: list[str], version: str) -> str:
    """Install the wheel with what it declares and nothing else; use it. What was installed."""
    run(python, "-m", "venv", folder)
    chosen = folder / "constraints.txt"
    chosen.write_text("\n".join(constraints))
    inside = folder / "bin" / "python"
    run(inside, "-m", "pip", "install", "-q", "--no-compile", "-c", chosen, wheel)
    run(inside, "-m", "pip", "check")
    tool = folder / "bin" / "wirelint"
    examples = shutil.copytree(ROOT / "examples", folder / "examples")
    if run(tool, "--version").strip() != f"wirelint {version}":
        raise ReleaseError(f"{tool} --version says something else than {version}")
    run(tool, "check", "--no-cache", cwd=examples / "harbor")
    run(tool, "check", "--no-cache", cwd=examples / "lantern")
    found = run(
        tool,
        *("check", "--no-cache", "--against", "../before", "--format", "json", "--witness"),
        cwd=examples / "broken" / "after",
        code=1,
    )
    if len(json.loads(found)["diagnostics"]) < 10:
        raise ReleaseError("examples/broken shows fewer findings than it has mistakes")
    (folder / "bad.toml").write_text('profile = "kafaka"\n')  # jsonschema explains
    run(tool, "check", "--config", "bad.toml", "examples", cwd=folder, code=2)
    run(tool, "show", "CargoFetchRequest", "--bytes", cwd=examples / "harbor")
    run(tool, "gates", "kafka.gates", cwd=examples)
    run(tool, "rule", "tag-reused")
    run(inside, "-c", GREETING, tool)
    listed = run(inside, "-m", "pip", "list", "--format", "freeze").lower().splitlines()
    names = [re.split("[>=<]", one)[0] for one in PROJECT["dependencies"]]
    return ", ".join(line for line in listed if line.partition("==")[0] in names)


# Starts the language server, greets it and takes leave.
GREETING = """
import json, subprocess, sys
server = subprocess.Popen([sys.argv[1], "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
def send(**message):
    body = json.dumps({"jsonrpc": "2.0", **message}).encode()
    server.stdin.write(b"Content-Length: %d\\r\\n\\r\\n" % len(body) + body)
    server.stdin.flush()
def receive():
    length = 0
    while line := server.stdout.readline().strip():
        name, _, value = line.partition(b":")
        length = int(value) if name.lower() == b"content-length" else length
    return json.loads(server.stdout.read(length))
def answer(id):
    while (message := receive()).get("id") != id or "method" in message:
        pass
    return message["result"]
send(id=1, method="initialize", params={"processId": None, "rootUri": None, "capabilities": {}})
assert "textDocumentSync" in answer(1)["capabilities"]
send(method="initialized", params={})
send(id=2, method="shutdown")
answer(2)
send(method="exit")
assert server.wait(20) == 0
"""


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def size(path: Path) -> str:
    return f"{path.stat().st_size / 1000:.0f} kB"


if __name__ == "__main__":
    sys.exit(main())
