"""Gate tables in Scala."""

from __future__ import annotations

import pytest

from support.gate_code import (
    ladder,
    read,
    read_clean,
    text_at,
    truths,
    unread,
    versions,
)
from wirelint.gates.model import UNDEFINED, Gates, Language, Top
from wirelint.gates.truth import truth_table

OBJECTS = """
object ApiVersion {
  val allVersions: Seq[ApiVersion] = Seq(
    PORT_0_9_0,
    // Crates have lids.
    PORT_0_10_0_IV0,
    PORT_0_10_0_IV1
  )
  private val versionMap = Map(
    "0.10.0-IV1" -> PORT_0_10_0_IV1,
    "0.10.0" -> PORT_0_10_0_IV1
  )
}
sealed trait ApiVersion extends Ordered[ApiVersion] {
  val version: String
  val id: Int
}
case object PORT_0_9_0 extends ApiVersion {
  val version: String = "0.9.0.X"
  val messageFormatVersion: Byte = Message.MagicValue_V0
  val id: Int = 3
}
case object PORT_0_10_0_IV0 extends DefaultApiVersion {
  val shortVersion = "0.10.0"
  val subVersion = "IV0"
  val messageFormatVersion: Byte = Message.MagicValue_V1
  val id: Int = 4
}
case object PORT_0_10_0_IV1 extends DefaultApiVersion {
  val shortVersion: String = "0.10.0"; val subVersion = "IV1"
  val messageFormatVersion: Byte = Message.MagicValue_V1
  val id: Int = 5
}
case object Stopped extends State
"""


def _sender(code: str) -> str:
    return OBJECTS + "class Sender(config: Config) {\n" + code + "\n  private val other = 1\n}\n"


def test_case_objects_are_levels() -> None:
    table = read_clean(OBJECTS, "ApiVersion.scala")
    (feature,) = table.features
    assert table.language is Language.SCALA
    assert feature.name == "inter.broker.protocol.version"
    assert [(row.number, row.name, row.doc) for row in feature.rows] == [
        (3, "0.9.0", ""),
        (4, "0.10.0-IV0", "Crates have lids."),
        (5, "0.10.0-IV1", ""),
    ]
    row = feature.rows[1]
    assert text_at(row.number_at) == "4"
    assert text_at(row.name_at) == '"0.10.0"\n  val subVersion = "IV0"'
    assert text_at(row.origin).startswith("PORT_0_10_0_IV0 extends")
    assert feature.production == 5


def test_maps_from_releases_are_aliases() -> None:
    (feature,) = read_clean(OBJECTS, "ApiVersion.scala").features
    ((name, number),) = [(one.name.value, one.level.number) for one in feature.aliases]
    assert (name, number) == ("0.10.0", 5)
    assert feature.resolve("0.10.0") == 5


def test_a_map_without_its_objects() -> None:
    text = 'object ApiVersion { val names = Map("1.1-IV0" -> K_1_1_IV0, "1.1" -> K_1_1_IV0, "1.1" -> K_1_1_IV1) }'
    aliases = read_clean(text, "ApiVersion.scala").aliases
    assert [(one.name.value, one.level.text) for one in aliases] == [
        ("1.1", "1.1-IV0"),
        ("1.1", "1.1-IV1"),
    ]
    assert text_at(aliases[0].name.origin) == '"1.1"'


def test_record_versions_of_the_rows_are_a_ladder() -> None:
    table = read_clean(OBJECTS, "ApiVersion.scala")
    assert versions(table, "messageFormatVersion") == {3: 0, 4: 1, 5: 1}
    assert [one.version for one in ladder(table, "messageFormatVersion").cases] == [1, 0]


@pytest.mark.parametrize(
    ("code", "values"),
    [
        (
            """  private val crateRequestVersion: Short =
    if (config.interBrokerProtocolVersion >= PORT_0_10_0_IV1) 5
    else if (config.interBrokerProtocolVersion >= PORT_0_10_0_IV0) 4
    else 3""",
            [3, 4, 5],
        ),
        (
            "private[server] val crateRequestVersion: Short = if (config.interBrokerProtocolVersion.onOrAfter(PORT_0_10_0_IV0)) 1 else 0",
            [0, 1, 1],
        ),
        (
            "val crateRequestVersion = if (apiVersion < PORT_0_10_0_IV0) 0.toShort else if (apiVersion < PORT_0_10_0_IV1) 1.toShort else 2.toShort",
            [0, 1, 2],
        ),
        (
            "val crateRequestVersion = { if (apiVersion < PORT_0_10_0_IV0) { 0 } else { 1 } }",
            [0, 1, 1],
        ),
        (
            "def crateRequestVersion(version: ApiVersion): Short = if (version >= PORT_0_10_0_IV1) 1 else 0",
            [0, 0, 1],
        ),
        (
            'val crateRequestVersion: Short = if (apiVersion == PORT_0_9_0) 1 else if (PORT_0_10_0_IV1 <= apiVersion) 3 else throw new IllegalStateException(s"no $x")',
            [1, UNDEFINED, 3],
        ),
        (
            "val crateRequestVersion: Short = if (apiVersion >= PORT_0_10_0_IV1 || apiVersion < PORT_0_10_0_IV0) 1 else 0",
            [1, 0, 1],
        ),
        (
            "val crateRequestVersion: Short = if (!(apiVersion >= PORT_0_10_0_IV1)) 1 else Format.CURRENT\n val CURRENT = 7.toShort",
            [1, 1, 7],
        ),
        (
            "val isNew: Boolean = apiVersion >= PORT_0_10_0_IV1\n val crateRequestVersion: Short = if (apiVersion >= PORT_0_10_0_IV0 && isNew) 1 else 0",
            [0, 0, 1],
        ),
    ],
)
def test_values_on_the_protocol_version(code: str, values: list[object]) -> None:
    table = read_clean(_sender(code), "Sender.scala")
    assert versions(table, "crateRequestVersion") == dict(zip([3, 4, 5], values, strict=True))


@pytest.mark.parametrize(
    ("value", "values"),
    [
        ("if (apiVersion >= PORT_0_10_0_IV1) 1L else 0L", [0, 0, 1]),
        ("if (apiVersion >= PORT_0_10_0_IV1) 1_0 else (0)", [0, 0, 10]),
        ("if (apiVersion >= PORT_0_10_0_IV1) Format.V7 else Format.MagicValue_V2", [2, 2, 7]),
        ("if (apiVersion > PORT_0_10_0_IV0) 1 else 0", [0, 0, 1]),
        ("if (apiVersion <= PORT_0_10_0_IV0) 1 else 0", [1, 1, 0]),
        ("if (apiVersion != PORT_0_10_0_IV0) 1 else 0", [1, 0, 1]),
        ("if (PORT_0_10_0_IV0 < apiVersion) 1 else 0", [0, 0, 1]),
        ("if (PORT_0_10_0_IV0 == apiVersion) 1 else 0", [0, 1, 0]),
        ("if (apiVersion >= PORT_0_10_0_IV0 && true) 1 else 0", [0, 1, 1]),
        ("if (apiVersion >= PORT_0_10_0_IV0 && false) 1 else 0", [0, 0, 0]),
        ("if (apiVersion < PORT_0_10_0_IV0 || true) 1 else 0", [1, 1, 1]),
    ],
)
def test_values_spelled_otherwise(value: str, values: list[object]) -> None:
    table = read_clean(_sender(f"val aVersion: Short = {value}"), "Sender.scala")
    assert versions(table, "aVersion") == dict(zip([3, 4, 5], values, strict=True))


@pytest.mark.parametrize(
    ("code", "ladders", "predicates"),
    [
        ("val aVersion: Short = if (apiVersion >= PORT_0_9_0) 1 else 0", ["aVersion"], []),
        ("val aVersion: Long = if (apiVersion >= PORT_0_9_0) 1 else 0", [], []),
        ("val size: Short = if (apiVersion >= PORT_0_9_0) 1 else 0", [], []),
        ("val size = if (apiVersion >= PORT_0_9_0) a else b", [], []),
        ("val isA: Boolean = apiVersion >= PORT_0_9_0", [], ["isA"]),
        ("val isA: Boolean = if (apiVersion >= PORT_0_9_0) true else false", [], ["isA"]),
        ("val isA = apiVersion >= PORT_0_9_0", [], ["isA"]),
        ("val isA = apiVersion >= other", [], []),
        ("val isA = other >= PORT_0_9_0", [], []),
        ("val isA = apiVersion.onOrAfter(PORT_0_9_0)", [], ["isA"]),
        ("val isA = apiVersion.onOrAfter(other)", [], []),
        ("val isA: String = apiVersion >= PORT_0_9_0", [], []),
        # What a later value asks is not asked here.
        ("val a = size\n val isA = apiVersion >= PORT_0_9_0", [], ["isA"]),
        # A value called `version` is that of the function around it, if there is one.
        ("val version: Short = if (apiVersion >= PORT_0_9_0) 1 else 0", [], []),
        ("def apply(x: Int) = { val version = if (apiVersion >= PORT_0_9_0) 1 else 0 }", [], []),
        (
            "def a(x: Int) = { val version = if (apiVersion >= PORT_0_9_0) 1 else 0 }",
            ["aVersion"],
            [],
        ),
        (
            "def a(x: Int) = { b }\n val version = if (apiVersion >= PORT_0_9_0) 1 else 0",
            [],
            [],
        ),
        (
            "def a() = { def b() = { c }\n val version = if (apiVersion >= PORT_0_9_0) 1 else 0 }",
            ["aVersion"],
            [],
        ),
    ],
)
def test_what_is_a_ladder_and_what_a_capability(
    code: str, ladders: list[str], predicates: list[str]
) -> None:
    table, _ = read(f"class Sender {{\n {code}\n val other = 1\n}}", "Sender.scala")
    assert [one.name for one in table.ladders] == ladders
    assert [one.name for one in table.predicates] == predicates


def test_rows_in_any_order_of_their_words() -> None:
    text = """object ApiVersion { val names = Map(
      // The first.
      "1.0" -> PORT_1_0_IV0,
      // The second.
      PORT_1_1_IV3)
    }
    case object PORT_1_0_IV0 extends V { val id = 1L; val subVersion = "IV0"; val shortVersion = "1.0" }
    case object PORT_1_1_IV3 extends V { val id: Int = 2 }
    case object PORT_ODD extends ApiVersion { val version = "1.1.x"; val id = 3 }
    case object PORT_1_2_IV0 extends V
    case object Other extends V { val id = 9 }"""
    (feature,) = read_clean(text, "ApiVersion.scala").features
    assert [(row.number, row.name, row.doc) for row in feature.rows] == [
        (1, "1.0-IV0", "The first."),
        (2, "1.1-IV3", "The second."),
        (3, "1.1", ""),
    ]
    assert text_at(feature.rows[0].name_at) == '"IV0"; val shortVersion = "1.0"'
    assert text_at(feature.rows[1].name_at) == "PORT_1_1_IV3"
    assert feature.rows[1].number_at.property == "inter.broker.protocol.version.level[2]"
    assert [one.name.value for one in feature.aliases] == ["1.0"]
    assert feature.resolve("PORT_ODD") == 3


def test_a_value_called_version_is_that_of_its_function() -> None:
    code = "def crateValue(apiVersion: ApiVersion): Bytes = {\n val version =\n if (apiVersion < PORT_0_10_0_IV0) 0.toShort\n else 1.toShort\n write(version)\n }"
    assert versions(read_clean(_sender(code), "Sender.scala"), "crateValueVersion") == {
        3: 0,
        4: 1,
        5: 1,
    }


def test_predicates() -> None:
    code = """
  private val sendsLids = config.interBrokerProtocolVersion >= PORT_0_10_0_IV0
  def isOld(version: ApiVersion): Boolean = version < PORT_0_10_0_IV1
  private val size = config.size"""
    table = read_clean(_sender(code), "Sender.scala")
    assert truths(table, "sendsLids") == {3: False, 4: True, 5: True}
    assert truths(table, "isOld") == {3: True, 4: True, 5: False}
    assert len(table.predicates) == 2


def test_levels_of_another_file_resolve_there() -> None:
    sender = read_clean(
        "class A { val crateRequestVersion: Short = if (c.interBrokerProtocolVersion >= PORT_0_10_0_IV0) 1 else 0 }",
        "A.scala",
    )
    gates = Gates((sender, read_clean(OBJECTS, "ApiVersion.scala")))
    assert truth_table(sender.ladders[0], gates) == {3: 0, 4: 1, 5: 1}


def test_constants_that_are_called_otherwise_resolve_too() -> None:
    objects = 'case object PORT_090 extends ApiVersion { val version = "0.9.0.X"; val id = 3 }'
    sender = read_clean("val aVersion: Short = if (apiVersion >= PORT_090) 1 else 0", "A.scala")
    gates = Gates((sender, read_clean(objects, "ApiVersion.scala")))
    assert truth_table(sender.ladders[0], gates) == {3: 1}


@pytest.mark.parametrize(
    ("code", "what", "says"),
    [
        (
            "val aVersion: Short = if (apiVersion >= PORT_0_9_0 || lid.nonEmpty) 1 else 0",
            "lid.nonEmpty",
            "which is not the level",
        ),
        (
            "val aVersion: Short = if (apiVersion >= PORT_0_9_0) best else 0",
            "best",
            "which is no version",
        ),
        (
            "val aVersion: Short = if (apiVersion >= PORT_0_9_0) 1 + 2 else 0",
            "+",
            "`+` is not understood",
        ),
    ],
)
def test_what_is_not_understood_is_said(code: str, what: str, says: str) -> None:
    table, problems = read(
        _sender(code + "\n  val isOld = apiVersion < PORT_0_9_0"), "Sender.scala"
    )
    ((where, message),) = unread(problems)
    assert where == what
    assert says in message
    assert [one.name for one in table.predicates] == ["isOld"]


def test_a_case_object_without_a_number_is_said() -> None:
    text = "case object PORT_1_0_IV0 extends ApiVersion { val id: Int = next() }"
    table, problems = read(text, "ApiVersion.scala")
    assert [row.number for row in table.features[0].rows] == [None]
    assert len(problems) == 1


def test_what_a_broker_lists() -> None:
    text = """object Features { def all(unstable: Boolean) = new SupportedVersionRange(
      MetadataVersion.MINIMUM_VERSION.featureLevel, %s) }"""
    guarded = "if (unstable) { MetadataVersion.latestTesting.featureLevel } else { MetadataVersion.latestProduction.featureLevel }"
    for code, top in (
        (guarded, Top.PRODUCTION),
        ("MetadataVersion.latestTesting.featureLevel", Top.TESTING),
    ):
        (listing,) = read_clean(text.replace("%s", code), "Features.scala").listings
        assert (listing.feature.value, listing.top) == ("metadata.version", top)


def test_other_code_holds_no_table() -> None:
    text = """object Other { val fetchVersion: Short = 3; case object Done extends State { val id: Int = 1 }
    val m = Map("a" -> b) }"""
    table, problems = read(text, "Other.scala")
    assert not table
    assert problems == ()
