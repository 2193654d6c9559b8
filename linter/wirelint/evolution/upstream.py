# A copy is held to what it was copied from, not to what is released: nothing is free because it is
# unstable or early access, and a copy is found by its name, not by its api key alone, since a fork's
# own message under a key of upstream's is a finding and no copy.
"""The schemas of a tree beside those upstream that they are copies of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Final, TypeAlias

from wirelint.evolution.changes import Change
from wirelint.evolution.pairing import MessagePair, Side, Trees
from wirelint.lazy_dataclass import dataclass, field, replace
from wirelint.schema.model import Message, MessageType
from wirelint.wire.layout import layout_at

_RPC: Final = (MessageType.REQUEST, MessageType.RESPONSE)
_KEYED: Final = (
    *_RPC,
    MessageType.METADATA,
    MessageType.COORDINATOR_KEY,
    MessageType.COORDINATOR_VALUE,
)


@dataclass(frozen=True, slots=True)
class Drift:
    """A difference of layout or value between a copy and the message upstream."""

    change: Change


@dataclass(frozen=True, eq=False)
class VendoredMessage:
    """A message of the tree (`after`) that upstream has too (`before`)."""

    pair: MessagePair

    @property
    def name(self) -> str:
        return self.pair.name

    @property
    def upstream(self) -> Message:
        assert self.pair.before is not None
        return self.pair.before

    @property
    def copy(self) -> Message:
        assert self.pair.after is not None
        return self.pair.after


_Keys: TypeAlias = Mapping[int, Message]


@dataclass(frozen=True, eq=False)
class OwnMessage:
    """A message with an api key that upstream does not have.

    `keys` are upstream's api keys where it numbers such messages, empty where that cannot be told.
    """

    message: Message
    partner: Message | None = None
    keys: _Keys = field(default_factory=dict)

    @property
    def name(self) -> str:
        return self.message.name


class Upstream:
    """Every message of the tree, paired or not. `upstream` and `tree` go by path."""

    def __init__(self, upstream: Iterable[Side], tree: Iterable[Side]) -> None:
        self._upstream = tuple(map(_stable, upstream))
        self._tree = tuple(tree)
        self._trees = Trees(before=self._upstream, after=self._tree)

    @cached_property
    def copies(self) -> tuple[VendoredMessage, ...]:
        """The copies, in path order: by path, else by type and name, else by file name.

        An RPC that upstream has renamed since is found by its key and bytes.
        """
        by_path = {one.path: one for one in self._upstream}
        by_name: dict[tuple[MessageType, str], list[Side]] = {}
        by_file: dict[tuple[MessageType, str], list[Side]] = {}
        for one in self._upstream:
            if one.message is not None:
                by_name.setdefault((one.message.type, one.message.name), []).append(one)
                by_file.setdefault((one.message.type, _file(one)), []).append(one)
        found: list[tuple[Side, Side]] = []
        left: list[Side] = []
        for one in self._tree:
            if one.message is None:
                continue
            there = by_path.get(one.path)
            if there is None or there.message is None or not _may_be(there.message, one.message):
                kind = one.message.type
                named = by_name.get((kind, one.message.name)) or by_file.get((kind, _file(one)))
                there = _nearest(named, one) if named else None
            if there is not None and there.message is not None:
                found.append((there, one))
            else:
                left.append(one)
        found += self._renamed(left, {there.path for there, _ in found})
        pairs = [VendoredMessage(self._pair(there, here)) for there, here in found]
        return tuple(sorted(pairs, key=lambda one: one.pair.path))

    def _renamed(self, left: list[Side], taken: Collection[str]) -> list[tuple[Side, Side]]:
        """RPCs under another name: the key of one that nothing else is a copy of, and its bytes.

        Where one half is alike the other goes with it.
        """
        free: dict[tuple[MessageType, int | None], Side] = {
            (one.message.type, one.message.api_key): one
            for one in self._upstream
            if one.path not in taken and one.message is not None and one.message.type in _RPC
        }
        found = [
            (there, one)
            for one in left
            if one.message is not None
            and one.message.api_key is not None
            and (there := free.get((one.message.type, one.message.api_key))) is not None
        ]
        alike = {
            (here.module, here.message.api_key)
            for there, here in found
            if here.message is not None
            and there.message is not None
            and _is_alike(there.message, here.message)
        }
        return [
            (there, here)
            for there, here in found
            if here.message is not None and (here.module, here.message.api_key) in alike
        ]

    @cached_property
    def own(self) -> tuple[OwnMessage, ...]:
        """The messages with an api key that are no copies."""
        copied = {one.pair.path for one in self.copies}
        halves = {
            (one.message.type, one.module, one.message.api_key): one.message
            for one in self._tree
            if one.message is not None and one.path not in copied
        }
        found = []
        for one in self._tree:
            message = one.message
            if message is None or message.type not in _KEYED or one.path in copied:
                continue
            other = MessageType.REQUEST if message.type is MessageType.RESPONSE else None
            partner = halves.get((other, one.module, message.api_key)) if other else None
            found.append(OwnMessage(message, partner, self._keys_beside(one.module, message.type)))
        return tuple(found)

    def _keys_beside(self, module: str, kind: MessageType) -> _Keys:
        """Upstream's keys of that kind; those of records in the folder that ours is a copy of."""
        if kind in _RPC:
            return self._keys.get(("", kind), {})
        folder = self._folders.get(module)
        return {} if folder is None else self._keys.get((folder, kind), {})

    @cached_property
    def _keys(self) -> Mapping[tuple[str, MessageType], _Keys]:
        found: dict[tuple[str, MessageType], dict[int, Message]] = {}
        for one in self._upstream:
            message = one.message
            if message is not None and message.api_key is not None and message.type in _KEYED:
                folder = "" if message.type in _RPC else one.module
                found.setdefault((folder, message.type), {})[message.api_key] = message
        return found

    @cached_property
    def _folders(self) -> Mapping[str, str]:
        """For each folder of the tree the one upstream that most of its copies come from."""
        counts: dict[str, Counter[str]] = {}
        for one in self.copies:
            pair = one.pair
            ours, theirs = pair.path.rpartition("/")[0], pair.before_path.rpartition("/")[0]
            counts.setdefault(ours, Counter())[theirs] += 1
        return {folder: found.most_common(1)[0][0] for folder, found in counts.items()}

    def _pair(self, there: Side, here: Side) -> MessagePair:
        return MessagePair(
            before=there.message,
            after=here.message,
            path=here.path,
            before_path=there.path,
            trees=self._trees,
        )


def owned(messages: Iterable[OwnMessage]) -> Iterator[OwnMessage]:
    """One half of each RPC: a response whose request is there says nothing new."""
    return (one for one in messages if one.partner is None)


def _stable(side: Side) -> Side:
    """Upstream's unstable version is held to like any other."""

    def load() -> Message | None:
        message = side.message
        if message is None or not message.latest_version_unstable:
            return message
        return replace(message, latest_version_unstable=False)

    return Side(side.path, load)


def _file(side: Side) -> str:
    """`fetch_request.json` and `FetchRequest.json` are one name."""
    return side.file_name.replace("_", "").lower()


def _may_be(upstream: Message, ours: Message) -> bool:
    """Whether a file of one path may be a copy: it has the name, or the type and key."""
    return upstream.name == ours.name or (
        upstream.type is ours.type and upstream.api_key == ours.api_key
    )


def _is_alike(upstream: Message, ours: Message) -> bool:
    """Whether some version that both have is the same bytes, and not none at all."""
    for version in upstream.valid_versions & ours.valid_versions:
        layout = layout_at(upstream, version)
        if layout is layout_at(ours, version) and layout is not None and layout.slots:
            return True
    return False


def _nearest(named: list[Side], side: Side) -> Side:
    """Of several of one name the one whose folders are called most alike, from the file up."""

    def alike(other: Side) -> int:
        ours, theirs = side.path.split("/")[::-1], other.path.split("/")[::-1]
        shared = 0
        while shared < min(len(ours), len(theirs)) and ours[shared] == theirs[shared]:
            shared += 1
        return shared

    return max(named, key=alike)
