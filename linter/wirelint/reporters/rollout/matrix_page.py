"""The matrix as a page."""

from wirelint.reporters.rollout import Answer
from wirelint.rollout.matrix import Matrix


def to_html(matrix: Matrix, answer: Answer) -> str:
    return ""
