"""What a setting is for, from the published JSON Schema of the configuration."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any

from wirelint.config.read import ConfigPath


@cache
def config_schema() -> dict[str, Any]:
    """The JSON Schema (2020-12) of `wirelint.toml`, as it ships for editors."""
    text = files("wirelint.config").joinpath("wirelint.schema.json").read_text("utf-8")
    schema: dict[str, Any] = json.loads(text)
    return schema


def describe(path: ConfigPath) -> str | None:
    """The description of the setting at a path, or of the nearest one above it."""
    node: Any = config_schema()
    found = None
    for step in path:
        node = _follow(node, step)
        if not isinstance(node, dict):
            break
        found = node.get("description", found)
    return found


def _follow(node: Any, step: str | int) -> Any:
    if "$ref" in node:
        node = config_schema()["$defs"][node["$ref"].rpartition("/")[2]]
    if isinstance(step, int):
        return node.get("items")
    return node.get("properties", {}).get(step, node.get("additionalProperties"))
