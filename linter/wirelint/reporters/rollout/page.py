# A page is one file and asks the network for nothing: its policy forbids it, and forbids every script
# but the one whose hash it names. All text of others goes in through `element`, which escapes it, or
# through `data`, as JSON that no parser of HTML can mistake.
"""Self-contained web pages."""

from __future__ import annotations

import base64
import hashlib
import html
import json
from typing import Any, Final

import wirelint
from wirelint.reporters.words import inert


class Html(str):
    """Markup that is safe to put into a page."""

    __slots__ = ()


_VOID: Final = frozenset(("br", "hr", "meta"))


def escape(text: str) -> Html:
    return Html(html.escape(inert(text), quote=True))


def element(name: str, *children: str, **attributes: str | None) -> Html:
    """Make an element. Children and attributes that are no `Html` are escaped; None leaves out.

    A trailing `_` of an attribute's name is dropped, `_` within becomes `-`.
    """
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    inner = "".join(one if isinstance(one, Html) else escape(one) for one in children)
    return Html(f"<{name}{written}>" if name in _VOID else f"<{name}{written}>{inner}</{name}>")


def data(id: str, value: Any) -> Html:
    """Embed a value for the page's script."""
    text = json.dumps(value, separators=(",", ":"))
    for mark in "<>&":
        text = text.replace(mark, f"\\u{ord(mark):04x}")
    return Html(f'<script type="application/json" id="{escape(id)}">{text}</script>')


def page(title: str, *body: Html, style: str = "", script: str = "") -> str:
    """Put a page together. `style` and `script` are ours, never data."""
    policy = ["default-src 'none'", "style-src 'unsafe-inline'", "base-uri 'none'"]
    policy.append("form-action 'none'")
    tail = ""
    if script:
        digest = hashlib.sha256(script.encode("utf-8")).digest()
        policy.append(f"script-src 'sha256-{base64.b64encode(digest).decode('ascii')}'")
        tail = f"<script>{script}</script>\n"
    return (
        "<!doctype html>\n"
        '<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{html.escape("; ".join(policy))}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f'<meta name="generator" content="wirelint {wirelint.__version__}">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}{style}</style>\n</head>\n"
        f"<body>\n<main>\n{''.join(body)}\n</main>\n"
        f"<footer>{escape(f'Made by wirelint {wirelint.__version__}')}</footer>\n"
        f"{tail}</body>\n</html>\n"
    )


# Colours after Okabe and Ito, which people of every colour vision tell apart; a sign says the same.
STYLE: Final = """
:root { color-scheme: light dark;
  --ground: #fff; --ink: #1b1f24; --dim: #57606a; --line: #d0d7de; --soft: #f6f8fa; --link: #0b57a4;
  --ok: #d5efe4; --ok-ink: #00513b; --fallback: #d3e9f8; --fallback-ink: #0a466f;
  --reject: #fbe9c3; --reject-ink: #674600; --abort: #f8c9a8; --abort-ink: #6b2400;
  --close: #7d1f53; --close-ink: #fff; --sender-error: #24292f; --sender-error-ink: #fff; }
@media (prefers-color-scheme: dark) { :root {
  --ground: #0f1318; --ink: #e6edf3; --dim: #9aa7b4; --line: #333c47; --soft: #171d24;
  --link: #79b8ff;
  --ok: #0d3b2e; --ok-ink: #8fe3c4; --fallback: #0f3552; --fallback-ink: #9fd3fb;
  --reject: #4b3807; --reject-ink: #ffd980; --abort: #6a3108; --abort-ink: #ffd0ad;
  --close: #e79ac4; --close-ink: #2b0419; --sender-error: #e6edf3; --sender-error-ink: #0f1318; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", "Liberation Sans", sans-serif; }
main { max-width: 90rem; margin: 0 auto; padding: 1.25rem clamp(.75rem, 3vw, 2rem); }
footer { color: var(--dim); font-size: .85rem; padding: 0 clamp(.75rem, 3vw, 2rem) 1.5rem;
  max-width: 90rem; margin: 0 auto; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 .5rem; text-wrap: balance; }
h2 { font-size: 1.15rem; margin: 1.75rem 0 .5rem; }
p { max-width: 60rem; margin: .5rem 0; overflow-wrap: anywhere; }
code, pre { font-family: ui-monospace, "SF Mono", "DejaVu Sans Mono", Menlo, Consolas, monospace;
  font-size: .9em; }
table { border-collapse: collapse; font-size: .9rem; }
th, td { text-align: left; padding: .3rem .6rem; border-bottom: 1px solid var(--line);
  vertical-align: top; }
thead th { background: var(--soft); white-space: nowrap; }
tbody th { font-weight: 600; }
.scroll { overflow: auto; max-width: 100%; border: 1px solid var(--line); border-radius: .5rem; }
.scroll table { width: 100%; }
.scroll td:last-child { min-width: 15rem; }
.scroll.levels td { min-width: 0; }
.dim { color: var(--dim); }
.tag { display: inline-block; padding: 0 .5em; border-radius: .6em; white-space: nowrap;
  font-weight: 600; }
.ok { background: var(--ok); color: var(--ok-ink); }
.fallback { background: var(--fallback); color: var(--fallback-ink); }
.reject { background: var(--reject); color: var(--reject-ink); }
.abort { background: var(--abort); color: var(--abort-ink); }
.close { background: var(--close); color: var(--close-ink); }
.sender-error { background: var(--sender-error); color: var(--sender-error-ink); }
ul.notes { padding-left: 1.2rem; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
@media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }
@media print { .scroll { overflow: visible; } }
"""
