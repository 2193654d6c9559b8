"""An api key lies in a range that belongs to someone else.

## What it finds

A message whose `apiKey` is inside a `[[key-range]]` of the configuration, unless its `owner` is the
`owner` of this tree. The owner's own messages, of which a fork keeps copies, are named by the
range's `messages`; what the baseline already has is left alone too.

## Why it matters

The owner will give the key to an API of its own. From then on a peer of the one kind reads the
other's requests by its own schema, and nobody can move: the key has been released on both sides.

## Bad

```toml current
[[key-range]]
keys = "0-499"
owner = "upstream"
```

```json current
{
  "apiKey": 94, "type": "metadata", "name": "KnobRecord",
  //        ^^ api-key-in-foreign-range
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+" } ]
}
```

## Good

```toml current
[[key-range]]
keys = "0-499"
owner = "upstream"
```

```json current
{
  "apiKey": 501, "type": "metadata", "name": "KnobRecord",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+" } ]
}
```

```toml current
[[key-range]]
keys = "0-499"
owner = "upstream"
messages = ["Latch*"]
```

```json current
{
  "apiKey": 12, "type": "metadata", "name": "LatchRecord",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+" } ]
}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Severity
from wirelint.project import Project, has_key_space
from wirelint.rule import rule


@rule(
    id="api-key-in-foreign-range",
    category=Category.REPOSITORY,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=Project,
)
def api_key_in_foreign_range(project: Project) -> Iterator[Finding]:
    own = project.settings.owner
    foreign = [one for one in project.settings.key_ranges if one.owner != own]
    if not foreign:
        return
    for message in project.messages:
        key = message.api_key
        if key is None or not has_key_space(message.type) or message.name in project.released:
            continue
        for one in foreign:
            if key in one and not one.keeps(message.name):
                yield Finding(
                    message.origin.value("apiKey"),
                    f"the api key {key} of `{message.name}` is in the range {one.low}-{one.high} "
                    f"of {one.owner}",
                )
                break
