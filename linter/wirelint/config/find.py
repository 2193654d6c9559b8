# The nearest `wirelint.toml`, or `pyproject.toml` with `[tool.wirelint]`, upwards from the working
# directory. tomllib is imported only when there is one.
"""Find and load a configuration."""

from __future__ import annotations

from typing import Any, Final

from wirelint.config.model import NO_SETTINGS, Settings
from wirelint.config.read import ConfigPath, ConfigProblem, merge, read_settings
from wirelint.diagnostics import Finding, Problem
from wirelint.errors import WirelintError
from wirelint.sources.tree import Tree, Unreadable
from wirelint.text import Location, SourceText, Span

_MOST_EXTENDS: Final = 10
_MOST_BYTES: Final = 1 << 20
_MOST_DOTS: Final = 1000  # on a line: tomllib takes the square of their number


class ConfigError(WirelintError):
    """A configuration that cannot be used. Command line: exit 2."""


def find_settings(tree: Tree, cwd: str) -> Settings:
    """The settings in force in `cwd` (absolute, with `/`), whose tree is `tree`.

    Raises ConfigError with file, line and what is wrong.
    """
    names = [name for name in cwd.split("/") if name]
    for ups in range(len(names) + 1):
        folder = "../" * ups
        for name in ("wirelint.toml", "pyproject.toml"):
            content = tree.read(folder + name)
            if isinstance(content, Unreadable) or (
                name == "pyproject.toml" and b"tool.wirelint" not in content
            ):
                continue
            base = "/".join(names[len(names) - ups :])
            settings = load_settings(tree, folder + name, base)
            if settings is not None:
                return settings
    return NO_SETTINGS


def load_settings(tree: Tree, path: str, base: str = "") -> Settings | None:
    """The settings of one file; None for a `pyproject.toml` without `[tool.wirelint]`.

    Raises ConfigError.
    """
    values = _load(tree, path, 0)
    return None if values is None else Settings(**values, path=path, base=base)


def setting_place(settings: Settings, path: ConfigPath) -> Location:
    """Where a setting stands in its file; the file alone where it came from an extended one."""
    if settings.source is None:
        return Location(SourceText(settings.path or "", ""), None)
    return Location(settings.source, locate(settings.source, path))


def config_problems(source: SourceText) -> tuple[Problem, ...]:
    """What is wrong with a configuration text, as findings of rule `invalid-configuration`."""
    try:
        data = _parse(source.text, source.path)
    except ConfigError as error:
        return (_problem(source, (), str(error)),)
    if data is None:
        return ()
    _, problems = read_settings(data)
    prefix = ("tool", "wirelint") if source.path.endswith("pyproject.toml") else ()
    return tuple(_problem(source, (*prefix, *one.path), _worded(one)) for one in problems)


def _load(tree: Tree, path: str, depth: int) -> dict[str, Any] | None:
    content = tree.read(path)
    if isinstance(content, Unreadable):
        raise ConfigError(f"{path}: {content.message}")
    if len(content) > _MOST_BYTES:
        raise ConfigError(f"{path}: is larger than {_MOST_BYTES >> 10} KiB and is not read")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ConfigError(f"{path}: is not UTF-8 (byte {error.start})") from None
    data = _parse(text, path)
    if data is None:
        return None
    values, problems = read_settings(data)
    if problems:
        raise ConfigError(_explain(path, text, problems))
    values["source"] = SourceText(path, text)
    extended = values.pop("extend", None)
    if extended is not None:
        if depth >= _MOST_EXTENDS:
            raise ConfigError(f"{path}: `extend` goes more than {_MOST_EXTENDS} files deep")
        if not extended.endswith(".toml"):
            raise ConfigError(
                f"{path}: `extend` names a file that ends in `.toml`, not `{extended}`"
            )
        folder = path.rpartition("/")[0]
        target = _join(folder, extended)
        below = _load(tree, target, depth + 1)
        values = {**(below or {}), **merge(Settings(**(below or {})), values)}
    _require(values.get("required_version"), path)
    return values


def _parse(text: str, path: str) -> dict[str, Any] | None:
    import tomllib  # noqa: PLC0415 - only where there is a configuration

    if text.count(".") > _MOST_DOTS and any(
        line.count(".") > _MOST_DOTS for line in text.splitlines()
    ):
        raise ConfigError(f"{path}: has a line with more than {_MOST_DOTS} dots and is not read")
    try:
        data: dict[str, Any] = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise ConfigError(f"{path}: is no TOML: {error}") from None
    if path.rpartition("/")[2] == "pyproject.toml":
        tool = data.get("tool", {})
        table = tool.get("wirelint") if isinstance(tool, dict) else None
        return table if isinstance(table, dict) else None
    return data


def _require(wanted: str | None, path: str) -> None:
    if wanted is None:
        return
    import wirelint  # noqa: PLC0415 - beside its use
    from wirelint.config.required import satisfies  # noqa: PLC0415

    held = satisfies(wirelint.__version__, wanted)
    if held is None:
        raise ConfigError(
            f'{path}: `required-version` is "{wanted}"; write conditions such as ">=0.1, <2"'
        )
    if not held:
        raise ConfigError(
            f"{path}: asks for wirelint {wanted}, this is {wirelint.__version__}; "
            "install a version that fits"
        )


def _explain(path: str, text: str, problems: tuple[ConfigProblem, ...]) -> str:
    source = SourceText(path, text)
    prefix = ("tool", "wirelint") if path.endswith("pyproject.toml") else ()
    lines = []
    for one in problems:
        span = locate(source, (*prefix, *one.path))
        line = source.line_column(span.start)[0] + 1
        lines.append(f"{path}:{line}: {_worded(one)}")
    return "\n".join(lines)


def _worded(problem: ConfigProblem) -> str:
    from wirelint.config.explain import describe  # noqa: PLC0415 - only for findings

    name = ".".join(str(one) for one in problem.path if isinstance(one, str))
    said = problem.message
    if not said.startswith("there is no setting"):
        said = f"`{name}` {said}"
    about = describe(problem.path)
    return f"{said} ({about})" if about else said


def _problem(source: SourceText, path: ConfigPath, message: str) -> Problem:
    return Problem(
        "invalid-configuration", Finding(Location(source, locate(source, path)), message)
    )


def locate(source: SourceText, path: ConfigPath) -> Span:
    """The key of a value in a TOML text, as near as its lines tell; the first line otherwise."""
    table: list[str | int] = []
    counts: dict[tuple[str | int, ...], int] = {}
    best, depth = Span(0, len(source.line_text(0))), 0
    for number, start in enumerate(source.line_starts):
        text = source.line_text(number)
        bare = text.strip()
        lead = len(text) - len(text.lstrip())
        if bare.startswith("["):
            name = bare.split("#")[0].strip(" []")
            table = [part.strip().strip("\"'") for part in name.split(".")]
            if bare.startswith("[["):
                nth = counts.get(tuple(table), 0)
                counts[tuple(table)] = nth + 1
                table = [*table, nth]
            here: tuple[str | int, ...] = tuple(table)
        elif "=" in bare and not bare.startswith("#"):
            key = bare.split("=", 1)[0].strip().strip("\"'")
            here = (*table, key)
        else:
            continue
        if here == path[: len(here)] and len(here) > depth:
            depth = len(here)
            best = Span(start + lead, start + len(text.rstrip()))
    return best


def _join(folder: str, path: str) -> str:
    if path.startswith("/") or not folder:
        return path
    return f"{folder}/{path}"
