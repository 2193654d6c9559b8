"""The declarations of a Java file, as far as its tokens tell."""

from __future__ import annotations

import pytest

from wirelint.gates.readers.code import Code, scan
from wirelint.gates.readers.grammar import load
from wirelint.gates.readers.java_outline import Run, types_of
from wirelint.gates.readers.java_scope import STARTS
from wirelint.text import SourceText


def outline(text: str) -> list[str]:
    """Types with what is in them, a declaration a line."""
    code = scan(
        load("java", STARTS),
        SourceText("A.java", text),
        frozenset(("LINE_COMMENT", "BLOCK_COMMENT")),
    )
    found = []
    for one in types_of(code):
        found.append(" ".join((one.kind, one.name, *one.implements)))
        for row in one.rows:
            given = (
                ""
                if row.arguments is None
                else f"({'|'.join(joined(code, run) for run in row.arguments)})"
            )
            assert joined(code, row.whole).startswith(row.name)
            found.append(f"  {row.name}{given}")
        for method in one.methods:
            parameters = ", ".join(f"{each.type} {each.name}" for each in method.parameters)
            head = " ".join((*sorted(method.modifiers), method.type, method.name))
            found.append(f"  {head}({parameters}) {{{joined(code, method.body)}}}")
        for field in one.fields:
            words = (*sorted(field.modifiers), field.type, field.name)
            found.append(f"  {' '.join(words)} = {joined(code, field.value)}")
        found += (f"  {{{joined(code, run)}}}" for run in one.initializers)
    return found


def joined(code: Code, run: Run) -> str:
    return "".join(code.tokens[run.first : run.end])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("class A {}", ["class A"]),
        ("package x; import y.class.Z; class A {} class B {}", ["class A", "class B"]),
        ("class A extends B<C> implements D, E {}", ["class A D E"]),
        ("record A(int b) {} record = record(c);", ["record A"]),
        (
            "class A { class B { enum C { D } } int e; }",
            ["class A", "  int e = ", "class B", "enum C", "  D"],
        ),
        ("class A; class B", []),
        ("x = A.class; class B {", ["class B"]),
        (
            "class A { Object b = C.class; int d; }",
            ["class A", "  Object b = C.class", "  int d = "],
        ),
    ],
)
def test_types(text: str, expected: list[str]) -> None:
    assert outline(text) == expected


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ("A", ["A"]),
        ("A, B;", ["A", "B"]),
        ("A(), B(1), C(1, f(2, 3)), D;", ["A()", "B(1)", "C(1|f(2,3))", "D"]),
        ("A(1,), B;", ["A(1|)", "B"]),
        ('@Old A, @Gone("x, y") B(2), @Gone @Old("z") C', ["A", "B(2)", "C"]),
        ("A(1) { int b() { return 1; } }, C;", ["A(1)", "C"]),
        # The `;` is lost: what has a type in front of its name is a member.
        ("A(1), Crate c = 1;", ["A(1)"]),
    ],
)
def test_rows_of_an_enum(rows: str, expected: list[str]) -> None:
    found = outline(f"enum E {{ {rows} }}")
    assert [one.strip() for one in found[1:] if " = " not in one] == expected


@pytest.mark.parametrize(
    ("member", "expected"),
    [
        ("int a;", "int a ="),
        ("static final int A = 1 + 2;", "final static int A = 1+2"),
        ("Map<String, List<X>> a = of(b, c);", "Map<String,List<X>> a = of(b,c)"),
        ("int[] a = { 1, 2 };", "int[] a = {1,2}"),
        ("@Old private int a = 1;", "private int a = 1"),
        ('@a.b.Old("x; y") private int a = 1;', "private int a = 1"),
        ("Runnable a = () -> { b(); };", "Runnable a = ()->{b();}"),
        ("int a() { return 1; }", "int a() {return1;}"),
        ("A() { }", "A() {}"),
        (
            "@Override public static boolean is(A a) throws B, C { x; }",
            "public static boolean is(A a) {x;}",
        ),
        (
            "<T> List<T> a(final int b, @Old final T c, int... d) { }",
            "<T>List<T> a(int b, T c, int... d) {}",
        ),
        ("@Gone(since = 3) void a() { }", "void a() {}"),
        ("static { a = 1; }", "{a=1;}"),
        ("{ a = 1; }", "{a=1;}"),
        ("abstract int a();", None),
        ("= 3;", None),
        (";", None),
        ("a;", None),
    ],
)
def test_members(member: str, expected: str | None) -> None:
    """Alone, and between others that stay as they are."""
    told = [] if expected is None else [expected]
    for before, after in (("", ""), ("int before;", "void after() {}")):
        found = {
            " ".join(one.split()) for one in outline(f"class A {{ {before} {member} {after} }}")
        }
        around = {"int before =", "void after() {}"} if before else set()
        assert found == {"class A", *told, *around}


def test_types_are_read_as_deep_as_anybody_nests_them() -> None:
    text = "".join(f"class A{depth} {{ " for depth in range(12)) + "int b; " + "} " * 12
    assert [one for one in outline(text) if one.startswith("class")] == [
        f"class A{depth}" for depth in range(9)
    ]


def test_what_is_open_at_the_end_of_the_file_ends_there() -> None:
    assert outline("enum E { A(1), B(2") == ["enum E", "  A(1)", "  B(2)"]
    assert outline("class A { int b() { return 1") == ["class A", "  int b() {return1}"]
    assert outline("class A { int b = 1") == ["class A"]
    assert outline("class A { @") == ["class A"]
    assert outline("enum E { @") == ["enum E"]
    assert outline("enum E { A, @Old(") == ["enum E", "  A"]
