# Peers come from their registries into a throw-away folder, so that everyone measures the same ones.
# They get the same messages: buf as .proto files made of our model, check-jsonschema as plain JSON.
"""What other tools take on the same messages; each only where it can be installed."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import venv
from collections.abc import Iterator
from pathlib import Path

from wirelint.engine.load import load
from wirelint.schema.dialect import DEFAULT_DIALECT
from wirelint.schema.model import Field, Message
from wirelint.syntax.document import read_bytes

_BUF = "version: v2\nlint:\n  use: [STANDARD]\n"
_TYPES = {
    "int8": "int32", "int16": "int32", "uint16": "uint32", "int32": "int32", "uint32": "uint32",
    "int64": "int64", "float64": "double", "uuid": "bytes", "records": "bytes",
}  # fmt: skip
_COMMENT = re.compile(r'"(?:[^"\\]|\\.)*"|//[^\r\n]*|/\*.*?\*/', re.DOTALL)


def buf(scratch: Path) -> str | None:
    """Install buf from npm; gives the program, or None with the reason printed."""
    folder = scratch / "npm"
    folder.mkdir()
    npm = shutil.which("npm")
    if npm is None:
        _left_out("buf", "there is no npm")
        return None
    said = _try(npm, "install", "--silent", "--no-audit", "--no-fund", "--prefix", str(folder), "@bufbuild/buf")  # fmt: skip
    # Not the script of npm, which would start node first.
    found = sorted(folder.glob("node_modules/@bufbuild/buf-*/bin/buf*"))
    program = next((one for one in found if one.stem == "buf"), None)
    if program is None:
        _left_out("buf", said)
        return None
    return str(program)


def check_jsonschema(scratch: Path) -> str | None:
    """Install check-jsonschema from PyPI; gives the program, or None with the reason printed."""
    folder = scratch / "venv"
    venv.create(folder, with_pip=True)
    said = _try(str(folder / "bin/python"), "-m", "pip", "install", "-q", "check-jsonschema")
    program = folder / "bin/check-jsonschema"
    if not program.exists():
        _left_out("check-jsonschema", said)
        return None
    return str(program)


def plain_json(tree: Path, target: Path) -> list[str]:
    """The schemas without their comments, and a JSON Schema `any.json` that takes all of them."""
    target.mkdir()
    (target / "any.json").write_text("{}")
    names = []
    for number, path in enumerate(sorted(tree.rglob("*.json"))):
        names.append(f"{number}.json")
        text = _COMMENT.sub(
            lambda match: match[0] if match[0][0] == '"' else " ", path.read_text(encoding="utf-8")
        )
        (target / names[-1]).write_text(text)
    return names


def protos(tree: Path, target: Path) -> int:
    """Write each message of a tree as a proto3 file; gives how many."""
    count = 0
    for path in sorted(tree.rglob("*.json")):
        message = load(read_bytes(str(path), path.read_bytes()), DEFAULT_DIALECT).message
        if message is None:
            continue
        package = f"{path.parent.parent.name}_{path.stem}".lower().replace("-", "_") + ".v1"
        file = target / package.replace(".", "/") / f"{path.stem.lower()}.proto"
        file.parent.mkdir(parents=True)
        file.write_text(
            "\n".join(('syntax = "proto3";', f"package {package};", *_message(message), ""))
        )
        count += 1
    (target / "buf.yaml").write_text(_BUF)
    return count


def _message(message: Message) -> Iterator[str]:
    yield f"message {message.name} {{"
    for struct in message.common_structs:
        yield from _struct(struct.name, struct.fields)
    yield from _body(message.fields)
    yield "}"


def _struct(name: str, fields: tuple[Field, ...]) -> Iterator[str]:
    yield f"message {name} {{"
    yield from _body(fields)
    yield "}"


def _body(fields: tuple[Field, ...]) -> Iterator[str]:
    for number, field in enumerate(fields, 1):
        if field.fields:
            yield from _struct(field.type.name, field.fields)
        repeated = "repeated " if field.type.is_array else ""
        name = re.sub(r"(?<!^)(?=[A-Z])", "_", field.name).lower()
        yield f"  {repeated}{_TYPES.get(field.type.name, field.type.name)} {name} = {number};"


def _try(*command: str) -> str:
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=180, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    return (done.stderr.strip().splitlines() or ["nothing was installed"])[-1]


def _left_out(name: str, why: str) -> None:
    sys.stderr.write(f"left out: {name} cannot be installed: {why}\n")
