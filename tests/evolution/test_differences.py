"""The walk over both sides of a message: what differs, and which fields stand for each other."""

from __future__ import annotations

import pytest

from support.evolving import field, flexible, schema, spot, struct, tagged, trees
from wirelint.evolution.changes import Change
from wirelint.evolution.differences import compare
from wirelint.evolution.pairing import pair_trees
from wirelint.evolution.words import path_of
from wirelint.schema.model import Field

ID = field("Id")
NOTE = field("Note", "string")
TWO = {"validVersions": "0-1"}
_FACTS = ("field", "was", "now", "before", "after", "tag")
_FLAGS = ("gained", "is_struct", "compact", "only_sign", "lost", "same_bytes")


def told(change: Change) -> str:
    """Its class, versions, fields and flags."""
    words = [type(change).__name__, ",".join(map(str, change.versions))]
    for name in _FACTS:
        value = getattr(change, name, None)
        if value is not None:
            words.append(f"{name}={path_of(value) if isinstance(value, Field) else value}")
    words += [name for name in _FLAGS if getattr(change, name, False)]
    words += [f"{path_of(one)}>{path_of(other)}" for one, other in getattr(change, "fields", ())]
    if hasattr(change, "parent"):
        words.append(f"in {change.parent.whole.property or '-'}")
    return " ".join(words)


# The changes; the fields that stand for each other in one form, with versions; those in another.
CASES = [
    pytest.param(
        schema("P", field("A", versions="0"), field("B", versions="1+"), **TWO),
        schema("P", field("C", versions="0"), field("B", versions="1+"), **TWO),
        [],
        "A=C@0 B=B@1",
        "",
        id="names at other versions",
    ),
    pytest.param(
        schema("P", struct("Owner", ID, NOTE)),
        schema("P", ID, NOTE),
        [],
        "Owner.Id=Id@0 Owner.Note=Note@0",
        "",
        id="wrapped",
    ),
    pytest.param(
        schema("P", struct("Rows", ID, type="[]Row")),
        schema("P", struct("Rows", field("Key"), type="[]Row")),
        [],
        "Rows.Id=Rows.Key@0 Rows=Rows@0",
        "",
        id="inner rename",
    ),
    pytest.param(
        schema("P", struct("Owner", ID, NOTE)),
        schema("P", struct("Owner", ID, NOTE, nullableVersions="0+")),
        ["NullabilityChanged 0 before=Owner after=Owner gained is_struct"],
        "",
        "Owner=Owner",
        id="gained null",
    ),
    pytest.param(
        schema("P", struct("Owner", ID, NOTE, nullableVersions="0+")),
        schema("P", struct("Owner", ID, NOTE)),
        ["NullabilityChanged 0 before=Owner after=Owner is_struct"],
        "",
        "Owner=Owner",
        id="lost null",
    ),
    pytest.param(
        schema("P", struct("Owner", ID, NOTE)),
        schema("P", field("Owner", "uuid")),
        ["FieldRetyped 0 before=Owner after=Owner"],
        "",
        "Owner=Owner",
        id="flat struct to number",
    ),
    pytest.param(
        schema("P", ID, NOTE),
        schema("P", ID, field("Note", "string", nullableVersions="0+")),
        ["NullabilityChanged 0 before=Note after=Note gained"],
        "Id=Id@0 Note=Note@0",
        "",
        id="string null",
    ),
    pytest.param(
        schema("P", ID, field("Key")),
        schema("P", field("Key"), ID),
        ["FieldsSwapped 0 Id>Id Key>Key"],
        "",
        "Id=Id Key=Key",
        id="swap",
    ),
    pytest.param(
        flexible(tagged("A", 0), tagged("B", 1)),
        flexible(tagged("A", 1), tagged("B", 0)),
        ["FieldsSwapped 0 A>A B>B"],
        "",
        "A=A B=B",
        id="swap tags",
    ),
    pytest.param(
        flexible(ID, field("A", "uuid"), NOTE),
        flexible(NOTE, tagged("Id", 0), tagged("A", 1, "uuid")),
        ["FieldBecameTagged 0 before=Id after=Id", "FieldBecameTagged 0 before=A after=A"],
        "Note=Note@0",
        "A=A Id=Id",
        id="became tagged two",
    ),
    pytest.param(
        flexible(NOTE, tagged("Id", 0), tagged("A", 1, "uuid")),
        flexible(ID, field("A", "uuid"), NOTE),
        ["FieldBecameUntagged 0 before=Id after=Id", "FieldBecameUntagged 0 before=A after=A"],
        "Note=Note@0",
        "A=A Id=Id",
        id="became untagged two",
    ),
    pytest.param(
        flexible(ID, tagged("A", 0, "uuid")),
        flexible(tagged("Id", 0), tagged("A", 1, "uuid")),
        [
            "FieldBecameTagged 0 before=Id after=Id",
            "TagReused 0 before=A after=Id tag=0",
            "TagAdded 0 field=A",
        ],
        "",
        "A=A Id=Id",
        id="became tagged on a taken tag",
    ),
    pytest.param(
        flexible(tagged("Id", 0), tagged("A", 1, "uuid")),
        flexible(ID, tagged("A", 0, "uuid")),
        [
            "FieldBecameUntagged 0 before=Id after=Id",
            "TagReused 0 before=Id after=A tag=0",
            "TagRemoved 0 field=A now=A in -",
        ],
        "",
        "A=A Id=Id",
        id="became untagged and its tag taken",
    ),
    pytest.param(
        flexible(tagged("A", 0)),
        flexible(tagged("A", 0, "int64")),
        ["FieldRetyped 0 before=A after=A"],
        "",
        "A=A",
        id="tag retyped",
    ),
    pytest.param(
        flexible(tagged("A", 0), **TWO),
        flexible(tagged("A", 5), **TWO),
        ["TagRemoved 0-1 field=A now=A in -", "TagAdded 0-1 field=A"],
        "",
        "A=A",
        id="tag removed, still at other version",
    ),
    pytest.param(
        flexible(tagged("A", 0, versions="1+"), **TWO),
        flexible(tagged("A", 0), **TWO),
        ["TagVersionsMoved 0 before=A after=A"],
        "A=A@1",
        "",
        id="tag come where refused",
    ),
    pytest.param(
        flexible(tagged("A", 0), **TWO),
        flexible(tagged("A", 0, versions="1+"), **TWO),
        ["TagVersionsMoved 0 before=A after=A lost"],
        "A=A@1",
        "",
        id="tag gone where refused",
    ),
    pytest.param(
        flexible(tagged("A", 0), **TWO),
        flexible(tagged("B", 0, versions="1+"), **TWO),
        [
            "TagReused 0 before=A after=B tag=0",
            "TagRemoved 0 field=A in -",
            "TagReused 1 before=A after=B tag=0 same_bytes",
        ],
        "A=B@1",
        "",
        id="tag of another at other version",
    ),
    pytest.param(
        flexible(tagged("B", 0, versions="1+"), **TWO),
        flexible(tagged("A", 0), **TWO),
        ["TagReused 0 before=B after=A tag=0", "TagReused 1 before=B after=A tag=0 same_bytes"],
        "B=A@1",
        "",
        id="tag of another before",
    ),
    pytest.param(
        schema("P", field("A", "[]Spot"), **spot(ID, NOTE)),
        schema("P", field("A", "[]Spot"), **spot(ID)),
        ["FieldRemoved 0 field=Spot.Note in commonStructs[Spot]"],
        "A=A@0 Spot.Id=Spot.Id@0",
        "",
        id="common struct field removed",
    ),
    pytest.param(
        schema("P", field("A", "Spot"), **spot(ID, NOTE)),
        schema("P", field("A", "Spot"), **spot(ID)),
        ["FieldRemoved 0 field=Spot.Note in commonStructs[Spot]"],
        "A=A@0 Spot.Id=Spot.Id@0",
        "",
        id="flat common removed",
    ),
    pytest.param(
        schema("P", struct("Rows", ID, NOTE, type="[]Row")),
        schema("P", struct("Rows", ID, type="[]Row")),
        ["FieldRemoved 0 field=Rows.Note in fields[Rows]"],
        "Rows.Id=Rows.Id@0 Rows=Rows@0",
        "",
        id="inner removed",
    ),
    pytest.param(
        schema("P", struct("Owner", ID, NOTE)),
        schema("P", struct("Owner", ID)),
        ["FieldRemoved 0 field=Owner.Note in fields[Owner]"],
        "Owner.Id=Owner.Id@0 Owner=Owner@0",
        "",
        id="flat inner removed",
    ),
    pytest.param(
        schema("P", struct("Owner", NOTE, field("K", "uuid")), ID),
        schema("P", ID),
        ["FieldRemoved 0 field=Owner in -"],
        "Id=Id@0",
        "",
        id="flat struct removed",
    ),
    pytest.param(
        schema("P", struct("Owner", ID)),
        schema("P", struct("Owner", ID, struct("Spot", NOTE, field("K", "uuid")))),
        ["FieldAdded 0 field=Owner.Spot"],
        "Owner.Id=Owner.Id@0 Owner=Owner@0",
        "",
        id="flat struct in flat struct added",
    ),
    pytest.param(
        schema("P", ID, NOTE, **TWO),
        schema("P", ID, field("Note", "string", "1+"), **TWO),
        ["FieldRemoved 0 field=Note now=Note in -"],
        "Id=Id@0-1 Note=Note@1",
        "",
        id="removed at one version, there at others",
    ),
    pytest.param(
        schema("P", ID, field("Note", "string", "1+"), **TWO),
        schema("P", ID, NOTE, **TWO),
        ["FieldAdded 0 field=Note was=Note"],
        "Id=Id@0-1 Note=Note@1",
        "",
        id="added at one version",
    ),
    pytest.param(
        schema("P", struct("Owner", ID, field("Note", "string", "1+")), **TWO),
        schema("P", struct("Owner", ID, NOTE), **TWO),
        ["FieldAdded 0 field=Owner.Note was=Owner.Note"],
        "Owner.Id=Owner.Id@0-1 Owner.Note=Owner.Note@1 Owner=Owner@0-1",
        "",
        id="flat inner added at one version",
    ),
    pytest.param(
        schema("P", struct("Owner", ID, field("K", "uuid"), NOTE)),
        schema("P", struct("Owner", field("K", "uuid"), NOTE, ID)),
        ["FieldMoved 0 before=Owner.Id after=Owner.Id"],
        "Owner.K=Owner.K@0 Owner.Note=Owner.Note@0 Owner=Owner@0",
        "Owner.Id=Owner.Id",
        id="moved in struct",
    ),
    pytest.param(
        schema("P", ID, NOTE),
        schema("P", ID, field("Text", "string", nullableVersions="0+")),
        ["NullabilityChanged 0 before=Note after=Text gained"],
        "Id=Id@0 Note=Text@0",
        "",
        id="renamed and null",
    ),
    pytest.param(
        schema("P", NOTE, field("Text", "string", versions="1+"), **TWO),
        schema("P", field("Text", "string", nullableVersions="0+"), **TWO),
        [
            "FieldRemoved 0-1 field=Note in -",
            "FieldAdded 0 field=Text was=Text",
            "NullabilityChanged 1 before=Text after=Text gained",
        ],
        "Text=Text@1",
        "",
        id="renamed into a name that is there",
    ),
    pytest.param(
        flexible(field("A", "[]int32")),
        flexible(struct("A", ID, type="[]Row")),
        ["FieldRetyped 0 before=A after=A"],
        "",
        "A=A",
        id="array of numbers to array of structs",
    ),
    pytest.param(
        schema("P", field("A", "[]int32")),
        schema("P", field("A", "[]int64")),
        ["FieldRetyped 0 before=A after=A"],
        "",
        "A=A",
        id="array of other numbers",
    ),
    pytest.param(
        schema("P", struct("Rows", ID, type="[]Row")),
        schema("P", struct("Rows", field("Id", "int64"), type="[]Row")),
        ["FieldRetyped 0 before=Rows.Id after=Rows.Id"],
        "Rows=Rows@0",
        "Rows.Id=Rows.Id",
        id="array of structs retyped inside",
    ),
    pytest.param(
        schema("P", NOTE, struct("Rows", ID, type="[]Row"), flexibleVersions="1+"),
        schema(
            "P",
            field("Text", "string"),
            struct("Rows", field("Id", "int64"), type="[]Row"),
            flexibleVersions="0+",
        ),
        ["FlexibleChanged 0 gained", "FieldRetyped 0 before=Rows.Id after=Rows.Id"],
        "Note=Text@0 Rows=Rows@0",
        "Rows.Id=Rows.Id",
        id="rough",
    ),
    pytest.param(
        schema("P", struct("Owner", ID, NOTE)),
        schema("P", struct("Host", ID, NOTE)),
        [],
        "Owner.Id=Host.Id@0 Owner.Note=Host.Note@0 Owner=Host@0",
        "",
        id="wrapped and renamed",
    ),
    pytest.param(
        schema("P", struct("Owner", struct("Spot", ID), NOTE)),
        schema("P", struct("Owner", ID, NOTE)),
        [],
        "Owner.Note=Owner.Note@0 Owner.Spot.Id=Owner.Id@0 Owner=Owner@0",
        "",
        id="two levels of wrapping",
    ),
    pytest.param(
        schema("P", NOTE),
        flexible(field("Note", "string", nullableVersions="0+")),
        ["FlexibleChanged 0 gained", "NullabilityChanged 0 before=Note after=Note gained"],
        "Note=Note@0",
        "",
        id="flexible and nullable",
    ),
    pytest.param(
        schema("P", field("A", "[]int32"), NOTE),
        flexible(field("A", "[]int64"), NOTE),
        ["FlexibleChanged 0 gained", "FieldRetyped 0 before=A after=A"],
        "Note=Note@0",
        "A=A",
        id="flexible and other numbers",
    ),
    pytest.param(
        schema("P", field("A", "[]int32"), NOTE),
        flexible(field("B", "[]int32"), NOTE),
        ["FlexibleChanged 0 gained"],
        "A=B@0 Note=Note@0",
        "",
        id="flexible and renamed numbers",
    ),
    pytest.param(
        schema("P", field("A", "[]int32"), NOTE),
        flexible(struct("A", ID, type="[]Row"), NOTE),
        ["FlexibleChanged 0 gained", "FieldRetyped 0 before=A after=A"],
        "Note=Note@0",
        "A=A",
        id="flexible and structs for numbers",
    ),
    pytest.param(
        schema("P", field("A", "[]int32"), NOTE),
        flexible(struct("B", ID, type="[]Row"), NOTE),
        ["FlexibleChanged 0 gained", "FieldRetyped 0 before=A after=B"],
        "Note=Note@0",
        "A=B",
        id="flexible and renamed structs for numbers",
    ),
    pytest.param(
        schema("P", struct("Rows", ID, NOTE, type="[]Row")),
        flexible(struct("Lines", field("Key"), field("Text", "string"), type="[]Line")),
        ["FlexibleChanged 0 gained"],
        "Rows.Id=Lines.Key@0 Rows.Note=Lines.Text@0 Rows=Lines@0",
        "",
        id="flexible and renamed structs",
    ),
    pytest.param(
        schema("P", struct("A", ID, NOTE, type="[]A"), struct("B", NOTE, ID, type="[]B")),
        flexible(struct("B", NOTE, ID, type="[]B"), struct("A", ID, NOTE, type="[]A")),
        ["FlexibleChanged 0 gained", "FieldMoved 0 before=A after=A"],
        "B.Id=B.Id@0 B.Note=B.Note@0 B=B@0",
        "A=A",
        id="flexible and other structs of one length",
    ),
    pytest.param(
        schema("P", struct("Rows", ID, type="[]Row")),
        flexible(struct("Lines", ID, NOTE, type="[]Line")),
        ["FlexibleChanged 0 gained", "FieldAdded 0 field=Lines.Note"],
        "Rows.Id=Lines.Id@0 Rows=Lines@0",
        "",
        id="flexible and a longer struct",
    ),
    pytest.param(
        schema("P", struct("Owner", struct("Spot", ID), NOTE), field("K", "uuid")),
        flexible(ID, NOTE, field("K", "uuid")),
        ["FlexibleChanged 0 gained"],
        "K=K@0 Owner.Note=Note@0 Owner.Spot.Id=Id@0",
        "",
        id="flexible and unwrapped",
    ),
    pytest.param(
        schema("P", struct("Owner", ID, nullableVersions="0+")),
        flexible(struct("Host", field("Key"), nullableVersions="0+")),
        ["FlexibleChanged 0 gained"],
        "Owner.Id=Host.Key@0 Owner=Host@0",
        "",
        id="flexible and a nullable struct",
    ),
    pytest.param(
        schema("P", struct("Owner", ID)),
        flexible(struct("Owner", ID, nullableVersions="0+")),
        [
            "FlexibleChanged 0 gained",
            "NullabilityChanged 0 before=Owner after=Owner gained is_struct",
        ],
        "",
        "Owner=Owner",
        id="flexible and a struct inside null",
    ),
    pytest.param(
        schema("P", ID),
        flexible(ID, tagged("A", 0)),
        ["FlexibleChanged 0 gained"],
        "Id=Id@0",
        "",
        id="flexible and tags",
    ),
    pytest.param(
        schema("P", struct("Rows", struct("Spot", ID, NOTE), type="[]Row")),
        flexible(struct("Rows", ID, NOTE, type="[]Row")),
        ["FlexibleChanged 0 gained"],
        "Rows.Spot.Id=Rows.Id@0 Rows.Spot.Note=Rows.Note@0 Rows=Rows@0",
        "",
        id="inner of flexible rows",
    ),
    pytest.param(
        schema("P", field("A", versions="0"), field("B", versions="1+"), **TWO),
        schema("P", field("B", versions="0"), field("A", versions="1+"), **TWO),
        [],
        "A=B@0 B=A@1",
        "",
        id="exchanged at other versions",
    ),
    pytest.param(
        schema("P", tagged("A", 0), field("B", tag=1)),
        schema("P", field("A", tag=0), tagged("B", 1)),
        [],
        "B=A@0",
        "",
        id="tags that a classic version has not",
    ),
    pytest.param(
        flexible(NOTE, tagged("Id", 0)),
        flexible(field("K", "uuid"), NOTE, ID),
        ["FieldBecameUntagged 0 before=Id after=Id", "FieldAdded 0 field=K"],
        "Note=Note@0",
        "Id=Id",
        id="added and became untagged",
    ),
    pytest.param(
        flexible(field("K", "uuid"), NOTE, ID),
        flexible(NOTE, tagged("Id", 0)),
        ["FieldBecameTagged 0 before=Id after=Id", "FieldRemoved 0 field=K in -"],
        "Note=Note@0",
        "Id=Id",
        id="removed and became tagged",
    ),
    pytest.param(
        flexible(tagged("A", 0, versions="1+")),
        flexible(tagged("A", 0)),
        ["TagVersionsMoved 0 before=A after=A"],
        "",
        "A=A",
        id="tag of later versions only",
    ),
    pytest.param(
        schema("P", struct("Owner", ID, NOTE)),
        schema("P", ID),
        ["FieldRemoved 0 field=Owner.Note in -"],
        "Owner.Id=Id@0",
        "",
        id="part of a plain struct",
    ),
    pytest.param(
        schema("P", struct("Owner", NOTE, field("K", "uuid"))),
        schema("P", struct("Owner", ID)),
        [
            "FieldRemoved 0 field=Owner.Note in fields[Owner]",
            "FieldRemoved 0 field=Owner.K in fields[Owner]",
            "FieldAdded 0 field=Owner.Id",
        ],
        "",
        "",
        id="plain struct with other fields",
    ),
    pytest.param(
        schema("P", struct("Owner", ID, field("Key"))),
        schema("P", struct("Owner", field("Key"), ID)),
        ["FieldsSwapped 0 Owner.Id>Owner.Id Owner.Key>Owner.Key"],
        "Owner=Owner@0",
        "Owner.Id=Owner.Id Owner.Key=Owner.Key",
        id="swap in a plain struct",
    ),
    pytest.param(
        schema("P", struct("A", ID, NOTE, type="[]A")),
        flexible(struct("B", ID, field("K", "uuid"), type="[]B")),
        [
            "FlexibleChanged 0 gained",
            "FieldRemoved 0 field=A.Note in fields[B]",
            "FieldAdded 0 field=B.K",
        ],
        "A.Id=B.Id@0 A=B@0",
        "",
        id="flexible and half a struct",
    ),
    pytest.param(
        schema("P", field("A", "[]string")),
        flexible(field("B", "[]string")),
        ["FlexibleChanged 0 gained"],
        "A=B@0",
        "",
        id="flexible and renamed texts",
    ),
]


@pytest.mark.parametrize(("before", "after", "changes", "steady", "others"), CASES)
def test_the_walk(before: str, after: str, changes: list[str], steady: str, others: str) -> None:
    (pair,) = pair_trees(trees({"P.json": before}, {"P.json": after}))
    found = compare(pair)
    assert [told(one) for one in found.changes] == changes
    same = {
        f"{path_of(one)}={path_of(other)}": ",".join(map(str, versions))
        for one, other, versions in found.steady
    }
    assert " ".join(sorted(f"{names}@{versions}" for names, versions in same.items())) == steady
    pairs = {f"{path_of(one)}={path_of(other)}" for one, other in found.pairs}
    assert pairs >= same.keys()
    assert " ".join(sorted(pairs - same.keys())) == others
