# Tables stand in arrays: of tuples, of structs, of calls. Rows are cut by hand, so that one that is half
# typed costs only itself; what a column means is told by its name, or by its place.
"""Arrays of rows in Rust: levels, served versions, ranges of features."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from wirelint.gates.model import Flag, Level, Said, ServedRow, ServedTable
from wirelint.gates.readers.names import camel
from wirelint.gates.readers.rust_outline import Constant, Run, inside, split
from wirelint.gates.readers.rust_scope import Scope, Value
from wirelint.lazy_dataclass import dataclass
from wirelint.versions import VersionRange

FEATURE: Final = re.compile(r"[a-z][a-z0-9-]*(?:\.[a-z][a-z0-9-]*)+")

_NUMBER: Final = ("level", "feature_level", "number")
_NAME: Final = ("ivn", "name", "label")
_STAMP: Final = ("since", "release", "first_release", "introduced_in", "shipped_in")
_TEXT: Final = ("doc", "description", "text", "note")
_METADATA: Final = ("did_metadata_change", "metadata_change", "metadata_changed", "metadata")
_UNSTABLE: Final = ("unstable",)
_STABLE: Final = ("stable", "production")
_KEY: Final = ("api_key", "key", "api")
_LOW: Final = ("min_version", "min", "min_level", "lowest", "oldest")
_HIGH: Final = ("max_version", "max", "max_level", "highest", "latest")
_SERVED_NAME: Final = re.compile(r"ADVERTISED|SERVED|SUPPORTED|API|RANGE|VERSION", re.IGNORECASE)
_LEVELS_NAME: Final = re.compile(r"LEVEL|VERSION|TABLE", re.IGNORECASE)
_VERSIONS_TYPE: Final = re.compile(r"(?:Vec<|\[)(?:\w+::)*ApiVersion\b")
_NUMBERS_TYPE: Final = re.compile(r"\((?:\w+::)*\w+(?:,[iu](?:8|16|32)){2}\)")


@dataclass(frozen=True, slots=True)
class Row:
    """One element. `word` is the type or macro it begins with; cells by name, or by place (`0`)."""

    word: str
    cells: dict[str, Run]
    whole: Run

    def cell(self, *names: str) -> Run | None:
        return next((self.cells[name] for name in names if name in self.cells), None)


def array_in(scope: Scope, run: Run) -> Run | None:
    """Return what is between the brackets of `&[...]` or `vec![...]`, where a run is one."""
    tokens = scope.code.tokens
    index = run.first
    while index < run.end and tokens[index] in {"&", "vec", "!", "mut"}:
        index += 1
    if index >= run.end or tokens[index] != "[":
        return None
    return inside(scope.code, index)


def rows_of(scope: Scope, array: Run) -> tuple[Row, ...]:
    """Cut an array into rows."""
    return tuple(_row(scope, one) for one in split(scope.code, array))


def _row(scope: Scope, run: Run) -> Row:
    tokens = scope.code.tokens
    index, word = run.first, ""
    while index < run.end and tokens[index] not in {"(", "{", "["}:
        if tokens[index] == "#" and index + 1 < run.end:
            index = scope.code.after(index + 1)
            continue
        if tokens[index].type == "NAME" and tokens[index] != "new":
            word = str(tokens[index])
        index += 1
    if index >= run.end or tokens[index] == "[":
        return Row(word, {}, run)
    cells: dict[str, Run] = {}
    for place, one in enumerate(split(scope.code, inside(scope.code, index))):
        if tokens[index] == "(":
            cells[str(place)] = one
        elif one.first + 1 < one.end and tokens[one.first + 1] == ":":
            cells[str(tokens[one.first])] = Run(one.first + 2, one.end)
        elif one.end - one.first == 1:
            cells[str(tokens[one.first])] = one
    return Row(word, cells, run)


def read_levels(scope: Scope, table: Constant) -> tuple[Level, ...] | None:
    """Read an array as a table of levels; None where it is none."""
    array = array_in(scope, table.value)
    if array is None or not array:
        return None
    rows = rows_of(scope, array)
    columns = _columns(scope, table, rows)
    if columns is None:
        return None
    found: list[Level] = []
    for row in rows:
        cell = row.cell(*columns.number)
        number = scope.value_in(cell, table.owner).of if cell else None
        if cell is None or not isinstance(number, int):
            at = scope.code.at_tokens(row.whole.first, row.whole.end)
            scope.refuse(at, f"a row of `{table.name}` has no level that can be read")
            continue
        found.append(_level(scope, row, columns, number, cell))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class _Columns:
    number: tuple[str, ...]
    name: tuple[str, ...]


def _columns(scope: Scope, table: Constant, rows: tuple[Row, ...]) -> _Columns | None:
    """Tell the columns of a table of levels by the names of fields, or by the first rows that fit."""
    if any(row.cell("level", "feature_level") for row in rows[:8]):
        return _Columns(_NUMBER, _NAME)
    if not _LEVELS_NAME.search(table.name) and not _LEVELS_NAME.search(table.type):
        return None
    for row in rows[:8]:
        kinds = {at: scope.value_in(run, table.owner).of for at, run in row.cells.items()}
        numbers = [at for at, value in kinds.items() if isinstance(value, int)]
        names = [
            at
            for at, value in kinds.items()
            if isinstance(value, str) and not FEATURE.fullmatch(value)
        ]
        if len(numbers) == 1 and len(names) >= 1 and set(kinds) <= {"0", "1", "2", "3", "4"}:
            return _Columns((numbers[0],), (names[0],))
    return None


def _level(scope: Scope, row: Row, columns: _Columns, number: int, cell: Run) -> Level:
    code = scope.code

    def text(*names: str) -> Said[str] | None:
        run = row.cell(*names)
        value = scope.value_in(run).of if run else None
        return (
            Said(value, code.at_tokens(run.first, run.end))
            if isinstance(value, str) and run
            else None
        )

    def flag(*names: str) -> tuple[bool, Run] | None:
        run = row.cell(*names)
        if (
            run is None
            or run.end - run.first != 1
            or code.tokens[run.first] not in {"true", "false"}
        ):
            return None
        return code.tokens[run.first] == "true", run

    name = text(*columns.name)
    metadata, unstable, stable = flag(*_METADATA), flag(*_UNSTABLE), flag(*_STABLE)
    flags: list[Said[Flag]] = []
    if metadata and metadata[0]:
        flags.append(Said(Flag.METADATA, code.at_tokens(metadata[1].first, metadata[1].end)))
    for said, wanted in ((unstable, True), (stable, False)):
        if said and said[0] is wanted:
            flags.append(Said(Flag.UNSTABLE, code.at_tokens(said[1].first, said[1].end)))
    unknown = {Flag.EMPTY, Flag.BARRIER} | (set() if metadata else {Flag.METADATA})
    doc = text(*_TEXT)
    first, last = code.tokens[row.whole.first], code.tokens[row.whole.end - 1]
    above = code.doc_of(first.start_pos or 0, last.end_pos or 0)
    return Level(
        number=number,
        name=None if name is None else name.value,
        stamp=text(*_STAMP),
        flags=tuple(flags),
        unknown=frozenset(unknown),
        doc=above if doc is None else doc.value,
        number_at=code.at_tokens(cell.first, cell.end, level_property(number)),
        name_at=code.at_tokens(cell.first, cell.end) if name is None else name.origin,
        origin=code.at_tokens(row.whole.first, row.whole.end),
    )


def level_property(number: int) -> str:
    return f"level[{number}]"


@dataclass(frozen=True, slots=True)
class Range:
    """A row that gives a feature's range."""

    name: str
    low: Value
    high: Value
    row: Row
    cells: tuple[Run, Run, Run]


def feature_ranges(scope: Scope, array: Run, owner: str) -> Iterator[Range]:
    """Find the rows that name a feature and the levels it is supported at."""
    for row in rows_of(scope, array):
        name = row.cell("name", "feature", "0")
        low, high = row.cell(*_LOW, "1"), row.cell(*_HIGH, "2")
        if name is None or low is None or high is None:
            continue
        said = scope.value_in(name, owner).of
        if isinstance(said, str) and FEATURE.fullmatch(said):
            ends = scope.value_in(low, owner), scope.value_in(high, owner)
            yield Range(said, *ends, row, (name, low, high))


def read_served(scope: Scope, name: str, type_: str, array: Run, owner: str) -> ServedTable | None:
    """Read an array as what a server lists in its ApiVersions answer; None where it is none."""
    rows = rows_of(scope, array)
    if not _is_served(scope, name, type_, rows, owner):
        return None
    found: list[ServedRow] = []
    refused: list[Row] = []
    for row in rows:
        served = _served_row(scope, row, owner)
        if served is None:
            refused.append(row)
        else:
            found.append(served)
    if refused:
        at = scope.code.at_tokens(refused[0].whole.first, refused[0].whole.end)
        count = (
            f"a row of `{name}` takes"
            if len(refused) == 1
            else f"{len(refused)} rows of `{name}` take"
        )
        scope.refuse(at, f"{count} the versions from elsewhere")
    if not found:
        return None
    return ServedTable(
        name=name, rows=tuple(found), origin=scope.code.at_tokens(array.first, array.end)
    )


def lists_versions(type_: str) -> bool:
    """Whether a type is a list of what an ApiVersions answer holds."""
    return _VERSIONS_TYPE.search(type_) is not None


def _is_served(scope: Scope, name: str, type_: str, rows: tuple[Row, ...], owner: str) -> bool:
    if any(
        row.cell(*_KEY[:1]) and row.cell(*_LOW[:2]) and row.cell(*_HIGH[:2]) for row in rows[:8]
    ):
        return True
    if lists_versions(type_):
        return True
    if not _SERVED_NAME.search(name) or not _NUMBERS_TYPE.search(type_):
        return False
    return any(
        len(row.cells) >= 3
        and not isinstance(scope.value_in(row.cells.get("0", row.whole), owner).of, str)
        for row in rows[:8]
    )


def _served_row(scope: Scope, row: Row, owner: str) -> ServedRow | None:
    key, low, high = row.cell(*_KEY, "0"), row.cell(*_LOW, "1"), row.cell(*_HIGH, "2")
    if key is None or low is None or high is None:
        return None
    ends = scope.value_in(low, owner).of, scope.value_in(high, owner).of
    if not isinstance(ends[0], int) or not isinstance(ends[1], int):
        return None
    versions = VersionRange.parse(f"{ends[0]}-{ends[1]}" if ends[0] != ends[1] else str(ends[0]))
    if versions is None:
        return None
    at = scope.code.at_tokens(key.first, key.end)
    number = scope.value_in(key, owner).of
    rpc = _rpc(scope, key)
    if rpc is None and not isinstance(number, int):
        return None
    return ServedRow(
        rpc=None if rpc is None else Said(rpc, at),
        key=Said(number, at) if isinstance(number, int) else None,
        versions=Said(versions, scope.code.at_tokens(low.first, high.end)),
        origin=scope.code.at_tokens(row.whole.first, row.whole.end),
    )


def _rpc(scope: Scope, run: Run) -> str | None:
    """Read `ApiKey::Fetch`, `API_KEY_FETCH`, `FETCH`: the RPC that a key is named after."""
    words = [str(one) for one in scope.code.tokens[run.first : run.end] if one.type == "NAME"]
    words = [
        one
        for one in words
        if one not in {"as", "api_key", "code"} and not re.fullmatch(r"[iu]\d+", one)
    ]
    if not words:
        return None
    if words[-1] == "API_KEY":  # a module of the message
        return camel(words[-2].removesuffix("_request")) if len(words) > 1 else None
    if words[-1].isupper():
        return camel(
            words[-1].removeprefix("API_KEY_").removesuffix("_API_KEY").removesuffix("_KEY")
        )
    return words[-1]
