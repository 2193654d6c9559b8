"""The answer to ApiVersions lists a version that is not served.

## What it finds

An `advertise` line, or a row of a server's own table, whose range is wider than what is served: than the
`serves` of its `rpc` line, else than `validVersions` of the schema. Above the highest version it is an
error. Below the lowest one it is a warning, and none where the line gives a reason or the configuration
has an `[[advertise]]` entry.

## Why it matters

A client takes the highest version that both sides list. Above the schema, a newer client picks a version
that the server has no code for. Below it, a client that knows only old versions picks one of them and is
disconnected, where an honest answer would have let it fail with a clear message.

## Bad

```gates current
gates 1
feature metadata.version {
  absent = 1
  supports 1 to 2
  level 1 in 1.0.0 metadata
  level 2 in 1.1.0 metadata
}
advertise Mooring 0-5
#                 ^^^ advertised-not-served
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
advertise Mooring 0-4 "old clients refuse to start unless 0 is listed"
```

```json current
{
  "apiKey": 950, "type": "request", "listeners": ["broker"], "name": "MooringRequest",
  "validVersions": "2-4", "flexibleVersions": "0+",
  "fields": [ { "name": "Berth", "type": "int32", "versions": "0+" } ]
}
```

## References

Kafka: KAFKA-18659 lists Produce from 0, served from 3.
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Related, Severity
from wirelint.gates.model import rpc_name
from wirelint.project.gated import GatedTree
from wirelint.rule import rule
from wirelint.schema.model import Message
from wirelint.text import Place
from wirelint.versions import VersionRange


@rule(
    id="advertised-not-served",
    category=Category.GATED_SCHEMAS,
    severity=Severity.WARNING,
    since="0.1",
    looks_at=GatedTree,
)
def advertised_not_served(tree: GatedTree) -> Iterator[Finding]:
    for table in tree.view.tables:
        near = table.source.path
        gates = tree.view.around(table)
        for line in table.advertises:
            rpc = gates.rpc(line.rpc.value)
            request = tree.schemas.request(line.rpc.value, near)
            serves = None if rpc is None or rpc.serves is None else rpc.serves
            yield from _wider(
                line.rpc.value,
                line.versions.value,
                line.versions.origin,
                request,
                None if serves is None else serves.value,
                is_meant=bool(line.reason) or _is_meant(tree, line.rpc.value, line.versions.value),
            )
        for served in table.served:
            for row in served.rows:
                request = None
                if row.rpc is not None:
                    request = tree.schemas.request(row.rpc.value, near)
                elif row.key is not None:
                    request = tree.schemas.request_of_key(row.key.value, near)
                if request is not None:
                    name = rpc_name(request.name)
                    advertised = gates.advertised(name)
                    yield from _wider(
                        name,
                        row.versions.value,
                        row.versions.origin,
                        request,
                        None,
                        is_meant=(advertised is not None and bool(advertised.reason))
                        or _is_meant(tree, name, row.versions.value),
                    )


def _is_meant(tree: GatedTree, rpc: str, listed: VersionRange) -> bool:
    """Whether the configuration says that the range is listed on purpose."""
    return any(
        rpc_name(one.message) == rpc_name(rpc) and one.versions.contains(listed)
        for one in tree.view.options.advertised
    )


def _wider(
    rpc: str,
    listed: VersionRange,
    at: Place,
    request: Message | None,
    serves: VersionRange | None,
    *,
    is_meant: bool,
) -> Iterator[Finding]:
    valid = request.valid_versions if request is not None else serves
    served = valid if serves is None else serves
    if valid is None or served is None or not listed:
        return
    related = (
        ()
        if request is None
        else (Related(request.origin.value("validVersions"), f"`{request.name}` has {valid}"),)
    )
    if listed.is_open and valid:
        listed = VersionRange(listed.low, valid.high)  # code that lowers the minimum only
    above = VersionRange(max(listed.low, valid.high + 1), listed.high)
    if above or not valid:
        yield Finding(
            at,
            f"`{rpc}` is listed in versions {listed}, and there is no version above {valid.high}"
            if valid
            else f"`{rpc}` is listed in versions {listed}, and has no version any more",
            help="List what is served",
            related=related,
            versions=above or listed,
            severity=Severity.ERROR,
        )
        return
    for rest in () if is_meant else listed - served:
        yield Finding(
            at,
            f"`{rpc}` is listed in versions {listed} and served in {served}: a client that knows "
            f"{rest} alone is disconnected",
            help="List what is served, or say why with `advertise`",
            related=related,
            versions=rest,
        )
