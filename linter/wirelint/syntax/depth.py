"""The limit of nesting, found before the parser goes there."""

from __future__ import annotations

import re
from typing import Final

from wirelint.syntax.values import MAX_DEPTH

# What never ends is taken to the end of the text, so that no pattern looks twice.
_BRACKET: Final = re.compile(
    r'"(?:[^"\\\r\n]++|\\[^\r\n])*+"?|//[^\r\n]*+|/\*(?:[^*]++|\*(?!/))*+(?:\*/)?|([\[{])|([\]}])'
)


def too_deep_at(text: str) -> int | None:
    """The offset of the first bracket that is nested too deep, or None."""
    if text.count("{") + text.count("[") <= MAX_DEPTH:
        return None
    depth = 0
    for match in _BRACKET.finditer(text):
        if match[1]:
            depth += 1
            if depth > MAX_DEPTH:
                return match.start()
        elif match[2]:
            depth -= 1
    return None
