"""The plan as a page."""

from __future__ import annotations

from wirelint.rollout.plan.model import Plan


def to_html(plan: Plan) -> str:
    return ""
