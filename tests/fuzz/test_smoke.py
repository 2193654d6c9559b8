"""Seeds, what once broke something, and a few mutations of both, without a fuzzer."""

from __future__ import annotations

import random
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

import targets

_PIECES = (
    b'"', b"{", b"}", b"[", b"]", b",", b":", b"//", b"/*", b"\\", b"\\ud800", b"\x00", b"\xff", b"\r\n",
    b"-1", b"99999999999999999999", b"1e999", b"0+", b"none", b"null", b"\xe2\x80\xae", b"=", b"#", b"'",
)  # fmt: skip


def mutated(data: bytes, choose: random.Random) -> bytes:
    for _ in range(choose.randrange(1, 4)):
        at = choose.randrange(len(data) + 1)
        match choose.randrange(4):
            case 0:
                data = data[:at] + choose.choice(_PIECES) + data[at:]
            case 1:
                data = data[:at] + data[at + choose.randrange(1, 40) :]
            case 2:
                data = data[:at] + bytes((choose.randrange(256),)) + data[at + 1 :]
            case _:
                end = at + choose.randrange(1, 200)
                data = data[:end] + data[at:end] + data[end:]
    return data


@pytest.mark.parametrize("name", targets.TARGETS)
def test_seeds_and_mutations(name: str) -> None:
    target, choose = targets.TARGETS[name], random.Random(name)
    known = [one for one in targets.seeds(name) if len(one) < 20_000]
    assert known
    for seed in known[-12:]:
        target(seed)
    for _ in range(25):
        target(mutated(choose.choice(known), choose))
