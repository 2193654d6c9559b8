# Everything that asks which of two releases is the later one asks here: the newest tag, the end of a
# waiver or of early access, the tags of a series, the stamps of levels. What a release is *called* in
# the name of a folder or an archive is another question (`rollout.numbering`).
"""Names of releases and their order."""

from __future__ import annotations

import re
from typing import Final, TypeAlias

# The numbers without zeros at the end, the stage (0 a release, below it what came before, above it what
# was built from it), the numbers behind.
Order: TypeAlias = tuple[tuple[int, ...], int, tuple[int, ...]]

_DIGITS: Final = re.compile(r"\d+")
_NUMBER: Final = re.compile(r"\d+(?:\.\d+)*")
# What a build is called before its release, earliest first.
_STAGES: Final = (
    *("snapshot", "nightly", "dev", "test", "alpha", "beta"),
    *("milestone", "m", "preview", "pre", "candidate", "rc"),
)
_STAGE: Final = re.compile(rf"(?i)(?<![a-z])({'|'.join(_STAGES)})(?![a-z])")
_CANDIDATE: Final = re.compile(r"(?i)[.-]?rc[.-]?\d*$")


def numbers(release: str) -> tuple[int, ...]:
    """The number of a release, part by part: `v3.10.1-rc2` is (3, 10, 1). Empty where there is none."""
    match = _NUMBER.search(release)
    return () if match is None else _parts(match[0])


def order(release: str) -> Order:
    """The place of a release among others, for `sorted` and `max`.

    Numbers count by value, and `4.0` is `4.0.0`. What comes before a release (`4.0.0-rc1`,
    `4.0.0-SNAPSHOT`) is below it, and any other ending (`4.0.0-fork.2`) above. A name without a number
    is below all.
    """
    match = _NUMBER.search(release)
    if match is None:
        return (), 0, ()
    parts = _parts(match[0])
    while parts and parts[-1] == 0:
        parts = parts[:-1]
    rest = release[match.end() :]
    stage = _STAGE.search(rest)
    if stage is not None:
        return parts, _STAGES.index(stage[1].lower()) - len(_STAGES), _parts(rest)
    return parts, 1 if rest else 0, _parts(rest)


def reached(release: str | None, until: str | None) -> bool:
    """Whether `release` is `until` or later; no when one of them is not known or has no number."""
    if not release or not until or not numbers(release) or not numbers(until):
        return False
    return order(release) >= order(until)


def is_before_release(name: str) -> bool:
    """Whether a name is that of a candidate, a snapshot or the like."""
    return order(name)[1] < 0


def without_candidate(name: str) -> str:
    """The release that a candidate is one of: `4.0.0` for `4.0.0-rc1`, and for itself."""
    return _CANDIDATE.sub("", name)


def _parts(text: str) -> tuple[int, ...]:
    """The numbers in a text; one that nobody counts to is only very large."""
    return tuple(int(one) if len(one) < 100 else 10**100 for one in _DIGITS.findall(text))
