"""A version that no comment mentions.

## What it finds

A valid version above the lowest whose number stands in no `//` comment of the file. `Versions 2-4`
and `versions 2 through 4` mention three.

## Why it matters

A bump is a promise to every peer. What it was for stands in no field; Kafka keeps a line per version
on top of each schema, and a reader without it must compare releases to learn why a version exists.

## Bad

```json current
{
  "type": "data", "name": "PingState",
  // Version 1 adds Ttl.
  "validVersions": "0-2", "flexibleVersions": "0+",
  //               ^^^^^ version-without-comment
  "fields": [
    { "name": "Id", "type": "int32", "versions": "0+" },
    { "name": "Ttl", "type": "int32", "versions": "1+" }
  ]
}
```

## Good

```json current
{
  "type": "data", "name": "PingState",
  // Version 1 adds Ttl. Version 2 is the same and tells that the sender can be fenced.
  "validVersions": "0-2", "flexibleVersions": "0+",
  "fields": [
    { "name": "Id", "type": "int32", "versions": "0+" },
    { "name": "Ttl", "type": "int32", "versions": "1+" }
  ]
}
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from wirelint.diagnostics import Category, Finding, Severity
from wirelint.rule import rule
from wirelint.schema.model import Message
from wirelint.versions import VersionRange


@rule(
    id="version-without-comment",
    category=Category.SCHEMA,
    severity=Severity.INFO,
    since="0.1",
    looks_at=Message,
    keys=("validVersions",),
)
def version_without_comment(message: Message) -> Iterator[Finding]:
    valid = message.valid_versions
    if valid.low >= valid.high or len(valid) > 1000:
        return
    text = message.origin.source.text
    # Nearly every version is mentioned by its own name; only the others need a look at ranges.
    missing = {one for one in range(valid.low + 1, valid.high + 1) if not _is_named(text, one)}
    if missing:
        missing -= mentioned(text)
    if missing:
        yield Finding(
            message.origin.value("validVersions"),
            f"no comment mentions version {_listed(sorted(missing))}",
            versions=VersionRange(min(missing), max(missing)),
        )


def _is_named(text: str, version: int) -> bool:
    words = f"ersion {version}"
    at = text.find(words)
    while at >= 0:
        if not text[at + len(words) : at + len(words) + 1].isdigit():
            return True
        at = text.find(words, at + 1)
    return False


def mentioned(text: str) -> set[int]:
    """The numbers in a file's line comments, the ends of ranges with all that is between.

    Texts are looked at as they are: a tree with places would cost more than it is worth, and a
    `//` inside a string only makes the rule milder.
    """
    numbers: set[int] = set()
    comment, number = _patterns()
    for line in comment.findall(text):
        for low, high in number.findall(line):
            first, last = int(low), int(high or low)
            numbers.update(range(first, last + 1) if last - first < 1000 else (first, last))
    return numbers


@cache
def _patterns() -> tuple[re.Pattern[str], re.Pattern[str]]:
    # Only lines with a digit; `KIP-896` and `4.0` are no versions.
    return (
        re.compile(r"//([^0-9\r\n]*[0-9][^\r\n]*)"),
        re.compile(r"(?<![\w.-])(\d{1,5})(?:\s*(?:-|to|through|until)\s*(\d{1,5}))?(?![\w-]|\.\d)"),
    )


def _listed(versions: list[int]) -> str:
    """Runs of versions as ranges: `1, 4-6`."""
    runs: list[list[int]] = []
    for version in versions:
        if runs and runs[-1][-1] == version - 1:
            runs[-1].append(version)
        else:
            runs.append([version])
    return ", ".join(str(VersionRange(run[0], run[-1])) for run in runs)
