"""Add columns for rounds to the standings and to other tables, before the column of the last round."""

import re
from collections.abc import Iterator
from contextlib import suppress
from itertools import count

from xl_dipscore.errors import Fault, WithNotes, group_by_key
from xl_dipscore.rules.board import count_of
from xl_dipscore.sheets.xlsx.book import Page
from xl_dipscore.sheets.xlsx.cell import Cell
from xl_dipscore.sheets.xlsx.formula import (
    Area,
    BadReference,
    address,
    area_of,
    continue_formula,
    join_reference,
    reference,
    split_reference,
)
from xl_dipscore.sheets.xlsx.insert import insert, obstacle
from xl_dipscore.sheets.xlsx.markup import ATTRIBUTES, apply_cuts, encode, replace_matches, unescape, xml_text
from xl_dipscore.sheets.xlsx.moves import Insertion
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.tables.cells.values import is_blank, number
from xl_dipscore.workbooks.layout.event import EventIn
from xl_dipscore.workbooks.layout.games import label, slots_to_number
from xl_dipscore.workbooks.layout.grow.boards import raise_option
from xl_dipscore.workbooks.layout.grow.paper import fit_lists
from xl_dipscore.workbooks.layout.roster import PlayerList
from xl_dipscore.workbooks.layout.tables import NUMBERED, rounds_shown


class MadeForRounds(
    Fault,
    remedy="Make a new one with dipscore new SYSTEM NEW.xlsx --host native --rounds R",
    in_menu="New Event makes a workbook with more rounds.",
):
    """{file} is made for {made}, but needs {needed}."""


WITH_ROUNDS = frozenset({"DIP_STANDINGS", "DIP_TEAMS"})
"""Functions whose tables have a column per round."""
BEFORE_ROUNDS = 3
"""Columns of the standings before the rounds: rank, player or team, and total."""


def with_rounds(event: EventIn, rounds: int, a_round: int | None = None) -> WithNotes[EventIn]:
    """The workbook with standings wide enough for `rounds` rounds, and notes on tables that cannot grow.

    Raises MadeForRounds if the workbook has plain formulas for fewer rounds, a number that cannot change.
    """
    if made := event.setup.plain:
        there = rounds_shown(event.standings_shown)
        if 0 < there < rounds:
            raise MadeForRounds(file=event.book.name, made=count_of(there, "round"), needed=rounds, key=made)
        return WithNotes(event, [])
    planned = event.setup.option_cell("rounds")
    slots = [slot for slots in slots_to_number(event.sheets).values() for slot in slots]
    held = {label(slot.round) for slot in slots if not is_blank(slot.round)}
    before = (number(event.book.value(*planned)) if planned is not None else None) or len(held)
    if not isinstance(before, int) or not 0 < before < rounds:
        return WithNotes(event, [])
    return with_more_rounds(event, before, rounds, a_round)


def with_more_rounds(
    event: EventIn, before: int, after: int, a_round: int | None = None
) -> WithNotes[EventIn]:
    """A copy of a workbook with more rounds in its tables, and notes on tables that cannot grow."""
    package, notes = event.file, list[str]()
    new: list[Insertion] = []
    charted: list[Area] = []
    for name in package.sheet_names:
        for area, standings in _tables(event, package.sheet(name), before):
            one = _columns(package, area, after - before)
            if what := obstacle(package, one, columns=True):
                notes.append(
                    f"{name}!{reference(area)} shows {count_of(before, 'round')}; the new ones are not "
                    f"there because {what} is in the way."
                )
                continue
            new.append(one)
            charted += [] if standings else [area]
    here = _attendance_area(event.roster, before)
    new += [] if here is None else [_columns(package, here, after - before)]
    made = insert(package, new, columns=True)
    if here is not None:
        _number_headings(made, here, after)
    for part in made.part_names:
        for area in charted if part.startswith("xl/charts/") and part.endswith(".xml") else ():
            _with_series(made, part, area, after - before)
    wider = EventIn(made)
    widened = {cell.area for _, cell, _ in _standings(wider)}
    widest = max((area.right - area.left + 1 for area in widened if area), default=0)
    raise_option(wider.setup, "columns", widest)
    fit_lists(wider, a_round)
    return WithNotes(EventIn(made), notes)


def _standings(event: EventIn) -> Iterator[tuple[Page, Cell, Area]]:
    for sheet, cell, reading in event.table_formulas:
        if reading.functions & WITH_ROUNDS and cell.area is not None:
            yield sheet, cell, cell.area._replace(sheet=sheet.name)


def _tables(event: EventIn, sheet: Page, rounds: int) -> Iterator[tuple[Area, bool]]:
    """The areas with a column per round on a sheet, and whether each belongs to the standings."""
    named: set[tuple[Area, int]] = set()
    """The cells of the standings that name a round, each with the round's number."""
    for home, cell, area in _standings(event):
        first = area.left + BEFORE_ROUNDS
        for n in range(rounds):
            named.add((Area(home.name, area.top, first + n, area.top, first + n), n + 1))
        if home.name == sheet.name and cell.kind == "array" and not cell.dynamic:
            yield area._replace(left=first, right=first + rounds - 1), True
    arrays = [cell.area for cell in sheet.cells.values() if cell.kind == "array" and cell.area is not None]
    cells = sorted(sheet.cells.items()) if rounds > 1 else ()  # one column shows no pattern to continue
    for (row, left), cell in cells:
        right = left + rounds - 1
        if not _is_round(cell, sheet.name, 1, named):
            continue
        headings = [sheet.cells.get((row, left + n)) for n in range(rounds + 1)]
        there = [_is_round(one, sheet.name, n, named) for n, one in enumerate(headings, 1)]
        if there != [True] * rounds + [False]:
            continue
        bottom = row
        while _goes_on(sheet, bottom + 1, right):
            bottom += 1
        area = Area(sheet.name, row, left, bottom, right)
        if bottom > row and not any(area.overlaps(array) for array in arrays):
            yield area, False


def _attendance_area(there: PlayerList | None, rounds: int) -> Area | None:
    """The columns Here 1, Here 2, ... of the list of players, if they are side by side."""
    if there is None:
        return None
    columns = [there.columns.get(f"here {n}", 0) for n in range(1, rounds + 1)]
    if not columns[0] or columns != [*range(columns[0], columns[0] + rounds)]:
        return None
    return there.area._replace(top=there.area.top - 1, left=columns[0], right=columns[-1])


def _number_headings(package: Package, here: Area, rounds: int) -> None:
    first = str(package.value(here.sheet, address(here.top, here.left)))
    for n in range(rounds):
        heading = re.sub(r"\d+$", str(n + 1), first)
        package.set_value(here.sheet, address(here.top, here.left + n), heading)


def _is_round(cell: Cell | None, sheet: str, number: int, named: set[tuple[Area, int]]) -> bool:
    """Is a cell the heading of a round: R1 or Round 1, or a reference to that heading of the standings?"""
    if cell is None:
        return False
    if cell.formula:
        with suppress(BadReference):
            return (area_of(cell.formula, sheet), number) in named
        return False
    found = NUMBERED.fullmatch(cell.value.strip()) if isinstance(cell.value, str) else None
    return found is not None and int(found[2]) == number


def _goes_on(sheet: Page, row: int, column: int) -> bool:
    """Is the formula of a cell the formula to its left, copied one column to the right?"""
    first, second = sheet.cells.get((row, column - 1)), sheet.cells.get((row, column))
    if first is None or second is None or not first.formula or not second.formula:
        return False
    return continue_formula(first.formula, second.formula, 1, right=True) is not None


def _columns(package: Package, area: Area, more: int) -> Insertion:
    """The insertion of new columns: before the column of the last round, or after an only round."""
    rows = range(area.top, area.bottom + 1)
    rounds = area.right - area.left + 1
    place = max(area.right, area.left + 1)
    # If whole columns would tear a table above or below, insert only in the rows of the area.
    cells = package.sheet(area.sheet).cells.items()
    held = group_by_key((column, row) for (row, column), cell in cells if cell.has_content)
    torn = {*held.get(place - 1, ())} & {*held.get(place, ())} - {*rows}
    band = rows if torn else None
    return Insertion(area.sheet, place, 1, more, rounds, max(1, rounds - 1), rows, band=band)


_SERIES = re.compile(rf"<((?:\w+:)?)ser({ATTRIBUTES})>.*?</\1ser>", re.DOTALL)
_INDEX = re.compile(r"<(?:\w+:)?idx val=[\"'](\d+)")
_ORDER = re.compile(r"<(?:\w+:)?order val=[\"'](\d+)")
_REFERENCE = re.compile(r"<((?:\w+:)?)f>([^<]*)</\1f>")


def _with_series(package: Package, part: str, table: Area, more: int) -> None:
    """Add series for the new rounds to a chart with a series per round; the program chooses their colours."""
    wide = table._replace(right=table.right + more)
    data = package.part(part) or b""
    each = (
        (one, its) for one in _SERIES.finditer(xml_text(data, part)) for its in _REFERENCE.finditer(one[0])
    )
    areas = ((one, _in_chart(its[2], wide)) for one, its in each)
    series = {area.left: one for one, area in areas if area is not None and area.left == area.right}
    before, last = series.get(table.right - 1), series.get(wide.right)
    if before is None or last is None:
        return
    text, order = data.decode("utf-8"), count()
    free = max(map(int, _INDEX.findall(text)))
    new = "".join(_series(before[0], table, step, free + step) for step in range(1, more + 1))
    # Drop the cached points of the new series, and of the last series, whose round has changed.
    points = r"<(?:\w+:)?ptCount\b.*?(?=</(?:\w+:)?(?:str|num)Cache>)"
    bare = re.sub(points, "", new + last[0], flags=re.DOTALL)
    made = apply_cuts(text, [(*last.span(), bare)])
    package.set_part(part, replace_matches(made, part, _ORDER, lambda _: str(next(order)), 1))


def _in_chart(formula: str, table: Area) -> Area | None:
    """The cells to which a formula of a chart refers, if they belong to `table`; otherwise None."""
    with suppress(BadReference):
        area = area_of(unescape(formula), "")
        if area.sheet == table.sheet and table.left <= area.left <= table.right and area.overlaps(table):
            return area
    return None


def _series(xml: str, table: Area, step: int, number: int) -> str:
    def move_chart_reference(found: re.Match[str]) -> str:
        if _in_chart(found[2], table) is None:
            return found[0]
        mark, ends = split_reference(unescape(found[2]))
        further = join_reference(mark, (end.move_by(step, columns=True) for end in ends))
        return f"<{found[1]}f>{encode(further)}</{found[1]}f>"

    xml = re.sub(r"<((?:\w+:)?)spPr[\s>].*?</\1spPr>", "", xml, count=1, flags=re.DOTALL)
    xml = re.sub(r"(<(?:\w+:)?idx val=[\"'])\d+", rf"\g<1>{number}", xml, count=1)
    return _REFERENCE.sub(move_chart_reference, xml)
