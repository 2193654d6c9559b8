# Jackson reads a repeated property twice. What the first one said is thrown away, but it must be
# readable: a hidden list of fields is a list of fields (schema-rules 1.11). Imported only for
# documents with repeated properties.
"""What is wrong with values that a later property of the same name hides."""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Finding, Problem
from wirelint.schema.build import SHAPE_RULES, Reader
from wirelint.schema.dialect import Dialect
from wirelint.syntax.document import Document, Path
from wirelint.syntax.origin import Origin
from wirelint.syntax.tree import Member, Object
from wirelint.text import Location, Span


def shadowed_problems(document: Document, dialect: Dialect) -> Iterator[Problem]:
    """At most one problem for each hidden value, at that value."""
    tree = document.tree
    for parent in dict.fromkeys(path[:-1] for path, _ in tree.shadowed):
        node = tree.node(parent)
        if not isinstance(node, Object) or not _has_properties(parent):
            continue
        last = {member.key: member for member in node.members}
        for member in node.members:
            if last[member.key] is not member:
                yield from _unreadable(document, dialect, parent, member)


def _has_properties(path: Path) -> bool:
    names = [step for step in path if isinstance(step, str)]
    return not names or names[-1] in {"fields", "commonStructs"}


def _unreadable(
    document: Document, dialect: Dialect, path: Path, member: Member
) -> Iterator[Problem]:
    reader = Reader(document, dialect)
    _read(reader, Origin(document, path, {member.key: member.value.value}), member.key)
    for problem in reader.problems:
        if problem.rule in SHAPE_RULES:
            place = Location(document.source, Span(member.value.start, member.value.end))
            said = f"{problem.finding.message}, and a hidden `{member.key}` is read, too"
            yield Problem(problem.rule, Finding(place, said))
            return


def _read(reader: Reader, origin: Origin, key: str) -> None:
    """As when an object is read, but version ranges and field types need only be texts."""
    if key == "fields":
        reader.fields(origin)
    elif key == "commonStructs":
        reader.structs(origin)
    elif key == "listeners":
        reader.listener_names(origin)
    elif key == "apiKey":
        reader.integer(origin, key, 16)
    elif key == "tag":
        reader.integer(origin, key, 32)
    elif key in {"mapKey", "ignorable", "zeroCopy", "latestVersionUnstable"}:
        reader.boolean(origin, key)
    elif key == "entityType":
        words = tuple(reader.entity_types)
        reader.word(origin, key, words, words)
    elif key == "type" and not origin.path:
        reader.word(origin, key, reader.message_types, reader.ordinal_types)
    else:
        reader.text(origin, key)
