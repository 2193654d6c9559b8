"""What leaves: the wheel, its contents, and what `make release-check` refuses."""

from __future__ import annotations

import subprocess
import sys
import zipfile

import pytest

from support.shared import REPOSITORY

sys.path.append(str(REPOSITORY / ".ci"))
import release_check

VERSION = release_check.version_of_source()


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The wheel of this tree, built without a network."""
    pytest.importorskip("hatchling")
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)],
        cwd=REPOSITORY,
        check=True,
        capture_output=True,
    )
    (built,) = folder.glob("*.whl")
    return built


def test_the_wheel_holds_what_it_must(wheel):
    release_check.look_into_wheel(wheel, VERSION, REPOSITORY)


def test_the_wheel_is_small(wheel):
    assert wheel.stat().st_size < 2_000_000


def without(wheel, target, name):
    """A copy of the wheel that lacks one file."""
    with zipfile.ZipFile(wheel) as old, zipfile.ZipFile(target, "w") as new:
        for one in old.namelist():
            if one != name:
                new.writestr(one, old.read(one))
    return target


@pytest.mark.parametrize("name", ["wirelint/py.typed", "wirelint/syntax/kafka_json.lark"])
def test_a_missing_file_is_seen(wheel, tmp_path, name):
    broken = without(wheel, tmp_path / wheel.name, name)
    with pytest.raises(release_check.ReleaseError, match="lacks"):
        release_check.look_into_wheel(broken, VERSION, REPOSITORY)


def test_tests_in_the_wheel_are_seen(wheel, tmp_path):
    target = without(wheel, tmp_path / wheel.name, "")
    with zipfile.ZipFile(target, "a") as archive:
        archive.writestr("wirelint/tests/test_it.py", "")
    with pytest.raises(release_check.ReleaseError, match="holds"):
        release_check.look_into_wheel(target, VERSION, REPOSITORY)


def test_another_version_is_seen(wheel):
    with pytest.raises(release_check.ReleaseError, match=r"lacks wirelint-9\.9\.9"):
        release_check.look_into_wheel(wheel, "9.9.9", REPOSITORY)


def test_the_changelog_of_this_tree_is_in_order():
    release_check.changelog((REPOSITORY / "CHANGELOG.md").read_text(), None, VERSION)


READY = "# Changes\n\n## Unreleased\n\n## 1.2.0 (2030-01-31)\n\n- Something.\n"


def test_a_release_that_is_ready():
    release_check.changelog(READY, "1.2.0", "1.2.0")


@pytest.mark.parametrize(
    ("text", "release", "version", "says"),
    [
        (READY, "1.2.0", "1.1.0", "the version is"),
        (READY, "1.3.0", "1.3.0", "no `## 1.3.0"),
        (READY.replace(" (2030-01-31)", ""), "1.2.0", "1.2.0", "no `## 1.2.0"),
        (READY.replace("## Unreleased\n", "## Unreleased\n\n- More.\n"), "1.2.0", "1.2.0", "still"),
        (READY.replace("## Unreleased\n", ""), None, "1.2.0", "Unreleased"),
    ],
)
def test_a_release_that_is_not_ready(text, release, version, says):
    with pytest.raises(release_check.ReleaseError, match=says):
        release_check.changelog(text, release, version)


def test_every_library_has_a_lowest_version():
    assert [one.partition("==")[0] for one in release_check.lowest()] == [
        "lark",
        "jsonschema",
        "pygls",
    ]


def test_published_schemas_name_no_address():
    """An `$id` at an address that is not ours would be fetched from whoever owns it."""
    import json

    for name in ("schema/message.schema.json", "config/wirelint.schema.json"):
        schema = json.loads((REPOSITORY / "linter" / "wirelint" / name).read_text())
        assert schema["$id"].startswith("urn:wirelint:")
        assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"


@pytest.mark.slow
def test_two_builds_give_the_same_bytes(tmp_path):
    release_check.check(tmp_path, None, install=False)
