"""What can be typed of the ways to take up wirelint in a repository that has findings."""

from __future__ import annotations

import argparse

SHELLS = ("bash", "zsh", "fish")


def check(parser: argparse.ArgumentParser) -> None:
    """Options of `check`."""
    add = parser.add_argument
    add(
        "--upstream",
        nargs="?",
        const="",
        metavar="BASELINE",
        help="compare vendored schemas and mirrored gate tables with where they come from; "
        "without a value the configured one",
    )
    add(
        "--baseline-findings",
        metavar="FILE",
        help="leave out the findings that FILE lists as accepted (default: the configured file)",
    )
    add("--update", action="store_true", help="write what is found now into that file")
    add(
        "--add-ignores",
        action="store_true",
        help="write a suppression comment for each finding, with the --reason",
    )
    add("--reason", metavar="TEXT", help="with --add-ignores: why the findings may stand")
    add("--show-files", action="store_true", help="print the files that would be read, check none")
    add("--show-settings", action="store_true", help="print the settings in force, check nothing")


def init(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("-y", "--yes", action="store_true", help="write without asking")
    add("--force", action="store_true", help="replace a configuration that is there")
    add(
        "--no-accept",
        action="store_true",
        help="do not list the findings of today as accepted",
    )
    add("--color", choices=("auto", "always", "never"), default="auto", help="honours NO_COLOR")


def completion(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("shell", choices=SHELLS, metavar="SHELL", help=", ".join(SHELLS))
