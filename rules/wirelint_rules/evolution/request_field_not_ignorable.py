"""A new field of a request cannot be left out for old brokers.

## What it finds

A field that a new version adds to a request or data message, that is not `ignorable`. An explicit
`"ignorable": false` is an answer and silences the advice. Metadata and coordinator records are left
alone: a field of a log must not be dropped in silence.

## Why it matters

A client that sets the field and meets an old broker fails when it writes the request. That is often
meant: what the field asks for must not be ignored. Of 42 such fields in Kafka's history 3 were mended
later as bugs, so it is worth a thought and no more.

## Bad

```json baseline
{
  "type": "data", "name": "PingState",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+" } ]
}
```

```json current
{
  "type": "data", "name": "PingState",
  "validVersions": "0-1", "flexibleVersions": "0+",
  "fields": [
    { "name": "Id", "type": "int32", "versions": "0+" },
    { "name": "LimitMs", "type": "int32", "versions": "1+" }
    //        ^^^^^^^^^ request-field-not-ignorable
  ]
}
```

```json fixed
{
  "type": "data", "name": "PingState",
  "validVersions": "0-1", "flexibleVersions": "0+",
  "fields": [
    { "name": "Id", "type": "int32", "versions": "0+" },
    { "name": "LimitMs", "type": "int32", "versions": "1+", "ignorable": true }
  ]
}
```

## Good

```json baseline
{
  "type": "data", "name": "PongState",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+" } ]
}
```

```json current
{
  "type": "data", "name": "PongState",
  "validVersions": "0-1", "flexibleVersions": "0+",
  "fields": [
    { "name": "Id", "type": "int32", "versions": "0+" },
    { "name": "FenceTerm", "type": "int32", "versions": "1+", "ignorable": false }
  ]
}
```

## Fix safety

Unsafe: a value that is set is dropped for old brokers without a word.
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Severity
from wirelint.evolution.news import NewField
from wirelint.evolution.versions import spelled
from wirelint.evolution.words import at, fix, of, put
from wirelint.rule import rule
from wirelint.schema.model import Message, MessageType


@rule(
    id="request-field-not-ignorable",
    category=Category.EVOLUTION,
    severity=Severity.INFO,
    since="0.1",
    looks_at=NewField,
)
def request_field_not_ignorable(new: NewField) -> Iterator[Finding]:
    if not _is_asked(new.message) or not new.needs_ignorable:
        return
    yield Finding(
        at(new.field.origin, "ignorable"),
        f"{of(new.pair, new.field)} is new in {spelled((new.site.versions,))} and not ignorable: "
        f"a message in which it is set cannot be written in {spelled(new.absent)}",
        help="Make it ignorable, or write `false` where old peers must not miss it",
        fixes=fix("Make it ignorable", (put(new.field.origin, "ignorable", "true"),)),
        versions=new.site.versions,
    )


def _is_asked(message: Message) -> bool:
    if message.type is MessageType.REQUEST:
        return True
    # Before Kafka 4.1 the records of coordinators were data.
    record = message.name.endswith(("Key", "Value", "Record"))
    return message.type is MessageType.DATA and not record
