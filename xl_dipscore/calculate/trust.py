"""What the calculator may be trusted with, and how a formula is put to it.

It was compared with LibreOffice, formula by formula. What it does not do as Excel does is written out
here: functions of one value over several cells (DIP_LIFT), errors among the cells of conditional sums,
numbers compared and joined to text with 15 digits (DIP_DIGITS, DIP_TEXT). The rest is left alone.
"""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from itertools import chain

from xl_dipscore.calculate.tree import Beyond, Call, Node, leaves, split
from xl_dipscore.xlsx.formula import Area, Token, area_of, is_reference, words


class Guard:
    """What writing a formula must know of the cells it refers to; here every cell is computed and perhaps
    an error, which makes a formula the longest that it can become."""

    now = 0.0
    """The serial number of this moment, the same for all who are asked."""

    def __init__(self) -> None:
        self.texts: dict[object, str] = {}
        """What was written already; formulas are copies of each other as a rule."""

    def errors(self, area: Area) -> tuple[str, str] | None:
        """Where the number of errors in an area stands, and the array of their codes, if any may be one."""
        return "'errors'!$A$1", "DIP_CODES('errors'!$A$1:$A$1000)"

    def computed(self, area: Area) -> bool:
        """Whether a cell in an area is computed, so that it may have more than 15 digits."""
        return True


_VALUE, _RANGE, _ARRAY, _CONSTANTS = 0, 1, 2, 3
"""What a part of a formula is: one value; cells, which a plain formula cuts to its own row; an array;
an array written out, over which functions go even in a plain formula."""


_EVERYWHERE = words(
    """SUM MAX MIN AVERAGE COUNT COUNTA MEDIAN PRODUCT SUMSQ STDEV STDEV.S STDEVP STDEV.P VAR VAR.S VARP VAR.P
    AND OR SUMPRODUCT TRANSPOSE SORT SORTBY FILTER UNIQUE SEQUENCE SINGLE"""
)
_RESULT_IS_ARRAY = words(
    "TRANSPOSE SORT SORTBY FILTER UNIQUE SEQUENCE TAKE DROP HSTACK VSTACK CHOOSECOLS CHOOSEROWS TOCOL TOROW"
)
GO_OVER = _RESULT_IS_ARRAY - {"TRANSPOSE"} | words("LOOKUP XLOOKUP XMATCH AGGREGATE")
"""In these, operators go over ranges cell by cell in any formula, as in SUMPRODUCT."""
_OURS = words("FILTER SORTBY UNIQUE")
"""What the calculator has of its own, but not as Excel has it."""
_ERROR_IS_RESULT = {
    **dict.fromkeys(("RANK", "RANK.EQ", "RANK.AVG", "VLOOKUP"), 0),
    **dict.fromkeys(("PERCENTRANK", "PERCENTRANK.INC"), 1),
}
"""Where an error, looked for in cells with errors, is what they come to."""
NO_WORDS = words("SUM MAX MIN AVERAGE MEDIAN PRODUCT SUMSQ STDEV STDEV.S STDEVP STDEV.P VAR VAR.S VARP VAR.P")
"""A text that one of their arguments comes to is an error, unless it reads as a number."""
_BY_NUMBER = (
    "",
    *("AVERAGE", "COUNT", "COUNTA", "MAX", "MIN", "PRODUCT", "STDEV.S", "STDEV.P", "SUM", "VAR.S", "VAR.P"),
    *("MEDIAN", "MODE.SNGL", "LARGE", "SMALL", "PERCENTILE.INC", "QUARTILE.INC"),
    *("PERCENTILE.EXC", "QUARTILE.EXC"),
)
"""What AGGREGATE does."""
_SOUND = "6"
"""Its option to leave out errors."""
_HIGHEST = 1e9
"""A number that is looked for to find the last one."""
GUARDED = words("SUMIFS AVERAGEIFS MAXIFS MINIFS SUMIF AVERAGEIF")
"""Functions which, in the calculator, leave out error cells that fulfil the conditions."""
LIFTED: dict[str, Collection[int]] = {
    name: places
    for names, places in (
        ("LARGE SMALL PERCENTILE PERCENTILE.INC QUARTILE COUNTIF", {1}),
        ("MATCH XMATCH RANK RANK.EQ RANK.AVG LOOKUP XLOOKUP", {0}),
        ("VLOOKUP HLOOKUP", {0, 2}),
        ("COUNTIFS", range(1, 255, 2)),
        ("INDEX", {1, 2}),
    )
    for name in names.split()
}
"""Functions that go over several values at these places, and take the others whole."""
_PLACES: dict[str, tuple[int, Collection[int]]] = {
    name: (kind, places)
    for names, kind, places in (
        ("LARGE SMALL PERCENTILE PERCENTILE.INC QUARTILE INDEX", _ARRAY, {0}),
        ("MATCH", _ARRAY, {1}),
        ("XMATCH VLOOKUP HLOOKUP", _ARRAY, {1}),
        ("RANK RANK.EQ RANK.AVG", _RANGE, {1}),
        ("XLOOKUP LOOKUP", _ARRAY, {1, 2}),
        ("ROWS COLUMNS COUNTBLANK COUNTIF OFFSET", _RANGE, {0}),
        ("SUMIF AVERAGEIF", _RANGE, {0, 2}),
        ("SUMIFS AVERAGEIFS MAXIFS MINIFS", _RANGE, {0, *range(1, 255, 2)}),
        ("COUNTIFS", _RANGE, range(0, 255, 2)),
    )
    for name in names.split()
}
"""What functions take as a range, or as an array too, and at which places."""
_ONE_BY_ONE = words(
    """ABS SIGN SQRT INT EXP LN LOG LOG10 EVEN ODD FACT ROUND ROUNDUP ROUNDDOWN TRUNC MOD POWER CEILING FLOOR
    MROUND QUOTIENT N T ISNUMBER ISTEXT ISBLANK ISERROR ISERR ISNA ISLOGICAL ISEVEN ISODD ISNONTEXT NOT TEXT
    FIXED LEN LEFT RIGHT MID VALUE REPT CHAR CODE DATE YEAR MONTH DAY WEEKDAY HOUR MINUTE SECOND DATEVALUE
    TIMEVALUE TIME TODAY NOW UPPER LOWER PROPER TRIM CLEAN SUBSTITUTE REPLACE FIND SEARCH EXACT CONCATENATE
    EDATE EOMONTH SIN COS TAN ATAN ATAN2 PI TRUE FALSE NA ROW COLUMN IFS SWITCH IFNA ERROR.TYPE"""
)
TAKES_CELLS = _EVERYWHERE | GUARDED | frozenset(_PLACES)
"""Functions with an argument that may be several cells."""
_BRANCHES = frozenset({"IF", "IFERROR", "CHOOSE"})
_LINK = "HYPERLINK"
TRUSTED = TAKES_CELLS | _ONE_BY_ONE | _BRANCHES | {_LINK}
"""Every function that the calculator is trusted with; each was compared with LibreOffice."""
AGREED = words(
    """TEXTJOIN CONCAT MODE MODE.SNGL GEOMEAN HARMEAN PERCENTRANK PERCENTRANK.INC QUARTILE.INC CORREL SLOPE
    INTERCEPT RSQ COMBIN GCD LCM CEILING.MATH FLOOR.MATH SUMXMY2 RADIANS DEGREES ROMAN ARABIC UNICHAR UNICODE
    TEXTBEFORE TEXTAFTER DAYS DATEDIF WEEKNUM ISOWEEKNUM NETWORKDAYS WORKDAY YEARFRAC TYPE XOR TAKE DROP
    HSTACK VSTACK CHOOSECOLS CHOOSEROWS TOCOL TOROW AGGREGATE"""
)
"""Those with which it is trusted because the second one must agree, and where it does, Excel does."""
_TAKES: dict[str, tuple[int, Collection[int]]] = {
    **dict.fromkeys(_EVERYWHERE | AGREED, (_ARRAY, range(255))),
    **dict.fromkeys(_ONE_BY_ONE, (_VALUE, ())),
    **_PLACES,
}
OF_PLACES = frozenset({"ROW", "ROWS", "COLUMN", "COLUMNS"})
"""What these give does not depend on what is in the cells."""
STRANGE = "it is written in a way the calculator does not know"
COMPARISONS = frozenset({"=", "<>", "<", ">", "<=", ">="})
_MOST_ROWS = 10_000
"""Of the rows or columns whose numbers are given."""
_LONGEST = 100_000


@dataclass
class _InWriting:
    """A function call or parenthesis that is being written."""

    name: str
    arrays: bool
    """Whether operators in it go over ranges cell by cell."""
    around: bool = False
    """Whether they do around it."""
    kinds: list[int] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)


def judge(arguments: Sequence[Sequence[Node]], array: bool, ours: frozenset[str]) -> str:
    """The reason why the calculator may not be trusted with a formula, or nothing; or raises it as Beyond."""
    kind, _ = _Writer(array, ours, Guard()).only(arguments, _InWriting("", array))
    bare = len(leaves(arguments[0])) == 1
    return "" if array or bare or kind != _RANGE else "it uses a range where one value belongs"


def stand_in(number: int, *, single: bool, computed: bool) -> Token:
    """Stands for a cell or cells in formulas that are alike otherwise, until they are `filled`."""
    return Token("cell" if single else "cells", f"{_COMPUTED if computed else _PLAIN}{number}{_END}")


def filled(text: str, cells: Sequence[str]) -> str:
    """A formula with these cells where others stood in for them."""
    return _CELL.sub(lambda found: cells[int(found[1])], text)


_COMPUTED, _PLAIN, _END = "\x01", "\x02", "\x03"
_CELL = re.compile(f"[{_COMPUTED}{_PLAIN}](\\d+){_END}")


def write(arguments: Sequence[Sequence[Node]], array: bool, ours: frozenset[str], guard: Guard) -> str:
    """The formula for the calculator, one that `judge` has nothing against.

    Raises Beyond where a cell does not do as a stand-in.
    """
    return _Writer(array, ours, guard).only(arguments, _InWriting("", array))[1]


class _Writer:
    """Writes one formula."""

    def __init__(self, array: bool, ours: frozenset[str], guard: Guard) -> None:
        self._array, self._ours, self._guard = array, ours, guard

    def only(self, arguments: Sequence[Sequence[Node]], part: _InWriting) -> tuple[int, str]:
        """What is no list of arguments."""
        if len(arguments) > 1:
            raise Beyond("it joins separate ranges")
        return self._argument(arguments[0], part)

    def _argument(self, nodes: Sequence[Node], part: _InWriting) -> tuple[int, str]:
        """What an argument is, and its text."""
        match nodes:
            case [Call() | Token("reference" | "cell" | "cells" | "text" | "number") as node]:
                return self._operand(node, part)
        kind, pieces = _VALUE, list[Token]()
        operators = ranges = complete = False
        for node in nodes:
            if isinstance(node, Token) and node.kind in ("operator", "percent"):
                operators, complete = True, complete and node.kind == "percent"
                pieces.append(node)
                continue
            if complete:
                raise Beyond(STRANGE)
            own, text = self._operand(node, part)
            kind, ranges, complete = _joined(kind, own), ranges or own == _RANGE, True
            pieces.append(Token(node.kind if isinstance(node, Token) else "call", text))
        if operators and ranges:
            if not _goes_over(part):
                raise Beyond("it uses a range where one value belongs")
            kind = _ARRAY
        return kind, _expression(pieces, self._guard)

    def _operand(self, node: Node, part: _InWriting) -> tuple[int, str]:
        match node:
            case Call():
                return self._call(node, part)
            case Token("reference", text):
                return _VALUE if area_of(text).single else _RANGE, text
            case Token("text" | "number" | "error" | "cell", text):
                return _VALUE, text
            case Token("cells", text):
                return _RANGE, text
            case Token("constants", text):
                return _CONSTANTS, text
        raise Beyond(STRANGE)

    def _call(self, call: Call, part: _InWriting) -> tuple[int, str]:
        around = _goes_over(part)
        if not call.name:
            if not call.given:
                raise Beyond(STRANGE)
            kind, text = self.only(call.given, _InWriting("", around, around))
            return kind, f"({text})"
        arrays = around or call.name == "SUMPRODUCT" or call.name in GO_OVER
        inner = _InWriting(call.name, arrays, around)
        for argument in call.given:
            kind, text = self._argument(argument, inner)
            inner.kinds.append(kind)
            inner.texts.append(text)
        return _call(inner, self._array, self._ours, self._guard)


_LITERALS = ("text", "number")


def _goes_over(part: _InWriting) -> bool:
    """Whether the argument that is being written goes over ranges: not what a lookup looks for."""
    return part.around if part.name in _LOOKS and not part.texts else part.arrays


_LOOKS = frozenset({"LOOKUP", "XLOOKUP", "XMATCH"})


def _joined(kind: int, other: int) -> int:
    if _VALUE in (kind, other) or kind == other:
        return max(kind, other)
    return _ARRAY


def _expression(pieces: Sequence[Token], guard: Guard) -> str:
    """Operands and operators; numbers that are compared or joined to text count with 15 digits."""
    sides = split(pieces, COMPARISONS)
    if len(sides) == 1 or any(map(_exact, sides)):
        written = [_words_joined(side, guard) for side in sides]
    else:
        written = [_with_15_digits("DIP_DIGITS", side, guard) for side in sides]
    return _joined_by(pieces, COMPARISONS, written)


def _joined_by(pieces: Sequence[Token], operators: frozenset[str], written: Sequence[str]) -> str:
    """What stands between these operators, each written so, with them between."""
    signs = [piece.text for piece in pieces if piece.kind == "operator" and piece.text in operators]
    return "".join(chain.from_iterable(zip(written, [*signs, ""], strict=True)))


def _exact(side: Sequence[Token]) -> bool:
    """Text, or zero: no number has other digits and is yet equal to it."""
    if len(side) != 1:
        return False
    text = side[0].text
    return text.startswith('"') or text == "0" or text.partition("(")[0] in GIVES_TEXT


_JOINS = frozenset({"&"})


def _words_joined(side: Sequence[Token], guard: Guard) -> str:
    words = split(side, _JOINS)
    if len(words) == 1:
        return "".join(piece.text for piece in side)
    return _joined_by(side, _JOINS, [_with_15_digits("DIP_TEXT", word, guard) for word in words])


def _with_15_digits(function: str, side: Sequence[Token], guard: Guard) -> str:
    text = _words_joined(side, guard)
    if any(piece.kind == "operator" and piece.text == "&" for piece in side):
        return text
    if len(side) == 1:
        name = text.partition("(")[0]
        if name in GIVES_TEXT or text.startswith('"'):
            return text
        if function == "DIP_DIGITS" and (
            name in _GIVES_WHOLE or side[0].kind in _LITERALS or not _may_be_computed(text, guard)
        ):
            return text
    return f"{function}({text})"


def _may_be_computed(written: str, guard: Guard) -> bool:
    """Whether it is anything but cells that are known to hold what was typed."""
    known = is_reference(written) and not guard.computed(area_of(written))
    return not (known or written.startswith(_PLAIN))


GIVES_TEXT = words(
    "TEXT LEFT RIGHT MID UPPER LOWER PROPER TRIM CLEAN SUBSTITUTE REPLACE CHAR FIXED REPT CONCATENATE"
)
"""Also of numbers."""
_GIVES_WHOLE = words("COUNT COUNTA COUNTIF COUNTIFS RANK RANK.EQ MATCH ROW COLUMN ROWS COLUMNS LEN INT YEAR")


def _call(part: _InWriting, cse: bool, ours: frozenset[str], guard: Guard) -> tuple[int, str]:
    """What a function call gives, and its text."""
    name, kinds, texts = part.name, part.kinds, part.texts
    inside = ",".join(texts)
    text = f"{name}({inside})"
    if len(text) > _LONGEST:
        raise Beyond("it is too long for the calculator")
    if name in ours:
        return _ARRAY, text
    if name in _BRANCHES:
        return _branch(name, kinds, cse), text
    if name == _LINK:
        if any(min(kind, _ARRAY) > _VALUE for kind in kinds):
            raise Beyond(f"it uses {name} on several cells at once")
        return _VALUE, f"DIP_LINK({inside})"
    if name == "AGGREGATE":
        return _VALUE, _aggregate(kinds, texts)
    if name in ("LOOKUP", "MATCH") and is_last(texts[0], texts[1:2]):
        return _last(name, kinds, texts)
    if name in _OURS:
        return _ARRAY, f"DIP_{name}({inside})"
    if (
        name == "XLOOKUP"
        and texts[4:5] in (["-1"], ["1"])
        and texts[5:] in ([], ["1"], [""])
        and not kinds[0]
    ):
        place = f"DIP_NEAREST({texts[0]},{texts[1]},{texts[4]})"
        return _VALUE, f"IF(ISNA({place}),{texts[3] or 'NA()'},INDEX({texts[2]},{place}))"
    if name in OF_PLACES and len(texts) == 1 and (number := _number(name, texts[0])):
        return _VALUE, number
    if name not in _TAKES:
        raise Beyond(f"the calculator has no {name}")
    taken, places = _TAKES[name]
    several = [p for p, kind in enumerate(kinds) if min(kind, _ARRAY) > (taken if p in places else _VALUE)]
    if several:
        return _lifted(part, several)
    if name == "SINGLE":
        return _VALUE, f"@({inside})"
    if name in _ERROR_IS_RESULT and len(texts) > 1:
        text = _error_first(texts[_ERROR_IS_RESULT[name]], text, guard)
    elif name in NO_WORDS:
        given = (
            f"DIP_TYPED({one})" if kind == _VALUE and one.startswith(("IF(", "IFERROR(")) else one
            for kind, one in zip(kinds, texts, strict=True)
        )
        text = f"{name}({','.join(given)})"
    if name in ("TODAY", "NOW") and not inside:
        return _VALUE, f"({int(guard.now) if name == 'TODAY' else repr(guard.now)})"
    if name == "OFFSET":
        return _RANGE, text
    if name == "INDEX" and any(not t.strip() or t.strip() == "0" for t in texts[1:]):
        return _ARRAY, text
    if name in GUARDED:
        _same_size(name, texts)
        text = _guarded(name, texts, text, guard)
    return (_ARRAY if name in _RESULT_IS_ARRAY else _VALUE), text


def _error_first(wanted: str, text: str, guard: Guard) -> str:
    """With the error that it looks for, where that may be one."""
    cell = wanted.startswith(_COMPUTED) or (is_reference(wanted) and guard.computed(area_of(wanted)))
    return f"IF(ISERROR({wanted}),{wanted},{text})" if cell else text


def _aggregate(kinds: list[int], texts: list[str]) -> str:
    """The function that it stands for, with nothing in the places of errors."""
    number, option, *given = texts if len(texts) > 2 else ["0", "", ""]
    name = _BY_NUMBER[int(number)] if number.isdecimal() and int(number) < len(_BY_NUMBER) else ""
    ranked = name in _BY_NUMBER[14:]
    if not name or option not in ("4", _SOUND) or (name == "COUNTA" and option == _SOUND):
        raise Beyond("the calculator has no AGGREGATE of that kind")
    if ranked and (len(given) != 2 or min(kinds[3], _ARRAY) > _VALUE):
        raise Beyond("it uses AGGREGATE on several cells at once")
    if option == _SOUND:
        count = 1 if ranked else len(given)
        given = [f"DIP_SOUND({text})" for text in given[:count]] + given[count:]
    return f"{name}({','.join(given)})"


def is_last(wanted: str, among: Sequence[str]) -> bool:
    """Whether what is looked for is higher than all others, so that the last number is found."""
    try:
        number = float(wanted)
    except ValueError:
        return False
    return number >= _HIGHEST or (number > 1 and bool(among) and among[0].startswith("1/"))


def _last(name: str, kinds: list[int], texts: list[str]) -> tuple[int, str]:
    """The place of the last number, or what stands there."""
    if name == "MATCH" and texts[2:] not in ([], ["1"], ["TRUE"]):
        raise Beyond("it looks for a number that is higher than all others")
    place = f"DIP_LAST({texts[0]},{texts[1]})"
    return _VALUE, place if name == "MATCH" else f"INDEX({texts[-1]},{place})"


def _lifted(part: _InWriting, several: list[int]) -> tuple[int, str]:
    """A call with arrays where the function takes one value: it goes over them value by value."""
    name, kinds = part.name, part.kinds
    constant = all(kinds[place] == _CONSTANTS for place in several)
    arrays = part.around if part.name in GO_OVER else part.arrays
    if (arrays or constant) and name in ("ROW", "COLUMN"):
        return _ARRAY, _numbered(name, part.texts[0])
    over = range(255) if name in _ONE_BY_ONE else LIFTED.get(name, ())
    if not (arrays or constant) or not {*several} <= {*over} or (name == "INDEX" and not constant):
        raise Beyond(f"it uses {name} on several cells at once")
    return (_CONSTANTS if constant else _ARRAY), f'DIP_LIFT("{name}",{",".join(part.texts)})'


def _number(name: str, reference: str) -> str:
    """What a function says of where some cells are, without looking at them: they may be its own cell."""
    if not is_reference(reference):
        return ""
    first, last = area_of(reference).span(columns=name in ("COLUMN", "COLUMNS"))
    if name in ("ROWS", "COLUMNS"):
        return str(last - first + 1)
    return str(first) if first == last else ""


def _numbered(name: str, reference: str) -> str:
    if not is_reference(reference) or area_of(reference).shape[name == "COLUMN"] > _MOST_ROWS:
        raise Beyond(f"it uses {name} on several cells at once")
    return numbered(name, area_of(reference))


def numbered(name: str, area: Area) -> str:
    """The numbers of the rows or columns of some cells, for calculators that do not go over the cells of
    ROW(A1:A7) everywhere."""
    first, last = area.span(columns=name == "COLUMN")
    if first == last:
        return str(first)
    size = f"{last - first + 1},1" if name == "ROW" else f"1,{last - first + 1}"
    return f"SEQUENCE({size},{first})"


def _branch(name: str, kinds: list[int], cse: bool) -> int:
    test, *branches = kinds or [_VALUE]
    if test == _VALUE:
        return max(branches, default=_VALUE)
    if name == "CHOOSE" or (test == _RANGE and not cse):
        raise Beyond(f"it uses {name} on several cells at once")
    return _ARRAY


def _guarded(name: str, texts: list[str], text: str, guard: Guard) -> str:
    """The calculator leaves out the errors among the cells to be added; look for them first."""
    if name in ("SUMIF", "AVERAGEIF"):
        if len(texts) < 3:
            return text
        cells, conditions = texts[2], texts[:2]
    else:
        cells, conditions = texts[0], texts[1:]
    found = guard.errors(area_of(cells))
    if found is None:
        return text
    number, codes = found
    worst = f"MINIFS({codes},{','.join(conditions)})"
    return f"IF(IF({number}=0,0,{worst})=0,{text},DIP_MARK({worst}))"


def _same_size(name: str, texts: list[str]) -> None:
    """Excel stretches the cells to be added to the size of the conditions' cells; the calculator may not."""
    ranges = texts[::2] if name in ("SUMIF", "AVERAGEIF") else [*texts[:1], *texts[1::2]]
    if not all(map(is_reference, ranges)):
        raise Beyond(f"it uses {name} on something other than cells")
    if len({area.shape for area in map(area_of, ranges)}) != 1:
        raise Beyond(f"it uses {name} on ranges of different sizes")
