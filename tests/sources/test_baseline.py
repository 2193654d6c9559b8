from __future__ import annotations

from pathlib import Path

import pytest

from support.repositories import Repository, schema
from wirelint.errors import BaselineError
from wirelint.profiles import KAFKA
from wirelint.sources.baseline import Baseline, LedgerSpec, open_baseline

MESSAGES = "clients/src/main/resources/common/message"


def put(root: Path, *paths: str) -> Path:
    for path in paths:
        file = root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(schema(Path(path).stem.removesuffix("Request")))
    return root


def opened(spec: str, cwd: Path, *paths: str) -> Baseline:
    baseline = open_baseline(spec, cwd=str(cwd), paths=paths)
    assert isinstance(baseline, Baseline)
    return baseline


def refusal(spec: str, cwd: Path) -> str:
    with pytest.raises(BaselineError) as raised:
        open_baseline(spec, cwd=str(cwd))
    return str(raised.value)


@pytest.mark.parametrize("below", ["", "kafka-4.0.0"])
@pytest.mark.parametrize("paths", [(), (f"{MESSAGES}/EchoRequest.json",), (MESSAGES,)])
def test_a_folder_has_its_root_there_or_one_down(
    tmp_path: Path, below: str, paths: tuple[str, ...]
) -> None:
    put(tmp_path / "old" / below, f"{MESSAGES}/EchoRequest.json", "docs/x.json")
    baseline = opened("old", tmp_path, *paths)
    assert baseline.kind == "folder"
    assert baseline.resolved is None
    assert baseline.is_ancestor is None
    assert baseline.lookup(f"{MESSAGES}/EchoRequest.json") == f"{MESSAGES}/EchoRequest.json"
    assert baseline.tree.revision == "old"


def test_the_root_with_most_of_the_paths_wins(tmp_path: Path) -> None:
    put(tmp_path / "old", "a.json", "x/a.json", "x/b.json")
    assert opened("old", tmp_path, "a.json").lookup("b.json") == "x/b.json"
    assert opened("old", tmp_path, "a.json", "b.json").lookup("b.json") == "b.json"


def test_a_file_is_found_by_its_module(tmp_path: Path) -> None:
    put(
        tmp_path / "old",
        f"{MESSAGES}/EchoRequest.json",
        "group/src/main/resources/common/message/PingRequest.json",
        "storage/src/main/resources/message/Some.json",
        "a/common/message/Twice.json",
        "b/common/message/Twice.json",
    )
    baseline = opened("old", tmp_path, "vendored/common/message/EchoRequest.json")
    assert (
        baseline.lookup("vendored/common/message/EchoRequest.json")
        == f"{MESSAGES}/EchoRequest.json"
    )
    assert baseline.lookup("message/EchoRequest.json") == f"{MESSAGES}/EchoRequest.json"
    assert baseline.lookup("EchoRequest.json") == f"{MESSAGES}/EchoRequest.json"
    assert baseline.lookup("other/message/EchoRequest.json") is None
    assert baseline.lookup("x/common/message/Twice.json") is None
    assert baseline.lookup("x/b/common/message/Twice.json") == "b/common/message/Twice.json"
    assert baseline.lookup("vendored/common/message/Absent.json") is None


def test_no_file_of_the_baseline_is_paired_twice(tmp_path: Path) -> None:
    put(tmp_path / "old", "a/common/message/X.json")
    baseline = opened("old", tmp_path)
    both = ["b/common/message/X.json", "a/common/message/X.json", "c/common/message/X.json"]
    assert baseline.match(both) == {"a/common/message/X.json": "a/common/message/X.json"}
    assert baseline.match(both[:1]) == {"b/common/message/X.json": "a/common/message/X.json"}


def test_deleted_files_are_looked_for_below_the_folders(tmp_path: Path) -> None:
    put(
        tmp_path / "old",
        f"{MESSAGES}/A.json",
        f"{MESSAGES}/B.json",
        "metadata/src/main/resources/common/metadata/C.json",
    )
    baseline = opened("old", tmp_path)
    assert [file.path for file in baseline.discover(("",), KAFKA).files] == [
        f"{MESSAGES}/A.json",
        f"{MESSAGES}/B.json",
        "metadata/src/main/resources/common/metadata/C.json",
    ]
    assert [file.path for file in baseline.discover(("metadata", "absent"), KAFKA).files] == [
        "metadata/src/main/resources/common/metadata/C.json"
    ]
    assert baseline.discover((f"{MESSAGES}/A.json",), KAFKA).files == ()
    assert [file.path for file in baseline.discover((MESSAGES,), exclude=("B.json",)).files] == [
        f"{MESSAGES}/A.json"
    ]


def test_a_path_wins_over_a_revision(repository: Repository) -> None:
    put(repository.root / "1.10.0", "a.json")
    assert opened("1.10.0", repository.root).kind == "folder"
    assert opened("tags/1.10.0", repository.root).kind == "git"


def test_release_is_a_word_and_its_path_needs_a_dot(repository: Repository) -> None:
    put(repository.root / "release", "a.json")
    assert opened("release", repository.root).name == "1.10.0"
    assert opened("./release", repository.root).kind == "folder"


def test_a_ledger_is_handed_on(tmp_path: Path) -> None:
    (tmp_path / "wirelint.lock").touch()
    path = str(tmp_path / "wirelint.lock")
    assert open_baseline("wirelint.lock", cwd=str(tmp_path)) == LedgerSpec("wirelint.lock", path)
    named = open_baseline("wirelint.lock#3.9.0", cwd=str(tmp_path))
    assert named == LedgerSpec("wirelint.lock#3.9.0", path, "3.9.0")


def test_what_cannot_be_a_baseline_says_why(tmp_path: Path) -> None:
    put(tmp_path, "old-release/a.json")
    (tmp_path / "notes.txt").touch()
    assert "`old-release`" in refusal("./old-relaese", tmp_path)
    assert "kafka.zip" in refusal("kafka.zip", tmp_path)
    assert "does not exist" in refusal("wirelint.lock", tmp_path)
    assert "does not exist" in refusal("absent.lock#1", tmp_path)
    assert "neither an archive" in refusal("notes.txt", tmp_path)
    assert "does not exist" in refusal("git:absent#HEAD", tmp_path)
    for spec in ("git:x", "git:#x", "git:x#"):
        assert "git:DIR#REV" in refusal(spec, tmp_path)
    for spec in ("", "  ", "a\0b"):
        assert "`release`" in refusal(spec, tmp_path)
