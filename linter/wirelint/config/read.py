# Accept fast: a table of readers, one per key, and no library. What they refuse comes back as
# problems with the path of the value; `config.explain` words them with help of the JSON Schema.
"""A parsed configuration as settings."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from wirelint.config.model import (
    Advertised,
    EarlyAccess,
    GateSettings,
    KeyRange,
    Removal,
    Settings,
    Waiver,
)
from wirelint.diagnostics import Severity
from wirelint.lazy_dataclass import dataclass
from wirelint.profiles import Listed
from wirelint.releases import numbers
from wirelint.spelling import did_you_mean
from wirelint.versions import VersionRange

_KEY: Final = re.compile(r"[0-9]{1,6}")

ConfigPath: TypeAlias = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class ConfigProblem:
    """A value that is refused: where it stands in the file and why."""

    path: ConfigPath
    message: str


class _RefusedError(Exception):
    """Raised by a reader of one value and caught around that value."""

    def __init__(self, message: str, path: ConfigPath = ()) -> None:
        super().__init__(message)
        self.message = message
        self.path = path


Read: TypeAlias = Callable[[Any], Any]


def read_settings(data: Mapping[str, Any]) -> tuple[dict[str, Any], tuple[ConfigProblem, ...]]:
    """Values for `Settings` by attribute name, and what is wrong.

    `extend` stays in the dict under its own name for the caller to follow.
    """
    problems: list[ConfigProblem] = []
    values = _table(data, _TOP, (), problems)
    return values, tuple(problems)


def merge(below: Settings, values: Mapping[str, Any]) -> dict[str, Any]:
    """`values` on top of an extended configuration: tables join, everything else replaces."""
    merged = dict(values)
    for name in ("severities", "per_file_ignores"):
        if name in values:
            merged[name] = {**getattr(below, name), **values[name]}
    return merged


def _table(
    data: Mapping[str, Any],
    readers: Mapping[str, tuple[str, Read]],
    path: ConfigPath,
    problems: list[ConfigProblem],
) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for key, value in data.items():
        entry = readers.get(key)
        if entry is None:
            problems.append(ConfigProblem((*path, key), _unknown(key, readers)))
            continue
        name, read = entry
        try:
            values[name] = read(value)
        except _RefusedError as refused:
            problems.append(ConfigProblem((*path, key, *refused.path), refused.message))
    return values


def _unknown(key: str, known: Mapping[str, object]) -> str:
    return f"there is no setting `{key}`{did_you_mean(key, known)}"


# -- values -----------------------------------------------------------------------------------------


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise _RefusedError(f"takes text, this is {_kind(value)}")
    return value


def _release(value: Any) -> str:
    release = _text(value)
    if not numbers(release):
        raise _RefusedError("takes a release with a number, such as `4.2.0`")
    return release


def _texts(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise _RefusedError(f"takes a list of texts, this is {_kind(value)}")
    return tuple(_at(index, _text, one) for index, one in enumerate(value))


def _patterns(value: Any) -> tuple[str, ...]:
    return tuple(_at(index, _pattern, one) for index, one in enumerate(_texts(value)))


def _pattern(value: Any) -> str:
    from wirelint.sources.globs import (  # noqa: PLC0415 - only where there are patterns
        MAX_ALTERNATIVES,
        spells_too_many,
    )

    pattern = _text(value)
    if "\\" in pattern:
        raise _RefusedError("parts folders with `/`, on every system")
    if spells_too_many(pattern):
        raise _RefusedError(f"spells more than {MAX_ALTERNATIVES} alternatives")
    return pattern


def _ignores(value: Any) -> dict[str, Any]:
    rules: dict[str, Any] = _mapping(value, _texts)
    for pattern in rules:
        _at(pattern, _pattern, pattern)
    return rules


def _text_lists(value: Any) -> tuple[tuple[str, ...], ...]:
    if not isinstance(value, list):
        raise _RefusedError(f"takes a list of lists of texts, this is {_kind(value)}")
    return tuple(_at(index, _texts, one) for index, one in enumerate(value))


def _one_of(*words: str) -> Read:
    def read(value: Any) -> str:
        if value not in words:
            meant = did_you_mean(str(value), words)
            said = f"takes {', '.join(words[:-1])} or {words[-1]}, not `{value}`{meant}"
            raise _RefusedError(said)
        return str(value)

    return read


def _versions(value: Any) -> VersionRange:
    versions = VersionRange.parse(str(value) if isinstance(value, int) else _text(value))
    if not versions or isinstance(value, bool):
        raise _RefusedError(f"`{value}` is no version range such as `3`, `0-3` or `3+`")
    return versions


def _keys(value: Any) -> tuple[int, int]:
    low, dash, high = _text(value).partition("-")
    if not all(_KEY.fullmatch(one) for one in ((low, high) if dash else (low,))) or int(low) > int(
        high or low
    ):
        raise _RefusedError(f"`{value}` is no range of api keys such as `0-499`")
    return int(low), int(high or low)


def _severities(value: Any) -> dict[str, Severity]:
    read = _one_of("error", "warning", "info", "off")
    return {name: Severity[read_.upper()] for name, read_ in _mapping(value, read).items()}


def _mapping(value: Any, read: Read) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise _RefusedError(f"takes a table, this is {_kind(value)}")
    return {key: _at(key, read, one) for key, one in value.items()}


def _regex(value: Any) -> str:
    try:
        re.compile(_text(value))
    except (re.error, OverflowError, RecursionError) as error:
        raise _RefusedError(f"is no regular expression: {error}") from None
    return str(value)


def _rows(make: Callable[..., Any], needed: tuple[str, ...], **readers: Read) -> Read:
    """A list of tables, `[[name]]` in TOML."""
    entries = {key.replace("_", "-"): (key, read) for key, read in readers.items()}

    def read(value: Any) -> tuple[Any, ...]:
        if not isinstance(value, list):
            raise _RefusedError(f"takes tables written as `[[...]]`, this is {_kind(value)}")
        rows = []
        for index, one in enumerate(value):
            problems: list[ConfigProblem] = []
            if not isinstance(one, dict):
                raise _RefusedError(f"takes tables, this is {_kind(one)}", (index,))
            values = _table(one, entries, (), problems)
            if problems:
                raise _RefusedError(problems[0].message, (index, *problems[0].path))
            for key in needed:
                if key not in values:
                    raise _RefusedError(f"needs `{key}`", (index,))
            rows.append(make(index, values))
        return tuple(rows)

    return read


def _gates(value: Any) -> GateSettings:
    if not isinstance(value, dict):
        raise _RefusedError(f"takes a table, this is {_kind(value)}")
    problems: list[ConfigProblem] = []
    values = _table(value, _GATES, (), problems)
    if problems:
        raise _RefusedError(problems[0].message, problems[0].path)
    return GateSettings(**values)


def _at(step: str | int, read: Read, value: Any) -> Any:
    try:
        return read(value)
    except _RefusedError as refused:
        raise _RefusedError(refused.message, (step, *refused.path)) from None


def _kind(value: Any) -> str:
    names = {bool: "a boolean", int: "a number", float: "a number", str: "a text", list: "a list"}
    return names.get(type(value), "a table" if isinstance(value, dict) else "a date")


_LISTED: Final = _rows(
    lambda _, values: Listed(**values), ("message",), message=_text, reason=_text
)

_GATES: Final[Mapping[str, tuple[str, Read]]] = {
    "files": ("files", _patterns),
    "upgrade-window": ("upgrade_window", _texts),
    "ladder": ("ladders", lambda value: _mapping(value, _text)),
    "owner": ("owner", _text),
}

_TOP: Final[Mapping[str, tuple[str, Read]]] = {
    "required-version": ("required_version", _text),
    "extend": ("extend", _text),
    "profile": (
        "profile",
        _one_of("kafka", "krabka", "redpanda", "automq", "kafka-python", "plain"),
    ),
    "dialect": ("dialect", _one_of("2.x", "3.x", "4.0", "4.1")),
    "exclude": ("exclude", _patterns),
    "select": ("select", _texts),
    "extend-select": ("extend_select", _texts),
    "ignore": ("ignore", _texts),
    "severity": ("severities", _severities),
    "fail-on": ("fail_on", _one_of("error", "warning", "info", "never")),
    "per-file-ignores": ("per_file_ignores", _ignores),
    "release-tags": ("release_tags", _regex),
    "baseline": ("baseline", _text),
    "upstream": ("upstream", _text),
    "baseline-findings": ("baseline_findings", _text),
    "release-branches": ("release_branches", _texts),
    "joined-key-spaces": ("joined_key_spaces", _text_lists),
    "frozen": ("frozen", _LISTED),
    "watched": ("watched", _LISTED),
    "removal": (
        "removals",
        _rows(
            lambda _, values: Removal(**values),
            ("message", "versions"),
            message=_text,
            versions=_versions,
            release=_text,
            reason=_text,
        ),
    ),
    "advertise": (
        "advertised",
        _rows(
            lambda _, values: Advertised(**values),
            ("message", "versions"),
            message=_text,
            versions=_versions,
            reason=_text,
        ),
    ),
    "key-range": (
        "key_ranges",
        _rows(
            lambda _, values: KeyRange(*values.pop("keys"), **values),
            ("keys", "owner"),
            keys=_keys,
            owner=_text,
            messages=_texts,
        ),
    ),
    "early-access": (
        "early_access",
        _rows(
            lambda _, values: EarlyAccess(**values),
            ("message",),
            message=_text,
            until=_release,
            reason=_text,
        ),
    ),
    "waiver": (
        "waivers",
        _rows(
            lambda index, values: Waiver(**values, index=index),
            ("rule", "reason"),
            rule=_text,
            reason=_text,
            message=_text,
            versions=_versions,
            path=_text,
            until=_release,
        ),
    ),
    "gates": ("gates", _gates),
    "rules-url": ("rules_url", _text),
}

# What settings are called in the file, by attribute of `Settings` and of `GateSettings`.
SETTING_NAMES: Final = {name: key for key, (name, _) in _TOP.items()}
GATE_SETTING_NAMES: Final = {name: key for key, (name, _) in _GATES.items()}
