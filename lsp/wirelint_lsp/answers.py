# What features give. Places are code points in a source text; `convert` makes the protocol's own
# objects of them, so that a feature is tested without a server and says nothing twice.
"""Answers to the requests of an editor, as plain data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from wirelint.diagnostics import Diagnostic
from wirelint.text import SourceText, Span
from wirelint_lsp.legend import TokenKind


@dataclass(frozen=True, slots=True)
class Hover:
    markdown: str
    span: Span


@dataclass(frozen=True, slots=True)
class Target:
    """A place to go to, or one of many. `whole` is what belongs to it."""

    source: SourceText
    span: Span
    whole: Span | None = None


class ItemKind(Enum):
    PROPERTY = "Property"
    VALUE = "Value"
    WORD = "EnumMember"
    TYPE = "Class"
    STRUCT = "Struct"
    SNIPPET = "Snippet"
    KEYWORD = "Keyword"
    LEVEL = "Constant"


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """A completion: `text` replaces `span`. `about` names what `resolve` explains later."""

    label: str
    text: str
    span: Span
    kind: ItemKind
    detail: str = ""
    is_snippet: bool = False
    order: int = 0
    about: str = ""


class SymbolKind(Enum):
    MESSAGE = "Class"
    STRUCT = "Struct"
    FIELD = "Field"
    FEATURE = "Enum"
    LEVEL = "EnumMember"
    PATH = "Interface"
    RPC = "Method"
    FORMAT = "Object"
    LADDER = "Function"
    TABLE = "Namespace"


@dataclass(frozen=True, slots=True, kw_only=True)
class Symbol:
    name: str
    detail: str
    kind: SymbolKind
    whole: Span
    name_span: Span
    children: tuple[Symbol, ...] = ()
    is_deprecated: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundSymbol:
    """A symbol of the workspace."""

    name: str
    kind: SymbolKind
    source: SourceText
    span: Span
    container: str = ""


@dataclass(frozen=True, slots=True)
class TextEdit:
    source: SourceText
    span: Span
    text: str


class ActionKind(Enum):
    QUICK_FIX = "quickfix"
    REFACTOR = "refactor"
    REWRITE = "refactor.rewrite"
    FIX_ALL = "source.fixAll.wirelint"


@dataclass(frozen=True, slots=True)
class Call:
    """A command with its arguments (see `commands`)."""

    title: str
    command: str
    arguments: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Action:
    title: str
    kind: ActionKind
    edits: tuple[TextEdit, ...] = ()
    solves: tuple[Diagnostic, ...] = ()
    is_preferred: bool = False
    call: Call | None = None


@dataclass(frozen=True, slots=True)
class Lens:
    span: Span
    call: Call


class HintKind(Enum):
    TYPE = 1
    PARAMETER = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Hint:
    """`text` is shown at `offset` and is no part of the file."""

    offset: int
    text: str
    tooltip: str = ""
    kind: HintKind = HintKind.TYPE


@dataclass(frozen=True, slots=True)
class Token:
    span: Span
    kind: TokenKind


@dataclass(frozen=True, slots=True)
class Fold:
    """From the line of `span`'s start to the line of its end."""

    span: Span
    is_comment: bool = False


@dataclass(frozen=True, slots=True)
class Link:
    span: Span
    url: str
    tooltip: str = ""


@dataclass(frozen=True, slots=True)
class Renaming:
    """What a rename would take: the span under the cursor and the name in it."""

    span: Span
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Status:
    """What a status bar shows (`wirelint/status`)."""

    state: str  # "scanning", "ready", "failed"
    baseline: str | None = None
    baseline_state: str = "off"  # "off", "loading", "ready", "failed"
    detail: str = ""
    files: int = 0
    errors: int = 0
    warnings: int = 0
    notes: int = 0
    extra: Mapping[str, Any] = field(default_factory=dict)
