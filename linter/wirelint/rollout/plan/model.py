"""What a plan says."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from wirelint.gates.model import NOWHERE
from wirelint.lazy_dataclass import dataclass, field
from wirelint.rollout.nodes import Node
from wirelint.rollout.plan.steps import Step
from wirelint.rollout.releases import Release
from wirelint.text import Place
from wirelint.versions import VersionRange


class Weight(Enum):
    """How much a finding matters."""

    BREAKS = "breaks"
    TRANSIENT = "transient"  # for as long as views differ
    NOTE = "note"


class Invariant(Enum):
    """What must hold in every state; the values are the names in the JSON."""

    CONNECTIONS = "I1"  # every request between nodes gets through
    LADDERS = "I2"  # the sender has a version at its level
    AGREEMENT = "I3"  # at one level all releases choose the same
    REGISTRATION = "I4"  # every node supports the levels, so that it may restart
    READERS = "I5"  # what is written can be read by every node
    COPIES = "I6"  # replicas copy bytes, nothing is converted on the way
    CLIENTS = "I7"  # every client keeps a version
    LAGGING_VIEWS = "I8"  # all is well while some nodes see a level and others not yet
    BOOTSTRAP = "I9"  # the way to the level needs no level
    RETREAT = "I10"  # one phase back is possible, or the point of no return is known
    FINALIZING = "finalize"  # a level is set only where every node supports it


MEANINGS: Mapping[Invariant, str] = {
    Invariant.CONNECTIONS: "every request between nodes gets through",
    Invariant.LADDERS: "a sender has a version at its level",
    Invariant.AGREEMENT: "all releases choose the same version at one level",
    Invariant.REGISTRATION: "every node supports the levels and may restart",
    Invariant.READERS: "what one node writes all others can read",
    Invariant.COPIES: "replicas hold the same bytes",
    Invariant.CLIENTS: "clients keep working",
    Invariant.LAGGING_VIEWS: "nodes that see a level late do no harm",
    Invariant.BOOTSTRAP: "a node that knows no level yet can reach the others",
    Invariant.RETREAT: "the way back is known",
    Invariant.FINALIZING: "a level is set only where every node supports it and what it needs is set",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanFinding:
    """One thing to know about a state or phase. `message` is a sentence for an operator."""

    invariant: Invariant
    weight: Weight
    message: str
    consequence: str = ""
    place: Place = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Spoken:
    """A version in use: who sends it to whom."""

    path: str
    rpc: str
    version: int
    sender: str
    receiver: str
    case: str = ""


class Handling(Enum):
    """What a broker does with a payload whose format is not the one on disk."""

    AS_IS = "as is"
    DOWN = "converted down"
    UP = "converted up"


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """What a client's reads or writes of a format cost a broker."""

    format: str
    client: str
    rpc: str
    version: int
    stored: int
    payload: int
    handling: Handling
    is_write: bool

    @property
    def text(self) -> str:
        if self.is_write:
            if self.handling is Handling.AS_IS:
                return "stored as it is, no recompression"
            return f"{self.handling.value} and recompressed"
        if self.handling is Handling.AS_IS:
            return "sent as it is (zero-copy)"
        return f"{self.handling.value}, no zero-copy"


class Moment(Enum):
    """Where in a phase a state is."""

    BEFORE = "before"
    MIXED = "mixed"  # some nodes are rolled
    LAGGING = "lagging"  # some nodes see the new level
    AFTER = "after"


@dataclass(frozen=True, kw_only=True)
class State:
    """A moment of a phase: who is there, what they speak, what is wrong."""

    moment: Moment
    nodes: tuple[Node, ...]
    clients: tuple[Node, ...]
    foreign: tuple[str, ...]
    spoken: tuple[Spoken, ...]
    findings: tuple[PlanFinding, ...]


@dataclass(frozen=True, kw_only=True)
class Retreat:
    """Whether a phase can be undone, how, and where it cannot be why and from which level on.

    `level` is the first level of the phase that cannot be lowered again. `note` is what the way
    back needs, or costs.
    """

    possible: bool
    how: str
    why: str = ""
    feature: str | None = None
    level: int | None = None
    label: str = ""
    commands: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Phase:
    """One thing that an operator does, and everything that is true meanwhile."""

    step: Step
    title: str
    text: str
    commands: tuple[str, ...]
    states: tuple[State, ...]
    findings: tuple[PlanFinding, ...]
    costs: tuple[Cost, ...]
    retreat: Retreat
    is_refused: bool = False

    @property
    def all_findings(self) -> tuple[PlanFinding, ...]:
        """Those of the phase and of its states, each once."""
        return tuple(
            dict.fromkeys((*self.findings, *(one for s in self.states for one in s.findings)))
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Journey:
    """One feature from today's level to the plan's, and the levels that both releases support."""

    feature: str
    start: int
    goal: int
    start_label: str
    goal_label: str
    common: VersionRange


@dataclass(frozen=True, kw_only=True)
class Plan:
    """A rolling upgrade from one release to another."""

    source: Release
    target: Release
    journeys: tuple[Journey, ...]
    phases: tuple[Phase, ...]
    clients: tuple[Release, ...]
    foreign: tuple[str, ...]
    notes: tuple[str, ...] = ()
    better_order: str | None = None

    @property
    def findings(self) -> tuple[PlanFinding, ...]:
        """Every finding once, in the order in which it first shows."""
        return tuple(dict.fromkeys(one for phase in self.phases for one in phase.all_findings))

    @property
    def breaks(self) -> tuple[PlanFinding, ...]:
        return tuple(one for one in self.findings if one.weight is Weight.BREAKS)

    @property
    def is_safe(self) -> bool:
        return not self.breaks

    @property
    def point_of_no_return(self) -> Phase | None:
        """The first phase that cannot be undone."""
        return next((one for one in self.phases if not one.retreat.possible), None)
