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
