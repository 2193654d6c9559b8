"""A watched message gets a new version.

## What it finds

A raised maximum of a message that is listed as watched (`[[watched]]` in the configuration). Kafka's
ApiVersions, the two headers and FeatureLevelRecord are on the list in every tree.

## Why it matters

Other messages stand on these: the headers frame every call, ApiVersions asks for all versions and is
answered before anything is agreed, FeatureLevelRecord carries the level that decides how records are
read. A new version may be right; someone who knows the bootstrap must have looked.

## Bad

```json baseline
{
  "apiKey": 12, "type": "metadata", "name": "FeatureLevelRecord",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [ { "name": "Name", "type": "string", "versions": "0+" } ]
}
```

```json current
{
  "apiKey": 12, "type": "metadata", "name": "FeatureLevelRecord",
  "validVersions": "0-1", "flexibleVersions": "0+",
  //               ^^^^^ watched-message-bumped
  "fields": [ { "name": "Name", "type": "string", "versions": "0+" } ]
}
```

## Good

```json baseline
{
  "apiKey": 12, "type": "metadata", "name": "FeatureLevelRecord",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [ { "name": "Name", "type": "string", "versions": "0+" } ]
}
```

```json current
{
  "apiKey": 12, "type": "metadata", "name": "FeatureLevelRecord",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [ { "name": "Name", "type": "string", "versions": "0+", "about": "The feature." } ]
}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Severity
from wirelint.evolution.pairing import MessagePair
from wirelint.evolution.settings import listed
from wirelint.evolution.words import at, then
from wirelint.rule import rule


@rule(
    id="watched-message-bumped",
    category=Category.EVOLUTION,
    severity=Severity.WARNING,
    since="0.1",
    looks_at=MessagePair,
)
def watched_message_bumped(pair: MessagePair) -> Iterator[Finding]:
    before, after = pair.before, pair.after
    if before is None or after is None or not pair.new_versions:
        return
    entry = listed(before.name, pair.settings.watched)
    if entry is not None:
        yield Finding(
            at(after.origin, "validVersions"),
            f"`{after.name}` gets version {pair.new_versions} and is watched: "
            f"{entry.reason or 'the configuration says so'}",
            help="Let someone look who knows how peers meet before they have agreed on anything",
            related=(
                then(before.origin, "validVersions", f"the baseline: {before.valid_versions}"),
            ),
            versions=pair.new_versions,
        )
