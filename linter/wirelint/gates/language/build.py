# Two passes: the names of all levels first, because a rung may stand above its feature; then the
# model. Only the language itself is judged here. A level that does not exist, two rows of one number,
# a path that contradicts another: that is what the rules are for, and the model keeps it as written.
"""Syntax trees to a gate table."""

from __future__ import annotations

from typing import Any, Final

from wirelint.diagnostics import Finding, Problem
from wirelint.gates.language.build_feature import build_feature, ends
from wirelint.gates.language.build_ladders import (
    SELECTIONS,
    build_capability,
    build_ladder,
    build_selection,
)
from wirelint.gates.language.lines import blank_comments
from wirelint.gates.language.parse import SYNTAX, Parsed
from wirelint.gates.language.scope import (
    Once,
    Scope,
    doc,
    names,
    numbers,
    only_tokens,
    only_trees,
    text_of,
    words_and_levels,
)
from wirelint.gates.model import (
    Advertise,
    Alias,
    Burned,
    BurnedKind,
    Carries,
    Converts,
    Entry,
    Format,
    GateTable,
    Holding,
    Honour,
    Infer,
    Mirror,
    Path,
    PrivateKeys,
    Record,
    Rpc,
    Said,
    Selection,
    SelectionKind,
    ServedRow,
    ServedTable,
    UpgradeWindow,
    Variant,
)
from wirelint.lazy_dataclass import dataclass, field, replace
from wirelint.syntax.automaton import Tree
from wirelint.text import Location, Span

LANGUAGE_VERSION: Final = "gates-language-version"

_VERSION: Final = 1
_LARGEST_NUMBER: Final = 2**31 - 1  # of tags and keys


def build(parsed: Parsed) -> tuple[GateTable, tuple[Problem, ...]]:
    """Build the table of a parsed file; the problems are those of the language."""
    problems: list[Problem] = []
    levels, aliases = _level_names(parsed)
    scope = Scope(parsed.source, levels, problems)
    work = _Table(Once(scope, " in this file"))
    _check_header(parsed, scope)
    for one in parsed.statements:
        _statement(one.tree, replace(scope, offset=one.offset), work, aliases)
    known = {text_of(names(tree)[0]) for tree in _trees(parsed, "feature")}
    lists: dict[str, Any] = {key: tuple(value) for key, value in work.lists.items()}
    table = GateTable(
        source=parsed.source,
        aliases=tuple(one for one in aliases if one.feature.value not in known),
        comments=parsed.comments,
        **lists,
    )
    return table, tuple(problems)


@dataclass(slots=True)
class _Table:
    """The lists of a table while they grow, by the table's own names."""

    once: Once
    lists: dict[str, list[Any]] = field(default_factory=dict)

    def add(self, key: str, *values: object) -> None:
        self.lists.setdefault(key, []).extend(values)


def _trees(parsed: Parsed, kind: str) -> list[Tree]:
    return [one.tree for one in parsed.statements if one.tree.data == kind]


def _level_names(parsed: Parsed) -> tuple[dict[str, dict[str, int | None]], list[Alias]]:
    """Collect what names of levels mean, by feature; aliases count as names."""
    quiet = Scope(parsed.source, {}, [])
    found: dict[str, dict[str, int | None]] = {}
    for node in _trees(parsed, "feature"):
        own: dict[str, int | None] = {}
        for tree in only_trees(node):
            if tree.data == "level":
                for label in names(tree)[:1]:
                    own.setdefault(text_of(label), quiet.number(numbers(tree)[0]))
            elif tree.data == "row":
                own.setdefault(text_of(names(tree)[0]), None)
        found.setdefault(text_of(only_tokens(node)[0]), own)
    aliases: list[Alias] = []
    scope = Scope(parsed.source, found, [])
    for one in parsed.statements:
        if one.tree.data == "alias":
            alias = _alias(one.tree, replace(scope, offset=one.offset))
            aliases.append(alias)
            if alias.level.number is not None:
                of = found.get(alias.feature.value, {})
                of.setdefault(alias.name.value, alias.level.number)
    return found, aliases


def _alias(node: Tree, scope: Scope) -> Alias:
    label, level, of = words_and_levels(node)
    place = f"{text_of(of)}.alias[{text_of(label)}]"
    ref = scope.level(level, text_of(of), place)
    return Alias(scope.said(label, place), ref, scope.said(of, place), scope.at(node, place))


def _check_header(parsed: Parsed, scope: Scope) -> None:
    first = parsed.statements[0] if parsed.statements else None
    if first is not None and first.tree.data == "header":
        return
    # A broken first line has its own finding.
    word = _first_word(parsed)
    spans = (one.finding.at.span for one in parsed.problems)
    line, _ = parsed.source.line_column(word.start)
    if not any(span and parsed.source.line_column(span.start)[0] == line for span in spans):
        message = f"the file does not begin with `gates {_VERSION}`"
        scope.problems.append(Problem(SYNTAX, Finding(Location(parsed.source, word), message)))


def _first_word(parsed: Parsed) -> Span:
    text = blank_comments(parsed.source.text)
    word = text.split(None, 1)[0] if text.strip() else ""
    start = text.find(word) if word else 0
    return Span(start, start + len(word))


def _statement(node: Tree, scope: Scope, work: _Table, aliases: list[Alias]) -> None:
    once = _moved(work.once, scope)
    match node.data:
        case "header":
            if once.first("gates", node):
                _version(node, scope)
        case "releases":
            if once.first("releases", node):
                work.add("releases", *(scope.said(one, "releases") for one in names(node)))
        case "upgrade":
            oldest, *target = (scope.said(one, "upgrade") for one in names(node))
            place = scope.at(node, "upgrade")
            work.add("upgrades", UpgradeWindow(oldest, target[0] if target else None, place))
        case "feature":
            name = text_of(names(node)[0])
            if once.first(f"feature {name}", names(node)[0]):
                own = tuple(one for one in aliases if one.feature.value == name)
                work.add("features", build_feature(node, scope, own))
        case "capability":
            work.add("predicates", build_capability(node, scope))
        case "ladder_by":
            name, *by = names(node)
            text = text_of(name)
            work.add("ladders", build_ladder(node, by[0] if by else None, scope, text, text))
        case "path":
            if once.first(f"path {text_of(names(node)[0])}", names(node)[0]):
                work.add("paths", _path(node, scope))
        case "rpc":
            if once.first(f"rpc {text_of(names(node)[0])}", names(node)[0]):
                work.add("rpcs", _rpc(node, scope))
        case "served":
            work.add("served", _served(node, scope))
        case "format":
            if once.first(f"format {text_of(names(node)[0])}", names(node)[0]):
                work.add("formats", _format(node, scope))
        case _:
            _line(node, scope, work)


def _moved(once: Once, scope: Scope) -> Once:
    """Return the same memory of what was seen, for a statement at another offset."""
    return replace(once, scope=scope)


def _line(node: Tree, scope: Scope, work: _Table) -> None:
    """Build the statements of one line, and `honour`."""
    match node.data:
        case "advertise":
            rpc = names(node)[0]
            place = f"advertise[{text_of(rpc)}]"
            versions = scope.versions(only_trees(node)[0], place)
            said = scope.said(rpc, place)
            work.add("advertises", Advertise(said, versions, doc(node), scope.at(node, place)))
        case "honour":
            feature, level = words_and_levels(node)
            place = f"honour[{text_of(feature)}]"
            rpcs = tuple(scope.said(one, place) for tree in only_trees(node) for one in names(tree))
            ref = scope.level(level, text_of(feature), place)
            work.add(
                "honours", Honour(scope.said(feature, place), ref, rpcs, scope.at(node, place))
            )
        case "infer":
            feature, level, rpc, version = words_and_levels(node)
            place = f"infer[{text_of(feature)}]"
            ref = scope.level(level, text_of(feature), place)
            of, by = scope.said(feature, place), scope.said(rpc, place)
            number = scope.said_number(version, place)
            work.add("infers", Infer(of, ref, by, number, scope.at(node, place)))
        case "private_keys":
            low, high = ends(node, scope, _LARGEST_NUMBER)
            owner = scope.said(names(node)[0], "private-keys")
            work.add("private_keys", PrivateKeys(low, high, owner, scope.at(node, "private-keys")))
        case "burned":
            work.add("burned", _burned(node, scope))
        case "mirror":
            work.add("mirrors", _mirror(node, scope))
        case _:
            pass  # aliases were read first


def _version(node: Tree, scope: Scope) -> None:
    token = numbers(node)[0]
    if scope.number(token) != _VERSION:
        message = (
            f"the file is written in version {token[:20]} of the language; known is {_VERSION}"
        )
        scope.report(LANGUAGE_VERSION, token, message)


def _burned(node: Tree, scope: Scope) -> Burned:
    kind = only_tokens(node)[0]
    low, high = ends(node, scope, _LARGEST_NUMBER)
    of = next(iter(names(node)), None)
    return Burned(
        kind=BurnedKind(str(kind)),
        low=low,
        high=high,
        of=None if of is None else scope.said(of, "burned"),
        doc=doc(node),
        origin=scope.at(node, "burned"),
    )


def _mirror(node: Tree, scope: Scope) -> Mirror:
    name, *of = names(node)
    where = only_tokens(node)[-1]
    place = f"mirror[{text_of(name)}]"
    return Mirror(
        name=text_of(name),
        where=scope.said(where, place),
        feature=scope.said(of[0], place) if of else None,
        origin=scope.at(node, place),
    )


def _path(node: Tree, scope: Scope) -> Path:
    name, source, target = names(node)
    text = text_of(name)
    place = f"path[{text}]"
    once = Once(scope, f" for path `{text}`")
    discovers: Said[bool] | None = None
    bootstrap: Said[bool] | None = None
    entries: list[Entry] = []
    for tree in only_trees(node):
        if tree.data == "entry":
            entries.append(_entry(tree, scope, place))
            continue
        flag = only_tokens(tree)[0]
        if flag.type == "BOOTSTRAP":
            if once.first("bootstrap", flag):
                bootstrap = Said(value=True, origin=scope.at(flag, place))
        elif once.first("discover` or `blind", flag):
            discovers = Said(flag.type == "DISCOVER", scope.at(flag, place))
    return Path(
        name=text,
        source=scope.said(source, place),
        target=scope.said(target, place),
        discovers=discovers,
        bootstrap=bootstrap,
        entries=tuple(entries),
        name_at=scope.at(name, place),
        origin=scope.at(node, place),
    )


def _entry(node: Tree, scope: Scope, path: str) -> Entry:
    rpc, tree = only_tokens(node)[0], only_trees(node)[0]
    name = text_of(rpc)
    return Entry(
        rpc=scope.said(rpc, f"{path}.{name}"),
        selection=build_selection(tree, scope, name, f"{path}.{name}"),
        doc=doc(tree),
        origin=scope.at(node, f"{path}.{name}"),
    )


def _rpc(node: Tree, scope: Scope) -> Rpc:
    head = names(node)[0]
    name = text_of(head)
    key = next(iter(numbers(node)), None)
    selection: Selection | None = None
    serves = None
    text = doc(node)
    for tree in only_trees(node):
        if tree.data in SELECTIONS:
            selection = build_selection(tree, scope, name, f"rpc[{name}]")
            text = doc(tree)
        else:
            serves = scope.versions(tree, f"rpc[{name}].serves")
    return Rpc(
        name=name,
        key=None if key is None else _key(key, scope, f"rpc[{name}].key"),
        serves=serves,
        selection=selection,
        doc=text,
        name_at=scope.at(head, f"rpc[{name}]"),
        origin=scope.at(node, f"rpc[{name}]"),
    )


def _key(token: Any, scope: Scope, place: str) -> Said[int]:
    return Said(scope.number(token, _LARGEST_NUMBER), scope.at(token, place))


def _served(node: Tree, scope: Scope) -> ServedTable:
    name = text_of(names(node)[0])
    place = f"served[{name}]"
    rows: list[ServedRow] = []
    for tree in only_trees(node):
        rpc = next(iter(names(tree)), None)
        key = next(iter(numbers(tree)), None)
        row = f"{place}.{text_of(rpc) if rpc is not None else key}"
        rows.append(
            ServedRow(
                rpc=None if rpc is None else scope.said(rpc, row),
                key=None if key is None else _key(key, scope, row),
                versions=scope.versions(only_trees(tree)[0], row),
                origin=scope.at(tree, row),
            )
        )
    return ServedTable(name, tuple(rows), scope.at(node, place))


def _format(node: Tree, scope: Scope) -> Format:
    head = names(node)[0]
    name = text_of(head)
    place = f"format[{name}]"
    once = Once(scope, f" for format `{name}`")
    where: Said[str] | None = None
    converts: Said[Converts] | None = None
    variants: list[Variant] = []
    records: list[Record] = []
    carries: list[Carries] = []
    for tree in only_trees(node):
        match tree.data:
            case "where":
                if once.first("in", tree):
                    where = scope.said(only_tokens(tree)[0], f"{place}.in")
            case "converts":
                if once.first("converts", tree):
                    token = only_tokens(tree)[0]
                    at = scope.at(token, f"{place}.converts")
                    converts = Said(Converts(str(token)), at)
            case "variant":
                variants.append(_variant(tree, scope, place))
            case "carries":
                carries.append(_carries(tree, scope, place))
            case _:
                records.append(_record(tree, scope, place))
    return Format(
        name=name,
        where=where,
        variants=tuple(variants),
        records=tuple(records),
        carries=tuple(carries),
        converts=converts,
        name_at=scope.at(head, place),
        origin=scope.at(node, place),
    )


def _variant(node: Tree, scope: Scope, format_: str) -> Variant:
    token = numbers(node)[0]
    number = scope.number(token)
    place = f"{format_}.variant[{number}]"
    feature = level = since = None
    for tree in only_trees(node):
        if tree.data == "written_by":
            by, ref = words_and_levels(tree)
            feature = scope.said(by, place)
            level = scope.level(ref, text_of(by), place)
        else:
            since = scope.said(names(tree)[0], f"{place}.readable-since")
    return Variant(
        number=number,
        feature=feature,
        level=level,
        readable_since=since,
        doc=doc(node),
        number_at=scope.at(token, place),
        origin=scope.at(node, place),
    )


def _record(node: Tree, scope: Scope, format_: str) -> Record:
    name, *by = names(node)
    text = text_of(name)
    place = f"{format_}.record[{text}]"
    if by:
        selection = Selection(
            kind=SelectionKind.EXACTLY_BY,
            ladder=build_ladder(node, by[0], scope, text),
            origin=scope.at(node, place),
        )
    else:
        version = scope.said_number(numbers(node)[0], place)
        origin = scope.at(node, place)
        selection = Selection(kind=SelectionKind.EXACTLY, version=version, origin=origin)
    return Record(scope.said(name, place), selection, doc(node), scope.at(node, place))


def _carries(node: Tree, scope: Scope, format_: str) -> Carries:
    rpc = names(node)[0]
    place = f"{format_}.carries[{text_of(rpc)}]"
    holdings: list[Holding] = []
    for tree in only_trees(node):
        versions, variants = (scope.versions(one, place) for one in only_trees(tree))
        holdings.append(Holding(versions, variants, scope.at(tree, place)))
    return Carries(scope.said(rpc, place), tuple(holdings), scope.at(node, place))
