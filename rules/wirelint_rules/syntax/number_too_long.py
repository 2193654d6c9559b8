"""A number has more than 1,000 digits.

## What it finds

A number without quotation marks whose digits, those of fraction and exponent included, are more than
1,000.

## Why it matters

The generator's JSON reader refuses the file, even where the number is read as a text.

## Bad

```text
"about": 1000000000000000000000000000000000000000 and so on
```

## Good

```text
"about": "a number as a text has no limit"
```

## References

- Jackson's `StreamReadConstraints.DEFAULT_MAX_NUM_LEN`
"""

from wirelint.diagnostics import Category, Severity
from wirelint.rule import reader_rule

number_too_long = reader_rule(
    id="number-too-long",
    category=Category.SYNTAX,
    severity=Severity.ERROR,
    since="0.1",
    module=__name__,
)
