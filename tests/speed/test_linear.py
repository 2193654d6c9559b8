"""Twice as much takes twice the work: calls are counted, the clock is not asked."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any, TypeAlias

import pytest

from wirelint.cli import main

Fields = list[dict[str, Any]]


def message(fields: Fields, **more: Any) -> str:
    """One field a line."""
    lines = ",\n    ".join(json.dumps(one) for one in fields)
    head = {"type": "data", "name": "Ping", "validVersions": "0-1", "flexibleVersions": "0+"} | more
    return json.dumps(head, indent=2)[:-2] + f',\n  "fields": [\n    {lines}\n  ]\n}}\n'


def many(count: int, **more: Any) -> Fields:
    return [{"name": f"F{n}x", "type": "int32", "versions": "0+", "about": "A."} | more for n in range(count)]  # fmt: skip


def named(name: Callable[[int], str], count: int) -> Fields:
    return [one | {"name": name(n)} for n, one in enumerate(many(count))]


def struct(name: str, type: str = "int8") -> dict[str, Any]:
    inner = [{"name": "A", "type": type, "versions": "0+", "about": "A."}]
    return {"name": name, "versions": "0+", "fields": inner}


def structs(count: int, type: str) -> str:
    inner = struct("", type)["fields"]
    return message(
        [one | {"type": f"[]S{n}x", "fields": inner} for n, one in enumerate(many(count))]
    )


def commented(text: str, comment: str) -> str:
    return text.replace('    {"name"', f'    // wirelint: {comment}\n    {{"name"')


ONE_FILE: dict[str, Callable[[int], str]] = {
    "clean fields": lambda n: message(many(n)),
    "no about": lambda n: message(many(n, about="")),
    "spelt in two ways": lambda n: message(named(lambda i: f"{'Aa'[i % 2]}{i // 2}x", n)),
    "one name": lambda n: message(many(n, name="Same")),
    "one tag": lambda n: message(many(n, tag=0, taggedVersions="0+")),
    "tags": lambda n: message([one | {"tag": i, "taggedVersions": "0+"} for i, one in enumerate(many(n))]),
    "no tag": lambda n: message(many(n, taggedVersions="0+")),
    "links of a keyed struct": lambda n: message([*many(n, name="next"), *many(1, mapKey=True)]),
    "unknown types": lambda n: message(many(n, type="int33")),
    "empty structs": lambda n: message(many(n, type="[]Thing")),
    "common structs": lambda n: message(
        [one | {"type": f"S{i}x"} for i, one in enumerate(many(n))],
        commonStructs=[struct(f"S{i}x") for i in range(n)],
    ),
    "unknown properties": lambda n: message(many(n, bogus=1)),
    "used suppressions": lambda n: commented(message(many(n, about="")), "ignore[missing-about] so"),
    "unused suppressions": lambda n: commented(message(many(n)), "ignore[missing-about, tag-gap] so"),
    "unknown names": lambda n: commented(message(many(n)), "ignore[no-such-thing] so"),
    "a block of suppressions": lambda n: message(many(3, about="")).replace(
        '    {"name"', "    // wirelint: ignore[missing-about] so\n" * n + '    {"name"', 1
    ),
    "a suppression of many names": lambda n: message(many(n, about="")).replace(
        '  "fields"', f"  // wirelint: ignore-file[{'missing-about,' * n}] so\n  \"fields\""
    ),
    "versions": lambda n: message(many(n, versions="0-1", nullableVersions="0+"), validVersions="0-99"),
}  # fmt: skip

PAIRS: dict[str, Callable[[int], tuple[str, str]]] = {
    "retyped": lambda n: (message(many(n)), message(many(n, type="int64"))),
    "removed": lambda n: (message(many(n)), message(many(1))),
    "added": lambda n: (message(many(1)), message(many(n))),
    "turned round": lambda n: (message(many(n)), message(many(n)[::-1])),
    "tags went round": lambda n: (
        message([one | {"tag": i, "taggedVersions": "0+"} for i, one in enumerate(many(n))]),
        message([one | {"tag": (i + 1) % n, "taggedVersions": "0+"} for i, one in enumerate(many(n))]),
    ),
    "untagged": lambda n: (
        message([one | {"tag": i, "taggedVersions": "0+"} for i, one in enumerate(many(n))]),
        message(many(n)),
    ),
    "defaults": lambda n: (message(many(n, default="1")), message(many(n, default="2"))),
    "in new versions": lambda n: (
        message(many(1)), message([*many(1), *many(n, versions="2+")[1:]], validVersions="0-2")
    ),
    "structs changed inside": lambda n: (structs(n, "int8"), structs(n, "int16")),
}  # fmt: skip


Place: TypeAlias = tuple[str, int, str]  # file, first line and name of what is called or calls


class Steps:
    """Counts calls, of Python and of C, by place, in one folder."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder = folder
        self.capsys = capsys

    def of(self, *arguments: str) -> Counter[Place]:
        counts: Counter[Place] = Counter()

        def step(frame: FrameType, event: str, called: object) -> None:
            if event in {"call", "c_call"}:
                code = frame.f_code
                name = getattr(called, "__qualname__", code.co_name)
                counts[code.co_filename, code.co_firstlineno, name] += 1

        before = sys.getprofile()
        sys.setprofile(step)
        try:
            code = main(["check", "--no-cache", "--isolated", *arguments])
        finally:
            sys.setprofile(before)
        said = self.capsys.readouterr()
        assert code in {0, 1}, said.err
        return counts


@pytest.fixture
def steps(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Steps:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    return Steps(tmp_path, capsys)


def assert_linear(work: Callable[[int], Counter[Place]], size: int = 16) -> None:
    """From 2n to 4n no place is called much more than twice as often anew as from n to 2n."""
    work(2)  # imports
    one, two, four = (work(size * factor) for factor in (1, 2, 4))
    steep = {
        place: (one[place], two[place], count)
        for place, count in four.items()
        if count - two[place] > 2.7 * (two[place] - one[place]) + 10 * size
    }
    assert not steep


@pytest.mark.parametrize("what", ONE_FILE)
def test_one_file(steps: Steps, what: str) -> None:
    def work(size: int) -> Counter[Place]:
        (steps.folder / "Ping.json").write_text(ONE_FILE[what](size))
        return steps.of("--format", "json")

    assert_linear(work)


@pytest.mark.parametrize("what", PAIRS)
def test_against_a_baseline(steps: Steps, what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # Short lists of slots are compared each with each, long ones are not: so are all here. Likewise
    # the look back at the fields before one that is gone.
    monkeypatch.setattr("wirelint.evolution.align._MAX_CELLS", 0)
    removed = "wirelint_rules.evolution.field_removed_from_released_version"
    monkeypatch.setattr(f"{removed}._FAR", 4)

    def work(size: int) -> Counter[Place]:
        before, after = PAIRS[what](size)
        (steps.folder / "old").mkdir(exist_ok=True)
        (steps.folder / "old/Ping.json").write_text(before)
        (steps.folder / "Ping.json").write_text(after)
        return steps.of("--format", "json", "--witness", "--against", "old", "Ping.json")

    assert_linear(work)


def test_fixes(steps: Steps) -> None:
    def work(size: int) -> Counter[Place]:
        (steps.folder / "Ping.json").write_text(
            message(many(size, versions="0-0", ignorable="true"))
        )
        return steps.of("--fix", "--unsafe-fixes", "Ping.json")

    assert_linear(work)


FORMATS = "text concise json github gitlab sarif junit markdown rdjson".split()


@pytest.mark.parametrize("format", FORMATS)
def test_reporters(steps: Steps, format: str) -> None:
    def work(size: int) -> Counter[Place]:
        (steps.folder / "Ping.json").write_text(message(many(size, about="", type="int33")))
        return steps.of("--format", format, "--verbose")

    assert_linear(work)
