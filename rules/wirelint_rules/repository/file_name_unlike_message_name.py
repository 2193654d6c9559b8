"""A file is not called like its message.

## What it finds

A schema whose file is not named as the repository's profile asks: `FetchRequest.json` for
`FetchRequest` in Kafka's layout, `fetch_request.json` in Redpanda's. Without such a profile names are
free.

## Why it matters

People and tools look a message up by its file. A renamed file also hides its changes: history and
baselines have to find it again by what it holds.

## Bad

```toml current
profile = "kafka"
```

```json current Knobs.json
{
  "apiKey": 904, "type": "metadata", "name": "KnobRecord",
  //                                         ^^^^^^^^^^^^ file-name-unlike-message-name
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+" } ]
}
```

## Good

```toml current
profile = "kafka"
```

```json current KnobRecord.json
{
  "apiKey": 904, "type": "metadata", "name": "KnobRecord",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+" } ]
}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Severity
from wirelint.project import Project
from wirelint.rule import rule


@rule(
    id="file-name-unlike-message-name",
    category=Category.REPOSITORY,
    severity=Severity.INFO,
    since="0.1",
    looks_at=Project,
)
def file_name_unlike_message_name(project: Project) -> Iterator[Finding]:
    style = project.settings.file_names
    if style == "free":
        return
    for file in project.files:
        stem = file.path.rpartition("/")[2].rpartition(".")[0]
        name = file.message.name
        if not name:
            continue
        # Where a snake puts its underscores in `IsrNodes` or `SaslSCRAM` is a matter of taste.
        fits = stem == name if style == "message" else _letters(stem) == _letters(name)
        if not fits:
            yield Finding(
                file.message.origin.value("name"),
                f"the file `{stem}.json` holds the message `{name}`",
            )


def _letters(text: str) -> str:
    return text.replace("_", "").lower()
