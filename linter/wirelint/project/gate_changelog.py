"""What changed in gate tables, for the changelog."""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.evolution.changelog import Effect, Entry
from wirelint.gates.model import UNDEFINED, Level, Outcome
from wirelint.project.gate_changes import Change, FeatureChanges, GateChanges, LadderChanges
from wirelint.project.gates import FeatureSite, GatePair
from wirelint.text import count


def gate_entries(pair: GatePair) -> Iterator[Entry]:
    """The changes of features, of their levels, and of what levels turn on."""
    changes = GateChanges(pair)
    for one in pair.features:
        if one.before is None and one.after is not None:
            levels = count(len(one.after.feature.levels), "level")
            yield _entry(Effect.SAFE, "feature-added", one.after, f"new feature with {levels}")
        elif one.after is None and one.before is not None:
            yield _entry(Effect.BREAKING, "feature-removed", one.before, "the feature is gone")
    for feature in changes.features:
        yield from _levels(feature)
    for ladder in changes.ladders:
        yield from _rungs(ladder)


def _entry(effect: Effect, kind: str, site: FeatureSite, text: str) -> Entry:
    return Entry(
        effect=effect, kind=kind, subject=site.name, text=text, paths=(site.table.source.path,)
    )


def _levels(changes: FeatureChanges) -> Iterator[Entry]:
    after = changes.after
    for one in changes.levels:
        effect = Effect.BREAKING if one.advertised and not one.loosened else Effect.SAFE
        said = _named(one.before)
        match one.change:
            case Change.RENUMBERED:
                number = None if one.after is None else one.after.number
                text = f"{said} is level {number} now"
            case Change.REMOVED:
                text = f"{said} is gone"
            case Change.MINIMUM_RAISED:
                effect, text = Effect.ROLLOUT, f"{said} is below the lowest level now"
            case _:
                text = f"{said} means something else: {'; '.join(one.what)}"
        kind = f"level-{one.change.value.replace(' ', '-')}"
        yield _entry(effect, kind, after, text)
    for capability in changes.capabilities:
        name = f"`{capability.after.predicate.name}`"
        at = _levels_of(capability.levels)
        text = (
            f"{name} begins at the released {at}"
            if capability.before is None
            else f"{name} differs at the released {at}"
        )
        yield _entry(Effect.BREAKING, "capability-changed", after, text)
    for level in _new(changes):
        yield _entry(Effect.SAFE, "level-added", after, f"{_named(level)} is new")
    old, new = changes.before.feature.production, after.feature.production
    if old != new and old is not None and new is not None:
        text = f"the newest production level is {new}, it was {old}"
        yield _entry(Effect.ROLLOUT, "production-level-changed", after, text)


def _new(changes: FeatureChanges) -> list[Level]:
    known = {one.number for one in changes.before.feature.levels}
    moved = {
        one.after.number
        for one in changes.levels
        if one.change is Change.RENUMBERED and one.after is not None
    }
    levels = changes.after.feature.levels
    return [
        one
        for one in levels
        if one.number is not None and one.number not in known and one.number not in moved
    ]


def _rungs(changes: LadderChanges) -> Iterator[Entry]:
    feature, pair = changes.feature, changes.pair
    if feature is None or pair.before is None:
        return
    for one in changes.rungs:
        at = _levels_of(one.levels)
        text = f"`{pair.name}` is {_said(one.after)} at {at}, it was {_said(one.before)}"
        yield _entry(Effect.BREAKING, "released-rung-changed", feature.after, text)
    for level in _new(feature):
        number = level.number or 0
        below = [value for at, value in pair.after.values.items() if at < number]
        here = pair.after.values.get(number)
        if below and here is not None and here != below[-1]:
            text = f"level {number} turns on `{pair.name}` {_said(here)}, it was {_said(below[-1])}"
            yield _entry(Effect.ROLLOUT, "rung-added", feature.after, text)


def _said(outcome: Outcome) -> str:
    return "no version" if outcome in {UNDEFINED, None} else f"version {outcome}"


def _levels_of(levels: tuple[Level, ...]) -> str:
    numbers = ", ".join(str(level.number) for level in levels)
    return f"level{'s' if len(levels) > 1 else ''} {numbers}"


def _named(level: Level) -> str:
    return f"level {level.number}" + (f" (`{level.name}`)" if level.name else "")
