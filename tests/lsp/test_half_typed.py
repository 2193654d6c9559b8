"""Text as it is while somebody types it: never an exception, and the right findings at the end."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from support.lsp_features import ask
from support.lsp_files import Bench, bench_of
from support.shared import REPOSITORY

EXAMPLES = REPOSITORY / "examples"
CASES = {
    "schema": ("harbor", "clients/src/main/resources/common/message/TideQueryRequest.json"),
    "gates": ("", "krabka.gates"),
    "java": ("harbor", "server-common/src/main/java/io/harbor/server/common/MetadataVersion.java"),
}
STEP = 11  # every feature is asked at each such offset; diagnostics at every one


@pytest.fixture(params=CASES)
def case(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Bench, str, str]:
    folder, path = CASES[request.param]
    if request.param == "schema":  # with its other half and all that stands around it
        shutil.copytree(EXAMPLES / folder, tmp_path, dirs_exist_ok=True)
    else:
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(EXAMPLES / folder / path, tmp_path / path)
    return bench_of(tmp_path), path, (tmp_path / path).read_text(encoding="utf-8")


def test_typed_from_the_start(case: tuple[Bench, str, str]) -> None:
    """The file up to each offset, with the cursor at its end."""
    bench, path, text = case
    buffer = bench.open(path, text)
    expected = bench.type(buffer, text)
    for end in range(len(text)):
        bench.type(buffer, text[:end])
        if end % STEP == 0 and path in {*bench.root.session.schemas, *bench.root.session.tables}:
            ask(bench.file(path), end)
    assert bench.type(buffer, text) == expected


def test_holes_in_the_middle(case: tuple[Bench, str, str]) -> None:
    """The file without what is being retyped at each offset."""
    bench, path, text = case
    buffer = bench.open(path, text)
    expected = bench.type(buffer, text)
    for start in range(0, len(text), 5):
        bench.type(buffer, text[:start] + text[start + 7 :])
        if start % STEP == 0:
            ask(bench.file(path), start)
    assert bench.type(buffer, text) == expected
