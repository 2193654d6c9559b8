# A check is a pure function of the tool, the options and the bytes it reads, so its result can be
# kept. One file of JSON per working directory and set of options in the user's cache folder, never
# in the checked tree; written whole or not at all; whatever goes wrong here, the check goes on.
"""Results of earlier runs."""

from __future__ import annotations

import hashlib
import json
import os
import time
from collections.abc import Iterable
from functools import lru_cache
from typing import Any, Final

import wirelint
from wirelint.engine.report import Report, Summary

_FORMAT: Final = 4
_DAYS: Final = 30


class Cache:
    """The kept result of one kind of run in one folder. `folder` None switches it off."""

    def __init__(self, folder: str | None, kind: str) -> None:
        name = hashlib.sha256(f"{os.getcwd()}\0{kind}".encode("utf-8", "replace")).hexdigest()[:24]
        self._folder = folder
        self._path = None if folder is None else os.path.join(folder, f"{name}.json")

    def load(self, key: str) -> Report | None:
        """The report kept under exactly this key."""
        if self._path is None or self._folder is None or not is_ours(self._folder):
            return None
        try:
            with open(self._path, encoding="utf-8") as file:
                kept = json.load(file)
            if kept["format"] != _FORMAT or kept["key"] != key or not _is_whole(kept):
                return None
            return Report(
                diagnostics=kept["diagnostics"],
                baselines=kept["baselines"],
                summary=Summary(**kept["summary"]),
                excused=kept["excused"],
                changed=kept["changed"],
                changelog=kept["changelog"],
                gone=kept["gone"],
            )
        except (OSError, ValueError, TypeError, KeyError, RecursionError):
            return None

    def keep(self, key: str, report: Report) -> None:
        """Keep a report; does nothing where the folder cannot be written."""
        if self._path is None or self._folder is None:
            return
        summary = report.summary
        kept = {
            "format": _FORMAT,
            "key": key,
            "diagnostics": list(report.diagnostics),
            "baselines": list(report.baselines),
            "summary": {name: getattr(summary, name) for name in summary.__slots__},
            "excused": list(report.excused),
            "changed": report.changed,
            "changelog": report.changelog,
            "gone": None if report.gone is None else list(report.gone),
        }
        temporary = f"{self._path}.{os.getpid()}"
        try:
            os.makedirs(self._folder, mode=0o700, exist_ok=True)
            if not is_ours(self._folder):
                return
            with open(temporary, "x", encoding="utf-8") as file:
                json.dump(kept, file)
            os.replace(temporary, self._path)
            self._prune(self._folder)
        except OSError:
            _remove(temporary)

    def _prune(self, folder: str) -> None:
        """Forget what nobody asked for in a month."""
        oldest = time.time() - _DAYS * 86400
        with os.scandir(folder) as entries:
            for entry in entries:
                if entry.is_file() and entry.stat().st_mtime < oldest:
                    _remove(entry.path)


def is_ours(folder: str) -> bool:
    """Whether nobody else can plant a result in a folder: it is the user's, and closed to others."""
    if not hasattr(os, "getuid"):
        return True
    try:
        status = os.stat(folder)
    except OSError:
        return False
    return status.st_uid == os.getuid() and not status.st_mode & 0o002


_TEXTS: Final = ("rule", "category", "severity", "message", "fingerprint")


def _is_whole(kept: Any) -> bool:
    """Whether what was kept has the shape that reporters rely on."""
    return (
        isinstance(kept["diagnostics"], list)
        and isinstance(kept["baselines"], list)
        and all(type(number) is int for number in kept["summary"].values())
        and set(kept["summary"]) == set(Summary.__slots__)
        and all(
            isinstance(one, dict)
            and all(isinstance(one[name], str) for name in _TEXTS)
            and one["severity"] in ("error", "warning", "info")
            and (one["path"] is None or isinstance(one["path"], str))
            and (one["range"] is None or isinstance(one["range"]["start"]["line"], int))
            for one in kept["diagnostics"]
        )
    )


def cache_folder(chosen: str | None) -> str | None:
    """`--cache-dir`, WIRELINT_CACHE_DIR, or the user's cache folder; None where there is no home."""
    if chosen or os.environ.get("WIRELINT_CACHE_DIR"):
        return chosen or os.environ["WIRELINT_CACHE_DIR"]
    base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return (
        None if base.startswith("~") or not os.path.isabs(base) else os.path.join(base, "wirelint")
    )


def key_of(parts: Iterable[Any], files: Iterable[tuple[str, bytes]]) -> str:
    """A name for a run: the tool, what was asked, and every byte it looks at."""
    digest = hashlib.sha256()
    digest.update(
        repr((wirelint.__version__, _build(), *parts)).encode("utf-8", "backslashreplace")
    )
    for path, data in files:
        digest.update(f"\0{path}\0{len(data)}\0".encode("utf-8", "backslashreplace"))
        digest.update(data)
    return digest.hexdigest()


@lru_cache(maxsize=1)
def _build() -> object:
    """Tell builds of one version apart where the tool runs from its own source tree."""
    package = os.path.dirname(os.path.abspath(wirelint.__file__))
    top = os.path.dirname(os.path.dirname(package))
    if not os.path.exists(os.path.join(top, "pyproject.toml")):
        return None
    return [
        (name, os.stat(os.path.join(folder, name)).st_mtime_ns)
        for root in ("linter", "rules")
        for folder, _, names in os.walk(os.path.join(top, root))
        for name in names
        if not name.endswith(".pyc")
    ]


def _remove(path: str) -> None:
    try:
        os.unlink(path)
    except OSError:
        return
