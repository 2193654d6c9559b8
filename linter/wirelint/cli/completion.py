# Generated from the parser, so that no option can be missing. The shells differ in how they ask, not
# in what there is to say: `_Node` is that, and each shell has one function below.
"""`wirelint completion SHELL`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator

from wirelint.cli.arguments import command_line
from wirelint.lazy_dataclass import dataclass

# By metavar: what may stand there besides the words of a `choices`.
_FILES = frozenset(("PATH", "FILE", "FILE.gates", "OUT", "OLD", "NEW", "BASELINE", "MESSAGE"))
_FOLDERS = frozenset(("DIR",))


@dataclass(frozen=True, kw_only=True)
class _Option:
    """An option: its names, and what its value may be (`takes` None: it has none)."""

    names: tuple[str, ...]
    help: str
    takes: str | None = None
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class _Node:
    """A command (`words` lead to it), its options, what it takes, and the commands below it."""

    words: tuple[str, ...]
    help: str
    options: tuple[_Option, ...]
    below: tuple[_Node, ...]
    choices: tuple[str, ...]
    files: bool

    def all(self) -> Iterator[_Node]:
        yield self
        for one in self.below:
            yield from one.all()


def run(args: argparse.Namespace) -> int:
    """Print the script for one shell."""
    script = {"bash": _bash, "zsh": _zsh, "fish": _fish}[args.shell]
    sys.stdout.write(script(node_of(command_line())))
    return 0


def node_of(parser: argparse.ArgumentParser, words: tuple[str, ...] = (), help: str = "") -> _Node:
    """What can be typed after `words`, with all that lies below."""
    options: list[_Option] = []
    below: list[_Node] = []
    choices: list[str] = []
    files = False
    for one in parser._actions:  # noqa: SLF001 - argparse has no other way to ask
        if isinstance(one, argparse._SubParsersAction):  # noqa: SLF001 - likewise
            said = {pick.dest: pick.help or "" for pick in one._choices_actions}  # noqa: SLF001
            below += [
                node_of(sub, (*words, name), said.get(name, ""))
                for name, sub in one.choices.items()
            ]
        elif one.option_strings:
            metavar = one.metavar if isinstance(one.metavar, str) else one.dest.upper()
            options.append(
                _Option(
                    names=tuple(one.option_strings),
                    help=(one.help or "").replace("%%", "%"),
                    takes=None if one.nargs == 0 else metavar,
                    choices=tuple(map(str, one.choices or ())),
                )
            )
        else:
            choices += map(str, one.choices or ())
            files |= one.metavar in _FILES
    return _Node(
        words=words,
        help=help,
        options=tuple(options),
        below=tuple(below),
        choices=tuple(choices),
        files=files,
    )


def _function(node: _Node) -> str:
    return "__".join(("_wirelint", *(word.replace("-", "_") for word in node.words)))


# -- bash -------------------------------------------------------------------------------------------


def _bash(root: _Node) -> str:
    ways = [
        f"            {' '.join(node.words)!r}) {_bash_words(node)} ;;"
        for node in root.all()
        if node.words
    ]
    known = "|".join(repr(" ".join(node.words)) for node in root.all() if node.words)
    values = "\n".join(
        f"        {' '.join(node.words)!r}:{'|'.join(option.names)!s}) {_bash_value(option)} ;;"
        if len(option.names) == 1
        else "\n".join(
            f"        {' '.join(node.words)!r}:{name}) {_bash_value(option)} ;;"
            for name in option.names
        )
        for node in root.all()
        for option in node.options
        if option.takes is not None
    )
    return f"""# Completion of wirelint for bash: `source <(wirelint completion bash)`, or put it into
# ~/.local/share/bash-completion/completions/wirelint
_wirelint() {{
    local cur=${{COMP_WORDS[COMP_CWORD]}} prev= at= words= files= folders= word i
    local IFS=$' \\t\\n'
    COMPREPLY=()
    (( COMP_CWORD > 0 )) && prev=${{COMP_WORDS[COMP_CWORD-1]}}
    # `--option=value` comes as three words where `=` breaks words.
    if [[ $cur == = ]]; then cur=
    elif [[ $prev == = ]]; then prev=${{COMP_WORDS[COMP_CWORD-2]}}; fi
    for (( i = 1; i < COMP_CWORD; i++ )); do
        word=${{COMP_WORDS[i]}}
        case "${{at:+$at }}$word" in
            {known}) at=${{at:+$at }}$word ;;
        esac
    done
    case "$at:$prev" in
{values}
        *) case "$at" in
            '') {_bash_words(root)} ;;
{chr(10).join(ways)}
        esac ;;
    esac
    COMPREPLY=($(compgen -W "$words" -- "$cur"))
    [[ -n $files && $cur != -* ]] && COMPREPLY+=($(compgen -f -- "$cur"))
    [[ -n $folders ]] && COMPREPLY+=($(compgen -d -- "$cur"))
    [[ -n $files$folders ]] && compopt -o filenames 2>/dev/null
    return 0
}}
complete -F _wirelint wirelint
"""


def _bash_words(node: _Node) -> str:
    names = [name for option in node.options for name in option.names]
    words = [*(one.words[-1] for one in node.below), *node.choices, *names]
    return f"words='{' '.join(words)}'{' files=1' if node.files else ''}"


def _bash_value(option: _Option) -> str:
    if option.choices:
        return f"words='{' '.join(option.choices)}'"
    if option.takes in _FOLDERS:
        return "folders=1"
    return "files=1" if option.takes in _FILES else ":"


# -- zsh --------------------------------------------------------------------------------------------


def _zsh(root: _Node) -> str:
    functions = "\n".join(_zsh_function(node) for node in root.all())
    return f"""#compdef wirelint
# Completion of wirelint for zsh: put it into a folder of $fpath as `_wirelint`, or
# `source <(wirelint completion zsh)` behind compinit.
{functions}
if [[ $funcstack[1] == _wirelint ]]; then
    _wirelint "$@"
else
    compdef _wirelint wirelint
fi
"""


def _zsh_function(node: _Node) -> str:
    lines = [f"        {spec}" for option in node.options for spec in _zsh_options(option)]
    if node.below:
        picks = "\n".join(f"        {_zsh_quoted(_zsh_pick(one))}" for one in node.below)
        ways = "\n".join(f"            {one.words[-1]}) {_function(one)} ;;" for one in node.below)
        return f"""{_function(node)}() {{
    local curcontext=$curcontext state line
    local -a commands
    commands=(
{picks}
    )
    _arguments -C \\
{_joined(lines)}        '1: :->command' \\
        '*:: :->rest'
    case $state in
        command) _describe -t commands command commands ;;
        rest) case $line[1] in
{ways}
        esac ;;
    esac
}}"""
    if node.choices:
        lines.append(f"        '1: :({' '.join(node.choices)})'")
    lines.append(f"        '*: :{'_files' if node.files else ' '}'")
    return f"{_function(node)}() {{\n    _arguments -s \\\n{_joined(lines)[:-3]}\n}}"


def _joined(lines: list[str]) -> str:
    return "".join(f"{line} \\\n" for line in lines)


def _zsh_options(option: _Option) -> Iterator[str]:
    about = option.help.replace("[", "\\[").replace("]", "\\]").replace(":", "\\:")
    for name in option.names:
        value = ""
        if option.takes is not None:
            if option.choices:
                what = f"({' '.join(option.choices)})"
            elif option.takes in _FOLDERS:
                what = "_files -/"
            else:
                what = "_files" if option.takes in _FILES else " "
            value = f":{option.takes}:{what}"
        equals = "=" if value and name.startswith("--") else ""
        yield _zsh_quoted(f"*{name}{equals}[{about}]{value}")


def _zsh_pick(node: _Node) -> str:
    return f"{node.words[-1]}:{node.help}"


def _zsh_quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"


# -- fish -------------------------------------------------------------------------------------------


def _fish(root: _Node) -> str:
    lines = [
        "# Completion of wirelint for fish: put it into ~/.config/fish/completions/wirelint.fish",
        "complete -c wirelint -f",
    ]
    for node in root.all():
        here = _fish_here(node)
        lines += [f"{here} -a {one.words[-1]} -d {_fish_quoted(one.help)}" for one in node.below]
        if node.choices:
            lines.append(f"{here} -a {_fish_quoted(' '.join(node.choices))}")
        if node.files:
            lines.append(f"{here} -F")
        lines += [f"{here} {_fish_option(option)}" for option in node.options]
    return "\n".join(lines) + "\n"


def _fish_here(node: _Node) -> str:
    """The condition under which the words of a command are offered: it and none below it is typed."""
    conditions = [f"__fish_seen_subcommand_from {word}" for word in node.words]
    if node.below:
        words = " ".join(one.words[-1] for one in node.below)
        conditions.append(f"not __fish_seen_subcommand_from {words}")
    return f"complete -c wirelint -n '{'; and '.join(conditions)}'"


def _fish_option(option: _Option) -> str:
    parts = [
        f"-l {name.removeprefix('--')}" if name.startswith("--") else f"-s {name.removeprefix('-')}"
        for name in option.names
    ]
    if option.takes is not None:
        if option.choices:
            parts.append(f"-x -a {_fish_quoted(' '.join(option.choices))}")
        else:
            parts.append("-r -F" if option.takes in _FILES | _FOLDERS else "-x")
    return f"{' '.join(parts)} -d {_fish_quoted(option.help)}"


def _fish_quoted(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"
