"""The grammars of host languages, loaded once."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files

from lark import Lark


@lru_cache(maxsize=8)
def load(name: str, starts: tuple[str, ...]) -> Lark:
    """Load `NAME.lark` of this package; `starts` are the rules that something is parsed by.

    The lexer is not contextual: the outline takes the tokens of a whole file from it.
    """
    return Lark(
        files(__package__).joinpath(f"{name}.lark").read_text(encoding="utf-8"),
        parser="lalr",
        lexer="basic",
        start=list(starts),
        maybe_placeholders=False,
        propagate_positions=True,
    )
