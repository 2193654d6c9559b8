"""`wirelint show`."""

from __future__ import annotations

import argparse
import json

from wirelint.cli.finding import find_message
from wirelint.cli.gates_beside import gates_beside
from wirelint.cli.output import say
from wirelint.project.gate_notes import GateNote, gate_notes
from wirelint.reporters.words import inert
from wirelint.wire.show import Note, show
from wirelint.wire.show_text import render_markdown, render_text, to_json


def run(args: argparse.Namespace) -> int:
    """Print the layout of a message."""
    message = find_message(args, args.against)
    version = args.message_version
    if version is None and args.bytes and message.valid_versions:
        version = message.valid_versions.high
    view = gates_beside(args, message, args.against)
    notes = () if view is None else gate_notes(view, message)
    data = show(message, version, example=args.bytes, notes=map(_note, notes))
    if args.format == "json":
        say(json.dumps(to_json(data), indent=1) + "\n")
    else:
        say((render_text if args.format == "text" else render_markdown)(data))
    return 0


def _note(note: GateNote) -> Note:
    span = note.at.span
    return Note(
        version=note.version,
        text=inert(note.text),
        facts={
            "version": note.version,
            "where": note.where,
            "feature": note.feature,
            "level": note.level,
            "level_name": note.level_name,
            "production": note.production,
            "text": note.text,
            "path": note.at.source.path,
            "line": None if span is None else note.at.source.line_column(span.start)[0] + 1,
        },
    )
