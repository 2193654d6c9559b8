# Archives come from release pages and package indexes, and are not trusted: nothing is unpacked to
# disk, names that lead out of the archive refuse it, and every count and size has a limit. zipfile,
# tarfile and the decompressors are imported only when an archive is the baseline.
"""Files of a zip or tar archive."""

from __future__ import annotations

import io
import posixpath
import struct
from collections.abc import Collection, Iterable, Iterator
from typing import IO, TYPE_CHECKING, Final, Protocol

from wirelint.errors import BaselineError
from wirelint.sources.listed import ListedTree
from wirelint.sources.spec import ARCHIVE_ENDINGS, ZIP_ENDINGS
from wirelint.sources.tree import MAX_FILE_BYTES, Content, Unreadable, Why

if TYPE_CHECKING:  # not a cycle: the two take 20 ms to import
    import tarfile
    import zipfile

MAX_ENTRIES: Final = 200_000
MAX_UNPACKED_BYTES: Final = 1 << 30  # of a tar archive, all of which must be decompressed
MAX_KEPT_BYTES: Final = 256 << 20
_MAX_XZ_MEMORY: Final = 256 << 20
_KEPT_ENDINGS: Final = (".json", ".gates", ".java", ".scala", ".rs", ".py", ".lock")
# What the libraries raise on a damaged archive besides their own errors.
_DAMAGED: Final = (EOFError, ValueError, LookupError, OverflowError, struct.error)


def open_archive(path: str, spec: str) -> ListedTree:
    """Read the listing of an archive, and all of a tar archive. Raises `BaselineError`."""
    try:
        return _ZipTree(path, spec) if path.lower().endswith(ZIP_ENDINGS) else _TarTree(path, spec)
    except OSError as error:
        raise _broken(spec, error.strerror or str(error)) from error


class _ZipTree(ListedTree):
    def __init__(self, path: str, spec: str) -> None:
        import zipfile  # noqa: PLC0415 - see above

        self.revision = spec
        self._entries: dict[str, zipfile.ZipInfo] = {}
        try:
            self._archive = zipfile.ZipFile(path)
        except (zipfile.BadZipFile, NotImplementedError, *_DAMAGED) as error:
            raise _broken(spec, str(error)) from error
        try:
            for entry in self._archive.infolist():
                # A name as the archive has it: zipfile cuts at a null character and knows `\`.
                _check_name(entry.orig_filename, spec)
                _check_count(len(self._entries), spec)
                if not entry.filename.endswith("/") and entry.filename:
                    self._entries[_plain(entry.filename)] = entry
        except BaselineError:
            self._archive.close()
            raise

    @property
    def names(self) -> Collection[str]:
        return self._entries.keys()

    def read_many(self, paths: Iterable[str]) -> Iterator[tuple[str, Content]]:
        for path in paths:
            yield path, self._read(path)

    def close(self) -> None:
        self._archive.close()

    def __del__(self) -> None:
        archive = getattr(self, "_archive", None)
        if archive is not None:
            archive.close()

    def _read(self, path: str) -> Content:
        import lzma  # noqa: PLC0415 - imported already
        import zipfile  # noqa: PLC0415 - likewise
        import zlib  # noqa: PLC0415 - likewise

        entry = self._entries.get(path)
        if entry is None:
            return Unreadable(path, Why.MISSING)
        if entry.external_attr >> 28 not in (
            0,
            0o10,
        ):  # Unix file type: neither unknown nor regular
            return Unreadable(path, Why.NOT_A_FILE)
        if entry.file_size > MAX_FILE_BYTES:
            return _too_large(path)
        try:
            with self._archive.open(entry) as file:
                data = file.read(MAX_FILE_BYTES + 1)  # the size in the listing may lie
        except RuntimeError as error:  # encrypted
            return Unreadable(path, Why.DENIED, str(error))
        except (
            zipfile.BadZipFile,
            zlib.error,
            lzma.LZMAError,
            NotImplementedError,
            *_DAMAGED,
            OSError,
        ) as error:
            return Unreadable(path, Why.BROKEN, str(error))
        return _too_large(path) if len(data) > MAX_FILE_BYTES else data


class _TarTree(ListedTree):
    """A tar archive, read once from front to end; only files of kinds that matter are kept."""

    def __init__(self, path: str, spec: str) -> None:
        import lzma  # noqa: PLC0415 - see above
        import tarfile  # noqa: PLC0415 - see above
        import zlib  # noqa: PLC0415 - see above

        self.revision = spec
        self._contents: dict[str, Content] = {}
        self._kept = 0
        with open(path, "rb") as file:
            unpacked = _Unpacked(_decompressor(path), file)
            try:
                with tarfile.open(fileobj=unpacked, mode="r|") as archive:
                    for count, member in enumerate(archive):
                        _check_count(count, spec)
                        self._take(archive, member, spec)
            except _TooMuchError:
                raise BaselineError(
                    f"`{spec}` unpacks to more than {MAX_UNPACKED_BYTES >> 20} MiB and is not read;"
                    " unpack the part with the schemas and name that folder"
                ) from None
            except (tarfile.TarError, lzma.LZMAError, zlib.error, *_DAMAGED) as error:
                raise _broken(spec, str(error)) from error

    @property
    def names(self) -> Collection[str]:
        return self._contents.keys()

    def read_many(self, paths: Iterable[str]) -> Iterator[tuple[str, Content]]:
        for path in paths:
            yield path, self._contents.get(path, Unreadable(path, Why.MISSING))

    def _take(self, archive: tarfile.TarFile, member: tarfile.TarInfo, spec: str) -> None:
        _check_name(member.name, spec)
        if not member.name.endswith(_KEPT_ENDINGS) or member.isdir():
            return
        path = _plain(member.name)
        if not member.isreg():
            self._contents[path] = Unreadable(path, Why.NOT_A_FILE)
        elif member.size > MAX_FILE_BYTES:
            self._contents[path] = _too_large(path)
        else:
            file = archive.extractfile(member)
            data = file.read() if file is not None else b""
            self._kept += len(data)
            if self._kept > MAX_KEPT_BYTES:
                raise BaselineError(
                    f"`{spec}` holds more than {MAX_KEPT_BYTES >> 20} MiB of files to read; unpack the"
                    " part with the schemas and name that folder"
                )
            self._contents[path] = data


class _TooMuchError(Exception):
    """An archive unpacks to more than the limit."""


class _Decompressor(Protocol):
    def decompress(self, data: bytes, max_length: int) -> bytes: ...
    @property
    def needs_input(self) -> bool: ...
    @property
    def eof(self) -> bool: ...


class _Unpacked(io.RawIOBase):
    """A file, decompressed piece by piece up to a limit."""

    PIECE: Final = 1 << 16

    def __init__(self, decompressor: _Decompressor | None, file: IO[bytes]) -> None:
        super().__init__()
        self._decompressor = decompressor
        self._file = file
        self._ready = b""
        self._total = 0

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        pieces = [self._ready]
        have = len(self._ready)
        while size < 0 or have < size:
            piece = self._next()
            if not piece:
                break
            pieces.append(piece)
            have += len(piece)
        everything = b"".join(pieces)
        if size < 0:
            size = len(everything)
        self._ready = everything[size:]
        return everything[:size]

    def _next(self) -> bytes:
        piece = self._decompressed()
        self._total += len(piece)
        if self._total > MAX_UNPACKED_BYTES:
            raise _TooMuchError
        return piece

    def _decompressed(self) -> bytes:
        decompressor = self._decompressor
        if decompressor is None:
            return self._file.read(self.PIECE)
        while not decompressor.eof:
            packed = self._file.read(self.PIECE) if decompressor.needs_input else b""
            piece = decompressor.decompress(packed, self.PIECE)
            if piece:
                return piece
            if not packed and decompressor.needs_input:
                raise EOFError("the file ends too early")
        return b""


class _Gzip:
    """zlib's decompressor with the manners of those of xz and bzip2."""

    def __init__(self) -> None:
        import zlib  # noqa: PLC0415 - see above

        self._zlib = zlib.decompressobj(wbits=31)

    def decompress(self, data: bytes, max_length: int) -> bytes:
        return self._zlib.decompress(self._zlib.unconsumed_tail + data, max_length)

    @property
    def needs_input(self) -> bool:
        return not self._zlib.unconsumed_tail

    @property
    def eof(self) -> bool:
        return self._zlib.eof


def _decompressor(path: str) -> _Decompressor | None:
    ending = path.lower()
    if ending.endswith((".tar.gz", ".tgz")):
        return _Gzip()
    if ending.endswith((".tar.xz", ".txz")):
        import lzma  # noqa: PLC0415 - see above

        return lzma.LZMADecompressor(memlimit=_MAX_XZ_MEMORY)
    if ending.endswith(".tar.bz2"):
        import bz2  # noqa: PLC0415 - see above

        return bz2.BZ2Decompressor()
    return None


def _check_name(name: str, spec: str) -> None:
    words = name.replace("\\", "/").split("/")
    if ".." in words or name.startswith(("/", "\\")) or "\0" in name or words[0][1:2] == ":":
        raise BaselineError(
            f"`{spec}` holds an entry whose name leads out of the archive (`{name!a:.80}`) and is not"
            " read; make the archive anew, or name a folder"
        )


def _check_count(count: int, spec: str) -> None:
    if count >= MAX_ENTRIES:
        raise BaselineError(
            f"`{spec}` holds more than {MAX_ENTRIES} entries and is not read; unpack the part with the"
            " schemas and name that folder"
        )


def _plain(name: str) -> str:
    return posixpath.normpath(name)


def _too_large(path: str) -> Unreadable:
    return Unreadable(path, Why.TOO_LARGE, f"limit {MAX_FILE_BYTES} bytes")


def _broken(spec: str, reason: str) -> BaselineError:
    return BaselineError(
        f"the archive `{spec}` cannot be read: {reason or 'it is damaged'}; check that it is whole"
        f" and that its name ends as its format asks ({', '.join(ARCHIVE_ENDINGS)})"
    )
