# Patch releases mostly speak exactly what their minor release speaks. Releases that cannot be told
# apart are one group, and each pair of groups is decided once.
"""Releases against releases."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from wirelint.gates.model import Path
from wirelint.lazy_dataclass import dataclass
from wirelint.rollout.choice import Choice, Missing
from wirelint.rollout.negotiation import Negotiation, negotiate
from wirelint.rollout.nodes import Node
from wirelint.rollout.outcome import Outcome
from wirelint.rollout.releases import Release
from wirelint.rollout.views import fresh_levels


@dataclass(frozen=True, kw_only=True)
class Cell:
    """One ordered pair: the worst outcome of the RPCs that both have, and what stands behind it.

    `notable` are the choices that are not simply fine. `sender_lacks` and `receiver_lacks` are RPCs
    that one side does not have or has as a preview: what the pair cannot do, not why it fails.
    """

    worst: Outcome
    fine: int
    notable: tuple[Choice, ...]
    sender_lacks: tuple[str, ...]
    receiver_lacks: tuple[str, ...]

    @property
    def cut_off(self) -> tuple[Choice, ...]:
        return tuple(one for one in self.notable if not one.outcome.is_fine)


@dataclass(frozen=True, kw_only=True)
class Matrix:
    """Cells by sender and receiver, as indices of `groups`; releases of a group are alike."""

    path: Path
    groups: tuple[tuple[Release, ...], ...]
    cells: dict[tuple[int, int], Cell]

    @property
    def releases(self) -> tuple[Release, ...]:
        return tuple(one for group in self.groups for one in group)

    @property
    def is_fine(self) -> bool:
        return all(cell.worst.is_fine for cell in self.cells.values())

    def counts(self) -> dict[Outcome, int]:
        """How many ordered pairs of releases end how."""
        counts = dict.fromkeys(Outcome, 0)
        for (sender, receiver), cell in self.cells.items():
            counts[cell.worst] += len(self.groups[sender]) * len(self.groups[receiver])
        return counts


def build_matrix(
    releases: Sequence[Release], path: Path, levels: dict[str, int], rpc: str | None = None
) -> Matrix:
    """Decide every ordered pair.

    `levels` are finalized levels that are given. On a path where levels choose versions, the others
    are those of a new cluster of both releases; elsewhere features that are not given are taken to
    be on, since the question is one of versions.
    """
    gated = any(entry.selection.ladder is not None for entry in path.entries)
    groups: dict[Hashable, list[Release]] = {}
    for release in releases:
        groups.setdefault(_signature(release, gated=gated), []).append(release)
    heads = [group[0] for group in groups.values()]
    cells: dict[tuple[int, int], Cell] = {}
    for i, sender in enumerate(heads):
        for j, receiver in enumerate(heads):
            seen = fresh_levels((sender.view, receiver.view), levels) if gated else levels
            cells[i, j] = _cell(
                negotiate(
                    Node(release=sender, levels=seen),
                    Node(release=receiver, levels=seen),
                    path,
                    rpc,
                    notable=True,
                )
            )
    return Matrix(path=path, groups=tuple(map(tuple, groups.values())), cells=cells)


def _cell(negotiation: Negotiation) -> Cell:
    return Cell(
        worst=negotiation.worst,
        fine=negotiation.unlisted + sum(one.outcome.is_fine for one in negotiation.choices),
        notable=tuple(one for one in negotiation.choices if one.outcome is not Outcome.OK),
        sender_lacks=tuple(one.rpc for one in negotiation.missing if one.missing is Missing.SENDER),
        receiver_lacks=tuple(
            one.rpc for one in negotiation.missing if one.missing is not Missing.SENDER
        ),
    )


def _signature(release: Release, *, gated: bool) -> Hashable:
    apis = tuple(
        (
            name,
            api.schema,
            api.stable,
            release.served(name),
            release.advertised(name),
            api.listeners,
        )
        for name, api in sorted(release.apis.items())
    )
    if not gated:
        return apis
    view = release.view
    return (
        apis,
        id(view.gates),
        tuple((name, view.supports(name)) for name in view.features),
    )
