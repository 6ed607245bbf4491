"""What the calculator may be trusted with, and how a formula is put to it.

It was compared with LibreOffice, formula by formula. Functions of one value come out wrong over several
cells, without an error; conditional sums pass over errors. The first are left alone, the others guarded.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from xl_dipscore.workbook.formula import Area, Token, address, area_of, is_reference

Guard = Callable[[Area], str]
"""For the cells a conditional sum adds: the reference to their error codes, or nothing if none can be one."""


_VALUE, _RANGE, _ARRAY = 0, 1, 2
"""What a part of a formula is: one value; cells, which a plain formula cuts to its own row; an array."""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_EVERYWHERE = _words(
    """SUM MAX MIN AVERAGE COUNT COUNTA MEDIAN PRODUCT SUMSQ STDEV STDEV.S STDEVP STDEV.P VAR VAR.S VARP VAR.P
    AND OR SUMPRODUCT TRANSPOSE SORT SORTBY FILTER UNIQUE SEQUENCE SINGLE"""
)
_RESULT_IS_ARRAY = _words("TRANSPOSE SORT SORTBY FILTER UNIQUE SEQUENCE")
_CONDITIONAL = _words("SUMIFS AVERAGEIFS MAXIFS MINIFS SUMIF AVERAGEIF")
"""Functions which, in the calculator, leave out error cells that fulfil the conditions."""
_REWRITTEN = _CONDITIONAL | {"SINGLE"}
_PLACES: dict[str, tuple[int, Collection[int]]] = {
    name: (kind, places)
    for names, kind, places in (
        ("LARGE SMALL PERCENTILE PERCENTILE.INC QUARTILE INDEX", _ARRAY, {0}),
        ("MATCH", _ARRAY, {1}),
        ("XMATCH VLOOKUP HLOOKUP RANK RANK.EQ RANK.AVG", _RANGE, {1}),
        ("XLOOKUP LOOKUP", _RANGE, {1, 2}),
        ("ROWS COLUMNS COUNTBLANK COUNTIF OFFSET", _RANGE, {0}),
        ("SUMIF AVERAGEIF", _RANGE, {0, 2}),
        ("SUMIFS AVERAGEIFS MAXIFS MINIFS", _RANGE, {0, *range(1, 255, 2)}),
        ("COUNTIFS", _RANGE, range(0, 255, 2)),
    )
    for name in names.split()
}
"""What functions take as a range, or as an array too, and at which places."""
_ONE_BY_ONE = _words(
    """ABS SIGN SQRT INT EXP LN LOG LOG10 EVEN ODD FACT ROUND ROUNDUP ROUNDDOWN TRUNC MOD POWER CEILING FLOOR
    MROUND QUOTIENT N T ISNUMBER ISTEXT ISBLANK ISERROR ISERR ISNA ISLOGICAL ISEVEN ISODD ISNONTEXT NOT TEXT
    FIXED LEN LEFT RIGHT MID VALUE REPT CHAR CODE DATE YEAR MONTH DAY WEEKDAY HOUR MINUTE SECOND DATEVALUE
    TIMEVALUE TIME TODAY NOW UPPER LOWER PROPER TRIM CLEAN SUBSTITUTE REPLACE FIND SEARCH EXACT CONCATENATE
    EDATE EOMONTH SIN COS TAN ATAN ATAN2 PI TRUE FALSE NA ROW COLUMN IFS SWITCH IFNA ERROR.TYPE"""
)
_BRANCHES = frozenset({"IF", "IFERROR", "CHOOSE"})


@dataclass
class _Part:
    """A function call or parenthesis that is being read."""

    name: str
    arrays: bool
    """Whether operators in it go over ranges cell by cell."""
    kinds: list[int] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    kind: int = _VALUE
    operators: bool = False
    ranges: bool = False
    """Whether the argument has operators, and a range as it stands among its operands."""
    complete: bool = False
    """Whether the last thing read is an operand."""
    text: list[str] = field(default_factory=list)


class Beyond(Exception):
    """The reason why a formula is left alone."""


def judge(parts: Iterable[Token], array: bool, ours: frozenset[str]) -> str:
    """The reason why the calculator may not be trusted with a formula, or nothing."""
    pattern = tuple(_pattern(part) if part.kind in ("reference", "text") else part for part in parts)
    return _judged(pattern, array, ours)


@lru_cache(maxsize=1 << 16)
def _pattern(token: Token) -> Token:
    """Formulas that differ only in the cells they name are judged once."""
    if token.kind == "reference":
        area = area_of(token.text)
        size = address(area.bottom - area.top + 1, area.right - area.left + 1)
        return Token("reference", "A1" if area.single else f"A1:{size}")
    return token if "#" in token.text else Token("text", '""')


@lru_cache(maxsize=4096)
def _judged(parts: tuple[Token, ...], array: bool, ours: frozenset[str]) -> str:
    try:
        kind, _ = _write(parts, array, ours, None)
    except Beyond as reason:
        return str(reason)
    bare = sum(token.kind not in ("space", "open", "close") for token in parts) == 1
    return "" if array or bare or kind != _RANGE else "it cuts a range to its own row"


def write(parts: Sequence[Token], array: bool, ours: frozenset[str], guard: Guard) -> str:
    """The formula for the calculator, one that `judge` has nothing against."""
    if any(part.kind == "function" and part.text in _REWRITTEN for part in parts):
        return _write(parts, array, ours, guard)[1]
    return "".join(f"{part.text}(" if part.kind == "function" else part.text for part in parts)


def _write(parts: Iterable[Token], array: bool, ours: frozenset[str], guard: Guard | None) -> tuple[int, str]:
    """What the formula is, and its text."""
    stack = [_Part("", array)]
    for token in parts:
        part = stack[-1]
        match token.kind:
            case "space":
                continue
            case "reference":
                _operand(part, _VALUE if area_of(token.text).single else _RANGE, token.text)
            case "text" | "number" | "error":
                _operand(part, _VALUE, token.text)
            case "constants":
                _operand(part, _ARRAY, token.text)
            case "operator":
                part.operators, part.complete = True, False
                part.text.append(token.text)
            case "percent":
                part.operators = True
                part.text.append(token.text)
            case "function":
                if part.complete:
                    raise Beyond("it is written in a way the calculator does not know")
                stack.append(_Part(token.text, part.arrays or token.text == "SUMPRODUCT"))
            case "open":
                stack.append(_Part("(", part.arrays))
            case "comma":
                if part.name in ("", "("):
                    raise Beyond("it joins separate ranges")
                _argument(part)
            case "close":
                if len(stack) == 1:
                    raise Beyond("its parentheses do not match")
                if part.text or part.texts:
                    _argument(part)
                stack.pop()
                kind, text = _call(part, array, ours, guard)
                _operand(stack[-1], kind, text)
            case _:
                raise Beyond("it is written in a way the calculator does not know")
    if len(stack) > 1:
        raise Beyond("its parentheses do not match")
    _argument(stack[0])
    return stack[0].kinds[0], stack[0].texts[0]


def _operand(part: _Part, kind: int, text: str) -> None:
    if part.complete:
        raise Beyond("it is written in a way the calculator does not know")
    part.complete = True
    part.kind = max(part.kind, kind)
    part.ranges |= kind == _RANGE
    part.text.append(text)


def _argument(part: _Part) -> None:
    """Close the argument that is being read."""
    if part.operators and part.ranges:
        if not part.arrays:
            raise Beyond("it cuts a range to its own row")
        part.kind = _ARRAY
    part.kinds.append(part.kind)
    part.texts.append("".join(part.text))
    part.kind, part.operators, part.ranges, part.complete, part.text = _VALUE, False, False, False, []


def _call(part: _Part, cse: bool, ours: frozenset[str], guard: Guard | None) -> tuple[int, str]:
    """What a function call gives, and its text."""
    name, kinds, texts = part.name, part.kinds, part.texts
    inside = ",".join(texts)
    if name == "(":
        if not kinds:
            raise Beyond("it is written in a way the calculator does not know")
        return kinds[0], f"({inside})"
    text = f"{name}({inside})"
    if name in ours:
        return _ARRAY, text
    if name in _BRANCHES:
        return _branch(name, kinds, cse), text
    level: int
    places: Collection[int]
    if name in _EVERYWHERE:
        level, places = _ARRAY, range(255)
    elif name in _ONE_BY_ONE:
        level, places = _VALUE, ()
    elif name in _PLACES:
        level, places = _PLACES[name]
    else:
        raise Beyond(f"the calculator has no {name}")
    for place, kind in enumerate(kinds):
        if kind > (level if place in places else _VALUE):
            raise Beyond(f"it uses {name} over several cells at once")
    if name == "SINGLE":
        return _VALUE, f"@({inside})"
    if name == "OFFSET":
        return _RANGE, text
    if name == "INDEX" and any(not t.strip() or t.strip() == "0" for t in texts[1:]):
        return _ARRAY, text
    conditional = name in _CONDITIONAL or name in ("COUNTIF", "COUNTIFS")
    if conditional and any(text.startswith('"') and "#" in text for text in texts):
        raise Beyond(f"it looks for errors with {name}")
    if name in _CONDITIONAL:
        _same_size(name, texts)
        if guard is not None:
            text = _guarded(name, texts, text, guard)
    return (_ARRAY if name in _RESULT_IS_ARRAY else _VALUE), text


def _branch(name: str, kinds: list[int], cse: bool) -> int:
    test, *branches = kinds or [_VALUE]
    if test == _VALUE:
        return max(branches, default=_VALUE)
    if name == "CHOOSE" or (test == _RANGE and not cse):
        raise Beyond(f"it uses {name} over several cells at once")
    return _ARRAY


def _guarded(name: str, texts: list[str], text: str, guard: Guard) -> str:
    """The calculator leaves out the errors among the cells to be added; look for them first."""
    if name in ("SUMIF", "AVERAGEIF"):
        if len(texts) < 3:
            return text
        cells, conditions = texts[2], texts[:2]
    else:
        cells, conditions = texts[0], texts[1:]
    codes = guard(area_of(cells))
    if not codes:
        return text
    worst = f"MINIFS({codes},{','.join(conditions)})"
    return f"IF({worst}=0,{text},DIP_MARK({worst}))"


def _same_size(name: str, texts: list[str]) -> None:
    """Excel stretches the cells to be added to the size of the conditions' cells; the calculator may not."""
    ranges = texts[::2] if name in ("SUMIF", "AVERAGEIF") else [texts[0], *texts[1::2]]
    if not all(map(is_reference, ranges)):
        raise Beyond(f"it uses {name} over something else than cells")
    if len({(a.bottom - a.top, a.right - a.left) for a in map(area_of, ranges)}) > 1:
        raise Beyond(f"it uses {name} over ranges of different sizes")
