"""What changed between a baseline and the checked tree, and what of it matters."""
