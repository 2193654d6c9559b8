"""A function of the level in code chooses a version of nobody knows what.

## What it finds

A ladder that the reader understands and whose name belongs to no request and no record: neither the
known names of Kafka's code, nor the schema map of the configuration, nor a `.gates` file says what it
chooses.

## Why it matters

Its versions cannot be held against a schema: a rung above `validVersions` goes unseen.

## Bad

```java
public short cargoVersion() {
    return isAtLeast(IBP_4_1_IV0) ? 2 : 1;
}
```

## Good

Say what it chooses, where the tool can read it:

```gates
format cluster-metadata {
  in "__cluster_metadata-0"
  record CargoRecord by metadata.version {
    1 from 3.3-IV3
    2 from 4.1-IV0
  }
}
```
"""

from wirelint.diagnostics import Category, Severity
from wirelint.rule import reader_rule

unmapped_ladder = reader_rule(
    id="unmapped-ladder",
    category=Category.GATES,
    severity=Severity.INFO,
    since="0.1",
    module=__name__,
)
