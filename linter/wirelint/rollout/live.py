# What an operator has at hand: the answer of a running broker, printed by Kafka's own tool or dumped
# from any client. Nothing here opens a connection.
"""The ranges of a live broker, from text."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Final

from wirelint.errors import UsageError
from wirelint.rollout.releases import Api
from wirelint.versions import VersionRange

# NodeApiVersions.toString: `Fetch(1): 4 to 18 [usable: 17],`, `Vote(52): 0`, `Old(4): UNSUPPORTED`.
_LINE: Final = re.compile(
    r"(?P<name>\w+)\((?P<key>\d+)\): (?:(?P<low>\d+)(?: to (?P<high>\d+))?|UNSUPPORTED)"
)
_BROKER: Final = re.compile(r"^(?P<name>\S+) \(id: (?P<id>-?\d+)[^)]*\) -> \(", re.MULTILINE)
_FORMS: Final = (
    "expected what `kafka-broker-api-versions.sh` prints, or JSON such as"
    ' {"Fetch": "4-18"}, {"1": [4, 18]} or [{"key": 1, "min": 4, "max": 18}]'
)


def read_ranges(text: str, apis: Iterable[Api], source: str) -> dict[str, VersionRange]:
    """Read the ranges that a broker lists, by RPC name.

    Keys of RPCs that no schema names are kept as `key N`. Where the text has several brokers, a
    range is what all of them list. Raises UsageError for a text in neither form, and for JSON that
    gives neither a key nor a known name.
    """
    names = {one.key: one.name for one in apis if one.key is not None}
    known = frozenset(one.name for one in apis)
    if text.lstrip()[:1] in ("{", "["):
        pairs = _from_json(text, source)
        read = [
            (_rpc(name, key, names, known), versions) for name, key, versions in pairs if versions
        ]
        if all(key is None and name not in known for name, key, _ in pairs):
            raise UsageError(
                f"--broker-api-versions {source}: names no RPC of these schemas; {_FORMS}"
            )
        return dict(read)
    found = list(_LINE.finditer(text))
    if not found:
        raise UsageError(f"--broker-api-versions {source}: has no range of versions; {_FORMS}")
    starts = [one.start() for one in _BROKER.finditer(text)] or [0]
    brokers: list[dict[str, VersionRange]] = [{} for _ in starts]
    for one in found:
        if one["low"] is None:
            continue
        index = max(0, sum(start <= one.start() for start in starts) - 1)
        versions = VersionRange(int(one["low"]), int(one["high"] or one["low"]))
        brokers[index][_rpc(one["name"], int(one["key"]), names, known)] = versions
    return _common(brokers)


def _common(brokers: list[dict[str, VersionRange]]) -> dict[str, VersionRange]:
    first, *others = brokers
    common: dict[str, VersionRange] = {}
    for rpc, versions in first.items():
        shared = versions
        for other in others:
            shared &= other.get(rpc, VersionRange.NONE)
        if shared:
            common[rpc] = shared
    return common


def _rpc(name: str | None, key: int | None, names: Mapping[int, str], known: frozenset[str]) -> str:
    if name is not None and name in known:
        return name
    if key is not None and key in names:
        return names[key]
    if name is None or name == "UNKNOWN":
        return f"key {key}"
    return name


def _from_json(text: str, source: str) -> list[tuple[str | None, int | None, VersionRange]]:
    try:
        data = json.loads(text)
    except ValueError as error:
        raise UsageError(f"--broker-api-versions {source}: is no JSON: {error}") from None
    if isinstance(data, dict):
        rows = {name: _pair(name, value) for name, value in data.items()}
    else:
        rows = {str(index): _row(value) for index, value in enumerate(data)}
    read = []
    for name, row in rows.items():
        if row is None:
            raise UsageError(f"--broker-api-versions {source}: `{name}` has no range; {_FORMS}")
        read.append(row)
    return read


def _pair(name: str, value: object) -> tuple[str | None, int | None, VersionRange] | None:
    versions = _range(value)
    return None if versions is None else (_named(name), _keyed(name), versions)


def _row(value: object) -> tuple[str | None, int | None, VersionRange] | None:
    if not isinstance(value, dict):
        return None
    versions = _range(value)
    key = next((value[one] for one in ("key", "api_key", "apiKey") if one in value), None)
    name = next((value[one] for one in ("name", "rpc", "api") if one in value), None)
    if versions is None or not (isinstance(key, int) or isinstance(name, str)):
        return None
    return (
        name if isinstance(name, str) else None,
        key if isinstance(key, int) else None,
        versions,
    )


def _range(value: object) -> VersionRange | None:
    if isinstance(value, str):
        return VersionRange.parse(value)
    if isinstance(value, dict):
        ends = [
            next((value[one] for one in names if one in value), None)
            for names in (
                ("min", "min_version", "minVersion"),
                ("max", "max_version", "maxVersion"),
            )
        ]
    else:
        ends = list(value) if isinstance(value, list) else []
    if len(ends) != 2 or not all(type(one) is int and 0 <= one < 2**15 for one in ends):
        return None
    return VersionRange(int(ends[0] or 0), int(ends[1] or 0)) or None


def _named(name: str) -> str | None:
    return None if name.isdecimal() else name


def _keyed(name: str) -> int | None:
    return int(name) if name.isdecimal() and len(name) < 6 else None
