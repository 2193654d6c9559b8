"""Real schemas for tests: the packaged ones of kafka-python, and the bundle's where it is there."""

from __future__ import annotations

import subprocess
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

from support.shared import shared


@cache
def packaged_schemas() -> dict[str, bytes]:
    """The message schemas that kafka-python ships, by file name."""
    spec = find_spec("kafka")  # not imported: its import warns
    assert spec is not None
    assert spec.origin is not None
    folder = Path(spec.origin).parent / "protocol" / "schemas" / "resources"
    return {one.name: one.read_bytes() for one in sorted(folder.glob("*.json"))}


def bundled_schemas() -> dict[str, bytes]:
    """Every distinct schema text of the releases in the bundle, by blob name; skips without it."""
    return _bundled(shared("corpus", "kafka-schemas.bundle"))


@cache
def _bundled(bundle: Path) -> dict[str, bytes]:
    with TemporaryDirectory() as folder:
        _git(folder, "clone", "--quiet", "--bare", str(bundle), ".")
        listing = _git(folder, "log", "--all", "--format=", "--raw", "--no-abbrev", "-m")
        blobs = {
            line.split()[3]: None
            for line in listing.decode().splitlines()
            if line.startswith(":") and line.endswith(".json")
        }
        blobs.pop("0" * 40, None)
        out = _git(folder, "cat-file", "--batch", given="\n".join(blobs).encode())
    found: dict[str, bytes] = {}
    at = 0
    while at < len(out):
        end = out.index(b"\n", at)
        name, _, size = out[at:end].decode().split()
        found[name] = out[end + 1 : end + 1 + int(size)]
        at = end + 2 + int(size)
    return found


def _git(folder: str, *words: str, given: bytes | None = None) -> bytes:
    return subprocess.run(
        ["git", "-C", folder, *words], input=given, capture_output=True, check=True
    ).stdout
