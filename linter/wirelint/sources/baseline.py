# One door for every kind of baseline. What comes out looks like the checked tree: the same relative
# paths, the same search for schemas. Only the ledger is not a tree and is handed on by name.
"""Opening a baseline and finding the files of the checked tree in it."""

from __future__ import annotations

import os
import posixpath
from collections.abc import Iterable, Sequence
from functools import cached_property
from types import TracebackType
from typing import Literal, Self

from wirelint.errors import BaselineError
from wirelint.lazy_dataclass import dataclass
from wirelint.profiles import KAFKA, PLAIN, Profile
from wirelint.sources.discovery import KINDS, Discovery, discover, guess_profile
from wirelint.sources.folder import FolderTree
from wirelint.sources.rebased import Rebased
from wirelint.sources.selection import SKIPPED_FOLDERS, Selection
from wirelint.sources.spec import like_files, parse_spec
from wirelint.sources.tree import Tree

MODULE_PARTS = 3  # `common/message/X.json`: what of a path names a file wherever its module moved


@dataclass(frozen=True, kw_only=True, eq=False)
class Baseline:
    """An opened baseline. `tree` has the paths of the checked tree, relative to the working directory.

    `resolved` is the commit, for git. `name` is what `release` stands for, or the spec itself.
    `is_ancestor` says whether that commit is an ancestor of the checked one; None where there is
    nothing to ask (another repository, a folder) or it cannot be told (a shallow clone).
    """

    spec: str
    kind: Literal["folder", "git", "archive"]
    tree: Tree
    name: str
    resolved: str | None = None
    is_ancestor: bool | None = None

    def lookup(self, path: str) -> str | None:
        """Find the baseline's path for one of the checked tree: the same one, else by module suffix."""
        return path if self.tree.has(path) else self._by_module(path)

    def match(self, paths: Iterable[str]) -> dict[str, str]:
        """Pair paths of the checked tree with the baseline's; no baseline file is used twice.

        The same path goes first, so that a new file that is called like one in another module does
        not take that one's place.
        """
        wanted = list(paths)
        pairs = {path: path for path in wanted if self.tree.has(path)}
        taken = set(pairs)
        for path in wanted:
            if path in pairs:
                continue
            other = self._by_module(path)
            if other is not None and other not in taken:
                pairs[path] = other
                taken.add(other)
        return pairs

    def discover(
        self,
        arguments: Sequence[str] = ("",),
        profile: Profile = PLAIN,
        *,
        exclude: Iterable[str] = (),
        gate_files: Iterable[str] = (),
        base: str = "",
    ) -> Discovery:
        """List the baseline's files in the folders among `arguments`: those that may be deleted now.

        Arguments that are files, or that the baseline does not have, are passed over.
        """
        folders = [argument for argument in arguments if self.tree.has_folder(argument)]
        if not folders:
            return Discovery()
        return discover(
            self.tree, folders, profile, exclude=exclude, gate_files=gate_files, base=base
        )

    def close(self) -> None:
        """End what the baseline keeps open (a git process, an archive)."""
        close = getattr(self.tree, "close", None)
        if close is not None:
            close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def _by_module(self, path: str) -> str | None:
        words = path.split("/")
        best: list[str] = []
        most = 0
        for other in self._by_name.get(words[-1], ()):
            theirs = other.split("/")
            shared = 0
            while (
                shared < min(len(words), len(theirs)) and words[-1 - shared] == theirs[-1 - shared]
            ):
                shared += 1
            if shared < min(MODULE_PARTS, len(words), len(theirs)):
                continue
            if shared > most:
                best, most = [other], shared
            elif shared == most:
                best.append(other)
        return best[0] if len(best) == 1 else None

    @cached_property
    def _by_name(self) -> dict[str, list[str]]:
        named: dict[str, list[str]] = {}
        for path in self.tree.paths(Selection(endings=tuple(KINDS))):
            named.setdefault(posixpath.basename(path), []).append(path)
        return named


@dataclass(frozen=True, slots=True)
class LedgerSpec:
    """A ledger file and the release in it that is meant, if one is named; `wirelint.ledger` reads it."""

    spec: str
    path: str
    release: str | None = None


def open_baseline(
    spec: str,
    *,
    cwd: str = ".",
    paths: Sequence[str] = (),
    release_tags: str | None = None,
) -> Baseline | LedgerSpec:
    """Open the baseline that `spec` names (cli-contract, BASELINE).

    `paths` are arguments or files of the checked tree, relative to `cwd`: they say which repository
    is meant and where the root of a folder or archive is. `release_tags` is the regular expression
    for `release`. Raises `BaselineError` with a complete message.
    """
    said = parse_spec(spec, cwd)
    match said.kind:
        case "ledger":
            return LedgerSpec(spec, said.path, said.name or None)
        case "folder":
            return _folder(spec, said.path, paths)
        case "archive":
            return _archive(spec, said.path, paths)
        case "release":
            return _release(spec, release_tags or KAFKA.release_tags, cwd, paths)
        case "revision" if said.path:
            return _other_repository(spec, said.name, said.path, paths)
        case "revision":
            return _revision(spec, said.name, cwd, paths)


def _folder(spec: str, path: str, paths: Sequence[str]) -> Baseline:
    try:
        names = os.listdir(path)
    except OSError as error:
        raise BaselineError(
            f"the folder `{spec}` cannot be listed: {error.strerror or error}"
        ) from error
    tree = FolderTree(path, revision=spec)
    below = [name for name in names if tree.has_folder(name)]
    root = _root(tree, below, paths)
    if root:
        tree = FolderTree(os.path.join(path, root), revision=spec)
    return Baseline(spec=spec, kind="folder", tree=tree, name=spec)


def _archive(spec: str, path: str, paths: Sequence[str]) -> Baseline:
    from wirelint.sources.archive import open_archive  # noqa: PLC0415 - rare

    tree = open_archive(path, spec)
    below = sorted({name.split("/")[0] for name in tree.names if "/" in name})
    root = _root(tree, below, paths)
    shifted = Rebased(tree, root) if root else tree
    return Baseline(spec=spec, kind="archive", tree=shifted, name=spec)


def _revision(spec: str, revision: str, cwd: str, paths: Sequence[str]) -> Baseline:
    from wirelint.sources.git import holding  # noqa: PLC0415 - starts with subprocess
    from wirelint.sources.git_tree import GitTree  # noqa: PLC0415 - likewise
    from wirelint.sources.revision import find_revision  # noqa: PLC0415 - likewise

    anchor = anchor_of(cwd, paths)
    repository = holding(os.path.join(cwd, anchor) if anchor else cwd)
    try:
        commit = find_revision(repository, revision)
    except BaselineError as error:
        raise BaselineError(f"{error}{like_files(revision, cwd)}") from error
    place, above = placing(cwd, anchor, commit.prefix)
    tree = GitTree(repository, commit.id, revision=spec, place=place, above=above)
    return Baseline(
        spec=spec,
        kind="git",
        tree=tree,
        name=revision,
        resolved=commit.id,
        is_ancestor=commit.is_ancestor,
    )


def _release(spec: str, pattern: str, cwd: str, paths: Sequence[str]) -> Baseline:
    from wirelint.sources.git import holding  # noqa: PLC0415 - starts with subprocess
    from wirelint.sources.git_tree import GitTree  # noqa: PLC0415 - likewise
    from wirelint.sources.revision import find_release  # noqa: PLC0415 - likewise

    anchor = anchor_of(cwd, paths)
    repository = holding(os.path.join(cwd, anchor) if anchor else cwd)
    commit = find_release(repository, pattern)
    place, above = placing(cwd, anchor, commit.prefix)
    tree = GitTree(repository, commit.id, revision=commit.name, place=place, above=above)
    return Baseline(
        spec=spec, kind="git", tree=tree, name=commit.name, resolved=commit.id, is_ancestor=True
    )


def _other_repository(spec: str, revision: str, directory: str, paths: Sequence[str]) -> Baseline:
    from wirelint.sources.git import named  # noqa: PLC0415 - starts with subprocess
    from wirelint.sources.git_tree import GitTree  # noqa: PLC0415 - likewise
    from wirelint.sources.revision import find_revision  # noqa: PLC0415 - likewise

    repository = named(directory)
    commit = find_revision(repository, revision, compare=False)
    tree = GitTree(repository, commit.id, revision=spec, above=commit.prefix)
    below = sorted({name.split("/")[0] for name in tree.names if "/" in name})
    root = _root(tree, below, paths)
    shifted = Rebased(tree, root) if root else tree
    return Baseline(spec=spec, kind="git", tree=shifted, name=revision, resolved=commit.id)


def anchor_of(cwd: str, paths: Sequence[str]) -> str:
    """Give the folder, relative to `cwd`, whose repository is asked: that of the first path."""
    for path in paths:
        folder = path
        while folder and not os.path.isdir(os.path.join(cwd, folder)):
            folder = posixpath.dirname(folder)
        return folder
    return ""


def placing(cwd: str, anchor: str, prefix: str) -> tuple[str, str]:
    """Tell where the root of a repository is, seen from the working directory.

    `anchor` is a folder seen from there, `prefix` the way from the root to that folder. Answers with
    `place` and `above` of `GitTree`.
    """
    ups = [".."] * len(prefix.split("/")) if prefix else []
    place = posixpath.normpath(posixpath.join(anchor, *ups)) if anchor or ups else ""
    words = [word for word in place.split("/") if word not in ("", ".")]
    if all(word == ".." for word in words) and not place.startswith("/"):
        here = os.path.realpath(cwd).replace(os.sep, "/").split("/")
        return "", "/".join(here[len(here) - len(words) :])
    return place, ""


def _root(tree: Tree, below: Sequence[str], paths: Sequence[str]) -> str:
    """Find the folder that corresponds to the working directory: the root or one folder down.

    The one with most of the paths; without a path to look for, the one that looks like a repository
    that is known; else the only folder of an archive that has nothing else.
    """
    sample = [path for path in paths if path][:64]
    candidates = ["", *(name for name in sorted(below) if name not in SKIPPED_FOLDERS)]

    def hits(root: str) -> int:
        return sum(
            tree.has(placed) or tree.has_folder(placed)
            for placed in (posixpath.join(root, path) for path in sample)
        )

    if sample:
        best = max(candidates, key=hits)  # the first of equals, so the root when nothing is there
        if hits(best):
            return best
    for root in candidates:
        if guess_profile(Rebased(tree, root) if root else tree) is not PLAIN:
            return root
    return ""
