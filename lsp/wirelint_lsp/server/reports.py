# A finding's place costs a parse, and 300 files are asked about every few seconds. So a report is made
# again only when its findings are others, and has a new id only when it reads otherwise.
#
# A client that asks may drop an answer without a word: VS Code does while a document is being closed,
# and forgets the id it had. So what such a client has is what it says it has; and until it says that it
# has the empty report of a file, the file is one whose findings it may still show.
"""Findings of files as the client was told them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from lsprotocol import types

from wirelint.diagnostics import Diagnostic, Severity
from wirelint_lsp.convert import Client, is_change_note, to_diagnostic
from wirelint_lsp.workspace import Root, Workspace, key_of

_EMPTY: Final = "0"  # the id of every report without a finding


@dataclass(frozen=True, slots=True)
class Report:
    """What is found in one file. `id` changes with the items."""

    uri: str
    id: str
    items: list[types.Diagnostic]


@dataclass(slots=True)
class _Kept:
    signature: tuple[Any, ...]
    report: Report


@dataclass(slots=True)
class Reports:
    workspace: Workspace
    client: Client
    _kept: dict[str, _Kept] = field(default_factory=dict)
    _told: dict[str, Report] = field(default_factory=dict)
    _shown: dict[str, str] = field(default_factory=dict)  # URIs by key, of a client that asks
    _last: int = 0

    def report(self, uri: str) -> Report | None:
        """The findings of a document or file, with its newest text; None where it is no file."""
        buffer = self.workspace.buffer(uri)
        if buffer is not None:
            self.workspace.take_in(buffer)
        located = self.workspace.locate(uri)
        if located is None:
            return None
        root, path = located
        return self._report(root, path, uri if buffer is None else buffer.uri)

    def of_root(self, root: Root) -> Iterator[Report]:
        """Every file of a root that there is something new to say of."""
        for path in sorted(root.session.paths):
            if not path or path.startswith(("/", "..")):
                continue
            report = self._report(root, path, self.workspace.uri_of(root, path))
            if self.is_news(report):
                yield report
        start = root.folder.rstrip("/") + "/"
        for uri, told in tuple(self._told.items()):
            located = self.workspace.locate(uri)
            if told.items and located is not None and located[0] is root:
                path = located[1]
                if path not in root.session.paths and root.absolute(path).startswith(start):
                    yield self._report(root, path, uri)

    def asked_for(self, known: Mapping[str, str], *, everywhere: bool) -> list[str]:
        """The URIs of what a client that has the reports `known` may have to be told of."""
        found = {key_of(uri): uri for uri in known} | self._shown
        for root in self.workspace.roots.values() if everywhere else ():
            for path in root.session.paths:
                if path and not path.startswith(("/", "..")):
                    found[root.absolute(path)] = self.workspace.uri_of(root, path)
        return sorted(found.values())

    def update(self, uri: str, known: str | None, *, everywhere: bool) -> Report | None:
        """The report of a file for a client that has the one with the id `known`; None for that."""
        key = key_of(uri)
        is_wanted = everywhere or self.workspace.buffer(uri) is not None
        report = (self.report(uri) if is_wanted else None) or Report(uri, _EMPTY, [])
        if known == report.id:
            if not report.items:
                self._shown.pop(key, None)
            return None
        if not report.items and known is None and key not in self._shown:
            return None
        if self.workspace.buffer(uri) is None:
            self.told(report)
        # else a client leaves it alone: of an open document it believes what it asked for by itself,
        # and has to be told to ask again.
        if report.items:
            self._shown[key] = report.uri
        return report

    def answered(self, report: Report) -> None:
        """A client that asked is sent the report, and may or may not take it."""
        self.told(report)
        if report.items:
            self._shown[key_of(report.uri)] = report.uri

    def has_news(self, root: Root) -> bool:
        return next(self.of_root(root), None) is not None

    def uris_with_news(self, root: Root, everywhere: bool) -> list[str]:  # noqa: FBT001 - one flag
        open_ones = {one.uri for one in self.workspace.buffers_in(root)}
        found = [
            one.uri
            for one in self.of_root(root)
            if everywhere or one.uri in open_ones or self._told.get(one.uri, one).items
        ]
        return [*found, *(uri for uri in open_ones if uri not in found)]

    def told_of(self, root: Root) -> list[str]:
        """The files of a root that the client has findings of."""
        return [
            uri
            for uri in self._told
            if (located := self.workspace.locate(uri)) is not None and located[0] is root
        ]

    def is_news(self, report: Report) -> bool:
        told = self._told.get(report.uri)
        return bool(report.items) if told is None else told.id != report.id

    def told(self, report: Report) -> None:
        self._told[report.uri] = report

    def forget(self, uri: str) -> bool:
        """Whether the client had findings of the file."""
        self._kept.pop(uri, None)
        told = self._told.pop(uri, None)
        return told is not None and bool(told.items)

    def _report(self, root: Root, path: str, uri: str) -> Report:
        found = self.workspace.diagnostics(root, path)
        is_open = self.workspace.buffer(uri) is not None
        if not is_open:
            found = [one for one in found if one.severity > Severity.INFO or is_change_note(one)]
        signature = tuple(_signature(one) for one in found)
        kept = self._kept.get(uri)
        if kept is not None and kept.signature == signature:
            return kept.report
        items = [to_diagnostic(one, self.client, self._uris(root)) for one in found]
        if not is_open:
            root.session.rest(path)
        if kept is not None and kept.report.items == items:
            report = kept.report
        elif not items:
            report = Report(uri, _EMPTY, items)
        else:
            self._last += 1
            report = Report(uri, str(self._last), items)
        self._kept[uri] = _Kept(signature, report)
        return report

    def _uris(self, root: Root) -> Any:
        def uri_of(source: Any) -> str | None:
            if source.revision is not None or not source.path:
                return None
            return self.workspace.uri_of(root, source.path)

        return uri_of


def _signature(one: Diagnostic) -> tuple[Any, ...]:
    """What makes a diagnostic another one; places are the same where they are of one text."""
    finding = one.finding
    related = tuple((other.at, other.message) for other in finding.related)
    return one.rule, one.severity, finding.message, finding.at, related
