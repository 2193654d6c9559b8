"""`wirelint diff` of gate tables."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from support.shared import REPOSITORY
from wirelint.cli import main

TABLE = "server-common/src/main/java/io/harbor/server/common/MetadataVersion.java"


@pytest.fixture
def trees(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two copies of an example, `old` and `new`; the second is the working directory."""
    for name in ("old", "new"):
        shutil.copytree(REPOSITORY / "examples/harbor", tmp_path / name)
    monkeypatch.chdir(tmp_path / "new")
    return tmp_path


def edit(*changes: tuple[str, str]) -> None:
    path = Path(TABLE)
    text = path.read_text()
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    path.write_text(text)


def told(capsys: pytest.CaptureFixture[str], old: str = "../old") -> list[str]:
    assert main(["diff", old, "."]) == 0
    lines = capsys.readouterr().out.splitlines()
    return [line.split(maxsplit=1)[1] for line in lines if line.startswith("  ")]


def test_equal_tables_are_no_change(trees: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert told(capsys) == []


def test_a_renumbered_level(trees: Path, capsys: pytest.CaptureFixture[str]) -> None:
    edit(("HARBOR_1_1_IV0(2,", "HARBOR_1_1_IV0(9,"))
    assert told(capsys) == [
        "level 2 (`1.1-IV0`) is level 9 now",
        "`CargoFetch` is version 3 at levels 3, 4, 5, it was version 4",
    ]


def test_a_new_level_what_it_turns_on_and_that_it_is_production(
    trees: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    last, first = 'HARBOR_1_4_IV0(6, "1.4", "IV0", false)', "if (this.isAtLeast(HARBOR_1_4_IV0)) {"
    edit(
        (f"{last};", f'{last},\n    HARBOR_1_5_IV0(7, "1.5", "IV0", false);'),
        ("LATEST_PRODUCTION = HARBOR_1_3_IV0", "LATEST_PRODUCTION = HARBOR_1_4_IV0"),
        (first, f"if (this.isAtLeast(HARBOR_1_5_IV0)) {{ return 6; }} else {first}"),
    )
    assert told(capsys) == [
        "the newest production level is 6, it was 5",
        "level 7 turns on `CargoFetch` version 6, it was version 5",
        "level 7 (`1.5-IV0`) is new",
    ]


def test_a_capability_that_begins_at_a_released_level(
    trees: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ability = "public boolean isFloating() { return this.isAtLeast(HARBOR_1_2_IV0); }"
    edit(
        (
            "    public short featureLevel() {",
            f"    {ability}\n\n    public short featureLevel() {{",
        )
    )
    assert told(capsys) == ["`isFloating` begins at the released level 3"]


def test_a_level_that_is_gone_and_a_lower_end_that_rose(
    trees: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    edit(("MINIMUM_VERSION = HARBOR_1_0_IV0", "MINIMUM_VERSION = HARBOR_1_1_IV0"))
    assert "level 1 (`1.0-IV0`) is below the lowest level now" in told(capsys)


def test_against_a_ledger(trees: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ledger", "record", "1.3.0"]) == 0
    capsys.readouterr()
    assert told(capsys, "wirelint.lock") == []
    edit(("HARBOR_1_2_IV0(3,", "HARBOR_1_2_IV0(8,"))
    assert "level 3 (`1.2-IV0`) is level 8 now" in told(capsys, "wirelint.lock")


def test_tables_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, levels in (("old", ""), ("new", "  level 2\n")):
        Path(name).mkdir()
        text = f"gates 1\nfeature pier.version {{\n  supports 1 to 1\n  level 1\n{levels}}}\n"
        Path(name, "pier.gates").write_text(text)
    assert main(["diff", "old", "new"]) == 0
    assert "level 2 is new" in capsys.readouterr().out
