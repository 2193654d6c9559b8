"""Run the rules of evolution over two trees."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from wirelint.diagnostics import Diagnostic
from wirelint.engine.policy import Dispatch
from wirelint.evolution.differences import compare
from wirelint.evolution.news import news
from wirelint.evolution.pairing import Trees, pair_trees
from wirelint.evolution.values import value_changes


def check_evolution(
    trees: Trees, dispatch: Dispatch, only: Collection[str] | None = None
) -> Iterator[Diagnostic]:
    """What the category evolution says of the files that changed, went or came.

    What differs in comments and texts only is never looked at twice. Against a softer baseline
    (`trees.role`) the findings are the same; what they weigh there is the caller's to say. With
    `only` just the files of these paths are looked at.
    """
    for pair in pair_trees(trees):
        if (only is not None and pair.path not in only) or pair.before == pair.after:
            continue
        yield from dispatch.run(pair, pair.name)
        if pair.before is None or pair.after is None:
            continue
        differences = compare(pair)
        for change in (*differences.changes, *value_changes(pair, differences)):
            yield from dispatch.run(change, pair.name)
        for new in news(pair, differences):
            yield from dispatch.run(new, pair.name)
