from __future__ import annotations

import os
from pathlib import Path

import pytest

from wirelint.errors import WirelintError
from wirelint.sources.writing import write_atomically


def test_replaces_the_file_and_keeps_its_mode(tmp_path: Path) -> None:
    file = tmp_path / "a.json"
    file.write_bytes(b"old")
    file.chmod(0o640)
    write_atomically("a.json", b"new", root=str(tmp_path), durable=True)
    assert file.read_bytes() == b"new"
    assert file.stat().st_mode & 0o777 == 0o640
    assert os.listdir(tmp_path) == ["a.json"]


def test_creates_a_file(tmp_path: Path) -> None:
    write_atomically(str(tmp_path / "new.json"), b"new")
    assert (tmp_path / "new.json").read_bytes() == b"new"


def test_a_link_inside_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real.json").write_bytes(b"old")
    (tmp_path / "link.json").symlink_to("real.json")
    write_atomically("link.json", b"new", root=str(tmp_path))
    assert (tmp_path / "link.json").is_symlink()
    assert (tmp_path / "real.json").read_bytes() == b"new"


@pytest.mark.parametrize("path", ["link.json", "folder/secret.json"])
def test_nothing_outside_is_written_through_a_link(tmp_path: Path, path: str) -> None:
    root = tmp_path / "tree"
    root.mkdir()
    (tmp_path / "secret.json").write_bytes(b"old")
    (root / "link.json").symlink_to("../secret.json")
    (root / "folder").symlink_to(tmp_path)
    with pytest.raises(WirelintError, match="outside the tree"):
        write_atomically(path, b"new", root=str(root))
    assert (tmp_path / "secret.json").read_bytes() == b"old"


def test_what_cannot_be_written_says_so_and_leaves_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    for path in ("absent/a.json", "folder", "pipe"):
        with pytest.raises(WirelintError, match=path):
            write_atomically(path, b"new", root=str(tmp_path))
    assert sorted(os.listdir(tmp_path)) == ["folder", "pipe"]
    assert os.listdir(tmp_path / "folder") == []
