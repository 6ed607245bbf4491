"""Read the boards in the arguments of a call, whether their powers are below each other or side by side."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple

from xl_dipscore.rules.board import POWERS
from xl_dipscore.tables.cells.columns import BOARD_COLUMNS, FACTS
from xl_dipscore.tables.cells.headings import header_words
from xl_dipscore.tables.cells.rows import has_power_heading, transpose_rows
from xl_dipscore.tables.cells.values import is_omitted
from xl_dipscore.workbooks.plain.calls import NotPlain, Source, Sources
from xl_dipscore.workbooks.plain.settings import ChosenSystem

TypedRow = Mapping[str | int, Source]
"""The typed cells of one power, by the word of their column (`centres`) or the year of a centre chart."""


@dataclass(frozen=True)
class BoardCells:
    """The cells of one board, or of a whole games list: one row for each power."""

    rows: tuple[TypedRow, ...]
    first: tuple[str, int, int]
    """Sheet, row and column of the first cell, by which formulas find the board's rows."""
    upright: bool = True
    """Is each of these rows a row of the sheet? Otherwise the powers are side by side."""
    named: bool = False
    """Does every filled row name its round and board?"""

    @property
    def words(self) -> set[str | int]:
        return {word for row in self.rows for word in row}

    @property
    def layout(self) -> tuple[object, ...]:
        """A key, equal for boards with the same facts in the same columns. They share no row of the sheet."""
        first = self.rows[0].items()
        columns = ((word, cell.place[::2] if cell.place else cell.value) for word, cell in first)
        return self.upright, self.named, *columns


class BoardsOfCall(NamedTuple):
    """The boards of a call, and the numbers of rows and columns of its scores."""

    boards: list[BoardCells]
    shape: tuple[int, int]


def boards(given: Mapping[str, Sources], known: ChosenSystem) -> BoardsOfCall:
    """The boards of a call, and the numbers of rows and columns of its scores. Raises NotPlain."""
    if has_power_heading(_values(given["headings"])):
        return _board_in_rows(given)
    centres = given["centres"]
    shape = len(centres), len(centres[0])
    if shape != (7, 1) and shape[1] != 7:
        raise NotPlain("its centres are not seven cells, or rows of seven")
    upright = shape == (7, 1)
    lines = transpose_rows(centres) if upright else centres
    beside = {word: _beside(given[word], len(lines)) for word in ("draw", "eliminated", "year")}
    facts = _facts(given["headings"], given["facts"], upright)
    if len(lines) > 1 and facts:
        raise NotPlain("facts that fit one board are given with several boards")
    found = []
    for n, line in enumerate(lines):
        columns: dict[str | int, Sequence[Source]] = {"centres": line, **facts}
        columns |= {word: cells[n] for word, cells in beside.items()}
        rows = tuple(
            {
                "power": Source(POWERS[seat], formula=f'"{POWERS[seat]}"'),
                **{word: cells[place] for word, cells in columns.items() if cells},
            }
            for place, seat in enumerate(known.order)
        )
        found.append(BoardCells(rows, _place_of(line[0]), upright))
    return BoardsOfCall(found, shape)


def _place_of(first: Source) -> tuple[str, int, int]:
    if first.place is None:
        raise NotPlain("its centres are written out, so they cannot change")
    return first.place


def board_of_list(games: Sources, words: frozenset[str]) -> BoardCells:
    """The rows of a games list below its headings, with the columns `words`. Raises NotPlain."""
    headings, *rows = games
    found = _board(headings, rows, words, upright=True)
    if not found.named:
        raise NotPlain("its rows do not all say their round and board")
    return found


def _board_in_rows(given: Mapping[str, Sources]) -> BoardsOfCall:
    headings, rows = given["headings"], given["facts"]
    upright = len(headings) == 1 and (len(headings[0]) > 1 or len(rows[0]) == 1)
    shape = (len(rows), 1) if upright else (1, len(rows[0]))
    if not upright:
        headings, rows = transpose_rows(headings), transpose_rows(rows)
    if len(headings) != 1 or len(headings[0]) != len(rows[0]):
        raise NotPlain("its headings do not match its rows")
    return BoardsOfCall([_board(headings[0], rows, BOARD_COLUMNS, upright=upright)], shape)


def _board(
    headings: Sequence[Source], rows: Sequence[Sequence[Source]], words: Collection[str], *, upright: bool
) -> BoardCells:
    meant = header_words(one.value for one in headings)
    systems = [row[meant.index("system")] for row in rows] if "system" in meant else []
    if not all(cell.blank for cell in systems):
        raise NotPlain("a board has a system of its own")
    columns = {word: n for n, word in enumerate(meant) if word and (isinstance(word, int) or word in words)}
    typed = tuple({word: row[place] for word, place in columns.items()} for row in rows)
    held = [row for row in typed if not all(source.blank for source in row.values())]
    named = {"round", "board"} <= columns.keys() and not any(
        row[word].blank for row in held for word in ("round", "board")
    )
    return BoardCells(typed, _place_of(rows[0][0]), upright, named)


def _beside(cells: Sources, count: int) -> list[list[Source]]:
    """For each of `count` boards, seven cells of marks or years (one cell is repeated); [] if omitted."""
    flat = [*chain(*cells)]
    if is_omitted(_values(cells)) and flat[0].place is None:
        return [[]] * count
    if len(flat) == 7 * count:
        return [flat[7 * n : 7 * n + 7] for n in range(count)]
    if len(flat) in (1, count):
        return [[one] * 7 for one in flat] * (count // len(flat))
    raise NotPlain("its ranges do not have the shape of the centres")


def _facts(headings: Sources, facts: Sources, upright: bool) -> dict[str | int, list[Source]]:
    """The facts beside a board: seven cells by the word of their heading."""
    if is_omitted(_values(headings)) and is_omitted(_values(facts)):
        return {}
    names, rows = [*chain(*headings)], transpose_rows(facts) if upright else facts
    if len(rows) != len(names) or len(rows[0]) != 7:
        raise NotPlain("its headings and facts do not fit its board")
    words = zip(header_words(name.value for name in names), rows, strict=True)
    return {
        word: cells for word, cells in words if word and (isinstance(word, int) or word in FACTS.values())
    }


def _values(cells: Sources) -> list[list[object]]:
    return [[one.value for one in row] for row in cells]
