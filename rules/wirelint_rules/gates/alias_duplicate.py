"""An alias of a level is given twice, or points below the newest level of its release.

## What it finds

A second alias of one name, and an alias named like a release that does not mean the newest level
named after it.

## Why it matters

Operators write the release's name. The last entry wins in a map, so one of both is dead, or the
cluster gets an older level than its release has.

## Bad

```gates current
gates 1
feature metadata.version {
  absent = 1
  supports 1 to 3
  level 1 4.0-IV0 in 4.0.0
  level 2 4.1-IV0 in 4.1.0 enables cranes
  level 3 4.1-IV1 in 4.1.0 enables pilots
}
alias 4.0 = 4.0-IV0 of metadata.version
alias 4.0 = 4.1-IV1 of metadata.version
#     ^^^ alias-duplicate
alias 4.1 = 4.1-IV0 of metadata.version
#     ^^^ alias-duplicate
```

## Good

```gates current
gates 1
feature metadata.version {
  absent = 1
  supports 1 to 3
  level 1 4.0-IV0 in 4.0.0
  level 2 4.1-IV0 in 4.1.0 enables cranes
  level 3 4.1-IV1 in 4.1.0 enables pilots
}
alias 4.0 = 4.0-IV0 of metadata.version
alias 4.1 = 4.1-IV1 of metadata.version
```
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Related, Severity
from wirelint.gates.model import Alias, Feature, Level
from wirelint.project.gates import GateView
from wirelint.rule import rule


@rule(
    id="alias-duplicate",
    category=Category.GATES,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=GateView,
)
def alias_duplicate(view: GateView) -> Iterator[Finding]:
    for table in view.tables:
        aliases = (*(one for feature in table.features for one in feature.aliases), *table.aliases)
        first: dict[tuple[str, str], Alias] = {}
        for alias in aliases:
            name = alias.name.value
            known = first.setdefault((alias.feature.value, name), alias)
            if known is not alias:
                yield Finding(
                    alias.name.origin,
                    f"`{name}` is an alias twice in `{alias.feature.value}`",
                    help="Keep one of both",
                    related=(Related(known.origin, f"it means `{known.level.text}` here"),),
                )
                continue
            newest = _newest(view.around(table).feature(alias.feature), alias)
            if newest is not None:
                yield Finding(
                    alias.name.origin,
                    f"`{name}` means `{alias.level.text}`, and `{newest.name}` is newer",
                    help="Let the alias of a release mean its newest level",
                    related=(Related(newest.origin, "the newest level of the release"),),
                )


def _newest(feature: Feature | None, alias: Alias) -> Level | None:
    """The newest level of the release that an alias is named after, where it means another one."""
    if feature is None:
        return None
    own = [row for row in feature.rows if (row.name or "").startswith(f"{alias.name.value}-")]
    target = feature.level(alias.level)
    return own[-1] if own and target in own and target is not own[-1] else None
