"""A baseline as the engine takes it."""

from __future__ import annotations

from wirelint.lazy_dataclass import dataclass
from wirelint.syntax.document import Document
from wirelint.text import SourceText


@dataclass(frozen=True, kw_only=True)
class BaselineInput:
    """What a baseline has and the checked tree has not, or has otherwise.

    Files go by the path that the checked tree knows them by. `unchanged` are checked files with the
    same bytes in the baseline. `only_for_pairing` are baseline files that are looked at only because
    a new file may be one of them under another name: they are not reported as gone. A `softer`
    baseline is what others build on, not what nodes speak: what stands against it alone is at most a
    warning. `is_ancestor` is None where histories cannot be compared. `normal_form` says that the
    tables are in the `.gates` language, whatever their paths say (a ledger keeps them so).
    """

    name: str
    softer: bool = False
    is_ancestor: bool | None = None
    documents: tuple[Document, ...] = ()
    tables: tuple[SourceText, ...] = ()
    normal_form: bool = False
    unchanged: frozenset[str] = frozenset()
    only_for_pairing: frozenset[str] = frozenset()
