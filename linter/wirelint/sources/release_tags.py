# The pattern may come from a stranger's configuration, and a pattern such as `(a+)+$` never ends on
# some names. `re` has no limit of its own, but it looks for signals: on the main thread a timer ends
# it. Elsewhere (the server's workers, Windows) another process does the work and is given up.
"""Which tags are releases, by the pattern `release-tags`."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Final

from wirelint.errors import BaselineError

SECONDS: Final = 3.0
# Shapes that need no guard: no repetition in a repetition, no choice.
_HARMLESS: Final = re.compile(
    r"\^?(?:\\?[\w.-]\+?|\(\\\.\\d\+\)(?:\{\d(?:,\d)?\}|[?*])?|v\?|\[\w-\w\]\+)*\$?"
)
_CODE: Final = (
    "import json,re,sys;p,n=json.load(sys.stdin);"
    "json.dump([i for i,t in enumerate(n) if re.search(p,t)],sys.stdout)"
)


def matching(pattern: str, names: Sequence[str]) -> list[str]:
    """The names in which the pattern is found.

    Raises `BaselineError` for a pattern that is none or that takes too long.
    """
    try:
        wanted = re.compile(pattern)
    except (re.error, OverflowError, RecursionError) as error:
        raise BaselineError(
            f"`release-tags` is no regular expression: `{pattern}` ({error})"
        ) from error
    if _HARMLESS.fullmatch(pattern) and pattern.count("+") < 9:
        return [name for name in names if wanted.search(name)]
    return _guarded(wanted, names)


class _TooLongError(Exception):
    """The timer has run out."""


def _guarded(wanted: re.Pattern[str], names: Sequence[str]) -> list[str]:
    import signal  # noqa: PLC0415 - hardly any pattern comes here
    import threading  # noqa: PLC0415 - likewise

    if (
        not hasattr(signal, "setitimer")
        or threading.current_thread() is not threading.main_thread()
        or signal.getsignal(signal.SIGALRM) not in (signal.SIG_DFL, signal.SIG_IGN)
    ):
        return _elsewhere(wanted.pattern, names)

    def stop(_signal: int, _frame: object) -> None:
        raise _TooLongError

    before = signal.signal(signal.SIGALRM, stop)
    try:
        signal.setitimer(signal.ITIMER_REAL, SECONDS)
        return [name for name in names if wanted.search(name)]
    except _TooLongError:
        raise _too_long(wanted.pattern) from None
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _elsewhere(pattern: str, names: Sequence[str]) -> list[str]:
    import subprocess  # noqa: PLC0415 - likewise
    import sys  # noqa: PLC0415 - likewise

    try:
        done = subprocess.run(
            (sys.executable, "-I", "-S", "-c", _CODE),
            input=json.dumps([pattern, list(names)]).encode("ascii"),
            capture_output=True,
            timeout=SECONDS,
            check=True,
        )
    except subprocess.TimeoutExpired:
        raise _too_long(pattern) from None
    except (OSError, subprocess.CalledProcessError) as error:
        raise BaselineError(f"`release-tags` cannot be tried: {error}") from error
    return [names[index] for index in json.loads(done.stdout)]


def _too_long(pattern: str) -> BaselineError:
    return BaselineError(
        f"`release-tags` takes more than {SECONDS:.0f} seconds on the tags of this repository:"
        f" `{pattern[:80]}`; write a pattern without a repetition in a repetition"
    )
