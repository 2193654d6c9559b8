"""Version-gate tables: the normal form, and the readers and writers around it."""
