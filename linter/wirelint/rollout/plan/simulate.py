"""Playing a rolling upgrade, phase by phase."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from wirelint.gates.model import LadderKind, Outcome
from wirelint.lazy_dataclass import replace
from wirelint.rollout.nodes import Node
from wirelint.rollout.plan.cluster import Cluster, is_configured
from wirelint.rollout.plan.costs import costs_of
from wirelint.rollout.plan.finalizing import refusals
from wirelint.rollout.plan.instructions import commands_of, text_of, title_of
from wirelint.rollout.plan.invariants import (
    check_agreement,
    check_bootstrap,
    check_clients,
    check_connections,
    check_readers,
    check_registration,
    client_path,
)
from wirelint.rollout.plan.model import (
    Invariant,
    Journey,
    Moment,
    Phase,
    Plan,
    PlanFinding,
    State,
    Weight,
)
from wirelint.rollout.plan.retreat import retreat_from
from wirelint.rollout.plan.steps import Doing, Step, default_order
from wirelint.rollout.plan.task import Task
from wirelint.rollout.releases import Release
from wirelint.rollout.views import common_levels


def make_plan(task: Task, order: Sequence[Step] | None = None) -> Plan:
    """Play the task through, in the order given or the one that is safe.

    Where a given order breaks something that the safe one does not, the plan names the safe one.
    """
    start, goal = task.start, task.goal
    gates = task.target.view.gates
    safe = default_order(gates, start, goal, same_binaries=task.source is task.target)
    steps = tuple(order) if order is not None else safe
    phases = tuple(_Player(task, start).play(steps))
    journeys = tuple(
        Journey(
            feature=name,
            start=start.get(name, 0),
            goal=level,
            start_label=task.target.view.label(name, start.get(name, 0)),
            goal_label=task.target.view.label(name, level),
            common=common_levels((task.source.view, task.target.view), name),
        )
        for name, level in {
            **goal,
            **{k: v for step in steps for k, v in step.levels.items()},
        }.items()
    )
    plan = Plan(
        source=task.source,
        target=task.target,
        journeys=journeys,
        phases=phases,
        clients=_clients(task),
        foreign=task.foreign,
        notes=(*task.notes, *_notes(task, start, goal)),
    )
    if order is not None and not plan.is_safe and steps != safe and make_plan(task).is_safe:
        plan = replace(plan, better_order=",".join(map(str, safe)))
    return plan


def unused_rungs(release: Release, levels: Mapping[str, int]) -> list[str]:
    """The versions that the release's newest level would choose, and today's level does not."""
    unused: list[str] = []
    for site in release.view.gates.ladders:
        if site.kind is not LadderKind.RPC or site.ladder.feature is None:
            continue
        feature = site.ladder.feature.value
        newest = release.view.production(feature)
        now = release.view.value(site.ladder, levels.get(feature, release.view.absent(feature)))
        then: Outcome = release.view.value(site.ladder, newest)
        if isinstance(then, int) and then != now:
            unused.append(f"{site.name} {then}")
    return unused


def _clients(task: Task) -> tuple[Release, ...]:
    if task.clients is not None:
        return task.clients
    return (task.source,) if task.source is task.target else (task.source, task.target)


def _notes(task: Task, start: Mapping[str, int], goal: Mapping[str, int]) -> Iterable[str]:
    view = task.target.view
    for name in view.features:
        feature = view.feature(name)
        if feature is None:
            continue
        for one in feature.retired:
            yield (
                f"{name} {one.low} to {one.high} are retired: a cluster that is still there must go"
                f" to {view.supports(name).low} or above before the binaries are rolled"
            )
        if name not in goal and start.get(name, 0) < view.supports(name).high:
            yield (
                f"{name} stays at {view.label(name, start.get(name, 0))};"
                f" --finalized {name}={view.supports(name).high} plans it too"
            )


class _Player:
    """Plays steps one after the other; keeps the cluster between them."""

    def __init__(self, task: Task, start: Mapping[str, int]) -> None:
        self.task = task
        gates = task.target.view.gates
        configured = {name for name in start if is_configured(gates.feature(name))}
        clients = _clients(task)
        self.blind = client_path(Node(release=task.target)).is_blind
        self.late = clients[1:] if self._waits(clients) else ()
        self.cluster = Cluster(
            release=task.source,
            settings={name: level for name, level in start.items() if name in configured},
            finalized={name: level for name, level in start.items() if name not in configured},
            clients=tuple(one for one in clients if one not in self.late),
            foreign=task.foreign,
        )
        self.known: set[PlanFinding] = set()

    def _waits(self, clients: Sequence[Release]) -> bool:
        """Whether new clients come only with their own step: who does not ask must not be early."""
        return self.blind and self.task.clients is None and len(clients) > 1

    def play(self, steps: Sequence[Step]) -> Iterable[Phase]:
        foreign_joins = any(step.does(Doing.FOREIGN) for step in steps)
        if foreign_joins:
            self.cluster = replace(self.cluster, foreign=())
        for index, step in enumerate(steps):
            yield self._phase(step, is_last=index == len(steps) - 1)

    def _phase(self, step: Step, *, is_last: bool) -> Phase:
        before = self.cluster
        rolls = step.does(Doing.BINARIES) or any(name in before.settings for name in step.levels)
        rolled = self._rolled(before, step)
        set_now = {
            name: level for name, level in step.levels.items() if name not in before.settings
        }
        present = [before, rolled] if rolls else [rolled]
        refused = list(self._refusals(set_now, present, rolled))
        after = rolled if refused else rolled.with_levels(set_now)
        states = [self._state(Moment.BEFORE, [before.node()], before)]
        if rolls:
            states.append(self._state(Moment.MIXED, _mixed(before, rolled), rolled))
        if set_now and not refused:
            states.append(self._state(Moment.LAGGING, _lagging(rolled, after, set_now), after))
        states.append(self._state(Moment.AFTER, [after.node()], after))
        self.cluster = after
        findings = [*refused, *self._unused(after, is_last=is_last)]
        if before.release is not after.release:
            findings[:0] = _closed_meanwhile(before.release, after.release, self.task.goal)
        findings = self._new(findings)
        return Phase(
            step=step,
            title=title_of(step, before, rolled),
            text=text_of(step, before, rolled, self.task),
            commands=tuple(commands_of(step, before, after, self.task)),
            states=tuple(states),
            findings=tuple(findings),
            costs=tuple(costs_of(after.node(), _clients(self.task), client_path(after.node()))),
            retreat=retreat_from(step, before, after, self.task.source),
            is_refused=bool(refused) and not rolls,
        )

    def _rolled(self, before: Cluster, step: Step) -> Cluster:
        """The cluster after nodes and clients have moved; levels of the cluster are set later."""
        after = before
        if step.does(Doing.BINARIES):
            after = replace(after, release=self.task.target)
        if step.does(Doing.CLIENTS):
            after = replace(after, clients=(*after.clients, *self.late))
        if step.does(Doing.FOREIGN):
            after = replace(after, foreign=self.task.foreign)
        configured = {n: level for n, level in step.levels.items() if n in before.settings}
        return after.with_levels(configured) if configured else after

    def _refusals(
        self, levels: Mapping[str, int], present: Sequence[Cluster], cluster: Cluster
    ) -> Iterable[PlanFinding]:
        proposed = {**cluster.levels, **levels}
        nodes = list({id(one.release): one.node() for one in present}.values())
        for name, level in levels.items():
            yield from refusals(
                name,
                level,
                nodes=nodes,
                foreign=cluster.foreign,
                levels=cluster.levels,
                proposed=proposed,
            )

    def _state(self, moment: Moment, nodes: Sequence[Node], cluster: Cluster) -> State:
        lagging = moment is Moment.LAGGING
        spoken, findings = check_connections(nodes, lagging=lagging)
        clients = cluster.client_nodes()
        findings += check_clients(clients, nodes)
        findings += check_bootstrap(nodes)
        findings += check_agreement(nodes)
        findings += check_registration(nodes, cluster.foreign)
        findings += check_readers(nodes)
        if lagging:
            findings += _transient(nodes)
        return State(
            moment=moment,
            nodes=tuple(nodes),
            clients=clients,
            foreign=cluster.foreign,
            spoken=tuple(spoken),
            findings=tuple(dict.fromkeys(findings)),
        )

    def _new(self, findings: Iterable[PlanFinding]) -> list[PlanFinding]:
        """What was not said yet."""
        new = [one for one in dict.fromkeys(findings) if one not in self.known]
        self.known.update(new)
        return new

    def _unused(self, after: Cluster, *, is_last: bool) -> Iterable[PlanFinding]:
        unused = unused_rungs(after.release, after.levels)
        if unused and (is_last or after.release is not self.task.source):
            count = f"{len(unused)} rung{'s' if len(unused) > 1 else ''} unused: "
            yield PlanFinding(
                invariant=Invariant.FINALIZING,
                weight=Weight.NOTE,
                message=count + ", ".join(unused),
                consequence="the level is not finalized, so the new versions stay off"
                if is_last
                else "the new versions stay off until the level is finalized",
            )


def _closed_meanwhile(
    before: Release, after: Release, goal: Mapping[str, int]
) -> Iterable[PlanFinding]:
    """What is refused as long as one old node is there."""
    closed = []
    for name in after.view.features:
        feature = after.view.feature(name)
        common = common_levels((before.view, after.view), name)
        if not is_configured(feature) and common and common.high < goal.get(name, 0):
            closed.append(f"{name} above {common.high}")
    if closed:
        yield PlanFinding(
            invariant=Invariant.FINALIZING,
            weight=Weight.NOTE,
            message=f"until the last node is rolled, {', '.join(closed)} "
            f"{'are' if len(closed) > 1 else 'is'} refused",
        )


def _mixed(before: Cluster, after: Cluster) -> list[Node]:
    if before.release is not after.release:
        return [before.node(), after.node()]
    return [before.node(_with_settings(before, after)), after.node(_with_settings(after, before))]


def _with_settings(cluster: Cluster, other: Cluster) -> str:
    """Name the nodes of a cluster by what sets them apart from the other one."""
    view = cluster.release.view
    apart = [
        f"{name} {view.label(name, level)}"
        for name, level in cluster.settings.items()
        if other.settings.get(name) != level
    ]
    return f"{cluster.release.name} at {', '.join(apart)}" if apart else cluster.release.name


def _lagging(before: Cluster, after: Cluster, levels: Mapping[str, int]) -> list[Node]:
    view = after.release.view
    old = ", ".join(f"{n} {view.label(n, before.levels.get(n, 0))}" for n in levels)
    new = ", ".join(f"{n} {view.label(n, level)}" for n, level in levels.items())
    name = after.release.name
    return [after.node(f"{name} that sees {new}"), before.node(f"{name} that still sees {old}")]


def _transient(nodes: Sequence[Node]) -> Iterable[PlanFinding]:
    """Honour gates of brokers that see the level late: they refuse for a moment."""
    late = nodes[-1]
    gates = late.release.view.gates
    for honour in (one for table in gates.tables for one in table.honours):
        needed = gates.resolve(honour.feature, honour.level)
        name = honour.feature.value
        if needed is not None and late.level(name) < needed <= nodes[0].level(name):
            rpcs = ", ".join(one.value for one in honour.rpcs)
            yield PlanFinding(
                invariant=Invariant.LAGGING_VIEWS,
                weight=Weight.TRANSIENT,
                message=f"brokers that do not see {name} {needed} yet refuse {rpcs}",
                consequence="for a moment; clients try again",
                place=honour.origin,
            )
