# Sphinx checks the links that pages write. This looks at what came out: themes and templates add links
# of their own, and nothing may be loaded from elsewhere.
"""Checks a built site: every link inside leads somewhere, and no file of another host is loaded."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

# Tags that load what they name; a link to another host is fine, a script from there is not.
LOADED = {
    "script": "src", "img": "src", "iframe": "src", "source": "src", "video": "src", "audio": "src",
    "embed": "src", "object": "data", "link": "href", "use": "href",
}  # fmt: skip
# `<link rel=...>` that loads nothing.
NAMED = {"canonical", "next", "prev", "index", "search", "author", "license"}
CSS_URL = re.compile(r"(?:url\(\s*['\"]?|@import\s+['\"])((?:https?:)?//[^'\")\s]+)")


class Page(HTMLParser):
    """The links, what is loaded, and the anchors of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.anchors: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.anchors.update(given[name] for name in ("id", "name") if name in given)
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        elif LOADED.get(tag, "") in given and given.get("rel") not in NAMED:
            self.loaded.append(given[LOADED[tag]])


def problems(site: Path) -> Iterator[str]:
    """What is wrong, one sentence each."""
    pages = {path: Page(path.read_text(encoding="utf-8")) for path in sorted(site.rglob("*.html"))}
    for path, page in pages.items():
        name = path.relative_to(site)
        for address in page.loaded:
            if urlsplit(address).netloc:
                yield f"{name} loads {address}"
        for address in (*page.links, *page.loaded):
            parts = urlsplit(address)
            if parts.scheme or parts.netloc:
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if not target.exists():
                yield f"{name}: {address} leads nowhere"
                continue
            known = pages[target].anchors if parts.fragment and target in pages else None
            if known is not None and unquote(parts.fragment) not in known:
                yield f"{name}: {address} has no such place"
    for path in sorted(site.rglob("*.css")):
        for address in CSS_URL.findall(path.read_text(encoding="utf-8")):
            yield f"{path.relative_to(site)} loads {address}"


def main() -> int:
    found = list(problems(Path(sys.argv[1]).resolve()))
    for line in found:
        print(f"site: {line}", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
