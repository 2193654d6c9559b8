"""What the commands of the server give: pages in Markdown, and the edit that records a waiver."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from wirelint.engine.session import Session
from wirelint.errors import UsageError
from wirelint.gates.model import Gates
from wirelint.gates.readers import read_table
from wirelint.reporters.rollout import Answer
from wirelint.reporters.rollout.negotiation import to_markdown
from wirelint.rollout.negotiation import negotiate
from wirelint.rollout.nodes import Node
from wirelint.rollout.paths import find_path, paths_of
from wirelint.rollout.releases import Release, apis_of
from wirelint.rollout.views import ReleaseGates, fresh_levels
from wirelint.schema.model import Message
from wirelint.text import SourceText, Span
from wirelint.wire.show import show
from wirelint.wire.show_text import render_markdown
from wirelint_lsp.answers import TextEdit
from wirelint_lsp.file import File

_HERE = "this tree"


def layout_page(file: File, version: int | None) -> str:
    """The wire layout of the file's message. Raises UsageError for a version that is not valid."""
    message = file.message
    if message is None:
        raise UsageError(f"`{file.path}` holds no message that can be laid out")
    return render_markdown(show(message, version, example=version is not None))


def find_message_path(session: Session, name: str) -> str | None:
    """The path of the message of a name, or of the request of an RPC."""
    for wanted in (name, f"{name}Request", f"{name}Record"):
        for path, schema in session.schemas.items():
            if schema.message is not None and schema.message.name == wanted:
                return path
    return None


def negotiation_page(session: Session, path: str, rpc: str | None) -> str:
    """What this tree and its baseline speak on a path, in both directions.

    Raises UsageError where there is no baseline or no such path.
    """
    if not session.baselines:
        raise UsageError("there is no baseline to negotiate with; set one (`wirelint.baseline`)")
    here = _release(
        _HERE, [m for s in session.schemas.values() if (m := s.message)], _gates(session)
    )
    kept = session.baselines[0]
    tables = tuple(read_table(one)[0] for one in kept.tables.values())
    there = _release(
        kept.name,
        [m for one in kept.schemas.values() if (m := one.message) is not None],
        Gates(tables),
    )
    pages = []
    for sender, receiver in ((here, there), (there, here)):
        chosen = find_path(paths_of(sender.view.gates), path)
        levels = fresh_levels([sender.view, receiver.view])
        is_client = chosen.source.value == "client"
        found = negotiate(
            Node(release=sender, levels={} if is_client else levels),
            Node(release=receiver, levels=levels),
            chosen,
            rpc,
        )
        view = receiver.view
        labels = {name: (level, view.label(name, level)) for name, level in levels.items()}
        pages.append(to_markdown(found, Answer(levels=labels)))
    return "\n".join(pages)


def _release(name: str, messages: list[Message], gates: Gates) -> Release:
    return Release(name=name, apis=apis_of(messages), view=ReleaseGates(gates))


def _gates(session: Session) -> Gates:
    trees = session.gates
    return Gates(()) if trees is None else trees.view.gates


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiver:
    """A `[[waiver]]` to be written."""

    rule: str
    reason: str
    message: str | None = None
    versions: str | None = None
    path: str | None = None
    until: str | None = None

    @classmethod
    def read(cls, data: Any) -> Waiver:
        """From the argument of the command. Raises UsageError."""
        if not isinstance(data, Mapping) or not isinstance(data.get("rule"), str):
            raise UsageError("a waiver needs an object with `rule` and `reason`")
        given = {
            name: value
            for name in ("rule", "reason", "message", "versions", "path", "until")
            if isinstance(value := data.get(name), str) and value.strip()
        }
        reason = given.pop("reason", "TODO: say why")
        if "message" in given:
            given.pop("path", None)
        return cls(reason=reason, **given)

    def toml(self, table: str) -> str:
        lines = [f"[[{table}]]", f"rule = {_text(self.rule)}"]
        for name in ("message", "versions", "path", "until"):
            value = getattr(self, name)
            if value:
                lines.append(f"{name} = {_text(value)}")
        lines.append(f"reason = {_text(self.reason)}")
        return "\n".join(lines) + "\n"


def waiver_edit(source: SourceText, waiver: Waiver) -> TextEdit:
    """Add a waiver at the end of a configuration."""
    is_project = source.path.rpartition("/")[2] == "pyproject.toml"
    table = "tool.wirelint.waiver" if is_project else "waiver"
    text = source.text
    lead = "" if not text else "\n" if text.endswith("\n") else "\n\n"
    end = len(text)
    return TextEdit(source, Span(end, end), lead + waiver.toml(table))


def _text(value: str) -> str:
    """A basic string of TOML, which takes the escapes of JSON."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
