"""From a tree of files and a configuration to what the engine runs on."""
