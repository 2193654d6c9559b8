"""Memory stays flat while a document is edited."""

from __future__ import annotations

import gc
import tracemalloc
from pathlib import Path

from support.lsp_files import bench_of
from support.lsp_world import GATES, GATES_TEXT, REQUEST, REQUEST_TEXT, make_world


def test_edits_leave_nothing_behind(tmp_path: Path) -> None:
    """The benchmark makes 10,000 edits (`--edits`); here what leaks by the edit shows in a hundred."""
    make_world(tmp_path)
    bench = bench_of(tmp_path, "1.0.0")
    schema, table = bench.open(REQUEST, REQUEST_TEXT), bench.open(GATES, GATES_TEXT)

    def edit(count: int) -> None:
        for number in range(count):
            bench.type(schema, REQUEST_TEXT.replace('"int16"', f'"int{number % 97}"'))
            bench.type(table, GATES_TEXT.replace("2 from SECOND", f"{number % 97} from SECOND"))
            if number % 20 == 0:
                bench.settle()

    edit(40)  # whatever is kept on purpose
    gc.collect()
    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    edit(60)
    gc.collect()
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert after - before < 200_000  # one document and what is made of it; a leak of each is 6 MB
