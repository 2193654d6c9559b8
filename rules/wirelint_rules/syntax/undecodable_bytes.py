r"""The file holds bytes that are no text.

## What it finds

The first byte that is not UTF-8, in a text or in a comment, such as an accented letter of Latin-1; in
a file of UTF-16 or UTF-32 the first bytes that are not that.

## Why it matters

The generator refuses the file, in comments too.

## Bad

```text
$ printf '// caf\351\n' >> PingRequest.json
```

## Good

```text
$ printf '// caf\303\251\n' >> PingRequest.json
```

## References

- Jackson class `UTF8StreamJsonParser`
"""

from wirelint.diagnostics import Category, Severity
from wirelint.rule import reader_rule

undecodable_bytes = reader_rule(
    id="undecodable-bytes",
    category=Category.SYNTAX,
    severity=Severity.ERROR,
    since="0.1",
    module=__name__,
)
