"""Configurations: what they say, what is refused, and where."""

from __future__ import annotations

import json
import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from wirelint.config.explain import config_schema
from wirelint.config.find import ConfigError, config_problems, find_settings, load_settings
from wirelint.config.model import NO_SETTINGS, Waiver
from wirelint.config.read import read_settings
from wirelint.config.required import satisfies
from wirelint.diagnostics import Severity
from wirelint.sources.folder import FolderTree
from wirelint.text import SourceText
from wirelint.versions import VersionRange

FULL = """
required-version = ">=0.1"
profile = "kafka"
dialect = "4.1"
exclude = ["generator/**"]
release-tags = '^\\d+\\.\\d+\\.\\d+$'
baseline = "release"
release-branches = ["origin/4.2"]
joined-key-spaces = [["a/message", "b/message"]]

[severity]
missing-about = "off"
schema = "warning"

[per-file-ignores]
"storage/**" = ["missing-about"]

[[frozen]]
message = "PingRequest"
reason = "exchanged before versions are known"

[[removal]]
message = "FetchRequest"
versions = "0-3"
release = "4.0.0"
reason = "too old"

[[advertise]]
message = "ProduceRequest"
versions = "0-13"
reason = "old clients look for it"

[[key-range]]
keys = "0-499"
owner = "upstream"

[gates]
files = ["MetadataVersion.java"]
upgrade-window = ["3.9", "4.1"]
[gates.ladder]
fetchRequestVersion = "FetchRequest"

[[early-access]]
message = "Share*"
until = "4.2.0"

[[waiver]]
rule = "released-layout-changed"
message = "ScramRecord"
versions = "0"
until = "3.6.0"
reason = "never written by a release"
"""


def test_a_full_configuration_is_read(tmp_path):
    (tmp_path / "wirelint.toml").write_text(FULL)
    settings = load_settings(FolderTree(str(tmp_path)), "wirelint.toml")
    assert settings is not None
    assert settings.profile == "kafka"
    assert settings.severities == {"missing-about": Severity.OFF, "schema": Severity.WARNING}
    assert settings.removals[0].versions == VersionRange(0, 3)
    assert (settings.key_ranges[0].low, settings.key_ranges[0].high) == (0, 499)
    assert settings.gates.ladders == {"fetchRequestVersion": "FetchRequest"}
    assert settings.waivers == (
        Waiver(
            rule="released-layout-changed",
            message="ScramRecord",
            versions=VersionRange(0, 0),
            until="3.6.0",
            reason="never written by a release",
        ),
    )


def test_the_published_schema_takes_what_the_reader_takes():
    Draft202012Validator.check_schema(config_schema())
    Draft202012Validator(config_schema()).validate(tomllib.loads(FULL))


@pytest.mark.parametrize(
    ("text", "line", "word"),
    [
        ('profil = "kafka"', 1, "did you mean `profile`"),
        ('\nprofile = "kafak"', 2, "kafak"),
        ("exclude = 3", 1, "list of texts"),
        (
            '[[waiver]]\nrule = "tag-reused"\nreason = "why"\nuntil = "soon"',
            4,
            "takes a release with a number",
        ),
        ('exclude = ["a", 3]', 1, "takes text"),
        ('[severity]\nx = "fatal"', 2, "fatal"),
        ('[[waiver]]\nrule = "a"', 1, "needs `reason`"),
        ('[[waiver]]\nrule = "a"\nreason = "b"\n[[waiver]]\nrule = "a"\nreson = "b"', 6, "reson"),
        ('[[removal]]\nmessage = "A"\nversions = "x"', 3, "no version range"),
        ('release-tags = "("', 1, "regular expression"),
        ('[[key-range]]\nkeys = "9-1"\nowner = "a"', 2, "api keys"),
        ("[gates]\nfiles = 1", 2, "list of texts"),
        ("waiver = 3", 1, "[[...]]"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(tmp_path, text, line, word):
    (tmp_path / "wirelint.toml").write_text(text)
    with pytest.raises(ConfigError) as error:
        load_settings(FolderTree(str(tmp_path)), "wirelint.toml")
    assert str(error.value).startswith(f"wirelint.toml:{line}: ")
    assert word in str(error.value)
    validator = Draft202012Validator(config_schema(), format_checker=None)
    if "regular" not in word and "9-1" not in text:
        assert not validator.is_valid(tomllib.loads(text))
    assert len(config_problems(SourceText("wirelint.toml", text))) == 1


def test_text_that_is_no_toml_is_named(tmp_path):
    (tmp_path / "wirelint.toml").write_text("profile = ")
    with pytest.raises(ConfigError, match=r"wirelint\.toml: is no TOML"):
        load_settings(FolderTree(str(tmp_path)), "wirelint.toml")


def test_the_nearest_one_upwards_holds(tmp_path):
    inner = tmp_path / "a" / "b"
    inner.mkdir(parents=True)
    (tmp_path / "wirelint.toml").write_text('profile = "kafka"')
    settings = find_settings(FolderTree(str(inner)), str(inner))
    assert (settings.profile, settings.base) == ("kafka", "a/b")
    (tmp_path / "a" / "pyproject.toml").write_text('[tool.other]\nprofile = "plain"')
    assert find_settings(FolderTree(str(inner)), str(inner)).profile == "kafka"
    (tmp_path / "a" / "pyproject.toml").write_text('[tool.wirelint]\nprofile = "plain"')
    settings = find_settings(FolderTree(str(inner)), str(inner))
    assert (settings.profile, settings.base) == ("plain", "b")


def test_without_a_configuration_there_are_no_settings(tmp_path):
    found = find_settings(FolderTree(str(tmp_path)), str(tmp_path))
    assert found == NO_SETTINGS or found.path is not None  # a stray one above the temporary folder


def test_extend_builds_on_another_file(tmp_path):
    (tmp_path / "base.toml").write_text(
        'profile = "kafka"\nexclude = ["x"]\n[severity]\na-rule = "off"\nb-rule = "info"'
    )
    (tmp_path / "wirelint.toml").write_text(
        'extend = "base.toml"\nexclude = ["y"]\n[severity]\nb-rule = "error"'
    )
    settings = load_settings(FolderTree(str(tmp_path)), "wirelint.toml")
    assert settings is not None
    assert settings.profile == "kafka"
    assert settings.exclude == ("y",)
    assert settings.severities == {"a-rule": Severity.OFF, "b-rule": Severity.ERROR}


def test_extend_in_a_circle_ends(tmp_path):
    (tmp_path / "wirelint.toml").write_text('extend = "wirelint.toml"')
    with pytest.raises(ConfigError, match="deep"):
        load_settings(FolderTree(str(tmp_path)), "wirelint.toml")


@pytest.mark.parametrize(
    ("wanted", "held"),
    [
        (">=0.1", True),
        ("<0.1", False),
        (">=0.1, <0.2", True),
        ("==0.1.5", True),
        ("0.1.5", True),
        ("!=0.1.5", False),
        ("~=0.1.2", True),
        ("~=0.2.0", False),
        (">0.1.5", False),
        ("newest", None),
        ("", None),
    ],
)
def test_required_version(wanted, held):
    assert satisfies("0.1.5", wanted) is held


def test_a_version_that_does_not_fit_stops(tmp_path):
    (tmp_path / "wirelint.toml").write_text('required-version = ">=99"')
    with pytest.raises(ConfigError, match=">=99"):
        load_settings(FolderTree(str(tmp_path)), "wirelint.toml")


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["message", "rule", "keys", "versions", "x"]), inner)
    ),
    max_leaves=6,
)


@given(st.dictionaries(st.sampled_from(sorted(config_schema()["properties"])), values, max_size=3))
def test_reading_never_raises_and_agrees_with_the_schema(data):
    _, problems = read_settings(data)
    if not problems:
        allowed = Draft202012Validator(config_schema(), format_checker=None)
        assert allowed.is_valid(data), json.dumps(data)
