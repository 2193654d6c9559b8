"""What a user meant is said where something is mistyped."""

from __future__ import annotations

import pytest

from support.repositories import make_repository
from wirelint.cli import main
from wirelint.errors import UsageError
from wirelint.rollout.plan.steps import read_order
from wirelint.spelling import did_you_mean, near

PING = '{ "type": "request", "name": "PingRequest", "validVersions": "0", "fields": [] }\n'


def run(capsys, *arguments):
    try:
        code = main(arguments)
    except SystemExit as ended:  # argparse
        code = ended.code
    return code, capsys.readouterr()


@pytest.fixture
def here(tmp_path, monkeypatch):
    tmp_path /= "here"
    (tmp_path / "released").mkdir(parents=True)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "PingRequest.json").write_text(PING)
    return tmp_path


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("chekc", "check"),
        ("ledger recrod 1.0", "record"),
        ("check --agianst x", "--against"),
        ("check --selct=evolution", "--select"),
        ("check --format jsn", "json"),
        ("show --format makdown Ping", "markdown"),
        ("completion bahs", "bash"),
        ("check --fail-on warnng", "warning"),
        ("check --select evolutoin", "evolution"),
        ("check --ignore tag-reusd", "tag-reused"),
        ("check --severity tag-reusd=error", "tag-reused"),
        ("check --severity tag-reused=eror", "error"),
        ("check --against relesed", "released"),
        ("check --against ./relesed", "released"),
        ("matrix --releases relesed,released", "released"),
        ("rule tag-reusd", "tag-reused"),
        ("check PingReqest.json", "PingRequest.json"),
        ("check ../here/PingReqest.json", "../here/PingRequest.json"),
    ],
)
def test_a_mistyped_word_is_wrong_usage_with_a_suggestion(capsys, here, typed, meant):
    code, said = run(capsys, *typed.split())
    assert (code, said.out) == (2, "")
    assert f"`{meant}`" in said.err.splitlines()[-1]


@pytest.mark.parametrize("typed", ["frobnicate", "check --zzz", "check --format yaml"])
def test_nothing_is_suggested_where_nothing_is_near(capsys, here, typed):
    code, said = run(capsys, *typed.split())
    assert code == 2
    assert "did you mean" not in said.err


@pytest.mark.parametrize(
    ("setting", "meant"),
    [
        ('profil = "kafka"', "profile"),
        ('profile = "kafak"', "kafka"),
        ('[severity]\nmissing-abuot = "off"', "missing-about"),
        ('[severity]\nmissing-about = "of"', "off"),
        ('[per-file-ignores]\n"x/**" = ["missing-abuot"]', "missing-about"),
        ('[[waiver]]\nrule = "missing-abuot"\nreason = "why"', "missing-about"),
        ('[[waiver]]\nrul = "missing-about"\nreason = "why"', "rule"),
        ("[gates]\nladers = {}", "ladder"),
    ],
)
def test_so_is_a_mistyped_setting(capsys, here, setting, meant):
    (here / "wirelint.toml").write_text(setting)
    code, said = run(capsys, "check")
    assert (code, said.out) == (2, "")
    assert f"did you mean `{meant}`?" in said.err


def test_a_waiver_names_a_rule_and_no_category(capsys, here):
    (here / "wirelint.toml").write_text('[[waiver]]\nrule = "evolution"\nreason = "why"')
    code, said = run(capsys, "check")
    assert (code, said.out) == (2, "")
    assert "there is no rule `evolution`" in said.err


def test_a_category_can_be_ignored_in_some_files(capsys, here):
    code, said = run(capsys, "check")
    assert (code, "[missing-flexible-versions]" in said.out) == (1, True)
    (here / "wirelint.toml").write_text('[per-file-ignores]\n"Ping*" = ["schema", "repository"]')
    code, said = run(capsys, "check")
    assert (code, "[missing-flexible-versions]" in said.out) == (0, False)


def test_a_mistyped_revision_is_near_a_tag_or_head(capsys, here):
    make_repository(here).commit("one", tags=["1.2.0"])
    for typed, meant in (("1.2.O", "1.2.0"), ("HAED", "HEAD")):
        code, said = run(capsys, "check", "--against", typed)
        assert (code, said.out) == (2, "")
        assert f"`{meant}`" in said.err


def test_a_suppression_of_a_mistyped_rule_says_which_was_meant(capsys, here):
    (here / "PingRequest.json").write_text(f"// wirelint: ignore-file[missing-propert] why\n{PING}")
    _, said = run(capsys, "check", "-v")
    assert "there is no rule `missing-propert`" in said.out
    assert "Write `missing-property`" in said.out


def test_near_names_come_nearest_first():
    assert near("3.9.1", ["3.9.0", "3.90.1", "4.0.0", "trunk"]) == ["3.90.1", "3.9.0"]
    assert near("fetchrequest", ["FetchRequest", "FETCHREQUEST"]) == [
        "FETCHREQUEST",
        "FetchRequest",
    ]
    assert near("x", []) == []
    assert did_you_mean("Fech", ["Fetch", "Produce"]) == "; did you mean `Fetch`?"
    assert did_you_mean("Fech", ["Produce"]) == ""


def test_a_step_of_a_plan_is_recognised():
    with pytest.raises(UsageError, match="did you mean `binaries`"):
        read_order("binares,clients", {"metadata.version": 3}, lambda _name, level: int(level))


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('[severity]\nmissing-abuot = "off"\n', 2),
        ('fail-on = "error"\nselect = ["syntax", "missing-abuot"]\n', 2),
        ('ignore = [\n  "missing-abuot",\n]\n', 1),
        ('[per-file-ignores]\n"a/**" = ["missing-abuot"]\n', 2),
        ('[[waiver]]\nreason = "why"\nrule = "missing-abuot"\n', 3),
    ],
)
def test_a_name_of_the_configuration_has_its_line(here, capsys, text, line):
    (here / "wirelint.toml").write_text(text)
    code, said = run(capsys, "check")
    assert code == 2
    assert said.err.startswith(f"wirelint: wirelint.toml:{line}: there is no rule")
    assert "did you mean `missing-about`" in said.err


def test_a_name_of_an_option_or_of_an_extended_file_has_no_line(here, capsys):
    (here / "other.toml").write_text('[severity]\nmissing-abuot = "off"\n')
    (here / "wirelint.toml").write_text('extend = "other.toml"\n')
    assert run(capsys, "check")[1].err.startswith("wirelint: wirelint.toml: there is no rule")
    (here / "wirelint.toml").write_text("")
    said = run(capsys, "check", "--ignore", "missing-abuot")[1].err
    assert said.startswith("wirelint: there is no rule")


@pytest.mark.parametrize(
    "options", [("--reason", "because"), ("--stdin-filename", "PingRequest.json")]
)
def test_an_option_without_what_it_belongs_to_is_refused(here, capsys, options):
    code, said = run(capsys, "check", *options)
    assert code == 2
    assert options[0] in said.err


def test_releases_are_named_the_right_way_round(here, capsys):
    make_repository(here).commit("one", tags=["4.0.0", "4.2.0", "3.8.0", "3.9.0-rc3"])
    said = run(capsys, "matrix", "--releases", "4.2.0..4.0.0")[1].err
    assert "runs backwards; write `4.0.0..4.2.0`" in said
    said = run(capsys, "check", "--against", "3.9.0")[1].err
    assert "the nearest tags and branches are `3.9.0-rc3`;" in said
