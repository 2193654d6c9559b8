# Two kinds: what the editor shows, and keys of `wirelint.toml` under the names that JSON gives them. The
# second kind is read by the readers of that file, and stays one mapping: what it means is theirs to say.
"""What a client may set (section `wirelint`, and `initializationOptions`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any, Final, Literal

if TYPE_CHECKING:
    from wirelint.config.model import Settings

DiagnosticMode = Literal["auto", "workspace", "openFilesOnly"]
Preference = Literal["editorFirst", "filesystemFirst", "editorOnly"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ClientSettings:
    """Settings of one client; what holds for everybody is set in `wirelint.toml`.

    `baseline` is a baseline as `--against` takes it; "auto" means that of the configuration, else
    the newest release tag that is an ancestor; "off" compares with nothing. `config` names a
    configuration in place of the nearest one. `showNotes` shows findings of severity info that
    concern old stock, as hints. `diagnosticMode` says whether files that are not open are
    reported; "auto": where the client asks for them. `configurationPreference` says who wins where
    the client and a file set the same. `configuration` has what stands for keys of the file, by
    attribute of `wirelint.config.model.Settings`.
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
    configurationPreference: Preference = "editorFirst"  # noqa: N815
    configuration: Mapping[str, Any] = field(default_factory=dict)


DEFAULTS: Final = ClientSettings()
_CHOICES: Final = {
    "diagnosticMode": ("auto", "workspace", "openFilesOnly"),
    "configurationPreference": ("editorFirst", "filesystemFirst", "editorOnly"),
}
# Keys of the configuration that a client may set, as the file spells them.
MIRRORED: Final = {
    "profile": "profile",
    "dialect": "dialect",
    "exclude": "exclude",
    "select": "select",
    "extendSelect": "extend-select",
    "ignore": "ignore",
    "severity": "severity",
    "perFileIgnores": "per-file-ignores",
    "releaseTags": "release-tags",
    "releaseBranches": "release-branches",
}
_ADDED: Final = ("extend_select", "ignore", "exclude")
_JOINED: Final = ("severities", "per_file_ignores")


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
        if name == "configuration":
            continue
        value = _look_up(data, name)
        if value is None:
            continue
        wrong = _wrong(name, value)
        if wrong:
            problems.append(f"`wirelint.{name}` {wrong}; {getattr(below, name)!r} holds")
        else:
            given[name] = value
    given["configuration"] = _configuration(data, below, problems)
    return replace(below, **given), tuple(problems)


def on_top(client: ClientSettings, file: Settings) -> Settings:
    """What holds: the settings of a file, and those of the client as its preference wants them.

    As on the command line, most of what a client sets stands in for the file's, rules to ignore
    come on top of the file's, and a severity holds for its rule or category.
    """
    given = dict(client.configuration)
    if client.configurationPreference == "filesystemFirst":
        given = {name: value for name, value in given.items() if not getattr(file, name)} | {
            name: {**given[name], **getattr(file, name)} for name in _JOINED if name in given
        }
    else:
        for name in given:
            if name in _ADDED:
                given[name] = (*getattr(file, name), *given[name])
            elif name in _JOINED:
                given[name] = {**getattr(file, name), **given[name]}
    return replace(file, **given) if given else file


def _configuration(
    data: Mapping[str, Any], below: ClientSettings, problems: list[str]
) -> Mapping[str, Any]:
    present = {name: data[name] for name in MIRRORED if data.get(name) is not None}
    if not present:
        return below.configuration
    from wirelint.config.read import (  # noqa: PLC0415 - a client waits for `initialize`
        SETTING_NAMES,
        read_settings,
    )

    attributes = {key: name for name, key in SETTING_NAMES.items()}
    values = dict(below.configuration)
    for name, value in present.items():
        attribute = attributes[MIRRORED[name]]
        if value in ("", [], (), {}):  # as a client sends what is not set
            values.pop(attribute, None)
            continue
        read, wrong = read_settings({MIRRORED[name]: _plain(value)})
        problems += (f"`wirelint.{_path(name, one.path)}` {one.message}" for one in wrong)
        values |= read
    return values


def _path(name: str, path: tuple[str | int, ...]) -> str:
    return name + "".join(f"[{one}]" if isinstance(one, int) else f".{one}" for one in path[1:])


def _plain(value: Any) -> Any:
    """Lists as TOML has them."""
    if isinstance(value, Mapping):
        return {str(key): _plain(one) for key, one in value.items()}
    return [_plain(one) for one in value] if isinstance(value, list | tuple) else value


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
