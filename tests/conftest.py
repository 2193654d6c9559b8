"""Settings of the test run."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

# Timing is for benchmarks: a busy machine must not fail a test.
settings.register_profile(
    "wirelint", deadline=None, suppress_health_check=[HealthCheck.too_slow], max_examples=60
)
settings.load_profile("wirelint")
