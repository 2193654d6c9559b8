# A table of plain numbers has no room for what a level means, so it is said in comments: in a list at
# the top of the file (`- **Level 2** ...`) or in running text (`0 means ..., 1 means ...`). Only what
# is said in so many words is taken; a comment that is put otherwise costs its text and nothing else.
"""What the comments of a Rust file say about levels."""

from __future__ import annotations

import re
from typing import Final

from wirelint.gates.model import Said
from wirelint.gates.readers.code import Code, end_of, start_of
from wirelint.lazy_dataclass import dataclass, field
from wirelint.text import Location, Span

_INNER: Final = re.compile(r"^\s*(?://!|/\*!|\*(?!/)) ?")
_ITEM: Final = re.compile(r"[-*+]\s+|#+\s")
_LEVEL_ITEM: Final = re.compile(
    r"(?:[-*+]\s+)?[*_`]*(?:[Ll]evel\s+)[*_`]*(\d{1,4})[*_`]*\s*(?:[:,.–—-]\s*|\()?"
)
_CLAUSE: Final = re.compile(
    r"(?<![\w.\-])[`*]*(\d{1,4})[`*]*\s+(means|also means|enables|turns on|is)\s+"
)
_VERSION: Final = r"(\d+\.\d+(?:\.\d+)*)(?![\w]|-IV|\.\d)"
_STAMPS: Final = (
    re.compile(
        r"(?:^|\b(?:first|shipped|released|advertised|introduced|added|new|available))\s*"
        rf"(?:in|since|with|from)\s+(?:release\s+|[a-z][\w-]*\s+)?[`*]*{_VERSION}"
    ),
    re.compile(rf"\bnodes? of [`*]*{_VERSION}[`*]*\s+advertise"),
    re.compile(rf"\b[`*]*{_VERSION}[`*]*\s+nodes?\s+advertise"),
)
_FIRST_FORMATS: Final = (
    re.compile(rf"\bformats of (?:[a-z][\w-]*\s+)?[`*]*{_VERSION}"),
    re.compile(rf"\b(?:[a-z][\w-]*\s+)?[`*]*{_VERSION}[`*]*\s+formats\b"),
)
_EMPTY: Final = re.compile(
    r"\b(?:carries|brings|makes|has) no (?:format )?change|\bchanges no formats?\b"
    r"|\bnever any(?:thing| thing) else\b|\breserved\b",
    re.IGNORECASE,
)
_ABSENT: Final = re.compile(
    r"(?:no finali[sz]ed|without a finali[sz]ed|not finali[sz]ed|unfinali[sz]ed|absent)"
    r"(?:[^.]|\.(?=\S)){0,80}?\breads? as (?:level )?[`*]*(\d{1,4})\b"
)
_OWNER: Final = re.compile(r"\b([A-Za-z][\w]*)-owned\b")
_VERB: Final = re.compile(r"^(?:also )?(?:means|is|are)\s+")
_BOUND: Final = re.compile(
    r"(?:minimum|maximum|lowest|highest) supported(?: `[^`]*`)? level:?\s*(?:`?\d+`?\s*[:(]\s*)?(.+)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Told:
    """What is said about one level."""

    doc: str
    origin: Location
    stamp: Said[str] | None = None
    is_empty: bool = False


@dataclass(frozen=True, slots=True)
class Docs:
    """What the comment at the top of a file says."""

    levels: dict[int, Told] = field(default_factory=dict)
    owner: Said[str] | None = None
    absent: Said[int] | None = None
    text: str = ""


@dataclass(slots=True)
class _Part:
    """A paragraph or an item of a list: its text, and the offset of each character in the file."""

    text: str = ""
    offsets: list[int] = field(default_factory=list)

    def add(self, line: str, offset: int) -> None:
        if self.text:
            self.text += " "
            self.offsets.append(offset)
        self.text += line
        self.offsets.extend(range(offset, offset + len(line)))


def read_docs(code: Code) -> Docs:
    """Read the `//!` comments of a file."""
    source = code.source
    levels: dict[int, Told] = {}
    owner: Said[str] | None = None
    absent: Said[int] | None = None
    parts = _parts(code)

    def place(part: _Part, start: int, end: int) -> Location:
        return Location(source, Span(part.offsets[start], part.offsets[end - 1] + 1))

    for part in parts:
        text = part.text
        if owner is None and (found := _OWNER.search(text)):
            owner = Said(found[1].lower(), place(part, found.start(1), found.end(1)))
        if absent is None and (found := _ABSENT.search(text)):
            absent = Said(int(found[1]), place(part, found.start(1), found.end(1)))
        for number, start, end in _told(text):
            if number in levels:
                continue
            doc = _plain(text[start:end])
            stamp = _stamp(text[start:end], first=not levels)
            said = None
            if stamp is not None:
                said = Said(
                    stamp[0], place(part, start + stamp[1], start + stamp[1] + len(stamp[0]))
                )
            levels[number] = Told(
                doc, place(part, start, end), said, _EMPTY.search(text[start:end]) is not None
            )
    return Docs(levels, owner, absent, "\n".join(part.text for part in parts))


def bound_doc(doc: str) -> str:
    """Return what `Minimum supported level: ...` says of that level, else nothing."""
    found = _BOUND.fullmatch(doc)
    if found is None:
        return ""
    text = _plain(found[1])
    return text.removesuffix(")") if text.count(")") > text.count("(") else text


def _parts(code: Code) -> list[_Part]:
    """Cut the inner comments into paragraphs, items and headings."""
    parts: list[_Part] = []
    fresh = True
    for comment in code.comments:
        if not comment.startswith(("//!", "/*!")):
            continue
        offset = start_of(comment)
        for line in code.source.text[offset : end_of(comment)].splitlines(keepends=True):
            mark = _INNER.match(line)
            start = mark.end() if mark else 0
            text = line[start:].rstrip().removesuffix("*/").rstrip()
            lead = len(text) - len(text.lstrip())
            if not text.strip():
                fresh = True
            else:
                if fresh or _ITEM.match(text.strip()):
                    parts.append(_Part())
                parts[-1].add(text.strip(), offset + start + lead)
                fresh = text.startswith("#")
            offset += len(line)
    return parts


def _told(text: str) -> list[tuple[int, int, int]]:
    """Find the levels that a paragraph is about: number, and where its text begins and ends."""
    item = _LEVEL_ITEM.match(text)
    if item is not None and item.end() < len(text):
        return [(int(item[1]), item.end(), len(text))]
    clauses = list(_CLAUSE.finditer(text))
    if not any(one[2] != "is" for one in clauses):
        return []
    found: list[tuple[int, int, int]] = []
    for at, one in enumerate(clauses):
        limit = clauses[at + 1].start() if at + 1 < len(clauses) else len(text)
        stop = re.search(r"[.;](?:\s|$)", text[one.end() : limit])
        end = one.end() + stop.start() if stop else limit
        body = re.sub(r"[,;]?\s*(?:and\s*)?(?:[Ll]evel\s*)?[*`]*$", "", text[one.end() : end])
        if body:
            found.append((int(one[1]), one.end(), one.end() + len(body)))
    return found


def _stamp(text: str, *, first: bool) -> tuple[str, int] | None:
    """Find the release that first had the level; `first` if it is the lowest one that is told."""
    for one in (*_STAMPS, *(_FIRST_FORMATS if first else ())):
        found = one.search(text)
        if found is not None:
            return found[1], found.start(1)
    return None


def _plain(text: str) -> str:
    """Take the marks off a text."""
    text = re.sub(r"\[(`[^`\]]*`)\](?:\([^)]*\))?", r"\1", text)
    text = text.replace("**", "").replace("`", "").strip().rstrip(".").strip()
    return _VERB.sub("", text)
