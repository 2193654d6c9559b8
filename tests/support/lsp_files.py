"""A workspace without a server: the state that features look at."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from lsprotocol import types

from wirelint_lsp.convert import Client, Units, to_diagnostic
from wirelint_lsp.file import File, file_of
from wirelint_lsp.settings import ClientSettings
from wirelint_lsp.workspace import Buffer, Root, Workspace

UNITS = Units("utf-16")


@dataclass
class Bench:
    """One root with everything read, baseline too."""

    workspace: Workspace
    root: Root

    def open(self, path: str, text: str) -> Buffer:
        return self.workspace.open((Path(self.root.folder) / path).as_uri(), 1, text)

    def type(self, buffer: Buffer, text: str) -> list[types.Diagnostic]:
        """Give a document another text; what is found then."""
        self.workspace.change(buffer, buffer.version + 1, text)
        located = self.workspace.take_in(buffer)
        if located is None:
            return []
        root, path = located
        found = self.workspace.diagnostics(root, path)
        return [to_diagnostic(one, Client(units=UNITS), lambda _: buffer.uri) for one in found]

    def settle(self) -> None:
        for _ in self.root.session.settle():
            pass

    def file(self, path: str) -> File:
        found = file_of(self.root.session, path)
        assert found is not None
        return found


def bench_of(folder: Path, baseline: str = "off") -> Bench:
    workspace = Workspace()
    workspace.settings = ClientSettings(baseline=baseline)
    root = workspace.add_root(folder.as_posix())
    scan = root.scan()
    assert scan.problem is None
    root.install(scan, ())
    released = root.read_released(scan)
    assert released.failure is None
    root.install_released(released)
    bench = Bench(workspace, root)
    bench.settle()
    return bench
