# The command line runs once over everything; an editor asks again with every key. Both do the same
# steps (`engine.run`): a session keeps what each step said, by file, and repeats only what an edit
# can have changed. `update` is what a key costs; `settle` looks at everything again, in small steps.
# tests/lsp/test_parity.py holds a session to what a run says.
"""The findings of a tree that is being edited."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from wirelint.config.model import NO_SETTINGS, Settings
from wirelint.diagnostics import Category, Diagnostic, Problem
from wirelint.engine.baseline import BaselineInput
from wirelint.engine.check import check_project
from wirelint.engine.excuse import Excuses
from wirelint.engine.load import Schema, load
from wirelint.engine.policy import Policy
from wirelint.engine.rules import LoadRules, Rules
from wirelint.engine.run import (
    Inputs,
    ReadTable,
    check_schemas,
    check_tables,
    gated_by,
    has_tables,
    project_of,
    read_gates,
    release_reached,
)
from wirelint.engine.views import project_settings
from wirelint.lazy_dataclass import dataclass, replace
from wirelint.profiles import PLAIN, Profile
from wirelint.project import Project
from wirelint.schema.dialect import DEFAULT_DIALECT, Dialect
from wirelint.schema.model import MessageType
from wirelint.syntax.document import Document
from wirelint.syntax.origin import JsonPlace
from wirelint.text import SourceText

if TYPE_CHECKING:  # only with a baseline, only with gate tables
    from wirelint.engine.kept import KeptBaseline
    from wirelint.engine.tables import TableTrees
    from wirelint.evolution.pairing import Side, Trees

_ByPath = dict[str, list[Diagnostic]]
_ON_TABLES: Final = (Category.GATES, Category.GATED_SCHEMAS, Category.ROLLOUT)


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """How a session judges."""

    policy: Policy
    settings: Settings = NO_SETTINGS
    profile: Profile = PLAIN
    dialect: Dialect = DEFAULT_DIALECT


class Session:
    """Files, what they are compared with, and the findings on each.

    Not safe for threads. `revision` counts changes; a `settle` that a change overtakes stops.
    """

    def __init__(self, load_rules: LoadRules, setup: Setup, read_table: ReadTable) -> None:
        self.setup = setup
        self.rules = Rules(setup.policy, load_rules)
        self.schemas: dict[str, Schema] = {}
        self.tables: dict[str, SourceText] = {}
        self.named: frozenset[str] = frozenset()
        self.mirrors: tuple[SourceText, ...] = ()
        self.problems: tuple[Problem, ...] = ()
        self.baselines: tuple[KeptBaseline, ...] = ()
        self.alone = True  # until a whole tree was taken nothing can be said to be missing
        self.revision = 0
        self._read_table = _remembering(read_table)
        self._own: _ByPath = {}
        self._across: _ByPath = {}
        self._history: _ByPath = {}
        self._gated: _ByPath = {}
        self._stands: dict[str, tuple[int, list[Diagnostic]]] = {}
        self._project: Project | None = None
        self._gates: TableTrees | None = None
        self._differing: list[tuple[BaselineInput, tuple[Side, ...]]] | None = None

    # -- what there is ----------------------------------------------------------------------------

    def put(self, document: Document) -> None:
        """Take a new or changed schema."""
        path = document.source.path
        schema = load(document, self.setup.dialect)
        self.schemas[path] = schema
        self._own.pop(path, None)
        self._move_places(schema)
        self._touch()

    def put_table(self, source: SourceText) -> None:
        """Take a new or changed gate table."""
        self.tables[source.path] = source
        self._touch()

    def remove(self, path: str) -> None:
        for kept in (self.schemas, self.tables, self._own, self._across, self._history):
            kept.pop(path, None)
        self._touch()

    def replace_all(
        self,
        schemas: Iterable[Schema],
        tables: Iterable[SourceText],
        *,
        problems: tuple[Problem, ...] = (),
        named: frozenset[str] = frozenset(),
        mirrors: tuple[SourceText, ...] = (),
        alone: bool = False,
    ) -> None:
        """Take a whole tree as it was read; with `alone`, some files of one that nobody looked at."""
        self.schemas = {one.path: one for one in schemas}
        self.tables = {one.path: one for one in tables}
        self.problems, self.named, self.mirrors = problems, named, mirrors
        self.alone = alone
        for kept in (self._own, self._across, self._history, self._gated):
            kept.clear()
        self._touch()

    def compare_with(self, baselines: Sequence[KeptBaseline]) -> None:
        """Take what is released, released ones first."""
        self.baselines = tuple(sorted(baselines, key=lambda one: one.softer))
        self._touch()

    @property
    def project(self) -> Project:
        """The index over the schemas, made when asked for after a change."""
        if self._project is None:
            setup = self.setup
            self._project = project_of(
                self._inputs(),
                self._in_order,
                (),
                project_settings(setup.settings, setup.profile, setup.dialect.generation),
            )
        return self._project

    @property
    def gates(self) -> TableTrees | None:
        """The gate tables, read; None without any."""
        if self._gates is None:
            inputs = self._inputs()
            if has_tables(inputs):
                self._gates = read_gates(
                    inputs,
                    self._in_order,
                    settings=self.setup.settings,
                    profile=self.setup.profile,
                    dialect=self.setup.dialect,
                    read_table=self._read_table,
                    released=[one.messages for one in self.baselines],
                )
        return self._gates

    # -- what is found ----------------------------------------------------------------------------

    @property
    def paths(self) -> set[str]:
        """The paths of every file that there may be something to say of."""
        found = {*self.schemas, *self.tables, *self._across, *self._history, *self._gated}
        return found | {one.finding.at.source.path for one in self._run_problems()}

    def diagnostics(self, path: str) -> list[Diagnostic]:
        """What stands of one file, as far as it was looked at."""
        kept = self._stands.get(path)
        if kept is None or kept[0] != self.revision:
            kept = (self.revision, list(self._standing(path)))
            self._stands[path] = kept
        return kept[1]

    def rest(self, path: str) -> None:
        """Let go of a file's tree, which is made again when it is asked for."""
        schema = self.schemas.get(path)
        if schema is not None:
            schema.document.__dict__.pop("tree", None)

    def update(self, path: str) -> None:
        """Look again at what the edit of one file can change at once.

        At the file itself, at it and its other half against the baselines, and at gate tables where
        the file is one. What schemas say together stands as it was, at its places in the new text,
        until `settle`.
        """
        if path in self.schemas:
            self._look_at(path)
            if self.baselines:
                self._look_back({path, *self._partners(path)})
        if path in self.tables:
            self._look_at_gates()
        self._forget()

    def settle(self) -> Iterator[None]:
        """Look at everything again; each step takes a few milliseconds."""
        revision = self.revision
        for path in tuple(self.schemas):
            if path not in self._own:
                self._look_at(path)
                yield
                if self.revision != revision:
                    return
        found: list[_ByPath] = []
        for step in (self._repository(), self._evolution(None), self._on_tables()):
            found.append({})
            for one in step:
                _add(found[-1], one)
                yield
                if self.revision != revision:
                    return
        self._across, self._history, self._gated = found
        if any(one.document.problems for one in self.schemas.values()):
            self.rules.dispatch(Category.SYNTAX)  # as a run does: its names then count as run
        self._forget()

    # -- steps ------------------------------------------------------------------------------------

    def _look_at(self, path: str) -> None:
        self._own[path] = list(check_schemas([self.schemas[path]], self.rules))

    def _look_back(self, only: Collection[str]) -> None:
        found: _ByPath = {}
        for one in self._evolution(only):
            _add(found, one)
        for path in only:
            self._history.pop(path, None)
        self._history.update(found)

    def _look_at_gates(self) -> None:
        self._gated = {}
        for one in self._on_tables():
            _add(self._gated, one)

    def _repository(self) -> Iterator[Diagnostic]:
        if self.setup.policy.runs_category(Category.REPOSITORY) and self.schemas:
            yield from check_project(self.project, self.rules.dispatch(Category.REPOSITORY))

    def _on_tables(self) -> Iterator[Diagnostic]:
        trees = self.gates
        if trees is not None and any(self.setup.policy.runs_category(one) for one in _ON_TABLES):
            yield from check_tables(trees, self.rules, self.setup.policy)

    def _evolution(self, only: Collection[str] | None) -> Iterator[Diagnostic]:
        if not self.baselines or not self.setup.policy.runs_category(Category.EVOLUTION):
            return iter(())
        from wirelint.engine.compare import compare_trees  # noqa: PLC0415 - only with a baseline

        dispatch = self.rules.dispatch(Category.EVOLUTION)
        return compare_trees(self.compared(), dispatch, checked=self.schemas, only=only)

    def compared(self) -> list[tuple[BaselineInput, Trees]]:
        """Each baseline beside the tree as it is now."""
        from wirelint.engine.compare import trees_of  # noqa: PLC0415 - only with a baseline

        setup = self.setup
        schemas = self._in_order
        is_gated = gated_by(lambda: self.gates) if self.tables else None
        return [
            (
                given,
                replace(
                    trees_of(
                        given, schemas, setup.settings, setup.profile, setup.dialect, is_gated
                    ),
                    before=sides,
                ),
            )
            for given, sides in self._compared
        ]

    @property
    def _compared(self) -> list[tuple[BaselineInput, tuple[Side, ...]]]:
        """What of each baseline differs now."""
        if self._differing is None:
            tables = tuple(self.tables[path] for path in sorted(self.tables))
            self._differing = [one.compared_with(self.schemas, tables) for one in self.baselines]
        return self._differing

    def _partners(self, path: str) -> Iterator[str]:
        """The files whose comparison looks at this one too."""
        message = self.schemas[path].message
        if message is None or message.type not in (MessageType.REQUEST, MessageType.RESPONSE):
            return
        from wirelint.evolution.pairing import partner_path  # noqa: PLC0415 - only with a baseline

        yield partner_path(path, message.type)
        folder = path.rpartition("/")[0]
        for other in self.schemas.values():
            one = other.message
            if (
                one is not None
                and one.api_key == message.api_key is not None
                and one.type in (MessageType.REQUEST, MessageType.RESPONSE)
                and other.path.rpartition("/")[0] == folder
            ):
                yield other.path

    def _standing(self, path: str) -> Iterator[Diagnostic]:
        """What the file's findings come to behind comments, waivers and per-file ignores."""
        setup = self.setup
        found = [
            one
            for kept in (self._own, self._across, self._history, self._gated)
            for one in kept.get(path, ())
        ]
        excuses = Excuses(setup.settings, self._release)
        schema, table = self.schemas.get(path), self.tables.get(path)
        excuses.read(
            () if schema is None else (schema.document,), () if table is None else (table,)
        )
        stands, _ = excuses.apply(found)
        yield from stands
        problems = [
            one
            for one in (*excuses.problems(self.rules.ran, self.rules.known), *self.problems)
            if one.finding.at.source.path == path
        ]
        if problems:
            dispatch = self.rules.dispatch(Category.SYNTAX, Category.RUN)
            for problem in problems:
                yield from dispatch.run(problem)

    def _run_problems(self) -> Iterator[Problem]:
        """Problems of the run and of the configuration, which belong to no file of the tree."""
        yield from self.problems
        yield from Excuses(self.setup.settings, self._release).problems((), frozenset)

    @property
    def _release(self) -> str | None:
        baselines = [BaselineInput(name=one.name, softer=one.softer) for one in self.baselines]
        return release_reached(baselines, self.setup.settings, self.setup.profile)

    @property
    def _in_order(self) -> tuple[Schema, ...]:
        """The schemas as a run has them: what is asked first may take what is asked for twice."""
        return tuple(self.schemas[path] for path in sorted(self.schemas))

    def _inputs(self) -> Inputs:
        return Inputs(
            documents=tuple(one.document for one in self._in_order),
            tables=tuple(self.tables[path] for path in sorted(self.tables)),
            baselines=tuple(given for given, _ in self._compared),
            problems=self.problems,
            alone=self.alone,
            named=self.named,
            mirrors=self.mirrors,
        )

    def _touch(self) -> None:
        self.revision += 1
        self._project = None
        self._gates = None
        self._differing = None
        self._forget()

    def _forget(self) -> None:
        self._stands.clear()

    def _move_places(self, schema: Schema) -> None:
        """Let findings of earlier looks point into the text as it is now."""
        for kept in (self._across, self._history, self._gated):
            if schema.path in kept:
                kept[schema.path] = [_moved(one, schema.document) for one in kept[schema.path]]


def _moved(one: Diagnostic, document: Document) -> Diagnostic:
    at = one.finding.at
    if not isinstance(at, JsonPlace) or at.document is document:
        return one
    return replace(one, finding=replace(one.finding, at=replace(at, document=document), fixes=()))


def _add(found: _ByPath, one: Diagnostic) -> None:
    found.setdefault(one.finding.at.source.path, []).append(one)


def _remembering(read: ReadTable) -> ReadTable:
    """Read a table again only when its text changed."""
    known: dict[tuple[str, str | None], tuple[SourceText, object]] = {}

    def remember(source: SourceText) -> object:
        key = (source.path, source.revision)
        kept = known.get(key)
        if kept is None or kept[0].text != source.text:
            kept = (source, read(source))
            known[key] = kept
        return kept[1]

    return remember  # type: ignore[return-value]  # what `read` gives
