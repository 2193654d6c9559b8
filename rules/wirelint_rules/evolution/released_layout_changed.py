"""The bytes of a released version differ from the baseline's.

## What it finds

A version whose layout differs from what the baseline released, where no more exact rule says why:
`field-added-to-released-version`, `field-removed-from-released-version`, `released-field-moved`,
`released-field-retyped`, `released-nullability-changed`, `released-encoding-changed`,
`released-flexible-versions-changed`, `released-field-became-tagged`,
`released-field-became-untagged`, `released-tag-versions-moved`, `released-fields-swapped` and
`tag-reused`. All of them belong to this rule's family: a suppression, a waiver or a setting that
names `released-layout-changed` holds for them too.

## Why it matters

A version number promises one layout for ever, since peers agree on nothing but the number. Layouts
are compared, not texts: this rule stands behind the others so that no difference goes by because
nobody thought of a name for it.

## Bad

The baseline has a struct that holds itself. No layout can be told from that, only that it was
another one.

```json baseline
{
  "type": "data", "name": "TreeState",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [ { "name": "Root", "type": "Node", "versions": "0+" } ],
  "commonStructs": [
    { "name": "Node", "versions": "0+", "fields": [
      { "name": "Id", "type": "int32", "versions": "0+" },
      { "name": "Kids", "type": "[]Node", "versions": "0+" }
    ] }
  ]
}
```

```json current
{
  "type": "data", "name": "TreeState",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [ { "name": "Root", "type": "Node", "versions": "0+" } ],
//^^^^^^^^ released-layout-changed
  "commonStructs": [
    { "name": "Node", "versions": "0+", "fields": [
      { "name": "Id", "type": "int32", "versions": "0+" },
      { "name": "Kids", "type": "[]Leaf", "versions": "0+" }
    ] },
    { "name": "Leaf", "versions": "0+", "fields": [
      { "name": "Id", "type": "int32", "versions": "0+" }
    ] }
  ]
}
```

## Good

A rename, and a struct around fields of a version that is not flexible, move no byte.

```json baseline
{
  "type": "data", "name": "PongState",
  "validVersions": "0", "flexibleVersions": "none",
  "fields": [
    { "name": "OwnerId", "type": "int32", "versions": "0+" },
    { "name": "OwnerEpoch", "type": "int32", "versions": "0+" }
  ]
}
```

```json current
{
  "type": "data", "name": "PongState",
  "validVersions": "0", "flexibleVersions": "none",
  "fields": [
    { "name": "Owner", "type": "Owner", "versions": "0+", "fields": [
      { "name": "Id", "type": "int32", "versions": "0+" },
      { "name": "Epoch", "type": "int32", "versions": "0+" }
    ] }
  ]
}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Severity
from wirelint.evolution.changes import LayoutUnexplained
from wirelint.evolution.versions import hull, spelled
from wirelint.evolution.words import misread, then
from wirelint.rule import rule


@rule(
    id="released-layout-changed",
    category=Category.EVOLUTION,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=LayoutUnexplained,
)
def released_layout_changed(change: LayoutUnexplained) -> Iterator[Finding]:
    before, after = change.pair.before, change.pair.after
    if before is None or after is None:
        return
    yield Finding(
        after.origin.key("fields"),
        f"the bytes of `{after.name}` differ from the baseline's in {spelled(change.versions)}; "
        f"{misread(after)}",
        help="Keep released versions as they are, and make a new one for what is new",
        related=(then(before.origin, "validVersions", f"released: {before.valid_versions}"),),
        versions=hull(change.versions),
    )
