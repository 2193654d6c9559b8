# Facts only: what a repository holds and how its releases are called. What follows from that for a
# configuration is `cli.proposal`'s to say.
"""What kind of repository a tree is, for `wirelint init`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Final, Literal, TypeAlias

from wirelint.intake.gathered import Gathered
from wirelint.lazy_dataclass import dataclass
from wirelint.profiles import KAFKA, PLAIN, Profile
from wirelint.releases import is_before_release, numbers, order
from wirelint.sources.git import GitFailure, git, holding
from wirelint.sources.tree import Tree, Unreadable
from wirelint.syntax.decoding import source_of

# own: its own protocol; upstream: Kafka itself; fork: of Kafka's tree; vendors: copies of its schemas
Relation: TypeAlias = Literal["own", "upstream", "fork", "vendors"]

# Requests that nobody who speaks Kafka's protocol is without.
_KAFKAS: Final = frozenset(("apiversionsrequest", "fetchrequest", "metadatarequest"))
_FORK_MARKERS: Final = (("inkless", "storage/inkless"), ("automq", "s3stream"))
_VENDORS: Final = frozenset(("redpanda", "kafka-python", "krabka"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Releases:
    """How releases are tagged. `newest` is one of `count` tags that match `pattern`."""

    pattern: str
    newest: str
    count: int
    is_ancestor: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Detected:
    """What was found. `folders` are the schemas by folder, `tables` the paths of gate tables."""

    profile: Profile
    relation: Relation
    name: str
    folders: tuple[tuple[str, int], ...]
    tables: tuple[str, ...]
    releases: Releases | None
    is_repository: bool


def detect(tree: Tree, gathered: Gathered, profile: Profile, cwd: str) -> Detected:
    """Look at a tree and at the git repository that holds it, where there is one."""
    folders = Counter(
        found.path.rpartition("/")[0] for found, _ in gathered.files if not found.kind.is_gate_table
    )
    tags = _tags(cwd)
    remote = _remote(cwd)
    relation, name = _who(tree, gathered, profile, tags or (), remote)
    return Detected(
        profile=profile,
        relation=relation,
        name=name,
        folders=tuple(sorted(folders.items())),
        tables=tuple(_tables(gathered)),
        releases=_releases(tags or (), profile, name if relation == "fork" else None),
        is_repository=tags is not None,
    )


def _tables(gathered: Gathered) -> Iterator[str]:
    """The files that are gate tables, not only called like one."""
    from wirelint.gates.readers import read_table  # noqa: PLC0415 - only where there are some

    for found, data in gathered.files:
        if found.kind.is_gate_table and (
            found.path.endswith(".gates") or read_table(source_of(found.path, data))[0]
        ):
            yield found.path


@dataclass(frozen=True, slots=True)
class _Tag:
    name: str
    date: int
    is_ancestor: bool


def _tags(cwd: str) -> tuple[_Tag, ...] | None:
    """The tags of the repository; None where there is none."""
    every = _names(cwd)
    if every is None:
        return None
    merged = {name for name, _ in _names(cwd, "--merged=HEAD") or ()}
    return tuple(_Tag(name, date, name in merged) for name, date in every)


def _names(cwd: str, *options: str) -> list[tuple[str, int]] | None:
    form = "--format=%(creatordate:unix) %(refname:lstrip=2)"
    output = git(holding(cwd), "for-each-ref", *options, form, "refs/tags")
    if isinstance(output, GitFailure):
        return None
    lines = output.decode("utf-8", "replace").splitlines()
    pairs = (line.partition(" ") for line in lines)
    return [(name, int(date) if date.isdigit() else 0) for date, _, name in pairs]


def _remote(cwd: str) -> str:
    """The name of the repository that this one was cloned from, "" where it does not say."""
    output = git(holding(cwd), "config", "--get", "remote.origin.url")
    if isinstance(output, GitFailure):
        return ""
    url = output.decode("utf-8", "replace").strip().rstrip("/").removesuffix(".git")
    return re.split(r"[/:]", url)[-1].lower()


def _who(
    tree: Tree, gathered: Gathered, profile: Profile, tags: tuple[_Tag, ...], remote: str
) -> tuple[Relation, str]:
    if profile.name in _VENDORS:
        return "vendors", profile.title
    if profile is PLAIN:
        words = {
            found.path.rpartition("/")[2].removesuffix(".json").replace("_", "").lower()
            for found, _ in gathered.files
        }
        return ("vendors" if words >= _KAFKAS else "own"), remote or "this repository"
    if profile is not KAFKA and profile.name != "automq":
        return "own", profile.title
    for name, marker in _FORK_MARKERS:
        if tree.has_folder(marker):
            return "fork", name
    group = _property(tree, "gradle.properties", "group")
    if remote not in ("", "kafka"):
        return "fork", remote
    words = {word for tag in tags if (word := _word(tag.name))} - {"kafka", "v", "show", "release"}
    if group is None and not tags and not remote:
        return "own", "this repository"
    if group is not None and group != "org.apache.kafka":
        return "fork", min(words) if words else group.rpartition(".")[2]
    return "upstream", KAFKA.title


def _property(tree: Tree, path: str, key: str) -> str | None:
    content = tree.read(path)
    if isinstance(content, Unreadable):
        return None
    match = re.search(rb"(?m)^" + key.encode() + rb"\s*=\s*(\S+)", content)
    return match[1].decode("utf-8", "replace") if match else None


def _word(tag: str) -> str:
    match = re.match(r"([a-z]+)-", tag)
    return match[1] if match else ""


def _releases(tags: tuple[_Tag, ...], profile: Profile, fork: str | None) -> Releases | None:
    """How the newest releases are called.

    A fork's clone has the tags of what it forked too, so there the tags that bear its name go first.
    """
    usual = re.compile(profile.release_tags)
    final = [tag for tag in tags if numbers(tag.name) and not is_before_release(tag.name)]
    own = [tag for tag in final if fork is not None and tag.name.startswith(f"{fork}-")]
    known = [tag for tag in final if usual.search(tag.name)]
    if own:
        return _of_shape(own)
    if known:
        return _described(profile.release_tags, known)
    return _of_shape(final) if final else None


def _of_shape(tags: list[_Tag]) -> Releases:
    """The tags that are spelled like the newest one; of one day, one that is an ancestor."""
    newest = max(tags, key=lambda tag: (tag.date // 86400, tag.is_ancestor, order(tag.name)))
    pattern = _pattern(newest.name)
    return _described(pattern, [tag for tag in tags if re.search(pattern, tag.name)])


def _described(pattern: str, tags: list[_Tag]) -> Releases:
    ancestors = [tag for tag in tags if tag.is_ancestor]
    newest = max(ancestors or tags, key=lambda tag: order(tag.name))
    latest = max(tags, key=lambda tag: order(tag.name))
    # An ancestor that is years behind what is released says less than the newest release.
    if ancestors and latest.date - newest.date > _LONG_AGO:
        newest = latest
    return Releases(
        pattern=pattern, newest=newest.name, count=len(tags), is_ancestor=newest.is_ancestor
    )


_LONG_AGO: Final = 2 * 365 * 86400


def _pattern(tag: str) -> str:
    parts = re.split(r"(\d+(?:\.\d+)*)", tag)
    made = [
        r"\.".join([r"\d+"] * len(part.split("."))) if index % 2 else re.escape(part)
        for index, part in enumerate(parts)
    ]
    return "^" + "".join(made).replace(r"\-", "-") + "$"
