from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from wirelint.sources.folder import FolderTree
from wirelint.sources.globs import Globs
from wirelint.sources.selection import Selection
from wirelint.sources.tree import Unreadable, Why


def put(root: Path, *paths: str) -> None:
    for path in paths:
        file = root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(path)


def why(tree: FolderTree, path: str) -> Why:
    content = tree.read(path)
    assert isinstance(content, Unreadable)
    assert content.path == path
    assert content.message
    return content.why


def test_a_walk_leaves_out_version_control_and_what_builds_write(tmp_path: Path) -> None:
    put(tmp_path, "a.json", "b/c.json", ".git/d.json", "target/e.json", "b/node_modules/f.json")
    assert FolderTree(str(tmp_path)).paths() == ["a.json", "b/c.json"]


def test_a_skipped_folder_is_searched_when_it_is_named(tmp_path: Path) -> None:
    put(tmp_path, "build/a.json", "build/build/b.json")
    tree = FolderTree(str(tmp_path))
    assert tree.paths(Selection(prefixes=("build",))) == ["build/a.json"]


def test_a_walk_and_a_list_select_the_same(tmp_path: Path) -> None:
    put(
        tmp_path,
        "a.json", "x/src/m/a.json", "x/src/m/b.txt", "x/y/src/m/a.json", "x/src/m/d/a.json",
        "build/src/m/a.json", "src/m/a.json", "gen/src/m/a.json", "x/gen/a.json",
    )  # fmt: skip
    everything = [str(file.relative_to(tmp_path)) for file in tmp_path.rglob("*") if file.is_file()]
    tree = FolderTree(str(tmp_path))
    for selection in (
        Selection(),
        Selection(endings=(".json",)),
        Selection(prefixes=("x",)),
        Selection(prefixes=("x", "src/m/a.json", "absent")),
        Selection(patterns=Globs(["/*/src/m/*.json"])),
        Selection(patterns=Globs(["src/m/**"]), base="x"),
        Selection(patterns=Globs(["/x/src/m/*.json"]), base="x", prefixes=("src",)),
        Selection(patterns=Globs(["**/m/*.json"]), exclude=Globs(["gen"])),
        Selection(exclude=Globs(["x/*/m/**", "a.json"])),
        Selection(exclude=Globs(["x"]), prefixes=("x/src",)),
        Selection(patterns=Globs(["/x/src/m/a.json"])),
    ):
        assert tree.paths(selection) == selection.filter(everything), selection


def test_what_is_not_a_file_is_neither_found_nor_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    os.mkfifo(tmp_path / "pipe.json")
    server = socket.socket(socket.AF_UNIX)
    monkeypatch.chdir(tmp_path)  # a socket's path is short
    server.bind("socket.json")
    server.close()
    (tmp_path / "folder.json").mkdir()
    tree = FolderTree(str(tmp_path))
    assert tree.paths() == []
    assert why(tree, "pipe.json") is Why.NOT_A_FILE
    assert why(tree, "socket.json") in (Why.NOT_A_FILE, Why.DENIED)
    assert why(tree, "folder.json") is Why.NOT_A_FILE
    assert why(tree, "absent.json") is Why.MISSING
    assert why(tree, "a\0b.json") is Why.MISSING


def test_a_link_is_followed_only_inside_of_the_tree(tmp_path: Path) -> None:
    put(tmp_path, "tree/real.json", "secret.json")
    root = tmp_path / "tree"
    (root / "inside.json").symlink_to("real.json")
    (root / "outside.json").symlink_to("../secret.json")
    (root / "device.json").symlink_to("/dev/zero")
    (root / "nowhere.json").symlink_to("absent.json")
    (root / "loop.json").symlink_to("loop.json")
    (root / "folder").symlink_to(tmp_path)
    tree = FolderTree(str(root))
    assert tree.read("inside.json") == b"tree/real.json"
    for path in ("outside.json", "device.json", "folder/secret.json"):
        assert why(tree, path) is Why.OUTSIDE
    assert isinstance(tree.read("nowhere.json"), Unreadable)
    assert isinstance(tree.read("loop.json"), Unreadable)
    assert "folder/secret.json" not in tree.paths()


def test_a_user_may_name_a_file_outside_of_the_working_directory(tmp_path: Path) -> None:
    put(tmp_path, "tree/a.json", "other/b.json")
    tree = FolderTree(str(tmp_path / "tree"))
    assert tree.read("../other/b.json") == b"other/b.json"
    assert tree.paths(Selection(prefixes=("../other",))) == ["../other/b.json"]


def test_an_absolute_path_is_read_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(tmp_path, "elsewhere/b.json", "here/a.json")
    monkeypatch.chdir(tmp_path / "here")
    tree = FolderTree()
    named = f"{tmp_path}/elsewhere"
    assert tree.paths(Selection(prefixes=(named,))) == [f"{named}/b.json"]
    assert tree.read(f"{named}/b.json") == b"elsewhere/b.json"


def test_a_file_above_the_limit_is_not_read(tmp_path: Path) -> None:
    put(tmp_path, "large.json")
    with (tmp_path / "sparse.json").open("wb") as file:
        file.truncate(1 << 40)
    assert why(FolderTree(str(tmp_path)), "sparse.json") is Why.TOO_LARGE
    assert why(FolderTree(str(tmp_path), limit=5), "large.json") is Why.TOO_LARGE


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_a_file_without_permission_is_data(tmp_path: Path) -> None:
    put(tmp_path, "a.json", "closed/b.json")
    (tmp_path / "a.json").chmod(0)
    (tmp_path / "closed").chmod(0)
    tree = FolderTree(str(tmp_path))
    assert why(tree, "a.json") is Why.DENIED
    assert tree.paths() == ["a.json"]
    (tmp_path / "closed").chmod(0o700)


def test_holds_compares_bytes(tmp_path: Path) -> None:
    put(tmp_path, "a.json")
    tree = FolderTree(str(tmp_path))
    assert tree.holds("a.json", b"a.json")
    assert not tree.holds("a.json", b"b.json")
    assert not tree.holds("absent.json", b"")
