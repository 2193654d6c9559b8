"""How deep common structs hold each other."""

from __future__ import annotations

from collections.abc import Sequence

from wirelint.schema.model import Struct


def chain_of(structs: Sequence[Struct]) -> int:
    """The most structs on a way from one to one that it holds; a circle counts once. No recursion."""
    holds: dict[str, list[str]] = {}
    for struct in structs:
        found: list[str] = []
        todo = list(struct.fields)
        while todo:
            field = todo.pop()
            if field.fields:
                todo += field.fields
            elif field.type.is_struct:
                found.append(field.type.name)
        holds.setdefault(struct.name, found)
    depth: dict[str, int] = {}
    for start in holds:
        stack = [start]
        while stack:
            name = stack[-1]
            if name not in depth:
                depth[name] = 0  # open: who comes back here walks a circle
                stack += [one for one in holds[name] if one in holds and one not in depth]
                continue
            stack.pop()
            inner = [depth[one] for one in holds[name] if one in holds]
            depth[name] = max(depth[name], 1 + max(inner, default=0))
    return max(depth.values(), default=0)
