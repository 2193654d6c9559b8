"""The generator's verdict, where it hangs on the text alone."""

from __future__ import annotations

import base64
import json
from typing import Any

from support.shared import shared
from support.syntax import assert_sound

# What the case changed is text: refused texts are refused here. Those whose JSON is fine, and that
# are refused for what they say, are left to the schema's rules.
_OF_TEXT = ("comment", "syntax", "space", "encoding", "document", "escape", "number.long")
_SCHEMA_REFUSES = {"v2442", "v2502", "v2505"}  # a type with an invisible character, `[...]`, `{}`
_NUMBERS = ("number.apiKey", "number.default")


def _cases() -> list[dict[str, Any]]:
    path = shared("cases", "validate.jsonl")
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def _data(case: dict[str, Any]) -> bytes:
    if case.get("new_b64"):
        return base64.b64decode(case["new_b64"])
    text: str = case["new"]
    return text.encode("utf-8", "surrogatepass")


def _is_json_number(case: dict[str, Any]) -> bool:
    try:
        json.loads(case["note"].split()[-1])
    except ValueError:
        return False
    return True


def test_what_the_generator_reads_is_read() -> None:
    wrong = [
        (case["id"], case["note"])
        for case in _cases()
        if case["kafka_ok"] and assert_sound(_data(case)).is_broken
    ]
    assert not wrong


def test_what_the_generator_refuses_for_its_text_is_refused() -> None:
    cases = [
        case
        for case in _cases()
        if not case["kafka_ok"] and case["id"] not in _SCHEMA_REFUSES
        if case["op"].startswith(_OF_TEXT)
        or (case["op"] in _NUMBERS and not _is_json_number(case) and "..." not in case["note"])
    ]
    assert len(cases) > 100
    wrong = [
        (case["id"], case["note"]) for case in cases if not assert_sound(_data(case)).is_broken
    ]
    assert not wrong


def test_what_the_generator_refuses_for_its_meaning_is_left_to_the_schema() -> None:
    """A file that is refused here has a text that is no JSON: Python's own reader minds it too."""
    for case in _cases():
        document = assert_sound(_data(case))
        if document.is_broken and not case["op"].startswith((*_OF_TEXT, *_NUMBERS)):
            assert not case["kafka_ok"]
