"""Gate tables together with schemas."""
