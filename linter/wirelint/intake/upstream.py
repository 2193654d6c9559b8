# Unlike a baseline, upstream is another repository with a layout of its own: all of its schemas are
# read, since a copy may lie in any folder under any name.
"""What `--upstream` compares with."""

from __future__ import annotations

from wirelint.config.model import Settings
from wirelint.engine.baseline import BaselineInput
from wirelint.engine.report import JsonObject
from wirelint.errors import BaselineError, UsageError
from wirelint.intake.baselines import compare
from wirelint.intake.gathered import Gathered
from wirelint.intake.reading import read_baseline
from wirelint.profiles import Profile
from wirelint.sources.baseline import Baseline, LedgerSpec, open_baseline
from wirelint.sources.discovery import discover, guess_profile
from wirelint.sources.tree import Tree


def read_upstream(
    spec: str, tree: Tree, gathered: Gathered, settings: Settings, profile: Profile
) -> tuple[BaselineInput, JsonObject]:
    """Read it; gives it with its row for the report.

    Raises UsageError for a `spec` without any meaning, BaselineError where it cannot be read.
    """
    if not spec:
        raise UsageError(
            '--upstream needs a baseline, or `upstream = "..."` in the configuration: '
            "a folder, an archive, `git:DIR#REV`"
        )
    opened = open_baseline(
        spec,
        paths=[found.path for found, _ in gathered.files] or gathered.arguments,
        release_tags=settings.release_tags or profile.release_tags,
    )
    if isinstance(opened, LedgerSpec):
        there = compare((spec,), tree, gathered, settings, profile)
        return there.inputs[0], {**there.rows[0], "role": "upstream"}
    with opened:
        found = _read(opened, gathered)
    if not found.documents and not found.unchanged and not found.tables:
        raise BaselineError(
            f"the upstream `{spec}` has no message schema and no gate table where they are looked for"
        )
    row = {"spec": spec, "kind": opened.kind, "resolved": opened.resolved, "role": "upstream"}
    return found, row


def _read(upstream: Baseline, gathered: Gathered) -> BaselineInput:
    ours = {found.path: data for found, data in gathered.files} | dict(gathered.siblings)
    names = {theirs: path for path, theirs in upstream.match(ours).items()}
    layout = guess_profile(upstream.tree)
    every = [one.path for one in discover(upstream.tree, ("",), layout).files]
    wanted = {theirs: names.get(theirs, theirs) for theirs in (*names, *every)}
    unchanged = {
        names[theirs]
        for theirs in wanted
        if theirs in names and upstream.tree.holds(theirs, ours[names[theirs]])
    }
    documents, tables = read_baseline(
        upstream,
        {
            theirs: path
            for theirs, path in wanted.items()
            if theirs not in names or path not in unchanged
        },
    )
    return BaselineInput(
        name=upstream.name,
        documents=documents,
        tables=tables,
        unchanged=frozenset(unchanged),
    )
