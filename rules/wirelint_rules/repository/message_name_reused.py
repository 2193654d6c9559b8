"""Two schemas of one folder generate one class.

## What it finds

Two messages in one folder whose generated class has the same name: equal names, or a name that ends
in `Data` beside a request, response or header of the same name without it.

## Why it matters

Kafka's generator writes one Java file per message and the second silently overwrites the first. A
unit test of Kafka's asks for unique names among requests and responses only.

## Bad

```json current Knob.json
{
  "apiKey": 904, "type": "metadata", "name": "KnobRecord",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+" } ]
}
```

```json current OldKnob.json
{
  "type": "data", "name": "KnobRecord",
  //                      ^^^^^^^^^^^^ message-name-reused
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [ { "name": "Id", "type": "int64", "versions": "0+" } ]
}
```

## Good

```json current
{
  "apiKey": 904, "type": "metadata", "name": "KnobRecord",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+" } ]
}
```

```json current
{
  "type": "data", "name": "KnobState",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [ { "name": "Id", "type": "int64", "versions": "0+" } ]
}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from wirelint.diagnostics import Category, Finding, Related, Severity
from wirelint.project import Project
from wirelint.rule import rule
from wirelint.schema.model import Message, MessageType

_DATA_SUFFIX: Final = (MessageType.REQUEST, MessageType.RESPONSE, MessageType.HEADER)


@rule(
    id="message-name-reused",
    category=Category.REPOSITORY,
    severity=Severity.WARNING,
    since="0.1",
    looks_at=Project,
)
def message_name_reused(project: Project) -> Iterator[Finding]:
    first: dict[tuple[str, str], Message] = {}
    for file in project.files:
        message = file.message
        if not message.name:
            continue
        other = first.setdefault((file.folder, _class_name(message)), message)
        if other is not message:
            yield Finding(
                message.origin.value("name"),
                f"`{message.name}` generates the class of another file, `{_class_name(message)}`",
                related=(Related(other.origin.value("name"), "the other file"),),
            )


def _class_name(message: Message) -> str:
    """The class as Kafka's MessageSpec.dataClassName names it."""
    return f"{message.name}Data" if message.type in _DATA_SUFFIX else message.name
