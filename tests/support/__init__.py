"""Helpers that tests share; imported as `support`."""
