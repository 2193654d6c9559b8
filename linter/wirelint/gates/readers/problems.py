"""What readers of code say."""

from __future__ import annotations

from typing import Final

from wirelint.diagnostics import Finding, Problem
from wirelint.text import Place

UNREADABLE: Final = "unreadable-ladder"


def unreadable(at: Place, message: str) -> Problem:
    """Say that something in a gate table is not understood, at the smallest thing that is not."""
    return Problem(UNREADABLE, Finding(at, message))
