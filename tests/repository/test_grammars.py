"""The tables that ship beside the grammars are lark's for them; `make grammars` writes them anew."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lark import Lark, Token, Tree, UnexpectedInput
from lark.lexer import TerminalDef

from support.shared import REPOSITORY
from wirelint.gates.language import lines
from wirelint.gates.language import parse as language
from wirelint.gates.readers import java_scope, rust_scope, scala
from wirelint.gates.readers.grammar import grammar as of_language
from wirelint.syntax import automaton, builder, grammars, tables
from wirelint.syntax.automaton import Automaton, Grammar, Unexpected

SCHEMAS = builder.grammar()
GRAMMARS = {
    one.name: one
    for one in (
        language.grammar(),
        of_language("java", java_scope.STARTS),
        of_language("rust", rust_scope.STARTS),
        of_language("scala", scala.STARTS),
    )
}
LARK = {
    name: Lark(
        automaton.read(one.package, f"{name}.lark") or "",
        parser="lalr",
        lexer="contextual" if one.contextual else "basic",
        start=list(one.starts),
        maybe_placeholders=False,
        propagate_positions=lambda node, one=one: (
            not (isinstance(node, Token) and node.type in one.unplaced)
        ),
    )
    for name, one in GRAMMARS.items()
}
Shape: TypeAlias = "tuple[Any, ...]"


def file_of(grammar: Grammar | grammars.Grammar) -> Path:
    folder = REPOSITORY / "linter" / grammar.package.replace(".", "/")
    return folder / f"{grammar.name}.tables.json"


def test_each_grammar_has_tables() -> None:
    grammars_there = sorted(path.stem for path in (REPOSITORY / "linter").rglob("*.lark"))
    assert grammars_there == sorted([SCHEMAS.name, *GRAMMARS])


@pytest.mark.parametrize("name", GRAMMARS)
def test_tables_are_current(name: str) -> None:
    grammar = GRAMMARS[name]
    current = tables.tables_of(grammar, automaton.read(grammar.package, f"{name}.lark") or "")
    if os.environ.get("UPDATE_OUTPUTS"):
        file_of(grammar).write_text(json.dumps(current, separators=(",", ":")) + "\n")
    assert json.loads(file_of(grammar).read_text()) == current


def shape(node: Any) -> Shape:
    """A tree or token of either kind; the offsets of a tree that took nothing are -1."""
    if isinstance(node, Token | automaton.Token):
        return node.type, str(node), node.start_pos, node.end_pos
    meta = node.meta if isinstance(node, Tree) else node
    offsets = getattr(meta, "start_pos", -1), getattr(meta, "end_pos", -1)
    return str(node.data), *offsets, *map(shape, node.children)


def lark_s(name: str, text: str, start: str) -> Shape | None:
    try:
        return shape(LARK[name].parse(text, start=start))
    except UnexpectedInput:
        return None


def ours(parser: Automaton, text: str, start: str) -> Shape | None:
    tree = parser.parse(text, start)
    return None if isinstance(tree, Unexpected) else shape(tree)


WORDS = {
    "java": "if else return switch case default x y 1 ( ) { } ; : -> ? && || == >= ! - . , throw short",
    "rust": 'if else let mut return match x y 1 "s" ( ) { } ; :: => && || == >= .. ..= ! & _ , | . as',
    "scala": "if else x y 1 ( ) { } && || == >= ! . , this true => throw",
}


@pytest.mark.parametrize("name", WORDS)
def test_trees_are_those_of_lark(name: str) -> None:
    parser = automaton.load(GRAMMARS[name])
    seen: set[bool] = set()

    @given(st.sampled_from(GRAMMARS[name].starts), st.lists(st.sampled_from(WORDS[name].split())))
    def alike(start: str, words: list[str]) -> None:
        text = " ".join(words)
        mine = ours(parser, text, start)
        assert mine == lark_s(name, text, start)
        seen.add(mine is None)

    alike()
    assert seen == {False, True}


def statements() -> list[str]:
    """The statements of the examples in the language of gates."""
    found = []
    for path in sorted((REPOSITORY / "examples").rglob("*.gates")):
        text = lines.blank_comments(path.read_text(encoding="utf-8"))
        for chunk in lines.chunks_by_braces(lines.code_lines(text)):
            found.append(text[chunk.start : chunk.end] + "\n")
    return found


def test_trees_of_gates_are_those_of_lark() -> None:
    parser = automaton.load(GRAMMARS["grammar"])
    every = statements()
    assert len(every) > 40
    for text in every:
        assert ours(parser, text, "start") == lark_s("grammar", text, "start") is not None
    words = sorted({word for text in every for word in text.split(" ") if len(word) < 30})
    seen: set[bool] = set()

    @given(st.sampled_from(every), st.integers(0, 99), st.sampled_from(words))
    def alike(text: str, place: int, word: str) -> None:
        parts = text.split(" ")
        parts[place % len(parts)] = word
        changed = " ".join(parts)
        mine = ours(parser, changed, "start")
        assert mine == lark_s("grammar", changed, "start")
        seen.add(mine is None)

    alike()
    assert seen == {False, True}


def test_a_refusal_tells_where_and_what_may_be_there() -> None:
    parser = automaton.load(GRAMMARS["java"])
    refused = parser.parse("a && ) b", "value")
    assert isinstance(refused, Unexpected)
    assert (refused.token, refused.token.start_pos) == (")", 5)
    assert {"NAME", "INT", "OPEN", "NOT"} <= refused.allowed
    assert not {"CLOSE", "AND", "$END"} & refused.allowed
    ended = parser.parse("a &&", "value")
    assert isinstance(ended, Unexpected)
    assert ended.token.type == automaton.END


@pytest.mark.parametrize("spoil", ["missing", "of another form", "of another grammar"])
def test_tables_that_do_not_serve_are_made(spoil: str, monkeypatch: pytest.MonkeyPatch) -> None:
    grammar = GRAMMARS["scala"]
    shipped: Any = json.loads(file_of(grammar).read_text())
    match spoil:
        case "of another form":
            shipped["of"][0] += 1
        case "of another grammar":
            shipped["of"][1] += 1
        case _:
            shipped = None
    monkeypatch.setattr(automaton, "read", spoiled(shipped, automaton.read))
    assert ours(automaton.load(grammar), "a && b", "value") is not None


def spoiled(shipped: dict[str, Any] | None, read: Callable[[str, str], str | None]) -> Any:
    def instead(package: str, name: str) -> str | None:
        if name.endswith(".lark"):
            return read(package, name)
        # Of what does not serve, nothing else may be looked at.
        return None if shipped is None else json.dumps({"of": shipped["of"]})

    return instead


@pytest.mark.parametrize(
    ("text", "why"), [('start: one\n?one: "a"', "?"), ('start: "a" -> b', "alias")]
)
def test_what_an_automaton_cannot_do_is_refused(text: str, why: str) -> None:
    with pytest.raises(ValueError, match="aliases"):
        tables.tables_of(Grammar("wirelint.syntax", why, ("start",)), text)


def test_the_tables_of_schemas_are_current() -> None:
    if os.environ.get("UPDATE_OUTPUTS"):
        file_of(SCHEMAS).write_text(grammars.tables_of(SCHEMAS))
    written = json.loads(file_of(SCHEMAS).read_text())
    current = json.loads(grammars.tables_of(SCHEMAS))
    if written["of"][0] != current["of"][0]:
        pytest.skip(f"the tables are of lark {written['of'][0]}")
    assert written == current


def test_the_parser_of_schemas_is_the_built_one(monkeypatch: pytest.MonkeyPatch) -> None:
    built = grammars.build(SCHEMAS)
    monkeypatch.setattr(grammars, "build", no_build)
    loaded = grammars.load(SCHEMAS)
    assert numbered(loaded) == numbered(built)
    assert [terminal(one) for one in loaded.terminals] == [terminal(one) for one in built.terminals]
    assert loaded.rules == built.rules
    assert loaded.lexer_conf.ignore == built.lexer_conf.ignore


def terminal(one: TerminalDef) -> tuple[Any, ...]:
    pattern = one.pattern
    return type(pattern), one.name, one.priority, pattern.to_regexp(), sorted(pattern.flags)


def numbered(parser: Lark) -> dict[str, Any]:
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


def no_build(_grammar: grammars.Grammar) -> Lark:
    raise AssertionError("the tables did not serve")
