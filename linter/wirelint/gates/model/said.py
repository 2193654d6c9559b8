"""Values with the place that says them."""

from __future__ import annotations

from typing import Final, Generic, TypeVar

from wirelint.lazy_dataclass import dataclass, field
from wirelint.text import Location, Place, SourceText

T = TypeVar("T")

NOWHERE: Final = Location(SourceText("", ""), None)
"""The place of what was made and not read."""


@dataclass(frozen=True, slots=True)
class Said(Generic[T]):
    """A value with the place that says it."""

    value: T
    origin: Place = field(default=NOWHERE, compare=False, repr=False)
