"""What the pages tell people to type or to write works."""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import jsonschema
import pytest
import yaml

from support.documents import DOCS, Fence, blocks, fences
from wirelint.cli.arguments import command_line
from wirelint.gates.language import read_gates
from wirelint.rollout.live import read_ranges
from wirelint.text import SourceText

SCHEMA = json.loads(
    (DOCS.parent / "linter" / "wirelint" / "config" / "wirelint.schema.json").read_text()
)


def by_place(found):
    return [pytest.param(one, id=one.where) for one in found]


def commands(fence: Fence):
    """The wirelint commands of a shell block, without what is piped or redirected."""
    for line in fence.text.replace("\\\n", " ").splitlines():
        lexer = shlex.shlex(re.sub(r"(^|\s)#.*", "", line), posix=True, punctuation_chars=True)
        lexer.whitespace_split, lexer.commenters = True, ""
        words = []
        for word in [*lexer, ";"]:
            if word in {"do", "done"} or not word.strip("|&;<>()"):
                if len(words) > 1 and words[0].rpartition("/")[2] == "wirelint":
                    yield words[1:]
                words = []
            else:
                words.append(word)


SHELL = [(fence, words) for fence in blocks("sh", "bash") for words in commands(fence)]


@pytest.mark.parametrize(
    "words", [pytest.param(words, id=f"{fence.where}: {' '.join(words)}") for fence, words in SHELL]
)
def test_commands_can_be_typed(words):
    if words[0].startswith("-"):
        words = ["check", *[word for word in words if word not in {"--version", "--help"}]]
    if words == ["COMMAND", "--help"]:
        return
    command_line().parse_args(words)  # exits with 2 where they mean nothing


def test_there_are_commands():
    assert len(SHELL) > 40


# What stands in the configuration of something else.
FOREIGN = ("language-server", "[[language]]")
TOML = [one for one in blocks("toml") if not any(word in one.text for word in FOREIGN)]


@pytest.mark.parametrize("fence", by_place(TOML))
def test_settings_are_valid(fence):
    jsonschema.validate(tomllib.loads(fence.text), SCHEMA)


@pytest.mark.parametrize("fence", by_place(blocks("yaml")))
def test_yaml_parses(fence):
    assert yaml.safe_load(fence.text)


@pytest.mark.parametrize("fence", by_place(blocks("json")))
def test_json_parses(fence):
    assert json.loads(fence.text)


@pytest.mark.parametrize("fence", by_place(blocks("gates")))
def test_gates_parse(fence):
    text = fence.text if fence.text.startswith("gates ") else f"gates 1\n{fence.text}"
    _, problems = read_gates(SourceText("example.gates", text))
    assert [one.finding.message for one in problems if one.rule == "gates-syntax"] == []


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # kafka-python's own
def test_a_live_broker_is_read(monkeypatch):
    """The lines for kafka-python print what `--broker-api-versions` takes."""
    from kafka.admin import KafkaAdminClient
    from kafka.protocol.api_key import ApiKey

    assert callable(KafkaAdminClient.api_versions)
    monkeypatch.setattr(KafkaAdminClient, "__init__", lambda self, **_: None)
    monkeypatch.setattr(
        KafkaAdminClient, "api_versions", lambda self: {ApiKey.Fetch: (4, 18), ApiKey(0): (0, 13)}
    )
    (fence,) = [one for one in fences(DOCS / "negotiation.md") if one.language == "python"]
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(fence.text, {})
    ranges = read_ranges(out.getvalue(), (), "broker")
    assert {name: str(versions) for name, versions in ranges.items()} == {
        "key 1": "4-18",
        "key 0": "0-13",
    }


def git(folder, *arguments: str) -> str:
    tools = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    identity = ("-c", "user.name=a", "-c", "user.email=a@example.com", "-c", "core.pager=cat")
    return subprocess.run(
        ["git", *identity, *arguments],
        cwd=folder,
        env=os.environ | {"PATH": tools, "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        check=True,
    ).stdout


def test_git_shows_layouts_and_changes(tmp_path):
    """The lines for git, typed in a repository: changed, added and removed files."""
    page = (DOCS / "ci.md").read_text()
    attributes = next(one for one in fences(DOCS / "ci.md") if "diff=wirelint" in one.text)
    (tmp_path / ".gitattributes").write_text(attributes.text)
    settings = re.findall(r"^git (config diff\.wirelint\..+)$", page, re.MULTILINE)
    before, after = (DOCS.parent / "examples" / "broken" / side for side in ("before", "after"))
    folder = "clients/src/main/resources/common/message"
    git(tmp_path, "init", "-q")
    for name in ("CargoLoadRequest.json", "CargoLoadResponse.json"):
        shutil.copy(before / folder / name, tmp_path)
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-qm", "released")
    shutil.copy(after / folder / "CargoLoadRequest.json", tmp_path)
    (tmp_path / "CargoLoadResponse.json").unlink()
    git(tmp_path, *shlex.split(settings[0]))
    assert "+Insured         bool" in git(tmp_path, "diff")
    git(tmp_path, *shlex.split(settings[1]))
    told = git(tmp_path, "diff")
    assert "`Insured` (`bool`) added to released versions 0-1" in told
    assert "response: is gone (versions 0-1)" in told


def test_every_rule_has_a_page():
    pytest.importorskip("sphinx")
    import generated

    from wirelint_rules import load_rules

    written = dict(generated.rule_pages())
    assert {f"rules/{rule.id}.md" for rule in load_rules()} == written.keys() - {"rules/index.md"}
    index = written["rules/index.md"]
    assert all(f"[`{rule.id}`]({rule.id}.md)" in index for rule in load_rules())
    assert all("## Why it matters" in text for name, text in written.items() if "index" not in name)


def test_all_options_and_settings_are_told():
    pytest.importorskip("sphinx")
    import generated

    told = generated.commands()
    assert "--against" in told
    assert "## wirelint ledger record" in told.replace("### ", "## ")
    settings = generated.settings()
    assert all(f"`{name}`" in settings or f"[{name}]" in settings for name in SCHEMA["properties"])


def test_the_manual_page_is_whole(tmp_path):
    pytest.importorskip("argparse_manpage")
    target = tmp_path / "wirelint.1"
    subprocess.run(
        [
            *(
                sys.executable,
                "-c",
                "import sys; from argparse_manpage.cli import main; sys.exit(main())",
            ),
            *("--module", "wirelint.cli.arguments", "--function", "command_line"),
            *("--prog", "wirelint", "--project-name", "wirelint", "--version", "0.1.0"),
            *("--format", "single-commands-section", "--include", ".ci/manual.inc"),
            *("--output", str(target)),
        ],
        cwd=DOCS.parent,
        check=True,
        capture_output=True,
    )
    text = target.read_text()
    for command in ("check", "show", "negotiate", "ledger"):
        assert f"wirelint {command}" in text.replace("\\-", "-")
    assert ".SH EXIT STATUS" in text.upper()
