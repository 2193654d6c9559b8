"""Where in a schema a field can be left out: valid versions that have its parent and not it."""

from __future__ import annotations

from collections.abc import Mapping

from wirelint.evolution.versions import Versions, hull, joined, without
from wirelint.lazy_dataclass import dataclass
from wirelint.schema.model import Field, FieldSite, Message, Struct, sites
from wirelint.versions import VersionRange


@dataclass(frozen=True, slots=True)
class Presence:
    """`absent`: the versions at which what holds the field is written and the field is not."""

    site: FieldSite
    absent: Versions


def presences(message: Message) -> Mapping[int, Presence]:
    """By identity of the field. A common struct counts where some field uses it."""
    all_sites = tuple(sites(message))
    uses: dict[str, list[VersionRange]] = {}
    for site in all_sites:
        if site.field.type.is_struct and not site.field.fields:
            uses.setdefault(site.field.type.name, []).append(site.versions)
    present: dict[int, VersionRange] = {}
    found: dict[int, Presence] = {}
    for site in all_sites:
        owner = site.owner
        if isinstance(owner, Field):
            around = present[id(owner)]
        elif isinstance(owner, Struct):
            around = hull(joined(uses.get(owner.name, ()))) & owner.versions
        else:
            around = message.valid_versions
        present[id(site.field)] = site.versions & around
        found[id(site.field)] = Presence(site, without(around, (site.versions,)))
    return found
