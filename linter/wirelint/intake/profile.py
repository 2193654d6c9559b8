"""What kind of repository it is, and which dialect its schemas are in."""

from __future__ import annotations

from wirelint.config.model import Settings
from wirelint.engine.policy import Policy
from wirelint.profiles import PROFILES, Profile
from wirelint.schema.dialect import Dialect
from wirelint.sources.discovery import guess_profile
from wirelint.sources.tree import Tree


def profile_of(settings: Settings, tree: Tree) -> Profile:
    return PROFILES[settings.profile] if settings.profile else guess_profile(tree)


def dialect_of(settings: Settings, profile: Profile) -> Dialect:
    return Dialect(
        generation=settings.dialect or profile.dialect,
        extra_entity_types=profile.entity_types,
        extra_listeners=profile.listeners,
        extra_message_properties=frozenset(profile.message_properties),
        extra_field_properties=frozenset(profile.field_properties),
    )


def policy_from(settings: Settings, dialect: Dialect) -> Policy:
    """What the configuration alone says of rules."""
    return Policy(
        select=settings.select,
        extend_select=settings.extend_select,
        ignore=settings.ignore,
        severities=settings.severities,
        generation=dialect.generation,
    )
