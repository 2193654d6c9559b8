"""A server serves versions that the schema does not have.

## What it finds

`rpc NAME serves A-B`, where the range is not inside `validVersions`.

## Why it matters

What those versions look like, this schema does not say, so nothing here can be checked for them. Often
the code was generated from an older set of schemas.

## Bad

```gates current
gates 1
feature metadata.version {
  absent = 1
  supports 1 to 2
  level 1 in 1.0.0 metadata
  level 2 in 1.1.0 metadata
}
rpc Mooring key 950 serves 0-4
#                          ^^^ served-beyond-schema
```

```json current
{
  "apiKey": 950, "type": "request", "listeners": ["broker"], "name": "MooringRequest",
  "validVersions": "2-4", "flexibleVersions": "0+",
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
rpc Mooring key 950 serves 2-4
```

```json current
{
  "apiKey": 950, "type": "request", "listeners": ["broker"], "name": "MooringRequest",
  "validVersions": "2-4", "flexibleVersions": "0+",
  "fields": [ { "name": "Berth", "type": "int32", "versions": "0+" } ]
}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Related, Severity
from wirelint.project.gated import GatedTree
from wirelint.rule import rule


@rule(
    id="served-beyond-schema",
    category=Category.GATED_SCHEMAS,
    severity=Severity.WARNING,
    since="0.1",
    looks_at=GatedTree,
)
def served_beyond_schema(tree: GatedTree) -> Iterator[Finding]:
    for table in tree.view.tables:
        for rpc in table.rpcs:
            request = tree.schemas.request(rpc.name, table.source.path)
            if rpc.serves is None or request is None:
                continue
            serves, valid = rpc.serves.value, request.valid_versions
            if valid.contains(serves):
                continue
            yield Finding(
                rpc.serves.origin,
                f"`{rpc.name}` is served in versions {serves}, and `{request.name}` has "
                f"{f'versions {valid}' if valid else 'no version any more'}",
                help="Check with the schemas that the code was made from",
                related=(Related(request.origin.value("validVersions"), "the versions it has"),),
            )
