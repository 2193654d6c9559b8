"""The run itself."""
