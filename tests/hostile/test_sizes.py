"""Depths, sizes and counts: a finding that names the limit, in linear time, never a fault."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from support.cli import assert_fair, schema, wirelint, with_memory


def nested(depth: int, type: str) -> str:
    inner = f'{{"name":"L","type":"{type}","versions":"0+"}}'
    for index in range(depth):
        inner = f'{{"name":"N{index}","type":"[]T{index}","versions":"0+","fields":[{inner}]}}'
    return _message(f"[{inner}]")


def doubled(count: int, type: str) -> str:
    structs = ",".join(
        f'{{"name":"S{n}","versions":"0+","fields":[{{"name":"A","type":"S{n + 1}","versions":"0+"}},'
        f'{{"name":"B","type":"S{n + 1}","versions":"0+"}}]}}'
        for n in range(count)
    )
    last = f'{{"name":"S{count}","versions":"0+","fields":[{{"name":"L","type":"{type}","versions":"0+"}}]}}'
    return _message('[{"name":"R","type":"S0","versions":"0+"}]', f"[{structs},{last}]")


def _message(fields: str, structs: str = "[]") -> str:
    return (
        '{"type":"data","name":"Deep","validVersions":"0","flexibleVersions":"0+",'
        f'"fields":{fields},"commonStructs":{structs}}}'
    )


def _changed(tmp_path: Path, before: str, after: str) -> tuple[str, int]:
    """What a check says of a change, and its exit code; other commands bear it too."""
    old, new = tmp_path / "old", tmp_path / "new"
    for folder, text in ((old, before), (new, after)):
        folder.mkdir()
        (folder / "Deep.json").write_text(text)
    check = wirelint("check", "--no-cache", "--witness", "--against", "../old", cwd=new)
    said = assert_fair(check)
    for arguments in (
        ["show", "Deep.json", "--version", "0", "--bytes"],
        ["diff", "../old", "."],
        ["decode", "Deep.json", "--version", "0", "00" * 40],
        ["ledger", "record", "1"],
    ):
        assert_fair(wirelint(*arguments, cwd=new))
    return said, check.returncode


@pytest.mark.parametrize("depth", [101, 300, 498])
def test_a_change_far_down_is_seen(tmp_path: Path, depth: int) -> None:
    said, code = _changed(tmp_path, nested(depth, "int16"), nested(depth, "int8"))
    assert "released-field-retyped" in said
    assert code == 1


@pytest.mark.parametrize("depth", [499, 1000, 20_000])
def test_deeper_is_a_finding(tmp_path: Path, depth: int) -> None:
    said, code = _changed(tmp_path, nested(depth, "int16"), nested(depth, "int8"))
    assert "nesting-too-deep" in said
    assert code == 1


@pytest.mark.parametrize("count", [30, 190])
def test_structs_that_double(tmp_path: Path, count: int) -> None:
    said, _ = _changed(tmp_path, doubled(count, "int16"), doubled(count, "int8"))
    assert "released-field-retyped" in said


def test_a_chain_of_structs_without_end(tmp_path: Path) -> None:
    said, _ = _changed(tmp_path, doubled(3000, "int16"), doubled(3000, "int8"))
    assert "more than 200 deep" in said


@pytest.mark.skipif(sys.platform != "linux", reason="memory as Linux counts it")
def test_many_files_and_many_findings(tmp_path: Path) -> None:
    tree = tmp_path / "tree"
    tree.mkdir()
    for number in range(1500):
        (tree / f"M{number}Record.json").write_text(schema(f"M{number}Record", number))
    bad = ",".join(f'{{"name":"f{n}","type":"int33","versions":"0+"}}' for n in range(3000))
    (tree / "Bad.json").write_text(_message(f"[{bad}]"))
    limited = with_memory(600 << 20)
    command = ("check", "--no-cache", "--format", "json")
    assert_fair(wirelint(*command, cwd=tree, timeout=100, prepare=limited), 1)
