"""Reading a ledger, and whether somebody edited it."""

from __future__ import annotations

import re
from typing import Final

from wirelint.ledger.canonical import unquoted
from wirelint.ledger.model import Definition, Ledger, LedgerError, Release

_COUNT: Final = re.compile(r"[0-9]{1,9}")


def read_ledger(text: str, path: str = "wirelint.lock") -> Ledger:
    """Read a ledger and check every digest and seal. Raises LedgerError with path and line."""
    reader = _Reader(path)
    for number, line in enumerate(text.splitlines(), 1):
        reader.line(number, line)
    return reader.done()


class _Reader:
    def __init__(self, path: str) -> None:
        self.path = path
        self.number = 0
        self.releases: list[Release] = []
        self.definitions: dict[str, Definition] = {}
        self.started = False
        self.release: tuple[int, str, str, int] | None = None
        self.entries: dict[str, str] = {}
        self.definition: tuple[int, str, str] | None = None
        self.lines: list[str] = []

    def line(self, number: int, line: str) -> None:
        self.number = number
        if line.startswith(("<<<<<<<", ">>>>>>>")) or line == "=======":
            raise self.error(
                "a merge conflict; take one side whole and record the other release again"
            )
        if line.startswith("  ") or (not line and self.definition is not None):
            self.inner(line[2:])
        elif not line.strip() or line.startswith("#"):
            return
        elif not self.started:
            if line != "ledger 1":
                raise self.error("this is no ledger of a form that this version reads")
            self.started = True
        elif line.startswith("release "):
            self.close_definition()
            self.close_release()
            self.open_release(line)
        elif line.startswith("define "):
            self.close_definition()
            words = line.split(" ")
            if len(words) != 3 or words[2] not in ("message", "table"):
                raise self.error(f"`{line}` is no definition")
            self.definition = (number, words[1], words[2])
        else:
            raise self.error(f"`{line}` means nothing in a ledger")

    def inner(self, line: str) -> None:
        if self.definition is not None:
            self.lines.append(line)
        elif self.release is not None:
            digest, blank, path = line.partition(" ")
            try:
                path = unquoted(path)
            except LedgerError as error:
                raise self.error(str(error)) from None
            if not blank or path in self.entries:
                raise self.error(f"`{line}` is no file of a release, or stands there twice")
            self.entries[path] = digest
        else:
            raise self.error(f"`{line}` stands outside of a release")

    def open_release(self, line: str) -> None:
        words = line.split(" ")
        if len(words) != 6 or words[2::2] != ["seal", "files"] or not _COUNT.fullmatch(words[5]):
            raise self.error(f"`{line}` is no release")
        if any(one.name == words[1] for one in self.releases):
            raise self.error(f"release `{words[1]}` is recorded twice")
        self.release = (self.number, words[1], words[3], int(words[5]))

    def close_definition(self) -> None:
        if self.definition is None:
            return
        number, digest, kind = self.definition
        while self.lines and not self.lines[-1]:
            self.lines.pop()
        definition = Definition(kind, tuple(self.lines))
        if definition.digest != digest:
            raise self.error("this definition was edited: its digest does not match", number)
        self.definitions[digest] = definition
        self.definition, self.lines = None, []

    def close_release(self) -> None:
        if self.release is None:
            return
        number, name, seal, count = self.release
        previous = self.releases[-1].seal if self.releases else ""
        release = Release.sealed(name, self.entries, previous)
        if release.seal != seal or len(self.entries) != count:
            raise self.error(f"release `{name}` was edited: its seal does not match", number)
        for path, digest in self.entries.items():
            if digest not in self.definitions:
                raise self.error(f"`{path}` of release `{name}` is defined nowhere", number)
        self.releases.append(release)
        self.release, self.entries = None, {}

    def done(self) -> Ledger:
        self.close_definition()
        self.close_release()
        if not self.started:
            raise self.error("the file is empty")
        return Ledger(tuple(self.releases), self.definitions)

    def error(self, what: str, line: int | None = None) -> LedgerError:
        return LedgerError(f"{self.path}:{line or self.number}: {what}")
