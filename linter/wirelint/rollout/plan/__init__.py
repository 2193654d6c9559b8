# Only pairs of nodes matter, so counts do not: rolling one node at a time has three states (none,
# some, all), and a finalized level three (nobody, some, all see it). A plan plays them all.
"""Rolling upgrades, played through state by state."""
