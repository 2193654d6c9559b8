"""A server with all its handlers."""

from __future__ import annotations

from wirelint_lsp.server import commands, documents, requests
from wirelint_lsp.server.core import Server


def build() -> Server:
    server = Server()
    documents.register(server)
    requests.register(server)
    commands.register(server)
    return server
