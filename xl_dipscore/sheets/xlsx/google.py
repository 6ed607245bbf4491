"""Unwrap formulas that Google Sheets hides in a text when it writes a workbook for Excel.

Google Sheets writes a formula unknown to Excel as `IFERROR(__xludf.DUMMYFUNCTION("the formula"),its value)`.
Other cells that the formula fills get `IFERROR(__xludf.DUMMYFUNCTION(\"\"\"COMPUTED_VALUE\"\"\"),its value)`.
"""

import re
from collections.abc import Sequence, Set
from dataclasses import dataclass
from itertools import product

from xl_dipscore.sheets.xlsx.formula import (
    COLUMNS,
    ROWS,
    Token,
    address,
    column_letters,
    index_of_closing,
    tokens,
    words,
)
from xl_dipscore.sheets.xlsx.sheet import Sheet

Place = tuple[int, int]

_TEXT = r'"(?:[^"]|"")*"(?!")'
_TEXTS = rf"{_TEXT}(?:\s*&\s*{_TEXT})*"
_CALL = rf"@?_*xludf\.DUMMYFUNCTION\(\s*({_TEXTS})\s*\)"
_VALUE = rf'(?:\s*{_TEXTS}\s*|[^"()]*(?:\(\)\s*)?)'
_WRAPPER = re.compile(rf"IFERROR\(\s*{_CALL}\s*(?:[,;]{_VALUE})?\)|{_CALL}", re.IGNORECASE)
_QUOTED = r"'(?:[^']|'')*'(?!')"
_PIECES = re.compile(rf"{_TEXT}|{_QUOTED}|\{{(?:{_TEXT}|[^}}\"])*\}}|[;,]")
_CONSTANTS = re.compile(rf"{_TEXT}|[\\,]")
_OPEN = re.compile(
    rf"{_TEXT}|{_QUOTED}|(?<![\w.$])(\$?[A-Z]{{1,3}})(\$?\d{{1,7}}):(?:(\$?[A-Z]{{1,3}})|(\$?\d{{1,7}}))(?![\w$(.!:])",
    re.IGNORECASE,
)
_CELL = re.compile(rf"{_TEXT}|(\$?[A-Z]{{1,3}}\$?\d|[!:(])", re.IGNORECASE)
_SIZE = re.compile(r"(.*),\s*(\d{1,7})(?:\.0)?\s*,\s*(\d{1,5})(?:\.0)?\s*", re.DOTALL)
_ARRAY, _CONSTRAIN = "ARRAYFORMULA", "ARRAY_CONSTRAIN"
_READ_AS = str.maketrans("{};\\", "(),,")

_GOOGLES = words(
    """ADD ARRAY_CONSTRAIN AVERAGE.WEIGHTED BYCOL BYROW COUNTUNIQUE COUNTUNIQUEIFS DETECTLANGUAGE DIVIDE EQ
    FILTER FLATTEN GOOGLEFINANCE GOOGLETRANSLATE GT GTE IMPORTDATA IMPORTFEED IMPORTHTML IMPORTRANGE IMPORTXML
    ISBETWEEN ISDATE ISEMAIL ISURL JOIN LAMBDA LET LT LTE MAKEARRAY MAP MARGINOFERROR MINUS MULTIPLY NE POW
    QUERY REDUCE REGEXEXTRACT REGEXMATCH REGEXREPLACE SCAN SORT SORTN SPARKLINE SPLIT TO_DATE TO_DOLLARS
    TO_PERCENT TO_PURE_NUMBER TO_TEXT UMINUS UNARY_PERCENT UPLUS"""
)
"""Functions that Excel lacks, or whose arguments mean something else in Excel."""
_NEWER = words(
    """CHOOSECOLS CHOOSEROWS CONCAT DAYS DROP EXPAND FORMULATEXT HSTACK IFNA IFS ISFORMULA ISOWEEKNUM MAXIFS
    MINIFS NUMBERVALUE PERCENTILE.EXC PERCENTILE.INC QUARTILE.EXC QUARTILE.INC RANDARRAY RANK.AVG RANK.EQ
    SEQUENCE STDEV.P STDEV.S SWITCH TAKE TEXTAFTER TEXTBEFORE TEXTJOIN TOCOL TOROW UNICHAR UNICODE UNIQUE
    VAR.P VAR.S VSTACK WRAPCOLS WRAPROWS XLOOKUP XMATCH XOR"""
)
"""Functions that have the prefix `_xlfn.` in Excel's files."""


@dataclass(frozen=True)
class Wrapped:
    """A formula that Google Sheets has hidden in a cell."""

    formula: str
    """The formula in Excel's form. If `further`, the address of the array's first cell instead."""
    array: bool = False
    size: tuple[int, int] | None = None
    """The number of rows and columns to which ARRAY_CONSTRAIN cuts the array."""
    needs_google: bool = False
    """Whether only Google Sheets can compute the formula."""
    further: bool = False
    """Whether the cell shows part of an array that begins elsewhere."""


def find_wrapped_formulas(sheet: Sheet) -> dict[Place, Wrapped]:
    """The hidden formulas of a sheet, by row and column."""
    if not sheet.mentions("DUMMYFUNCTION", "dummyfunction"):
        return {}
    formulas = {place: cell.formula for place, cell in sorted(sheet.cells.items()) if cell.formula_xml}
    found = {place: one for place, text in formulas.items() if (one := unwrap_formula(text)) is not None}
    loose = {place for place, one in found.items() if one.further}
    begins = found.keys() - loose
    for place in sorted(begins):
        (row, column), (rows, columns) = place, extent_of_array(place, loose, begins)
        its = loose.intersection(product(range(row, row + rows), range(column, column + columns)))
        found.update(dict.fromkeys(its, Wrapped(address(*place), further=True)))
        loose -= its
    return found


def extent_of_array(
    first: Place, loose: Set[Place], begins: Set[Place], most: tuple[int, int] = (ROWS, COLUMNS)
) -> tuple[int, int]:
    """The number of rows and columns of the array that begins at `first`. Cells of an array may be blank.

    loose: the cells that show part of an array and are not its first cell.
    begins: the cells with a hidden formula of their own.
    most: the most rows and columns that the array may have.
    """
    row, column = first
    rows = columns = 1
    while columns < most[1] and (row, column + columns) in loose:
        columns += 1
    while rows < most[0]:
        line = {(row + rows, column + right) for right in range(columns)}
        if loose.isdisjoint(line) or not begins.isdisjoint(line):
            break
        rows += 1
    return rows, columns


def unwrap_formula(formula: str) -> Wrapped | None:
    """Unwrap a hidden formula; None for an ordinary formula."""
    if "DUMMYFUNCTION" not in formula.upper():
        return None
    text = formula.strip().removeprefix("=").strip()
    whole = _WRAPPER.fullmatch(text)
    if whole is None:
        text, times = _WRAPPER.subn(lambda found: f"({_inside(found)})", text)
        return _read_wrapped(text) if times else None
    text = _inside(whole)
    return Wrapped("", further=True) if text == '"COMPUTED_VALUE"' else _read_wrapped(text)


def _inside(found: re.Match[str]) -> str:
    texts = re.findall(_TEXT, found[1] or found[2])
    return "".join(text[1:-1].replace('""', '"') for text in texts).strip().removeprefix("=").strip()


def _read_wrapped(text: str) -> Wrapped:
    text = _OPEN.sub(_close_range, _with_commas(text))
    array, size = False, None
    if (inner := _whole(text, _CONSTRAIN)) is not None and (sized := _SIZE.fullmatch(inner)) is not None:
        text, array, size = sized[1].strip(), True, (int(sized[2]), int(sized[3]))
    if (inner := _whole(text, _ARRAY)) is not None:
        text, array = inner.strip(), True
    pieces = tokens(text)
    functions = {_name(piece) for piece in pieces}
    if not _GOOGLES.isdisjoint(functions) or any(map(_of_cells, pieces)) or not _is_complete(pieces):
        return Wrapped(text.translate(_READ_AS), array, size, needs_google=True)
    return Wrapped("".join(map(_text_of_piece, pieces)), array or _ARRAY in functions, size)


def _name(piece: Token) -> str:
    return piece.text[:-1].upper() if piece.kind == "function" else ""


def _text_of_piece(piece: Token) -> str:
    name = _name(piece)
    if name == _ARRAY:
        return "("
    return f"_xlfn.{piece.text}" if name in _NEWER else piece.text


def _of_cells(piece: Token) -> bool:
    """Whether an array in braces contains references or calls; Excel allows only constants in braces."""
    return piece.kind == "constants" and any(found[1] for found in _CELL.finditer(piece.text))


def _is_complete(pieces: Sequence[Token]) -> bool:
    """Whether all parentheses and quotes are closed; otherwise Excel could not read the file."""
    depth = 0
    for piece in pieces:
        depth += (piece.kind in ("function", "open")) - (piece.kind == "close")
        if depth < 0 or (piece.kind == "other" and piece.text in "\"'{}[]"):
            return False
    return depth == 0


def _whole(text: str, name: str) -> str | None:
    """The text of the arguments if a formula is a single call of the function `name`; otherwise None."""
    pieces = tokens(text)
    if not pieces or _name(pieces[0]) != name:
        return None
    return text[len(pieces[0].text) : -1] if index_of_closing(pieces, 0) == len(pieces) - 1 else None


def is_call(formula: str) -> bool:
    """Whether a whole formula is a single call of a function."""
    first = next(iter(tokens(formula)), None)
    return first is not None and first.kind == "function" and _whole(formula, _name(first)) is not None


def _with_commas(text: str) -> str:
    """Rewrite a formula with decimal commas as Excel stores it: `1.5` for `1,5`, and `,` for `;`."""
    if all(found[0] != ";" for found in _PIECES.finditer(text)):
        return text

    def in_constants(found: re.Match[str]) -> str:
        return {",": ".", "\\": ","}.get(found[0], found[0])

    def piece(found: re.Match[str]) -> str:
        if found[0].startswith("{"):
            return _CONSTANTS.sub(in_constants, found[0])
        return {";": ",", ",": "."}.get(found[0], found[0])

    return _PIECES.sub(piece, text)


def _close_range(found: re.Match[str]) -> str:
    """End an open range, such as `A2:H` or `B2:2`, at the last row or column of a sheet."""
    column, row, last_column, last_row = found.groups()
    if column is None:
        return found[0]
    end = f"{last_column}{ROWS}" if last_column else f"{column_letters(COLUMNS)}{last_row}"
    return f"{column}{row}:{end}"
