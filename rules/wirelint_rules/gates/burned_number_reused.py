"""A number that is listed as burned is given out again.

## What it finds

A tag, an api key or a version of a record that a `burned` line names and that a schema or an RPC of
a table has.

## Why it matters

The number was in the field with another meaning. Bytes that were written then are read as the new
thing.

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
burned key 1002 "was CrateQueue until 1.0.4"
rpc MoveCrate key 1002 upto by harbor.version {
#                 ^^^^ burned-number-reused
  0 from 0
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
burned key 1002 "was CrateQueue until 1.0.4"
rpc MoveCrate key 1003 upto by harbor.version {
  0 from 0
}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Related, Severity
from wirelint.gates.model import Burned, BurnedKind, rpc_name
from wirelint.project.gates import GateView
from wirelint.rule import rule
from wirelint.schema.model import MessageType, sites
from wirelint.text import Place


@rule(
    id="burned-number-reused",
    category=Category.GATES,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=GateView,
)
def burned_number_reused(view: GateView) -> Iterator[Finding]:
    burned = [one for table in view.tables for one in table.burned]
    if not burned:
        return
    for site in view.rpcs:
        if site.rpc.key is not None:
            yield from _against(
                burned, BurnedKind.KEY, site.rpc.key.value, site.name, site.rpc.key.origin
            )
    for message in view.messages:
        if message.api_key is not None:
            place = message.origin.value("apiKey")
            kind = (
                BurnedKind.KEY
                if message.type in {MessageType.REQUEST, MessageType.RESPONSE}
                else BurnedKind.TYPE
            )
            yield from _against(burned, kind, message.api_key, message.name, place)
        for field in (one.field for one in sites(message)):
            if field.tag is not None:
                place = field.origin.value("tag")
                yield from _against(burned, BurnedKind.TAG, field.tag, message.name, place)


def _against(
    burned: list[Burned], kind: BurnedKind, number: int, name: str, at: Place
) -> Iterator[Finding]:
    for one in burned:
        of = one.of.value if one.of is not None else None
        if one.kind is not kind or number not in one:
            continue
        if of is not None and rpc_name(of) != rpc_name(name):
            continue
        yield Finding(
            at,
            f"{kind.value} {number} of `{name}` is burned",
            help="Take a number that was never given out",
            related=(Related(one.origin, one.doc or "burned here"),),
        )
        return
