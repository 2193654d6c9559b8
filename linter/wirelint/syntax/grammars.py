# lark computes a parser's tables from the grammar, which takes 50 to 400 ms in each process. So the
# tables ship with the package, as the plain data that lark's own stand-alone parsers hold. They serve
# as long as they are those of the grammar's text and of the lark that is installed; otherwise the
# parser is built from the text. `make grammars` writes them anew, and a test holds them current.
"""Parsers that are lark's own: that of the tolerant reader. Others run on `automaton`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final
from zlib import crc32

import lark
from lark import Lark
from lark.grammar import Rule
from lark.lexer import TerminalDef

from wirelint.lazy_dataclass import dataclass
from wirelint.syntax.automaton import read

_OPTIONS_OF_CODE: Final = ("lexer", "propagate_positions", "transformer")


@dataclass(frozen=True, slots=True)
class Grammar:
    """`NAME.lark` in the folder of a package, and lark's options for it.

    The tables depend on `options`, plain data; `code` may hold classes and functions as well.
    """

    package: str
    name: str
    options: Mapping[str, Any]
    code: Mapping[str, Any]


def load(grammar: Grammar) -> Lark:
    """The parser of a grammar, from its tables if they serve."""
    text = read(grammar.package, f"{grammar.name}.tables.json")
    tables = json.loads(text) if text is not None else None
    if tables is None or tables["of"] != _identity(grammar):
        return build(grammar)
    return _from_tables(grammar, tables)


def build(grammar: Grammar) -> Lark:
    """The same, from the grammar's text."""
    return Lark(_text(grammar), parser="lalr", **grammar.options, **grammar.code)


def tables_of(grammar: Grammar) -> str:
    """The text of the grammar's `.tables.json`."""
    data, memo = build(grammar).memo_serialize([TerminalDef, Rule])
    for option in _OPTIONS_OF_CODE:
        data["options"].pop(option)
    data["parser"]["lexer_conf"].pop("lexer_type")
    data["parser"]["parser"] = _renumbered(data["parser"]["parser"])
    tables = {"of": _identity(grammar), "data": data, "memo": memo}
    return json.dumps(tables, separators=(",", ":"), sort_keys=True) + "\n"


def _renumbered(table: dict[str, Any]) -> dict[str, Any]:
    """The same automaton; lark numbers the states as a set gives them, so at each run anew."""
    names: dict[int, str] = table["tokens"]
    actions = {
        state: sorted((names[token], action) for token, action in by_token.items())
        for state, by_token in table["states"].items()
    }
    order = list(dict.fromkeys(state for _, state in sorted(table["start_states"].items())))
    for state in order:  # it grows
        targets = [target for _, (reduces, target) in actions[state] if not reduces]
        order += [one for one in dict.fromkeys(targets) if one not in order]
    numbers = {state: number for number, state in enumerate(order)}
    tokens = {name: number for number, name in enumerate(sorted(names.values()))}
    return {
        "tokens": {number: name for name, number in tokens.items()},
        "states": {
            numbers[state]: {
                tokens[name]: (reduces, argument if reduces else numbers[argument])
                for name, (reduces, argument) in actions[state]
            }
            for state in order
        },
        **{
            ends: {start: numbers[state] for start, state in table[ends].items()}
            for ends in ("start_states", "end_states")
        },
    }


def _from_tables(grammar: Grammar, tables: dict[str, Any]) -> Lark:
    data = tables["data"]
    # The names of JSON's members are texts; lark counts.
    parser = data["parser"]["parser"]
    parser["tokens"] = _numbered(parser["tokens"])
    parser["states"] = {
        int(state): _numbered(actions) for state, actions in parser["states"].items()
    }
    data["options"].update(grammar.code)
    data["parser"]["lexer_conf"]["lexer_type"] = grammar.code["lexer"]
    made: Lark = Lark.load({"data": data, "memo": _numbered(tables["memo"])})
    return made


def _numbered(members: dict[str, Any]) -> dict[int, Any]:
    return {int(number): value for number, value in members.items()}


def _identity(grammar: Grammar) -> list[Any]:
    """What tables must be of to serve."""
    return [lark.__version__, crc32(_text(grammar).encode()), dict(grammar.options)]


def _text(grammar: Grammar) -> str:
    text = read(grammar.package, f"{grammar.name}.lark")
    assert text is not None
    return text
