# Names say what belongs together where no declaration of the same file does: code of one class names
# levels of another. The conventions are Kafka's; where a file declares a name, that one counts.
"""How code spells the names of features, levels and RPCs."""

from __future__ import annotations

import re
from typing import Final

_ENUM_LEVEL: Final = re.compile(r"[A-Za-z]+_(\d+(?:_\d+)+)(?:_(IV\d+))?")
_WORD: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z][a-z])|(?<=[A-Z][A-Z])(?=[A-Z][a-z])")


def feature_name(class_name: str) -> str:
    """Return the feature that a class is about: `GroupVersion` is `group.version`."""
    return ".".join(_WORD.split(class_name)).lower()


def level_name(constant: str) -> str:
    """Return a level's name: `IBP_4_0_IV1` is `4.0-IV1`; any other constant names itself."""
    matched = _ENUM_LEVEL.fullmatch(constant)
    if matched is None:
        return constant
    release = matched[1].replace("_", ".")
    return f"{release}-{matched[2]}" if matched[2] else release


def camel(constant: str) -> str:
    """Return the RPC of a constant: `PRODUCE` is `Produce`, `END_TXN` is `EndTxn`."""
    return "".join(word.capitalize() for word in constant.split("_"))
