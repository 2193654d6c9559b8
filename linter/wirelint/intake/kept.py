"""A baseline read whole, for a session that keeps it."""

from __future__ import annotations

from collections.abc import Sequence

from wirelint.config.model import Settings
from wirelint.diagnostics import Problem
from wirelint.engine.kept import KeptBaseline, KeptFile
from wirelint.errors import BaselineError
from wirelint.intake.baselines import BaselineFiles, find_files, not_ancestor
from wirelint.intake.gathered import Gathered
from wirelint.intake.ledger_baseline import Entries, find_entries
from wirelint.intake.profile import dialect_of
from wirelint.lazy_dataclass import dataclass, field
from wirelint.profiles import Profile
from wirelint.schema.dialect import Dialect
from wirelint.sources.baseline import Baseline, LedgerSpec, open_baseline
from wirelint.sources.discovery import Kind, kind_of, path_of
from wirelint.sources.tree import Tree, Unreadable
from wirelint.syntax.decoding import source_of

_Key = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class BlobCache:
    """Files of baselines by path, blob and name of the baseline, kept from one reading to the next."""

    files: dict[_Key, KeptFile] = field(default_factory=dict)


def keep_baselines(
    specs: Sequence[str],
    tree: Tree,
    gathered: Gathered,
    settings: Settings,
    profile: Profile,
    *,
    cwd: str,
    cache: BlobCache | None = None,
) -> tuple[tuple[KeptBaseline, ...], tuple[Problem, ...]]:
    """Read the baselines that `intake.baselines.compare` would compare with.

    Raises BaselineError where one cannot be read.
    """
    kept: list[KeptBaseline] = []
    problems: list[Problem] = []
    known = BlobCache() if cache is None else cache
    used: dict[_Key, KeptFile] = {}
    released = len(specs) - len(settings.release_branches)
    for index, spec in enumerate(specs):
        softer = 0 < index < released
        opened = open_baseline(
            spec,
            cwd=cwd,
            paths=[found.path for found, _ in gathered.files] or gathered.arguments,
            release_tags=settings.release_tags or profile.release_tags,
        )
        if isinstance(opened, LedgerSpec):
            path = path_of(opened.path, cwd)
            entries = find_entries(path, opened.release, tree, gathered)
            kept.append(_ledger(entries, dialect_of(settings, profile), softer=softer))
            continue
        with opened:
            files = find_files(opened, tree, gathered, settings, profile)
            dialect = dialect_of(settings, profile)
            kept.append(_whole(opened, files, dialect, known, used, softer=softer))
        if opened.is_ancestor is False:
            problems.append(not_ancestor(opened))
    known.files.clear()
    known.files.update(used)
    return tuple(kept), tuple(problems)


def _whole(
    baseline: Baseline,
    files: BaselineFiles,
    dialect: Dialect,
    known: BlobCache,
    used: dict[_Key, KeptFile],
    *,
    softer: bool,
) -> KeptBaseline:
    wanted = files.wanted
    keys = {
        theirs: (path, blob, baseline.name)
        for theirs, path in wanted.items()
        if (blob := baseline.tree.blob_id(theirs)) is not None
    }
    found: dict[str, KeptFile] = {}
    for theirs, key in keys.items():
        if key in known.files:
            found[wanted[theirs]] = known.files[key]
    missing = [theirs for theirs, path in sorted(wanted.items()) if path not in found]
    for theirs, content in baseline.tree.read_many(missing):
        if isinstance(content, Unreadable):
            raise BaselineError(f"`{baseline.spec}`: `{theirs}` {content.message}")
        source = source_of(wanted[theirs], content, baseline.name)
        found[wanted[theirs]] = KeptFile(source, dialect)
    used.update({key: found[wanted[theirs]] for theirs, key in keys.items()})
    schemas = {path for theirs, path in wanted.items() if kind_of(theirs) is Kind.SCHEMA}
    return KeptBaseline(
        name=baseline.name,
        softer=softer,
        schemas={path: one for path, one in found.items() if path in schemas},
        tables={path: one.source for path, one in found.items() if path not in schemas},
        only_for_pairing=frozenset(files.hidden),
    )


def _ledger(entries: Entries, dialect: Dialect, *, softer: bool) -> KeptBaseline:
    return KeptBaseline(
        name=entries.name,
        softer=softer,
        schemas={
            path: KeptFile(source, dialect, lines) for path, source, lines in entries.messages
        },
        tables={},
        only_for_pairing=entries.hidden,
    )
