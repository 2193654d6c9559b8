# Which builder runs on which connection is said in `.gates` files and cannot be read from a table of
# levels. So Kafka's own paths are known here, for trees that hold its tables in code and no statement.
"""Kinds of connections: who asks what the peer speaks, and who just sends."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from wirelint.errors import UsageError
from wirelint.gates.mapping import PLACED
from wirelint.gates.model import (
    Entry,
    Gates,
    Path,
    Rpc,
    Said,
    Selection,
    SelectionKind,
    rpc_name,
)
from wirelint.lazy_dataclass import replace
from wirelint.spelling import did_you_mean

CLIENT: Final = "client"
PRIVATE: Final = "private"


def _path(name: str, source: str, target: str, *, asks: bool, first: bool, rpcs: str) -> Path:
    return Path(
        name=name,
        source=Said(source),
        target=Said(target),
        discovers=Said(asks),
        bootstrap=Said(first),
        entries=tuple(
            Entry(rpc=Said(rpc), selection=Selection(kind=SelectionKind.ANY))
            for rpc in rpcs.split()
        ),
    )


def _pin(rpc: str, kind: SelectionKind, version: int, doc: str = "") -> Entry:
    return Entry(rpc=Said(rpc), selection=Selection(kind=kind, version=Said(version)), doc=doc)


# Kafka 4.x: AbstractRequest builders, BrokerBlockingSender (discoverBrokerVersions=false),
# NodeToControllerChannelManager, KafkaRaftClient.
_CLIENT_PATH: Final = _path("client", "client", "broker", asks=True, first=False, rpcs="*")
_KAFKA_PATHS: Final = (
    _path(
        "control",
        "broker",
        "controller",
        asks=True,
        first=True,
        rpcs="BrokerRegistration BrokerHeartbeat ControllerRegistration AssignReplicasToDirs",
    ),
    _path("txn-markers", "broker", "broker", asks=True, first=False, rpcs="WriteTxnMarkers"),
    _path(
        "metadata-log",
        "node",
        "controller",
        asks=True,
        first=True,
        rpcs="Fetch FetchSnapshot Vote BeginQuorumEpoch EndQuorumEpoch",
    ),
)
_KAFKA_REPLICA: Final = replace(
    _path("replica", "broker", "broker", asks=False, first=False, rpcs=""),
    entries=(
        _pin("Fetch", SelectionKind.FALLBACK, 12, "topic ids not usable in this fetch session"),
        _pin("OffsetForLeaderEpoch", SelectionKind.EXACTLY, 4),
    ),
)


def paths_of(gates: Gates) -> tuple[Path, ...]:
    """All paths: as stated; Kafka's where tables have its levels and state none; private RPCs last.

    The path of clients is always there.
    """
    stated = gates.paths
    found = list(stated)
    if not any(one.name == CLIENT for one in stated):
        found.insert(0, _CLIENT_PATH)
    if gates.feature("metadata.version") is not None and not _states_paths(gates):
        names = {one.name for one in found}
        found = [_completed(one) if one.name == "replica" else one for one in found]
        found += [one for one in _KAFKA_PATHS if one.name not in names]
    if not any(one.name == PRIVATE for one in found):
        private = _private(gates.rpcs)
        if private is not None:
            found.append(private)
    return tuple(found)


def find_path(paths: Iterable[Path], name: str) -> Path:
    """The path of a name. Raises UsageError that lists what there is."""
    known = {one.name: one for one in paths}
    if name in known:
        return known[name]
    names = ", ".join(f"`{one}`" for one in known)
    raise UsageError(
        f"--path {name}: there is no such path; there is {names}"
        f" (a `.gates` file states paths: see --gates){did_you_mean(name, known)}"
    )


def _states_paths(gates: Gates) -> bool:
    """Whether a person wrote down the paths, more than a reader of code can place."""
    return any(one.name not in PLACED for one in gates.paths)


def _completed(replica: Path) -> Path:
    known = {rpc_name(entry.rpc.value) for entry in replica.entries}
    more = [
        one
        for one in _KAFKA_REPLICA.entries
        if (one.selection.kind is SelectionKind.FALLBACK) == (one.rpc.value in known)
    ]
    return replace(
        replica,
        discovers=replica.discovers or _KAFKA_REPLICA.discovers,
        entries=(*replica.entries, *more),
    )


def _private(rpcs: Iterable[Rpc]) -> Path | None:
    """RPCs with a ladder of their own (`rpc X upto by F`): sent without asking, v0 without a level."""
    entries = tuple(
        Entry(rpc=Said(one.name, one.name_at), selection=one.selection, origin=one.origin)
        for one in rpcs
        if one.selection is not None
    )
    if not entries:
        return None
    return Path(
        name=PRIVATE,
        source=Said("node"),
        target=Said("controller"),
        discovers=Said(False),  # noqa: FBT003 - a value with its place
        bootstrap=Said(True),  # noqa: FBT003 - a value with its place
        entries=entries,
    )
