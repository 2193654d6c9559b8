"""A request between nodes gets a version, and nothing says who may send it.

## What it finds

A request with a new stable version that only nodes send, in a tree whose gate tables have no ladder and
no path line for it. That only nodes send it is told by its listeners (`controller` alone) or by a comment
that says so (`between brokers`, `sent by brokers only`). Kafka's own requests to controllers are left
alone: their senders ask for versions first.

## Why it matters

While a cluster rolls, a node of the new release must not send the new version to one of the last release.
Either a level turns it on, or the sender asks for versions first; whichever it is, a table should say so.

## Bad

```json baseline
{
  "apiKey": 954, "type": "request", "listeners": ["broker"], "name": "TallyRequest",
  "validVersions": "0-1", "flexibleVersions": "0+",
  "fields": [ { "name": "Berth", "type": "int32", "versions": "0+" } ]
}
```

```json current
{
  "apiKey": 954, "type": "request", "listeners": ["broker"], "name": "TallyRequest",
  // Version 2 is sent by brokers only.
  "validVersions": "0-2", "flexibleVersions": "0+",
//                 ^^^^^ broker-only-bump-ungated
  "fields": [ { "name": "Berth", "type": "int32", "versions": "0+" },
    { "name": "Crane", "type": "int32", "versions": "2+", "ignorable": true } ]
}
```

```gates current
gates 1
feature metadata.version {
  absent = 1
  supports 1 to 2
  level 1 in 1.0.0 metadata
  level 2 in 1.1.0 metadata
}
path replica from broker to broker blind {
  Mooring exactly 1
}
```

## Good

```json baseline
{
  "apiKey": 954, "type": "request", "listeners": ["broker"], "name": "TallyRequest",
  "validVersions": "0-1", "flexibleVersions": "0+",
  "fields": [ { "name": "Berth", "type": "int32", "versions": "0+" } ]
}
```

```json current
{
  "apiKey": 954, "type": "request", "listeners": ["broker"], "name": "TallyRequest",
  // Version 2 is sent by brokers only.
  "validVersions": "0-2", "flexibleVersions": "0+",
  "fields": [ { "name": "Berth", "type": "int32", "versions": "0+" },
    { "name": "Crane", "type": "int32", "versions": "2+", "ignorable": true } ]
}
```

```gates current
gates 1
feature metadata.version {
  absent = 1
  supports 1 to 2
  level 1 in 1.0.0 metadata
  level 2 in 1.1.0 metadata
}
path tally from broker to broker discover {
  Tally any
}
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from wirelint.diagnostics import Category, Finding, Severity
from wirelint.gates.model import rpc_name
from wirelint.project.gated import stable_high
from wirelint.project.gated_changes import GatedChange
from wirelint.project.gates import GateView
from wirelint.rule import rule
from wirelint.schema.model import Message, MessageType
from wirelint.versions import VersionRange

_BETWEEN_NODES: Final = re.compile(
    r"\b(between|inter-?|(sent|used|only|exclusively)\b[^.]*\bby) ?(the )?(brokers?|nodes)\b",
    re.IGNORECASE,
)
_COMMENT: Final = re.compile(r"//(.*)")
# NodeToControllerChannelManager and KafkaRaftClient ask for versions first.
_ASKED_FIRST: Final = frozenset(
    (
        "AllocateProducerIds AlterPartition AssignReplicasToDirs BeginQuorumEpoch BrokerHeartbeat "
        "BrokerRegistration ControllerRegistration EndQuorumEpoch Envelope FetchSnapshot "
        "UnregisterBroker UpdateRaftVoter Vote"
    ).split()
)


@rule(
    id="broker-only-bump-ungated",
    category=Category.GATED_SCHEMAS,
    severity=Severity.WARNING,
    since="0.1",
    looks_at=GatedChange,
)
def broker_only_bump_ungated(change: GatedChange) -> Iterator[Finding]:
    before, after = change.before, change.after
    if before is None or after.type is not MessageType.REQUEST or not before.valid_versions:
        return
    newest = stable_high(after)
    new = VersionRange(before.valid_versions.high + 1, newest)
    if not new or not _only_nodes(after) or rpc_name(after.name) in _ASKED_FIRST:
        return
    if _is_spoken_of(change.tree.view, after.name):
        return
    yield Finding(
        after.origin.value("validVersions"),
        f"version {new} of `{after.name}` is new and sent between nodes, and no gate table says who "
        "may send it",
        help="Give it a ladder, or a line on a path that asks for versions first",
        versions=new,
    )


def _only_nodes(message: Message) -> bool:
    if set(message.listeners) == {"controller"}:
        return True
    comments = " ".join(_COMMENT.findall(message.origin.source.text))
    return _BETWEEN_NODES.search(comments) is not None


def _is_spoken_of(view: GateView, name: str) -> bool:
    rpc = rpc_name(name)
    return any(
        rpc_name(one) == rpc
        for one in (
            *(use.name for use in view.ladders),
            *(entry.rpc.value for path in view.gates.paths for entry in path.entries),
        )
    )
