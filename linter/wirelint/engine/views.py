"""A configuration and a profile as each layer below wants to hear of them."""

from __future__ import annotations

from wirelint.config.model import Settings
from wirelint.profiles import Listed, Profile
from wirelint.project.settings import AdvertisedRange, GateOptions, KeyRange, ProjectSettings
from wirelint.sources.release_tags import matching


def project_settings(
    settings: Settings, profile: Profile, generation: str | None
) -> ProjectSettings:
    return ProjectSettings(
        joined_key_spaces=settings.joined_key_spaces,
        key_ranges=_key_ranges(settings),
        owner=settings.gates.owner,
        frozen=frozen_messages(settings, profile),
        file_names=profile.file_names,
        generation=generation,
    )


def gate_options(settings: Settings) -> GateOptions:
    return GateOptions(
        owner=settings.gates.owner,
        window=settings.gates.upgrade_window,
        ladders=settings.gates.ladders,
        key_ranges=_key_ranges(settings),
        advertised=tuple(AdvertisedRange(one.message, one.versions) for one in settings.advertised),
    )


def release_of(name: str, settings: Settings, profile: Profile) -> str | None:
    """The release that a baseline is, where its name is that of a release tag."""
    tag = name.rpartition("#")[2]
    return tag if matching(settings.release_tags or profile.release_tags, (tag,)) else None


def frozen_messages(settings: Settings, profile: Profile) -> tuple[Listed, ...]:
    """The configured list, else the profile's."""
    return profile.frozen if settings.frozen is None else settings.frozen


def _key_ranges(settings: Settings) -> tuple[KeyRange, ...]:
    return tuple(
        KeyRange(one.low, one.high, one.owner, one.messages) for one in settings.key_ranges
    )
