# Kafka: `Feature.defaultLevel` and `FeatureVersion.bootstrapMetadataVersion` (KIP-1022).
"""Which levels a fresh cluster starts with."""

from __future__ import annotations

from wirelint.gates.model import BootstrapKind
from wirelint.project.gates import FeatureSite, same_feature


def default_at(site: FeatureSite, driver: str, number: int) -> int:
    """The level a feature takes by default when another feature starts at a level.

    Levels are walked upwards until the first one that does not qualify; with none it is the lowest.
    """
    chosen = site.feature.low or 0
    for row in sorted(site.feature.levels, key=lambda row: row.number or 0):
        default = row.default_from
        if default is None or default.feature.value != driver:
            continue
        start = site.gates.resolve(default.feature, default.level)
        if start is None or start > number:
            break
        chosen = max(chosen, row.number or 0)
    return chosen


def fresh_level(site: FeatureSite) -> int | None:
    """The level of a cluster that is formatted without a choice; None where nobody says."""
    bootstrap = site.feature.bootstrap
    if bootstrap is None:
        return None
    if bootstrap.kind is BootstrapKind.AT:
        return site.number(bootstrap.level)
    if bootstrap.kind is BootstrapKind.PRODUCTION:
        return site.feature.production
    if bootstrap.feature is None:
        return None
    driver = site.view.feature(bootstrap.feature, site.table)
    start = None
    if driver is not None and not same_feature(driver.feature, site.feature):
        start = fresh_level(driver) if driver.feature.bootstrap is not None else None
        start = driver.feature.production if start is None else start
    return None if start is None else default_at(site, bootstrap.feature.value, start)
