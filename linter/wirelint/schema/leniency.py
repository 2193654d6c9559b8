# Jackson and the generator let pass more than the format means: quoted booleans, ordinals for
# words, numbers for text. Readers in other languages choke on it. The builder calls in here where
# a value had to be coerced, so a clean file pays nothing; the pages of these problems are the rules
# of the same names in `wirelint_rules.schema`.
"""What only the generator's leniency lets through."""

from __future__ import annotations

from functools import lru_cache

from wirelint.diagnostics import Edit, Finding, Fix, Problem
from wirelint.schema.coerce import kind, trim
from wirelint.syntax.document import Document
from wirelint.syntax.origin import Origin
from wirelint.syntax.values import Missing, Number, Value
from wirelint.text import Place
from wirelint.versions import VersionRange


class Leniency:
    """Adds problems to a list, each with the fix that says the same plainly."""

    def __init__(self, document: Document, problems: list[Problem]) -> None:
        self._document = document
        self._problems = problems

    def boolean(self, place: Place, key: str, value: Value | Missing, *, read: bool) -> None:
        word = "true" if read else "false"
        said = f"`{key}` is {_quoted(value)} instead of {word}"
        self._add("quoted-boolean", place, said, word)

    def integer(self, place: Place, key: str, value: Value | Missing, read: int | None) -> None:
        if read is not None:
            said = f"`{key}` is {_quoted(value)} instead of {read}"
            self._add("quoted-number", place, said, str(read))

    def text(self, origin: Origin, key: str, read: str) -> None:
        """A number or boolean for text, unless an error says that the text is wrong anyway."""
        is_number = isinstance(origin.json[key], Number)
        if key == "type" or (key == "name" and is_number):
            return
        if key.endswith("ersions") and VersionRange.parse(read) is None:
            return
        rule = "unquoted-default" if key == "default" else "unquoted-text"
        said = f"`{key}` is `{read}` without quotes"
        self._add(rule, origin.value(key), said, f'"{read}"')

    def word(self, place: Place, value: Value | Missing, read: str) -> None:
        if isinstance(value, str) and not isinstance(value, Number) and trim(value) == read:
            self.padded(place, value, read)
        else:
            said = f"{_kind(value)} stands for `{read}`"
            self._add("ordinal-for-word", place, said, f'"{read}"')

    def padded(self, place: Place, value: str, read: str) -> None:
        self._add("padded-word", place, f"blanks in `{_printable(value)}`", f'"{read}"')

    def single_value(self, origin: Origin, key: str, value: Value) -> None:
        """One value where a list is meant. Objects get no fix: it would have to re-indent them."""
        said = f"`{key}` is {kind(value)} instead of a list"
        fixes: tuple[Fix, ...] = ()
        if isinstance(value, str) and not isinstance(value, Number):
            edit = Edit(origin.value(key), f'["{trim(value)}"]')
            fixes = (Fix("Make it a list", (edit,), safe=True),)
        self._problems.append(
            Problem("single-value-for-list", Finding(origin.key(key), said, fixes=fixes))
        )

    def version_range(self, origin: Origin, key: str, text: str, read: VersionRange) -> None:
        """A range in another spelling than `none`, `3`, `0-3` and `3+`, or an upside-down one."""
        place = origin.value(key)
        if read or read == VersionRange.NONE:
            said = f"`{_printable(text)}` spells the versions {read} in an odd way"
            self._add("odd-version-range", place, said, f'"{read}"')
        elif _is_allowed_to_be_empty(origin, key):
            said = f"`{_printable(text)}` is upside down and holds no version"
            self._add("empty-version-range", place, said, '"none"')

    def _add(self, rule: str, place: Place, message: str, replacement: str) -> None:
        if self._document.problems and self._is_broken(place):
            return
        fix = Fix(f"Write `{replacement}`", (Edit(place, replacement),), safe=True)
        self._problems.append(Problem(rule, Finding(place, message, fixes=(fix,))))

    def _is_broken(self, place: Place) -> bool:
        """Whether the syntax at the place is wrong already."""
        others = [
            problem.finding.at.span
            for problem in self._document.problems
            if problem.rule != "block-comment"  # no reason to ask the second reader
        ]
        if not others:
            return False
        span = place.span
        return span is not None and any(one is not None and one.overlaps(span) for one in others)


@lru_cache(maxsize=4096)
def is_plain_range(text: str) -> bool:
    """Whether a range is spelled so that every reader takes it, and the right way up."""
    if text == "none":
        return True
    low, dash, high = text.removesuffix("+").partition("-")
    if not _is_plain_number(low) or (dash and (text[-1] == "+" or not _is_plain_number(high))):
        return False
    return not dash or int(low) <= int(high)


def _is_plain_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and (text[0] != "0" or text == "0")


def _is_allowed_to_be_empty(origin: Origin, key: str) -> bool:
    """Whether no error says already that the range holds no version."""
    if key in {"nullableVersions", "deprecatedVersions"}:
        return True
    if "validVersions" in origin.json or "type" not in origin.json:  # a message, a common struct
        return key == "flexibleVersions" and "validVersions" in origin.json
    return key == "versions" and not origin.json.get("fields")


def _quoted(value: Value | Missing) -> str:
    """What stands in place of a bare word: a text in its quotes, by which it differs."""
    if isinstance(value, str) and not isinstance(value, Number):
        return f'the text `"{_printable(value[:40])}"`'
    return _kind(value)


def _kind(value: Value | Missing) -> str:
    return "nothing" if isinstance(value, Missing) else kind(value)


def _printable(text: str) -> str:
    return text if text.isprintable() else text.encode("unicode_escape").decode("ascii")
