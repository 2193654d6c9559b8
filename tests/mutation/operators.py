# Not mutated, since no test could or should tell: docstrings, annotations, decorators, `__all__`,
# `__slots__`, what stands under TYPE_CHECKING, and prose (a text with a space in it, or a piece of an
# f-string): tests that repeat a sentence prove nothing. Nor
# `strict=` of `zip`, which is an assertion, and `repr=` of a field.
"""The small changes of a module, each of which some test should notice."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

_COMPARISONS = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
    ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
_ARITHMETIC = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.BitXor: ast.BitAnd,
    ast.LShift: ast.RShift, ast.RShift: ast.LShift,
}  # fmt: skip
_PAIRS = (
    ("min", "max"), ("any", "all"), ("find", "rfind"), ("startswith", "endswith"),
    ("lstrip", "rstrip"), ("partition", "rpartition"), ("split", "rsplit"), ("lower", "upper"),
    ("removeprefix", "removesuffix"), ("union", "intersection"),
)  # fmt: skip
_NAMES = {one: other for pair in _PAIRS for one, other in (pair, pair[::-1])}
_SAY_NOTHING = {None, "strict", "repr"}  # keywords
_BLOCKS = (ast.If, ast.For, ast.While, ast.Try, ast.With, ast.Match)


@dataclass(frozen=True)
class Mutant:
    """A change: `apply` makes it in the tree that `mutants` was given."""

    line: int
    text: str
    block: int
    in_function: bool
    apply: Callable[[], None]


def blocks(tree: ast.Module) -> int:
    """Number the stretches of statements that run together, as `block` of each; return the count."""
    count = 0

    def number(body: list[ast.stmt]) -> None:
        nonlocal count
        for index, statement in enumerate(body):
            if index == 0 or isinstance(body[index - 1], _BLOCKS):
                count += 1
            statement.block = count  # type: ignore[attr-defined]
            for inner in _bodies(statement):
                number(inner)

    number(tree.body)
    return count


def instrument(tree: ast.Module, name: str) -> None:
    """Let every stretch in a function call `name` with its number."""

    def insert(body: list[ast.stmt], *, inside: bool) -> None:
        marked: list[ast.stmt] = []
        last = 0
        for statement in body:
            block = statement.block  # type: ignore[attr-defined]
            within = inside or isinstance(statement, ast.FunctionDef)
            for inner in _bodies(statement):
                insert(inner, inside=within)
            if inside and block != last:
                call = ast.parse(f"{name}({block})").body[0]
                for node in ast.walk(call):
                    ast.copy_location(node, statement)
                marked.append(call)
            last = block
            marked.append(statement)
        body[:] = marked

    insert(tree.body, inside=False)


def mutants(tree: ast.Module) -> Iterator[Mutant]:
    """Every change of a module whose blocks are numbered."""
    yield from _of_body(tree.body, in_function=False)


def _bodies(statement: ast.stmt) -> list[list[ast.stmt]]:
    found = [getattr(statement, name, []) for name in ("body", "orelse", "finalbody")]
    found += [one.body for one in getattr(statement, "handlers", [])]
    found += [one.body for one in getattr(statement, "cases", [])]
    return [one for one in found if one]


def _of_body(body: list[ast.stmt], *, in_function: bool) -> Iterator[Mutant]:
    for index, statement in enumerate(body):
        block = statement.block  # type: ignore[attr-defined]
        for line, text, apply in _of_statement(body, index):
            yield Mutant(line, text, block, in_function, apply)
        if isinstance(statement, ast.If) and ast.unparse(statement.test) == "TYPE_CHECKING":
            continue
        inside = in_function or isinstance(statement, ast.FunctionDef)
        for inner in _bodies(statement):
            yield from _of_body(inner, in_function=inside)


_Change = tuple[int, str, Callable[[], None]]
_Place = tuple[ast.AST, str, int | None]  # what holds an expression, in which field, where in it


def _of_statement(body: list[ast.stmt], index: int) -> Iterator[_Change]:
    statement = body[index]

    def put(made: ast.stmt) -> Callable[[], None]:
        def apply() -> None:
            body[index] = ast.copy_location(made, statement)
            ast.fix_missing_locations(body[index])

        return apply

    line = statement.lineno
    match statement:
        case ast.Expr(ast.Constant()):
            return
        case ast.Expr():
            yield line, f"drop `{ast.unparse(statement)}`", put(ast.Pass())
        case ast.Raise() | ast.Break() | ast.Delete():
            yield line, f"drop `{ast.unparse(statement)}`", put(ast.Pass())
            return
        case ast.Continue():
            yield line, "break", put(ast.Break())
        case ast.Return(ast.Constant(None)):
            return
        case ast.Return(ast.Constant(False)):
            pass  # None is as false
        case ast.Return(ast.expr()):
            yield line, "return None", put(ast.Return(ast.Constant(None)))
        case ast.Match():
            for number, case in enumerate(statement.cases):
                if len(statement.cases) > 1:
                    shown = ast.unparse(case.pattern)
                    yield (
                        case.pattern.lineno,
                        f"drop case {shown}",
                        _without(statement.cases, number),
                    )
        case ast.Assign(targets=[ast.Name("__all__" | "__slots__")]):
            return
        case ast.Assign(value=ast.Call(func=ast.Name("TypeVar" | "NewType"))):
            return
        case ast.AnnAssign(target=ast.Name("__all__" | "__slots__")):
            return
        case ast.AugAssign() if type(statement.op) in _ARITHMETIC:
            yield line, f"other sign: {ast.unparse(statement)}", _other_operator(statement)
        case _:
            pass
    for child in _expressions(statement):
        yield from _of_expression(child)


def _without(values: list[Any], index: int) -> Callable[[], None]:
    return lambda: values.__delitem__(index)


def _expressions(statement: ast.stmt) -> Iterator[_Place]:
    """The expressions that a statement itself holds: owner, field, index."""
    for name, value in ast.iter_fields(statement):
        if name in {"decorator_list", "annotation", "returns", "type_comment", "bases", "targets"}:
            continue
        if isinstance(value, ast.expr):
            yield statement, name, None
        elif isinstance(value, ast.arguments):
            for field in ("defaults", "kw_defaults"):
                for number, one in enumerate(getattr(value, field)):
                    if one is not None:
                        yield value, field, number
        elif name == "items":
            yield from ((one, "context_expr", None) for one in value)
        elif name == "cases":
            for case in value:
                if case.guard is not None:
                    yield case, "guard", None


def _get(owner: ast.AST, name: str, index: int | None) -> ast.expr:
    value = getattr(owner, name)
    found: ast.expr = value if index is None else value[index]
    return found


def _of_expression(place: _Place) -> Iterator[_Change]:
    node = _get(*place)
    if isinstance(node, ast.JoinedStr):
        for one in ast.walk(node):
            if isinstance(one, ast.FormattedValue):
                yield from _of_expression((one, "value", None))
        return
    yield from _of_node(place, node)
    if place[1] in {"test", "ifs", "guard"} and not isinstance(
        node, (ast.Compare, ast.BoolOp, ast.UnaryOp)
    ):
        made = ast.UnaryOp(ast.Not(), node)
        yield node.lineno, f"not {ast.unparse(node)}", _put(place, made)
    for inner in _inside(node):
        yield from _of_expression(inner)


def _of_node(place: _Place, node: ast.expr) -> Iterator[_Change]:
    """The changes of an expression itself."""
    line = node.lineno
    match node:
        case ast.Compare():
            for number, sign in enumerate(node.ops):
                made = _COMPARISONS[type(sign)]()
                text = f"other sign {number}: {ast.unparse(node)}"
                yield line, text, _set(node.ops, number, made)
        case ast.BoolOp():
            other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
            yield line, f"and/or: {ast.unparse(node)}", _set_field(node, "op", other)
        case ast.UnaryOp(ast.Not() | ast.USub() | ast.Invert()):
            yield line, f"without sign: {ast.unparse(node)}", _put(place, node.operand)
        case ast.BinOp() if type(node.op) in _ARITHMETIC and not _is_text(node):
            yield line, f"other sign: {ast.unparse(node)}", _other_operator(node)
        case ast.Constant(bool() as value):
            yield line, f"not {value}", _put(place, ast.Constant(not value))
        case ast.Constant(int() as value):
            yield line, f"{value} + 1", _put(place, ast.Constant(value + 1))
        case ast.Constant(str() as value) if " " not in value.strip():
            yield line, f"{value!r} as {value + 'X'!r}", _put(place, ast.Constant(value + "X"))
        case ast.Call():
            yield from _of_call(node)
        case _:
            pass


def _of_call(node: ast.Call) -> Iterator[_Change]:
    called = node.func
    if isinstance(called, ast.Attribute) and called.attr in _NAMES:
        if "split" in called.attr and len(node.args) + len(node.keywords) < 2:
            return  # all of it, from either side
        other = _NAMES[called.attr]
        yield node.lineno, f"{other} for {ast.unparse(node)}", _set_field(called, "attr", other)
    elif isinstance(called, ast.Name) and called.id in {"min", "max", "any", "all"}:
        other = _NAMES[called.id]
        yield node.lineno, f"{other} for {ast.unparse(node)}", _set_field(called, "id", other)
    for number, keyword in enumerate(node.keywords):
        if keyword.arg not in _SAY_NOTHING:
            text = f"without {keyword.arg}: {ast.unparse(node)}"
            yield node.lineno, text, _without(node.keywords, number)


def _inside(node: ast.expr) -> Iterator[_Place]:
    """The expressions in an expression."""
    for field, value in ast.iter_fields(node):
        if isinstance(value, ast.expr):
            yield node, field, None
        elif isinstance(value, list):
            for number, one in enumerate(value):
                if isinstance(one, ast.expr):
                    yield node, field, number
                elif isinstance(one, ast.keyword) and one.arg not in _SAY_NOTHING - {None}:
                    yield one, "value", None
                elif isinstance(one, ast.comprehension):
                    yield one, "iter", None
                    yield from ((one, "ifs", order) for order in range(len(one.ifs)))


def _put(place: _Place, made: ast.expr) -> Callable[[], None]:
    owner, name, index = place
    node = _get(*place)

    def apply() -> None:
        ast.fix_missing_locations(ast.copy_location(made, node))
        if index is None:
            setattr(owner, name, made)
        else:
            getattr(owner, name)[index] = made

    return apply


def _is_text(node: ast.BinOp) -> bool:
    return any(
        isinstance(one, ast.JoinedStr)
        or (isinstance(one, ast.Constant) and isinstance(one.value, str))
        for one in (node.left, node.right)
    )


def _set(values: list[ast.cmpop], index: int, made: ast.cmpop) -> Callable[[], None]:
    return lambda: values.__setitem__(index, made)


def _set_field(node: ast.AST, name: str, made: object) -> Callable[[], None]:
    return lambda: setattr(node, name, made)


def _other_operator(node: ast.BinOp | ast.AugAssign) -> Callable[[], None]:
    return lambda: setattr(node, "op", _ARITHMETIC[type(node.op)]())
