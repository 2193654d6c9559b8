"""The ledger: what is recorded comes back, and what was edited is found."""

from __future__ import annotations

import pytest

from support.schemas import bundled_schemas
from wirelint.cli import main
from wirelint.engine.load import load
from wirelint.ledger import Ledger, read_ledger, record, write_ledger
from wirelint.ledger.canonical import message_json, message_lines
from wirelint.ledger.model import LedgerError
from wirelint.schema.dialect import DEFAULT_DIALECT
from wirelint.schema.model import Message
from wirelint.syntax.document import read, read_bytes
from wirelint.text import SourceText

PING = """{
  "apiKey": 7, "type": "request", "name": "PingRequest", "listeners": ["broker", "controller"],
  "validVersions": "1-4", "deprecatedVersions": "1", "flexibleVersions": "3+",
  "latestVersionUnstable": true,
  "fields": [
    { "name": "Note", "type": "string", "versions": "0+", "nullableVersions": "2+",
      "default": "say \\"hi\\" = there", "ignorable": true, "entityType": "topicName" },
    { "name": "Hops", "type": "[]Hop", "versions": "2+", "fields": [
      { "name": "Id", "type": "uuid", "versions": "2+", "mapKey": true },
      { "name": "Via", "type": "Point", "versions": "3+", "taggedVersions": "3+", "tag": 0,
        "nullableVersions": "3+", "default": "null" } ] },
    { "name": "Raw", "type": "bytes", "versions": "none", "flexibleVersions": "none",
      "zeroCopy": true }
  ],
  "commonStructs": [ { "name": "Point", "versions": "0+", "fields": [
    { "name": "X", "type": "float64", "versions": "0+", "default": "NaN" } ] } ]
}"""


def message_of(text: str) -> Message:
    message = load(read(SourceText("PingRequest.json", text)), DEFAULT_DIALECT).message
    assert message is not None
    return message


def test_a_message_comes_back_from_its_lines():
    message = message_of(PING)
    assert message_of(message_json(message_lines(message))) == message


def test_every_released_message_comes_back():
    for blob, data in bundled_schemas().items():
        message = load(read_bytes(f"{blob}.json", data), DEFAULT_DIALECT).message
        assert message is not None
        lines = message_lines(message)
        again = message_of(message_json(lines))
        assert message_lines(again) == lines
        assert (again.valid_versions, again.type) == (message.valid_versions, message.type)


def ledger_of_two() -> Ledger:
    ping = message_of(PING)
    newer = message_of(PING.replace("1-4", "1-5"))
    one = record(Ledger(), "1.0.0", {"a/PingRequest.json": ping, "b/PingRequest.json": ping})
    return record(one, "1.1.0", {"a/PingRequest.json": newer, "b/PingRequest.json": ping})


def test_a_ledger_reads_back():
    ledger = ledger_of_two()
    assert read_ledger(write_ledger(ledger)) == ledger


def test_recording_only_adds_lines():
    ledger = ledger_of_two()
    before = write_ledger(Ledger(ledger.releases[:1], ledger.definitions))
    after = write_ledger(ledger)
    assert after.startswith(before.rstrip("\n"))
    assert after.count("define ") == 2  # what did not change is not written twice


def test_the_newest_release_counts_whenever_it_was_recorded():
    ledger = record(record(ledger_of_two(), "1.0.1", {}), "1.1.0-rc1", {})
    assert [one.name for one in ledger.releases] == ["1.0.0", "1.1.0", "1.0.1", "1.1.0-rc1"]
    assert ledger.release().name == "1.1.0"


def test_a_release_is_recorded_once():
    with pytest.raises(LedgerError, match="recorded already"):
        record(ledger_of_two(), "1.0.0", {})


def test_every_edit_of_the_past_is_found():
    text = write_ledger(ledger_of_two())
    lines = text.splitlines()
    for index, line in enumerate(lines):
        if line.startswith("#") or not line.strip():
            continue
        for edited in (
            lines[:index] + lines[index + 1 :],
            [*lines[:index], line + "0", *lines[index + 1 :]],
        ):
            with pytest.raises(LedgerError, match=r"^wirelint\.lock:\d+: "):
                read_ledger("\n".join(edited))


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("", "empty"),
        ("hello", "no ledger"),
        ("ledger 2", "no ledger"),
        ("ledger 1\n<<<<<<< ours\n", "merge conflict"),
        ("ledger 1\n  x y\n", "outside"),
        ("ledger 1\nrelease 1.0\n", "no release"),
        ("ledger 1\nwhat\n", "means nothing"),
    ],
)
def test_a_text_that_is_no_ledger_is_named(text, word):
    with pytest.raises(LedgerError, match=word):
        read_ledger(text)


@pytest.mark.parametrize("text", ["{", '{ "type": "request", "name": ', '{ "validVersions": "0" }'])
def test_a_broken_schema_is_not_recorded(tmp_path, monkeypatch, capsys, text):
    folder = tmp_path / "clients/src/main/resources/common/message"
    folder.mkdir(parents=True)
    (folder / "PingRequest.json").write_text(text)
    monkeypatch.chdir(tmp_path)
    assert main(["ledger", "record", "1.0.0"]) == 2
    assert "message/PingRequest.json` cannot be read" in capsys.readouterr().err
    assert not list(tmp_path.glob("*.lock"))
