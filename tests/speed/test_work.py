"""What a run may import and do; the clock is not asked."""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from wirelint.cli.arguments import parse

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


TABLES = {
    "feature.gates": "gates 1\nfeature harbor.version {\n  level 1\n  level 2 unstable\n}\n",
    "src/main/java/HarborVersion.java": """
public enum HarborVersion {
    HV_1(1), HV_2(2);
    public static final HarborVersion LATEST_PRODUCTION = HV_1;
    private final short level;
    HarborVersion(int level) { this.level = (short) level; }
    public short fetchVersion() { return isAtLeast(HV_2) ? (short) 1 : (short) 0; }
    public boolean isAtLeast(HarborVersion other) { return this.compareTo(other) >= 0; }
}
""",
}


@pytest.mark.parametrize("name", TABLES)
def test_a_gate_table_costs_neither_lark_nor_dataclasses(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(TABLES[name])
    loaded = modules_of(tmp_path, "check", "--no-cache")
    assert "wirelint.syntax.automaton" in loaded
    assert not {"lark", "dataclasses", "inspect"} & loaded


def test_help_imports_nothing_of_the_core(tmp_path: Path) -> None:
    loaded = modules_of(tmp_path, "--help")
    ours = {name.split(".")[1] for name in loaded if name.startswith("wirelint.")}
    assert ours == {"cli", "errors"}
    assert "dataclasses" not in loaded


def test_version_imports_no_argparse(tmp_path: Path) -> None:
    assert not modules_of(tmp_path, "--version") & {"argparse", "dataclasses", "json"}


def test_only_the_command_that_is_typed_gets_options(monkeypatch: pytest.MonkeyPatch) -> None:
    built: list[str] = []
    add_parser = argparse._SubParsersAction.add_parser

    def counted(self: Any, name: str, **options: Any) -> argparse.ArgumentParser:
        built.append(name)
        return add_parser(self, name, **options)

    monkeypatch.setattr(argparse._SubParsersAction, "add_parser", counted)
    assert parse(["check", "--no-cache"]).module == "check"
    assert built == ["check"]
