"""The check of the built site sees what it must. `make docs` runs it on the site itself."""

from __future__ import annotations

import sys

import pytest

from support.shared import REPOSITORY

sys.path.append(str(REPOSITORY / ".ci"))
import check_site

GOOD = (
    '<link rel="canonical" href="https://example.com/"><script src="a.js"></script>'
    '<a href="two.html#x">two</a> <a href="#here" id="here">here</a> <a href="https://e.com">e</a>'
)


def site(folder, page, style=""):
    (folder / "one.html").write_text(page)
    (folder / "two.html").write_text('<h1 id="x">two</h1>')
    (folder / "a.js").write_text("")
    (folder / "a.css").write_text(style)
    return list(check_site.problems(folder))


def test_a_sound_site(tmp_path):
    assert site(tmp_path, GOOD, "a { background: url(data:image/png;base64,AA) }") == []


@pytest.mark.parametrize(
    ("page", "says"),
    [
        ('<script src="https://cdn.example.com/x.js"></script>', "one.html loads https://cdn"),
        ('<link rel="stylesheet" href="//fonts.example.com/x.css">', "one.html loads //fonts"),
        ('<img src="missing.png">', "leads nowhere"),
        ('<a href="three.html">three</a>', "leads nowhere"),
        ('<a href="two.html#y">two</a>', "no such place"),
    ],
)
def test_what_is_wrong_is_seen(tmp_path, page, says):
    (found,) = site(tmp_path, page)
    assert says in found


@pytest.mark.parametrize("style", ["@import 'https://e.com/f.css';", "a { src: url(//e.com/f) }"])
def test_a_style_from_elsewhere_is_seen(tmp_path, style):
    assert len(site(tmp_path, GOOD, style)) == 1
