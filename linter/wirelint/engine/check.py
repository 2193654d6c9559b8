# The pipeline: documents -> models -> subjects -> findings -> diagnostics. It is handed its rules,
# so it never imports one; front ends decide which to pass.
"""Run the rules that are on over what was read."""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Diagnostic, Problem
from wirelint.engine.load import Schema
from wirelint.engine.policy import Dispatch
from wirelint.lazy_dataclass import replace
from wirelint.project import Project
from wirelint.schema.build import SHAPE_RULES
from wirelint.schema.model import FieldSite, sites
from wirelint.syntax.document import Document


def check_schema(schema: Schema, dispatch: Dispatch) -> Iterator[Diagnostic]:
    """What the category schema says of one file.

    Where the text breaks off, nothing is said of what may have stood behind its end.
    """
    for one in _judged(schema, dispatch):
        if not _lies_behind_the_end(one, schema.document):
            yield one


def _judged(schema: Schema, dispatch: Dispatch) -> Iterator[Diagnostic]:
    message = schema.message
    name = message.name if message is not None else None
    if dispatch.wants(Problem):
        problems = schema.problems
        if any(one.rule in SHAPE_RULES for one in problems):
            from wirelint.schema.shape import explained  # noqa: PLC0415 - jsonschema, to explain

            problems = explained(problems, schema.document.value)
        for problem in problems:
            yield from dispatch.run(problem, name)
    if message is None:
        return
    yield from dispatch.run(message, name)
    for struct in message.common_structs:
        yield from dispatch.run(struct, name)
    if dispatch.wants(FieldSite):
        for site in sites(message):
            yield from dispatch.run(site, name)


def _lies_behind_the_end(found: Diagnostic, document: Document) -> bool:
    """Whether what a finding misses (rules `missing-...`) may stand where the text broke off."""
    return found.rule.startswith("missing-") and document.ends_early


def check_project(project: Project, dispatch: Dispatch) -> Iterator[Diagnostic]:
    """What the category repository says of the schemas of one tree together.

    A finding that concerns only files outside the checked ones, here and in `related`, is left out.
    """
    for found in dispatch.run(project):
        finding = found.finding
        places = (finding.at, *(one.at for one in finding.related))
        if any(project.is_checked(place.source.path) for place in places):
            holder = project.by_path.get(finding.at.source.path)
            name = holder.message.name if holder is not None else None
            if holder is not None and _lies_behind_the_end(found, holder.message.origin.document):
                continue
            yield replace(found, message_name=name)
