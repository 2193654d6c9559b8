"""A file of the tree cannot be read.

## What it finds

A file that is to be checked and is missing, not readable, larger than 16 MiB, no regular file, or a
symbolic link that leads out of the tree.

## Why it matters

A file that is passed over in silence looks like a file without findings.

## Bad

```text
$ chmod 000 clients/src/main/resources/common/message/PingRequest.json
$ wirelint check
```

## Good

Every file that is checked can be read by the user who runs the check.
"""

from wirelint.diagnostics import Category, Severity
from wirelint.rule import reader_rule

unreadable_file = reader_rule(
    id="unreadable-file",
    category=Category.SYNTAX,
    severity=Severity.ERROR,
    since="0.1",
    module=__name__,
)
