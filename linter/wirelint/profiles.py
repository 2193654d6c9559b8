# What is known about the repositories that keep such schemas: facts about their layout, read from
# their trees. Data only; `sources.discovery` searches by it and the engine makes a dialect of it.
"""Profiles: where a kind of repository keeps schemas and gate tables, and what is special there."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal

from wirelint.lazy_dataclass import dataclass, field


@dataclass(frozen=True, slots=True)
class Listed:
    """A message of a list, with the reason it is on it."""

    message: str
    reason: str = ""


# Exchanged before versions are known: a bump is an error.
FROZEN: Final = (
    Listed("SaslHandshakeRequest", "exchanged before versions are known"),
    Listed("SaslHandshakeResponse", "exchanged before versions are known"),
)
# The ground others stand on: a bump is a warning.
WATCHED: Final = (
    Listed("ApiVersionsRequest", "asks for the versions of all other APIs"),
    Listed("ApiVersionsResponse", "read before the versions of the peer are known"),
    Listed("RequestHeader", "stands before every request"),
    Listed("ResponseHeader", "stands before every response"),
    Listed("FeatureLevelRecord", "read before the level it carries is known"),
)

_NONE: Final[Mapping[str, str | None]] = MappingProxyType({})


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """One kind of repository.

    `schemas` and `gates` are patterns (see `sources.globs`) from the root of the repository; both
    empty means that files are recognised by content. `markers` are folders or files by which the
    repository is recognised. `file_names` says how the file of `FetchRequest` is called: "message"
    (`FetchRequest.json`), "snake" (`fetch_request.json`) or "free". `entity_types` maps the words
    that the repository adds to the field type they need. `dialect` is a generation of
    schema-rules, or None for the tolerant default.
    """

    name: str
    title: str
    schemas: tuple[str, ...] = ()
    gates: tuple[str, ...] = ()
    markers: tuple[str, ...] = ()
    file_names: Literal["message", "snake", "free"] = "message"
    dialect: str | None = None
    entity_types: Mapping[str, str | None] = field(default_factory=lambda: _NONE)
    listeners: tuple[str, ...] = ()
    message_properties: tuple[str, ...] = ()
    field_properties: tuple[str, ...] = ()
    release_tags: str = r"^v?\d+(\.\d+){1,3}$"
    frozen: tuple[Listed, ...] = FROZEN
    watched: tuple[Listed, ...] = WATCHED

    @property
    def by_content(self) -> bool:
        return not self.schemas


# Where a repository that keeps a written statement of its gates is likely to have it.
_STATEMENTS: Final = ("/*.gates", "/{gates,protocol,docs,config,examples,.wirelint}/*.gates")

_KAFKA_RESOURCES: Final = "src/main/resources/{common/message,common/metadata,message}/*.json"
_KAFKA_SCHEMAS: Final = (f"/*/{_KAFKA_RESOURCES}", f"/*/*/{_KAFKA_RESOURCES}")
_KAFKA_COMMON: Final = "/server-common/src/main/java/org/apache/kafka/server/common"
# All of `MetadataVersion`, `GroupVersion` and so on, not `TestFeatureVersion`, `UnitTestFeatureVersion`.
_KAFKA_GATES: Final = (
    f"{_KAFKA_COMMON}/{{[!TU],T[!e],U[!n]}}*Version.java",
    # What a node lists as supported, and what it advertises below what it serves.
    "/metadata/src/main/java/org/apache/kafka/controller/QuorumFeatures.java",
    "/server/src/main/java/org/apache/kafka/server/BrokerFeatures.java",
    "/core/src/main/scala/kafka/server/BrokerFeatures.scala",
    "/clients/src/main/java/org/apache/kafka/common/protocol/ApiKeys.java",
    # The levels of the ZooKeeper era, and replication by them.
    "/core/src/main/scala/kafka/{api/ApiVersion,server/ReplicaFetcherThread}.scala",
    *_STATEMENTS,
)
_KAFKA_TAGS: Final = r"^\d+\.\d+\.\d+(\.\d+)?$"

PLAIN: Final = Profile(name="plain", title="plain folders", file_names="free")

KAFKA: Final = Profile(
    name="kafka",
    title="Apache Kafka",
    schemas=_KAFKA_SCHEMAS,
    gates=_KAFKA_GATES,
    markers=("clients/src/main/resources/common/message",),
    release_tags=_KAFKA_TAGS,
)

AUTOMQ: Final = Profile(
    name="automq",
    title="AutoMQ",
    schemas=_KAFKA_SCHEMAS,
    gates=(*_KAFKA_GATES, f"{_KAFKA_COMMON}/automq/*Version.java"),
    markers=("s3stream/src/main/java/com/automq",),
    entity_types=MappingProxyType(
        {"nodeId": "int32", "nodeEpoch": "int32", "streamId": "int64", "streamEpoch": "int64"}
    ),
    release_tags=_KAFKA_TAGS,
)

KRABKA: Final = Profile(
    name="krabka",
    title="krabka",
    schemas=("/crates/protocol/schemas/**/*.json",),
    gates=(
        "/crates/{metadata,kraft-core}/src/**/{*version*,feature*}.rs",
        "/crates/broker/src/features.rs",
        "/crates/raft/src/wire.rs",  # the private RPCs
        *_STATEMENTS,
    ),
    markers=(
        "crates/protocol/schemas",
        "crates/metadata/src/metadata_version.rs",
        "crates/broker/src/features.rs",
    ),
    message_properties=("internal",),
    release_tags=r"^v?\d+\.\d+\.\d+$",
)

REDPANDA: Final = Profile(
    name="redpanda",
    title="Redpanda",
    schemas=("/src/v/kafka/protocol/schemata/*.json",),
    gates=_STATEMENTS,
    markers=("src/v/kafka/protocol/schemata",),
    file_names="snake",
    release_tags=r"^v\d+\.\d+\.\d+$",
)

KAFKA_PYTHON: Final = Profile(
    name="kafka-python",
    title="kafka-python",
    schemas=("/kafka/protocol/schemas/resources/*.json",),
    gates=_STATEMENTS,
    markers=("kafka/protocol/schemas/resources",),
    release_tags=r"^\d+\.\d+\.\d+$",
)

# In the order in which they are tried: a fork before what it is a fork of.
PROFILES: Final[Mapping[str, Profile]] = MappingProxyType(
    {each.name: each for each in (AUTOMQ, KAFKA, KRABKA, REDPANDA, KAFKA_PYTHON, PLAIN)}
)
