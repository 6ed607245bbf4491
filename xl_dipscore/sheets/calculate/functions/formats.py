"""The function TEXT, with its formats for numbers, dates, times and texts."""

import math
import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import NamedTuple

from xl_dipscore.sheets.calculate.functions.dates import (
    LAST_DAY,
    day_of,
    number_in,
    same_or_either,
    seconds_in,
    weekday_of,
)
from xl_dipscore.sheets.calculate.functions.numbers import round_if_sure
from xl_dipscore.sheets.calculate.functions.registry import Cells, computes
from xl_dipscore.sheets.calculate.kinds import Err, Raise, Unsure, Value, Why, fail_if, unsure_if
from xl_dipscore.sheets.calculate.values import SECONDS, compare, num, txt


class Piece(NamedTuple):
    """A part of a format. `kind` is the name of a group in _PIECE; a `literal` is shown as written."""

    kind: str
    text: str


_SECTION = re.compile(r'((?:"[^"]*"|\\.|_.|\*.|\[[^\]]*\]|[^;])*)(?:;|$)', re.DOTALL)
_CONDITION = re.compile(r"\[(<=|>=|<>|<|>|=)(-?\d+\.?\d*)\]")
_PIECE = re.compile(
    r"""(?P<literal>"[^"]*"|\\.) | (?P<space>_.) | (?P<elapsed>\[(?:h+|m+|s+)\]) | (?P<unknown>\*.|\[[^\]]*\])
    | (?P<general>General) | (?P<half>AM/PM|A/P) | (?P<slash>/) | (?P<date>y+|m+|d+|h+|s+)
    | (?P<exponent>E[+-]) | (?P<digit>[0\#?]) | (?P<point>\.) | (?P<comma>,) | (?P<percent>%) | (?P<text>@)
    | (?P<other>.)""",
    re.IGNORECASE | re.VERBOSE | re.DOTALL,
)
_SIGNS = frozenset(" $-+():!^&'~{}<>=€£¥")
"""Signs that a format shows as written, even without quotes."""
_MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
           "November", "December"]  # fmt: skip
_DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
_MOST, _LONGEST = 1e15, 255
_PASSED = {"h": 3600, "m": 60, "s": 1}


@computes("TEXT", "s", 2)
def _format_value(cells: Cells, value: Value, form: Value) -> str:
    """Write a value in a format. TRUE and FALSE do not change. For texts without a number, see `_text_in`."""
    if isinstance(value, Err):
        raise Raise(value)
    form = txt(form)
    if isinstance(value, bool):
        return txt(value)
    sections = [found[1] for found in _SECTION.finditer(form)][: form.count(";") + 1]
    if isinstance(value, str):
        unsure_if(len(value) > _LONGEST, "it writes a text of more than 255 letters in a format")
        number = number_in(cells, value) if value else None
        if number is None:
            return _text_in(value, sections)
        value = number
    section, number = _choose_section(num(value), sections)
    return _format_pieces(cells, number, [*_pieces(section)]) if form else ""


def _text_in(text: str, sections: Sequence[str]) -> str:
    if len(sections) < 4 and not any("@" in section for section in sections):
        return text
    pieces = [*_pieces(sections[-1])]
    unsure_if({piece.kind for piece in pieces} - {"text", "literal"}, Why.FORMAT)
    return "".join(text if piece.kind == "text" else piece.text for piece in pieces)


class _Section(NamedTuple):
    """The section of a format for a number, and the number to write: without sign in the second section."""

    section: str
    number: float


def _choose_section(number: float, sections: Sequence[str]) -> _Section:
    """The section of a format for a number, and the number to write: without sign in the second section."""
    conditions = [_CONDITION.match(section) for section in sections]
    if any(conditions):
        for section, condition in zip(sections, conditions, strict=True):
            if number >= 0 and (condition is None or _meets(number, condition[1], float(condition[2]))):
                return _Section(_CONDITION.sub("", section, count=1), number)
        raise Unsure(Why.FORMAT)
    fail_if(len(sections) > 4, Err.VALUE)
    if number < 0 and len(sections) > 1:
        return _Section(sections[1], -number)
    return _Section(sections[2 if number == 0 and len(sections) > 2 else 0], number)


def _meets(number: float, sign: str, limit: float) -> bool:
    order = compare(number, limit)
    return (order < 0 and "<" in sign) or (order > 0 and ">" in sign) or (order == 0 and "=" in sign)


def _pieces(section: str) -> Iterator[Piece]:
    for found in _PIECE.finditer(section):
        kind, text = str(found.lastgroup), found[0]
        unsure_if(kind == "unknown" or (kind == "other" and text not in _SIGNS), Why.FORMAT)
        if kind == "literal":
            text = text[1:-1] if text[0] == '"' else text[1:]
        elif kind == "space":
            text = " "
        yield Piece("literal" if kind in ("space", "other") else kind, text)


def _format_pieces(cells: Cells, number: float, pieces: Sequence[Piece]) -> str:
    kinds = {piece.kind for piece in pieces} - {"literal"}
    if kinds & {"date", "half", "elapsed"}:
        unsure_if(kinds & {"digit", "exponent", "percent", "general", "text"}, Why.FORMAT)
        if not 0 <= number <= LAST_DAY:
            raise Raise(Err.VALUE) if number < 0 and not cells.date1904 else Unsure(Why.FORMAT)
        return same_or_either(_format_date(cells, number, seconds, pieces) for seconds in seconds_in(number))
    if "slash" in kinds or abs(number) >= _MOST or (number < 0 and "digit" not in kinds and len(pieces) > 1):
        raise Unsure(Why.FORMAT)
    if "exponent" in kinds:
        return _with_exponent(number, "".join(piece.text for piece in pieces))
    if "digit" in kinds:
        return _with_places(number, pieces)
    unsure_if(len(kinds) > 1 or kinds - {"general", "text"}, Why.FORMAT)
    if not kinds and pieces and number < 0:
        return "-" + pieces[0].text
    return "".join(piece.text if piece.kind == "literal" else txt(number) for piece in pieces)


def _with_places(number: float, pieces: Sequence[Piece]) -> str:
    """Write a number into a format's placeholders. Raises Unsure if `round_if_sure` is unsure."""
    kinds = [piece.kind for piece in pieces]
    places = [at for at, kind in enumerate(kinds) if kind == "digit"]
    point = kinds.index("point") if "point" in kinds else len(kinds)
    left, right = [at for at in places if at < point], [at for at in places if at > point]
    last = places[-1] + 1
    thousands = next((at for at, kind in enumerate([*kinds[last:], ""]) if kind != "comma"), 0)
    inner = kinds[left[0] : left[-1]].count("comma") if left else 0
    unsure_if(kinds.count("comma") > inner + thousands or kinds.count("point") > 1, Why.FORMAT)
    scale = 2 * kinds.count("percent") - 3 * thousands
    shown = round_if_sure(abs(number), len(right) + scale).scaleb(scale)
    unsure_if(number < 0 and not shown, "it writes a negative number as 0")
    before, _, after = f"{shown:f}".partition(".")
    texts = ["" if kind == "comma" else piece.text for kind, piece in zip(kinds, pieces, strict=True)]
    before = before.lstrip("0")
    if before and not left:
        texts[point] = before + texts[point]
    parts = _whole_part(before, "".join(texts[at] for at in left), inner > 0) if left else []
    parts += _fraction(after, "".join(texts[at] for at in right))
    for at, text in zip([*left, *right], parts, strict=True):
        texts[at] = text
    return "-" * (number < 0) + "".join(texts)


def _whole_part(digits: str, marks: str, grouped: bool) -> list[str]:
    """A text for each placeholder before the point. Digits without a placeholder are in the first text."""
    needed = marks.lstrip("#")
    digits = needed[: max(0, len(needed) - len(digits))].replace("?", " ") + digits
    unsure_if(grouped and " " in digits, Why.FORMAT)
    texts = [
        f"{digit}," if grouped and left and left % 3 == 0 else digit
        for left, digit in zip(range(len(digits) - 1, -1, -1), digits, strict=True)
    ]
    more = len(texts) - len(marks)
    return [""] * -more + texts if more <= 0 else ["".join(texts[: more + 1]), *texts[more + 1 :]]


def _fraction(digits: str, marks: str) -> list[str]:
    """A text for each placeholder after the point. Final zeros are shown up to the last placeholder 0."""
    kept = max(len(digits.rstrip("0")), marks.rfind("0") + 1)
    return [
        digit if at < kept else " " * (mark == "?")
        for at, (digit, mark) in enumerate(zip(digits, marks, strict=True))
    ]


def _with_exponent(number: float, form: str) -> str:
    found = re.fullmatch(r"0(?:\.(0+))?[eE]([+-])(0+)", form)
    if found is None:
        raise Unsure(Why.FORMAT)
    places, power = len(found[1] or ""), Decimal(f"{abs(number):.15g}").adjusted() if number else 0
    mantissa = round_if_sure(abs(number), places - power).scaleb(-power)
    if mantissa >= 10:
        mantissa, power = mantissa.scaleb(-1).quantize(Decimal(1).scaleb(-places)), power + 1
    sign = "-" if power < 0 else found[2].replace("-", "")
    return f"{'-' * (number < 0)}{mantissa:f}E{sign}{abs(power):0{len(found[3])}d}"


def _format_date(cells: Cells, number: float, seconds: int, pieces: Sequence[Piece]) -> str:
    """Write a date and time. seconds: `number` days as whole seconds. m means minutes after h or before s."""
    unsure_if(seconds // SECONDS != math.floor(number), Why.DIGITS)
    half = any(piece.kind == "half" for piece in pieces)
    letters = [piece.text.strip("[")[0].lower() for piece in pieces if piece.kind in ("date", "elapsed")]
    around = iter(zip(["", *letters], [*letters[1:], ""], strict=False))
    texts = []
    for kind, text in pieces:
        if kind in ("date", "elapsed"):
            before, after = next(around)
            if kind == "date" and text.lower() in ("m", "mm") and (before == "h" or after == "s"):
                text = f"{seconds // 60 % 60:0{len(text)}d}"
            else:
                text = _part(cells, number, seconds, text.lower(), half)
        elif kind == "half":
            text = "AP"[seconds // 3600 % 24 >= 12] + "M" * (len(text) > 3)
        texts.append(text)
    return "".join(texts)


def _part(cells: Cells, number: float, seconds: int, text: str, half: bool) -> str:
    """Write a day, month, year, hour or second in a format such as dd or yyyy. [h]: all hours since day 0."""
    letter, size = text.strip("[")[0], len(text)
    if text[0] == "[":
        return f"{seconds // _PASSED[letter]:0{size - 2}d}"
    if letter in "hs":
        shown = seconds % 60 if letter == "s" else seconds // 3600 % 24
        if half and letter == "h":
            shown = (shown - 1) % 12 + 1
        return f"{shown:0{min(size, 2)}d}"
    day = day_of(cells, number)
    if letter == "y":
        return f"{day.year % 100:02d}" if size < 3 else str(day.year)
    if size < 3:
        return f"{day.month if letter == 'm' else day.day:0{size}d}"
    unsure_if(size > 5, Why.FORMAT)
    name = _MONTHS[day.month - 1] if letter == "m" else _DAYS[weekday_of(cells, number)]
    if size == 5 and letter == "m":
        return name[0]
    return name[:3] if size == 3 else name
