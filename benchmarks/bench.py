# Every figure is a whole process, its median over several rounds, and its ratio to the floor
# (floor.py) measured in the same run: machines differ and are noisy, ratios less so. The floor runs
# before each measured process, so that both see the same weather.
"""Measures wirelint against the floor and prints a table; keeps the last result in last.json.

`--page` also puts the table into docs/performance.md.
"""

from __future__ import annotations

import argparse
import compileall
import json
import os
import platform
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from peers import buf, check_jsonschema, plain_json, protos

HERE = Path(__file__).resolve().parent
REPOSITORY = HERE.parent
BUNDLE = REPOSITORY.parent / "shared/corpus/kafka-schemas.bundle"
WIRELINT = str(Path(sys.executable).with_name("wirelint"))
FLOOR = [sys.executable, str(HERE / "floor.py")]
RELEASE, BEFORE = "4.2.0", "4.1.0"
FILES = 280
COPIES = 36
PAGE = REPOSITORY / "docs/performance.md"
MARKED = re.compile(r"(<!-- table -->\n).*?(<!-- end of table -->)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Tree:
    """A folder of schemas; `git` says whether it is a repository with release tags."""

    folder: Path
    what: str
    git: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One command to measure, with its goals as ratios to the floor; a peer has none."""

    what: str
    command: list[str]
    cwd: Path
    goal: float | None = None
    stretch: float | None = None
    weigh: bool = False  # its memory too


@dataclass(frozen=True, slots=True)
class Result:
    row: Row
    seconds: list[float]
    fault: str | None
    megabytes: float | None = None  # the most that was resident

    @property
    def median(self) -> float:
        return statistics.median(self.seconds)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=9, help="runs of each command (default 9)")
    parser.add_argument("--only", default="", metavar="TEXT", help="rows whose name holds TEXT")
    parser.add_argument(
        "--page", action="store_true", help="put the table into docs/performance.md"
    )
    parser.add_argument("--examples", action="store_true", help="use the examples, not the corpus")
    options = parser.parse_args()
    # Where Python may not keep what it compiles, each start would compile all anew.
    for folder in ("linter", "rules"):
        compileall.compile_dir(REPOSITORY / folder, quiet=1)
    with tempfile.TemporaryDirectory(prefix="wirelint-bench-") as name:
        scratch = Path(name)
        tree = corpus(scratch) if BUNDLE.exists() and not options.examples else replicated(scratch)
        print(f"{tree.what}; {options.rounds} rounds; Python {platform.python_version()}")
        every = [*rows(tree, scratch), *peers(tree, scratch)]
        chosen = [row for row in every if options.only in row.what]
        floor = [clock([*FLOOR, str(tree.folder)], tree.folder) for _ in range(3)]
        results = [measure(row, tree, floor, options.rounds) for row in chosen]
    floor_median = statistics.median(floor)
    print(table(results, floor_median))
    if not options.only:
        keep(results, floor_median, tree)
    if options.page:
        paste(results, floor_median, tree)
    return 0


def corpus(scratch: Path) -> Tree:
    """The schemas of a Kafka release, in a clone of the bundle of releases."""
    folder = scratch / "kafka"
    git(scratch, "clone", "--quiet", str(BUNDLE), "-b", "main", str(folder))
    git(folder, "checkout", "--quiet", RELEASE)
    count = sum(1 for _ in folder.rglob("*.json"))
    return Tree(folder, f"{count} schemas of Apache Kafka {RELEASE}", git=True)


def replicated(scratch: Path) -> Tree:
    """The schemas of two examples, copied until there are as many as Kafka has."""
    folder = scratch / "copies"
    schemas = [
        path
        for example in ("harbor", "lantern")
        for path in sorted((REPOSITORY / "examples" / example).rglob("*.json"))
    ]
    for number in range(FILES):
        source = schemas[number % len(schemas)]
        target = folder / str(number // len(schemas)) / source.parent.name / source.name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source, target)
    return Tree(folder, f"{FILES} copies of the examples' schemas", git=False)


def rows(tree: Tree, scratch: Path) -> Iterator[Row]:
    cache = ["--cache-dir", str(scratch / "cache")]
    check = [WIRELINT, "check"]
    at = tree.folder
    one = str(max(at.rglob("*Request.json"), key=lambda path: path.stat().st_size).relative_to(at))

    def row(what: str, command: list[str], goal: float, stretch: float, cwd: Path = at) -> Row:
        return Row(what=what, command=command, cwd=cwd, goal=goal, stretch=stretch)

    yield row("check, no cache", [*check, "--no-cache"], 3, 2)
    yield row("check, warm cache", [*check, *cache], 1.5, 1.2)
    yield row("check of one file, no cache", [*check, "--no-cache", one], 2, 1.2)
    if tree.git:
        change = changed(tree, scratch)
        yield row(
            "check --against, 5 files changed", [*check, *cache, "--against", RELEASE], 3, 2, change
        )
        yield row("check --against the release before", [*check, *cache, "--against", BEFORE], 5, 3)
        releases = ["--releases", f"2.2.0..{RELEASE}"]
        yield row("matrix over all releases", [WIRELINT, "matrix", *releases], 30, 15)
    table = REPOSITORY / "examples/harbor/server-common"
    yield row("check of a gate table in Java, no cache", [*check, "--no-cache"], 2, 2, table)
    many = scratch / "many"
    for number in range(COPIES):
        shutil.copytree(at, many / str(number), ignore=shutil.ignore_patterns(".git"))
    command = [*check, "--no-cache"]
    yield Row(what="check of 10,000 files, no cache", command=command, cwd=many, weigh=True)
    yield row("--help", [WIRELINT, "--help"], 0.8, 0.5)
    yield row("--version", [WIRELINT, "--version"], 0.8, 0.5)


def peers(tree: Tree, scratch: Path) -> Iterator[Row]:
    """What others take on as many files, where they are installed."""
    ruff = shutil.which("ruff") or str(Path(sys.executable).with_name("ruff"))
    if Path(ruff).exists():
        count = sum(1 for _ in (REPOSITORY / "linter").rglob("*.py"))
        command = [
            ruff,
            "check",
            "--isolated",
            "--no-cache",
            "--exit-zero",
            str(REPOSITORY / "linter"),
        ]
        yield Row(what=f"ruff on {count} Python files, no cache", command=command, cwd=tree.folder)
    program = check_jsonschema(scratch)
    if program is not None:
        plain = scratch / "plain"
        command = [program, "--schemafile", "any.json", *plain_json(tree.folder, plain)]
        yield Row(what="check-jsonschema with an empty schema", command=command, cwd=plain)
    program = buf(scratch)
    if program is not None:
        now, then = scratch / "protos", scratch / "protos-before"
        count = protos(tree.folder, now)
        yield Row(what=f"buf lint on {count} .proto files", command=[program, "lint"], cwd=now)
        if tree.git:
            git(scratch, "clone", "--quiet", str(tree.folder), str(scratch / "before"))
            git(scratch / "before", "checkout", "--quiet", BEFORE)
            protos(scratch / "before", then)
            command = [program, "breaking", "--against", str(then)]
            yield Row(what="buf breaking against the release before", command=command, cwd=now)


def changed(tree: Tree, scratch: Path) -> Path:
    """A clone of the tree in which a commit touches five schemas."""
    folder = scratch / "change"
    git(scratch, "clone", "--quiet", str(tree.folder), str(folder))
    for path in sorted(folder.rglob("*Request.json"))[:5]:
        path.write_text(path.read_text() + "\n// touched\n")
    git(
        folder, "-c", "user.name=bench", "-c", "user.email=bench@example.org", "commit", "-qam", "x"
    )
    return folder


def git(folder: Path, *arguments: str) -> None:
    subprocess.run(["git", *arguments], cwd=folder, check=True, capture_output=True)


def measure(row: Row, tree: Tree, floor: list[float], rounds: int) -> Result:
    """Run a row, the floor before each run; the first run only warms files and caches."""
    first = subprocess.run(row.command, cwd=row.cwd, capture_output=True, text=True, check=False)
    if first.returncode not in {0, 1, 100}:  # buf says 100 where it found something
        said = (first.stderr.strip().splitlines() or [""])[0]
        return Result(row, [], f"exit {first.returncode}: {said}")
    seconds = []
    for _ in range(rounds):
        floor.append(clock([*FLOOR, str(tree.folder)], tree.folder))
        seconds.append(clock(row.command, row.cwd))
    return Result(row, seconds, None, peak(row) if row.weigh else None)


def peak(row: Row) -> float:
    """The memory of one run, in MB."""
    nowhere = subprocess.DEVNULL
    with subprocess.Popen(row.command, cwd=row.cwd, stdout=nowhere, stderr=nowhere) as process:
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    return usage.ru_maxrss / 1024


def clock(command: list[str], cwd: Path) -> float:
    start = time.perf_counter()
    subprocess.run(
        command, cwd=cwd, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False
    )
    return time.perf_counter() - start


def table(results: list[Result], floor: float) -> str:
    lines = [
        f"{'':42} {'median':>9} {'to floor':>9} {'goal':>6} {'stretch':>8}",
        f"{'floor':42} {floor * 1000:6.0f} ms {1:8.2f}x",
    ]
    for result in results:
        row = result.row
        if result.fault:
            lines.append(f"{row.what:42} {result.fault}")
            continue
        ratio = result.median / floor
        line = f"{row.what:42} {result.median * 1000:6.0f} ms {ratio:8.2f}x"
        if row.goal is not None:
            line += f" {row.goal:5g}x {row.stretch:7g}x  {verdict(row, ratio)}"
        if result.megabytes is not None:
            line += f"  {result.megabytes:.0f} MB"
        lines.append(line)
    return "\n".join(lines)


def verdict(row: Row, ratio: float) -> str:
    if row.goal is None or row.stretch is None:
        return ""
    return "stretch" if ratio <= row.stretch else "goal" if ratio <= row.goal else "missed"


def paste(results: list[Result], floor: float, tree: Tree) -> None:
    """Put the table into the page."""
    machine = f"Python {platform.python_version()}, {os.cpu_count()} processors"
    runs = f"medians of {max(len(one.seconds) for one in results)} runs"
    lines = [
        f"{tree.what}, {machine}; {runs}. The floor took {floor * 1000:.0f} ms.",
        "",
        "| whole process | time | to the floor | goal | stretch | |",
        "| --- | ---: | ---: | ---: | ---: | --- |",
    ]
    for one in results:
        if one.fault:
            continue
        ratio = one.median / floor
        goals = (f"{goal:g}x" if goal else "" for goal in (one.row.goal, one.row.stretch))
        cells = (
            one.row.what + ("" if one.megabytes is None else f" ({one.megabytes:.0f} MB)"),
            f"{one.median * 1000:.0f} ms",
            f"{ratio:.2f}x",
            *goals,
            verdict(one.row, ratio),
        )
        lines.append(f"| {' | '.join(cells)} |")
    text = "\n".join(lines)
    PAGE.write_text(MARKED.sub(lambda match: f"{match[1]}\n{text}\n\n{match[2]}", PAGE.read_text()))


def keep(results: list[Result], floor: float, tree: Tree) -> None:
    data = {
        "tree": tree.what,
        "python": platform.python_version(),
        "processors": os.cpu_count(),
        "floor_ms": round(floor * 1000, 1),
        "rows": [
            {"what": one.row.what, "fault": one.fault}
            if one.fault
            else {
                "what": one.row.what,
                "median_ms": round(one.median * 1000, 1),
                "best_ms": round(min(one.seconds) * 1000, 1),
                "ratio": round(one.median / floor, 2),
                "runs": len(one.seconds),
                **({} if one.megabytes is None else {"peak_mb": round(one.megabytes)}),
            }
            for one in results
        ],
    }
    (HERE / "last.json").write_text(json.dumps(data, indent=2) + "\n")


if __name__ == "__main__":
    sys.exit(main())
