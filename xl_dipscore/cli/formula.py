"""A score as a plain formula, to be pasted into any spreadsheet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from xl_dipscore.board import FIRST_YEAR
from xl_dipscore.cli.app import group, leave
from xl_dipscore.cli.writing import note
from xl_dipscore.errors import Fault
from xl_dipscore.system import System, find

if TYPE_CHECKING:
    from xl_dipscore.native.single import SevenCells
    from xl_dipscore.xlsx.formula import Area

command = group("Games")


class NotSevenCells(Fault):
    """--{what} is {cells}; give seven cells beside each other, Austria to Turkey, such as B2:B8."""


class OtherWay(Fault):
    """--{what} is {cells}, and --centres {centres}: both must lie in a row, or both in a column."""


class NotBeside(Fault):
    """The columns of a board need seven rows: --{what} is {cells}, and --centres {centres}."""


class NotOneCell(Fault):
    """--{what} is {cells}; give one cell, such as E2."""


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
    """Print a score as a plain formula for any spreadsheet; where it gets too long, columns to paste.

    The formula is for the first power: fill it along the other six. An unfinished board stays empty. Columns
    are printed with tabs between them, their headings first: paste them where --at says.

    Options:
        --centres CELLS: The seven centre counts, Austria to Turkey, such as B2:B8.
        --draw CELLS: The marks (x) of the draw, such as C2:C8.
        --eliminated CELLS: The years of elimination, such as D2:D8.
        --year CELLS: The last game year, such as E2.
        --chart CELLS: The centre chart, a column for each year from 1901 on, such as F2:P8.
        --columns: Print columns for all seven, with every line and a check.
        --at CELL: Where the columns will be pasted; by default, beside the cells.
    """
    from xl_dipscore.cli.reading import options_of
    from xl_dipscore.native.single import NoSingleFormula, check_given, one_formula
    from xl_dipscore.xlsx.formula import absolute

    known = find(system)
    options = options_of(known, set_)
    typed = {"centres": centres, "draw": draw, "eliminated": eliminated, "year": year, "chart": chart}
    areas = {what: _area(what, cells) for what, cells in typed.items() if cells}
    given: dict[str, SevenCells | str] = {}
    for what, area in areas.items():
        if what not in ("year", "chart"):
            given[what] = _seven(what, area, typed)
        elif what == "year" and not area.single:
            raise NotOneCell(what=what, cells=year)
        else:
            given[what] = absolute(area.top, area.left)
    check_given(known, given)
    if not columns and chart is None:
        try:
            print(f"={one_formula(known, options, given)}")
            leave()
        except NoSingleFormula as why:
            note(str(why))
    for line in _columns(known, options, areas, typed, at):
        print("\t".join(line))


def _area(what: str, where: str) -> Area:
    from xl_dipscore.xlsx.formula import BadReference, area_of

    try:
        return area_of(where.upper())
    except (BadReference, ValueError):
        raise NotSevenCells(what=what, cells=where) from None


def _seven(what: str, area: Area, typed: Mapping[str, str | None]) -> SevenCells:
    """Raises NotSevenCells and OtherWay."""
    from xl_dipscore.native.single import SevenCells
    from xl_dipscore.xlsx.formula import address

    if area.shape not in ((7, 1), (1, 7)):
        raise NotSevenCells(what=what, cells=typed[what])
    if area.shape != _area("centres", typed["centres"] or "").shape:
        raise OtherWay(what=what, cells=typed[what], centres=typed["centres"])
    return SevenCells([address(*place) for place in area.cells], down=area.shape == (7, 1))


def _columns(
    system: System,
    options: dict[str, object],
    areas: Mapping[str, Area],
    typed: Mapping[str, str | None],
    at: str | None,
) -> list[tuple[str, ...]]:
    """The headings and the seven rows. Raises NotBeside."""
    from xl_dipscore.native.columns import chart_letters
    from xl_dipscore.native.single import block
    from xl_dipscore.xlsx.formula import column_letters

    own = areas["centres"]
    letters: dict[str, str] = {}
    for what, area in areas.items():
        high = (own.top, own.bottom)
        beside = (area.top, area.bottom) == high or (what == "year" and area.top == own.top)
        if own.shape != (7, 1) or not beside or (what != "chart" and area.left != area.right):
            raise NotBeside(what=what, cells=typed[what], centres=typed["centres"])
        if what == "chart":
            columns = range(area.left, area.right + 1)
            letters |= chart_letters({year: column_letters(n) for year, n in enumerate(columns, FIRST_YEAR)})
        else:
            letters[what] = column_letters(area.left)
    start = _area("at", at).left if at else 1 + max(area.right for area in areas.values())
    return block(system, options, letters, own.top, [column_letters(start + n) for n in range(200)])
