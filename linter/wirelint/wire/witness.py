# A witness is found by trying, not by reasoning: values of several styles are written by one side
# and read by the other, and the first that goes visibly wrong is the proof. So it never claims more
# than two runs of the codec show.
"""Proof that two schemas do not speak the same bytes at one version."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from typing import Final

from wirelint.lazy_dataclass import dataclass
from wirelint.schema.defaults import Value
from wirelint.schema.model import Message
from wirelint.text import count
from wirelint.wire.annotate import Line, annotate, render_lines, spell_value
from wirelint.wire.example import Style, example
from wirelint.wire.layout import Bound, bind
from wirelint.wire.reading import try_read
from wirelint.wire.trace import (
    UNKNOWN_TAGS,
    Attempt,
    CodecError,
    Part,
    Path,
    Role,
    spell,
)
from wirelint.wire.writing import EXAMPLE_BUDGET, write


class Side(Enum):
    BEFORE = "before"
    AFTER = "after"


class Outcome(Enum):
    """What a reader with the other schema does with the bytes, in the order of what they prove."""

    FAILS = "fails"  # refuses them
    MISREADS = "misreads"  # reads another value into a field
    LEAVES_BYTES = "leaves-bytes"  # stops before the end
    DEFAULTS = "defaults"  # fills in another default for a tagged field that was not sent
    LOSES = "loses"  # does not know a field that was sent
    RENAMES = "renames"  # reads the same values under other names
    SAME = "same"  # reads what was written


@dataclass(frozen=True, slots=True, kw_only=True)
class Witness:
    """One value, written by the schema of one side and read by the other's.

    `written` are the bytes as the writer means them. `offset` is the first byte that the reader
    takes wrongly, `path` the reader's field there, `reason` the whole story in one sentence.
    """

    message: str
    version: int
    writer: Side
    value: Mapping[str, Value]
    data: bytes
    outcome: Outcome
    offset: int | None
    path: str | None
    reason: str
    written: tuple[Line, ...]
    read: tuple[Line, ...]


_OTHERS: Final = (Style.LOUD, Style.PAIRS, Style.SMALL, Style.BARE)
_MAX_NULLS: Final = 12  # structs around a null; Kafka's messages nest four deep


def witness(before: Message, after: Message, version: int) -> Witness | None:
    """The most telling value at a version that both sides have; None where one lacks it.

    A value of the baseline read by the new schema comes first; one of the new schema read by the
    baseline's only where it shows a break and the other way does not. `Outcome.SAME` means that
    none of the tried values shows a difference.
    """
    old, new = bind(before, version), bind(after, version)
    if old is None or new is None:
        return None
    best: _Try | None = None
    for found in _tries(old, new):
        if best is None or _rank(found.story) < _rank(best.story):
            best = found
        if _rank(best.story) == 0:
            break
    if best is None:
        return None
    outcome, offset, path, reason = best.story
    return Witness(
        message=after.name,
        version=version,
        writer=best.writer,
        value=best.value,
        data=best.data,
        outcome=outcome,
        offset=offset,
        path=path,
        reason=reason,
        written=annotate(best.said, best.data),
        read=annotate(best.heard, best.data),
    )


def render(found: Witness) -> list[str]:
    """The proof as text: what was written, byte by byte, and what the other side makes of it."""
    writer = "the baseline" if found.writer is Side.BEFORE else "the new schema"
    lines = [f"{found.message} version {found.version}, written by {writer}:"]
    lines += [f"  {line}" for line in render_lines(found.written)]
    reader = "the new schema" if found.writer is Side.BEFORE else "the baseline"
    lines.append(f"read by {reader}: {found.reason}")
    return lines


_Story = tuple[Outcome, int | None, str | None, str]  # with offset, path and reason


@dataclass(frozen=True, slots=True, kw_only=True)
class _Try:
    writer: Side
    value: Mapping[str, Value]
    data: bytes
    said: tuple[Part, ...]
    heard: tuple[Part, ...]
    story: _Story


def _rank(story: _Story) -> int:
    if story[0] in {Outcome.FAILS, Outcome.MISREADS, Outcome.LEAVES_BYTES}:
        return 0
    return 1 + list(Outcome).index(story[0])


def _tries(old: Bound, new: Bound) -> Iterator[_Try]:
    for side, writer, reader in ((Side.BEFORE, old, new), (Side.AFTER, new, old)):
        for value in _values(writer):
            try:
                data = write(writer, value, EXAMPLE_BUDGET)
            except CodecError:
                continue  # a schema that cannot be written proves nothing
            said = try_read(writer, data)
            if isinstance(said.result, CodecError):
                continue
            heard = try_read(reader, data)
            yield _Try(
                writer=side,
                value=value,
                data=data,
                said=said.parts,
                heard=heard.parts,
                story=_compare(said.parts, heard, said.result),
            )


def _values(bound: Bound) -> Iterator[Mapping[str, Value]]:
    """Values to try, without repeats: those that read best first."""
    yield example(bound)
    last: Mapping[str, Value] | None = None
    for depth in range(_MAX_NULLS):
        value = example(bound, Style.NULLS, nulls_from=depth)
        if value != last:
            yield (last := value)
    for style in _OTHERS:
        yield example(bound, style)


def _compare(said: Sequence[Part], heard: Attempt, meant: Mapping[str, Value]) -> _Story:
    wrong = _first_misread(said, heard.parts)
    if isinstance(heard.result, CodecError):
        error = heard.result
        what = f"fails at byte {error.offset} in {_named(error.path)}: {error.reason}"
        if wrong is not None:
            return Outcome.FAILS, wrong[0], wrong[1], f"{wrong[2]}; then {what}"
        return Outcome.FAILS, error.offset, error.path, what
    left = f"leaves {count(heard.rest, 'byte')} at the end" if heard.rest else ""
    if wrong is not None:
        return (
            Outcome.MISREADS,
            wrong[0],
            wrong[1],
            f"{wrong[2]}; then {left}" if left else wrong[2],
        )
    if left:
        return (
            Outcome.LEAVES_BYTES,
            heard.parts[-1].offset,
            None,
            f"takes it for complete and {left}",
        )
    values = dict(_leaves(meant, ()))
    for path, value in _leaves(heard.result, ()):
        if path in values and not _equal(values[path], value):
            reason = (
                f"fills in {spell_value(value)} for `{spell(path)}`, "
                f"which is left out because it is {spell_value(values[path])}"
            )
            return Outcome.DEFAULTS, None, spell(path), reason
    for part in heard.parts:
        if part.role is Role.UNKNOWN_TAG:
            writer = next(one for one in said if one.offset == part.offset)
            reason = f"does not know tag {part.type.removeprefix('tag ')}, {_named(spell(writer.path))}, and skips it"
            return Outcome.LOSES, part.offset, spell(writer.path), reason
    renamed = [
        (one, other)
        for one, other in zip(said, heard.parts, strict=False)
        if one.path != other.path and one.role is Role.VALUE
    ]
    if renamed:
        one, other = renamed[0]
        reason = (
            f"reads {_named(spell(one.path))} as {_named(spell(other.path))}, with the same value"
        )
        return Outcome.RENAMES, one.offset, spell(other.path), reason
    return Outcome.SAME, None, None, "the same values"


def _first_misread(said: Sequence[Part], heard: Sequence[Part]) -> tuple[int, str, str] | None:
    """The first byte that the reader takes for something else, its field, and what it makes of it."""
    meant = {part.path: part for part in said if part.role is Role.VALUE}
    by_offset = {part.offset: part for part in said if part.length}
    for part in heard:
        if not part.length or part.role in {Role.REST, Role.UNKNOWN_TAG}:
            continue
        here = by_offset[part.offset]  # there is one, since all before it were the same
        if not _same(here, part):
            return _misread(part, f"what is the {_what(here)} of {_named(spell(here.path))}")
        if here.path != part.path and part.role is Role.VALUE:
            other = meant.get(part.path)
            if other is not None and not _same(other, part):
                return _misread(
                    part,
                    f"the value of {_named(spell(here.path))}; "
                    f"{_named(spell(part.path))} is {_value(other)}",
                )
    return None


def _same(one: Part, other: Part) -> bool:
    if one.role in {Role.LENGTH, Role.COUNT} and other.role in {Role.LENGTH, Role.COUNT}:
        # The same bytes either way; what follows tells.
        return one.length == other.length and one.value == other.value and one.role is other.role
    if one.role is not other.role or one.length != other.length:
        return False
    return _equal(one.value, other.value)


def _leaves(value: Value, path: Path) -> Iterator[tuple[Path, Value]]:
    if isinstance(value, Mapping) and value:
        for name, one in value.items():
            if name != UNKNOWN_TAGS:
                yield from _leaves(one, (*path, name))
    elif isinstance(value, (list, tuple)) and value:
        for index, one in enumerate(value):
            yield from _leaves(one, (*path, index))
    else:
        yield path, value


def _equal(one: Value, other: Value) -> bool:
    if isinstance(one, (list, tuple)) and isinstance(other, (list, tuple)):
        return len(one) == len(other)  # leaves are empty
    return type(one) is type(other) and one == other


def _misread(part: Part, what: str) -> tuple[int, str, str]:
    path = spell(part.path)
    said = f"reads {_value(part)} as the {_what(part)} of {_named(path)}"
    return part.offset, path, f"at byte {part.offset} {said}, from {what}"


def _what(part: Part) -> str:
    return part.role.value


def _value(part: Part) -> str:
    return spell_value(part.value, is_uuid=part.type == "uuid")


def _named(path: str) -> str:
    return f"`{path}`" if path else "the message"
