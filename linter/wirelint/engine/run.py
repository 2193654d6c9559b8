# One run over what front ends read. The command line and the server call this; neither decides
# what is found.
"""From inputs to what is to be said."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, partial
from typing import Any, TypeAlias

from wirelint.config.model import NO_SETTINGS, Settings
from wirelint.diagnostics import Category, Diagnostic, Problem
from wirelint.engine.baseline import BaselineInput
from wirelint.engine.check import check_project, check_schema
from wirelint.engine.excuse import Excused, Excuses
from wirelint.engine.load import Schema, load
from wirelint.engine.policy import Policy
from wirelint.engine.rules import LoadRules, Rules
from wirelint.engine.views import gate_options, project_settings, release_of
from wirelint.lazy_dataclass import dataclass, field, replace
from wirelint.profiles import PLAIN, Profile
from wirelint.project import Project, ProjectFile, ProjectSettings
from wirelint.releases import order
from wirelint.schema.dialect import DEFAULT_DIALECT, Dialect
from wirelint.schema.model import Message
from wirelint.syntax.document import Document
from wirelint.text import SourceText

# Any: a GateTable. A run without tables does not import that much.
ReadTable: TypeAlias = Callable[[SourceText], tuple[Any, tuple[Problem, ...]]]


@dataclass(frozen=True, kw_only=True)
class Inputs:
    """What a run looks at.

    `documents` and `tables` are reported on; `context` are schemas beside named files, read only
    so that rules on the whole folder see it. `alone` says that the folder around the files was not
    looked at (standard input). `problems` are those of reading. `named` are the paths of tables that the user
    named: they are looked at whatever they hold.
    """

    documents: tuple[Document, ...] = ()
    context: tuple[Document, ...] = ()
    tables: tuple[SourceText, ...] = ()
    baselines: tuple[BaselineInput, ...] = ()
    problems: tuple[Problem, ...] = ()
    alone: bool = False
    named: frozenset[str] = frozenset()
    mirrors: tuple[SourceText, ...] = ()
    upstream: BaselineInput | None = None


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """Diagnostics that stand, in no order, and those that were let through.

    `gate_tables` counts the files that are gate tables. `ran` are the names of the rules and
    categories that ran.
    """

    diagnostics: list[Diagnostic]
    gate_tables: int = 0
    excused: list[Excused] = field(default_factory=list)
    ran: frozenset[str] = frozenset()


def run(
    inputs: Inputs,
    load_rules: LoadRules,
    *,
    policy: Policy,
    settings: Settings = NO_SETTINGS,
    profile: Profile = PLAIN,
    dialect: Dialect = DEFAULT_DIALECT,
    read_table: ReadTable | None = None,
) -> Outcome:
    """Run every rule that is on. `read_table` reads a gate table in place of the plain reader."""
    rules = Rules(policy, load_rules)
    schemas = [load(one, dialect) for one in inputs.documents]
    context = [load(one, dialect) for one in inputs.context]
    gates = cache(
        lambda: read_gates(
            inputs,
            (*schemas, *context),
            settings=settings,
            profile=profile,
            dialect=dialect,
            read_table=read_table,
        )
    )
    found = list(check_schemas(schemas, rules))
    if policy.runs_category(Category.REPOSITORY) and schemas:
        project = project_of(
            inputs, schemas, context, project_settings(settings, profile, dialect.generation)
        )
        found += check_project(project, rules.dispatch(Category.REPOSITORY))
    if policy.runs_category(Category.EVOLUTION) and inputs.baselines:
        from wirelint.engine.compare import compare  # noqa: PLC0415 - only with a baseline

        found += compare(
            inputs.baselines,
            schemas,
            context,
            rules.dispatch(Category.EVOLUTION),
            settings=settings,
            profile=profile,
            dialect=dialect,
            is_gated=gated_by(gates) if inputs.tables else None,
        )
    if policy.runs_category(Category.EVOLUTION) and inputs.upstream is not None:
        from wirelint.engine.upstream import check_upstream  # noqa: PLC0415 - only with an upstream

        dispatch = rules.dispatch(Category.EVOLUTION)
        found += check_upstream(inputs.upstream, schemas, context, dispatch, dialect)
    tables = inputs.tables
    if has_tables(inputs) and any(policy.runs_category(one) for one in _ON_TABLES):
        found += check_tables(gates(), rules, policy)
        tables = gates().sources
    excuses = Excuses(settings, release_reached(inputs.baselines, settings, profile))
    excuses.read(inputs.documents, tables)
    kept, excused = excuses.apply(found)
    problems = [*inputs.problems, *excuses.problems(rules.ran, rules.known)]
    if problems:
        run_rules = rules.dispatch(Category.SYNTAX, Category.RUN)
        kept += [one for problem in problems for one in run_rules.run(problem)]
    return Outcome(
        diagnostics=kept, gate_tables=len(tables), excused=excused, ran=frozenset(rules.ran)
    )


_ON_TABLES = (Category.GATES, Category.GATED_SCHEMAS, Category.ROLLOUT)


def has_tables(inputs: Inputs) -> bool:
    return bool(inputs.tables) or any(one.tables for one in inputs.baselines)


def gated_by(gates: Callable[[], Any]) -> Callable[[Message, int], bool]:
    """Whether some gate of a tree's tables, read when first asked, chooses a version."""

    def is_gated(message: Message, version: int) -> bool:
        from wirelint.project.gated import is_gated  # noqa: PLC0415 - only with gate tables

        return is_gated(gates().view, message, version)

    return is_gated


def read_gates(
    inputs: Inputs,
    schemas: Sequence[Schema],
    *,
    settings: Settings,
    profile: Profile,
    dialect: Dialect = DEFAULT_DIALECT,
    read_table: ReadTable | None = None,
    released: Sequence[Callable[[], Iterable[Message]]] | None = None,
) -> Any:
    """The gate tables of a run: an `engine.tables.TableTrees`.

    `released` gives the messages of each baseline; by default those of its documents are loaded.
    """
    from wirelint.engine import tables  # noqa: PLC0415 - only with gate tables
    from wirelint.gates import readers  # noqa: PLC0415
    from wirelint.project.gated_changes import released_message  # noqa: PLC0415

    if released is None:
        released = [partial(_messages, one.documents, dialect) for one in inputs.baselines]
    trees = tables.read_tables(
        inputs.tables,
        inputs.baselines,
        gate_options(settings),
        named=inputs.named,
        mirrors=inputs.mirrors,
        upstream=inputs.upstream,
        messages=tuple(one.message for one in schemas if one.message is not None),
        release_of=lambda name: release_of(name, settings, profile),
        read=read_table or readers.read_table,
    )
    return replace(
        trees,
        checked=frozenset(one.source.path for one in inputs.documents),
        released=tuple(
            tables.ReleasedSchemas(
                baseline.unchanged, released_message(messages), baseline.softer, baseline.name
            )
            for baseline, messages in sorted(
                zip(inputs.baselines, released, strict=True), key=lambda one: one[0].softer
            )
        ),
    )


def _messages(documents: Iterable[Document], dialect: Dialect) -> Iterator[Message]:
    return (m for one in documents if (m := load(one, dialect).message) is not None)


def check_tables(trees: Any, rules: Rules, policy: Policy) -> Iterator[Diagnostic]:
    """What the rules on gate tables say, and those on gate tables with schemas."""
    from wirelint.engine import gated, gates  # noqa: PLC0415 - only with gate tables

    if policy.runs_category(Category.GATES):
        yield from gates.check_gates(trees, rules.dispatch(Category.GATES))
    if policy.runs_category(Category.GATED_SCHEMAS):
        yield from gated.check_gated_schemas(trees, rules.dispatch(Category.GATED_SCHEMAS))
    promised = trees.view.options.window or any(one.upgrades for one in trees.view.tables)
    if policy.runs_category(Category.ROLLOUT) and trees.released and promised:
        from wirelint.engine import rollout  # noqa: PLC0415 - only where an upgrade is promised

        yield from rollout.check_rollout(trees, rules.dispatch(Category.ROLLOUT))


def release_reached(
    baselines: Iterable[BaselineInput], settings: Settings, profile: Profile
) -> str | None:
    """The newest release among the baselines."""
    names = [one.name for one in baselines if not one.softer]
    return max(
        (tag for name in names if (tag := release_of(name, settings, profile)) is not None),
        key=order,
        default=None,
    )


def check_schemas(schemas: Sequence[Schema], rules: Rules) -> Iterator[Diagnostic]:
    """What the categories syntax and schema say of each file by itself."""
    yield from _syntax(schemas, rules)
    dispatch = rules.dispatch(Category.SCHEMA)
    for schema in schemas:
        yield from check_schema(schema, dispatch)


def _syntax(schemas: Iterable[Schema], rules: Rules) -> Iterator[Diagnostic]:
    broken = [one for one in schemas if one.document.problems]
    if not broken:
        rules.ran.add(Category.SYNTAX.value)
        return
    dispatch = rules.dispatch(Category.SYNTAX)
    for schema in broken:
        name = schema.message.name if schema.message is not None else None
        for problem in schema.document.problems:
            yield from dispatch.run(problem, name)


def project_of(
    inputs: Inputs,
    schemas: Sequence[Schema],
    context: Sequence[Schema],
    settings: ProjectSettings,
) -> Project:
    """The schemas of a run together, as the rules on a whole tree look at them."""
    files = [
        ProjectFile(one.path, one.message, checked=checked)
        for group, checked in ((schemas, True), (context, False))
        for one in group
        if one.message is not None
    ]
    unread = [
        one.path for one in (*schemas, *context) if one.message is None or one.document.is_broken
    ]
    unread += [one.finding.at.source.path for one in inputs.problems]
    if inputs.alone:
        unread += [one.path for one in schemas]
    released = {
        one.message.name
        for baseline in inputs.baselines
        for one in schemas
        if one.message is not None and one.path in baseline.unchanged
    }
    return Project(
        files,
        settings,
        partial_folders={path.rpartition("/")[0] for path in unread},
        released=released,
    )
