"""Version-gate tables, alone and against a baseline."""
