# What one generation of the generator, or one fork of it, knows beyond the rest. Reading never
# depends on it; verdicts do.
"""Dialects of the schema language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

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

    def entity_types(self) -> dict[str, str | None]:
        return {**ENTITY_TYPES, **self.extra_entity_types}


DEFAULT_DIALECT: Final = Dialect()
