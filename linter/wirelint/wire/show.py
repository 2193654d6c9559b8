# Data only; `show_text` renders it. Columns are stretches of versions in which the message looks
# alike, names included, so they may be finer than the classes of `layouts`.
"""What `wirelint show MESSAGE` prints: the wire layout of a message, version by version."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final

from wirelint.lazy_dataclass import dataclass
from wirelint.schema.defaults import default_value
from wirelint.schema.model import Field, Message, MessageType
from wirelint.versions import VersionRange
from wirelint.wire.annotate import Line, annotate, spell_value
from wirelint.wire.codec import bound_at
from wirelint.wire.example import example as example_value
from wirelint.wire.header import header_version
from wirelint.wire.layout import Bound, Member, bind, stretches
from wirelint.wire.reading import read
from wirelint.wire.trace import CodecError
from wirelint.wire.writing import EXAMPLE_BUDGET, write

_MAX_ROWS: Final = 2000
PRESENT: Final = "yes"
"""The cell of a field that is on the wire and nothing more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """Adjacent versions in which the message looks alike.

    `header` is the version of its request or response header, None for other messages.
    """

    versions: VersionRange
    flexible: bool
    header: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A field over all versions.

    `path` goes by field names (`Topics.Partitions.FetchOffset`). `cells` has one text per column:
    "" where the field is not on the wire, else `yes`, `nullable`, `tag 3` and the like.
    """

    path: tuple[str, ...]
    type: str
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """What the first version of a column has that the one before it had not, and the reverse."""

    version: int
    changes: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """A field at one version, in the order of the wire. `tag` is None for untagged fields.

    `wire` is how it is written (`compact string`, `int32`, `struct`); `default` is what a reader
    fills in for a tagged field that is left out, None for untagged fields.
    """

    path: tuple[str, ...]
    type: str
    wire: str
    nullable: bool
    tag: int | None
    default: str | None
    about: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Detail:
    """One version: its items, and an annotated example when one was asked for.

    `failed` says why there is no example.
    """

    version: int
    flexible: bool
    header: int | None
    items: tuple[Item, ...]
    data: bytes | None
    lines: tuple[Line, ...]
    failed: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """Something said of a version from elsewhere, as by a gate table; None is all versions.

    `facts` are plain values for JSON that say the same as `text`.
    """

    version: int | None
    text: str
    facts: Mapping[str, object]


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowData:
    """All that `show` says. `detail` is None unless a version was asked for."""

    name: str
    type: MessageType
    api_key: int | None
    valid_versions: VersionRange
    deprecated_versions: VersionRange
    flexible_versions: VersionRange
    unstable_version: int | None
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    steps: tuple[Step, ...]
    detail: Detail | None
    notes: tuple[Note, ...] = ()


def show(
    message: Message,
    version: int | None = None,
    *,
    example: bool = False,
    notes: Iterable[Note] = (),
) -> ShowData:
    """The message over all versions, and in detail at one; with `notes` on what is shown.

    With `example` and no version the newest one is shown. Raises `UsageError` for a version that is
    not valid.
    """
    valid = message.valid_versions
    if version is None and example and valid:
        version = valid.high
    columns, rows = _table(message)
    return ShowData(
        name=message.name,
        type=message.type,
        api_key=message.api_key,
        valid_versions=valid,
        deprecated_versions=message.deprecated_versions & valid,
        flexible_versions=message.flexible & valid,
        unstable_version=valid.high if message.latest_version_unstable and valid else None,
        columns=columns,
        rows=rows,
        steps=tuple(_steps(columns, rows)),
        detail=None if version is None else _detail(message, version, example=example),
        notes=tuple(
            one for one in notes if version is None or one.version is None or one.version == version
        ),
    )


# -- the parts ---------------------------------------------------------------------------------------

_Cells = dict[tuple[str, ...], tuple[str, str]]  # by path: type and cell


def _table(message: Message) -> tuple[tuple[Column, ...], tuple[Row, ...]]:
    columns: list[Column] = []
    contents: list[_Cells] = []
    for versions in stretches(message):
        bound = bind(message, versions.low)
        if bound is None:
            continue
        column = Column(
            versions=versions,
            flexible=bound.layout.is_flexible,
            header=header_version(message, versions.low),
        )
        cells: _Cells = {}
        for path, member in _walk(bound, ()):
            cells.setdefault(path, (str(member.field.type), _cell(member)))
        last = columns[-1] if columns else None
        if (
            last
            and contents[-1] == cells
            and (last.flexible, last.header)
            == (
                column.flexible,
                column.header,
            )
        ):
            joined = VersionRange(last.versions.low, versions.high)
            columns[-1] = Column(versions=joined, flexible=last.flexible, header=last.header)
        else:
            columns.append(column)
            contents.append(cells)
    rows = []
    for path in sorted({path for cells in contents for path in cells}, key=_in_order(message)):
        types = [cells[path][0] for cells in contents if path in cells]
        cell_row = tuple(cells[path][1] if path in cells else "" for cells in contents)
        rows.append(Row(path=path, type=types[-1], cells=cell_row))
    return tuple(columns), tuple(rows)


def _in_order(message: Message) -> Callable[[tuple[str, ...]], list[int]]:
    """Sorts paths as the fields stand in the file, structs before what they hold."""

    def places(path: tuple[str, ...]) -> list[int]:
        fields, found = message.fields, []
        for name in path:
            place = next((n for n, one in enumerate(fields) if one.name == name), len(fields))
            found.append(place)
            fields = message.fields_of(fields[place]) if place < len(fields) else ()
        return found

    return places


def _walk(bound: Bound, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Member]]:
    """Members in the order of the wire, each before those of its struct; at most `_MAX_ROWS`."""
    todo = [(path, member) for member in reversed((*bound.members, *bound.tagged))]
    count = 0
    while todo and count < _MAX_ROWS:
        path, member = todo.pop()
        here = (*path, member.field.name)
        count += 1
        yield here, member
        if member.inner is not None:
            inner = (*member.inner.members, *member.inner.tagged)
            todo += [(here, one) for one in reversed(inner)]


def _cell(member: Member) -> str:
    words = []
    if member.tag is not None:
        words.append(f"tag {member.tag}")
    if member.slot is not None and member.slot.nullable:
        words.append("nullable")
    return ", ".join(words) or PRESENT


def _steps(columns: Sequence[Column], rows: Sequence[Row]) -> Iterator[Step]:
    for index in range(1, len(columns)):
        before, after = columns[index - 1], columns[index]
        changes = []
        if after.flexible != before.flexible:
            changes.append("becomes flexible" if after.flexible else "is no longer flexible")
        if after.header != before.header:
            changes.append(f"header {before.header} becomes {after.header}")
        gone: list[tuple[str, ...]] = []
        new: list[tuple[str, ...]] = []
        for row in rows:
            was, now = row.cells[index - 1], row.cells[index]
            if was == now:
                continue
            name = ".".join(row.path)
            if not was:
                # A struct that comes or goes takes its fields along.
                if row.path[:-1] not in new:
                    changes.append(f"adds {name} ({_words(row.type, now)})")
                new.append(row.path)
            elif not now:
                if row.path[:-1] not in gone:
                    changes.append(f"drops {name}")
                gone.append(row.path)
            else:
                changes.append(f"{name}: {_plain(was)} becomes {_plain(now)}")
        yield Step(version=after.versions.low, changes=tuple(changes))


def _words(type_: str, cell: str) -> str:
    return type_ if cell == PRESENT else f"{type_}, {cell}"


def _plain(cell: str) -> str:
    return "not nullable" if cell == PRESENT else cell


def _detail(message: Message, version: int, *, example: bool) -> Detail:
    bound = bound_at(message, version)
    data: bytes | None = None
    lines: tuple[Line, ...] = ()
    failed = None
    if example:
        try:
            data = write(bound, example_value(bound), EXAMPLE_BUDGET)
            lines = annotate(read(bound, data).parts, data)
        except CodecError as error:
            failed = str(error)
    return Detail(
        version=version,
        flexible=bound.layout.is_flexible,
        header=header_version(message, version),
        items=tuple(_item(path, member) for path, member in _walk(bound, ())),
        data=data,
        lines=lines,
        failed=failed,
    )


def _item(path: tuple[str, ...], member: Member) -> Item:
    slot = member.slot
    return Item(
        path=path,
        type=str(member.field.type),
        wire="no bytes of its own" if slot is None else _wire(member.field, str(slot)),
        nullable=slot is not None and slot.nullable,
        tag=member.tag,
        default=None if member.tag is None else _default(member.field),
        about=member.field.about,
    )


def _wire(field: Field, slot: str) -> str:
    words = slot.removeprefix("nullable ")
    return f"{words} of {field.type.name}" if field.type.is_array else words


def _default(field: Field) -> str:
    value = default_value(field)
    if value == {}:
        return "all defaults"
    return spell_value(value, is_uuid=field.type.name == "uuid")
