# What Rust leaves out and an LALR grammar needs: the `;` behind a statement and the `,` behind an arm
# that end with `}`. They are put in here, and what says nothing about versions is taken out.
"""Tokens of Rust for the strict grammar."""

from __future__ import annotations

from typing import Final

from wirelint.gates.readers.code import Code, end_of
from wirelint.gates.readers.rust_outline import Run
from wirelint.syntax.automaton import Token

_THROWING: Final = frozenset(("panic", "unreachable", "todo", "unimplemented"))
_CHECKING: Final = frozenset(
    ("assert", "assert_eq", "assert_ne", "debug_assert", "debug_assert_eq", "debug_assert_ne")
)
_HEAD: Final = 60  # tokens between `match` and its brace


def prepared(code: Code, run: Run) -> list[Token]:
    """Return a run for the strict grammar."""
    end = min(run.end, len(code.tokens))
    added = _separators(code, run.first, end)
    found: list[Token] = []
    index = run.first
    while index < end:
        behind = _passed_over(code, index, end)
        if behind > index:
            index = behind
            continue
        token = code.tokens[index]
        if token in _THROWING and index + 2 < end and code.tokens[index + 1] == "!":
            behind = min(code.after(index + 2), end)
            found.append(code.joined("THROWN", token, code.tokens[behind - 1]))
            index = behind
        else:
            found.append(token)
            index += 1
        if index - 1 in added:
            found.append(_virtual(code.tokens[index - 1], added[index - 1]))
    return found


def _passed_over(code: Code, index: int, end: int) -> int:
    """Return the index behind an attribute, a `use` or an assertion; the same where there is none."""
    word = code.tokens[index]
    if word == "#" and index + 1 < end and code.tokens[index + 1] == "[":
        return min(code.after(index + 1), end)
    is_check = word in _CHECKING and index + 2 < end and code.tokens[index + 1] == "!"
    if is_check or (word == "use" and index + 1 < end and code.tokens[index + 1].type == "NAME"):
        while index < end and code.tokens[index] != ";":
            index = code.after(index)
        return min(index + 1, end)
    return index


def _separators(code: Code, first: int, end: int) -> dict[int, str]:
    """Find where a `;` or a `,` is to be put in: by the index of the word before it."""
    tokens = code.tokens
    added: dict[int, str] = {}
    bodies: set[int] = set()  # braces of `match`
    blocks: set[int] = {first}  # where a statement may begin
    for index in range(first, end):
        word = tokens[index]
        before = tokens[index - 1] if index > first else None
        if word == "match":
            opened = _brace(code, index + 1, end)
            if opened:
                bodies.add(opened)
        if word == "{" and index not in bodies:
            blocks.add(index + 1)
        begins = (
            index in blocks or before == ";" or (index - 1 in added and added[index - 1] == ";")
        )
        arm = before == "=>"
        if begins:
            blocks.add(_passed_over(code, index, end))
        if not (begins or arm) or word not in {"if", "match", "{"}:
            continue
        behind = _chain(code, index, end)
        if index < behind < end and tokens[behind] not in {"}", ")", ".", "?", ";", ","}:
            added.setdefault(behind - 1, "," if arm else ";")
    return added


def _brace(code: Code, index: int, end: int) -> int:
    """Find the brace that a head leads to; 0 where there is none near."""
    for _ in range(_HEAD):
        if index >= end or code.tokens[index] in {";", "}", "=>"}:
            return 0
        if code.tokens[index] == "{":
            return index
        index = code.after(index)
    return 0


def _chain(code: Code, index: int, end: int) -> int:
    """Return the index behind a block, a `match`, or an `if` with its `else`."""
    while True:
        opened = _brace(code, index, end)
        if not opened and (index >= end or code.tokens[index] != "{"):
            return index
        index = min(code.after(opened), end)
        if index >= end or code.tokens[index] != "else":
            return index
        index += 1


def _virtual(behind: Token, text: str) -> Token:
    at = end_of(behind)
    return Token("SEMICOLON" if text == ";" else "COMMA", text, at, at)
