# A rule's page is its documentation and its test. This module reads the fenced blocks of a page;
# the test suite runs them; `wirelint rule`, the docs site and the editor's hover show them.
"""Rule pages: Markdown whose examples run."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from wirelint.lazy_dataclass import dataclass, field
from wirelint.text import SourceText

REQUIRED_HEADINGS: Final = ("What it finds", "Why it matters", "Bad", "Good")

# ```json baseline [FILE]: a language, a role, and a file name where the default will not do.
_FENCE: Final = re.compile(
    r"```(?P<language>\w+) (?P<role>baseline|built-on|upstream|current|fixed)(?: (?P<file>\S+))?\n(?P<text>.*?)```",
    re.DOTALL,
)
_MARK: Final = re.compile(
    r"^(?P<lead>[ \t]*(?://|#)[ \t]*)(?P<carets>\^+) (?P<rule>[\w-]+)[ \t]*$\n?", re.MULTILINE
)
_NAME: Final = re.compile(r'"name"\s*:\s*"(\w+)"')
_FILES: Final = {
    "gates": "example.gates",
    "java": "MetadataVersion.java",
    "scala": "ApiVersion.scala",
    "rust": "krabka_version.rs",
    "toml": "wirelint.toml",
    "python": "version.py",
}


@dataclass(frozen=True, slots=True, order=True)
class Mark:
    """`//  ^^^ rule-name`: that rule points at exactly those columns of the line above.

    Lines and columns count from 0 in the text without its mark lines.
    """

    file: str
    line: int
    start: int
    end: int
    rule: str


@dataclass(frozen=True, slots=True)
class Example:
    """Files by name in their states: released, built on by others, now, and mended."""

    heading: str
    baseline: dict[str, str] = field(default_factory=dict)
    built_on: dict[str, str] = field(default_factory=dict)
    upstream: dict[str, str] = field(default_factory=dict)
    current: dict[str, str] = field(default_factory=dict)
    fixed: dict[str, str] = field(default_factory=dict)

    def marks(self) -> set[Mark]:
        return {mark for file, text in self.current.items() for mark in _marks(file, text)}


def headings(page: str) -> tuple[str, ...]:
    return tuple(re.findall(r"^## (.+)$", page, flags=re.MULTILINE))


def examples(page: str) -> Iterator[Example]:
    """The examples of a page.

    A new one starts at each heading, at a `baseline` behind a `current`, and where a file would
    appear a second time in one role.
    """
    for section in re.split(r"^## ", page, flags=re.MULTILINE)[1:]:
        heading, _, body = section.partition("\n")
        example = Example(heading)
        for match in _FENCE.finditer(body):
            role, text = match["role"], match["text"]
            file = match["file"] or _default_file(match["language"], text)
            files: dict[str, str] = getattr(example, role.replace("-", "_"))
            if (
                file in files
                or (role in {"baseline", "built-on", "upstream"} and example.current)
                or (role == "current" and example.fixed)
            ):
                yield example
                example = Example(heading)
                files = getattr(example, role.replace("-", "_"))
            files[file] = text
        if example.current:
            yield example


def without_marks(text: str) -> str:
    return _MARK.sub("", text)


def for_readers(page: str) -> str:
    """The page as people read it: fences without our roles, headings for the three states."""
    titles = {
        "baseline": "released",
        "built-on": "on the other branch",
        "upstream": "upstream",
        "current": "now",
        "fixed": "mended",
    }

    def fence(match: re.Match[str]) -> str:
        name = match["file"] or ""
        title = f"{titles[match['role']]} {name}".strip()
        return f"*{title}*\n\n```{match['language']}\n{match['text']}```"

    return _FENCE.sub(fence, page)


def _default_file(language: str, text: str) -> str:
    if language == "json":
        name = _NAME.search(text)
        return f"{name[1]}.json" if name else "Example.json"
    return _FILES[language]


def _marks(file: str, text: str) -> Iterator[Mark]:
    source = SourceText(file, text)
    for removed, match in enumerate(_MARK.finditer(text)):
        line, start = source.line_column(match.start("carets"))
        target = line - 1 - removed
        yield Mark(file, target, start, start + len(match["carets"]), match["rule"])
