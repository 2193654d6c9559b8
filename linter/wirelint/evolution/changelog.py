# What a release manager wants to know of a change, in the order of what must be done about it. Built
# from the same pairs and changes as the findings; whether something is allowed is not asked here.
"""The changelog of a protocol between two trees."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum
from typing import Final

from wirelint.evolution.changelog_texts import change_text, new_version_text, plain
from wirelint.evolution.changes import Change
from wirelint.evolution.differences import Differences, compare
from wirelint.evolution.news import NewField, new_fields
from wirelint.evolution.pairing import MessagePair, Trees, pair_trees
from wirelint.evolution.released import unstable_version
from wirelint.evolution.settings import listed
from wirelint.evolution.values import value_changes
from wirelint.evolution.versions import Versions, joined, spelled
from wirelint.lazy_dataclass import dataclass
from wirelint.schema.model import Message, MessageType
from wirelint.versions import VersionRange
from wirelint.wire.layout import layout_at


class Effect(Enum):
    """What a change asks of those who run the protocol."""

    BREAKING = "breaking"  # peers or data of the old release no longer work
    ROLLOUT = "rollout"  # works in the right order, or when someone acts
    SAFE = "safe"


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One change. `subject` is what it is about: an API, a record, a feature.

    `text` is one line without a full stop, names of the schema in backticks. `many` is the text for
    several subjects of which the same is to be said. `paths` are the files, `versions` the message
    versions concerned.
    """

    effect: Effect
    kind: str
    subject: str
    text: str
    many: str | None = None
    messages: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()
    versions: Versions = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Changelog:
    """All changes from one state to another, by effect and subject."""

    before: str
    after: str
    entries: tuple[Entry, ...]

    def of(self, effect: Effect) -> tuple[Entry, ...]:
        return tuple(one for one in self.entries if one.effect is effect)


@dataclass(frozen=True, slots=True)
class Line:
    """Entries as they are told: one, or many of which the same is to be said."""

    subject: str
    text: str
    entries: tuple[Entry, ...]


_RPC: Final = (MessageType.REQUEST, MessageType.RESPONSE)
# Said of one half, and true of the API.
_OF_THE_API: Final = frozenset(("version-stable", "listener-removed", "listener-added"))
_FEW: Final = 3  # as many subjects are told one by one


def changelog(trees: Trees, before: str, after: str, others: Iterable[Entry] = ()) -> Changelog:
    """What changed between two trees. `others` are entries about gates and the like."""
    entries = [*others]
    for pairs in _by_subject(pair_trees(trees)).values():
        found = [entry for pair in pairs for entry in _entries(pair)]
        entries += _both_halves(found)
        entries += _new_versions(pairs)
    order = list(Effect)
    entries.sort(key=lambda one: (order.index(one.effect), one.subject.lower(), one.subject))
    return Changelog(before=before, after=after, entries=tuple(entries))


def lines(entries: Iterable[Entry]) -> tuple[Line, ...]:
    """The entries of one effect, with those of one kind and one text for many told together."""
    groups: dict[tuple[str, str], list[Entry]] = {}
    for index, entry in enumerate(entries):
        key = (entry.kind, entry.many) if entry.many is not None else (str(index), "")
        groups.setdefault(key, []).append(entry)
    found: list[Line] = []
    for (_, many), group in groups.items():
        if len(group) > _FEW and many:
            names = ", ".join(f"`{one.subject}`" for one in group)
            found.append(Line(f"{len(group)} messages", f"{many}: {names}", tuple(group)))
        else:
            found += (Line(one.subject, one.text, (one,)) for one in group)
    return tuple(found)


# -- gathering ----------------------------------------------------------------------------------


def _by_subject(pairs: Iterable[MessagePair]) -> dict[tuple[str, str], list[MessagePair]]:
    found: dict[tuple[str, str], list[MessagePair]] = {}
    for pair in pairs:
        if pair.before != pair.after:
            found.setdefault((pair.path.rpartition("/")[0], _subject(pair)), []).append(pair)
    return found


def _subject(pair: MessagePair) -> str:
    """`Fetch` for both halves of an RPC, else the message's name."""
    one = pair.after or pair.before
    return "" if one is None else _stem(one)


def _stem(message: Message) -> str:
    name = plain(message.name)
    if message.type in _RPC:
        for half in ("Request", "Response"):
            if name.endswith(half) and name != half:
                return name.removesuffix(half)
    return name


def _half(message: Message) -> str:
    return f"the {message.type.value} " if message.type in _RPC else ""


def _both_halves(entries: list[Entry]) -> Iterator[Entry]:
    """What is said of both halves alike stands once."""
    waiting: dict[tuple[Effect, str, str], list[Entry]] = {}
    for one in entries:
        waiting.setdefault((one.effect, one.kind, one.text), []).append(one)
    for group in waiting.values():
        first = group[0]
        if len(group) == 1:
            half = first.messages[0]
            yield first if half == first.subject else _told(first, half)
        else:
            yield Entry(
                effect=first.effect,
                kind=first.kind,
                subject=first.subject,
                text=first.text,
                many=first.many,
                messages=tuple(name for one in group for name in one.messages),
                paths=tuple(path for one in group for path in one.paths),
                versions=joined(part for one in group for part in one.versions),
            )


def _told(entry: Entry, half: str) -> Entry:
    """The entry with the half of an RPC that it is about."""
    word = half.removeprefix(entry.subject).lower()
    by_half = word in {"request", "response"} and entry.kind not in _OF_THE_API
    text = f"{word}: {entry.text}" if by_half else entry.text
    return Entry(
        effect=entry.effect,
        kind=entry.kind,
        subject=entry.subject,
        text=text,
        many=entry.many,
        messages=entry.messages,
        paths=entry.paths,
        versions=entry.versions,
    )


# -- one message --------------------------------------------------------------------------------


def _entries(pair: MessagePair) -> Iterator[Entry]:
    before, after = pair.before, pair.after
    if before is None and after is not None:
        yield _come(pair, after)
    elif before is not None and after is None:
        yield _entry(
            pair,
            Effect.BREAKING if pair.released else Effect.SAFE,
            "message-removed",
            f"is gone ({spelled((before.valid_versions,))})"
            if before.valid_versions
            else "is gone; no version was valid",
            versions=(before.valid_versions,),
        )
    elif before is not None and after is not None:
        differences = compare(pair)
        yield from _identity(pair, before, after)
        yield from _versions(pair, before, after)
        yield from _head(pair, before, after)
        yield from _changes(pair, differences)


def _come(pair: MessagePair, after: Message) -> Entry:
    versions = spelled((after.valid_versions,))
    marked = unstable_version(after, lambda: pair.partner_after)
    unstable = ", unstable" if marked == after.valid_versions.high else ""
    if after.type in _RPC:
        return _entry(
            pair,
            Effect.SAFE,
            "api-added",
            f"new API, api key {after.api_key}, {versions}{unstable}",
            versions=(after.valid_versions,),
        )
    kind = after.type.value
    effect = Effect.SAFE if after.type is MessageType.DATA else Effect.ROLLOUT
    told = "" if effect is Effect.SAFE else "; old nodes cannot read "
    return _entry(
        pair,
        effect,
        "message-added",
        f"new {kind} message, {versions}{told and told + 'it'}",
        many=f"new messages{told and told + 'them'}",
        versions=(after.valid_versions,),
    )


def _identity(pair: MessagePair, before: Message, after: Message) -> Iterator[Entry]:
    if before.name != after.name:
        text = f"was called `{_stem(before)}`"
        yield _entry(pair, Effect.SAFE, "message-renamed", text)
    folder, old = pair.path.rpartition("/")[0], pair.before_path.rpartition("/")[0]
    if folder != old:
        yield _entry(pair, Effect.SAFE, "message-moved", f"moved from `{old}` to `{folder}`")
    if before.type is not after.type:
        declared = before.type is MessageType.DATA and after.type not in _RPC
        yield _entry(
            pair,
            Effect.SAFE if declared else Effect.BREAKING,
            "type-changed",
            f"is of type {after.type.value}, was {before.type.value}",
            many=f"of type {after.type.value} now, {before.type.value} before; no byte changes",
        )
    elif before.api_key != after.api_key and before.api_key is not None:
        yield _entry(
            pair,
            Effect.BREAKING,
            "api-key-changed",
            f"has api key {after.api_key}, had {before.api_key}",
        )


def _versions(pair: MessagePair, before: Message, after: Message) -> Iterator[Entry]:
    gone = joined((*(pair.released - after.valid_versions), *pair.unplaced))
    if gone:
        left = spelled((after.valid_versions,)) if after.valid_versions else "none"
        yield _entry(
            pair,
            Effect.BREAKING,
            "version-removed",
            f"{spelled(gone)} {'are' if len(gone) > 1 or len(gone[0]) > 1 else 'is'} gone, "
            f"left: {left}",
            versions=gone,
        )
    low = VersionRange(after.valid_versions.low, before.valid_versions.low - 1)
    if low and after.valid_versions and before.valid_versions:
        text = (
            f"{spelled((low,))} is valid again"
            if len(low) == 1
            else f"{spelled((low,))} are valid again"
        )
        yield _entry(pair, Effect.SAFE, "version-returned", text, versions=(low,))
    unstable = pair.unstable
    if unstable is None:
        return
    one = VersionRange(unstable, unstable)
    if unstable not in after.valid_versions:
        text = f"version {unstable}, which was unstable, is gone"
        yield _entry(pair, Effect.SAFE, "version-removed", text, versions=(one,))
    elif before.type is MessageType.REQUEST:
        still = after.latest_version_unstable and after.valid_versions.high == unstable
        if not still:
            text = f"version {unstable} is stable now; nodes of the old release serve it only when told to"
            yield _entry(pair, Effect.ROLLOUT, "version-stable", text, versions=(one,))


def _head(pair: MessagePair, before: Message, after: Message) -> Iterator[Entry]:
    deprecated = after.deprecated_versions & after.valid_versions
    if deprecated and deprecated != before.deprecated_versions & after.valid_versions:
        text = f"{spelled((deprecated,))} deprecated"
        yield _entry(pair, Effect.SAFE, "version-deprecated", text, versions=(deprecated,))
    if not after.valid_versions:
        return
    for one in before.listeners:
        if one not in after.listeners:
            text = f"no longer served on listener {one}"
            yield _entry(pair, Effect.ROLLOUT, "listener-removed", text, many=text)
    for one in after.listeners:
        if one not in before.listeners:
            text = f"also served on listener {one}"
            yield _entry(pair, Effect.SAFE, "listener-added", text, many=text)


def _changes(pair: MessagePair, differences: Differences) -> Iterator[Entry]:
    changes: Iterable[Change] = (*differences.changes, *value_changes(pair, differences))
    for change in changes:
        told = change_text(change)
        if told is not None:
            kind, effect, text = told
            yield _entry(pair, Effect(effect), kind, text, versions=change.versions)


def _entry(
    pair: MessagePair,
    effect: Effect,
    kind: str,
    text: str,
    *,
    many: str | None = None,
    versions: Versions = (),
) -> Entry:
    return Entry(
        effect=effect,
        kind=kind,
        subject=_subject(pair),
        text=text,
        many=many,
        messages=(plain(pair.name),),
        paths=(pair.path,),
        versions=versions,
    )


# -- new versions -------------------------------------------------------------------------------


def _new_versions(pairs: list[MessagePair]) -> Iterator[Entry]:
    """One entry for each version, with what both halves of an RPC bring."""
    news = [(pair, new_fields(pair, compare(pair))) for pair in pairs if pair.new_versions]
    fields = {id(pair): tuple(found) for pair, found in news}
    for version in sorted({one for pair, _ in news for one in pair.new_versions}):
        halves = [pair for pair, _ in news if version in pair.new_versions]
        after = [pair.after for pair in halves if pair.after is not None]
        told = [
            f"{_half(pair.after)}{text}"
            for pair in halves
            if pair.after is not None and (text := _brings(pair, version, fields[id(pair)]))
        ]
        unstable = any(
            one.latest_version_unstable and one.valid_versions.high == version for one in after
        )
        effect, note = _weight(halves[0], version)
        said = "; ".join(told) or "no byte changes"
        yield Entry(
            effect=effect,
            kind="version-added",
            subject=_subject(halves[0]),
            text=f"new version {version}{' (unstable)' if unstable else ''}: {said}{note}",
            messages=tuple(plain(one.name) for one in after),
            paths=tuple(pair.path for pair in halves),
            versions=(VersionRange(version, version),),
        )


def _brings(pair: MessagePair, version: int, fields: tuple[NewField, ...]) -> str:
    """What a version has that the one before it has not, "" when the bytes are the same."""
    before, after = pair.before, pair.after
    assert before is not None
    assert after is not None
    told = new_version_text(after, version, fields)
    old = layout_at(after, version - 1) or layout_at(before, version - 1)
    same = old is None or layout_at(after, version) is old
    return told or ("" if same else f"differs from version {version - 1}")


def _weight(pair: MessagePair, version: int) -> tuple[Effect, str]:
    after, settings = pair.after, pair.settings
    assert after is not None
    if listed(after.name, settings.frozen) is not None:
        return Effect.BREAKING, "; peers do not negotiate this message"
    if settings.is_gated(after, version):
        return Effect.ROLLOUT, "; a gate turns it on"
    if after.type not in _RPC:
        return Effect.ROLLOUT, "; old nodes cannot read it"
    return Effect.SAFE, ""
