"""`wirelint check --upstream`, as a maintainer of copies types it."""

from __future__ import annotations

import io
import json
import zipfile

import pytest

from support.repositories import make_repository
from wirelint.cli import main

CRANE = """{ // Version 1 adds the note.
  "apiKey": 900, "type": "request", "listeners": ["broker"], "name": "CraneRequest",
  "validVersions": "0-1", "flexibleVersions": "none",
  "fields": [
    { "name": "Id", "type": "int32", "versions": "0+", "about": "Which crane." },
    { "name": "Note", "type": "string", "versions": "1+", "ignorable": true, "about": "Why." }
  ]
}
"""
REPLY = """{ // Version 1 is the same as version 0.
  "apiKey": 900, "type": "response", "name": "CraneResponse",
  "validVersions": "0-1", "flexibleVersions": "none", "fields": []
}
"""
KAFKA = "clients/src/main/resources/common/message"
LEVELS = """package io.harbor.server.common;
public enum MetadataVersion {
    IBP_4_1_IV0(26, "4.1", "IV0", false),
    IBP_4_1_IV1(27, "4.1", "IV1", false)%s;
    public static final String FEATURE_NAME = "metadata.version";
    public static final MetadataVersion LATEST_PRODUCTION = %s;
    MetadataVersion(int featureLevel, String release, String subVersion, boolean didMetadataChange) {}
}
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("WIRELINT_CACHE_DIR", str(tmp_path / "cache"))
    upstream = make_repository(tmp_path / "upstream")
    upstream.write(f"{KAFKA}/CraneRequest.json", CRANE)
    upstream.write(f"{KAFKA}/CraneResponse.json", REPLY)
    upstream.write(
        "server-common/src/main/java/org/apache/kafka/server/common/MetadataVersion.java",
        LEVELS % ("", "IBP_4_1_IV1"),
    )
    upstream.commit("one", tags=["4.1.0"])
    work = tmp_path / "work"
    (work / "vendor").mkdir(parents=True)
    (work / "vendor/crane_request.json").write_text(CRANE)
    (work / "vendor/crane_response.json").write_text(REPLY)
    monkeypatch.chdir(work)
    return work


def check(capsys, *args: str) -> tuple[int, str, str]:
    code = main(["check", *args])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def drift(folder) -> None:
    text = CRANE.replace('"versions": "1+", "ign', '"versions": "0+", "ign')
    (folder / "vendor/crane_request.json").write_text(text)


UPSTREAM = "git:../upstream#4.1.0"


def test_copies_of_a_tag_of_another_repository(folder, capsys):
    assert check(capsys, "--upstream", UPSTREAM)[0] == 0
    drift(folder)
    assert check(capsys)[0] == 0
    code, out, _ = check(capsys, "--upstream", UPSTREAM)
    assert code == 1
    assert "vendor/crane_request.json:6:53: error[vendored-layout-drifted]" in out
    assert "4.1.0" in out


def test_a_folder_and_an_archive(folder, capsys, tmp_path):
    drift(folder)
    with zipfile.ZipFile(tmp_path / "clients.jar", "w") as jar:
        jar.writestr("common/message/CraneRequest.json", CRANE)
        jar.writestr("common/message/CraneResponse.json", REPLY)
    for upstream in ("../upstream", str(tmp_path / "clients.jar")):
        assert check(capsys, "--upstream", upstream)[0] == 1


def test_the_configured_one(folder, capsys):
    drift(folder)
    code, _, err = check(capsys, "--upstream")
    assert (code, "--upstream needs a baseline" in err) == (2, True)
    (folder / "wirelint.toml").write_text(f'upstream = "{UPSTREAM}"')
    assert check(capsys)[0] == 0
    assert check(capsys, "--upstream")[0] == 1


def test_it_can_be_mended(folder, capsys):
    drift(folder)
    check(capsys, "--upstream", UPSTREAM, "--fix", "--unsafe-fixes", "--select", "evolution")
    assert (folder / "vendor/crane_request.json").read_text() == CRANE


def test_json_names_it(folder, capsys):
    _, out, _ = check(capsys, "--upstream", UPSTREAM, "--format", "json")
    (row,) = json.loads(out)["baselines"]
    assert (row["spec"], row["kind"], row["role"]) == (UPSTREAM, "git", "upstream")
    assert len(row["resolved"]) == 40


@pytest.mark.parametrize(
    ("upstream", "word"),
    [
        ("git:../upstream#9.9.9", "no revision `9.9.9`"),
        ("../nowhere", "does not exist"),
        ("../empty", "no message schema"),
    ],
)
def test_an_upstream_that_cannot_be_read(folder, capsys, tmp_path, upstream, word):
    (tmp_path / "empty").mkdir()
    code, out, err = check(capsys, "--upstream", upstream)
    assert (code, out) == (2, "")
    assert word in err


def test_with_a_baseline_each_says_its_own(folder, capsys, tmp_path):
    old = tmp_path / "old/vendor"
    old.mkdir(parents=True)
    (old / "crane_request.json").write_text(CRANE.replace("int32", "int64"))
    (old / "crane_response.json").write_text(REPLY)
    drift(folder)
    _, out, _ = check(capsys, "--upstream", UPSTREAM, "--against", "../old", "--format", "json")
    rules = [one["rule"] for one in json.loads(out)["diagnostics"] if one["severity"] == "error"]
    assert sorted(rules) == [
        "field-added-to-released-version",
        "released-field-retyped",
        "vendored-layout-drifted",
    ]


def test_a_level_in_upstreams_table(folder, capsys):
    extra = ',\n    IBP_4_2_IV0(28, "4.2", "IV0", false)'
    (folder / "MetadataVersion.java").write_text(LEVELS % (extra, "IBP_4_2_IV0"))
    code, out, _ = check(capsys, "--upstream", UPSTREAM)
    assert code == 1
    assert "error[mirror-table-drift]" in out
    assert "28 (4.2-IV0)" in out
    (folder / "MetadataVersion.java").write_text(LEVELS % ("", "IBP_4_1_IV1"))
    assert check(capsys, "--upstream", UPSTREAM)[0] == 0


def test_standard_input(folder, capsys, monkeypatch):
    text = CRANE.replace('"versions": "1+", "ign', '"versions": "0+", "ign')
    stdin = type("Stdin", (), {"buffer": io.BytesIO(text.encode())})
    monkeypatch.setattr("sys.stdin", stdin)
    code, out, _ = check(
        capsys, "--upstream", UPSTREAM, "-", "--stdin-filename", "vendor/crane_request.json"
    )
    assert (code, "vendored-layout-drifted" in out) == (1, True)


def test_a_named_file_is_held_to_upstream_with_its_folder(folder, capsys):
    drift(folder)
    own = CRANE.replace("Crane", "Tug")
    (folder / "vendor/tug_request.json").write_text(own)
    (folder / "vendor/tug_response.json").write_text(REPLY.replace("Crane", "Tug"))
    args = ("--upstream", UPSTREAM, "--select", "evolution", "--format", "concise")
    _, out, _ = check(capsys, *args, "vendor/tug_request.json")
    assert [line.split()[2] for line in out.splitlines()] == ["upstream-key-taken"]
    _, out, _ = check(capsys, *args, "vendor/tug_response.json")
    assert out == ""  # its request says it
