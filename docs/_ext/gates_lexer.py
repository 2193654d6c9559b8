"""Colours for `.gates` in the site."""

import re
from importlib.resources import files

from pygments.lexer import RegexLexer, words
from pygments.token import Comment, Keyword, Name, Number, Operator, Punctuation, String, Text
from sphinx.application import Sphinx

# Every fixed word of the grammar is a keyword here, so a new one needs no second list.
_GRAMMAR = (files("wirelint.gates.language") / "grammar.lark").read_text(encoding="utf-8")
_KEYWORDS = tuple(sorted(set(re.findall(r'"([a-z][a-z-]*)"', _GRAMMAR))))


class GatesLexer(RegexLexer):
    """`.gates`: words, numbers, names, strings and comments."""

    name = "gates"
    aliases = ("gates",)
    filenames = ("*.gates",)
    url = ""
    tokens = {  # noqa: RUF012 - the shape that Pygments asks for
        "root": [
            (r"#.*?$", Comment.Single),
            (r'"(\\.|[^"\\\n])*"', String.Double),
            (r"`[^`\n]+`", Name),
            (r"\d+(\.\d+)+([.+\-]\w+)*", Number.Float),
            (r"\d+(-\d+|\+)?", Number.Integer),
            (words(_KEYWORDS, prefix=r"(?<![\w.\-])", suffix=r"(?![\w.\-])"), Keyword),
            (r"[A-Za-z_]\w*([.\-]\w+)*", Name),
            (r">=|\.\.|=|\*", Operator),
            (r"[{}:,]", Punctuation),
            (r"\s+", Text),
            (r".", Text),
        ]
    }


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_lexer("gates", GatesLexer)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
