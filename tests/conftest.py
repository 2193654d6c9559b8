"""Settings of the test run."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, settings

# Timing is for benchmarks: a busy machine must not fail a test.
settings.register_profile(
    "wirelint", deadline=None, suppress_health_check=[HealthCheck.too_slow], max_examples=60
)
settings.load_profile("wirelint")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave slow tests out unless the run names the marker."""
    if "slow" in config.option.markexpr:
        return
    for item in items:
        if item.get_closest_marker("slow"):
            item.add_marker(pytest.mark.skip(reason="slow; `-m slow` runs it"))
