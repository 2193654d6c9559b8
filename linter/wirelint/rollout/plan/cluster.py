"""A cluster between two phases, and the kinds of nodes in it."""

from __future__ import annotations

from collections.abc import Mapping

from wirelint.gates.model import Carrier, Feature
from wirelint.lazy_dataclass import dataclass, field, replace
from wirelint.rollout.nodes import Node
from wirelint.rollout.releases import Release


@dataclass(frozen=True, eq=False, kw_only=True)
class Cluster:
    """All nodes on one release, with one configuration, seeing the same levels.

    `settings` are switches in the nodes' configuration, `finalized` the levels of the cluster.
    """

    release: Release
    settings: Mapping[str, int] = field(default_factory=dict)
    finalized: Mapping[str, int] = field(default_factory=dict)
    clients: tuple[Release, ...] = ()
    foreign: tuple[str, ...] = ()

    @property
    def levels(self) -> dict[str, int]:
        return {**self.finalized, **self.settings}

    def node(self, label: str = "") -> Node:
        return Node(release=self.release, levels=self.levels, label=label)

    def client_nodes(self) -> tuple[Node, ...]:
        return tuple(Node(release=one) for one in self.clients)

    def with_levels(self, levels: Mapping[str, int]) -> Cluster:
        """The cluster after these levels are set, each where its feature is carried."""
        settings, finalized = dict(self.settings), dict(self.finalized)
        for name, level in levels.items():
            (settings if name in settings else finalized)[name] = level
        return replace(self, settings=settings, finalized=finalized)


def is_configured(feature: Feature | None) -> bool:
    """Whether the level is a switch in each node's configuration."""
    return (
        feature is not None
        and feature.carrier is not None
        and feature.carrier.value is Carrier.CONFIG
    )
