"""Gate tables for tests: read from text, or invented by hypothesis."""

from __future__ import annotations

from collections.abc import Iterator

from hypothesis import strategies as st

from wirelint.gates import model
from wirelint.gates.language import read_gates
from wirelint.gates.model import (
    ALWAYS,
    NEVER,
    UNDEFINED,
    Advertise,
    Bootstrap,
    BootstrapKind,
    Burned,
    BurnedKind,
    Carrier,
    Carries,
    Case,
    Converts,
    DefaultFrom,
    Entry,
    Feature,
    Flag,
    Foreign,
    Format,
    FromLevel,
    Gates,
    GateTable,
    Holding,
    Honour,
    Infer,
    Ladder,
    Level,
    LevelRef,
    Mirror,
    Need,
    OnLevels,
    Path,
    Predicate,
    PrivateKeys,
    Record,
    Retired,
    Rpc,
    Said,
    Selection,
    SelectionKind,
    ServedRow,
    ServedTable,
    Supports,
    UpgradeWindow,
    Variant,
)
from wirelint.lazy_dataclass import fields, is_dataclass
from wirelint.text import Place, SourceText
from wirelint.versions import MAX_VERSION, VersionRange


def table_of(text: str) -> GateTable:
    """The table of a text that must be fine; `gates 1` is added."""
    table, problems = read_gates(SourceText("t.gates", "gates 1\n" + text))
    assert not problems, [one.finding.message for one in problems]
    return table


def gates_of(text: str) -> Gates:
    return Gates((table_of(text),))


def places(value: object) -> Iterator[tuple[str, Place]]:
    """Every place in a part of the model, with those of its parts; and whose it is."""
    if isinstance(value, tuple):
        for one in value:
            yield from places(one)
    elif is_dataclass(value) and type(value).__module__.startswith(model.__name__):
        for each in fields(value):
            inner = getattr(value, each.name)
            if each.name == "origin" or each.name.endswith("_at"):
                yield f"{type(value).__name__}.{each.name}", inner
            elif each.name != "constants":  # those are no part of the table
                yield from places(inner)


_NAMES = st.one_of(
    st.from_regex(r"[A-Za-z_][A-Za-z0-9_]{0,6}([.\-][A-Za-z0-9_]{1,3})?", fullmatch=True),
    st.sampled_from(("in", "level", "metadata", "record", "from", "4.1-IV1", "12", "gates")),
    # Anything that backticks can hold.
    st.text(st.characters(codec="utf-8", exclude_characters="`\r\n"), min_size=1, max_size=5),
)
_NUMBERS = st.integers(0, MAX_VERSION)
_DOCS = st.one_of(st.just(""), st.text(max_size=8))
_NAMED = st.builds(Said, _NAMES)
_RANGES = st.builds(
    lambda one, other: VersionRange(min(one, other), max(one, other)), _NUMBERS, _NUMBERS
).map(Said)
# By number only: a name means what its feature says, which these tables do not know of each other.
_REFS = st.builds(LevelRef, _NUMBERS)


def _some(
    strategy: st.SearchStrategy[object], most: int = 3
) -> st.SearchStrategy[tuple[object, ...]]:
    return st.lists(strategy, max_size=most).map(tuple)


def _maybe(strategy: st.SearchStrategy[object]) -> st.SearchStrategy[object]:
    return st.none() | strategy


_CASES = st.builds(
    Case,
    guard=st.one_of(
        st.just(ALWAYS),
        st.builds(FromLevel, _REFS),
        st.builds(OnLevels, st.lists(_REFS, min_size=1, max_size=3).map(tuple)),
    ),
    version=st.one_of(_NUMBERS, st.just(UNDEFINED), st.none()),
    doc=_DOCS,
)
_LADDERS = st.builds(Ladder, feature=_NAMED, cases=_some(_CASES))


def _selection(kind: SelectionKind) -> st.SearchStrategy[Selection]:
    if kind is SelectionKind.ANY:
        return st.just(Selection(kind=kind))
    if kind in {SelectionKind.EXACTLY_BY, SelectionKind.UPTO_BY}:
        return st.builds(Selection, kind=st.just(kind), ladder=_LADDERS)
    return st.builds(Selection, kind=st.just(kind), version=_NUMBERS.map(Said))


_SELECTIONS = st.sampled_from(SelectionKind).flatmap(_selection)
_WRITTEN = st.sampled_from((SelectionKind.EXACTLY, SelectionKind.EXACTLY_BY)).flatmap(_selection)

_LEVELS = st.builds(
    Level,
    number=_NUMBERS,
    name=_maybe(_NAMES),
    stamp=_maybe(_NAMED),
    flags=st.lists(st.sampled_from(Flag), unique=True).map(lambda flags: tuple(map(Said, flags))),
    needs=_some(st.builds(Need, _NAMED, _REFS)),
    default_from=_maybe(st.builds(DefaultFrom, _NAMED, _REFS)),
    enables=_some(_NAMED),
    doc=_DOCS,
)
_ROWS = _LEVELS | st.builds(Level, number=st.none(), name=_NAMES, stamp=_maybe(_NAMED), doc=_DOCS)
_BOOTSTRAPS = st.one_of(
    st.just(Bootstrap(BootstrapKind.PRODUCTION)),
    st.builds(Bootstrap, st.just(BootstrapKind.AT), level=_REFS),
    st.builds(Bootstrap, st.just(BootstrapKind.BY), feature=_NAMED),
)
_FEATURES = st.builds(
    Feature,
    name=_NAMES,
    owner=_maybe(_NAMED),
    carrier=_maybe(st.sampled_from(Carrier).map(Said)),
    absent=_maybe(_REFS),
    supports=_maybe(st.builds(Supports, _REFS, _REFS, _maybe(_REFS))),
    bootstrap=_maybe(_BOOTSTRAPS),
    step=_maybe(_NUMBERS.map(Said)),
    foreign=_some(st.builds(Foreign, _NAMED, _REFS, _maybe(_REFS)), 2),
    retired=_some(st.builds(Retired, _NUMBERS, _NUMBERS, _DOCS), 2),
    rows=_some(_ROWS, 5),
)
_PATHS = st.builds(
    Path,
    name=_NAMES,
    source=_NAMED,
    target=_NAMED,
    discovers=_maybe(st.booleans().map(Said)),
    bootstrap=st.sampled_from((None, Said(value=True))),
    entries=_some(
        st.builds(Entry, rpc=_NAMED | st.just(Said("*")), selection=_SELECTIONS, doc=_DOCS)
    ),
)
_RPCS = st.builds(
    Rpc,
    name=_NAMES,
    key=_maybe(_NUMBERS.map(Said)),
    serves=_maybe(_RANGES),
    selection=_maybe(_SELECTIONS),
    doc=_DOCS,
)
_VARIANTS = st.one_of(
    st.builds(Variant, number=_NUMBERS, readable_since=_maybe(_NAMED), doc=_DOCS),
    st.builds(Variant, number=_NUMBERS, feature=_NAMED, level=_REFS, doc=_DOCS),
)
_FORMATS = st.builds(
    Format,
    name=_NAMES,
    where=_maybe(st.text(max_size=5).map(Said)),
    variants=_some(_VARIANTS),
    records=_some(st.builds(Record, _NAMED, _WRITTEN, _DOCS)),
    carries=_some(st.builds(Carries, _NAMED, _some(st.builds(Holding, _RANGES, _RANGES))), 2),
    converts=_maybe(st.sampled_from(Converts).map(Said)),
)
_SERVED = st.builds(
    ServedTable,
    _NAMES,
    _some(
        st.builds(
            ServedRow,
            rpc=_maybe(_NAMED),
            key=_maybe(_NUMBERS.map(Said)),
            versions=_RANGES,
        )
    ),
)
_LOOSE = st.builds(Ladder, feature=_maybe(_NAMED), cases=_some(_CASES), name=_NAMES)
_PREDICATES = st.builds(
    Predicate,
    name=_NAMES,
    feature=_NAMED,
    guard=st.just(NEVER) | st.builds(FromLevel, _REFS),
)


def _named_once(
    strategy: st.SearchStrategy[object], most: int = 2
) -> st.SearchStrategy[tuple[object, ...]]:
    return st.lists(strategy, max_size=most, unique_by=lambda one: one.name).map(tuple)  # type: ignore[attr-defined] # every block has a name


def tables() -> st.SearchStrategy[GateTable]:
    """Every table that the language can spell, hostile names and texts too."""
    return st.builds(
        GateTable,
        releases=_some(_NAMED),
        upgrades=_some(st.builds(UpgradeWindow, _NAMED, _maybe(_NAMED)), 1),
        features=_named_once(_FEATURES),
        predicates=_some(_PREDICATES, 1),
        ladders=_some(_LOOSE, 1),
        paths=_named_once(_PATHS),
        rpcs=_named_once(_RPCS),
        advertises=_some(st.builds(Advertise, _NAMED, _RANGES, _DOCS), 1),
        served=_some(_SERVED, 1),
        honours=_some(st.builds(Honour, _NAMED, _REFS, _some(_NAMED)), 1),
        infers=_some(st.builds(Infer, _NAMED, _REFS, _NAMED, _NUMBERS.map(Said)), 1),
        formats=_named_once(_FORMATS),
        private_keys=_some(st.builds(PrivateKeys, _NUMBERS, _NUMBERS, _NAMED), 1),
        burned=_some(
            st.builds(
                Burned,
                kind=st.sampled_from(BurnedKind),
                low=_NUMBERS,
                high=_NUMBERS,
                of=_maybe(_NAMED),
                doc=_DOCS,
            ),
            1,
        ),
        mirrors=_some(
            st.builds(
                Mirror,
                name=_NAMES,
                where=st.text(max_size=5).map(Said),
                feature=_maybe(_NAMED),
            ),
            1,
        ),
    )
