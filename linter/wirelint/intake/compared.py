"""Which baselines are asked for, and what came of reading them."""

from __future__ import annotations

from collections.abc import Sequence

from wirelint.config.model import Settings
from wirelint.diagnostics import Problem
from wirelint.engine.baseline import BaselineInput
from wirelint.engine.report import JsonObject
from wirelint.errors import UsageError
from wirelint.lazy_dataclass import dataclass


@dataclass(frozen=True, kw_only=True)
class Compared:
    """Baselines as the engine takes them, as the report names them, and what is odd about them."""

    inputs: tuple[BaselineInput, ...] = ()
    rows: tuple[JsonObject, ...] = ()
    problems: tuple[Problem, ...] = ()


NOTHING_COMPARED = Compared()


def specs_of(against: Sequence[str] | None, settings: Settings) -> tuple[str, ...]:
    """The baselines that are asked for. Raises UsageError for `--against` without any meaning."""
    if against is None:
        return ()
    specs = []
    for one in against:
        spec = one or settings.baseline
        if not spec:
            raise UsageError(
                "--against needs a baseline (a git revision, a folder, an archive, a ledger or "
                '`release`), or `baseline = "release"` in wirelint.toml'
            )
        specs.append(spec)
    return (*specs, *settings.release_branches)
