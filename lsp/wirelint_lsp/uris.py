# Clients spell one file in several ways (VS Code percent-encodes the colon of a drive), and match
# diagnostics by the exact URI they sent. So a document is found by its path and answered under the
# client's own spelling.
"""Between the URIs of a client and paths on disk."""

from __future__ import annotations

import os
from urllib.parse import quote, unquote, urlsplit


def path_of(uri: str) -> str | None:
    """The absolute path of a `file:` URI, with `/`; None for what is no file (`untitled:`, `git:`)."""
    parts = urlsplit(uri)
    if parts.scheme != "file":
        return None
    path = unquote(parts.path)
    if parts.netloc and parts.netloc != "localhost":
        return f"//{unquote(parts.netloc)}{path}"
    if os.name == "nt" or _has_drive(path):
        path = path.lstrip("/")
        path = path[:1].lower() + path[1:]
    return _plain(path) or None


def uri_of(path: str) -> str:
    """The `file:` URI of an absolute path with `/`."""
    lead = "" if path.startswith("/") else "/"
    if path.startswith("//"):
        host, _, rest = path[2:].partition("/")
        return f"file://{host}/{quote(rest)}"
    return f"file://{lead}{quote(path, safe='/')}"


def _has_drive(path: str) -> bool:
    return len(path) > 2 and path[0] == "/" and path[1].isalpha() and path[2] == ":"


def _plain(path: str) -> str:
    return path.rstrip("/") or path[:1]
