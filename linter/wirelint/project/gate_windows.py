# What a release could finalize is known from the stamps of levels: a release advertises every level
# whose stamp it has reached. Without stamps only the baseline itself can tell.
"""Promised upgrades, and what the releases in them can finalize and read."""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.gates.model import Level, Variant
from wirelint.project.gate_changes import FeatureChanges
from wirelint.releases import numbers, order, reached
from wirelint.text import Place


def broken_upgrades(changes: FeatureChanges) -> Iterator[tuple[str, int, Place | None]]:
    """Releases with a promised upgrade that cannot finalize the new minimum.

    Gives each with the most that it can finalize, and the place of the promise where a table has it.
    """
    low, old = changes.after.feature.low, changes.before.feature.low
    if low is None or old is None or low <= old:
        return
    for release, place in _promised(changes):
        most = _most(changes, release)
        if most is not None and low > most:
            yield release, most, place


def is_readable_late(variant: Variant, level: Level) -> bool:
    """Whether a variant says itself that readers came after the release of its level."""
    since, stamp = variant.readable_since, level.stamp
    return since is not None and stamp is not None and order(since.value) > order(stamp.value)


def _promised(changes: FeatureChanges) -> Iterator[tuple[str, Place | None]]:
    view = changes.pair.pair.after
    for table in view.tables:
        for one in table.upgrades:
            yield one.oldest.value, one.oldest.origin
    for release in view.options.window:
        yield release, None


def _most(changes: FeatureChanges, release: str) -> int | None:
    """The highest level that a release advertises; None where nobody knows."""
    stamped = {
        row.number: row.stamp.value
        for site in (changes.before, changes.after)
        for row in site.feature.levels
        if row.number is not None and row.stamp is not None
    }
    if stamped:
        return max((one for one, stamp in stamped.items() if reached(release, stamp)), default=None)
    baseline = changes.pair.pair.release
    wanted = numbers(release)
    if baseline is None or numbers(baseline)[: len(wanted)] == wanted:
        return changes.before.feature.production
    return None
