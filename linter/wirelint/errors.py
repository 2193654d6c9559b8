"""The errors a caller may show: each message is complete and needs no traceback."""

from __future__ import annotations


class WirelintError(Exception):
    """What the tool was asked for cannot be done.

    The message says what was asked, what is wrong with it, and what to do. Command line: exit 2.
    """


class UsageError(WirelintError):
    """An argument that means nothing here, such as a named file of another kind."""


class BaselineError(WirelintError):
    """A baseline that cannot be read. It is never treated as "no findings"."""
