# Patterns as in .gitignore, without negation: a pattern without a slash matches a name at any depth,
# others are anchored; `*` and `?` stay inside a name, `**` crosses folders, `{a,b}` are alternatives.
# A set of patterns is stepped name by name (a small automaton), so that a walk enters only folders
# in which something can match and does not even list a folder whose wanted child is known by name.
"""Path patterns."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final, TypeAlias

Pattern: TypeAlias = tuple[str, ...]  # the segments that are still to match
State: TypeAlias = frozenset[Pattern]

_ANY_DEPTH: Final = "**"
MAX_ALTERNATIVES: Final = 1000  # that one pattern may spell with `{a,b}{c,d}...`
_WILD: Final = re.compile(r"[*?\[]")


class Globs:
    """A set of patterns; a path matches when one of them does."""

    __slots__ = ("patterns", "start")

    def __init__(self, patterns: Iterable[str]) -> None:
        self.patterns = tuple(patterns)
        self.start: State = _close(
            frozenset(segments for pattern in self.patterns for segments in _segments(pattern))
        )

    def __repr__(self) -> str:
        return f"Globs({self.patterns!r})"

    def match(self, path: str) -> bool:
        """Whether the file of this path is meant."""
        return () in self.state(path)

    def match_with_parents(self, path: str) -> bool:
        """Whether the path or a folder above it is meant (how `exclude` works)."""
        state = self.start
        for name in path.split("/"):
            state = step(state, name)
            if () in state:
                return True
            if not state:
                return False
        return False

    def state(self, path: str) -> State:
        """Give what is left to match behind `path`; empty when nothing below can match."""
        state = self.start
        if path:
            for name in path.split("/"):
                state = step(state, name)
        return state


@lru_cache(maxsize=16384)
def step(state: State, name: str) -> State:
    """Give what is left to match after one more name; it holds `()` when the path matches."""
    left: set[Pattern] = set()
    for pattern in state:
        if not pattern:
            continue
        if pattern[0] == _ANY_DEPTH:
            left.add(pattern)
            if len(pattern) == 1:  # at the end it means everything below
                left.add(())
        elif _name_matches(pattern[0], name):
            left.add(pattern[1:])
    return _close(frozenset(left))


def literal_names(state: State) -> frozenset[str] | None:
    """Give the names that can come next when they are all known, else None."""
    names = {pattern[0] for pattern in state if pattern}
    return None if any(_WILD.search(name) for name in names) else frozenset(names)


def _close(state: State) -> State:
    """`**` also matches no folder at all."""
    more = {
        pattern[skip:]
        for pattern in state
        for skip in range(1, len(pattern))
        if all(segment == _ANY_DEPTH for segment in pattern[:skip])
    }
    return state | more if more else state


def _segments(pattern: str) -> list[Pattern]:
    spelled = []
    for text in _alternatives(pattern.strip()) or (pattern.strip(),):
        anchored = "/" in text.rstrip("/")
        names = tuple(name for name in text.split("/") if name not in ("", "."))
        if names:
            spelled.append(names if anchored else (_ANY_DEPTH, *names))
    return spelled


def spells_too_many(pattern: str) -> bool:
    """Whether a pattern has so many alternatives that its braces stand for themselves."""
    return _alternatives(pattern) is None


def _alternatives(pattern: str) -> list[str] | None:
    """What a pattern with braces spells; None for more than `MAX_ALTERNATIVES`."""
    spelled = [""]
    at = 0
    while (opening := pattern.find("{", at)) >= 0 and (closing := pattern.find("}", opening)) >= 0:
        choices = pattern[opening + 1 : closing].split(",")
        if len(spelled) * len(choices) > MAX_ALTERNATIVES:
            return None
        before = pattern[at:opening]
        spelled = [f"{start}{before}{choice}" for start in spelled for choice in choices]
        at = closing + 1
    return [start + pattern[at:] for start in spelled]


@lru_cache(maxsize=1024)
def _name_pattern(segment: str) -> re.Pattern[str] | None:
    if not _WILD.search(segment):
        return None
    pieces = [""]
    at = 0
    while at < len(segment):
        character = segment[at]
        closing = segment.find("]", at + 2)
        if character == "*":
            if pieces[-1] or len(pieces) == 1:
                pieces.append("")
        elif character == "?":
            pieces[-1] += "[^/]"
        elif character == "[" and closing > 0:
            inside = segment[at + 1 : closing].replace("\\", r"\\").replace("[", r"\[")
            pieces[-1] += "[" + ("^" + inside[1:] if inside[:1] in "!^" else inside) + "]"
            at = closing
        else:
            pieces[-1] += re.escape(character)
        at += 1
    # Between two stars the first place that fits will do, and is never left: no pattern is slow.
    regex = pieces[0]
    for piece in pieces[1:-1]:
        regex += f"(?>[^/]*?{piece})"
    if len(pieces) > 1:
        regex += f"[^/]*{pieces[-1]}"
    try:
        return re.compile(regex, re.DOTALL)
    except re.error:  # a class such as `[z-a]`: the segment then stands for itself
        return None


def _name_matches(segment: str, name: str) -> bool:
    if segment == "*":
        return True
    pattern = _name_pattern(segment)
    return segment == name if pattern is None else pattern.fullmatch(name) is not None
