# Which files of a tree are looked at. The same value is applied to a folder on disk, a commit and an
# archive: `enters` prunes a walk, `takes` judges a path, and both say the same.
"""Prefixes, endings and patterns that select files of a tree."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from wirelint.sources.globs import Globs

# Version control, tools' own folders, and what builds write: never searched, yet read when named.
SKIPPED_FOLDERS: Final = frozenset(
    {
        ".git", ".hg", ".svn", ".bzr", ".jj", ".gradle", ".idea", ".vscode", ".metals", ".bloop",
        ".venv", "venv", ".tox", ".nox", ".eggs", "__pycache__", ".mypy_cache", ".ruff_cache",
        ".pytest_cache", ".hypothesis", "node_modules", "bower_components", "build", "target",
        "out", "bin", "dist", "bazel-out", ".bazel", ".cache", ".terraform",
    }
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """All conditions hold together; empty ones hold for every file.

    `prefixes` are folders or files ("" is the whole tree). Below a prefix, `SKIPPED_FOLDERS` are not
    entered. `patterns` and `exclude` match the path behind `base`, the way from the folder that the
    patterns are written for (where the configuration lies) to the working directory.
    """

    prefixes: tuple[str, ...] = ("",)
    endings: tuple[str, ...] = ()
    patterns: Globs | None = None
    exclude: Globs | None = None
    base: str = ""

    def takes(self, path: str) -> bool:
        """Whether the file of this path is selected."""
        if self.endings and not path.endswith(self.endings):
            return False
        if not any(self._is_under(path, prefix) for prefix in self.prefixes):
            return False
        placed = f"{self.base}/{path}" if self.base else path
        if self.patterns is not None and not self.patterns.match(placed):
            return False
        return self.exclude is None or not self.exclude.match_with_parents(placed)

    def filter(self, paths: Iterable[str]) -> list[str]:
        """Give the selected ones of `paths`, sorted."""
        return sorted(path for path in paths if self.takes(path))

    def _is_under(self, path: str, prefix: str) -> bool:
        if path == prefix:
            return True
        if prefix and not path.startswith(prefix if prefix.endswith("/") else prefix + "/"):
            return False
        return SKIPPED_FOLDERS.isdisjoint(path[len(prefix) :].split("/")[:-1])


EVERYTHING: Final = Selection()
