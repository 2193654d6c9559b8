# A reporter is a pure function from a report to text; each lives in the module of its name and is
# imported when asked for.
"""Output formats, one small file each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Final, TypeAlias

from wirelint.engine.report import JsonObject, Report
from wirelint.lazy_dataclass import dataclass
from wirelint.text import SourceText

FORMATS: Final = (
    "text",
    "concise",
    "json",
    "sarif",
    "github",
    "gitlab",
    "junit",
    "rdjson",
    "markdown",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """How a report is shown.

    `texts` gives the checked files for excerpts, `rules` all rules as `wirelint rule --format json`
    lists them.
    """

    texts: Callable[[str], SourceText | None]
    rules: Callable[[], Sequence[JsonObject]] = tuple
    color: bool = False
    verbose: bool = False
    quiet: bool = False
    statistics: bool = False


Reporter: TypeAlias = Callable[[Report, Look], str]


def reporter(name: str) -> Reporter:
    """The reporter of a format; `name` is one of `FORMATS`."""
    module = import_module(f"{__name__}.{name}_format")
    function: Reporter = module.report
    return function
