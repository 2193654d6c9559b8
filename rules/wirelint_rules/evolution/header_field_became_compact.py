"""A field that old brokers must read becomes compact in a new header version.

## What it finds

A watched or frozen header (`RequestHeader` in every tree) whose new flexible version writes the
length of a released field in the compact form.

## Why it matters

The header stands before everything else, and a broker must read it to answer a request whose version
it does not know: ApiVersions from a newer client is told the supported range that way. With a compact
client id the broker misreads the header and closes the connection, and the client can never fall
back. So `ClientId` keeps `"flexibleVersions": "none"` in flexible headers.

## Bad

```json baseline
{
  "type": "header", "name": "RequestHeader",
  "validVersions": "1", "flexibleVersions": "none",
  "fields": [
    { "name": "ClientId", "type": "string", "versions": "1+", "nullableVersions": "1+" }
  ]
}
```

```json current
{
  "type": "header", "name": "RequestHeader",
  "validVersions": "1-2", "flexibleVersions": "2+",
  //               ^^^^^ watched-message-bumped
  "fields": [
    { "name": "ClientId", "type": "string", "versions": "1+", "nullableVersions": "1+" }
    //        ^^^^^^^^^^ header-field-became-compact
  ]
}
```

## Good

```json baseline
{
  "type": "header", "name": "RequestHeader",
  "validVersions": "1", "flexibleVersions": "none",
  "fields": [
    { "name": "ClientId", "type": "string", "versions": "1+", "nullableVersions": "1+" }
  ]
}
```

```json current
{
  "type": "header", "name": "RequestHeader",
  "validVersions": "1-2", "flexibleVersions": "2+",
  //               ^^^^^ watched-message-bumped
  "fields": [
    { "name": "ClientId", "type": "string", "versions": "1+", "nullableVersions": "1+",
      "flexibleVersions": "none" }
  ]
}
```

## Fix safety

Unsafe: the field keeps its classic form.

## References

KIP-482; KIP-511; RequestHeader.json of Apache Kafka.
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Severity
from wirelint.evolution.news import NewVersions
from wirelint.evolution.settings import listed
from wirelint.evolution.words import at, fix, of, put
from wirelint.rule import rule
from wirelint.schema.model import Field, Message, MessageType


@rule(
    id="header-field-became-compact",
    category=Category.EVOLUTION,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=NewVersions,
)
def header_field_became_compact(new: NewVersions) -> Iterator[Finding]:
    settings, after = new.pair.settings, new.after
    if after.type is not MessageType.HEADER:
        return
    if listed(new.before.name, (*settings.watched, *settings.frozen)) is None:
        return
    for field in after.fields:
        version = next((one for one in new.versions if _is_compact(after, field, one)), None)
        if version is not None and field.versions & new.pair.shared:
            yield Finding(
                at(field.origin, "flexibleVersions"),
                f"the length of {of(new.pair, field)} is compact in version {version}; a node that "
                "does not know the version cannot read the header to say so",
                help="Keep the field classic in every version",
                fixes=fix("Keep it classic", (put(field.origin, "flexibleVersions", '"none"'),)),
                versions=new.versions,
            )


def _is_compact(message: Message, field: Field, version: int) -> bool:
    long = field.type.is_array or field.type.name in ("string", "bytes", "records")
    return long and version in field.versions and message.is_flexible(field, version)
