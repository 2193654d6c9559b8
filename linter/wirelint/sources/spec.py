# What the words of `--against` mean, before anything is opened but the directory entry. A path that is
# there wins over a revision of the same name; `./x` is always a path and never a keyword.
"""Reading a BASELINE argument."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TypeAlias

from wirelint.errors import BaselineError
from wirelint.sources.archive import ENDINGS
from wirelint.sources.suggest import nearest


@dataclass(frozen=True, slots=True)
class FolderSpec:
    spec: str
    path: str


@dataclass(frozen=True, slots=True)
class ArchiveSpec:
    spec: str
    path: str


@dataclass(frozen=True, slots=True)
class LedgerSpec:
    """A ledger file (`wirelint.lock`) and the release in it that is meant, if one is named."""

    spec: str
    path: str
    release: str | None = None


@dataclass(frozen=True, slots=True)
class RevisionSpec:
    """A git revision; of the repository in `directory`, else of the one that holds the paths."""

    spec: str
    revision: str
    directory: str | None = None


@dataclass(frozen=True, slots=True)
class ReleaseSpec:
    """The newest release tag that is an ancestor."""

    spec: str


Spec: TypeAlias = FolderSpec | ArchiveSpec | LedgerSpec | RevisionSpec | ReleaseSpec


def parse_spec(spec: str, cwd: str = ".") -> Spec:
    """Tell what kind of baseline `spec` names. Raises `BaselineError`.

    In this order: `release`; `git:DIR#REV`; a path that exists (folder, archive, ledger, the last
    with `#RELEASE`); else a revision.
    """
    if not spec.strip() or "\0" in spec:
        raise BaselineError(
            "an empty baseline; name a folder, an archive, a ledger, a git revision or `release`"
        )
    if spec == "release":
        return ReleaseSpec(spec)
    if spec.startswith("git:"):
        return _of_other_repository(spec, cwd)
    path = _on_disk(spec, cwd)
    if os.path.isdir(path):
        return FolderSpec(spec, path)
    if os.path.exists(path):
        return _of_file(spec, path)
    words, hash, release = spec.rpartition("#")
    if hash and words.endswith(".lock"):
        ledger = _on_disk(words, cwd)
        if not os.path.isfile(ledger):
            raise _not_there(spec, words, ledger)
        return LedgerSpec(spec, ledger, release or None)
    if _must_be_path(spec):
        raise _not_there(spec, spec, path)
    return RevisionSpec(spec, spec)


def _of_file(spec: str, path: str) -> Spec:
    if not os.path.isfile(path):
        raise BaselineError(f"the baseline `{spec}` is neither a folder nor a regular file")
    if path.endswith(".lock"):
        return LedgerSpec(spec, path)
    if path.lower().endswith(ENDINGS):
        return ArchiveSpec(spec, path)
    raise BaselineError(
        f"the baseline `{spec}` is a file that is neither an archive ({', '.join(ENDINGS)}) nor a"
        " ledger (.lock); name one of these, a folder or a git revision"
    )


def _of_other_repository(spec: str, cwd: str) -> RevisionSpec:
    words, hash, revision = spec.removeprefix("git:").rpartition("#")
    if not hash or not words or not revision:
        raise BaselineError(
            f"`{spec}` does not say both repository and revision; write `git:DIR#REV`,"
            " such as `git:../kafka#3.9.0`"
        )
    directory = _on_disk(words, cwd)
    if not os.path.isdir(directory):
        raise _not_there(spec, words, directory)
    return RevisionSpec(spec, revision, directory)


def _on_disk(words: str, cwd: str) -> str:
    expanded = os.path.expanduser(words) if words.startswith("~") else words
    return expanded if os.path.isabs(expanded) or cwd in ("", ".") else os.path.join(cwd, expanded)


def _must_be_path(spec: str) -> bool:
    return (
        spec.startswith(("./", "../", "~/"))
        or os.path.isabs(spec)
        or spec in (".", "..")
        or spec.endswith((".lock", "/"))
        or spec.lower().endswith(ENDINGS)
    )


def _not_there(spec: str, words: str, path: str) -> BaselineError:
    folder = os.path.dirname(path.rstrip("/")) or "."
    try:
        names = os.listdir(folder)
    except OSError:
        return BaselineError(f"the baseline `{spec}` does not exist, and neither does `{folder}`")
    near = nearest(os.path.basename(words.rstrip("/")), names)
    there = "".join(f" `{name}`" for name in near)
    instead = f"; near it are{there}" if near else ""
    return BaselineError(
        f"the baseline `{spec}` does not exist{instead}; name a path that is there"
    )
