# What the grammar marks "tolerated": the finding, and the value that was meant.
"""Half-right texts."""

from __future__ import annotations

import re
from typing import Final

from wirelint.syntax import findings
from wirelint.syntax.quoting import quoted
from wirelint.syntax.scanner import Scan
from wirelint.syntax.tree import Item, Lexeme, Member, Scalar
from wirelint.syntax.values import Value
from wirelint.text import Span

UNENDED: Final = "UNENDED"  # the type of a text that may have swallowed its comma

_FAULT: Final = re.compile(
    r'(?P<escape>\\(?!["\\/bfnrt]|u[0-9a-fA-F]{4})(?:u[0-9a-fA-F]{0,3}|.)?)'
    r"|\\.|(?P<control>[\x00-\x1f])"
)
_CONTROL_ESCAPES: Final = {"\t": "\\t", "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r"}
_CONSTANTS: Final[dict[str, tuple[str, Value]]] = {
    "true": ("true", True),
    "false": ("false", False),
    "null": ("null", None),
    "none": ("null", None),
    "nil": ("null", None),
    "undefined": ("null", None),
}


def missing_comma(scan: Scan, before: Member | Item, start: int, end: int) -> None:
    value = before.value
    if isinstance(value, Scalar) and value.type in {"", UNENDED}:
        return  # said already
    if not isinstance(value, Scalar) and scan.source.text[value.end - 1] not in "]}":
        return  # a bracket was put in, which is said
    at = Span(before.end, before.end)
    fix = findings.replace(scan.source, at, ",", "Add the comma", safe=True)
    what = findings.shown(scan.source.text[start:end])
    scan.error(
        findings.invalid(scan.source, Span(start, end), f"missing comma before {what}", fix=fix)
    )


def stray_comma(scan: Scan, span: Span) -> None:
    fix = findings.replace(scan.source, span, "", "Remove the comma", safe=True)
    scan.error(findings.invalid(scan.source, span, "comma with nothing before it", fix=fix))


def trailing_comma(scan: Scan, at: int) -> None:
    span = Span(at, at + 1)
    fix = findings.replace(scan.source, span, "", "Remove the comma", safe=True)
    scan.error(findings.invalid(scan.source, span, "trailing comma", fix=fix))


def missing_colon(scan: Scan, key: Span) -> None:
    fix = findings.replace(scan.source, Span(key.end, key.end), ":", "Add the colon", safe=True)
    what = findings.shown(scan.source.text[key.start : key.end])
    scan.error(findings.invalid(scan.source, key, f"missing colon after {what}", fix=fix))


def equals(scan: Scan, span: Span) -> None:
    fix = findings.replace(scan.source, span, ":", "Write a colon", safe=True)
    scan.error(findings.invalid(scan.source, span, "`=` where a colon must stand", fix=fix))


def no_value(scan: Scan, key: Span) -> None:
    what = findings.shown(scan.source.text[key.start : key.end])
    scan.error(findings.invalid(scan.source, key, f"{what} has no value"))


def bad_key(scan: Scan, key: Lexeme) -> tuple[str, int]:
    """The name that was meant, and where it ends."""
    text = scan.source.text[key.start : key.end - 1].rstrip(" \t")
    end = key.start + len(text)
    span = Span(key.start, end)
    name = text
    if text[0] == '"':
        name = text[1:-1]
        _string_faults(scan, text, key.start)
    else:
        quotes = "in single quotes" if text[0] == "'" else "without quotation marks"
        name = text[1:-1] if text[0] == "'" else text
        fix = findings.replace(
            scan.source, span, quoted(name), "Write double quotation marks", safe=True
        )
        scan.error(findings.invalid(scan.source, span, f"property name {quotes}", fix=fix))
    return name, end


def bad_string(scan: Scan, string: Lexeme) -> Scalar:
    text = scan.source.text[string.start : string.end]
    span = Span(string.start, string.end)
    ended = len(text) > 1 and text[-1] == text[0]
    if not ended:
        scan.error(findings.invalid(scan.source, span, "text without its closing quotation mark"))
        return Scalar(UNENDED, span.start, span.end, text[1:].rstrip(", \t"))
    value = text[1:-1]
    if text[0] == "'":
        value = value.replace("\\'", "'")
        fix = findings.replace(
            scan.source, span, quoted(value), "Write double quotation marks", safe=True
        )
        scan.error(findings.invalid(scan.source, span, "text in single quotes", fix=fix))
    else:
        _string_faults(scan, text, string.start)
    return Scalar("STRING", span.start, span.end, value)


def raw_text(scan: Scan, string: Lexeme) -> str:
    return scan.source.text[string.start : string.end].strip("\"'")


def _string_faults(scan: Scan, text: str, start: int) -> None:
    for match in _FAULT.finditer(text):
        span = Span(start + match.start(), start + match.end())
        if match["escape"]:
            message = f"{findings.shown(match[0])} is no escape of JSON"
            scan.error(findings.invalid(scan.source, span, message))
        elif match["control"]:
            escape = _CONTROL_ESCAPES.get(match[0], f"\\u{ord(match[0]):04x}")
            fix = findings.replace(scan.source, span, escape, f"Write `{escape}`", safe=True)
            message = f"control character U+{ord(match[0]):04X} in a text"
            scan.error(findings.invalid(scan.source, span, message, fix=fix))
        if scan.gave_up:
            return


def bad_number(scan: Scan, number: Lexeme) -> Scalar:
    text = scan.source.text[number.start : number.end]
    span = Span(number.start, number.end)
    digits = text.lstrip("+-")
    fix = findings.replace(scan.source, span, quoted(text), "Write it as a text")
    if digits.isdecimal() and digits[0] == "0" and text[0] != "+":
        message = "number with a leading zero"
    elif text[0] == "+":
        message = "number with a leading `+`"
    else:
        message = f"{findings.shown(text)} is no number"
    scan.error(findings.invalid(scan.source, span, message, fix=fix))
    return Scalar("STRING", span.start, span.end, text)


def word(scan: Scan, bare: Lexeme) -> Scalar:
    text = scan.source.text[bare.start : bare.end]
    span = Span(bare.start, bare.end)
    message = f"{findings.shown(text)} is no value of JSON"
    if text.lower() in _CONSTANTS:
        spelling, value = _CONSTANTS[text.lower()]
        fix = findings.replace(scan.source, span, spelling, f"Write `{spelling}`", safe=True)
        scan.error(findings.invalid(scan.source, span, message, fix=fix))
        return Scalar("LITERAL", span.start, span.end, value)
    fix = findings.replace(scan.source, span, quoted(text), "Write it as a text")
    scan.error(findings.invalid(scan.source, span, message, fix=fix))
    return Scalar("STRING", span.start, span.end, text)
