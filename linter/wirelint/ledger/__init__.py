# `wirelint.lock`: text, one fact a line, sorted, made for review. A release is recorded once and its
# lines never change; what did not change since an earlier release is named by its digest only. Each
# release carries a digest over all before it, so that an edited past shows.
"""What each release promised, kept in one file."""

from wirelint.ledger.model import Definition, Ledger, Release
from wirelint.ledger.read import read_ledger
from wirelint.ledger.write import record, write_ledger

__all__ = ["Definition", "Ledger", "Release", "read_ledger", "record", "write_ledger"]
