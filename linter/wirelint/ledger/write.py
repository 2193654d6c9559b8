"""Recording a release, and the text of a ledger."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from wirelint.ledger.canonical import message_lines, quoted_path
from wirelint.ledger.model import Definition, Ledger, LedgerError, Release
from wirelint.schema.model import Message

HEADER = (
    "# What each release promised. `wirelint ledger record` adds to it; nothing here is edited.\n"
)


def record(
    ledger: Ledger,
    name: str,
    messages: Mapping[str, Message],
    tables: Mapping[str, Iterable[str]] | None = None,
) -> Ledger:
    """The ledger with one more release.

    `messages` and the lines of gate tables go by path. Raises LedgerError for a name that is
    recorded already: the past does not change.
    """
    if any(one.name == name for one in ledger.releases):
        raise LedgerError(f"release `{name}` is recorded already, and a record does not change")
    if not name or not name.isprintable() or any(char.isspace() for char in name):
        raise LedgerError(f"`{name}` is no name for a release")
    definitions = dict(ledger.definitions)
    entries: dict[str, str] = {}
    for path, message in messages.items():
        _add(definitions, entries, path, Definition("message", message_lines(message)))
    for path, lines in (tables or {}).items():
        _add(definitions, entries, path, Definition("table", tuple(lines)))
    previous = ledger.releases[-1].seal if ledger.releases else ""
    return Ledger((*ledger.releases, Release.sealed(name, entries, previous)), definitions)


def write_ledger(ledger: Ledger) -> str:
    """The text: each release with its files, then the definitions that it was the first to have."""
    return "".join(f"{line}\n" for line in _lines(ledger))


def _lines(ledger: Ledger) -> Iterator[str]:
    yield HEADER.rstrip("\n")
    yield "ledger 1"
    written: set[str] = set()
    for release in ledger.releases:
        yield ""
        yield f"release {release.name} seal {release.seal} files {len(release.entries)}"
        before = set(written)
        for path, digest in release.entries.items():
            yield f"  {digest} {quoted_path(path)}"
        for digest in dict.fromkeys(release.entries.values()):
            if digest in before or digest in written:
                continue
            written.add(digest)
            definition = ledger.definitions[digest]
            yield f"define {digest} {definition.kind}"
            for line in definition.lines:
                yield f"  {line}" if line else ""


def _add(
    definitions: dict[str, Definition], entries: dict[str, str], path: str, one: Definition
) -> None:
    digest = one.digest
    definitions[digest] = one
    entries[path] = digest
