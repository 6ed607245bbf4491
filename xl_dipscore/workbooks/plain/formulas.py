"""A director's formula with plain references in place of our functions; all other parts stay."""

from collections.abc import Sequence
from dataclasses import dataclass

from xl_dipscore.sheets.xlsx.formula import Area, Token, arguments, function_name
from xl_dipscore.workbooks.plain.calls import (
    ArgumentReader,
    NotPlain,
    OurCall,
    enclosing_functions,
    end_of,
    text,
)
from xl_dipscore.workbooks.plain.stand_ins import StandIn

_SEVERAL = frozenset({"SUM", "MAX", "MIN", "AVERAGE", "COUNT", "COUNTA", "PRODUCT", "MEDIAN", "SUMSQ"})
"""Functions that accept any number of arguments, single cells or ranges."""
_RANGE = frozenset({"LARGE", "SMALL", "RANK", "COUNTIF", "SUMPRODUCT", "MATCH", "PERCENTILE", "STDEV"})
"""Functions that accept a range, but not a list of cells in its place."""
_EACH = frozenset(
    {
        "", "IF", "IFERROR", "IFNA", "ROUND", "ROUNDUP", "ROUNDDOWN", "ABS", "INT", "N", "NOT", "ISNUMBER",
        "ISERROR", "ISTEXT", "ISBLANK", "LEFT", "RIGHT", "MID", "TRIM", "UPPER", "LOWER", "LEN", "VALUE",
        "TEXT", "MOD", "SIGN", "CONCATENATE", "POWER", "SQRT", "TRUNC", "CEILING", "FLOOR",
    }
)  # fmt: skip
"""Functions of one value. Given several values, they return one result for each."""


@dataclass(frozen=True)
class PlainFormula:
    """A formula that calls our functions: its tokens, and the plain formulas in place of each call."""

    pieces: Sequence[Token]
    stand_ins: Sequence[tuple[OurCall, StandIn]]
    area: Area
    array: bool
    reader: ArgumentReader

    def at(self, row: int, column: int) -> str:
        """The plain formula for the cell at `row` and `column` (from 0) of the area. Raises NotPlain."""
        here = Area(self.area.sheet, self.area.top + row, self.area.left + column, 0, 0)
        by_start = {call.start: (call, answer) for call, answer in self.stand_ins}
        out: list[str] = []
        end = 0
        for place, (piece, within) in enumerate(
            zip(self.pieces, enclosing_functions(self.pieces), strict=True)
        ):
            if place < end:
                continue
            if place in by_start:
                call, answer = by_start[place]
                out.append(self._replace_call(answer, within, row, column, here))
                end = call.end
            elif (found := self._replace_index(place, here)) is not None:
                out.append(found)
                end = end_of(self.pieces, place) + 1
            elif self.array and piece.kind in ("reference", "name", "table", "constants"):
                out.append(self._element(piece, within, row, column, here))
            else:
                out.append(piece.text)
        return "".join(out)

    def _replace_call(self, answer: StandIn, within: str, row: int, column: int, here: Area) -> str:
        if within in _EACH:
            return _one(answer, row if self.array else 0, column if self.array else 0, here)
        if within == "SUM" and answer.summed:
            return answer.summed(here)
        if within in _SEVERAL:
            return ",".join(answer.whole(here))
        if within in _RANGE:
            cells = answer.whole(here)
            if len(cells) == 1:
                return cells[0]
        raise NotPlain(f"it stands in {within}, which takes other ranges than those of the columns")

    def _replace_index(self, start: int, here: Area) -> str | None:
        """Replace an INDEX into a call by the cell that it picks; None for other tokens. Raises NotPlain."""
        piece = self.pieces[start]
        if piece.kind != "function" or function_name(piece.text[:-1], {}) != "INDEX":
            return None
        end = end_of(self.pieces, start)
        array, *places = arguments(self.pieces, start)
        found = [one for one in self.stand_ins if start < one[0].start < end]
        own = [piece for piece in array if piece.kind != "space"]
        if not found:
            return None
        call, answer = found[0]
        said = [text(place).strip() for place in places]
        if len(found) > 1 or text(own) != text(self.pieces[call.start : call.end]):
            raise NotPlain("it stands in an INDEX of more than itself")
        rows, columns = answer.shape
        if len(said) == 1:
            said = ["1", said[0]] if rows == 1 else [said[0], "1"]
        numbers = [int(one or 1) if one.isdecimal() or not one else None for one in said]
        if None not in numbers:
            row, column = (number or 1 for number in numbers)
            if row > rows or column > columns:
                return "NA()"
            return answer.one(row - 1, column - 1, here)
        cells = answer.whole(here)
        if len(cells) != 1 or columns > 1:
            raise NotPlain("which of its cells INDEX picks is computed")
        return f"INDEX({cells[0]},{said[0]})"

    def _element(self, piece: Token, within: str, row: int, column: int, here: Area) -> str:
        """The text of `piece` for one cell of an array formula: of a range, the cell in that position."""
        if within not in _EACH:
            return piece.text
        try:
            cells = self.reader.read(piece.text, here.sheet, here.top, here.left)
        except NotPlain:
            return piece.text
        rows, columns = len(cells), len(cells[0])
        if (rows, columns) == (1, 1):
            return piece.text
        row, column = 0 if rows == 1 else row, 0 if columns == 1 else column
        if row >= rows or column >= columns:
            return "NA()"
        return cells[row][column].relative_reference(here.sheet)


def _one(answer: StandIn, row: int, column: int, here: Area) -> str:
    """The formula of one cell. As in Excel, a single row or column of an array fills all rows or columns."""
    rows, columns = answer.shape
    row, column = 0 if rows == 1 else row, 0 if columns == 1 else column
    return answer.one(row, column, here) if row < rows and column < columns else "NA()"
