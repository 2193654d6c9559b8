# A finding speaks of versions that need not be one range: a field may differ at 0 and at 3.
"""Sets of versions as ascending ranges."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from wirelint.versions import VersionRange

Versions: TypeAlias = tuple[VersionRange, ...]


def joined(ranges: Iterable[VersionRange]) -> Versions:
    """The same versions in as few ranges as there can be, ascending."""
    found: list[VersionRange] = []
    for one in sorted((one for one in ranges if one), key=lambda one: one.low):
        if found and one.low <= found[-1].high + 1:
            last = found.pop()
            found.append(VersionRange(last.low, max(last.high, one.high)))
        else:
            found.append(one)
    return tuple(found)


def without(versions: VersionRange, gone: Iterable[VersionRange]) -> Versions:
    """What is left of a range."""
    left: list[VersionRange] = [versions] if versions else []
    for one in gone:
        left = [part for old in left for part in old - one]
    return tuple(left)


def hull(versions: Versions) -> VersionRange:
    """The smallest range that holds them all."""
    return VersionRange(versions[0].low, versions[-1].high) if versions else VersionRange.NONE


def spelled(versions: Versions) -> str:
    """`version 3`, `versions 0-2`, `versions 0, 2-3`."""
    text = ", ".join(map(str, versions))
    return f"version {text}" if text.isdigit() else f"versions {text}"
