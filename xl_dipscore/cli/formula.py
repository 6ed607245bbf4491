"""The command formula, which prints a score as a plain formula for any spreadsheet program."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import combinations
from typing import TYPE_CHECKING

from xl_dipscore.cli.app import group, leave, only_for
from xl_dipscore.cli.writing import note
from xl_dipscore.errors import Fault
from xl_dipscore.rules.board import FIRST_YEAR
from xl_dipscore.rules.system import System, find

if TYPE_CHECKING:
    from xl_dipscore.sheets.xlsx.formula import Area
    from xl_dipscore.tables.native.single import SevenCells

command = group("Games")


class NotSevenCells(Fault):
    """--{what} is {cells}; give seven cells beside each other, Austria to Turkey, such as B2:B8."""


class OtherWay(Fault):
    """--{what} is {cells}, and --centres {centres}: both must lie in a row, or both in a column."""


class NotBeside(Fault):
    """The columns need cells in the same seven rows: --{what} is {cells}, and --centres {centres}."""


class SameCells(Fault):
    """--{one} and --{other} have cells in common: {cells} and {others}."""


class NotOneCell(Fault):
    """--{what} is {cells}; give one cell, such as {example}."""


class NoRowAbove(Fault):
    """--centres is {centres}; the columns have headings, so leave a row free above."""


class OtherRow(Fault):
    """--at is {at}; the headings of the columns belong in row {row}, just above --centres."""


class NoRoom(Fault):
    """--at is {at}; the {count} columns would lie {where}. Choose another column."""


@command("formula")
def formula(
    system: str,
    centres: str,
    draw: str | None = None,
    eliminated: str | None = None,
    year: str | None = None,
    chart: str | None = None,
    set_: list[str] | None = None,
    columns: bool = False,
    at: str | None = None,
) -> None:
    """Print a score as a plain formula for any spreadsheet; if it is too long, as columns to paste.

    The formula is for the first power: fill it along the other six. An unfinished board stays empty. Columns
    are printed with tabs between them, their headings first: paste them where --at says.

    Options:
        --centres CELLS: The seven centre counts, Austria to Turkey, such as B2:B8.
        --draw CELLS: The marks (x) of the draw, such as C2:C8.
        --eliminated CELLS: The years of elimination, such as D2:D8.
        --year CELLS: The last game year, such as E2.
        --chart CELLS: The centre chart, a column for each year from 1901 on, such as F2:P8.
        --columns: Print columns for all seven powers: the score, a check, and helper columns.
        --at CELL: Where the columns will be pasted; by default, beside the cells.
    """
    from xl_dipscore.cli.reading import options_of
    from xl_dipscore.sheets.xlsx.formula import absolute
    from xl_dipscore.tables.native.single import NoSingleFormula, check_given, one_formula

    known = find(system)
    options = options_of(known, set_)
    typed = {"centres": centres, "draw": draw, "eliminated": eliminated, "year": year, "chart": chart}
    areas = {what: _area(what, cells) for what, cells in typed.items() if cells}
    for (one, area), (other, its) in combinations(areas.items(), 2):
        if area.overlaps(its):
            raise SameCells(one=one, other=other, cells=typed[one], others=typed[other])
    given: dict[str, SevenCells | str] = {}
    for what, area in areas.items():
        if what not in ("year", "chart"):
            given[what] = _seven(what, area, typed)
        elif what == "year" and not area.single:
            raise NotOneCell(what=what, cells=year, example="E2")
        else:
            given[what] = _sheet(area) + absolute(area.top, area.left)
    check_given(known, given)
    if not columns and chart is None:
        try:
            single = one_formula(known, options, given)
        except NoSingleFormula as why:
            note(str(why))
        else:
            if at is not None:
                raise only_for("columns", "--columns", ["at"])
            print(f"={single}")
            leave()
    for line in _columns(known, options, areas, typed, at):
        print("\t".join(line))


def _area(what: str, where: str, sheet: str = "") -> Area:
    from xl_dipscore.sheets.xlsx.formula import BadReference, area_of, in_order

    try:
        found = re.fullmatch(_CELLS, where)
        cells = "" if found is None else found[4].upper().replace("$", "")
        if in_order(cells) != cells or not cells:
            raise BadReference(reference=where)
        return area_of(where, sheet)
    except (BadReference, ValueError):
        if what in ("year", "at"):
            raise NotOneCell(what=what, cells=where, example="E2") from None
        raise NotSevenCells(what=what, cells=where) from None


_CELLS = r"(('([^']|'')+'|[^'!]+)!)?([^'!]+)"
"""Matches a reference such as `B2:B8` or `Games!B2:B8`. Group 4 is the part without the sheet."""


def _sheet(area: Area) -> str:
    """The sheet of an area as written before a reference, such as `Games!`; "" if the area names no sheet."""
    from xl_dipscore.sheets.xlsx.formula import quote_sheet

    return area.sheet and f"{quote_sheet(area.sheet)}!"


def _seven(what: str, area: Area, typed: Mapping[str, str | None]) -> SevenCells:
    """The seven cells of an area. Raises NotSevenCells and OtherWay."""
    from xl_dipscore.sheets.xlsx.formula import address
    from xl_dipscore.tables.native.single import SevenCells

    if area.shape not in ((7, 1), (1, 7)):
        raise NotSevenCells(what=what, cells=typed[what])
    if area.shape != _area("centres", typed["centres"] or "").shape:
        raise OtherWay(what=what, cells=typed[what], centres=typed["centres"])
    cells = [address(*place) for place in area.cells]
    return SevenCells(cells, down=area.shape == (7, 1), sheet=_sheet(area))


def _columns(
    system: System,
    options: dict[str, object],
    areas: Mapping[str, Area],
    typed: Mapping[str, str | None],
    at: str | None,
) -> list[tuple[str, ...]]:
    """Rows of cells to paste, headings first. Raises NoRowAbove, NotBeside, and faults of `_check_place`."""
    from xl_dipscore.sheets.xlsx.formula import address, column_letters
    from xl_dipscore.tables.native.columns import chart_letters
    from xl_dipscore.tables.native.single import block

    own = areas["centres"]
    if own.top == 1:
        raise NoRowAbove(centres=typed["centres"])
    letters: dict[str, str] = {}
    for what, area in areas.items():
        high = (own.top, own.bottom)
        beside = (area.top, area.bottom) == high or (what == "year" and area.top == own.top)
        if own.shape != (7, 1) or not beside or (what != "chart" and area.left != area.right):
            raise NotBeside(what=what, cells=typed[what], centres=typed["centres"])
        if what == "chart":
            columns = range(area.left, area.right + 1)
            letter_of = chart_letters({year: column_letters(n) for year, n in enumerate(columns, FIRST_YEAR)})
        else:
            letter_of = {what: column_letters(area.left)}
        letters |= {name: _sheet(area) + letter for name, letter in letter_of.items()}
    at = at or address(own.top - 1, 1 + max(area.right for area in areas.values()))
    place = _area("at", at, own.sheet)
    lines = block(system, options, letters, own.top, [column_letters(place.left + n) for n in range(200)])
    _check_place(place, len(lines[0]), areas, {**typed, "at": at})
    return lines


def _check_place(place: Area, count: int, areas: Mapping[str, Area], typed: Mapping[str, str | None]) -> None:
    """Check that `count` columns may be pasted at `place`. Raises NotOneCell, OtherRow and NoRoom."""
    from xl_dipscore.sheets.xlsx.formula import COLUMNS, address

    at, own = typed["at"], areas["centres"]
    if not place.single:
        raise NotOneCell(what="at", cells=at, example=address(own.top - 1, place.left))
    if place.top != own.top - 1:
        raise OtherRow(at=at, row=own.top - 1)
    if place.left + count - 1 > COLUMNS:
        raise NoRoom(at=at, count=count, where="beyond the last column of a sheet")
    block = place._replace(right=place.left + count - 1, bottom=own.bottom)
    for what, area in areas.items():
        if block.overlaps(area):
            raise NoRoom(at=at, count=count, where=f"on --{what}, {typed[what]}")
