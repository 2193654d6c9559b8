"""What a plan is asked for."""

from __future__ import annotations

from collections.abc import Mapping

from wirelint.lazy_dataclass import dataclass, field
from wirelint.rollout.plan.finalizing import is_control
from wirelint.rollout.releases import Release
from wirelint.rollout.views import fresh_levels


@dataclass(frozen=True, kw_only=True)
class Task:
    """What is asked: from where to where.

    `current` and `goals` are levels that are given; the others are those of a new cluster of the
    old release, and the newest that the new release supports. `clients` are releases that must
    keep working; None means the old and the new one.
    """

    source: Release
    target: Release
    current: Mapping[str, int] = field(default_factory=dict)
    goals: Mapping[str, int] = field(default_factory=dict)
    clients: tuple[Release, ...] | None = None
    foreign: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def start(self) -> dict[str, int]:
        """Today's levels."""
        levels = fresh_levels((self.source.view,), self.current)
        for name in self.target.view.features:
            levels.setdefault(name, 0)
        return levels

    @property
    def goal(self) -> dict[str, int]:
        """The levels to end at, of every feature that is touched."""
        levels: dict[str, int] = {}
        for name in self.target.view.features:
            if is_control(self.target.view.feature(name)):
                continue  # it takes more than a command: see its documentation
            levels[name] = self.target.view.production(name)
        return {**levels, **self.goals}
