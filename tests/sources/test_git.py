from __future__ import annotations

from pathlib import Path

import pytest

from support.repositories import Repository, make_repository, schema
from wirelint.errors import BaselineError
from wirelint.profiles import KAFKA
from wirelint.sources.baseline import Baseline, open_baseline
from wirelint.sources.git import holding
from wirelint.sources.git_tree import GitTree
from wirelint.sources.tree import Unreadable, Why

MESSAGES = "clients/src/main/resources/common/message"


def opened(spec: str, cwd: Path, *paths: str, release_tags: str | None = None) -> Baseline:
    baseline = open_baseline(spec, cwd=str(cwd), paths=paths, release_tags=release_tags)
    assert isinstance(baseline, Baseline)
    assert baseline.kind == "git"
    return baseline


def refusal(spec: str, cwd: Path, *paths: str) -> str:
    with pytest.raises(BaselineError) as raised:
        open_baseline(spec, cwd=str(cwd), paths=paths)
    return str(raised.value)


def test_reads_the_files_of_a_tag(repository: Repository) -> None:
    with opened("1.10.0", repository.root) as baseline:
        assert baseline.tree.read(f"{MESSAGES}/EchoRequest.json") == schema("Echo")
        assert baseline.tree.read(f"{MESSAGES}/GoneRequest.json") == schema("Gone")
        assert isinstance(baseline.tree.read(f"{MESSAGES}/NewRequest.json"), Unreadable)
        assert baseline.resolved == repository.git("rev-parse", "1.10.0")
        assert baseline.is_ancestor is True
        assert baseline.tree.revision == "1.10.0"


@pytest.mark.parametrize(
    "spec", ["HEAD~1", "main~1", "HEAD^", "@~1", "tags/1.10.0", "HEAD~1^{commit}", ":/second"]
)
def test_any_way_to_write_a_revision(repository: Repository, spec: str) -> None:
    with opened(spec, repository.root) as baseline:
        assert baseline.resolved == repository.git("rev-parse", "1.10.0")


def test_says_when_the_baseline_is_no_ancestor(repository: Repository) -> None:
    repository.git("checkout", "-q", "-b", "side", "1.9.0")
    side = repository.commit("side")
    repository.git("checkout", "-q", "main")
    with opened("side", repository.root) as baseline:
        assert baseline.resolved == side
        assert baseline.is_ancestor is False
    repository.git("checkout", "-q", "--orphan", "alone")
    repository.commit("alone")
    with opened("1.9.0", repository.root) as baseline:
        assert baseline.is_ancestor is False


def test_equal_files_are_known_without_reading(repository: Repository, git_calls: Path) -> None:
    with opened("1.10.0", repository.root) as baseline:
        assert baseline.tree.holds(f"{MESSAGES}/PingRequest.json", schema("Ping"))
        assert not baseline.tree.holds(f"{MESSAGES}/EchoRequest.json", b"{}")
        assert not baseline.tree.holds(f"{MESSAGES}/NewRequest.json", schema("New"))
    assert len(git_calls.read_text().splitlines()) == 2


@pytest.mark.parametrize("spec", ["1.10.0", "release"])
def test_a_baseline_costs_three_processes(
    repository: Repository, git_calls: Path, spec: str
) -> None:
    for number in range(250):
        repository.write(f"{MESSAGES}/Many{number}Request.json", schema(f"Many{number}"))
    repository.commit("many", ["1.12.0-rc1"])
    git_calls.write_text("")
    with opened(spec, repository.root, release_tags=r"^\d+\.\d+\.\d+") as baseline:
        found = baseline.discover(("",), KAFKA)
        contents = dict(baseline.tree.read_many(file.path for file in found.files))
        again = dict(baseline.tree.read_many(file.path for file in found.files))
    assert contents == again
    assert contents[f"{MESSAGES}/PingRequest.json"] == schema("Ping")
    assert len(git_calls.read_text().splitlines()) == 3


def test_a_sha256_repository(tmp_path: Path) -> None:
    made = make_repository(tmp_path / "r", "--object-format=sha256")
    made.write("A.json", schema("A"))
    id = made.commit("first")
    with opened("HEAD", made.root) as baseline:
        assert baseline.resolved == id
        assert len(id) == 64
        assert baseline.tree.holds("A.json", schema("A"))
        assert baseline.tree.read("A.json") == schema("A")


def test_paths_are_relative_to_the_working_directory(repository: Repository) -> None:
    repository.write(f"{MESSAGES}/deep/A.json", schema("A"))
    repository.commit("deep", ["2.0.0"])
    for spec in ("2.0.0", "release"):
        with opened(spec, repository.root / MESSAGES) as baseline:
            assert (
                baseline.tree.read("EchoRequest.json")
                == repository.root.joinpath(MESSAGES, "EchoRequest.json").read_bytes()
            )
            assert baseline.tree.has("deep/A.json")
            assert baseline.tree.has("../../../../../../README.md")
        with opened(spec, repository.root / MESSAGES / "deep", "../EchoRequest.json") as baseline:
            assert baseline.tree.has("A.json")
            assert baseline.tree.has("../EchoRequest.json")


def test_the_repository_is_that_of_the_paths(repository: Repository, tmp_path: Path) -> None:
    for paths in (
        (f"repository/{MESSAGES}",),
        (f"repository/{MESSAGES}/EchoRequest.json",),
        ("repository/absent",),
    ):
        with opened("1.10.0", tmp_path, *paths) as baseline:
            assert baseline.tree.has(f"repository/{MESSAGES}/GoneRequest.json")
    absolute = str(repository.root)
    with opened("1.10.0", tmp_path, absolute) as baseline:
        assert baseline.tree.has(f"{absolute}/{MESSAGES}/GoneRequest.json")


def test_a_working_directory_beside_the_paths(repository: Repository) -> None:
    (repository.root / "other").mkdir()
    with opened("1.10.0", repository.root / "other", "../clients") as baseline:
        assert baseline.tree.has(f"../{MESSAGES}/GoneRequest.json")


def test_another_repository(repository: Repository, tmp_path: Path) -> None:
    (tmp_path / "here").mkdir()
    with opened(
        "git:../repository#1.9.0", tmp_path / "here", f"{MESSAGES}/EchoRequest.json"
    ) as baseline:
        assert baseline.tree.has(f"{MESSAGES}/EchoRequest.json")
        assert not baseline.tree.has(f"{MESSAGES}/PingRequest.json")
        assert baseline.is_ancestor is None
    with opened(
        "git:../repository#HEAD", tmp_path / "here", "src/main/resources/common/message"
    ) as baseline:
        assert baseline.tree.has("src/main/resources/common/message/EchoRequest.json")
    with opened(f"git:{repository.root}/clients#HEAD", tmp_path / "here", "src") as baseline:
        assert baseline.tree.has("src/main/resources/common/message/EchoRequest.json")


def test_a_bare_repository(repository: Repository, tmp_path: Path) -> None:
    repository.git("clone", "-q", "--bare", str(repository.root), str(tmp_path / "bare.git"))
    with opened("git:bare.git#1.10.0", tmp_path) as baseline:
        assert baseline.tree.read(f"{MESSAGES}/GoneRequest.json") == schema("Gone")


def test_a_bare_repository_that_the_tree_brought_along_is_not_used(
    repository: Repository,
) -> None:
    other = make_repository(repository.root.parent / "other")
    other.commit("other", ["6.6.6"])
    other.git("clone", "-q", "--bare", str(other.root), str(repository.root / "schemas"))
    repository.write("schemas/A.json", schema("A"))
    assert "6.6.6" in refusal("6.6.6", repository.root / "schemas")
    assert "6.6.6" in refusal("6.6.6", repository.root, "schemas")


def test_linked_worktrees_and_detached_heads(repository: Repository, tmp_path: Path) -> None:
    repository.git("worktree", "add", "-q", "--detach", str(tmp_path / "linked"), "1.10.0")
    with opened("1.9.0", tmp_path / "linked") as baseline:
        assert baseline.is_ancestor is True
        assert baseline.tree.has(f"{MESSAGES}/GoneRequest.json")
    with opened("release", tmp_path / "linked" / "clients") as baseline:
        assert baseline.name == "1.10.0"
        assert baseline.tree.has("src/main/resources/common/message/GoneRequest.json")
    with opened("main", tmp_path / "linked") as baseline:
        assert baseline.is_ancestor is False


def test_a_worktree_of_a_bare_repository(repository: Repository, tmp_path: Path) -> None:
    repository.git("clone", "-q", "--bare", str(repository.root), str(tmp_path / "bare.git"))
    Repository(tmp_path / "bare.git").git("worktree", "add", "-q", str(tmp_path / "linked"), "main")
    with opened("1.10.0", tmp_path / "linked") as baseline:
        assert baseline.is_ancestor is True


def test_a_submodule_is_its_own_repository(repository: Repository, tmp_path: Path) -> None:
    outer = make_repository(tmp_path / "outer")
    outer.git(
        "-c",
        "protocol.file.allow=always",
        "submodule",
        "add",
        "-q",
        str(repository.root),
        "vendor/kafka",
    )
    outer.commit("outer", ["9.9.9"])
    with opened("1.10.0", outer.root, f"vendor/kafka/{MESSAGES}") as baseline:
        assert baseline.tree.has(f"vendor/kafka/{MESSAGES}/GoneRequest.json")
        assert baseline.is_ancestor is True
    with opened("9.9.9", outer.root) as baseline:
        assert isinstance(baseline.tree, GitTree)
        assert baseline.tree.submodules == ["vendor/kafka"]
        assert baseline.tree.paths() == [".gitmodules"]


def test_links_in_a_commit_lead_nowhere_else(repository: Repository) -> None:
    (repository.root / "inside.json").symlink_to(f"{MESSAGES}/EchoRequest.json")
    (repository.root / "outside.json").symlink_to("/etc/passwd")
    repository.commit("links")
    with opened("HEAD", repository.root) as baseline:
        real = (repository.root / MESSAGES / "EchoRequest.json").read_bytes()
        assert baseline.tree.read("inside.json") == real
        assert baseline.tree.holds("inside.json", real)
        refused = baseline.tree.read("outside.json")
        assert isinstance(refused, Unreadable)
        assert refused.why is Why.OUTSIDE


def test_odd_names_of_files_and_refs(repository: Repository) -> None:
    names = [
        "with space.json",
        "tab\there.json",
        "ünï.json",
        'quo"te.json',
        "new\nline.json",
        "a+b (c).json",
    ]
    for name in names:
        repository.write(name, name)
    repository.commit("odd", ["ünï/täg+1", "a'b"])
    for ref in ("ünï/täg+1", "a'b", "HEAD@{0}"):
        with opened(ref, repository.root) as baseline:
            for name in names:
                assert baseline.tree.read(name) == name.encode()


@pytest.mark.parametrize(
    "spec",
    [
        "--help",
        "-x",
        "--output=/tmp/x",
        "1.10.0..HEAD",
        "a b",
        "x;y",
        "$(touch x)",
        "1.10.0\nHEAD",
        "--all",
        "^HEAD",
        "HEAD:clients",
        "1.10.0...HEAD",
    ],
)
def test_what_is_no_revision_is_data(repository: Repository, spec: str) -> None:
    assert spec in refusal(spec, repository.root)


def test_a_missing_revision_is_told_with_what_is_near(repository: Repository) -> None:
    said = refusal("1.10.1", repository.root)
    assert "`1.10.1`" in said
    assert "`1.10.0`" in said
    assert "git fetch" in said
    far = refusal("no-such-branch-anywhere", repository.root)
    assert "`main`" in far


def test_a_shallow_clone_says_how_to_get_the_revision(
    repository: Repository, tmp_path: Path
) -> None:
    repository.git(
        "clone", "-q", "--depth=1", f"file://{repository.root}", str(tmp_path / "shallow")
    )
    for spec in ("1.10.0", "release"):
        said = refusal(spec, tmp_path / "shallow")
        assert "shallow" in said
        assert "git fetch" in said
    Repository(tmp_path / "shallow").git("fetch", "-q", "--depth=1", "origin", "tag", "1.10.0")
    with opened("1.10.0", tmp_path / "shallow") as baseline:
        assert baseline.is_ancestor is None
        assert baseline.tree.has(f"{MESSAGES}/GoneRequest.json")


def test_no_repository_no_commit_no_git(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path))
    (tmp_path / "plain").mkdir()
    assert "not in a git repository" in refusal("1.0.0", tmp_path / "plain")
    assert "not in a git repository" in refusal("release", tmp_path / "plain")
    empty = make_repository(tmp_path / "empty")
    assert "no tags and no branches" in refusal("1.0.0", empty.root)
    assert "none yet" in refusal("release", empty.root)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "git is not installed" in refusal("1.0.0", tmp_path / "plain")


def test_an_old_git_says_so(
    repository: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "old"
    folder.mkdir()
    shim = folder / "git"
    shim.write_text(
        "#!/bin/sh\n"
        'case "$*" in *version) echo git version 1.8.3;; *rev-parse*) printf "%s\\n" "" --is-shallow-repository;;'
        " *) exit 1;; esac\n"
    )
    shim.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")
    said = refusal("1.10.0", repository.root)
    assert "too old" in said
    assert "1.8.3" in said


def test_dubious_ownership_is_explained(
    repository: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")
    # Our own git does not get that variable; a wrapper of the name does what a foreign owner does.
    shim = repository.root.parent / "git"
    real = "/usr/bin/env git"
    shim.write_text(
        f'#!/bin/sh\nPATH="${{PATH#*:}}" GIT_TEST_ASSUME_DIFFERENT_OWNER=1 exec {real} "$@"\n'
    )
    shim.chmod(0o755)
    monkeypatch.setenv("PATH", f"{repository.root.parent}:{__import__('os').environ['PATH']}")
    for spec in ("1.10.0", "release"):
        said = refusal(spec, repository.root)
        assert "safe.directory" in said


def test_release_is_the_newest_tag_by_number_that_is_an_ancestor(repository: Repository) -> None:
    repository.git("tag", "-a", "-m", "annotated", "1.10.1", "1.10.0")
    repository.git("tag", "nonsense")
    repository.git("tag", "2.0.0-blob", "HEAD:README.md")
    repository.git("checkout", "-q", "-b", "side", "1.9.0")
    repository.commit("side", ["3.0.0"])
    repository.git("checkout", "-q", "main")
    with opened("release", repository.root) as baseline:
        assert baseline.name == "1.10.1"
        assert baseline.tree.revision == "1.10.1"
        assert baseline.resolved == repository.git("rev-parse", "1.10.0")
        assert baseline.is_ancestor is True
    with opened("release", repository.root, release_tags=r"-rc\d+$") as baseline:
        assert baseline.name == "1.11.0-rc1"
    with pytest.raises(BaselineError, match=r"`3\.0\.0`"):
        open_baseline("release", cwd=str(repository.root), release_tags="^v")
    with pytest.raises(BaselineError, match="regular expression"):
        open_baseline("release", cwd=str(repository.root), release_tags="(")


def test_nothing_of_the_repository_is_run(repository: Repository, tmp_path: Path) -> None:
    ran = tmp_path / "ran"
    program = repository.write(".git/evil", f'#!/bin/sh\necho "$0" "$@" >> "{ran}"\ncat\n')
    program.chmod(0o755)
    repository.write(".gitattributes", "* filter=evil diff=evil\n")
    repository.commit("attributes", ["2.0.0"])
    for key in (
        "core.fsmonitor", "core.pager", "pager.ls-tree", "pager.rev-parse", "pager.cat-file",
        "core.sshCommand", "core.askPass", "core.editor", "filter.evil.smudge",
        "filter.evil.clean", "filter.evil.process", "diff.evil.textconv", "diff.external",
        "core.alternateRefsCommand", "core.gitProxy", "credential.helper", "gpg.program",
    ):  # fmt: skip
        repository.git("config", key, str(program))
    for command in ("ls-tree", "rev-parse", "cat-file", "for-each-ref"):
        repository.git("config", f"alias.{command}", f"!{program}")
    hooks = repository.root / ".git" / "evil-hooks"
    hooks.mkdir()
    for hook in ("post-index-change", "reference-transaction", "post-checkout"):
        (hooks / hook).symlink_to(program)
    repository.git("config", "core.hooksPath", str(hooks))
    ran.unlink(missing_ok=True)  # what our own preparations set off
    for spec in ("1.10.0", "release", "absent", ":/second"):
        try:
            with opened(spec, repository.root, release_tags=r"^1\.10") as baseline:
                assert baseline.tree.read(f"{MESSAGES}/PingRequest.json") == schema("Ping")
        except BaselineError:
            assert spec == "absent"
    assert not ran.exists()


def test_a_missing_object_is_not_fetched_by_a_program(
    repository: Repository, tmp_path: Path
) -> None:
    ran = tmp_path / "ran"
    blob = repository.git("rev-parse", f"1.10.0:{MESSAGES}/GoneRequest.json")
    (repository.root / ".git" / "objects" / blob[:2] / blob[2:]).unlink()
    for key, value in (
        ("core.repositoryFormatVersion", "1"),
        ("extensions.partialClone", "origin"),
        ("remote.origin.promisor", "true"),
        ("remote.origin.url", f"ext::sh -c touch% {ran}"),
        ("protocol.ext.allow", "always"),
        ("protocol.allow", "always"),
    ):
        repository.git("config", key, value)
    with opened("1.10.0", repository.root) as baseline:
        lost = baseline.tree.read(f"{MESSAGES}/GoneRequest.json")
        assert isinstance(lost, Unreadable)
        assert lost.why is Why.BROKEN
        assert baseline.tree.read(f"{MESSAGES}/PingRequest.json") == schema("Ping")
        both = dict(
            baseline.tree.read_many(
                [f"{MESSAGES}/GoneRequest.json", f"{MESSAGES}/EchoRequest.json"]
            )
        )
        assert both[f"{MESSAGES}/EchoRequest.json"] == schema("Echo")
    assert not ran.exists()


def test_the_environment_of_a_hook_does_not_lead_astray(
    repository: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = make_repository(tmp_path / "other")
    other.commit("other", ["1.10.0"])
    monkeypatch.setenv("GIT_DIR", str(other.root / ".git"))
    monkeypatch.setenv("GIT_WORK_TREE", str(other.root))
    monkeypatch.setenv("GIT_INDEX_FILE", "nowhere")
    with opened("1.10.0", repository.root / "clients") as baseline:
        assert baseline.tree.has("src/main/resources/common/message/GoneRequest.json")


def test_a_large_blob_is_data(repository: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    commit = repository.git("rev-parse", "HEAD")
    tree = GitTree(holding(str(repository.root)), commit, revision="HEAD", limit=20)
    contents = dict(tree.read_many(["README.md", f"{MESSAGES}/EchoRequest.json", "README.md"]))
    assert contents["README.md"] == b"not a schema"
    large = contents[f"{MESSAGES}/EchoRequest.json"]
    assert isinstance(large, Unreadable)
    assert large.why is Why.TOO_LARGE
    tree.close()
