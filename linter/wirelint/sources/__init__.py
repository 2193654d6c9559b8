"""All reading and writing of the core: trees of files, baselines, and what of them is looked at."""
