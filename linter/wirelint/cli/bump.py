"""`wirelint bump`."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from wirelint.cli.bump_gates import gate_steps
from wirelint.cli.finding import find_message, find_partner
from wirelint.cli.fix import difference
from wirelint.cli.gates_beside import gates_beside
from wirelint.cli.output import say
from wirelint.cli.settings import settings_of
from wirelint.diagnostics import Edit, Fix
from wirelint.errors import UsageError, WirelintError
from wirelint.fixing import apply_fixes
from wirelint.intake.compared import specs_of
from wirelint.reporters.words import inert
from wirelint.schema.model import Message, MessageType
from wirelint.sources.folder import FolderTree
from wirelint.sources.writing import write_atomically
from wirelint.syntax.decoding import encode
from wirelint.syntax.edits import quoted
from wirelint.syntax.origin import JsonPlace, Part
from wirelint.text import Location, SourceText, Span
from wirelint.versions import MAX_VERSION, VersionRange


def run(args: argparse.Namespace) -> int:
    """Start a new version of a message and of its other half; show the edit or write it."""
    message = find_message(args)
    halves = [message]
    if message.type in (MessageType.REQUEST, MessageType.RESPONSE):
        partner = find_partner(args, message)
        if partner is not None:
            halves.append(partner)
    halves.sort(key=lambda one: one.type is MessageType.RESPONSE)
    version = _next_version(halves)
    if args.against is not None:
        _must_be_released(args, message, version)
    texts = {one.origin.source.path: one.origin.source.text for one in halves}
    fix = Fix(
        "start a version",
        tuple(edit for one in halves for edit in _edits(one, version, args.comment)),
    )
    changed = apply_fixes(texts, [fix])
    for one in halves:
        source = one.origin.source
        after = changed[source.path]
        if args.write:
            write_atomically(source.path, encode(after, source.encoding))
        else:
            say(difference(source.path, source.text, after))
    steps = _next_steps(halves, version, written=args.write)
    view = gates_beside(args, message)
    if view is not None:
        steps += gate_steps(view, halves[0], version)
    say("".join(f"{inert(line)}\n" for line in steps))
    return 0


def _next_version(halves: list[Message]) -> int:
    for one in halves:
        if one.is_tombstone:
            raise UsageError(f"`{one.name}` has no versions any more; it cannot be bumped")
        if one.valid_versions.high >= MAX_VERSION:
            raise WirelintError(f"`validVersions` of `{one.name}` is open; end it first")
    highest = {one.valid_versions.high for one in halves}
    if len(highest) > 1:
        said = " and ".join(f"`{one.name}` {one.valid_versions}" for one in halves)
        raise WirelintError(f"{said} end at different versions; bring them together first")
    return highest.pop() + 1


def _must_be_released(args: argparse.Namespace, message: Message, version: int) -> None:
    against = specs_of([args.against], settings_of(args, FolderTree()))[0]
    released = find_message(args, against)
    if version - 1 not in released.valid_versions:
        raise UsageError(
            f"version {version - 1} of `{message.name}` is not in `{against}` yet, "
            "so it can still change; no new version is needed"
        )


def _edits(message: Message, version: int, comment: str | None) -> list[Edit]:
    origin = message.origin
    valid = VersionRange(message.valid_versions.low, version)
    key = JsonPlace(origin.document, ("validVersions",), Part.KEY).span
    edits = [Edit(origin.value("validVersions"), quoted(str(valid)))]
    if key is not None:
        said = comment or "is new: say here what it changes"
        edits.insert(0, Edit(*_comment(origin.source, key, f"Version {version} {said}")))
    return edits


def _comment(source: SourceText, key: Span, text: str) -> tuple[Location, str]:
    """A comment line of its own above the property, or behind the property before it."""
    line, column = source.line_column(key.start)
    lead = source.line_text(line)[:column]
    start = source.line_starts[line]
    end = "\r\n" if "\r\n" in source.text else "\n"
    text = f"// {text.rstrip('.')}."
    if lead.strip():
        return Location(source, Span(key.start, key.start)), f"{text}{end}{' ' * column}"
    above = list(_comments_above(source, line))
    # An empty comment line between versions only where the file parts its comments so.
    blank = f"{lead}//{end}" if "//" in above[1:] and above[0] != "//" else ""
    return Location(source, Span(start, start)), f"{blank}{lead}{text}{end}"


def _comments_above(source: SourceText, line: int) -> Iterator[str]:
    """The comment lines that end above a line, the nearest first."""
    while line and (text := source.line_text(line - 1).strip()).startswith("//"):
        yield text
        line -= 1


def _next_steps(halves: list[Message], version: int, *, written: bool) -> list[str]:
    names = " and ".join(one.name for one in halves)
    lines = [f"{names}: version {version}{'' if written else ' (--write makes the edit)'}"]
    lines.append(f'next: give what is new "versions": "{version}+"')
    if not any(version in one.flexible for one in halves):
        lines.append(
            f'version {version} is not flexible; "flexibleVersions": "{version}+" would let later '
            "fields be tagged, without a new version"
        )
    return lines
