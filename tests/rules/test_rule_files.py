"""A rule is one file: filed under its category, named after its rule, with a whole page."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import pytest

import wirelint_rules
from wirelint.diagnostics import Category, Severity
from wirelint.pages import REQUIRED_HEADINGS, headings
from wirelint.rule import AnyRule, Rule
from wirelint_rules import load_rules

ROOT = Path(wirelint_rules.__file__).parent
FILES = sorted(path for path in ROOT.glob("*/*.py") if not path.name.startswith("_"))
RULES = load_rules()

# Names that scripts rely on from the start (docs: commands).
PROMISED = {
    "released-version-removed",
    "released-layout-changed",
    "tag-reused",
    "advertised-level-reused",
    "non-flexible-version-bumped",
    "ungated-version",
}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_file_defines_one_rule(file: Path) -> None:
    module = import_module(f"wirelint_rules.{file.parent.name}.{file.stem}")
    own = [
        value
        for value in vars(module).values()
        if isinstance(value, Rule) and value.module == module.__name__
    ]
    assert len(own) == 1
    assert own[0] in RULES


def test_folders_are_the_categories() -> None:
    folders = {path.name for path in ROOT.iterdir() if (path / "__init__.py").is_file()}
    assert folders == {one.value.replace("-", "_") for one in Category}


def test_names_are_never_shared() -> None:
    names = [name for rule in RULES for name in (rule.id, *rule.aliases)]
    assert sorted(names) == sorted(set(names))
    assert not set(names) & {one.value for one in Category}, "a category has a rule's name"


def test_promised_names_are_there() -> None:
    assert {rule.id for rule in RULES} >= PROMISED


def test_loading_some_categories_gives_their_rules() -> None:
    some = (Category.EVOLUTION, Category.SCHEMA)
    assert load_rules(some) == tuple(rule for rule in RULES if rule.category in some)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_rule_is_filed_where_its_metadata_says(rule: AnyRule) -> None:
    _, folder, stem = rule.module.split(".")
    assert (folder.replace("_", "-"), stem.replace("_", "-")) == (rule.category.value, rule.id)
    assert re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", rule.id)
    assert re.fullmatch(r"\d+\.\d+", rule.since)
    assert rule.severity in Severity


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_page_is_whole(rule: AnyRule) -> None:
    assert (
        tuple(one for one in headings(rule.page) if one in REQUIRED_HEADINGS) == REQUIRED_HEADINGS
    )
    assert re.fullmatch(r"[A-Z`].*\.", rule.summary), "the first line says what it is about"
    for section in re.split(r"^## ", rule.page, flags=re.MULTILINE)[1:]:
        heading, _, body = section.partition("\n")
        assert body.strip(), f"{heading} says nothing"
