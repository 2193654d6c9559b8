"""`wirelint show`."""

from __future__ import annotations

import argparse
import json
import sys

from wirelint.cli.finding import find_message
from wirelint.wire.show import show
from wirelint.wire.show_text import render_markdown, render_text, to_json


def run(args: argparse.Namespace) -> int:
    """Print the layout of a message."""
    message = find_message(args, args.against)
    version = args.message_version
    if version is None and args.bytes and message.valid_versions:
        version = message.valid_versions.high
    data = show(message, version, example=args.bytes)
    if args.format == "json":
        sys.stdout.write(json.dumps(to_json(data), indent=1) + "\n")
    else:
        sys.stdout.write((render_text if args.format == "text" else render_markdown)(data))
    return 0
