"""A connection that must work before any level is known pins a version.

## What it finds

A `bootstrap` path that is `blind`, or an entry of one with `exactly N`.

## Why it matters

There is no retreat where peers differ: the node of the next release that drops the pinned version
cannot read the log any more.

## Bad

```gates current
gates 1
path metadata-log from node to controller discover bootstrap {
  Fetch exactly 17
#               ^^ bootstrap-pinned
}
```

```gates current
gates 1
path metadata-log from node to controller blind bootstrap {
#                                         ^^^^^ bootstrap-pinned
  Fetch atleast 12
}
```

## Good

```gates current
gates 1
path metadata-log from node to controller discover bootstrap {
  Fetch any
}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Severity
from wirelint.gates.model import SelectionKind
from wirelint.project.gates import PathSite
from wirelint.rule import rule


@rule(
    id="bootstrap-pinned",
    category=Category.GATES,
    severity=Severity.WARNING,
    since="0.1",
    looks_at=PathSite,
)
def bootstrap_pinned(site: PathSite) -> Iterator[Finding]:
    path = site.path
    if not path.is_bootstrap:
        return
    if path.is_blind and path.discovers is not None:
        yield Finding(
            path.discovers.origin,
            f"bootstrap path `{site.name}` does not ask its peer which versions it serves",
            help="Let it `discover`",
        )
        return
    for entry in path.entries:
        version = entry.selection.version
        if entry.selection.kind is SelectionKind.EXACTLY and version is not None:
            yield Finding(
                version.origin,
                f"`{entry.rpc.value}` on bootstrap path `{site.name}` is pinned to {version.value}",
                help="Let the connection discover the version: `any`",
            )
