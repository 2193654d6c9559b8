"""From a text to its JSON."""

from __future__ import annotations

import json
import re
from typing import Final

_SURROGATE: Final = re.compile("[\ud800-\udfff]")  # which no encoding can write


def quoted(text: str) -> str:
    """The JSON text of a string, with no more escapes than it needs."""
    written = json.dumps(text, ensure_ascii=False)
    return _SURROGATE.sub(lambda match: f"\\u{ord(match[0]):04x}", written)
