"""The pages people read, and the fenced blocks in them."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from support.shared import REPOSITORY

DOCS = REPOSITORY / "docs"
# Written before each build (docs/_ext/generated.py); a clone has none of them.
GENERATED = ("rules/", "reference/commands.md", "reference/settings.md")
EXTENSIONS = DOCS / "_ext"
if str(EXTENSIONS) not in sys.path:
    sys.path.append(str(EXTENSIONS))


def is_generated(name: str) -> bool:
    """Whether a page, by its name below docs, is written by the build."""
    return name.startswith(GENERATED)


def pages() -> list[Path]:
    """The site's own pages, and those in the root."""
    found = [
        path
        for path in sorted(DOCS.rglob("*.md"))
        if not is_generated(path.relative_to(DOCS).as_posix())
    ]
    return [*sorted(REPOSITORY.glob("*.md")), *found]


@dataclass(frozen=True, slots=True)
class Fence:
    """A fenced block: `where` is for messages."""

    where: str
    language: str
    text: str


def fences(path: Path) -> Iterator[Fence]:
    text = path.read_text()
    for match in re.finditer(r"^```(\S*)\n(.*?)^```$", text, re.DOTALL | re.MULTILINE):
        line = text.count("\n", 0, match.start()) + 1
        yield Fence(f"{path.relative_to(REPOSITORY)}:{line}", match[1], match[2])


def blocks(*languages: str) -> list[Fence]:
    return [one for path in pages() for one in fences(path) if one.language in languages]
