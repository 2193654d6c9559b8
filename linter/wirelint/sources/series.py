# Forty releases at once: one listing of the tags, one `ls-tree` for each, one `cat-file` for all. Who
# reads them shares what it makes of a blob by `blob_id`.
"""Many releases of one repository: `2.2.0..4.2.0`."""

from __future__ import annotations

import os
from operator import itemgetter

from wirelint.errors import BaselineError
from wirelint.lazy_dataclass import dataclass
from wirelint.releases import Order, numbers, order, without_candidate
from wirelint.sources.baseline import Baseline, anchor_of, placing
from wirelint.sources.git import BlobReader, GitFailure, Repository, git, holding, named
from wirelint.sources.git_tree import GitTree
from wirelint.sources.release_tags import matching
from wirelint.sources.revision import find_revision
from wirelint.spelling import near


@dataclass(frozen=True, slots=True)
class Tag:
    """A tag and the commit that it names."""

    name: str
    commit: str


def is_series(spec: str) -> bool:
    """Whether a baseline argument means several releases: `A..B`, also of another repository."""
    return ".." in spec.rpartition("#")[2].replace("../", "")


def open_series(spec: str, *, cwd: str = ".", release_tags: str) -> list[Baseline]:
    """Open the release tags from `A` to `B`, both included, oldest first.

    Tags are ordered by the numbers in them. A version that has nothing but release candidates is
    there with its newest. `git:DIR#A..B` looks into another repository. Raises `BaselineError`.
    """
    place, hash, words = spec.rpartition("#")
    first, _, last = words.partition("..")
    if hash:
        directory = os.path.expanduser(place.removeprefix("git:"))
        if not os.path.isdir(os.path.join(cwd, directory)):
            raise BaselineError(f"`{spec}`: there is no folder `{directory}`")
        repository = named(os.path.join(cwd, directory))
    else:
        repository = holding(cwd)
    tags = list_tags(repository, spec)
    wanted = select(tags, first, last, spec, release_tags)
    prefix = find_revision(repository, wanted[0].name, compare=False).prefix
    if hash:
        where, above = "", prefix
    else:
        where, above = placing(cwd, anchor_of(cwd, ()), prefix)
    reader = BlobReader(repository)
    start = f"{place}#" if hash else ""
    return [
        Baseline(
            spec=start + tag.name,
            kind="git",
            tree=GitTree(
                repository,
                tag.commit,
                revision=tag.name,
                place=where,
                above=above,
                reader=reader,
            ),
            name=tag.name,
            resolved=tag.commit,
        )
        for tag in wanted
    ]


def list_tags(repository: Repository, spec: str) -> list[Tag]:
    """List the tags that name commits. Raises `BaselineError` where there is no repository."""
    listing = git(
        repository,
        "for-each-ref",
        "--format=%(objecttype) %(*objecttype) %(objectname) %(*objectname) %(refname:lstrip=2)",
        "refs/tags",
    )
    if isinstance(listing, GitFailure):
        raise BaselineError(
            f"`{spec}` means release tags, and there is no git repository that could have them:"
            f" {listing.message}"
        )
    tags = []
    for line in listing.decode("utf-8", "surrogateescape").splitlines():
        kind, peeled, rest = line.split(" ", 2)
        own, inner, name = rest.split(" ", 2)
        if "commit" in (kind, peeled):
            tags.append(Tag(name, inner or own))
    return tags


def select(tags: list[Tag], first: str, last: str, spec: str, release_tags: str) -> list[Tag]:
    """Choose the tags of a series. Raises `BaselineError` that names what exists instead."""
    for end in (first, last):
        if end and not any(tag.name == end for tag in tags):
            close = near(end, [tag.name for tag in tags], 5)
            instead = f"; near it are {', '.join(f'`{one}`' for one in close)}" if close else ""
            raise BaselineError(f"`{spec}`: there is no tag `{end}`{instead}")
    finals = {tag.name: without_candidate(tag.name) for tag in tags}
    releases = set(matching(release_tags, list(dict.fromkeys(finals.values()))))
    best: dict[Order, Tag] = {}
    low, high = order(first), order(last)
    places = {tag: order(tag.name) for tag in tags}
    for tag, place in sorted(places.items(), key=itemgetter(1)):
        if not numbers(tag.name) or (first and place < low) or (last and place > high):
            continue
        if finals[tag.name] in releases or tag.name in (first, last):
            best[order(finals[tag.name])] = tag  # a release comes after its candidates
    if not best:
        if first and last and low > high:
            raise BaselineError(f"`{spec}` runs backwards; write `{last}..{first}`")
        raise BaselineError(f"`{spec}`: no tag from `{first}` to `{last}` matches `{release_tags}`")
    return [best[release] for release in sorted(best)]
