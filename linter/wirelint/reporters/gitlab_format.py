"""GitLab's code quality report."""

from __future__ import annotations

import hashlib
import json
from typing import Final

from wirelint.engine.report import Report
from wirelint.reporters import Look
from wirelint.reporters.words import shown

_SEVERITIES: Final = {"error": "critical", "warning": "minor", "info": "info"}


def report(report: Report, look: Look) -> str:
    entries = [
        {
            "description": one["message"],
            "check_name": one["rule"],
            "fingerprint": hashlib.sha256(one["fingerprint"].encode()).hexdigest(),
            "severity": _SEVERITIES[one["severity"]],
            "location": {
                "path": one["path"] or "wirelint.toml",
                "lines": {"begin": one["range"]["start"]["line"] if one["range"] else 1},
            },
        }
        for one in shown(report, look)
    ]
    return json.dumps(entries, indent=1) + "\n"
