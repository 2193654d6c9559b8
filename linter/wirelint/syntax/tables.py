# lark numbers states as a set gives them, so at each run anew; here they are numbered as they are
# reached, and a file of tables changes only with its grammar.
"""The tables of `automaton`, made with lark."""

from __future__ import annotations

import re
from typing import Any

from lark import Lark
from lark.lexer import PatternStr, TerminalDef

from wirelint.syntax.automaton import Grammar, identity


def tables_of(grammar: Grammar, text: str) -> dict[str, Any]:
    """Compute the tables of a grammar's text, as plain data.

    Raises lark's errors for a faulty grammar, `ValueError` for what an automaton cannot do.
    """
    lark = Lark(
        text, parser="lalr", lexer="basic", start=list(grammar.starts), maybe_placeholders=False
    )
    fixed = {one.pattern.value: one.name for one in lark.terminals if _is_fixed(one)}
    taken = _taken(lark)
    return {
        "of": identity(grammar, text),
        "fixed": dict(sorted(fixed.items())),
        "taken": taken,
        "patterns": _patterns(lark, taken),
        "ignored": sorted(lark.lexer_conf.ignore),
        **_automaton(lark),
    }


def _is_fixed(terminal: TerminalDef) -> bool:
    return isinstance(terminal.pattern, PatternStr)


def _taken(lark: Lark) -> dict[str, str]:
    """Find the terminals of fixed texts that a pattern of their priority takes, and the pattern's."""
    taken: dict[str, str] = {}
    for one in sorted(filter(_is_fixed, lark.terminals), key=lambda terminal: terminal.name):
        for other in lark.terminals:
            if not _is_fixed(other) and other.priority == one.priority:
                matched = re.match(other.pattern.to_regexp(), one.pattern.value)
                if matched is not None and matched.group() == one.pattern.value:
                    taken[one.name] = other.name
    return taken


def _patterns(lark: Lark, taken: dict[str, str]) -> list[list[str]]:
    """Order the terminals as lark's lexer tries them."""

    def order(one: TerminalDef) -> tuple[Any, ...]:
        return -one.priority, -one.pattern.max_width, -len(one.pattern.value), one.name

    every = (one for one in sorted(lark.terminals, key=order) if one.name not in taken)
    return [[one.name, one.pattern.to_regexp()] for one in every]


def _automaton(lark: Lark) -> dict[str, Any]:
    parser: Any = lark.parser
    table = parser.parser._parse_table  # noqa: SLF001 - lark shows it nowhere else
    order = _reached(table)
    number = {state: index for index, state in enumerate(order)}
    rules: dict[Any, int] = {}
    states: list[dict[str, int]] = []
    for state in order:
        row: dict[str, int] = {}
        for name, (action, argument) in sorted(table.states[state].items(), key=lambda one: one[0]):
            if action.name == "Shift":
                row[str(name)] = number[argument]
            else:
                row[str(name)] = -1 - rules.setdefault(argument, len(rules))
        states.append(row)
    return {
        "states": states,
        "starts": {
            start: [number[first], number[table.end_states[start]]]
            for start, first in sorted(table.start_states.items())
        },
        "rules": [_rule(one) for one in rules],
    }


def _reached(table: Any) -> list[int]:
    order = list(dict.fromkeys(state for _, state in sorted(table.start_states.items())))
    for state in order:  # it grows
        actions = sorted(table.states[state].items(), key=lambda one: one[0])
        targets = [argument for _, (action, argument) in actions if action.name == "Shift"]
        order += [one for one in dict.fromkeys(targets) if one not in order]
    return order


def _rule(rule: Any) -> list[Any]:
    """Return a rule's name, size, and which children stay: index, and 1 where theirs come instead."""
    if rule.alias is not None or rule.options.expand1:
        raise ValueError(f"`{rule.origin.name}`: an automaton knows neither aliases nor `?`")
    every = rule.options.keep_all_tokens
    picks = [
        [index, int(not symbol.is_term and symbol.name.startswith("_"))]
        for index, symbol in enumerate(rule.expansion)
        if every or not (symbol.is_term and symbol.filter_out)
    ]
    return [str(rule.origin.name), len(rule.expansion), picks]
