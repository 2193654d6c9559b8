"""What one file says about gates."""

from __future__ import annotations

from enum import Enum

from wirelint.gates.model.features import Alias, Feature, FeaturePart, Listing
from wirelint.gates.model.formats import Format
from wirelint.gates.model.ladders import Ladder, Predicate
from wirelint.gates.model.paths import Advertise, Honour, Infer, Path, Rpc, ServedTable
from wirelint.gates.model.promises import Burned, Mirror, PrivateKeys, UpgradeWindow
from wirelint.gates.model.said import NOWHERE, Said
from wirelint.lazy_dataclass import dataclass, field
from wirelint.text import Location, Place, SourceText, Span


class Language(Enum):
    """What a table was read from."""

    GATES = "gates"
    JAVA = "java"
    SCALA = "scala"
    RUST = "rust"


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment with its marks, as written."""

    text: str
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class GateTable:
    """What one file says.

    `ladders` are functions of a level that no path, RPC or format claims: nobody has said yet what
    they choose. `aliases` are those of features that the file does not have.
    `parts` belong to features of other files.
    """

    source: SourceText = field(default=NOWHERE.source, compare=False, repr=False)
    language: Language = field(default=Language.GATES, compare=False)
    releases: tuple[Said[str], ...] = ()
    upgrades: tuple[UpgradeWindow, ...] = ()
    features: tuple[Feature, ...] = ()
    predicates: tuple[Predicate, ...] = ()
    ladders: tuple[Ladder, ...] = ()
    paths: tuple[Path, ...] = ()
    rpcs: tuple[Rpc, ...] = ()
    advertises: tuple[Advertise, ...] = ()
    served: tuple[ServedTable, ...] = ()
    honours: tuple[Honour, ...] = ()
    infers: tuple[Infer, ...] = ()
    formats: tuple[Format, ...] = ()
    private_keys: tuple[PrivateKeys, ...] = ()
    burned: tuple[Burned, ...] = ()
    mirrors: tuple[Mirror, ...] = ()
    aliases: tuple[Alias, ...] = ()
    listings: tuple[Listing, ...] = ()
    parts: tuple[FeaturePart, ...] = ()
    comments: tuple[Comment, ...] = field(default=(), compare=False, repr=False)

    def __bool__(self) -> bool:
        """Whether the file says anything about gates."""
        return self != GateTable()

    def feature(self, name: str) -> Feature | None:
        return next((one for one in self.features if one.name == name), None)

    @property
    def whole(self) -> Place:
        """The start of the file, for findings about the table as such."""
        return Location(self.source, Span(0, 0))
