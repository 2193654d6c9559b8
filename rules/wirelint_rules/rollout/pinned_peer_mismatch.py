"""A version that goes out unasked is not served by a release in the same cluster.

## What it finds

A request on a path where nobody asks (`blind`) whose version, at a level that both releases support,
a release with a promised rolling upgrade does not serve: in either direction, and also where the old
release does not have the request at all. A changed rung of a ladder is `ladder-rung-changed`.

## Why it matters

There is no retreat on such a path: the receiver cannot answer a version that it does not know and
closes the connection, the sender tries again for ever. Replicas fall out of the in-sync set while the
upgrade is half done.

## Bad

```gates baseline
gates 1
feature metadata.version {
  absent = 1
  supports 1 to 2
  level 1 in 1.0.0 metadata
  level 2 in 1.0.0 metadata
}
path replica from broker to broker blind {
  Mooring exactly 1
}
```

```json baseline
{
  "apiKey": 950, "type": "request", "listeners": ["broker"], "name": "MooringRequest",
  "validVersions": "0-1", "flexibleVersions": "0+",
  "fields": [ { "name": "Berth", "type": "int32", "versions": "0+" } ]
}
```

```gates current
gates 1
feature metadata.version {
  absent = 1
  supports 1 to 2
  level 1 in 1.0.0 metadata
  level 2 in 1.0.0 metadata
}
path replica from broker to broker blind {
  Mooring exactly 2
# ^^^^^^^ pinned-peer-mismatch
}
```

```json current
{
  "apiKey": 950, "type": "request", "listeners": ["broker"], "name": "MooringRequest",
  // Version 2 says the same as version 1.
  "validVersions": "0-2", "flexibleVersions": "0+",
  "fields": [ { "name": "Berth", "type": "int32", "versions": "0+" } ]
}
```

```toml current
[gates]
upgrade-window = ["1.0"]
```

## Good

```gates baseline
gates 1
feature metadata.version {
  absent = 1
  supports 1 to 2
  level 1 in 1.0.0 metadata
  level 2 in 1.0.0 metadata
}
path replica from broker to broker blind {
  Mooring exactly 1
}
```

```json baseline
{
  "apiKey": 950, "type": "request", "listeners": ["broker"], "name": "MooringRequest",
  "validVersions": "0-1", "flexibleVersions": "0+",
  "fields": [ { "name": "Berth", "type": "int32", "versions": "0+" } ]
}
```

```gates current
gates 1
feature metadata.version {
  absent = 1
  supports 1 to 3
  level 1 in 1.0.0 metadata
  level 2 in 1.0.0 metadata
  level 3 in 1.1.0 metadata
}
path replica from broker to broker blind {
  Mooring exactly by metadata.version {
    1 from 1
    2 from 3
  }
}
```

```json current
{
  "apiKey": 950, "type": "request", "listeners": ["broker"], "name": "MooringRequest",
  // Version 2 says the same as version 1.
  "validVersions": "0-2", "flexibleVersions": "0+",
  "fields": [ { "name": "Berth", "type": "int32", "versions": "0+" } ]
}
```

```toml current
[gates]
upgrade-window = ["1.0"]
```

## References

Kafka: BrokerBlockingSender (`discoverBrokerVersions = false`), NetworkClient.doSend,
SocketServer.parseRequestHeader. `wirelint plan` plays the upgrade through.
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Severity
from wirelint.rollout.outcome import Outcome
from wirelint.rollout.promise import Link, PromisedUpgrade
from wirelint.rule import rule


@rule(
    id="pinned-peer-mismatch",
    category=Category.ROLLOUT,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=PromisedUpgrade,
)
def pinned_peer_mismatch(upgrade: PromisedUpgrade) -> Iterator[Finding]:
    told: set[tuple[str, str]] = set()
    for link in upgrade.links:
        if (link.path.name, link.rpc) in told:
            continue
        message = _message(link, upgrade)
        if message is not None:
            told.add((link.path.name, link.rpc))
            yield Finding(
                link.entry.rpc.origin,
                message,
                help="Choose the new version from a level on that the old release does not support",
            )


def _message(link: Link, upgrade: PromisedUpgrade) -> str | None:
    forth, back = link.forth, link.back
    old = upgrade.before.name
    changed = back is None or forth.version != back.version
    if link.is_rung and changed:
        return None  # the rung was changed, and the rule on that says so
    serves = forth.version is not None and forth.version in upgrade.after.served(link.rpc)
    if forth.outcome is Outcome.CLOSE and serves:
        what = (
            "does not have it"
            if not forth.served
            else f"serves {forth.served} and closes the connection"
        )
        return f"`{link.rpc}` {forth.version} goes out{link.at} on path `{link.path.name}`; {old} {what}"
    if back is not None and changed and back.outcome is Outcome.CLOSE:
        return (
            f"{old} sends `{link.rpc}` {back.version}{link.at} on path `{link.path.name}`, which is"
            " served no more"
        )
    return None
