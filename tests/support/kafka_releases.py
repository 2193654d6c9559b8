"""The releases of the bundle as pairs of trees; unreadable without `../shared`."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

from support.schemas import bundled_schemas
from support.shared import shared
from wirelint.engine.load import load
from wirelint.evolution.pairing import Side, Trees
from wirelint.schema.dialect import DEFAULT_DIALECT
from wirelint.schema.model import Message
from wirelint.syntax.document import read_bytes


@cache
def releases() -> dict[str, dict[str, str]]:
    """Per release, oldest first, the blob of each schema."""
    bundle = shared("corpus", "kafka-schemas.bundle")
    with TemporaryDirectory() as folder:
        _git(folder, "clone", "--quiet", "--bare", str(bundle), ".")
        tags = sorted(_git(folder, "tag").split(), key=number)
        return {tag: dict(_schemas(_git(folder, "ls-tree", "-r", tag))) for tag in tags}


def number(release: str) -> list[int]:
    return [int(part) for part in release.partition("-")[0].split(".")]


def neighbours() -> list[tuple[str, str]]:
    """Each release with the next one."""
    return list(pairwise(releases()))


def trees(before: str, after: str) -> Trees:
    """Two releases, as far as they differ."""
    old, new = releases()[before], releases()[after]
    same = {path for path, blob in new.items() if old.get(path) == blob}
    return Trees(
        before=tuple(_side(path, old[path], before) for path in sorted(old.keys() - same)),
        after=tuple(_side(path, new[path]) for path in sorted(new.keys() - same)),
        unchanged=tuple(_side(path, new[path]) for path in sorted(same)),
    )


def _side(path: str, blob: str, revision: str | None = None) -> Side:
    def message() -> Message | None:
        document = read_bytes(path, bundled_schemas()[blob], revision)
        return load(document, DEFAULT_DIALECT).message

    return Side(path, message)


def _schemas(listing: str) -> Iterator[tuple[str, str]]:
    for line in listing.splitlines():
        _, _, blob, path = line.split(maxsplit=3)
        if Path(path).suffix == ".json":
            yield path, blob


def _git(folder: str, *words: str) -> str:
    return subprocess.run(
        ["git", "-C", folder, *words], capture_output=True, check=True, text=True
    ).stdout
