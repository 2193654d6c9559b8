"""What the tool tells people, as plain data."""

from __future__ import annotations

from enum import Enum, IntEnum

from wirelint.lazy_dataclass import dataclass
from wirelint.text import Place
from wirelint.versions import VersionRange


class Severity(IntEnum):
    """How much a finding matters; `OFF` only in settings."""

    OFF = 0
    INFO = 1  # worth knowing
    WARNING = 2  # probably wrong; a person must look
    ERROR = 3  # peers or data break, or the official generator rejects it

    @property
    def word(self) -> str:
        return self.name.lower()


class Category(Enum):
    """Groups of rules, in the order they run."""

    SYNTAX = "syntax"  # the text of one file
    SCHEMA = "schema"  # one schema
    REPOSITORY = "repository"  # the schemas of one tree together
    EVOLUTION = "evolution"  # against a baseline
    GATES = "gates"  # gate tables, alone and against a baseline
    GATED_SCHEMAS = "gated-schemas"  # gate tables with schemas
    ROLLOUT = "rollout"  # across releases
    RUN = "run"  # the run itself


@dataclass(frozen=True, slots=True)
class Edit:
    """Replace what is at a place. Places of one fix may lie in several files."""

    at: Place
    replacement: str


@dataclass(frozen=True, slots=True)
class Fix:
    """One likely repair. `title` is the advice; `safe` says that the schema keeps its meaning."""

    title: str
    edits: tuple[Edit, ...]
    safe: bool = False


@dataclass(frozen=True, slots=True)
class Related:
    at: Place
    message: str


@dataclass(frozen=True, slots=True)
class Finding:
    """What a rule or reader yields: no name, no severity, no policy.

    `message` says what is wrong, `help` how to mend it in words (a `Fix` does it). `versions` are
    the message versions concerned. `severity` is set only by rules whose finding is graver or
    milder than their default, as their page says.
    """

    at: Place
    message: str
    help: str | None = None
    related: tuple[Related, ...] = ()
    fixes: tuple[Fix, ...] = ()
    versions: VersionRange | None = None
    severity: Severity | None = None


@dataclass(frozen=True, slots=True)
class Problem:
    """A finding of a reader, under the name of the rule that explains it."""

    rule: str
    finding: Finding


@dataclass(frozen=True, slots=True, kw_only=True)
class Diagnostic:
    """A finding, stamped by the engine with who found it and how much it matters."""

    rule: str
    category: Category
    severity: Severity
    finding: Finding
    message_name: str | None = None
    family: str | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """What a suppression, waiver or setting may call it: the rule, its family, its category."""
        own = (self.rule,) if self.family is None else (self.rule, self.family)
        return (*own, self.category.value)
