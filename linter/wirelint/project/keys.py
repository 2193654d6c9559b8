# Kafka asks for unique api keys per generator run, that is per folder and kind of message
# (ApiMessageTypeGenerator, MetadataRecordTypeGenerator). Forks spread one registry over folders and
# join them by configuration.
"""Api key spaces."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, TypeAlias

from wirelint.lazy_dataclass import dataclass
from wirelint.project.settings import ProjectFile
from wirelint.schema.model import Message, MessageType

_KINDS: Final = frozenset(
    (
        MessageType.REQUEST,
        MessageType.RESPONSE,
        MessageType.METADATA,
        MessageType.COORDINATOR_KEY,
        MessageType.COORDINATOR_VALUE,
    )
)
_PARTNERS: Final = {
    MessageType.REQUEST: MessageType.RESPONSE,
    MessageType.RESPONSE: MessageType.REQUEST,
    MessageType.COORDINATOR_KEY: MessageType.COORDINATOR_VALUE,
    MessageType.COORDINATOR_VALUE: MessageType.COORDINATOR_KEY,
}


@dataclass(frozen=True, slots=True)
class KeySpace:
    """Messages among which an api key stands for one: those of one kind in one folder.

    `folder` is the first of its group where folders are joined.
    """

    folder: str
    kind: MessageType

    @property
    def opposite(self) -> KeySpace | None:
        """The space of the other halves: responses for requests, values for keys."""
        kind = _PARTNERS.get(self.kind)
        return None if kind is None else KeySpace(self.folder, kind)


Holders: TypeAlias = Mapping[int, tuple[Message, ...]]


def has_key_space(kind: MessageType) -> bool:
    """Whether the api keys of such messages mean anything (headers and data: no)."""
    return kind in _KINDS


def index_keys(
    files: Iterable[ProjectFile], joined: Iterable[Iterable[str]]
) -> dict[KeySpace, Holders]:
    """The messages of each space by api key, in the order of `files`; empty spaces are left out."""
    first_of = folder_names(joined)
    spaces: dict[KeySpace, dict[int, tuple[Message, ...]]] = {}
    for file in files:
        message = file.message
        if message.type not in _KINDS:
            continue
        folder = file.folder
        space = spaces.setdefault(KeySpace(first_of.get(folder, folder), message.type), {})
        if message.api_key is not None:
            space[message.api_key] = (*space.get(message.api_key, ()), message)
    return dict(spaces)


def folder_names(joined: Iterable[Iterable[str]]) -> dict[str, str]:
    """The folder that each joined folder counts as."""
    names: dict[str, str] = {}
    for group in joined:
        folders = [folder.strip("/").removeprefix("./") for folder in group]
        for folder in folders:
            names[folder] = folders[0]
    return names
