"""The JSON that scripts read (cli-contract)."""

from __future__ import annotations

import json

import wirelint
from wirelint.engine.report import Report
from wirelint.reporters import Look


def report(report: Report, look: Look) -> str:  # noqa: ARG001 - every reporter takes both
    summary = report.summary
    shape = {
        "wirelint": wirelint.__version__,
        "schema": 1,
        "baselines": list(report.baselines),
        "diagnostics": list(report.diagnostics),
        "summary": {name: getattr(summary, name) for name in summary.__slots__},
    }
    return json.dumps(shape, indent=1, ensure_ascii=True) + "\n"
