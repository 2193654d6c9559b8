"""Gate tables in code, for tests: our own inventions, never anybody's source."""

from __future__ import annotations

from wirelint.diagnostics import Problem
from wirelint.gates.model import Gates, GateTable, Ladder, Outcome, Predicate
from wirelint.gates.readers import read_table
from wirelint.gates.truth import predicate_table, truth_table
from wirelint.text import Place, SourceText

JAVA = """\
public enum PortVersion implements FeatureVersion {
    // The formats of 1.0.
    PORT_1_0_IV0(1, "1.0", "IV0", true),
    // Cranes lift
    // two crates at once.
    PORT_1_1_IV0(2, "1.1", "IV0", false),
    PORT_1_1_IV1(3, "1.1", "IV1", true),  // lights
    PORT_1_2_IV0(4, "1.2", "IV0", false);

    public static final String FEATURE_NAME = "port.version";
    public static final PortVersion MINIMUM_VERSION = PORT_1_0_IV0;
    public static final PortVersion LATEST_PRODUCTION = PORT_1_1_IV1;
%s
    public boolean isAtLeast(PortVersion other) {
        return this.compareTo(other) >= 0;
    }
}
"""
"""A table of levels 1 to 4 of `port.version`; its members go where the mark is."""


def java(members: str = "") -> str:
    return JAVA.replace("%s", members)


def read(text: str, path: str = "PortVersion.java") -> tuple[GateTable, tuple[Problem, ...]]:
    return read_table(SourceText(path, text))


def read_clean(text: str, path: str = "PortVersion.java") -> GateTable:
    """Read a table in which everything is understood."""
    table, problems = read(text, path)
    assert [one.finding.message for one in problems] == []
    return table


def ladder(table: GateTable, name: str) -> Ladder:
    return next(one for one in table.ladders if one.name == name)


def predicate(table: GateTable, name: str) -> Predicate:
    return next(one for one in table.predicates if one.name == name)


def versions(table: GateTable, name: str) -> dict[int, Outcome]:
    return truth_table(ladder(table, name), Gates((table,)))


def truths(table: GateTable, name: str) -> dict[int, bool | None]:
    return predicate_table(predicate(table, name), Gates((table,)))


def text_at(place: Place) -> str:
    """Return the code that a place marks."""
    assert place.span is not None
    return place.source.text[place.span.start : place.span.end]


def unread(problems: tuple[Problem, ...]) -> list[tuple[str, str]]:
    """Return what was not understood: the code, and the message."""
    return [(text_at(one.finding.at), one.finding.message) for one in problems]
