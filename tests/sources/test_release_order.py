"""Which of two releases is the later one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wirelint.releases import is_before_release, numbers, order, reached


def test_releases_stand_in_the_order_in_which_they_are_made() -> None:
    tags = [
        "nightly", "0.10.2.1", "3.9.0", "3.10.0", "4.0.0-SNAPSHOT", "4.0.0-beta3", "4.0.0-rc1",
        "4.0.0-rc10", "4.0.0", "4.0.0-fork.2", "4.0.1", "v24.3.2",
    ]  # fmt: skip
    assert sorted(tags, key=order) == tags


@pytest.mark.parametrize(
    ("release", "until", "is_there"),
    [
        ("4.0.0", "4.0.0", True),
        ("v4.0.1", "4.0", True),
        ("4.0", "4.0.0", True),  # as `upgrade-window` may write it
        ("4.0.0-rc1", "4.0.0", False),
        ("4.0.0-SNAPSHOT", "4.0.0", False),
        ("4.0.0-rc1", "3.9.1", True),
        ("4.0.0-inkless", "4.0.0", True),
        ("3.9.0", "3.10.0", False),
        (None, "4.0.0", False),
        ("4.0.0", None, False),
        ("4.0.0", "some day", False),
        ("trunk", "4.0.0", False),
    ],
)
def test_an_end_is_reached_by_its_release_and_not_by_a_candidate(
    release: str | None, until: str | None, is_there: bool
) -> None:
    assert reached(release, until) is is_there


def test_a_number_of_any_length_is_only_large() -> None:
    assert order("1." + "9" * 5000) > order("1.2")


def test_words_that_only_end_like_a_stage_are_none() -> None:
    assert is_before_release("4.0.0-m2")
    assert not is_before_release("4.0.0-platform")
    assert not is_before_release("4.0.0-contest")


@given(st.lists(st.integers(0, 30), min_size=1, max_size=4), st.integers(1, 40))
def test_a_candidate_stands_between_its_release_and_the_one_before(
    parts: list[int], candidate: int
) -> None:
    release = ".".join(map(str, parts))
    before = order(f"{release}-rc{candidate}")
    assert numbers(release) == tuple(parts)
    assert before < order(release) < order(f"{release}.1")
    assert before < order(f"{release}-rc{candidate + 1}")
    if parts[-1]:
        assert before > order(".".join(map(str, [*parts[:-1], parts[-1] - 1])))
