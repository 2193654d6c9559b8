"""What comments in Rust say about levels."""

from __future__ import annotations

import pytest

from support.gate_code import read_clean, text_at
from wirelint.gates.model import Feature, Flag, LevelRef

CODE = """
pub const KITE_VERSION_FEATURE: &str = "kite.version";
pub const KITE_VERSION_MIN: i16 = 0;
pub const KITE_VERSION_MAX: i16 = 3;
"""
LIST = """//! The north-owned `kite.version` feature.
//!
//! # Levels
//!
//! - **Level 0** means exactly the formats of 1.0.0. An image that has no
//!   finalized `kite.version` reads as level 0.
//! - **Level 1** also means the 1.0.0 formats. It carries no format
//!   change, and it never will: a 1.0.0 node advertises it.
//! - **Level 2** (first in 1.1.3) turns on tails (see [`Tail`]).
//! - **Level 3**, new in `1.2.0`, changes no private RPC.
//!
//! Level 4 is not there yet.
"""


def _feature(docs: str) -> Feature:
    (feature,) = read_clean(docs + CODE, "kite_version.rs").features
    return feature


def test_a_list_of_levels() -> None:
    rows = _feature(LIST).rows
    assert [row.doc for row in rows] == [
        "exactly the formats of 1.0.0. An image that has no finalized kite.version reads as level 0",
        "the 1.0.0 formats. It carries no format change, and it never will: a 1.0.0 node advertises it",
        "first in 1.1.3) turns on tails (see Tail)",
        "new in 1.2.0, changes no private RPC",
    ]
    assert [row.stamp.value if row.stamp else None for row in rows] == [
        "1.0.0",
        "1.0.0",
        "1.1.3",
        "1.2.0",
    ]
    assert [row.is_empty for row in rows] == [False, True, False, False]
    assert text_at(rows[2].stamp.origin) == "1.1.3"  # type: ignore[union-attr]


def test_what_a_comment_leaves_open_stays_unknown() -> None:
    rows = _feature(LIST).rows
    assert Flag.EMPTY not in rows[1].unknown
    assert Flag.EMPTY in rows[2].unknown


def test_owner_and_absence() -> None:
    feature = _feature(LIST)
    assert feature.owner is not None
    assert (feature.owner.value, feature.absent) == ("north", LevelRef(0))
    assert text_at(feature.owner.origin) == "north"


def test_running_text() -> None:
    rows = _feature(
        "//! A plain feature: 0 means paper kites, level 1 means\n"
        "//! silk, `2` means nylon plus a reel, and 3 enables the 4.0 motor. Both were in 3.9.\n"
    ).rows
    assert [row.doc for row in rows] == [
        "paper kites",
        "silk",
        "nylon plus a reel",
        "the 4.0 motor",
    ]


@pytest.mark.parametrize(
    "docs",
    [
        "//! Kafka 4.0 is the floor, and 1 is a number.\n",
        "//! Levels are told elsewhere.\n",
        "//! - Level\n",
        "",
    ],
)
def test_other_text_says_nothing(docs: str) -> None:
    feature = _feature(docs)
    assert not any(row.doc or row.stamp or row.flags for row in feature.rows)


@pytest.mark.parametrize(
    ("text", "stamp"),
    [
        ("turns on tails since 1.1.0", None),
        ("shipped in 1.1.0", "1.1.0"),
        ("first released with north 1.1", "1.1"),
        ("nodes of 1.1.0 advertise it", "1.1.0"),
        ("mirrors a level added in 3.5-IV2", None),
        ("the 1.1.0 formats again", None),
    ],
)
def test_stamps(text: str, stamp: str | None) -> None:
    row = _feature(f"//! - Level 0: paper\n//! - Level 2: {text}\n").rows[2]
    assert (row.stamp.value if row.stamp else None) == stamp


def test_absence_in_code_counts_before_comments() -> None:
    code = """
    impl KiteVersion {
        pub fn finalized(image: &Image) -> Self {
            Self(image.finalized_feature(KITE_VERSION_FEATURE).unwrap_or(1))
        }
    }
    """
    (feature,) = read_clean(LIST + CODE + code, "kite_version.rs").features
    assert feature.absent == LevelRef(1)
