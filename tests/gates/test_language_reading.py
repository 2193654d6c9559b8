"""What a `.gates` file says, and where it says it."""

from __future__ import annotations

import pytest

from support.gate_tables import gates_of, places, table_of
from wirelint.gates.language import read_gates
from wirelint.gates.model import (
    UNDEFINED,
    BootstrapKind,
    Carrier,
    Converts,
    Flag,
    FromLevel,
    Gates,
    GateTable,
    LevelRef,
    OnLevels,
    SelectionKind,
)
from wirelint.text import Place, SourceText
from wirelint.versions import VersionRange

FEATURE = """\
feature f {
  owner kafka
  carrier control-record
  absent = 7
  supports 7 to b unstable to 10
  bootstrap at a
  step 2
  foreign other supports 0 to 1
  retired 1 .. 6 "gone"
  retired 8
  row old-one
  level 7 a in 1.0 metadata "first"
  level 9 b in 1.1 barrier empty needs g >= 2 default from g 1.0-IV1 enables x, y-z
  level 10 c unstable
}
"""


def test_feature() -> None:
    (feature,) = table_of(FEATURE).features
    assert feature.name == "f"
    assert feature.owner is not None
    assert feature.owner.value == "kafka"
    assert feature.carrier is not None
    assert feature.carrier.value is Carrier.CONTROL_RECORD
    assert feature.absent == LevelRef(7)
    assert feature.supports is not None
    assert (feature.low, feature.production, feature.highest) == (7, 9, 10)
    assert feature.supports.production == LevelRef(9, "b")
    assert feature.bootstrap is not None
    assert (feature.bootstrap.kind, feature.bootstrap.level) == (BootstrapKind.AT, LevelRef(7, "a"))
    assert feature.step is not None
    assert feature.step.value == 2
    assert feature.foreign[0].top == LevelRef(1)
    assert [(one.low, one.high, one.doc) for one in feature.retired] == [(1, 6, "gone"), (8, 8, "")]
    assert feature.is_retired(8)
    assert not feature.is_retired(7)


def test_levels() -> None:
    (feature,) = table_of(FEATURE).features
    old, first, second, third = feature.rows
    assert (old.number, old.name) == (None, "old-one")
    assert feature.levels == (first, second, third)
    assert first.is_metadata
    assert first.doc == "first"
    assert second.stamp is not None
    assert second.stamp.value == "1.1"
    assert [flag.value for flag in second.flags] == [Flag.BARRIER, Flag.EMPTY]
    assert [(need.feature.value, need.level) for need in second.needs] == [("g", LevelRef(2))]
    assert second.default_from is not None
    assert second.default_from.level == LevelRef(None, "1.0-IV1")
    assert [one.value for one in second.enables] == ["x", "y-z"]
    assert feature.production_levels() == (first, second)
    assert feature.level("b") is second
    assert feature.level(LevelRef(9)) is second
    assert feature.level(11) is None
    assert feature.level("nobody") is None


def test_production_without_a_constant_is_the_last_stable_row() -> None:
    (feature,) = table_of("feature f {\nlevel 1\nlevel 2\nlevel 3 unstable\n}\n").features
    assert (feature.low, feature.production, feature.highest) == (1, 2, 3)


def test_a_name_in_backticks_may_be_any_word() -> None:
    (feature,) = table_of("feature `level in` {\nlevel 1 `in`\nlevel 2 `4.0 IV0`\n}\n").features
    assert feature.name == "level in"
    assert [row.name for row in feature.rows] == ["in", "4.0 IV0"]


def test_texts_in_quotes_have_escapes() -> None:
    row = r'level 1 "a \"b\" \\ \n # c"'
    (feature,) = table_of(f"feature f {{\n{row}\n}}\n").features
    assert feature.rows[0].doc == 'a "b" \\ \n # c'


def test_aliases_are_names_of_levels_wherever_they_stand() -> None:
    gates = gates_of(
        "alias 1.0 = a of f\nfeature f {\nlevel 3 a\nsupports 3 to 1.0\n}\nalias x = 1 of g\n"
    )
    feature = gates.features[0]
    assert feature.production == 3
    assert [alias.name.value for alias in feature.aliases] == ["1.0"]
    assert [alias.feature.value for alias in gates.tables[0].aliases] == ["g"]
    assert gates.level("f", "1.0") is feature.rows[0]


def test_a_level_that_is_nowhere_stays_as_it_is_written() -> None:
    (feature,) = table_of("feature f {\nsupports 1 to z\nlevel 1 a\n}\n").features
    assert feature.supports is not None
    assert feature.supports.production == LevelRef(None, "z")
    assert feature.supports.production.text == "z"
    assert feature.production is None


PATHS = """\
feature f {
  level 1 a
  level 2 b
}
path replica from broker to broker blind bootstrap {
  Fetch exactly by f "why" {
    undefined from a
    18 from b "new"
    19 at 3, 4
    13 otherwise
  }
  Fetch fallback 12 "rare"
  ListOffsets upto by f {
    unknown from a
  }
  * any
  Vote atleast 1
}
path client from client to broker discover {
  Fetch exactly 4
}
"""


def test_paths_and_selections() -> None:
    gates = gates_of(PATHS)
    replica, client = gates.paths
    assert (replica.source.value, replica.target.value) == ("broker", "broker")
    assert replica.is_blind
    assert replica.is_bootstrap
    assert not client.is_blind
    assert not client.is_bootstrap
    assert [one.selection.kind for one in replica.entries] == [
        SelectionKind.EXACTLY_BY,
        SelectionKind.FALLBACK,
        SelectionKind.UPTO_BY,
        SelectionKind.ANY,
        SelectionKind.ATLEAST,
    ]
    assert [one.doc for one in replica.entries_of("FetchRequest")] == ["why", "rare"]
    assert [one.rpc.value for one in replica.entries_of("Produce")] == ["*"]
    exactly = client.entries[0].selection
    assert exactly.version is not None
    assert (exactly.kind, exactly.version.value) == (SelectionKind.EXACTLY, 4)


def test_the_last_line_of_a_ladder_is_asked_first() -> None:
    (site, other) = gates_of(PATHS).ladders
    assert (site.name, other.name, site.is_blind) == ("Fetch", "ListOffsets", True)
    cases = site.ladder.cases
    assert [case.version for case in cases] == [13, 19, 18, UNDEFINED]
    assert cases[1].guard == OnLevels((LevelRef(3), LevelRef(4)))
    assert cases[2].guard == FromLevel(LevelRef(2, "b"))
    assert cases[2].doc == "new"
    assert site.ladder.rungs == cases[::-1]
    assert other.ladder.cases[0].version is None


REST = """\
releases 1.0 1.1
upgrade from 1.0 to 1.1
mirror LATEST of f in "version.py"
mirror OTHER in "x"
private-keys 1000 .. 1999 owner krabka
burned tag 1002 .. 1003 of Hello "given out once"
burned key 7
rpc Submit key 1003 serves 0-2 upto by f {
  0 from 0
}
rpc Produce serves 3+ "floor"
advertise Produce 0-13 "why"
served broker {
  Produce key 0 serves 0-13
  key 1 serves 4
  Vote serves 0-1
}
format log {
  in "segments"
  variant 0
  variant 1 by f 2 readable-since 1.1 "new"
  record R by f {
    1 from 1
  }
  record S exactly 2
  carries Produce {
    0-1 : 0
    2   : 0-1
  }
  converts both
}
honour f >= 1 {
  A, B
  C
}
infer f 2 from EndTxn >= 5
capability elr by f {
  on from 3
  off from 5
}
ladder map by f {
  1 at 1
}
"""


def test_everything_else() -> None:
    gates = gates_of(REST)
    (table,) = gates.tables
    assert [one.value for one in table.releases] == ["1.0", "1.1"]
    assert table.upgrades[0].target is not None
    assert table.mirrors[0].feature is not None
    assert table.mirrors[1].feature is None
    assert 1500 in table.private_keys[0]
    assert 2000 not in table.private_keys[0]
    tag, key = table.burned
    assert 1003 in tag
    assert tag.of is not None
    assert (tag.of.value, tag.doc, key.low, key.of) == ("Hello", "given out once", 7, None)
    submit = gates.rpc("SubmitRequest")
    assert submit is not None
    assert submit.key is not None
    assert submit.serves is not None
    assert (submit.key.value, submit.serves.value) == (1003, VersionRange(0, 2))
    produce = gates.rpc("Produce")
    assert produce is not None
    assert produce.serves is not None
    assert (produce.serves.value.is_open, produce.doc) == (True, "floor")
    advertised = gates.advertised("ProduceRequest")
    assert advertised is not None
    assert (advertised.versions.value, advertised.reason) == (VersionRange(0, 13), "why")
    rows = table.served[0].rows
    assert [row.key.value if row.key else None for row in rows] == [0, 1, None]
    assert [row.rpc.value if row.rpc else None for row in rows] == ["Produce", None, "Vote"]
    assert [one.value for one in gates.honours_of("B")[0].rpcs] == ["A", "B", "C"]
    assert table.infers[0].version.value == 5


def test_formats() -> None:
    gates = gates_of(REST)
    log = gates.format("log")
    assert log is not None
    ungated, gated = log.variants
    assert (ungated.feature, ungated.level) == (None, None)
    assert (gated.level, gated.doc) == (LevelRef(2), "new")
    assert gated.readable_since is not None
    assert gated.readable_since.value == "1.1"
    assert len(gates.ladders_of_record("R")) == 1
    assert gates.records_of("S")[0].selection.kind is SelectionKind.EXACTLY
    assert [str(one.variants.value) for one in log.carries[0].holdings] == ["0", "0-1"]
    assert log.converts is not None
    assert log.converts.value is Converts.BOTH


def _shown(place: Place) -> tuple[str, str | None]:
    span = place.span
    assert span is not None
    return place.source.text[span.start : span.end], place.property


def test_places_are_the_smallest_thing_and_have_names() -> None:
    gates = gates_of(FEATURE + PATHS.replace("feature f {\n  level 1 a\n  level 2 b\n}\n", ""))
    feature = gates.features[0]
    second = feature.rows[2]
    assert _shown(feature.name_at) == ("f", "f")
    assert _shown(feature.production_at) == ("b", "f.production")
    assert _shown(second.number_at) == ("9", "f.level[9]")
    assert _shown(second.name_at) == ("b", "f.level[9]")
    assert _shown(second.place_of(Flag.EMPTY)) == ("empty", "f.level[9].empty")
    assert _shown(second.enables[1].origin) == ("y-z", "f.level[9].enables")
    assert _shown(second.needs[0].origin) == ("needs g >= 2", "f.level[9].needs")
    assert _shown(second.origin)[0].startswith("level 9 b")
    assert _shown(second.origin)[0].endswith("enables x, y-z")
    case = gates.ladders[0].ladder.cases[2]
    assert _shown(case.version_at) == ("18", "ladder[Fetch][b]")
    assert _shown(case.origin) == ('18 from b "new"', "ladder[Fetch][b]")
    assert case.level is not None
    assert _shown(case.level.origin) == ("b", "ladder[Fetch][b]")
    entry = gates.paths[0].entries[1]
    assert _shown(entry.rpc.origin) == ("Fetch", "path[replica].Fetch")


WHOLE = FEATURE + PATHS[PATHS.index("path") :] + REST
# What each place is called, and the first lines of the texts at such places.
PLACES = """\
advertise[Produce]: Produce | 0-13 | advertise Produce 0-13 "why"
burned: Hello | burned tag 1002 .. 1003 of Hello "given out once" | burned key 7
capability[elr]: f | 3 | 5 | capability elr by f {
f.absent: 7
f.bootstrap: a | bootstrap at a
f.carrier: control-record
f.foreign: other | 0 | 1 | foreign other supports 0 to 1
f.level[10].unstable: unstable
f.level[10]: 10 | c | level 10 c unstable
f.level[7].in: 1.0
f.level[7].metadata: metadata
f.level[7]: 7 | a | level 7 a in 1.0 metadata "first"
f.level[9].barrier: barrier
f.level[9].default: g | 1.0-IV1 | default from g 1.0-IV1
f.level[9].empty: empty
f.level[9].enables: x | y-z
f.level[9].in: 1.1
f.level[9].needs: g | 2 | needs g >= 2
f.level[9]: 9 | b | level 9 b in 1.1 barrier empty needs g >= 2 default from g 1.0-IV1 enables x, y-z
f.level[old-one]: old-one | row old-one
f.minimum: 7
f.owner: kafka
f.production: b
f.retired: retired 1 .. 6 "gone" | retired 8
f.step: 2
f.supports: supports 7 to b unstable to 10
f.unstable: 10
f: f | feature f {
format[log].carries[Produce]: Produce | 0-1 | 0 | 0-1 : 0 | 2 | 2   : 0-1 | carries Produce {
format[log].converts: both
format[log].in: "segments"
format[log].record[R]: R | record R by f {
format[log].record[S]: S | 2 | record S exactly 2
format[log].variant[0]: 0 | variant 0
format[log].variant[1].readable-since: 1.1
format[log].variant[1]: f | 2 | 1 | variant 1 by f 2 readable-since 1.1 "new"
format[log]: log | format log {
honour[f]: f | 1 | A | B | C | honour f >= 1 {
infer[f]: f | 2 | EndTxn | 5 | infer f 2 from EndTxn >= 5
ladder[Fetch]: f | exactly by f "why" {
ladder[Fetch][3]: 3 | 4 | 19 | 19 at 3, 4
ladder[Fetch][a]: a | undefined | undefined from a
ladder[Fetch][b]: b | 18 | 18 from b "new"
ladder[Fetch][otherwise]: 13 | 13 otherwise
ladder[ListOffsets]: f | upto by f {
ladder[ListOffsets][a]: a | unknown | unknown from a
ladder[R]: f | record R by f {
ladder[R][1]: 1 | 1 from 1
ladder[Submit]: f | upto by f {
ladder[Submit][0]: 0 | 0 from 0
ladder[map]: f | ladder map by f {
ladder[map][1]: 1 | 1 at 1
mirror[LATEST]: "version.py" | f | mirror LATEST of f in "version.py"
mirror[OTHER]: "x" | mirror OTHER in "x"
path[client].Fetch: Fetch | 4 | exactly 4 | Fetch exactly 4
path[client]: client | broker | discover | path client from client to broker discover {
path[replica].*: * | any | * any
path[replica].Fetch: Fetch | exactly by f "why" { | Fetch exactly by f "why" { | 12 | fallback 12 "rare" | Fetch fallback 12 "rare"
path[replica].ListOffsets: ListOffsets | upto by f { | ListOffsets upto by f {
path[replica].Vote: Vote | 1 | atleast 1 | Vote atleast 1
path[replica]: broker | blind | bootstrap | replica | path replica from broker to broker blind bootstrap {
private-keys: krabka | private-keys 1000 .. 1999 owner krabka
releases: 1.0 | 1.1
rpc[Produce].serves: 3+
rpc[Produce]: Produce | rpc Produce serves 3+ "floor"
rpc[Submit].key: 1003
rpc[Submit].serves: 0-2
rpc[Submit]: upto by f { | Submit | rpc Submit key 1003 serves 0-2 upto by f {
served[broker].1: 1 | 4 | key 1 serves 4
served[broker].Produce: Produce | 0 | 0-13 | Produce key 0 serves 0-13
served[broker].Vote: Vote | 0-1 | Vote serves 0-1
served[broker]: served broker {
upgrade: 1.0 | 1.1 | upgrade from 1.0 to 1.1
"""


def test_every_part_has_a_place_with_a_name() -> None:
    found: dict[str | None, list[str]] = {}
    for _, place in places(table_of(WHOLE)):
        text, name = _shown(place)
        texts = found.setdefault(name, [])
        if text.splitlines()[0] not in texts:
            texts.append(text.splitlines()[0])
    told = sorted(f"{name}: {' | '.join(texts)}" for name, texts in found.items())
    assert told == PLACES.splitlines()


def test_places_and_comments_take_no_part_in_comparison() -> None:
    text = WHOLE + "alias x = 1 of g\n"
    moved = "\n# A comment.\n\n" + text.replace("\n", "  # here\n").replace("  # here", "", 3)
    one, other = table_of(text), table_of(moved)
    assert one.features[0].origin != other.features[0].origin
    assert one == other
    assert hash(one) == hash(other)


def test_comments_are_kept_with_their_places() -> None:
    text = 'gates 1 # one\n#two\nfeature f { # wirelint: ignore[level-gap] reason\n owner "#"\n}\n'
    table, _ = read_gates(SourceText("t", text))
    assert [one.text for one in table.comments] == [
        "# one",
        "#two",
        "# wirelint: ignore[level-gap] reason",
    ]
    assert [text[one.span.start : one.span.end] for one in table.comments] == [
        one.text for one in table.comments
    ]


@pytest.mark.parametrize(
    ("text", "rule", "at", "message"),
    [
        ("gates 1\nfeature f {\n  supports 7 29\n}\n", "gates-syntax", "29", "expected `to`"),
        (
            "gates 1\nfeature f {\n  carrier log\n}\n",
            "gates-syntax",
            "log",
            "expected `config`, `control-record`, `record`",
        ),
        ("gates 1\nprivate-keys 5-9 owner x\n", "gates-syntax", "5-9", "expected a number"),
        ("gates 1\nfeature f {\n  level 4 in\n}\n", "gates-syntax", "", "the line ends here"),
        ("gates 1\nfeature f {\n  level 40000\n}\n", "gates-syntax", "40000", "above 32767"),
        (
            "gates 1\nfeature f {\n  level 1" + "0" * 9000 + "\n}\n",
            "gates-syntax",
            "1" + "0" * 9000,
            "above 32767",
        ),
        ("gates 1\nfeature f {\n  owner é\n}\n", "gates-syntax", "é", "expected a name"),
        ("gates 1\n}\n", "gates-syntax", "}", "found `}` here"),
        ("gates 1\nfeature f {\n", "gates-syntax", "{", "has no `}`"),
        ("feature f {\n}\n", "gates-syntax", "feature", "does not begin with `gates 1`"),
        ("", "gates-syntax", "", "does not begin with `gates 1`"),
        ("gates 2\n", "gates-language-version", "2", "version 2 of the language"),
        (
            "gates 1\nfeature f {\n  owner a\n  owner b\n}\n",
            "gates-statement-repeated",
            "owner b",
            "`owner` is given twice for `f`",
        ),
        (
            "gates 1\nfeature f {\n}\nfeature f {\n}\n",
            "gates-statement-repeated",
            "f",
            "`feature f` is given twice",
        ),
    ],
)
def test_problems(text: str, rule: str, at: str, message: str) -> None:
    _, problems = read_gates(SourceText("t.gates", text))
    assert [one.rule for one in problems] == [rule]
    finding = problems[0].finding
    assert _shown(finding.at)[0] == at
    assert message in finding.message


def test_a_misspelled_word_has_a_fix() -> None:
    _, (problem,) = read_gates(SourceText("t", "gates 1\nfeature f {\n  suports 1 to 2\n}\n"))
    (fix,) = problem.finding.fixes
    assert fix.edits[0].replacement == "supports"
    assert _shown(fix.edits[0].at)[0] == "suports"


def test_aliases_of_aliases_are_followed_but_not_in_a_circle() -> None:
    (feature,) = table_of(
        "alias one = two of f\nalias two = a of f\nalias x = y of f\nalias y = x of f\n"
        "feature f {\nlevel 3 a\n}\n"
    ).features
    assert feature.resolve("one") == 3
    assert feature.level("one") is feature.rows[0]
    assert feature.resolve("x") is None
    assert feature.level("x") is None


@pytest.mark.parametrize(
    ("block", "what", "where"),
    [
        *(
            ("feature f {\n  %s\n  %s\n}\n", word, " for `f`")
            for word in (
                "owner a",
                "carrier record",
                "absent = 1",
                "supports 1 to 2",
                "step 2",
                "bootstrap production",
            )
        ),
        ("feature f {\n  bootstrap at 1\n  %s\n}\n", "bootstrap by g", " for `f`"),
        ("feature f {\n  level 1 a in 1.0 %s\n}\n", "in 1.1", ""),
        ("feature f {\n  level 1 a default from g 1 %s\n}\n", "default from g 2", ""),
        ("format l {\n  %s\n  %s\n}\n", 'in "a"', " for format `l`"),
        ("format l {\n  %s\n  %s\n}\n", "converts up", " for format `l`"),
        ("%s\n%s\n", "releases 1.0", " in this file"),
        ("%s\n", "gates 1", " in this file"),
        ("path p from a to b %s %s {\n}\n", "bootstrap", " for path `p`"),
        ("path p from a to b blind %s {\n}\n", "discover", " for path `p`"),
        ("rpc P key 1\nrpc %s key 2\n", "P", " in this file"),
        ("path p from a to b {\n}\npath %s from a to b {\n}\n", "p", " in this file"),
        ("format l {\n}\nformat %s {\n}\n", "l", " in this file"),
    ],
)
def test_what_may_stand_once_is_told_where_it_stands_again(
    block: str, what: str, where: str
) -> None:
    text = "gates 1\n" + block.replace("%s", what)
    _, (problem,) = read_gates(SourceText("t.gates", text))
    at, message = _shown(problem.finding.at)[0], problem.finding.message
    assert problem.rule == "gates-statement-repeated"
    assert what in at or at in what
    assert problem.finding.at.span is not None
    assert problem.finding.at.span.start >= text.rindex(what)
    assert " is given twice" in message
    assert message.endswith(where)
    assert problem.finding.related


def test_bootstraps() -> None:
    kinds = {
        "bootstrap at 1": (BootstrapKind.AT, 1, None),
        "bootstrap by g": (BootstrapKind.BY, None, "g"),
        "bootstrap production": (BootstrapKind.PRODUCTION, None, None),
    }
    for line, (kind, level, feature) in kinds.items():
        (found,) = table_of(f"feature f {{\n  {line}\n}}\n").features
        assert found.bootstrap is not None
        assert found.bootstrap.kind is kind
        assert (found.bootstrap.level and found.bootstrap.level.number) == level
        assert (found.bootstrap.feature and found.bootstrap.feature.value) == feature


def test_lookups_find_what_is_there_and_nothing_else() -> None:
    gates = gates_of(PATHS + "format l {\n  record R exactly 2\n}\nrpc Submit key 1\n")
    assert [gates.path(name) is not None for name in ("replica", "Replica")] == [True, False]
    assert [gates.format(name) is not None for name in ("l", "x")] == [True, False]
    assert [gates.rpc(name) is not None for name in ("Submit", "SubmitRequest", "x")] == [
        True,
        True,
        False,
    ]
    assert [len(gates.records_of(name)) for name in ("R", "x")] == [1, 0]
    assert [one.name for one in gates.ladders_of_rpc("FetchResponse")] == ["Fetch"]
    assert gates.feature(None) is None
    assert gates.resolve("nobody", "a") is None
    assert gates.resolve("nobody", 3) == 3
    assert gates.resolve("nobody", LevelRef(3, "a")) == 3
    assert gates.resolve("f", "b") == 2
    assert gates.level("nobody", 1) is None
    assert bool(gates)
    assert not Gates((GateTable(),))
    assert bool(Gates((GateTable(), *gates.tables)))
    assert gates.seen_from(gates.tables[0]).tables == gates.tables
    whole = gates.tables[0].whole
    assert whole.span is not None
    assert (whole.span.start, whole.span.end) == (0, 0)
