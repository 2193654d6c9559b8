"""The length of one field is written in another way in a released version.

## What it finds

A string, bytes, records or array field whose own `flexibleVersions` changed, so that its length is
compact in a released version where it was classic, or the reverse.

## Why it matters

A compact length is an unsigned varint, one more than the length; a classic one has two or four
bytes. Kafka's request header keeps `ClientId` classic in flexible versions for one reason: a broker
must be able to read the header of a request whose version it does not know.

## Bad

```json baseline
{
  "type": "header", "name": "CallHeader",
  "validVersions": "1-2", "flexibleVersions": "2+",
  "fields": [
    { "name": "CallerId", "type": "string", "versions": "1+", "flexibleVersions": "none" }
  ]
}
```

```json current
{
  "type": "header", "name": "CallHeader",
  "validVersions": "1-2", "flexibleVersions": "2+",
  "fields": [
    { "name": "CallerId", "type": "string", "versions": "1+", "flexibleVersions": "2+" }
    //                                                                            ^^^^ released-encoding-changed
  ]
}
```

```json fixed
{
  "type": "header", "name": "CallHeader",
  "validVersions": "1-2", "flexibleVersions": "2+",
  "fields": [
    { "name": "CallerId", "type": "string", "versions": "1+", "flexibleVersions": "none" }
  ]
}
```

## Good

The override says what holds without it.

```json baseline
{
  "type": "data", "name": "PongState",
  "validVersions": "0-1", "flexibleVersions": "1+",
  "fields": [ { "name": "Note", "type": "string", "versions": "0+", "flexibleVersions": "1+" } ]
}
```

```json current
{
  "type": "data", "name": "PongState",
  "validVersions": "0-1", "flexibleVersions": "1+",
  "fields": [ { "name": "Note", "type": "string", "versions": "0+" } ]
}
```

## Fix safety

Unsafe: the field gets the `flexibleVersions` of the baseline.

## References

KIP-482; RequestHeader.json of Apache Kafka.
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Severity
from wirelint.evolution.changes import EncodingChanged
from wirelint.evolution.versions import hull, spelled
from wirelint.evolution.words import at, fix, misread, of, restore, then
from wirelint.rule import rule


@rule(
    id="released-encoding-changed",
    category=Category.EVOLUTION,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=EncodingChanged,
    family="released-layout-changed",
)
def released_encoding_changed(change: EncodingChanged) -> Iterator[Finding]:
    pair, before, after = change.pair, change.before, change.after
    if pair.after is None:
        return
    now, was = ("compact", "classic") if change.compact else ("classic", "compact")
    old = before.flexible_versions
    told = "none of its own" if old is None else str(old)
    yield Finding(
        at(after.origin, "flexibleVersions"),
        f"the length of {of(pair, after)} is {now} in {spelled(change.versions)} and was {was}; "
        f"{misread(pair.after)}",
        help="Keep the `flexibleVersions` of the field as they were",
        related=(then(before.origin, "flexibleVersions", f"the baseline: {told}"),),
        fixes=fix(
            "Write the `flexibleVersions` of the baseline",
            restore(after.origin, before.origin, "flexibleVersions"),
        ),
        versions=hull(change.versions),
    )
