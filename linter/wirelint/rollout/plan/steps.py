"""The steps of a rolling upgrade, and their order."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import Enum

from wirelint.errors import UsageError
from wirelint.gates.model import Gates
from wirelint.lazy_dataclass import dataclass
from wirelint.spelling import did_you_mean


class Doing(Enum):
    """What is done; the values are the words of `--order`."""

    BINARIES = "binaries"
    CLIENTS = "clients"
    FOREIGN = "foreign"
    LEVEL = "level"


@dataclass(frozen=True, slots=True)
class Part:
    """One thing that is done. `feature` and `level` only for a level."""

    doing: Doing
    feature: str = ""
    level: int = 0


@dataclass(frozen=True, slots=True)
class Step:
    """Parts that happen in one go."""

    parts: tuple[Part, ...]

    def does(self, doing: Doing) -> bool:
        return any(one.doing is doing for one in self.parts)

    @property
    def levels(self) -> dict[str, int]:
        return {one.feature: one.level for one in self.parts if one.doing is Doing.LEVEL}

    def __str__(self) -> str:
        return "+".join(
            one.feature if one.doing is Doing.LEVEL else one.doing.value for one in self.parts
        )


def read_order(
    text: str, goals: Mapping[str, int], level_of: Callable[[str, str], int]
) -> tuple[Step, ...]:
    """Read `binaries,metadata.version=27,clients`. Raises UsageError for a step of no meaning.

    A feature without a level goes to its goal; `level_of` resolves a level that is written.
    """
    words = {one.value: one for one in Doing if one is not Doing.LEVEL}
    steps = []
    for group in filter(None, (one.strip() for one in text.split(","))):
        parts = []
        for word in (one.strip() for one in group.split("+")):
            feature, equals, level = word.partition("=")
            if word in words:
                parts.append(Part(words[word]))
            elif equals:
                parts.append(Part(Doing.LEVEL, feature, level_of(feature, level)))
            elif feature in goals:
                parts.append(Part(Doing.LEVEL, feature, goals[feature]))
            else:
                known = ", ".join(f"`{one}`" for one in (*words, *goals))
                meant = did_you_mean(word, (*words, *goals))
                raise UsageError(
                    f"--order: `{word}` is no step{meant or f'; the steps are {known}'}"
                )
        steps.append(Step(tuple(parts)))
    if not steps:
        raise UsageError("--order names no step")
    return tuple(steps)


def default_order(
    gates: Gates, start: Mapping[str, int], goals: Mapping[str, int], *, same_binaries: bool
) -> tuple[Step, ...]:
    """The order that is safe: binaries, then each level after those it needs.

    Clients go before the level of a format that requests carry: until most are upgraded, raising
    it costs conversions.
    """
    steps = [] if same_binaries else [Step((Part(Doing.BINARIES),))]
    carried = {
        variant.feature.value
        for one in gates.formats
        if one.carries
        for variant in one.variants
        if variant.feature is not None
    }
    clients_done = False
    for feature in _after_needs(gates, list(goals)):
        if goals[feature] == start.get(feature):
            continue
        if feature in carried and not clients_done:
            steps.append(Step((Part(Doing.CLIENTS),)))
            clients_done = True
        steps.append(Step((Part(Doing.LEVEL, feature, goals[feature]),)))
    return tuple(steps)


def _after_needs(gates: Gates, features: Sequence[str]) -> list[str]:
    ordered: list[str] = []

    def visit(name: str, above: frozenset[str]) -> None:
        feature = gates.feature(name)
        if name in ordered or name in above or feature is None:
            return
        for row in feature.rows:
            drivers = [one.feature.value for one in row.needs]
            if row.default_from is not None:
                drivers.append(row.default_from.feature.value)
            for driver in drivers:
                visit(driver, above | {name})
        ordered.append(name)

    for name in features:
        visit(name, frozenset())
    return [one for one in ordered if one in features]
