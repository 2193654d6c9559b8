"""Messages and values for tests of the wire."""

from __future__ import annotations

import io
import json
import subprocess
import tarfile
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from hypothesis import strategies as st

from support.schemas import packaged_schemas
from support.shared import shared
from wirelint.schema.build import build
from wirelint.schema.defaults import Value
from wirelint.schema.model import Message
from wirelint.schema.types import INTEGER_BOUNDS, PRIMITIVES
from wirelint.syntax.document import read, read_bytes
from wirelint.text import SourceText
from wirelint.wire.layout import Bound, Kind, Member, Slot


def message_of(schema: Mapping[str, object] | str) -> Message:
    """The message of a schema, given as text or as the object it holds."""
    text = schema if isinstance(schema, str) else json.dumps(schema)
    message, _ = build(read(SourceText("Test.json", text)))
    assert message is not None
    return message


def request(fields: list[dict[str, object]], **rest: object) -> Message:
    """A request with these fields; every version flexible from 2 on, unless `rest` says more."""
    schema: dict[str, object] = {
        "apiKey": 90,
        "type": "request",
        "name": "KilnRequest",
        "validVersions": "0-3",
        "flexibleVersions": "2+",
        "fields": fields,
    }
    return message_of({**schema, **rest})


def field(name: str, type_: str, versions: str = "0+", **rest: object) -> dict[str, object]:
    return {"name": name, "type": type_, "versions": versions, **rest}


@cache
def packaged_messages() -> tuple[Message, ...]:
    """The messages whose schemas kafka-python ships."""
    return tuple(_message(name, data) for name, data in packaged_schemas().items())


def release_messages(tag: str) -> tuple[Message, ...]:
    """The messages of a release in the bundle; skips without it."""
    return _release(shared("corpus", "kafka-schemas.bundle"), tag)


@cache
def _release(bundle: Path, tag: str) -> tuple[Message, ...]:
    with TemporaryDirectory() as folder:
        git = ["git", "-C", folder]
        subprocess.run([*git, "clone", "-q", "--bare", str(bundle), "."], check=True)
        packed = subprocess.run([*git, "archive", tag], check=True, capture_output=True).stdout
    found = []
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        for entry in archive:
            file = archive.extractfile(entry) if entry.name.endswith(".json") else None
            if file is not None:
                found.append(_message(entry.name, file.read()))
    return tuple(found)


def _message(path: str, data: bytes) -> Message:
    message, _ = build(read_bytes(path, data))
    assert message is not None, path
    return message


def random_value(
    bound: Bound, random: Random, *, tags: bool = True, tags_in_tags: bool = True
) -> dict[str, Value]:
    """A value with a key for each untagged field and, by chance, for tagged ones."""
    value: dict[str, Value] = {}
    for member in bound.members:
        value[member.field.name] = _member(member, random, tags, tags_in_tags)
    for member in bound.tagged if tags else ():
        if random.random() < 0.6:
            value[member.field.name] = _member(member, random, tags_in_tags, tags_in_tags)
    return value


def _member(member: Member, random: Random, tags: bool, tags_in_tags: bool) -> Value:
    slot = member.slot
    if slot is not None and slot.nullable and random.random() < 0.25:
        return None
    if slot is None or slot.kind is Kind.STRUCT:
        assert member.inner is not None
        return random_value(member.inner, random, tags=tags, tags_in_tags=tags_in_tags)
    if slot.kind is not Kind.ARRAY:
        return random_scalar(slot.kind, random)
    count = random.choice((0, 1, 1, 2, 3))
    if member.inner is not None:
        return [
            random_value(member.inner, random, tags=tags, tags_in_tags=tags_in_tags)
            for _ in range(count)
        ]
    return [random_scalar(_element(slot).kind, random) for _ in range(count)]


def _element(slot: Slot) -> Slot:
    assert slot.element is not None
    return slot.element.slots[0]


def random_scalar(kind: Kind, random: Random) -> Value:
    if kind is Kind.BOOL:
        return random.random() < 0.5
    if kind is Kind.STRING:
        return "".join(random.choice("abc-äß漢😀\0") for _ in range(random.choice((0, 1, 5, 130))))
    if kind is Kind.BYTES:
        return random.randbytes(random.choice((0, 1, 7, 200)))
    if kind is Kind.UUID:
        return random.randbytes(16)
    if kind is Kind.FLOAT64:
        return random.choice((0.0, 1.5, -2.25e300, random.random()))
    low, high = INTEGER_BOUNDS[kind.value]
    return random.choice((0, low, high, random.randint(low, high), random.randint(0, 100)))


@st.composite
def schemas(draw: st.DrawFn, *, versions: int = 3) -> Message:
    """Schemas that the generator takes: nested, nullable, tagged, with ranges of all kinds."""
    names = iter(range(1000))
    flexible = draw(st.integers(0, versions + 1))
    common = [
        {
            "name": f"Common{n}",
            "versions": "0+",
            "fields": draw(_fields(names, (versions, flexible), 9)),
        }
        for n in range(draw(st.integers(0, 2)))
    ]
    return message_of(
        {
            "apiKey": 90,
            "type": draw(st.sampled_from(("request", "response", "data"))),
            "name": "KilnMessage",
            "validVersions": f"0-{versions}",
            "flexibleVersions": f"{flexible}+" if flexible <= versions else "none",
            "fields": draw(
                _fields(names, (versions, flexible), 0, [str(c["name"]) for c in common])
            ),
            "commonStructs": common,
        }
    )


@st.composite
def _fields(
    draw: st.DrawFn,
    names: Iterator[int],
    ends: tuple[int, int],
    depth: int,
    common: Sequence[str] = (),
) -> list[dict[str, object]]:
    versions, flexible = ends
    found = []
    tag = 0
    for _ in range(draw(st.integers(0 if depth else 1, 4))):
        name = f"F{next(names)}"
        low = draw(st.integers(0, versions))
        high = draw(st.integers(low, versions + 1))
        made = field(name, "", f"{low}+" if high > versions else f"{low}-{high}")
        kinds = [*PRIMITIVES, *common, *(["Struct"] * 3 if depth < 3 else ())]
        type_ = draw(st.sampled_from(sorted(kinds)))
        if type_ == "Struct":
            type_ = f"Struct{next(names)}"
            made["fields"] = draw(_fields(names, ends, depth + 1, common))
        is_array = type_ != "records" and draw(st.integers(0, 3)) == 0
        made["type"] = f"[]{type_}" if is_array else type_
        can_be_null = is_array or type_ in {"string", "bytes", "records"} or type_[0].isupper()
        if can_be_null and draw(st.booleans()):
            start = draw(st.integers(low, versions))
            made["nullableVersions"] = f"{start}+"
            if start == low and draw(st.booleans()):
                made["default"] = "null"
        if flexible <= versions and high > versions and type_ != "records" and draw(st.booleans()):
            start = max(flexible, low, draw(st.integers(0, versions)))
            made |= {"taggedVersions": f"{start}+", "tag": tag}
            if "nullableVersions" in made:
                made["nullableVersions"] = f"{low}+"
            tag += 1
        found.append(made)
    return found


def mutated(message: Message, random: Random) -> Message:
    """The message after one edit that somebody could make, harmless or not."""
    schema = json.loads(json.dumps(message.origin.json))
    lists = [schema["fields"]]
    lists += [one["fields"] for one in schema["commonStructs"]]
    for some in lists:
        lists += [one["fields"] for one in some if "fields" in one]
    fields = random.choice([some for some in lists if some] or [[field("F", "int8")]])
    at = random.randrange(len(fields))
    chosen = fields[at]
    match random.randrange(8):
        case 0:
            chosen["name"] = "Renamed"
        case 1:
            del fields[at]
        case 2:
            random.shuffle(fields)
        case 3:
            fields.insert(at, field("Added", random.choice(sorted(PRIMITIVES))))
        case 4:
            chosen.pop("default", None)
            if chosen.pop("nullableVersions", None) is None:
                chosen["nullableVersions"] = chosen["versions"]
        case 5:
            if "fields" not in chosen:
                chosen.pop("default", None)
                chosen["type"] = random.choice(sorted(PRIMITIVES))
        case 6:
            low = random.randint(0, 3)
            if "tag" not in chosen:
                chosen["versions"] = f"{low}+"
        case _:
            schema["flexibleVersions"] = random.choice(("none", "0+", "2+"))
    return message_of(schema)
