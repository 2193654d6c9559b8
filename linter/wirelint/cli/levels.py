"""Levels as a user writes them: `metadata.version=27`, `metadata.version=4.1-IV1`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from wirelint.errors import UsageError
from wirelint.rollout.views import ReleaseGates
from wirelint.spelling import near


def read_levels(
    arguments: Iterable[str], views: Sequence[ReleaseGates], option: str = "--finalized"
) -> dict[str, int]:
    """Read `FEATURE=LEVEL` arguments. Raises UsageError for what no table knows."""
    levels: dict[str, int] = {}
    for argument in arguments:
        feature, equals, level = argument.partition("=")
        if not equals or not level:
            raise UsageError(f"{option} {argument}: write FEATURE=LEVEL")
        levels[feature] = read_level(feature, level, views, f"{option} {argument}")
    return levels


def read_level(feature: str, level: str, views: Sequence[ReleaseGates], argument: str) -> int:
    """Resolve one level of a feature that some release's tables have."""
    found = [one for view in views if (one := view.gates.feature(feature)) is not None]
    if not found:
        known = list(dict.fromkeys(one.name for view in views for one in view.gates.features))
        if not known:
            raise UsageError(f"{argument}: there is no gate table; name one with --gates")
        shown = near(feature, known) or known
        raise UsageError(
            f"{argument}: there is no feature `{feature}`; there is"
            f" {', '.join(f'`{one}`' for one in shown)}"
        )
    if level.isdecimal():
        return int(level)
    for one in found:
        number = one.resolve(level)
        if number is not None:
            return number
    names = [row.name for one in found for row in one.rows if row.name is not None]
    shown = near(level, names) or names[-3:]
    raise UsageError(
        f"{argument}: `{feature}` has no level `{level}`; it has"
        f" {', '.join(f'`{one}`' for one in shown)}"
    )
