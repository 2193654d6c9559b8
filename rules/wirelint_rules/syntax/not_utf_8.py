"""The file is readable, but not UTF-8.

## What it finds

UTF-16 and UTF-32 in either byte order, with or without a byte order mark, and bytes that a strict
UTF-8 reader refuses although the generator takes them: overlong forms and encoded halves of surrogate
pairs.

## Why it matters

The generator finds the encoding out from the first bytes. Other readers of message schemas, editors'
diffs and most tools on the way take UTF-8 for granted, as RFC 8259 asks.

## Bad

```text
$ iconv -t UTF-16 PingRequest.json > PingRequest16.json
```

## Good

```text
$ iconv -f UTF-16 -t UTF-8 PingRequest16.json > PingRequest.json
```

## References

- [RFC 8259, section 8.1](https://www.rfc-editor.org/rfc/rfc8259#section-8.1)
- Jackson classes `ByteSourceJsonBootstrapper` and `UTF8StreamJsonParser`
"""

from wirelint.diagnostics import Category, Severity
from wirelint.rule import reader_rule

not_utf_8 = reader_rule(
    id="not-utf-8",
    category=Category.SYNTAX,
    severity=Severity.WARNING,
    since="0.1",
    module=__name__,
)
