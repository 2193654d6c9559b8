# By itself because the answer to `initialize` has it, which must not wait for anything else.
"""The kinds of semantic tokens."""

from __future__ import annotations

from enum import Enum


class TokenKind(Enum):
    """Semantic tokens, by the protocol's names; their order is the legend."""

    KEYWORD = "keyword"
    STRING = "string"
    NUMBER = "number"
    COMMENT = "comment"
    TYPE = "type"
    ENUM = "enum"
    ENUM_MEMBER = "enumMember"
    FUNCTION = "function"
    PROPERTY = "property"
    VARIABLE = "variable"
    OPERATOR = "operator"
