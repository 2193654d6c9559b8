"""Releases: the APIs of one version of the software, and its gates."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Final

from wirelint.gates.model import (
    NOWHERE,
    SelectionKind,
    ServedRow,
    ServedTable,
    rpc_name,
)
from wirelint.gates.model import Path as GatePath
from wirelint.lazy_dataclass import dataclass, field, replace
from wirelint.rollout.numbering import ReleaseNumber, release_number
from wirelint.rollout.views import ReleaseGates
from wirelint.schema.model import Message, MessageType
from wirelint.text import Place
from wirelint.versions import VersionRange
from wirelint.wire.header import header_version

API_VERSIONS: Final = "ApiVersions"

# Whoever has an old schema without `listeners`, and a role that serves nearly all, accept any.
_LISTENERS: Final[Mapping[str, frozenset[str]]] = {
    "broker": frozenset(("broker", "zkBroker")),
    "controller": frozenset(("controller",)),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Api:
    """One RPC of one release: its versions by schema, and those of them that are stable.

    `is_inferred` marks one without a schema, of which only what its own gates choose is known.
    """

    name: str
    key: int | None
    schema: VersionRange
    stable: VersionRange
    listeners: tuple[str, ...] = ()
    request: Message | None = field(default=None, compare=False, repr=False)
    response: Message | None = field(default=None, compare=False, repr=False)
    place: Place = field(default=NOWHERE, compare=False, repr=False)
    is_inferred: bool = False

    def listens(self, role: str) -> bool:
        """Whether nodes of that role serve it."""
        wanted = _LISTENERS.get(role)
        return wanted is None or not self.listeners or not wanted.isdisjoint(self.listeners)

    def headers(self, version: int) -> tuple[int | None, int | None]:
        """The versions of request and response header."""
        return (
            None if self.request is None else header_version(self.request, version),
            None if self.response is None else header_version(self.response, version),
        )


def api_of(request: Message, response: Message | None = None) -> Api:
    """Make an API of its request schema."""
    schema = request.valid_versions
    stable = schema
    if request.latest_version_unstable and schema:
        stable = VersionRange(schema.low, schema.high - 1)
        if not stable:
            stable = VersionRange.NONE
    return Api(
        name=rpc_name(request.name),
        key=request.api_key,
        schema=schema,
        stable=stable,
        listeners=request.listeners,
        request=request,
        response=response,
        place=request.origin.value("validVersions"),
    )


def apis_of(messages: Iterable[Message]) -> dict[str, Api]:
    """Make the APIs of a tree's messages, those without any valid version left out.

    Where two folders hold an API of one name, that of the folder with more requests counts.
    """
    requests: dict[str, dict[str, Message]] = {}
    responses: dict[str, dict[str, Message]] = {}
    for message in messages:
        if message.type is MessageType.REQUEST:
            found = requests
        elif message.type is MessageType.RESPONSE:
            found = responses
        else:
            continue
        folder = message.origin.source.path.rpartition("/")[0]
        found.setdefault(folder, {})[rpc_name(message.name)] = message
    apis: dict[str, Api] = {}
    for folder in sorted(requests, key=lambda one: (-len(requests[one]), one)):
        for name, request in requests[folder].items():
            if request.valid_versions and name not in apis:
                apis[name] = api_of(request, responses.get(folder, {}).get(name))
    return apis


@dataclass(frozen=True, eq=False, kw_only=True)
class Release:
    """One version of the software, ready to be asked.

    `apis` go by RPC name, `records` by the name of the record schema. `listed` are ranges that a
    live broker answered or a configuration gives: what ApiVersions lists, whatever is served;
    with `lists_all` it lists nothing else.
    `unstable` nodes enable unstable versions.
    """

    name: str
    apis: Mapping[str, Api]
    view: ReleaseGates
    records: Mapping[str, VersionRange] = field(default_factory=dict)
    listed: Mapping[str, VersionRange] = field(default_factory=dict)
    lists_all: bool = False
    unstable: bool = False

    @cached_property
    def number(self) -> ReleaseNumber | None:
        return release_number(self.name)

    @property
    def has_schemas(self) -> bool:
        return any(not one.is_inferred for one in self.apis.values())

    def api(self, rpc: str) -> Api | None:
        return self.apis.get(rpc)

    def stable(self, rpc: str) -> VersionRange:
        """The versions that are no preview; all of them where the node enables previews."""
        api = self.apis.get(rpc)
        if api is None:
            return VersionRange.NONE
        return api.schema if self.unstable else api.stable

    @cached_property
    def _others(self) -> dict[str, frozenset[str]]:
        return {}

    def not_served_by(self, role: str) -> frozenset[str]:
        """The RPCs that nodes of a role do not serve."""
        if role not in self._others:
            self._others[role] = frozenset(
                name for name, api in self.apis.items() if not api.listens(role)
            )
        return self._others[role]

    @cached_property
    def _served(self) -> dict[str, VersionRange]:
        return {name: self._serves(api) for name, api in self.apis.items()}

    def served(self, rpc: str) -> VersionRange:
        """The versions that the handlers accept: by a table of the server, else by the schema."""
        return self._served.get(rpc, VersionRange.NONE)

    @cached_property
    def _advertised(self) -> dict[str, VersionRange]:
        listed = {} if self.lists_all else {name: self._lists(name) for name in self.apis}
        return {**listed, **self.listed}

    def advertised(self, rpc: str) -> VersionRange:
        """The versions that ApiVersions lists."""
        return self._advertised.get(rpc, VersionRange.NONE)

    def _serves(self, api: Api) -> VersionRange:
        row = served_row(self.view, self.number, api)
        if row is not None:
            return row.versions.value
        rpc = self.view.gates.rpc(api.name)
        if rpc is not None and rpc.serves is not None:
            return rpc.serves.value
        return api.schema if self.unstable else api.stable

    def _lists(self, rpc: str) -> VersionRange:
        served = self.served(rpc)
        line = self.view.gates.advertised(rpc)
        if line is None or not served:
            return served
        if self.view.is_shared:  # written for the newest release: it says where the list begins
            return VersionRange(min(line.versions.value.low, served.low), served.high)
        return line.versions.value


def with_common_names(releases: Sequence[Release]) -> list[Release]:
    """Call every RPC what the newest release calls it: on the wire its api key says what it is."""
    names: dict[int, str] = {}
    for release in reversed(releases):
        for api in release.apis.values():
            if api.key is not None and not api.is_inferred:
                names.setdefault(api.key, api.name)
    return [_renamed(one, names) for one in releases]


def _renamed(release: Release, names: Mapping[int, str]) -> Release:
    apis: dict[str, Api] = {}
    changed = False
    for name, api in release.apis.items():
        wanted = name if api.key is None else names.get(api.key, name)
        if wanted == name or wanted in release.apis:
            apis[name] = api
        else:
            apis[wanted] = replace(api, name=wanted)
            changed = True
    return replace(release, apis=apis) if changed else release


def served_row(view: ReleaseGates, number: ReleaseNumber | None, api: Api) -> ServedRow | None:
    """Find what a `served` table says of an API.

    A table that is called like a release speaks for that release only.
    """
    general: list[ServedTable] = []
    for table in (one for tables in view.gates.tables for one in tables.served):
        of = release_number(table.name)
        if of is None:
            general.append(table)
        elif of == number:
            return next((row for row in table.rows if _is_row_of(row, api)), None)
    rows = (row for table in general for row in table.rows if _is_row_of(row, api))
    return next(rows, None)


def _is_row_of(row: ServedRow, api: Api) -> bool:
    if row.rpc is not None:
        return rpc_name(row.rpc.value) == api.name
    return row.key is not None and row.key.value == api.key


def with_inferred(release: Release, paths: Iterable[GatePath]) -> Release:
    """Add the RPCs that have no schema, as far as the gates tell what the release speaks.

    A `served` table tells; else a release serves at least what its own gates choose at the levels
    that it supports.
    """
    added: dict[str, Api] = {}
    names = dict.fromkeys(
        rpc_name(name)
        for name in (
            *(one.name for one in release.view.gates.rpcs),
            *(entry.rpc.value for path in paths for entry in path.entries),
        )
        if name != "*"
    )
    for name in names:
        if name in release.apis:
            continue
        stated = release.view.gates.rpc(name)
        key = None if stated is None or stated.key is None else stated.key.value
        bare = Api(
            name=name,
            key=key,
            schema=VersionRange.NONE,
            stable=VersionRange.NONE,
            place=NOWHERE if stated is None else stated.origin,
            is_inferred=True,
        )
        row = served_row(release.view, release.number, bare)
        versions = VersionRange.NONE
        if row is not None:
            versions = row.versions.value
        elif stated is not None and stated.serves is not None:
            versions = stated.serves.value
        elif not release.has_schemas or stated is not None:
            versions = _chosen(release.view, name, paths)
        if versions:
            added[name] = replace(bare, schema=versions, stable=versions)
    if not added:
        return release
    return replace(release, apis={**release.apis, **added})


def _chosen(view: ReleaseGates, name: str, paths: Iterable[GatePath]) -> VersionRange:
    stated = view.gates.rpc(name)
    selections = [] if stated is None or stated.selection is None else [stated.selection]
    selections += [
        entry.selection
        for path in paths
        for entry in path.entries
        if rpc_name(entry.rpc.value) == name
    ]
    versions: list[int] = []
    for one in selections:
        if one.version is not None and one.kind is not SelectionKind.ATLEAST:
            versions.append(one.version.value)
        if one.ladder is not None and one.ladder.feature is not None:
            levels = view.supports(one.ladder.feature.value)
            values = (view.value(one.ladder, level) for level in levels)
            versions += [one for one in values if isinstance(one, int)]
    return VersionRange(min(versions), max(versions)) if versions else VersionRange.NONE
