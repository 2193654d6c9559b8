# A new version is only half of the work where a finalized level chooses versions. What the other half
# is, the tables say; the text to add is proposed in the language of the table that has the ladder.
"""What a new version needs in the gate tables."""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.gates.model import (
    Case,
    Feature,
    Language,
    Level,
    LevelRef,
    Path,
    SelectionKind,
    rpc_name,
)
from wirelint.project.gate_effects import case_at
from wirelint.project.gate_notes import ladders_of, where_of
from wirelint.project.gated import is_gated
from wirelint.project.gates import GateView, LadderUse
from wirelint.schema.model import Message, MessageType
from wirelint.text import Place


def gate_steps(view: GateView, message: Message, version: int) -> Iterator[str]:
    """What is left to do in the tables, line by line; nothing where they say it already."""
    if is_gated(view, message, version):
        return
    ladders = ladders_of(view, message)
    for use in ladders:
        yield from _rung(use, version)
    if message.type in (MessageType.REQUEST, MessageType.RESPONSE):
        for path in view.gates.paths:
            yield from _line(path, message, version)
    elif not ladders and message.type is MessageType.METADATA and view.feature("metadata.version"):
        yield (
            f"gates: no table says from which level on `{message.name}` is written in version "
            f"{version}; it needs a ladder by `metadata.version`"
        )


def _rung(use: LadderUse, version: int) -> Iterator[str]:
    feature = use.feature
    if feature is None:
        return
    top = max((n for n, given in use.values.items() if isinstance(given, int)), default=None)
    case = None if top is None else case_at(use, top)
    at = use.place if case is None else case.version_at
    level, is_new = _next_level(feature)
    yield (
        f"gates: {where_of(use)} chooses `{use.name}` by {feature.name} ({_where(at)}); "
        f"give version {version} from {level} on"
    )
    yield from (f"    {line}" for line in _proposal(use, feature, case, version, is_new=is_new))


def _next_level(feature: Feature) -> tuple[str, bool]:
    """The level that a new version may join: the newest one that is not in production, else a new one."""
    highest = feature.highest or 0
    row = feature.level(highest)
    if row is not None and not feature.is_advertised(highest):
        return _label(row), False
    return f"a new level, {highest + 1},", True


def _label(row: Level) -> str:
    return f"level {row.number}" if row.name is None else f"{row.name} (level {row.number})"


def _proposal(
    use: LadderUse, feature: Feature, case: Case | None, version: int, *, is_new: bool
) -> Iterator[str]:
    highest = feature.highest or 0
    row = None if is_new else feature.level(highest)
    number = highest + 1 if is_new else highest
    if use.table.language is Language.GATES:
        if is_new:
            yield f"level {number} unstable"
        name = str(number) if row is None or row.name is None else row.name
        yield f"{version} from {name}"
    elif use.table.language is Language.JAVA:
        constant = _constant(feature, row, case)
        yield f"if (this.isAtLeast({constant})) {{"
        yield f"    return {version};"
        yield "} else ..."


def _constant(feature: Feature, row: Level | None, case: Case | None) -> str:
    """The word by which Java code names a level; that of a new level in the way of the others."""
    if row is not None and row.name is not None:
        prefix = "IBP_" if feature.name == "metadata.version" else ""
        return prefix + row.name.replace(".", "_").replace("-", "_")
    level: LevelRef | None = None if case is None else case.level
    return "NEW_LEVEL" if level is None else f"NEW_LEVEL /* after {level.text} */"


def _line(path: Path, message: Message, version: int) -> Iterator[str]:
    rpc = rpc_name(message.name)
    for entry in path.entries:
        if rpc_name(entry.rpc.value) == rpc and entry.selection.kind is SelectionKind.EXACTLY:
            at = _where(entry.selection.origin)
            yield (
                f"gates: {path.name} path sends `{rpc}` in a constant version ({at}); "
                f"a ladder must give {version} from a new level on"
            )


def _where(at: Place) -> str:
    span = at.span
    path = at.source.path
    return path if span is None else f"{path}:{at.source.line_column(span.start)[0] + 1}"
