"""The release of a level or of a format variant was changed after it.

## What it finds

An `in RELEASE` of a level, or a `readable-since` of a format variant, that differs from the
baseline's or is gone. A level that no node of the baseline advertises may still change its release.

## Why it matters

Stamps are the history that other rules trust: from them they know what older nodes support and can
read. A stamp that was wrong is corrected under a waiver, with a second pair of eyes.

## Bad

```gates baseline
gates 1
feature harbor.version {
  absent = 0
  supports 0 to 2
  level 0 in 1.0.0
  level 1 in 1.0.0 empty
  level 2 in 1.1.3 enables cranes
}
```

```gates current
gates 1
feature harbor.version {
  absent = 0
  supports 0 to 2
  level 0 in 1.0.0
  level 1 in 1.0.0 empty
  level 2 in 1.2.0 enables cranes
#            ^^^^^ stamp-edited
}
```

## Good

```gates baseline
gates 1
feature harbor.version {
  absent = 0
  supports 0 to 2
  level 0 in 1.0.0
  level 1 in 1.0.0 empty
  level 2 in 1.1.3 enables cranes
}
```

```gates current
gates 1
feature harbor.version {
  absent = 0
  supports 0 to 3
  level 0 in 1.0.0
  level 1 in 1.0.0 empty
  level 2 in 1.1.3 enables cranes
  level 3 in 1.2.0 enables pilots
}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Related, Severity
from wirelint.gates.model import Said
from wirelint.project.gate_changes import FeatureChanges
from wirelint.rule import rule
from wirelint.text import Place


@rule(
    id="stamp-edited",
    category=Category.GATES,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=FeatureChanges,
)
def stamp_edited(changes: FeatureChanges) -> Iterator[Finding]:
    for before in changes.before.feature.production_levels():
        after = None if before.number is None else changes.after.row(before.number)
        stamp = before.stamp
        if before.number is None or changes.before.row(before.number) is not before:
            continue
        if stamp is None or after is None or not changes.same(before.number or 0):
            continue
        if after.stamp is None or after.stamp.value != stamp.value:
            yield _finding(
                after.number_at if after.stamp is None else after.stamp.origin,
                f"level {before.label} of `{changes.name}` was first advertised by",
                stamp,
                after.stamp,
            )
    old = {one.name: one.format for one in changes.pair.pair.before.formats}
    for table in changes.after.tables():
        for format_ in table.formats:
            known = old.get(format_.name)
            if known is None:
                continue
            for variant in format_.variants:
                if variant.feature is None or variant.feature.value != changes.name:
                    continue
                was = next((v for v in known.variants if v.number == variant.number), None)
                since = None if was is None else was.readable_since
                now = variant.readable_since
                if since is not None and (now is None or now.value != since.value):
                    yield _finding(
                        variant.number_at if now is None else now.origin,
                        f"variant {variant.number} of `{format_.name}` was readable since",
                        since,
                        now,
                    )


def _finding(at: Place, what: str, before: Said[str], after: Said[str] | None) -> Finding:
    now = "no release" if after is None else after.value
    return Finding(
        at,
        f"{what} {before.value} and now says {now}",
        help="Leave the stamp; correct a wrong one under a waiver",
        related=(Related(before.origin, "what it said"),),
    )
