# An effect is looked for where functions change their value, not where a text names the level: a rung
# that gives what the level below gives already is no effect.
"""What a level does."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import Enum

from wirelint.gates.model import (
    UNDEFINED,
    Case,
    Flag,
    LadderKind,
    Outcome,
    Predicate,
)
from wirelint.gates.truth import holds
from wirelint.lazy_dataclass import dataclass
from wirelint.project.gates import FeatureSite, LadderUse
from wirelint.text import Place


class EffectKind(Enum):
    RUNG = "rung"
    CAPABILITY = "capability"
    VARIANT = "variant"
    NEED = "need"
    FLAG = "flag"
    HONOUR = "honour"
    ANCHOR = "anchor"  # other features' defaults and dependencies, its own default


@dataclass(frozen=True, slots=True)
class Effect:
    """One thing that a level does; `what` says it in the third person."""

    kind: EffectKind
    what: str
    at: Place
    is_record: bool = False


def format_effects(site: FeatureSite, number: int) -> Iterator[Effect]:
    """What a level that is `empty` must not have: it changes what is written or asked for."""
    row = site.row(number)
    if row is not None:
        if row.is_metadata:
            yield Effect(EffectKind.FLAG, "is `metadata`", row.place_of(Flag.METADATA))
        for capability in row.enables:
            yield Effect(EffectKind.CAPABILITY, f"enables `{capability.value}`", capability.origin)
        for need in row.needs:
            yield Effect(EffectKind.NEED, f"needs `{need.feature.value}`", need.origin)
    below = level_below(site, number)
    for use in site.ladders:
        now = use.values.get(number)
        before: Outcome = UNDEFINED if below is None else use.values.get(below)
        if below is not None and now is not None and before is not None and now != before:
            case = case_at(use, number)
            place = use.place if case is None else case.origin
            yield Effect(
                EffectKind.RUNG,
                f"gives {subject_of(use)} {spelled(now)}",
                place,
                is_record=is_record(use),
            )
    for predicate in site.predicates:
        if turns_on(predicate.values, number, below):
            yield Effect(
                EffectKind.CAPABILITY,
                f"enables `{predicate.name}`",
                predicate.predicate.origin,
            )
    for format_ in (one for table in site.tables() for one in table.formats):
        for variant in format_.variants:
            by = variant.feature
            if by is not None and by.value == site.name and site.number(variant.level) == number:
                yield Effect(
                    EffectKind.VARIANT,
                    f"writes variant {variant.number} of `{format_.name}`",
                    variant.number_at,
                )


def effects(site: FeatureSite, number: int) -> Iterator[Effect]:
    """Everything that a level is good for."""
    yield from format_effects(site, number)
    row = site.row(number)
    if row is not None and row.default_from is not None:
        yield Effect(EffectKind.ANCHOR, "is a default", row.default_from.origin)
    if row is not None and row.has(Flag.BARRIER):
        yield Effect(EffectKind.FLAG, "is `barrier`", row.place_of(Flag.BARRIER))
    for table in site.tables():
        for honour in table.honours:
            if honour.feature.value == site.name and site.number(honour.level) == number:
                yield Effect(EffectKind.HONOUR, "lets requests be honoured", honour.origin)
        for infer in table.infers:
            if infer.feature.value == site.name and site.number(infer.level) == number:
                yield Effect(EffectKind.HONOUR, "is told by a request version", infer.origin)
        for feature in table.features:
            for other in feature.rows:
                default = other.default_from
                if (
                    default is not None
                    and default.feature.value == site.name
                    and site.number(default.level) == number
                ):
                    yield Effect(
                        EffectKind.ANCHOR, f"makes `{feature.name}` a default", default.origin
                    )
                for need in other.needs:
                    if need.feature.value == site.name and site.number(need.level) == number:
                        yield Effect(
                            EffectKind.ANCHOR, f"is needed by `{feature.name}`", need.origin
                        )


def level_below(site: FeatureSite, number: int) -> int | None:
    """The supported level before, None for the lowest one."""
    low = site.feature.low
    below = [
        one.number
        for one in site.feature.rows
        if one.number is not None and one.number < number and (low is None or one.number >= low)
    ]
    return max(below, default=None)


def turns_on(values: Mapping[int, bool | None], number: int, below: int | None) -> bool:
    """Whether a predicate's truth table goes from off to on at a level."""
    return below is not None and values.get(number) is True and values.get(below) is False


def case_at(use: LadderUse, number: int) -> Case | None:
    """The case of a ladder that decides at a level; None where it cannot be told."""
    feature = use.site.ladder.feature
    for case in use.site.ladder.cases:
        if feature is None:
            return case
        answer = holds(Predicate(name="", feature=feature, guard=case.guard), number, use.gates)
        if answer is None:
            return None
        if answer:
            return case
    return None


def subject_of(use: LadderUse) -> str:
    """The thing whose version a ladder gives, for messages."""
    if use.site.kind is LadderKind.LOOSE:
        return f"`{use.name}`"
    on = f" on path `{use.site.path.name}`" if use.site.path is not None else ""
    return f"`{use.name}`{on}"


def is_record(use: LadderUse) -> bool:
    """Whether a ladder chooses the version of a record, as it is declared or named."""
    return use.site.kind is LadderKind.RECORD or (
        use.site.kind is LadderKind.LOOSE and use.name.endswith("RecordVersion")
    )


def spelled(version: Outcome) -> str:
    """A version for messages: `version 3`, or that there is none."""
    if version is None:
        return "a version that cannot be told"
    return "no version" if version is UNDEFINED else f"version {version}"
