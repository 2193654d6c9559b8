"""The items of a Rust file, as far as its tokens tell, and its code for the strict grammar."""

from __future__ import annotations

import pytest

from wirelint.gates.readers.code import Code, scan
from wirelint.gates.readers.grammar import load
from wirelint.gates.readers.rust_outline import Run, outline
from wirelint.gates.readers.rust_prepare import prepared
from wirelint.gates.readers.rust_scope import STARTS
from wirelint.text import SourceText

COMMENTS = frozenset(("LINE_COMMENT", "BLOCK_COMMENT"))


def code_of(text: str) -> Code:
    return scan(load("rust", STARTS), SourceText("a.rs", text), COMMENTS)


def joined(code: Code, run: Run) -> str:
    return " ".join(code.tokens[run.first : run.end])


def items(text: str) -> list[str]:
    """Every item, one a line, in the order of their kinds."""
    code = code_of(text)
    found = outline(code)
    told = [
        f"const {one.owner}.{one.name}: {one.type} = {joined(code, one.value)}"
        for one in found.constants
    ]
    for one in found.functions:
        given = ", ".join(f"{each.name}: {each.type}" for each in one.parameters)
        owner = f"{one.trait} for {one.owner}" if one.trait else one.owner
        told.append(f"fn {owner}.{one.name}({given}) -> {one.gives} {{{joined(code, one.body)}}}")
    for each in found.enums:
        variants = ", ".join(
            f"{one.name} {joined(code, one.value)}".strip() for one in each.variants
        )
        told.append(f"enum {each.name} {{{variants}}}")
    return told


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("const A: i16 = 1;", ["const .A: i16 = 1"]),
        ("pub const A: &'static str = x + f(1, 2);", ["const .A: &'staticstr = x + f ( 1 , 2 )"]),
        ("static mut A: i16 = 1;", ["const .A: i16 = 1"]),
        ("pub(crate) static A: [i16; 2] = [1, 2];", ["const .A: [i16;2] = [ 1 , 2 ]"]),
        ("const A: i16 = 1 const B: i16 = 2;", ["const .A: i16 = 1", "const .B: i16 = 2"]),
        ("const A: i16 = 1", ["const .A: i16 = 1"]),
        ("const A: i16; const B = 2; const 3: i16 = 1;", []),
        ("fn a() {}", ["fn .a() ->  {}"]),
        ("pub async fn a(b: i16) -> i16 { b }", ["fn .a(b: i16) -> i16 {b}"]),
        ("pub const unsafe fn a() -> u8 { 1 }", ["fn .a() -> u8 {1}"]),
        ("const fn a() -> u8 { 1 }", ["fn .a() -> u8 {1}"]),
        ('pub extern "C" fn a() {}', ["fn .a() ->  {}"]),
        ("pub(in crate::x) fn a() {}", ["fn .a() ->  {}"]),
        ("default fn a() {}", ["fn .a() ->  {}"]),
        (
            "fn a<T: B<C>>(mut b: &T, &self, _: [i16; 2],) -> Option<i16> where T: D { 1 }",
            ["fn .a(b: &T, self: , : [i16;2]) -> Option<i16> {1}"],
        ),
        ("fn a();", []),
        ("fn 1() {}", []),
        (
            "fn a() { const B: i16 = 1; static C: i16 = 2; let const_ = d; } const E: i16 = 3;",
            [
                "const .B: i16 = 1",
                "const .C: i16 = 2",
                "const .E: i16 = 3",
                "fn .a() ->  {const B : i16 = 1 ; static C : i16 = 2 ; let const_ = d ;}",
            ],
        ),
        ("enum A { B, C = 2, D(i16), #[old] E { f: i16 }, #[old(1)] F = 3 }",
         ["enum A {B, C 2, D, E, F 3}"]),
        ("pub enum A<T> { B(T) }", ["enum A {B}"]),
        ("enum A;", []),
        ("impl A { const B: i16 = 1; fn c(&self) {} }",
         ["const A.B: i16 = 1", "fn A.c(self: ) ->  {}"]),
        ("impl<T> b::Trait<U> for c::A<T> where T: D { fn e() {} }", ["fn Trait for A.e() ->  {}"]),
        ("impl b::Trait for A { fn e() {} }", ["fn Trait for A.e() ->  {}"]),
        ("mod a { mod b { const C: i16 = 1; } }", ["const .C: i16 = 1"]),
        ("mod tests { const A: i16 = 1; } mod test { const A: i16 = 1; }", []),
        ("mod a; const B: i16 = 1;", ["const .B: i16 = 1"]),
        ("trait A { fn b() { 1 } } struct C { d: i16 } struct E(i16); fn f() {}",
         ["fn .f() ->  {}"]),
        ("use a::{b, c}; type D = E; macro_rules! f { () => {}; } fn g() {}", ["fn .g() ->  {}"]),
        ("extern crate a; fn g() {}", ["fn .g() ->  {}"]),
        # What is compiled for tests only is not there.
        ("#[cfg(test)] const A: i16 = 1; const B: i16 = 2;", ["const .B: i16 = 2"]),
        ("#[cfg(all(test, x))] mod a { const A: i16 = 1; } fn b() {}", ["fn .b() ->  {}"]),
        ("#[test] fn a() { x } #[tokio::test] async fn b() {} fn c() {}", ["fn .c() ->  {}"]),
        ("#![cfg(test)] const A: i16 = 1;", ["const .A: i16 = 1"]),
        ('#[cfg(feature = "test")] #[inline] fn a() {}', ["fn .a() ->  {}"]),
        ("#[latest] fn a() {}", ["fn .a() ->  {}"]),
        ("# fn a() {}", ["fn .a() ->  {}"]),
    ],
)  # fmt: skip
def test_items(text: str, expected: list[str]) -> None:
    """Alone, and behind and before others that stay as they are."""
    assert items(text) == expected
    around = items(f"const FIRST: i16 = 0; {text} ; fn last() {{}}")
    assert [one for one in around if "FIRST" not in one and "last" not in one] == expected
    assert len(around) == len(expected) + 2


def test_modules_are_read_as_deep_as_anybody_nests_them() -> None:
    text = "".join(f"mod m{depth} {{ const A{depth}: i16 = 1; " for depth in range(12)) + "}" * 12
    assert [one.split(":")[0] for one in items(text)] == [f"const .A{depth}" for depth in range(8)]


@pytest.mark.parametrize(
    "text",
    ["const", "const A", "const A:", "fn", "fn a(", "fn a() {", "enum", "enum A {", "impl A {", "#[", "pub"],
)  # fmt: skip
def test_what_is_open_at_the_end_of_the_file_ends_there(text: str) -> None:
    assert [one for one in items(f"const B: i16 = 1; {text}") if ".B:" in one]


def strict(text: str) -> str:
    code = code_of(text)
    return " ".join(prepared(code, Run(0, len(code.tokens))))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a + b", "a + b"),
        # A `;` behind a statement that ends with a brace, none behind the last.
        ("if a { b } c", "if a { b } ; c"),
        ("if a { b } else if c { d } else { e } f", "if a { b } else if c { d } else { e } ; f"),
        ("if a { b }", "if a { b }"),
        ("match a { b => c } d", "match a { b => c } ; d"),
        ("{ a } b", "{ a } ; b"),
        ("{ a } { b } c", "{ a } ; { b } ; c"),
        ("a; if b { c } d", "a ; if b { c } ; d"),
        ("{ if a { b } c }", "{ if a { b } ; c }"),
        # No statement ends where its value goes on, or where one is there.
        ("if a { b }.c", "if a { b } . c"),
        ("match a { b => c }?", "match a { b => c } ?"),
        ("if a { b }; c", "if a { b } ; c"),
        ("f(if a { b }, c)", "f ( if a { b } , c )"),
        ("let a = if b { c } else { d };", "let a = if b { c } else { d } ;"),
        # A `,` behind an arm that ends with a brace.
        ("match a { b => { c } d => e }", "match a { b => { c } , d => e }"),
        ("match a { b => { c }, d => e }", "match a { b => { c } , d => e }"),
        ("match a { b => if c { d } else { e } f => g }",
         "match a { b => if c { d } else { e } , f => g }"),
        ("match a { b => match c { d => e } f => g }",
         "match a { b => match c { d => e } , f => g }"),
        ("match (a, b) { c => { d } }", "match ( a , b ) { c => { d } }"),
        # What says nothing about versions.
        ("#[allow(x)] a", "a"),
        ("use a::B; c", "c"),
        ('assert!(a, "b"); c', "c"),
        ("debug_assert_ne!(a, b); if c { d } e", "if c { d } ; e"),
        ("a; use b::C; if d { e } f", "a ; if d { e } ; f"),
        ('panic!("a {}", b)', 'panic!("a {}", b)'),
        ("if a { unreachable!() } b", "if a { unreachable!() } ; b"),
        ("todo!(); a", "todo!() ; a"),
        ("a!(b)", "a ! ( b )"),
    ],
)  # fmt: skip
def test_code_for_the_strict_grammar(text: str, expected: str) -> None:
    assert strict(text) == expected


@pytest.mark.parametrize("text", ["#", "use", "assert", "assert !", "panic !", "panic!(", "match", "match a", "if", "if a {", "if a { b } else"])  # fmt: skip
def test_half_of_it_is_passed_on(text: str) -> None:
    assert strict(text) == text


@pytest.mark.parametrize("text", ["#[", "use a", "assert!("])
def test_half_of_what_says_nothing_is_left_out(text: str) -> None:
    assert strict(text) == ""
