"""`.gates` files, read as any other table."""

from __future__ import annotations

from wirelint.gates.language import read_gates as read

__all__ = ["read"]
