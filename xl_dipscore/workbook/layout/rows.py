"""A row a game, with a column a power; or, on its side, a column a game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import zip_longest

from xl_dipscore.board import SEATS
from xl_dipscore.cells import Cell, is_blank, power
from xl_dipscore.cells.wide import WideHeading, wide_headings
from xl_dipscore.workbook.layout.games import LONGEST_HEADER, OURS, Word, games_header, label
from xl_dipscore.workbook.layout.own import At, Grid, Heads, Kind, OwnBoard, Unsure, heads_in, is_computed
from xl_dipscore.xlsx.package import Package
from xl_dipscore.xlsx.sheet import CellValue

SPARE = 100
"""Blank rows below a list that games may go to."""
LONGEST_LIST = 5000


@dataclass(frozen=True)
class RowList:
    """A list of games with a row each: its headings, and the rows below them."""

    grid: Grid
    header: int
    columns: Mapping[WideHeading, int]
    titles: Mapping[int, str]
    until: int
    """The first line that is not of it any more."""

    @property
    def headings(self) -> list[str]:
        """What its headings say, in their order."""
        used = set(self.columns.values())
        return [title for column, title in sorted(self.titles.items()) if column in used]


def row_lists(grid: Grid) -> Iterator[RowList]:
    """The lists on a sheet, one below the other."""
    headers = dict(_headers(grid))
    lines = sorted(headers)
    filled = {line for line, _ in grid.cells}
    for line, after in zip_longest(lines, lines[1:]):
        until = grid.last + SPARE + 1
        if after is not None:  # what stands right above its headings is of the next one
            blank = (n for n in range(after - 1, line, -1) if n not in filled)
            until = next(blank, after)
        titles = {across: label(cell) for (at, across), cell in grid.cells.items() if at == line}
        yield RowList(grid, line, headers[line], titles, until)


def _headers(grid: Grid) -> Iterator[tuple[int, dict[WideHeading, int]]]:
    """The lines with all seven powers and a heading for the board, and the column of each heading."""
    powers: dict[int, set[int]] = {}
    for (line, _), cell in grid.cells.items():
        if isinstance(cell, str) and len(cell) <= LONGEST_HEADER and (seat := _named(cell)) is not None:
            powers.setdefault(line, set()).add(seat)
    for line, seats in powers.items():
        if len(seats) == len(SEATS):
            columns = _columns(grid, line)
            words = {heading.word for heading in columns}
            if "board" in words and "centres" in words:
                yield line, columns


def _named(cell: str) -> int | None:
    """The power of a heading, which may say more than that."""
    seat = power(cell)
    return seat if seat is not None else next((s for w in cell.split() if (s := power(w)) is not None), None)


def _columns(grid: Grid, line: int) -> dict[WideHeading, int]:
    across = [place[1] for place in grid.cells if place[0] == line]
    first, last = min(across), max(across)
    header, above = ([grid.get(at, n) for n in range(first, last + 1)] for at in (line, line - 1))
    found: dict[WideHeading, int] = {}
    for n, heading in enumerate(wide_headings(header, above, _meaning), first):
        if heading is not None:
            found.setdefault(heading, n)
    # Seven columns of a kind, or none.
    whole = {
        word
        for word in {heading.word for heading in found}
        if all(WideHeading(word, seat) in found for seat in SEATS)
    }
    return {
        heading: n
        for heading, n in found.items()
        if (heading.seat is None and heading.word not in whole) or heading.word in whole
    }


def _meaning(cell: Cell) -> Word | None:
    return games_header(cell)


# -- the rows below the headings --------------------------------------------------------------


def boards_in(package: Package, listed: RowList) -> Iterator[OwnBoard | Unsure]:
    """The games of a list, and the blank rows below the last that wait for more.

    Where games have formulas in their rows, only a row that has them too waits.
    """
    games, spare = _lines(package, listed)
    above = _said_above(listed)
    with_formulas = any(_computes(package, listed, line) for line in games)
    for line in games:
        board = _board(package, listed, line, above)
        lacks = [word for word, said in (("round", board.round), ("board", board.board)) if is_blank(said)]
        if not lacks or board.free:
            yield board
        else:
            yield Unsure(board, tuple(lacks))
    for line in spare:
        if not with_formulas or _computes(package, listed, line):
            yield _board(package, listed, line, above)


def _lines(package: Package, listed: RowList) -> tuple[list[int], list[int]]:
    """The lines of games, and those without anything typed that follow the last of them."""
    grid, columns = listed.grid, listed.columns
    counts = [columns[WideHeading("centres", seat)] for seat in SEATS]
    heads = [columns[one] for one in (WideHeading("round"), WideHeading("board")) if one in columns]
    typed = [across for heading, across in columns.items() if heading.word not in OURS]
    games: list[int] = []
    spare: list[int] = []
    for line in range(listed.header + 1, min(listed.until, listed.header + LONGEST_LIST)):
        if all(is_computed(package, grid.at(line, across)) for across in counts):
            break  # totals, or averages
        filled = [
            n for n in typed if grid.get(line, n) is not None and not is_computed(package, grid.at(line, n))
        ]
        if any(n in counts for n in filled) or all(_is_said(grid, line, n) for n in heads):
            games.append(line)
            spare = []
        elif not filled:
            spare.append(line)
        elif spare or not games:
            break  # something else, apart from the games
    return games, spare[:SPARE]


def _is_said(grid: Grid, line: int, across: int) -> bool:
    return not is_blank(_over(grid, line, across))


def _over(grid: Grid, line: int, across: int) -> CellValue:
    """What stands in a cell, or in the merged one that lies over it."""
    row, column = grid.place(line, across)
    if grid.sheet.is_covered(row, column):
        for area in grid.sheet.merged:
            if area.top <= row <= area.bottom and area.left <= column <= area.right:
                return grid.get(*grid.place(area.top, area.left))
    return grid.get(line, across)


def _computes(package: Package, listed: RowList, line: int) -> bool:
    across = range(min(listed.titles), max(listed.titles) + 1)
    return any(is_computed(package, listed.grid.at(line, n)) for n in across)


def _said_above(listed: RowList) -> Heads:
    """What the last title above a list says, or the name of its sheet."""
    grid = listed.grid
    titles = (heads_in(cell) for (line, _), cell in grid.cells.items() if line < listed.header)
    own = [heads for heads in titles if heads.round is not None and heads.board is None]
    return own[-1] if own and not grid.turned else heads_in(grid.sheet.name)


def _board(package: Package, listed: RowList, line: int, above: Heads) -> OwnBoard:
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
    kind: Kind = "column" if grid.turned else "row"
    return OwnBoard(package, kind, grid.sheet.name, round_, name, places, titles, grid.turned)
