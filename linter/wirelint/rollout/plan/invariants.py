"""What must hold in every state, for every ordered pair of nodes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from wirelint.gates.model import LadderKind, LadderSite, Path, rpc_name
from wirelint.rollout.choice import Choice
from wirelint.rollout.negotiation import Negotiation, negotiate
from wirelint.rollout.nodes import Node
from wirelint.rollout.numbering import release_number
from wirelint.rollout.outcome import Outcome
from wirelint.rollout.paths import CLIENT, paths_of
from wirelint.rollout.plan.cluster import is_configured
from wirelint.rollout.plan.costs import held_by, stored_variant
from wirelint.rollout.plan.finalizing import foreign_range
from wirelint.rollout.plan.model import Invariant, PlanFinding, Spoken, Weight

_CONSEQUENCES: Final = {
    "replica": "the follower tries for ever and its partitions fall out of the in-sync set",
    "control": "the broker cannot register or report",
    "metadata-log": "the node cannot read the metadata log",
    "txn-markers": "transactions of these partitions hang",
    CLIENT: "the client fails",
}


def check_connections(
    nodes: Sequence[Node], *, lagging: bool
) -> tuple[list[Spoken], list[PlanFinding]]:
    """I1, I2, I6, I8: every request between nodes, and what is spoken."""
    spoken: list[Spoken] = []
    findings: list[PlanFinding] = []
    for sender in nodes:
        for path in node_paths(sender):
            for receiver in nodes:
                talk = negotiate(sender, receiver, path)
                apart = lagging and sender is not receiver
                findings += _failures(talk, lagging=apart)
                findings += _converted(talk)
                spoken += (
                    Spoken(
                        path=path.name,
                        rpc=one.rpc,
                        version=one.version,
                        sender=sender.name,
                        receiver=receiver.name,
                        case=one.case,
                    )
                    for one in talk.choices
                    if one.version is not None and one.outcome.is_fine
                )
    return spoken, findings


def node_paths(node: Node) -> list[Path]:
    """The paths between nodes, as a node has them."""
    gates = node.release.view.gates
    return [one for one in paths_of(gates) if one.source.value != "client"]


def client_path(node: Node) -> Path:
    return next(one for one in paths_of(node.release.view.gates) if one.source.value == "client")


def check_clients(clients: Sequence[Node], nodes: Sequence[Node]) -> Iterator[PlanFinding]:
    """I7: every client finds a version with every broker."""
    for client in clients:
        for node in nodes:
            talk = negotiate(client, node, client_path(node), notable=True)
            for one in talk.choices:
                if one.outcome in (Outcome.ABORT, Outcome.CLOSE):
                    yield _finding(Invariant.CLIENTS, talk, one, who="a client of ")


def check_bootstrap(nodes: Sequence[Node]) -> Iterator[PlanFinding]:
    """I9: the paths that must work before any level is known."""
    bare = [Node(release=one.release, label=one.label) for one in nodes]
    for sender in bare:
        for path in node_paths(sender):
            if not path.is_bootstrap or not any(one.selection.ladder for one in path.entries):
                continue
            for receiver in bare:
                talk = negotiate(sender, receiver, path)
                for one in talk.choices:
                    if not one.outcome.is_fine:
                        yield _finding(Invariant.BOOTSTRAP, talk, one, who="with no level known, ")


def check_agreement(nodes: Sequence[Node]) -> Iterator[PlanFinding]:
    """I3: two releases at one level choose the same version, on every path and for every record."""
    for index, one in enumerate(nodes):
        for other in nodes[index + 1 :]:
            if one.release is other.release:
                continue
            yield from _disagreements(one, other)


def check_registration(nodes: Sequence[Node], foreign: Sequence[str]) -> Iterator[PlanFinding]:
    """I4: a node that restarts may join again. Also what a configuration needs."""
    for node in nodes:
        view = node.release.view
        for name, level in node.levels.items():
            known = view.supports(name)
            if is_configured(view.gates.feature(name)):
                yield from _unmet_needs(node, name, level)
            if level == 0 or level in known:
                continue
            yield PlanFinding(
                invariant=Invariant.REGISTRATION,
                weight=Weight.BREAKS,
                message=f"{node.release.name} supports {name} {known.low} to {known.high},"
                f" and the cluster is at {view.label(name, level)}",
                consequence="a node of that release that restarts cannot join again",
            )
    for product in foreign:
        node = nodes[-1]
        for name, level in node.levels.items():
            known_there = foreign_range(node.release.view, name, product)
            if known_there is not None and level and level not in known_there:
                yield PlanFinding(
                    invariant=Invariant.REGISTRATION,
                    weight=Weight.BREAKS,
                    message=f"a {product} node supports {name} {known_there.low} to"
                    f" {known_there.high}, and the cluster is at"
                    f" {node.release.view.label(name, level)}",
                    consequence="as a broker it cannot register, as a controller it halts",
                )


def check_readers(nodes: Sequence[Node]) -> Iterator[PlanFinding]:
    """I5: what a node writes at its levels is readable by every node that is there."""
    for writer in nodes:
        for format_ in writer.release.view.gates.formats:
            number = stored_variant(format_, writer)
            variant = next((one for one in format_.variants if one.number == number), None)
            since = None if variant is None else variant.readable_since
            needed = None if since is None else release_number(since.value)
            for reader in nodes:
                have = reader.release.number
                if variant and since and needed and have and have < needed:
                    yield PlanFinding(
                        invariant=Invariant.READERS,
                        weight=Weight.BREAKS,
                        message=f"{writer.name} writes variant {variant.number} of {format_.name},"
                        f" which releases read since {since.value}, and {reader.name} is there",
                        consequence="that node cannot read what it finds",
                        place=variant.origin,
                    )
        yield from _unreadable_records(writer, nodes)


def _failures(talk: Negotiation, *, lagging: bool) -> Iterator[PlanFinding]:
    wrong = [one for one in talk.choices if not one.outcome.is_fine]
    if talk.path.is_blind:  # nobody asks whether the peer has it at all
        wrong += [one for one in talk.missing if one.outcome is Outcome.CLOSE]
    for one in wrong:
        if one.outcome is Outcome.SENDER_ERROR:
            yield _finding(Invariant.LADDERS, talk, one)
        elif one.outcome is Outcome.REJECT and talk.path.name != "private":
            continue  # a feature that is off is what the operator decided
        else:
            rule = Invariant.LAGGING_VIEWS if lagging else Invariant.CONNECTIONS
            yield _finding(rule, talk, one)


def _finding(
    invariant: Invariant, talk: Negotiation, choice: Choice, *, who: str = ""
) -> PlanFinding:
    case = f" ({choice.case})" if choice.case else ""
    return PlanFinding(
        invariant=invariant,
        weight=Weight.BREAKS,
        message=f"{talk.path.name}: {who}{talk.sender.name} to {talk.receiver.name},"
        f" {choice.rpc}{case}: {choice.reason}",
        consequence=_CONSEQUENCES.get(talk.path.name, "the request fails"),
        place=choice.decided_by,
    )


def _converted(talk: Negotiation) -> Iterator[PlanFinding]:
    """I6: the leader's format must fit into the version with which the follower fetches."""
    leader = talk.receiver
    for format_ in leader.release.view.gates.formats:
        stored = stored_variant(format_, leader)
        for carries in format_.carries:
            rpc = rpc_name(carries.rpc.value)
            for one in talk.choices:
                if one.rpc != rpc or one.version is None or not one.outcome.is_fine:
                    continue
                held = held_by(carries, one.version)
                if stored is not None and held is not None and stored not in held:
                    yield PlanFinding(
                        invariant=Invariant.COPIES,
                        weight=Weight.BREAKS,
                        message=f"{talk.path.name}: a follower fetches with {rpc} {one.version}, which"
                        f" cannot hold variant {stored} of {format_.name} that is on disk at its"
                        " leader",
                        consequence="the leader converts every batch on the way, and the copies are"
                        " not the same bytes",
                        place=carries.origin,
                    )


def _disagreements(one: Node, other: Node) -> Iterator[PlanFinding]:
    ours = {_use(site): site for site in one.release.view.gates.ladders}
    for site in other.release.view.gates.ladders:
        twin = ours.get(_use(site))
        if twin is None or site.ladder.feature is None or site.kind is LadderKind.LOOSE:
            continue
        feature = site.ladder.feature.value
        level = one.level(feature)
        if level != other.level(feature):
            continue
        here = one.release.view.value(twin.ladder, level)
        there = other.release.view.value(site.ladder, level)
        if isinstance(here, int) and isinstance(there, int) and here != there:
            label = other.release.view.label(feature, level)
            yield PlanFinding(
                invariant=Invariant.AGREEMENT,
                weight=Weight.BREAKS,
                message=f"at {feature} {label} {one.release.name} uses {site.name} {here} and"
                f" {other.release.name} {there}",
                consequence="the level does not mean one thing",
                place=site.ladder.origin,
            )


def _use(site: LadderSite) -> tuple[str, str, str]:
    return site.kind.value, "" if site.path is None else site.path.name, rpc_name(site.name)


def _unmet_needs(node: Node, name: str, level: int) -> Iterator[PlanFinding]:
    view = node.release.view
    row = view.row(name, level)
    for need in () if row is None else row.needs:
        needed = view.gates.resolve(need.feature, need.level)
        driver = need.feature.value
        if needed is not None and node.level(driver) < needed:
            yield PlanFinding(
                invariant=Invariant.FINALIZING,
                weight=Weight.BREAKS,
                message=f"{name} {view.label(name, level)} needs {driver}"
                f" {view.label(driver, needed)} or above, and it is at"
                f" {view.label(driver, node.level(driver))}",
                consequence="a node with that configuration does not start",
                place=need.origin,
            )


def _unreadable_records(writer: Node, nodes: Sequence[Node]) -> Iterator[PlanFinding]:
    for site in writer.release.view.gates.ladders:
        if site.kind is not LadderKind.RECORD or site.ladder.feature is None:
            continue
        level = writer.level(site.ladder.feature.value)
        version = writer.release.view.value(site.ladder, level)
        if not isinstance(version, int):
            continue  # a record that is not written at this level
        for reader in nodes:
            known = reader.release.records.get(site.name)
            if known and version > known.high:
                yield PlanFinding(
                    invariant=Invariant.READERS,
                    weight=Weight.BREAKS,
                    message=f"{writer.name} writes {site.name} {version}, and {reader.name} reads"
                    f" {known}",
                    consequence="that node stops when it comes to the record",
                    place=site.ladder.origin,
                )
