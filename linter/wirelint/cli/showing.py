"""`wirelint check --show-settings`."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Mapping
from typing import Any

from wirelint.cli.output import say
from wirelint.cli.settings import dialect_of, policy_of
from wirelint.config.model import GateSettings, KeyRange, Settings
from wirelint.config.read import GATE_SETTING_NAMES, SETTING_NAMES
from wirelint.diagnostics import Severity
from wirelint.lazy_dataclass import fields, is_dataclass, replace
from wirelint.profiles import Profile
from wirelint.versions import VersionRange


def show_settings(args: argparse.Namespace, settings: Settings, profile: Profile) -> int:
    """Print what holds after configuration, profile and options, as a configuration or as JSON."""
    dialect = dialect_of(settings, profile)
    policy = policy_of(args, settings, dialect)
    in_force = replace(
        settings,
        profile=profile.name,
        dialect=dialect.generation,
        select=tuple(policy.select),
        extend_select=tuple(policy.extend_select),
        ignore=tuple(policy.ignore),
        severities=policy.severities,
        fail_on=args.fail_on or settings.fail_on or "error",
        release_tags=settings.release_tags or profile.release_tags,
        frozen=profile.frozen if settings.frozen is None else settings.frozen,
        watched=profile.watched if settings.watched is None else settings.watched,
        baseline_findings=args.baseline_findings or settings.baseline_findings,
        upstream=args.upstream or settings.upstream,
    )
    data = _table(in_force, SETTING_NAMES)
    if args.format == "json":
        shape = {"configuration": settings.path, "guessed": not settings.profile, "settings": data}
        say(json.dumps(shape, indent=1) + "\n")
        return 0
    say(f"# configuration: {settings.path or 'none'}\n")
    if not settings.profile:
        say(f"# profile: guessed from the tree ({profile.title})\n")
    say(toml_of(data))
    say("".join(_not_set(data)))
    return 0


def _not_set(data: Mapping[str, Any]) -> Iterator[str]:
    """The other settings and what they are for, as comments."""
    from wirelint.config.explain import describe

    names = [name for name in SETTING_NAMES.values() if name not in data]
    width = max(map(len, names), default=0)
    yield "\n# not set:\n"
    yield from (f"# {name:<{width}}  {describe((name,))}\n" for name in names)


def toml_of(data: Mapping[str, Any]) -> str:
    """A configuration as TOML: plain values first, then tables."""
    return "".join(f"{line}\n" for line in _lines(data, ""))


def _table(value: Any, names: Mapping[str, str]) -> dict[str, Any]:
    """The attributes that say something, by their names in the file."""
    return {
        key: _plain(attribute)
        for name, key in names.items()
        if (attribute := getattr(value, name, None)) not in (None, (), {}, "")
    }


def _plain(value: Any) -> Any:
    match value:
        case Severity():
            return value.word
        case VersionRange():
            return str(value)
        case KeyRange():
            rest = {"owner": value.owner, **_rest(value, ("low", "high", "owner"))}
            return {"keys": f"{value.low}-{value.high}", **rest}
        case Mapping():
            return {name: _plain(one) for name, one in value.items()}
        case tuple():
            return [_plain(one) for one in value]
        case GateSettings():
            return _table(value, GATE_SETTING_NAMES)
        case _ if is_dataclass(value):
            return _rest(value, ("index",))
        case _:
            return value


def _rest(value: Any, without: tuple[str, ...]) -> dict[str, Any]:
    return {
        one.name.replace("_", "-"): _plain(getattr(value, one.name))
        for one in fields(value)
        if one.name not in without and getattr(value, one.name) not in (None, "", ())
    }


def _lines(data: Mapping[str, Any], above: str) -> Iterator[str]:
    for key, value in data.items():
        if not isinstance(value, dict) and not _is_rows(value):
            yield f"{_key(key)} = {_value(value)}"
    for key, value in data.items():
        name = f"{above}{_key(key)}"
        if isinstance(value, dict) and value:
            yield ""
            yield f"[{name}]"
            yield from _lines(value, f"{name}.")
        elif _is_rows(value):
            for row in value:
                yield ""
                yield f"[[{name}]]"
                yield from _lines(row, f"{name}.")


def _is_rows(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and isinstance(value[0], dict)


def _key(key: str) -> str:
    plain = key.replace("-", "").replace("_", "").isalnum() and key.isascii()
    return key if plain else json.dumps(key)


def _value(value: Any) -> str:
    # What JSON writes of texts, lists and booleans is TOML.
    return json.dumps(value, ensure_ascii=False)
