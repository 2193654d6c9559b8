# A client over a real pipe, in the workspace of a Kafka release with the release before as the
# baseline. A keystroke is timed from the write of the change to the arrival of the findings of that
# version, debouncing included; requests from write to answer. Start-up is told apart: what pygls and
# lsprotocol cost to import, what the answer to `initialize` adds, when the first findings stand.
"""Measures the language server: p50 and p95 per request, from keystroke to findings, start-up, memory."""

from __future__ import annotations

import argparse
import json
import platform
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bench import BEFORE, BUNDLE, HERE, Tree, corpus, replicated

sys.path.insert(0, str(HERE.parent / "tests"))
from support.raw_lsp import RawClient

GOALS = {"keystroke to findings": 50.0, "hover": 20.0, "completion": 20.0}
_CAPABILITIES = {
    "textDocument": {
        "publishDiagnostics": {"relatedInformation": True},
        "documentSymbol": {"hierarchicalDocumentSymbolSupport": True},
        "hover": {"contentFormat": ["markdown"]},
    }
}


@dataclass
class Times:
    """Milliseconds by name."""

    found: dict[str, list[float]] = field(default_factory=dict)

    def add(self, name: str, seconds: float) -> None:
        self.found.setdefault(name, []).append(seconds * 1000)

    def rows(self) -> Iterator[tuple[str, float, float, int]]:
        for name, all in self.found.items():
            ordered = sorted(all)
            at = min(len(ordered) - 1, int(len(ordered) * 0.95))
            yield name, statistics.median(ordered), ordered[at], len(ordered)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=100, help="of each request (default 100)")
    parser.add_argument("--edits", type=int, default=0, help="then that many edits, for memory")
    parser.add_argument("--examples", action="store_true", help="use the examples, not the corpus")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="wirelint-bench-") as name:
        scratch = Path(name)
        own = BUNDLE.exists() and not options.examples
        tree = corpus(scratch) if own else replicated(scratch)
        print(f"{tree.what}; Python {platform.python_version()}")
        imports = [import_time() for _ in range(3)]
        result = measure(tree, BEFORE if own else str(tree.folder), options.rounds, options.edits)
    result["imports_ms"] = round(statistics.median(imports) * 1000)
    report(result)
    (HERE / "lsp_last.json").write_text(json.dumps(result, indent=2) + "\n")
    return 0


def import_time() -> float:
    """A process that imports what any server on pygls must, and makes its converter."""
    start = time.perf_counter()
    subprocess.run(
        [
            sys.executable,
            "-c",
            "import lsprotocol.types, pygls.lsp.server as s; s.LanguageServer('x', '1')",
        ],
        check=True,
    )
    return time.perf_counter() - start


def measure(tree: Tree, baseline: str, rounds: int, edits: int) -> dict[str, Any]:
    times = Times()
    path = max(tree.folder.rglob("*Request.json"), key=lambda one: one.stat().st_size)
    text = path.read_text(encoding="utf-8")
    uri = path.as_uri()
    start = time.perf_counter()
    with RawClient() as client:
        client.request(
            "initialize",
            {
                "processId": None,
                "rootUri": tree.folder.as_uri(),
                "capabilities": _CAPABILITIES,
                "initializationOptions": {"baseline": baseline, "delay": 100},
            },
        )
        initialized = time.perf_counter() - start
        client.notify("initialized", {})
        client.open(uri, text)
        client.note("textDocument/publishDiagnostics", lambda one: one["uri"] == uri)
        first = time.perf_counter() - start
        status = client.note("wirelint/status", lambda one: one["state"] == "ready", 120)
        scanned = time.perf_counter() - start
        if status["baselineState"] != "ready":
            client.note("wirelint/status", lambda one: one["baselineState"] == "ready", 120)
        ready = time.perf_counter() - start
        wait_for_quiet(client)
        memory_before = memory(client)
        version = keystrokes(client, uri, text, rounds, times)
        requests(client, uri, text, rounds, times)
        for one in range(edits):
            version += 1
            client.change(uri, version, {"text": edited(text, one)})
            if one % 10 == 9:  # so that each is looked at, not only the last
                client.request("textDocument/hover", params(uri, text, '"name"'), 60)
        client.change(uri, version + 1, {"text": text})
        wait_for_quiet(client)
        memory_after = memory(client)
        client.leave()
    return {
        "tree": tree.what,
        "python": platform.python_version(),
        "initialize_ms": round(initialized * 1000),
        "first_findings_ms": round(first * 1000),
        "scanned_ms": round(scanned * 1000),
        "baseline_ms": round(ready * 1000),
        "memory_mb": [memory_before, memory_after],
        "edits": edits,
        "rows": [
            {"what": name, "p50_ms": round(p50, 1), "p95_ms": round(p95, 1), "runs": runs}
            for name, p50, p95, runs in times.rows()
        ],
    }


def keystrokes(client: RawClient, uri: str, text: str, rounds: int, times: Times) -> int:
    """One character more or less, each answered before the next is typed."""
    version = 1
    for one in range(rounds):
        version += 1
        wanted = version
        start = time.perf_counter()
        client.change(uri, version, {"text": edited(text, one)})
        client.note(
            "textDocument/publishDiagnostics",
            lambda found: found["uri"] == uri and found.get("version") == wanted,  # noqa: B023
        )
        times.add("keystroke to findings", time.perf_counter() - start)
        if one % 5 == 4:
            time.sleep(0.3)  # a pause, in which the rest of the tree is looked at again
    client.change(uri, version + 1, {"text": text})
    wait_for_quiet(client)
    return version + 1


def edited(text: str, number: int) -> str:
    """The number of the newest version typed anew, so that findings differ each time."""
    valid = re.search(r'"validVersions": "(\d+)(?:-(\d+))?"', text)
    assert valid is not None
    low, high = valid[1], int(valid[2] or valid[1])
    new = f'"validVersions": "{low}-{high + 1 + number % 7}"'
    return text[: valid.start()] + new + text[valid.end() :]


def requests(client: RawClient, uri: str, text: str, rounds: int, times: Times) -> None:
    document = {"textDocument": {"uri": uri}}
    everything = {"start": {"line": 0, "character": 0}, "end": {"line": 9999, "character": 0}}
    field = '"name": "' + text.rpartition('"name": "')[2].partition('"')[0]
    asked: dict[str, tuple[str, Callable[[int], Any]]] = {
        "hover": (
            "textDocument/hover",
            lambda n: params(uri, text, (field, '"validVersions"')[n % 2], 2),
        ),
        "completion": ("textDocument/completion", lambda _: params(uri, text, '"type": "', 9)),
        "definition": ("textDocument/definition", lambda _: params(uri, text, '"apiKey"', 2)),
        "references": (
            "textDocument/references",
            lambda _: {
                **params(uri, text, '"name"', 9),
                "context": {"includeDeclaration": True},
            },
        ),
        "document symbols": ("textDocument/documentSymbol", lambda _: document),
        "workspace symbols": ("workspace/symbol", lambda _: {"query": "fetch"}),
        "code lens": ("textDocument/codeLens", lambda _: document),
        "inlay hints": ("textDocument/inlayHint", lambda _: {**document, "range": everything}),
        "code actions": (
            "textDocument/codeAction",
            lambda _: {**document, "range": everything, "context": {"diagnostics": []}},
        ),
        "semantic tokens": ("textDocument/semanticTokens/full", lambda _: document),
        "folding": ("textDocument/foldingRange", lambda _: document),
    }
    for name, (method, make) in asked.items():
        for one in range(rounds):
            start = time.perf_counter()
            answer = client.request(method, make(one))
            times.add(name, time.perf_counter() - start)
            assert "error" not in answer, answer


def params(uri: str, text: str, needle: str, offset: int = 1) -> dict[str, Any]:
    at = text.index(needle) + offset
    line = text.count("\n", 0, at)
    return {
        "textDocument": {"uri": uri},
        "position": {"line": line, "character": at - text.rfind("\n", 0, at) - 1},
    }


def wait_for_quiet(client: RawClient) -> None:
    """Until nothing was sent for half a second."""
    while True:
        seen = len(client.notes)
        try:
            client.until(lambda: len(client.notes) > seen, 0.5)  # noqa: B023
        except TimeoutError:
            client.notes.clear()
            return


def memory(client: RawClient) -> float | None:
    """Resident megabytes of the server; None where /proc does not tell."""
    try:
        status = Path(f"/proc/{client.process.pid}/status").read_text()
    except OSError:
        return None
    line = next(one for one in status.splitlines() if one.startswith("VmRSS"))
    return round(int(line.split()[1]) / 1024, 1)


def report(result: dict[str, Any]) -> None:
    print(f"{'':24} {'p50':>9} {'p95':>9}  goal for p95")
    for row in result["rows"]:
        goal = GOALS.get(row["what"])
        verdict = ""
        if goal is not None:
            verdict = f"{goal:.0f} ms  {'met' if row['p95_ms'] < goal else 'missed'}"
        print(f"{row['what']:24} {row['p50_ms']:6.1f} ms {row['p95_ms']:6.1f} ms  {verdict}")
    bare, answered = result["imports_ms"], result["initialize_ms"]
    print(
        f"start-up: a bare pygls server {bare} ms; initialize answered after {answered} ms "
        f"({answered / bare:.2f}x, goal 1.1x); first findings {result['first_findings_ms']} ms; "
        f"workspace read {result['scanned_ms']} ms; baseline too {result['baseline_ms']} ms"
    )
    before, after = result["memory_mb"]
    print(f"memory: {before} MB, after {result['edits']} more edits {after} MB")


if __name__ == "__main__":
    sys.exit(main())
