"""A message of one's own has an api key of upstream's.

## What it finds

With `--upstream`: a request, response, metadata or coordinator record that upstream does not have,
under an api key that another message has there (error), or that upstream is about to reach (warning:
below its highest key or within the next hundred). Requests and their responses are one finding.
Records count in the folder of which theirs is a copy.

## Why it matters

A peer that follows upstream reads the request as the one that it knows under that key, and answers
accordingly; a record in a log is replayed as another. Keys are given out one after the other, so a
free key close by is one that upstream takes next.

## Bad

```json upstream
{
  "apiKey": 90, "type": "metadata", "name": "CraneRecord",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+" } ]
}
```

```json upstream
{
  "apiKey": 91, "type": "metadata", "name": "HoistRecord",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+" } ]
}
```

```json current
{
  "apiKey": 90, "type": "metadata", "name": "CraneRecord",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+" } ]
}
```

```json current
{
  "apiKey": 91, "type": "metadata", "name": "TugRecord",
  //        ^^ upstream-key-taken
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+" } ]
}
```

## Good

```json upstream
{
  "apiKey": 90, "type": "metadata", "name": "CraneRecord",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+" } ]
}
```

```json current
{
  "apiKey": 90, "type": "metadata", "name": "CraneRecord",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+" } ]
}
```

```json current
{
  "apiKey": 1091, "type": "metadata", "name": "TugRecord",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+" } ]
}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from wirelint.diagnostics import Category, Finding, Related, Severity
from wirelint.evolution.upstream import OwnMessage
from wirelint.evolution.words import then
from wirelint.rule import rule

_NEXT: Final = 100  # Kafka gave out 93 keys in its first fourteen years


@rule(
    id="upstream-key-taken",
    category=Category.EVOLUTION,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=OwnMessage,
)
def upstream_key_taken(own: OwnMessage) -> Iterator[Finding]:
    key = own.message.api_key
    if key is None or not own.keys:
        return
    holder, highest = own.keys.get(key), max(own.keys)
    related: tuple[Related, ...] = ()
    severity: Severity | None = None
    if holder is not None:
        related = (then(holder.origin, "apiKey", f"upstream: `{holder.name}`"),)
        text = f"is that of `{holder.name}` upstream"
    elif key <= highest + _NEXT:
        severity = Severity.WARNING
        text = f"is one that upstream, now at {highest}, will give out"
    else:
        return
    yield Finding(
        own.message.origin.value("apiKey"),
        f"the api key {key} of `{own.name}` {text}",
        help="Take a key from 1000 up",
        related=related,
        severity=severity,
    )
