"""More boards than a workbook has places for: its last block again below it, and all that covers them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise

from xl_dipscore.cells import is_blank, number
from xl_dipscore.errors import Fault
from xl_dipscore.workbook.grow.players import lists_of
from xl_dipscore.workbook.grow.slips import slips
from xl_dipscore.workbook.layout.games import GamesSheet, find_games, label
from xl_dipscore.workbook.layout.setup import ROSTER, named, option_cell, option_word
from xl_dipscore.workbook.layout.tables import AWARDS, TABLES, players_possible, table_formulas
from xl_dipscore.xlsx.formula import ROWS, Area, address, reference
from xl_dipscore.xlsx.package import Package
from xl_dipscore.xlsx.rows import Copy, Stretch, copied, rewrite
from xl_dipscore.xlsx.sheet import Cell, Sheet

WIDEST_GAP = 3
"""Rows between two boards that are copied with a board."""


class InTheWay(Fault):
    """{file} has {blocks} boards of seven rows and {needed} are needed, but {what} is in the way of more on \
{sheet}; move that to another sheet, or to the right of the games."""


def with_more_blocks(
    package: Package, more: Mapping[str, int], *, a_round: int | None = None, players: int = 0
) -> tuple[Package, list[str]]:
    """A copy of a workbook with so many more blocks on these sheets, and what could not be made longer.

    The list of players grows with the boards of a round, where their number is given, else with all of them;
    it has room for so many players at least. Raises InTheWay.
    """
    notes: list[str] = []
    room = max(_room(package, sum(more.values()), a_round), players)
    for sheet, count in more.items():
        if count > 0:
            package = Package(package.to_bytes(), package.name)
            home = next(home for home in find_games(package) if home.name == sheet)
            package = _longer(package, home, count, room, notes)
    return package, notes


def _room(package: Package, count: int, a_round: int | None) -> int:
    """How many players the list has room for in proportion, with so many more boards."""
    area = named(package, ROSTER)
    blocks = [block for home in find_games(package) for block in home.blocks]
    if area is None or not blocks:
        return 0
    before, after = len(blocks), len(blocks) + max(0, count)
    rounds = Counter(label(block.round) for block in blocks if not is_blank(block.round))
    if a_round is not None and rounds:
        before, after = max(rounds.values()), a_round
    return -(-(area.bottom - area.top + 1) * after // before)


def _longer(package: Package, home: GamesSheet, count: int, room: int, notes: list[str]) -> Package:
    before = [one for sheet in find_games(package) for one in sheet.blocks]
    games = _copy_of_block(home, count)
    if what := _in_the_way(package, games):
        raise InTheWay(
            file=package.name, blocks=len(before), needed=len(before) + count, sheet=home.name, what=what
        )
    first = home.blocks[0]
    whole = games.new._replace(top=min(first.rows), bottom=games.bottom)
    stretches = [Stretch(whole, games.new.bottom, first is home.blocks[-1])]
    copies = [games]
    rosters = _roster(package, room, copies, stretches, notes)
    seats = 7 * len(before), 7 * (len(before) + count)
    were, players = map(players_possible, seats, rosters)
    rows = 0
    for _, area, called in list(results_arrays(package, stretches[0])):
        needed = _rows_needed(called, area, seats, players)
        if _lengthened(package, area, needed, called, copies, stretches, notes):
            rows = max(rows, needed)
            if "DIP_STANDINGS" in called:
                lines = area._replace(top=area.top + 1)
                _lists(package, lines, "", (were, players), copies, stretches, notes)
    _slips(package, home, count, copies, stretches, notes)
    rewrite(package, copies, stretches)
    made = Package(package.to_bytes(), package.name)
    raise_option(made, "rows", rows)
    _raise_own(made)
    return made


# -- what becomes longer ----------------------------------------------------------------------


def _copy_of_block(home: GamesSheet, count: int) -> Copy:
    """The last block, with the rows between it and the one before."""
    tops = [min(one.rows) for one in home.blocks]
    last = home.blocks[-1]
    top, bottom = min(last.rows), max(last.rows)
    gaps = {below - above - 7 for above, below in pairwise(tops)}
    if len(gaps) == 1 and 0 < (gap := gaps.pop()) <= WIDEST_GAP:
        top -= gap
    left, right = _columns(home.sheet, home.header, home.columns.values())
    words = {column: word for word, column in home.columns.items()}
    height = bottom - top + 1

    def keeps(cell: Cell) -> bool:
        if home.is_computed(cell.row, cell.column):
            return False
        if cell.column in words:
            return words[cell.column] == "power"
        above = home.sheet.cells.get((cell.row - height, cell.column))
        return len(home.blocks) == 1 or (above is not None and above.value == cell.value)

    return Copy(home.sheet, top, bottom, count, left, right, keeps, len(home.blocks))


def _columns(sheet: Sheet, header: int, columns: Iterable[int]) -> tuple[int, int]:
    """The first and the last column of a row of headings."""
    columns = list(columns)
    left, right = min(columns), max(columns)
    while (cell := sheet.cells.get((header, left - 1))) is not None and not is_blank(cell.value):
        left -= 1
    while (cell := sheet.cells.get((header, right + 1))) is not None and not is_blank(cell.value):
        right += 1
    return left, right


def _roster(
    package: Package, room: int, copies: list[Copy], stretches: list[Stretch], notes: list[str]
) -> tuple[int, int]:
    """Give the list of players so many rows; how many it had and has, 0 where there is none."""
    area = named(package, ROSTER)
    if area is None:
        return 0, 0
    size = area.bottom - area.top + 1
    if area.bottom == ROWS or room <= size:
        return size, size
    sheet = package.sheet(area.sheet)
    left, right = _columns(sheet, area.top - 1, [area.left])
    copy = Copy(sheet, area.bottom, area.bottom, room - size, left, right, lambda cell: False, size)
    if what := _in_the_way(package, copy):
        notes.append(
            f"The list of players on {area.sheet} keeps its {size} rows: below it, {what} is in the way."
        )
        return size, size
    copies.append(copy)
    stretches.append(Stretch(area, copy.new.bottom))
    _lists(package, area, ROSTER, (size, room), copies, stretches, notes)
    return size, room


def _lists(
    package: Package,
    table: Area,
    name: str,
    players: tuple[int, int],
    copies: list[Copy],
    stretches: list[Stretch],
    notes: list[str],
) -> None:
    """Have what shows all the players of a table, as many as there could be, show as many as there can be."""
    were, can_be = players
    for shown in lists_of(package, table, name):
        title, more = shown.sheet.name, can_be - shown.lines
        if shown.lines < were or more <= 0:
            continue
        if _draws(package, shown.sheet):
            why = "its charts are made for that many"
        elif shown.area is None:
            why = "its rows are not all made alike"
        elif what := _in_the_way(package, copy := shown.longer(more)):
            why = f"below them, {what} is in the way"
        else:
            copies.append(copy)
            stretches.append(Stretch(shown.area, copy.new.bottom, alone=True))
            continue
        notes.append(
            f"{title} shows {shown.lines} players and there can be {can_be}: {why}. All of them are on "
            f"{table.sheet}."
        )


def _draws(package: Package, sheet: Sheet) -> bool:
    """Has a sheet charts?"""
    return any(package.related("chart", drawing) for drawing in package.related("drawing", sheet.part))


def results_arrays(package: Package, games: Stretch) -> Iterator[tuple[Cell, Area, set[str]]]:
    """The array formulas of ours over all these games, the cells that they fill, and what they call."""
    for sheet, cell, reading in table_formulas(package):
        fixed = cell.kind == "array" and not cell.dynamic
        if fixed and cell.area is not None and any(map(games.is_within, reading.areas)):
            yield cell, cell.area._replace(sheet=sheet.name), reading.functions & TABLES


def _rows_needed(called: set[str], area: Area, seats: tuple[int, int], players: int) -> int:
    """One that had a line for every seat is to have it again; another one, for every player."""
    rows = area.bottom - area.top + 1
    if rows > seats[0]:
        return seats[1] + 1
    if called == {"DIP_AWARDS"}:
        return max(rows, AWARDS)
    return max(rows, players + 1)


def _slips(
    package: Package,
    home: GamesSheet,
    count: int,
    copies: list[Copy],
    stretches: list[Stretch],
    notes: list[str],
) -> None:
    """Give each sheet with a piece a board more of them."""
    for sheet, copy in slips(package, home, count):
        if copy is None:
            notes.append(f"{sheet.name} shows single boards; the new ones are not on it.")
        elif what := _in_the_way(package, copy):
            notes.append(
                f"{sheet.name} shows each board; the new ones are not on it, for below the last, "
                f"{what} is in the way."
            )
        else:
            copies.append(copy)
            top = max(1, copy.bottom - copy.number * copy.height + 1)
            stretches.append(Stretch(copy.new._replace(top=top, bottom=copy.bottom), copy.new.bottom))


def _lengthened(
    package: Package,
    area: Area,
    rows: int,
    called: set[str],
    copies: list[Copy],
    stretches: list[Stretch],
    notes: list[str],
) -> bool:
    """Give a results array so many rows, where the cells below it are free."""
    there = area.bottom - area.top + 1
    more = rows - there
    if more <= 0:
        return True
    sheet = package.sheet(area.sheet)
    copy = Copy(sheet, area.bottom, area.bottom, more, area.left, area.right, lambda cell: False, there)
    if what := _in_the_way(package, copy):
        notes.append(
            f"{area.sheet}!{reference(area)} shows {rows - more - 1} lines and should show {rows - 1}: below "
            f"it, {what} is in the way."
        )
        return False
    copies.append(copy)
    # Its data may be covered from the row below its headings.
    body = area._replace(top=area.top + 1)
    stretches.append(Stretch(body, copy.new.bottom, of_players=called != {"DIP_AWARDS"}))
    return True


def raise_option(package: Package, option: str, size: int) -> None:
    """The option that fills our tables with empty text must fill the largest of them."""
    place = option_cell(package, option)
    if place is None or package.cell(*place).formula_xml:
        return
    now = number(package.value(*place))
    if now is not None and now < size:
        package.set_value(*place, size)


def _raise_own(package: Package) -> None:
    """The same where a table's function is given its size in cells beside the table."""
    for sheet, cell, reading in list(table_formulas(package)):
        if cell.kind != "array" or cell.dynamic or cell.area is None:
            continue
        rows = cell.area.bottom - cell.area.top + 1
        for place in (p for area in reading.areas if area.sheet == sheet.name for p in area.cells):
            word, size = sheet.cells.get(place), sheet.cells.get((place[0], place[1] + 1))
            if word is None or size is None or size.formula_xml or option_word(word.value) != "rows":
                continue
            now = number(size.value)
            if now is not None and now < rows:
                package.set_value(sheet.name, address(size.row, size.column), rows)


# -- what stands in the way -------------------------------------------------------------------


def _in_the_way(package: Package, copy: Copy) -> str:
    """What stands where the copies are to stand, or nothing."""
    new, sheet = copy.new, copy.sheet
    for place in sorted(sheet.cells):
        if new.top <= place[0] <= new.bottom and sheet.cells[place].holds:
            source = sheet.cells.get((copy.top + (place[0] - copy.top) % copy.height, place[1]))
            if copy.left <= place[1] <= copy.right or (source is not None and copied(copy, source)):
                return f"what stands in {address(*place)}"
    unit = new._replace(top=copy.top, bottom=copy.bottom)
    for cell in sheet.cells.values():
        if cell.kind == "dataTable" and cell.area is not None and cell.area.overlaps(unit):
            return f"the what-if table in {address(cell.row, cell.column)}"
    if what := merged_or_filled(package, sheet, new):
        return what
    for part in package.related("drawing", sheet.part):
        for column, row in _corners(package.part(part) or b""):
            if new.top <= row <= new.bottom and column <= copy.right:
                return f"the picture or chart at {address(row, column)}"
    return ""


def merged_or_filled(package: Package, sheet: Sheet, new: Area) -> str:
    for area in sheet.merged:
        if area.overlaps(new):
            return f"the merged cell {reference(area)}"
    for cell in sheet.cells.values():
        if cell.kind in ("array", "dataTable") and cell.area is not None and cell.area.overlaps(new):
            return f"the array formula in {address(cell.row, cell.column)}"
    for table in package.tables:
        if table.area.overlaps(new):
            return f"the table {table.name}"
    return ""


_CORNER = re.compile(rb"<(?:\w+:)?from>.*?<(?:\w+:)?col>(\d+)<.*?<(?:\w+:)?row>(\d+)<", re.DOTALL)


def _corners(drawing: bytes) -> Iterator[tuple[int, int]]:
    """Column and row of the upper left corner of each picture and chart."""
    return ((int(found[1]) + 1, int(found[2]) + 1) for found in _CORNER.finditer(drawing))
