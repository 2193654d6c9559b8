"""A `.gates` file is written in a version of the language that this release does not know.

## What it finds

A first line `gates N` with another number than 1. The file is read as far as it goes.

## Why it matters

A later language may give a word another meaning. What is read from the file is then a guess.

## Bad

```gates current
gates 2
#     ^ gates-language-version
feature engine.version {
  owner harbor
  carrier record
  absent = 0
  supports 0 to 1
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

gates_language_version = reader_rule(
    id="gates-language-version",
    category=Category.GATES,
    severity=Severity.ERROR,
    since="0.1",
    module=__name__,
)
