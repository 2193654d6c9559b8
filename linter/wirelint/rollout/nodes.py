"""Nodes: a release with the levels that it sees."""

from __future__ import annotations

from collections.abc import Mapping

from wirelint.lazy_dataclass import dataclass, field
from wirelint.rollout.releases import Release


@dataclass(frozen=True, eq=False, kw_only=True)
class Node:
    """A node, or all nodes that are like it.

    `levels` are the finalized levels in its view and the switches in its configuration; a feature
    that is missing reads as the release says (`absent`).
    """

    release: Release
    levels: Mapping[str, int] = field(default_factory=dict)
    label: str = ""

    @property
    def name(self) -> str:
        return self.label or self.release.name

    def level(self, feature: str) -> int:
        known = self.levels.get(feature)
        return self.release.view.absent(feature) if known is None else known
