"""What a configuration can say."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from wirelint.diagnostics import Severity
from wirelint.lazy_dataclass import dataclass, field
from wirelint.profiles import Listed
from wirelint.text import SourceText
from wirelint.versions import VersionRange


@dataclass(frozen=True, slots=True)
class Removal:
    """An announced cut: these versions go with that release."""

    message: str
    versions: VersionRange
    release: str | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Advertised:
    """A range that ApiVersions lists although it differs from what is served."""

    message: str
    versions: VersionRange
    reason: str = ""


@dataclass(frozen=True, slots=True)
class KeyRange:
    """Api keys that belong to someone, both bounds included.

    `messages` are names (`*` allowed) of the owner's own messages that this tree keeps a copy of.
    """

    low: int
    high: int
    owner: str
    messages: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class EarlyAccess:
    """Messages (a name, `*` allowed) whose layouts may change until a release."""

    message: str
    until: str | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Waiver:
    """A finding that was looked at and let through. Each given part must match."""

    rule: str
    reason: str
    message: str | None = None
    versions: VersionRange | None = None
    path: str | None = None
    until: str | None = None
    index: int = 0  # place in the file, for messages


@dataclass(frozen=True, slots=True, kw_only=True)
class GateSettings:
    """`[gates]`: files besides those that are found, the promised window, ladders by hand."""

    files: tuple[str, ...] = ()
    upgrade_window: tuple[str, ...] = ()
    ladders: Mapping[str, str] = field(default_factory=dict)
    owner: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """A configuration after `extend`. `path` is its file, None without one.

    `base` leads from the configuration's folder to the working directory ("" when the same):
    patterns in the file are relative to that folder.
    """

    path: str | None = None
    base: str = ""
    required_version: str | None = None
    profile: str | None = None
    dialect: str | None = None
    exclude: tuple[str, ...] = ()
    select: tuple[str, ...] = ()
    extend_select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    severities: Mapping[str, Severity] = field(default_factory=dict)
    fail_on: str | None = None
    per_file_ignores: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    release_tags: str | None = None
    baseline: str | None = None
    upstream: str | None = None
    baseline_findings: str | None = None
    release_branches: tuple[str, ...] = ()
    joined_key_spaces: tuple[tuple[str, ...], ...] = ()
    frozen: tuple[Listed, ...] | None = None
    watched: tuple[Listed, ...] | None = None
    removals: tuple[Removal, ...] = ()
    advertised: tuple[Advertised, ...] = ()
    key_ranges: tuple[KeyRange, ...] = ()
    early_access: tuple[EarlyAccess, ...] = ()
    waivers: tuple[Waiver, ...] = ()
    gates: GateSettings = GateSettings()
    rules_url: str | None = None
    source: SourceText | None = field(default=None, compare=False, repr=False)


NO_SETTINGS: Final = Settings()
