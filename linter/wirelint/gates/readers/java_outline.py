# No grammar: half-typed code has none. Declarations are found by the few tokens that make them, and
# whatever is between two of them is passed over. Linear: every token is looked at once per nesting of
# types, and types are nested as deep as Java's are, or not at all.
"""The declarations of a Java file, with the tokens they span."""

from __future__ import annotations

from typing import Final

from wirelint.gates.readers.code import Code
from wirelint.lazy_dataclass import dataclass
from wirelint.syntax.automaton import Token

_TYPES: Final = frozenset(("class", "enum", "interface", "record"))
_DEEPEST: Final = 8  # of types within types


@dataclass(frozen=True, slots=True)
class Run:
    """The tokens from `first` to before `end`."""

    first: int
    end: int

    def __bool__(self) -> bool:
        return self.first < self.end


@dataclass(frozen=True, slots=True)
class Parameter:
    type: str
    name: str


@dataclass(frozen=True, slots=True)
class Row:
    """A constant of an enum; `arguments` is None without brackets, each argument a run."""

    name: Token
    whole: Run
    arguments: tuple[Run, ...] | None


@dataclass(frozen=True, slots=True)
class Method:
    """A method with a body; `body` is what is between its braces."""

    name: Token
    type: str
    modifiers: frozenset[str]
    parameters: tuple[Parameter, ...]
    whole: Run
    body: Run


@dataclass(frozen=True, slots=True)
class Field:
    """A variable of a type; `value` is empty where nothing is assigned."""

    name: Token
    type: str
    modifiers: frozenset[str]
    whole: Run
    value: Run


@dataclass(frozen=True, slots=True)
class Type:
    """A class, enum, interface or record. `initializers` are its `{ }` and `static { }` blocks."""

    kind: str
    name: Token
    implements: tuple[str, ...]
    whole: Run
    rows: tuple[Row, ...]
    methods: tuple[Method, ...]
    fields: tuple[Field, ...]
    initializers: tuple[Run, ...]


def types_of(code: Code) -> tuple[Type, ...]:
    """Return every type of a file, the nested ones behind those around them."""
    found: list[Type] = []
    _read_types(code, Run(0, len(code.tokens)), found, 0)
    return tuple(found)


def arguments_of(code: Code, opened: int) -> tuple[Run, ...]:
    """Return what is between commas in a bracket."""
    return _split(code, Run(opened + 1, min(code.partner[opened], len(code.tokens))))


def _read_types(code: Code, run: Run, found: list[Type], depth: int) -> None:
    """Find the types in a run that is no type's body: a file, or what stands between members."""
    index = run.first
    while index < run.end:
        if _begins_type(code, index, run.end):
            index = _read_type(code, index, run.end, found, depth)
        else:
            index = code.after(index)


def _begins_type(code: Code, index: int, end: int) -> bool:
    tokens = code.tokens
    return (
        tokens[index] in _TYPES
        and index + 1 < end
        and tokens[index + 1].type == "NAME"
        and (index == 0 or tokens[index - 1] != ".")
        and not (tokens[index] == "record" and (index + 2 >= end or tokens[index + 2] != "("))
    )


def _read_type(code: Code, index: int, end: int, found: list[Type], depth: int) -> int:
    tokens = code.tokens
    kind, name = str(tokens[index]), tokens[index + 1]
    opened = index + 2
    while opened < end and tokens[opened] not in {"{", ";", "}"}:
        opened = code.after(opened)
    if opened >= end or tokens[opened] != "{":
        return opened
    head = [str(token) for token in tokens[index + 2 : opened] if token.type == "NAME"]
    implements = head[head.index("implements") + 1 :] if "implements" in head else []
    body = Run(opened + 1, min(code.partner[opened], end))
    rows: tuple[Row, ...] = ()
    if kind == "enum":
        rows, body = _read_rows(code, body)
    place = len(found)
    methods, fields, initializers = _read_members(code, body, found, depth)
    whole = Run(index, min(code.after(opened), end))
    found.insert(
        place,
        Type(kind, name, tuple(implements), whole, rows, methods, fields, initializers),
    )
    return max(whole.end, opened + 1)


def _read_rows(code: Code, body: Run) -> tuple[tuple[Row, ...], Run]:
    """Read the constants of an enum; the members begin behind `;`."""
    rows: list[Row] = []
    index = body.first
    tokens = code.tokens
    while index < body.end and tokens[index] != ";":
        if tokens[index] == "@" and index + 1 < body.end:
            index += 2
            if index < body.end and tokens[index] == "(":
                index = code.after(index)
        elif tokens[index].type == "NAME":
            behind = index + 1
            arguments = None
            if behind < body.end and tokens[behind] == "(":
                arguments = arguments_of(code, behind)
                behind = min(code.after(behind), body.end)
            if behind < body.end and tokens[behind].type == "NAME":
                return tuple(rows), Run(index, body.end)  # the `;` is lost: a member begins
            rows.append(Row(tokens[index], Run(index, behind), arguments))
            index = behind
        else:
            index = code.after(index)
    return tuple(rows), Run(min(index + 1, body.end), body.end)


def _read_members(
    code: Code, body: Run, found: list[Type], depth: int
) -> tuple[tuple[Method, ...], tuple[Field, ...], tuple[Run, ...]]:
    methods: list[Method] = []
    fields: list[Field] = []
    initializers: list[Run] = []
    tokens = code.tokens
    index = first = body.first
    while index < body.end:
        here = tokens[index]
        if depth < _DEEPEST and _begins_type(code, index, body.end):
            index = first = _read_type(code, index, body.end, found, depth + 1)
        elif here == "@" and index + 1 < body.end:
            index += 2
            while index + 1 < body.end and tokens[index] == ".":
                index += 2
            if index < body.end and tokens[index] == "(":
                index = code.after(index)
            first = index if first == index else first
        elif here == ";":
            _add_field(code, Run(first, index), fields)
            index = first = index + 1
        elif here == "=":
            index += 1
            while index < body.end and tokens[index] != ";":
                index = code.after(index)
        elif here == "{":
            behind = min(code.after(index), body.end)
            inside = Run(index + 1, min(code.partner[index], body.end))
            method = _method(code, Run(first, index), Run(first, behind), inside)
            if method is not None:
                methods.append(method)
            else:
                initializers.append(inside)
            index = first = behind
        else:
            index = code.after(index)
    return tuple(methods), tuple(fields), tuple(initializers)


def _method(code: Code, head: Run, whole: Run, body: Run) -> Method | None:
    """Read `modifiers type name(parameters) throws ...`; None where there are no parameters."""
    head = _without_annotations(code, head)
    tokens = code.tokens
    opened = next((i for i in _top(code, head) if tokens[i] == "("), None)
    if opened is None or opened == head.first or tokens[opened - 1].type != "NAME":
        return None
    before = [str(token) for token in tokens[head.first : opened - 1]]
    modifiers, type_ = _modifiers(before)
    return Method(
        name=tokens[opened - 1],
        type=type_,
        modifiers=modifiers,
        parameters=tuple(_parameter(code, one) for one in arguments_of(code, opened) if one),
        whole=whole,
        body=body,
    )


def _add_field(code: Code, run: Run, fields: list[Field]) -> None:
    """Read `modifiers type name = value`."""
    run = _without_annotations(code, run)
    tokens = code.tokens
    assign = next((i for i in _top(code, run) if tokens[i] == "="), run.end)
    if assign - run.first < 2 or tokens[assign - 1].type != "NAME":
        return
    modifiers, type_ = _modifiers([str(token) for token in tokens[run.first : assign - 1]])
    value = Run(min(assign + 1, run.end), run.end)
    fields.append(Field(tokens[assign - 1], type_, modifiers, run, value))


def _without_annotations(code: Code, run: Run) -> Run:
    index = run.first
    while index + 1 < run.end and code.tokens[index] == "@":
        index += 2
        while index + 1 < run.end and code.tokens[index] == ".":
            index += 2
        if index < run.end and code.tokens[index] == "(":
            index = code.after(index)
    return Run(min(index, run.end), run.end)


_MODIFIERS: Final = frozenset(
    "public protected private static final abstract default synchronized native strictfp transient"
    " volatile".split()
)


def _modifiers(words: list[str]) -> tuple[frozenset[str], str]:
    count = 0
    while count < len(words) and words[count] in _MODIFIERS:
        count += 1
    return frozenset(words[:count]), "".join(words[count:])


def _parameter(code: Code, run: Run) -> Parameter:
    run = _without_annotations(code, run)
    words = [str(one) for one in code.tokens[run.first : run.end] if one != "final"]
    return Parameter("".join(words[:-1]), words[-1] if words else "")


def _top(code: Code, run: Run) -> list[int]:
    """Return the tokens of a run that are in no bracket of it."""
    found = []
    index = run.first
    while index < run.end:
        found.append(index)
        index = code.after(index)
    return found


def _split(code: Code, run: Run) -> tuple[Run, ...]:
    parts: list[Run] = []
    first = index = run.first
    while index < run.end:
        if code.tokens[index] == ",":
            parts.append(Run(first, index))
            first = index + 1
        index = code.after(index)
    if first < run.end or parts:
        parts.append(Run(first, run.end))
    return tuple(parts)
