# The pipeline: documents -> models -> subjects -> findings -> diagnostics. It is handed its rules,
# so it never imports one; front ends decide which to pass.
"""Run the rules that are on over what was read."""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Diagnostic, Problem
from wirelint.engine.load import Schema
from wirelint.engine.policy import Dispatch
from wirelint.schema.model import FieldSite, sites


def check_schema(schema: Schema, dispatch: Dispatch) -> Iterator[Diagnostic]:
    """What the category schema says of one file."""
    message = schema.message
    name = message.name if message is not None else None
    if dispatch.wants(Problem):
        for problem in schema.problems:
            yield from dispatch.run(problem, name)
    if message is None:
        return
    yield from dispatch.run(message, name)
    for struct in message.common_structs:
        yield from dispatch.run(struct, name)
    if dispatch.wants(FieldSite):
        for site in sites(message):
            yield from dispatch.run(site, name)
