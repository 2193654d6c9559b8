"""The folder of test data beside the repository, where there is one."""

from __future__ import annotations

from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]
SHARED = REPOSITORY.parent / "shared"


def shared(*parts: str) -> Path:
    """A path inside `../shared`; skips the calling test or module where it is absent."""
    path = SHARED.joinpath(*parts)
    if not path.exists():
        pytest.skip(f"../shared/{'/'.join(parts)} is not there", allow_module_level=True)
    return path
