"""The GitHub action, its steps run one by one against a repository that plays a pull request."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from support.shared import REPOSITORY

ACTION = yaml.safe_load((REPOSITORY / "action.yml").read_text())
FOLDER = "clients/src/main/resources/common/message"
REQUEST = """{ // Version 1 adds the note.
  "apiKey": 900, "type": "request", "listeners": ["broker"], "name": "PingRequest",
  "validVersions": "0-1", "flexibleVersions": "1+",
  "fields": [
    { "name": "Hop", "type": "int32", "versions": "0+", "about": "How far it went." },
    { "name": "Note", "type": "string", "versions": "1+", "about": "Words to go with it." } ]
}
"""
RESPONSE = (
    REQUEST.replace("request", "response")
    .replace("Request", "Response")
    .replace('"listeners": ["broker"], ', "")
)
LEVELS = """gates 1
releases 1.0.0 1.1.0
feature ping.version {
  owner self
  carrier record
  absent = 0
  supports 0 to 1
  bootstrap at 0
  level 0 in 1.0.0 "the first formats"
  level 1 in 1.0.0 enables hop-counting
}
"""


def git(folder: Path, *args: str) -> str:
    return subprocess.run(
        ["git", "-c", "user.name=a", "-c", "user.email=a@b", *args],
        cwd=folder,
        check=True,
        capture_output=True,
        text=True,
    ).stdout


@pytest.fixture
def upstream(tmp_path):
    """A repository with one release and, on `change`, a branch for the pull request."""
    origin = tmp_path / "origin"
    (origin / FOLDER).mkdir(parents=True)
    (origin / FOLDER / "PingRequest.json").write_text(REQUEST)
    (origin / FOLDER / "PingResponse.json").write_text(RESPONSE)
    (origin / "ping.gates").write_text(LEVELS)
    git(origin, "init", "-q", "-b", "main")
    git(origin, "add", ".")
    git(origin, "commit", "-qm", "Release")
    git(origin, "tag", "1.0.0")
    git(origin, "checkout", "-qb", "change")
    return origin


def pull_request(upstream: Path, tmp_path: Path) -> Path:
    """What actions/checkout gives: one commit, no tags, no other branch."""
    git(upstream, "commit", "-qam", "Change the protocol", "--allow-empty")
    work = tmp_path / "work"
    git(
        tmp_path,
        "clone",
        "-q",
        "--depth=1",
        "--no-tags",
        "-b",
        "change",
        f"file://{upstream}",
        "work",
    )
    return work


def run_steps(work: Path, tmp_path: Path, **inputs: str) -> tuple[int, str, str]:
    """Run the steps as the runner does: exit code, log and job summary."""
    values = {name: spec.get("default", "") for name, spec in ACTION["inputs"].items()} | inputs
    summary = tmp_path / "summary.md"
    summary.write_text("")
    github = {"action_path": str(REPOSITORY), "base_ref": "main"}
    log = ""
    tools = tmp_path / "bin"
    tools.mkdir(exist_ok=True)
    tool = tools / "wirelint"
    if not tool.exists():
        tool.symlink_to(Path(sys.executable).with_name("wirelint"))
    for step in ACTION["runs"]["steps"]:
        if step["name"] == "Install wirelint":
            continue  # the wheel is built and installed by another test
        if "if" in step and not values["against"]:
            continue
        env = {
            **os.environ,
            "PATH": f"{tools}{os.pathsep}{os.environ['PATH']}",
            "GITHUB_STEP_SUMMARY": str(summary),
            "WIRELINT_CACHE_DIR": str(tmp_path / "cache"),
        }
        for name, text in step["env"].items():
            expression = text.removeprefix("${{ ").removesuffix(" }}")
            scope, _, key = expression.partition(".")
            env[name] = values[key] if scope == "inputs" else github[key]
        done = subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]],
            cwd=work,
            env=env,
            capture_output=True,
            text=True,
            check=False,
        )
        log += done.stdout + done.stderr
        if done.returncode:
            return done.returncode, log, summary.read_text()
    return 0, log, summary.read_text()


def edit(upstream: Path, name: str, before: str, after: str) -> None:
    path = upstream / name
    text = path.read_text()
    assert before in text
    path.write_text(text.replace(before, after))


def test_a_released_field_changed(upstream, tmp_path):
    edit(upstream, f"{FOLDER}/PingRequest.json", '"Hop", "type": "int32"', '"Hop", "type": "int64"')
    work = pull_request(upstream, tmp_path)
    code, log, summary = run_steps(work, tmp_path, against="base", **{"sarif-file": "out.sarif"})
    assert code == 1
    assert f"::error file={FOLDER}/PingRequest.json,line=5," in log
    assert "title=wirelint released-field-retyped::" in log
    assert "released-field-retyped" in summary
    results = json.loads((work / "out.sarif").read_text())["runs"][0]["results"]
    assert [one["ruleId"] for one in results if one["level"] == "error"] == [
        "released-field-retyped"
    ]


def test_a_level_reused(upstream, tmp_path):
    edit(upstream, "ping.gates", "enables hop-counting", "enables hop-counting, hop-limits")
    work = pull_request(upstream, tmp_path)
    code, log, _ = run_steps(work, tmp_path, against="1.0.0")
    assert code == 1
    assert "title=wirelint advertised-level-reused::" in log


def test_a_waiver_lets_it_through(upstream, tmp_path):
    edit(upstream, f"{FOLDER}/PingRequest.json", '"Hop", "type": "int32"', '"Hop", "type": "int64"')
    (upstream / "wirelint.toml").write_text(
        '[[waiver]]\nrule = "released-field-retyped"\nmessage = "PingRequest"\n'
        'reason = "never sent by a release"\n'
    )
    git(upstream, "add", ".")
    work = pull_request(upstream, tmp_path)
    code, log, summary = run_steps(work, tmp_path, against="base", **{"sarif-file": "out.sarif"})
    assert (code, "::error" in log) == (0, False)
    assert "1 waived" in summary
    results = json.loads((work / "out.sarif").read_text())["runs"][0]["results"]
    (waived,) = [one for one in results if one["ruleId"] == "released-field-retyped"]
    assert waived["suppressions"][0]["justification"] == "never sent by a release"


def test_the_newest_release_is_found_in_a_shallow_checkout(upstream, tmp_path):
    edit(upstream, f"{FOLDER}/PingRequest.json", '"Hop", "type": "int32"', '"Hop", "type": "int64"')
    work = pull_request(upstream, tmp_path)
    code, log, _ = run_steps(work, tmp_path, against="release")
    assert code == 1
    assert "released-field-retyped" in log


def test_a_clean_change_passes(upstream, tmp_path):
    work = pull_request(upstream, tmp_path)
    code, log, summary = run_steps(work, tmp_path, against="base", paths=f"{FOLDER}\nping.gates")
    assert code == 0, log
    assert "No findings" in summary


def test_a_baseline_that_is_not_there_stops_the_step(upstream, tmp_path):
    work = pull_request(upstream, tmp_path)
    code, log, _ = run_steps(work, tmp_path, against="9.9.9")
    assert code != 0
    assert "9.9.9" in log


def test_hostile_inputs_are_data(upstream, tmp_path):
    work = pull_request(upstream, tmp_path)
    for against in (
        "$(touch owned)",
        "`touch owned`",
        "--upload-pack=touch owned",
        "; touch owned",
    ):
        code, _, _ = run_steps(work, tmp_path, against=against)
        assert code != 0
        assert not (work / "owned").exists()


def test_scripts_take_inputs_from_the_environment_only():
    for step in ACTION["runs"]["steps"]:
        assert "${{" not in step["run"]


def test_zizmor_finds_nothing():
    zizmor = shutil.which("zizmor") or str(Path(sys.executable).with_name("zizmor"))
    if not Path(zizmor).exists():
        pytest.skip("zizmor is not installed")
    done = subprocess.run(
        [zizmor, "--offline", "--no-progress", str(REPOSITORY / "action.yml")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
