"""The real command line, in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

# Nothing of these reaches a terminal or a file from a stranger's names and texts.
_UNSAFE = {chr(code) for code in (*range(9), *range(11, 32), *range(127, 160))} | set(
    "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u2028\u2029\u200b\u200e\u200f\ufeff"
)


def wirelint(
    *arguments: str,
    cwd: Path,
    env: Mapping[str, str] | None = None,
    timeout: float = 60,
    stdin: bytes = b"",
    prepare: Callable[[], None] | None = None,
) -> subprocess.CompletedProcess[bytes]:
    """Run it; the cache is off unless the arguments or the environment say otherwise."""
    return subprocess.run(
        (sys.executable, "-m", "wirelint", *arguments),
        cwd=cwd,
        env={**os.environ, "WIRELINT_CACHE_DIR": str(cwd.parent / "cache"), **(env or {})},
        capture_output=True,
        timeout=timeout,
        input=stdin,
        preexec_fn=prepare,
        check=False,
    )


def with_memory(most: int) -> Callable[[], None]:
    """To prepare a process that may use so many bytes of memory."""

    def prepare() -> None:
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (most, most))

    return prepare


def assert_fair(done: subprocess.CompletedProcess[bytes], *codes: int) -> str:
    """An exit code of the contract, no traceback, nothing a terminal acts on; gives the output."""
    said = done.stdout + done.stderr
    assert done.returncode in (codes or (0, 1, 2)), said[-2000:]
    assert b"Traceback" not in said
    text = said.decode("utf-8")  # strictly: no lone surrogate, no stray byte
    assert not _UNSAFE & set(text), sorted(_UNSAFE & set(text))
    return text


def schema(
    name: str = "PierRecord", key: int = 3, field: str = "Length", type: str = "int32"
) -> str:
    return f"""{{ "apiKey": {key}, "type": "metadata", "name": "{name}", "validVersions": "0",
  "flexibleVersions": "0+", "fields": [
    {{ "name": "{field}", "type": "{type}", "versions": "0+", "about": "In feet." }} ] }}
"""
