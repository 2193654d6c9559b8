"""Completion in `.gates` files."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from wirelint.gates.model import Feature, rpc_name
from wirelint.schema.model import MessageType
from wirelint.text import Span
from wirelint_lsp.answers import Item, ItemKind
from wirelint_lsp.file import File

_TOP: Final = {
    "feature": "feature ${1:name} {\n  owner ${2:owner}\n  carrier record\n  absent = 0\n"
    "  supports 0 to 1\n  level 0\n  level 1 in ${3:release}\n}",
    "path": "path ${1:name} from ${2:broker} to ${3:broker} ${4|discover,blind|} {\n  $0\n}",
    "rpc": "rpc ${1:Name} key ${2:1000}",
    "format": 'format ${1:name} {\n  in "${2:where}"\n  $0\n}',
    "private-keys": "private-keys ${1:1000} .. ${2:1999} owner ${3:owner}",
    "advertise": 'advertise ${1:Name} ${2:0-1} "${3:reason}"',
    "honour": "honour ${1:feature} >= ${2:1} {\n  $0\n}",
    "infer": "infer ${1:feature} ${2:level} from ${3:Rpc} >= ${4:1}",
    "releases": "releases $1",
    "upgrade": "upgrade from $1",
    "mirror": 'mirror ${1:CONSTANT} of ${2:feature} in "${3:path}"',
    "burned": "burned ${1|tag,key,type|} ${2:0}",
    "alias": "alias ${1:name} = ${2:level} of ${3:feature}",
    "gates": "gates 1",
}
_IN_FEATURE: Final = {
    "level": "level ${1:N} in ${2:release}",
    "owner": "owner $1",
    "carrier": "carrier ${1|record,control-record,config|}",
    "absent": "absent = ${1:0}",
    "supports": "supports ${1:0} to ${2:1}",
    "bootstrap": "bootstrap ${1|production,at 0,by metadata.version|}",
    "foreign": "foreign ${1:product} supports ${2:0}",
    "retired": 'retired ${1:1} "${2:why}"',
    "step": "step ${1:1}",
}
_ON_LEVEL: Final = (
    "in", "empty", "metadata", "barrier", "unstable", "needs", "enables", "default from",
)  # fmt: skip
_SELECTIONS: Final = ("any", "exactly", "exactly by", "upto by", "atleast", "fallback")
_IN_FORMAT: Final = ("in", "variant", "record", "carries", "converts")


def complete_gates(file: File, offset: int) -> list[Item]:
    """Words, names and numbers that may stand at an offset."""
    source = file.source
    line, column = source.line_column(offset)
    before = source.line_text(line)[:column]
    if "#" in re.sub(r'"[^"]*"?', "", before):
        return []
    word = re.search(r"[\w.\-]*$", before)
    start = offset - len(word[0] if word else "")
    span = Span(start, offset)
    head = before[: column - (offset - start)]
    block = _block(source.text[: source.line_starts[line]])
    return list(_items(file, head.split(), block, span, source.text))


def _items(file: File, words: list[str], block: list[str], span: Span, text: str) -> Iterator[Item]:
    first = words[0] if words else ""
    last = words[-1] if words else ""
    if not words:
        yield from _starts(file, block, span, text)
        return
    if last in {"by", "honour", "infer", "of", "needs"} or (last == "from" and "default" in words):
        yield from _features(file, span)
    elif first == "level" and len(words) == 1:
        yield from _next_level(file, block, span)
    elif first == "level":
        yield from _plain(_ON_LEVEL, span)
    elif last in {"advertise", "carries"} or (first == "infer" and last == "from"):
        yield from _rpcs(file, span)
    elif last == "record":
        yield from _records(file, span)
    elif (last == "from" and words[0][:1].isdigit()) or last in {"at", ">=", "to", "supports", "="}:
        yield from _levels(file, words, block, span)
    elif first == "path":
        yield from _plain(
            ("from", "to", "broker", "controller", "client", "discover", "blind"), span
        )
    elif block and block[-1].startswith("path") and len(words) == 1:
        yield from _plain(_SELECTIONS, span)


def _starts(file: File, block: list[str], span: Span, text: str) -> Iterator[Item]:
    if not block:
        for order, (word, snippet) in enumerate(_TOP.items()):
            if word != "gates" or not text.lstrip().startswith("gates"):
                yield _snippet(word, snippet, span, order)
        return
    holder = block[-1].split()[0] if block[-1].split() else ""
    if holder == "feature":
        feature = _feature_of(file, block)
        for order, (word, snippet) in enumerate(_IN_FEATURE.items()):
            free = "N" if feature is None else str((feature.highest or 0) + _step(feature))
            yield _snippet(word, snippet.replace(":N}", f":{free}}}"), span, order)
    elif holder == "path":
        yield from _rpcs(file, span)
    elif holder == "format":
        yield from _plain(_IN_FORMAT, span)
    elif holder == "honour":
        yield from _rpcs(file, span)


def _next_level(file: File, block: list[str], span: Span) -> Iterator[Item]:
    feature = _feature_of(file, block)
    if feature is not None:
        number = str((feature.highest or 0) + _step(feature))
        yield Item(
            label=number, text=number, span=span, kind=ItemKind.VALUE, detail="the next free level"
        )


def _step(feature: Feature) -> int:
    return 1 if feature.step is None else feature.step.value


def _feature_of(file: File, block: list[str]) -> Feature | None:
    words = block[-1].split() if block else []
    if len(words) < 2 or words[0] != "feature" or file.table is None:
        return None
    return file.table.feature(words[1].strip("`"))


def _features(file: File, span: Span) -> Iterator[Item]:
    names = {one.name for one in file.gates.features} if file.gates is not None else set()
    for name in sorted(names):
        yield Item(label=name, text=name, span=span, kind=ItemKind.TYPE, detail="feature")


def _levels(file: File, words: list[str], block: list[str], span: Span) -> Iterator[Item]:
    """The levels of the feature that the line or the ladder speaks of."""
    if file.gates is None:
        return
    said = " ".join((*block, *words)).split()
    named = [one.strip("`") for one in said]
    feature = next(
        (
            one.feature
            for name in reversed(named)
            for one in file.gates.features
            if one.feature.name == name
        ),
        None,
    )
    if feature is None:
        return
    for order, row in enumerate(reversed(feature.rows)):
        label = row.name or str(row.number)
        yield Item(
            label=label,
            text=label,
            span=span,
            kind=ItemKind.LEVEL,
            detail=row.doc or row.label,
            order=order,
        )


def _rpcs(file: File, span: Span) -> Iterator[Item]:
    names = {
        rpc_name(one.name)
        for one in file.session.project.messages
        if one.type is MessageType.REQUEST
    }
    for name in sorted(names):
        yield Item(label=name, text=name, span=span, kind=ItemKind.STRUCT, detail="request")


def _records(file: File, span: Span) -> Iterator[Item]:
    for message in file.session.project.messages:
        if message.type not in (MessageType.REQUEST, MessageType.RESPONSE, MessageType.HEADER):
            yield Item(
                label=message.name,
                text=message.name,
                span=span,
                kind=ItemKind.STRUCT,
                detail=f"{message.type.value} {message.valid_versions}",
            )


def _plain(words: tuple[str, ...], span: Span) -> Iterator[Item]:
    for order, word in enumerate(words):
        yield Item(label=word, text=word, span=span, kind=ItemKind.KEYWORD, order=order)


def _snippet(word: str, snippet: str, span: Span, order: int) -> Item:
    return Item(
        label=word, text=snippet, span=span, kind=ItemKind.SNIPPET, is_snippet=True, order=order
    )


def _block(above: str) -> list[str]:
    """The heads of the blocks that are open at the end of a text."""
    heads: list[str] = []
    for line in above.splitlines():
        code = re.sub(r'"[^"]*"?|#.*', "", line).strip()
        if code.startswith("}") and heads:
            heads.pop()
        if code.endswith("{"):
            heads.append(code.rstrip("{ "))
    return heads
