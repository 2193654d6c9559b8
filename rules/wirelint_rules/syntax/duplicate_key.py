"""An object has one property twice.

## What it finds

A property name that occurs a second time in one object, escapes decoded. The first one is named as a
second place.

## Why it matters

The generator takes the last one and says nothing, so the first is dead text that looks alive. RFC
8259 leaves the meaning open: other readers of the schema take the first, or refuse the file.

## Bad

```json current
{
  "type": "header", "name": "PingHeader", "validVersions": "0-1", "flexibleVersions": "0+",
  "fields": [
    { "name": "Id", "type": "int32", "versions": "0+", "about": "The id." },
    { "name": "Ttl", "type": "int32", "versions": "0+", "about": "Seconds.", "versions": "1+" }
    //                                                                       ^^^^^^^^^^ duplicate-key
  ]
}
```

```json fixed
{
  "type": "header", "name": "PingHeader", "validVersions": "0-1", "flexibleVersions": "0+",
  "fields": [
    { "name": "Id", "type": "int32", "versions": "0+", "about": "The id." },
    { "name": "Ttl", "type": "int32", "about": "Seconds.", "versions": "1+" }
  ]
}
```

## Good

```json current
{
  "type": "header", "name": "PingHeader", "validVersions": "0-1", "flexibleVersions": "0+",
  "fields": [
    { "name": "Id", "type": "int32", "versions": "0+", "about": "The id." },
    { "name": "Ttl", "type": "int32", "versions": "1+", "about": "Seconds." }
  ]
}
```

## Fix safety

The fix removes the one that does not count, so the generator gives the same classes as before. Look
whether it was the other one that was meant.

## References

- [RFC 8259, section 4](https://www.rfc-editor.org/rfc/rfc8259#section-4)
"""

from wirelint.diagnostics import Category, Severity
from wirelint.rule import reader_rule

duplicate_key = reader_rule(
    id="duplicate-key",
    category=Category.SYNTAX,
    severity=Severity.WARNING,
    since="0.1",
    module=__name__,
)
