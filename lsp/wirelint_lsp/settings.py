"""What a client may set (section `wirelint`, and `initializationOptions`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, Final, Literal

DiagnosticMode = Literal["auto", "workspace", "openFilesOnly"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ClientSettings:
    """Settings of one client; what rules say is set in `wirelint.toml`, for everybody.

    `baseline` is a baseline as `--against` takes it; "auto" means that of the configuration, else
    the newest release tag that is an ancestor; "off" compares with nothing. `config` names a
    configuration in place of the nearest one. `showNotes` shows findings of severity info that
    concern old stock, as hints. `diagnosticMode` says whether files that are not open are
    reported; "auto": where the client asks for them.
    """

    baseline: str = "auto"
    config: str = ""
    diagnosticMode: DiagnosticMode = "auto"  # noqa: N815 - names as clients send them
    showNotes: bool = True  # noqa: N815
    codeLens: bool = True  # noqa: N815
    inlayEffectiveVersions: bool = True  # noqa: N815
    inlayWireTypes: bool = False  # noqa: N815
    inlayGates: bool = True  # noqa: N815
    delay: int = 200


DEFAULTS: Final = ClientSettings()
_CHOICES: Final = {"diagnosticMode": ("auto", "workspace", "openFilesOnly")}


def read_settings(
    data: Any, below: ClientSettings = DEFAULTS
) -> tuple[ClientSettings, tuple[str, ...]]:
    """The settings of a JSON object on top of others, and what is wrong with it.

    A wrong value leaves the one below in force. Unknown names are passed over: clients send their
    own settings in the same section.
    """
    if data is None:
        return below, ()
    if not isinstance(data, Mapping):
        return below, (f"the settings of wirelint are no object but {_kind(data)}",)
    given: dict[str, Any] = {}
    problems: list[str] = []
    for one in fields(ClientSettings):
        name = one.name
        value = _look_up(data, name)
        if value is None:
            continue
        wrong = _wrong(name, value)
        if wrong:
            problems.append(f"`wirelint.{name}` {wrong}; {getattr(below, name)!r} holds")
        else:
            given[name] = value
    return replace(below, **given), tuple(problems)


def _look_up(data: Mapping[str, Any], name: str) -> Any:
    """A value by its name, or in a group: `inlayHints.wireTypes` may stand for `inlayWireTypes`."""
    if name in data:
        return data[name]
    group = data.get("inlayHints")
    if name.startswith("inlay") and isinstance(group, Mapping):
        short = name.removeprefix("inlay")
        return group.get(short[:1].lower() + short[1:])
    return None


def _wrong(name: str, value: Any) -> str | None:
    default = getattr(DEFAULTS, name)
    if name in _CHOICES:
        choices = _CHOICES[name]
        return None if value in choices else f"takes {' or '.join(choices)}, not {value!r}"
    if isinstance(default, bool):
        return None if isinstance(value, bool) else f"takes true or false, not {value!r}"
    if isinstance(default, int):
        good = isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= 10_000
        return None if good else f"takes milliseconds from 0 to 10000, not {value!r}"
    return None if isinstance(value, str) else f"takes a text, this is {_kind(value)}"


def _kind(value: Any) -> str:
    return {bool: "true or false", int: "a number", str: "a text", list: "a list"}.get(
        type(value), "another kind of value"
    )
