"""Finer points of the verdict that no page shows: what the generator does and does not look at."""

from __future__ import annotations

import pytest

from support.checking import check_files
from wirelint.diagnostics import Severity
from wirelint.schema.java import is_identifier, is_string_body


def errors(fields: str, *, structs: str = "", flexible: str = "0+", name: str = "Note") -> set[str]:
    text = (
        f'{{"type": "data", "name": "{name}", "validVersions": "0-3", '
        f'"flexibleVersions": "{flexible}", "commonStructs": [{structs}], "fields": [{fields}]}}'
    )
    return {one.rule for one in check_files({"x.json": text}) if one.severity is Severity.ERROR}


def field(name: str, type: str = "int32", versions: str = "0+", more: str = "") -> str:
    return f'{{"name": "{name}", "type": "{type}", "versions": "{versions}"{more}}}'


def struct(name: str, *fields: str, versions: str = "0+") -> str:
    return f'{{"name": "{name}", "versions": "{versions}", "fields": [{", ".join(fields)}]}}'


def inner(*fields: str) -> str:
    return f', "fields": [{", ".join(fields)}]'


class TestCommonStructs:
    def test_recursion_counts_from_the_first_version_on(self) -> None:
        first = struct("A", field("B", "[]A"))
        assert errors(field("X", "A"), structs=first) == {"recursive-struct"}

    def test_recursion_that_starts_later_is_taken(self) -> None:
        later = struct("A", field("Id"), field("B", "[]A", "1+"))
        assert errors(field("X", "A"), structs=later) == set()

    def test_two_that_hold_each_other_are_one_mistake(self) -> None:
        both = struct("A", field("B", "B")) + "," + struct("B", field("A", "A"))
        assert errors(field("X", "A"), structs=both) == {"recursive-struct"}

    def test_first_user_in_alphabetical_order_cuts_the_versions(self) -> None:
        # `A` exists from 2 on and is written first, so `B` gets schemas from 2 on, too.
        both = struct("A", field("B", "B"), versions="2+") + "," + struct("B", field("Id"))
        uses = field("X", "A", "2+") + "," + field("Y", "B")
        assert errors(uses, structs=both) == {"common-struct-starts-late"}
        other = both.replace('"A"', '"C"')
        assert errors(uses.replace('"A"', '"C"'), structs=other) == set()

    def test_ending_early_is_not_noticed(self) -> None:
        assert errors(field("X", "A"), structs=struct("A", field("Id"), versions="0-1")) == set()

    def test_fields_given_to_a_common_struct_are_ignored_inside_another(self) -> None:
        both = struct("A", field("B", "B", more=inner(field("No", more=', "default": "x"'))))
        both += "," + struct("B", field("Id"))
        assert errors(field("X", "A"), structs=both) == set()


class TestWhatIsNotGenerated:
    def test_fields_below_an_array_of_numbers_are_read_and_dropped(self) -> None:
        below = field("X", "[]int32", more=inner(field("A"), field("A", more=', "default": "x"')))
        assert errors(below) == set()

    def test_but_each_is_checked_by_itself(self) -> None:
        below = field("X", "[]int32", more=inner(field("A", more=', "nullableVersions": "0+"')))
        assert errors(below) == {"nullable-primitive"}

    def test_array_of_records_outside_the_message_is_taken(self) -> None:
        assert errors(field("X", "[]records", "9+")) == set()
        assert errors(field("X", "[]records", "3+")) == {"array-of-records"}

    def test_text_counts_only_where_the_field_exists_a_default_always(self) -> None:
        quoted = r', "about": "a \"quote\""'
        assert errors(field("X", "int32", "3+", quoted)) == {"text-not-java"}
        assert errors(field("X", "int32", "9+", quoted)) == set()
        quoted = quoted.replace("about", "default")
        assert errors(field("X", "string", "9+", quoted)) == {"text-not-java"}

    def test_upside_down_tagged_versions_are_outside_any_range(self) -> None:
        assert errors(field("X", more=', "taggedVersions": "3-1"')) == {"tagged-outside-flexible"}


class TestJava:
    @pytest.mark.parametrize("name", ["Class", "new", "HashCode", "Wait", "NotifyAll", "Finalize"])
    def test_field_names_that_no_class_can_have(self, name: str) -> None:
        assert errors(field(name)) == {"field-name-not-java"}

    @pytest.mark.parametrize(
        ("name", "type", "bad"),
        [
            ("Other", "int32", True),
            ("Other", "string", False),
            ("Clone", "bool", True),
            ("Clone", "string", False),
            ("ApiKey", "int16", True),
            ("Next", "int32", False),
        ],
    )
    def test_field_names_that_depend(self, name: str, type: str, *, bad: bool) -> None:
        assert errors(field(name, type)) == ({"field-name-not-java"} if bad else set())

    def test_field_names_that_depend_on_the_struct(self) -> None:
        keyed = field("Id", more=', "mapKey": true') + "," + field("Next")
        assert errors(field("X", "[]Row", more=inner(keyed))) == {"field-name-not-java"}
        assert errors(field("X", "Row", more=inner(field("ApiKey")))) == set()

    @pytest.mark.parametrize(
        "name", ["String", "Record", "Schema", "Foo Bar", "Foo-Bar", "Message"]
    )
    def test_struct_names_that_no_class_can_have(self, name: str) -> None:
        assert errors(field("X", name)) == {"struct-name-not-java"}

    def test_a_name_is_free_where_the_code_does_not_use_it(self) -> None:
        assert errors(field("X", "Uuid")) == set()
        assert errors(field("X", "Uuid") + "," + field("Y", "uuid")) == {"struct-name-not-java"}
        assert errors(field("X", "Struct") + "," + field("Y", "Éclair")) == set()

    @pytest.mark.parametrize("name", ["class", "1Note", "Note-1", "String"])
    def test_message_names_that_no_class_can_have(self, name: str) -> None:
        assert errors("", name=name) == {"message-name-not-java"}

    @pytest.mark.parametrize(
        "text",
        ["", "plain", r"a\tb", r"a\s", r"\101", r"\\", r"\u0041", r"\uuu0041", r"\u005cn", "é"],
    )
    def test_texts_that_fit_between_quotes(self, text: str) -> None:
        assert is_string_body(text)

    @pytest.mark.parametrize(
        "text", ['"', "a\nb", "\r", r"\q", "\\", r"\8", r"\u00zz", r"\u0022", r"\u000a", r"\x41"]
    )
    def test_texts_that_do_not(self, text: str) -> None:
        assert not is_string_body(text)

    def test_identifiers(self) -> None:
        assert all(map(is_identifier, ("A", "a1", "_a", "a$b", "É", "a€", "测")))
        assert not any(map(is_identifier, ("", "1a", "a b", "a-b", "_", "true", "a.b", "a²")))


def test_fields_nest_as_deep_as_the_reader_goes() -> None:
    nested = field("X")
    for level in range(497):
        nested = field("F", f"S{level}", more=inner(nested))
    assert errors(nested) == set()
