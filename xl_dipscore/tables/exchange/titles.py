"""Find the row of headings of a table: the rows above it are titles, and its values do not repeat below."""

from collections.abc import Iterator, Sequence

from xl_dipscore.tables.cells.headings import games_header
from xl_dipscore.tables.cells.values import Cell, is_blank, text_in_one_line
from xl_dipscore.tables.cells.wide import wide_headings
from xl_dipscore.tables.exchange.rosters import person_heading

Row = Sequence[Cell]
MOST_TITLES = 30
"""The number of first rows in which headings are sought."""
FEW = 2
"""With at least this many known headings, a row that comes again is a repeated row of headings."""


def rows_of_headings(rows: Sequence[Row]) -> Iterator[int]:
    """The indexes of the rows that may have the headings of a table, the likeliest first."""
    for n, row in enumerate(rows[:MOST_TITLES]):
        below_titles = n == 0 or (not all(map(is_blank, row)) and _has_titles_above(rows, n))
        if below_titles and not _repeats(rows, n):
            yield n


def _has_titles_above(rows: Sequence[Row], n: int) -> bool:
    """Are all rows above this row titles?"""
    heads = rows[n]
    above = n - 1
    filled = _count(heads)
    if wide_headings(heads, rows[above]) and not wide_headings(heads):
        above -= 1  # the row above belongs to the headings: a power above Player and SCs
    whole = 2 * sum(_is_known(cell) for cell in heads) > filled
    apart = False  # is there a blank row between?
    for row in reversed(rows[: above + 1]):
        width = _count(row)
        apart = apart or not width
        if width > 1 and 2 * width >= filled and not (apart and whole):
            return False
    return True


def _repeats(rows: Sequence[Row], n: int) -> bool:
    """Do all known headings of a row come again below, each in its column? Then they are values."""
    known = {i: _text(cell) for i, cell in enumerate(rows[n]) if _is_known(cell)}
    again: set[int] = set()
    for row in rows[n + 1 :]:
        here = {i for i, text in known.items() if i < len(row) and _text(row[i]) == text}
        if not _is_same(row, rows[n]) and not (len(here) == len(known) >= FEW):
            again |= here
    return bool(known) and again == known.keys()


def _is_same(row: Row, other: Row) -> bool:
    return [*filter(None, map(_text, row))] == [*filter(None, map(_text, other))]


def _is_known(cell: Cell) -> bool:
    return not is_blank(cell) and (games_header(cell) is not None or person_heading(cell) is not None)


def _text(cell: Cell) -> str:
    return text_in_one_line(cell).casefold()


def _count(row: Row) -> int:
    return sum(not is_blank(cell) for cell in row)
