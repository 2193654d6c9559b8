# What lives as long as the server: the client's abilities, the workspace, and when what is looked at.
# `initialize` is answered before the engine is imported: pygls and lsprotocol take most of a second,
# and a client waits for that answer.
"""The state of the server and its schedule."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
import time
from collections.abc import Callable, Coroutine, Iterable
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Final

from lsprotocol import types
from pygls.capabilities import ServerCapabilitiesBuilder, get_capability
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol, lsp_method

import wirelint
from wirelint_lsp import uris
from wirelint_lsp.server.connection import Connection
from wirelint_lsp.settings import DEFAULTS, ClientSettings, read_settings

if TYPE_CHECKING:  # imported when `initialize` is answered
    from wirelint.text import SourceText
    from wirelint_lsp.answers import Status, TextEdit
    from wirelint_lsp.convert import Client
    from wirelint_lsp.file import File
    from wirelint_lsp.server.reports import Reports
    from wirelint_lsp.workspace import Root, Workspace

LOG: Final = logging.getLogger("wirelint")
STATUS: Final = "wirelint/status"
_STEP: Final = 0.006  # seconds of work between two looks at what came in
_SOON: Final = 0.005  # push: from a change to the findings of that file
_ITEM_FORMAT: Final = "text_document.completion.completion_item.documentation_format"
_PARENT: Final = 2.0  # seconds between two looks whether the parent lives


class Protocol(LanguageServerProtocol):
    """pygls' protocol without its own documents: it splits lines where LSP does not."""

    # No handlers, so that ours are found.
    lsp_text_document__did_open = None  # type: ignore[assignment]
    lsp_text_document__did_change = None  # type: ignore[assignment]
    lsp_text_document__did_close = None  # type: ignore[assignment]

    @lsp_method(types.INITIALIZED)
    def lsp_initialized(self, *args: Any) -> Any:
        yield self.fm.features[types.INITIALIZED], args[:1] or (None,), None

    def _check_handler_result(self, future: Any) -> None:
        """A fault in a notification is logged; pygls would show it to the user each time."""
        if not future.cancelled() and (fault := future.exception()) is not None:
            LOG.error("a notification failed", exc_info=fault)


class Server:
    """One client, what it has open and what it was told."""

    def __init__(self) -> None:
        self.pygls = LanguageServer(
            "wirelint",
            wirelint.__version__,
            text_document_sync_kind=types.TextDocumentSyncKind.Incremental,
            protocol_cls=Protocol,
        )
        self.protocol = self.pygls.protocol
        self.connection = Connection(self._take, self._cancel)
        self.protocol.set_writer(self.connection.writer, include_headers=False)
        self.capabilities = types.ClientCapabilities()
        self.encoding = "utf-16"
        self.settings: ClientSettings = DEFAULTS
        self.can_pull = False
        self.shows_pages = False
        self._folders: list[str] = []
        self._workspace: Workspace | None = None
        self._reports: Reports | None = None
        self._client: Client | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._scans: dict[str, asyncio.Task[None]] = {}
        self._settles: dict[str, asyncio.Task[None]] = {}
        self._pushes: dict[str, asyncio.TimerHandle] = {}
        self._told: dict[str, Status] = {}
        self._said: set[str] = set()

    # -- what is imported late ----------------------------------------------------------------------

    @property
    def workspace(self) -> Workspace:
        if self._workspace is None:
            from wirelint_lsp.workspace import Workspace

            self._workspace = Workspace()
            self._workspace.settings = self.settings
            for folder in self._folders:
                self._workspace.add_root(folder)
        return self._workspace

    @property
    def client(self) -> Client:
        """What the client can do, as far as answers depend on it."""
        if self._client is None:
            from wirelint_lsp.convert import Client, Units

            self._client = Client(
                units=Units(self.encoding),
                related=self.able("text_document.publish_diagnostics.related_information")
                or self.able("text_document.diagnostic.related_information")
                or self.can_pull,
                tags=self.able("text_document.publish_diagnostics.tag_support", None) is not None
                or self.can_pull,
                snippets=self.able("text_document.completion.completion_item.snippet_support"),
                markdown_hover=self._takes_markdown("text_document.hover.content_format"),
                markdown_items=self._takes_markdown(_ITEM_FORMAT)
                if self.able(_ITEM_FORMAT, None)
                else None,
                link_tooltips=self.able("text_document.document_link.tooltip_support"),
            )
        return self._client

    def _takes_markdown(self, name: str) -> bool:
        return types.MarkupKind.Markdown in (self.able(name, None) or ())

    @property
    def reports(self) -> Reports:
        if self._reports is None:
            from wirelint_lsp.server.reports import Reports

            self._reports = Reports(self.workspace, self.client)
        return self._reports

    # -- messages -----------------------------------------------------------------------------------

    def _take(self, data: dict[str, Any]) -> None:
        self.protocol.handle_message(self.protocol.structure_message(data))

    def _cancel(self, id: Any) -> None:
        future = self.protocol._request_futures.get(id)  # noqa: SLF001 - pygls has no other door
        if future is not None:
            future.cancel()

    def able(self, name: str, default: Any = False) -> Any:  # noqa: FBT002 - as pygls spells it
        """A capability of the client by its dotted name."""
        return get_capability(self.capabilities, name, default)

    def initialize(self, params: types.InitializeParams) -> None:
        self.capabilities = params.capabilities
        self.encoding = str(
            getattr(
                encoding := ServerCapabilitiesBuilder.choose_position_encoding(params.capabilities),
                "value",
                encoding,
            )
        )
        self.can_pull = params.capabilities.text_document is not None and (
            params.capabilities.text_document.diagnostic is not None
        )
        if not self.can_pull:  # never both for one document
            self.protocol.fm.features.pop(types.TEXT_DOCUMENT_DIAGNOSTIC, None)
            self.protocol.fm.features.pop(types.WORKSPACE_DIAGNOSTIC, None)
        options = params.initialization_options
        self.settings, problems = read_settings(options)
        self.shows_pages = isinstance(options, dict) and options.get("showsPages") is True
        for problem in problems:
            self.show(problem, types.MessageType.Warning)
        folders = [one.uri for one in params.workspace_folders or ()]
        if not folders and params.root_uri:
            folders = [params.root_uri]
        self._folders = [path for one in folders if (path := uris.path_of(one)) is not None]
        if not self._folders and params.root_path:
            self._folders = [params.root_path.replace(os.sep, "/")]
        if params.process_id is not None and params.process_id > 0:
            self.spawn(self._watch_parent(params.process_id))

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (fault := task.exception()) is not None:
            LOG.error("work behind the scenes failed", exc_info=fault)

    def show(self, message: str, type: types.MessageType) -> None:
        """Tell the user something, once."""
        if message not in self._said:
            self._said.add(message)
            self.pygls.window_show_message(types.ShowMessageParams(type=type, message=message))

    def ask(self, method: str, params: Any = None) -> asyncio.Future[Any]:
        """Send a request to the client."""
        answer: asyncio.Future[Any] = self.protocol.send_request_async(method, params)
        return answer

    async def _watch_parent(self, process: int) -> None:
        """End when the client's process dies without a word."""
        while sys.platform != "win32":  # there, a signal of 0 would end the process
            await asyncio.sleep(_PARENT)
            try:
                os.kill(process, 0)
            except ProcessLookupError:
                self.connection.end(1)
            except PermissionError:
                continue

    # -- files --------------------------------------------------------------------------------------

    def file(self, uri: str) -> tuple[File, Root] | None:
        """A document with its newest text, or a file of a root; None where there is nothing."""
        from wirelint.text import SourceText
        from wirelint_lsp.file import File, file_of
        from wirelint_lsp.workspace import CONFIGURATIONS

        buffer = self.workspace.buffer(uri)
        located = self.workspace.locate(uri)
        if located is None:
            return None
        root, path = located
        if buffer is not None and path.rpartition("/")[2] in CONFIGURATIONS:
            return File(SourceText(path, buffer.source.text), root.session), root
        if buffer is not None and self.workspace.take_in(buffer) is None:
            return None
        file = file_of(root.session, path)
        return None if file is None else (file, root)

    def uri_of(self, root: Root) -> Callable[[SourceText], str | None]:
        def uri(source: SourceText) -> str | None:
            if source.revision is not None or not source.path:
                return None
            return self.workspace.uri_of(root, source.path)

        return uri

    def workspace_edit(
        self, edits: Iterable[TextEdit], root: Root, *, creates: bool = False
    ) -> types.WorkspaceEdit:
        """Edits as the client takes them; `creates` says that their file is not there yet."""
        from wirelint_lsp.convert import to_workspace_edit

        versions = None
        if self.able("workspace.workspace_edit.document_changes"):
            versions = {one.uri: one.version for one in self.workspace.buffers.values()}
        edit = to_workspace_edit(edits, self.uri_of(root), self.client.units, versions)
        if creates and edit.document_changes:
            uri = edit.document_changes[0].text_document.uri  # type: ignore[union-attr]
            edit.document_changes = [types.CreateFile(uri=uri), *edit.document_changes]
        return edit

    # -- reading roots ------------------------------------------------------------------------------

    def start(self) -> None:
        for root in self.workspace.roots.values():
            self.scan(root)

    def scan(self, root: Root, *, delay: float = 0) -> None:
        """Read a root, now or soon; a reading that is under way is dropped."""
        running = self._scans.pop(root.folder, None)
        if running is not None:
            running.cancel()
        self._scans[root.folder] = self.spawn(self._scan(root, delay))

    def is_scanning(self, root: Root) -> bool:
        """Whether a root is being read, or will be."""
        scan = self._scans.get(root.folder)
        return scan is not None and not scan.done()

    async def _scan(self, root: Root, delay: float) -> None:
        if delay:
            await asyncio.sleep(delay)
        progress = await self._progress(f"Reading {root.folder.rpartition('/')[2]}")
        try:
            self._take_all(root)
            scan = await asyncio.to_thread(root.scan)
            root.install(scan, self.workspace.buffers_in(root))
            if scan.problem is not None:
                self.show(scan.problem, types.MessageType.Error)
            wanted, _ = root.baselines_of(scan.settings)
            root.baseline_state = "loading" if wanted else "off"
            self.changed(root, delay=0)
            if wanted:
                progress.report("Reading the baseline")
                released = await asyncio.to_thread(root.read_released, scan)
                root.install_released(released)
                if released.failure is not None:
                    self.show(released.failure, types.MessageType.Warning)
                self.changed(root, delay=0)
        finally:
            progress.end()

    async def _progress(self, title: str) -> _Progress:
        if not self.able("window.work_done_progress"):
            return _Progress(self.pygls, None)
        token = f"wirelint-{time.monotonic_ns()}"
        try:
            await asyncio.wait_for(self.pygls.work_done_progress.create_async(token), 1)
        except Exception:  # noqa: BLE001 - a client may refuse or never answer
            return _Progress(self.pygls, None)
        progress = _Progress(self.pygls, token)
        progress.begin(title)
        return progress

    def _take_all(self, root: Root) -> None:
        for buffer in tuple(self.workspace.buffers_in(root)):
            self.workspace.take_in(buffer)

    # -- looking again -------------------------------------------------------------------------------

    def edited(self, uri: str) -> None:
        """A document has a new text: its findings soon, those of others a moment later."""
        if not self.can_pull and uri not in self._pushes:
            loop = asyncio.get_running_loop()
            self._pushes[uri] = loop.call_later(_SOON, self._push_one, uri)
        located = self.workspace.locate(uri)
        if located is not None:
            self.changed(located[0])

    def changed(self, root: Root, *, delay: float | None = None) -> None:
        """Look at all of a root again, once edits pause."""
        running = self._settles.pop(root.folder, None)
        if running is not None:
            running.cancel()
        seconds = self.settings.delay / 1000 if delay is None else delay
        self._settles[root.folder] = self.spawn(self._settle(root, seconds))

    async def _settle(self, root: Root, delay: float) -> None:
        await asyncio.sleep(delay)
        while True:
            self._take_all(root)
            revision = root.session.revision
            session = root.session
            last = time.monotonic()
            for _ in session.settle():
                if time.monotonic() - last > _STEP:
                    await asyncio.sleep(0)
                    last = time.monotonic()
            if session is root.session and session.revision == revision:
                break
        await self._announce(root)

    async def _announce(self, root: Root) -> None:
        """Tell the client what is found now, or that it should ask."""
        reports = self.reports
        if self.can_pull:
            if reports.has_news(root):
                self._refresh_diagnostics()
        else:
            for uri in reports.uris_with_news(root, self.settings.diagnosticMode == "workspace"):
                self._push(uri)
                await asyncio.sleep(0)
        self._refresh_views()
        self.tell_status(root)

    def _push_one(self, uri: str) -> None:
        self._pushes.pop(uri, None)
        self._push(uri, always=True)

    def _push(self, uri: str, *, always: bool = False) -> None:
        """Publish the findings of one file, if they are others than the client has.

        `always`: for a new version of a document, whose findings a client may wait for.
        """
        report = self.reports.report(uri)
        buffer = self.workspace.buffer(uri)
        if report is None or not ((always and buffer) or self.reports.is_news(report)):
            return
        self.pygls.text_document_publish_diagnostics(
            types.PublishDiagnosticsParams(
                uri=report.uri,
                diagnostics=report.items,
                version=None if buffer is None else buffer.version,
            )
        )
        self.reports.told(report)

    def clear(self, uri: str) -> None:
        """Take back what was published of a file."""
        handle = self._pushes.pop(uri, None)
        if handle is not None:
            handle.cancel()
        if not self.can_pull and self.reports.forget(uri):
            self.pygls.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))

    def _refresh_diagnostics(self) -> None:
        if self.able("workspace.diagnostics.refresh_support"):
            self.send_quietly(types.WORKSPACE_DIAGNOSTIC_REFRESH)

    def _refresh_views(self) -> None:
        """Lenses and hints say what baseline and gates say: let the client ask for them again."""
        for capability, method in (
            ("workspace.code_lens.refresh_support", types.WORKSPACE_CODE_LENS_REFRESH),
            ("workspace.inlay_hint.refresh_support", types.WORKSPACE_INLAY_HINT_REFRESH),
        ):
            if self.able(capability):
                self.send_quietly(method)

    def send_quietly(self, method: str, params: Any = None) -> None:
        """A request whose answer changes nothing."""
        future = self.protocol.send_request(method, params)
        future.add_done_callback(lambda done: done.cancelled() or done.exception())

    def tell_status(self, root: Root) -> None:
        status = self.workspace.status(root)
        if self._told.get(root.folder) != status:
            self._told[root.folder] = status
            data = {_camel(name): value for name, value in asdict(status).items()}
            self.protocol.notify(STATUS, {"root": uris.uri_of(root.folder), **data})

    def forget_root(self, folder: str) -> None:
        for kept in (self._scans, self._settles):
            task = kept.pop(folder, None)
            if task is not None:
                task.cancel()
        self._told.pop(folder, None)


class _Progress:
    """A bar in the client, or nothing."""

    def __init__(self, pygls: LanguageServer, token: str | None) -> None:
        self._progress = pygls.work_done_progress
        self._token = token

    def begin(self, title: str) -> None:
        if self._token is not None:
            self._progress.begin(self._token, types.WorkDoneProgressBegin(title=title))

    def report(self, message: str) -> None:
        if self._token is not None:
            self._progress.report(self._token, types.WorkDoneProgressReport(message=message))

    def end(self) -> None:
        if self._token is not None:
            self._progress.end(self._token, types.WorkDoneProgressEnd())
            self._progress.tokens.pop(self._token, None)


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(one.capitalize() for one in rest)
