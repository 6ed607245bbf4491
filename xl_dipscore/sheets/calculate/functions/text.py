"""Text functions."""

import re
from collections.abc import Callable, Collection, Sequence

from xl_dipscore.sheets.calculate.criteria import pattern
from xl_dipscore.sheets.calculate.functions.dates import number_in
from xl_dipscore.sheets.calculate.functions.numbers import round_if_sure
from xl_dipscore.sheets.calculate.functions.registry import Cells, computes
from xl_dipscore.sheets.calculate.kinds import (
    MISSING,
    Err,
    Given,
    Unsure,
    Value,
    Why,
    fail,
    fail_if,
    unsure,
    unsure_if,
)
from xl_dipscore.sheets.calculate.values import num, truth, txt, whole

LONGEST = 32_767


def check_length(text: str) -> str:
    return text if len(text) <= LONGEST else fail(Err.VALUE)


def _letters(value: Value) -> str:
    """A value as a text, for counting letters. Raises Unsure for emoji, which some Excels count twice."""
    text, why = txt(value), "it counts emoji, which versions of Excel count once or twice"
    return text if text.isascii() or max(text) <= "\uffff" else unsure(why)


def _count(value: Value, least: int = 0) -> int:
    count = whole(value)
    return count if count >= least else fail(Err.VALUE)


computes("LEN", "s", 1)(lambda text: float(len(_letters(text))))
computes("LEFT", "s", 1, 2)(lambda text, count=1.0: _letters(text)[: _count(count)])
computes("EXACT", "s", 2)(lambda one, other: txt(one) == txt(other))


@computes("RIGHT", "s", 1, 2)
def _right(value: Value, count: Value = 1.0) -> str:
    text = _letters(value)
    return text[max(0, len(text) - _count(count)) :]


@computes("MID", "s", 3)
def _middle(value: Value, start: Value, count: Value) -> str:
    text, first = _letters(value), _count(start, 1) - 1
    return text[first : first + _count(count)]


@computes("REPLACE", "s", 4)
def _replace(value: Value, start: Value, count: Value, new: Value) -> str:
    text, first = _letters(value), _count(start, 1) - 1
    return text[:first] + txt(new) + text[first + _count(count) :]


@computes("SUBSTITUTE", "s", 3, 4)
def _substitute(value: Value, old: Value, new: Value, which: Given = MISSING) -> str:
    """Replace every occurrence of a text, or only occurrence number `which`."""
    text, before, after = txt(value), txt(old), txt(new)
    if which is MISSING:
        return check_length(text.replace(before, after)) if before else text
    parts, number = text.split(before) if before else [text], _count(which, 1)
    if number >= len(parts):
        return text
    return before.join(parts[:number]) + after + before.join(parts[number:])


@computes("FIND", "s", 2, 3)
def _find(wanted: Value, value: Value, start: Value = 1.0) -> float:
    part, text, first = txt(wanted), _letters(value), _count(start, 1)
    at = text.find(part, first - 1) if first <= max(len(text), 1) else -1
    return at + 1.0 if at >= 0 else fail(Err.VALUE)


@computes("SEARCH", "s", 2, 3)
def _search(wanted: Value, value: Value, start: Value = 1.0) -> float:
    """Find a text without regard to capitals; * matches any letters, ? one letter."""
    part, text, first = txt(wanted), _letters(value), _count(start, 1)
    fail_if(first > max(len(text), 1), Err.VALUE)
    wild = pattern(part)
    unsure_if(text == "" and wild is not None and wild.fullmatch("") is not None, Why.EMPTY)
    sought = wild or re.compile(re.escape(part), re.IGNORECASE)
    found = sought.search(text, first - 1)
    return found.start() + 1.0 if found else fail(Err.VALUE)


def _text_beside_delimiter(
    text: Value, delimiter: Value, which: Value, more: Sequence[Given], *, after: bool
) -> str:
    """The text before or after delimiter number `which`; a negative number is counted from the end."""
    sign, number = txt(delimiter), whole(which)
    unsure_if(not sign or not number or more, "it cuts a text in a way that is not known")
    parts = txt(text).split(sign)
    fail_if(abs(number) >= len(parts), Err.NA)
    at = number if number > 0 else len(parts) + number
    return sign.join(parts[at:] if after else parts[:at])


computes("TEXTBEFORE", "s", 2, 6)(
    lambda v, sign, n=1.0, *more: _text_beside_delimiter(v, sign, n, more, after=False)
)
computes("TEXTAFTER", "s", 2, 6)(
    lambda v, sign, n=1.0, *more: _text_beside_delimiter(v, sign, n, more, after=True)
)

_ODD_CAPITALS = re.compile("[ßİıŉǰΐΰΣςẖ-ẟ\ufb00-\ufb17\u0300-\u036f]")
"""Letters whose capitals or small letters differ between programs."""


def _in_letters(convert: Callable[[str], str]) -> Callable[[Value], str]:
    def of_text(value: Value) -> str:
        text = txt(value)
        if not text.isascii() and _ODD_CAPITALS.search(text):
            raise Unsure("it writes capitals of letters that programs write in different ways")
        return convert(text)

    return of_text


_NAME = re.compile(r"[^\W\d_]+")
computes("UPPER", "s", 1)(_in_letters(str.upper))
computes("LOWER", "s", 1)(_in_letters(str.lower))
computes("PROPER", "s", 1)(
    _in_letters(lambda text: _NAME.sub(lambda found: found[0][0].upper() + found[0][1:].lower(), text))
)
computes("TRIM", "s", 1)(lambda value: re.sub(" +", " ", txt(value)).strip(" "))
computes("CLEAN", "s", 1)(lambda value: "".join(sign for sign in txt(value) if sign >= " "))
computes("REPT", "s", 2)(lambda value, times: check_length(txt(value) * min(_count(times), LONGEST + 1)))
_SIGN = "it takes a sign by its number"
_ASCII, _PLANE_0 = {9, 10, 13, *range(32, 127)}, {*range(32, 0xD800), *range(0xE000, 0xFFFE)}


def _sign(value: Value, sure: Collection[int]) -> str:
    """The character with a code. Raises Unsure outside `sure`: Windows and macOS, or versions, differ."""
    return chr(whole(value)) if whole(value) in sure else unsure(_SIGN)


def _code(value: Value) -> float:
    return float(ord(_letters(value)[0])) if txt(value) else fail(Err.VALUE)


computes("CHAR", "s", 1)(lambda value: _sign(value, _ASCII) if 1 <= whole(value) <= 255 else fail(Err.VALUE))
computes("CODE", "s", 1)(lambda value: _code(value) if _code(value) < 127 else unsure(_SIGN))
computes("UNICHAR", "s", 1)(lambda value: _sign(value, _PLANE_0))
computes("UNICODE", "s", 1)(_code)
computes("CONCATENATE", "s", 1, 255)(lambda *given: check_length("".join(map(txt, given))))


@computes("VALUE", "s", 1)
def _value(cells: Cells, value: Value) -> float:
    """Read a number, or a date and time, from a text."""
    fail_if(isinstance(value, bool) or value == "", Err.VALUE)
    number = number_in(cells, value) if isinstance(value, str) else num(value)
    return fail(Err.VALUE) if number is None else number


@computes("FIXED", "s", 1, 3)
def _fixed(value: Value, places: Value = 2.0, bare: Value = False) -> str:
    number, count = num(value), whole(places)
    unsure_if(count > 15 or abs(number) > 1e14, "it writes more digits than numbers have")
    # LibreOffice writes 1.005 as 1.00 here, but as 1.01 in TEXT.
    shown = round_if_sure(number, count, typed=False)
    return f"{shown or abs(shown):{'' if truth(bare) else ','}.{max(count, 0)}f}"


@computes("HYPERLINK", "r", 1, 2)
def _link(cells: Cells, *given: Given) -> Value:
    """The text that a cell with the link shows: the second argument, or else the address."""
    values = [None if one is MISSING else cells.read_single(one) for one in given]
    unsure_if(isinstance(values[0], Err), "its link is an error")
    return txt(values[0]) if len(values) == 1 else values[1]


# The type of a value as a number; a blank cell has the type of numbers.
computes("TYPE", "s", 1)(lambda value: {str: 2.0, bool: 4.0, Err: 16.0}.get(type(value), 1.0))
