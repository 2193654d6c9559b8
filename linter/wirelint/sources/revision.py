# From the words of a user to a commit, and from a name that is not there to a message that helps.
# The good way costs one process: `rev-parse A...HEAD` answers with both commits and their merge base.
"""Finding the commit that a revision or `release` means."""

from __future__ import annotations

import os
import re
from typing import Final

from wirelint.errors import BaselineError
from wirelint.lazy_dataclass import dataclass
from wirelint.releases import order, without_candidate
from wirelint.sources.git import GitFailure, Repository, git, is_bare
from wirelint.sources.release_tags import matching
from wirelint.spelling import near
from wirelint.text import count

_ID: Final = re.compile(r"\^?(?:[0-9a-f]{40}|[0-9a-f]{64})")
# Names for which `NAME...HEAD` cannot be anything else. `:/text` would swallow the dots, for one.
_PLAIN: Final = re.compile(r"(?!-)(?!.*\.\.)[\w./+@~^{}-]+")
_OLDEST_GIT: Final = "2.30"


@dataclass(frozen=True, slots=True)
class Commit:
    """A commit of a repository, as seen from a folder in it.

    `prefix` is the way from the root of the repository to that folder. `is_ancestor` is None where
    it cannot be told: no checked commit yet, or a shallow clone whose history ends too early.
    """

    id: str
    prefix: str
    is_ancestor: bool | None
    name: str


def find_revision(repository: Repository, revision: str, *, compare: bool = True) -> Commit:
    """Resolve a revision.

    `compare` asks whether it is an ancestor of HEAD. Raises `BaselineError`.
    """
    if compare and _PLAIN.fullmatch(revision):
        answer = _rev_parse(repository, f"{revision}^{{commit}}...HEAD^{{commit}}")
        if isinstance(answer, _Answer) and len(answer.ids) >= 2:
            id = answer.ids[1]
            is_ancestor = f"^{id}" in answer.ids
            known = None if answer.is_shallow and not is_ancestor else is_ancestor
            return Commit(id, answer.prefix, known, revision)
    # `:/text` is a commit already, and would take the ending for a part of the text.
    peeled = revision if revision.startswith(":/") else f"{revision}^{{commit}}"
    answer = _rev_parse(repository, "--verify", peeled)
    if isinstance(answer, GitFailure) or len(answer.ids) != 1:
        raise _no_revision(repository, revision, answer)
    return Commit(answer.ids[0], answer.prefix, None, revision)


def find_release(repository: Repository, pattern: str) -> Commit:
    """Find the newest release tag among the ancestors of HEAD.

    `pattern` is a regular expression for the tags that are releases. Raises `BaselineError`.
    """
    tags = git(
        repository,
        "for-each-ref",
        "--merged=HEAD",
        "--format=%(objectname) %(*objectname) %(objecttype) %(*objecttype) %(refname:lstrip=2)",
        "refs/tags",
    )
    if isinstance(tags, GitFailure):
        raise _no_repository(repository, "release", tags)
    known: dict[str, str] = {}
    for line in tags.decode("utf-8", "surrogateescape").splitlines():
        facts, _, name = line.rpartition(" ")
        ids = [word for word in facts.split(" ") if _ID.fullmatch(word)]
        if "commit" in facts.split(" ") and ids:
            known[name] = ids[-1]
    releases = [(order(name), name, known[name]) for name in matching(pattern, list(known))]
    if not releases:
        raise _no_release(repository, pattern)
    _, name, id = max(releases)
    return Commit(id, _prefix_of(repository[1]), is_ancestor=True, name=name)


def _prefix_of(directory: str) -> str:
    """The way from the root of the repository to a folder in it, found as git finds it.

    `for-each-ref` cannot tell, and asking would be a fourth process.
    """
    folder = os.path.realpath(directory)
    names: list[str] = []
    while True:
        marker = os.path.join(folder, ".git")
        if os.path.isfile(marker) or is_bare(marker):
            return "/".join(reversed(names))
        folder, name = os.path.split(folder)
        if not name:
            return ""
        names.append(name)


@dataclass(frozen=True, slots=True)
class _Answer:
    prefix: str
    is_shallow: bool
    ids: tuple[str, ...]


def _rev_parse(repository: Repository, *arguments: str) -> _Answer | GitFailure:
    first, last = arguments[:-1], arguments[-1]
    output = git(
        repository,
        "rev-parse",
        "--show-prefix",
        "--is-shallow-repository",
        *first,
        "--end-of-options",
        last,
    )
    if isinstance(output, GitFailure):
        return output
    lines = output.decode("utf-8", "surrogateescape").split("\n")
    if len(lines) < 3 or lines[1] not in ("true", "false"):
        return GitFailure(0, "git gave an answer that is not understood")
    ids = tuple(line for line in lines[2:] if _ID.fullmatch(line))
    return _Answer(lines[0].rstrip("/"), lines[1] == "true", ids)


def _no_revision(
    repository: Repository, revision: str, answer: _Answer | GitFailure
) -> BaselineError:
    """Say what was looked for, what exists instead, and what to do."""
    shallow = git(repository, "rev-parse", "--is-shallow-repository")
    if isinstance(shallow, GitFailure):
        return _no_repository(repository, revision, shallow)
    word = shallow.strip()
    if word not in (b"true", b"false"):
        return _too_old(repository, revision)
    if isinstance(answer, GitFailure) and "end-of-options" in answer.message:
        return _too_old(repository, revision)
    plain = git(repository, "rev-parse", "--verify", "--quiet", "--end-of-options", revision)
    names = _names(repository)
    where = f"the repository that holds `{repository[1]}`"
    if not isinstance(plain, GitFailure):
        return BaselineError(
            f"`{revision}` is in {where}, but it is not a commit; name a commit, a tag or a branch"
        )
    said = [f"there is no revision `{revision}` in {where}, and no file or folder of that name"]
    said.append(_instead(revision, names))
    if word == b"true":
        said.append(
            "the repository is a shallow clone, so it may only be missing here:"
            f" fetch it with `git fetch --depth=1 origin tag {revision}`"
            f" (or `git fetch --depth=1 origin {revision}` for a branch or a commit),"
            " or compare with a ledger"
        )
    else:
        said.append("name one that is there, or fetch it first (`git fetch --tags origin`)")
    return BaselineError("; ".join(said))


def _instead(wanted: str, names: list[str]) -> str:
    if not names:
        return "it has no tags and no branches"
    # A candidate of the release that was meant is nearer than any other release.
    candidates = [one for one in names if without_candidate(one) == wanted != one]
    close = candidates[:5] or near(wanted, [*names, "HEAD"], 5)
    if close:
        return "the nearest tags and branches are " + ", ".join(f"`{name}`" for name in close)
    shown = sorted(names, key=order, reverse=True)[:5]
    return (
        f"it has {count(len(names), 'tag or branch', 'tags and branches')}, among them "
        + ", ".join(f"`{name}`" for name in shown)
    )


def _names(repository: Repository) -> list[str]:
    listing = git(
        repository, "for-each-ref", "--format=%(refname)", "refs/tags", "refs/heads", "refs/remotes"
    )
    if isinstance(listing, GitFailure):
        return []
    return [name.split("/", 2)[2] for name in listing.decode("utf-8", "replace").splitlines()]


def _no_release(repository: Repository, pattern: str) -> BaselineError:
    none = "`release` found no release tag among the ancestors of the checked commit"
    said = [f"{none}: no tag there matches `{pattern}`"]
    listing = git(repository, "for-each-ref", "--format=%(refname:lstrip=2)", "refs/tags")
    tags = [] if isinstance(listing, GitFailure) else listing.decode("utf-8", "replace").split()
    if tags:
        newest = sorted(tags, key=order, reverse=True)[:5]
        said.append(
            f"the repository has {count(len(tags), 'tag')}, among them "
            + ", ".join(f"`{name}`" for name in newest)
        )
    else:
        said.append("the repository has no tags")
    shallow = git(repository, "rev-parse", "--is-shallow-repository")
    if not isinstance(shallow, GitFailure) and shallow.strip() == b"true":
        said.append(
            "it is a shallow clone: fetch tags and history with `git fetch --tags --unshallow`, name"
            " a fetched tag instead of `release`, or compare with a ledger"
        )
    else:
        said.append(
            "set `release-tags` in the configuration, name a revision, or fetch tags with"
            " `git fetch --tags`"
        )
    return BaselineError("; ".join(said))


def _no_repository(repository: Repository, revision: str, failure: GitFailure) -> BaselineError:
    said = failure.message
    if "dubious ownership" in said or "unsafe repository" in said:
        return BaselineError(
            f"git refuses to read the repository of `{repository[1]}` for `{revision}`, because it belongs"
            " to another user; if you trust it, allow it with"
            " `git config --global --add safe.directory <its folder>`"
        )
    if "safe.bareRepository" in said or "bare repository" in said:
        return BaselineError(
            f"`{repository[1]}` lies in a bare repository that a tree may have brought along, which is not"
            f" read for `{revision}`; name it outright with `git:DIR#REV`"
        )
    if "not a git repository" in said:
        return BaselineError(
            f"there is no file or folder `{revision}`, and `{repository[1]}` is not in a git repository"
            " in which it could be a revision; name a folder, an archive or a ledger,"
            " or another repository with `git:DIR#REV`"
        )
    if "HEAD" in said and ("malformed object name" in said or "no such commit" in said):
        return BaselineError(
            f"`{revision}` needs a commit that is checked out, and the repository of `{repository[1]}`"
            " has none yet; commit first"
        )
    if "usage:" in said or "unknown option" in said:
        return _too_old(repository, revision)
    return BaselineError(
        f"git could not look up `{revision}` in `{repository[1]}`: {said or 'no reason given'}"
    )


def _too_old(repository: Repository, revision: str) -> BaselineError:
    version = git(repository, "version")
    named = (
        ""
        if isinstance(version, GitFailure)
        else f" ({version.decode('utf-8', 'replace').strip()})"
    )
    return BaselineError(
        f"the installed git{named} is too old to look up `{revision}` safely; git {_OLDEST_GIT} or"
        " newer is needed"
    )
