# The only module that starts git. The repository is not trusted: nothing in its configuration may run
# a program (hooks, fsmonitor, filters, textconv, pager, transport), and names that come from outside
# are data, never options. Only plumbing commands without filters are used, at most three per baseline:
# one `rev-parse` (or `for-each-ref` for `release`), one `ls-tree`, one `cat-file --batch`.
"""Running git, safely and seldom."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable, Iterator
from typing import Final, TypeAlias

from wirelint.errors import BaselineError
from wirelint.lazy_dataclass import dataclass
from wirelint.sources.child import Child

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
# For one answer; the listing of a large commit on a slow disk takes a few.
_MOST_SECONDS: Final = 120.0
_MOST_ANSWER: Final = 1 << 20
_MOST_LISTING: Final = 1 << 28  # of files or refs
_LISTINGS: Final = ("ls-tree", "for-each-ref")
_LONGEST_HEADER: Final = 200

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
    """Run one git command.

    Raises `BaselineError` where there is no git, or one that gives no answer: it takes too long,
    prints without end, or is killed.
    """
    child = _start(repository, arguments, stdin=subprocess.DEVNULL)
    command = arguments[0]
    most = _MOST_LISTING if command in _LISTINGS else _MOST_ANSWER
    with child.within(_patience()):
        output, message = child.talk(most)
    if child.was_late:
        raise _late(command)
    if output is None:
        raise BaselineError(
            f"`git {command}` was ended: it printed more than {most >> 20} MiB, which is no answer"
        )
    code = child.process.returncode
    if code < 0:
        raise BaselineError(f"`git {command}` was killed by signal {-code} before it answered")
    return GitFailure(code, message) if code else output


def _patience() -> float:
    """The seconds that git may take for an answer: WIRELINT_GIT_SECONDS, or two minutes."""
    try:
        return max(0.1, min(float(os.environ.get("WIRELINT_GIT_SECONDS", "")), 86_400.0))
    except ValueError:
        return _MOST_SECONDS


def _late(command: str) -> BaselineError:
    return BaselineError(
        f"`git {command}` gave no answer within {_patience():g} seconds and was ended; does it wait for"
        " a lock or a slow disk? WIRELINT_GIT_SECONDS gives it longer"
    )


class BlobReader:
    """One `git cat-file --batch`, started when the first blob is asked for."""

    # So many object ids fit into any pipe at once: git never waits for us while we wait for git.
    CHUNK: Final = 100

    def __init__(self, repository: Repository) -> None:
        self._repository = repository
        self._child: Child | None = None

    def read(self, ids: Iterable[str], limit: int) -> Iterator[bytes | int | None]:
        """Give the content of each blob; its size if that is above `limit`, None if it is not there.

        Raises `BaselineError` where git gives no answer.
        """
        wanted = list(ids)
        for start in range(0, len(wanted), self.CHUNK):
            chunk = wanted[start : start + self.CHUNK]
            if self._child is None:
                self._child = _start(
                    self._repository,
                    ("cat-file", "--batch"),
                    stdin=subprocess.PIPE,
                    stderr=subprocess.DEVNULL,
                )
            answers: list[bytes | int | None] = []
            try:
                with self._child.within(_patience()):
                    answers += self._read_chunk(self._child.process, chunk, limit)
            except (OSError, ValueError):  # git died, or talks nonsense
                answers.clear()
            if len(answers) < len(chunk):
                was_late = self._child.was_late
                self.close()
                if was_late:
                    raise _late("cat-file")
                answers += [None] * (len(chunk) - len(answers))
            yield from answers

    def close(self) -> None:
        child, self._child = self._child, None
        if child is not None:
            child.end()

    def __del__(self) -> None:
        self.close()

    @staticmethod
    def _read_chunk(
        process: subprocess.Popen[bytes], ids: list[str], limit: int
    ) -> Iterator[bytes | int | None]:
        stdin, stdout = process.stdin, process.stdout
        assert stdin is not None
        assert stdout is not None
        stdin.write("".join(f"{id}\n" for id in ids).encode("ascii"))
        stdin.flush()
        for _ in ids:
            line = stdout.readline(_LONGEST_HEADER)
            header = line.split()
            if not header or not line.endswith(b"\n"):
                return
            if len(header) != 3:  # "<id> missing"
                yield None
                continue
            size = int(header[2])
            if size < 0:
                return
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
    if (openssl := sys.modules.get("_hashlib")) is not None:  # six times as fast, slow to load
        return str(openssl.openssl_sha1(data, usedforsecurity=False).hexdigest())
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
) -> Child:
    try:
        return Child(
            ("git", *_OPTIONS, *repository, *arguments),
            stdin=stdin,
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
