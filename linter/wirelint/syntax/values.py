# The first of the two readers: values without places, as fast as `json` goes. It says yes or
# nothing: whatever it does not take for clean goes to `tree`, which is the authority on the dialect
# and the only one to explain. So this module may doubt more than it must, never accept more. Block
# comments alone are told, since Kafka's own files have some.
#
# Where Python's `json` is laxer than Jackson (NaN, long numbers, duplicate keys, depth) a hook
# doubts; where it is stricter (comments) the text is blanked first.
"""JSON values of Kafka's dialect."""

from __future__ import annotations

import re
from enum import Enum
from json.decoder import JSONDecodeError, JSONDecoder
from typing import Final, TypeAlias

from wirelint.text import Span

MAX_DEPTH: Final = 1000  # Jackson StreamReadConstraints.DEFAULT_MAX_DEPTH
MAX_DIGITS: Final = 1000  # Jackson StreamReadConstraints.DEFAULT_MAX_NUM_LEN


class Number(str):
    """A number's text as it is written: `-0`, `1E+2`. It equals that text."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"Number({str(self)!r})"


class Missing(Enum):
    """The type of `MISSING`; `is MISSING`, `is not MISSING` and `isinstance` narrow."""

    MISSING = "missing"


MISSING: Final = Missing.MISSING
"""What stands where no value is, since None is JSON's null."""

Value: TypeAlias = "dict[str, Value] | list[Value] | str | Number | bool | None"


class Doubt(Exception):  # noqa: N818 - no error: the other reader decides
    """The text is not plainly clean."""


def read_values(text: str) -> tuple[dict[str, Value], tuple[Span, ...]]:
    """Return the root object of a text without error, and where its block comments are.

    Raises `Doubt` for everything else: broken texts, and valid ones with another finding.
    """
    block_comments: list[Span] = []
    if "/" in text:
        text = _blank_comments(text, block_comments)
    start = _skip_space(text, 0)
    if not text.startswith("{", start):
        raise Doubt
    try:
        value, end = _decoder.raw_decode(text, start)
    except (JSONDecodeError, RecursionError):
        raise Doubt from None
    if _skip_space(text, end) != len(text):
        raise Doubt
    if text.count("{") + text.count("[") > MAX_DEPTH and _is_too_deep(value):
        raise Doubt
    root: dict[str, Value] = value
    return root, tuple(block_comments)


# A line that begins with `//` is a comment, since no string goes over a line end. Control
# characters end a comment here: the dialect refuses them in comments too, and the scan stops there.
_COMMENT_LINE: Final = re.compile(r"^[ \t]*+//[^\x00-\x08\x0a-\x1f]*+", re.MULTILINE)
# What never ends is taken to the end of the text: a pattern that fails there would look again from
# every quotation mark or slash.
_COMMENT: Final = re.compile(r'("(?:[^"\\]++|\\.)*+"?)|//[^\x00-\x08\x0a-\x1f]*+', re.DOTALL)
_ANY_COMMENT: Final = re.compile(
    r'("(?:[^"\\]++|\\.)*+"?)|//[^\x00-\x08\x0a-\x1f]*+|(/\*(?:[^*]++|\*(?!/))*+(\*/)?)', re.DOTALL
)
_CONTROL: Final = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")
_SPACE: Final = re.compile(r"[ \t\r\n]*+")


def _blank_comments(text: str, block_comments: list[Span]) -> str:
    if "/*" not in text:
        text = _COMMENT_LINE.sub("", text)
        return _COMMENT.sub(r"\1", text) if "/" in text else text

    def blank(match: re.Match[str]) -> str:
        if match[1] is not None:
            return match[1]
        if match[2] is None:
            return ""
        if match[3] is None or _CONTROL.search(match[2]):
            raise Doubt
        block_comments.append(Span(match.start(), match.end()))
        return " "

    return _ANY_COMMENT.sub(blank, text)


def _skip_space(text: str, at: int) -> int:
    match = _SPACE.match(text, at)
    assert match is not None
    return match.end()


def _object(pairs: list[tuple[str, Value]]) -> dict[str, Value]:
    value = dict(pairs)
    if len(value) != len(pairs):
        raise Doubt
    return value


def is_too_long(number: str) -> bool:
    """Whether a number has more digits than Jackson takes, fraction and exponent included."""
    return len(number) > MAX_DIGITS and sum(map(str.isdigit, number)) > MAX_DIGITS


def _number(text: str) -> Number:
    if is_too_long(text):
        raise Doubt
    return Number(text)


def _constant(_text: str) -> Value:
    raise Doubt


_decoder: Final = JSONDecoder(
    object_pairs_hook=_object, parse_int=_number, parse_float=_number, parse_constant=_constant
)


def _is_too_deep(value: Value) -> bool:
    level: list[Value] = [value]
    for _ in range(MAX_DEPTH):
        level = [
            inner
            for one in level
            if isinstance(one, dict | list)
            for inner in (one.values() if isinstance(one, dict) else one)
        ]
        if not level:
            return False
    return any(isinstance(one, dict | list) for one in level)
