# Jackson keeps the last of two members of one name. But the generator's classes are built as soon
# as all their constructor properties were seen; what is repeated then is set on the finished
# object, and refused where the class has no field of that very name to set (schema-level knowledge,
# and the reason why the sets below are here: values no longer tell what came when).
"""Properties that an object has twice."""

from __future__ import annotations

from typing import Final

from wirelint.diagnostics import Problem, Related
from wirelint.syntax import findings
from wirelint.syntax.document import Path, Step
from wirelint.syntax.layout import removal
from wirelint.syntax.tree import Comment, Member, Node, Object, Scalar, children
from wirelint.syntax.values import Value
from wirelint.text import Location, SourceText, Span

_MESSAGE: Final = frozenset(
    "name validVersions deprecatedVersions fields apiKey type commonStructs flexibleVersions"
    " listeners latestVersionUnstable".split()
)
_STRUCT: Final = frozenset(("name", "versions", "deprecatedVersions", "fields"))
_FIELD: Final = frozenset(
    "name versions fields type mapKey nullableVersions default ignorable entityType about"
    " taggedVersions flexibleVersions tag zeroCopy".split()
)
_REFUSED: Final = {
    _MESSAGE: _MESSAGE,
    _STRUCT: frozenset(("versions", "deprecatedVersions")),
    _FIELD: frozenset(
        "versions type nullableVersions default taggedVersions flexibleVersions tag".split()
    ),
}


class Repeats:
    """The findings on objects with repeated names, and the values that do not count."""

    def __init__(
        self,
        source: SourceText,
        root: Node | None,
        objects: list[Object],
        comments: tuple[Comment, ...],
    ) -> None:
        self.problems: list[Problem] = []
        shadowed: list[tuple[int, Path, Value]] = []
        paths = _paths(root, objects)
        for one in objects:
            path = paths.get(id(one), ())
            properties = _properties_of(path)
            first: dict[str, Member] = {}
            previous: dict[str, int] = {}
            seen: set[str] = set()
            for index, member in enumerate(one.members):
                if isinstance(member.value, Scalar) and not member.value.type:
                    continue
                key = member.key
                if key in first:
                    built = properties is not None and seen >= properties
                    refused = built and properties is not None and key in _REFUSED[properties]
                    before = one.members[previous[key]]
                    shadowed.append((before.start, (*path, key), before.value.value))
                    span = removal(source, one, previous[key], comments)
                    self.problems.append(
                        _problem(source, first[key], member, span, refused=refused)
                    )
                else:
                    first[key] = member
                previous[key] = index
                seen.add(key)
        shadowed.sort(key=lambda entry: entry[0])
        self.shadowed = tuple((path, value) for _, path, value in shadowed)


def _problem(
    source: SourceText, first: Member, member: Member, dead: Span, *, refused: bool
) -> Problem:
    name = findings.shown(source.text[member.start : member.key_end])
    related = Related(Location(source, Span(first.start, first.key_end)), "first here")
    message = f"{name} a second time, after all properties" if refused else f"{name} a second time"
    fix = findings.replace(
        source, dead, "", "Remove the one before it, which does not count", safe=True
    )
    return findings.problem(
        "late-duplicate-key" if refused else "duplicate-key",
        source,
        Span(member.start, member.key_end),
        message,
        fix=fix,
        related=(related,),
    )


def _properties_of(path: Path) -> frozenset[str] | None:
    names = [step for step in path if isinstance(step, str)]
    if not names:
        return _MESSAGE
    if names == ["commonStructs"]:
        return _STRUCT
    return _FIELD if names[-1] == "fields" else None


def _paths(root: Node | None, objects: list[Object]) -> dict[int, Path]:
    """The paths of the given objects, by identity; a walk without recursion."""
    if root is None or not objects:
        return {}
    wanted = {id(one) for one in objects}
    parents: dict[int, tuple[int, Step]] = {}
    todo: list[Node] = [root]
    while todo:
        node = todo.pop()
        for index, child in enumerate(children(node)):
            step: Step = child.key if isinstance(child, Member) else index
            parents[id(child.value)] = (id(node), step)
            todo.append(child.value)
    found: dict[int, Path] = {}
    for one in wanted:
        steps: list[Step] = []
        at = one
        while at in parents:
            at, step = parents[at]
            steps.append(step)
        found[one] = tuple(reversed(steps))
    return found
