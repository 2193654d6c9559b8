# The site is built from the pages here and from what the tool says of itself (_ext/generated.py).
# `make docs` turns warnings into errors: a link that leads nowhere fails. Nothing in the built site
# is loaded from elsewhere: no fonts, no analytics.
"""How Sphinx builds the site."""

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE / "_ext"))

import wirelint  # noqa: E402 - after the path

project = "wirelint"
author = "the authors of wirelint"
copyright = "the authors of wirelint, Apache License 2.0"
version = release = wirelint.__version__

extensions = ["myst_parser", "generated", "gates_lexer"]
source_suffix = {".md": "markdown"}
exclude_patterns = ["_ext", "ci/*.md"]
nitpicky = True
# Examples of what is refused are no valid JSON, and a highlighter has a right to say so.
suppress_warnings = ["misc.highlighting_failure"]

myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3
smartquotes = False  # `--fix` is two dashes

html_theme = "furo"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_title = f"wirelint {release}"
html_extra_path = ["_site"]
(HERE / "_site").mkdir(exist_ok=True)  # filled when the build begins
html_show_sourcelink = False
html_copy_source = False
html_show_sphinx = False
html_theme_options = {"navigation_with_keys": True}
pygments_style = "friendly"
pygments_dark_style = "github-dark"
