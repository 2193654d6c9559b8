"""Features, levels, RPCs and records in words."""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.gates.model import UNDEFINED, LadderKind, Level, rpc_name
from wirelint.project.gates import FeatureSite, GateView, LadderUse
from wirelint_lsp.features.mentions import Kind, Mention
from wirelint_lsp.features.story import code, escape
from wirelint_lsp.file import File


def describe(file: File, mention: Mention) -> str | None:
    """What a hover over a name says."""
    view = file.gates
    if view is None:
        return None
    match mention.kind:
        case Kind.FEATURE:
            site = view.feature(mention.key[1], file.table)
            return None if site is None else "\n".join(_feature(site))
        case Kind.LEVEL:
            site = view.feature(mention.key[1], file.table)
            if site is None or mention.level is None:
                return None
            return "\n".join(_level(site, mention.level, view))
        case Kind.RPC:
            return "\n".join(_rpc(file, view, mention.key[1]))
        case Kind.RECORD:
            return "\n".join(_uses(view, mention.key[1], LadderKind.RECORD))


def feature_page(view: GateView, name: str) -> str | None:
    """What there is to say of a feature; None where no table has it."""
    site = view.feature(name)
    return None if site is None else "\n".join(_feature(site, most=1000))


def ladder_words(use: LadderUse) -> str:
    """`13 from 7, 14 from 9, ...`: a ladder as a function of the level."""
    words: list[str] = []
    last: object = None
    for level, version in sorted(use.values.items()):
        if version != last:
            words.append(f"{'none' if version is UNDEFINED else version} from {_label(use, level)}")
            last = version
    return ", ".join(words)


def _label(use: LadderUse, level: int) -> str:
    row = use.feature.level(level) if use.feature is not None else None
    return str(level) if row is None or row.name is None else row.name


def level_facts(site: FeatureSite, row: Level) -> list[str]:
    """`production`, `unstable`, `retired`, when it came and what it promises."""
    feature = site.feature
    number = row.number
    facts: list[str] = []
    if number is not None:
        if row.is_unstable or not feature.is_advertised(number):
            production = feature.production
            facts.append(
                "not advertised in production"
                if production is not None and number > production
                else "below the supported range"
            )
        else:
            facts.append("advertised")
        if number == feature.production:
            facts.append("production level")
    if row.stamp is not None:
        facts.append(f"first in {escape(row.stamp.value)}")
    if row.is_metadata:
        facts.append("changes metadata records: no lossless way down")
    if row.is_barrier:
        facts.append("one-way")
    if row.is_empty:
        facts.append("changes no format, ever")
    facts += [f"needs {code(one.feature.value)} {escape(one.level.text)}" for one in row.needs]
    if row.default_from is not None:
        one = row.default_from
        facts.append(
            f"default of a new cluster from {code(one.feature.value)} {escape(one.level.text)}"
        )
    return facts


def _feature(site: FeatureSite, most: int = 12) -> Iterator[str]:
    feature = site.feature
    low, production, highest = feature.low, feature.production, feature.highest
    yield f"**{escape(feature.name)}** supports {low} to {production}" + (
        f", unstable to {highest}" if highest != production else ""
    )
    yield ""
    if feature.absent is not None:
        yield f"- reads as {escape(feature.absent.text)} where nothing is finalized"
    if feature.owner is not None:
        yield f"- owner {escape(feature.owner.value)}"
    for use in site.ladders:
        yield f"- {_use(use)}: {escape(ladder_words(use))}"
    yield ""
    yield "| level | name | what |"
    yield "| --- | --- | --- |"
    for row in reversed(feature.rows[-most:]):
        yield f"| {'' if row.number is None else row.number} | {escape(row.name or '')} | {escape(row.doc)} |"


def _level(site: FeatureSite, number: int, view: GateView) -> Iterator[str]:
    row = site.row(number)
    feature = site.feature
    if row is None:
        state = "retired" if feature.is_retired(number) else "no level of this table"
        yield f"**{escape(feature.name)} {number}**: {state}"
        return
    yield f"**{escape(feature.name)} {escape(row.label)}**"
    if row.doc:
        yield ""
        yield escape(row.doc)
    yield ""
    for fact in level_facts(site, row):
        yield f"- {fact}"
    for one in row.enables:
        yield f"- enables {escape(one.value)}"
    for use in view.ladders:
        if use.feature is not feature or number not in use.values:
            continue
        below = [level for level in use.values if level < number]
        before = use.values[max(below)] if below else None
        now = use.values[number]
        if now != before or not below:
            yield f"- {_use(use)} becomes {'none' if now is UNDEFINED else now}"


def _rpc(file: File, view: GateView, name: str) -> Iterator[str]:
    yield f"**{escape(name)}**"
    yield ""
    request = file.session.project.request(name)
    if request is not None:
        yield f"- schema: versions {request.valid_versions}" + (
            f", flexible from {request.flexible.low}" if request.flexible else ""
        )
    for table in view.tables:
        for path in table.paths:
            for entry in path.entries:
                if rpc_name(entry.rpc.value) != name:
                    continue
                chosen = entry.selection
                words = chosen.kind.value
                if chosen.version is not None:
                    words += f" {chosen.version.value}"
                if chosen.ladder is not None and chosen.ladder.feature is not None:
                    words += f" {code(chosen.ladder.feature.value)}"
                yield f"- path {code(path.name)}: {words}"
    yield from _uses(view, name, LadderKind.RPC, title=False)
    for honour in view.gates.honours_of(name):
        yield f"- honoured from {code(honour.feature.value)} {escape(honour.level.text)} on"
    listed = view.gates.advertised(name)
    if listed is not None:
        yield f"- advertised as {listed.versions.value}: {escape(listed.reason)}"


def _uses(view: GateView, name: str, kind: LadderKind, *, title: bool = True) -> Iterator[str]:
    if title:
        yield f"**{escape(name)}**"
        yield ""
    for use in view.ladders:
        own = rpc_name(use.name) if kind is LadderKind.RPC else use.name
        if use.site.kind is kind and own == name:
            yield f"- {_use(use)}: {escape(ladder_words(use))}"
    for record in view.gates.records_of(name) if kind is LadderKind.RECORD else ():
        if record.selection.version is not None:
            yield f"- {record.selection.kind.value} {record.selection.version.value}"


def _use(use: LadderUse) -> str:
    path = use.site.path
    where = f" on path {code(path.name)}" if path is not None else ""
    by = f" by {code(use.feature.name)}" if use.feature is not None else ""
    return f"{code(use.name)}{where}{by}"
