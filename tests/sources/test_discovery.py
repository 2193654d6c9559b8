from __future__ import annotations

from pathlib import Path

import pytest

from support.repositories import schema
from support.shared import shared
from wirelint.errors import UsageError
from wirelint.profiles import KAFKA, PLAIN, PROFILES
from wirelint.sources.discovery import (
    Discovery,
    Kind,
    declares_levels,
    discover,
    guess_profile,
    looks_like_schema,
    path_of,
)
from wirelint.sources.folder import FolderTree

MESSAGES = "clients/src/main/resources/common/message"
GATE_ENUM = "public enum LampVersion implements FeatureVersion { LV_0(0); }"
RUST_LEVELS = "pub const LAMP_MIN_LEVEL: i16 = 3;\n"


def tree(root: Path, files: dict[str, bytes | str]) -> FolderTree:
    for path, data in files.items():
        file = root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data.encode() if isinstance(data, str) else data)
    return FolderTree(str(root))


def kinds(found: Discovery) -> dict[str, Kind]:
    return {file.path: file.kind for file in found.files}


def test_without_a_profile_files_are_recognised_by_content(tmp_path: Path) -> None:
    found = discover(
        tree(
            tmp_path,
            {
                "any/where/PingRequest.json": schema("Ping"),
                "package.json": '{"name": "x", "type": "module"}',
                "shape.schema.json": '{"properties": {"name": 1, "type": 2, "fields": {},'
                ' "validVersions": {"type": "string"}}}',
                "lamp.gates": "gates 1\n",
                "src/LampVersion.java": GATE_ENUM,
                "src/Other.java": "class Other { MetadataVersion version; }",
                "src/levels.rs": RUST_LEVELS,
                "src/other.rs": "fn level() -> i16 { 3 }",
                "notes.txt": "validVersions",
                "build/CopyRequest.json": schema("Copy"),
            },
        )
    )
    assert kinds(found) == {
        "any/where/PingRequest.json": Kind.SCHEMA,
        "lamp.gates": Kind.GATES,
        "src/LampVersion.java": Kind.JAVA,
        "src/levels.rs": Kind.RUST,
    }
    assert found.files[0].data == schema("Ping")


def test_a_profile_names_the_files(tmp_path: Path) -> None:
    gates = "server-common/src/main/java/org/apache/kafka/server/common/LampVersion.java"
    files = tree(
        tmp_path,
        {
            f"{MESSAGES}/PingRequest.json": schema("Ping"),
            f"{MESSAGES}/Broken.json": "{",
            "storage/inner/src/main/resources/message/Some.json": schema("Some"),
            "metadata/src/main/resources/common/metadata/LampRecord.json": schema("Lamp"),
            "clients/src/test/resources/common/message/Test.json": schema("Test"),
            gates: GATE_ENUM,
            gates.replace("Lamp", "Transaction"): "class TransactionVersion { int x; }",
            gates.replace("Lamp", "TestFeature"): GATE_ENUM,
            "LampVersion.java": GATE_ENUM,
            "tree.gates": "gates 1\n",
        },
    )
    assert guess_profile(files) is KAFKA
    found = discover(files, profile=KAFKA)
    assert sorted(kinds(found)) == sorted(
        [
            f"{MESSAGES}/Broken.json",
            f"{MESSAGES}/PingRequest.json",
            "metadata/src/main/resources/common/metadata/LampRecord.json",
            "storage/inner/src/main/resources/message/Some.json",
            gates,
            "tree.gates",
        ]
    )


def test_a_folder_of_which_the_profile_knows_nothing_is_searched_by_content(tmp_path: Path) -> None:
    files = tree(
        tmp_path,
        {
            f"{MESSAGES}/A.json": schema("A"),
            "generator/test/B.json": schema("B"),
            "generator/c.json": "{}",
        },
    )
    assert list(kinds(discover(files, ("generator",), KAFKA))) == ["generator/test/B.json"]
    assert list(kinds(discover(files, ("clients",), KAFKA))) == [f"{MESSAGES}/A.json"]


def test_patterns_are_written_for_the_folder_of_the_configuration(tmp_path: Path) -> None:
    files = tree(tmp_path, {"src/main/resources/common/message/A.json": "{"})
    assert list(kinds(discover(files, profile=KAFKA, base="clients"))) == [
        "src/main/resources/common/message/A.json"
    ]
    assert kinds(discover(files, profile=KAFKA, base="clients", exclude=("clients/src",))) == {}


def test_gate_files_of_the_configuration_are_read_whatever_they_hold(tmp_path: Path) -> None:
    files = tree(tmp_path, {f"{MESSAGES}/A.json": "{", "odd/Lamp.java": "class Lamp {}"})
    found = discover(files, profile=KAFKA, gate_files=("odd/Lamp.java",))
    assert kinds(found)["odd/Lamp.java"] is Kind.JAVA
    assert kinds(discover(files, gate_files=("odd/Lamp.java",)))["odd/Lamp.java"] is Kind.JAVA


def test_a_named_file_is_read_whatever_it_holds_and_wherever_it_lies(tmp_path: Path) -> None:
    files = tree(tmp_path, {"build/odd.json": "[]", "Plain.java": "", "x.rs": "", "y.scala": ""})
    found = discover(files, ("build/odd.json", "Plain.java", "x.rs", "y.scala"), exclude=("*.rs",))
    assert kinds(found) == {
        "Plain.java": Kind.JAVA,
        "build/odd.json": Kind.SCHEMA,
        "x.rs": Kind.RUST,
        "y.scala": Kind.SCALA,
    }
    assert all(file.named for file in found.files)


def test_exclusions_hold_for_named_files_when_forced(tmp_path: Path) -> None:
    files = tree(tmp_path, {"gen/A.json": schema("A"), "B.json": schema("B")})
    arguments = ("gen/A.json", "B.json")
    assert list(kinds(discover(files, arguments, exclude=("gen/**",)))) == ["B.json", "gen/A.json"]
    forced = discover(files, arguments, exclude=("gen/**",), force_exclude=True)
    assert list(kinds(forced)) == ["B.json"]


def test_a_file_that_is_named_and_found_is_there_once(tmp_path: Path) -> None:
    files = tree(tmp_path, {"a/A.json": schema("A")})
    found = discover(files, ("a", "a/A.json", ""))
    assert [(file.path, file.named) for file in found.files] == [("a/A.json", True)]


@pytest.mark.parametrize(
    ("argument", "words"), [("a.txt", "neither a schema"), ("absent", "exist")]
)
def test_wrong_usage_says_what_is_wrong(tmp_path: Path, argument: str, words: str) -> None:
    with pytest.raises(UsageError, match=words):
        discover(tree(tmp_path, {"a.txt": ""}), (argument,))


def test_a_schema_is_told_from_other_json() -> None:
    assert looks_like_schema(schema("A"))
    assert looks_like_schema(schema("A").decode().encode("utf-16"))
    missing = (
        b'{"type": "data", "name": "A", "flexibleVersions": "0+", "fields": [{"versions": "0+"}]}'
    )
    assert looks_like_schema(missing)
    assert looks_like_schema(b'{"name": "A", "type": "request", "validVersions": "none"}')
    assert not looks_like_schema(b'{"type": "record", "name": "A", "fields": []}')  # Avro
    assert not looks_like_schema(b'{"message": "no \\"validVersions\\" in \\"type\\""}')
    assert not looks_like_schema(b"")


def test_a_gate_table_is_told_from_code_that_uses_one() -> None:
    ladder = b"public short lampVersion() { if (isAtLeast(LAMP)) return 2; return 1; }"
    assert declares_levels(Kind.JAVA, ladder)
    assert declares_levels(Kind.SCALA, b"sealed trait LampVersion extends Ordered[LampVersion]")
    assert not declares_levels(Kind.JAVA, b"if (version.isAtLeast(LampVersion.LV_1)) light();")
    assert not declares_levels(Kind.RUST, b"if level >= levels::LAMP_MIN_LEVEL {}")


def test_arguments_become_paths(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert path_of(".") == ""
    assert path_of("") == ""
    assert path_of("./a//b/../c.json") == "a/c.json"
    assert path_of("../a") == "../a"
    assert path_of(str(tmp_path)) == ""
    assert path_of(f"{tmp_path}/a/b.json") == "a/b.json"
    assert path_of("/absent/b.json") == "/absent/b.json"


@pytest.mark.parametrize("name", [name for name, each in PROFILES.items() if each is not PLAIN])
def test_a_profile_recognises_its_own_layout(tmp_path: Path, name: str) -> None:
    profile = PROFILES[name]
    for marker in profile.markers:
        root = tmp_path / marker.replace("/", "-")
        (root / marker).mkdir(parents=True)
        assert guess_profile(FolderTree(str(root))) is profile
    assert guess_profile(FolderTree(str(tmp_path / "absent"))) is PLAIN


def test_all_schemas_of_real_releases_are_found_either_way(tmp_path: Path) -> None:
    from support.repositories import Repository

    bundle = shared("corpus", "kafka-schemas.bundle")
    Repository(tmp_path).git("clone", "-q", "-b", "main", str(bundle), "kafka")
    files = FolderTree(str(tmp_path / "kafka"))
    by_profile = discover(files, profile=guess_profile(files))
    assert len(by_profile.files) == 280
    assert kinds(discover(files)) == kinds(by_profile)
