# A row says its columns by their kind, not by their place: Kafka's own rows have had three shapes.
# Where the file has the constructor, the names of its parameters decide what a truth means.
"""The constants of a Java enum as levels."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from wirelint.gates.model import (
    Alias,
    DefaultFrom,
    Flag,
    Level,
    LevelRef,
    Need,
    Said,
)
from wirelint.gates.readers.code import Refused, end_of, start_of
from wirelint.gates.readers.java_outline import Field, Row, Run
from wirelint.gates.readers.java_scope import (
    Known,
    Scope,
    arguments,
    feature_of,
    integer,
    is_call,
    is_type_name,
    last_word,
    method_word,
    receiver,
    tokens_of,
)
from wirelint.syntax.automaton import Node, Token, Tree
from wirelint.text import Location, Span

_RELEASE: Final = re.compile(r"\d+(\.\d+)+")
_WORDS: Final = frozenset(("NAME", "INT", "STRING", "TRUE", "FALSE", "THIS"))
_NONE: Final = frozenset(("of", "emptyMap"))
_PAIRS: Final = frozenset(("of", "singletonMap"))


def value_of(scope: Scope, run: Run) -> Node | None:
    """Parse an expression, None where the strict grammar refuses it."""
    if run.end - run.first == 1:  # most are a single word, and a parse costs more than all else
        token = scope.code.tokens[run.first]
        return token if token.type in _WORDS else None
    tree = scope.code.parse(scope.automaton, "value", tokens_of(scope, run))
    return None if isinstance(tree, Refused) else tree.children[0]


def text_of(token: Token) -> str:
    """Return what a string literal says, its escapes aside."""
    return str(token)[1:].removesuffix('"')


def read_rows(scope: Scope) -> tuple[Level, ...]:
    """Read every row, and make its constant known to the scope."""
    rows: list[Level] = []
    columns = _constructor(scope)
    for row in scope.type.rows:
        level = _row(scope, row, columns)
        rows.append(level)
        scope.levels.setdefault(str(row.name), Known(level.number, level.name or str(row.name)))
    return tuple(rows)


def _constructor(scope: Scope) -> tuple[str, ...]:
    """Return the parameters of the longest constructor."""
    found = [
        tuple(parameter.name for parameter in method.parameters)
        for method in scope.type.methods
        if method.name == scope.type.name and not method.type
    ]
    return max(found, key=len, default=())


def _row(scope: Scope, row: Row, columns: tuple[str, ...]) -> Level:
    code = scope.code
    runs = row.arguments or ()
    values = [value_of(scope, run) for run in runs]
    number = number_at = None
    texts: list[Token] = []
    flags: tuple[Said[Flag], ...] = ()
    unknown = frozenset((Flag.METADATA,))
    needs: tuple[Need, ...] = ()
    default: DefaultFrom | None = None
    label = level_label(scope, row)
    for index, (run, value) in enumerate(zip(runs, values, strict=True)):
        at = code.at_tokens(run.first, run.end, label)
        if value is None:
            continue
        whole = integer(value)
        if whole is not None and number_at is None:
            number, number_at = whole, at
        elif isinstance(value, Token) and value.type == "STRING":
            texts.append(value)
        elif isinstance(value, Token) and value.type in {"TRUE", "FALSE"}:
            if _is_metadata(columns, index, texts):
                unknown = frozenset()
                if value.type == "TRUE":
                    flags = (
                        Said(
                            Flag.METADATA, code.at_tokens(run.first, run.end, f"{label}.metadata")
                        ),
                    )
        elif is_call(value):
            found = needs_of(scope, value, label)
            needs = found or needs
            default = default or _default(scope, value, label)
            if found is None and default is None and number_at and is_type_name(receiver(value)):
                what = scope.text(value)
                scope.refuse(at, f"`{what}` in row `{row.name}` is not a level that can be told")
        elif isinstance(value, Tree) and value.data == "member":
            default = _default(scope, value, label) or default
    if number_at is None:
        scope.refuse(
            code.at_tokens(row.whole.first, row.whole.end, label),
            f"row `{row.name}` has no number that can be read",
        )
    name, name_at = _name(scope, row, texts, label)
    return Level(
        number=number if number is not None and number >= 0 else None,
        name=name,
        flags=flags,
        unknown=unknown,
        needs=needs,
        default_from=default,
        doc=code.doc_of(start_of(row.name), end_of(code.tokens[row.whole.end - 1])),
        number_at=number_at or code.at(row.name, name=label),
        name_at=name_at,
        origin=code.at_tokens(row.whole.first, row.whole.end, label),
    )


def level_label(scope: Scope, row: Row) -> str:
    """Return the property of a row: `metadata.version.level[27]`."""
    runs = row.arguments or ()
    for run in runs:
        value = value_of(scope, run) if run.end - run.first < 8 else None
        whole = None if value is None else integer(value)
        if whole is not None:
            return f"{scope.feature}.level[{whole if whole >= 0 else row.name}]"
    return f"{scope.feature}.level[{row.name}]"


def _is_metadata(columns: tuple[str, ...], index: int, texts: list[Token]) -> bool:
    """Whether a truth says that the level changes metadata records."""
    if index < len(columns):
        return "metadata" in columns[index].lower()
    return not columns and len(texts) == 2


def _name(scope: Scope, row: Row, texts: list[Token], label: str) -> tuple[str, Location]:
    """Return the level's name: its release and what is behind, or the constant."""
    if texts and _RELEASE.fullmatch(text_of(texts[0])):
        parts = [text for text in map(text_of, texts[:2]) if text]
        last = texts[1] if len(texts) > 1 else texts[0]
        return "-".join(parts), scope.code.at(texts[0], last, label)
    return str(row.name), scope.code.at(row.name, name=label)


def _default(scope: Scope, value: Tree, label: str) -> DefaultFrom | None:
    """Read `MetadataVersion.IBP_4_0_IV0`: the level from which on this one is the default."""
    owner = value.children[0]
    level = scope.level(value, label)
    if level is None or last_word(owner) == scope.type.name:
        return None
    at = scope.place(value, f"{label}.default")
    return DefaultFrom(Said(feature_of(owner), at), level, at)


def needs_of(scope: Scope, value: Node, label: str) -> tuple[Need, ...] | None:
    """Read `Map.of(FEATURE, LEVEL, ...)`; None for what is no such map."""
    if (
        not is_call(value)
        or value.data != "invoke"
        or last_word(receiver(value)) not in {"Map", "Collections"}
    ):
        return None
    given = arguments(value)
    if method_word(value) in _NONE and not given:
        return ()
    if method_word(value) not in _PAIRS or len(given) % 2:
        return None
    needs: list[Need] = []
    for key, wanted in zip(given[::2], given[1::2], strict=True):
        feature = feature_key(scope, key)
        level = scope.level(wanted, f"{label}.needs")
        if feature is None or level is None:
            what = key if feature is None else wanted
            scope.refuse(what, f"`{scope.text(what)}` is not a dependency that can be told", label)
            continue
        at = Location(scope.code.source, Span(start_of(key), end_of(wanted)), f"{label}.needs")
        needs.append(Need(Said(feature, scope.place(key)), level, at))
    return tuple(needs)


def feature_key(scope: Scope, tree: Node) -> str | None:
    """Read a feature's name: `"group.version"`, `GroupVersion.FEATURE_NAME`."""
    if isinstance(tree, Token):
        return text_of(tree) if tree.type == "STRING" else None
    if tree.data == "member" and tree.children[1] == "FEATURE_NAME":
        owner = tree.children[0]
        return scope.feature if last_word(owner) == scope.type.name else feature_of(owner)
    return None


def read_constants(scope: Scope) -> tuple[Alias, ...]:
    """Read the fields that name a level, and those that are plain numbers."""
    owner = Said(scope.feature, scope.place(scope.type.name))
    found: list[Alias] = []
    fields = [one for one in scope.type.fields if "static" in one.modifiers and one.value]
    for one in fields:
        value = value_of(scope, one.value)
        if value is None:
            continue
        number = integer(value)
        if number is not None:
            scope.versions[str(one.name)] = number
        if one.type != scope.type.name:
            continue
        level = scope.level(value, constant_label(scope, one))
        if level is not None:
            scope.levels.setdefault(str(one.name), Known(level.number, level.text))
            found.append(
                Alias(Said(str(one.name), scope.place(one.name)), level, owner, level.origin)
            )
    for row in scope.type.rows:
        known = scope.levels[str(row.name)]
        if known.name != row.name:
            level = LevelRef(known.number, known.name, scope.place(row.name))
            found.append(
                Alias(Said(str(row.name), scope.place(row.name)), level, owner, level.origin)
            )
    return tuple(found)


def constant_label(scope: Scope, field: Field) -> str:
    """Return the property of a constant that names a level."""
    word = "production" if str(field.name).startswith(("LATEST", "MAX")) else "supports"
    return f"{scope.feature}.{word}"


def read_aliases(scope: Scope) -> tuple[Alias, ...]:
    """Read maps from a release to its level: `Map.of("9.1", IBP_9_1_IV1)`, `put("9.1", ...)`.

    A key that is the level's own name is no alias.
    """
    owner = Said(scope.feature, scope.place(scope.type.name))
    runs = [one.value for one in scope.type.fields if one.value and "Map<String" in one.type]
    found: list[Alias] = []
    for run in (*runs, *scope.type.initializers):
        for key, constant in _pairs(scope, run):
            known = scope.levels.get(str(constant))
            if known is None or known.name == text_of(key):
                continue
            level = LevelRef(known.number, known.name, scope.place(constant))
            at = scope.code.at(key, constant, f"alias[{text_of(key)}]")
            found.append(Alias(Said(text_of(key), scope.place(key, at.property)), level, owner, at))
    return tuple(found)


def _pairs(scope: Scope, run: Run) -> Iterator[tuple[Token, Token]]:
    """Every text that is followed by a comma and a constant."""
    tokens = scope.code.tokens
    for index in range(run.first, run.end - 2):
        if tokens[index].type != "STRING" or tokens[index + 1] != ",":
            continue
        last = index + 2
        while last + 2 < run.end and tokens[last + 1] == ".":
            last += 2
        if tokens[last].type == "NAME":
            yield tokens[index], tokens[last]
