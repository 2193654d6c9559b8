# What rules of the category rollout look at: a release from which a rolling upgrade is promised, and
# the tree that will be the next one. Both have their own tables, so nothing is cut by stamps.
"""A promised upgrade: two releases that will share a cluster."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from wirelint.gates.model import Entry, Path, SelectionKind, rpc_name
from wirelint.lazy_dataclass import dataclass
from wirelint.rollout.choice import Choice, choose
from wirelint.rollout.nodes import Node
from wirelint.rollout.paths import paths_of
from wirelint.rollout.releases import Release
from wirelint.versions import VersionRange

_BY_LADDER = frozenset((SelectionKind.EXACTLY_BY, SelectionKind.UPTO_BY))


@dataclass(frozen=True, eq=False)
class PromisedUpgrade:
    """The release `before`, and the tree `after` to which its clusters may roll directly."""

    before: Release
    after: Release

    def common(self, feature: str) -> VersionRange:
        """The production levels that both support."""
        return self.before.view.supports(feature) & self.after.view.supports(feature)

    @property
    def features(self) -> tuple[str, ...]:
        """The features that both have."""
        ours = set(self.before.view.features)
        return tuple(one for one in self.after.view.features if one in ours)

    @cached_property
    def links(self) -> tuple[Link, ...]:
        """What goes out unasked between nodes, at every level that both releases support."""
        return tuple(self._links())

    def _links(self) -> Iterator[Link]:
        before = {one.name: one for one in paths_of(self.before.view.gates)}
        for path in paths_of(self.after.view.gates):
            old = before.get(path.name)
            if not path.is_blind or path.source.value == "client":
                continue
            for entry in path.entries:
                rpc = rpc_name(entry.rpc.value)
                if rpc == "*" or entry.selection.kind is SelectionKind.FALLBACK:
                    continue
                twin = None if old is None else _entry(old, rpc)
                for levels in self._levels(entry, twin):
                    yield self._link(path, entry, old, twin, levels)

    def _levels(self, *entries: Entry | None) -> Iterator[dict[str, int]]:
        """The common levels of the feature that one of the entries asks; one state where none does."""
        for entry in entries:
            ladder = None if entry is None else entry.selection.ladder
            if ladder is not None and ladder.feature is not None:
                name = ladder.feature.value
                yield from ({name: level} for level in self.common(name))
                return
        yield {}

    def _link(
        self,
        path: Path,
        entry: Entry,
        old: Path | None,
        twin: Entry | None,
        levels: dict[str, int],
    ) -> Link:
        new_node = Node(release=self.after, levels=levels)
        old_node = Node(release=self.before, levels=levels)
        rpc = rpc_name(entry.rpc.value)
        back = None
        if old is not None and twin is not None and old.is_blind:
            back = choose(old_node, new_node, old, twin, rpc)
        return Link(
            path=path,
            entry=entry,
            rpc=rpc,
            levels=levels,
            forth=choose(new_node, old_node, path, entry, rpc),
            back=back,
            is_rung=twin is not None
            and twin.selection.kind in _BY_LADDER
            and entry.selection.kind in _BY_LADDER,
        )


@dataclass(frozen=True, eq=False, kw_only=True)
class Link:
    """One request between a new and an old node, at one level.

    `forth` goes from new to old, `back` from old to new; None where the old release asks first or
    does not send it. `is_rung` says that both choose by a ladder.
    """

    path: Path
    entry: Entry
    rpc: str
    levels: dict[str, int]
    forth: Choice
    back: Choice | None
    is_rung: bool

    @property
    def at(self) -> str:
        """The level for people; "" where none is asked."""
        return "".join(f" at {name} {level}" for name, level in self.levels.items())


def _entry(path: Path, rpc: str) -> Entry | None:
    return next(
        (
            one
            for one in path.entries
            if rpc_name(one.rpc.value) == rpc and one.selection.kind is not SelectionKind.FALLBACK
        ),
        None,
    )
