# Everything here is arithmetic on ranges, levels and ladders: what a request builder allows, what the
# peer lists and serves, and who notices when nothing fits. No IO; releases come ready made from the
# front end. Kafka's code names are in the modules that model them.
"""Releases, nodes and paths: who sends which version to whom, and what a rolling upgrade does."""
