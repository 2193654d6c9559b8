# A replay of `SchemaGenerator.generateSchemas`. It writes one schema constant per struct and
# version, common structs first and in alphabetical order, the structs that a struct uses before the
# struct itself. A field then refers to the newest constant of its struct that is not newer than the
# version at hand (`floorVersion`), and there may be none: then the generator dies of a
# NullPointerException. Only common structs can get there, since an inline struct has one user.
"""Where the generator finds no schema for a struct that a field refers to."""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.lazy_dataclass import dataclass
from wirelint.schema.generator import data_class_name
from wirelint.schema.model import Field, Message
from wirelint.versions import VersionRange


@dataclass(frozen=True, slots=True)
class Dangling:
    """`field` refers to its struct in `version`, where the struct has no schema.

    `is_recursive` says that the struct is still being written, because it holds itself; else it
    starts later.
    """

    field: Field
    version: int
    is_recursive: bool


def dangling(message: Message) -> tuple[Dangling, ...]:
    """Every such field, once; () for a message without common structs."""
    if not message.common_structs or not message.valid_versions:
        return ()
    return tuple(_Replay(message).run())


@dataclass(slots=True)
class _Schemas:
    versions: VersionRange
    done: bool = False


class _Replay:
    def __init__(self, message: Message) -> None:
        self.message = message
        self.schemas: dict[str, _Schemas] = {}

    def run(self) -> Iterator[Dangling]:
        message, valid = self.message, self.message.valid_versions
        for struct in sorted(message.common_structs, key=lambda one: one.name):
            yield from self.struct(struct.name, struct.fields, valid & struct.versions)
        yield from self.struct(data_class_name(message), message.fields, valid)

    def struct(
        self, name: str, fields: tuple[Field, ...], versions: VersionRange
    ) -> Iterator[Dangling]:
        if name in self.schemas:
            return
        own = self.schemas[name] = _Schemas(versions)
        users = [field for field in fields if field.type.is_struct]
        for field in users:
            common = self.message.struct(field.type.name)
            if common is not None:
                yield from self.struct(common.name, common.fields, versions & common.versions)
            else:
                yield from self.struct(field.type.name, field.fields, versions & field.versions)
        for field in users:
            used = versions & field.versions
            if not used:
                continue
            target = self.schemas[field.type.name]
            if target is own:
                # Its own first version is written by then, but not yet while writing that one.
                if used.low == versions.low:
                    yield Dangling(field, used.low, is_recursive=True)
            elif not target.done:
                yield Dangling(field, used.low, is_recursive=True)
            elif not target.versions or target.versions.low > used.low:
                yield Dangling(field, used.low, is_recursive=False)
        own.done = True
