"""Choices between two nodes, without a repository."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from support.gate_tables import gates_of
from wirelint.gates.model import Gates
from wirelint.rollout.handshake import shake_hands
from wirelint.rollout.negotiation import negotiate
from wirelint.rollout.nodes import Node
from wirelint.rollout.outcome import Outcome
from wirelint.rollout.paths import find_path, paths_of
from wirelint.rollout.releases import Api, Release, with_common_names, with_inferred
from wirelint.rollout.views import ReleaseGates, fresh_levels
from wirelint.versions import VersionRange

ranges = st.tuples(st.integers(0, 6), st.integers(0, 6)).map(
    lambda ends: VersionRange(min(ends), max(ends))
)


def release(name: str = "1.0.0", gates: Gates | None = None, **apis: str | VersionRange) -> Release:
    """A release whose RPCs have these versions."""
    made = {}
    for key, (rpc, versions) in enumerate(apis.items()):
        known = VersionRange.parse(versions) if isinstance(versions, str) else versions
        assert known is not None
        made[rpc] = Api(
            name=rpc, key=18 if rpc == "ApiVersions" else key, schema=known, stable=known
        )
    return Release(name=name, apis=made, view=ReleaseGates(gates or Gates(())))


def outcome(sender: Release, receiver: Release, path: str, levels=None, gates: str = ""):
    tables = gates_of(gates) if gates else Gates(())
    talk = negotiate(
        Node(release=sender, levels=levels or {}),
        Node(release=receiver, levels=levels or {}),
        find_path(paths_of(tables), path),
    )
    (choice,) = talk.choices
    return choice.outcome, choice.version


@given(ranges, ranges)
def test_who_asks_gets_the_newest_that_both_know_or_sends_nothing(ours, theirs):
    got, version = outcome(release(Ping=ours), release(Ping=theirs), "client")
    common = ours & theirs
    if common:
        assert (got, version) == (Outcome.OK, common.high)
    else:
        assert (got, version) == (Outcome.ABORT, None)


BLIND = "path copy from broker to broker blind {\n  Ping any\n}\n"


@given(ranges, ranges)
def test_who_does_not_ask_sends_the_newest_and_may_be_cut(ours, theirs):
    got, version = outcome(release(Ping=ours), release(Ping=theirs), "copy", gates=BLIND)
    assert version == ours.high
    assert got is (Outcome.OK if ours.high in theirs else Outcome.CLOSE)


@given(ranges, ranges, ranges)
def test_what_is_listed_and_not_served_closes(ours, listed, served):
    lying = release(Ping=served)
    lying = Release(name="2.0.0", apis=lying.apis, view=lying.view, listed={"Ping": listed})
    got, version = outcome(release(Ping=ours), lying, "client")
    if got is Outcome.CLOSE:
        assert version not in served
    assert got is not Outcome.OK or version in ours & listed & served


@given(ranges, ranges)
def test_the_handshake_ends_at_a_version_of_both_or_says_why_not(ours, theirs):
    shake = shake_hands(release(ApiVersions=ours), release(ApiVersions=theirs))
    if shake.outcome.is_fine:
        assert shake.version in ours
        assert shake.version in theirs
    else:
        assert shake.version is None
    if 0 in ours and 0 in theirs and theirs.high < 3:
        assert shake.outcome.is_fine  # version 0 saves everything


GATED = """
feature own.version {
  carrier record
  supports 1 to 3 unstable to 4
  level 1
  level 2
  level 3
  level 4 unstable
}
path copy from broker to broker blind {
  Ping exactly by own.version {
    1 from 2
    2 from 3
    5 from 4
  }
}
"""


def test_a_ladder_decides_and_may_be_undefined():
    gates = gates_of(GATED)
    one = release(gates=gates, Ping="0-4")
    for level, expected in (
        (1, (Outcome.SENDER_ERROR, None)),
        (2, (Outcome.OK, 1)),
        (3, (Outcome.OK, 2)),
        (4, (Outcome.SENDER_ERROR, None)),  # not a level of a node without previews
    ):
        assert outcome(one, one, "copy", {"own.version": level}, GATED) == expected
    bold = Release(
        name="1.0.0", apis=one.apis, view=ReleaseGates(gates, unstable=True), unstable=True
    )
    assert outcome(bold, bold, "copy", {"own.version": 4}, GATED) == (Outcome.CLOSE, 5)


def test_an_unstable_version_is_sent_only_to_who_lists_it():
    preview = Api(name="Ping", key=0, schema=VersionRange(0, 3), stable=VersionRange(0, 2))
    bare = Release(name="1.0.0", apis={"Ping": preview}, view=ReleaseGates(Gates(())))
    bold = Release(name="1.0.0", apis={"Ping": preview}, view=bare.view, unstable=True)
    assert outcome(bare, bare, "client") == (Outcome.OK, 2)
    assert outcome(bare, bold, "client") == (Outcome.OK, 3)


def test_an_rpc_that_one_side_lacks_is_no_clash_unless_it_is_asked_for():
    old, new = release(Ping="0"), release(Ping="0", Pong="0-1")
    path = find_path(paths_of(Gates(())), "client")
    talk = negotiate(Node(release=new), Node(release=old), path)
    assert talk.is_fine
    assert [one.rpc for one in talk.missing] == ["Pong"]
    assert not negotiate(Node(release=new), Node(release=old), path, "Pong").is_fine


def test_a_renamed_rpc_is_known_by_its_key():
    old, new = release(Pings="0-1"), release(Ping="0-2")
    old, new = with_common_names((old, new))
    assert outcome(old, new, "client") == (Outcome.OK, 1)


STAMPED = """
releases 1.0.0 1.1.0 2.0.0
feature own.version {
  carrier record
  absent = 0
  supports 0 to 2
  bootstrap at 0
  level 0 in 1.0.0
  level 1 in 1.1.0
  level 2 in 2.0.0
}
rpc Ping key 1001 upto by own.version {
  0 from 0
  1 from 2
}
"""


def test_each_release_sees_a_shared_table_at_its_own_time():
    gates = gates_of(STAMPED)
    seen = {
        number: ReleaseGates(gates, since=number, is_shared=True)
        for number in ((0, 9), (1,), (1, 1), (1, 5), (2,), (3,))
    }
    assert {number: str(view.supports("own.version")) for number, view in seen.items()} == {
        (0, 9): "0", (1,): "0", (1, 1): "0-1", (1, 5): "0-1", (2,): "0-2", (3,): "0-2",
    }  # fmt: skip
    assert seen[0, 9].feature("own.version") is None


def test_a_private_rpc_without_schema_is_served_as_far_as_its_own_gates_choose():
    gates = gates_of(STAMPED)
    paths = paths_of(gates)
    served = {}
    for number in ((1, 1), (2,)):
        view = ReleaseGates(gates, since=number, is_shared=True)
        bare = Release(name=".".join(map(str, number)), apis={}, view=view)
        served[number] = with_inferred(bare, paths).served("Ping")
    assert served == {(1, 1): VersionRange(0, 0), (2,): VersionRange(0, 1)}


def test_a_private_rpc_that_is_too_new_is_answered_with_an_error():
    gates = gates_of(STAMPED)
    new = release(gates=gates, Ping="0-1")
    old = release(gates=gates, Ping="0")
    got, version = outcome(new, old, "private", {"own.version": 2}, STAMPED)
    assert (got, version) == (Outcome.REJECT, 1)


def test_a_new_cluster_starts_where_its_table_says():
    gates = gates_of(STAMPED)
    view = ReleaseGates(gates)
    assert fresh_levels((view,)) == {"own.version": 0}
    assert fresh_levels((view,), {"own.version": 2}) == {"own.version": 2}
