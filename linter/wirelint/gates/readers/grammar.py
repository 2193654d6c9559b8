"""The grammars of host languages, loaded once."""

from __future__ import annotations

from functools import lru_cache

from lark import Lark

from wirelint.syntax import grammars
from wirelint.syntax.grammars import Grammar


@lru_cache(maxsize=8)
def load(name: str, starts: tuple[str, ...]) -> Lark:
    """Load `NAME.lark` of this package; `starts` are the rules that something is parsed by."""
    return grammars.load(grammar(name, starts))


def grammar(name: str, starts: tuple[str, ...]) -> Grammar:
    """The grammar of a language.

    The lexer is not contextual: the outline takes the tokens of a whole file from it.
    """
    return Grammar(
        package=__package__,
        name=name,
        options={"start": list(starts), "maybe_placeholders": False},
        code={"lexer": "basic", "propagate_positions": True},
    )
