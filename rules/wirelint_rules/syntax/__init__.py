"""The text of one file."""
