"""`wirelint decode`."""

from __future__ import annotations

import argparse
import json
import re
import sys
from typing import Final

from wirelint.cli.finding import find_message
from wirelint.cli.output import say
from wirelint.errors import UsageError
from wirelint.reporters.words import count, inert
from wirelint.wire.annotate import annotate, line_json, plain, render_lines
from wirelint.wire.codec import bound_at
from wirelint.wire.reading import try_read
from wirelint.wire.trace import CodecError

_BETWEEN: Final = re.compile(r"[\s:,]+")
_STRANGE: Final = re.compile(r"[^0-9a-fA-F\s:,]")


def run(args: argparse.Namespace) -> int:
    """Decode bytes; 1 where they are not a message of this version."""
    message = find_message(args, args.against)
    data = _bytes(args.hex)
    bound = bound_at(message, args.message_version)
    attempt = try_read(bound, data)
    lines = annotate(attempt.parts, data)
    failed = attempt.result if isinstance(attempt.result, CodecError) else None
    ok = failed is None and not attempt.rest
    if args.format == "json":
        shape = {
            "message": message.name,
            "version": args.message_version,
            "value": None
            if isinstance(attempt.result, CodecError)
            else plain(bound, attempt.result),
            "parts": [line_json(line) for line in lines],
            "rest": attempt.rest,
            "error": None if failed is None else {"offset": failed.offset, "message": str(failed)},
        }
        say(json.dumps(shape, indent=1) + "\n")
        return int(not ok)
    title = f"{message.name} version {args.message_version}, {count(len(data), 'byte')}"
    text = [title, "", *render_lines(lines)] if lines else [title]
    if args.format == "markdown":
        text = [f"## {title}", "", "```text", *render_lines(lines), "```"]
    if failed is not None:
        text += ["", f"These bytes are no {message.name} of this version: {failed}"]
    elif attempt.rest:
        text += [
            "",
            f"{count(attempt.rest, 'byte')} left over: not a {message.name} of this version",
        ]
    say("".join(f"{inert(line)}\n" for line in text))
    return int(not ok)


def _bytes(text: str) -> bytes:
    if text == "-":
        raw = sys.stdin.buffer.read()
        try:
            text = raw.decode("ascii")
        except UnicodeDecodeError:
            return raw  # not hex: the bytes themselves
    text = text.replace("0x", "  ")
    strange = _STRANGE.search(text)
    if strange is not None:
        raise UsageError(
            f"the bytes are no hex: character {strange.start() + 1} is `{strange[0]}`; write pairs of"
            " hex digits"
        )
    digits = _BETWEEN.sub("", text)
    if len(digits) % 2:
        raise UsageError(
            f"the bytes are no hex: {count(len(digits), 'digit')}, and a byte takes two; write pairs"
            " of hex digits"
        )
    return bytes.fromhex(digits)
