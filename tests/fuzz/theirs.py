"""Known differences between LibreOffice and Excel, which prove nothing about a stored value.

Each entry says what Excel does, as recorded or as its pages say, and looks only at the smallest part of a
formula whose arguments are the same in both.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from decimal import ROUND_HALF_UP, Context

from tests.fuzz.pieces import read
from xl_dipscore.errors import VALUE
from xl_dipscore.sheets.xlsx.cell import CellValue, ErrorMark
from xl_dipscore.sheets.xlsx.formula import is_reference

Values = tuple[CellValue, ...]


@dataclass(frozen=True)
class Argument:
    """An argument's value here and in LibreOffice: the cells that are not blank, or one value."""

    text: str
    ours: Values
    theirs: Values

    @property
    def value(self) -> CellValue:
        return self.ours[0] if len(self.ours) == 1 else None

    @property
    def cells(self) -> bool:
        """Is the argument a range or a cell, and not a literal value?"""
        return is_reference(self.text) or len(self.ours) != 1


@dataclass(frozen=True)
class Difference:
    """The smallest part of a formula that differs in LibreOffice although its arguments are the same."""

    text: str
    what: str
    """The part's function or operator."""
    arguments: tuple[Argument, ...]
    ours: CellValue
    theirs: CellValue
    compares_truth: bool = False
    """Does a part inside it compare truth values?"""

    def __str__(self) -> str:
        return f"{self.text} is {self.ours!r}, in LibreOffice {self.theirs!r}"

    @property
    def values(self) -> Values:
        """The values of all arguments."""
        return tuple(value for argument in self.arguments for value in argument.ours)


def reason(difference: Difference) -> str:
    """The reason why LibreOffice proves nothing here; empty if it does."""
    found = next((why for why, applies in DEVIATIONS.items() if applies(difference)), "")
    rounded = _with_our_digits(difference)
    return found if found or rounded.theirs == difference.theirs else reason(rounded)


_ROUNDED = "a number is rounded to 15 digits, in LibreOffice its shortest decimal is"


def _shortest(number: float) -> str:
    """A number as LibreOffice writes it: the shortest decimal that shows it, rounded to 15 digits."""
    return f"{Context(prec=15, rounding=ROUND_HALF_UP).create_decimal(repr(number)).normalize():f}"


def _with_our_digits(difference: Difference) -> Difference:
    """The difference as if LibreOffice rounded numbers in texts as Excel does."""
    theirs = difference.theirs
    if isinstance(difference.ours, str) and isinstance(theirs, str):
        for number in (value for value in difference.values if isinstance(value, float)):
            theirs = theirs.replace(_shortest(number), f"{number:.15g}")
    return replace(difference, theirs=theirs)


def _is_rounded_otherwise(d: Difference) -> bool:
    if d.what in _TEXTS and len(d.values) == len(d.arguments):
        texts = [_shortest(one) if isinstance(one, float) else _letters(one) for one in d.values]
        with contextlib.suppress(TypeError, ValueError):
            return texts != [*map(_letters, d.values)] and d.theirs == _TEXTS[d.what](*texts)
    return _with_our_digits(d).theirs == d.ours


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_OF_MANY = _words(
    """SUM MAX MIN AVERAGE COUNT COUNTA MEDIAN PRODUCT SUMSQ STDEV STDEV.S STDEVP STDEV.P VAR VAR.S VARP VAR.P
    LARGE SMALL PERCENTILE QUARTILE RANK RANK.EQ RANK.AVG GEOMEAN MODE"""
)
_CRITERIA = _words("COUNTIF COUNTIFS SUMIF SUMIFS AVERAGEIF AVERAGEIFS MAXIFS MINIFS")
_LOOKUPS = _words("MATCH XMATCH VLOOKUP HLOOKUP LOOKUP XLOOKUP")
_ROUNDS = _words("ROUND ROUNDUP ROUNDDOWN TRUNC")
_OF_DATES = _words(
    "DATE YEAR MONTH DAY WEEKDAY HOUR MINUTE EDATE EOMONTH TEXT DATEDIF NETWORKDAYS WORKDAY DAYS360"
)
_COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    "=": lambda a, b: a == b,
    "<>": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    ">": lambda a, b: a > b,
    "<=": lambda a, b: a <= b,
    ">=": lambda a, b: a >= b,
}


# --- true and false


def _is_error(value: CellValue) -> bool:
    return isinstance(value, ErrorMark)


def _number(text: CellValue) -> float | None:
    """A number, or the number that a text reads as."""
    if isinstance(text, bool) or text is None or _is_error(text):
        return None
    digits, percent, rest = str(text).strip().partition("%")
    try:
        return None if rest else float(digits) / (100 if percent else 1)
    except ValueError:
        return None


def _letters(value: CellValue) -> str:
    """The text of a value when Excel joins it to text."""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, int | float):
        return f"{value:.15g}"
    return value or ""


def _from(start: str, count: str, text: str) -> str:
    first = int(float(start)) - 1
    return text[first : first + int(float(count))]


_TEXTS: dict[str, Callable[..., CellValue]] = {
    "&": lambda *words: "".join(words),
    "CONCATENATE": lambda *words: "".join(words),
    "LEN": len,
    "CODE": lambda text: ord(text[0]),
    "UPPER": str.upper,
    "LOWER": str.lower,
    "PROPER": str.title,
    "TRIM": lambda text: " ".join(text.split()),
    "CLEAN": str,
    "LEFT": lambda text, count="1": _from("1", count, text),
    "RIGHT": lambda text, count="1": text[max(len(text) - int(float(count)), 0) :],
    "MID": lambda text, start, count: _from(start, count, text),
    "REPT": lambda text, times: text * int(float(times)),
    "SUBSTITUTE": lambda text, old, new: text.replace(old, new) if old else text,
    "REPLACE": lambda text, start, count, new: new.join(
        (text[: int(float(start)) - 1], text[int(float(start)) - 1 + int(float(count)) :])
    ),
    "TEXT": lambda text, form: text,
    "EXACT": lambda one, other: one == other,
    "FIND": lambda part, text, *start: text.find(part) + 1,
    "SEARCH": lambda part, text, *start: text.upper().find(part.upper()) + 1,
}


_DATE_OR_TIME = re.compile(r"\d{4}-\d\d-\d\d|\d\d?:\d\d")


def _reads_as_number(text: CellValue) -> bool:
    return _number(text) is not None or _DATE_OR_TIME.fullmatch(str(text)) is not None


def _may_be_blank(argument: Argument) -> bool:
    """Is it the value of a cell, which counts as 0 if the cell is blank?"""
    picked = re.match(r"(_xlfn\.)?(IF|IFERROR|IFNA|INDEX|XLOOKUP|CHOOSE)\(", argument.text)
    return picked is not None and argument.ours == (0,) and argument.ours[0] is not False


def joined_as_words(what: str, arguments: Sequence[Argument]) -> CellValue:
    """Excel's result of a text function with an argument TRUE or FALSE; None without one."""
    if what not in _TEXTS or not any(isinstance(argument.value, bool) for argument in arguments):
        return None
    try:
        found = _TEXTS[what](*("" if _may_be_blank(a) else _letters(a.value) for a in arguments))
    except (TypeError, ValueError):
        return None
    return found or ErrorMark(VALUE) if what in ("FIND", "SEARCH") else found


def _truth_is_a_word(d: Difference) -> bool:
    if d.what == "TEXTJOIN" and isinstance(d.ours, str):
        return d.theirs == re.sub(r"\bFALSE\b", "0", re.sub(r"\bTRUE\b", "1", d.ours))
    expected = joined_as_words(d.what, d.arguments)
    return expected is not None and d.ours == expected


def _truth_is_last(d: Difference) -> bool:
    if d.what not in _COMPARISONS or len(d.arguments) != 2:
        return False
    one, other = (argument.value for argument in d.arguments)
    if isinstance(one, bool) == isinstance(other, bool):
        return False
    return d.ours == _COMPARISONS[d.what](isinstance(one, bool), isinstance(other, bool))


def _truth_is_no_number(d: Difference) -> bool:
    if d.what == "ISNUMBER":
        return isinstance(d.arguments[0].value, bool) and d.ours is False
    if d.what in ("ISEVEN", "ISODD", "VALUE"):
        return isinstance(d.arguments[0].value, bool) and d.ours == VALUE
    if d.what in _OF_MANY:
        return any(
            isinstance(value, bool) for argument in d.arguments if argument.cells for value in argument.ours
        )
    if d.what in _LOOKUPS | _CRITERIA:
        asked = d.arguments[:2] if d.what in _LOOKUPS else d.arguments
        values = (value for argument in asked for value in argument.ours)
        return any(isinstance(value, bool) or str(value).upper() in ("TRUE", "FALSE") for value in values)
    return d.what == "SUMPRODUCT" and d.compares_truth


def _truth_as_text_is_no_number(d: Difference) -> bool:
    texts = [value for value in d.values if isinstance(value, str) and value.upper() in ("TRUE", "FALSE")]
    stays = d.ours == VALUE or (d.what == "TEXT" and d.ours in texts)
    return bool(texts) and (stays or (d.what == "COUNT" and isinstance(d.ours, float)))


def _sum_is_shown_as_truth(d: Difference) -> bool:
    computed = d.what in ("-", "*", "/", "^", "%") or (d.what == "+" and len(d.arguments) == 2)
    return computed and isinstance(d.theirs, bool) and type(d.ours) is float and d.ours == d.theirs


# --- numbers and texts


def _pairs(d: Difference) -> Iterable[tuple[Argument, Argument]]:
    """The cells and the criterion of each condition."""
    if d.what in ("SUMIF", "AVERAGEIF", "COUNTIF"):
        return [(d.arguments[0], d.arguments[1])]
    start = 0 if d.what == "COUNTIFS" else 1
    return zip(d.arguments[start::2], d.arguments[start + 1 :: 2], strict=False)


def _wildcards_are_for_text(d: Difference) -> bool:
    return d.what in _CRITERIA and any(
        isinstance(criterion.value, str)
        and re.search(r"[*?]", criterion.value) is not None
        and any(isinstance(value, int | float) for value in cells.ours)
        for cells, criterion in _pairs(d)
    )


def _text_meets_number(d: Difference) -> bool:
    return d.what in _CRITERIA and any(
        (criterion.ours == () or _number(str(criterion.value).lstrip("=<>")) is not None)
        and any(isinstance(value, str) and _number(value) is not None for value in cells.ours)
        for cells, criterion in _pairs(d)
    )


def _text_finds_no_number(d: Difference) -> bool:
    return (
        d.what in _LOOKUPS
        and isinstance(d.arguments[0].value, str)
        and _number(d.arguments[0].value) is not None
        and any(isinstance(value, int | float) for value in d.arguments[1].ours)
    )


def _typed_text_counts(d: Difference) -> bool:
    typed = [a.value for a in d.arguments if not read(a.text).may_be_cells and isinstance(a.value, str)]
    return (
        d.what in _OF_MANY
        and _is_error(d.theirs)
        and isinstance(d.ours, int | float)
        and bool(typed)
        and all(map(_reads_as_number, typed))
    )


def _text_is_no_condition(d: Difference) -> bool:
    return (
        d.what in ("IF", "NOT", "AND", "OR")
        and _is_error(d.ours)
        and any(isinstance(a.value, str) and _number(a.value) is not None for a in d.arguments if not a.cells)
    )


def _truth_as_text_is_a_condition(d: Difference) -> bool:
    words = (argument.value for argument in d.arguments if not argument.cells)
    typed = any(isinstance(word, str) and word.upper() in ("TRUE", "FALSE") for word in words)
    return d.what in ("IF", "NOT", "AND", "OR") and typed and isinstance(d.ours, bool) and d.theirs == VALUE


def _nothing_is_found_first(d: Difference) -> bool:
    nothing = d.arguments[0].value in ("", None) or _may_be_blank(d.arguments[0])
    return d.what in ("FIND", "SEARCH") and nothing and d.ours == 1


def _part_of_a_place(d: Difference) -> bool:
    k = _number(d.arguments[1].value) if len(d.arguments) == 2 else None
    return d.what in ("LARGE", "SMALL") and d.ours == "#NUM!" and k is not None and k < 1


def _mean_of_nothing(d: Difference) -> bool:
    return d.what == "GEOMEAN" and _is_error(d.ours) and d.theirs == 0


def _zero_to_zero(d: Difference) -> bool:
    return (
        d.what in ("^", "POWER")
        and d.ours == "#NUM!"
        and [_truth(a.value) or 0 for a in d.arguments] == [0, 0]
    )


def _too_small(d: Difference) -> bool:
    return d.what in ("^", "POWER") and d.ours == 0 and _is_error(d.theirs)


def _many_digits(d: Difference) -> bool:
    digits = _number(d.arguments[1].value) if len(d.arguments) == 2 else None
    return d.what in _ROUNDS and digits is not None and abs(digits) > 20 and _is_error(d.theirs)


def _signs_differ(d: Difference) -> bool:
    return d.what in ("MROUND", "CEILING", "FLOOR") and d.ours == "#NUM!"


def _blank_is_found(d: Difference) -> bool:
    needle = d.arguments[0]
    blank = (needle.ours == () and is_reference(needle.text)) or _may_be_blank(needle)
    return d.what in _LOOKUPS and blank and not _is_error(d.ours)


def _error_is_wanted(d: Difference) -> bool:
    return (
        d.what in _CRITERIA
        and _is_error(d.theirs)
        and any(_is_error(criterion.value) for _, criterion in _pairs(d))
    )


def _last_digit(d: Difference) -> bool:
    pairs = ((a.ours[0], a.theirs[0]) for a in d.arguments if not a.cells)
    return _joined_with_15_digits(d) or any(
        isinstance(ours, float) and isinstance(theirs, float) and ours != theirs for ours, theirs in pairs
    )


def _joined_with_15_digits(d: Difference) -> bool:
    values = [argument.value for argument in d.arguments]
    computed = any(isinstance(a.value, float) and not a.cells for a in d.arguments)
    if d.what not in ("&", "CONCATENATE") or not computed or any(map(_is_error, values)):
        return False
    return d.ours == "".join(map(_letters, values))


def _link_is_text(d: Difference) -> bool:
    return d.what == "SUMPRODUCT" and "HYPERLINK(" in d.text and _is_error(d.theirs)


def _error_is_handed_on(d: Difference) -> bool:
    return d.what == "XLOOKUP" and _is_error(d.ours) and d.arguments[0].ours == (d.ours,)


def _errors_are_sorted(d: Difference) -> bool:
    return d.what in ("SORT", "SORTBY") and any(map(_is_error, (*d.values, d.ours)))


def _number_is_logical(d: Difference) -> bool:
    return d.what in ("AND", "OR", "NOT") and "ISLOGICAL(" in d.text and isinstance(d.ours, bool)


def _other_errors(d: Difference) -> bool:
    return any(
        _is_error(ours) and _is_error(theirs) and ours != theirs
        for argument in d.arguments
        for ours, theirs in zip(argument.ours, argument.theirs, strict=False)
    )


# --- dates and formats


def _first_days(d: Difference) -> bool:
    numbers = [number for value in (*d.values, d.ours) if (number := _truth(value)) is not None]
    before = any(-1 < number < 62 for number in numbers) or any(a.ours == () for a in d.arguments)
    plausible = _is_error(d.ours) or isinstance(d.ours, str) or (_number(d.ours) or 0) >= 0
    return (d.what in _OF_DATES - {"TEXT"} and before and plausible) or _shows_first_day(d)


def _truth(value: CellValue) -> float | None:
    return float(value) if isinstance(value, bool) else _number(value)


def _shows_first_day(d: Difference) -> bool:
    if d.what != "TEXT" or not re.search("[dmyh]", str(d.arguments[1].value)):
        return False
    day = 0.0 if d.arguments[0].ours == () else _truth(d.arguments[0].value)
    return day is not None and (-1 < day < 62 or (day < 0 and _is_error(d.ours)))


def _no_day_before(d: Difference) -> bool:
    return d.what in _OF_DATES and _is_error(d.ours) and any((_number(value) or 0) < 0 for value in d.values)


def _no_day_after(d: Difference) -> bool:
    return d.what in _OF_DATES and _is_error(d.ours) and any((_number(v) or 0) > 2_958_465 for v in d.values)


def _spaces_in_formats(d: Difference) -> bool:
    if any("\u2007" in str(argument.theirs) for argument in d.arguments):
        return _is_error(d.theirs)
    return d.what == "TEXT" and isinstance(d.theirs, str) and d.ours == d.theirs.replace("\u2007", " ")


def _point_stays(d: Difference) -> bool:
    return d.what == "TEXT" and d.arguments[1].value == "#.##" and d.ours == f"{d.theirs}."


def _exponents(d: Difference) -> bool:
    if not isinstance(d.ours, str) or not isinstance(d.theirs, str) or d.what == "TEXT":
        return False
    ours, theirs = (_NUMBERS.sub(lambda found: repr(float(found[0])), text) for text in (d.ours, d.theirs))
    return ours == theirs and re.search("e[+-]", ours) is not None


_NUMBERS = re.compile(r"\d+(?:\.\d+)?(?:E[+-]\d+)?")


def _blank_in_array(d: Difference) -> bool:
    return (
        d.what == "INDEX"
        and re.match(r"_xlfn\.(_xlws\.)?(SORT|SORTBY|FILTER|UNIQUE)\(", d.arguments[0].text) is not None
        and d.ours == 0
        and isinstance(d.theirs, str)
    )


def _space_in_front(d: Difference) -> bool:
    if d.what != "TEXT" or not isinstance(form := d.arguments[1].value, str) or not form.startswith(" "):
        return False
    return isinstance(d.ours, str) and d.ours.startswith(" ") and d.ours.strip() == d.theirs


def _rank_is_cut(d: Difference) -> bool:
    """Excel's page has 0.666 for 6 of 9 and 0.555 for 5 of 9."""
    if (
        not d.what.startswith("PERCENTRANK")
        or not isinstance(d.ours, float)
        or not isinstance(d.theirs, float)
    ):
        return False
    return d.theirs == round(d.ours + 0.001, 3)


DEVIATIONS: dict[str, Callable[[Difference], bool]] = {
    "Excel joins TRUE as a word, LibreOffice as 1": _truth_is_a_word,
    "TRUE is above every text and number, in LibreOffice it is 1": _truth_is_last,
    "TRUE in cells and criteria is no number, in LibreOffice it is 1": _truth_is_no_number,
    "the text TRUE is no number, in LibreOffice it is 1": _truth_as_text_is_no_number,
    "what is computed with TRUE is a number, LibreOffice may show it as TRUE": _sum_is_shown_as_truth,
    "wildcards are for text, in LibreOffice for numbers too": _wildcards_are_for_text,
    "a number as criterion is met by a text that reads so, in LibreOffice not": _text_meets_number,
    "a text does not find a number that it reads as, in LibreOffice it does": _text_finds_no_number,
    "text typed as an argument that reads as a number counts, in LibreOffice not": _typed_text_counts,
    "a text that reads as a number is no condition, in LibreOffice it is": _text_is_no_condition,
    "the text TRUE as an argument is a condition, LibreOffice refuses it": _truth_as_text_is_a_condition,
    "empty text is found at the start, in LibreOffice it is not": _nothing_is_found_first,
    "the place 0.5 of LARGE is #NUM!, LibreOffice rounds it up": _part_of_a_place,
    "the geometric mean of a 0 is #NUM!, in LibreOffice 0": _mean_of_nothing,
    "0^0 is #NUM!, in LibreOffice 1": _zero_to_zero,
    "what is too small for a number is 0, in LibreOffice an error": _too_small,
    "rounding to more digits than there are changes nothing, in LibreOffice it fails": _many_digits,
    "rounding to a multiple of the other sign is #NUM!, LibreOffice computes it": _signs_differ,
    "a blank is looked for, as a blank or 0, in LibreOffice it is not found": _blank_is_found,
    "LibreOffice adds up in another way, and a step lies at the last digit": _last_digit,
    _ROUNDED: _is_rounded_otherwise,
    "HYPERLINK is what it shows, in LibreOffice's arrays its address too": _link_is_text,
    "XLOOKUP of an error is that error, in LibreOffice it is not found": _error_is_handed_on,
    "errors are the highest where cells are sorted, in LibreOffice not": _errors_are_sorted,
    "LibreOffice's ISLOGICAL is true of a number in a formula that gives TRUE or FALSE": _number_is_logical,
    "an error as a condition is met by such errors, in LibreOffice it is the error": _error_is_wanted,
    "the error is of another kind in LibreOffice": _other_errors,
    "Excel has a 29 February 1900; LibreOffice's days before March are one later": _first_days,
    "Excel has no days before 1900, LibreOffice has": _no_day_before,
    "Excel has no days after 9999, LibreOffice has": _no_day_after,
    "a ? in a format is a space, LibreOffice's has the width of a digit": _spaces_in_formats,
    "a blank in an array is 0, in LibreOffice an empty text": _blank_in_array,
    "LibreOffice writes exponents with three digits, or zeros instead": _exponents,
    "#.## keeps its point, LibreOffice drops it": _point_stays,
    "a space before a format is shown, LibreOffice drops it": _space_in_front,
    "a percent rank is cut to three digits, LibreOffice rounds it": _rank_is_cut,
}
"""Tests for the known differences, by what Excel does and LibreOffice does not."""
