"""Objects and lists are nested deeper than 1,000 levels.

## What it finds

The first bracket that opens level 1,001. Nothing behind it is read.

## Why it matters

The generator's JSON reader refuses the file, to keep its own stack.

## Bad

```text
{ "fields": [ { "fields": [ { "fields": [ ... 499 times
```

## Good

```text
{ "fields": [ { "fields": [ { "fields": [] } ] } ] }
```

## References

- Jackson's `StreamReadConstraints.DEFAULT_MAX_DEPTH`
"""

from wirelint.diagnostics import Category, Severity
from wirelint.rule import reader_rule

nesting_too_deep = reader_rule(
    id="nesting-too-deep",
    category=Category.SYNTAX,
    severity=Severity.ERROR,
    since="0.1",
    module=__name__,
)
