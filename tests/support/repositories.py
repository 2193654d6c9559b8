"""Git repositories to prepare by hand."""

from __future__ import annotations

import subprocess
from collections.abc import Iterable
from pathlib import Path

SCHEMA = b"""// A message of the tests.
{ "apiKey": 900, "type": "request", "name": "%sRequest", "validVersions": "0",
  "flexibleVersions": "none", "fields": [] }
"""


def schema(name: str) -> bytes:
    return SCHEMA % name.encode()


class Repository:
    """A git repository to prepare by hand."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def git(self, *arguments: str) -> str:
        return subprocess.run(
            ("git", *arguments), cwd=self.root, check=True, capture_output=True, text=True
        ).stdout.strip()

    def write(self, path: str, data: bytes | str) -> Path:
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data.encode() if isinstance(data, str) else data)
        return file

    def commit(self, message: str, tags: Iterable[str] = ()) -> str:
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", message)
        for tag in tags:
            self.git("tag", tag)
        return self.git("rev-parse", "HEAD")


def make_repository(root: Path, *options: str) -> Repository:
    root.mkdir(parents=True, exist_ok=True)
    repository = Repository(root)
    repository.git("init", "-q", *options)
    repository.git("config", "user.name", "tests")
    repository.git("config", "user.email", "tests@example.org")
    return repository
