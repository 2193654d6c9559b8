# Readers see functions of a level; what a function chooses is said nowhere in its code. Three things
# know it: the configuration, the list of Kafka's own below, and the name. Not cached: the list of
# messages and the configuration may change while the file does not.
"""What the ladders of code choose: RPCs on their paths, and records."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import Final

from wirelint.diagnostics import Finding, Problem
from wirelint.gates.model import (
    Entry,
    Format,
    GateTable,
    Ladder,
    Language,
    Path,
    Record,
    Rpc,
    Said,
    Selection,
    SelectionKind,
    rpc_name,
)
from wirelint.lazy_dataclass import dataclass, replace

UNMAPPED: Final = "unmapped-ladder"


@dataclass(frozen=True, slots=True)
class Link:
    """A kind of connection; `asks` says whether the sender asks for versions first."""

    name: str
    source: str
    target: str
    asks: bool = False


@dataclass(frozen=True, slots=True)
class Store:
    """A place where records are written."""

    name: str
    where: str


@dataclass(frozen=True, slots=True)
class Chooses:
    """What a ladder chooses: the version of a message, on a link or in a store.

    `message` is None for what has no schema. `kind` counts on a link.
    """

    message: str | None
    at: Link | Store | None = None
    kind: SelectionKind = SelectionKind.EXACTLY_BY


# discoverBrokerVersions is false on these: BrokerBlockingSender, ControllerChannelManager.
REPLICA: Final = Link("replica", "broker", "broker")
BROKERS: Final = Link("inter-broker", "broker", "broker")
CONTROLLER: Final = Link("controller", "controller", "broker")
SHUTDOWN: Final = Link("controlled-shutdown", "broker", "controller")
MARKERS: Final = Link("txn-markers", "broker", "broker", asks=True)
PLACED: Final = frozenset(one.name for one in (REPLICA, BROKERS, CONTROLLER, SHUTDOWN, MARKERS))
"""The names of the paths that ladders of code are put on."""

METADATA: Final = Store("cluster-metadata", "__cluster_metadata-0")
QUORUM: Final = Store("quorum-state", "quorum-state")
GROUPS: Final = Store("group-metadata", "__consumer_offsets")
TRANSACTIONS: Final = Store("transaction-log", "__transaction_state")

KNOWN: Final[Mapping[str, Chooses]] = MappingProxyType(
    {
        "fetchRequestVersion": Chooses("FetchRequest", REPLICA),
        "listOffsetRequestVersion": Chooses("ListOffsetsRequest", REPLICA, SelectionKind.UPTO_BY),
        "offsetForLeaderEpochRequestVersion": Chooses("OffsetForLeaderEpochRequest", REPLICA),
        "leaderAndIsrRequestVersion": Chooses("LeaderAndIsrRequest", CONTROLLER),
        "stopReplicaRequestVersion": Chooses("StopReplicaRequest", CONTROLLER),
        "updateMetadataRequestVersion": Chooses("UpdateMetadataRequest", CONTROLLER),
        "controlledShutdownApiVersion": Chooses("ControlledShutdownRequest", SHUTDOWN),
        "writeTxnMarkersRequestVersion": Chooses("WriteTxnMarkersRequest", MARKERS),
        "quorumStateVersion": Chooses("QuorumStateData", QUORUM),
        "kraftVersionRecordVersion": Chooses("KRaftVersionRecord", METADATA),
        "votersRecordVersion": Chooses("VotersRecord", METADATA),
        "groupMetadataValueVersion": Chooses("GroupMetadataValue", GROUPS),
        "offsetCommitValueVersion": Chooses("OffsetCommitValue", GROUPS),
        "transactionLogValueVersion": Chooses("TransactionLogValue", TRANSACTIONS),
        # Record batches have no schema file.
        "highestSupportedRecordVersion": Chooses(None),
        "recordVersion": Chooses(None),
        "messageFormatVersion": Chooses(None),
    }
)

KNOWN_OF: Final[Mapping[str, Mapping[str, Chooses]]] = MappingProxyType(
    {
        "automq.version": MappingProxyType(
            {
                "streamRecordVersion": Chooses("S3StreamRecord", METADATA),
                "objectRecordVersion": Chooses("S3ObjectRecord", METADATA),
                "streamSetObjectRecordVersion": Chooses("S3StreamSetObjectRecord", METADATA),
                "streamObjectRecordVersion": Chooses("S3StreamObjectRecord", METADATA),
                "kvRecordVersion": Chooses("KVRecord", METADATA),
                "mapS3StreamVersion": Chooses(None),
            }
        ),
    }
)
"""What is known of the ladders of one feature, before `KNOWN`."""

# Every request that this class ever chose a version for goes out unasked: that is what it is for.
_UNASKED: Final = "org/apache/kafka/server/common/MetadataVersion.java"

_NOTHING: Final[Mapping[str, Chooses]] = MappingProxyType({})
_NO_NAMES: Final[Mapping[str, str]] = MappingProxyType({})


def place_ladders(
    table: GateTable,
    *,
    configured: Mapping[str, str] = _NO_NAMES,
    messages: Collection[str] = (),
) -> tuple[GateTable, tuple[Problem, ...]]:
    """Put a table's loose ladders where they are used; those of which nobody knows stay loose.

    `configured` maps functions to messages (`[gates.ladder]`). `messages` are the names of the
    tree's schemas: where there are any, a ladder that is named like none of them is `unmapped-ladder`.
    A `.gates` file says itself what its ladders choose: there only `configured` counts.
    """
    if not table.ladders:
        return table, ()
    known = {name.lower(): name for name in messages}
    placed = _Placed(table)
    problems: list[Problem] = []
    for ladder in table.ladders:
        chooses = _chooses(ladder, table, configured, known)
        if chooses is None:
            placed.loose.append(ladder)
            if table.language is not Language.GATES:
                problems.append(_unmapped(ladder))
        elif chooses.message is None:
            placed.loose.append(ladder)
        else:
            placed.add(ladder, chooses, chooses.message)
    return placed.table(), tuple(problems)


def _chooses(
    ladder: Ladder, table: GateTable, configured: Mapping[str, str], messages: Mapping[str, str]
) -> Chooses | None:
    name = ladder.name or ""
    feature = "" if ladder.feature is None else ladder.feature.value
    known = KNOWN_OF.get(feature, _NOTHING).get(name) or KNOWN.get(name)
    if name in configured:
        message = configured[name]
        if known is not None and known.message == message:
            return known
        return Chooses(message, None if message.endswith("Request") else METADATA)
    if table.language is Language.GATES:
        return None
    found = known or _by_name(name, messages)
    if found is not None and found.at is None and table.source.path.endswith(_UNASKED):
        return replace(found, at=BROKERS)
    return found


def _by_name(name: str, messages: Mapping[str, str]) -> Chooses | None:
    """Read a function's name: `berthRecordVersion` is about BerthRecord."""
    stem = name.removesuffix("Version")
    if stem == name or not stem:
        return None
    message = stem[:1].upper() + stem[1:]
    wanted = [message]
    if message.endswith("Request"):
        wanted.append(f"{rpc_name(message)}sRequest")  # Kafka: listOffsetRequestVersion
    found = next((messages[one.lower()] for one in wanted if one.lower() in messages), None)
    if found is not None:
        return Chooses(found, None if found.endswith("Request") else METADATA)
    if messages:
        return None
    if message.endswith("Request"):
        return Chooses(message)
    return Chooses(message, METADATA) if message.endswith(("Record", "Value")) else None


def _unmapped(ladder: Ladder) -> Problem:
    message = f"nobody says which message `{ladder.name}` chooses the version of"
    return Problem(UNMAPPED, Finding(ladder.origin, message))


class _Placed:
    """A table in the making."""

    def __init__(self, table: GateTable) -> None:
        self._before = table
        self.loose: list[Ladder] = []
        self._paths = {one.name: one for one in table.paths}
        self._formats = {one.name: one for one in table.formats}
        self._rpcs = list(table.rpcs)

    def add(self, ladder: Ladder, chooses: Chooses, message: str) -> None:
        at = ladder.origin
        match chooses.at:
            case Store(name, where):
                selection = Selection(kind=SelectionKind.EXACTLY_BY, ladder=ladder, origin=at)
                store = self._formats.get(name) or Format(
                    name=name, where=Said(where, at), name_at=at, origin=at
                )
                record = Record(Said(message, at), selection, origin=at)
                self._formats[name] = replace(store, records=(*store.records, record))
            case Link(name, source, target, asks):
                selection = Selection(kind=chooses.kind, ladder=ladder, origin=at)
                path = self._paths.get(name) or Path(
                    name=name,
                    source=Said(source, at),
                    target=Said(target, at),
                    discovers=Said(asks, at),
                    name_at=at,
                    origin=at,
                )
                entry = Entry(rpc=Said(rpc_name(message), at), selection=selection, origin=at)
                self._paths[name] = replace(path, entries=(*path.entries, entry))
            case None:
                selection = Selection(kind=SelectionKind.UPTO_BY, ladder=ladder, origin=at)
                self._rpcs.append(
                    Rpc(name=rpc_name(message), selection=selection, name_at=at, origin=at)
                )

    def table(self) -> GateTable:
        return replace(
            self._before,
            ladders=tuple(self.loose),
            paths=tuple(self._paths.values()),
            formats=tuple(self._formats.values()),
            rpcs=tuple(self._rpcs),
        )
