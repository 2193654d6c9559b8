# A lens takes a line of the editor from whoever reads the file, so there is one above a message, one
# above each feature, and nothing above fields.
"""Code lenses: what a reader of the file would look up first."""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.gates.model import Feature, GateTable
from wirelint.sources.discovery import Kind as FileKind
from wirelint_lsp.answers import Call, Lens
from wirelint_lsp.features.places import inner
from wirelint_lsp.features.story import Story, gate_from, story
from wirelint_lsp.file import File

SHOW_LAYOUT = "wirelint.showLayout"
SHOW_FEATURE = "wirelint.showFeature"


def lenses(file: File, uri: str) -> list[Lens]:
    """The lenses of one file, in text order."""
    if file.kind is FileKind.SCHEMA:
        return list(_message(file, uri))
    table = file.table
    return [] if table is None else list(_table(file, table, uri))


def _message(file: File, uri: str) -> Iterator[Lens]:
    told, tree = story(file), file.tree
    if told is None or tree is None:
        return
    span = inner(file, tree.span((*told.message.origin.path, "validVersions")))
    newest = told.message.valid_versions.high
    yield Lens(span, Call(_versions(told), SHOW_LAYOUT, ({"uri": uri},)))
    last = told.stretches[-1]
    if last.changes:
        words = ", ".join(last.changes[:3])
        more = f" and {len(last.changes) - 3} more" if len(last.changes) > 3 else ""
        yield Lens(
            span,
            Call(
                f"{last.versions.low}: {words}{more}",
                SHOW_LAYOUT,
                ({"uri": uri, "version": last.versions.low},),
            ),
        )
    gates = gate_from(told.gates, newest)
    if gates:
        gate = gates[0]
        yield Lens(
            span,
            Call(f"{newest} from {gate.feature} {gate.level}", SHOW_LAYOUT, ({"uri": uri},)),
        )
    elif told.pins:
        yield Lens(span, Call(told.pins[0], SHOW_LAYOUT, ({"uri": uri},)))


def _versions(told: Story) -> str:
    valid = told.message.valid_versions
    words = [f"versions {valid}"]
    if told.released is not None:
        new = told.new_versions
        words.append(
            f"{', '.join(map(str, new))} not released in {told.baseline}"
            if new
            else f"released in {told.baseline}"
        )
    if told.unstable is not None:
        words.append(f"{told.unstable} unstable")
    return ", ".join(words)


def _table(file: File, table: GateTable, uri: str) -> Iterator[Lens]:
    for feature in table.features:
        span = feature.name_at.span
        if span is not None and feature.name_at.source.path == file.path:
            arguments = ({"uri": uri, "feature": feature.name},)
            yield Lens(span, Call(_feature(file, feature), SHOW_FEATURE, arguments))


def _feature(file: File, feature: Feature) -> str:
    words = [f"{feature.name} {feature.low} to {feature.production}"]
    if feature.highest is not None and feature.highest != feature.production:
        words.append(f"unstable to {feature.highest}")
    baselines = file.session.baselines
    trees = file.session.gates
    if baselines and trees is not None:
        new = _new_levels(file, feature)
        if new:
            words.append(f"{', '.join(new)} not in {baselines[0].name}")
    return ", ".join(words)


def _new_levels(file: File, feature: Feature) -> list[str]:
    trees = file.session.gates
    if trees is None or not trees.pairs:
        return []
    pair = trees.pairs[0].feature_pair(feature)
    if pair is None or pair.before is None:
        return []
    known = {row.number for row in pair.before.feature.levels}
    return [row.label for row in feature.levels if row.number not in known]
