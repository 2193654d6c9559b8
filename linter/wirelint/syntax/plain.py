# The third reader, for what the first one accepted: most findings are in such files, and lark takes
# longer to import than all files of a repository take to read. It finds no faults, since there are
# none, and knows nothing of half-right texts. The tests hold it to the very tree that lark gives.
"""From a text without faults to its tree."""

from __future__ import annotations

import json
import re
from typing import Final

from wirelint.syntax import findings
from wirelint.syntax.tree import Array, Comment, Item, Member, Node, Object, Scalar, Tree
from wirelint.syntax.values import Number, Value
from wirelint.text import SourceText, Span

_LEXEME: Final = re.compile(
    r'"(?:[^"\\]++|\\.)*+"|[{}\[\]:,]|//[^\r\n]*+|/\*(?:[^*]++|\*(?!/))*+\*/|[^ \t\r\n"{}\[\]:,/]++'
)
_LITERALS: Final[dict[str, Value]] = {"true": True, "false": False, "null": None}


def build_tree(source: SourceText) -> Tree:
    """The tree of a text that `values.read_values` takes."""
    reading = _Reading(source.text)
    for match in _LEXEME.finditer(source.text):
        reading.take(match[0], match.start(), match.end())
    blocks = (one.span for one in reading.comments if one.text.startswith("/*"))
    return Tree(
        source,
        reading.root,
        tuple(reading.comments),
        tuple(findings.block_comment(source, span) for span in blocks),
    )


class _Reading:
    def __init__(self, text: str) -> None:
        self.text = text
        self.root: Node | None = None
        self.comments: list[Comment] = []
        self._inside: Object | Array | None = None  # the innermost container that is open
        self._around: list[tuple[Object | Array | None, Scalar | None]] = []
        self._key: Scalar | None = None  # waits for its value

    def take(self, text: str, start: int, end: int) -> None:
        match text[0]:
            case '"':
                value = json.loads(text) if "\\" in text else text[1:-1]
                scalar = Scalar("STRING", start, end, value)
                if self._key is None and isinstance(self._inside, Object):
                    self._key = scalar
                else:
                    self._hold(scalar)
            case "{":
                self._open(Object(start, -1, [], None))
            case "[":
                self._open(Array(start, -1, [], None))
            case "}" | "]":
                self._close(end)
            case ",":
                self._comma(start)
            case ":":
                pass
            case "/":
                self.comments.append(Comment(Span(start, end), text))
            case "t" | "f" | "n":
                self._hold(Scalar("LITERAL", start, end, _LITERALS[text]))
            case _:
                self._hold(Scalar("NUMBER", start, end, Number(text)))

    def _hold(self, node: Node) -> None:
        inside, key = self._inside, self._key
        if isinstance(inside, Array):
            inside.items.append(Item(node))
        elif inside is not None and key is not None:
            inside.members.append(Member(str(key.value), key.start, key.end, node))
            self._key = None
        else:
            self.root = node

    def _open(self, container: Object | Array) -> None:
        self._around.append((self._inside, self._key))
        self._inside, self._key = container, None

    def _close(self, end: int) -> None:
        done = self._inside
        assert done is not None
        done.end = end
        if isinstance(done, Object):
            done.value = {one.key: one.value.value for one in done.members}
        else:
            done.value = [one.value.value for one in done.items]
        self._inside, self._key = self._around.pop()
        self._hold(done)

    def _comma(self, at: int) -> None:
        inside = self._inside
        assert inside is not None
        held: list[Member] | list[Item] = (
            inside.members if isinstance(inside, Object) else inside.items
        )
        held[-1].comma = at
