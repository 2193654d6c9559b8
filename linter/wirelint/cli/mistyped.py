# argparse tells what it refuses in words only, so the words are read; where another Python says them
# differently, there is no suggestion.
"""What was probably meant by a word that a parser refused."""

from __future__ import annotations

import argparse
import re
from typing import Final

from wirelint.cli.completion import node_of
from wirelint.spelling import did_you_mean

_CHOICE: Final = re.compile(r"invalid choice: '(.*?)' \(choose from (.*)\)")
_UNKNOWN: Final = "unrecognized arguments: "


def hint(parser: argparse.ArgumentParser, message: str) -> str:
    """What to add to an error of argparse: a choice or an option that is spelled nearly so."""
    choice = _CHOICE.search(message)
    if choice is not None:
        return did_you_mean(choice[1], re.findall(r"[\w-]+", choice[2]))
    if not message.startswith(_UNKNOWN):
        return ""
    nodes = node_of(parser).all()
    known = {name for one in nodes for option in one.options for name in option.names}
    words = (word.partition("=")[0] for word in message.removeprefix(_UNKNOWN).split())
    return "".join(did_you_mean(word, known) for word in words if word.startswith("--"))
