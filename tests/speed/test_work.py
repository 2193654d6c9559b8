"""What a run may import and do; the clock is not asked."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

GOOD = """// A clean message.
{
  "apiKey": 7,
  "type": "request",
  "listeners": ["broker"],
  "name": "PingRequest",
  "validVersions": "0-1",
  "flexibleVersions": "none",
  "fields": [
    { "name": "Nonce", "type": "int64", "versions": "0+", "about": "Comes back in the response." }
  ]
}
"""
RESPONSE = GOOD.replace('"request"', '"response"').replace("PingRequest", "PingResponse")
RESPONSE = RESPONSE.replace('  "listeners": ["broker"],\n', "")

HEAVY = frozenset(
    "asyncio hashlib inspect jsonschema lark pathlib pygls rich subprocess tempfile tomllib".split()
)


@pytest.fixture
def schemas(tmp_path: Path) -> Path:
    (tmp_path / "PingRequest.json").write_text(GOOD)
    (tmp_path / "PingResponse.json").write_text(RESPONSE)
    return tmp_path


def modules_of(folder: Path, *arguments: str) -> set[str]:
    """The modules that a run has imported at its end."""
    script = (
        "import atexit, sys\n"
        "names = lambda: print(*sorted(sys.modules), file=sys.stderr)\n"
        "atexit.register(names)\n"
        "from wirelint.cli import main\n"
        f"sys.exit(main({list(arguments)!r}))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=folder, capture_output=True, text=True, check=False
    )
    assert done.returncode in {0, 1}, done.stderr
    return set(done.stderr.splitlines()[-1].split())


def test_a_finding_in_a_well_formed_file_costs_no_lark(schemas: Path) -> None:
    field = '"name": "Nonce", "type": "int64", "versions": "0+", "about": "Comes back."'
    twice = GOOD.replace("    { ", f"    {{ {field} }},\n    {{ ")
    (schemas / "PingRequest.json").write_text(twice)
    loaded = modules_of(schemas, "check", "--no-cache")
    assert "wirelint.syntax.plain" in loaded
    assert "lark" not in loaded


def test_a_suppression_costs_no_lark_and_no_other_rules(schemas: Path) -> None:
    directive = "// wirelint: ignore[missing-about] - there is nothing to say"
    (schemas / "PingRequest.json").write_text(GOOD.replace("    { ", f"    {directive}\n    {{ "))
    loaded = modules_of(schemas, "check", "--no-cache")
    assert "wirelint.syntax.plain" in loaded
    assert "lark" not in loaded
    assert not [name for name in loaded if name.startswith("wirelint_rules.evolution.")]
