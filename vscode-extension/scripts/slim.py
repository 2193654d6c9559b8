# Every file of the bundle is stored compressed by itself, so words that nothing reads at run time cost
# most of its size. Lines stay where they are: a traceback names the line of the original.
"""Blanks comments in Python files; with --docstrings also texts that stand as statements."""

from __future__ import annotations

import io
import os
import sys
import tokenize

_BEFORE = (
    tokenize.NEWLINE,
    tokenize.NL,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.COMMENT,
    tokenize.ENCODING,
)


def slim(text: str, *, docstrings: bool) -> str:
    tokens = list(tokenize.generate_tokens(io.StringIO(text).readline))
    lines = text.splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))
    out, last, depth = [], 0, 0
    for at, token in enumerate(tokens):
        depth += {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}.get(token.string, 0) * (
            token.type == tokenize.OP
        )
        new = None
        if token.type == tokenize.COMMENT and not token.string.startswith("#!"):
            new = ""
        elif docstrings and depth == 0 and token.type == tokenize.STRING:
            alone = at == 0 or tokens[at - 1].type in _BEFORE
            if alone and tokens[at + 1].type in (tokenize.NEWLINE, tokenize.COMMENT):
                # A statement in brackets may go on over lines, as the text did.
                new = (
                    "('" + "\n" * token.string.count("\n") + "')" if "\n" in token.string else "''"
                )
                new = new.replace("('\n", "(''\n").replace("\n')", "\n)")
        if new is not None:
            start = starts[token.start[0] - 1] + token.start[1]
            out += [text[last:start], new]
            last = starts[token.end[0] - 1] + token.end[1]
    out.append(text[last:])
    return "".join(out)


def main(folder: str, *options: str) -> None:
    for at, _, names in os.walk(folder):
        for name in names:
            if name.endswith(".py"):
                path = os.path.join(at, name)
                with open(path, encoding="utf-8", newline="") as file:
                    text = file.read().replace("\r\n", "\n")
                new = slim(text, docstrings="--docstrings" in options)
                compile(new, path, "exec")
                if new.count("\n") != text.count("\n"):
                    sys.exit(f"{path}: lines moved")
                with open(path, "w", encoding="utf-8", newline="") as file:
                    file.write(new)


main(*sys.argv[1:])
