"""A supported client finds no version of a request any more.

## What it finds

A request of which a client of a release with a promised upgrade has no version in common with this
tree, or picks one that is listed and not served. Only requests that brokers serve, and only stable
versions. It is said even where the cut is announced: the announcement lets the versions go, this says
who stays outside.

## Why it matters

A client that finds no version gives up before it sends anything. One that picks a version which is
listed and not served is disconnected, and tries for ever.

## Bad

```json baseline
{
  "apiKey": 950, "type": "request", "listeners": ["broker"], "name": "MooringRequest",
  "validVersions": "0-1", "flexibleVersions": "0+",
  "fields": [ { "name": "Berth", "type": "int32", "versions": "0+" } ]
}
```

```json current
{
  "apiKey": 950, "type": "request", "listeners": ["broker"], "name": "MooringRequest",
  "validVersions": "2-3", "flexibleVersions": "2+",
//                 ^^^^^ client-cut-off
  "fields": [ { "name": "Berth", "type": "int32", "versions": "2+" } ]
}
```

```gates current
gates 1
path client from client to broker discover {
  * any
}
```

```toml current
[gates]
upgrade-window = ["1.0"]

[[removal]]
message = "MooringRequest"
versions = "0-1"
release = "1.1.0"
reason = "nobody has used them for ten years"
```

## Good

```json baseline
{
  "apiKey": 950, "type": "request", "listeners": ["broker"], "name": "MooringRequest",
  "validVersions": "0-2", "flexibleVersions": "0+",
  "fields": [ { "name": "Berth", "type": "int32", "versions": "0+" } ]
}
```

```json current
{
  "apiKey": 950, "type": "request", "listeners": ["broker"], "name": "MooringRequest",
  "validVersions": "2-3", "flexibleVersions": "2+",
  "fields": [ { "name": "Berth", "type": "int32", "versions": "2+" } ]
}
```

```gates current
gates 1
path client from client to broker discover {
  * any
}
```

```toml current
[gates]
upgrade-window = ["1.0"]

[[removal]]
message = "MooringRequest"
versions = "0-1"
release = "1.1.0"
reason = "nobody has used them for ten years"
```

## References

KIP-896. `wirelint matrix` shows all releases against all others.
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Severity
from wirelint.rollout.negotiation import negotiate
from wirelint.rollout.nodes import Node
from wirelint.rollout.outcome import Outcome
from wirelint.rollout.paths import paths_of
from wirelint.rollout.promise import PromisedUpgrade
from wirelint.rule import rule


@rule(
    id="client-cut-off",
    category=Category.ROLLOUT,
    severity=Severity.WARNING,
    since="0.1",
    looks_at=PromisedUpgrade,
)
def client_cut_off(upgrade: PromisedUpgrade) -> Iterator[Finding]:
    client, broker = Node(release=upgrade.before), Node(release=upgrade.after)
    for path in paths_of(upgrade.before.view.gates):
        if path.source.value != "client":
            continue
        for one in negotiate(client, broker, path, notable=True).choices:
            api = upgrade.after.api(one.rpc)
            if api is None or one.outcome not in (Outcome.ABORT, Outcome.CLOSE):
                continue
            how = "gives up" if one.outcome is Outcome.ABORT else "is disconnected"
            yield Finding(
                api.place,
                f"a client of {upgrade.before.name} knows `{one.rpc}` {one.allowed} and {how}",
                help="Announce the cut, and keep it for a major release",
            )
