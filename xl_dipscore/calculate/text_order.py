"""Texts without what programs put in different orders: accents, hyphens, apostrophes, symbols.

A formula whose answer stays the same without them does not hang on that order.
"""

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

from xl_dipscore.calculate.trust import words
from xl_dipscore.xlsx.formula import Token
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


def folded_parts(parts: Iterable[Token]) -> list[Token]:
    """A formula's texts; not those that are formats, nor, in conditions, the marks of these."""
    found, inside = [], [""]
    for part in parts:
        if part.kind in ("function", "open"):
            inside.append(part.text if part.kind == "function" else inside[-1])
        elif part.kind == "close" and len(inside) > 1:
            inside.pop()
        elif part.kind == "text" and inside[-1] != "TEXT":
            text = part.text[1:-1].replace('""', '"')
            mark, rest = "", text
            if inside[-1] in _CONDITIONS:
                rest = _LEADING.sub("", text, count=1)
                mark = text[: len(text) - len(rest)]
            if not (inside[-1] in _CONDITIONS and set("*?~") & set(rest)):
                part = Token("text", f'"{mark}{folded(rest)}"')
        found.append(part)
    return found


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
