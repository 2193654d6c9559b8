"""What the properties of a schema mean, from the published JSON Schema."""

from __future__ import annotations

from functools import cache
from typing import Any

from wirelint.schema.shape import message_schema


@cache
def property_words(owner: str) -> dict[str, str]:
    """Descriptions by property; `owner` is "message", "field" or "commonStruct"."""
    schema = message_schema()
    node: Any = schema if owner == "message" else schema["$defs"].get(owner, {})
    return {
        name: one.get("description", "")
        for name, one in node.get("properties", {}).items()
        if isinstance(one, dict)
    }
