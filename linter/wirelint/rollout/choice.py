# One request on one connection, as NetworkClient and the request builders of Kafka 4.1 decide it:
# AbstractRequest.Builder (oldest and latest allowed), NodeApiVersions.latestUsableVersion,
# NetworkClient.doSend, and on the other side SocketServer.parseRequestHeader.
"""The version of one request, or how it fails."""

from __future__ import annotations

from enum import Enum

from wirelint.gates.model import NOWHERE, Entry, Path, Selection, SelectionKind
from wirelint.lazy_dataclass import dataclass, field
from wirelint.rollout.handshake import shake_hands
from wirelint.rollout.nodes import Node
from wirelint.rollout.outcome import Outcome
from wirelint.rollout.paths import PRIVATE
from wirelint.rollout.releases import API_VERSIONS, Release
from wirelint.text import Place
from wirelint.versions import VersionRange


class Missing(Enum):
    """A side that does not know the RPC at all, or only as a preview."""

    SENDER = "sender"
    RECEIVER = "receiver"


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """What becomes of one request.

    `case` is the stated condition of a fallback, "" otherwise. `reason` is one sentence without its
    subject's release names repeated; `decided_by` the line that decided. `missing` says that one
    side does not have the RPC: a capability, no clash of versions.
    """

    rpc: str
    key: int | None
    outcome: Outcome
    reason: str
    version: int | None = None
    allowed: VersionRange = VersionRange.NONE
    advertised: VersionRange = VersionRange.NONE
    served: VersionRange = VersionRange.NONE
    case: str = ""
    decided_by: Place = field(default=NOWHERE, compare=False, repr=False)
    headers: tuple[int | None, int | None] = (None, None)
    missing: Missing | None = None


@dataclass(frozen=True, slots=True)
class _Allowed:
    """What the sender's builder allows, why, and by which line; or why it allows nothing."""

    versions: VersionRange
    why: str
    place: Place
    fails: bool = False


def choose(sender: Node, receiver: Node, path: Path, entry: Entry, rpc: str) -> Choice:
    """Decide one request of a path. A side may lack the RPC: then `missing` says which."""
    if rpc == API_VERSIONS:
        return _handshake(sender.release, receiver.release)
    allowed = _allowed(sender, entry, rpc)
    case = entry.doc or "fallback" if entry.selection.kind is SelectionKind.FALLBACK else ""
    request = _Request(sender, receiver, rpc, case)
    if allowed.fails:
        return request.ends(Outcome.SENDER_ERROR, allowed, allowed.why)
    if not allowed.versions:
        why = f"{sender.name} does not have this RPC"
        return request.ends(Outcome.ABORT, allowed, why, missing=Missing.SENDER)
    return request.is_sent_unasked(allowed, path) if path.is_blind else request.is_asked(allowed)


def plainly_works(sender: Node, receiver: Node, path: Path, entry: Entry, rpc: str) -> bool:
    """Whether an `any` on a path that asks is sure to end well; False where one has to look."""
    if path.is_blind or entry.selection.kind is not SelectionKind.ANY or rpc == API_VERSIONS:
        return False
    api = sender.release.apis.get(rpc)
    if api is None:
        return False
    common = api.schema & receiver.release.advertised(rpc)
    return (
        bool(common)
        and common.high in receiver.release.served(rpc)
        and not (receiver.levels and receiver.release.view.gates.honours_of(rpc))
    )


@dataclass(frozen=True, slots=True)
class _Request:
    """One request between two nodes, up to its end."""

    sender: Node
    receiver: Node
    rpc: str
    case: str

    def is_asked(self, allowed: _Allowed) -> Choice:
        """The sender has the receiver's ApiVersions answer."""
        listed = self.receiver.release.advertised(self.rpc)
        if not listed:
            why = f"{self.receiver.name} does not list it, so nothing is sent"
            return self.ends(Outcome.ABORT, allowed, why, missing=Missing.RECEIVER)
        common = allowed.versions & listed
        if not common:
            why = (
                f"{self.sender.name} can send {allowed.versions}, {self.receiver.name} lists"
                f" {listed}: nothing in common, so the sender gives up before anything is sent"
            )
            return self.ends(Outcome.ABORT, allowed, why)
        if common.high == allowed.versions.high:
            return self.arrives(allowed, common.high)
        api = self.receiver.release.api(self.rpc)
        place = allowed.place if api is None else api.place
        limit = _Allowed(allowed.versions, f"the newest that {self.receiver.name} lists", place)
        return self.arrives(limit, common.high)

    def is_sent_unasked(self, allowed: _Allowed, path: Path) -> Choice:
        """Nobody asks on this path: the newest that is allowed goes out (versionInfo == null)."""
        served = self.receiver.release.served(self.rpc)
        version = allowed.versions.high
        if not served:
            why = f"{self.receiver.name} does not have it and closes the connection"
            return self.ends(Outcome.CLOSE, allowed, why, version, missing=Missing.RECEIVER)
        if version not in served and path.name == PRIVATE:
            why = (
                f"{self.receiver.name} serves {served} and answers version {version} with"
                " UNSUPPORTED_VERSION"
            )
            return self.ends(Outcome.REJECT, allowed, why, version)
        return self.arrives(allowed, version)

    def arrives(self, allowed: _Allowed, version: int) -> Choice:
        """The receiver reads the version, looks whether it serves it, then whether it may."""
        release = self.receiver.release
        served = release.served(self.rpc)
        if version not in served:
            why = (
                f"{self.sender.name} sends {version}, {self.receiver.name} serves {served}: it cannot"
                " answer a version that it does not know and closes the connection"
            )
            return self.ends(Outcome.CLOSE, allowed, why, version)
        for honour in release.view.gates.honours_of(self.rpc):
            feature = honour.feature.value
            needed = release.view.gates.resolve(feature, honour.level)
            level = self.receiver.levels.get(feature)
            if needed is not None and level is not None and level < needed:
                why = (
                    f"{self.receiver.name} refuses it below {feature} {needed},"
                    f" and the level is {level}"
                )
                gate = _Allowed(allowed.versions, why, honour.origin)
                return self.ends(Outcome.REJECT, gate, why, version)
        return self.ends(Outcome.OK, allowed, allowed.why, version)

    def ends(
        self,
        outcome: Outcome,
        allowed: _Allowed,
        reason: str,
        version: int | None = None,
        *,
        missing: Missing | None = None,
    ) -> Choice:
        api = self.sender.release.api(self.rpc) or self.receiver.release.api(self.rpc)
        known = api is not None and version is not None and version in api.schema
        return Choice(
            rpc=self.rpc,
            key=None if api is None else api.key,
            outcome=outcome,
            reason=reason,
            version=version,
            allowed=allowed.versions,
            advertised=self.receiver.release.advertised(self.rpc),
            served=self.receiver.release.served(self.rpc),
            case=self.case,
            decided_by=allowed.place,
            headers=api.headers(version) if known and api and version is not None else (None, None),
            missing=missing,
        )


def _allowed(sender: Node, entry: Entry, rpc: str) -> _Allowed:
    selection = entry.selection
    api = sender.release.api(rpc)
    schema = VersionRange.NONE if api is None else api.schema
    own = entry.origin if api is None else api.place
    stated = None if selection.version is None else selection.version.value
    match selection.kind:
        case SelectionKind.ANY:
            return _Allowed(schema, "the newest that the sender knows", own)
        case SelectionKind.EXACTLY if stated is not None:
            return _Allowed(VersionRange(stated, stated), "pinned", entry.origin)
        case SelectionKind.FALLBACK if stated is not None:
            return _Allowed(VersionRange(stated, stated), "the fallback", entry.origin)
        case SelectionKind.ATLEAST if stated is not None:
            return _Allowed(
                schema & VersionRange(stated, schema.high), "the newest that the sender knows", own
            )
        case SelectionKind.EXACTLY_BY | SelectionKind.UPTO_BY:
            return _by_ladder(sender, selection, rpc)
        case _:
            return _Allowed(VersionRange.NONE, "", entry.origin)


def _by_ladder(sender: Node, selection: Selection, rpc: str) -> _Allowed:
    ladder = selection.ladder
    if ladder is None:
        return _Allowed(VersionRange.NONE, "", selection.origin)
    view = sender.release.view
    if ladder.feature is None:
        feature, level = "", 0
    else:
        feature = ladder.feature.value
        level = sender.level(feature)
    known = view.supports(feature)
    if feature and level > known.high and view.feature(feature) is not None:
        return _Allowed(
            VersionRange.NONE,
            f"{sender.release.name} knows {feature} up to {known.high}, not {level}",
            ladder.origin,
            fails=True,
        )
    version = view.value(ladder, level)
    at = f"{feature} {view.label(feature, level)}"
    if not isinstance(version, int):
        what = "cannot be told" if version is None else "is undefined: the sender throws"
        return _Allowed(VersionRange.NONE, f"the version at {at} {what}", ladder.origin, fails=True)
    case = view.rung(ladder, level)
    place = ladder.origin if case is None else case.origin
    if selection.kind is SelectionKind.EXACTLY_BY:
        return _Allowed(VersionRange(version, version), f"chosen by {at}", place)
    served = sender.release.served(rpc)
    low = min(served.low if served else version, version)
    return _Allowed(VersionRange(low, version), f"capped by {at}", place)


def _handshake(sender: Release, receiver: Release) -> Choice:
    shake = shake_hands(sender, receiver)
    api = sender.api(API_VERSIONS) or receiver.api(API_VERSIONS)
    fits = api is not None and shake.version is not None
    return Choice(
        rpc=API_VERSIONS,
        key=18 if api is None else api.key,
        outcome=shake.outcome,
        reason=shake.reason,
        version=shake.version,
        allowed=sender.stable(API_VERSIONS),
        advertised=receiver.advertised(API_VERSIONS),
        served=receiver.served(API_VERSIONS),
        decided_by=NOWHERE if api is None else api.place,
        headers=api.headers(shake.version)
        if fits and api and shake.version is not None
        else (None, None),
        missing=None if api is not None else Missing.SENDER,
    )
