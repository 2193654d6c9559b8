"""`required-version`: which wirelint a configuration was written for."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable
from typing import Final

_CONDITION: Final = re.compile(r"(>=|<=|==|!=|>|<|~=)?\s*([0-9]{1,9}(?:\.[0-9]{1,9}){0,9})")
_COMPARE: Final[dict[str, Callable[[list[int], list[int]], bool]]] = {
    ">=": operator.ge,
    "<=": operator.le,
    "==": operator.eq,
    "!=": operator.ne,
    ">": operator.gt,
    "<": operator.lt,
}


def satisfies(version: str, wanted: str) -> bool | None:
    """Whether a version meets conditions such as `>=0.1, <2`; None when they cannot be read.

    `~=1.4` means at least 1.4 within 1 (PEP 440); a bare number means exactly that version.
    """
    held = True
    for condition in wanted.split(","):
        match = _CONDITION.fullmatch(condition.strip())
        if match is None:
            return None
        relation, number = match[1] or "==", match[2]
        bound = [int(part) for part in number.split(".")]
        if relation == "~=":
            if len(bound) < 2:
                return None
            held &= _numbers(version, bound) >= _padded(bound) and _prefix(version, bound)
        else:
            held &= _COMPARE[relation](_numbers(version, bound), _padded(bound))
    return held


def _numbers(version: str, like: list[int]) -> list[int]:
    found = [int(part) for part in re.findall(r"[0-9]+", version)[:4]]
    return _padded(found[: max(len(like), 4)])


def _padded(numbers: list[int]) -> list[int]:
    return numbers + [0] * (4 - len(numbers))


def _prefix(version: str, bound: list[int]) -> bool:
    return _numbers(version, bound)[: len(bound) - 1] == bound[:-1]
