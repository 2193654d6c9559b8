"""The checked schemas against those that they are copies of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wirelint.diagnostics import Diagnostic
from wirelint.engine.baseline import BaselineInput
from wirelint.engine.compare import side_after, side_before
from wirelint.engine.load import Schema
from wirelint.engine.policy import Dispatch
from wirelint.evolution.differences import compare
from wirelint.evolution.upstream import Drift, Upstream, owned
from wirelint.evolution.values import value_changes
from wirelint.schema.dialect import Dialect


def check_upstream(
    upstream: BaselineInput,
    schemas: Sequence[Schema],
    context: Sequence[Schema],
    dispatch: Dispatch,
    dialect: Dialect,
) -> Iterator[Diagnostic]:
    """What the category evolution says of copies that differ, and of what is taken from upstream.

    A file with the same bytes on both sides is its own copy and is known for its api key only.
    Nothing is said of files that are only context.
    """
    sides = [side_after(one) for one in (*schemas, *context)]
    same = [one for one in sides if one.path in upstream.unchanged]
    both = Upstream([*(side_before(one, dialect) for one in upstream.documents), *same], sides)
    checked = {one.path for one in schemas}
    for copy in both.copies:
        if copy.pair.path in upstream.unchanged or copy.pair.path not in checked:
            continue
        yield from dispatch.run(copy, copy.name)
        differences = compare(copy.pair)
        for change in (*differences.changes, *value_changes(copy.pair, differences)):
            yield from dispatch.run(Drift(change), copy.name)
    for own in owned(both.own):
        if own.message.origin.source.path in checked:
            yield from dispatch.run(own, own.name)
