"""No text crashes the readers or holds them up."""

from __future__ import annotations

import random
import subprocess
import sys
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.syntax import assert_readers_agree, assert_sound
from wirelint.syntax.document import read_bytes

_ALPHABET = b"{}[],:\"'\\/*#01aZ\n\r\t \x00\xff-+.eEtruefalsnx\xef\xbb\xbf"


def heaps(seed: int, count: int) -> list[bytes]:
    choose = random.Random(seed)
    return [
        choose.randbytes(choose.randrange(1, 200))
        if choose.random() < 0.5
        else bytes(choose.choice(_ALPHABET) for _ in range(choose.randrange(1, 200)))
        for _ in range(count)
    ]


def test_heaps_of_bytes() -> None:
    for data in heaps(seed=1, count=500):
        assert_readers_agree(assert_sound(data).source.text)


@given(st.binary(max_size=80))
def test_any_bytes(data: bytes) -> None:
    assert_readers_agree(assert_sound(data).source.text)


@pytest.mark.slow
def test_many_heaps_of_bytes() -> None:
    read_bytes("x.json", b"")  # loads lark and the grammar
    worst = 0.0
    for data in heaps(seed=2, count=10_000):
        start = time.process_time()
        document = assert_sound(data)
        worst = max(worst, time.process_time() - start)
        assert_readers_agree(document.source.text)
    assert worst < 0.05


_HEAPS = [
    b"[", b"{", b'"', b"'", b"\\", b'"\\', b"/*", b"/", b"/ ", b"* /", b"//", b"#", b",", b"}",
    b'{"a":', b'"a":', b'"a" ', b'"a\n', b"a", b"1", b"-", b" ", b"\n", b"\x00", b"\xc3", b"\xc0\x80",
    b'"a" /* ', b"/* */", b"\xe2\x80\xa8",
]  # fmt: skip


@pytest.mark.parametrize("before", [b"", b'{"a":', b'{"a":1}', b'{"a":['])
@pytest.mark.parametrize("piece", _HEAPS)
def test_the_work_grows_with_the_text(piece: bytes, before: bytes) -> None:
    """Ten times the text costs some ten times as much, not a hundred times."""
    small, large = (
        min(_cost(before + piece * (size // len(piece))) for _ in range(2))
        for size in (20_000, 200_000)
    )
    assert large < 40 * max(small, 0.002)


def _cost(data: bytes) -> float:
    start = time.process_time()
    read_bytes("x.json", data)
    return time.process_time() - start


def test_a_clean_file_costs_no_lark() -> None:
    program = (
        "import sys\n"
        "from wirelint.syntax.document import read_bytes\n"
        'document = read_bytes("x.json", b\'{"a": [1, true], /* b */ // c\\n"d": "http://x"}\')\n'
        "assert document.problems[0].rule == 'block-comment'\n"
        "assert document.value == {'a': ['1', True], 'd': 'http://x'}\n"
        "print(*[name for name in ('lark', 'jsonschema', 'pathlib', 'argparse')"
        " if name in sys.modules])\n"
        "assert document.tree.span(('a', 1)).start == 10\n"
        "assert 'lark' not in sys.modules\n"
        "assert read_bytes('x.json', b'{]').tree.problems\n"
        "assert 'lark' in sys.modules\n"
    )
    done = subprocess.run(
        [sys.executable, "-S", "-c", f"import sys; sys.path[:0] = {sys.path!r}\n{program}"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == []
