"""What the terminal can show."""

from __future__ import annotations

import os
import sys


def wants_color(choice: str) -> bool:
    """Whether to paint: `auto` asks the terminal and honours NO_COLOR and FORCE_COLOR."""
    if choice != "auto":
        return choice == "always"
    if "NO_COLOR" in os.environ or os.environ.get("TERM") == "dumb":
        return False
    return bool(os.environ.get("FORCE_COLOR")) or sys.stdout.isatty()
