"""Settings: `wirelint.toml`, or `[tool.wirelint]` in `pyproject.toml`."""
