"""Across releases."""
