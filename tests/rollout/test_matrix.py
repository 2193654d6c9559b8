"""Releases against releases."""

from __future__ import annotations

import json
import re

import pytest

from support.releases import KAFKA, ask, kafka_releases, run


@pytest.fixture(autouse=True)
def releases(monkeypatch):
    monkeypatch.chdir(kafka_releases())


def test_a_list_is_taken_as_it_stands(capsys):
    code, matrix = ask(capsys, "matrix", "--releases", "2.4.0, 3.9.0-rc3,4.1.0")
    assert code == 1
    assert matrix["releases"] == ["2.4.0", "3.9.0-rc3", "4.1.0"]
    cells = {(one["sender"], one["receiver"]): one for one in matrix["pairs"]}
    assert len(cells) == 9
    assert cells["2.4.0", "4.1.0"]["outcome"] == "abort"
    assert cells["2.4.0", "3.9.0-rc3"]["outcome"] == "ok"
    assert cells["3.9.0-rc3", "2.4.0"]["outcome"] == "fallback"
    assert "ConsumerGroupHeartbeat" in cells["2.4.0", "4.1.0"]["sender_lacks"]
    assert "LeaderAndIsr" in cells["2.4.0", "4.1.0"]["receiver_lacks"]
    assert cells["2.4.0", "4.1.0"]["rpcs"][0]["reason"].startswith("2.4.0 can send 0")


def test_a_range_takes_releases_and_the_candidates_of_versions_without_one(capsys):
    _, matrix = ask(capsys, "matrix", "--releases", "3.8.0..4.0.0")
    assert matrix["releases"] == ["3.8.0", "3.8.1-rc1", "3.9.0-rc3", "4.0.0"]


def test_another_repository(capsys, monkeypatch, tmp_path):
    there = kafka_releases()
    monkeypatch.chdir(tmp_path)
    _, matrix = ask(capsys, "matrix", "--releases", f"git:{there}#4.0.0..4.2.0")
    assert matrix["releases"] == ["4.0.0", "4.1.0", "4.2.0"]


def test_releases_that_speak_the_same_are_one_group(capsys):
    code, matrix = ask(capsys, "matrix", "--releases", "3.4.0..3.5.2")
    assert code == 0
    assert matrix["groups"] == [["3.4.0", "3.4.1"], ["3.5.0", "3.5.1", "3.5.2"]]
    assert matrix["counts"]["ok"] == 25


def test_one_rpc_and_another_path(capsys):
    code, matrix = ask(
        capsys, "matrix", "--releases", "3.9.0-rc3..4.2.0", "--path", "replica", "--gates", KAFKA
    )
    assert code == 0
    code, matrix = ask(capsys, "matrix", "--releases", "2.2.0,4.0.0", "--rpc", "WriteTxnMarkers")
    assert code == 1
    assert matrix["counts"] == {
        "ok": 2, "fallback": 0, "reject": 0, "abort": 2, "close": 0, "sender-error": 0,
    }  # fmt: skip


def test_text_names_who_is_cut_off(capsys):
    _, text = run(capsys, "matrix", "--releases", "2.2.0..4.2.0")
    assert "client path, 48 releases, 20 of which differ" in text
    assert "WriteTxnMarkers  abort  2.2.0 .. 2.7.2 to 4.0.0 .. 4.2.0" in text


def test_markdown_is_a_table(capsys):
    _, text = run(capsys, "matrix", "--releases", "2.4.0,4.1.0", "--format", "markdown")
    assert "| 2.4.0 | ✓ | ✗ |" in text
    assert "| WriteTxnMarkers | abort | 2.4.0 | 4.1.0 |" in text


def test_the_page_is_one_file_that_asks_the_network_for_nothing(capsys):
    _, page = run(capsys, "matrix", "--releases", "2.4.0,4.1.0", "--format", "html")
    assert not re.search(r"(?i)\b(?:src|href|action)\s*=|url\(|@import|//[a-z]", page)
    assert "default-src 'none'" in page or "default-src &#x27;none&#x27;" in page
    embedded = re.search(r'<script type="application/json" id="matrix">(.*?)</script>', page)
    assert embedded is not None
    assert json.loads(embedded[1])["cells"][0][1]["worst"] == "abort"
    assert 'aria-label="2.4.0 to 4.1.0: abort, WriteTxnMarkers"' in page


def test_a_tag_that_is_not_there_is_named_with_its_neighbours(capsys):
    from wirelint.cli import main

    assert main(["matrix", "--releases", "2.2.0..4.9.0"]) == 2
    assert "there is no tag `4.9.0`" in capsys.readouterr().err
