"""What the ladders of code choose."""

from __future__ import annotations

import pytest

from support.gate_code import java, read, read_clean, text_at
from wirelint.gates.mapping import place_ladders
from wirelint.gates.model import Gates, GateTable, LadderKind, LadderSite, SelectionKind


def _table(*names: str) -> GateTable:
    return read_clean(
        java(
            "".join(
                f"short {name}() {{ return isAtLeast(PORT_1_1_IV0) ? 2 : 1; }}\n" for name in names
            )
        )
    )


def _site(name: str, **options: object) -> LadderSite:
    table, problems = place_ladders(_table(name), **options)  # type: ignore[arg-type]
    assert problems == ()
    (site,) = Gates((table,)).ladders
    return site


@pytest.mark.parametrize(
    ("function", "rpc", "path", "kind"),
    [
        ("fetchRequestVersion", "Fetch", "replica", SelectionKind.EXACTLY_BY),
        ("listOffsetRequestVersion", "ListOffsets", "replica", SelectionKind.UPTO_BY),
        (
            "offsetForLeaderEpochRequestVersion",
            "OffsetForLeaderEpoch",
            "replica",
            SelectionKind.EXACTLY_BY,
        ),
        ("updateMetadataRequestVersion", "UpdateMetadata", "controller", SelectionKind.EXACTLY_BY),
    ],
)
def test_ladders_of_kafka_sit_on_their_path(
    function: str, rpc: str, path: str, kind: SelectionKind
) -> None:
    site = _site(function)
    assert (site.kind, site.name) == (LadderKind.RPC, rpc)
    assert site.path is not None
    assert (site.path.name, site.is_blind) == (path, True)
    assert site.selection is not None
    assert site.selection.kind is kind
    assert text_at(site.path.name_at) == function


def test_markers_are_sent_where_the_sender_asks() -> None:
    site = _site("writeTxnMarkersRequestVersion")
    assert site.path is not None
    assert (site.name, site.path.name, site.is_blind) == ("WriteTxnMarkers", "txn-markers", False)


def test_ladders_of_one_path_are_together() -> None:
    table, _ = place_ladders(_table("fetchRequestVersion", "listOffsetRequestVersion"))
    (path,) = table.paths
    assert [one.rpc.value for one in path.entries] == ["Fetch", "ListOffsets"]


@pytest.mark.parametrize(
    ("function", "record", "store"),
    [
        ("registerBrokerRecordVersion", "RegisterBrokerRecord", "cluster-metadata"),
        ("crateRecordVersion", "CrateRecord", "cluster-metadata"),
        ("quorumStateVersion", "QuorumStateData", "quorum-state"),
        ("groupMetadataValueVersion", "GroupMetadataValue", "group-metadata"),
        ("transactionLogValueVersion", "TransactionLogValue", "transaction-log"),
    ],
)
def test_ladders_of_records(function: str, record: str, store: str) -> None:
    site = _site(function)
    assert (site.kind, site.name) == (LadderKind.RECORD, record)
    assert site.format is not None
    assert site.format.name == store


def test_a_request_that_nobody_knows_sits_on_no_path() -> None:
    site = _site("crateLoadRequestVersion")
    assert (site.kind, site.name, site.path, site.is_blind) == (
        LadderKind.RPC,
        "CrateLoad",
        None,
        False,
    )


@pytest.mark.parametrize(
    ("function", "message", "name"),
    [
        ("crateLoadRequestVersion", "CrateLoadRequest", "CrateLoad"),
        ("crateOffsetRequestVersion", "CrateOffsetsRequest", "CrateOffsets"),
        ("kvRecordVersion", "KVRecord", "KVRecord"),
        ("crateVersion", "Crate", "Crate"),
    ],
)
def test_names_are_those_of_the_schemas(function: str, message: str, name: str) -> None:
    assert _site(function, messages=["OtherRequest", message]).name == name


def test_what_no_schema_is_called_like_is_said() -> None:
    table, problems = place_ladders(
        _table("crateRecordVersion", "bergVersion"), messages=["PortRecord"]
    )
    assert [one.rule for one in problems] == ["unmapped-ladder"] * 2
    assert [text_at(one.finding.at) for one in problems] == ["crateRecordVersion", "bergVersion"]
    assert "`bergVersion`" in problems[1].finding.message
    assert len(table.ladders) == 2


def test_what_has_no_schema_stays_loose_in_silence() -> None:
    site = _site("highestSupportedRecordVersion")
    assert site.kind is LadderKind.LOOSE


@pytest.mark.parametrize(
    ("message", "kind", "name"),
    [("CrateRequest", LadderKind.RPC, "Crate"), ("CrateState", LadderKind.RECORD, "CrateState")],
)
def test_the_configuration_counts_first(message: str, kind: LadderKind, name: str) -> None:
    site = _site("fetchRequestVersion", configured={"fetchRequestVersion": message})
    assert (site.kind, site.name) == (kind, name)


def test_the_configuration_may_repeat_what_is_known() -> None:
    site = _site("fetchRequestVersion", configured={"fetchRequestVersion": "FetchRequest"})
    assert site.is_blind


def test_a_statement_says_itself_what_its_ladders_choose() -> None:
    text = "gates 1\nfeature f {\n level 1 a\n}\nladder fetchRequestVersion by f {\n 1 from a\n}\n"
    table, _ = read(text, "a.gates")
    assert place_ladders(table) == (table, ())
    placed, _ = place_ladders(table, configured={"fetchRequestVersion": "FetchRequest"})
    assert placed.ladders == ()


def test_the_values_stay() -> None:
    table = _table("fetchRequestVersion")
    placed, _ = place_ladders(table)
    assert placed.paths[0].entries[0].selection.ladder == table.ladders[0]
    assert placed.features == table.features
