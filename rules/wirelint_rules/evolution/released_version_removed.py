"""A version that peers speak is no longer valid.

## What it finds

A released version of the baseline that `validVersions` no longer holds: the maximum lowered, the
minimum raised, all versions taken away, or the whole message gone without a successor. Where the
baseline's `deprecatedVersions`, of either half of an RPC, covered what went below, it is a warning. Versions that the
configuration announces (`[[removal]]`) are not reported, and versions that the baseline marks as
unstable were never promised.

## Why it matters

A client that speaks only what was removed has no way in: no common version is left, and it must be
upgraded before the brokers are. A record version that is gone makes every log unreadable that still
holds one. Raising a minimum is a decision of a major release (KIP-896), not a side effect.

## Bad

```json baseline
{
  "type": "data", "name": "PingState",
  "validVersions": "0-3", "flexibleVersions": "none",
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+" } ]
}
```

```json current
{
  "type": "data", "name": "PingState",
  "validVersions": "2-3", "flexibleVersions": "none",
  //               ^^^^^ released-version-removed
  "fields": [ { "name": "Id", "type": "int32", "versions": "2+" } ]
}
```

Announced by deprecation, it is a warning.

```json baseline
{
  "type": "data", "name": "PongState",
  "validVersions": "0-3", "deprecatedVersions": "0-1", "flexibleVersions": "none",
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+" } ]
}
```

```json current
{
  "type": "data", "name": "PongState",
  "validVersions": "2-3", "flexibleVersions": "none",
  //               ^^^^^ released-version-removed
  "fields": [ { "name": "Id", "type": "int32", "versions": "2+" } ]
}
```

## Good

```json baseline
{
  "type": "data", "name": "PingState",
  "validVersions": "0-3", "flexibleVersions": "none",
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+" } ]
}
```

```json current
{
  "type": "data", "name": "PingState",
  "validVersions": "0-3", "deprecatedVersions": "0-1", "flexibleVersions": "none",
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+" } ]
}
```

The configuration announces the cut.

```json baseline
{
  "type": "data", "name": "PongState",
  "validVersions": "0-3", "flexibleVersions": "none",
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+" } ]
}
```

```toml current
[[removal]]
message = "PongState"
versions = "0-1"
release = "4.0.0"
reason = "nobody writes them"
```

```json current
{
  "type": "data", "name": "PongState",
  "validVersions": "2-3", "flexibleVersions": "none",
  "fields": [ { "name": "Id", "type": "int32", "versions": "2+" } ]
}
```

## References

KIP-896.
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Severity
from wirelint.evolution.pairing import MessagePair
from wirelint.evolution.versions import Versions, hull, joined, spelled, without
from wirelint.evolution.words import at, gone_file, then
from wirelint.rule import rule
from wirelint.schema.model import Message, MessageType


@rule(
    id="released-version-removed",
    category=Category.EVOLUTION,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=MessagePair,
)
def released_version_removed(pair: MessagePair) -> Iterator[Finding]:
    before, after = pair.before, pair.after
    if before is None or not pair.released:
        return
    announced = pair.settings.announced(before.name)
    place = gone_file(pair.path) if after is None else at(after.origin, "validVersions")
    for removed, what in _removed(pair, before, after):
        left = joined(part for one in removed for part in without(one, announced))
        if not left:
            continue
        below = after is not None and hull(left).high < after.valid_versions.low
        deprecated = any(
            all(half.deprecated_versions.contains(one) for one in left)
            for half in (before, pair.partner_before)
            if half is not None
        )
        yield Finding(
            place,
            f"{spelled(left)} of `{before.name}` {_are(left)} gone: {what}; {_effect(before)}",
            help="Keep what is released valid, or announce the cut in the configuration "
            "(`[[removal]]`) and deprecate it a release ahead",
            related=(
                then(before.origin, "validVersions", f"the baseline: {before.valid_versions}"),
            ),
            versions=hull(left),
            severity=Severity.WARNING if below and deprecated else None,
        )


def _removed(
    pair: MessagePair, before: Message, after: Message | None
) -> Iterator[tuple[Versions, str]]:
    """What went, and how."""
    if pair.unplaced:
        yield pair.unplaced, "they are no coordinator key of their own now"
    if after is None:
        yield (pair.released,), "the file is deleted and nothing takes its place"
    elif not after.valid_versions:
        yield (pair.released,), "no version is valid any more"
    else:
        old, new = before.valid_versions, after.valid_versions
        for part in pair.released - new:
            if part.high < new.low:
                yield (part,), f"the minimum rose from {old.low} to {new.low}"
            else:
                yield (part,), f"the maximum fell from {old.high} to {new.high}"


def _are(versions: Versions) -> str:
    return "is" if len(versions) == 1 and versions[0].low == versions[0].high else "are"


def _effect(message: Message) -> str:
    if message.type in (MessageType.REQUEST, MessageType.RESPONSE):
        return "peers that speak no other have no way in"
    if message.type is MessageType.HEADER:
        return "messages behind it cannot be framed"
    return "what was written in them cannot be read any more"
