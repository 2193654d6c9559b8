"""A schema has a version that no level turns on.

## What it finds

- A request or record whose version is chosen by a ladder, and whose schema has a stable version above
  every rung. An error where the sender asks nobody (a `blind` path, a private RPC) and for metadata
  records, else a warning.
- A metadata record with a version above 0, and no ladder or constant anywhere, in a tree whose tables
  know `metadata.version`.

## Why it matters

Either the rung was forgotten, and the version is never used between nodes; or code writes it without a
gate, and nodes of the last release meet it while the cluster rolls. A version that is meant for clients
only may be waived. Coordinator records whose ladder ends at the highest version that is not flexible are
left alone: Kafka writes them so on purpose.

## Bad

```gates current
gates 1
feature metadata.version {
  absent = 1
  supports 1 to 2
  level 1 in 1.0.0 metadata
  level 2 in 1.1.0 metadata
}
path replica from broker to broker blind {
  Mooring exactly by metadata.version {
    2 from 1
    3 from 2
#   ^ ungated-version
  }
}
```

```json current
{
  "apiKey": 950, "type": "request", "listeners": ["broker"], "name": "MooringRequest",
  "validVersions": "0-4", "flexibleVersions": "0+",
  "fields": [ { "name": "Berth", "type": "int32", "versions": "0+" } ]
}
```

And a record:

```json current
{
  "apiKey": 951, "type": "metadata", "name": "MooringRecord",
  "validVersions": "0-1", "flexibleVersions": "0+",
//                 ^^^^^ ungated-version
  "fields": [ { "name": "Berth", "type": "int32", "versions": "0+" } ]
}
```

## Good

```gates current
gates 1
feature metadata.version {
  absent = 1
  supports 1 to 2
  level 1 in 1.0.0 metadata
  level 2 in 1.1.0 metadata
}
path replica from broker to broker blind {
  Mooring exactly by metadata.version {
    2 from 1
    3 from 2
  }
}
format cluster-metadata {
  in "__cluster_metadata-0"
  record MooringRecord by metadata.version {
    0 from 1
    1 from 2
  }
}
```

```json current
{
  "apiKey": 950, "type": "request", "listeners": ["broker"], "name": "MooringRequest",
  "validVersions": "0-3", "flexibleVersions": "0+",
  "fields": [ { "name": "Berth", "type": "int32", "versions": "0+" } ]
}
```

```json current
{
  "apiKey": 951, "type": "metadata", "name": "MooringRecord",
  "validVersions": "0-1", "flexibleVersions": "0+",
  "fields": [ { "name": "Berth", "type": "int32", "versions": "0+" } ]
}
```

## References

Kafka: KIP-866 and KAFKA-15355 each left such a window; `MetadataVersion`.
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Related, Severity
from wirelint.project.gate_effects import subject_of
from wirelint.project.gated import GatedLadder, VersionChoice, stable_high
from wirelint.rule import rule
from wirelint.schema.model import Message, MessageType
from wirelint.versions import VersionRange


@rule(
    id="ungated-version",
    category=Category.GATED_SCHEMAS,
    severity=Severity.WARNING,
    since="0.1",
    looks_at=VersionChoice,
)
def ungated_version(choice: VersionChoice) -> Iterator[Finding]:
    if choice.ladder is not None:
        yield from _above_the_ladder(choice.ladder)
    elif choice.schema.type is MessageType.METADATA:
        yield from _without_a_ladder(choice.schema)


def _above_the_ladder(ladder: GatedLadder) -> Iterator[Finding]:
    schema, top = ladder.schema, max(ladder.given, default=None)
    newest = stable_high(schema)
    if top is None or not ladder.is_clear or newest <= top or _ends_before_flexible(schema, top):
        return
    grave = ladder.is_blind or schema.type is MessageType.METADATA
    above = VersionRange(top + 1, newest)
    yield Finding(
        ladder.place(top),
        f"no level of `{ladder.feature.name}` gives {subject_of(ladder.use)} more than version {top}, "
        f"and `{schema.name}` has {above}",
        help="Add a rung at a new level",
        related=(Related(schema.origin.value("validVersions"), "the versions it has"),),
        versions=above,
        severity=Severity.ERROR if grave else None,
    )


def _ends_before_flexible(schema: Message, top: int) -> bool:
    """Kafka: GroupMetadataValue and OffsetCommitValue, "highest non-flexible version"."""
    coordinator = schema.type in (MessageType.DATA, MessageType.COORDINATOR_VALUE)
    return coordinator and top not in schema.flexible and top + 1 in schema.flexible


def _without_a_ladder(message: Message) -> Iterator[Finding]:
    newest = stable_high(message)
    if newest > 0:
        yield Finding(
            message.origin.value("validVersions"),
            f"no gate table says from which level on `{message.name}` is written in version {newest}",
            help="Add a ladder for the record to the table",
            versions=VersionRange(max(1, message.valid_versions.low), newest),
            severity=Severity.ERROR,
        )
