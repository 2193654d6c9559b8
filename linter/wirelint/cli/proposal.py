"""The configuration that `wirelint init` proposes, as a commented text."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Final

import wirelint
from wirelint.intake.detect import Detected
from wirelint.profiles import PLAIN
from wirelint.text import inert

FINDINGS_FILE: Final = "wirelint.findings"


def proposal(found: Detected, baseline: str | None, *, accepts: bool) -> str:
    """The text of `wirelint.toml`. `accepts` says that findings of today are listed beside it."""
    return "".join(f"{line}\n" for line in _lines(found, baseline, accepts=accepts))


def baseline_of(found: Detected) -> str | None:
    """What `--against` should mean: `release`, or the newest release by name; None without any."""
    if found.releases is None:
        return None
    return "release" if found.releases.is_ancestor else found.releases.newest


def _lines(found: Detected, baseline: str | None, *, accepts: bool) -> Iterator[str]:
    profile = found.profile
    major, minor = wirelint.__version__.split(".")[:2]
    yield "# How wirelint looks at this repository. `wirelint check --show-settings` prints what holds"
    yield "# and, as comments, every other setting with what it is for."
    yield f'required-version = ">={major}.{minor}"'
    yield ""
    if profile is PLAIN:
        yield "# Schemas and gate tables are recognised by what they hold, wherever they lie."
    else:
        yield f"# Where schemas and gate tables lie, and what is special there: {profile.title}."
    yield f'profile = "{profile.name}"'
    yield "# Files that are no part of the protocol, such as test data."
    yield '# exclude = ["**/test/**"]'
    yield ""
    yield from _baseline(found, baseline)
    yield ""
    if found.relation in ("fork", "vendors"):
        yield "# Where the schemas come from: `wirelint check --upstream` compares them with it."
        yield "# A clone beside this one, at the release that they were taken from."
        yield '# upstream = "git:../kafka#4.1.0"'
        yield ""
    if accepts:
        yield "# The findings of today. They are left out, new ones are shown; look through the list"
        yield "# once. `wirelint check --update` takes off what was mended."
        yield f'baseline-findings = "{FINDINGS_FILE}"'
        yield ""
    yield "# The least severity that fails a run: error, warning, info or never."
    yield 'fail-on = "error"'
    if found.relation == "fork":
        yield from _fork(found)
    yield ""
    yield "# A rule or a category of rules may be given another severity, or be off."
    yield "# [severity]"
    yield '# missing-about = "off"'
    yield "# [per-file-ignores]"
    yield '# "storage/**" = ["missing-about"]'
    yield ""
    yield "# A finding that was looked at and may stand, until a release."
    yield "# [[waiver]]"
    yield '# rule = "released-layout-changed"'
    yield '# message = "ExampleRecord"'
    yield '# until = "9.9.0"'
    yield '# reason = "never written by a release"'


def _baseline(found: Detected, baseline: str | None) -> Iterator[str]:
    releases = found.releases
    if releases is not None and baseline is not None:
        if releases.pattern != found.profile.release_tags:
            yield f"# Which tags are releases: {releases.count} are, such as `{releases.newest}`."
            yield f"release-tags = {_quoted(releases.pattern)}"
        if baseline == "release":
            yield "# What `wirelint check --against` compares with: the newest release tag that is"
            yield f"# an ancestor (today `{releases.newest}`)."
        else:
            yield "# What `wirelint check --against` compares with: the newest release. No release tag"
            yield "# is an ancestor of this commit, so name each new one here. Every run says so, until"
            yield '# `baseline-not-ancestor = "off"` stands under [severity].'
        yield f"baseline = {_quoted(baseline)}"
        return
    yield "# What `wirelint check --against` compares with. There is no release tag here: name a"
    yield "# revision, or record each release with `wirelint ledger record RELEASE`."
    yield '# baseline = "wirelint.lock"'


def _quoted(text: str) -> str:
    """A text in TOML: names of tags and remotes are a stranger's."""
    plain = inert(text)
    if "\\" in plain and "'" not in plain:
        return f"'{plain}'"  # a pattern, as it is
    return json.dumps(plain, ensure_ascii=False)


def _fork(found: Detected) -> Iterator[str]:
    yield ""
    yield "# Whose features, levels and api keys are ours: others belong to upstream."
    yield "[gates]"
    yield f"owner = {_quoted(found.name)}"
    yield ""
    yield "# Api keys that upstream gives out, and its messages that this tree keeps a copy of."
    yield "# [[key-range]]"
    yield '# keys = "0-499"'
    yield '# owner = "kafka"'
    yield '# messages = ["*Request", "*Response"]'
