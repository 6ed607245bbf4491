"""Criteria of COUNTIF and similar functions, wildcards, and an index of values that can meet a criterion."""

import operator
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from xl_dipscore.sheets.calculate.digits import are_near, numbers_near, same_or_either
from xl_dipscore.sheets.calculate.kinds import (
    ERRORS,
    Answers,
    Err,
    Unsure,
    Value,
    Why,
    either,
    unsure,
    unsure_if,
)
from xl_dipscore.sheets.calculate.operators import OPERATORS
from xl_dipscore.sheets.calculate.values import Dated, read_number, text_equal

Test = Callable[[Value], bool]
_CRITERION = re.compile(r"(<=|>=|<>|=|<|>)?(.*)", re.S)
NOTHING = "it compares texts with nothing"
_TILDE = "it looks for a text with ~, which programs read in different ways"


@lru_cache(4096)
def pattern(text: str) -> re.Pattern[str] | None:
    """Turn a text with wildcards into a regular expression; None for a text without wildcards."""
    if not any(sign in text for sign in "*?~"):
        return None
    found = []
    for piece in re.findall(r"~[*?~]|.", text, re.S):
        unsure_if(piece == "~", _TILDE)
        found.append({"*": ".*", "?": "."}.get(piece) or re.escape(piece[-1]))
    return re.compile("".join(found), re.S | re.I)


def test_of(criterion: Value, date1904: bool) -> Test:
    sign: str | None = "="
    wanted: Value = 0.0 if criterion is None else criterion
    if isinstance(wanted, str):
        parts = _CRITERION.fullmatch(wanted)
        assert parts is not None, "the pattern takes any text"
        sign, text = parts.groups()
        if text == "":
            return _test_of_blank(sign)
        wanted = _value_of_text(text, date1904)
    sign = sign or "="
    if type(wanted) is float:
        return _test_of_number(sign, wanted)
    if isinstance(wanted, bool):
        return _test_of_truth(sign, wanted)
    if isinstance(wanted, Err):
        return _test_of_error(sign, wanted)
    return _test_of_text(sign, str(wanted))


def _test_of_blank(sign: str | None) -> Test:
    if sign is None:
        return lambda value: value is None or value == ""
    if sign == "=":
        return lambda value: value is None
    if sign == "<>":
        return lambda value: value is not None
    # Newer programs compare with an empty text. In other programs, no cell meets the criterion.
    return lambda value: isinstance(value, str) and either(NOTHING, False, _with_empty(sign, value))


def _with_empty(sign: str, value: str) -> bool:
    return (sign != "<" and (value == "") == (sign == "<=")) or sign == ">="


def _test_of_error(sign: str, wanted: Err) -> Test:
    unsure_if(sign not in ("=", "<>"), Why.LOOKS_FOR_ERRORS)
    return lambda value: (value is wanted) == (sign == "=")


def _value_of_text(text: str, date1904: bool) -> Value:
    """The value that the text of a criterion would have in a cell."""
    upper = text.upper()
    if upper in ("TRUE", "FALSE"):
        return upper == "TRUE"
    if upper in ERRORS:
        return ERRORS[upper]
    try:
        number = read_number(text)
    except Dated as shown:
        return shown.number(date1904)
    return text if number is None else number


def _test_of_number(sign: str, wanted: float) -> Test:
    if sign not in ("=", "<>"):
        return lambda value: type(value) is float and _meets(sign, value, wanted)

    def is_equal(value: Value) -> bool:
        number: Value = value
        if type(value) is str and value:
            number = _number_in(value, wanted)
        return (type(number) is float and _meets("=", number, wanted)) == (sign == "=")

    return is_equal


def _meets(sign: str, number: float, wanted: float) -> bool:
    """Compare the number of a cell with that of a criterion, as all programs do.

    Some programs use 15 digits. Others take two numbers as equal if they differ by less than 2**-48 of their
    size. `">"&C4` has 15 digits of the number in C4, and so C4 itself meets it in some programs.
    """
    if number == wanted or not are_near(number, wanted):
        return _EXACTLY[sign](number, wanted)
    counts_as = wanted if abs(number - wanted) < min(abs(number), abs(wanted)) * 2**-48 else number
    return same_or_either(bool(OPERATORS[sign](number, wanted)), _EXACTLY[sign](counts_as, wanted))


_EXACTLY: dict[str, Callable[[float, float], bool]] = {
    "=": operator.eq,
    "<": operator.lt,
    ">": operator.gt,
    "<=": operator.le,
    ">=": operator.ge,
}


def _number_in(text: str, wanted: float) -> float | None:
    """The number that a text shows, or None. Raises Unsure if the text, such as a date, may show `wanted`."""
    try:
        return read_number(text)
    except Dated as shown:
        return unsure(Why.READ) if wanted in map(shown.number, (False, True)) else None
    except Unsure:
        return unsure(Why.READ) if text.strip()[:1].isdigit() else None


def _test_of_truth(sign: str, wanted: bool) -> Test:
    unsure_if(sign not in ("=", "<>"), "it orders by TRUE or FALSE")

    def test(value: Value) -> bool:
        unsure_if(isinstance(value, str) and value.upper() in ("TRUE", "FALSE"), Why.TRUTHS)
        return (value is wanted) == (sign == "=")

    return test


def _counts_empty(sign: str) -> bool:
    """Does an empty text come before another one?"""
    return sign in ("<", "<=") and not Answers.any_order and either(Why.EMPTY, False, True)


def _test_of_text(sign: str, wanted: str) -> Test:
    wild = pattern(wanted)
    if sign not in ("=", "<>"):
        unsure_if(wild is not None, "it orders texts with wildcards")
        holds = OPERATORS[sign]
        return lambda value: (
            isinstance(value, str) and (bool(holds(value, wanted)) if value else _counts_empty(sign))
        )
    if wild is None:
        return lambda value: (isinstance(value, str) and text_equal(value, wanted)) == (sign == "=")
    empty = wild.fullmatch("") is not None

    def test(value: Value) -> bool:
        if not isinstance(value, str):
            return sign == "<>"
        unsure_if(value == "" and empty, "it looks for any text among empty ones")
        hit = wild.fullmatch(value) is not None
        if wanted == "~~" and hit:  # by Excel's documentation ~~ finds ~; in recorded results it does not
            hit = either(_TILDE, True, False)
        return hit == (sign == "=")

    return test


def equal_value(criterion: Value, date1904: bool) -> Value:
    """The text or number that cells must equal to meet a criterion such as 7, `Player 1` or `=Player 1`.

    None for any other kind of criterion.
    """
    wanted = criterion
    if isinstance(criterion, str):
        parts = _CRITERION.fullmatch(criterion)
        if parts is None or parts[1] not in (None, "=") or not parts[2]:
            return None
        wanted = _value_of_text(parts[2], date1904)
    if isinstance(wanted, str):
        return wanted if pattern(wanted) is None else None
    return wanted if type(wanted) is float else None


class NumberOrder(NamedTuple):
    """A criterion such as ">5"."""

    sign: str
    number: float


def number_order(criterion: Value) -> NumberOrder | None:
    """The sign and the number of a criterion such as ">5"; None for any other kind of criterion."""
    found = _ORDER.fullmatch(criterion) if isinstance(criterion, str) else None
    return NumberOrder(found[1], float(found[2])) if found else None


_ORDER = re.compile(r"(<=|>=|<|>)([-+]?\d+\.?\d*)")


class Index:
    """The positions (from 0) of each value in a range, to find the values that meet a criterion."""

    def __init__(self, values: Iterable[Value]) -> None:
        self._places: dict[tuple[type, Any], list[int]] = defaultdict(list)
        for place, value in enumerate(values):
            self._places[type(value), value.lower() if type(value) is str else value].append(place)
        self._floats = sorted(key for kind, key in self._places if kind is float)
        texts = [key for kind, key in self._places if kind is str]
        self._texts = [(str, key) for key in texts]
        self._other_letters = [one for one in self._texts if not one[1].isascii()]
        self._digits = [(str, key) for key in texts if any(map(str.isdigit, key))]

    def places_equal(self, wanted: Value, test: Test) -> Iterator[int]:
        """The positions of the values that pass `test`, a test for equality with `wanted`; unsorted."""
        for kind, key in self._candidates(wanted):
            places = self._places.get((kind, key))
            if places and test(key):
                yield from places

    def places_below_or_above(self, sign: str, wanted: float) -> Iterator[int]:
        """The positions of numbers that are `sign` (<, <=, > or >=) `wanted`; unsorted."""
        near = numbers_near(self._floats, wanted)
        beyond = slice(near.start) if "<" in sign else slice(near.stop, None)
        met = (one for one in self._floats[near] if _meets(sign, one, wanted))
        for number in [*self._floats[beyond], *met]:
            yield from self._places[float, number]

    def places_passing(self, test: Test) -> Iterator[int]:
        """The positions of the values that pass a test; unsorted."""
        for (_, key), places in self._places.items():
            if test(key):
                yield from places

    def _candidates(self, wanted: Value) -> Iterable[tuple[type, Any]]:
        """The types and values that may pass a test for equality with `wanted`; every other value fails."""
        if type(wanted) is float:
            near = self._floats[numbers_near(self._floats, wanted)]
            return [*((float, number) for number in near), *self._digits]
        if isinstance(wanted, str):
            others = self._other_letters if wanted.isascii() else self._texts
            return [(str, wanted.lower()), *(one for one in others if one[1] != wanted.lower())]
        return [(type(wanted), wanted)]
