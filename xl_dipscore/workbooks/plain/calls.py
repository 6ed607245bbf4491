"""Calls of our functions in a workbook's formulas, and their arguments."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from xl_dipscore.sheets.calculate.links import last_used
from xl_dipscore.sheets.calculate.reader import Reader
from xl_dipscore.sheets.calculate.tree import constant, constants
from xl_dipscore.sheets.xlsx.cell import CellValue
from xl_dipscore.sheets.xlsx.formula import (
    Area,
    Token,
    absolute,
    address,
    area_of,
    arguments,
    function_name,
    index_of_closing,
    quote_sheet,
)
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.tables.cells.values import is_blank


class NotPlain(Exception):
    """Plain formulas cannot express a call. Its text follows `Sheet1!C2 is a value now: `."""


class OurCall(NamedTuple):
    """A call of one of our functions in a formula, with the indices of the tokens of the call."""

    name: str
    start: int
    end: int
    """The index after its last token."""
    arguments: tuple[str, ...]


def outermost_calls(pieces: Sequence[Token], ours: Mapping[str, str]) -> list[OurCall]:
    """The calls of our functions in a formula, without calls inside another call. ours: such as `OURS`."""
    found: list[OurCall] = []
    end = 0
    for place, piece in enumerate(pieces):
        if piece.kind != "function" or place < end:
            continue
        name = function_name(piece.text[:-1], ours)
        if name in ours.values():
            end = end_of(pieces, place) + 1
            found.append(OurCall(name, place, end, tuple(map(text, arguments(pieces, place)))))
    return found


def enclosing_functions(pieces: Iterable[Token]) -> Iterator[str]:
    """Yield for each token the name of the function whose arguments contain the token, or ""."""
    within = [""]
    for piece in pieces:
        yield within[-1]
        if piece.kind == "function":
            within.append(function_name(piece.text[:-1], {}))
        elif piece.kind == "open":
            within.append(within[-1])
        elif piece.kind == "close" and within[1:]:
            within.pop()


def end_of(pieces: Sequence[Token], start: int) -> int:
    """The index of the token that closes the call opened at `start`. Raises NotPlain."""
    if (end := index_of_closing(pieces, start)) is None:
        raise NotPlain("its formula is incomplete")
    return end


def text(pieces: Sequence[Token]) -> str:
    return "".join(piece.text for piece in pieces)


class Source(NamedTuple):
    """A value in an argument of a call, with the cell or the formula from which it comes."""

    value: CellValue
    reference: str = ""
    """The absolute reference of the cell, with its sheet; empty if the value is in no cell."""
    formula: str = ""
    """A formula for a value that is in no cell, such as a constant."""
    place: tuple[str, int, int] | None = None

    @property
    def copy_formula(self) -> str:
        """The formula by which another cell repeats the value; empty if an argument is omitted."""
        if self.reference:
            return f'IF(ISBLANK({self.reference}),"",{self.reference})'
        return self.formula

    def relative_reference(self, sheet: str) -> str:
        """A relative reference for formulas on `sheet`. It moves when the formulas are copied or sorted."""
        if self.place is None:
            return self.formula or '""'
        home, row, column = self.place
        return address(row, column) if home == sheet else f"{quote_sheet(home)}!{address(row, column)}"

    @property
    def blank(self) -> bool:
        return is_blank(self.value)


Sources = list[list[Source]]
NOTHING = Source(None)


def formula_literal(value: CellValue) -> str:
    if value is None:
        return '""'
    if isinstance(value, bool):
        return "1=1" if value else "1=0"
    if isinstance(value, str):
        return '"' + value.replace('"', '""') + '"'
    return f"{value:.15g}"


@dataclass(frozen=True)
class ArgumentReader:
    """Reads the arguments of calls in a workbook. ours: the names of our functions."""

    package: Package
    ours: Collection[str]

    @cached_property
    def _reader(self) -> Reader:
        return Reader(self.package, self.ours, last=self._last)

    @cached_property
    def _last(self) -> tuple[int, int]:
        return last_used(self.package)

    def read(self, argument: str, sheet: str, row: int, column: int, *, computed: bool = False) -> Sources:
        """The cells or constants of an argument in a cell's formula; NOTHING if omitted. Raises NotPlain.

        computed: accept any other formula as a single cell with the value 0, since its value is unknown here.
        """
        reading = self._reader.read(argument, sheet, row, column)
        parts = _bare([part for part in reading.parts if part.kind != "space"])
        if not parts:
            return [[NOTHING]]
        if reading.problem:
            raise NotPlain(reading.problem)
        if len(parts) == 1:
            match parts[0].kind:
                case "reference":
                    return self.cells(area_of(parts[0].text).clip(*self._last))
                case "number" | "text":
                    return [[_constant(constant(parts[0].text))]]
                case "constants":
                    return [[*map(_constant, row)] for row in constants(parts[0].text)]
        if set(self.ours) & reading.functions:
            raise NotPlain("its argument is another of our functions")
        if computed:
            return [[Source(0, formula=text(reading.parts))]]
        raise NotPlain("its argument is the result of a formula")

    def cells(self, area: Area) -> Sources:
        cells = self.package.sheet(area.sheet).cells
        mark = f"{quote_sheet(area.sheet)}!"
        return [
            [
                Source(
                    cells[row, column].value if (row, column) in cells else None,
                    mark + absolute(row, column),
                    place=(area.sheet, row, column),
                )
                for column in range(area.left, area.right + 1)
            ]
            for row in range(area.top, area.bottom + 1)
        ]


def _bare(parts: Sequence[Token]) -> Sequence[Token]:
    """Remove parentheses around the whole argument, such as those around the content of a defined name."""
    while len(parts) > 2 and parts[0].kind == "open" and parts[-1].kind == "close":
        parts = parts[1:-1]
    return parts


def _constant(value: CellValue) -> Source:
    return Source(value, formula="" if value is None else formula_literal(value))
