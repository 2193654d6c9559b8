"""A request and its response do not offer the same versions.

## What it finds

A request and a response of one api key whose `validVersions` differ: an error, since a unit test of
Kafka's refuses it. Where they agree and the first flexible version differs, it is a warning. The
finding stands on the response.

## Why it matters

The version is chosen once, from the request's range, and the response is written in the same. A
version that only one half has is negotiated and then cannot be answered, or can never be asked for.
Where one half is flexible and the other is not, the header of that version differs between the two
directions; clients that look at one half only frame the other wrongly.

## Bad

```json current
{
  "apiKey": 901, "type": "request", "listeners": ["broker"], "name": "PingRequest",
  "validVersions": "0-3", "flexibleVersions": "2+",
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+" } ]
}
```

```json current
{
  "apiKey": 901, "type": "response", "name": "PingResponse",
  "validVersions": "0-2", "flexibleVersions": "2+",
  //               ^^^^^ pair-out-of-step
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+" } ]
}
```

```json fixed PingResponse.json
{
  "apiKey": 901, "type": "response", "name": "PingResponse",
  "validVersions": "0-3", "flexibleVersions": "2+",
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+" } ]
}
```

Version 2 has a flexible request and a classic response.

```json current
{
  "apiKey": 902, "type": "request", "listeners": ["broker"], "name": "PongRequest",
  "validVersions": "0-3", "flexibleVersions": "2+",
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+" } ]
}
```

```json current
{
  "apiKey": 902, "type": "response", "name": "PongResponse",
  "validVersions": "0-3", "flexibleVersions": "3+",
  //                                          ^^^^ pair-out-of-step
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+" } ]
}
```

## Good

A new version needs no new field in both halves, only the number.

```json current
{
  "apiKey": 901, "type": "request", "listeners": ["broker"], "name": "PingRequest",
  "validVersions": "0-2", "flexibleVersions": "1+",
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+" } ]
}
```

```json current
{
  "apiKey": 901, "type": "response", "name": "PingResponse",
  "validVersions": "0-2", "flexibleVersions": "1+",
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+" } ]
}
```

## Fix safety

Unsafe: the half that is behind gains a version.
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Edit, Finding, Fix, Related, Severity
from wirelint.project import Project
from wirelint.rule import rule
from wirelint.schema.model import Message, MessageType
from wirelint.versions import VersionRange


@rule(
    id="pair-out-of-step",
    category=Category.REPOSITORY,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=Project,
)
def pair_out_of_step(project: Project) -> Iterator[Finding]:
    for response in project.messages:
        if response.type is MessageType.RESPONSE:
            request = project.partner(response)
            if request is not None:
                yield from _compare(request, response)


def _compare(request: Message, response: Message) -> Iterator[Finding]:
    asked, answered = request.valid_versions, response.valid_versions
    if asked != answered and (asked or answered):
        yield Finding(
            response.origin.value("validVersions"),
            f"`{response.name}` is valid in versions {answered}, `{request.name}` in {asked}",
            related=(Related(request.origin.value("validVersions"), f"the request: {asked}"),),
            fixes=_follow(request, response),
            versions=answered or asked,
        )
    shared = asked & answered
    first, answer = _flexible(request, shared), _flexible(response, shared)
    if first != answer:
        differ = min(one.low for one in (first, answer) if one)
        yield Finding(
            response.origin.value("flexibleVersions"),
            f"`{response.name}` is flexible in versions {answer} of {shared}, "
            f"`{request.name}` in {first}: the headers of version {differ} differ",
            related=(Related(request.origin.value("flexibleVersions"), f"the request: {first}"),),
            severity=Severity.WARNING,
        )


def _flexible(message: Message, shared: VersionRange) -> VersionRange:
    return message.flexible & shared


def _follow(request: Message, response: Message) -> tuple[Fix, ...]:
    """Give the half that lacks the newest versions what the other has."""
    asked, answered = request.valid_versions, response.valid_versions
    if not asked or not answered or asked.low != answered.low:
        return ()
    ahead, behind = (request, response) if asked.high > answered.high else (response, request)
    versions = ahead.valid_versions
    place = behind.origin.value("validVersions")
    title = f"Make versions {versions} valid in `{behind.name}`"
    return (Fix(title, (Edit(place, f'"{versions}"'),)),)
