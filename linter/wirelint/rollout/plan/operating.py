"""What an operator types and edits."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from wirelint.gates.model import Feature
from wirelint.rollout.plan.finalizing import is_control
from wirelint.rollout.releases import Release
from wirelint.rollout.views import ReleaseGates

# Switches that the configuration calls otherwise than the gate table.
_CONFIG_NAMES: Final = {"message.format.version": "log.message.format.version"}
_TOOL: Final = "bin/kafka-features.sh"
_BROKERS: Final = "--bootstrap-server BROKER:9092"
_CONTROLLERS: Final = "--bootstrap-controller CONTROLLER:9093"


def set_level(feature: Feature | None, name: str, level: int, *, down: bool = False) -> str:
    """The command that finalizes a level."""
    where = _CONTROLLERS if is_control(feature) else _BROKERS
    return f"{_TOOL} {where} {'downgrade' if down else 'upgrade'} --feature {_shell(name)}={level}"


def _shell(name: str) -> str:
    """A name of a stranger's table, in a line that an operator pastes."""
    import shlex  # noqa: PLC0415 - rare

    return shlex.quote(name)


def describe() -> str:
    """The command that shows what is finalized."""
    return f"{_TOOL} {_BROKERS} describe"


def setting(view: ReleaseGates, name: str, level: int, releases: Iterable[Release] = ()) -> str:
    """The line of the node's configuration that sets a switch.

    Its value is the level's name where that is a version, else the release that stands for it.
    """
    return f"{_CONFIG_NAMES.get(name, name)}={_value(view, name, level, releases)}"


def settings(
    view: ReleaseGates, levels: Mapping[str, int], releases: Iterable[Release]
) -> tuple[str, ...]:
    known = tuple(releases)
    return tuple(setting(view, name, level, known) for name, level in levels.items())


def _value(view: ReleaseGates, name: str, level: int, releases: Iterable[Release]) -> str:
    row = view.row(name, level)
    if row is not None and row.name is not None and row.name[:1].isdigit():
        return row.name
    for one in releases:
        if one.view.supports(name).high == level and one.number is not None:
            return one.name
    if row is not None and row.stamp is not None:
        return row.stamp.value
    return str(level)
