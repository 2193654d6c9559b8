"""Names that are nearly the wanted one."""

from __future__ import annotations

from collections.abc import Iterable


def near(wanted: str, names: Iterable[str], count: int = 3) -> list[str]:
    """Give the names that may have been meant, nearest first; capitals make no difference."""
    import difflib  # noqa: PLC0415 - only where something is wrong

    folded: dict[str, list[str]] = {}
    for name in sorted(set(names)):
        folded.setdefault(name.lower(), []).append(name)
    close = difflib.get_close_matches(wanted.lower(), folded, n=count, cutoff=0.7)
    return [name for one in close for name in folded[one]][:count]


def nearest(wanted: str, names: Iterable[str]) -> str | None:
    """Give the name that was probably meant."""
    return next(iter(near(wanted, names, 1)), None)


def did_you_mean(wanted: str, names: Iterable[str]) -> str:
    """Give the end of a message about a name that does not exist: a suggestion, or nothing."""
    found = " or ".join(f"`{one}`" for one in near(wanted, names))
    return f"; did you mean {found}?" if found else ""
