"""Release names as numbers."""

from __future__ import annotations

import re
from typing import Final

_NUMBER: Final = re.compile(r"\d+(?:\.\d+)+")

ReleaseNumber = tuple[int, ...]


def release_number(name: str) -> ReleaseNumber | None:
    """Read the number in a release's name: (4, 1) for `4.1.0` and `kafka-4.1.0-src`.

    The last one counts (`kafka_2.13-4.1.0`); zeros at its end mean nothing, and a candidate counts
    as its release. None where the name has no number with a dot.
    """
    found = _NUMBER.findall(name)
    if not found:
        return None
    numbers = [int(one) for one in found[-1].split(".")]
    while numbers and numbers[-1] == 0:
        numbers.pop()
    return tuple(numbers)


def short_name(spec: str) -> str:
    """Name a release for people: the revision or release of a baseline, or its last folder."""
    if spec in {"", "."}:
        return "this tree"
    return spec.rpartition("#")[2].rstrip("/").rpartition("/")[2] or spec
