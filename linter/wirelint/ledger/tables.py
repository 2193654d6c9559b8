# A table is recorded in the normal form, which reviewers can read and the `.gates` reader takes back.
# Ladders and predicates that are no plain rungs stand there as their values level by level: what was
# promised is the function, not its spelling. Texts and comments promise nothing.
"""Gate tables to lines and back."""

from __future__ import annotations

from collections.abc import Iterable

from wirelint.gates.language import read_gates, write_gates
from wirelint.gates.model import Feature, Gates, GateTable, Level, LevelRef, Said
from wirelint.lazy_dataclass import replace
from wirelint.text import SourceText


def table_lines(table: GateTable, gates: Gates) -> tuple[str, ...]:
    """The table in normal form; `gates` are the tables around it, with the table among them."""
    around = gates.seen_from(table)
    own = tuple(
        _spelled_out(one, around)
        for one in around.features
        if one.name_at.source is table.source or one in table.features
    )
    text = write_gates(replace(table, features=own, parts=(), comments=()))
    return tuple(line.rstrip() for line in text.splitlines())


def table_text(lines: Iterable[str]) -> str:
    """What `read_gates` takes."""
    return "".join(f"{line}\n" for line in lines)


def same_table(recorded: Iterable[str], lines: tuple[str, ...]) -> bool:
    """Whether recorded lines, which an older version may have laid out, say the same."""
    table, _ = read_gates(SourceText("", table_text(recorded)))
    return table_lines(table, Gates((table,))) == lines


def _spelled_out(feature: Feature, gates: Gates) -> Feature:
    """The feature without texts, and with levels of others by their own names."""
    return replace(feature, rows=tuple(_row(one, gates) for one in feature.rows))


def _row(row: Level, gates: Gates) -> Level:
    default = row.default_from
    return replace(
        row,
        doc="",
        needs=tuple(replace(one, level=_level(one.level, one.feature, gates)) for one in row.needs),
        default_from=None
        if default is None
        else replace(default, level=_level(default.level, default.feature, gates)),
    )


def _level(ref: LevelRef, of: Said[str], gates: Gates) -> LevelRef:
    row = gates.level(of, ref)
    return ref if row is None else row.ref
