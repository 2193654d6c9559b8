"""Every small schema, and what a pair of them means on the wire, told without wirelint's layouts.

One or two fields over int8, int32, string, []int32 and a struct, in versions 0-2, nullable or not,
tagged or not, in a message that is flexible from some version on or never.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from itertools import product
from typing import TypeAlias
from unittest.mock import patch

import wirelint.evolution.differences as differences_module
from wirelint.diagnostics import Severity
from wirelint.engine.policy import Dispatch, Policy
from wirelint.evolution.changes import Change
from wirelint.evolution.differences import compare
from wirelint.evolution.pairing import MessagePair, Trees
from wirelint.evolution.values import value_changes
from wirelint.rule import AnyRule
from wirelint.schema.model import Field, Message, MessageType
from wirelint.schema.types import FieldType, parse_type
from wirelint.syntax.document import Document
from wirelint.syntax.origin import Origin
from wirelint.text import SourceText
from wirelint.versions import VersionRange
from wirelint_rules import load_rules

NONE = VersionRange.NONE
RANGES = tuple(map(VersionRange.parse, ("0+", "1+", "2+", "0", "0-1", "1")))
OPEN = tuple(map(VersionRange.parse, ("0+", "1+", "2+")))
ORIGIN = Origin(Document(SourceText("Small.json", "{}"), {}), (), {})
VALID = VersionRange(0, 2)


def field(
    name: str,
    type: str,
    versions: VersionRange,
    *,
    nullable: bool = False,
    tagged: VersionRange = NONE,
    tag: int | None = None,
    fields: tuple[Field, ...] = (),
) -> Field:
    parsed = parse_type(type)
    assert isinstance(parsed, FieldType)
    return Field(
        name=name,
        type=parsed,
        versions=versions,
        nullable_versions=versions if nullable else NONE,
        tagged_versions=tagged,
        flexible_versions=None,
        tag=tag,
        default="",
        ignorable=False,
        map_key=False,
        zero_copy=False,
        entity_type=None,
        about="",
        fields=fields,
        origin=ORIGIN,
    )


def message(
    fields: tuple[Field, ...], flexible: VersionRange, valid: VersionRange = VALID
) -> Message:
    return Message(
        name="Small",
        type=MessageType.DATA,
        api_key=None,
        valid_versions=valid,
        deprecated_versions=NONE,
        flexible_versions=flexible,
        latest_version_unstable=False,
        listeners=(),
        fields=fields,
        common_structs=(),
        origin=ORIGIN,
    )


def fields(name: str, flexible: VersionRange, tag: int) -> Iterator[Field]:
    """Every field of that name that a message of this flexible range may have."""
    for type_, nullable in (
        *product(("int8", "int32"), (False,)),
        *product(("string", "[]int32", "Part"), (False, True)),
    ):
        inner = (field("X", "int8", VersionRange.ALL),) if type_ == "Part" else ()
        for versions in RANGES:
            assert versions is not None
            yield field(name, type_, versions, nullable=nullable, fields=inner)
        for versions, tagged in product(OPEN, OPEN):
            assert versions is not None
            assert tagged is not None
            if versions.contains(tagged) and flexible and flexible.contains(tagged):
                yield field(
                    name, type_, versions, nullable=nullable, tagged=tagged, tag=tag, fields=inner
                )


FLEXIBLE = (NONE, *(one for one in OPEN if one is not None))


@cache
def one_field_world() -> tuple[Message, ...]:
    return tuple(
        message(some, flexible)
        for flexible in FLEXIBLE
        for some in ((), *((one,) for one in fields("A", flexible, 0)))
    )


def two_field_world() -> Iterator[Message]:
    """The messages of two fields, `A` before `B`; tags count from 0."""
    for flexible in FLEXIBLE:
        for first in fields("A", flexible, 0):
            for second in fields("B", flexible, 0 if first.tag is None else 1):
                yield message((first, second), flexible)


# -- what it means on the wire ------------------------------------------------------------------

_Bytes: TypeAlias = "tuple[object, ...]"


@cache
def _slot(one: Field, version: int, flexible: bool) -> _Bytes:
    nullable = version in one.nullable_versions
    if one.type.is_struct:
        inner, tags, _ = _struct(one.fields, version, flexible)
        assert not tags
        return ("struct", nullable, inner, flexible)
    compact = flexible and (one.type.is_array or one.type.name == "string")
    return (str(one.type), nullable, compact)


def _struct(
    some: tuple[Field, ...], version: int, flexible: bool
) -> tuple[_Bytes, dict[int, _Bytes], frozenset[int]]:
    """The untagged bytes in order, the tags, and the tags that are known for other versions."""
    plain: list[object] = []
    tags: dict[int, _Bytes] = {}
    known = set()
    for one in some:
        is_tagged = version in one.tagged_versions
        if one.tag is not None:
            known.add(one.tag)
        if version not in one.versions:
            continue
        slot = _slot(one, version, flexible)
        if is_tagged and one.tag is not None:
            tags[one.tag] = slot
        elif slot[0] == "struct" and not slot[1] and not flexible:
            inner = slot[2]
            assert isinstance(inner, tuple)
            plain += inner  # a plain struct adds no byte of its own
        else:
            plain.append(slot)
    return tuple(plain), tags, frozenset(known - tags.keys())


_Told: TypeAlias = "list[tuple[bool, _Bytes, dict[int, _Bytes], frozenset[int]]]"

# The message is kept too, so that no other one gets its identity.
_layouts_of: dict[int, tuple[Message, _Told]] = {}


def _layouts(one: Message) -> _Told:
    found = _layouts_of.get(id(one))
    if found is None:
        told: _Told = [
            (flexible := version in one.flexible, *_struct(one.fields, version, flexible))
            for version in range(one.valid_versions.high + 1)
        ]
        found = _layouts_of[id(one)] = (one, told)
    return found[1]


def untagged(one: Message) -> Hashable:
    """The untagged bytes of all versions."""
    return tuple((flexible, plain) for flexible, plain, _, _ in _layouts(one))


def agree(before: Message, after: Message, versions: VersionRange = VALID) -> bool:
    """Whether peers of both sides understand each other at all of these versions."""
    old, new = _layouts(before), _layouts(after)
    for version in versions:
        flexible, plain, tags, refused = old[version]
        flexible_now, plain_now, tags_now, refused_now = new[version]
        if flexible is not flexible_now or plain != plain_now:
            return False
        if tags == tags_now:
            continue
        if any(tags[tag] != tags_now[tag] for tag in tags.keys() & tags_now.keys()):
            return False
        if (tags.keys() - tags_now.keys()) & refused_now:
            return False
        if (tags_now.keys() - tags.keys()) & refused:
            return False
    return True


# -- what wirelint says -------------------------------------------------------------------------

_NO_FILES = Trees(before=(), after=())


@cache
def _dispatch() -> Dispatch:
    rules: tuple[AnyRule, ...] = tuple(
        one for one in load_rules() if one.category.value == "evolution"
    )
    return Dispatch(Policy(), rules)


def errors(
    before: Message, after: Message, trees: Trees = _NO_FILES, *, thorough: bool = True
) -> set[str]:
    """The rules of evolution that find an error, removals aside.

    Unless thorough, a rule is asked only about the first change of its kind.
    """
    pair = MessagePair(before, after, "Small.json", "Small.json", trees)
    differences = compare(pair)
    changes = (*differences.changes, *value_changes(pair, differences))
    say = _say if thorough else _say_of_kind
    return {rule for change in changes for rule in say(change)}


def _say(change: Change) -> tuple[str, ...]:
    return tuple(one.rule for one in _dispatch().run(change) if one.severity is Severity.ERROR)


_said: dict[tuple[object, ...], tuple[str, ...]] = {}


def _say_of_kind(change: Change) -> tuple[str, ...]:
    kind = (type(change), getattr(change, "same_bytes", None), getattr(change, "only_sign", None))
    if kind not in _said:
        _said[kind] = _say(change)
    return _said[kind]


@contextmanager
def remembered_layouts() -> Iterator[None]:
    """Each message of a world is laid out once, not once per pair."""
    names = ("bind", "layout_at", "stretches")
    with ExitStack() as patches:
        for name in names:
            patches.enter_context(
                patch.object(
                    differences_module, name, _remembered(getattr(differences_module, name))
                )
            )
        yield
    _layouts_of.clear()


def _remembered(function: Callable[..., object]) -> Callable[..., object]:
    known: dict[tuple[int, ...], tuple[Message, object]] = {}

    def remembered(one: Message, *rest: int) -> object:
        key = (id(one), *rest)
        if key not in known:
            known[key] = (one, function(one, *rest))
        return known[key][1]

    return remembered
