"""A line of a `.gates` file is no statement of the language.

## What it finds

Whatever the grammar refuses: a word where another belongs, a block without its end, a number that no
level, version or key can be, a file that does not begin with `gates 1`. A broken line costs itself,
or the block that it opens; all other statements are read and checked. After 20 findings in one file
the rest is not read.

## Why it matters

What is not read is not checked, and the table says less than its author believes.

## Bad

```gates current
gates 1
feature engine.version {
  owner harbor
  carier record
# ^^^^^^ gates-syntax
  absent = 0
  supports 0 to 1
  level 0 in 1.0.0
  level 1 in 1.1.0 enables fast-start
  level 2 EV_2 at 1.2.0
#              ^^ gates-syntax
}
path replica from broker to broker blind {
  Fetch exactly by engine.version {
    13 from 0
    14 1
#      ^ gates-syntax
  }
}
```

```gates current
gates 1
feature engine.version {
  owner harbor
  carrier recrd
#         ^^^^^ gates-syntax
  absent = 0
  supports 0 to 1
  level 0 in 1.0.0
  level 1 in 1.1.0 enables fast-start
}
```

```gates fixed
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

## References

The grammar: `linter/wirelint/gates/language/grammar.lark`.
"""

from wirelint.diagnostics import Category, Severity
from wirelint.rule import reader_rule

gates_syntax = reader_rule(
    id="gates-syntax",
    category=Category.GATES,
    severity=Severity.ERROR,
    since="0.1",
    module=__name__,
)
