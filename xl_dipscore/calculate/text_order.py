"""Texts without what programs put in different orders: accents, hyphens, apostrophes, symbols.

A formula whose answer stays the same without them does not hang on that order.
"""

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

from xl_dipscore.calculate.tree import Call, Node, text_of
from xl_dipscore.xlsx.formula import Token, words
from xl_dipscore.xlsx.sheet import CellValue, ErrorMark

_LETTERS = str.maketrans(
    {"Ø": "O", "ø": "o", "Æ": "AE", "æ": "ae", "ß": "ss", "Ł": "L", "ł": "l", "Đ": "D", "đ": "d"}
    | {"Œ": "OE", "œ": "oe", "Þ": "Th", "þ": "th", "ð": "d", "ı": "i"}
)
_SKIPPED = "-'‐‑’"
"""What comes into the order of texts last or not at all."""
_TWO = frozenset("ÆæŒœÞþß")
"""What is written with two letters instead."""
_KEPT = re.compile(r"-(?=\d)|[^\W_]")
_SYMBOL = "!"
"""Stands for all others, and comes before digits and letters everywhere."""
_LEADING = re.compile(r"(?:<>|[<>]=?|=)?")
_CONDITIONS = words(
    """COUNTIF COUNTIFS SUMIF SUMIFS AVERAGEIF AVERAGEIFS MAXIFS MINIFS MATCH XMATCH VLOOKUP HLOOKUP XLOOKUP
    SEARCH"""
)
_NUMBER = re.compile(r"(?=.*\d)[\d\s.,:/%+-]+")
"""A date or time too."""


@lru_cache(maxsize=1 << 16)
def folded(text: str) -> str:
    if text.isascii() and text.replace(" ", "").isalnum():
        return text
    if not text or _NUMBER.fullmatch(text):
        return text
    plain = unicodedata.normalize("NFKD", text.translate(_LETTERS))
    kept = (c for c in plain if not unicodedata.combining(c) and c not in _SKIPPED)
    return "".join(c if c.isalnum() or c == " " else _SYMBOL for c in kept) or (text and _SYMBOL)


def is_special(text: str) -> bool:
    """Whether programs may put it in different places."""
    return folded(text) != text


def has_skipped(text: str) -> bool:
    return any(c in _SKIPPED for c in text)


def folded_value(value: CellValue) -> CellValue:
    return folded(value) if isinstance(value, str) and not isinstance(value, ErrorMark) else value


def folded_nodes(nodes: Iterable[Node], inside: str = "") -> list[Node]:
    """A formula's texts; not those that are formats, nor, in conditions, the marks of these."""
    return [
        Call(node.name, [folded_nodes(one, node.name or inside) for one in node.arguments])
        if isinstance(node, Call)
        else _folded(node, inside)
        for node in nodes
    ]


def _folded(token: Token, inside: str) -> Token:
    if token.kind != "text" or inside == "TEXT":
        return token
    text, mark = text_of(token.text), ""
    if inside in _CONDITIONS:
        rest = _LEADING.sub("", text, count=1)
        mark, text = text[: len(text) - len(rest)], rest
        if set("*?~") & set(text):
            return token
    return Token("text", f'"{mark}{folded(text)}"')


def alike(value: CellValue, other: CellValue) -> bool:
    """Equal but for what folding takes away."""
    if isinstance(value, str) and isinstance(other, str):
        one, two = _letters(value), _letters(other)
        if _TWO & set(value):  # their capitals too
            one, two = one.casefold(), two.casefold()
        return type(value) is type(other) and one == two
    return type(value) is type(other) and value == other


@lru_cache(maxsize=1 << 12)
def _letters(text: str) -> str:
    """These, digits and signs before digits."""
    plain = unicodedata.normalize("NFKD", text.translate(_LETTERS))
    return "".join(_KEPT.findall(plain))
