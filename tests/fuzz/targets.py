# Each target takes bytes and raises when the tool breaks a promise: no exception, places inside the
# text, one answer from two readers. `fuzz.py` runs them under atheris; `test_smoke.py` replays seeds
# and mutations without it. Seeds are our own examples and every input that once broke something
# (`corpus/TARGET/`).
"""What is fuzzed."""

from __future__ import annotations

import io
import json
import os
import tempfile
import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Final

from lsprotocol import types

from support.checking import check_files
from support.gate_code import java
from support.lsp_features import ask
from support.syntax import assert_readers_agree, assert_sound
from wirelint.config.find import ConfigError, config_problems, load_settings
from wirelint.diagnostics import Category, Diagnostic, Problem
from wirelint.engine.load import load
from wirelint.engine.policy import Policy
from wirelint.engine.session import Session, Setup
from wirelint.errors import BaselineError, WirelintError
from wirelint.fixing import apply_fixes
from wirelint.gates.export import to_json as gates_json
from wirelint.gates.language import format_gates, read_gates, write_gates
from wirelint.gates.model import GateTable
from wirelint.gates.readers import read_table
from wirelint.gates.store import dump, restore
from wirelint.ledger import Definition, Ledger, Release, read_ledger, record, write_ledger
from wirelint.ledger.canonical import message_json, message_lines
from wirelint.ledger.tables import table_text
from wirelint.schema.dialect import DEFAULT_DIALECT
from wirelint.sources.archive import open_archive
from wirelint.sources.tree import MAX_FILE_BYTES, Content, Unreadable, Why
from wirelint.syntax.decoding import decode, encode
from wirelint.syntax.document import read, read_bytes
from wirelint.text import SourceText, Span
from wirelint.wire.reading import try_read
from wirelint.wire.show import show
from wirelint.wire.show_text import render_markdown, render_text, to_json
from wirelint.wire.witness import witness
from wirelint_lsp.convert import Units, apply_change
from wirelint_lsp.file import File
from wirelint_lsp.frames import Malformed, frame, read_frames
from wirelint_rules import load_rules

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
    text = document.source.text
    found = _judged({"x.json": text})
    if not any(problem.rule in _SPOILT for problem in document.problems):
        mended = apply_fixes(
            {"x.json": text}, [fix for one in found for fix in one.finding.fixes[:1]]
        )
        again = read(SourceText("x.json", mended.get("x.json", text)))
        assert not any(one.rule in _SPOILT for one in again.problems), mended
    schema = load(document, DEFAULT_DIALECT)
    message = schema.message
    if message is None or not message.valid_versions:
        return
    if not document.problems and not schema.problems:
        _same_on_windows(text, message_lines(message))
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
    _judged({"x.json": texts[1]}, {"x.json": texts[0]})
    whole = load(read(SourceText("x.json", texts[1])), DEFAULT_DIALECT)
    if "\r" not in texts[1] and not whole.problems and not whole.document.problems:
        both = {"x.json": texts[1]}, {"x.json": texts[1].replace("\n", "\r\n")}
        assert not [one for one in check_files(*both) if one.category is Category.EVOLUTION]
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
    _within(table, len(source.text))
    if not problems:
        written = write_gates(table)
        again, more = read_gates(SourceText("x.gates", written))
        assert not more, (written, [one.finding.message for one in more])
        assert write_gates(again) == written
    laid = format_gates(source.text)
    assert format_gates(laid) == laid
    assert "".join(laid.split()) == "".join(source.text.split())
    _same_table_on_windows(source, table, problems)
    gates_json(table)
    assert dump(*restore(dump(table, problems), source)) == dump(table, problems)
    _judged({"x.gates": source.text})


def _reader(ending: str) -> Target:
    def fuzz(data: bytes) -> None:
        source = SourceText(f"x.{ending}", decode(data)[0])
        table, problems = read_table(source)
        _placed(problems, source)
        _within(table, len(source.text))
        again, more = read_gates(SourceText("x.gates", written := write_gates(table)))
        assert more or write_gates(again) == written
        gates_json(table)
        assert dump(*restore(dump(table, problems), source)) == dump(table, problems)
        _same_table_on_windows(source, table, problems)
        _judged({f"x.{ending}": source.text})

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
        source = SourceText(name, decode(data)[0])
        problems = config_problems(source)
        _placed(problems, source)
        try:
            load_settings(_OneFile(data), name)  # type: ignore[arg-type]  # as far as it is used
        except ConfigError:
            continue
        assert not problems, "taken, and not as it should be"
    text = decode(data)[0]
    try:
        values = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError):
        return
    if not config_problems(SourceText("wirelint.toml", text)) and "extend" not in values:
        _judged({"wirelint.toml": text, "message/PierRequest.json": _PIER}, {})


def fuzz_ledger(data: bytes) -> None:
    """A ledger, and definitions whose seals are right whatever stands in them."""
    text = decode(data)[0]
    with suppress(WirelintError):
        ledger = read_ledger(text)
        assert read_ledger(write_ledger(ledger)) == ledger
        assert read_ledger(text.replace("\r\n", "\n").replace("\n", "\r\n")) == ledger
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
        paths = tree.paths()
        assert paths == sorted(set(paths))
        for name, content in tree.read_many(paths):
            assert not name.startswith("/"), name
            assert ".." not in name.split("/"), name
            assert isinstance(content, Unreadable) or len(content) <= MAX_FILE_BYTES
            assert tree.has(name)
        close = getattr(tree, "close", None)
        if close is not None:
            close()


def fuzz_frames(data: bytes) -> None:
    """Frames of the language server: messages or what is wrong with them, then the end."""
    found = list(read_frames(io.BytesIO(data)))
    assert all(isinstance(one, dict | Malformed) for one in found)
    messages = [one for one in found if isinstance(one, dict)]
    sent = b"".join(frame(json.dumps(one).encode()) for one in messages)
    assert json.dumps(list(read_frames(io.BytesIO(sent)))) == json.dumps(messages)


def fuzz_editor(data: bytes) -> None:
    """A half-typed file in the language server: every feature at the place of the first byte."""
    number, text = (data or b"\0")[0], decode(data[1:])[0]
    path = ("message/PierRequest.json", "x.gates", "x.java", "x.rs", "x.scala")[number % 5]
    session = Session(load_rules, Setup(policy=Policy()), read_table)
    others = (load(read(SourceText("message/PierResponse.json", _ANSWER)), DEFAULT_DIALECT),)
    session.replace_all(others, (SourceText("y.gates", next(_examples(".gates")).decode()),))
    if path.endswith(".json"):
        session.put(read(SourceText(path, text)))
    else:
        session.put_table(SourceText(path, text))
    session.update(path)
    for _ in session.settle():
        pass
    ask(File(SourceText(path, text), session), number * len(text) // 255)


def fuzz_units(data: bytes) -> None:
    """Places in the units of a client, and incremental changes."""
    text = decode(data)[0]
    source = SourceText("x", text)
    for encoding in ("utf-8", "utf-16", "utf-32"):
        units = Units(encoding)
        for offset in range(0, len(text) + 1, 1 + len(text) // 50):
            at = units.position(source, offset)
            there = units.offset(source, at)
            assert there == offset or text[there : there + 2] == "\r\n"
            place = types.Range(at, units.position(source, len(text)))
            change = types.TextDocumentContentChangePartial(range=place, text=text[there:])
            assert apply_change(source, change, units) == text


def _within(table: GateTable, length: int) -> None:
    """Every place of a table, however deep it stands, lies in the text."""
    todo: list[object] = [table]
    while todo:
        one = todo.pop()
        if isinstance(one, Span):
            assert 0 <= one.start <= one.end <= length, one
        elif isinstance(one, tuple):
            todo += one
        elif is_dataclass(one) and not isinstance(one, SourceText):
            todo += (getattr(one, field.name) for field in fields(one))


def _judged(files: dict[str, str], baseline: dict[str, str] | None = None) -> list[Diagnostic]:
    """What all rules find; every place lies in its text, and every fix can be applied."""
    found = check_files(files, baseline)
    for one in found:
        finding = one.finding
        edits = [edit.at for fix in finding.fixes for edit in fix.edits]
        for at in (finding.at, *(other.at for other in finding.related), *edits):
            span = at.span
            assert span is None or 0 <= span.start <= span.end <= len(at.source.text), (
                one.rule,
                span,
            )
        assert finding.message
        for fix in finding.fixes:
            apply_fixes(files, (fix,))
    return found


def _same_on_windows(text: str, lines: tuple[str, ...]) -> None:
    """A ledger's digest does not depend on the ends of lines, nor on what `message_json` writes."""
    if "\r" not in text:
        again = load(
            read(SourceText("x.json", text.replace("\n", "\r\n"))), DEFAULT_DIALECT
        ).message
        assert again is not None
        assert message_lines(again) == lines
    with suppress(WirelintError):
        again = load(read(SourceText("x.json", message_json(lines))), DEFAULT_DIALECT).message
        assert again is None or message_lines(again) == lines


def _same_table_on_windows(
    source: SourceText, table: GateTable, problems: tuple[Problem, ...]
) -> None:
    if "\r" in source.text:
        return
    other = SourceText(source.path, source.text.replace("\n", "\r\n"))
    again, more = read_table(other)
    assert write_gates(again) == write_gates(table)
    lines = [
        [(one.rule, text.line_column(span.start)) for one in found if (span := one.finding.at.span)]
        for text, found in ((source, problems), (other, more))
    ]
    assert lines[0] == lines[1]


def _placed(problems: tuple[Problem, ...], source: SourceText) -> None:
    for problem in problems:
        span = problem.finding.at.span
        assert span is None or 0 <= span.start <= span.end <= len(source.text), problem
        assert problem.finding.message


def _memory() -> str | None:
    return "/dev/shm" if os.path.isdir("/dev/shm") else None


_SPOILT: Final = (
    "invalid-syntax",
    "empty-file",
    "text-after-root",
    "nesting-too-deep",
    "undecodable-bytes",
)
_ANSWER: Final = """{ "apiKey": 40, "type": "response", "name": "PierResponse", "validVersions": "0-2",
  "flexibleVersions": "1+", "fields": [] }"""
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
    "editor": fuzz_editor,
    "units": fuzz_units,
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


def _blocks(ending: str, head: str = "") -> Iterator[bytes]:
    """Whole files, and each of their blocks by itself: small inputs are quick."""
    for one in _examples(ending):
        for block in one.split(b"\n\n"):
            yield head.encode() + block + b"\n"
        yield one


def _configurations() -> Iterator[bytes]:
    yield from _examples(".toml")
    yield b"""required-version = ">=0.1"
profile = "plain"
dialect = "4.1"
exclude = ["generator/**", "{a,b}*.json"]
release-tags = '^\\d+\\.\\d+$'
baseline = "release"
joined-key-spaces = [["a/message", "b"]]
severity = { missing-about = "off", evolution = "error" }
"""
    yield b"""[per-file-ignores]
"message/**" = ["missing-about"]
[[frozen]]
message = "PierRequest"
reason = "x"
[[removal]]
message = "PierRequest"
versions = "0-1"
release = "4.0.0"
reason = "y"
[[key-range]]
keys = "0-499"
owner = "upstream"
[gates]
files = ["x.gates"]
upgrade-window = ["3.9", "4.1"]
[gates.ladder]
pierVersion = "PierRequest"
[[waiver]]
rule = "tag-reused"
message = "Pier*"
versions = "0"
until = "3.6.0"
reason = "z"
"""


def _java() -> Iterator[bytes]:
    yield from _examples(".java")
    yield java().encode()
    yield java("""
    public short crateVersion() {
        if (isAtLeast(PORT_1_2_IV0)) return 3;
        else if (isAtLeast(PORT_1_1_IV0)) return 2;
        return 0;
    }
    public boolean isLit() { return this.isAtLeast(PORT_1_1_IV1); }
""").encode()


def _typed() -> Iterator[bytes]:
    for number, ending in enumerate((".json", ".gates", ".java", ".rs")):
        for one in _examples(ending):
            yield bytes([number]) + one
            yield bytes([250 + number]) + one[: len(one) * 2 // 3]
    yield bytes([4]) + _SCALA.encode()


_SCALA: Final = """object ApiVersion {
  val allVersions: Seq[ApiVersion] = Seq(PORT_0_9_0, PORT_1_0_IV0)
  private val versionMap = Map("1.0-IV0" -> PORT_1_0_IV0, "1.0" -> PORT_1_0_IV0)
}
sealed trait ApiVersion extends Ordered[ApiVersion] { val version: String; val id: Int }

case object PORT_0_9_0 extends ApiVersion {
  val version: String = "0.9.0.X"
  val messageFormatVersion: Byte = Message.MagicValue_V0
  val id: Int = 3
}
case object PORT_1_0_IV0 extends DefaultApiVersion {
  val shortVersion = "1.0"; val subVersion = "IV0" // crates have lids
  val id: Int = 4
}

class Sender(config: Config) {
  private val crateVersion: Short =
    if (config.interBrokerProtocolVersion >= PORT_1_0_IV0) 2
    else if (config.interBrokerProtocolVersion >= PORT_0_9_0) 1
    else 0
}
"""


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
    "gates": lambda: _blocks(".gates", "gates 1\n"),
    "java": _java,
    "rust": lambda: _blocks(".rs"),
    "scala": lambda: (one.encode() for one in (_SCALA, *_SCALA.split("\n\n"))),
    "config": _configurations,
    "ledger": _ledgers,
    "archive": _archives,
    "frames": _frames,
    "editor": _typed,
    "units": lambda: iter((b"a\r\nb\rc\n", "\U0001f600\u00e9\u2028x\n".encode(), _PIER.encode())),
}
