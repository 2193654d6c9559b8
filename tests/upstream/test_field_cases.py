"""Drifts of vendored schemas that happened, retold small."""

from __future__ import annotations

import pytest

from support.checking import check_files
from support.shared import shared


@pytest.mark.parametrize(
    ("case", "severity", "property", "versions"),
    [
        ("B16-transcribed-without-range", "error", "fields[ErrorText].versions", "0-5"),
        ("B64-vendored-default-lost", "warning", "fields[NearCopy]", None),
        ("B66-vendored-range-kept", "error", "fields[MaxMarks]", "0"),
    ],
)
def test_a_drift_is_found_where_it_is(case, severity, property, versions):
    sides = {
        side: {
            file.name: file.read_text() for file in shared("cases", "field", case, side).iterdir()
        }
        for side in ("old", "new")
    }
    rows = check_files(sides["new"], upstream=sides["old"])
    (one,) = [row for row in rows if row.rule.startswith("vendored-")]
    assert (one.severity.word, one.finding.at.property) == (severity, property)
    if versions is not None:
        assert str(one.finding.versions) == versions
