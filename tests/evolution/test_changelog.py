"""What a change asks of those who run the protocol."""

from __future__ import annotations

import json

import pytest

from support.evolving import field, schema, trees
from wirelint.evolution.changelog import Changelog, Effect, Entry, changelog, lines
from wirelint.evolution.settings import EvolutionSettings
from wirelint.reporters.changelog import to_html, to_json, to_markdown, to_text

ID = field("Id")


def half(kind: str, *fields: object, name: str = "Ping", **head: object) -> str:
    base = {"type": kind, "apiKey": 9, "flexibleVersions": "0+"}
    return schema(f"{name}{kind.title()}", *fields, **{**base, **head})  # type: ignore[arg-type]


def told(
    before: dict[str, str],
    after: dict[str, str],
    settings: EvolutionSettings = EvolutionSettings(),  # noqa: B008 - frozen
) -> list[str]:
    found = changelog(trees(before, after, settings), "1.0", "2.0")
    return [f"{one.effect.value}: {one.subject}: {one.text}" for one in found.entries]


def test_new_version_tells_both_halves_in_one_line() -> None:
    old = {"PingRequest.json": half("request", ID), "PingResponse.json": half("response", ID)}
    new = {
        "PingRequest.json": half("request", ID, field("Ttl", versions="1+"), validVersions="0-1"),
        "PingResponse.json": half(
            "response",
            field("Id", versions="0"),
            field("Key", "uuid", "1+", taggedVersions="1+", tag=0),
            validVersions="0-1",
        ),
    }
    (line,) = told(old, new)
    assert line == (
        "safe: Ping: new version 1: the request adds `Ttl` (`int32`); "
        "the response adds `Key` (`uuid`, tag 0), ends `Id`"
    )


def test_what_both_halves_say_stands_once() -> None:
    old = {
        "PingRequest.json": half("request", ID, validVersions="0-2"),
        "PingResponse.json": half("response", ID, validVersions="0-2"),
    }
    new = {
        "PingRequest.json": half("request", ID, validVersions="1-2"),
        "PingResponse.json": half("response", ID, validVersions="1-2"),
    }
    assert told(old, new) == ["breaking: Ping: version 0 is gone, left: versions 1-2"]
    assert told({}, new) == ["safe: Ping: new API, api key 9, versions 1-2"]


def test_one_half_is_named() -> None:
    old = {"PingRequest.json": half("request", ID), "PingResponse.json": half("response", ID)}
    new = {**old, "PingResponse.json": half("response", field("Id", "int64"))}
    assert told(old, new) == [
        "breaking: Ping: response: `Id` is `int64` in released version 0, was `int32`"
    ]


def test_gated_versions_and_records_need_a_step() -> None:
    old, new = half("request", ID), half("request", ID, validVersions="0-1")
    gated = EvolutionSettings(is_gated=lambda message, version: version == 1)
    assert told({"PingRequest.json": old}, {"PingRequest.json": new}, gated) == [
        "rollout: Ping: new version 1: no byte changes; a gate turns it on"
    ]
    record = half("metadata", ID, name="")
    later = half("metadata", ID, name="", validVersions="0-1")
    (line,) = told({"Metadata.json": record}, {"Metadata.json": later})
    assert line == "rollout: Metadata: new version 1: no byte changes; old nodes cannot read it"


def test_renames_moves_and_new_tags_are_safe() -> None:
    old = {"a/Ping.json": half("metadata", ID, name="Old")}
    hint = field("Hint", "string", taggedVersions="0+", tag=0)
    new = {"a/Pong.json": half("metadata", ID, hint, name="New")}
    assert told(old, new) == [
        "safe: NewMetadata: was called `OldMetadata`",
        "safe: NewMetadata: tagged field `Hint` (`string`, tag 0) added to version 0",
    ]


def test_texts_alone_change_nothing() -> None:
    old = {"Ping.json": schema("Ping", ID)}
    new = {"Ping.json": schema("Ping", ID).replace("{", "{\n// words\n", 1)}
    assert told(old, new) == []


def some(number: int) -> Changelog:
    return Changelog(
        before="1.0",
        after="2.0",
        entries=tuple(
            Entry(
                effect=Effect.ROLLOUT,
                kind="listener-removed",
                subject=f"Ping{index}",
                text="no longer served on listener zkBroker",
                many="no longer served on listener zkBroker",
            )
            for index in range(number)
        ),
    )


def test_what_is_said_of_many_is_one_line() -> None:
    assert [one.subject for one in lines(some(3).entries)] == ["Ping0", "Ping1", "Ping2"]
    (line,) = lines(some(4).entries)
    assert line.subject == "4 messages"
    assert line.text.endswith("zkBroker: `Ping0`, `Ping1`, `Ping2`, `Ping3`")
    assert len(line.entries) == 4


def test_formats_tell_the_same() -> None:
    found = some(2)
    assert to_text(found).splitlines() == [
        "Protocol changes from 1.0 to 2.0: 0 breaking changes, 2 that need a rollout step, 0 safe",
        "",
        "Needs a rollout step",
        "  Ping0  no longer served on listener zkBroker",
        "  Ping1  no longer served on listener zkBroker",
    ]
    assert to_markdown(found).splitlines()[-2:] == [
        "- **Ping0**: no longer served on listener zkBroker",
        "- **Ping1**: no longer served on listener zkBroker",
    ]
    shape = json.loads(to_json(found))
    assert shape["summary"] == {"breaking": 0, "rollout": 2, "safe": 0}
    assert [one["subject"] for one in shape["changes"]] == ["Ping0", "Ping1"]
    assert "<th>Ping0</th>" in to_html(found)


def test_nothing_is_a_sentence() -> None:
    none = Changelog(before="1.0", after="2.0", entries=())
    assert "did not change" in to_text(none)
    assert "did not change" in to_markdown(none)


@pytest.mark.parametrize("name", ["<script>x</script>", "[a](b)", "`x`", "*a*\x1b[31m"])
def test_names_of_strangers_stay_text(name: str) -> None:
    found = changelog(trees({}, {"a.json": schema(name, ID)}), name, "2.0")
    assert "<script>" not in to_markdown(found)
    assert "<script>x" not in to_html(found)
    assert "\x1b" not in to_text(found) + to_markdown(found) + to_html(found)
    assert "[a](b)" not in to_markdown(found)
    assert "**a**" not in to_markdown(found).replace("**\\*a\\*", "")


def tag(number: int, versions: str = "0+") -> dict[str, object]:
    return {"tag": number, "taggedVersions": versions}


def both(kind: str, *fields: object, **head: object) -> str:
    return half(kind, *fields, **{"validVersions": "0-1", **head})


NULL = {"nullableVersions": "0+"}
UNSTABLE = {"latestVersionUnstable": True}
ROW = field("Rows", "[]Row", fields=[ID])
LATER = field("Hop", versions="1+")
CLASSIC = {"flexibleVersions": "none"}

# One edit, and all that is said of it: effect, kind, versions, text.
EDITS = [
    # Fields and tags.
    (
        both("request", ID),
        both("request", ID, ROW),
        "breaking field-added 0-1 `Rows` (`[]Row`) added to released versions 0-1",
    ),
    (
        both("request", ID, ROW),
        both("request", ID, field("Rows", "[]Row", fields=[])),
        "breaking field-removed 0-1 `Rows.Id` removed from released versions 0-1",
    ),
    (
        both("request", ID, field("A", "string"), field("B", "uuid")),
        both("request", field("A", "string"), field("B", "uuid"), ID),
        "breaking field-moved 0-1 `Id` moved in released versions 0-1",
    ),
    (
        both("request", ID),
        both("request", field("Id", "uint32")),
        "rollout field-retyped 0-1 `Id` is `uint32` in released versions 0-1, was `int32`",
    ),
    (
        both("request", field("A", "string")),
        both("request", field("A", "string", **NULL)),
        "breaking nullability-changed 0-1 `A` may be null in released versions 0-1",
    ),
    (
        both("request", field("A", "string", **NULL)),
        both("request", field("A", "string", nullableVersions="1+")),
        "breaking nullability-changed 0 `A` may no longer be null in released version 0",
    ),
    (
        both("request", field("A", "string")),
        both("request", field("A", "string", flexibleVersions="none")),
        "breaking encoding-changed 0-1 the length of `A` is classic in released versions 0-1",
    ),
    (
        both("request", field("A", "string", flexibleVersions="none")),
        both("request", field("A", "string", flexibleVersions="1+")),
        "breaking encoding-changed 1 the length of `A` is compact in released version 1",
    ),
    (
        both("request", ID, ROW),
        both("request", field("Id", **tag(3)), ROW),
        "breaking field-tagged 0-1 `Id` became tag 3 in released versions 0-1",
    ),
    (
        both("request", field("Id", **tag(3)), ROW),
        both("request", ID, ROW),
        "breaking field-untagged 0-1 `Id`, was tag 3, is untagged in released versions 0-1",
    ),
    (
        both("request", field("Id", **tag(3))),
        both("request", field("Id", versions="1+", **tag(3, "1+"))),
        "breaking tag-versions-moved 0 tag 3 (`Id`) refused in released version 0",
    ),
    (
        both("request", field("Id", versions="1+", **tag(3, "1+"))),
        both("request", field("Id", **tag(3))),
        "breaking tag-versions-moved 0 tag 3 (`Id`) refused by old readers in released version 0",
    ),
    (
        both("request", field("Id", **tag(3))),
        both("request", field("Name", "string", **tag(3))),
        "breaking tag-reused 0-1 tag 3 is `Name` in released versions 0-1, was `Id`",
    ),
    (
        both("request", field("Id", **tag(3))),
        both("request", field("Key", **tag(3))),
        "rollout tag-reused 0-1 tag 3 is `Key` in released versions 0-1, was `Id`",
    ),
    (
        both("request", ROW),
        both("request", ROW, field("Id", **tag(3))),
        "safe tag-added 0-1 tagged field `Id` (`int32`, tag 3) added to versions 0-1",
    ),
    (
        both("request", ROW, field("Id", **tag(3))),
        both("request", ROW),
        "rollout tag-removed 0-1 tagged field `Id` (tag 3) removed from released versions 0-1",
    ),
    (
        both("request", ID, field("Key"), field("Old")),
        both("request", field("Key"), field("Old"), ID),
        "breaking fields-swapped 0-1 `Id`, `Key` and `Old` changed places in released versions 0-1",
    ),
    (
        both("request", ID, ROW),
        both("request", field("Id", default="7"), ROW),
        "safe default-changed 0-1 the default of `Id` is 7 in versions 0-1, was the type's own",
    ),
    (
        both("request", field("Id", ignorable=True), ROW),
        both("request", field("Id", default="7", ignorable=True), ROW),
        "rollout default-changed 0-1 the default of `Id` is 7 in versions 0-1, was the type's own",
    ),
    (
        both("request", ROW, field("Id", **tag(3))),
        both("request", ROW, field("Id", default="7", **tag(3))),
        "rollout default-changed 0-1 the default of `Id` is 7 in versions 0-1, was the type's own",
    ),
    (
        both("request", ROW, LATER),
        both("request", ROW, {**LATER, "default": "7"}),
        "rollout default-changed 1 the default of `Hop` is 7 in version 1, was the type's own",
    ),
    (
        both("request", ROW, {**LATER, "ignorable": True}),
        both("request", ROW, LATER),
        "rollout ignorable-dropped 1 `Hop` may no longer be left out in version 0",
    ),
    (
        both("request", ROW),
        both("request", ROW, flexibleVersions="1+"),
        "breaking flexible-changed 0 released version 0 is classic, was flexible",
    ),
    (
        both("request", ROW, flexibleVersions="1+"),
        both("request", ROW),
        "breaking flexible-changed 0 released version 0 is flexible, was classic",
    ),
    # The message itself.
    (both("request", ID), "", "breaking message-removed 0-1 is gone (versions 0-1)"),
    (
        half("request", ID, **UNSTABLE),
        "",
        "safe message-removed 0 is gone (version 0)",
    ),
    ("", both("request", ID), "safe api-added 0-1 new API, api key 9, versions 0-1"),
    (
        "",
        both("request", ID, **UNSTABLE),
        "safe api-added 0-1 new API, api key 9, versions 0-1, unstable",
    ),
    ("", schema("P", ID), "safe message-added 0 new data message, version 0"),
    (
        "",
        half("metadata", ID),
        "rollout message-added 0 new metadata message, version 0; old nodes cannot read it",
    ),
    (schema("P", ID), schema("Q", ID), "safe message-renamed was called `P`"),
    (
        schema("P", ID),
        schema("P", ID, type="metadata", apiKey=4),
        "safe type-changed is of type metadata, was data",
    ),
    (
        schema("P", ID, type="metadata", apiKey=4),
        schema("P", ID),
        "breaking type-changed is of type data, was metadata",
    ),
    (
        both("request", ID),
        both("request", ID, apiKey=10),
        "breaking api-key-changed has api key 10, had 9",
    ),
    # Its versions.
    (
        both("request", ID, validVersions="0-4"),
        both("request", ID, validVersions="2-4"),
        "breaking version-removed 0-1 versions 0-1 are gone, left: versions 2-4",
    ),
    (
        both("request", ID),
        both("request", ID, validVersions="none"),
        "breaking version-removed 0-1 versions 0-1 are gone, left: none",
    ),
    (
        both("request", ID, validVersions="1-2"),
        both("request", ID, validVersions="0-2"),
        "safe version-returned 0 version 0 is valid again",
    ),
    (
        both("request", ID, validVersions="2"),
        both("request", ID, validVersions="0-2"),
        "safe version-returned 0-1 versions 0-1 are valid again",
    ),
    (
        both("request", ID, **UNSTABLE),
        half("request", ID),
        "safe version-removed 1 version 1, which was unstable, is gone",
    ),
    (
        both("request", ID, **UNSTABLE),
        both("request", ID),
        "rollout version-stable 1 version 1 is stable now; nodes of the old release serve it only when told to",
    ),
    (
        both("request", ID),
        both("request", ID, deprecatedVersions="0"),
        "safe version-deprecated 0 version 0 deprecated",
    ),
    (
        both("request", ID, listeners=["broker", "controller"]),
        both("request", ID, listeners=["broker"]),
        "rollout listener-removed no longer served on listener controller",
    ),
    (
        both("request", ID, listeners=["broker"]),
        both("request", ID, listeners=["broker", "controller"]),
        "safe listener-added also served on listener controller",
    ),
    # New versions.
    (
        half("request", ID),
        both("request", ID, **UNSTABLE),
        "safe version-added 1 new version 1 (unstable): no byte changes",
    ),
    (
        half("request", ID, **CLASSIC),
        both("request", ID, field("A", "string", "1+", **NULL, **tag(2)), flexibleVersions="1+"),
        "safe version-added 1 new version 1: the request is flexible, adds `A` (`string`, nullable, tag 2)",
    ),
    (
        half("request", ID, ROW),
        both("request", ID, field("Rows", "[]Row", "0", fields=[ID])),
        "safe version-added 1 new version 1: the request ends `Rows`",
    ),
    (
        half("request", ID),
        both("request", ID, field("Rows", "[]Row", "1+", fields=[field("Id", versions="1+")])),
        "safe version-added 1 new version 1: the request adds `Rows` (`[]Row`)",
    ),
    (
        half("request", field("A", "string")),
        both("request", field("A", "string", nullableVersions="1+")),
        "safe version-added 1 new version 1: the request differs from version 0",
    ),
]


@pytest.mark.parametrize(("before", "after", "expected"), EDITS)
def test_one_edit_is_one_line(before: str, after: str, expected: str) -> None:
    trees_ = trees(*({"m/Ping.json": one} if one else {} for one in (before, after)))
    (one,) = changelog(trees_, "1.0", "2.0").entries
    versions = [",".join(map(str, one.versions))] if one.versions else []
    text = one.text.removeprefix("request: ")
    of_the_api = {"version-added", "version-stable", "listener-added", "listener-removed"}
    assert (text != one.text) is ('"request"' in before + after and one.kind not in of_the_api)
    assert " ".join((one.effect.value, one.kind, *versions, text)) == expected
    assert one.paths == ("m/Ping.json",)
    assert len(one.messages) == 1


def test_what_was_so_before_is_not_told_again() -> None:
    old = both("request", ID, deprecatedVersions="0", **UNSTABLE)
    for new in (
        both("request", field("Id", about="The id."), deprecatedVersions="0", **UNSTABLE),
        both("request", ID, deprecatedVersions="0-0", about="x", **UNSTABLE),
    ):
        assert told({"P.json": old}, {"P.json": new}) == []


def test_what_weighs_more_comes_first_and_then_the_name() -> None:
    old = {f"{name}.json": schema(name, ID) for name in ("pond", "Pier", "Port")}
    new = {
        "pond.json": schema("pond", field("Id", "int64")),
        "Pier.json": schema("Pier", field("Id", "int64")),
        "Port.json": schema("Port", ID, deprecatedVersions="0"),
        "Quay.json": schema("Quay", ID),
        "Lake.json": half("metadata", ID, name="Lake"),
    }
    assert [one.split(": ")[:2] for one in told(old, new)] == [
        ["breaking", "Pier"],
        ["breaking", "pond"],
        ["rollout", "LakeMetadata"],
        ["safe", "Port"],
        ["safe", "Quay"],
    ]


def test_what_both_halves_say_has_the_files_and_versions_of_both() -> None:
    kinds = ("request", "response")
    old = {f"Ping{kind}.json": half(kind, ID, validVersions="0-3") for kind in kinds}
    new = {
        "Pingrequest.json": half("request", ID, validVersions="2-3"),
        "Pingresponse.json": half("response", ID, validVersions="2-3"),
    }
    (one,) = changelog(trees(old, new), "1.0", "2.0").entries
    assert one.paths == ("Pingrequest.json", "Pingresponse.json")
    assert one.messages == ("PingRequest", "PingResponse")
    assert [str(part) for part in one.versions] == ["0-1"]


def test_many_of_one_kind_keep_what_they_say_of_all() -> None:
    """Also where it was said of one half or of both."""
    kinds = ("request", "response")
    names = ("Ping", "Pong", "Call", "Mail")
    new = {
        f"{name}{kind}.json": half(kind, ID, name=name, listeners=["broker", "controller"])
        for name in names
        for kind in kinds[: 1 if name == "Ping" else 2]
    }
    old = {path: text.replace(', "controller"', "") for path, text in new.items()}
    found = changelog(trees(old, new), "1.0", "2.0")
    (line,) = lines(found.of(Effect.SAFE))
    assert line.text == "also served on listener controller: `Call`, `Mail`, `Ping`, `Pong`"
    assert sum(len(one.messages) for one in line.entries) == 7


def test_a_new_version_is_held_against_the_one_below_it() -> None:
    null = field("A", "string", nullableVersions="2")
    old, new = half("request", field("A", "string")), half("request", null, validVersions="0-3")
    assert [one.split(": ", 3)[2:] for one in told({"P.json": old}, {"P.json": new})] == [
        ["new version 1", "no byte changes"],
        ["new version 2", "the request differs from version 1"],
        ["new version 3", "the request differs from version 2"],
    ]
    alone = half("request", field("A", "string", nullableVersions="1"), validVersions="1")
    assert told({"P.json": old}, {"P.json": alone})[1].endswith(
        "the request differs from version 0"
    )


def test_many_of_one_change_are_one_line() -> None:
    def line(new: dict[str, object]) -> str:
        names = ("Pier", "Pond", "Quay", "Lake")
        old = {f"{one}.json": schema(one, ID, listeners=["broker"]) for one in names}
        files = {f"{one}.json": schema(one, ID, **new) for one in names}
        (found,) = lines(changelog(trees(old, files), "1.0", "2.0").entries)
        return found.text.partition(": ")[0]

    keyed = {"type": "metadata", "apiKey": 7, "listeners": ["broker"]}
    assert line(keyed) == "of type metadata now, data before; no byte changes"
    assert line({"listeners": []}) == "no longer served on listener broker"


def test_a_message_may_move_and_have_any_name() -> None:
    old = {"a/Ping.json": schema("Ping", ID)}
    assert told(old, {"b/Ping.json": schema("Ping", ID)}) == []
    assert told(old, {"b/Ping.json": schema("Ping", ID, deprecatedVersions="0")}) == [
        "safe: Ping: moved from `a` to `b`",
        "safe: Ping: version 0 deprecated",
    ]
    (line,) = told(old, {"a/Ping.json": schema("P`i\nng", ID)})
    assert line == "safe: P'i ng: was called `Ping`"


def test_many_new_messages_are_one_line() -> None:
    def line(**head: object) -> str:
        names = ("Pier", "Pond", "Quay", "Lake")
        files = {f"{one}.json": schema(one, ID, **head) for one in names}
        (found,) = lines(changelog(trees({}, files), "1.0", "2.0").entries)
        return found.text

    names = "`Lake`, `Pier`, `Pond`, `Quay`"
    assert line() == f"new messages: {names}"
    assert line(type="metadata", apiKey=7) == f"new messages; old nodes cannot read them: {names}"
