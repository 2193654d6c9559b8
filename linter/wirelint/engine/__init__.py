"""From files and rules to diagnostics."""
