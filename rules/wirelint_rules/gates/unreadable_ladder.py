"""A function of the level in code is no ladder that the reader understands.

## What it finds

A method or function that is named like a ladder (`...Version`) and takes a branch on something else
than the level: an argument, a setting, a call that the reader cannot follow.

## Why it matters

A ladder that is passed over in silence looks like one that was checked.

## Bad

```java
public short offsetRecordVersion(boolean expires) {
    if (expires) {
        return 1;
    }
    return isAtLeast(IBP_3_5_IV0) ? 3 : 2;
}
```

## Good

Branches on the level and nothing else:

```java
public short offsetRecordVersion() {
    return isAtLeast(IBP_3_5_IV0) ? 3 : 2;
}
```

or the ladder in a `.gates` file beside the code:

```gates
ladder offsetRecordVersion by metadata.version {
  2 from 3.3-IV3
  3 from 3.5-IV0
}
```
"""

from wirelint.diagnostics import Category, Severity
from wirelint.rule import reader_rule

unreadable_ladder = reader_rule(
    id="unreadable-ladder",
    category=Category.GATES,
    severity=Severity.INFO,
    since="0.1",
    module=__name__,
)
