# Which files a run looks at (cli-contract, "What is read"). The same code answers for the checked
# tree and for a baseline, so that a file which is passed over on one side is not taken for deleted.
# Whether a host-language file holds a gate table is only guessed here, on the bytes: readers decide.
"""The files that are read for the PATH arguments."""

from __future__ import annotations

import os
import posixpath
import re
from collections.abc import Iterable, Sequence
from enum import Enum
from functools import lru_cache
from operator import attrgetter
from typing import Final, TypeAlias

from wirelint.errors import UsageError
from wirelint.lazy_dataclass import dataclass
from wirelint.profiles import PLAIN, PROFILES, Profile
from wirelint.sources.globs import Globs
from wirelint.sources.selection import Selection
from wirelint.sources.tree import Tree, Unreadable, Why
from wirelint.spelling import did_you_mean


class Kind(Enum):
    """What a file is read as; the value is its ending."""

    SCHEMA = ".json"
    GATES = ".gates"
    JAVA = ".java"
    SCALA = ".scala"
    RUST = ".rs"

    @property
    def is_gate_table(self) -> bool:
        return self is not Kind.SCHEMA


@dataclass(frozen=True, slots=True)
class Found:
    """One file to read. `data` are its bytes where it had to be looked into to be found."""

    path: str
    kind: Kind
    named: bool = False  # an argument names it, so it is read whatever it holds
    data: bytes | None = None


@dataclass(frozen=True, slots=True)
class Discovery:
    """Files by path, and those that could not be looked into."""

    files: tuple[Found, ...] = ()
    unreadable: tuple[Unreadable, ...] = ()


KINDS: Final = {kind.value: kind for kind in Kind}
_ENDINGS: Final = tuple(KINDS)


def discover(
    tree: Tree,
    arguments: Sequence[str] = ("",),
    profile: Profile = PLAIN,
    *,
    exclude: Iterable[str] = (),
    gate_files: Iterable[str] = (),
    force_exclude: bool = False,
    base: str = "",
) -> Discovery:
    """Find the schemas and gate tables of `arguments` (paths as `path_of` makes them).

    `exclude` holds patterns for folders that are searched, and with `force_exclude` for named files.
    `gate_files` are patterns of files that the configuration names as gate tables. All patterns are
    written for the folder of the configuration; `base` is the way from there to the working
    directory. Raises `UsageError` for a file of another kind and for a path that is not there.
    """
    excluded = tuple(exclude)
    exclude_globs = Globs(excluded) if excluded else None
    named: dict[str, Found] = {}
    folders: list[str] = []
    for argument in arguments:
        if tree.has_folder(argument):
            folders.append(argument)
            continue
        kind = kind_of(argument)
        if not tree.has(argument):
            meant = _meant(tree, argument)
            raise UsageError(
                f"`{argument}` does not exist{meant or '; name a file or a folder to check'}"
            )
        if kind is None:
            raise UsageError(
                f"`{argument}` is neither a schema (.json) nor a gate table"
                " (.gates, .java, .scala, .rs)"
            )
        placed = posixpath.join(base, argument)
        if force_exclude and exclude_globs and exclude_globs.match_with_parents(placed):
            continue
        named[argument] = Found(argument, kind, named=True)
    if not folders:
        return Discovery(_sorted(named.values()))
    search = _Search(
        tree=tree,
        profile=profile,
        exclude=exclude_globs,
        gate_files=tuple(gate_files),
        base=base,
        found=named,
        unreadable=[],
    )
    return search.run(folders)


def _meant(tree: Tree, path: str) -> str:
    """The end of a message about a path that is not there: its neighbours that are spelled so."""
    folder = posixpath.dirname(path)
    there = tree.paths(Selection(prefixes=(folder,), endings=_ENDINGS))
    known = {one for one in there if posixpath.dirname(one) == folder}
    return did_you_mean(path, known)


def kind_of(path: str) -> Kind | None:
    return KINDS.get(posixpath.splitext(path)[1])


def path_of(argument: str, cwd: str = ".") -> str:
    """Give a PATH argument the form that trees use: relative to `cwd` with `/`, "" for `cwd` itself.

    A path outside of the working directory keeps its own words (`../other/x.json`, `/tmp/x.json`).
    """
    words = argument.replace(os.sep, "/") if os.sep != "/" else argument
    if not os.path.isabs(argument):
        plain = posixpath.normpath(words) if words else "."
        return "" if plain == "." else plain
    # `normcase`: Windows knows one folder under many spellings.
    asked = os.path.normcase(words.rstrip("/"))
    for here in (os.path.abspath(cwd), os.path.realpath(cwd)):
        start = os.path.normcase(here).rstrip(os.sep)
        if asked == start:
            return ""
        if asked.startswith(start + os.sep):
            return path_of(words[len(start) + 1 :], cwd)
    return posixpath.normpath(words)


def guess_profile(tree: Tree) -> Profile:
    """Recognise the repository by a few folders; `PLAIN` when it is none of the known ones."""
    for profile in PROFILES.values():
        for marker in profile.markers:
            if tree.has_folder(marker) or tree.has(marker):
                return profile
    return PLAIN


def looks_like_schema(data: bytes) -> bool:
    """Whether a JSON text is a message schema by its property names.

    A schema with one of its properties missing or misspelt is still one; a JSON Schema that
    describes such files is not.
    """
    if b"\0" in data[:4]:  # UTF-16 or UTF-32, which the generator reads too
        data = data.replace(b"\0", b"")
    if b'"fields"' not in data and b'"validVersions"' not in data:
        return False
    if b'"properties"' in data and re.search(_JSON_SCHEMA, data):
        return False
    names = sum(name in data for name in _SCHEMA_NAMES)
    return names >= (2 if b'"validVersions"' in data else 4)


def declares_levels(kind: Kind, data: bytes) -> bool:
    """Whether a file of a host language seems to declare levels or ladders, not only to use some."""
    match kind:
        case Kind.GATES:
            return True
        case Kind.JAVA | Kind.SCALA:
            sieves = _JVM_TABLES
        case Kind.RUST:
            sieves = _RUST_TABLES
        case Kind.SCHEMA:
            return False
    return any(word in data and re.search(pattern, data) for word, pattern in sieves)


_SCHEMA_NAMES: Final = (
    b'"validVersions"', b'"type"', b'"name"', b'"fields"', b'"flexibleVersions"', b'"versions"',
    b'"apiKey"', b'"listeners"',
)  # fmt: skip
_JSON_SCHEMA: Final = rb'"(?:validVersions|flexibleVersions)"\s*:\s*\{'
# Declarations of levels or of a function from a level to a version: a word that must be there, as a
# sieve (a big tree has thousands of files without), and a pattern that begins with plain text.
_Sieve: TypeAlias = tuple[bytes, bytes]
_JVM_TABLES: Final[tuple[_Sieve, ...]] = (
    (b"FeatureVersion", rb"implements\s+FeatureVersion\b"),
    (b"enum ", rb"enum\s+\w+Version\b"),
    (b"sealed trait ", rb"sealed\s+trait\s+\w+Version\b"),
    (b"IBP_", rb"IBP_\w+\s*\(\s*-?\d"),
    (b"isAtLeast", rb"short\s+\w+Version\s*\([^)]*\)\s*\{[^}]*\bisAtLeast\b"),
    (b"latestTesting", rb"Version\.latestTesting\b"),
    (b"enum Feature", rb"enum\s+Features?\s*\{"),
    (b"object ApiVersion", rb"object\s+ApiVersion\s*\{"),
    (b"interBrokerProtocolVersion", rb"\binterBrokerProtocolVersion\s*(?:>=|<|\.onOrAfter)"),
    (b"_API_VERSIONS_RESPONSE_MIN_VERSION", rb"short\s+\w+_API_VERSIONS_RESPONSE_MIN_VERSION\s*="),
)
_RUST_TABLES: Final[tuple[_Sieve, ...]] = (
    (b"FEATURE", rb"FEATURE(?:_NAME)?\s*:\s*&(?:'static\s+)?str\s*=\s*\"[a-z][a-z0-9-]*\."),
    (b"supported_range", rb"fn\s+supported_range\s*\(\s*&self"),
    (b"_MIN_LEVEL", rb"const\s+\w+_MIN_LEVEL\s*:\s*[iu]\d"),
    (b"API_KEY_", rb"const\s+API_KEY_\w+\s*:\s*[iu]\d+\s*=\s*\d{4}"),
    (
        b"_version: i16",
        rb"fn\s+\w{0,60}version\w{0,60}\s*\([^()]{0,200}\b(?!api_|request_)\w+_version:\s*i16,?\s*\)\s*->\s*(?:Option<)?[iu]\d",
    ),
    (b"16, ", rb"(?:const|static)\s+\w+\s*:\s*&?(?:'static\s+)?\[\([\w:]+,\s*[iu]\d+,\s*[iu]\d+\)"),
    (b"min_version: ", rb"min_version:\s*\d+,"),
)
# What a search says of a file that it could not look into. One that is too large is no schema, and
# a link that leads out of the tree is somebody else's file.
_WORTH_TELLING: Final = (Why.DENIED, Why.BROKEN)


@dataclass(slots=True, kw_only=True)
class _Search:
    """One search of folders; collects into `found` and `unreadable`."""

    tree: Tree
    profile: Profile
    exclude: Globs | None
    gate_files: tuple[str, ...]
    base: str
    found: dict[str, Found]
    unreadable: list[Unreadable]

    def run(self, folders: list[str]) -> Discovery:
        if not self.profile.by_content:
            paths = self._by_profile(folders)
            # A folder in which the profile knows of nothing is searched like any other folder.
            folders = [folder for folder in folders if not _has_some(folder, paths)]
        if folders:
            self._look_into(self._paths(folders, None))
        return Discovery(_sorted(self.found.values()), tuple(self.unreadable))

    def _paths(self, folders: list[str], patterns: Globs | None) -> list[str]:
        selection = Selection(
            prefixes=tuple(folders),
            endings=_ENDINGS,
            patterns=patterns,
            exclude=self.exclude,
            base=self.base,
        )
        return self.tree.paths(selection)

    def _by_profile(self, folders: list[str]) -> list[str]:
        profile = self.profile
        paths = self._paths(folders, _globs((*profile.schemas, *profile.gates, *self.gate_files)))
        schemas = _globs(profile.schemas)
        gates = []
        for path in paths:
            if not path.endswith(Kind.SCHEMA.value):
                gates.append(path)
            elif schemas.match(self._placed(path)):
                self.found.setdefault(path, Found(path, Kind.SCHEMA))
        self._look_into(gates)
        return paths

    def _look_into(self, paths: list[str]) -> None:
        """Add those of `paths` that are schemas or gate tables by content."""
        configured = _globs(self.gate_files)
        doubtful = []
        for path in paths:
            kind = kind_of(path)
            if kind is None or path in self.found:
                continue
            if kind is Kind.GATES or (
                kind is not Kind.SCHEMA and configured.match(self._placed(path))
            ):
                self.found[path] = Found(path, kind)
            else:
                doubtful.append(path)
        for path, content in self.tree.read_many(doubtful):
            kind = kind_of(path)
            if kind is None:
                continue
            if isinstance(content, Unreadable):
                if kind is Kind.SCHEMA and content.why in _WORTH_TELLING:
                    self.unreadable.append(content)
            elif (
                looks_like_schema(content)
                if kind is Kind.SCHEMA
                else declares_levels(kind, content)
            ):
                self.found[path] = Found(path, kind, data=content)

    def _placed(self, path: str) -> str:
        return f"{self.base}/{path}" if self.base else path


@lru_cache(maxsize=64)
def _globs(patterns: tuple[str, ...]) -> Globs:
    return Globs(patterns)


def _has_some(folder: str, paths: list[str]) -> bool:
    start = folder.rstrip("/") + "/" if folder else ""
    return any(path.startswith(start) for path in paths)


def _sorted(found: Iterable[Found]) -> tuple[Found, ...]:
    return tuple(sorted(found, key=attrgetter("path")))
