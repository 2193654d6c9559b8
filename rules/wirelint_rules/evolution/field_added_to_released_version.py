"""A field stands in a version that peers already speak without it.

## What it finds

An untagged field that the baseline lacks, or has for other versions only, in a version that the
baseline has released. Fields that are tagged there are left alone: readers skip tags they do not
know.

## Why it matters

A version number promises one layout for ever. A released peer does not write the new field's bytes,
and takes them for the next field's when it reads them, so that everything behind is misread: a
request fails with a parse error, or worse, is understood as another one.

## Bad

```json baseline
{
  "type": "data", "name": "PingState",
  "validVersions": "0-2", "flexibleVersions": "0+",
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+" } ]
}
```

```json current
{
  "type": "data", "name": "PingState",
  "validVersions": "0-2", "flexibleVersions": "0+",
  "fields": [
    { "name": "Id", "type": "int32", "versions": "0+" },
    { "name": "Ttl", "type": "int32", "versions": "1+" }
    //                                            ^^^^ field-added-to-released-version
  ]
}
```

```json fixed
{
  "type": "data", "name": "PingState",
  "validVersions": "0-3", "flexibleVersions": "0+",
  "fields": [
    { "name": "Id", "type": "int32", "versions": "0+" },
    { "name": "Ttl", "type": "int32", "versions": "3+" }
  ]
}
```

## Good

A tagged field in a flexible version costs old peers nothing.

```json baseline
{
  "type": "data", "name": "PongState",
  "validVersions": "0-2", "flexibleVersions": "0+",
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+" } ]
}
```

```json current
{
  "type": "data", "name": "PongState",
  "validVersions": "0-2", "flexibleVersions": "0+",
  "fields": [
    { "name": "Id", "type": "int32", "versions": "0+" },
    { "name": "Ttl", "type": "int32", "versions": "1+", "taggedVersions": "1+", "tag": 0 }
  ]
}
```

## Fix safety

Unsafe: the field starts in a new version, which is made valid in both halves of an RPC. Where all
versions concerned are flexible, a second fix makes the field a tagged one.

## References

KIP-482 (tagged fields).
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Edit, Finding, Fix, Severity
from wirelint.evolution.changes import FieldAdded
from wirelint.evolution.versions import hull, spelled
from wirelint.evolution.words import at_versions, bump, misread, next_version, of, then
from wirelint.rule import rule
from wirelint.schema.model import Message
from wirelint.versions import VersionRange


@rule(
    id="field-added-to-released-version",
    category=Category.EVOLUTION,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=FieldAdded,
    family="released-layout-changed",
)
def field_added_to_released_version(change: FieldAdded) -> Iterator[Finding]:
    pair, field, was = change.pair, change.field, change.was
    before, after = pair.before, pair.after
    if before is None or after is None:
        return
    if was is None:
        what = f"{of(pair, field)} is new in {spelled(change.versions)}, spoken without it so far"
        place = then(before.origin, "validVersions", f"released: {before.valid_versions}")
    else:
        what = f"{of(pair, field)} reaches into {spelled(change.versions)}: {was.versions} became {field.versions}"
        place = then(was.origin, "versions", f"the baseline: {was.versions}")
    yield Finding(
        at_versions(field),
        f"{what}; {misread(after)}",
        help=f"Start it in version {next_version(pair)}, or make it a tagged field",
        related=(place,),
        fixes=tuple(_fixes(change, after)),
        versions=hull(change.versions),
    )


def _fixes(change: FieldAdded, after: Message) -> Iterator[Fix]:
    pair, field = change.pair, change.field
    version = next_version(pair)
    if field.versions.is_open or field.versions.high >= version:
        kept = VersionRange(version, field.versions.high)
        yield Fix(
            f"Start it in version {version}",
            (Edit(at_versions(field), f'"{kept}"'), *bump(pair, version)),
        )
    is_outermost = field.origin.path[:-1] in {(), ("fields",)}
    if is_outermost and after.flexible.contains(hull(change.versions)):
        kept = VersionRange(max(field.versions.low, after.flexible.low), field.versions.high)
        if kept.is_open and field.tag is None:
            tags = [one.tag for one in after.fields if one.tag is not None]
            yield Fix(
                f"Make it tagged field {len(tags)}",
                (
                    Edit(
                        at_versions(field),
                        f'"{kept}", "taggedVersions": "{kept}", "tag": {len(tags)}',
                    ),
                ),
            )
