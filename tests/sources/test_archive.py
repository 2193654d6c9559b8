from __future__ import annotations

import io
import lzma
import stat
import tarfile
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest

from support.repositories import schema
from wirelint.errors import BaselineError
from wirelint.sources import archive
from wirelint.sources.baseline import Baseline, open_baseline
from wirelint.sources.tree import MAX_FILE_BYTES, Unreadable, Why

MESSAGES = "clients/src/main/resources/common/message"
FILES = {
    f"{MESSAGES}/EchoRequest.json": schema("Echo"),
    f"{MESSAGES}/PingRequest.json": schema("Ping"),
    "README.md": b"text",
}


def pack(path: Path, files: Mapping[str, bytes]) -> Path:
    if path.name.endswith((".zip", ".jar", ".whl")):
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as made:
            for name, data in files.items():
                made.writestr(name, data)
        return path
    mode = {".gz": "w:gz", ".xz": "w:xz", ".bz2": "w:bz2"}.get(path.suffix, "w")
    with tarfile.open(path, mode) as made:  # type: ignore[call-overload]
        for name, data in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(data)
            made.addfile(member, io.BytesIO(data))
    return path


def opened(path: Path, *paths: str) -> Baseline:
    baseline = open_baseline(path.name, cwd=str(path.parent), paths=paths)
    assert isinstance(baseline, Baseline)
    assert baseline.kind == "archive"
    return baseline


@pytest.mark.parametrize(
    "name", ["a.zip", "a.jar", "a.whl", "a.tar", "a.tar.gz", "a.tar.xz", "a.tar.bz2"]
)
@pytest.mark.parametrize("top", ["", "kafka-4.0.0-src/"])
@pytest.mark.parametrize("paths", [(), (f"{MESSAGES}/EchoRequest.json",), (f"{MESSAGES}",)])
def test_every_format_with_its_root_there_or_one_down(
    tmp_path: Path, name: str, top: str, paths: tuple[str, ...]
) -> None:
    path = pack(tmp_path / name, {top + file: data for file, data in FILES.items()})
    with opened(path, *paths) as baseline:
        assert baseline.tree.read(f"{MESSAGES}/EchoRequest.json") == schema("Echo")
        assert baseline.tree.holds(f"{MESSAGES}/PingRequest.json", schema("Ping"))
        assert baseline.tree.has_folder("clients/src")
        found = [file.path for file in baseline.discover(("clients",)).files]
        assert found == [f"{MESSAGES}/EchoRequest.json", f"{MESSAGES}/PingRequest.json"]
        missing = baseline.tree.read("clients/absent.json")
        assert missing == Unreadable("clients/absent.json", Why.MISSING)
        assert baseline.tree.revision == name


@pytest.mark.parametrize("name", ["a.zip", "a.tar"])
def test_an_empty_file_is_there(tmp_path: Path, name: str) -> None:
    with opened(pack(tmp_path / name, {"a.json": b""})) as baseline:
        assert baseline.tree.read("a.json") == b""


@pytest.mark.parametrize("container", ["a.zip", "a.tar.gz"])
@pytest.mark.parametrize(
    "name", ["../a.json", "/etc/a.json", "x/../../a.json", "..\\a.json", "C:/a.json", "\\a.json"]
)
def test_names_that_lead_out_refuse_the_archive(tmp_path: Path, container: str, name: str) -> None:
    path = pack(tmp_path / container, {**FILES, name: b"{}"})
    with pytest.raises(BaselineError, match="leads out of the archive"):
        opened(path)


def test_links_and_devices_are_no_files(tmp_path: Path) -> None:
    path = tmp_path / "a.tar"
    with tarfile.open(path, "w") as made:
        for name, kind in (
            ("l.json", tarfile.SYMTYPE),
            ("h.json", tarfile.LNKTYPE),
            ("p.json", tarfile.FIFOTYPE),
            ("d.json", tarfile.CHRTYPE),
        ):
            member = tarfile.TarInfo(name)
            member.type = kind
            member.linkname = "/etc/passwd"
            made.addfile(member)
    link = zipfile.ZipInfo("l.json")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as zipped:
        zipped.writestr(link, "/etc/passwd")
    for archive_path, names in ((path, "lhpd"), (tmp_path / "a.zip", "l")):
        with opened(archive_path) as baseline:
            for name in names:
                content = baseline.tree.read(f"{name}.json")
                assert isinstance(content, Unreadable)
                assert content.why is Why.NOT_A_FILE


@pytest.mark.parametrize("name", ["a.zip", "a.tar.gz", "a.tar.xz"])
def test_a_large_file_is_data(tmp_path: Path, name: str) -> None:
    path = pack(tmp_path / name, {"large.json": bytes(MAX_FILE_BYTES + 1), "small.json": b"{}"})
    with opened(path) as baseline:
        large = baseline.tree.read("large.json")
        assert isinstance(large, Unreadable)
        assert large.why is Why.TOO_LARGE
        assert baseline.tree.read("small.json") == b"{}"


def test_a_zip_that_lies_about_a_size_is_not_read_further(tmp_path: Path) -> None:
    path = pack(tmp_path / "a.zip", {"large.json": bytes(MAX_FILE_BYTES + 1)})
    size = (MAX_FILE_BYTES + 1).to_bytes(4, "little")
    path.write_bytes(path.read_bytes().replace(size, (10).to_bytes(4, "little")))
    with opened(path) as baseline:
        content = baseline.tree.read("large.json")
        assert isinstance(content, Unreadable) or len(content) <= 10


def test_bombs_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "MAX_UNPACKED_BYTES", 1 << 22)
    with pytest.raises(BaselineError, match="unpacks to more than"):
        opened(pack(tmp_path / "b.tar.gz", {"x.bin": bytes(1 << 24)}))
    monkeypatch.setattr(archive, "MAX_ENTRIES", 10)
    for name in ("c.zip", "c.tar"):
        with pytest.raises(BaselineError, match="more than 10 entries"):
            opened(pack(tmp_path / name, {f"{n}.txt": b"" for n in range(11)}))
    monkeypatch.setattr(archive, "MAX_KEPT_BYTES", 100)
    with pytest.raises(BaselineError, match="of files to read"):
        opened(pack(tmp_path / "d.tar", {"a.json": bytes(60), "b.json": bytes(60)}))
    monkeypatch.setattr(archive, "_MAX_XZ_MEMORY", 1 << 20)
    greedy = [{"id": lzma.FILTER_LZMA2, "dict_size": 1 << 26}]
    (tmp_path / "e.tar.xz").write_bytes(lzma.compress(b"x", filters=greedy))
    with pytest.raises(BaselineError, match="cannot be read"):
        opened(tmp_path / "e.tar.xz")


@pytest.mark.parametrize("name", ["a.zip", "a.jar", "a.tar", "a.tar.gz", "a.tar.xz", "a.tar.bz2"])
@pytest.mark.parametrize("cut", [0.0, 0.3, 0.9])
def test_a_damaged_archive_is_an_error(tmp_path: Path, name: str, cut: float) -> None:
    whole = pack(tmp_path / name, {f"{n}.json": bytes(range(256)) * 40 for n in range(9)})
    data = whole.read_bytes()
    whole.write_bytes(data[: int(len(data) * cut)] if cut else b"not an archive" * 100)
    with pytest.raises(BaselineError, match="cannot be read"):
        opened(whole)


def test_an_encrypted_or_damaged_entry_is_data(tmp_path: Path) -> None:
    path = pack(tmp_path / "a.zip", {"a.json": b"{}" * 500, "b.json": b"{}"})
    data = bytearray(path.read_bytes())
    at = data.index(b"a.json") + 6
    data[at : at + 4] = b"\xff\xff\xff\xff"
    path.write_bytes(data)
    with opened(path) as baseline:
        broken = baseline.tree.read("a.json")
        assert isinstance(broken, Unreadable)
        assert broken.why is Why.BROKEN
        assert baseline.tree.read("b.json") == b"{}"
    path = pack(tmp_path / "c.zip", {"c.json": b"{}"})
    data = bytearray(path.read_bytes())
    central = data.index(b"PK\x01\x02")
    data[central + 8] |= 1
    data[data.index(b"PK\x03\x04") + 6] |= 1
    path.write_bytes(data)
    with opened(path) as baseline:
        locked = baseline.tree.read("c.json")
        assert isinstance(locked, Unreadable)
        assert locked.why is Why.DENIED
