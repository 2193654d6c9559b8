r"""A text breaks the Java literal that it is pasted into.

## What it finds

An `about` or the default of a string field with a quotation mark, a line break, or a backslash that
begins no Java escape.

## Why it matters

The generator pastes both into Java source between quotation marks, as they are. javac refuses what
comes out, or worse, reads code.

## Bad

```json current
{
  "type": "data", "name": "ParcelNote", "validVersions": "0", "flexibleVersions": "0+",
  "fields": [
    { "name": "Text", "type": "string", "versions": "0+", "about": "The \"note\"." }
    //                                                             ^^^^^^^^^^^^^^^ text-not-java
  ]
}
```

## Good

```json current
{
  "type": "data", "name": "ParcelNote", "validVersions": "0", "flexibleVersions": "0+",
  "fields": [
    { "name": "Text", "type": "string", "versions": "0+", "about": "The 'note'." }
  ]
}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Severity
from wirelint.rule import rule
from wirelint.schema.generator import all_fields, is_generated
from wirelint.schema.java import is_string_body
from wirelint.schema.model import FieldSite, Message, sites


@rule(
    id="text-not-java",
    category=Category.SCHEMA,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=Message,
)
def text_not_java(message: Message) -> Iterator[Finding]:
    if all(_is_plain(field.about) and _is_plain(field.default) for field in all_fields(message)):
        return
    for site in sites(message):
        field = site.field
        if not is_generated(site):
            continue
        # The default is in every constructor, the text in the schemas of the field's versions.
        if site.versions and not is_string_body(field.about):
            yield _broken(site, "about", "text")
        is_text = not field.type.is_array and field.type.name in {"string", "float64"}
        if is_text and not is_string_body(field.default):
            yield _broken(site, "default", "default")


def _is_plain(text: str) -> bool:
    return text.isprintable() and '"' not in text and "\\" not in text


def _broken(site: FieldSite, key: str, what: str) -> Finding:
    return Finding(
        site.origin.value(key),
        f"the {what} of `{site.field.name}` breaks the Java literal around it",
    )
