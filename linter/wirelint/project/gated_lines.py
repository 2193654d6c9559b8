# Single lines of tables that name an RPC, each with the schema of its request. Rules ask them, so that
# a finding goes by the name of its message and a waiver can name it.
"""What tables say of RPCs outside of ladders: honoured, inferred, listed and served."""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.gates.model import Feature, Honour, Infer, Said, rpc_name
from wirelint.lazy_dataclass import dataclass
from wirelint.project.gated import GatedTree
from wirelint.schema.model import Message
from wirelint.text import Place
from wirelint.versions import VersionRange


@dataclass(frozen=True, eq=False)
class HonourLine:
    """An RPC of an `honour` block. `request` is None where the table's schemas have none of that name."""

    rpc: Said[str]
    honour: Honour
    feature: Feature | None
    request: Message | None

    @property
    def name(self) -> str:
        return f"{rpc_name(self.rpc.value)}Request"


@dataclass(frozen=True, eq=False)
class InferLine:
    infer: Infer
    request: Message

    @property
    def name(self) -> str:
        return self.request.name


@dataclass(frozen=True, eq=False, kw_only=True)
class ListedRange:
    """A range that the answer to ApiVersions lists for an RPC.

    `served` is what an `rpc` line says, None without one. `is_meant` says that somebody gave a reason.
    """

    rpc: str
    versions: VersionRange
    at: Place
    request: Message | None
    served: VersionRange | None
    is_meant: bool

    @property
    def name(self) -> str:
        return f"{self.rpc}Request"


@dataclass(frozen=True, eq=False)
class ServedRange:
    """`rpc NAME serves A-B`."""

    rpc: str
    versions: Said[VersionRange]
    request: Message

    @property
    def name(self) -> str:
        return self.request.name


def honour_lines(tree: GatedTree) -> Iterator[HonourLine]:
    """The RPCs of `honour` blocks.

    Where no name of a table has a schema, the schemas are not the table's, and none is missing.
    """
    for table in tree.view.tables:
        near = table.source.path
        names = [one for honour in table.honours for one in honour.rpcs]
        names += [entry.rpc for path in table.paths for entry in path.entries]
        if not any(tree.schemas.request(one.value, near) is not None for one in names):
            continue
        for honour in table.honours:
            feature = tree.view.around(table).feature(honour.feature)
            for rpc in honour.rpcs:
                yield HonourLine(rpc, honour, feature, tree.schemas.request(rpc.value, near))


def infer_lines(tree: GatedTree) -> Iterator[InferLine]:
    for table in tree.view.tables:
        for infer in table.infers:
            request = tree.schemas.request(infer.rpc.value, table.source.path)
            if request is not None:
                yield InferLine(infer, request)


def listed_ranges(tree: GatedTree) -> Iterator[ListedRange]:
    """The `advertise` lines, and the rows of servers' own tables whose request has a schema."""
    for table in tree.view.tables:
        near = table.source.path
        gates = tree.view.around(table)
        for line in table.advertises:
            rpc = gates.rpc(line.rpc.value)
            serves = None if rpc is None else rpc.serves
            yield ListedRange(
                rpc=rpc_name(line.rpc.value),
                versions=line.versions.value,
                at=line.versions.origin,
                request=tree.schemas.request(line.rpc.value, near),
                served=None if serves is None else serves.value,
                is_meant=bool(line.reason)
                or _is_configured(tree, line.rpc.value, line.versions.value),
            )
        for row in (one for served in table.served for one in served.rows):
            request = None
            if row.rpc is not None:
                request = tree.schemas.request(row.rpc.value, near)
            elif row.key is not None:
                request = tree.schemas.request_of_key(row.key.value, near)
            if request is None:
                continue
            name, versions = rpc_name(request.name), row.versions.value
            advertised = gates.advertised(name)
            yield ListedRange(
                rpc=name,
                versions=versions,
                at=row.versions.origin,
                request=request,
                served=None,
                is_meant=(advertised is not None and bool(advertised.reason))
                or _is_configured(tree, name, versions),
            )


def served_ranges(tree: GatedTree) -> Iterator[ServedRange]:
    for table in tree.view.tables:
        for rpc in table.rpcs:
            request = tree.schemas.request(rpc.name, table.source.path)
            if rpc.serves is not None and request is not None:
                yield ServedRange(rpc.name, rpc.serves, request)


def _is_configured(tree: GatedTree, rpc: str, listed: VersionRange) -> bool:
    """Whether the configuration says that the range is listed on purpose."""
    return any(
        rpc_name(one.message) == rpc_name(rpc) and one.versions.contains(listed)
        for one in tree.view.options.advertised
    )
