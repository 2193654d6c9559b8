# What the Java compiler refuses of what the generator pastes into source as it is (schema-rules 8b;
# FieldSpec, MessageDataGenerator, JsonConverterGenerator). Imported only by rules that found
# something worth a closer look.
"""Names and texts that generated Java cannot hold."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from wirelint.schema.generator import is_generated
from wirelint.schema.model import Field, Message, sites

KEYWORDS: Final = frozenset(
    """abstract assert boolean break byte case catch char class const continue default do double
    else enum extends final finally float for goto if implements import instanceof int interface
    long native new package private protected public return short static strictfp super switch
    synchronized this throw throws transient try void volatile while true false null _""".split()
)

# Methods that every generated class has or inherits, in the form that a field's accessor takes.
GENERATED_METHODS: Final = frozenset(
    """hashCode toString duplicate unknownTaggedFields lowestSupportedVersion
    highestSupportedVersion wait notify notifyAll getClass finalize""".split()
)

# Classes that generated code names, whatever the message holds.
_USED_ALWAYS: Final = frozenset(
    """Message Readable Writable MessageSizeAccumulator ObjectSerializationCache RawTaggedField
    RawTaggedFieldWriter List ArrayList ByteUtils MessageUtil Schema Field String Object Override
    UnsupportedVersionException JsonNode ObjectNode JsonNodeFactory""".split()
)
# The public types of `java.lang`: a nested class of that name is ambiguous in the JSON converter,
# which imports the nested classes on demand.
_JAVA_LANG: Final = frozenset(
    """AbstractMethodError Appendable ArithmeticException ArrayIndexOutOfBoundsException
    ArrayStoreException AssertionError AutoCloseable Boolean BootstrapMethodError Byte CharSequence
    Character Class ClassCastException ClassCircularityError ClassFormatError ClassLoader
    ClassNotFoundException ClassValue CloneNotSupportedException Cloneable Comparable Deprecated
    Double Enum EnumConstantNotPresentException Error Exception ExceptionInInitializerError Float
    FunctionalInterface IllegalAccessError IllegalAccessException IllegalArgumentException
    IllegalCallerException IllegalMonitorStateException IllegalStateException
    IllegalThreadStateException IncompatibleClassChangeError IndexOutOfBoundsException
    InheritableThreadLocal InstantiationError InstantiationException Integer InternalError
    InterruptedException Iterable LayerInstantiationException LinkageError Long MatchException Math
    Module ModuleLayer NegativeArraySizeException NoClassDefFoundError NoSuchFieldError
    NoSuchFieldException NoSuchMethodError NoSuchMethodException NullPointerException Number
    NumberFormatException Object OutOfMemoryError Override Package Process ProcessBuilder
    ProcessHandle Readable Record ReflectiveOperationException Runnable Runtime RuntimeException
    RuntimePermission SafeVarargs SecurityException SecurityManager Short StackOverflowError
    StackTraceElement StackWalker StrictMath String StringBuffer StringBuilder
    StringIndexOutOfBoundsException SuppressWarnings System Thread ThreadDeath ThreadGroup
    ThreadLocal Throwable TypeNotPresentException UnknownError UnsatisfiedLinkError
    UnsupportedClassVersionError UnsupportedOperationException VerifyError VirtualMachineError Void
    WrongThreadException""".split()
)
# Classes that code for a field of the type names, in the data class or its JSON converter.
_USED_FOR_TYPE: Final = {
    "bool": "BooleanNode",
    "int8": "ShortNode",
    "int16": "ShortNode",
    "uint16": "IntNode",
    "int32": "IntNode",
    "uint32": "LongNode",
    "int64": "LongNode",
    "uuid": "Uuid TextNode",
    "float64": "DoubleNode",
    "string": "StandardCharsets TextNode",
    "bytes": "Arrays Bytes BinaryNode",
    "records": "BaseRecords MemoryRecords Objects BinaryNode IntNode",
}
_USED_FOR_ARRAY: Final = "ArrayOf CompactArrayOf ArrayNode"
_USED_FOR_NULL: Final = "NullNode"
_USED_FOR_KEY: Final = "Iterator ImplicitLinkedHashMultiCollection"
_USED_FOR_ZERO_COPY: Final = "ByteBuffer Objects"
_USED_WHEN_FLEXIBLE: Final = "TaggedFieldsSection"


POSSIBLE_CLASSES: Final = frozenset(
    " ".join(
        (
            *_USED_ALWAYS,
            "Type",
            *_USED_FOR_TYPE.values(),
            _USED_FOR_ARRAY,
            _USED_FOR_NULL,
            _USED_FOR_KEY,
            _USED_FOR_ZERO_COPY,
            _USED_WHEN_FLEXIBLE,
        )
    ).split()
)


def classes_used_by(message: Message) -> frozenset[str]:
    """The classes that the code of the message names."""
    used = set(_USED_ALWAYS)
    if message.flexible & message.valid_versions:
        used.add(_USED_WHEN_FLEXIBLE)
    for site in sites(message):
        if is_generated(site):
            used.update(_used_for(site.field))
    return frozenset(used)


def _used_for(field: Field) -> Iterator[str]:
    name = field.type.name
    if name in _USED_FOR_TYPE and not field.type.is_struct:
        yield "Type"
        yield from _USED_FOR_TYPE[name].split()
    for applies, names in (
        (field.type.is_array, _USED_FOR_ARRAY),
        (field.map_key, _USED_FOR_KEY),
        (field.nullable_versions, _USED_FOR_NULL),
        (field.zero_copy, _USED_FOR_ZERO_COPY),
    ):
        if applies:
            yield from names.split()


def is_free_class(message: Message, name: str) -> bool:
    """Whether a struct of the message can be a class of that name, which no other class has."""
    if not is_identifier(name) or is_java_lang(name):
        return False
    return name not in POSSIBLE_CLASSES or name not in classes_used_by(message)


def is_java_lang(name: str) -> bool:
    return name in _JAVA_LANG


def is_identifier(name: str) -> bool:
    """Whether Java takes the name as an identifier that is no keyword."""
    if not name or name in KEYWORDS:
        return False
    if name.isascii():
        return name.replace("$", "_").isidentifier()
    return _is_start(name[0]) and all(_is_part(char) for char in name)


def is_string_body(text: str) -> bool:
    """Whether the text stands between quotes in Java source without ending or breaking the literal."""
    if '"' not in text and "\\" not in text and "\n" not in text and "\r" not in text:
        return True
    translated = _translated(text)
    return translated is not None and re.fullmatch(_BODY, translated) is not None


# Not compiled here: hardly any run needs them.
_BODY: Final = r"""(?:[^"\\\r\n]|\\(?:[btnfrs"'\\]|[0-3]?[0-7]?[0-7]))*"""
_UNICODE_ESCAPE: Final = r"u+([0-9a-fA-F]{4})"


def _translated(text: str) -> str | None:
    r"""The text behind Java's first step, which replaces `\uXXXX`; None where it cannot."""
    parts = []
    at = 0
    while at < len(text):
        if text[at] != "\\":
            parts.append(text[at])
            at += 1
        elif text.startswith("\\\\", at):
            parts.append("\\\\")
            at += 2
        elif text.startswith("u", at + 1):
            matched = re.match(_UNICODE_ESCAPE, text[at + 1 :])
            if matched is None:
                return None
            parts.append(chr(int(matched[1], 16)))
            at += 1 + matched.end()
        else:
            parts.append("\\")
            at += 1
    return "".join(parts)


def _is_start(char: str) -> bool:
    import unicodedata  # noqa: PLC0415 - hardly any name needs it

    return unicodedata.category(char) in {"Lu", "Ll", "Lt", "Lm", "Lo", "Nl", "Sc", "Pc"}


def _is_part(char: str) -> bool:
    import unicodedata  # noqa: PLC0415 - hardly any name needs it

    return _is_start(char) or unicodedata.category(char) in {"Nd", "Mc", "Mn", "Cf"}
