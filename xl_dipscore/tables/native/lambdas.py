"""Turn the columns of a board into one formula for a defined name: a LET with a variable for each column.

A column that differs between seats becomes an array of seven numbers, one below the other; any other column
becomes one number. COUNTIFS and SUMIFS accept only references, but the function may be called with arrays.
Therefore sums of comparisons replace COUNTIFS and SUMIFS.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

from xl_dipscore.tables.native.columns import Column
from xl_dipscore.tables.native.facts import IMPOSSIBLE, OUT_OF_RANGE
from xl_dipscore.tables.native.notation import Formula, LambdaText, Stored

SEVEN = "{1;1;1;1;1;1;1}"
Shape = Literal["one", "seven", "rows"]
"""one: a single number; seven: a number for each seat; rows: a row of numbers for each seat."""
_YOUNGER = (
    "BYROW CHOOSECOLS CHOOSEROWS DROP HSTACK ISOMITTED LAMBDA LET MAP MAKEARRAY REDUCE SEQUENCE TOCOL VSTACK"
)
"""Functions that are younger than Excel 2010. Files store them with the prefix `_xlfn.`."""
RESERVED = frozenset(
    {
        "C", "R", "RESULT", "RETURN", "VALUE", "ARGUMENT", "EVALUATE", "CALL", "EXEC", "EXECUTE", "ERROR",
        "YIELD", "BREAK", "ELSE", "GROUP",
    }
)  # fmt: skip
"""Words that Excel refuses as the name of a variable."""
_LIKE_A_CELL = re.compile(r"[a-z]{1,3}\d+|r\d*(c\d*)?|c\d*", re.IGNORECASE)
_EACH = frozenset({"IF", "INT", "CHOOSE", "NA"})
"""Functions that return seven results for an array of seven numbers, in Excel and in IronCalc."""
_RENAMED = {"last_year": "ended"}
"""By token, another name for the variable: IronCalc would read our workbooks' cell Last_year instead."""
_CALL = re.compile(r"(?<![A-Z])(COUNTIF|COUNTIFS|SUMIF|SUMIFS)\(")


def is_name(word: str) -> bool:
    """Does Excel accept the word as the name of a variable?"""
    like = _LIKE_A_CELL.fullmatch(word) or word.upper() in RESERVED
    return not like and bool(re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", word))


def variable(token: str) -> str:
    word = _RENAMED.get(token, re.sub(r"\W", "_", token))
    return f"_xlpm.{word if is_name(word) else f'{word}_'}"


def in_file(formula: str) -> Stored:
    """The formula as files store it, with the prefix `_xlfn.` before younger functions."""
    return Stored(re.sub(rf"(?<![\w.])({_YOUNGER.replace(' ', '|')})\(", r"_xlfn.\1(", formula))


def let_formula(parts: Iterable[tuple[str, LambdaText]], result: LambdaText) -> LambdaText:
    return LambdaText(f"LET({''.join(f'{name},{text},' for name, text in parts)}{result})")


def function(parameters: Sequence[str], body: LambdaText) -> LambdaText:
    """A LAMBDA as files store it. A parameter with a question mark before its name is optional."""
    names = (f"_xlop.{one[1:]}" if one.startswith("?") else f"_xlpm.{one}" for one in parameters)
    return LambdaText(f"LAMBDA({','.join([*names, body])})")


def as_file(text: LambdaText) -> Stored:
    """Convert our notation, in which `@x` is a variable, to the formula that files store.

    #VALUE! and #NUM! become calls that return these errors: some programs take the text
    before ! for the name of a sheet.
    """
    one_line = re.sub(r"\s*\n\s*", "", text)
    without_errors = one_line.replace("#VALUE!", IMPOSSIBLE).replace("#NUM!", OUT_OF_RANGE)
    return in_file(re.sub(r"@([a-z]\w*)", r"_xlpm.\1", without_errors))


def with_blanks(names: Sequence[str]) -> str:
    """Arguments of a call that pass on optional parameters, with empty text for omitted parameters."""
    return ",".join(f'IF(ISOMITTED(@{name}),"",@{name})' for name in names)


class Converted(NamedTuple):
    text: LambdaText
    shape: Shape
    """The shape of the result."""


class BoardFormula:
    """Converts columns to variables of a LET. shapes: by token, the shape of each variable that exists."""

    def __init__(self, shapes: Mapping[str, Shape]) -> None:
        self._shapes = dict(shapes)

    def parts(self, columns: Iterable[Column]) -> Iterator[tuple[str, LambdaText]]:
        """The variable and the formula of each column, sorted: a formula reads only earlier variables."""
        for one in _in_order(columns):
            made = self.convert(one.text)
            self._shapes[one.name] = made.shape
            yield variable(one.name), made.text

    def convert(self, formula: Formula) -> Converted:
        """The formula with variables in place of tokens."""
        shapes = self._own(formula)
        if shapes <= {"one"}:
            return Converted(LambdaText(self._with_variables(formula, "")), "one")
        of_arrays = "rows" not in shapes and _functions(formula) <= _EACH
        sums_seats = any(self._own(call) - {"one"} for call in _calls(formula))
        if not of_arrays or sums_seats:
            return Converted(LambdaText(self._seat_by_seat(formula)), "seven")
        here = self._with_variables(formula, "")
        if "IF(" in here:
            # Without the array, an IF whose condition is one number would return one number, not seven.
            here = f"IF({SEVEN}=1,{here})"
        return Converted(LambdaText(here), "seven")

    def seven(self, token: str) -> str:
        """A formula for a column as an array of seven numbers."""
        return self._formula_of_token(token, True, "")

    def _own(self, text: str) -> set[Shape]:
        return {self._shapes[token] for token in re.findall(r"\[(\w+)\]", _without_board(text))}

    def _seat_by_seat(self, text: str) -> str:
        """A MAP that computes the formula for each seat, by a LAMBDA of the numbers of one seat."""
        here = self._with_variables(text, "_k")
        read = {
            f"{variable(one)}_k": variable(one) for one, shape in self._shapes.items() if shape == "seven"
        }
        read["_xlpm.k"] = "{1;2;3;4;5;6;7}"
        read = {own: whole for own, whole in read.items() if re.search(rf"{re.escape(own)}\b", here)}
        return f"MAP({','.join(read.values())},LAMBDA({','.join(read)},{here}))"

    def _with_variables(self, text: str, seat: str) -> str:
        # COUNT becomes SUM: a chart is an array here, and IronCalc's COUNT accepts only ranges.
        text = re.sub(r"\bCOUNT\((\[\w+\])\)", r'SUM(--(\1<>""))', text)
        while calls := _calls(text):  # no other call is inside the last call
            text = text.replace(calls[-1], self._sum_formula(calls[-1]))
        return re.sub(
            r"\[(\w+)(:?)\]", lambda token: self._formula_of_token(token[1], bool(token[2]), seat), text
        )

    def _formula_of_token(self, name: str, whole: bool, seat: str) -> str:
        """The formula for a token. whole: as an array? seat: the suffix of variables for one seat, or ""."""
        shape, here = self._shapes[name], variable(name)
        if whole:
            return f"({SEVEN}*{here})" if shape == "one" else here
        if shape == "one":
            return here
        return f"CHOOSEROWS({here},_xlpm.k)" if shape == "rows" else here + seat

    def _sum_formula(self, call: str) -> str:
        word, rest = call.split("(", 1)
        arguments = list(split_arguments(rest[:-1]))
        summed = {"SUMIFS": arguments[0], "SUMIF": arguments[-1]}.get(word, "")
        pairs = {"SUMIFS": arguments[1:], "SUMIF": arguments[:2]}.get(word, arguments)
        tests = [
            self._test(where, wanted)
            for where, wanted in zip(pairs[::2], pairs[1::2], strict=True)
            if where != "[b:]"
        ]
        if not summed and not tests:
            return "7"
        inside = "*".join([*([summed] if summed else []), *tests])
        return f"SUM({inside})" if summed or len(tests) > 1 else f"SUM(--{inside})"

    def _test(self, where: str, wanted: str) -> str:
        found = re.fullmatch(r'"(<>|[<>]=?)([\d.]*)"(?:&(.*))?', wanted)
        sign, than = (found[1], found[2] or found[3]) if found else ("=", wanted)
        test = f"({where}{sign}{than})"
        # Empty texts are excluded, because Excel treats any text as larger than any number.
        return f'({where}<>"")*{test}' if self._shapes[where.strip("[:]")] == "rows" else test


def _in_order(columns: Iterable[Column]) -> Iterator[Column]:
    left = {one.name: one for one in columns}

    def take_column(name: str) -> Iterator[Column]:
        if one := left.pop(name, None):
            for token in re.findall(r"\[(\w+):?\]", one.text):
                yield from take_column(token)
            yield one

    for name in [*left]:
        yield from take_column(name)


def split_arguments(text: str) -> Iterator[str]:
    depth, start, quoted = 0, 0, False
    for at, sign in enumerate(text):
        quoted ^= sign == '"'
        depth += 0 if quoted else (sign in "({") - (sign in ")}")
        if sign == "," and not depth and not quoted:
            yield text[start:at]
            start = at + 1
    yield text[start:]


def _calls(text: str) -> list[str]:
    """The calls of COUNTIF, COUNTIFS, SUMIF and SUMIFS, in the order in which they begin."""
    found = []
    for call in _CALL.finditer(text):
        depth, at = 1, call.end()
        while depth:
            depth += (text[at] == "(") - (text[at] == ")")
            at += 1
        found.append(text[call.start() : at])
    return found


def _without_board(text: str) -> str:
    """Remove the condition that a row is on the same board, because the formula has one board only."""
    return text.replace("[b:],[b]", "")


def _functions(text: str) -> set[str]:
    for call in _calls(text):
        text = text.replace(call, "")
    return set(re.findall(r"([A-Z]+)\(", text))
