"""A new field of a response cannot be left out for old clients.

## What it finds

A field that a new version adds to a response, tagged or not, that is not `ignorable`. An explicit
`"ignorable": false` is an answer and silences the advice.

## Why it matters

A broker fills the answer before it looks at the client's version. Where the field is set and the
version has no such field, the generated code throws instead of writing, and the old client gets no
answer at all and times out. Of 32 such fields in Kafka's history 8 were mended later as bugs
(KAFKA-10239, KAFKA-13527).

## Bad

```json baseline
{
  "apiKey": 901, "type": "request", "listeners": ["broker"], "name": "PingRequest",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+" } ]
}
```

```json baseline
{
  "apiKey": 901, "type": "response", "name": "PingResponse",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+" } ]
}
```

```json current
{
  "apiKey": 901, "type": "request", "listeners": ["broker"], "name": "PingRequest",
  "validVersions": "0-1", "flexibleVersions": "0+",
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+" } ]
}
```

```json current
{
  "apiKey": 901, "type": "response", "name": "PingResponse",
  "validVersions": "0-1", "flexibleVersions": "0+",
  "fields": [
    { "name": "Id", "type": "int32", "versions": "0+" },
    { "name": "ErrorCode", "type": "int16", "versions": "1+" }
    //        ^^^^^^^^^^^ response-field-not-ignorable
  ]
}
```

```json fixed PingResponse.json
{
  "apiKey": 901, "type": "response", "name": "PingResponse",
  "validVersions": "0-1", "flexibleVersions": "0+",
  "fields": [
    { "name": "Id", "type": "int32", "versions": "0+" },
    { "name": "ErrorCode", "type": "int16", "versions": "1+", "ignorable": true }
  ]
}
```

## Good

A field of a new struct is written with its struct or not at all.

```json baseline
{
  "apiKey": 901, "type": "request", "listeners": ["broker"], "name": "PingRequest",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+" } ]
}
```

```json baseline
{
  "apiKey": 901, "type": "response", "name": "PingResponse",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+" } ]
}
```

```json current
{
  "apiKey": 901, "type": "request", "listeners": ["broker"], "name": "PingRequest",
  "validVersions": "0-1", "flexibleVersions": "0+",
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+" } ]
}
```

```json current
{
  "apiKey": 901, "type": "response", "name": "PingResponse",
  "validVersions": "0-1", "flexibleVersions": "0+",
  "fields": [
    { "name": "Id", "type": "int32", "versions": "0+" },
    { "name": "Rows", "type": "[]Row", "versions": "1+", "ignorable": true, "fields": [
      { "name": "Note", "type": "string", "versions": "1+" }
    ] }
  ]
}
```

## Fix safety

Unsafe: a value that is set is dropped for old clients without a word. Where they must not miss it,
write `"ignorable": false` and clear the field in code.
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Severity
from wirelint.evolution.news import NewField
from wirelint.evolution.versions import spelled
from wirelint.evolution.words import at, fix, of, put
from wirelint.rule import rule
from wirelint.schema.model import MessageType


@rule(
    id="response-field-not-ignorable",
    category=Category.EVOLUTION,
    severity=Severity.WARNING,
    since="0.1",
    looks_at=NewField,
)
def response_field_not_ignorable(new: NewField) -> Iterator[Finding]:
    if new.message.type is not MessageType.RESPONSE or not new.needs_ignorable:
        return
    yield Finding(
        at(new.field.origin, "ignorable"),
        f"{of(new.pair, new.field)} is new in {spelled((new.site.versions,))} and not ignorable: "
        f"an answer in which it is set cannot be written in {spelled(new.absent)}",
        help="Make it ignorable, or write `false` where old clients must not miss it",
        fixes=fix("Make it ignorable", (put(new.field.origin, "ignorable", "true"),)),
        versions=new.site.versions,
    )
