# With `scanner` and `repairs` the only modules that know lark (`tree` has what comes out). The
# methods of `_Builder` bear the names of the grammar's rules. Objects and arrays are built in place
# while the parser runs, so deep nesting costs no recursion and no second walk.
"""From text to tree, by lark."""

from __future__ import annotations

from contextvars import ContextVar
from functools import cache
from typing import Any, Final

from lark import Lark, Transformer, UnexpectedInput

from wirelint.syntax import findings, grammars, tolerance
from wirelint.syntax.depth import too_deep_at
from wirelint.syntax.duplicates import Repeats
from wirelint.syntax.grammars import Grammar
from wirelint.syntax.repairs import Repairs
from wirelint.syntax.scanner import Scan, Scanner, string_value
from wirelint.syntax.tree import Array, Item, Lexeme, Member, Node, Object, Scalar, Tree
from wirelint.syntax.values import Value
from wirelint.text import SourceText, Span

# The parser is made once, its callbacks with it; what belongs to one text is found here.
_current: Final[ContextVar[Scan]] = ContextVar("_current")


def build_tree(source: SourceText) -> Tree:
    """Parse with the tolerant grammar; never raises."""
    depth = too_deep_at(source.text)
    scan = Scan(source, len(source.text) if depth is None else depth)
    token = _current.set(scan)
    root: Node | None = None
    try:
        parser: Any = _parser()
        root = parser.parse(scan, on_error=Repairs(scan))
    except UnexpectedInput:
        pass  # no value at all
    finally:
        _current.reset(token)
    return _finish(scan, root, depth)


@cache
def _parser() -> Lark:
    return grammars.load(grammar())


def grammar() -> Grammar:
    """The grammar of the dialect."""
    return Grammar(
        package="wirelint.syntax",
        name="kafka_json",
        options={"keep_all_tokens": True, "maybe_placeholders": False},
        code={"lexer": Scanner, "transformer": _Builder()},
    )


def _finish(scan: Scan, root: Node | None, depth: int | None) -> Tree:
    source = scan.source
    complete = not scan.gave_up and depth is None
    if depth is not None:
        scan.problems.append(findings.too_deep(source, depth))
    elif root is None and not scan.errors:
        scan.problems.append(findings.empty_file(source))
    if root is not None and not scan.unclosed:
        _join_text_after(scan, root.end)
    repeats = Repeats(source, root, scan.repeating, tuple(scan.comments))
    problems = sorted(
        [*scan.problems, *repeats.problems],
        key=findings.start_of,
    )
    return Tree(
        source, root, tuple(scan.comments), tuple(problems), repeats.shadowed, complete=complete
    )


def _join_text_after(scan: Scan, end: int) -> None:
    """One finding for whatever is behind the root."""
    behind = [
        one
        for one in scan.problems
        if one.rule in {"invalid-syntax", "text-after-root"} and findings.start_of(one) >= end
    ]
    if behind:
        first = min(findings.start_of(one) for one in behind)
        scan.problems = [one for one in scan.problems if one not in behind]
        scan.problems.append(findings.text_after_root(scan.source, first))


class _Builder(Transformer[Any, Any]):
    def start(self, parts: list[Any]) -> Node:
        root: Node = parts[0]
        return root

    def begin_object(self, parts: list[Any]) -> Object:
        return Object(parts[0].start, -1, [], None)

    def object_comma(self, parts: list[Any]) -> Object:
        opened: Object = parts[0]
        _comma(opened.members, parts[1])
        return opened

    def object_member(self, parts: list[Any]) -> Object:
        opened: Object = parts[0]
        member: Member = parts[1]
        members = opened.members
        if members and members[-1].comma < 0:
            tolerance.missing_comma(_current.get(), members[-1], member.start, member.key_end)
        members.append(member)
        return opened

    def object(self, parts: list[Any]) -> Object:
        done: Object = parts[0]
        members = done.members
        _close(done, members, parts[1])
        value: dict[str, Value] = {}
        count = 0
        for member in members:
            if member.value.type:  # else it is missing
                value[member.key] = member.value.value
                count += 1
        if len(value) != count:
            _current.get().repeating.append(done)
        done.value = value
        return done

    def begin_array(self, parts: list[Any]) -> Array:
        return Array(parts[0].start, -1, [], None)

    def array_comma(self, parts: list[Any]) -> Array:
        opened: Array = parts[0]
        _comma(opened.items, parts[1])
        return opened

    def array_item(self, parts: list[Any]) -> Array:
        opened: Array = parts[0]
        node: Node = parts[1]
        items = opened.items
        if items and items[-1].comma < 0:
            tolerance.missing_comma(_current.get(), items[-1], node.start, node.end)
        items.append(Item(node))
        return opened

    def array(self, parts: list[Any]) -> Array:
        done: Array = parts[0]
        _close(done, done.items, parts[1])
        done.value = [one.value.value for one in done.items]
        return done

    def member(self, parts: list[Any]) -> Member:
        key, node = parts
        text = _current.get().source.text
        key_end = text.rindex('"', key.start, key.end) + 1
        return Member(string_value(text, key.start, key_end), key.start, key_end, node)

    def parted_member(self, parts: list[Any]) -> Member:
        key, _, node = parts
        return Member(str(key.value), key.start, key.end, node)

    def bad_key_member(self, parts: list[Any]) -> Member:
        key, end = tolerance.bad_key(_current.get(), parts[0])
        return Member(key, parts[0].start, end, parts[1])

    def empty_member(self, parts: list[Any]) -> Member:
        key: Lexeme = parts[0]
        scan = _current.get()
        if key.type == "KEY":
            end = scan.source.text.rindex('"', key.start, key.end) + 1
            name = string_value(scan.source.text, key.start, end)
        else:
            name, end = tolerance.bad_key(scan, key)
        tolerance.no_value(scan, Span(key.start, end))
        return Member(name, key.start, end, Scalar("", key.end, key.end, None))

    def colonless_member(self, parts: list[Any]) -> Member:
        key, node = parts
        tolerance.missing_colon(_current.get(), Span(key.start, key.end))
        return Member(key.value, key.start, key.end, node)

    def equals_member(self, parts: list[Any]) -> Member:
        key, equals, node = parts
        tolerance.equals(_current.get(), Span(equals.start, equals.end))
        return Member(key.value, key.start, key.end, node)

    def lone_key_member(self, parts: list[Any]) -> Member:
        key, end = parts[0], parts[-1].end
        scan = _current.get()
        tolerance.no_value(scan, Span(key.start, key.end))
        name = str(key.value) if isinstance(key, Scalar) else tolerance.raw_text(scan, key)
        return Member(name, key.start, key.end, Scalar("", end, end, None))

    def bad_string(self, parts: list[Any]) -> Scalar:
        return tolerance.bad_string(_current.get(), parts[0])

    def bad_number(self, parts: list[Any]) -> Scalar:
        return tolerance.bad_number(_current.get(), parts[0])

    def word(self, parts: list[Any]) -> Scalar:
        return tolerance.word(_current.get(), parts[0])


def _comma(held: list[Member] | list[Item], comma: Lexeme) -> None:
    if held and held[-1].comma < 0:
        held[-1].comma = comma.start
    else:
        tolerance.stray_comma(_current.get(), Span(comma.start, comma.end))


def _close(done: Object | Array, held: list[Member] | list[Item], closer: Lexeme) -> None:
    done.end = closer.end
    done.closed = closer.start < closer.end
    if held and held[-1].comma >= 0 and done.closed:
        tolerance.trailing_comma(_current.get(), held[-1].comma)
