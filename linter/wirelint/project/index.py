"""Everything that is known of the schemas of one tree together, computed when asked for."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from wirelint.project.keys import Holders, KeySpace, folder_names, has_key_space, index_keys
from wirelint.project.settings import ProjectFile, ProjectSettings
from wirelint.schema.model import Field, FieldSite, Message, MessageType, sites

_DEFAULT_SETTINGS = ProjectSettings()


class Project:
    """The schemas of one tree.

    `partial_folders` are folders in which some schema is not among `files` or could not be read,
    so that nothing can be said to be missing from them. `released` are the names of messages that
    a baseline already has. Messages are found again by their path, so they must be the very
    messages that were loaded from `files`.
    """

    def __init__(
        self,
        files: Iterable[ProjectFile],
        settings: ProjectSettings = _DEFAULT_SETTINGS,
        *,
        partial_folders: Collection[str] = (),
        released: Collection[str] = (),
    ) -> None:
        self.files: Sequence[ProjectFile] = sorted(files, key=lambda file: file.path)
        self.settings = settings
        self.released = released
        self._partial = frozenset(partial_folders)

    # -- files ----------------------------------------------------------------------------------

    @property
    def messages(self) -> Iterator[Message]:
        """All messages, by path."""
        return (file.message for file in self.files)

    @cached_property
    def by_path(self) -> Mapping[str, ProjectFile]:
        return {file.path: file for file in self.files}

    @cached_property
    def by_name(self) -> Mapping[str, tuple[Message, ...]]:
        """The messages of each name, by path."""
        found: dict[str, tuple[Message, ...]] = {}
        for message in self.messages:
            found[message.name] = (*found.get(message.name, ()), message)
        return found

    def file(self, message: Message) -> ProjectFile:
        return self.by_path[message.origin.source.path]

    def is_checked(self, path: str) -> bool:
        """Whether the file of that path is one that the user asked about."""
        file = self.by_path.get(path)
        return file is not None and file.checked

    def is_whole(self, message: Message) -> bool:
        """Whether all schemas that share api keys with this message are known and readable."""
        name = self.folder(message)
        return name not in self._partial_names

    @cached_property
    def _partial_names(self) -> frozenset[str]:
        unclear = {file.folder for file in self.files if not _is_clear(file.message)}
        return frozenset(self._folder_names.get(one, one) for one in self._partial | unclear)

    # -- api keys -------------------------------------------------------------------------------

    @cached_property
    def key_spaces(self) -> Mapping[KeySpace, Holders]:
        """The messages of each api key space by key; the first in path order first."""
        return index_keys(self.files, self.settings.joined_key_spaces)

    @cached_property
    def _folder_names(self) -> Mapping[str, str]:
        return folder_names(self.settings.joined_key_spaces)

    def folder(self, message: Message) -> str:
        """The folder of the message's api key space."""
        folder = self.file(message).folder
        return self._folder_names.get(folder, folder)

    def key_space(self, message: Message) -> KeySpace | None:
        """The space that the message's api key is in; None for headers and data."""
        if not has_key_space(message.type):
            return None
        return KeySpace(self.folder(message), message.type)

    def holders(self, space: KeySpace | None, api_key: int | None) -> tuple[Message, ...]:
        """The messages of that key."""
        if space is None or api_key is None:
            return ()
        return self.key_spaces.get(space, {}).get(api_key, ())

    def partner(self, message: Message) -> Message | None:
        """The other half: the response of a request, the value of a coordinator key, or back.

        None when there is none, and for all but the first of messages that share an api key.
        """
        space = self.key_space(message)
        if space is None:
            return None
        own = self.holders(space, message.api_key)
        if not own or own[0] is not message:
            return None
        return next(iter(self.holders(space.opposite, message.api_key)), None)

    def twin_lacks_key(self, message: Message) -> bool:
        """Whether the other half, by its name, is there and has no api key at all."""
        stem = message.name.removesuffix("Request").removesuffix("Response")
        return any(
            one.api_key is None
            and one.type is not message.type
            and one.type in (MessageType.REQUEST, MessageType.RESPONSE)
            and self.folder(one) == self.folder(message)
            for name in (f"{stem}Request", f"{stem}Response")
            for one in self.by_name.get(name, ())
        )

    # -- names ----------------------------------------------------------------------------------

    def request(self, rpc: str) -> Message | None:
        """The request of an RPC by its short name (`Fetch`)."""
        return self._of_type(f"{rpc}Request", MessageType.REQUEST)

    def response(self, rpc: str) -> Message | None:
        """The response of an RPC by its short name (`Fetch`)."""
        return self._of_type(f"{rpc}Response", MessageType.RESPONSE)

    def _of_type(self, name: str, kind: MessageType) -> Message | None:
        return next((one for one in self.by_name.get(name, ()) if one.type is kind), None)

    @cached_property
    def entity_types(self) -> Mapping[str, Mapping[str, Mapping[str, Field]]]:
        """Entity types by field name and field type, each with the first field that states it."""
        found: dict[str, dict[str, dict[str, Field]]] = {}
        for message in self.messages:
            for field in fields(message):
                if field.entity_type is not None:
                    stated = found.setdefault(field.name, {}).setdefault(field.type.name, {})
                    stated.setdefault(field.entity_type, field)
        return found

    @cached_property
    def structs(self) -> Mapping[str, tuple[FieldSite, ...]]:
        """The fields that use or declare a struct of each name."""
        found: dict[str, tuple[FieldSite, ...]] = {}
        for message in self.messages:
            for site in sites(message):
                if site.field.type.is_struct:
                    name = site.field.type.name
                    found[name] = (*found.get(name, ()), site)
        return found

    # -- what the tree is -----------------------------------------------------------------------

    @cached_property
    def generation(self) -> str | None:
        """The generation of the generator that the tree is for, when it is known.

        From the settings, else from what only a later generator takes: messages without any valid
        version (4.0), coordinator types (4.1).
        """
        if self.settings.generation is not None:
            return self.settings.generation
        found = None
        for message in self.messages:
            if message.type in (MessageType.COORDINATOR_KEY, MessageType.COORDINATOR_VALUE):
                return "4.1"
            if message.origin.json.get("validVersions") == "none":
                found = "4.0"
        return found


def fields(message: Message) -> list[Field]:
    """Every field of the message and its common structs, without the ways to them."""
    found = [*message.fields]
    for struct in message.common_structs:
        found += struct.fields
    for field in found:  # grows while it is walked
        if field.fields:
            found += field.fields
    return found


def _is_clear(message: Message) -> bool:
    """Whether type and api key could be read; without them a message may be anyone's partner."""
    raw = message.origin.json
    if raw.get("type") != message.type.value and not _type_is_written(message):
        return False
    return message.api_key is not None or raw.get("apiKey") in (None, "", "null")


def _type_is_written(message: Message) -> bool:
    # Ordinals and padded words are read too, and what could not be read is held for data.
    raw = message.origin.json.get("type")
    return raw is not None and (
        message.type is not MessageType.DATA or str(raw).strip() in {"data", "4"}
    )
