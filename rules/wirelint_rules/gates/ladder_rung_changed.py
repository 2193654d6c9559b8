"""A ladder gives another version at a level that released nodes advertise.

## What it finds

A ladder whose value differs from the baseline's at a level that the baseline advertises and that
both sides have. Ladders are compared as functions of the level: one that is rewritten with the same
values is no change.

## Why it matters

At that level old nodes neither send nor expect the new version. A follower that asks with it is cut
off by every old leader; a lowered version loses what old peers rely on.

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
  supports 0 to 1
  level 0 in 1.0.0
  level 1 in 1.1.0 enables cranes
}
path replica from broker to broker blind {
  Fetch exactly by harbor.version {
    3 from 0
    5 from 1
#   ^ ladder-rung-changed
  }
}
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
  level 2 in 1.2.0
}
path replica from broker to broker blind {
  Fetch exactly by harbor.version {
    3 from 0
    4 from 1
    5 from 2
  }
}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Related, Severity
from wirelint.project.gate_changes import LadderChanges, RungChange
from wirelint.project.gate_effects import case_at, spelled, subject_of
from wirelint.project.gates import LadderUse
from wirelint.rule import rule
from wirelint.text import Place


@rule(
    id="ladder-rung-changed",
    category=Category.GATES,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=LadderChanges,
)
def ladder_rung_changed(changes: LadderChanges) -> Iterator[Finding]:
    if changes.pair.after.is_private:
        return  # private-rpc-bump-ungated
    for rung in changes.rungs:
        labels = ", ".join(row.label for row in rung.levels)
        feature = changes.feature.name if changes.feature is not None else ""
        before = changes.pair.before
        yield Finding(
            rung.at,
            f"level {labels} of `{feature}` gave {subject_of(changes.pair.after)} "
            f"{spelled(rung.before)} and gives {spelled(rung.after)}; "
            "nodes of the baseline advertise the level",
            help="Leave the rung and add one at a new level",
            related=() if before is None else (Related(_rung_of(before, rung), "what it was"),),
        )


def _rung_of(use: LadderUse, rung: RungChange) -> Place:
    number = rung.levels[0].number
    case = None if number is None else case_at(use, number)
    return use.place if case is None else case.version_at
