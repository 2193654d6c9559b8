"""What can be typed."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import Final, NoReturn

import wirelint
from wirelint.cli import arguments_adoption, arguments_rollout


class _Parser(argparse.ArgumentParser):
    """A parser that says what was probably meant; those of commands are of the class of theirs."""

    def error(self, message: str) -> NoReturn:
        from wirelint.cli.mistyped import hint

        super().error(message + hint(self, message))


def parse(argv: Sequence[str]) -> argparse.Namespace:
    """The arguments; exits with 2 and a usage line where they mean nothing.

    Building parsers takes longer than parsing, so only the command that is typed gets one.
    """
    typed = argv[0] if argv else None
    if typed in _COMMANDS:
        return _command_line((typed,)).parse_args(argv)
    return _command_line(_COMMANDS, bare=list(argv) in (["-h"], ["--help"])).parse_args(argv)


def command_line() -> argparse.ArgumentParser:
    """All commands with their options."""
    return _command_line(_COMMANDS)


def _command_line(names: Iterable[str], *, bare: bool = False) -> argparse.ArgumentParser:
    """These commands; `bare` ones have no options, since nobody asks."""
    parser = _Parser(
        prog="wirelint",
        description=wirelint.__doc__,
        epilog="`wirelint COMMAND --help` tells the options of a command.",
    )
    parser.add_argument("-V", "--version", action="version", version=wirelint.__version__)
    commands = parser.add_subparsers(
        prog="wirelint", metavar="COMMAND", required=True, dest="command"
    )
    for name in names:
        help, options = _COMMANDS[name]
        command = commands.add_parser(
            name, help=help, description=f"{help[0].upper()}{help[1:]}.", add_help=not bare
        )
        command.set_defaults(module=name)
        if not bare:
            options(command)
            _traceback(command)
    return parser


def _check(parser: argparse.ArgumentParser) -> None:
    from wirelint.reporters import FORMATS

    add = parser.add_argument
    add("paths", nargs="*", metavar="PATH", help="files and folders (default: this folder)")
    add(
        "--against",
        action="append",
        nargs="?",
        const="",
        metavar="BASELINE",
        help="compare with what is released: a git revision, a folder, an archive, a ledger, or "
        "`release`; without a value the configured one; a second one is softer",
    )
    add("--format", choices=FORMATS, default="text", help="how to print (default: text)")
    add("--output", metavar="FILE", help="write there instead of to standard output")
    add(
        "--select",
        action="append",
        default=[],
        metavar="NAMES",
        help="only these rules or categories",
    )
    add("--extend-select", action="append", default=[], metavar="NAMES", help="these too")
    add("--ignore", action="append", default=[], metavar="NAMES", help="not these")
    add(
        "--severity",
        action="append",
        default=[],
        metavar="NAME=LEVEL",
        help="error, warning, info or off for a rule or category",
    )
    add(
        "--fail-on",
        choices=("error", "warning", "info", "never"),
        help="the least severity that makes the exit code 1 (default: error)",
    )
    add("--fix", action="store_true", help="apply the safe fixes")
    add("--unsafe-fixes", action="store_true", help="with --fix or --diff: the others too")
    add("--diff", action="store_true", help="show the fixes as a diff, change nothing")
    add("--stdin-filename", metavar="NAME", help="the name of the text that `-` reads")
    add("--force-exclude", action="store_true", help="leave out excluded files even when named")
    add("--statistics", action="store_true", help="count findings by rule")
    add("--witness", action="store_true", help="prove layout changes with bytes")
    arguments_adoption.check(parser)
    add("-q", "--quiet", action="store_true", help="errors only, no closing line")
    add("-v", "--verbose", action="store_true", help="findings of severity info too")
    add("--no-cache", action="store_true", help="neither read nor write the cache")
    add("--cache-dir", metavar="DIR", help="where the cache is kept")
    _common(parser)


def _show(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("message", metavar="MESSAGE", help="the message's name or its file")
    add("paths", nargs="*", metavar="PATH", help="where to look (default: this folder)")
    add("--version", dest="message_version", type=int, metavar="N", help="only that version")
    add("--bytes", action="store_true", help="with an example encoding, byte by byte")
    add("--against", metavar="BASELINE", help="the message as it is there")
    _gate_files(add)
    add("--format", choices=("text", "json", "markdown"), default="text")
    _common(parser)


def _decode(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("message", metavar="MESSAGE", help="the message's name or its file")
    add("hex", metavar="HEX", help="the bytes in hex, blanks allowed; `-` reads standard input")
    add("paths", nargs="*", metavar="PATH", help="where to look (default: this folder)")
    add(
        "--version",
        dest="message_version",
        type=int,
        required=True,
        metavar="N",
        help="the message version of the bytes",
    )
    add("--against", metavar="BASELINE", help="decode by the schema as it is there")
    add("--baseline", dest="against", help=argparse.SUPPRESS)  # its name before
    add("--format", choices=("text", "json", "markdown"), default="text")
    _common(parser)


def _rule(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("name", nargs="?", metavar="NAME", help="a rule, or a category to list (default: list all)")
    add("--format", choices=("text", "json", "markdown"), default="text")
    add("--color", choices=("auto", "always", "never"), default="auto")


def _gates(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("paths", nargs="*", metavar="PATH", help="files and folders (default: this folder)")
    add(
        "--check",
        metavar="FILE.gates",
        help="compare a statement of intent with the code; exit 1 where they differ",
    )
    add("--format", choices=("text", "json", "markdown"), default="text")
    _common(parser)


def _format(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("paths", nargs="*", metavar="PATH", help="files and folders (default: this folder)")
    add("--check", action="store_true", help="write nothing; exit 1 where something would change")
    add("--diff", action="store_true", help="the same, and show what")
    _common(parser)


def _ledger(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(metavar="ACTION", required=True, dest="action")
    recording = actions.add_parser("record", help="add a release; what is recorded never changes")
    recording.add_argument("release", metavar="RELEASE", help="the release's name")
    recording.add_argument(
        "--from", dest="source", metavar="BASELINE", help="record what stands there, not this tree"
    )
    verifying = actions.add_parser("verify", help="check that nobody edited what is recorded")
    for one in (recording, verifying):
        one.add_argument(
            "paths", nargs="*", metavar="PATH", help="what to look at (default: this folder)"
        )
        one.add_argument("--file", default="wirelint.lock", metavar="FILE", help="the ledger")
        _common(one)
        _traceback(one)


def _diff(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("old", metavar="OLD", help="a baseline: a git revision, a folder, an archive, a ledger")
    add("new", metavar="NEW", nargs="?", default=".", help="another one (default: this tree)")
    add("--path", dest="paths", action="append", default=[], metavar="PATH", help="only below it")
    add("--format", choices=("text", "markdown", "json", "html"), default="text")
    add("--output", metavar="FILE", help="write there instead of to standard output")
    _common(parser)


def _gate_files(add: Callable[..., object]) -> None:
    add(
        "--gates",
        action="append",
        default=[],
        metavar="FILE",
        help="the gate table, instead of those of the tree",
    )


def _bump(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("message", metavar="MESSAGE", help="the message's name or its file")
    add("paths", nargs="*", metavar="PATH", help="where to look (default: this folder)")
    add("--comment", metavar="TEXT", help='what the version does, as in "adds the rack id"')
    add(
        "--against",
        nargs="?",
        const="",
        metavar="BASELINE",
        help="refuse where the newest version is not released there; without a value the "
        "configured baseline",
    )
    add("--write", action="store_true", help="make the edit (default: show it)")
    _gate_files(add)
    _common(parser)


def _negotiate(parser: argparse.ArgumentParser) -> None:
    arguments_rollout.negotiate(parser)
    _common(parser)


def _matrix(parser: argparse.ArgumentParser) -> None:
    arguments_rollout.matrix(parser)
    _common(parser)


def _plan(parser: argparse.ArgumentParser) -> None:
    arguments_rollout.plan(parser)
    _common(parser)


def _lsp(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--tcp", type=int, metavar="PORT", help="on a port of the loopback interface instead"
    )
    parser.add_argument("--stdio", action="store_true", help="the default; some clients say it")
    parser.add_argument("-v", "--verbose", action="store_true", help="log to standard error")


def _common(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("--config", metavar="FILE", help="this configuration instead of the nearest one")
    add("--isolated", action="store_true", help="read no configuration")
    add("--color", choices=("auto", "always", "never"), default="auto", help="honours NO_COLOR")


def _traceback(parser: argparse.ArgumentParser) -> None:
    """`--verbose` for commands without one of their own: a report of a fault needs its traceback."""
    said = "with the traceback of a fault of wirelint itself"
    with suppress(argparse.ArgumentError):
        parser.add_argument("--verbose", action="store_true", help=said)


# Each command is a module of its name in this package. In the order of `wirelint --help`.
_COMMANDS: Final[dict[str, tuple[str, Callable[[argparse.ArgumentParser], None]]]] = {
    "check": ("lint schemas and gate tables", _check),
    "show": ("show the wire layout of a message", _show),
    "decode": ("decode bytes by a schema, field by field", _decode),
    "rule": ("explain a rule, or list all", _rule),
    "gates": ("print the gate tables in their normal form", _gates),
    "format": ("lay out .gates files", _format),
    "ledger": ("keep what releases promised in wirelint.lock", _ledger),
    "bump": ("start a new version of a message and its other half", _bump),
    "diff": ("tell what changed in the protocol, by effect", _diff),
    "negotiate": ("tell which version two releases speak, request by request", _negotiate),
    "matrix": ("tell which releases can talk to which", _matrix),
    "plan": ("play a rolling upgrade through and say what breaks", _plan),
    "init": ("write a configuration for this repository", arguments_adoption.init),
    "completion": ("print a completion script", arguments_adoption.completion),
    "lsp": ("serve an editor: the language server on stdio", _lsp),
}
