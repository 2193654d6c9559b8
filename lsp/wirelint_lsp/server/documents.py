"""Documents, folders and settings of the client."""

from __future__ import annotations

import posixpath
from typing import Any

from lsprotocol import types

from wirelint_lsp import uris
from wirelint_lsp.server.core import LOG, Server
from wirelint_lsp.settings import read_settings

# What a change on disk may concern. Tables in code are found by what Kafka and its kin call them.
WATCHED = (
    "**/*.json",
    "**/*.gates",
    "**/wirelint.toml",
    "**/pyproject.toml",
    "**/wirelint.lock",
    "**/wirelint.findings",
    "**/*Version*.{java,scala}",
    "**/*{version,feature}*.rs",
)


def register(server: Server) -> None:
    feature = server.pygls.feature
    for method, handler in (
        (types.INITIALIZE, Server.initialize),
        (types.INITIALIZED, _initialized),
        (types.TEXT_DOCUMENT_DID_OPEN, _did_open),
        (types.TEXT_DOCUMENT_DID_CHANGE, _did_change),
        (types.TEXT_DOCUMENT_DID_CLOSE, _did_close),
        (types.TEXT_DOCUMENT_DID_SAVE, _did_save),
        (types.WORKSPACE_DID_CHANGE_WATCHED_FILES, _did_change_watched_files),
        (types.WORKSPACE_DID_CHANGE_CONFIGURATION, _did_change_configuration),
        (types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS, _did_change_folders),
    ):
        feature(method)(_with(server, handler))


def _with(server: Server, handler: Any) -> Any:
    def call(params: Any) -> None:
        handler(server, params)

    return call


def _initialized(server: Server, _params: Any) -> None:
    server.start()
    server.spawn(_settings_from_client(server))
    if server.able("workspace.did_change_watched_files.dynamic_registration"):
        server.spawn(_watch(server))


async def _watch(server: Server) -> None:
    watchers = [types.FileSystemWatcher(glob_pattern=one) for one in WATCHED]
    options = types.DidChangeWatchedFilesRegistrationOptions(watchers=watchers)
    registration = types.Registration(
        id="wirelint-files",
        method=types.WORKSPACE_DID_CHANGE_WATCHED_FILES,
        register_options=options,
    )
    try:
        await server.ask(types.CLIENT_REGISTER_CAPABILITY, types.RegistrationParams([registration]))
    except Exception as error:  # noqa: BLE001 - a client may refuse; then nothing is watched
        LOG.info("files are not watched: %s", error)


async def _settings_from_client(server: Server) -> None:
    if not server.able("workspace.configuration"):
        return
    wanted = types.ConfigurationParams([types.ConfigurationItem(section="wirelint")])
    try:
        answer = await server.ask(types.WORKSPACE_CONFIGURATION, wanted)
    except Exception as error:  # noqa: BLE001 - a client may refuse; then the defaults hold
        LOG.info("no settings from the client: %s", error)
        return
    if isinstance(answer, list | tuple) and answer and answer[0] is not None:  # as cattrs made it
        _configure(server, answer[0])


def _configure(server: Server, data: Any) -> None:
    settings, problems = read_settings(data, server.settings)
    for problem in problems:
        server.show(problem, types.MessageType.Warning)
    server.settings = settings
    must_read_again = server.workspace.configure(settings)
    for root in server.workspace.roots.values():
        if must_read_again:
            server.scan(root)
        else:
            server.changed(root, delay=0)


def _did_change_configuration(server: Server, params: types.DidChangeConfigurationParams) -> None:
    if server.able("workspace.configuration"):
        server.spawn(_settings_from_client(server))
        return
    data = params.settings
    _configure(server, data.get("wirelint", data) if isinstance(data, dict) else data)


def _did_open(server: Server, params: types.DidOpenTextDocumentParams) -> None:
    document = params.text_document
    roots = set(server.workspace.roots)
    buffer = server.workspace.open(
        document.uri, document.version, document.text, document.language_id
    )
    for folder in set(server.workspace.roots) - roots:  # the home of a file outside of every root
        server.scan(server.workspace.roots[folder])
    server.edited(buffer.uri)


def _did_change(server: Server, params: types.DidChangeTextDocumentParams) -> None:
    from wirelint_lsp.convert import apply_change

    document = params.text_document
    buffer = server.workspace.buffer(document.uri)
    if buffer is None:
        LOG.warning("a change of a document that is not open: %s", document.uri)
        return
    for change in params.content_changes:
        text = apply_change(buffer.source, change, server.client.units)
        server.workspace.change(buffer, document.version, text)
    server.edited(buffer.uri)


def _did_close(server: Server, params: types.DidCloseTextDocumentParams) -> None:
    located = server.workspace.close(params.text_document.uri)
    server.clear(params.text_document.uri)
    if located is not None:
        server.changed(located[0])


def _did_save(server: Server, params: types.DidSaveTextDocumentParams) -> None:
    from wirelint_lsp.workspace import CONFIGURATIONS

    located = server.workspace.locate(params.text_document.uri)
    if located is not None and posixpath.basename(located[1]) in CONFIGURATIONS:
        server.scan(located[0])


def _did_change_watched_files(server: Server, params: types.DidChangeWatchedFilesParams) -> None:
    """Files that are open count as they stand in the editor; others are read again."""
    from wirelint_lsp.workspace import CONFIGURATIONS

    for change in params.changes:
        located = server.workspace.locate(change.uri)
        if located is None:
            continue
        root, path = located
        name = posixpath.basename(path)
        if name in CONFIGURATIONS or name == "wirelint.lock":
            server.scan(root, delay=0.3)
        elif server.workspace.buffer(change.uri) is not None:
            continue
        elif change.type is types.FileChangeType.Deleted:
            server.clear(change.uri)
            if path in root.session.paths or server.is_scanning(root):
                root.session.remove(path)
                server.scan(root, delay=0.3)
        elif (
            change.type is types.FileChangeType.Changed
            and root.session_text(path) is not None
            and not server.is_scanning(root)  # it may have read the file before
        ):
            root.reread(path)
            server.changed(root)
        else:
            server.scan(root, delay=0.3)


def _did_change_folders(server: Server, params: types.DidChangeWorkspaceFoldersParams) -> None:
    workspace = server.workspace
    for gone in params.event.removed:
        path = uris.path_of(gone.uri)
        root = None if path is None else workspace.roots.get(path)
        if root is not None:
            for told in server.reports.told_of(root):
                server.clear(told)
            server.forget_root(root.folder)
            workspace.remove_root(root.folder)
    for new in params.event.added:
        path = uris.path_of(new.uri)
        if path is not None and path not in workspace.roots:
            server.scan(workspace.add_root(path))
