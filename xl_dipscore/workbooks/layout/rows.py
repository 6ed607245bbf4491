"""Find lists with a row per game and a column per power, and lists on their side: a column per game."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import zip_longest

from xl_dipscore.errors import At, group_by_key
from xl_dipscore.rules.board import POWERS, SEATS
from xl_dipscore.sheets.xlsx.book import Book
from xl_dipscore.sheets.xlsx.cell import CellValue
from xl_dipscore.tables.cells.columns import SCORED
from xl_dipscore.tables.cells.languages import Letters, Word
from xl_dipscore.tables.cells.one_table import OneTable
from xl_dipscore.tables.cells.rounds import round_in
from xl_dipscore.tables.cells.values import is_blank, number
from xl_dipscore.tables.cells.wide import (
    WideHeading,
    letters_of,
    may_name_power,
    power_in,
    spell_letters,
    wide_headings,
    wide_table,
)
from xl_dipscore.workbooks.layout.games import label
from xl_dipscore.workbooks.layout.own import Grid, Kind, OwnBoard, RoundAndBoard, heads_in, round_or_date

FEW = 3
"""A line (a row, or a column of a list on its side) with at most this many numbers need not be a game."""
SPARE = 100
"""Games are written into at most this many blank lines below a list."""
LONGEST_LIST = 5000
LONGEST_HEADING = 100


@dataclass(frozen=True)
class RowList:
    grid: Grid
    header: int
    columns: Mapping[WideHeading, int]
    titles: Mapping[int, str]
    until: int
    """The first line after the list."""
    table: OneTable | None = None
    """The columns of the list, if other tables may be beside it; always None for a list on its side."""

    @cached_property
    def letters(self) -> Letters | None:
        """The meaning of single letters in the draws of the list; None if they are English."""
        return letters_of(self.grid.get(self.header, n) for one, n in self.columns.items() if one.counts)


def row_lists(grid: Grid) -> Iterator[RowList]:
    headers = dict(_headers(grid))
    lines = sorted(headers)
    filled = {line for line, _ in grid.cells}
    for line, after in zip_longest(lines, lines[1:]):
        until = grid.last + SPARE + 1
        if after is not None:  # cells right above the next headings belong to the next list
            blank = (n for n in range(after - 1, line, -1) if n not in filled)
            until = next(blank, after)
        columns, table = headers[line]
        titles = {
            n: label(cell)
            for (at, n), cell in grid.cells.items()
            if at == line and (table is None or n in table.columns)
        }
        for heading, n in columns.items():
            title = titles.get(n) or label(grid.get(line - 1, n))
            whose = "" if heading.seat is None or power_in(title) is not None else f"{POWERS[heading.seat]} "
            titles[n] = f"{whose}{title}"
        yield RowList(grid, line, columns, titles, until, None if grid.turned else table)


Found = tuple[dict[WideHeading, int], OneTable | None]


def _headers(grid: Grid) -> Iterator[tuple[int, Found]]:
    """The lines with headings for the board and all seven powers, and the column of each heading."""
    texts = group_by_key(
        (line, cell)
        for (line, _), cell in grid.cells.items()
        if isinstance(cell, str) and len(cell) <= LONGEST_HEADING
    )
    for named in (line for line, cells in texts.items() if _names_all_powers(cells)):
        for line in (named + 1, named):
            columns, table = _columns(grid, line)
            if WideHeading("board") in columns and any(heading.counts for heading in columns):
                yield line, (columns, table)
                break


def _names_all_powers(cells: Sequence[str]) -> bool:
    """Do these headings name all seven powers? A heading names at most one."""
    may = len(cells)
    for cell in cells:  # texts of which few can name a power are no headings, which the first ones show
        may -= not may_name_power(cell)
        if may < len(SEATS):
            return False
    return {*SEATS} <= {power_in(str(cell)) for cell in spell_letters(cells)}


def _columns(grid: Grid, line: int) -> Found:
    across = [place[1] for place in grid.cells if place[0] in (line - 1, line)]
    first, last = min(across), max(across)
    header, above = ([grid.get(at, n) for n in range(first, last + 1)] for at in (line, line - 1))
    headings = dict(enumerate(wide_headings(header, above), first))
    table = _table(grid, line, headings)
    places = group_by_key(
        (heading, n)
        for n, heading in headings.items()
        if heading is not None and (table is None or n in table.columns)
    )
    for heading, several in places.items():
        if len(several) > 1:  # prefer the typed columns: computed ones are scores or the like
            places[heading] = [n for n in several if not grid.is_computed(line + 1, n)] or several
    # Use a fact of powers only if each of the seven powers has exactly one column for it.
    whole = {
        word for word, _ in places if all(len(places.get(WideHeading(word, seat), ())) == 1 for seat in SEATS)
    }
    return {one: its[0] for one, its in places.items() if one.seat is None or one.word in whole}, table


def _table(grid: Grid, line: int, headings: Mapping[int, WideHeading | None]) -> OneTable | None:
    """The columns of a list that may have other lists beside it. Headings of computed columns are ignored."""
    titles = {n: value for n in headings if not is_blank(value := grid.get(line, n) or grid.get(line - 1, n))}
    typed = {n: None if grid.is_computed(line + 1, n) else one for n, one in headings.items()}
    return wide_table(line, typed, titles, grid.cells.items())


def boards_in(package: Book, listed: RowList) -> Iterator[OwnBoard]:
    """The games of a list, and the blank lines below the last game that can take further games.

    If lines of games have formulas, a blank line can take a game only if it has formulas too.
    """
    games, spare = lines_of(listed)
    above = _heads_above(listed)
    with_formulas = any(_computes(listed, line) for line in games)
    free = [line for line in spare if not with_formulas or _computes(listed, line)]
    for line in (*games, *free):
        yield _board(package, listed, line, above)


def lines_of(listed: RowList) -> tuple[list[int], list[int]]:
    """The lines with games, and the lines without typed cells below the last game."""
    grid, columns = listed.grid, listed.columns
    counts = [across for heading, across in columns.items() if heading.counts]
    heads = [columns[one] for one in (WideHeading("round"), WideHeading("board")) if one in columns]
    typed = [across for heading, across in columns.items() if heading.word not in SCORED]
    across = [n for n in range(min(listed.titles), max(listed.titles) + 1) if n not in columns.values()]
    games: list[int] = []
    spare: list[int] = []
    numbered = group_by_key(
        (at, n) for (at, n), cell in grid.cells.items() if n in counts and number(cell) is not None
    )
    full = (line for line, its in numbered.items() if len(its) > FEW and _has_round(listed, line))
    last = max(full, default=listed.header)
    for line in range(listed.header + 1, min(listed.until, listed.header + LONGEST_LIST)):
        if all(grid.is_computed(line, across) for across in counts):
            break  # totals, or averages
        filled = [n for n in typed if grid.get(line, n) is not None and not grid.is_computed(line, n)]
        if filled and line > last and _is_other(listed, line, filled, apart=bool(spare)):
            break
        if any(n in counts for n in filled) or not any(is_blank(_over(grid, line, n)) for n in heads):
            games.append(line)
            spare = []
        elif not filled and not any(isinstance(grid.get(line, n), str) for n in across):
            spare.append(line)
        elif spare or not games:
            break  # cells of something else, after a blank line or before the first game: the list ends
    return games, spare[:SPARE]


def _is_other(listed: RowList, line: int, filled: Iterable[int], *, apart: bool) -> bool:
    """Does a line below the last game begin another table? apart: is the line below a blank line?"""
    numbers = any(number(listed.grid.get(line, n)) is not None for n in filled)
    return (apart and not numbers) if _has_round(listed, line) else (apart or not numbers)


def _has_round(listed: RowList, line: int) -> bool:
    """Is the round of a line valid or blank? A blank one is allowed: it may be named elsewhere."""
    column = listed.columns.get(WideHeading("round"))
    value = None if column is None else _over(listed.grid, line, column)
    return is_blank(value) or round_in(value) is not None or heads_in(value).round is not None


def _over(grid: Grid, line: int, across: int) -> CellValue:
    """The value of a cell, or of the merged area that covers it."""
    row, column = grid.place(line, across)
    if grid.sheet.is_covered(row, column):
        for area in grid.sheet.merged_areas:
            if area.contains((row, column)):
                return grid.get(*grid.place(area.top, area.left))
    return grid.get(line, across)


def _computes(listed: RowList, line: int) -> bool:
    across = range(min(listed.titles), max(listed.titles) + 1)
    return any(listed.grid.is_computed(line, n) for n in across)


def _heads_above(listed: RowList) -> RoundAndBoard:
    """The round in a title above an upright list; else the round and board in the sheet's name.

    Of the titles that name a round but no board, the last is used.
    """
    grid = listed.grid
    titles = (heads_in(cell) for (line, _), cell in grid.cells.items() if line < listed.header)
    own = [heads for heads in titles if heads.round is not None and heads.board is None]
    return own[-1] if own and not grid.turned else heads_in(grid.sheet.name)


def _board(package: Book, listed: RowList, line: int, above: RoundAndBoard) -> OwnBoard:
    grid, columns = listed.grid, listed.columns
    places: dict[Word, tuple[At, ...]] = {}
    titles: dict[tuple[Word, int], str] = {}
    for heading, across in columns.items():
        if heading.seat is None:
            places[heading.word] = (grid.at(line, across),)
            titles[heading.word, 0] = listed.titles[across]
    for word in {heading.word for heading in columns if heading.seat is not None}:
        places[word] = tuple(grid.at(line, columns[WideHeading(word, seat)]) for seat in SEATS)
        titles |= {(word, seat): listed.titles[columns[WideHeading(word, seat)]] for seat in SEATS}
    name = _over(grid, line, columns[WideHeading("board")])
    if "round" in places:
        typed = _over(grid, line, columns[WideHeading("round")])
        round_: CellValue = heads_in(typed).round or typed
    else:
        both = heads_in(name)
        round_, name = (both.round, both.board) if both.round and both.board else (above.round, name)
    round_ = round_or_date(package, round_, places)
    kind: Kind = "column" if grid.turned else "row"
    return OwnBoard(package, kind, grid.sheet.name, round_, name, places, titles, grid.turned, listed.letters)
