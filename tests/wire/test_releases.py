"""The codec on real schemas and real frames."""

from __future__ import annotations

import os
import tomllib
from pathlib import Path
from random import Random

import pytest

from support.wire import packaged_messages, random_value, release_messages
from wirelint.schema.build import build
from wirelint.syntax.document import read_bytes
from wirelint.wire.codec import bound_at, decode, encode
from wirelint.wire.layout import layouts, stretches
from wirelint.wire.reading import read
from wirelint.wire.writing import write


@pytest.mark.parametrize("source", ["packaged", "4.2.0"])
def test_every_version_of_every_message_is_read_back(source: str) -> None:
    messages = packaged_messages() if source == "packaged" else release_messages(source)
    random = Random(4)
    versions = 0
    for message in messages:
        for version in message.valid_versions:
            bound = bound_at(message, version)
            value = random_value(bound, random)
            data = write(bound, value)
            again = read(bound, data)
            assert again.rest == 0
            assert write(bound, again.value) == data
            # Tags that were left out come back with their defaults.
            assert value.items() <= again.value.items() or bound.layout.tags is not None
            versions += 1
    print(f"{source}: {len(messages)} messages, {versions} versions")
    assert versions >= (480 if source == "packaged" else 732)


def test_recorded_frames_are_read_and_written_again() -> None:
    """WIRELINT_FRAMES is a checkout of krabka-io/krabka-protocol, which we do not ship."""
    root = os.environ.get("WIRELINT_FRAMES")
    if not root:
        pytest.skip("WIRELINT_FRAMES does not name a folder of frames")
    crate = Path(root, "crates", "protocol")
    messages = {}
    for path in (crate / "schemas").glob("*.json"):
        message, _ = build(read_bytes(path.name, path.read_bytes()))
        if message is not None:
            messages[message.type.value, message.api_key] = message
    frames = sorted((crate / "tests" / "corpus").glob("*.hex"))
    for path in frames:
        about = tomllib.loads(path.with_suffix(".toml").read_text(encoding="utf-8"))
        message = messages[about["direction"], about["api_key"]]
        data = bytes.fromhex("".join(path.read_text(encoding="utf-8").split()))
        found = decode(message, about["version"], data)
        assert found.rest == 0, path.name
        assert encode(message, about["version"], found.value) == data, path.name
        assert sum(part.length for part in found.parts) == len(data)
    print(f"{len(frames)} frames")
    assert len(frames) > 600


def test_no_layout_is_computed_twice() -> None:
    """As many computations as there are classes, on the schemas of a release."""
    for message in release_messages("4.2.0"):
        assert len(stretches(message)) == len(layouts(message)), message.name
