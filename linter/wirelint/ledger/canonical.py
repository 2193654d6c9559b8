# A message as lines: everything that a comparison looks at and nothing else. The lines are read
# back through JSON and the builder, so that a ledger and a git history give the same model.
"""Messages to lines and back."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any, Final

from wirelint.ledger.model import LedgerError
from wirelint.schema.model import Field, Message, Struct, allow_deep_models
from wirelint.versions import VersionRange

_PLAIN: Final = re.compile(r"[A-Za-z0-9_.+\-\[\]*/]+")
# A quote without an end goes to the end of the line, so that no pattern looks twice.
_TOKEN: Final = re.compile(r'(?:[^\s"]++|"(?:[^"\\]++|\\.)*+"?)++')
_NUMBER: Final = re.compile(r"-?[0-9]{1,10}")
# Fields of a schema nest 498 deep at most (Jackson's limit); the writer of JSON goes by recursion.
_MAX_DEPTH: Final = 500
_DEEP: Final = 100

# The words of a line and the properties they stand for, in the order they are written.
_MESSAGE_WORDS: Final = (
    ("key", "apiKey"),
    ("valid", "validVersions"),
    ("flexible", "flexibleVersions"),
    ("deprecated", "deprecatedVersions"),
)
_FIELD_WORDS: Final = (
    ("nullable", "nullableVersions"),
    ("tagged", "taggedVersions"),
    ("tag", "tag"),
    ("flexible", "flexibleVersions"),
    ("default", "default"),
    ("entity", "entityType"),
)
_FIELD_FLAGS: Final = (
    ("ignorable", "ignorable"),
    ("mapKey", "mapKey"),
    ("zeroCopy", "zeroCopy"),
)


def message_lines(message: Message) -> tuple[str, ...]:
    """The message in canonical form, one line for itself and one for each field."""
    words = [message.type.value, _quoted(message.name)]
    if message.api_key is not None:
        words.append(f"key={message.api_key}")
    words.append(f"valid={message.valid_versions}")
    if message.flexible_versions is not None:
        words.append(f"flexible={message.flexible_versions}")
    if message.deprecated_versions:
        words.append(f"deprecated={message.deprecated_versions}")
    if message.latest_version_unstable:
        words.append("unstable")
    words += [f"listener={_quoted(one)}" for one in sorted(set(message.listeners))]
    return (
        " ".join(words),
        *_field_lines(message.fields, 1),
        *(line for struct in message.common_structs for line in _struct_lines(struct)),
    )


def message_json(lines: Sequence[str]) -> str:
    """A schema text that reads as the message of the lines. Raises LedgerError."""
    if not lines:
        raise LedgerError("a message without lines")
    words = _words(lines[0])
    root: dict[str, Any] = {"type": words[0], "name": unquoted(words[1])}
    names = dict(_MESSAGE_WORDS)
    for word in words[2:]:
        key, equals, value = word.partition("=")
        if word == "unstable":
            root["latestVersionUnstable"] = True
        elif key == "listener" and equals:
            root.setdefault("listeners", []).append(unquoted(value))
        elif key in names and equals:
            root[names[key]] = _number(value, lines[0]) if key == "key" else unquoted(value)
        else:
            raise LedgerError(f"`{word}` means nothing in `{lines[0]}`")
    root["fields"] = []
    stack: list[dict[str, Any]] = [root]
    for line in lines[1:]:
        depth = (len(line) - len(line.lstrip(" "))) // 2
        words = _words(line)
        if words[0] == "struct" and depth == 0:
            if len(words) < 3:
                raise LedgerError(f"`{line.strip()}` is no struct: it needs name and versions")
            struct = {"name": unquoted(words[1]), "versions": words[2], "fields": []}
            if len(words) > 3:
                struct["deprecatedVersions"] = words[3].partition("=")[2]
            root.setdefault("commonStructs", []).append(struct)
            stack = [struct]
            continue
        if depth > _MAX_DEPTH:
            raise LedgerError(f"`{line.strip()}` is nested more than {_MAX_DEPTH} deep")
        if depth > _DEEP:
            allow_deep_models()
        if not 1 <= depth <= len(stack):
            raise LedgerError(f"`{line.strip()}` is indented too far")
        del stack[depth:]
        field = _field(words, line)
        stack[-1].setdefault("fields", []).append(field)
        stack.append(field)
    return json.dumps(root, indent=1, ensure_ascii=True) + "\n"


def _struct_lines(struct: Struct) -> Iterator[str]:
    deprecated = f" deprecated={struct.deprecated_versions}" if struct.deprecated_versions else ""
    yield f"struct {_quoted(struct.name)} {struct.versions}{deprecated}"
    yield from _field_lines(struct.fields, 1)


def _field_lines(fields: Sequence[Field], depth: int) -> Iterator[str]:
    for one in fields:
        yield "  " * depth + " ".join(_field_words(one))
        yield from _field_lines(one.fields, depth + 1)


def _field_words(field: Field) -> Iterator[str]:
    yield _quoted(field.name)
    yield _quoted(str(field.type))
    yield _range(field.versions)
    if field.nullable_versions:
        yield f"nullable={field.nullable_versions}"
    if field.tagged_versions:
        yield f"tagged={field.tagged_versions}"
    if field.tag is not None:
        yield f"tag={field.tag}"
    if field.flexible_versions is not None:
        yield f"flexible={_range(field.flexible_versions)}"
    if field.default:
        yield f"default={_quoted(field.default)}"
    if field.entity_type is not None:
        yield f"entity={_quoted(field.entity_type)}"
    for word, on in (
        ("ignorable", field.ignorable),
        ("mapKey", field.map_key),
        ("zeroCopy", field.zero_copy),
    ):
        if on:
            yield word


def _range(versions: VersionRange) -> str:
    return str(versions)


def _field(words: Sequence[str], line: str) -> dict[str, Any]:
    if len(words) < 3:
        raise LedgerError(f"`{line.strip()}` is no field: it needs name, type and versions")
    field: dict[str, Any] = {
        "name": unquoted(words[0]),
        "type": unquoted(words[1]),
        "versions": words[2],
    }
    names, flags = dict(_FIELD_WORDS), dict(_FIELD_FLAGS)
    for word in words[3:]:
        key, equals, value = word.partition("=")
        if equals and key in names:
            field[names[key]] = _number(value, line) if key == "tag" else unquoted(value)
        elif not equals and word in flags:
            field[flags[word]] = True
        else:
            raise LedgerError(f"`{word}` means nothing in `{line.strip()}`")
    return field


def _number(word: str, line: str) -> int:
    if not _NUMBER.fullmatch(word):
        raise LedgerError(f"`{word}` is no number in `{line.strip()}`")
    return int(word)


def _words(line: str) -> list[str]:
    words = _TOKEN.findall(line)
    if len(words) < 2:
        raise LedgerError(f"`{line.strip()}` is no line of a ledger")
    return words


def _quoted(text: str) -> str:
    return text if _PLAIN.fullmatch(text) else json.dumps(text, ensure_ascii=True)


def quoted_path(path: str) -> str:
    """A path on one line of UTF-8, in quotes where it has something else in it."""
    if path.isprintable() and not path.startswith('"'):
        return path
    return json.dumps(path, ensure_ascii=True)


def unquoted(word: str) -> str:
    """What was written so. Raises LedgerError."""
    if not word.startswith('"'):
        return word
    try:
        return str(json.loads(word))
    except ValueError:
        raise LedgerError(f"`{word}` is no quoted text") from None
