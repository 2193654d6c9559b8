# First half of a check: bytes. A warm run ends here, so nothing of this imports the readers, the
# model or the rules.
"""The files of a check, unread."""

from __future__ import annotations

import argparse
import os
import sys

from wirelint.config.model import Settings
from wirelint.errors import UsageError
from wirelint.intake.gathered import Gathered, gather_files
from wirelint.profiles import Profile
from wirelint.sources.discovery import Found, kind_of, path_of
from wirelint.sources.tree import Tree


def gather(args: argparse.Namespace, tree: Tree, settings: Settings, profile: Profile) -> Gathered:
    """Find and read the files of the PATH arguments. Raises UsageError where they mean nothing."""
    if "-" in args.paths:
        return _standard_input(args)
    if args.stdin_filename is not None:
        raise UsageError("--stdin-filename names the text that `-` reads; write `-` for the path")
    _tables_must_be_there(settings)
    arguments = tuple(path_of(one) for one in args.paths) or ("",)
    gathered = gather_files(tree, arguments, settings, profile, force_exclude=args.force_exclude)
    if not gathered.files and not gathered.unreadable:
        must_hold_something(args)
    return gathered


def must_hold_something(args: argparse.Namespace) -> None:
    """Raise UsageError: none of the PATHs holds anything to check.

    Not with `--force-exclude`: a hook may well be handed excluded files only.
    """
    if not args.force_exclude:
        raise UsageError(_nothing(args.paths))


def _tables_must_be_there(settings: Settings) -> None:
    """Raise UsageError for a file of `[gates] files` that is missing: its rules would be silent."""
    folder = os.path.dirname(settings.path or "")
    for index, pattern in enumerate(settings.gates.files):
        name = pattern.strip(" /")
        # A pattern may match nothing, and a name without a slash is looked for in every folder.
        if any(sign in name for sign in "*?[{!") or "/" not in pattern.rstrip(" /"):
            continue
        if os.path.exists(os.path.join(folder, name)):
            continue
        from wirelint.cli.settings import place_of
        from wirelint.spelling import did_you_mean

        beside = os.path.dirname(name)
        near = os.path.join(folder, beside)
        names = os.listdir(near) if os.path.isdir(near) else ()
        meant = did_you_mean(name, [f"{beside}/{one}" if beside else one for one in names])
        raise UsageError(
            f"{place_of(settings, ('gates', 'files', index))}`files` names `{pattern}`, which does"
            f" not exist{meant}"
        )


def _standard_input(args: argparse.Namespace) -> Gathered:
    if args.paths != ["-"]:
        raise UsageError("`-` (standard input) stands alone")
    name = path_of(args.stdin_filename or "stdin.json")
    kind = kind_of(name)
    if kind is None:
        raise UsageError(
            f"--stdin-filename {name}: is neither a schema (.json) nor a gate table "
            "(.gates, .java, .scala, .rs)"
        )
    data = sys.stdin.buffer.read()
    return Gathered(
        arguments=(name,),
        files=((Found(name, kind, named=True), data),),
        data={name: data},
        alone=True,
    )


def _nothing(paths: list[str]) -> str:
    where = ", ".join(paths) if paths else os.curdir
    return (
        f"no message schema and no gate table in {where}; name the files, "
        "or set `profile` in wirelint.toml to how your repository keeps them"
    )
