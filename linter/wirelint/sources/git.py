# The only module that starts git. The repository is not trusted: nothing in its configuration may run
# a program (hooks, fsmonitor, filters, textconv, pager, transport), and names that come from outside
# are data, never options. Only plumbing commands without filters are used, at most three per baseline:
# one `rev-parse` (or `for-each-ref` for `release`), one `ls-tree`, one `cat-file --batch`.
"""Running git, safely and seldom."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterable, Iterator
from typing import Final, TypeAlias

from wirelint.errors import BaselineError
from wirelint.lazy_dataclass import dataclass

_OPTIONS: Final = (
    "--no-pager",
    "--no-optional-locks",
    "-c", "core.fsmonitor=false",
    "-c", "core.hooksPath=/dev/null",
    "-c", "core.pager=cat",
    "-c", "core.quotePath=false",
    "-c", "protocol.allow=never",
    "-c", "diff.external=",
    "-c", "credential.helper=",
    "-c", "safe.bareRepository=explicit",
)  # fmt: skip

# What of git's environment is ours to pass on. GIT_DIR and its kind, which git sets for its hooks,
# would send every repository we ask about to the one of the hook; the object folders are needed in a
# pre-receive hook, where new commits are in quarantine.
_KEPT: Final = (
    "GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_CEILING_DIRECTORIES",
    "GIT_DISCOVERY_ACROSS_FILESYSTEM", "GIT_EXEC_PATH",
)  # fmt: skip
_SET: Final = {
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_ALLOW_PROTOCOL": "none",  # not even what the repository's configuration allows
    "GIT_PAGER": "cat",
    "LC_ALL": "C",
    "LANGUAGE": "",
}


@dataclass(frozen=True, slots=True)
class GitFailure:
    """A git command that failed, with what it said."""

    code: int
    message: str


# How git is told where to look: ("-C", folder) finds the repository that holds a folder, which is
# never a bare one that the checked tree brought along; ("--git-dir", folder) is that repository.
Repository: TypeAlias = tuple[str, str]


def holding(directory: str) -> Repository:
    """Mean the repository whose working tree holds a folder."""
    return "-C", directory


def named(directory: str) -> Repository:
    """Mean the repository that a user named by this folder, be it a bare one."""
    return ("--git-dir", directory) if is_bare(directory) else ("-C", directory)


def git(repository: Repository, *arguments: str) -> bytes | GitFailure:
    """Run one git command. Raises `BaselineError` where there is no git."""
    process = _start(repository, arguments, stdin=subprocess.DEVNULL)
    with process:
        output, message = process.communicate()
    if process.returncode:
        return GitFailure(process.returncode, message.decode("utf-8", "replace").strip())
    return output


class BlobReader:
    """One `git cat-file --batch`, started when the first blob is asked for."""

    # So many object ids fit into any pipe at once: git never waits for us while we wait for git.
    CHUNK: Final = 100

    def __init__(self, repository: Repository) -> None:
        self._repository = repository
        self._process: subprocess.Popen[bytes] | None = None

    def read(self, ids: Iterable[str], limit: int) -> Iterator[bytes | int | None]:
        """Give the content of each blob; its size if that is above `limit`, None if it is not there."""
        wanted = list(ids)
        for start in range(0, len(wanted), self.CHUNK):
            chunk = wanted[start : start + self.CHUNK]
            try:
                answers = list(self._read_chunk(chunk, limit))
            except (OSError, ValueError):  # git died
                answers = []
            if len(answers) < len(chunk):
                self.close()
                answers += [None] * (len(chunk) - len(answers))
            yield from answers

    def close(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.communicate()

    def __del__(self) -> None:
        self.close()

    def _read_chunk(self, ids: list[str], limit: int) -> Iterator[bytes | int | None]:
        if self._process is None:
            self._process = _start(
                self._repository,
                ("cat-file", "--batch"),
                stdin=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
            )
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None
        assert stdout is not None
        stdin.write("".join(f"{id}\n" for id in ids).encode("ascii"))
        stdin.flush()
        for _ in ids:
            header = stdout.readline().split()
            if not header:
                return
            if len(header) != 3:  # "<id> missing"
                yield None
                continue
            size = int(header[2])
            if size > limit:
                _skip(stdout.read, size + 1)
                yield size
            else:
                data = stdout.read(size)
                if len(data) < size or not stdout.read(1):
                    return
                yield data if header[1] == b"blob" else None


def object_id(data: bytes, length: int = 40) -> str:
    """Name the bytes as git names a blob; `length` tells SHA-1 (40) from SHA-256 repositories (64)."""
    text = b"blob %d\0" % len(data) + data
    if length == 64:
        from hashlib import sha256  # noqa: PLC0415 - rare

        return sha256(text).hexdigest()
    return _sha1(text)


def _sha1(data: bytes) -> str:
    try:
        from _sha1 import sha1  # type: ignore[import-not-found] # noqa: PLC0415 - without OpenSSL
    except ImportError:
        from hashlib import sha1  # noqa: PLC0415 - only where the small module is missing
    name: str = sha1(data, usedforsecurity=False).hexdigest()
    return name


def _skip(read: object, size: int) -> None:
    assert callable(read)
    while size > 0:
        piece = read(min(size, 1 << 20))
        if not piece:
            return
        size -= len(piece)


def _start(
    repository: Repository, arguments: tuple[str, ...], *, stdin: int, stderr: int = subprocess.PIPE
) -> subprocess.Popen[bytes]:
    try:
        return subprocess.Popen(
            ("git", *_OPTIONS, *repository, *arguments),
            stdin=stdin,
            stdout=subprocess.PIPE,
            stderr=stderr,
            env=_environment(),
        )
    except FileNotFoundError as error:
        raise BaselineError(
            "git is not installed or not on PATH, and a baseline that is a revision needs it;"
            " install git, or compare with a folder, an archive or a ledger"
        ) from error
    except OSError as error:
        raise BaselineError(f"git cannot be run: {error.strerror or error}") from error
    except ValueError as error:  # a null character in a name
        raise BaselineError(f"not a name that git can know: {error}") from error


def is_bare(directory: str) -> bool:
    """Whether a folder is a repository without a working tree, told from its layout."""
    return (
        os.path.isfile(os.path.join(directory, "HEAD"))
        and os.path.isdir(os.path.join(directory, "objects"))
        and os.path.isdir(os.path.join(directory, "refs"))
    )


def _environment() -> dict[str, str]:
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith("GIT_") or name.startswith("GIT_CONFIG") or name in _KEPT
    }
    kept.pop("GIT_CONFIG", None)
    kept.pop("GIT_CONFIG_PARAMETERS", None)  # the options of the git that started us
    return {**kept, **_SET}
