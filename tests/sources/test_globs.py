from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wirelint.sources.globs import Globs


@pytest.mark.parametrize(
    ("pattern", "path"),
    [
        ("*.json", "a.json"),
        ("*.json", "deep/down/a.json"),
        ("/*.json", "a.json"),
        ("a/*.json", "a/b.json"),
        ("a/**", "a/b"),
        ("a/**", "a/b/c"),
        ("a/**/c", "a/c"),
        ("a/**/c", "a/b/b/c"),
        ("**/c", "c"),
        ("**/b/**/d", "a/b/c/d"),
        ("{a,b/c}/d", "b/c/d"),
        ("{a,b}{1,2}.json", "b2.json"),
        ("[ab].json", "b.json"),
        ("[!ab].json", "c.json"),
        ("v?.json", "v1.json"),
        ("a+(b).json", "a+(b).json"),
        ("[z-a].json", "[z-a].json"),
    ],
)
def test_matches(pattern: str, path: str) -> None:
    assert Globs([pattern]).match(path)


@pytest.mark.parametrize(
    ("pattern", "path"),
    [
        ("/*.json", "a/b.json"),
        ("a/*.json", "a/b/c.json"),
        ("a/*.json", "b/a/c.json"),
        ("a/**", "a"),
        ("a/**/c", "a/b"),
        ("[!ab].json", "a.json"),
        ("v?.json", "v10.json"),
        ("*.json", "a.jsonl"),
        ("a.json", "aXjson"),
        ("", "a"),
    ],
)
def test_does_not_match(pattern: str, path: str) -> None:
    assert not Globs([pattern]).match(path)


@pytest.mark.parametrize("pattern", ["generator", "generator/", "generator/**", "**/generator"])
def test_an_exclusion_covers_what_is_below(pattern: str) -> None:
    assert Globs([pattern]).match_with_parents("generator/src/a.json")
    assert not Globs([pattern]).match_with_parents("generators/src/a.json")


@given(st.lists(st.sampled_from(["a", "b", "ab", "c.json"]), min_size=1, max_size=5))
def test_a_path_matches_itself_and_anything_matches_everything(names: list[str]) -> None:
    path = "/".join(names)
    assert Globs(["/" + path]).match(path)
    assert Globs(["**"]).match(path)
    assert Globs([names[-1]]).match(path)
    assert Globs(["/".join("*" for _ in names)]).match(path)
