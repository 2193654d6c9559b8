"""Ladders and predicates: functions of a feature's level."""

from __future__ import annotations

from enum import Enum
from typing import Final, TypeAlias

from wirelint.gates.model.levels import LevelRef
from wirelint.gates.model.said import NOWHERE, Said
from wirelint.lazy_dataclass import dataclass, field
from wirelint.text import Place


@dataclass(frozen=True, slots=True)
class FromLevel:
    """The level or a later row: `isAtLeast(X)`, `level >= 2`."""

    level: LevelRef


@dataclass(frozen=True, slots=True)
class OnLevels:
    """One of these levels and no other: the labels of a `switch` arm, `== X`."""

    levels: tuple[LevelRef, ...]


@dataclass(frozen=True, slots=True)
class Holds:
    """Whatever another predicate of the same feature says: `if (isElrSupported())`."""

    predicate: str


@dataclass(frozen=True, slots=True)
class Not:
    guard: Guard


@dataclass(frozen=True, slots=True)
class AllOf:
    """Every guard holds; `AllOf(())` always holds and is `ALWAYS`."""

    guards: tuple[Guard, ...]


@dataclass(frozen=True, slots=True)
class AnyOf:
    """Some guard holds; `AnyOf(())` never holds and is `NEVER`."""

    guards: tuple[Guard, ...]


Guard: TypeAlias = FromLevel | OnLevels | Holds | Not | AllOf | AnyOf

ALWAYS: Final = AllOf(())
NEVER: Final = AnyOf(())


class Undefined(Enum):
    """No version at all: the code throws, the table has no rung."""

    UNDEFINED = "undefined"


UNDEFINED: Final = Undefined.UNDEFINED

Outcome: TypeAlias = int | Undefined | None
"""A version; `UNDEFINED`; or None where it cannot be told."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One branch of a ladder: a rung `17 from 3.9-IV0`, an `if`, an arm of a `switch`.

    `origin` is the whole branch, `version_at` the version in it; the level's place is in `guard`.
    """

    guard: Guard
    version: Outcome
    doc: str = ""
    version_at: Place = field(default=NOWHERE, compare=False, repr=False)
    origin: Place = field(default=NOWHERE, compare=False, repr=False)

    @property
    def level(self) -> LevelRef | None:
        """The level of a plain rung, None for any other guard."""
        return self.guard.level if isinstance(self.guard, FromLevel) else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Ladder:
    """A version as a function of a feature's level; `gates.truth` evaluates it.

    The first case that holds decides; where none does the value is `UNDEFINED`. A `.gates` ladder
    is written ascending, so its cases are its lines from last to first (`rungs` is the order of
    the lines). `feature` is None for a function of no level; then `cases` is one constant.
    `name` is the function in code.
    """

    feature: Said[str] | None
    cases: tuple[Case, ...]
    name: str | None = None
    origin: Place = field(default=NOWHERE, compare=False, repr=False)

    @property
    def rungs(self) -> tuple[Case, ...]:
        """The cases ascending: the last one to be asked first."""
        return self.cases[::-1]


@dataclass(frozen=True, slots=True, kw_only=True)
class Predicate:
    """A capability as a function of a feature's level: `isElrSupported`.

    Those that a level `enables` are in `Gates.predicates` too, in this form.
    """

    name: str
    feature: Said[str]
    guard: Guard
    origin: Place = field(default=NOWHERE, compare=False, repr=False)
