"""Files that a search takes for gate tables are those that a reader finds something in."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.gate_code import java
from wirelint.gates.readers import holds_gate_table, read_table
from wirelint.sources.discovery import discover
from wirelint.sources.folder import FolderTree
from wirelint.text import SourceText

FILES = {
    "PortVersion.java": java(),
    "Levels.java": "class Levels { short max(boolean unstable) {"
    " return MetadataVersion.latestTesting().featureLevel(); } }",
    "Features.java": 'enum Features { QUOTA("quota.version", 1, 2); }',
    "ApiKeys.java": "class ApiKeys { static final short PRODUCE_API_VERSIONS_RESPONSE_MIN_VERSION = 0; }",
    "ApiVersion.scala": 'object ApiVersion { Map("1.0" -> P_1_0_IV0) }',
    "Sender.scala": "val aVersion: Short = if (c.interBrokerProtocolVersion >= P_1_0_IV0) 1 else 0",
}


@pytest.mark.parametrize("name", FILES)
def test_a_table_is_found_by_its_content(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(FILES[name])
    (tmp_path / f"Not{name}").write_text("class Other { def f = 1 }")
    source = SourceText(name, FILES[name])
    assert read_table(source)[0]
    assert holds_gate_table(source)
    assert [one.path for one in discover(FolderTree(str(tmp_path))).files] == [name]
