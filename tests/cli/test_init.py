"""`wirelint init` in repositories of several kinds."""

from __future__ import annotations

import io
import sys
import tomllib

import pytest

from support.repositories import Repository, make_repository
from wirelint.cli import main
from wirelint.config.find import config_problems
from wirelint.text import SourceText

PING = """{ // Version 1 adds the id.
  "apiKey": 900, "type": "request", "listeners": ["broker"], "name": "PingRequest",
  "validVersions": "0-1", "flexibleVersions": "none",
  "fields": [ { "name": "Id", "type": "int32", "versions": "1+", "ignorable": "true", "about": "Which." } ]
}
"""
PONG = """{ // Version 1 is the same as version 0.
  "apiKey": 900, "type": "response", "name": "PingResponse",
  "validVersions": "0-1", "flexibleVersions": "none", "fields": []
}
"""
KAFKA = "clients/src/main/resources/common/message"


@pytest.fixture
def repository(tmp_path, monkeypatch) -> Repository:
    monkeypatch.setenv("WIRELINT_CACHE_DIR", str(tmp_path / "cache"))
    root = tmp_path / "work"
    made = make_repository(root)
    monkeypatch.chdir(root)
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    return made


def fill(repository: Repository, folder: str = "schemas", tags=("1.0.0",)) -> None:
    repository.write(f"{folder}/PingRequest.json", PING)
    repository.write(f"{folder}/PingResponse.json", PONG)
    repository.commit("one", tags=tags)


def init(capsys, *args: str) -> tuple[int, str, str]:
    code = main(["init", *args])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def written(repository: Repository) -> dict:
    text = (repository.root / "wirelint.toml").read_text()
    assert config_problems(SourceText("wirelint.toml", text)) == ()
    return tomllib.loads(text)


def test_plain_folders(repository, capsys):
    fill(repository)
    code, out, _ = init(capsys, "--yes")
    assert code == 0
    assert "Schemas      2 in 1 folder" in out
    assert "Releases     1 tag, newest 1.0.0 (an ancestor)" in out
    assert written(repository) == {
        "required-version": ">=0.1",
        "profile": "plain",
        "baseline": "release",
        "baseline-findings": "wirelint.findings",
        "fail-on": "error",
    }
    assert "quoted-boolean" in (repository.root / "wirelint.findings").read_text()


def test_then_check_is_quiet_and_a_planted_break_stands_out(repository, capsys):
    fill(repository)
    init(capsys, "--yes")
    assert main(["check", "--against", "--fail-on", "warning"]) == 0
    assert capsys.readouterr().out.startswith("1 info in 2 schemas (1 accepted)")
    repository.write("schemas/PingRequest.json", PING.replace("int32", "int64"))
    assert main(["check", "--against"]) == 1
    out = capsys.readouterr().out
    assert "error[released-field-retyped]" in out
    assert "1 error, 1 info in 2 schemas (1 accepted)" in out


def test_every_commented_setting_can_be_turned_on(repository, capsys):
    fill(repository, KAFKA, tags=("harbor-1.0",))
    repository.write("gradle.properties", "group=io.harbor\n")
    repository.commit("two")
    init(capsys, "--yes")
    lines = (repository.root / "wirelint.toml").read_text().splitlines()
    settings = [line.removeprefix("# ") for line in lines]
    on = [line for line in settings if line.startswith("[") or " = " in line]
    assert len(on) > 15
    text = "\n".join(on)
    assert config_problems(SourceText("wirelint.toml", text)) == ()


def test_without_a_terminal_nothing_is_written(repository, capsys):
    fill(repository)
    code, out, err = init(capsys)
    assert code == 2
    assert 'profile = "plain"' in out
    assert "--yes" in err
    assert not (repository.root / "wirelint.toml").exists()


@pytest.mark.parametrize(("answer", "code"), [("y\n", 0), ("\n", 1), ("no\n", 1)])
def test_a_terminal_is_asked(repository, capsys, monkeypatch, answer, code):
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    fill(repository)
    monkeypatch.setattr(sys, "stdin", Terminal(answer))
    assert init(capsys)[0] == code
    assert (repository.root / "wirelint.toml").exists() == (code == 0)
    assert (repository.root / "wirelint.findings").exists() == (code == 0)


def test_a_configuration_is_not_replaced_without_force(repository, capsys):
    fill(repository)
    repository.write("wirelint.toml", "fail-on = 'never'\n")
    code, _, err = init(capsys, "--yes")
    assert code == 2
    assert "--force" in err
    assert written(repository) == {"fail-on": "never"}
    assert init(capsys, "--yes", "--force")[0] == 0
    assert written(repository)["fail-on"] == "error"


def test_pyproject_counts_as_one(repository, capsys):
    fill(repository)
    repository.write("pyproject.toml", "[tool.wirelint]\nfail-on = 'never'\n")
    assert init(capsys, "--yes")[0] == 2
    assert not (repository.root / "wirelint.toml").exists()


def test_no_accept_lists_nothing(repository, capsys):
    fill(repository)
    assert init(capsys, "--yes", "--no-accept")[0] == 0
    assert "baseline-findings" not in written(repository)
    assert not (repository.root / "wirelint.findings").exists()


def test_nothing_to_check(repository, capsys):
    repository.write("README.md", "x")
    code, _, err = init(capsys, "--yes")
    assert code == 2
    assert "no message schema" in err


def test_without_git_and_without_findings(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "PingResponse.json").write_text(PONG.replace("response", "data"))
    code, out, _ = init(capsys, "--yes")
    assert code == 0
    assert "no git repository" in out
    found = tomllib.loads((tmp_path / "wirelint.toml").read_text())
    assert "baseline" not in found
    assert "baseline-findings" not in found


def test_apache_kafka(repository, capsys):
    repository.write("gradle.properties", "group=org.apache.kafka\n")
    fill(repository, KAFKA, tags=("3.9.0", "4.0.0-rc1"))
    code, out, _ = init(capsys, "--yes")
    assert code == 0
    assert "Repository   Apache Kafka" in out
    found = written(repository)
    assert (found["profile"], found["baseline"]) == ("kafka", "release")
    assert "release-tags" not in found  # the profile's are right
    assert "upstream" not in (repository.root / "wirelint.toml").read_text()


def test_a_release_that_is_no_ancestor_is_named(repository, capsys):
    fill(repository, tags=())
    repository.git("checkout", "-q", "-b", "4.1")
    repository.commit("release", tags=("4.1.0", "4.1.1"))
    repository.git("checkout", "-q", "-")
    code, out, _ = init(capsys, "--yes")
    assert code == 0
    assert "newest 4.1.1 (not an ancestor of this commit)" in out
    assert written(repository)["baseline"] == "4.1.1"


def test_a_fork_has_tags_of_its_own(repository, capsys):
    repository.write("gradle.properties", "group=org.apache.kafka\n")
    repository.write("storage/inkless/src/README", "x")
    fill(repository, KAFKA, tags=("4.0.0", "inkless-release-0.9", "inkless-release-0.10"))
    code, out, _ = init(capsys, "--yes")
    assert code == 0
    assert "Repository   inkless: a fork of Apache Kafka" in out
    assert "newest inkless-release-0.10" in out
    found = written(repository)
    assert found["release-tags"] == r"^inkless-release-\d+\.\d+$"
    assert found["gates"] == {"owner": "inkless"}
    assert "# upstream = " in (repository.root / "wirelint.toml").read_text()


def test_a_fork_by_its_remote(repository, capsys):
    repository.git("remote", "add", "origin", "https://git.example/acme/harbor.git")
    fill(repository, KAFKA)
    assert "Repository   harbor: a fork of Apache Kafka" in init(capsys)[1]


@pytest.mark.parametrize(
    ("folder", "file", "name"),
    [
        ("src/v/kafka/protocol/schemata", "ping_request.json", "Redpanda"),
        ("kafka/protocol/schemas/resources", "PingRequest.json", "kafka-python"),
        ("crates/protocol/schemas", "PingRequest.json", "krabka"),
    ],
)
def test_who_speaks_kafkas_protocol(repository, capsys, folder, file, name):
    repository.write(f"{folder}/{file}", PING)
    repository.commit("one")
    out = init(capsys)[1]
    assert f"Repository   {name}: keeps copies of Apache Kafka's schemas" in out
    assert "no release tag" in out


def test_copies_in_plain_folders(repository, capsys):
    for name in ("ApiVersions", "Fetch", "Metadata"):
        repository.write(f"vendor/{name}Request.json", PING.replace("Ping", name))
    repository.commit("one")
    assert "keeps copies of Apache Kafka's schemas" in init(capsys)[1]


def test_names_in_the_tree_do_nothing_to_the_terminal(repository, capsys):
    fill(repository, "sche\x1b[31mmas")
    assert "\x1b" not in init(capsys)[1]
