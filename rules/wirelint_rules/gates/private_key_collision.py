"""A request of the gate tables has the api key of another one.

## What it finds

An RPC or a row of a `served` table with the key of an RPC of another name, and an `rpc` line with the
`apiKey` of another request's schema in the tree. Request and response are one RPC.

## Why it matters

A broker tells requests apart by the key alone: one of both is answered as the other.

## Bad

```gates current
gates 1
feature harbor.version {
  owner harbor
  absent = 0
  supports 0 to 1
  level 0 in 1.0.0
  level 1 in 1.1.0 enables cranes
}
private-keys 1000 .. 1999 owner harbor
rpc MoveCrate key 1003 upto by harbor.version {
  0 from 0
}
rpc FindBerth key 1003 upto by harbor.version {
#                 ^^^^ private-key-collision
  0 from 0
}
```

```gates current
gates 1
feature harbor.version {
  owner harbor
  absent = 0
  supports 0 to 1
  level 0 in 1.0.0
  level 1 in 1.1.0 enables cranes
}
private-keys 1000 .. 1999 owner harbor
rpc MoveCrate key 1003 upto by harbor.version {
#                 ^^^^ private-key-collision
  0 from 0
}
```

```json current
{
  "apiKey": 1003, "type": "request", "listeners": ["broker"], "name": "FindBerthRequest",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [ { "name": "Berth", "type": "int32", "versions": "0+" } ]
}
```

## Good

```gates current
gates 1
feature harbor.version {
  owner harbor
  absent = 0
  supports 0 to 1
  level 0 in 1.0.0
  level 1 in 1.1.0 enables cranes
}
private-keys 1000 .. 1999 owner harbor
rpc MoveCrate key 1003 upto by harbor.version {
  0 from 0
}
rpc FindBerth key 1004 upto by harbor.version {
  0 from 0
}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Related, Severity
from wirelint.gates.model import Said, rpc_name
from wirelint.project.gates import GateView
from wirelint.rule import rule
from wirelint.schema.model import Message, MessageType


@rule(
    id="private-key-collision",
    category=Category.GATES,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=GateView,
)
def private_key_collision(view: GateView) -> Iterator[Finding]:
    first: dict[int, tuple[str, Said[int]]] = {}
    for name, key in _keys(view):
        known = first.setdefault(key.value, (name, key))
        if known[0] != name:
            yield Finding(
                key.origin,
                f"`{name}` has key {key.value}, which is that of `{known[0]}`",
                help="Give the newer one a free key",
                related=(Related(known[1].origin, f"`{known[0]}`"),),
            )

    yield from _keys_of_schemas(view)


def _keys_of_schemas(view: GateView) -> Iterator[Finding]:
    """RPCs with the key of a request that has another name, where no schema of that key fits."""
    requests: dict[int, list[Message]] = {}
    for one in view.messages:
        if one.type is MessageType.REQUEST and one.api_key is not None:
            requests.setdefault(one.api_key, []).append(one)
    for site in view.rpcs:
        key = site.rpc.key
        holders = [] if key is None else requests.get(key.value, [])
        if key is None or not holders:
            continue
        if any(rpc_name(one.name) == rpc_name(site.name) for one in holders):
            continue
        other = holders[0]
        yield Finding(
            key.origin,
            f"`{rpc_name(site.name)}` has key {key.value}, which is that of `{other.name}`",
            help="Give the newer one a free key",
            related=(Related(other.origin.value("apiKey"), f"`{other.name}`"),),
        )


def _keys(view: GateView) -> Iterator[tuple[str, Said[int]]]:
    for site in view.rpcs:
        if site.rpc.key is not None:
            yield rpc_name(site.name), site.rpc.key
    for table in view.tables:
        for served in table.served:
            for row in served.rows:
                if row.key is not None and row.rpc is not None:
                    yield rpc_name(row.rpc.value), row.key
