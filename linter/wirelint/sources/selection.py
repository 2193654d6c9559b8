# Which files of a tree are looked at. The same value is applied to a folder on disk, a commit and an
# archive: `enters` prunes a walk, `takes` judges a path, and both say the same.
"""Prefixes, endings and patterns that select files of a tree."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from wirelint.lazy_dataclass import dataclass
from wirelint.sources.globs import Globs, State, step

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
        return bool(self.filter((path,)))

    def filter(self, paths: Iterable[str]) -> list[str]:
        """Give the selected ones of `paths`, sorted."""
        folders: dict[str, tuple[State | None, State | None] | None] = {}
        named = frozenset(self.prefixes)
        taken = []
        for path in paths:
            if self.endings and not path.endswith(self.endings):
                continue
            folder, _, name = path.rpartition("/")
            if folder in folders:
                states = folders[folder]
            else:
                states = folders[folder] = self._states(folder)
            if states is None:
                if path not in named:
                    continue
                states = self._states_of_named(folder)
                if states is None:
                    continue
            wanted, unwanted = states
            if wanted is not None and () not in step(wanted, name):
                continue
            if unwanted is not None and () in step(unwanted, name):
                continue
            taken.append(path)
        return sorted(taken)

    def _states(self, folder: str) -> tuple[State | None, State | None] | None:
        """Give what patterns and exclusions have left below a folder; None if nothing is selected."""
        if not any(self._is_under(folder, prefix) for prefix in self.prefixes):
            return None
        return self._states_of_named(folder)

    def _states_of_named(self, folder: str) -> tuple[State | None, State | None] | None:
        placed = "/".join(part for part in (self.base, folder) if part)
        wanted = self.patterns.state(placed) if self.patterns is not None else None
        if wanted is not None and not wanted:
            return None
        if self.exclude is None:
            return wanted, None
        if placed and self.exclude.match_with_parents(placed):
            return None
        return wanted, self.exclude.state(placed)

    def _is_under(self, folder: str, prefix: str) -> bool:
        """Whether files of a folder are found from a prefix."""
        if folder == prefix:
            return True
        if prefix and not folder.startswith(prefix if prefix.endswith("/") else prefix + "/"):
            return False
        return SKIPPED_FOLDERS.isdisjoint(folder[len(prefix) :].split("/"))


EVERYTHING: Final = Selection()
