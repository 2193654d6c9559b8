"""The schemas of one tree together."""
