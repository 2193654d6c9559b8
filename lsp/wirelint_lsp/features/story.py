"""The versions of a message: what each added, whether it is released, what turns it on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from wirelint.evolution.released import released_versions
from wirelint.evolution.settings import DEFAULT_SETTINGS
from wirelint.project.gated import GatedLadder, GatedTree, Pin
from wirelint.schema.model import Message, MessageType
from wirelint.text import inert, inert_markdown
from wirelint.versions import VersionRange
from wirelint.wire.show import show
from wirelint_lsp.file import File


@dataclass(frozen=True, slots=True)
class Gate:
    """A level of a feature from which on a version is chosen, and where."""

    where: str  # "path `replica`", "record"
    feature: str
    level: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Stretch:
    """Versions that look alike; `changes` are against the version before."""

    versions: VersionRange
    flexible: bool
    header: int | None
    changes: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Story:
    message: Message
    stretches: tuple[Stretch, ...]
    released: VersionRange | None  # None without a baseline
    baseline: str | None
    unstable: int | None
    gates: Mapping[int, tuple[Gate, ...]]
    pins: tuple[str, ...]

    def is_new(self, version: int) -> bool:
        return self.released is not None and version not in self.released

    @property
    def new_versions(self) -> tuple[VersionRange, ...]:
        """Versions that the baseline has not, or not as stable."""
        if self.released is None:
            return ()
        return self.message.valid_versions - self.released


def story(file: File) -> Story | None:
    """The versions of the file's message; None where there is none."""
    message = file.message
    if message is None or not message.valid_versions:
        return None
    data = show(message)
    changes = {one.version: one.changes for one in data.steps}
    before, name = released_message(file)
    gates, pins = gates_of(file, message)
    return Story(
        message=message,
        stretches=tuple(
            Stretch(
                versions=one.versions,
                flexible=one.flexible,
                header=one.header,
                changes=changes.get(one.versions.low, ()),
            )
            for one in data.columns
        ),
        released=None
        if name is None
        else VersionRange.NONE
        if before is None
        else released_versions(before, DEFAULT_SETTINGS, lambda: _request(file, before)),
        baseline=name,
        unstable=unstable(file, message),
        gates=gates,
        pins=pins,
    )


def released_message(file: File) -> tuple[Message | None, str | None]:
    """The message in the first baseline, and the baseline's name; no name without a baseline."""
    baselines = file.session.baselines
    if not baselines:
        return None, None
    kept = baselines[0].schemas.get(file.path)
    return (None if kept is None else kept.message), baselines[0].name


def unstable(file: File, message: Message) -> int | None:
    """The version that is marked as unstable, on the message or on its request."""
    marked: Message | None = message
    if message.type is MessageType.RESPONSE:
        marked = file.session.project.partner(message)
    if marked is not None and marked.latest_version_unstable and marked.valid_versions:
        return marked.valid_versions.high
    return None


def gates_of(file: File, message: Message) -> tuple[dict[int, tuple[Gate, ...]], tuple[str, ...]]:
    """The levels that turn the versions of a message on, and the constants that pin one."""
    found: dict[int, list[Gate]] = {}
    view = file.gates
    if view is None:
        return {}, ()
    tree = GatedTree(view)
    for ladder in tree.ladders:
        if not _chooses(ladder, message):
            continue
        for version, levels in ladder.given.items():
            row = ladder.row(levels[0])
            label = str(levels[0]) if row is None else row.label
            found.setdefault(version, []).append(Gate(_where(ladder), ladder.feature.name, label))
    pins = tuple(_pinned(pin) for pin in tree.pins if _is_of(pin.schema, message))
    return {version: tuple(gates) for version, gates in found.items()}, pins


def gate_from(story_gates: Mapping[int, tuple[Gate, ...]], version: int) -> tuple[Gate, ...]:
    """What turns a version on: the gates of the lowest chosen version that is not below it."""
    for chosen in sorted(story_gates):
        if chosen >= version:
            return story_gates[chosen]
    return ()


def _chooses(ladder: GatedLadder, message: Message) -> bool:
    return any(one is not None and _is_of(one, message) for one in (ladder.schema, ladder.response))


def _is_of(one: Message, message: Message) -> bool:
    if one is message:
        return True
    request = {MessageType.REQUEST, MessageType.RESPONSE}
    return (
        {one.type, message.type} == request
        and one.api_key == message.api_key
        and one.api_key is not None
        and one.origin.source.path.rpartition("/")[0]
        == message.origin.source.path.rpartition("/")[0]
    )


def _where(ladder: GatedLadder) -> str:
    path = ladder.use.site.path
    if path is not None:
        return f"path {code(path.name)}"
    format = ladder.use.site.format
    return f"written to {code(format.name)}" if format is not None else "private"


def _pinned(pin: Pin) -> str:
    where = f" on path {code(pin.path.name)}" if pin.path is not None else ""
    return f"{pin.kind.value} {pin.version}{where}"


def _request(file: File, response: Message) -> Message | None:
    """The baseline's request of a response."""
    from wirelint.evolution.pairing import partner_path  # noqa: PLC0415 - only with a baseline

    path = partner_path(file.path, response.type)
    kept = file.session.baselines[0].schemas.get(path)
    return None if kept is None else kept.message


def as_markdown(one: Story) -> Iterator[str]:
    """The table of a story, newest version first."""
    message = one.message
    facts = [f"{message.type.value}"]
    if message.api_key is not None:
        facts.append(f"api key {message.api_key}")
    flexible = message.flexible & message.valid_versions
    facts.append(f"flexible from {flexible.low}" if flexible else "never flexible")
    yield f"**{escape(message.name)}** {message.valid_versions}: {', '.join(facts)}"
    if one.baseline is not None:
        new = ", ".join(map(str, one.new_versions))
        yield f"Baseline {code(one.baseline)}: " + (
            f"{new} not released" if new else "all released"
        )
    if one.pins:
        yield "Sent: " + "; ".join(one.pins)
    yield ""
    yield "| version | since the one before | state | header | gate |"
    yield "| --- | --- | --- | --- | --- |"
    for stretch in reversed(one.stretches):
        versions = stretch.versions
        yield (
            f"| {versions} | {_changes(stretch)} | {_state(one, versions)} "
            f"| {'' if stretch.header is None else stretch.header} | {_gate(one, versions)} |"
        )


def _changes(stretch: Stretch) -> str:
    words = [escape(one) for one in stretch.changes[:6]]
    if len(stretch.changes) > 6:
        words.append(f"and {len(stretch.changes) - 6} more")
    return "<br>".join(words) or ("same bytes as before" if stretch.versions.low else "")


def _state(one: Story, versions: VersionRange) -> str:
    words = []
    if one.released is not None:
        shared = versions & one.released
        words.append(
            "released"
            if shared == versions
            else "not released"
            if not shared
            else f"{shared} released"
        )
    if one.unstable is not None and one.unstable in versions:
        words.append("unstable" if len(versions) == 1 else f"{one.unstable} unstable")
    deprecated = versions & one.message.deprecated_versions
    if deprecated:
        words.append("deprecated" if deprecated == versions else f"{deprecated} deprecated")
    return ", ".join(words)


def _gate(one: Story, versions: VersionRange) -> str:
    said = [
        f"{code(gate.feature)} {escape(gate.level)} ({gate.where})"
        for version in sorted(one.gates)
        if version in versions
        for gate in one.gates[version]
    ]
    return in_cell("<br>".join(said))


def in_cell(markdown: str) -> str:
    """Markdown that stands in a cell of a table: a bar ends the cell even within code."""
    return markdown.replace("\\|", "|").replace("|", "\\|")


def escape(text: str) -> str:
    """A stranger's text in Markdown: no HTML, no links that are run."""
    return inert_markdown(text.replace("\n", " ").replace("\r", " "))


def code(text: str) -> str:
    """A stranger's name as code."""
    return "`" + inert(text).replace("`", "'") + "`"
