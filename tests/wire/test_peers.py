"""The same bytes as two codecs that we did not write: kafka-python's and kio's."""

from __future__ import annotations

import dataclasses
import io
import json
import warnings
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from types import SimpleNamespace
from typing import Any
from uuid import UUID

import pytest
from kio.schema.index import schema_name_map
from kio.serial import entity_writer
from kio.serial._implicit_defaults import get_tagged_field_default
from kio.serial._introspect import (
    EntityField,
    EntityTupleField,
    classify_field,
    get_schema_field_type,
)
from kio.static.constants import EntityType

from support.wire import packaged_messages, random_value, release_messages
from wirelint.schema.defaults import Value
from wirelint.schema.model import Field, Message, MessageType
from wirelint.wire.layout import Bound, Member, bind
from wirelint.wire.reading import read
from wirelint.wire.writing import is_default, write

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)  # it reads its resources the old way
    from kafka.protocol.schemas.fields import StructField

ROUNDS = 2


def versions_of(messages: Sequence[Message]) -> Iterator[tuple[Message, int, Bound]]:
    for message in messages:
        for version in message.valid_versions:
            bound = bind(message, version)
            assert bound is not None
            yield message, version, bound


# -- kafka-python: encodes any schema that it is given as JSON ------------------------------------


@pytest.mark.parametrize("source", ["packaged", "4.2.0"])
def test_the_bytes_are_those_of_kafka_python(source: str) -> None:
    messages = packaged_messages() if source == "packaged" else release_messages(source)
    random = Random(1)
    reached: set[str] = set()
    skipped: Counter[str] = Counter()
    versions = frames = 0
    for message, version, bound in versions_of(messages):
        reason = why_not_kafka_python(message, version)
        if reason:
            skipped[reason] += 1
            continue
        encoder = kafka_python_encoder(message)
        flexible = version in message.flexible
        for _ in range(ROUNDS):
            # It writes no tags inside tags.
            value = fit_for_kafka_python(bound, random_value(bound, random, tags_in_tags=False))
            theirs = encoder.encode(
                kafka_python_value(bound, value), version=version, compact=flexible, tagged=flexible
            )
            assert write(bound, value).hex() == bytes(theirs).hex(), (message.name, version, value)
            frames += 1
        versions += 1
        reached.add(message.name)
    print(f"kafka-python, {source}: {len(reached)} messages, {versions} versions, {frames} values")
    print(f"left out: {dict(skipped)}")
    assert len(reached) >= (100 if source == "packaged" else 250)


def why_not_kafka_python(message: Message, version: int) -> str | None:
    """What kafka-python cannot do; known faults, not ours."""
    text = json.dumps(message.origin.json)
    if not message.fields:
        return "needs a field"
    if '"uint32"' in text:
        return "knows no uint32"
    if any(one.flexible_versions is not None for one in message.fields) and (
        version in message.flexible
    ):
        return "ignores a field's flexibleVersions"
    return None


def fit_for_kafka_python(bound: Bound, value: Mapping[str, Value]) -> dict[str, Value]:
    """Without null in tagged structs: it takes null for the default of all of them."""
    fitted = dict(value)
    for member in bound.tagged:
        name = member.field.name
        is_struct = member.inner is not None and not member.field.type.is_array
        if is_struct and name in fitted and fitted[name] is None:
            del fitted[name]
    return fitted


def kafka_python_encoder(message: Message) -> Any:
    schema = json.loads(json.dumps(message.origin.json))
    common = {one["name"]: one["fields"] for one in schema.get("commonStructs", [])}
    schema["fields"] = [resolved(one, common) for one in schema["fields"]]
    return StructField(schema)


def resolved(field: dict[str, Any], common: Mapping[str, Any]) -> dict[str, Any]:
    """The field with its struct in place and as kafka-python needs its values."""
    field = dict(field)
    fields = field.get("fields") or common.get(field["type"].removeprefix("[]"))
    if fields:
        field["fields"] = [resolved(one, common) for one in fields]
    if "tag" in field:
        field["tag"] = int(field["tag"])
    field.setdefault("versions", field.get("taggedVersions"))
    return field


def kafka_python_value(bound: Bound, value: Mapping[str, Value]) -> dict[str, Any]:
    shown: dict[str, Any] = {}
    for member in (*bound.members, *bound.tagged):  # it writes tags in the order of the keys
        if member.field.name not in value:
            continue
        one = value[member.field.name]
        if member.tag is None or not is_default(member, one):
            name = StructField.underscore_name(member.field.name)
            shown[name] = kafka_python_one(member, one)
    return shown


def kafka_python_one(member: Member, value: Value) -> Any:
    if isinstance(value, Mapping):
        assert member.inner is not None
        return kafka_python_value(member.inner, value)
    if isinstance(value, list):
        return [kafka_python_one(member, one) for one in value]
    if isinstance(value, bytes) and member.field.type.name == "uuid":
        return UUID(bytes=value)
    return value


# -- kio: encodes the messages it was generated for -----------------------------------------------


@pytest.mark.parametrize("source", ["packaged", "4.2.0"])
def test_the_bytes_are_those_of_kio(source: str) -> None:
    messages = packaged_messages() if source == "packaged" else release_messages(source)
    random = Random(2)
    reached: set[str] = set()
    skipped: Counter[str] = Counter()
    versions = frames = 0
    for message, version, bound in versions_of(messages):
        entity = kio_entity(message, version)
        if entity is None:
            skipped["not packaged"] += 1
            continue
        if not same_shape(message, message.fields, bound, entity):
            skipped["another release's schema"] += 1
            continue
        writer = entity_writer(entity)
        for _ in range(ROUNDS):
            value = fit_for_kio(bound, random_value(bound, random))
            buffer = io.BytesIO()
            writer(buffer, kio_value(message, message.fields, bound, entity, value))
            data = write(bound, value)
            assert data.hex() == buffer.getvalue().hex(), (message.name, version, value)
            assert write(bound, read(bound, data).value) == data
            frames += 1
        versions += 1
        reached.add(message.name)
    print(f"kio, {source}: {len(reached)} messages, {versions} versions, {frames} values")
    print(f"left out: {dict(skipped)}")
    assert len(reached) >= (90 if source == "packaged" else 150)


def kio_entity(message: Message, version: int) -> Any | None:
    kinds = {
        MessageType.REQUEST: EntityType.request,
        MessageType.RESPONSE: EntityType.response,
        MessageType.HEADER: EntityType.header,
        MessageType.DATA: EntityType.data,
    }
    name = message.name
    if message.type in {MessageType.REQUEST, MessageType.RESPONSE}:
        name = name.removesuffix("Request").removesuffix("Response")
    name = StructField.underscore_name(name)
    path = schema_name_map.get(name, {}).get(version, {}).get(kinds.get(message.type))
    if path is None:
        return None
    module, _, attribute = path.partition(":")
    return getattr(__import__(module, fromlist=[attribute]), attribute)


def present(fields: Sequence[Field], bound: Bound) -> list[Member]:
    """The members of a version in the order of the file, as kio has them."""
    members = {member.field.name: member for member in (*bound.members, *bound.tagged)}
    return [members[one.name] for one in fields if one.name in members]


def same_shape(message: Message, fields: Sequence[Field], bound: Bound, entity: Any) -> bool:
    mine, theirs = present(fields, bound), dataclasses.fields(entity)
    if len(mine) != len(theirs):
        return False
    for member, other in zip(mine, theirs, strict=True):
        if other.metadata.get("tag") != member.tag:
            return False
        kind = classify_field(other)
        if isinstance(kind, (EntityField, EntityTupleField)) != (member.inner is not None):
            return False
        if member.inner is not None and not same_shape(
            message, message.fields_of(member.field), member.inner, nested(kind)
        ):
            return False
    return True


def nested(kind: Any) -> Any:
    assert isinstance(kind, (EntityField, EntityTupleField))
    return kind.type_


def fit_for_kio(bound: Bound, value: Mapping[str, Value]) -> dict[str, Value]:
    """Without what kio cannot write: nulls in tags, and tagged structs that may be null."""
    fitted = dict(value)
    for member in bound.tagged:
        assert member.slot is not None
        name = member.field.name
        is_struct = (
            member.slot.nullable and member.inner is not None and not member.field.type.is_array
        )
        if fitted.get(name) is None or is_struct:
            fitted.pop(name, None)
    for member in (*bound.members, *bound.tagged):
        one = fitted.get(member.field.name)
        if member.inner is not None:
            if isinstance(one, Mapping):
                fitted[member.field.name] = fit_for_kio(member.inner, one)
            elif isinstance(one, list):
                fitted[member.field.name] = [
                    fit_for_kio(member.inner, each) for each in one if isinstance(each, Mapping)
                ]
    return fitted


def kio_value(
    message: Message,
    fields: Sequence[Field],
    bound: Bound,
    entity: Any,
    value: Mapping[str, Value],
) -> Any:
    arguments: dict[str, Any] = {}
    for member, other in zip(present(fields, bound), dataclasses.fields(entity), strict=True):
        name = member.field.name
        if member.tag is not None and (name not in value or is_default(member, value[name])):
            if other.default is dataclasses.MISSING:
                arguments[other.name] = get_tagged_field_default(other)
            continue
        one = value[name]
        kind = classify_field(other)
        if member.inner is not None and one is not None:
            inner, types = member.inner, message.fields_of(member.field)
            if isinstance(one, Mapping):
                arguments[other.name] = kio_value(message, types, inner, nested(kind), one)
            else:
                assert isinstance(one, list)
                arguments[other.name] = tuple(
                    kio_value(message, types, inner, nested(kind), each)  # type: ignore[arg-type]
                    for each in one
                )
        elif isinstance(one, list):
            arguments[other.name] = tuple(kio_one(other, each) for each in one)
        else:
            arguments[other.name] = None if one is None else kio_one(other, one)
    return entity(**arguments)


def kio_one(field: Any, value: Value) -> Any:
    match get_schema_field_type(field):
        case "error_code":
            return SimpleNamespace(value=value)
        case "timedelta_i32" | "timedelta_i64":
            return Milliseconds(value)
        case "datetime_i64":
            return Moment(value)
        case "uuid":
            assert isinstance(value, bytes)
            return UUID(bytes=value)
    return value


class Milliseconds:
    """Stands for a timedelta; exact for all numbers."""

    def __init__(self, value: Value) -> None:
        assert isinstance(value, int)
        self.value = value

    def total_seconds(self) -> Exact:
        return Exact(self.value)


class Moment(Milliseconds):
    def timestamp(self) -> Exact:
        return Exact(self.value)


class Exact:
    """Seconds that give back their milliseconds when they are multiplied and rounded."""

    def __init__(self, value: int) -> None:
        self.value = value

    def __mul__(self, factor: int) -> Exact:
        assert factor == 1000
        return self

    def __round__(self) -> int:
        return self.value
