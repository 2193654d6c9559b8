"""Comments, per-file ignores and waivers: what a repository chose not to hear."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator

from wirelint.config.model import Settings, Waiver
from wirelint.diagnostics import Diagnostic, Finding, Problem
from wirelint.lazy_dataclass import dataclass
from wirelint.releases import reached
from wirelint.sources.globs import Globs
from wirelint.spelling import near
from wirelint.suppress import Directive, directives, excuse, unused
from wirelint.syntax.document import Document
from wirelint.text import Location, SourceText, Span


@dataclass(frozen=True, slots=True)
class Excused:
    """A diagnostic that does not stand, and why: by a comment beside it, or by a waiver."""

    diagnostic: Diagnostic
    by_comment: bool
    reason: str


class Excuses:
    """Gathers what is excused in a run, applies it, and tells what is wrong with it."""

    def __init__(self, settings: Settings, release: str | None = None) -> None:
        """`release` is the newest release that a baseline has reached: it ends waivers."""
        self._settings = settings
        self._expired = [one for one in settings.waivers if reached(release, one.until)]
        self._waivers = [one for one in settings.waivers if one not in self._expired]
        self._directives: list[Directive] = []
        self._problems: list[Problem] = []
        self._used: frozenset[tuple[int, str]] = frozenset()
        self._globs = [
            (Globs((pattern,)), frozenset(names))
            for pattern, names in settings.per_file_ignores.items()
        ]

    def read(self, documents: Iterable[Document], tables: Iterable[SourceText]) -> None:
        """Take the suppression comments of the files."""
        for document in documents:
            if "wirelint:" in document.source.text:
                comments = [Span(one.span.start, one.span.end) for one in document.tree.comments]
                self._take(document.source, comments)
        for source in tables:
            self._take(source, None)

    def apply(self, found: Iterable[Diagnostic]) -> tuple[list[Diagnostic], list[Excused]]:
        """What stands, and what does not."""
        here = [one for one in found if not self._ignored(one)]
        excused = excuse(here, self._directives)
        self._used = excused.used
        left_out = [
            Excused(one, by_comment=True, reason=directive.reason)
            for one, directive in excused.suppressed
        ]
        kept = []
        for one in excused.kept:
            waiver = next((waiver for waiver in self._waivers if waives(waiver, one)), None)
            if waiver is None:
                kept.append(one)
            else:
                left_out.append(Excused(one, by_comment=False, reason=waiver.reason))
        return kept, left_out

    def problems(
        self, ran: Collection[str], known: Callable[[], Collection[str]]
    ) -> Iterator[Problem]:
        """What is wrong with the suppressions, after `apply`."""
        yield from self._problems
        for waiver in self._expired:
            yield Problem("expired-waiver", _expired(self._settings, waiver))
        if self._directives:
            if any(name not in ran for one in self._directives for name in one.names):
                yield from _unknown(self._directives, known())
            yield from unused(self._directives, self._used, frozenset(ran))

    def _take(self, source: SourceText, comments: list[Span] | None) -> None:
        found, problems = directives(source, comments)
        self._directives += found
        self._problems += problems

    def _ignored(self, one: Diagnostic) -> bool:
        if not self._globs:
            return False
        path = one.finding.at.source.path
        if self._settings.base:
            path = f"{self._settings.base}/{path}"
        return any(
            any(name in names for name in (*one.names, one.category.value)) and globs.match(path)
            for globs, names in self._globs
        )


def waives(waiver: Waiver, one: Diagnostic) -> bool:
    """Whether every part that the waiver gives matches the diagnostic."""
    if waiver.rule not in one.names:
        return False
    if waiver.message is not None and not Globs((waiver.message,)).match(one.message_name or ""):
        return False
    if waiver.path is not None and not Globs((waiver.path,)).match(one.finding.at.source.path):
        return False
    versions = one.finding.versions
    return waiver.versions is None or versions is None or waiver.versions.contains(versions)


def _expired(settings: Settings, waiver: Waiver) -> Finding:
    from wirelint.config.find import setting_place  # noqa: PLC0415 - only for findings

    of = f" of `{waiver.message}`" if waiver.message else ""
    return Finding(
        setting_place(settings, ("waiver", waiver.index)),
        f"the waiver of `{waiver.rule}`{of} ended with {waiver.until}",
        help="Mend what it waived, or give it a later `until` and say why",
    )


def _meant(name: str, known: Collection[str]) -> str:
    close = near(name, known)
    if not close:
        return "`wirelint rule` lists the names"
    return f"Write {' or '.join(f'`{one}`' for one in close)}"


def _unknown(found: Iterable[Directive], known: Collection[str]) -> Iterator[Problem]:
    for directive in found:
        for name, span in zip(directive.names, directive.name_spans, strict=True):
            if name not in known:
                yield Problem(
                    "unknown-rule-in-suppression",
                    Finding(
                        Location(directive.source, span),
                        f"there is no rule `{name}`",
                        help=_meant(name, known),
                    ),
                )
