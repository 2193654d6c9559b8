"""The grammars of host languages, loaded once."""

from __future__ import annotations

from functools import lru_cache

from wirelint.syntax import automaton
from wirelint.syntax.automaton import Automaton, Grammar


@lru_cache(maxsize=8)
def load(name: str, starts: tuple[str, ...]) -> Automaton:
    """Load `NAME.lark` of this package; `starts` are the rules that something is parsed by."""
    return automaton.load(grammar(name, starts))


def grammar(name: str, starts: tuple[str, ...]) -> Grammar:
    """The grammar of a language; a word of the language is never a name."""
    return Grammar(__package__, name, starts)
