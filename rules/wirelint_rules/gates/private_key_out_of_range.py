"""A private request has an api key outside of its range.

## What it finds

An RPC of the product's own (with an `upto by` of its own, or without `serves` in a table that has
`private-keys`) whose key is in no range of its owner; below 1000 where no range is declared. A
declared range below 1000 is one warning, on the range.

## Why it matters

The keys of Kafka grow from 0 upwards, 93 today. A private key that a later Kafka release takes
means two requests to one broker.

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
rpc MoveCrate key 95 upto by harbor.version {
#                 ^^ private-key-out-of-range
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
private-keys 501 .. 602 owner harbor
#                             ^^^^^^ private-key-out-of-range
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
rpc Produce key 0 serves 0-12
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from wirelint.diagnostics import Category, Finding, Related, Severity
from wirelint.project.gates import GateView, is_upstream
from wirelint.rule import rule

_FIRST_PRIVATE: Final = 1000


@rule(
    id="private-key-out-of-range",
    category=Category.GATES,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=GateView,
)
def private_key_out_of_range(view: GateView) -> Iterator[Finding]:
    declared = [one for table in view.tables for one in table.private_keys]
    own = [one for one in declared if not is_upstream(one.owner.value, view.options)]
    for keys in own:
        if keys.low < _FIRST_PRIVATE:
            yield Finding(
                keys.owner.origin,
                f"private keys from {keys.low} on lie in the way of Kafka's own",
                help="Use keys from 1000 up for new requests",
                severity=Severity.WARNING,
            )
    configured = [
        one for one in view.options.key_ranges if not is_upstream(one.owner, view.options)
    ]
    for site in view.rpcs:
        key = site.rpc.key
        if key is None or not site.is_private:
            continue
        if any(key.value in one for one in own) or any(key.value in one for one in configured):
            continue
        if not own and not configured and key.value >= _FIRST_PRIVATE:
            continue
        bounds = [
            *((one.low, one.high) for one in own),
            *((one.low, one.high) for one in configured),
        ]
        ranges = ", ".join(f"{low} to {high}" for low, high in bounds)
        yield Finding(
            key.origin,
            f"`{site.name}` is private and has key {key.value}, outside of "
            f"{ranges or f'{_FIRST_PRIVATE} and above'}",
            help="Give it a key of the private range",
            related=tuple(Related(one.origin, "the private range") for one in own[:1]),
        )
