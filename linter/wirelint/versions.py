"""Version ranges as Kafka spells them: `none`, `3`, `3-5`, `3+` (Kafka class `Versions`)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import ClassVar, Final

from wirelint.lazy_dataclass import dataclass

MAX_VERSION: Final = 2**15 - 1  # versions are int16 on the wire


@dataclass(frozen=True, slots=True)
class VersionRange:
    """A contiguous, possibly empty set of message versions, both bounds included, 0 to 32767.

    An upside-down range such as `3-1` is empty and keeps its bounds, as Kafka's does; `NONE` is
    what `none` spells.
    """

    low: int
    high: int

    NONE: ClassVar[VersionRange]
    ALL: ClassVar[VersionRange]

    @classmethod
    def parse(cls, spelling: str) -> VersionRange | None:
        """Return the range that Kafka's `Versions.parse` reads, or None when it refuses.

        The empty text is not a range here: what it means depends on the place.
        """
        return _parse(spelling)

    @property
    def is_open(self) -> bool:
        """Whether the range has no end (`3+`)."""
        return self.low <= self.high == MAX_VERSION

    def __bool__(self) -> bool:
        return self.low <= self.high

    def __contains__(self, version: int) -> bool:
        return self.low <= version <= self.high

    def __iter__(self) -> Iterator[int]:
        return iter(range(self.low, self.high + 1))

    def __len__(self) -> int:
        return max(0, self.high - self.low + 1)

    def __and__(self, other: VersionRange) -> VersionRange:
        low = self.low if self.low > other.low else other.low
        high = self.high if self.high < other.high else other.high
        return VersionRange(low, high) if low <= high else VersionRange.NONE

    def __sub__(self, other: VersionRange) -> tuple[VersionRange, ...]:
        """What is left of this range without `other`: none, one or two ranges."""
        if not self & other:
            return (self,) if self else ()
        below = VersionRange(self.low, other.low - 1)
        above = VersionRange(other.high + 1, self.high)
        return tuple(one for one in (below, above) if one)

    def contains(self, other: VersionRange) -> bool:
        """Whether every version of `other` is in this range; the empty range is in any."""
        return not other or (bool(self) and self.low <= other.low and other.high <= self.high)

    def __str__(self) -> str:
        if not self:
            return "none"
        if self.low == self.high:
            return str(self.low)
        return f"{self.low}+" if self.high == MAX_VERSION else f"{self.low}-{self.high}"


VersionRange.NONE = VersionRange(0, -1)
VersionRange.ALL = VersionRange(0, MAX_VERSION)


@lru_cache(maxsize=4096)
def _parse(spelling: str) -> VersionRange | None:
    # Java's String.trim takes off everything up to U+0020.
    text = spelling.strip("".join(map(chr, range(33))))
    if text == "none":
        return VersionRange.NONE
    if text.endswith("+"):
        low, high = parse_short(text[:-1]), MAX_VERSION
    elif "-" in text:
        before, _, after = text.partition("-")
        low, upper = parse_short(before), parse_short(after)
        if upper is None:
            return None
        high = upper
    else:
        low = parse_short(text)
        high = low if low is not None else 0
    if low is None or low < 0 or high < 0:
        return None
    return VersionRange(low, high)


def parse_short(text: str) -> int | None:
    """Java's `Short.parseShort` (base 10): an optional sign, then decimal digits of any script."""
    return parse_java_int(text, -(2**15), 2**15 - 1)


def parse_java_int(text: str, low: int, high: int, base: int = 10) -> int | None:
    """Java's `Integer.parseInt` and kin: no blanks, no underscores, any script's digits."""
    digits = text[1:] if text[:1] in {"+", "-"} else text
    # isalnum keeps out blanks and underscores, which Python's int would take; Java looks at UTF-16
    # units, so it knows no digits above U+FFFF.
    if not digits or not digits.isalnum() or len(digits) > 1000 or max(digits) > "\uffff":
        return None
    try:
        value = int(text, base)
    except ValueError:
        return None
    return value if low <= value <= high else None
