"""Too little memory: a message, exit code 2, and every file whole or as it was."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from support.cli import assert_fair, schema, wirelint, with_memory
from support.repositories import make_repository

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="limits as Linux keeps them")
MIB = 1 << 20


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small tree with one large file, committed and then changed."""
    repository = make_repository(tmp_path_factory.mktemp("memory") / "tree")
    large = schema("LargeRecord", 9).replace("In feet.", "x" * 8_000_000)
    repository.write(
        "LargeRecord.json", large.replace('"versions"', '"ignorable": "true", "versions"', 1)
    )
    repository.write("PierRecord.json", schema(type="int64"))
    repository.commit("one", tags=["1.0.0"])
    repository.write("PierRecord.json", schema())
    return repository.root


@pytest.mark.parametrize(
    "arguments",
    [
        ["check", "--no-cache", "--against", "1.0.0"],
        ["check", "--no-cache", "--fix"],
        ["check", "--cache-dir", "../kept", "--format", "json", "--output", "report.json"],
        ["ledger", "record", "1"],
    ],
    ids=lambda arguments: " ".join(arguments[:3]),
)
def test_too_little(template: Path, tmp_path: Path, arguments: list[str]) -> None:
    codes = []
    for mib in (40, 64, 88, 112, 1000):
        tree = tmp_path / str(mib) / "tree"
        shutil.copytree(template, tree)
        before = {path.name: path.read_bytes() for path in tree.glob("*.json")}
        done = wirelint(*arguments, cwd=tree, prepare=with_memory(mib * MIB))
        said = assert_fair(done)
        codes.append(done.returncode)
        if done.returncode == 2:
            assert "not enough memory" in said or "git" in said, said[-300:]
        for path in (*tree.iterdir(), *tree.parent.glob("kept/*")):
            assert not path.name.endswith(".tmp")
            if path.suffix == ".lock":
                assert_fair(wirelint("check", "--no-cache", "--against", path.name, cwd=tree), 0)
            elif path.suffix == ".json":
                data = path.read_bytes()
                assert data == before.get(path.name) or json.loads(data)
    assert codes[0] == 2
    assert codes[-1] in (0, 1)


def test_no_new_thread(template: Path) -> None:
    """Git is listened to by a thread."""
    code = (
        "import threading, sys\n"
        'def start(self): raise RuntimeError("can\'t start new thread")\n'
        "threading.Thread.start = start\n"
        "from wirelint.cli import main\n"
        "sys.exit(main(['check', '--no-cache', '--against', '1.0.0']))\n"
    )
    done = subprocess.run(
        (sys.executable, "-c", code), cwd=template, capture_output=True, check=False
    )
    assert "not enough memory" in assert_fair(done, 2)
