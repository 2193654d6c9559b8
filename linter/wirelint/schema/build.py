# Values to model, with the coercions of Jackson and the generator's constructors. It never raises:
# what it cannot place is a problem, and the model holds what could be read. It judges shape only;
# whether a well-formed schema makes sense is for rules.
"""Read a document as a message."""

from __future__ import annotations

from typing import Final, TypeVar

from wirelint.diagnostics import Finding, Fix, Problem
from wirelint.schema import coerce
from wirelint.schema.chains import chain_of
from wirelint.schema.coerce import REFUSED, Refused
from wirelint.schema.dialect import DEFAULT_DIALECT, ENTITY_TYPES, LISTENERS, ORDINAL_TYPES, Dialect
from wirelint.schema.leniency import Leniency, is_plain_range
from wirelint.schema.model import Field, Message, MessageType, Struct, allow_deep_models
from wirelint.schema.types import FieldType, parse_type
from wirelint.spelling import nearest
from wirelint.syntax.document import Document, Path
from wirelint.syntax.origin import JsonPlace, Origin
from wirelint.syntax.values import MISSING, Missing, Value
from wirelint.versions import VersionRange

MESSAGE_KEYS: Final = frozenset(
    (
        "name validVersions deprecatedVersions fields apiKey type commonStructs flexibleVersions "
        "listeners latestVersionUnstable headerVersions"
    ).split()
)
STRUCT_KEYS: Final = frozenset("name versions deprecatedVersions fields".split())
FIELD_KEYS: Final = frozenset(
    (
        "name versions fields type mapKey nullableVersions default ignorable entityType about "
        "taggedVersions flexibleVersions tag zeroCopy"
    ).split()
)

_DEEP_PATH: Final = 200
_MAX_CHAIN: Final = 200  # of common structs: models are walked by recursion
MESSAGE_TYPES: Final = {one.value: one for one in MessageType}
# The rules behind the problems of this module that the JSON Schema finds, too.
SHAPE_RULES: Final = frozenset(
    (
        "not-a-schema missing-property unknown-property wrong-value unknown-word "
        "unknown-field-type invalid-version-range"
    ).split()
)
_NO_TYPE: Final = FieldType("", is_array=False, is_struct=False)

T = TypeVar("T")


def build(
    document: Document, dialect: Dialect = DEFAULT_DIALECT
) -> tuple[Message | None, tuple[Problem, ...]]:
    """Return the message, or None where the root is no object, and the shape problems.

    A message comes back whenever the root is an object, holes filled with empty values, so that
    the editor has something to show; problems of rule `missing-property` and the like say what is
    not there.
    """
    if isinstance(document.value, Missing):
        return None, ()  # the syntax findings say why
    reader = Reader(document, dialect)
    if not isinstance(document.value, dict):
        reader.problem(
            "not-a-schema",
            JsonPlace(document, ()),
            f"a schema is one JSON object, this is {coerce.kind(document.value)}",
        )
        return None, tuple(reader.problems)
    message = reader.message(document.value)
    if any(one.rule == "duplicate-key" for one in document.problems):
        from wirelint.schema.shadowed import shadowed_problems  # noqa: PLC0415 - rare

        reader.problems += shadowed_problems(document, dialect)
    return message, tuple(reader.problems)


class Reader:
    """Reads one document; `problems` grow on the way."""

    def __init__(self, document: Document, dialect: Dialect) -> None:
        self.document = document
        self.problems: list[Problem] = []
        self.leniency = Leniency(document, self.problems)
        self.message_keys = MESSAGE_KEYS | dialect.extra_message_properties
        self.field_keys = FIELD_KEYS | dialect.extra_field_properties
        self.entity_types = (
            ENTITY_TYPES if not dialect.extra_entity_types else dialect.entity_types()
        )
        self.listeners = LISTENERS + dialect.extra_listeners
        self.message_types = dialect.message_types()
        self.knows_stubs = dialect.knows_stubs
        self.ordinal_types = self.message_types[:ORDINAL_TYPES]

    def message(self, raw: dict[str, Value]) -> Message:
        origin = Origin(self.document, (), raw)
        self.unknown(origin, self.message_keys, "a message")
        type_ = self.word(origin, "type", self.message_types, self.ordinal_types)
        fields, structs = self.fields(origin), self.structs(origin)
        if len(structs) > _MAX_CHAIN and chain_of(structs) > _MAX_CHAIN:
            self.problem(
                "wrong-value",
                origin.value("commonStructs"),
                f"`commonStructs` hold each other more than {_MAX_CHAIN} deep, so none is read",
            )
            structs = ()
        if raw.get("type") is None:
            self.missing(origin, "type", "message")
        return Message(
            name=self.name(origin, "message"),
            type=MESSAGE_TYPES.get(type_ or "", MessageType.DATA),
            api_key=self.integer(origin, "apiKey", 16),
            valid_versions=self.valid_versions(origin),
            deprecated_versions=self.versions(origin, "deprecatedVersions") or VersionRange.NONE,
            flexible_versions=(
                self.versions(origin, "flexibleVersions", blank=VersionRange.NONE)
                if "flexibleVersions" in raw
                else None
            ),
            latest_version_unstable=self.boolean(origin, "latestVersionUnstable"),
            listeners=self.listener_names(origin),
            fields=fields,
            common_structs=structs,
            origin=origin,
        )

    def structs(self, owner: Origin) -> tuple[Struct, ...]:
        return tuple(
            Struct(
                name=self.name(origin, "common struct"),
                versions=self.needed_versions(origin, "versions", "common struct"),
                deprecated_versions=self.versions(origin, "deprecatedVersions")
                or VersionRange.NONE,
                fields=self.fields(origin),
                origin=origin,
            )
            for origin in self.objects(owner, "commonStructs", STRUCT_KEYS, "a common struct")
        )

    def fields(self, owner: Origin) -> tuple[Field, ...]:
        if "fields" not in owner.json:
            return ()
        if len(owner.path) > _DEEP_PATH:
            allow_deep_models()
        return tuple(
            self.field(origin)
            for origin in self.objects(owner, "fields", self.field_keys, "a field")
        )

    def field(self, origin: Origin) -> Field:
        raw = origin.json
        tagged = self.versions(origin, "taggedVersions") if "taggedVersions" in raw else None
        if tagged is None:
            tagged = VersionRange.NONE
        versions = self.versions(origin, "versions")
        if versions is None:
            versions = tagged
            if not tagged and not self.broken(origin, "versions"):
                self.missing(origin, "versions", "field")
        return Field(
            name=self.name(origin, "field"),
            type=self.type(origin),
            versions=versions,
            nullable_versions=(
                self.versions(origin, "nullableVersions") if "nullableVersions" in raw else None
            )
            or VersionRange.NONE,
            tagged_versions=tagged,
            flexible_versions=(
                self.flexible_override(origin) if "flexibleVersions" in raw else None
            ),
            tag=self.integer(origin, "tag", 32) if "tag" in raw else None,
            default=(self.text(origin, "default") or "") if "default" in raw else "",
            ignorable=self.boolean(origin, "ignorable") if "ignorable" in raw else False,
            map_key=self.boolean(origin, "mapKey") if "mapKey" in raw else False,
            zero_copy=self.boolean(origin, "zeroCopy") if "zeroCopy" in raw else False,
            entity_type=(
                self.word(origin, "entityType", tuple(self.entity_types), tuple(self.entity_types))
                if "entityType" in raw
                else None
            ),
            about=self.text(origin, "about") or "",
            fields=self.fields(origin),
            origin=origin,
        )

    # -- one property ---------------------------------------------------------------------------

    def name(self, origin: Origin, what: str) -> str:
        text = self.text(origin, "name")
        if text is None and not self.broken(origin, "name"):
            self.missing(origin, "name", what)
        return text or ""

    def type(self, origin: Origin) -> FieldType:
        text = self.text(origin, "type")
        if text is None:
            if not self.broken(origin, "type"):
                self.missing(origin, "type", "field")
            return _NO_TYPE
        parsed = parse_type(text)
        if parsed is None:
            self.problem(
                "unknown-field-type",
                origin.value("type"),
                f"`{text}` is no field type",
                fixes=coerce.written(origin.value("type"), coerce.nearest_type(text)),
            )
            return FieldType(text, is_array=text.startswith("[]"), is_struct=False)
        if not text.isalnum() and text != str(parsed):
            self.leniency.padded(origin.value("type"), text, str(parsed))
        return parsed

    def valid_versions(self, origin: Origin) -> VersionRange:
        versions = self.needed_versions(origin, "validVersions", "message")
        if not versions and not self.knows_stubs and not origin.json.get("fields"):
            text = origin.json.get("validVersions")
            if isinstance(text, str) and VersionRange.parse(text) is not None:
                self.problem(
                    "stub-before-its-time",
                    origin.value("validVersions"),
                    "the generator of this dialect takes no message without versions",
                )
        return versions

    def needed_versions(self, origin: Origin, key: str, what: str) -> VersionRange:
        versions = self.versions(origin, key)
        if versions is None:
            if not self.broken(origin, key):
                self.missing(origin, key, what)
            return VersionRange.NONE
        return versions

    def versions(
        self, origin: Origin, key: str, blank: VersionRange | None = None
    ) -> VersionRange | None:
        """The range; `blank` for a blank text; None when absent or refused."""
        text = self.text(origin, key)
        if text is None:
            return None
        versions = VersionRange.parse(text)
        if versions is None:
            if not coerce.trim(text):
                return blank
            self.problem(
                "invalid-version-range",
                origin.value(key),
                f"`{text}` is no version range",
                help="Write a version (`3`), a range (`0-3`), an open range (`3+`) or `none`",
            )
        elif not is_plain_range(text):
            self.leniency.version_range(origin, key, text, versions)
        return versions

    def flexible_override(self, origin: Origin) -> VersionRange | None:
        """A field's own flexible versions: here, unlike elsewhere, blanks are not nothing."""
        value = origin.json["flexibleVersions"]
        if isinstance(value, str) and value and not coerce.trim(value):
            self.problem(
                "invalid-version-range",
                origin.value("flexibleVersions"),
                "blanks are no version range",
            )
            return None
        return self.versions(origin, "flexibleVersions")

    def text(self, origin: Origin, key: str) -> str | None:
        value = origin.json.get(key, MISSING)
        if type(value) is str:
            return value
        text = self.keep(origin, key, coerce.text(value), "text")
        if text is not None:
            self.leniency.text(origin, key, text)
        return text

    def boolean(self, origin: Origin, key: str) -> bool:
        value = origin.json.get(key, MISSING)
        if type(value) is bool:
            return value
        read = self.keep(origin, key, coerce.boolean(value), "`true` or `false`")
        if read is not None and value is not None:
            self.leniency.boolean(origin.value(key), key, value, read=read)
        return read or False

    def integer(self, origin: Origin, key: str, bits: int) -> int | None:
        value = origin.json.get(key, MISSING)
        bound = 1 << (bits - 1)
        read = self.keep(
            origin, key, coerce.integer(value, bits), f"a whole number from {-bound} to {bound - 1}"
        )
        if str(read) != value or type(value) is str:
            self.leniency.integer(origin.value(key), key, value, read)
        return read

    def word(
        self, origin: Origin, key: str, words: tuple[str, ...], ordinals: tuple[str, ...]
    ) -> str | None:
        value = origin.json.get(key, MISSING)
        if type(value) is str and value in words:
            return value
        read = coerce.word(value, words, ordinals)
        if read is REFUSED and type(value) is str:
            self.problem(
                "unknown-word",
                origin.value(key),
                f"`{value}` is no value of `{key}`",
                help=f"One of {', '.join(words)}",
                fixes=coerce.written(origin.value(key), nearest(value, words)),
            )
            return None
        word = self.keep(origin, key, read, f"one of {', '.join(words)}")
        if word is not None:
            self.leniency.word(origin.value(key), value, word)
        return word

    def listener_names(self, origin: Origin) -> tuple[str, ...]:
        value = origin.json.get("listeners", MISSING)
        if value is None or isinstance(value, Missing):
            return ()
        items = value if isinstance(value, list) else [value]
        names = []
        for index, item in enumerate(items):
            read = coerce.word(item, self.listeners, self.listeners)
            path: Path = ("listeners", index) if isinstance(value, list) else ("listeners",)
            if read is None and isinstance(value, list):
                continue  # Jackson keeps it; only the generator of a whole folder minds
            if read is REFUSED or read is None:
                meant = nearest(item, self.listeners) if type(item) is str else None
                place = JsonPlace(self.document, (*origin.path, *path))
                self.problem(
                    "unknown-word",
                    place,
                    f"{coerce.shown(item)} is no listener",
                    help=f"One of {', '.join(self.listeners)}",
                    fixes=coerce.written(place, meant),
                )
            else:
                names.append(read)
                if item not in self.listeners:
                    self.leniency.word(JsonPlace(self.document, (*origin.path, *path)), item, read)
        if names and not isinstance(value, list):
            self.leniency.single_value(origin, "listeners", value)
        return tuple(names)

    def objects(self, owner: Origin, key: str, known: frozenset[str], what: str) -> list[Origin]:
        """The objects of a list; one object may stand for a list of one."""
        value = owner.json.get(key, MISSING)
        if value is None or isinstance(value, Missing):
            return []
        path: Path = (*owner.path, key)
        if isinstance(value, dict):
            items: list[tuple[Path, Value]] = [(path, value)]
            self.leniency.single_value(owner, key, value)
        elif isinstance(value, list):
            items = [((*path, index), item) for index, item in enumerate(value)]
        else:
            self.wrong(JsonPlace(self.document, path), key, value, "a list")
            return []
        origins = []
        for where, item in items:
            if isinstance(item, dict):
                origin = Origin(self.document, where, item)
                if not item.keys() <= known:
                    self.unknown(origin, known, what)
                origins.append(origin)
            else:
                self.wrong(JsonPlace(self.document, where), key, item, "a list of objects")
        return origins

    # -- problems -------------------------------------------------------------------------------

    def keep(self, origin: Origin, key: str, read: T | Refused | None, wanted: str) -> T | None:
        if isinstance(read, Refused):
            self.wrong(origin.value(key), key, origin.json[key], wanted)
            return None
        return read

    def broken(self, origin: Origin, key: str) -> bool:
        """Whether the property is there with a value that was refused already."""
        value = origin.json.get(key)
        return not (value is None or (isinstance(value, str) and not coerce.trim(value)))

    def unknown(self, origin: Origin, known: frozenset[str], what: str) -> None:
        for key in origin.json:
            if key not in known:
                place = origin.key(key)
                meant = nearest(key, known - origin.json.keys())
                self.problem(
                    "unknown-property",
                    place,
                    f"{what} has no property `{key}`",
                    fixes=coerce.written(place, meant),
                )

    def missing(self, origin: Origin, key: str, what: str) -> None:
        value = origin.json.get(key, MISSING)
        if isinstance(value, Missing):
            said = f"the {what} has no `{key}`"
        else:
            said = f"the {what}'s `{key}` is {'null' if value is None else 'empty'}"
        self.problem("missing-property", origin.value(key), said)

    def wrong(self, place: JsonPlace, key: str, value: Value, wanted: str) -> None:
        self.problem("wrong-value", place, f"`{key}` takes {wanted}, this is {coerce.kind(value)}")

    def problem(
        self,
        rule: str,
        place: JsonPlace,
        message: str,
        *,
        help: str | None = None,
        fixes: tuple[Fix, ...] = (),
    ) -> None:
        self.problems.append(Problem(rule, Finding(place, message, help=help, fixes=fixes)))
