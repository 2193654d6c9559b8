"""Names of releases, compared by their numbers."""

from __future__ import annotations

import re
from typing import Final

_NUMBER: Final = re.compile(r"\d+")


def numbers(release: str) -> tuple[int, ...]:
    """The numbers in a release's name: `v3.10.1` is (3, 10, 1)."""
    return tuple(int(one) for one in _NUMBER.findall(release))


def reached(release: str | None, until: str | None) -> bool:
    """Whether `release` is `until` or later; no when one of them is not known."""
    if release is None or until is None:
        return False
    return numbers(release) >= numbers(until)
