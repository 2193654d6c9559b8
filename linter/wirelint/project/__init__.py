# The view over all schemas of a tree: what no single file can say. Built from messages that were
# loaded already; it reads nothing and judges nothing, rules do.
"""The schemas of one tree together."""

from wirelint.project.index import Project
from wirelint.project.keys import KeySpace, has_key_space
from wirelint.project.settings import KeyRange, ProjectFile, ProjectSettings

__all__ = [
    "KeyRange",
    "KeySpace",
    "Project",
    "ProjectFile",
    "ProjectSettings",
    "has_key_space",
]
