# Every figure is a whole process, its median over several rounds, and its ratio to the floor
# (floor.py) measured in the same run: machines differ and are noisy, ratios less so. The floor runs
# before each measured process, so that both see the same weather.
"""Measures wirelint against the floor and prints a table; keeps the last result in last.json."""

from __future__ import annotations

import argparse
import json
import os
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
REPOSITORY = HERE.parent
BUNDLE = REPOSITORY.parent / "shared/corpus/kafka-schemas.bundle"
WIRELINT = str(Path(sys.executable).with_name("wirelint"))
FLOOR = [sys.executable, str(HERE / "floor.py")]
RELEASE, BEFORE = "4.2.0", "4.1.0"
FILES = 280


@dataclass(frozen=True, slots=True)
class Tree:
    """A folder of schemas; `git` says whether it is a repository with release tags."""

    folder: Path
    what: str
    git: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One command to measure, with its goals as ratios to the floor."""

    what: str
    command: list[str]
    cwd: Path
    goal: float
    stretch: float


@dataclass(frozen=True, slots=True)
class Result:
    row: Row
    seconds: list[float]
    fault: str | None

    @property
    def median(self) -> float:
        return statistics.median(self.seconds)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=9, help="runs of each command (default 9)")
    parser.add_argument("--only", default="", metavar="TEXT", help="rows whose name holds TEXT")
    parser.add_argument("--examples", action="store_true", help="use the examples, not the corpus")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="wirelint-bench-") as name:
        scratch = Path(name)
        tree = corpus(scratch) if BUNDLE.exists() and not options.examples else replicated(scratch)
        print(f"{tree.what}; {options.rounds} rounds; Python {platform.python_version()}")
        chosen = [row for row in rows(tree, scratch) if options.only in row.what]
        floor = [clock([*FLOOR, str(tree.folder)], tree.folder) for _ in range(3)]
        results = [measure(row, tree, floor, options.rounds) for row in chosen]
    floor_median = statistics.median(floor)
    print(table(results, floor_median))
    if not options.only:
        keep(results, floor_median, tree)
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
    yield row("check of one file", [*check, *cache, one], 2, 1.2)
    if tree.git:
        change = changed(tree, scratch)
        yield row(
            "check --against, 5 files changed", [*check, *cache, "--against", RELEASE], 3, 2, change
        )
        yield row("check --against the release before", [*check, *cache, "--against", BEFORE], 5, 3)
    yield row("--help", [WIRELINT, "--help"], 0.8, 0.5)
    yield row("--version", [WIRELINT, "--version"], 0.8, 0.5)


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
    if first.returncode not in {0, 1}:
        said = (first.stderr.strip().splitlines() or [""])[0]
        return Result(row, [], f"exit {first.returncode}: {said}")
    seconds = []
    for _ in range(rounds):
        floor.append(clock([*FLOOR, str(tree.folder)], tree.folder))
        seconds.append(clock(row.command, row.cwd))
    return Result(row, seconds, None)


def clock(command: list[str], cwd: Path) -> float:
    start = time.perf_counter()
    subprocess.run(
        command, cwd=cwd, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False
    )
    return time.perf_counter() - start


def table(results: list[Result], floor: float) -> str:
    lines = [
        f"{'':36} {'median':>9} {'to floor':>9} {'goal':>6} {'stretch':>8}",
        f"{'floor':36} {floor * 1000:6.0f} ms {1:8.2f}x",
    ]
    for result in results:
        row = result.row
        if result.fault:
            lines.append(f"{row.what:36} {result.fault}")
            continue
        ratio = result.median / floor
        verdict = "stretch" if ratio <= row.stretch else "goal" if ratio <= row.goal else "missed"
        lines.append(
            f"{row.what:36} {result.median * 1000:6.0f} ms {ratio:8.2f}x"
            f" {row.goal:5g}x {row.stretch:7g}x  {verdict}"
        )
    return "\n".join(lines)


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
            }
            for one in results
        ],
    }
    (HERE / "last.json").write_text(json.dumps(data, indent=2) + "\n")


if __name__ == "__main__":
    sys.exit(main())
