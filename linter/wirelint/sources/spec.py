# What the words of `--against` mean, before anything is opened but the directory entry. A path that is
# there wins over a revision of the same name; `./x` is always a path and never a keyword.
"""Reading a BASELINE argument."""

from __future__ import annotations

import os
from typing import Final, Literal

from wirelint.errors import BaselineError
from wirelint.lazy_dataclass import dataclass
from wirelint.spelling import near

ZIP_ENDINGS: Final = (".zip", ".jar", ".whl")
TAR_ENDINGS: Final = (".tar.gz", ".tgz", ".tar.xz", ".txz", ".tar.bz2", ".tar")
ARCHIVE_ENDINGS: Final = (*ZIP_ENDINGS, *TAR_ENDINGS)


@dataclass(frozen=True, slots=True)
class Spec:
    """A baseline argument, understood.

    `path` is where a folder, archive or ledger is, or the repository of a revision when it is not
    the one that holds the checked paths (else ""). `name` is the revision, or the release of a
    ledger ("" when none is named).
    """

    spec: str
    kind: Literal["folder", "archive", "ledger", "revision", "release"]
    path: str = ""
    name: str = ""


def parse_spec(spec: str, cwd: str = ".") -> Spec:
    """Tell what kind of baseline `spec` names. Raises `BaselineError`.

    In this order: `release`; `git:DIR#REV`; a path that exists (folder, archive, ledger, the last
    with `#RELEASE`); else a revision.
    """
    if not spec.strip() or "\0" in spec:
        raise BaselineError(
            "an empty baseline; name a folder, an archive, a ledger, a git revision or `release`"
        )
    if spec == "release":
        return Spec(spec, "release")
    if spec.startswith("git:"):
        return _of_other_repository(spec, cwd)
    path = _on_disk(spec, cwd)
    if os.path.isdir(path):
        return Spec(spec, "folder", path)
    if os.path.exists(path):
        return _of_file(spec, path)
    words, hash, release = spec.rpartition("#")
    if hash and words.endswith(".lock"):
        ledger = _on_disk(words, cwd)
        if not os.path.isfile(ledger):
            raise _not_there(spec, words, ledger)
        return Spec(spec, "ledger", ledger, release)
    if _must_be_path(spec):
        raise _not_there(spec, spec, path)
    return Spec(spec, "revision", name=spec)


def _of_file(spec: str, path: str) -> Spec:
    if not os.path.isfile(path):
        raise BaselineError(f"the baseline `{spec}` is neither a folder nor a regular file")
    if path.endswith(".lock"):
        return Spec(spec, "ledger", path)
    if path.lower().endswith(ARCHIVE_ENDINGS):
        return Spec(spec, "archive", path)
    raise BaselineError(
        f"the baseline `{spec}` is a file that is neither an archive ({', '.join(ARCHIVE_ENDINGS)}) nor a"
        " ledger (.lock); name one of these, a folder or a git revision"
    )


def _of_other_repository(spec: str, cwd: str) -> Spec:
    words, hash, revision = spec.removeprefix("git:").rpartition("#")
    if not hash or not words or not revision:
        raise BaselineError(
            f"`{spec}` does not say both repository and revision; write `git:DIR#REV`,"
            " such as `git:../kafka#3.9.0`"
        )
    directory = _on_disk(words, cwd)
    if not os.path.isdir(directory):
        raise _not_there(spec, words, directory)
    return Spec(spec, "revision", directory, revision)


def _on_disk(words: str, cwd: str) -> str:
    expanded = os.path.expanduser(words) if words.startswith("~") else words
    return expanded if os.path.isabs(expanded) or cwd in ("", ".") else os.path.join(cwd, expanded)


def _must_be_path(spec: str) -> bool:
    return (
        spec.startswith(("./", "../", "~/"))
        or os.path.isabs(spec)
        or spec in (".", "..")
        or spec.endswith((".lock", "/"))
        or spec.lower().endswith(ARCHIVE_ENDINGS)
    )


def _not_there(spec: str, words: str, path: str) -> BaselineError:
    folder = os.path.dirname(path.rstrip("/")) or "."
    try:
        names = os.listdir(folder)
    except OSError:
        return BaselineError(f"the baseline `{spec}` does not exist, and neither does `{folder}`")
    close = near(os.path.basename(words.rstrip("/")), names)
    there = "".join(f" `{name}`" for name in close)
    instead = f"; near it are{there}" if close else ""
    return BaselineError(
        f"the baseline `{spec}` does not exist{instead}; name a path that is there"
    )


def like_files(words: str, cwd: str) -> str:
    """What to add to an error about a revision that may have been meant as a path."""
    folder, _, name = words.rstrip("/").rpartition("/")
    try:
        names = os.listdir(_on_disk(folder, cwd) if folder else cwd or ".")
    except (OSError, ValueError):
        return ""
    close = [f"{folder}/{one}" if folder else one for one in near(name, names)]
    return f"; there is the path {' or '.join(f'`{one}`' for one in close)}" if close else ""
