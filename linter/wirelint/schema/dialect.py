# What one generation of the generator, or one fork of it, knows beyond the rest. Reading never
# depends on it; verdicts do.
"""Dialects of the schema language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from wirelint.lazy_dataclass import dataclass, field

# Entity types in the generator's order, each with the type that the field's element must have.
ENTITY_TYPES: Final[Mapping[str, str | None]] = {
    "unknown": None,
    "transactionalId": "string",
    "producerId": "int64",
    "groupId": "string",
    "topicName": "string",
    "brokerId": "int32",
}
LISTENERS: Final = ("zkBroker", "broker", "controller")
# Message types in the generator's order; the first five have ordinals, the others came with 4.1.
MESSAGE_TYPES: Final = tuple(
    "request response header metadata data coordinator-key coordinator-value".split()
)
ORDINAL_TYPES: Final = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Dialect:
    """Which words the checked schemas may use.

    `generation` is "2.x", "3.x", "4.0", "4.1" or None for 3.x and 4.x together (schema-rules 13).
    `extra_entity_types` maps a fork's entity types to the field type they need, or None.
    """

    generation: str | None = None
    extra_entity_types: Mapping[str, str | None] = field(default_factory=dict)
    extra_listeners: tuple[str, ...] = ()
    extra_message_properties: frozenset[str] = frozenset()
    extra_field_properties: frozenset[str] = frozenset()

    @property
    def knows_stubs(self) -> bool:
        """Whether a message may have no versions at all, to keep the key of a removed API."""
        return self.generation not in {"2.x", "3.x"}

    def message_types(self) -> tuple[str, ...]:
        older = self.generation in {"2.x", "3.x", "4.0"}
        return MESSAGE_TYPES[:ORDINAL_TYPES] if older else MESSAGE_TYPES

    def entity_types(self) -> dict[str, str | None]:
        return {**ENTITY_TYPES, **self.extra_entity_types}


DEFAULT_DIALECT: Final = Dialect()
