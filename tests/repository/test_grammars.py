"""The tables that ship beside the grammars are lark's for them; `make grammars` writes them anew."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from lark import Lark
from lark.lexer import TerminalDef

from support.shared import REPOSITORY
from wirelint.gates.language import parse as language
from wirelint.gates.readers import java_scope, rust_scope, scala
from wirelint.gates.readers.grammar import grammar as of_language
from wirelint.syntax import builder, grammars
from wirelint.syntax.grammars import Grammar

GRAMMARS = {
    one.name: one
    for one in (
        builder.grammar(),
        language.grammar(),
        of_language("java", java_scope.STARTS),
        of_language("rust", rust_scope.STARTS),
        of_language("scala", scala.STARTS),
    )
}


def file_of(grammar: Grammar) -> Path:
    folder = REPOSITORY / "linter" / grammar.package.replace(".", "/")
    return folder / f"{grammar.name}.tables.json"


def test_each_grammar_has_tables() -> None:
    grammars_there = sorted(path.stem for path in (REPOSITORY / "linter").rglob("*.lark"))
    assert grammars_there == sorted(GRAMMARS)


@pytest.mark.parametrize("name", GRAMMARS)
def test_tables_are_current(name: str) -> None:
    grammar = GRAMMARS[name]
    if os.environ.get("UPDATE_OUTPUTS"):
        file_of(grammar).write_text(grammars.tables_of(grammar))
    written = json.loads(file_of(grammar).read_text())
    current = json.loads(grammars.tables_of(grammar))
    if written["of"][0] != current["of"][0]:
        pytest.skip(f"the tables are of lark {written['of'][0]}")
    assert written == current


@pytest.mark.parametrize("name", GRAMMARS)
def test_a_parser_from_tables_is_the_built_one(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    built = grammars.build(GRAMMARS[name])
    if json.loads(file_of(GRAMMARS[name]).read_text())["of"][0] == lark_version():
        monkeypatch.setattr(grammars, "build", no_build)
    loaded = grammars.load(GRAMMARS[name])
    assert tables(loaded) == tables(built)
    assert [terminal(one) for one in loaded.terminals] == [terminal(one) for one in built.terminals]
    assert loaded.rules == built.rules
    assert loaded.lexer_conf.ignore == built.lexer_conf.ignore


def terminal(one: TerminalDef) -> tuple[Any, ...]:
    pattern = one.pattern
    return type(pattern), one.name, one.priority, pattern.to_regexp(), sorted(pattern.flags)


def tables(parser: Lark) -> dict[str, Any]:
    """The automaton, its states numbered as they are reached, its actions by name."""
    table: Any = parser.parser.parser._parse_table
    data = table.serialize(None)
    data["states"] = {
        state: {
            token: (reduces, json.dumps(argument) if reduces else argument)
            for token, (reduces, argument) in actions.items()
        }
        for state, actions in data["states"].items()
    }
    return grammars._renumbered(data)


def lark_version() -> str:
    import lark

    return lark.__version__


def no_build(_grammar: Grammar) -> Lark:
    raise AssertionError("the tables did not serve")


@pytest.mark.parametrize("spoil", ["missing", "of another lark", "of another grammar"])
def test_tables_that_do_not_serve_are_built(spoil: str, monkeypatch: pytest.MonkeyPatch) -> None:
    grammar = GRAMMARS["scala"]
    tables = json.loads(file_of(grammar).read_text())
    match spoil:
        case "of another lark":
            tables["of"][0] = "0.0.1"
        case "of another grammar":
            tables["of"][1] += 1
        case _:
            tables = None
    read = grammars._read

    def spoiled(one: Grammar, ending: str) -> str | None:
        if ending == ".lark":
            return read(one, ending)
        return None if tables is None else json.dumps(tables)

    calls: list[Grammar] = []
    monkeypatch.setattr(grammars, "_read", spoiled)
    monkeypatch.setattr(grammars, "build", calls.append)
    grammars.load(grammar)
    assert calls == [grammar]
