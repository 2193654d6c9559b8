"""The shape of a file: folding, growing selections, links."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final
from urllib.parse import quote

from wirelint.sources.discovery import Kind as FileKind
from wirelint.syntax.origin import Part
from wirelint.syntax.tree import Array, Member, Object, Tree, children
from wirelint.text import SourceText, Span
from wirelint_lsp.answers import Fold, Link
from wirelint_lsp.features.places import inner
from wirelint_lsp.file import File

_KEY: Final = re.compile(r"\b(?:KIP|KAFKA)-\d{1,6}\b")
_MIRROR: Final = re.compile(r'^\s*mirror\s[^"\r\n]*\bin\s+"(?P<path>[^"\r\n]+)"', re.MULTILINE)
_BRACE: Final = re.compile(
    r'"[^"\\\r\n]*(?:\\[^\r\n][^"\\\r\n]*)*"?|#[^\r\n]*|//[^\r\n]*|(?P<brace>[{}])'
)


def folds(file: File) -> list[Fold]:
    """Objects, lists and blocks over several lines, and runs of comment lines."""
    tree = file.tree
    found = list(_tree_folds(tree)) if tree is not None else list(_brace_folds(file.source))
    return [*found, *_comment_folds(file.source)]


def around(file: File, offset: int) -> list[Span]:
    """Spans that hold an offset, from the outermost in."""
    text = file.source.text
    spans = [Span(0, len(text))]
    tree = file.tree
    if tree is not None and tree.root is not None:
        spans += _tree_spans(file, tree, offset)
    else:
        spans += _block_spans(file.source, offset)
    kept = spans[:1]
    for one in spans[1:]:
        last = kept[-1]
        if last.start <= one.start <= offset <= one.end <= last.end and one != last:
            kept.append(one)
    return kept


def links(file: File, uri_of: Callable[[SourceText], str | None]) -> list[Link]:
    """KIPs, issues, and files that a gate table mirrors."""
    found = [
        Link(Span(match.start(), match.end()), _url(match[0]), match[0])
        for match in _KEY.finditer(file.source.text)
    ]
    if file.kind is FileKind.GATES:
        own = uri_of(file.source)
        for match in _MIRROR.finditer(file.source.text):
            if own is not None and not match["path"].startswith(("/", "..")):
                root = own[: len(own) - len(quote(file.path))]
                span = Span(match.start("path"), match.end("path"))
                found.append(Link(span, root + quote(match["path"]), match["path"]))
    return found


def _url(key: str) -> str:
    if key.startswith("KIP-"):
        return f"https://cwiki.apache.org/confluence/display/KAFKA/{key}"
    return f"https://issues.apache.org/jira/browse/{key}"


def _tree_folds(tree: Tree) -> Iterator[Fold]:
    todo = [] if tree.root is None else [tree.root]
    while todo:
        node = todo.pop()
        if isinstance(node, Object | Array):
            yield Fold(Span(node.start, node.end))
            todo += [one.value for one in children(node)]


def _brace_folds(source: SourceText) -> Iterator[Fold]:
    opened: list[int] = []
    for match in _BRACE.finditer(source.text):
        if match["brace"] == "{":
            opened.append(match.start())
        elif match["brace"] and opened:
            yield Fold(Span(opened.pop(), match.end()))


def _comment_folds(source: SourceText) -> Iterator[Fold]:
    start: int | None = None
    count = len(source.line_starts)
    for line in range(count + 1):
        bare = source.line_text(line).lstrip() if line < count else ""
        if bare.startswith(("//", "#")):
            start = line if start is None else start
            continue
        if start is not None and line - start > 1:
            yield Fold(Span(source.line_starts[start], source.line_starts[line - 1]), True)  # noqa: FBT003
        start = None


def _tree_spans(file: File, tree: Tree, offset: int) -> Iterator[Span]:
    at = tree.node_at(offset)
    for index in range(len(at.path) + 1):
        path = at.path[:index]
        found, complete = tree.walk(path)
        if not complete:
            return
        if found and isinstance(found[-1], Member):
            yield tree.span(path, Part.MEMBER)
            if at.part is Part.KEY and index == len(at.path):
                key = tree.span(path, Part.KEY)
                yield key
                yield inner(file, key)
                return
        span = tree.span(path, Part.VALUE)
        yield span
        yield inner(file, span)


def _block_spans(source: SourceText, offset: int) -> Iterator[Span]:
    blocks = [one.span for one in _brace_folds(source) if one.span.start <= offset <= one.span.end]
    for block in sorted(blocks, key=lambda one: one.start):
        line = source.line_column(block.start)[0]
        yield Span(source.line_starts[line], block.end)
        yield block
    line = source.line_column(offset)[0]
    text = source.line_text(line)
    start = source.line_starts[line]
    yield Span(start + len(text) - len(text.lstrip()), start + len(text.rstrip()))
    for match in re.finditer(r"[\w.\-]+", text):
        if match.start() <= offset - start <= match.end():
            yield Span(start + match.start(), start + match.end())
