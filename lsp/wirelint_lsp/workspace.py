# What the server knows: roots (folders that are checked like `wirelint check` in them), open
# documents, and for each root a session of the engine. Nothing here knows the protocol, and nothing
# waits: reading a root or a baseline is a function that a thread may run, installing what it gave is
# quick. Files are read as bytes by `wirelint.sources`; positions come in as offsets.
"""Documents, roots and what is found in them."""

from __future__ import annotations

import logging
import os
import posixpath
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain

from wirelint.config.find import ConfigError, config_problems, find_settings, load_settings
from wirelint.config.model import NO_SETTINGS, Settings
from wirelint.diagnostics import Category, Diagnostic, Problem, Severity
from wirelint.engine.accepted import (
    AcceptedFindings,
    accepted_path,
    not_accepted,
    read_accepted,
)
from wirelint.engine.kept import KeptBaseline
from wirelint.engine.load import Schema, load
from wirelint.engine.policy import Dispatch
from wirelint.engine.run import Inputs
from wirelint.engine.session import Session, Setup
from wirelint.errors import WirelintError
from wirelint.gates.readers import read_table
from wirelint.intake.gathered import Gathered, gather_files
from wirelint.intake.kept import BlobCache, keep_baselines
from wirelint.intake.profile import dialect_of, policy_from, profile_of
from wirelint.intake.reading import inputs_of
from wirelint.schema.dialect import DEFAULT_DIALECT
from wirelint.sources.discovery import Kind, declares_levels, kind_of, looks_like_schema
from wirelint.sources.folder import FolderTree
from wirelint.sources.globs import Globs
from wirelint.spelling import did_you_mean
from wirelint.syntax.decoding import decode
from wirelint.syntax.document import read
from wirelint.text import SourceText
from wirelint_lsp import uris
from wirelint_lsp.answers import Status
from wirelint_lsp.settings import DEFAULTS, ClientSettings, on_top
from wirelint_rules import load_rules, rule_names

LOG = logging.getLogger("wirelint")
NONE_ACCEPTED = AcceptedFindings()
CONFIGURATIONS = ("wirelint.toml", "pyproject.toml")
_READ_AGAIN = ("baseline", "config", "configurationPreference", "configuration")


@dataclass(slots=True)
class Buffer:
    """An open document. `uri` is the client's spelling, `path` absolute, "" for what is no file."""

    uri: str
    path: str
    version: int
    source: SourceText
    language: str = ""


@dataclass(frozen=True, kw_only=True, eq=False)
class Scan:
    """A root as it was read."""

    settings: Settings
    setup: Setup
    gathered: Gathered
    inputs: Inputs
    schemas: tuple[Schema, ...]
    problem: str | None = None  # why the configuration cannot be used
    accepted: AcceptedFindings = NONE_ACCEPTED


@dataclass(frozen=True, kw_only=True, eq=False)
class Released:
    """Baselines as they were read, or why they could not be."""

    baselines: tuple[KeptBaseline, ...] = ()
    problems: tuple[Problem, ...] = ()
    failure: str | None = None


class Root:
    """One folder that is checked. `folder` is absolute, with `/`."""

    def __init__(self, folder: str, client: ClientSettings, *, is_whole: bool = True) -> None:
        self.folder = folder
        self.client = client
        self.is_whole = (
            is_whole  # False for the folder of a lone file: only open files are looked at
        )
        self.settings: Settings = NO_SETTINGS
        self.accepted = NONE_ACCEPTED
        self.gathered: Gathered | None = None
        self.blobs = BlobCache()
        self.baseline_state = "off"
        self.detail = ""
        self.is_scanned = False
        self.unseen: set[str] = set()  # files whose newest text was not looked at
        self.extra: set[str] = set()  # open files that a search of the root does not find
        self.session = Session(
            load_rules, Setup(policy=policy_from(NO_SETTINGS, DEFAULT_DIALECT)), read_table
        )

    # -- paths ------------------------------------------------------------------------------------

    def path_in(self, path: str) -> str | None:
        """An absolute path relative to the root, None where it is outside."""
        start = self.folder.rstrip("/") + "/"
        return path[len(start) :] if path.startswith(start) else None

    def absolute(self, path: str) -> str:
        return posixpath.normpath(posixpath.join(self.folder, path))

    def session_text(self, path: str) -> str | None:
        """The text that the session has of a file."""
        schema = self.session.schemas.get(path)
        if schema is not None:
            return schema.document.source.text
        table = self.session.tables.get(path)
        return None if table is None else table.text

    # -- reading: may run in a thread --------------------------------------------------------------

    def scan(self) -> Scan:
        """Read the root from disk as `wirelint check` would; never raises for what it holds."""
        tree = FolderTree(self.folder)
        settings, problem = self._settings(tree)
        accepted, unread = _accepted(tree, settings)
        profile = profile_of(settings, tree)
        dialect = dialect_of(settings, profile)
        setup = Setup(
            policy=policy_from(settings, dialect),
            settings=settings,
            profile=profile,
            dialect=dialect,
        )
        arguments = ("",) if self.is_whole else ()
        gathered = gather_files(tree, arguments, settings, profile)
        inputs = inputs_of(gathered)
        schemas = tuple(load(one, dialect) for one in inputs.documents)
        load_rules()
        return Scan(
            settings=settings,
            setup=setup,
            gathered=gathered,
            inputs=inputs,
            schemas=schemas,
            problem=problem or unread,
            accepted=accepted,
        )

    def read_released(self, scan: Scan) -> Released:
        """Read what is released, by the client's setting, else by the configuration."""
        wanted, asked = self.baselines_of(scan.settings)
        if not wanted:
            return Released()
        try:
            kept, problems = keep_baselines(
                wanted,
                FolderTree(self.folder),
                scan.gathered,
                scan.settings,
                scan.setup.profile,
                cwd=self.folder,
                cache=self.blobs,
            )
        except WirelintError as error:
            return Released(failure=str(error)) if asked else Released()
        return Released(baselines=kept, problems=problems)

    def baselines_of(self, settings: Settings) -> tuple[tuple[str, ...], bool]:
        """The baselines to compare with, and whether somebody asked for them by name."""
        chosen = self.client.baseline.strip()
        if chosen == "off" or not self.is_whole:
            return (), False
        if self.client.configurationPreference == "filesystemFirst" and settings.baseline:
            chosen = ""
        if chosen not in {"", "auto"}:
            return (chosen, *settings.release_branches), True
        if settings.baseline:
            return (settings.baseline, *settings.release_branches), True
        return ("release",), False

    def _settings(self, tree: FolderTree) -> tuple[Settings, str | None]:
        """What holds, and why a file or a name in the client's settings cannot be used."""
        try:
            return on_top(self.client, self._file(tree)), self._unknown()
        except WirelintError as error:
            return self.settings, str(error)

    def _file(self, tree: FolderTree) -> Settings:
        if self.client.configurationPreference == "editorOnly":
            return NO_SETTINGS
        if not self.client.config:
            return find_settings(tree, self.folder)
        path = self.client.config.replace(os.sep, "/")
        found = load_settings(tree, self.path_in(path) or path)
        if found is None:
            raise ConfigError(f"{path}: has no table `[tool.wirelint]`")
        return found

    def _unknown(self) -> str | None:
        """The first name that the client's settings have for a rule, and that none has."""
        given = self.client.configuration
        lists = [
            given.get(name, ()) for name in ("select", "extend_select", "ignore", "severities")
        ]
        named = {*chain(*lists, *given.get("per_file_ignores", {}).values())}
        if not named - rule_names() - {one.value for one in Category}:
            return None
        known = {name for rule in load_rules() for name in (rule.id, *rule.aliases)}
        known |= {one.value for one in Category}
        unknown = sorted(named - known)
        if not unknown:
            return None
        meant = did_you_mean(unknown[0], known)
        return f"the settings name `{unknown[0]}`, which is no rule or category{meant}"

    # -- installing: quick -------------------------------------------------------------------------

    def install(self, scan: Scan, buffers: Iterable[Buffer]) -> None:
        """Take a scan, and open documents on top of it."""
        wanted, _ = self.baselines_of(scan.settings)
        stays = bool(wanted) and scan.setup == self.session.setup  # until it is read again
        baselines = self.session.baselines if stays else ()
        self.session = Session(load_rules, scan.setup, read_table)
        self.session.compare_with(baselines)
        self.settings, self.gathered = scan.settings, scan.gathered
        self.accepted = scan.accepted
        self.session.replace_all(
            scan.schemas,
            scan.inputs.tables,
            problems=scan.inputs.problems,
            named=scan.inputs.named,
            mirrors=scan.inputs.mirrors,
            alone=not self.is_whole,
        )
        self.is_scanned = True
        self.extra.clear()
        for buffer in buffers:
            self.put(buffer)

    def install_released(self, released: Released) -> None:
        self.session.compare_with(released.baselines)
        self.baseline_state = (
            "failed" if released.failure else "ready" if released.baselines else "off"
        )
        self.detail = released.failure or ""
        notes = [one.finding.message for one in released.problems]
        if notes:
            self.detail = "; ".join(notes)

    # -- findings ----------------------------------------------------------------------------------

    def diagnostics(self, path: str) -> list[Diagnostic]:
        """What is found in one file, without what the file of accepted findings lists."""
        found = self.session.diagnostics(path)
        if not found or not self.accepted.findings:
            return found
        return not_accepted(found, self.accepted, self.settings.base)

    # -- documents ---------------------------------------------------------------------------------

    def put(self, buffer: Buffer) -> bool:
        """Take the text of an open document; False where it is nothing that is checked."""
        path = self.path_in(buffer.path)
        if path is None:
            return False
        return self.put_source(path, buffer.source.text)

    def put_source(self, path: str, text: str) -> bool:
        """Take a text for a file of the root."""
        session = self.session
        kind = kind_of(path)
        if path in session.schemas or path in session.tables:
            pass
        elif not self._takes(path, kind, text):
            return False
        else:
            self.extra.add(path)
        source = SourceText(path, text)
        if kind is Kind.SCHEMA:
            session.put(read(source))
        else:
            session.put_table(source)
        return True

    def look(self, path: str) -> None:
        """Look again at a file whose text is newer than what was said of it."""
        if path in self.unseen:
            self.unseen.discard(path)
            self.session.update(path)

    def close(self, path: str) -> None:
        """A document was closed: the file on disk counts again."""
        self.reread(path, is_known=path not in self.extra)
        self.extra.discard(path)

    def reread(self, path: str, *, is_known: bool = True) -> None:
        """Read one file from disk again; one that is gone, or that is nothing for us, leaves."""
        content = FolderTree(self.folder).read(path)
        if not is_known or not isinstance(content, bytes):
            self.session.remove(path)
            return
        text, encoding, faults = decode(content)
        source = SourceText(path, text, None, encoding)
        if kind_of(path) is Kind.SCHEMA:
            self.session.put(read(source, tuple(one.problem(source) for one in faults)))
        else:
            self.session.put_table(source)

    def _takes(self, path: str, kind: Kind | None, text: str) -> bool:
        """Whether a file that no search found is looked at once it is open."""
        if kind is None:
            return False
        placed = posixpath.join(self.settings.base, path)
        if self.settings.exclude and Globs(self.settings.exclude).match_with_parents(placed):
            return False
        data = text.encode("utf-8", "surrogatepass")
        if kind is Kind.SCHEMA:
            return looks_like_schema(data)
        return kind is Kind.GATES or declares_levels(kind, data)


class Workspace:
    """Every root and every open document."""

    def __init__(self) -> None:
        self.roots: dict[str, Root] = {}
        self.buffers: dict[str, Buffer] = {}
        self.settings: ClientSettings = DEFAULTS

    # -- roots -------------------------------------------------------------------------------------

    def add_root(self, folder: str) -> Root:
        root = self.roots.get(folder)
        if root is None:
            root = Root(folder, self.settings)
            self.roots[folder] = root
        return root

    def remove_root(self, folder: str) -> None:
        self.roots.pop(folder, None)

    def configure(self, settings: ClientSettings) -> bool:
        """Take new settings; True where the roots must be read again."""
        old, self.settings = self.settings, settings
        for root in self.roots.values():
            root.client = settings
        return any(getattr(old, name) != getattr(settings, name) for name in _READ_AGAIN)

    def root_of(self, path: str) -> Root | None:
        """The innermost root that holds a path."""
        holding = [one for one in self.roots.values() if one.path_in(path) is not None]
        return max(holding, key=lambda one: len(one.folder), default=None)

    def locate(self, uri: str) -> tuple[Root, str] | None:
        """The root of a document and its path in there; None for what is no file."""
        buffer = self.buffers.get(key_of(uri))
        path = buffer.path if buffer is not None else uris.path_of(uri)
        if not path:
            return None
        root = self.root_of(path)
        if root is None:
            return None
        inner = root.path_in(path)
        return None if inner is None else (root, inner)

    def buffers_in(self, root: Root) -> Iterator[Buffer]:
        for buffer in self.buffers.values():
            if buffer.path and self.root_of(buffer.path) is root:
                yield buffer

    # -- documents ---------------------------------------------------------------------------------

    def open(self, uri: str, version: int, text: str, language: str = "") -> Buffer:
        path = uris.path_of(uri) or ""
        buffer = Buffer(uri, path, version, _source(path or uri, text), language)
        self.buffers[key_of(uri)] = buffer
        if path and self.root_of(path) is None:
            self.roots[_home_of(path)] = Root(_home_of(path), self.settings, is_whole=False)
        self._put(buffer)
        return buffer

    def buffer(self, uri: str) -> Buffer | None:
        return self.buffers.get(key_of(uri))

    def change(self, buffer: Buffer, version: int, text: str) -> None:
        """Take a new text; what is said of it is looked up when asked for."""
        buffer.version = version
        buffer.source = _source(buffer.path or buffer.uri, text)

    def take_in(self, buffer: Buffer) -> tuple[Root, str] | None:
        """Bring the text of a document to its session, if that has an older one.

        None where the document is nothing that is checked.
        """
        located = self.locate(buffer.uri)
        if located is None:
            return None
        root, path = located
        if root.session_text(path) != buffer.source.text:
            if not root.put(buffer):
                return None
            root.unseen.add(path)
        return located

    def close(self, uri: str) -> tuple[Root, str] | None:
        buffer = self.buffers.pop(key_of(uri), None)
        located = self.locate(uri)
        if buffer is not None and located is not None:
            root, path = located
            if root.is_scanned:
                root.close(path)
            else:
                root.session.remove(path)
        return located

    def _put(self, buffer: Buffer) -> None:
        root = self.root_of(buffer.path) if buffer.path else None
        if root is not None and root.put(buffer):
            root.unseen.add(root.path_in(buffer.path) or "")

    # -- findings ----------------------------------------------------------------------------------

    def diagnostics(self, root: Root, path: str) -> list[Diagnostic]:
        """What is found in one file of a root, notes on old stock only where they are wanted."""
        root.look(path)
        found = root.diagnostics(path)
        if posixpath.basename(path) in CONFIGURATIONS:
            found = [*found, *self._configuration(root, path)]
        if self.settings.showNotes:
            return found
        return [one for one in found if one.severity > Severity.INFO or _tells_of_change(one)]

    def text_of(self, root: Root, path: str) -> str | None:
        """A file as the editor or the disk has it; None where it is not there."""
        absolute = root.absolute(path)
        for buffer in self.buffers.values():
            if buffer.path == absolute:
                return buffer.source.text
        content = FolderTree(root.folder).read(path)
        return decode(content)[0] if isinstance(content, bytes) else None

    def uri_of(self, root: Root, path: str) -> str:
        """As the client spells it, where the document is open."""
        absolute = root.absolute(path)
        for buffer in self.buffers.values():
            if buffer.path == absolute:
                return buffer.uri
        return uris.uri_of(absolute)

    def status(self, root: Root) -> Status:
        found = [one for path in root.session.paths for one in root.diagnostics(path)]
        names = [one.name for one in root.session.baselines]
        return Status(
            state="ready" if root.is_scanned else "scanning",
            baseline=names[0] if names else None,
            baseline_state=root.baseline_state,
            detail=root.detail,
            files=len(root.session.schemas) + len(root.session.tables),
            errors=sum(one.severity is Severity.ERROR for one in found),
            warnings=sum(one.severity is Severity.WARNING for one in found),
            notes=sum(one.severity is Severity.INFO for one in found),
        )

    def _configuration(self, root: Root, path: str) -> Iterator[Diagnostic]:
        buffer = next(
            (one for one in self.buffers_in(root) if root.path_in(one.path) == path), None
        )
        source = None if buffer is None else SourceText(path, buffer.source.text)
        if source is None or (path.endswith("pyproject.toml") and "wirelint" not in source.text):
            return
        dispatch = Dispatch(root.session.setup.policy, load_rules((Category.RUN,)))
        for problem in config_problems(source):
            yield from dispatch.run(problem)


def _accepted(tree: FolderTree, settings: Settings) -> tuple[AcceptedFindings, str | None]:
    """The accepted findings that the configuration names, or why they cannot be read."""
    try:
        path = accepted_path(settings)
        if path is None:
            return NONE_ACCEPTED, None
        content = tree.read(path)
        if not isinstance(content, bytes):
            return NONE_ACCEPTED, f"the file of accepted findings `{path}` {content.message}"
        return read_accepted(decode(content)[0], path), None
    except WirelintError as error:
        return NONE_ACCEPTED, str(error)


def key_of(uri: str) -> str:
    """What two spellings of one document have in common."""
    return uris.path_of(uri) or uri


def _source(path: str, text: str) -> SourceText:
    """A buffer's text; a byte order mark that a client left in becomes a blank, as wide as it is."""
    return SourceText(path, " " + text[1:] if text.startswith("\ufeff") else text)


def _home_of(path: str) -> str:
    """The folder that a file outside of every root is looked at from."""
    folder = posixpath.dirname(path)
    here = folder
    while here and here != posixpath.dirname(here):
        if os.path.exists(f"{here}/wirelint.toml"):
            return here
        here = posixpath.dirname(here)
    return folder


def _tells_of_change(one: Diagnostic) -> bool:
    from wirelint.reporters.words import CHANGES  # noqa: PLC0415 - rare

    return one.category in CHANGES
