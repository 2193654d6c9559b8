"""Servers over a real pipe, for the clients whose abilities pytest-lsp knows, and one that pulls."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities, make_test_lsp_client

from support.lsp_world import FILES, make_world, place

PROFILES = ("visual_studio_code", "neovim", "emacs", "pull")
WIRELINT = [sys.executable, "-m", "wirelint", "lsp"]


def capabilities(profile: str) -> types.ClientCapabilities:
    """What a client can do; `pull` is VS Code as it is today, which asks for diagnostics."""
    found = client_capabilities("visual_studio_code" if profile == "pull" else profile)
    if profile == "pull":
        assert found.text_document is not None
        assert found.workspace is not None
        found.text_document.diagnostic = types.DiagnosticClientCapabilities()
        found.text_document.inlay_hint = types.InlayHintClientCapabilities()
        found.workspace.diagnostics = types.DiagnosticWorkspaceClientCapabilities(
            refresh_support=True
        )
    return found


@dataclass
class Editor:
    """A client with the world open in it."""

    client: LanguageClient
    profile: str
    root: Path
    answer: types.InitializeResult
    versions: dict[str, int] = field(default_factory=dict)

    @property
    def pulls(self) -> bool:
        return self.answer.capabilities.diagnostic_provider is not None

    def uri(self, path: str) -> str:
        return (self.root / path).as_uri()

    def open(self, path: str, text: str | None = None, version: int = 1) -> str:
        """Open a document as it is on disk, or with another text; gives its URI."""
        uri = self.uri(path)
        language = {"json": "json", "gates": "gates"}.get(path.rpartition(".")[2], "plaintext")
        self.client.text_document_did_open(
            types.DidOpenTextDocumentParams(
                types.TextDocumentItem(
                    uri=uri,
                    language_id=language,
                    version=version,
                    text=FILES[path] if text is None else text,
                )
            )
        )
        return uri

    @asynccontextmanager
    async def edited(self, path: str, text: str) -> AsyncIterator[None]:
        """With another text for a while."""
        self.change(path, text)
        try:
            yield
        finally:
            self.change(path, FILES[path])
            await self.diagnostics(path, set())

    def change(self, path: str, text: str) -> None:
        version = self.versions.get(path, 1) + 1
        self.versions[path] = version
        self.client.text_document_did_change(
            types.DidChangeTextDocumentParams(
                types.VersionedTextDocumentIdentifier(uri=self.uri(path), version=version),
                [types.TextDocumentContentChangeWholeDocument(text=text)],
            )
        )

    def close(self, path: str) -> None:
        self.client.text_document_did_close(
            types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(self.uri(path)))
        )

    def document(self, path: str) -> types.TextDocumentIdentifier:
        return types.TextDocumentIdentifier(self.uri(path))

    def position(self, path: str, needle: str, offset: int = 0, nth: int = 0) -> types.Position:
        return self.position_in(FILES[path], place(FILES[path], needle, offset, nth))

    def position_in(self, text: str, offset: int) -> types.Position:
        """A place in the units that were negotiated."""
        line = text.count("\n", 0, offset)
        before = text[text.rfind("\n", 0, offset) + 1 : offset]
        units = {"utf-8": len(before.encode()), "utf-32": len(before)}
        encoding = str(getattr(self.encoding, "value", self.encoding))
        return types.Position(line, units.get(encoding, len(before.encode("utf-16-le")) // 2))

    @property
    def encoding(self) -> Any:
        return self.answer.capabilities.position_encoding or "utf-16"

    async def diagnostics(
        self, path: str, wanted: set[str] | None = None, *, seconds: float = 10
    ) -> list[types.Diagnostic]:
        """The diagnostics of a document, once their rules are `wanted`."""
        found: list[types.Diagnostic] = []
        for _ in range(int(seconds / 0.05)):
            if self.pulls:
                report = await self.client.text_document_diagnostic_async(
                    types.DocumentDiagnosticParams(text_document=self.document(path))
                )
                assert isinstance(report, types.RelatedFullDocumentDiagnosticReport)
                found = list(report.items)
            else:
                found = list(self.client.diagnostics.get(self.uri(path), []))
            if wanted is None or {str(one.code) for one in found} == wanted:
                return found
            await asyncio.sleep(0.05)
        rules = sorted(str(one.code) for one in found)
        raise AssertionError(f"{path} has {rules}, not {wanted}")

    async def ready(self) -> None:
        """Wait until the baseline is read."""
        for _ in range(400):
            status = STATUSES.get(id(self.client))
            if status is not None and status["baselineState"] in {"ready", "failed"}:
                return
            await asyncio.sleep(0.05)
        raise AssertionError("the baseline was never read")


STATUSES: dict[int, dict[str, Any]] = {}


def make_client() -> LanguageClient:
    client = make_test_lsp_client()

    @client.feature("wirelint/status")
    def status(params: Any) -> None:
        STATUSES[id(client)] = {name: getattr(params, name) for name in params._fields}

    @client.feature(types.WORKSPACE_CODE_LENS_REFRESH)
    def lenses(_params: Any) -> None:
        return None

    @client.feature(types.WORKSPACE_INLAY_HINT_REFRESH)
    def hints(_params: Any) -> None:
        return None

    @client.feature(types.CLIENT_REGISTER_CAPABILITY)
    def register(_params: Any) -> None:
        return None

    @client.feature(types.WORKSPACE_APPLY_EDIT)
    def apply(params: types.ApplyWorkspaceEditParams) -> types.ApplyWorkspaceEditResult:
        APPLIED.append(params)
        return types.ApplyWorkspaceEditResult(applied=True)

    return client


APPLIED: list[types.ApplyWorkspaceEditParams] = []


async def initialize(client: LanguageClient, root: Path, profile: str, **options: Any) -> Editor:
    answer = await client.initialize_session(
        types.InitializeParams(
            capabilities=capabilities(profile),
            root_uri=root.as_uri(),
            workspace_folders=[types.WorkspaceFolder(root.as_uri(), root.name)],
            initialization_options={"baseline": "1.0.0", "delay": 20, **options},
        )
    )
    return Editor(client, profile, root, answer)


@pytest_asyncio.fixture(params=PROFILES, scope="module", loop_scope="module")
async def editor(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Editor]:
    root = tmp_path_factory.mktemp("world")
    make_world(root)
    client = await ClientServerConfig(server_command=WIRELINT, client_factory=make_client).start()
    assert isinstance(client, LanguageClient)
    opened = await initialize(client, root, request.param)
    for path in FILES:
        opened.open(path)
    await opened.ready()
    yield opened
    await client.shutdown_session()
    await client.stop()
