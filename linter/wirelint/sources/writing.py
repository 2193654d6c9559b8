# A file is replaced as a whole or not at all: an editor, a build or a second run must never see half
# of it. A link is not written through to a place outside of the tree.
"""Writing files: fixes, ledgers, configuration."""

from __future__ import annotations

import os
import stat
from contextlib import suppress

from wirelint.errors import WirelintError


def write_atomically(path: str, data: bytes, *, root: str = ".", durable: bool = False) -> None:
    """Replace or create the file `path` (relative to `root`, or absolute) with `data`.

    The mode of an existing file is kept; `durable` waits for the disk. A symbolic link is followed
    when its target lies below `root`. Raises `WirelintError` when nothing was written.
    """
    on_disk = path if os.path.isabs(path) else os.path.join(root, path)
    if os.path.islink(on_disk) or _lies_below(path):
        on_disk = _followed(path, on_disk, root)
    try:
        mode = _mode_of(path, on_disk)
        _replace(on_disk, data, mode, durable=durable)
    except OSError as error:
        raise WirelintError(f"`{path}` cannot be written: {error.strerror or error}") from error


def _lies_below(path: str) -> bool:
    """Whether a path stays below the root by its own words; a link on the way may say otherwise."""
    return not os.path.isabs(path) and ".." not in path.replace(os.sep, "/").split("/")


def _followed(path: str, on_disk: str, root: str) -> str:
    real = os.path.realpath(on_disk)
    start = os.path.realpath(root).rstrip(os.sep) + os.sep
    if not real.startswith(start):
        raise WirelintError(
            f"`{path}` leads through a symbolic link to a place outside the tree and is not written;"
            " replace the link, or run in the folder to which it leads"
        )
    return real


def _mode_of(path: str, on_disk: str) -> int | None:
    try:
        status = os.lstat(on_disk)
    except FileNotFoundError:
        return None
    if not stat.S_ISREG(status.st_mode):
        raise WirelintError(f"`{path}` is not a regular file and is not written")
    if not os.access(on_disk, os.W_OK):
        raise WirelintError(f"`{path}` is write-protected")
    return stat.S_IMODE(status.st_mode)


def _replace(on_disk: str, data: bytes, mode: int | None, *, durable: bool) -> None:
    folder, name = os.path.split(on_disk)
    temporary = os.path.join(folder, f".{name}.{os.getpid()}.{os.urandom(4).hex()}.tmp")
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    handle = os.open(temporary, flags, 0o666)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            if mode is not None and hasattr(os, "fchmod"):
                os.fchmod(file.fileno(), mode)
            if durable:
                file.flush()
                os.fsync(file.fileno())
        os.replace(temporary, on_disk)
    except BaseException:
        with suppress(OSError):  # the folder may be as broken as the write was
            os.unlink(temporary)
        raise
