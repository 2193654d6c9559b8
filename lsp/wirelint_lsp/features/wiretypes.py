"""Wire types by Kafka's names, version by version."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from wirelint.schema.model import Field, FieldSite, Message
from wirelint.versions import VersionRange
from wirelint.wire.layout import Bound, Kind, Member, Slot, bind, stretches

_NAMES = {
    Kind.BOOL: "BOOLEAN",
    Kind.UINT16: "UINT16",
    Kind.UINT32: "UINT32",
    Kind.FLOAT64: "FLOAT64",
    Kind.UUID: "UUID",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class OnWire:
    """How a field is written in adjacent versions. `name` is Kafka's, "" for no bytes of its own."""

    versions: VersionRange
    name: str
    nullable: bool
    tag: int | None
    mark: str  # the byte before a nullable struct, "" for all else


def wire_types(site: FieldSite) -> tuple[OnWire, ...]:
    """The field over its versions; () where it is never on the wire."""
    found: list[OnWire] = []
    for versions in stretches(site.message):
        if not versions & site.versions:
            continue
        member = _member(bind(site.message, versions.low), site.field)
        if member is None:
            continue
        one = _on_wire(member, versions, site.message)
        last = found[-1] if found else None
        if (
            last is not None
            and (last.name, last.nullable, last.tag, last.mark)
            == (one.name, one.nullable, one.tag, one.mark)
            and last.versions.high + 1 == versions.low
        ):
            joined = VersionRange(last.versions.low, versions.high)
            found[-1] = OnWire(
                versions=joined,
                name=last.name,
                nullable=last.nullable,
                tag=last.tag,
                mark=last.mark,
            )
        else:
            found.append(one)
    return tuple(found)


def kafka_name(slot: Slot, field: Field) -> str:
    """`COMPACT_NULLABLE_STRING` and the like; what an array holds stands in brackets."""
    kind = slot.kind
    if kind is Kind.STRUCT:
        return f"{'NULLABLE_' if slot.nullable else ''}{field.type.name}"
    if kind is Kind.ARRAY:
        name = f"{'COMPACT_' if slot.compact else ''}{'NULLABLE_' if slot.nullable else ''}ARRAY"
        return f"{name}({_element(slot, field)})"
    base = "RECORDS" if field.type.name == "records" else kind.value.upper()
    if kind in (Kind.STRING, Kind.BYTES):
        compact = "COMPACT_" if slot.compact else ""
        return f"{compact}{'NULLABLE_' if slot.nullable else ''}{base}"
    return _NAMES.get(kind, base)


def _element(slot: Slot, field: Field) -> str:
    if field.type.is_struct or slot.element is None or len(slot.element.slots) != 1:
        return field.type.name
    return kafka_name(slot.element.slots[0], field)


def _on_wire(member: Member, versions: VersionRange, message: Message) -> OnWire:
    slot = member.slot
    name = "" if slot is None else kafka_name(slot, member.field)
    mark = ""
    if slot is not None and slot.kind is Kind.STRUCT and slot.nullable:
        mark = (
            "a varint before it: 0 for null, else 1"
            if member.tag is not None
            else "one byte before it: -1 for null, else 1"
        )
    return OnWire(
        versions=versions & message.valid_versions,
        name=name,
        nullable=slot is not None and slot.nullable,
        tag=member.tag,
        mark=mark,
    )


def _member(bound: Bound | None, field: Field) -> Member | None:
    if bound is None:
        return None
    return next((one for one in _walk(bound, set()) if one.field is field), None)


def _walk(bound: Bound, seen: set[int]) -> Iterator[Member]:
    if id(bound) in seen:
        return
    seen.add(id(bound))
    for member in (*bound.members, *bound.tagged):
        yield member
        if member.inner is not None:
            yield from _walk(member.inner, seen)
