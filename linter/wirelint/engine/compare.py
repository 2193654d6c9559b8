"""The checked tree against its baselines."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from wirelint.config.model import Settings
from wirelint.diagnostics import Diagnostic, Severity
from wirelint.engine.baseline import BaselineInput
from wirelint.engine.evolve import check_evolution
from wirelint.engine.load import Schema, load
from wirelint.engine.policy import Dispatch
from wirelint.engine.views import frozen_messages, release_of
from wirelint.evolution.pairing import Side, Trees
from wirelint.evolution.settings import (
    AnnouncedRemoval,
    EarlyAccess,
    EvolutionSettings,
    IsGated,
    never_gated,
)
from wirelint.evolution.unread import unread_in
from wirelint.lazy_dataclass import replace
from wirelint.profiles import Profile
from wirelint.schema.dialect import Dialect
from wirelint.schema.model import Message
from wirelint.syntax.document import Document


def compare(
    baselines: Sequence[BaselineInput],
    schemas: Sequence[Schema],
    context: Sequence[Schema],
    dispatch: Dispatch,
    *,
    settings: Settings,
    profile: Profile,
    dialect: Dialect,
    is_gated: IsGated | None = None,
) -> list[Diagnostic]:
    """What the category evolution says of each baseline; what two of them say alike stands once.

    What stands against a softer baseline alone is at most a warning. Nothing is said of files that
    are only context. `is_gated` asks the gate tables of the tree, where there are any.
    """
    ordered = sorted(baselines, key=lambda one: one.softer)
    both = (*schemas, *context)
    return list(
        compare_trees(
            [(one, trees_of(one, both, settings, profile, dialect, is_gated)) for one in ordered],
            dispatch,
            checked={one.path for one in schemas},
            around={one.path for one in context},
        )
    )


def compare_trees(
    compared: Iterable[tuple[BaselineInput, Trees]],
    dispatch: Dispatch,
    *,
    checked: Collection[str],
    around: Collection[str] = (),
    only: Collection[str] | None = None,
) -> Iterator[Diagnostic]:
    """As `compare`, over trees that were made already, released ones first.

    `checked` are the paths of the checked files, `around` those that are only context. With `only`
    no other pair than those of its paths is looked at.
    """
    said: set[tuple[str, str, str | None]] = set()
    for baseline, trees in compared:
        new: set[tuple[str, str, str | None]] = set()
        for one in check_evolution(trees, dispatch, only):
            at = one.finding.at
            path = at.source.path
            gone = path not in checked
            if gone and (path in around or path in baseline.only_for_pairing):
                continue
            name = (one.rule, path, at.property)
            if name in said:
                continue
            new.add(name)
            soft = baseline.softer and one.severity is Severity.ERROR
            yield replace(one, severity=Severity.WARNING) if soft else one
        said |= new


def trees_of(
    baseline: BaselineInput,
    schemas: Sequence[Schema],
    settings: Settings,
    profile: Profile,
    dialect: Dialect,
    is_gated: IsGated | None = None,
) -> Trees:
    """Both sides of one comparison, as evolution takes them."""
    release = release_of(baseline.name, settings, profile)
    return Trees(
        before=tuple(side_before(one, dialect) for one in baseline.documents),
        after=tuple(side_after(one) for one in schemas if one.path not in baseline.unchanged),
        unchanged=tuple(side_after(one) for one in schemas if one.path in baseline.unchanged),
        settings=_settings(settings, profile, release, is_gated or never_gated),
        role="built-on" if baseline.softer else "released",
    )


def side_before(document: Document, dialect: Dialect) -> Side:
    """A file of a baseline, loaded when it is asked for."""

    def message() -> Message | None:
        return load(document, dialect).message

    return Side(document.source.path, message)


def side_after(schema: Schema) -> Side:
    """A file of the checked tree."""
    return Side(schema.path, lambda: schema.message, unread_in(schema.problems))


def _settings(
    settings: Settings, profile: Profile, release: str | None, is_gated: IsGated
) -> EvolutionSettings:
    """`release` is the newest release that the baseline has reached, None where it is none."""
    return EvolutionSettings(
        frozen=frozen_messages(settings, profile),
        watched=profile.watched if settings.watched is None else settings.watched,
        removals=tuple(
            AnnouncedRemoval(one.message, one.versions, one.release, one.reason)
            for one in settings.removals
        ),
        early_access=tuple(EarlyAccess(one.message, one.until) for one in settings.early_access),
        release=release,
        is_gated=is_gated,
    )
