"""The server as the extension carries it: pure Python from one folder, nothing else installed."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import pytest

from support.lsp_world import REQUEST, REQUEST_TEXT, make_world
from support.raw_lsp import RawClient
from support.shared import REPOSITORY

OURS = {
    "wirelint": "linter/wirelint",
    "wirelint_rules": "rules/wirelint_rules",
    "wirelint_lsp": "lsp/wirelint_lsp",
}
LIBRARIES = ("pygls", "lsprotocol", "attr", "attrs", "cattr", "cattrs", "lark", "typing_extensions")
START = "import sys; sys.path.insert(0, {libs!r}); from wirelint.cli import main; sys.exit(main(['lsp']))"


@pytest.fixture
def libs(tmp_path: Path) -> Path:
    """Links to what a bundle holds. No jsonschema: it needs a compiled library."""
    folder = tmp_path / "libs"
    folder.mkdir()
    for name, path in OURS.items():
        (folder / name).symlink_to(REPOSITORY / path)
    for name in LIBRARIES:
        spec = importlib.util.find_spec(name)
        assert spec is not None
        assert spec.origin is not None
        origin = Path(spec.origin)
        found = origin.parent if origin.name == "__init__.py" else origin
        (folder / found.name).symlink_to(found)
    return folder


def test_bare_python(libs: Path, tmp_path: Path) -> None:
    root = tmp_path / "world"
    make_world(root)
    command = [sys.executable, "-I", "-S", "-c", START.format(libs=str(libs))]
    with RawClient(command, cwd=root) as client:
        client.initialize(root, options={"baseline": "1.0.0"})
        uri = (root / REQUEST).as_uri()
        # The wrong shape is what jsonschema words elsewhere; here the builder's own words do.
        client.open(uri, REQUEST_TEXT.replace('"listeners": ["broker"]', '"listeners": 7'))
        found = client.note("textDocument/publishDiagnostics", lambda one: one["diagnostics"])
        assert found["diagnostics"][0]["message"]
        client.change(uri, 2, {"text": REQUEST_TEXT.replace('"int16"', '"int64"')})
        client.note(
            "textDocument/publishDiagnostics",
            lambda one: "released-field-retyped" in {d["code"] for d in one["diagnostics"]},
        )
        assert client.leave() == 0
        assert not [line for line in client.log if "Traceback" in line]
