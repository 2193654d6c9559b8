"""Links in the pages lead somewhere. The strict build (`make docs`) holds the built site to the same."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from support.documents import DOCS, is_generated, pages
from support.shared import REPOSITORY
from wirelint_rules import load_rules

LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)")


def without_code(text: str) -> str:
    text = re.sub(r"^```.*?^```$", "", text, flags=re.DOTALL | re.MULTILINE)
    return re.sub(r"`[^`\n]*`", "", text)


def anchors(text: str) -> set[str]:
    """The anchors of headings, as GitHub and MyST make them."""
    titles = re.findall(
        r"^#+ (.+)$",
        re.sub(r"^```.*?^```$", "", text, flags=re.DOTALL | re.MULTILINE),
        re.MULTILINE,
    )
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def exists(target: Path, anchor: str) -> bool:
    name = target.relative_to(DOCS).as_posix() if target.is_relative_to(DOCS) else ""
    if name.startswith("rules/"):
        rules = load_rules()
        if name == "rules/index.md":
            return anchor in {"", *(rule.category.value for rule in rules)}
        return name in {f"rules/{rule.id}.md" for rule in rules} and not anchor
    if is_generated(name):
        return not anchor
    if not target.exists():
        return False
    return not anchor or anchor in anchors(target.read_text())


def broken(page: Path, text: str) -> list[str]:
    found = []
    for link in LINK.findall(without_code(text)):
        if "://" in link or link.startswith("mailto:"):
            continue
        name, _, anchor = link.partition("#")
        target = (page.parent / name).resolve() if name else page
        if not exists(target, anchor):
            found.append(link)
    return found


@pytest.mark.parametrize("page", pages(), ids=lambda page: str(page.relative_to(REPOSITORY)))
def test_links_lead_somewhere(page):
    assert not broken(page, page.read_text())


@pytest.mark.parametrize(
    "link", ["nowhere.md", "ci.md#nowhere", "rules/no-such-rule.md", "#nowhere"]
)
def test_a_broken_link_is_seen(link):
    page = DOCS / "index.md"
    assert broken(page, f"see [this]({link})") == [link]


def test_every_page_is_in_the_contents():
    listed = set(re.findall(r"^[a-z]\S*$", (DOCS / "index.md").read_text(), re.MULTILINE))
    names = {page.relative_to(DOCS).with_suffix("").as_posix() for page in DOCS.rglob("*.md")}
    assert {name for name in names if not name.startswith(("rules/", "index"))} <= listed
