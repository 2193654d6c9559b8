"""Semantic tokens: `.gates` files whole, and version texts of schemas."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from wirelint.sources.discovery import Kind as FileKind
from wirelint.syntax.tree import Array, Member, Node, Object, Scalar, children
from wirelint.text import Span
from wirelint_lsp.answers import Token
from wirelint_lsp.features.mentions import Kind, mentions
from wirelint_lsp.features.places import inner
from wirelint_lsp.file import File
from wirelint_lsp.legend import TokenKind

_RANGES: Final = frozenset(
    (
        "validVersions deprecatedVersions flexibleVersions versions taggedVersions nullableVersions"
    ).split()
)
_WORDS: Final = frozenset(
    (
        "gates releases upgrade from to alias of mirror in burned tag key type private-keys owner"
        " advertise infer feature carrier record control-record config absent supports step"
        " bootstrap at by production foreign retired level row empty metadata barrier unstable needs"
        " default enables path discover blind any exactly atleast fallback upto otherwise undefined"
        " unknown ladder capability on off rpc serves served format variant readable-since carries"
        " converts up down both none honour"
    ).split()
)
_GATES: Final = re.compile(
    r'(?P<comment>#[^\r\n]*)|(?P<string>"[^"\\\r\n]*(?:\\[^\r\n][^"\\\r\n]*)*"?)'
    r"|(?P<quoted>`[^`\r\n]*`)"
    r"|(?P<number>\d+(?:\.\d+)*(?:[.+\-][A-Za-z0-9_]+)*\+?)"
    r"|(?P<name>[A-Za-z_][A-Za-z0-9_]*(?:[.\-][A-Za-z0-9_]+)*)|(?P<operator>>=|\.\.|=|\*)"
)
_MENTIONED: Final = {
    Kind.FEATURE: TokenKind.ENUM,
    Kind.LEVEL: TokenKind.ENUM_MEMBER,
    Kind.RPC: TokenKind.FUNCTION,
    Kind.RECORD: TokenKind.TYPE,
}


def tokens(file: File) -> list[Token]:
    """The tokens of a file, in text order, none over a line end."""
    if file.kind is FileKind.SCHEMA:
        tree = file.tree
        if tree is None or tree.root is None:
            return []
        return sorted(_in_schema(file, tree.root), key=lambda one: one.span)
    if file.kind is FileKind.GATES:
        return list(_in_gates(file))
    return []


def _in_schema(file: File, root: Node) -> Iterator[Token]:
    todo: list[Node] = [root]
    while todo:
        node = todo.pop()
        if not isinstance(node, Object | Array):
            continue
        for child in children(node):
            todo.append(child.value)
            if not isinstance(child, Member) or not isinstance(child.value, Scalar):
                continue
            span = inner(file, Span(child.value.start, child.value.end))
            if not _is_plain(file, span):
                continue
            if child.key in _RANGES:
                yield Token(span, TokenKind.NUMBER)
            elif child.key == "type":
                yield Token(span, TokenKind.TYPE)
            elif child.key == "entityType":
                yield Token(span, TokenKind.ENUM_MEMBER)


def _is_plain(file: File, span: Span) -> bool:
    text = file.source.text[span.start : span.end]
    return bool(text) and "\n" not in text and "\r" not in text


def _in_gates(file: File) -> Iterator[Token]:
    named = {}
    if file.gates is not None and file.table is not None:
        named = {one.span.start: one for one in mentions(file.gates, file.table)}
    for match in _GATES.finditer(file.source.text):
        span = Span(match.start(), match.end())
        mention = named.get(span.start) or named.get(span.start + 1)
        match match.lastgroup:
            case "comment":
                yield Token(span, TokenKind.COMMENT)
            case "string":
                yield Token(span, TokenKind.STRING)
            case "operator":
                yield Token(span, TokenKind.OPERATOR)
            case _ if mention is not None:
                yield Token(span, _MENTIONED[mention.kind])
            case "number":
                yield Token(span, TokenKind.NUMBER)
            case "name" if match[0] in _WORDS:
                yield Token(span, TokenKind.KEYWORD)
            case _:
                yield Token(span, TokenKind.VARIABLE)
