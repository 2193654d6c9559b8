# A table names messages; which schema a name means is decided here, once. Where two schemas of one
# name stand equally near to the table and differ, nobody can say, and then nothing is said.
"""The schemas of a tree by what gate tables call them."""

from __future__ import annotations

from collections.abc import Iterable

from wirelint.gates.model import rpc_name
from wirelint.schema.model import Message, MessageType


class Schemas:
    """The messages of a tree by what gate tables call them.

    `near` is the path of the table that names a message: of several schemas of one name the one in
    the nearest folder is meant.
    """

    def __init__(self, messages: Iterable[Message]) -> None:
        self._by_name: dict[str, list[Message]] = {}
        self._requests: dict[int, list[Message]] = {}
        for one in messages:
            self._by_name.setdefault(one.name, []).append(one)
            if one.type is MessageType.REQUEST and one.api_key is not None:
                self._requests.setdefault(one.api_key, []).append(one)

    def __bool__(self) -> bool:
        return bool(self._by_name)

    def request(self, rpc: str, near: str = "") -> Message | None:
        """The request of an RPC, by its name with or without `Request`."""
        return self._of_type(f"{rpc_name(rpc)}Request", MessageType.REQUEST, near)

    def response(self, rpc: str, near: str = "") -> Message | None:
        """The response of an RPC, by its name with or without `Request`."""
        return self._of_type(f"{rpc_name(rpc)}Response", MessageType.RESPONSE, near)

    def record(self, name: str, near: str = "") -> Message | None:
        """What is written under that name: a record, or other data that is no request."""
        found = [
            one
            for one in self._by_name.get(name, ())
            if one.type not in (MessageType.REQUEST, MessageType.RESPONSE)
        ]
        return _nearest(found, near)

    def request_of_key(self, api_key: int, near: str = "") -> Message | None:
        return _nearest(self._requests.get(api_key, []), near)

    def _of_type(self, name: str, kind: MessageType, near: str) -> Message | None:
        return _nearest([one for one in self._by_name.get(name, ()) if one.type is kind], near)


def _nearest(found: list[Message], near: str) -> Message | None:
    if len(found) < 2:
        return found[0] if found else None
    shared = [_shared_folders(one.origin.source.path, near) for one in found]
    best = [one for one, length in zip(found, shared, strict=True) if length == max(shared)]
    ranges = {(one.valid_versions, one.latest_version_unstable) for one in best}
    return best[0] if len(ranges) == 1 else None


def _shared_folders(one: str, other: str) -> int:
    shared = 0
    for left, right in zip(one.split("/")[:-1], other.split("/")[:-1], strict=False):
        if left != right:
            break
        shared += 1
    return shared
