# Code beside the tables: what lists features as supported, and what an ApiVersions answer lists. Only
# shapes that cannot mean anything else are read; the rest of such code is nobody's table.
"""Features as Java code lists them, and API versions as it advertises them."""

from __future__ import annotations

import re
from typing import Final

from wirelint.gates.model import Advertise, Feature, LevelRef, Listing, Said, Supports, Top
from wirelint.gates.readers.code import Code, end_of, start_of
from wirelint.gates.readers.java_outline import Method, Row
from wirelint.gates.readers.java_rows import feature_key, value_of
from wirelint.gates.readers.java_scope import Scope, integer
from wirelint.gates.readers.names import camel, feature_name
from wirelint.gates.readers.tops import is_test, tops
from wirelint.syntax.automaton import Token
from wirelint.versions import MAX_VERSION, VersionRange

_MINIMUM: Final = re.compile(r"(\w+)_API_VERSIONS_RESPONSE_MIN_VERSION")
_RANGES: Final = frozenset(("VersionRange", "SupportedVersionRange"))


def read_list(scope: Scope) -> tuple[tuple[Feature, ...], tuple[Listing, ...]]:
    """Read an enum of features: `X("x.version", 1, 2)`, `X(XVersion.FEATURE_NAME, ...)`."""
    features: list[Feature] = []
    listings: list[Listing] = []
    for row in scope.type.rows:
        if not row.arguments:
            continue
        key = value_of(scope, row.arguments[0])
        name = None if key is None else feature_key(scope, key)
        if name is None or key is None or not name.endswith(".version"):
            continue
        said = Said(name, scope.place(key))
        bounds = _bounds(scope, row, name)
        if bounds is not None:
            at = scope.code.at_tokens(row.whole.first, row.whole.end, name)
            features.append(Feature(name=name, supports=bounds, name_at=said.origin, origin=at))
        else:
            listings.append(Listing(said, Top.PRODUCTION, scope.place(row.name)))
    return tuple(features), tuple(listings)


def _bounds(scope: Scope, row: Row, name: str) -> Supports | None:
    """Read the two numbers of a row."""
    if row.arguments is None or len(row.arguments) != 3:
        return None
    refs: list[LevelRef] = []
    label = f"{name}.supports"
    for run in row.arguments[1:]:
        value = value_of(scope, run)
        number = None if value is None else integer(value)
        if number is None or number < 0:
            return None
        refs.append(LevelRef(number, None, scope.code.at_tokens(run.first, run.end, label)))
    first, last = row.arguments[1], row.arguments[2]
    low, high = refs
    return Supports(low, high, origin=scope.code.at_tokens(first.first, last.end, label))


def read_advertised(scope: Scope) -> tuple[Advertise, ...]:
    """Read constants that lower what an ApiVersions answer lists (KAFKA-18659)."""
    found: list[Advertise] = []
    for one in scope.type.fields:
        matched = _MINIMUM.fullmatch(one.name)
        value = value_of(scope, one.value) if matched is not None and one.value else None
        low = None if value is None else integer(value)
        if matched is None or low is None or not 0 <= low <= MAX_VERSION:
            continue
        rpc = camel(matched[1])
        label = f"rpc[{rpc}].advertise"
        code = scope.code
        said = Said(
            VersionRange(low, MAX_VERSION), code.at_tokens(one.value.first, one.value.end, label)
        )
        whole = code.at_tokens(one.whole.first, one.whole.end, label)
        reason = code.doc_of(
            start_of(code.tokens[one.whole.first]), end_of(code.tokens[one.whole.end - 1])
        )
        found.append(Advertise(Said(rpc, scope.place(one.name, label)), said, reason, whole))
    return tuple(found)


def read_listings(code: Code, methods: tuple[Method, ...]) -> tuple[Listing, ...]:
    """Read the tops that code lists features with: `MetadataVersion.latestTesting()`.

    Where a setting decides between both, what it lists without the setting counts.
    """
    found: dict[tuple[str, Top], Listing] = {}
    for method in () if is_test(code.source) else methods:
        words = code.tokens[method.whole.first : method.whole.end]
        if not _lists(method, words):
            continue
        for index, top in tops(code, method.body.first, method.body.end):
            name = feature_name(code.tokens[index - 2])
            at = code.at(code.tokens[index - 2], code.tokens[index], f"{name}.production")
            one = Listing(Said(name, code.at(code.tokens[index - 2])), top, at)
            found.setdefault((name, top), one)
    return tuple(found.values())


def _lists(method: Method, words: list[Token]) -> bool:
    """Whether a method is about what is supported: it makes ranges, or knows of unstable levels."""
    told = any(
        one.type == "boolean" and "unstable" in one.name.lower() for one in method.parameters
    )
    return told or any(one in _RANGES for one in words)
