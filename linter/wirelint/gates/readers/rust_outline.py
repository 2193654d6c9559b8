# No grammar: half-typed code has none. Items are found by the few tokens that make them, and whatever
# is between two of them is passed over. Linear: nesting goes as deep as Rust's modules do, or not at all.
"""The items of a Rust file, with the tokens they span; what is compiled for tests only is left out."""

from __future__ import annotations

import re
from typing import Final

from wirelint.gates.readers.code import Code
from wirelint.lazy_dataclass import dataclass, field
from wirelint.syntax.automaton import Token

_DEEPEST: Final = 8  # of modules within modules
_BEFORE: Final = frozenset(("pub", "unsafe", "async", "default"))
_TESTS: Final = re.compile(r"\bcfg ?\( ?(?:(?:all|any) ?\( ?)?test\b|^(?:\w+ ?:: ?)*test\b")


@dataclass(frozen=True, slots=True)
class Run:
    """The tokens from `first` to before `end`."""

    first: int
    end: int

    def __bool__(self) -> bool:
        return self.first < self.end


@dataclass(frozen=True, slots=True, kw_only=True)
class Constant:
    """A `const` or `static`. `owner` is the type it belongs to, or ""."""

    name: Token
    type: str
    value: Run
    whole: Run
    owner: str


@dataclass(frozen=True, slots=True)
class Parameter:
    name: str
    type: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Function:
    """A function with a body; `body` is what is between its braces. `trait` is what it implements."""

    name: Token
    parameters: tuple[Parameter, ...]
    gives: str
    body: Run
    whole: Run
    owner: str
    trait: str


@dataclass(frozen=True, slots=True)
class Variant:
    """A variant of an enum; `value` is empty where none is assigned."""

    name: Token
    value: Run
    whole: Run


@dataclass(frozen=True, slots=True)
class Enum:
    name: Token
    variants: tuple[Variant, ...]
    whole: Run


@dataclass(slots=True)
class Outline:
    """Every item of a file, whatever module it stands in."""

    constants: list[Constant] = field(default_factory=list)
    functions: list[Function] = field(default_factory=list)
    enums: list[Enum] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Where:
    """What is around items: the file, and the `impl` or the modules they stand in."""

    code: Code
    found: Outline
    owner: str = ""
    trait: str = ""
    depth: int = 0


def outline(code: Code) -> Outline:
    """Find the items of a file."""
    found = Outline()
    _read_items(_Where(code, found), Run(0, len(code.tokens)))
    return found


def split(code: Code, run: Run, separator: str = ",") -> tuple[Run, ...]:
    """Return what is between commas; an empty piece is left out."""
    pieces: list[Run] = []
    first = index = run.first
    while index < run.end:
        if code.tokens[index] == separator:
            pieces.append(Run(first, index))
            first = index + 1
        index = code.after(index)
    pieces.append(Run(first, run.end))
    return tuple(one for one in pieces if one)


def inside(code: Code, opened: int) -> Run:
    """Return what is in a bracket."""
    return Run(opened + 1, max(opened + 1, min(code.partner[opened], len(code.tokens))))


def words(code: Code, run: Run) -> str:
    """Return tokens as text, closed up: `Option<i16>`, `&[(i16,i16)]`."""
    return "".join(map(str, code.tokens[run.first : min(run.end, run.first + 60)]))


def _read_items(where: _Where, run: Run) -> None:
    index = run.first
    while index < run.end:
        index = max(_read_item(where, index, run.end), index + 1)


def _read_item(where: _Where, first: int, end: int) -> int:
    """Read one item with its attributes; returns where the next one may begin."""
    code = where.code
    index, for_tests = _begin(code, first, end)
    if index >= end:
        return end
    if for_tests:
        return _skip(code, index, end)
    match str(code.tokens[index]):
        case "const" | "static":
            return _read_constant(where, first, index, end)
        case "fn":
            return _read_function(where, first, index, end)
        case "enum":
            return _read_enum(where, first, index, end)
        case "mod" | "impl":
            return _read_block(where, index, end)
        case "trait" | "struct" | "union" | "use" | "type" | "macro_rules" | "extern":
            return _skip(code, index, end)
        case _:
            return code.after(index)


def _begin(code: Code, index: int, end: int) -> tuple[int, bool]:
    """Pass over attributes and modifiers; returns where the item's own word is, and if it is a test's."""
    tokens = code.tokens
    for_tests = False
    while index < end:
        word = tokens[index]
        following = str(tokens[index + 1]) if index + 1 < end else ""
        if word == "#":
            opened = index + 2 if following == "!" else index + 1
            if opened >= end or tokens[opened] != "[":
                break
            if opened == index + 1:
                for_tests |= _is_for_tests(code, inside(code, opened))
            index = code.after(opened)
        elif word == "extern" and _is(tokens, index + 1, end, "STRING"):
            index += 2
        elif word in _BEFORE:
            index = code.after(index + 1) if word == "pub" and following == "(" else index + 1
        elif word == "const" and following in {"fn", "unsafe", "async"}:
            index += 1
        else:
            break
    return index, for_tests


def _is(tokens: list[Token], index: int, end: int, kind: str) -> bool:
    return index < end and tokens[index].type == kind


def _is_for_tests(code: Code, run: Run) -> bool:
    text = " ".join(map(str, code.tokens[run.first : min(run.end, run.first + 12)]))
    return _TESTS.search(text) is not None


def _skip(code: Code, index: int, end: int) -> int:
    """Pass over an item: to behind its braces or its `;`."""
    while index < end:
        word = code.tokens[index]
        index = code.after(index)
        if word in {"{", ";"}:
            break
    return index


def _read_block(where: _Where, index: int, end: int) -> int:
    """Read the items of a module or of an `impl`."""
    code = where.code
    tokens = code.tokens
    opened = index + 1
    while opened < end and tokens[opened] not in {"{", ";", "}"}:
        opened = code.after(opened)
    if opened >= end or tokens[opened] != "{":
        return opened
    behind = min(code.after(opened), end)
    if where.depth >= _DEEPEST or tokens[index + 1] in {"test", "tests"}:
        return behind
    owner, trait = _implemented(tokens[index + 1 : opened]) if tokens[index] == "impl" else ("", "")
    inner = _Where(code, where.found, owner, trait, where.depth + 1)
    _read_items(inner, inside(code, opened))
    return behind


def _implemented(head: list[Token]) -> tuple[str, str]:
    """Read `<T> Trait<U> for Type<T>`: the type and the trait, without what is in `< >`."""
    names: list[list[str]] = [[]]
    depth = 0
    for word in head:
        if word == "where":
            break
        if word in {"<", ">"}:
            depth = max(0, depth + (1 if word == "<" else -1))
        elif depth == 0 and word == "for":
            names.append([])
        elif depth == 0 and word.type == "NAME":
            names[-1].append(str(word))
    owner = names[-1][-1] if names[-1] else ""
    return owner, names[0][-1] if len(names) > 1 and names[0] else ""


def _read_constant(where: _Where, first: int, index: int, end: int) -> int:
    code = where.code
    tokens = code.tokens
    named = index + 2 if index + 1 < end and tokens[index + 1] == "mut" else index + 1
    stop = named
    assigned = 0
    while stop < end and tokens[stop] != ";":
        if stop > named and tokens[stop] in {"const", "static", "fn", "pub", "impl", "mod", "}"}:
            break  # its `;` is lost
        if not assigned and tokens[stop] == "=":
            assigned = stop
        stop = code.after(stop)
    behind = stop + 1 if stop < end and tokens[stop] == ";" else stop
    if not assigned or tokens[named].type != "NAME" or tokens[named + 1] != ":":
        return behind
    where.found.constants.append(
        Constant(
            name=tokens[named],
            type=words(code, Run(named + 2, assigned)),
            value=Run(assigned + 1, min(stop, end)),
            whole=Run(first, min(behind, end)),
            owner=where.owner,
        )
    )
    return behind


def _read_function(where: _Where, first: int, index: int, end: int) -> int:
    code = where.code
    tokens = code.tokens
    named = opened = index + 1
    while opened < end and tokens[opened] not in {"(", "{", ";", "}"}:
        opened += 1
    if opened >= end or tokens[opened] != "(" or tokens[named].type != "NAME":
        return opened
    head_end = braced = code.after(opened)
    while braced < end and tokens[braced] not in {"{", ";", "}"}:
        braced = code.after(braced)
    if braced >= end or tokens[braced] != "{":
        return braced
    gives = head_end
    while gives < braced and tokens[gives] != "where":
        gives += 1
    body = inside(code, braced)
    behind = min(code.after(braced), end)
    where.found.functions.append(
        Function(
            name=tokens[named],
            parameters=tuple(_parameter(code, one) for one in split(code, inside(code, opened))),
            gives=words(code, Run(head_end, gives)).removeprefix("->"),
            body=Run(body.first, min(body.end, end)),
            whole=Run(first, behind),
            owner=where.owner,
            trait=where.trait,
        )
    )
    # Constants of a function are as good as any: a registry stands in one.
    inner = body.first
    while inner < body.end:
        if tokens[inner] in {"const", "static"} and _is(tokens, inner + 1, body.end, "NAME"):
            inner = _read_constant(where, inner, inner, body.end)
        else:
            inner += 1
    return behind


def _parameter(code: Code, run: Run) -> Parameter:
    tokens = code.tokens[run.first : run.end]
    colon = next((at for at, one in enumerate(tokens) if one == ":"), len(tokens))
    names = [str(token) for token in tokens[:colon] if token.type == "NAME"]
    type_ = words(code, Run(min(run.first + colon + 1, run.end), run.end))
    return Parameter(names[-1] if names else "", type_)


def _read_enum(where: _Where, first: int, index: int, end: int) -> int:
    code = where.code
    tokens = code.tokens
    opened = index + 1
    while opened < end and tokens[opened] not in {"{", ";", "}"}:
        opened = code.after(opened)
    if opened >= end or tokens[opened] != "{" or tokens[index + 1].type != "NAME":
        return opened
    behind = min(code.after(opened), end)
    variants: list[Variant] = []
    for one in split(code, inside(code, opened)):
        named = one.first
        while named < one.end and tokens[named] == "#":
            named = code.after(named + 1) if named + 1 < one.end else one.end
        if named >= one.end or tokens[named].type != "NAME":
            continue
        assigned = next((at for at in range(named, one.end) if tokens[at] == "="), one.end)
        variants.append(Variant(tokens[named], Run(min(assigned + 1, one.end), one.end), one))
    where.found.enums.append(Enum(tokens[index + 1], tuple(variants), Run(first, behind)))
    return behind
