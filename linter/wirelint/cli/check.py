# Two halves: what a warm run needs (settings, bytes, the cache), and `cli.checking` with the engine
# and all that it imports, which only a cold run loads.
"""`wirelint check`."""

from __future__ import annotations

import argparse
import sys

from wirelint.cli.accepted_file import accepted_file
from wirelint.cli.cache import Cache, cache_folder, key_of
from wirelint.cli.gathering import gather
from wirelint.cli.output import say, write_output
from wirelint.cli.settings import profile_of, settings_of
from wirelint.cli.terminal import wants_color
from wirelint.diagnostics import Severity
from wirelint.engine.report import JsonObject, Report
from wirelint.errors import UsageError
from wirelint.intake.gathered import Gathered
from wirelint.reporters import Look, reporter
from wirelint.sources.folder import FolderTree
from wirelint.text import SourceText


def run(args: argparse.Namespace) -> int:
    """Lint, print, and say by the exit code whether something is wrong."""
    if args.reason is not None and not args.add_ignores:
        raise UsageError("--reason is the one that --add-ignores writes; give that option too")
    tree = FolderTree()
    settings = settings_of(args, tree)
    profile = profile_of(settings, tree)
    if args.show_settings:
        from wirelint.cli.showing import show_settings

        return show_settings(args, settings, profile)
    gathered = gather(args, tree, settings, profile)
    if args.show_files:
        say("".join(f"{found.path}\n" for found, _ in gathered.files))
        return 0
    accepted = accepted_file(args, settings, tree)
    cached = not any(getattr(args, name) for name in _CHANGING) and (
        args.against is None and args.upstream is None
    )
    cache = Cache(
        cache_folder(args.cache_dir) if cached else None, repr(sorted(vars(args).items()))
    )
    options = {name: value for name, value in vars(args).items() if name not in _LOOKS}
    asked = (sorted(options.items()), _shows_all(args), settings, profile.name, accepted)
    key = ""
    if cached:
        key = key_of(
            (*asked, gathered.unreadable),
            [
                *((found.path, data) for found, data in gathered.files),
                *gathered.siblings,
                *gathered.mirrors,
            ],
        )
    report = cache.load(key)
    if report is None:
        from wirelint.cli.checking import check

        gathered, report, changed = check(
            args, tree, settings, profile, gathered, accepted, all=_shows_all(args)
        )
        if args.diff:
            return int(changed)
        cache.keep(key, report)
    _print(args, report, gathered)
    fail_on = args.fail_on or settings.fail_on or "error"
    return int(fail_on != "never" and report.worst >= Severity[fail_on.upper()])


# Options with which a run does more than look.
_CHANGING = ("no_cache", "fix", "diff", "update", "add_ignores")
_LOOKS = frozenset(("color", "output", "fail_on", "statistics", "cache_dir", "quiet", "verbose"))


def _shows_all(args: argparse.Namespace) -> bool:
    """Whether every finding is printed, infos on old stock too."""
    return bool(
        args.format not in ("text", "concise")
        or args.verbose
        or args.statistics
        or args.fail_on == "info"
    )


def _rules() -> list[JsonObject]:
    from wirelint.cli.rule import data_of
    from wirelint_rules import load_rules

    return [data_of(rule) for rule in load_rules()]


def _print(args: argparse.Namespace, report: Report, gathered: Gathered) -> None:
    texts: dict[str, SourceText] = {}

    def text_of(path: str) -> SourceText | None:
        if path not in texts and path in gathered.data:
            from wirelint.syntax.decoding import source_of

            texts[path] = source_of(path, gathered.data[path])
        return texts.get(path)

    look = Look(
        texts=text_of,
        rules=_rules,
        color=args.output is None and wants_color(args.color),
        verbose=args.verbose or args.fail_on == "info",
        quiet=args.quiet,
        statistics=args.statistics,
    )
    text = reporter(args.format)(report, look)
    if look.color:
        sys.stdout.write(text)
    else:
        write_output(args, text)
