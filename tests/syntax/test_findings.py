"""What each broken text is told, and where."""

from __future__ import annotations

import pytest

from wirelint.diagnostics import Problem
from wirelint.fixing import apply_fixes
from wirelint.syntax.document import LENIENT_RULES, Document, read
from wirelint.syntax.values import MISSING
from wirelint.text import SourceText


def _read(text: str) -> Document:
    return read(SourceText("x.json", text))


def _marked(text: str, problem: Problem) -> str:
    span = problem.finding.at.span
    assert span is not None
    return text[span.start : span.end]


@pytest.mark.parametrize(
    ("text", "where", "message"),
    [
        ('{"a": 1,}', ",", "trailing comma"),
        ('{"a": [1, 2,]}', ",", "trailing comma"),
        ('{,"a": 1}', ",", "comma with nothing before it"),
        ('{"a": 1,, "b": 2}', ",", "comma with nothing before it"),
        ('{"a": 1 "b": 2}', '"b"', 'missing comma before `"b"`'),
        ('{"a": [1 2]}', "2", "missing comma before `2`"),
        ('{"a" 1}', '"a"', 'missing colon after `"a"`'),
        ('{"a" = 1}', "=", "`=` where a colon must stand"),
        ('{"a":: 1}', ":", "unexpected `:`"),
        ('{"a": }', '"a"', '`"a"` has no value'),
        ('{"a"}', '"a"', '`"a"` has no value'),
        ("{'a': 1}", "'a'", "property name in single quotes"),
        ("{a: 1}", "a", "property name without quotation marks"),
        ("{\"a\": 'b'}", "'b'", "text in single quotes"),
        ('{"a": "b\n}', '"b', "text without its closing quotation mark"),
        ('{"a": "b\\x41"}', "\\x", "`\\x` is no escape of JSON"),
        ('{"a": "\\u00zz"}', "\\u00", "`\\u00` is no escape of JSON"),
        ('{"a\\q": 1}', "\\q", "`\\q` is no escape of JSON"),
        ('{"a": "b\tc"}', "\t", "control character U+0009 in a text"),
        ('{"a": 1} // \x07', "\x07", None),
        ('{// \x07\n"a": 1}', "\x07", "control character U+0007 in a comment"),
        ('{"a": 007}', "007", "number with a leading zero"),
        ('{"a": +1}', "+1", "number with a leading `+`"),
        ('{"a": 1.}', "1.", "`1.` is no number"),
        ('{"a": 0x10}', "0x10", "`0x10` is no number"),
        ('{"a": True}', "True", "`True` is no value of JSON"),
        ('{"a": NaN}', "NaN", "`NaN` is no value of JSON"),
        ('{"a": 1 # x\n}', "# x", "`#` comment"),
        ('{"a": 1 /* x }', "/*", "comment without its `*/`"),
        ('{"a": 1;}', ";", "unexpected `;`"),
        ('{"a":\xa01}', "\xa0", "unexpected character U+00A0"),
        ('\ufeff{"a": 1}', "\ufeff", "unexpected character U+FEFF"),
        ('{"a": [1, 2}', "}", "`]` is missing before `}`"),
        ('{"a": [{"b": 1]}', "]", "`}` is missing before `]`"),
        ('{"a": [{"b": 1, {"c": 2}]}', "{", "`}` is missing before `{`"),
        ('{"a": ["b": 1}]}', '"b"', '`{` is missing before `"b"`'),
        ('{"a": 1', "", "unexpected end of file, `}` is missing"),
        ('{"a": {"b": [1', "", "unexpected end of file, `]` is missing"),
    ],
)
def test_one_mistake_gives_one_finding(text: str, where: str, message: str | None) -> None:
    (problem,) = _read(text).problems
    assert _marked(text, problem) == where
    if message is None:
        assert problem.rule == "text-after-root"
    else:
        assert (problem.rule, problem.finding.message) == ("invalid-syntax", message)


@pytest.mark.parametrize(
    ("text", "rule", "where"),
    [
        ("", "empty-file", ""),
        (" // x\n", "empty-file", " // x\n"),
        ('{"a": 1}}', "text-after-root", "}"),
        ('{"a": 1} {"b": 2} // x\n', "text-after-root", '{"b": 2} // x'),
        ('{"a": 1} # x', "text-after-root", "# x"),
        ('{"a": 1} /* x', "text-after-root", "/* x"),
        ('{"a": 1} /', "text-after-root", "/"),
        ('{"a": 1, "a": 2}', "duplicate-key", '"a"'),
        ('{"a": 1, "\\u0061": 2}', "duplicate-key", '"\\u0061"'),
        ('{"a": 1 /* x */}', "block-comment", "/* x */"),
        ('{"a": ' + "9" * 1001 + "}", "number-too-long", "9" * 1001),
        ('{"a": 0.' + "9" * 999 + "e10}", "number-too-long", "0." + "9" * 999 + "e10"),
    ],
)
def test_findings_with_a_name_of_their_own(text: str, rule: str, where: str) -> None:
    (problem,) = _read(text).problems
    assert (problem.rule, _marked(text, problem)) == (rule, where)


@pytest.mark.parametrize(
    "text",
    [
        '{"a": 1}',
        '// x\r{"a"://y\n1}//z',
        '{"a":"\x7f\u2028\ufeff // /* # \'"}',
        '{"a": -0, "b": 1E+2, "c": ' + "9" * 1000 + ', "d": -' + "9" * 1000 + "}",
        '{"a": "\\ud800"}',
    ],
)
def test_clean_texts_are_silent(text: str) -> None:
    assert _read(text).problems == ()


@pytest.mark.parametrize(
    ("text", "fixed"),
    [
        ('{"a": 1,}', '{"a": 1}'),
        ('{"a": 1,, "b": 2}', '{"a": 1, "b": 2}'),
        ('{"a": 1 "b": 2}', '{"a": 1, "b": 2}'),
        ('{"a" 1}', '{"a": 1}'),
        ('{"a" = 1}', '{"a" : 1}'),
        ("{'a': 'b\"'}", '{"a": "b\\""}'),
        ("{a: True}", '{"a": true}'),
        ('{"versions": 0+}', '{"versions": "0+"}'),
        ('{"a": "b\tc"}', '{"a": "b\\tc"}'),
        ('{"a": 1 # x\n}', '{"a": 1 // x\n}'),
        ('{"a": 1, "a": 2}', '{"a": 2}'),
        ('{\n  "a": 1,\n  "b": 3,\n  "a": 2\n}', '{\n  "b": 3,\n  "a": 2\n}'),
        ('{"a": [1, 2}', '{"a": [1, 2]}'),
        ('{"a": [{"b": 1, {"c": 2}]}', '{"a": [{"b": 1 }, {"c": 2}]}'),
        ('{"a": [{"b": 1\n', '{"a": [{"b": 1\n}]}'),
        ('{"a": 1}}', '{"a": 1}'),
        ('{\n  /* x */\n  "a": 1\n}', '{\n  // x\n  "a": 1\n}'),
        ('{\n  /*\n   * x\n   * y\n   */\n  "a": 1\n}', '{\n  // x\n  // y\n  "a": 1\n}'),
        ('{\r\n  /* x\r\n     y */\r\n  "a": 1\r\n}', '{\r\n  // x\r\n  // y\r\n  "a": 1\r\n}'),
        ('{ "a": 1 /**** x ****/\n}', '{ "a": 1 // x\n}'),
    ],
)
def test_fix(text: str, fixed: str) -> None:
    fixes = [one.finding.fixes[0] for one in _read(text).problems if one.finding.fixes]
    after = apply_fixes({"x.json": text}, fixes)["x.json"].replace('[{"b": 1\n\n', '[{"b": 1\n')
    assert after == fixed
    assert not _read(after).problems


def test_a_block_comment_before_something_on_its_line_is_left_to_people() -> None:
    (problem,) = _read('{ /* x */ "a": 1 }').problems
    assert problem.finding.fixes == ()


def test_reading_goes_on_behind_mistakes() -> None:
    document = _read('{"a": True, "b": [1 2], c: {"d" 4}, "e": }')
    assert document.value == {"a": True, "b": ["1", "2"], "c": {"d": "4"}}
    assert len(document.problems) == 5


def test_reading_ends_after_twenty_mistakes() -> None:
    document = _read('{"a": [' + "1 " * 100_000 + "]}")
    assert len(document.problems) == 20
    assert document.value is MISSING


def test_problems_are_in_text_order() -> None:
    document = _read('{"a": 1, /* x */ "a": 2, /* y */ b: 3,}')
    starts = [one.finding.at.span for one in document.problems]
    assert starts == sorted(starts, key=lambda span: span.start if span else 0)
    assert [one.rule for one in document.problems] == [
        *("block-comment", "duplicate-key", "block-comment", "invalid-syntax", "invalid-syntax")
    ]


# -- repeats: schema-rules 1.11 -------------------------------------------------------------------

_FIELD = {
    "name": '"Id"', "type": '"int32"', "versions": '"0+"', "fields": "[]", "mapKey": "false",
    "nullableVersions": '"none"', "default": '""', "ignorable": "false", "entityType": '"unknown"',
    "about": '""', "taggedVersions": '"none"', "flexibleVersions": '"none"', "tag": "0",
    "zeroCopy": "false",
}  # fmt: skip


def _field(properties: dict[str, str], repeat: str) -> str:
    members = [f'"{key}": {value}' for key, value in properties.items()]
    return '{"fields": [{' + ", ".join([*members, f'"{repeat}": {_FIELD[repeat]}']) + "}]}"


@pytest.mark.parametrize("repeat", ["type", "versions", "default", "tag"])
def test_a_repeat_after_all_properties_of_a_field_is_refused(repeat: str) -> None:
    assert [one.rule for one in _read(_field(_FIELD, repeat)).problems] == ["late-duplicate-key"]


@pytest.mark.parametrize("repeat", ["name", "about", "mapKey", "entityType", "ignorable"])
def test_other_repeats_after_all_properties_are_written_over(repeat: str) -> None:
    assert [one.rule for one in _read(_field(_FIELD, repeat)).problems] == ["duplicate-key"]


@pytest.mark.parametrize("repeat", ["type", "name"])
def test_a_repeat_before_all_properties_of_a_field_passes(repeat: str) -> None:
    some = {key: value for key, value in _FIELD.items() if key != "zeroCopy"}
    assert [one.rule for one in _read(_field(some, repeat)).problems] == ["duplicate-key"]


def test_hidden_values_are_kept() -> None:
    tree = _read('{"fields": [{"a": 1, "a": 2, "a": 3}], "b": 1, "b": 2}').tree
    assert tree.shadowed == (
        (("fields", 0, "a"), "1"),
        (("fields", 0, "a"), "2"),
        (("b",), "1"),
    )


def test_lenient_rules_are_those_of_warnings() -> None:
    from wirelint.diagnostics import Category, Severity
    from wirelint_rules import load_rules

    rules = {one.id: one for one in load_rules() if one.category is Category.SYNTAX}
    assert {name for name, one in rules.items() if one.severity < Severity.ERROR} >= LENIENT_RULES
    assert all(rules[name].severity is Severity.WARNING for name in LENIENT_RULES)
