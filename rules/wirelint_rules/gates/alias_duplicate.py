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
from wirelint.gates.model import Alias
from wirelint.project.gates import FeatureSite
from wirelint.rule import rule


@rule(
    id="alias-duplicate",
    category=Category.GATES,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=FeatureSite,
)
def alias_duplicate(site: FeatureSite) -> Iterator[Finding]:
    first: dict[str, Alias] = {}
    rows = site.feature.rows
    for alias in site.feature.aliases:
        name = alias.name.value
        known = first.setdefault(name, alias)
        if known is not alias:
            yield Finding(
                alias.name.origin,
                f"`{name}` is an alias twice in `{site.name}`",
                help="Keep one of both",
                related=(Related(known.origin, f"it means `{known.level.text}` here"),),
            )
            continue
        own = [row for row in rows if (row.name or "").startswith(f"{name}-")]
        target = site.feature.level(alias.level)
        if own and target is not None and target in own and target is not own[-1]:
            yield Finding(
                alias.name.origin,
                f"`{name}` means `{target.name}`, and `{own[-1].name}` is newer",
                help="Let the alias of a release mean its newest level",
                related=(Related(own[-1].origin, "the newest level of the release"),),
            )
