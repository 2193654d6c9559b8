# Forty releases of one repository have a thousand different files among ten thousand: what is made of
# a file is kept by git's name for its content.
"""Baselines as releases: their schemas and their gates."""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from wirelint.cli.settings import dialect_of, profile_of, settings_of
from wirelint.diagnostics import Problem
from wirelint.engine.load import load
from wirelint.errors import BaselineError, UsageError
from wirelint.gates.model import Gates, GateTable, rpc_name
from wirelint.lazy_dataclass import dataclass, field, replace
from wirelint.rollout.numbering import release_number, short_name
from wirelint.rollout.paths import paths_of
from wirelint.rollout.releases import Api, Release, apis_of, with_inferred
from wirelint.rollout.views import ReleaseGates
from wirelint.schema.model import Message, MessageType
from wirelint.sources.baseline import Baseline, LedgerSpec, open_baseline
from wirelint.sources.discovery import Kind, guess_profile, path_of
from wirelint.sources.folder import FolderTree
from wirelint.sources.series import is_series, open_series
from wirelint.sources.tree import Unreadable
from wirelint.syntax.decoding import source_of
from wirelint.syntax.document import Document, read, read_bytes
from wirelint.text import SourceText
from wirelint.versions import VersionRange

_VERSION: Final = re.compile(r"v?\d+(?:\.\d+)+(?:[.-]\w+)*")


@dataclass(frozen=True, kw_only=True)
class _GateFiles:
    """`--gates`: files for all releases, and those for one each."""

    shared: Gates | None = None
    own: Mapping[str, Gates] = field(default_factory=dict)


class Releases:
    """Opens baselines as releases. `notes` are what a reader of the answer must know."""

    def __init__(self, args: argparse.Namespace) -> None:
        self.tree = FolderTree()
        self.settings = settings_of(args, self.tree)
        self.profile = profile_of(self.settings, self.tree)
        self.bare: list[str] = []  # releases of which only the gates are known
        self._notes: list[str] = []
        self._dialect = dialect_of(self.settings, self.profile)
        self._unstable: bool = args.unstable
        self._messages: dict[str, Message] = {}
        self._tables: dict[str, GateTable] = {}
        self._gates = self._gate_files(args.gates)

    @property
    def notes(self) -> list[str]:
        if not self.bare:
            return self._notes
        names = " and ".join(dict.fromkeys(self.bare))
        bare = f"there are no schemas of {names} here: what they serve is taken from the gates"
        return [*self._notes, bare]

    def note(self, text: str) -> None:
        self._notes.append(text)

    @property
    def shared_gates(self) -> Gates:
        return self._gates.shared or Gates(())

    def open(self, spec: str, *, requests_only: bool = False) -> Release:
        """Open one baseline. Raises WirelintError."""
        tags = self.settings.release_tags or self.profile.release_tags
        try:
            opened = open_baseline(spec, release_tags=tags)
        except BaselineError:
            if not self._is_stated(spec):
                raise
            return self._without_schemas(spec)
        if isinstance(opened, LedgerSpec):
            return self._of_ledger(opened.path, opened.release)[-1]
        with opened:
            return self._of_tree(opened, requests_only=requests_only)

    def open_many(self, text: str) -> list[Release]:
        """Open `A..B`, a list with commas, or all of a ledger, requests only, as they are named."""
        tags = self.settings.release_tags or self.profile.release_tags
        found: list[Release] = []
        for spec in filter(None, (one.strip() for one in text.split(","))):
            if is_series(spec) and not os.path.exists(spec):
                opened = open_series(spec, release_tags=tags)
                found += [self._of_tree(one, requests_only=True) for one in opened]
                opened[0].close()  # they share one reader
            elif spec.endswith(".lock"):
                found += self._of_ledger(spec, "*")
            else:
                found.append(self.open(spec, requests_only=True))
        if not found:
            raise UsageError("--releases names no release; write `2.2.0..4.2.0` or a list")
        return found

    def by_hand(
        self, name: str, ranges: Mapping[str, VersionRange], like: Release | None = None
    ) -> Release:
        """Make a release that speaks these ranges, with the gates and keys of another one."""
        apis = {}
        for rpc, versions in ranges.items():
            known = None if like is None else like.api(rpc)
            bare = Api(name=rpc, key=None, schema=versions, stable=versions)
            apis[rpc] = bare if known is None else replace(known, schema=versions, stable=versions)
        view = self._view(name, Gates(())) if like is None else like.view
        return Release(name=name, apis=apis, view=view)

    # -- trees ----------------------------------------------------------------------------------

    def _of_tree(self, baseline: Baseline, *, requests_only: bool) -> Release:
        profile = self.profile if self.settings.profile else guess_profile(baseline.tree)
        found = baseline.discover(
            ("",),
            profile,
            exclude=self.settings.exclude,
            gate_files=self.settings.gates.files,
            base=self.settings.base,
        )
        schemas = [one.path for one in found.files if one.kind is Kind.SCHEMA]
        if requests_only and profile.file_names == "message":
            schemas = [one for one in schemas if one.endswith("Request.json")]
        messages = list(self._read(baseline, schemas))
        tables = [one.path for one in found.files if one.kind is not Kind.SCHEMA]
        needs_own = self._gates.shared is None and short_name(baseline.name) not in self._gates.own
        own = tuple(self._read_tables(baseline, tables)) if needs_own else ()
        if not messages and not own:
            raise BaselineError(f"`{baseline.spec}` has no message schema and no gate table")
        return self._release(short_name(baseline.name), messages, Gates(own))

    def _read(self, baseline: Baseline, paths: Iterable[str]) -> Iterator[Message]:
        ids = {path: baseline.tree.blob_id(path) for path in paths}
        wanted = [path for path, id in ids.items() if id is None or id not in self._messages]
        read_now: dict[str, Message] = {}
        for path, content in baseline.tree.read_many(wanted):
            if isinstance(content, Unreadable):
                raise BaselineError(f"`{baseline.spec}`: `{path}` {content.message}")
            message = self._message(read_bytes(path, content, baseline.name), baseline.spec)
            read_now[path] = self._messages[ids[path] or f"{baseline.spec}:{path}"] = message
        for path, id in ids.items():
            known = read_now.get(path)
            yield self._messages[id or ""] if known is None else known

    def _read_tables(self, baseline: Baseline, paths: Iterable[str]) -> Iterator[GateTable]:
        for path, content in baseline.tree.read_many(paths):
            if isinstance(content, Unreadable):
                raise BaselineError(f"`{baseline.spec}`: `{path}` {content.message}")
            id = baseline.tree.blob_id(path) or f"{baseline.spec}:{path}"
            if id not in self._tables:
                source = source_of(path, content, baseline.name)
                self._tables[id] = self._read_table(source)[0]
            if self._tables[id]:
                yield self._tables[id]

    def _read_table(self, source: SourceText) -> tuple[GateTable, tuple[Problem, ...]]:
        from wirelint.cli.table_cache import remembering

        return remembering(None)(source)

    def _message(self, document: Document, spec: str) -> Message:
        message = load(document, self._dialect).message
        if message is None:
            path = document.source.path
            raise BaselineError(f"`{spec}`: `{path}` cannot be read as a schema")
        return message

    def _of_ledger(self, path: str, release: str | None) -> list[Release]:
        from wirelint.ledger import read_ledger
        from wirelint.ledger.canonical import message_json

        content = self.tree.read(path)
        if isinstance(content, Unreadable):
            raise BaselineError(f"`{path}` {content.message}")
        ledger = read_ledger(content.decode("utf-8", "replace"), path)
        wanted = ledger.releases if release == "*" else (ledger.release(release),)
        found = []
        for one in wanted:
            messages = []
            tables = []
            for place, digest in one.entries.items():
                definition = ledger.definitions[digest]
                if definition.kind == "message":
                    if digest not in self._messages:
                        source = SourceText(place, message_json(definition.lines), one.name)
                        self._messages[digest] = self._message(read(source), path)
                    messages.append(self._messages[digest])
                else:
                    text = "\n".join(definition.lines) + "\n"
                    tables.append(self._read_table(SourceText(f"{place}.gates", text, one.name))[0])
            found.append(self._release(one.name, messages, Gates(tuple(tables))))
        return found

    # -- releases -------------------------------------------------------------------------------

    def _release(self, name: str, messages: Iterable[Message], own: Gates) -> Release:
        messages = list(messages)
        view = self._view(name, own)
        release = Release(
            name=name,
            apis=apis_of(messages),
            view=replace(view, gates=self._placed(view.gates, messages)),
            records={
                one.name: one.valid_versions
                for one in messages
                if one.type not in (MessageType.REQUEST, MessageType.RESPONSE)
            },
            unstable=self._unstable,
        )
        release = with_inferred(release, paths_of(release.view.gates))
        return replace(release, listed=self._configured(release))

    def _placed(self, gates: Gates, messages: Iterable[Message]) -> Gates:
        """The tables with the ladders of code where they are used; shared tables stay shared."""
        if not gates.tables:
            return gates
        from wirelint.gates.mapping import place_ladders

        names = [one.name for one in messages]
        tables = tuple(
            place_ladders(one, configured=self.settings.gates.ladders, messages=names)[0]
            for one in gates.tables
        )
        same = all(one is other for one, other in zip(tables, gates.tables, strict=True))
        return gates if same else Gates(tables)

    def _view(self, name: str, own: Gates) -> ReleaseGates:
        stated = self._gates.own.get(name)
        if stated is not None or self._gates.shared is None:
            return ReleaseGates(stated or own, unstable=self._unstable)
        return ReleaseGates(
            self._gates.shared,
            since=release_number(name),
            unstable=self._unstable,
            is_shared=True,
        )

    def _configured(self, release: Release) -> dict[str, VersionRange]:
        """What `[[advertise]]` lists; written for the newest release, so it only lowers the start."""
        listed = {}
        for one in self.settings.advertised:
            served = release.served(rpc_name(one.message))
            if served:
                low = min(one.versions.low, served.low)
                listed[rpc_name(one.message)] = VersionRange(low, served.high)
        return listed

    def _is_stated(self, spec: str) -> bool:
        """Whether the gates speak of a release that is nowhere to be read."""
        if _VERSION.fullmatch(spec) is None:
            return False
        if spec in self._gates.own:
            return True
        number = release_number(spec)
        stated = [release_number(one) for one in _releases_in(self.shared_gates)]
        minor = (number or ())[:2]
        return any(one is not None and one[:2] == minor for one in stated)

    def _without_schemas(self, name: str) -> Release:
        self.bare.append(name)
        return self._release(name, (), Gates(()))

    def _gate_files(self, arguments: Iterable[str]) -> _GateFiles:
        shared: list[GateTable] = []
        own: dict[str, Gates] = {}
        for argument in arguments:
            release, equals, file = argument.partition("=")
            if not equals or os.path.exists(argument):
                shared.append(self._gate_file(argument))
            else:
                tables = own[release].tables if release in own else ()
                own[release] = Gates((*tables, self._gate_file(file)))
        return _GateFiles(shared=Gates(tuple(shared)) if shared else None, own=own)

    def _gate_file(self, path: str) -> GateTable:
        content = self.tree.read(path)
        if isinstance(content, Unreadable):
            raise UsageError(f"--gates {path}: `{path}` {content.message}")
        table, problems = self._read_table(source_of(path_of(path), content))
        broken = next((one for one in problems if one.rule.startswith("gates-")), None)
        if broken is not None:
            raise UsageError(
                f"--gates {path}: {broken.finding.message}; `wirelint check {path}` shows where"
            )
        if not table:
            raise UsageError(f"--gates {path}: holds no gate table")
        return table


def _releases_in(gates: Gates) -> Iterator[str]:
    for table in gates.tables:
        yield from (one.value for one in table.releases)
        yield from (one.name for one in table.served)
        for feature in table.features:
            yield from (row.stamp.value for row in feature.rows if row.stamp is not None)
