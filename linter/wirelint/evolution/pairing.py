# Pairing happens once, here, so that no rule searches the other side. It takes only files that
# changed, came or went: a file with equal bytes on both sides is known to the trees (it may be the
# partner of one that changed) and is neither loaded nor paired, so that no new file can take it.
"""Line up the messages of a baseline with those of the checked tree."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from functools import cached_property
from typing import Literal, TypeAlias

from wirelint.evolution.coordinator import as_coordinator_key
from wirelint.evolution.released import released_versions, unstable_version
from wirelint.evolution.settings import DEFAULT_SETTINGS, EvolutionSettings
from wirelint.evolution.unread import as_released
from wirelint.evolution.versions import Versions, joined
from wirelint.lazy_dataclass import dataclass
from wirelint.schema.model import Message, MessageType
from wirelint.syntax.document import Path
from wirelint.versions import VersionRange
from wirelint.wire.layout import layouts

# What the baseline is: what nodes speak, or what others already built on (a merge base).
Role: TypeAlias = Literal["released", "built-on"]

_OTHER_HALF = {
    MessageType.REQUEST: MessageType.RESPONSE,
    MessageType.RESPONSE: MessageType.REQUEST,
}
_HALVES = {
    MessageType.REQUEST: ("Request", "Response"),
    MessageType.RESPONSE: ("Response", "Request"),
}


@dataclass(frozen=True, eq=False)
class Side:
    """A schema file of one tree. `path` is what the checked tree calls it, on both sides.

    `load` gives the message, or None where the text is too broken; it is called at most once.
    `unread` are the paths of what in it could not be read.
    """

    path: str
    load: Callable[[], Message | None]
    unread: frozenset[Path] = frozenset()

    @cached_property
    def message(self) -> Message | None:
        return self.load()

    @property
    def module(self) -> str:
        """The folder that holds the file."""
        return self.path.rpartition("/")[0]

    @property
    def file_name(self) -> str:
        return self.path.rpartition("/")[2]


@dataclass(frozen=True, eq=False, kw_only=True)
class Trees:
    """Both sides of a comparison: files that changed, went or came, and the rest by path.

    A file that changed stands in `before` and in `after` under one path. `unchanged` are files with
    the same bytes on both sides.
    """

    before: tuple[Side, ...]
    after: tuple[Side, ...]
    unchanged: tuple[Side, ...] = ()
    settings: EvolutionSettings = DEFAULT_SETTINGS
    role: Role = "released"

    def partner(self, message: Message, path: str, *, before: bool) -> Message | None:
        """The other half of a request or response in one of the trees."""
        kind = _OTHER_HALF.get(message.type)
        if kind is None:
            return None
        files = self._before if before else self._after
        named = files.get(partner_path(path, message.type))
        if named is not None and _is_half(named.message, kind, message.api_key):
            return named.message
        folder = path.rpartition("/")[0]
        return next(
            (
                one.message
                for one in files.values()
                if one.module == folder and _is_half(one.message, kind, message.api_key)
            ),
            None,
        )

    def moved_from(self, path: str, message: Message) -> Message | None:
        """The message of the baseline that had this api key in this folder and has another now."""
        folder = path.rpartition("/")[0]
        for one in self.before:
            old = one.message
            if old is None or one.module != folder or one.path == path:
                continue
            if old.type is message.type and old.api_key == message.api_key:
                new = self._after.get(one.path)
                now = new.message if new is not None else None
                return old if now is not None and now.api_key != old.api_key else None
        return None

    @cached_property
    def _before(self) -> Mapping[str, Side]:
        return {one.path: one for one in (*self.before, *self.unchanged)}

    @cached_property
    def _after(self) -> Mapping[str, Side]:
        return {one.path: one for one in (*self.after, *self.unchanged)}


@dataclass(frozen=True, eq=False)
class MessagePair:
    """A message on both sides, or on one: what rules on whole messages look at.

    `path` is where it stands, or stood, in the checked tree. Where a coordinator key
    got a number of its own (see `coordinator`), `before` is the baseline as version 0, and `unplaced`
    the versions that have no successor.
    """

    before: Message | None
    after: Message | None
    path: str
    before_path: str
    trees: Trees
    unplaced: Versions = ()

    @property
    def settings(self) -> EvolutionSettings:
        return self.trees.settings

    @property
    def role(self) -> Role:
        return self.trees.role

    @property
    def name(self) -> str:
        """The message's name, the new one if it was renamed."""
        one = self.after or self.before
        return one.name if one is not None else ""

    @cached_property
    def released(self) -> VersionRange:
        """The versions that peers of the baseline rely on."""
        if self.before is None:
            return VersionRange.NONE
        return released_versions(self.before, self.settings, lambda: self.partner_before)

    @cached_property
    def shared(self) -> VersionRange:
        """The released versions that are still valid: where nothing may differ."""
        if self.after is None:
            return VersionRange.NONE
        return self.released & self.after.valid_versions

    @cached_property
    def unstable(self) -> int | None:
        """The version that the baseline marks as unstable."""
        if self.before is None:
            return None
        return unstable_version(self.before, lambda: self.partner_before)

    @cached_property
    def new_versions(self) -> VersionRange:
        """Versions above all that the baseline has."""
        if self.before is None or self.after is None or not self.before.valid_versions:
            return VersionRange.NONE
        above = VersionRange(self.before.valid_versions.high + 1, self.after.valid_versions.high)
        return above & self.after.valid_versions

    @property
    def former_owner(self) -> Message | None:
        """Another message that the baseline has under the api key of this one, and has released."""
        after = self.after
        if after is None or after.api_key is None:
            return None
        if self.before is not None and self.before.api_key == after.api_key:
            return None
        return self.trees.moved_from(self.path, after)

    @cached_property
    def partner_before(self) -> Message | None:
        """The other half of a request or response in the baseline."""
        if self.before is None:
            return None
        return self.trees.partner(self.before, self.before_path, before=True)

    @cached_property
    def partner_after(self) -> Message | None:
        """The other half of a request or response in the checked tree."""
        if self.after is None:
            return None
        return self.trees.partner(self.after, self.path, before=False)


def pair_trees(trees: Trees) -> tuple[MessagePair, ...]:
    """Every message of `before` and `after`, once, in path order.

    By path, else in the same module by type and api key, else by name, else, for messages without
    a key, by equal layouts; a message that moved to another module last: by name, file name, api
    key, layouts. A file that cannot be read takes its path and is otherwise left out.
    """
    pairs: list[MessagePair] = []
    old = {one.path: one for one in trees.before}
    new = {one.path: one for one in trees.after}
    for path in old.keys() & new.keys():
        one, other = old.pop(path), new.pop(path)
        if one.message is not None and other.message is not None:
            pairs.append(_pair(trees, one, other))
    gone = [one for one in old.values() if one.message is not None]
    come = [one for one in new.values() if one.message is not None]
    for key in (_module_key, _module_name, _name, _file_name, _key):
        if gone and come:
            pairs += _take(trees, gone, come, key)
        if key is _module_name:
            pairs += _take_equal(trees, gone, come, moved=False)
    pairs += _take_equal(trees, gone, come, moved=True)
    pairs += (_pair(trees, one, None) for one in gone)
    pairs += (_pair(trees, None, one) for one in come)
    return tuple(sorted(pairs, key=lambda pair: pair.path))


def partner_path(path: str, kind: MessageType) -> str:
    """What the file of the other half is called by custom; the path itself where no custom holds."""
    folder, _, name = path.rpartition("/")
    for own, other in (_HALVES[kind], tuple(one.lower() for one in _HALVES[kind])):
        at = name.rfind(own)
        if at >= 0:
            name = name[:at] + other + name[at + len(own) :]
            break
    return f"{folder}/{name}" if folder else name


_Key: TypeAlias = Callable[[Side, Message], Hashable | None]


def _module_key(side: Side, message: Message) -> Hashable | None:
    return None if message.api_key is None else (side.module, message.type, message.api_key)


def _module_name(side: Side, message: Message) -> Hashable | None:
    return (side.module, message.name) if message.name else None


def _name(_side: Side, message: Message) -> Hashable | None:
    return (message.type, message.name) if message.name else None


def _file_name(side: Side, message: Message) -> Hashable | None:
    return (message.type, side.file_name)


def _key(_side: Side, message: Message) -> Hashable | None:
    # Records of different logs count their keys apart, so only RPCs are found again by them.
    return (message.type, message.api_key) if message.type in _OTHER_HALF else None


def _take(trees: Trees, gone: list[Side], come: list[Side], key: _Key) -> list[MessagePair]:
    """Pair what has one key on both sides, in path order, and take it off the lists."""
    waiting: dict[Hashable, list[Side]] = {}
    for one in come:
        if one.message is not None and (value := key(one, one.message)) is not None:
            waiting.setdefault(value, []).append(one)
    pairs = []
    for one in tuple(gone):
        value = key(one, one.message) if one.message is not None else None
        found = waiting.get(value) if value is not None else None
        if found:
            other = found.pop(0)
            pairs.append(_pair(trees, one, other))
            gone.remove(one)
            come.remove(other)
    return pairs


def _take_equal(
    trees: Trees, gone: list[Side], come: list[Side], *, moved: bool
) -> list[MessagePair]:
    pairs = []
    for one in tuple(gone):
        for other in come:
            if (moved or one.module == other.module) and _is_same(one.message, other.message):
                pairs.append(_pair(trees, one, other))
                gone.remove(one)
                come.remove(other)
                break
    return pairs


def _is_same(before: Message | None, after: Message | None) -> bool:
    """Whether two messages without a key say the same bytes at every shared version."""
    if before is None or after is None or before.type is not after.type:
        return False
    if before.api_key is not None or after.api_key is not None:
        return False
    shared = before.valid_versions & after.valid_versions
    if not shared:
        return False
    left = [(one.versions & shared, one.layout) for one in layouts(before)]
    right = [(one.versions & shared, one.layout) for one in layouts(after)]
    same = [one for one in left if one[0]] == [one for one in right if one[0]]
    return same and any(layout.slots for versions, layout in left if versions)


def _pair(trees: Trees, old: Side | None, new: Side | None) -> MessagePair:
    one = new or old
    assert one is not None
    before = old.message if old is not None else None
    after = new.message if new is not None else None
    unplaced: Versions = ()
    if before is not None and after is not None:
        key = as_coordinator_key(before, after)
        if key is not None:
            unplaced = _unplaced(trees, one.module, before)
            before = key
        if new is not None:
            after = as_released(before, after, new.unread)
    return MessagePair(
        before=before,
        after=after,
        path=one.path,
        before_path=old.path if old is not None else one.path,
        trees=trees,
        unplaced=unplaced,
    )


def _unplaced(trees: Trees, module: str, before: Message) -> Versions:
    """The versions of an old coordinator key that are no message's api key now."""
    taken = {
        one.message.api_key
        for one in trees.after
        if one.module == module
        and one.message is not None
        and one.message.type is MessageType.COORDINATOR_KEY
    }
    left = (one for one in before.valid_versions if one not in taken)
    return joined(VersionRange(one, one) for one in left)


def _is_half(message: Message | None, kind: MessageType, api_key: int | None) -> bool:
    return (
        message is not None
        and message.type is kind
        and message.api_key == api_key
        and api_key is not None
    )
