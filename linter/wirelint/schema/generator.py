# What the generator makes of a message: which fields reach the generated classes, and for which
# versions. Rules about generation ask here; rules about one JSON object do not need it. Also here:
# whether the values a rule looks at were readable, since the builder puts empty ranges in holes and
# a rule must not speak about those.
"""Which fields the generator turns into code (Kafka classes `StructRegistry`, `SchemaGenerator`)."""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.schema.coerce import trim
from wirelint.schema.model import Field, FieldSite, Message, MessageType, Owner, Struct
from wirelint.schema.types import PRIMITIVES
from wirelint.syntax.origin import Origin
from wirelint.syntax.values import Missing
from wirelint.versions import VersionRange


def is_readable(origin: Origin, *keys: str) -> bool:
    """Whether each property is absent, blank or a version range.

    Where it is not, the builder has said so and the model holds an empty range in its place.
    """
    for key in keys:
        value = origin.raw(key)
        if isinstance(value, Missing) or value is None:
            continue
        if not isinstance(value, str):
            return False
        if trim(value) and VersionRange.parse(value) is None:
            return False
    return True


def is_blank(origin: Origin, key: str) -> bool:
    """Whether a property is absent, null or blank text."""
    value = origin.raw(key)
    return (
        isinstance(value, Missing) or value is None or (isinstance(value, str) and not trim(value))
    )


def has_known_kind(message: Message) -> bool:
    """Whether the message's type could be read; where not, the builder has said so."""
    if message.type is not MessageType.DATA:
        return True
    return trim(str(message.origin.raw("type"))) in {"data", "4"}


def has_known_type(field: Field) -> bool:
    return field.type.is_struct or field.type.name in PRIMITIVES


def holds_struct(owner: Owner) -> bool:
    """Whether the owner's fields are checked as one struct: not those below an array of numbers."""
    return not isinstance(owner, Field) or owner.type.is_struct


def in_common_struct(site: FieldSite) -> bool:
    return site.origin.path[0] == "commonStructs"


def is_generated(site: FieldSite) -> bool:
    """Whether the field gets into a generated class.

    Sub-fields of an array of primitives are read and dropped, and so are those of a field whose
    type is a common struct; common structs cannot hold inline structs at all.
    """
    if not site.parents:
        return True
    if in_common_struct(site):
        return False
    message = site.message
    return all(one.type.is_struct and message.struct(one.type.name) is None for one in site.parents)


def versions_around(site: FieldSite) -> VersionRange:
    """The versions of the class that holds the field, as its reader and writer are generated.

    A common struct's class stands for all versions of the struct, whatever the message's are.
    """
    if isinstance(site.owner, Struct):
        return site.owner.versions
    versions = site.message.valid_versions
    for parent in site.parents:
        versions &= parent.versions
    return versions


def all_fields(message: Message) -> list[Field]:
    """Every field, generated or not, without its site: a cheap first look."""
    found = [*message.fields]
    for struct in message.common_structs:
        found += struct.fields
    for field in found:  # grows on the way
        found += field.fields
    return found


def inline_structs(message: Message) -> Iterator[Field]:
    """The message's fields of struct type that are not common, in the order of registration."""
    yield from _inline_structs(message, message.fields)


def _inline_structs(message: Message, fields: tuple[Field, ...]) -> Iterator[Field]:
    for field in fields:
        if field.type.is_struct:
            if message.struct(field.type.name) is None:
                yield field
            if field.fields:
                yield from _inline_structs(message, field.fields)


def owners(message: Message) -> Iterator[Owner]:
    """The message, its common structs, and every field that has fields of its own."""
    yield from _owners(message)
    for struct in message.common_structs:
        yield from _owners(struct)


def _owners(owner: Owner) -> Iterator[Owner]:
    yield owner
    for field in owner.fields:
        if field.fields:
            yield from _owners(field)


def data_class_name(message: Message) -> str:
    """The generated class: requests, responses and headers get the suffix `Data`."""
    suffixed = message.type.value in {"request", "response", "header"}
    return f"{message.name}Data" if suffixed else message.name
