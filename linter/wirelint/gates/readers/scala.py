# ApiVersion.scala of Kafka 0.9 to 3.2: case objects, and ladders as values of the classes that send.
# A file is walked once for its `val`, `def`, `case object` and maps, wherever they stand.
"""Gate tables in Scala: `ApiVersion.scala`, and ladders on `interBrokerProtocolVersion`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from wirelint.diagnostics import Problem
from wirelint.gates.model import (
    Alias,
    Carrier,
    Case,
    Feature,
    Flag,
    FromLevel,
    GateTable,
    Ladder,
    Language,
    Level,
    LevelRef,
    Listing,
    Predicate,
    Said,
)
from wirelint.gates.readers.code import Code, Refused, comments_of, end_of, scan, start_of
from wirelint.gates.readers.flow import cases, condition
from wirelint.gates.readers.grammar import load
from wirelint.gates.readers.names import feature_name, level_name
from wirelint.gates.readers.problems import unreadable
from wirelint.gates.readers.scala_values import (
    COMPARISONS,
    CONSTANT,
    LEVEL_WORDS,
    Expression,
    bare,
    parse_from,
    read_value,
    version_of,
)
from wirelint.gates.readers.tops import is_test, tops
from wirelint.lazy_dataclass import dataclass, replace
from wirelint.syntax.automaton import Automaton, Node, Token
from wirelint.text import SourceText

FEATURE: Final = "inter.broker.protocol.version"
_COMMENTS: Final = frozenset(("LINE_COMMENT", "BLOCK_COMMENT"))
STARTS: Final = ("value", "anything")
_NUMERIC: Final = frozenset(("Short", "Int", "Byte"))
_ORDER: Final = frozenset((">=", "<", "<=", ">", "==", "!=", *COMPARISONS))
_FORMATS: Final = frozenset(("recordVersion", "messageFormatVersion"))
_LONGEST: Final = 200  # tokens of a case object that is a level
_DECLARES: Final = frozenset("val def var private protected override lazy class object }".split())
_UNKNOWN: Final = frozenset((Flag.METADATA,))
_OLD_NAME: Final = re.compile(r"\.X$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Definition:
    """A `val` or `def`: its declared type, and where its value begins; `within` is the `def` around."""

    name: Token
    type: str
    value: int
    end: int
    within: str


def read(source: SourceText) -> tuple[GateTable, tuple[Problem, ...]]:
    """Read a Scala file: its gates, and what in them could not be understood."""
    automaton = load("scala", STARTS)
    code = scan(automaton, source, _COMMENTS)
    problems: list[Problem] = []
    objects = tuple(_objects(code))
    rows, formats = _read_rows(code, automaton, objects, problems)
    levels = {
        str(name): LevelRef(row.number, row.name)
        for (name, _, _), row in zip(objects, rows, strict=True)
    }
    aliases = tuple(_aliases(code, levels))
    ladders, predicates = _read_functions(code, automaton, levels, problems)
    features: tuple[Feature, ...] = ()
    if rows:
        features = (_feature(code, objects, rows, aliases),)
    table = GateTable(
        source=source,
        language=Language.SCALA,
        features=features,
        predicates=predicates,
        ladders=(*formats, *ladders),
        aliases=() if features else aliases,
        listings=tuple(_listings(code)),
    )
    found = tuple(
        sorted(problems, key=lambda one: one.finding.at.span.start if one.finding.at.span else 0)
    )
    return replace(table, comments=comments_of(code)) if table else table, found


_Object = tuple[Token, int, int]


def _objects(code: Code) -> Iterator[_Object]:
    """Find `case object NAME extends ... { ... val id ... }`: the name, and what is in the braces."""
    tokens = code.tokens
    for index in range(len(tokens) - 3):
        if tokens[index] != "case" or tokens[index + 1] != "object":
            continue
        opened = index + 3
        while opened < len(tokens) and tokens[opened] not in {"{", "case", "object", "class"}:
            opened += 1
        level = CONSTANT.fullmatch(tokens[index + 2]) or any(
            one.endswith("ApiVersion") for one in tokens[index + 3 : opened]
        )
        if level and opened < len(tokens) and tokens[opened] == "{":
            end = min(code.partner[opened], opened + _LONGEST)
            if any(one == "id" for one in tokens[opened + 1 : end]):
                yield tokens[index + 2], opened + 1, end


def _read_rows(
    code: Code, automaton: Automaton, objects: tuple[_Object, ...], problems: list[Problem]
) -> tuple[tuple[Level, ...], tuple[Ladder, ...]]:
    """Read the case objects, and what their record versions are as a function of the level."""
    docs = _docs(code, {str(name) for name, _, _ in objects})
    rows: list[Level] = []
    formats: dict[str, list[tuple[Level, int, Token]]] = {}
    for name, first, end in objects:
        values = {str(word): tree for word, tree in _values(code, automaton, first, end)}
        row = _row(code, name, end, values, docs.get(str(name), ""))
        if row.number is None:
            problems.append(unreadable(row.number_at, f"`{name}` has no `id` that can be read"))
        rows.append(row)
        for word in _FORMATS & values.keys():
            version = version_of(values[word])
            if version is not None:
                formats.setdefault(word, []).append((row, version, name))
    return tuple(rows), tuple(_format(code, *one) for one in sorted(formats.items()))


def _row(code: Code, name: Token, end: int, values: dict[str, Node], doc: str) -> Level:
    number = version_of(values["id"]) if "id" in values else None
    label = f"{FEATURE}.level[{name if number is None else number}]"
    texts = [values[word] for word in ("shortVersion", "subVersion") if word in values]
    texts = texts or [values[word] for word in ("version",) if word in values]
    words = [text for text in map(_text, texts) if text]
    texts.sort(key=start_of)  # they may stand in any order
    level = _OLD_NAME.sub("", "-".join(words)) if words else level_name(name)
    return Level(
        number=number,
        name=level,
        unknown=_UNKNOWN,
        doc=doc,
        number_at=code.at(values.get("id", name), name=label),
        name_at=code.at(texts[0], texts[-1], label) if texts else code.at(name, name=label),
        origin=code.at(name, code.tokens[min(end, len(code.tokens) - 1)], label),
    )


def _text(tree: Node) -> str:
    plain = isinstance(tree, Token) and tree.type == "STRING"
    return str(tree)[1:].removesuffix('"') if plain else ""


def _values(code: Code, automaton: Automaton, first: int, end: int) -> Iterator[tuple[Token, Node]]:
    """The values of a body that are plain expressions."""
    for one in _definitions(code, first, end):
        tree = parse_from(code, automaton, one.value, end)
        if not isinstance(tree, Refused):
            yield one.name, bare(tree.children[0])


def _format(code: Code, word: str, values: list[tuple[Level, int, Token]]) -> Ladder:
    """Make a ladder of what each row says: a rung wherever the value changes."""
    found: list[Case] = []
    last: int | None = None
    for row, version, name in values:
        if version != last:
            at = code.at(name, name=f"ladder[{word}][{row.name}]")
            guard = FromLevel(LevelRef(row.number, row.name, at))
            found.append(Case(guard=guard, version=version, version_at=at, origin=at))
        last = version
    origin = code.at(values[0][2], name=f"ladder[{word}]")
    return Ladder(
        feature=Said(FEATURE, origin), cases=tuple(reversed(found)), name=word, origin=origin
    )


def _docs(code: Code, names: set[str]) -> dict[str, str]:
    """Return what is written above each constant where the file lists them."""
    docs: dict[str, str] = {}
    for index, token in enumerate(code.tokens):
        if token in names and index and code.tokens[index - 1] != "object":
            first = index - 2 if code.tokens[index - 1] == "->" and index >= 2 else index
            doc = code.doc_of(start_of(code.tokens[first]), end_of(token))
            if doc:
                docs.setdefault(str(token), doc)
    return docs


def _definitions(code: Code, first: int, end: int) -> Iterator[_Definition]:
    """Find every `val` and `def` with a value."""
    tokens = code.tokens
    around: list[tuple[int, str]] = []
    for index in range(first, end - 3):
        while around and around[-1][0] <= index:
            around.pop()
        if tokens[index] not in {"val", "def"} or tokens[index + 1].type != "NAME":
            continue
        behind = index + 2
        while behind < end and tokens[behind] in {"(", "["}:
            behind = code.after(behind)
        declared: list[str] = []
        while behind < end and tokens[behind] not in {"=", "{", "}", ";", "val", "def"}:
            declared.append(str(tokens[behind]))
            behind = code.after(behind)
        if behind + 1 >= end or tokens[behind] != "=":
            continue
        within = around[-1][1] if around else ""
        yield _Definition(tokens[index + 1], "".join(declared[1:]), behind + 1, end, within)
        if tokens[index] == "def" and tokens[behind + 1] == "{":
            around.append((code.partner[behind + 1], str(tokens[index + 1])))


def _aliases(code: Code, levels: dict[str, LevelRef]) -> Iterator[Alias]:
    """Find `"0.10.0" -> KAFKA_0_10_0_IV1`; a key that is the level's own name is no alias."""
    tokens = code.tokens
    for index in range(1, len(tokens) - 1):
        key, constant = tokens[index - 1], tokens[index + 1]
        if tokens[index] != "->" or key.type != "STRING" or constant.type != "NAME":
            continue
        known = levels.get(constant)
        if known is None and not CONSTANT.fullmatch(constant):
            continue
        name = level_name(constant) if known is None else known.name
        if name == _text(key):
            continue
        label = f"alias[{_text(key)}]"
        at = code.at(constant, name=label)
        level = LevelRef(None if known is None else known.number, name, at)
        said = Said(_text(key), code.at(key, name=label))
        yield Alias(said, level, Said(FEATURE, at), code.at(key, constant, label))


def _feature(
    code: Code, objects: tuple[_Object, ...], rows: tuple[Level, ...], aliases: tuple[Alias, ...]
) -> Feature:
    owner = code.at(objects[0][0], name=FEATURE)
    constants = tuple(
        Alias(Said(str(name), row.origin), row.ref, Said(FEATURE, owner), row.origin)
        for (name, _, _), row in zip(objects, rows, strict=True)
        if level_name(name) != row.name
    )
    return Feature(
        name=FEATURE,
        carrier=Said(Carrier.CONFIG, owner),
        rows=rows,
        aliases=aliases,
        constants=constants,
        name_at=owner,
        origin=owner,
    )


def _read_functions(
    code: Code,
    automaton: Automaton,
    levels: dict[str, LevelRef],
    problems: list[Problem],
) -> tuple[tuple[Ladder, ...], tuple[Predicate, ...]]:
    """Read the values and functions that ask the level: truths first, as ladders ask them too."""
    asking: list[_Definition] = []
    choosing: list[_Definition] = []
    for one in _definitions(code, 0, len(code.tokens)):
        if not _asks_level(code, one):
            continue
        branches = code.tokens[one.value] in {"if", "{"}
        named = one.name.endswith("Version") or (
            one.name == "version" and one.within not in {"", "apply"}
        )
        if named and (one.type in _NUMERIC or not one.type):
            choosing.append(one)
        elif one.type == "Boolean" or (not one.type and not branches):
            asking.append(one)
    names = frozenset(str(one.name) for one in asking)
    numbers = _numbers(code)
    predicates: list[Predicate] = []
    ladders: list[Ladder] = []
    for one, asks in (*((one, True) for one in asking), *((one, False) for one in choosing)):
        expression = Expression(
            code=code,
            name=_name(one),
            asks=asks,
            levels=levels,
            numbers=numbers,
            predicates=names,
            problems=problems,
        )
        tree = parse_from(code, automaton, one.value, one.end)
        place = code.at(one.name, name=expression.property())
        if isinstance(tree, Refused):
            at = place if tree.token is None else code.at(tree.token, name=expression.property())
            what = f"`{expression.name}` is no ladder that can be read: {tree.words()} is not understood"
            problems.append(unreadable(at, what))
            continue
        step = read_value(tree.children[0], expression)
        said = Said(FEATURE, place)
        if asks:
            predicates.append(
                Predicate(name=str(one.name), feature=said, guard=condition(step), origin=place)
            )
            continue
        found = cases(step)
        if any(isinstance(case.version, int) for case in found):
            name = str(expression.name)
            ladders.append(Ladder(feature=said, cases=found, name=name, origin=place))
    return tuple(ladders), tuple(predicates)


def _numbers(code: Code) -> dict[str, int]:
    """Find the constants that are plain numbers: `val CURRENT_VERSION = 1.toShort`."""
    return {
        str(one.name): int(code.tokens[one.value])
        for one in _definitions(code, 0, len(code.tokens))
        if one.name.isupper() and code.tokens[one.value].isdecimal()
    }


def _name(definition: _Definition) -> Token:
    """A value called `version` is that of the function around it."""
    if definition.name != "version":
        return definition.name
    name = definition.name
    return Token(name.type, f"{definition.within}Version", name.start_pos, name.end_pos)


def _asks_level(code: Code, definition: _Definition) -> bool:
    """Whether a value begins with a comparison of the level with a constant."""
    words = code.tokens[definition.value : definition.value + 12]
    stop = next((index for index, one in enumerate(words) if one in _DECLARES), len(words))
    words = words[:stop]
    for index, word in enumerate(words[:-1]):
        if word not in _ORDER:
            continue
        before, behind = words[index - 1] if index else word, words[index + 1]
        if word in COMPARISONS:
            return index + 2 < len(words) and bool(CONSTANT.fullmatch(words[index + 2]))
        pair = (before, behind)
        if any(CONSTANT.fullmatch(one) for one in pair) and any(one in LEVEL_WORDS for one in pair):
            return True
    return False


def _listings(code: Code) -> Iterator[Listing]:
    """Find what lists a feature as supported, in code that makes ranges of versions."""
    ranges = {"VersionRange", "SupportedVersionRange"}
    if is_test(code.source) or not any(one in ranges for one in code.tokens):
        return
    seen = set()
    for index, top in tops(code, 0, len(code.tokens)):
        owner = code.tokens[index - 2]
        name = feature_name(owner)
        if (name, top) not in seen:
            seen.add((name, top))
            at = code.at(owner, code.tokens[index], f"{name}.production")
            yield Listing(Said(name, code.at(owner)), top, at)
