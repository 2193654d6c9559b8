"""One field takes over from another, and a version between them has neither.

## What it finds

Two fields of one struct whose names share a word (`TopicName`, `TopicId`), the one ending before
the other begins, with valid versions between them in which no field of that word exists.

## Why it matters

The pair was meant to hand over at one version, and one of the two ranges is off by some. In the
versions between, a peer gets neither, so a request names no topic at all and the receiver acts on
an empty default. Kafka's generator accepts it.

## Bad

```json current
{
  "type": "data", "name": "PingState",
  "validVersions": "0-5", "flexibleVersions": "none",
  "fields": [
    { "name": "TopicName", "type": "string", "versions": "0-2" },
    { "name": "TopicId", "type": "uuid", "versions": "4+" }
    //                                               ^^^^ replaced-field-leaves-hole
  ]
}
```

## Good

```json current
{
  "type": "data", "name": "PingState",
  "validVersions": "0-5", "flexibleVersions": "none",
  "fields": [
    { "name": "TopicName", "type": "string", "versions": "0-3" },
    { "name": "TopicId", "type": "uuid", "versions": "4+" }
  ]
}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, TypeAlias

from wirelint.diagnostics import Category, Finding, Related, Severity
from wirelint.rule import rule
from wirelint.schema.model import Field, Message
from wirelint.versions import VersionRange

# Words that fields share without having to do with each other.
_COMMON_WORDS: Final = frozenset(
    "id name key type version epoch time timestamp ms error code count number the is new old".split()
)


@rule(
    id="replaced-field-leaves-hole",
    category=Category.SCHEMA,
    severity=Severity.WARNING,
    since="0.1",
    looks_at=Message,
    keys=("fields",),
)
def replaced_field_leaves_hole(message: Message) -> Iterator[Finding]:
    valid = message.valid_versions
    groups = [message.fields, *(one.fields for one in message.common_structs)]
    while groups:
        fields = groups.pop()
        ended = []
        for field in fields:
            if valid.low <= field.versions.high < valid.high and field.versions:
                ended.append(field)
            if field.fields:
                groups.append(field.fields)
        if ended:
            sharing = _sharing(fields)
            for field in ended:
                yield from _hole_behind(field, sharing, valid)


_Sharing: TypeAlias = dict[str, dict[VersionRange, tuple[int, Field]]]


def _sharing(fields: tuple[Field, ...]) -> _Sharing:
    """The fields with a word in their names; of those with equal versions, the first."""
    found: _Sharing = {}
    for index, field in enumerate(fields):
        for word in _words(field.name):
            found.setdefault(word, {}).setdefault(field.versions, (index, field))
    return found


def _hole_behind(field: Field, sharing: _Sharing, valid: VersionRange) -> Iterator[Finding]:
    known = {index: one for word in _words(field.name) for index, one in sharing[word].values()}
    relatives = [known[index] for index in sorted(known)]
    later = [one for one in relatives if one.versions and one.versions.low > field.versions.high]
    if not later:
        return
    successor = min(later, key=lambda one: one.versions.low)
    hole = VersionRange(field.versions.high + 1, successor.versions.low - 1) & valid
    covered = any(one.versions & hole for one in relatives)
    if hole and not covered and successor.versions.low <= valid.high:
        key = "versions" if successor.origin.has("versions") else "taggedVersions"
        yield Finding(
            successor.origin.value(key),
            f"`{field.name}` ends with version {field.versions.high} and `{successor.name}` begins "
            f"with {successor.versions.low}: version {hole} has neither",
            related=(Related(field.origin.value("versions"), f"`{field.name}`: {field.versions}"),),
            versions=hole,
        )


def _words(name: str) -> frozenset[str]:
    """The words of a camel-case name, singular and in lower case."""
    spaced = "".join(f" {char}" if char.isupper() else char for char in name)
    words = {word.lower().removesuffix("s") for word in spaced.split()}
    return frozenset(words - _COMMON_WORDS)
