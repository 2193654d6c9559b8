"""From options and configuration to what a run needs."""

from __future__ import annotations

import argparse
import os

from wirelint.config.model import NO_SETTINGS, Settings
from wirelint.diagnostics import Category, Severity
from wirelint.engine.policy import Policy
from wirelint.errors import UsageError
from wirelint.intake.profile import dialect_of, profile_of
from wirelint.schema.dialect import Dialect
from wirelint.sources.tree import Tree
from wirelint.spelling import did_you_mean

__all__ = ["dialect_of", "names", "policy_of", "profile_of", "settings_of"]


def settings_of(args: argparse.Namespace, tree: Tree) -> Settings:
    """The configuration in force. Raises WirelintError where it cannot be read."""
    if args.isolated and args.config is None:
        return NO_SETTINGS
    from wirelint.config.find import ConfigError, find_settings, load_settings

    if args.config is None:
        return find_settings(tree, os.getcwd().replace(os.sep, "/"))
    settings = load_settings(tree, args.config.replace(os.sep, "/"))
    if settings is None:
        raise ConfigError(f"{args.config}: has no table `[tool.wirelint]`")
    return settings


def policy_of(args: argparse.Namespace, settings: Settings, dialect: Dialect) -> Policy:
    """Options on top of the configuration. Raises UsageError for names that do not exist."""
    select = names(args.select) or settings.select
    policy = Policy(
        select=select,
        extend_select=(*settings.extend_select, *names(args.extend_select)),
        ignore=(*settings.ignore, *names(args.ignore)),
        severities={**settings.severities, **_severities(args.severity)},
        generation=dialect.generation,
    )
    named = {*policy.select, *policy.extend_select, *policy.ignore, *policy.severities}
    named.update(*settings.per_file_ignores.values())
    _must_exist(named - {one.value for one in Category}, "rule or category", settings)
    _must_exist({one.rule for one in settings.waivers}, "rule", settings)
    return policy


def names(lists: list[str]) -> tuple[str, ...]:
    """`a,b` given once or more."""
    return tuple(one.strip() for text in lists for one in text.split(",") if one.strip())


def _severities(settings: list[str]) -> dict[str, Severity]:
    read: dict[str, Severity] = {}
    for text in names(settings):
        name, equals, word = text.partition("=")
        if not equals or word.upper() not in Severity.__members__:
            hint = did_you_mean(word, [one.name.lower() for one in Severity])
            raise UsageError(
                f"--severity {text}: write NAME=LEVEL, the level being error, warning, info or"
                f" off{hint}"
            )
        read[name] = Severity[word.upper()]
    return read


def _must_exist(named: set[str], what: str, settings: Settings) -> None:
    if not named:
        return
    from wirelint_rules import load_rules, rule_names

    if named <= rule_names():
        return
    known = {name for rule in load_rules() for name in (rule.id, *rule.aliases)}
    for name in sorted(named - known):
        meant = did_you_mean(name, known | {one.value for one in Category})
        said = f"there is no {what} `{name}`{meant or '; `wirelint rule` lists all'}"
        raise UsageError(f"{_place_of(name, settings)}{said}")


def _place_of(name: str, settings: Settings) -> str:
    """`FILE:LINE: ` of a name that the configuration has and no option."""
    paths: list[tuple[str | int, ...]] = [("severity", name)] if name in settings.severities else []
    for key, names_there in (
        ("select", settings.select),
        ("extend-select", settings.extend_select),
        ("ignore", settings.ignore),
    ):
        paths += [(key,)] if name in names_there else []
    for pattern, ignored in settings.per_file_ignores.items():
        paths += [("per-file-ignores", pattern)] if name in ignored else []
    paths += [("waiver", one.index, "rule") for one in settings.waivers if one.rule == name]
    if not paths or settings.path is None:
        return ""
    if settings.source is None or name not in settings.source.text:  # in one that it extends
        return f"{settings.path}: "
    return place_of(settings, paths[0])


def place_of(settings: Settings, path: tuple[str | int, ...]) -> str:
    """`FILE:LINE: ` of a setting; the file alone where it came from an extended one."""
    from wirelint.config.find import setting_place

    pyproject = settings.path is not None and settings.path.endswith("pyproject.toml")
    at = setting_place(settings, (*(("tool", "wirelint") if pyproject else ()), *path))
    line = "" if at.span is None else f":{at.source.line_column(at.span.start)[0] + 1}"
    return f"{settings.path}{line}: "
