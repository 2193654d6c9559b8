# Each target takes bytes and raises when the tool breaks a promise: no exception, places inside the
# text, one answer from two readers. `fuzz.py` runs them under atheris; `test_smoke.py` replays seeds
# and mutations without it. Seeds are our own examples and every input that once broke something
# (`corpus/TARGET/`).
"""What is fuzzed."""

from __future__ import annotations

import io
import os
import tempfile
import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

from support.checking import check_files
from support.syntax import assert_readers_agree, assert_sound
from wirelint.config.find import ConfigError, config_problems, load_settings
from wirelint.diagnostics import Problem
from wirelint.engine.load import load
from wirelint.errors import BaselineError, WirelintError
from wirelint.gates.export import to_json as gates_json
from wirelint.gates.language import format_gates, read_gates, write_gates
from wirelint.gates.readers import read_table
from wirelint.gates.store import dump, restore
from wirelint.ledger import Definition, Ledger, Release, read_ledger, record, write_ledger
from wirelint.ledger.canonical import message_json, message_lines
from wirelint.ledger.tables import table_text
from wirelint.schema.dialect import DEFAULT_DIALECT
from wirelint.sources.archive import open_archive
from wirelint.sources.tree import Content, Unreadable, Why
from wirelint.syntax.decoding import decode, encode
from wirelint.syntax.document import read, read_bytes
from wirelint.text import SourceText
from wirelint.wire.reading import try_read
from wirelint.wire.show import show
from wirelint.wire.show_text import render_markdown, render_text, to_json
from wirelint.wire.witness import witness
from wirelint_lsp.frames import Malformed, read_frames

Target = Callable[[bytes], None]

_HERE: Final = Path(__file__).parent
_EXAMPLES: Final = _HERE.parent.parent / "examples"
_SPLIT: Final = b"\n====\n"


def fuzz_json(data: bytes) -> None:
    """Both readers of the dialect; the text comes back as it was."""
    document = assert_sound(data)
    assert_readers_agree(document.source.text)
    text, encoding, _ = decode(data)
    encode(text, encoding)


def fuzz_schema(data: bytes) -> None:
    """One schema under all rules, and its layout as text, JSON and bytes."""
    document = assert_sound(data)
    check_files({"x.json": document.source.text})
    message = load(document, DEFAULT_DIALECT).message
    if message is None or not message.valid_versions:
        return
    for version in (None, message.valid_versions.low):
        shown = show(message, version, example=version is not None)
        render_text(shown)
        render_markdown(shown)
        to_json(shown)
        if shown.detail is not None and shown.detail.data is not None:
            from wirelint.wire.codec import bound_at

            attempt = try_read(bound_at(message, message.valid_versions.low), shown.detail.data)
            assert not attempt.rest


def fuzz_pair(data: bytes) -> None:
    """Two states of a schema under all rules, and the witness for them."""
    before, _, after = data.partition(_SPLIT)
    texts = [decode(one)[0] for one in (before, after)]
    check_files({"x.json": texts[1]}, {"x.json": texts[0]})
    messages = [load(read_bytes("x.json", one), DEFAULT_DIALECT).message for one in (before, after)]
    if messages[0] is not None and messages[1] is not None:
        shared = messages[0].valid_versions & messages[1].valid_versions
        if shared:
            witness(messages[0], messages[1], shared.low)


def fuzz_gates(data: bytes) -> None:
    """The `.gates` language: read, written, read again, laid out, kept, and under all rules."""
    source = SourceText("x.gates", decode(data)[0])
    table, problems = read_gates(source)
    _placed(problems, source)
    if not problems:
        written = write_gates(table)
        again, more = read_gates(SourceText("x.gates", written))
        assert not more, (written, [one.finding.message for one in more])
        assert write_gates(again) == written
    laid = format_gates(source.text)
    assert format_gates(laid) == laid
    gates_json(table)
    assert dump(*restore(dump(table, problems), source)) == dump(table, problems)
    check_files({"x.gates": source.text})


def _reader(ending: str) -> Target:
    def fuzz(data: bytes) -> None:
        source = SourceText(f"x.{ending}", decode(data)[0])
        table, problems = read_table(source)
        _placed(problems, source)
        write_gates(table)
        gates_json(table)
        dump(table, problems)
        check_files({f"x.{ending}": source.text})

    fuzz.__doc__ = f"Gate tables in .{ending} files, and all rules on them."
    return fuzz


class _OneFile:
    """A tree that holds one text under every name, as `extend` may name any."""

    revision = None

    def __init__(self, data: bytes) -> None:
        self._data = data

    def read(self, path: str) -> Content:
        return self._data if path.endswith(".toml") else Unreadable(path, Why.MISSING)


def fuzz_config(data: bytes) -> None:
    """A configuration: read, explained, and used on a schema."""
    for name in ("wirelint.toml", "pyproject.toml"):
        with suppress(ConfigError):
            load_settings(_OneFile(data), name)  # type: ignore[arg-type]  # as far as it is used
        source = SourceText(name, decode(data)[0])
        _placed(config_problems(source), source)
    text = decode(data)[0]
    try:
        values = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError):
        return
    if not config_problems(SourceText("wirelint.toml", text)) and "extend" not in values:
        check_files({"wirelint.toml": text, "message/PierRequest.json": _PIER}, {})


def fuzz_ledger(data: bytes) -> None:
    """A ledger, and definitions whose seals are right whatever stands in them."""
    text = decode(data)[0]
    with suppress(WirelintError):
        read_ledger(text)
    kind = "table" if text.startswith("gates") else "message"
    definition = Definition(kind, tuple(line.rstrip() for line in text.splitlines()))
    release = Release.sealed("1.0.0", {"x.json": definition.digest}, "")
    with suppress(WirelintError):
        read_ledger(write_ledger(Ledger((release,), {definition.digest: definition})))
        if kind == "table":
            read_gates(SourceText("x.gates", table_text(definition.lines)))
            return
        document = read(SourceText("x.json", message_json(definition.lines)))
        message = load(document, DEFAULT_DIALECT).message
        if message is not None:
            message_json(message_lines(message))


def fuzz_archive(data: bytes) -> None:
    """Archives of every kind; the first byte chooses which."""
    ending = (".zip", ".tar", ".tar.gz", ".tar.xz", ".tar.bz2")[data[0] % 5 if data else 0]
    with tempfile.TemporaryDirectory(dir=_memory()) as folder:
        path = os.path.join(folder, f"x{ending}")
        Path(path).write_bytes(data[1:])
        try:
            tree = open_archive(path, path)
        except BaselineError:
            return
        for name, _ in tree.read_many(tree.paths()):
            assert not name.startswith(("/", "../")), name
        close = getattr(tree, "close", None)
        if close is not None:
            close()


def fuzz_frames(data: bytes) -> None:
    """Frames of the language server: messages or what is wrong with them, then the end."""
    for one in read_frames(io.BytesIO(data)):
        assert isinstance(one, dict | Malformed)


def _placed(problems: tuple[Problem, ...], source: SourceText) -> None:
    for problem in problems:
        span = problem.finding.at.span
        assert span is None or 0 <= span.start <= span.end <= len(source.text), problem
        assert problem.finding.message


def _memory() -> str | None:
    return "/dev/shm" if os.path.isdir("/dev/shm") else None


_PIER: Final = """{ "apiKey": 40, "type": "request", "listeners": ["broker"], "name": "PierRequest",
  "validVersions": "0-2", "flexibleVersions": "1+", "fields": [
    { "name": "Dock", "type": "string", "versions": "0+", "about": "Where." } ] }"""

TARGETS: Final[Mapping[str, Target]] = {
    "json": fuzz_json,
    "schema": fuzz_schema,
    "pair": fuzz_pair,
    "gates": fuzz_gates,
    "java": _reader("java"),
    "rust": _reader("rs"),
    "scala": _reader("scala"),
    "config": fuzz_config,
    "ledger": fuzz_ledger,
    "archive": fuzz_archive,
    "frames": fuzz_frames,
}


def seeds(name: str) -> Iterator[bytes]:
    """Small inputs to start from, the corpus last."""
    yield from _SEEDS.get(name, lambda: iter(()))()
    corpus = _HERE / "corpus" / name
    if corpus.is_dir():
        for path in sorted(corpus.iterdir()):
            yield path.read_bytes()


def _examples(*endings: str) -> Iterator[bytes]:
    for path in sorted(_EXAMPLES.rglob("*")):
        if path.suffix in endings and path.is_file():
            yield path.read_bytes()


def _schemas() -> Iterator[bytes]:
    yield from _examples(".json")
    yield _PIER.encode()
    yield b'{"type":"data","name":"A","validVersions":"0-1","flexibleVersions":"1+","fields":[{"name":"B","type":"[]C","versions":"0+","nullableVersions":"1+","default":"null","fields":[{"name":"D","type":"uuid","versions":"1+","taggedVersions":"1+","tag":0,"ignorable":true}]}],"commonStructs":[{"name":"E","versions":"0+","fields":[]}]}'
    yield b'// a\n{"name": "\\ud800\\u0000", /* b */ "apiKey": 1e2, "x": [-0, 0.1, null, true]}'


def _pairs() -> Iterator[bytes]:
    all_ = list(_schemas())
    yield from (one + _SPLIT + other for one, other in zip(all_, all_[1:] + all_[:1], strict=True))
    yield from (one + _SPLIT + one.replace(b'"0+"', b'"1+"') for one in all_[-3:])
    yield from (one + _SPLIT + one.replace(b"string", b"bytes") for one in all_[-3:])


def _archives() -> Iterator[bytes]:
    import tarfile
    import zipfile

    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a/message/PierRequest.json", _PIER)
    yield b"\0" + buffer.getvalue()
    for number, mode in enumerate(("w", "w:gz", "w:xz", "w:bz2"), 1):
        buffer = io.BytesIO()
        with tarfile.open(fileobj=buffer, mode=mode) as tar:
            member = tarfile.TarInfo("a/message/PierRequest.json")
            member.size = len(_PIER)
            tar.addfile(member, io.BytesIO(_PIER.encode()))
        yield bytes([number]) + buffer.getvalue()


def _frames() -> Iterator[bytes]:
    body = b'{"jsonrpc":"2.0","id":1,"method":"shutdown","params":null}'
    yield b"Content-Length: %d\r\n\r\n" % len(body) + body
    yield b"content-length:2\nContent-Type: x\n\n{}" * 3
    yield b"Content-Length: 99999999999\r\n\r\n{}"


def _ledgers() -> Iterator[bytes]:
    messages = {}
    for number, data in enumerate(_schemas()):
        message = load(read_bytes("x.json", data), DEFAULT_DIALECT).message
        if message is not None and message.name:
            messages[f"{number}/x.json"] = message
            yield "\n".join(message_lines(message)).encode()
    yield write_ledger(record(Ledger(), "1.0.0", messages)).encode()
    yield from _examples(".gates")


_SEEDS: Final[Mapping[str, Callable[[], Iterator[bytes]]]] = {
    "json": _schemas,
    "schema": _schemas,
    "pair": _pairs,
    "gates": lambda: _examples(".gates"),
    "java": lambda: _examples(".java"),
    "rust": lambda: _examples(".rs"),
    "scala": lambda: _examples(".scala", ".java"),
    "config": lambda: _examples(".toml"),
    "ledger": _ledgers,
    "archive": _archives,
    "frames": _frames,
}
