"""A new rung is not mentioned in the text of its level.

## What it finds

A rung or capability that begins at a level which is new since the baseline, and that the level's
text or comment does not name. Off unless it is asked for.

## Why it matters

Operators read the text of a level to know what they switch on.

## Bad

```gates baseline
gates 1
feature harbor.version {
  absent = 0
  supports 0 to 1
  level 0 in 1.0.0
  level 1 in 1.1.0 enables cranes
}
path replica from broker to broker blind {
  Fetch exactly by harbor.version {
    3 from 0
    4 from 1
  }
}
```

```gates current
gates 1
feature harbor.version {
  absent = 0
  supports 0 to 2
  level 0 in 1.0.0
  level 1 in 1.1.0 enables cranes
  level 2 in 1.2.0 enables pilots "pilots"
}
path replica from broker to broker blind {
  Fetch exactly by harbor.version {
    3 from 0
    4 from 1
    5 from 2
#   ^^^^^^^^ gate-doc-missing
  }
}
```

```toml current
extend-select = ["gate-doc-missing"]
```

## Good

```gates baseline
gates 1
feature harbor.version {
  absent = 0
  supports 0 to 1
  level 0 in 1.0.0
  level 1 in 1.1.0 enables cranes
}
path replica from broker to broker blind {
  Fetch exactly by harbor.version {
    3 from 0
    4 from 1
  }
}
```

```gates current
gates 1
feature harbor.version {
  absent = 0
  supports 0 to 2
  level 0 in 1.0.0
  level 1 in 1.1.0 enables cranes
  level 2 in 1.2.0 enables pilots "pilots; Fetch 5"
}
path replica from broker to broker blind {
  Fetch exactly by harbor.version {
    3 from 0
    4 from 1
    5 from 2
  }
}
```

```toml current
extend-select = ["gate-doc-missing"]
```
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Related, Severity
from wirelint.project.gate_changes import FeatureChanges
from wirelint.project.gate_effects import case_at, level_below
from wirelint.rule import rule


@rule(
    id="gate-doc-missing",
    category=Category.GATES,
    severity=Severity.INFO,
    since="0.1",
    looks_at=FeatureChanges,
    on=False,
)
def gate_doc_missing(changes: FeatureChanges) -> Iterator[Finding]:
    for row in changes.after.feature.levels:
        if row.number is None or changes.before.row(row.number) is not None:
            continue
        for use in changes.after.ladders:
            below = level_below(changes.after, row.number)
            now = use.values.get(row.number)
            before = None if below is None else use.values.get(below)
            if now == before or not isinstance(now, int) or use.name.lower() in row.doc.lower():
                continue
            case = case_at(use, row.number)
            yield Finding(
                use.place if case is None else case.origin,
                f"the text of level {row.label} of `{changes.name}` does not mention `{use.name}`",
                help="Say in the level's text what it switches on",
                related=(Related(row.origin, f"level {row.label}"),),
            )
