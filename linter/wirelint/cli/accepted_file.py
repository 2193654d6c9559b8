# Apart from `cli.accepting`: the bytes of the file are part of what a kept result depends on, and a
# warm run needs no more of it.
"""The file of `--baseline-findings`."""

from __future__ import annotations

import argparse

from wirelint.config.model import Settings
from wirelint.errors import UsageError, WirelintError
from wirelint.lazy_dataclass import dataclass
from wirelint.sources.tree import Tree, Unreadable, Why


@dataclass(frozen=True, slots=True)
class AcceptedFile:
    """The file of accepted findings, unread; `data` None where it is still to be written."""

    path: str
    data: bytes | None


def accepted_file(args: argparse.Namespace, settings: Settings, tree: Tree) -> AcceptedFile | None:
    """The file that options or the configuration name. Raises WirelintError where it is not there."""
    path = args.baseline_findings
    if path is None and settings.baseline_findings is not None:
        from wirelint.engine.accepted import accepted_path

        path = accepted_path(settings)
    if path is None:
        if args.update:
            raise UsageError(
                "--update needs `--baseline-findings FILE`, or `baseline-findings` in wirelint.toml"
            )
        return None
    content = tree.read(path)
    if isinstance(content, bytes):
        return AcceptedFile(path, content)
    if args.update and content.why is Why.MISSING:
        return AcceptedFile(path, None)
    raise WirelintError(_missing(path, content))


def _missing(path: str, content: Unreadable) -> str:
    return (
        f"the file of accepted findings `{path}` {content.message}; "
        "`--update` writes it with what is found now"
    )
