"""The import contracts of pyproject.toml hold, and every module has its layer."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from support.shared import REPOSITORY

# lint-imports takes its configuration in another way from release to release; its function does not.
RUN = """
import sys
from importlinter.cli import lint_imports
sys.exit(lint_imports(config_filename=sys.argv[1], no_cache=True))
"""
CONTRACTS = tomllib.loads((REPOSITORY / "pyproject.toml").read_text())["tool"]["importlinter"]


def lint_imports(config: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", RUN, str(config)],
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        check=False,
    )


def test_contracts_hold() -> None:
    run = lint_imports(REPOSITORY / "pyproject.toml")
    assert run.returncode == 0, run.stdout + run.stderr


def test_contracts_can_break(tmp_path: Path) -> None:
    """The same machinery refuses a contract that the code does not keep."""
    config = tmp_path / "pyproject.toml"
    config.write_text(
        """
        [tool.importlinter]
        root_packages = ["wirelint"]
        [[tool.importlinter.contracts]]
        name = "upside down"
        type = "layers"
        layers = ["wirelint.text", "wirelint.diagnostics"]
        """
    )
    run = lint_imports(config)
    assert run.returncode == 1
    assert "wirelint.diagnostics -> wirelint.text" in run.stdout


def layered() -> set[str]:
    layers = next(one for one in CONTRACTS["contracts"] if one["type"] == "layers")["layers"]
    return {name.strip(" ()") for layer in layers for name in re.split(r"[|:]", layer)}


MODULES = sorted(
    f"wirelint.{path.stem}"
    for path in (REPOSITORY / "linter/wirelint").iterdir()
    if (path.suffix == ".py" and path.stem != "__init__") or (path / "__init__.py").is_file()
)


@pytest.mark.parametrize("module", MODULES)
def test_module_has_a_layer(module: str) -> None:
    assert module in layered()
