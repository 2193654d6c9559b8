# Pure functions from an answer of `wirelint.rollout` to text. One module for each command; what is a
# web page stands apart.
"""How `negotiate`, `matrix` and `plan` print."""

from __future__ import annotations

from collections.abc import Mapping

from wirelint.lazy_dataclass import dataclass, field


@dataclass(frozen=True, kw_only=True)
class Answer:
    """What surrounds an answer: levels with their labels, those of them that were given, notes."""

    levels: Mapping[str, tuple[int, str]] = field(default_factory=dict)
    said: frozenset[str] = frozenset()
    notes: tuple[str, ...] = ()
