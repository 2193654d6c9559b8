"""A statement of a `.gates` file stands twice where it may stand once.

## What it finds

A second `owner`, `carrier`, `absent`, `supports`, `bootstrap` or `step` of a feature; a second `in`,
`default from` or equal flag of a level; a second block of one name; a second `releases` line. The
first one counts.

## Why it matters

Two lines that answer one question differently: each reader believes the one he sees first.

## Bad

```gates current
gates 1
feature engine.version {
  owner harbor
  carrier record
  absent = 0
  supports 0 to 1
  supports 0 to 2
# ^^^^^^^^^^^^^^^ gates-statement-repeated
  level 0 in 1.0.0
  level 1 in 1.1.0 enables fast-start
}
```

## Good

```gates current
gates 1
feature engine.version {
  owner harbor
  carrier record
  absent = 0
  supports 0 to 1
  level 0 in 1.0.0
  level 1 in 1.1.0 enables fast-start
}
```
"""

from wirelint.diagnostics import Category, Severity
from wirelint.rule import reader_rule

gates_statement_repeated = reader_rule(
    id="gates-statement-repeated",
    category=Category.GATES,
    severity=Severity.ERROR,
    since="0.1",
    module=__name__,
)
