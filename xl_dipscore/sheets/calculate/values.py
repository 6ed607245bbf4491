"""Convert and compare values inside formulas as Excel does.

Numbers are floats, a blank cell is None, an error is an Err. Unsure is raised if Excel's answer depends on
the language, on the version or on a digit that no cell shows.
"""

import math
import re
import unicodedata
from collections.abc import Callable
from datetime import date
from functools import lru_cache
from typing import Any

from xl_dipscore.sheets.calculate.digits import by_15_digits, by_15_or_all, order, order_in_lists
from xl_dipscore.sheets.calculate.kinds import (
    ERRORS,
    Answers,
    Err,
    Raise,
    Unsure,
    Value,
    Why,
    either,
    unsure_if,
)
from xl_dipscore.sheets.xlsx.cell import ErrorMark
from xl_dipscore.sheets.xlsx.formula import words


def value_in(stored: Any) -> Value:
    """Convert a cell's stored value to a value inside formulas."""
    if isinstance(stored, ErrorMark):
        unsure_if(stored not in ERRORS, "a cell has an error that is not known")
        return ERRORS[str(stored)]
    return float(stored) if type(stored) is int else stored


_NUMERAL = re.compile(r"\s*[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?(%?)\s*")
_WORD = re.compile(r"[^\W\d_]+")
_NEVER_IN_NUMBERS = re.compile(r"[^\w\s.,:/%+\-$€£¥()'’]")
_MONTHS = words(
    """jan feb mar apr may jun jul aug sep oct nov dec mär mai okt dez fév avr jui aoû déc ene abr ago dic gen
    mag giu lug set ott mrt mei fev out"""
)
"""The first three letters of months in many languages."""

_DATED = re.compile(
    r"""\s*(?:(?P<y>\d{4})(?P<sign>[-/])(?P<mo>\d\d?)(?P=sign)(?P<d>\d\d?))?(?:(?:(?<=\d)\s|^\s*)
    (?P<h>\d\d?):(?P<mi>[0-5]\d)(?::(?P<s>[0-5]\d))?(?P<half>\s[AP]M)?)?\s*""",
    re.IGNORECASE | re.VERBOSE,
)
"""Dates and times that Excel reads in every language: year, month, day; hours, minutes, seconds."""
DAYS_TO_1904 = 1462
SECONDS = 86_400


class Dated(Unsure):
    """Raised for a text that shows a date. Workbooks differ in its number: days since 1900 or 1904."""

    def __init__(self, day: int, time: float) -> None:
        """day: the number of days since 1900. time: a fraction of a day."""
        super().__init__(Why.READ)
        self.day, self.time = day, time

    def number(self, date1904: bool) -> float:
        return self.day - (DAYS_TO_1904 if date1904 else 0) + self.time


@lru_cache(1 << 14)
def read_number(text: str) -> float | None:
    """The number or time that a text shows; None if it shows neither. Raises Dated for a date.

    Raises Unsure for amounts of money, and for dates that languages read in different ways.
    """
    if found := _NUMERAL.fullmatch(text):
        numeral = text.strip()
        number = float(numeral[:-1]) / 100 if found[3] else float(numeral)
        return number if number - number == 0 else None
    if not any(map(str.isdigit, text)):
        return None
    if found := _DATED.fullmatch(text):
        return _read_date(found)
    words_fit = all(_may_show_number(word, text) for word in _WORD.findall(text))
    if not words_fit or _NEVER_IN_NUMBERS.search(text):
        return None
    raise Unsure(Why.READ)


def _read_date(found: re.Match[str]) -> float | None:
    hour, half = int(found["h"] or 0), (found["half"] or "").strip().upper()
    unsure_if(hour > (12 if half else 23), Why.READ)
    hour = hour % 12 + 12 * (half == "PM") if half else hour
    time = (hour * 3600 + int(found["mi"] or 0) * 60 + int(found["s"] or 0)) / SECONDS
    if not found["y"]:
        return time
    try:
        day = (date(int(found["y"]), int(found["mo"]), int(found["d"])) - date(1899, 12, 30)).days
    except ValueError:
        return None
    raise Dated(day, time) if day > 60 else Unsure(Why.EARLY)


def _may_show_number(word: str, text: str) -> bool:
    """May a text with this word be a date, a time, an amount of money or a number with an exponent?"""
    return (
        word.lower()[:3] in _MONTHS
        or word.lower() in ("am", "pm")
        or re.search(rf"\d\s*{word}\s*$|\de[+-]?\d", text, re.I) is not None
    )


def num(value: Value) -> float:
    """Convert a value to a number. Raises `Raise` for an error and for a text that shows no number."""
    kind = type(value)
    if kind is float:
        return value  # type: ignore[return-value]
    if value is None:
        return 0.0
    if kind is bool:
        return float(value)  # type: ignore[arg-type]
    if isinstance(value, Err):
        raise Raise(value)
    if not isinstance(value, str):
        raise Unsure(Why.WHOLE)
    number = read_number(value)
    if number is None:
        raise Raise(Err.VALUE)
    return number


def whole(value: Value) -> int:
    """Convert a value to a number, and cut off the fraction. Raises Unsure between -1 and 0."""
    number = num(value)
    unsure_if(-1 < number < 0, Why.ABOVE_MINUS_1)
    return by_15_or_all(math.trunc, number)


def finite(number: float) -> float:
    """The number as a formula's result: 0 for -0. Raises `Raise(Err.NUM)` if the number is too large."""
    if number - number != 0:
        raise Raise(Err.NUM)
    return number + 0.0


def general(number: float) -> str:
    """Write a number in the format General, as a wide cell shows it."""
    digits, _, exponent = f"{number:.14e}".partition("e")
    digits, power = digits.rstrip("0").rstrip("."), int(exponent)
    if power > 20 or len(digits) - power > 20:
        return f"{digits}E{power:+03}"
    rounded = float(f"{number:.15g}") + 0.0
    fixed = f"{rounded:.{max(0, 14 - power)}f}"
    return fixed.rstrip("0").rstrip(".") if "." in fixed else fixed


def txt(value: Value) -> str:
    """Convert a value to a text: a number with 15 digits."""
    if type(value) is str:
        return value
    if value is None:
        return ""
    if isinstance(value, Err):
        raise Raise(value)
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if not isinstance(value, float):
        raise Unsure(Why.WHOLE)
    if value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    return by_15_digits(general, value)


def truth(value: Value) -> bool:
    """Convert a value to TRUE or FALSE. Raises `Raise` for an error and a text such as "1"."""
    kind = type(value)
    if kind is bool:
        return value  # type: ignore[return-value]
    if kind is float:
        return value != 0
    if value is None:
        return False
    if isinstance(value, Err):
        raise Raise(value)
    upper = str(value).upper()
    if upper in ("TRUE", "FALSE"):
        return upper == "TRUE"
    raise Raise(Err.VALUE)


_PLAIN_TEXT = re.compile(r"[A-Za-z0-9 ]*")
_SKIPPED = frozenset("-'‐‑’\u00ad")
"""Signs that programs ignore when they order texts, or use only if the texts are equal in all other signs."""
_LATE = frozenset("ÄäÖöÅåØøÆæÜüÕõŠšŽžŒœÞþ")
"""Letters that some languages put behind z."""
_TWO_LETTERS = str.maketrans({"æ": "ae", "œ": "oe", "ß": "ss", "þ": "th"})
_BASE = str.maketrans("ØøÆæßŁłĐđŒœÞþðı", "OoAasLlDdOoTtdi")


@lru_cache(4096)
def _place_of_sign(sign: str) -> tuple[float, float] | None:
    """The lowest and highest place of a sign in the orders of all languages; None if some ignore the sign."""
    if sign == " ":
        return -2.0, -2.0
    if sign in _SKIPPED:
        return None
    if sign.isdigit() and sign.isascii():
        return (float(sign) / 100,) * 2
    if not sign.isalpha():
        return -1.0, -1.0
    base = unicodedata.normalize("NFKD", sign.translate(_BASE))[0].lower()
    if not "a" <= base <= "z":
        return 50.0, 1e6
    place = ord(base) - 96.0
    if sign.isascii():
        return place, place
    return place, 30.0 if sign in _LATE else place + 0.9


def text_order(one: str, other: str) -> int:
    """Compare two texts without regard to capitals: -1 if `one` comes first, 0 if they are equal, else 1.

    If languages differ, `Answers.chosen` decides: 1 and 3 put letters such as Å beside A, 2 and 4 behind Z.
    With 1 and 2, hyphens are ignored; with 3 and 4, hyphens come before letters. For 0, see `either`.
    """
    try:
        return _certain_order(one, other)
    except Unsure as why:
        first, second = _order_by(0, one, other), _order_by(1, one, other)
        return first if Answers.any_order and not Answers.chosen else either(str(why), first, second)


def _order_by(bound: int, one: str, other: str) -> int:
    """Compare two texts by the lowest place (bound 0) or the highest place (bound 1) of each sign."""
    first, second = ((_places(bound, text), text.casefold()) for text in (one, other))
    return int(first > second) - int(first < second)


def _places(bound: int, text: str) -> tuple[float, ...]:
    places = map(_place_of_sign, text.lower() if bound else text.lower().translate(_TWO_LETTERS))
    return tuple(place[bound] if place else -1.5 for place in places if place or Answers.chosen > 2)


@lru_cache(1 << 16)
def _certain_order(one: str, other: str) -> int:
    first, second = one.casefold(), other.casefold()
    if first == second:
        unsure_if(one.lower() != other.lower() and not one.isascii(), Why.ORDER)
        return 0
    if _PLAIN_TEXT.fullmatch(one) and _PLAIN_TEXT.fullmatch(other):
        return -1 if first < second else 1
    one, other = one.lower(), other.lower()
    for left, right in zip(one, other, strict=False):
        low, high = _place_of_sign(left), _place_of_sign(right)
        if left == right and low is not None:
            continue
        if low is None or high is None:
            raise Unsure(Why.HYPHENS)
        if low[1] < high[0]:
            return -1
        if high[1] < low[0]:
            return 1
        raise Unsure(Why.ORDER)
    rest = one[len(other) :] or other[len(one) :]
    unsure_if(all(_place_of_sign(sign) is None for sign in rest), Why.HYPHENS)
    return -1 if len(one) < len(other) else 1


@lru_cache(1 << 16)
def text_equal(one: str, other: str) -> bool:
    """Are two texts equal, without regard to capitals? Raises Unsure if only letter forms differ: ß, ss."""
    if one.lower() == other.lower():
        return True
    if one.isascii() and other.isascii():
        return False
    unsure_if(without_form(one) == without_form(other), Why.ORDER)
    return False


def without_form(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()


def _pair(one: Value, other: Value) -> tuple[Any, Any]:
    """Both values, with 0, an empty text or FALSE for a blank: whichever has the type of the other value."""
    if isinstance(one, Err):
        raise Raise(one)
    if isinstance(other, Err):
        raise Raise(other)
    return _BLANK[type(other)] if one is None else one, _BLANK[type(one)] if other is None else other


_BLANK: dict[type, Value] = {str: "", bool: False, float: 0.0, type(None): 0.0}
_RANK: dict[type, int] = {float: 0, str: 1, bool: 2}


def equal(one: Value, other: Value) -> bool:
    """The result of the operator =. It compares numbers to 15 digits, texts without regard to capitals."""
    kind = type(one)
    if kind is type(other) and one == other and (kind is float or kind is str):
        return True
    left, right = _pair(one, other)
    if type(left) is not type(right):
        return False
    if type(left) is str:
        return text_equal(left, right)
    return bool(left == right) or (type(left) is float and order(left, right) == 0)


def compare(one: Value, other: Value, numbers: Callable[[float, float], int] = order) -> int:
    """Compare two values: -1, 0 or 1. Numbers come before texts, texts before FALSE, FALSE before TRUE.

    numbers: compares two numbers.
    """
    left, right = _pair(one, other)
    rank, beside = _RANK[type(left)], _RANK[type(right)]
    if rank != beside:
        return -1 if rank < beside else 1
    if rank == 1:
        return text_order(left, right)
    return numbers(left, right) if rank == 0 else int(left > right) - int(left < right)


def compare_in_lists(one: Value, other: Value) -> int:
    """Compare two values as `compare`, where programs use 15 digits or all digits of numbers."""
    return compare(one, other, order_in_lists)
