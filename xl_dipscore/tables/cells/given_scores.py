"""Score any number of boards that a Python program gives, one by one.

Most boards have counts, perhaps marks of a draw and a year, and no other fact. If a system treats all powers
alike, such a board has the scores of an earlier board with the same counts in another order. These scores are
kept, so that only the first of these boards is scored in full.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import lru_cache
from itertools import tee
from operator import itemgetter
from typing import Any, NamedTuple

from xl_dipscore.errors import Fault, Faults
from xl_dipscore.rules.board import CENTRES, POWERS, SEATS, STANDARD_VICTORY, Board
from xl_dipscore.rules.event.games import Game
from xl_dipscore.rules.event.given import is_frame
from xl_dipscore.rules.system import System
from xl_dipscore.tables.cells.columns import SCORING, is_count
from xl_dipscore.tables.cells.given import (
    NotPlayed,
    board_of_row,
    fact_in_cell,
    read_row_headings,
    rows_of,
    words_of,
)
from xl_dipscore.tables.cells.given_rows import PLAIN_CELLS, headings_of, row_given
from xl_dipscore.tables.cells.values import Cell, last_year
from xl_dipscore.tables.cells.wide import WideHeading, powers_in
from xl_dipscore.tables.cells.wide_rows import initials_in


class BoardScore(NamedTuple):
    """The result of one board of many: seven exact scores in the order of POWERS, or faults."""

    number: int
    """The number of the board; the first board is 1."""
    scores: tuple[Fraction, ...] | None
    faults: tuple[Fault, ...] = ()
    notes: tuple[str, ...] = ()
    """Sentences about unusual facts of the board, and about unread columns with headings similar to ours."""

    @property
    def record(self) -> dict[str, object]:
        """A row of a table: the board's number, the score of each power, the faults and the notes."""
        scores = self.scores or (None,) * len(POWERS)
        faults, notes = " ".join(map(str, self.faults)), " ".join(self.notes)
        by_power = dict(zip(POWERS, scores, strict=True))
        return {"Board": self.number, **by_power, "Faults": faults, "Notes": notes}

    @property
    def sentences(self) -> str:
        """All faults and notes in one text."""
        return " ".join((*map(str, self.faults), *self.notes))


def score_each(system: System, boards: Iterable[Any], options: Mapping[str, Any]) -> Iterator[BoardScore]:
    """Score boards, or the boards of Games, one by one. Raises NotRows if `boards` is no table or list."""
    rows = rows_of(boards)
    initials = None
    if isinstance(boards, Sequence) or is_frame(boards):
        rows, again = tee(rows)
        initials = initials_in(_cells_of_draw(again))
    each = _Each(system, options, initials)
    return each.score_with_kept(rows) if system.treats_powers_alike(options) else each.score_in_full(rows)


_DRAW, _YEAR = WideHeading("draw"), WideHeading("year")


def _cells_of_draw(rows: Iterable[Any]) -> Iterator[str]:
    """The texts in the column of draws, from the rows that have headings. No value is iterated."""
    for given in rows:
        with suppress(Faults):  # faults of the row are raised when its board is read
            if (row := row_given(given)) is None:
                continue
            meant = read_row_headings(headings_of(row)).headings
            if _DRAW in meant:
                drew = (cell for cell, about in zip(row.values(), meant, strict=True) if about == _DRAW)
                yield from (cell for cell in drew if isinstance(cell, str))


class _Each:
    """Scores boards with one system and its options. initials: as in `powers_in`."""

    def __init__(self, system: System, options: Mapping[str, Any], initials: bool | None) -> None:
        self.system, self.options, self.initials = system, options, initials

    def score_with_kept(self, boards: Iterator[Any]) -> Iterator[BoardScore]:
        """Score the boards of a system that treats all powers alike."""
        simple, kept = _SimpleBoards(self.initials), _Kept()
        for number, given in enumerate(boards, 1):
            facts = simple.read(given)
            if facts is None:
                yield self.score(number, given)
            elif (scores := kept.find(facts)) is not None:
                yield BoardScore(number, scores)
            else:
                one = self.score(number, given)
                if one.scores is not None and not one.notes:
                    kept.store(facts, one.scores)
                yield one

    def score_in_full(self, boards: Iterator[Any]) -> Iterator[BoardScore]:
        for number, given in enumerate(boards, 1):
            yield self.score(number, given)

    def score(self, number: int, given: Any) -> BoardScore:
        """Read and score one board."""
        notes: tuple[str, ...] = ()
        try:
            board = given
            if isinstance(given, Board):
                pass
            elif (row := row_given(given)) is not None:
                board, unsure = board_of_row(row, initials=self.initials)
                notes = tuple(map(str, unsure))
            elif isinstance(given, Game):
                board = given.board
                if board is None:
                    raise Faults(given.faults or [NotPlayed()])
            else:
                board = Board(given)
            scores = self.system(board, **self.options).totals
            return BoardScore(number, scores, (), (*notes, *map(str, board.probable_typos())))
        except Faults as wrong:
            faults = tuple(fault.with_traceback(None) for fault in wrong.faults)
            for fault in faults:
                fault.place, fault.row = fault.place or f"Board {number}", fault.row or number
            return BoardScore(number, None, faults, notes)


# -- boards with few facts ----------------------------------------------------------------------


class _Facts(NamedTuple):
    """A board whose only facts are counts, members of the draw and the last year."""

    counts: Sequence[int]
    draw: frozenset[int] = frozenset()
    year: int | None = None


class _Kept:
    """The scores of earlier boards without a fault or a note."""

    def __init__(self) -> None:
        self._scores: dict[tuple[object, ...], dict[int, Fraction]] = {}
        """By the year, whether there is a draw, and the sorted codes of a board: the score of each code."""

    def find(self, facts: _Facts) -> tuple[Fraction, ...] | None:
        codes = _codes(facts)
        of_codes = self._scores.get((facts.year, not facts.draw, *sorted(codes)))
        return None if of_codes is None else tuple([of_codes[code] for code in codes])

    def store(self, facts: _Facts, scores: Sequence[Fraction]) -> None:
        if len(self._scores) < _MOST_KEPT:
            codes = _codes(facts)
            self._scores[(facts.year, not facts.draw, *sorted(codes))] = dict(zip(codes, scores, strict=True))


_MOST_KEPT = 1 << 14
"""The most boards that are kept. Seven counts of 34 centres, in any order, have about 3,000 values."""


def _codes(facts: _Facts) -> Sequence[int]:
    """A number for each seat: its centres, and if there is a draw, whether it is a member."""
    if not facts.draw:
        return facts.counts
    return [2 * n + (seat in facts.draw) for seat, n in enumerate(facts.counts)]


class _Columns(NamedTuple):
    """How the rows with certain headings are read, if their boards have few facts."""

    counts: Callable[[Any], tuple[Any, ...]]
    draw: Callable[[Any], Cell]
    year: Callable[[Any], Cell]
    blank: Sequence[str]
    """The columns of other facts; in a board with few facts they are blank."""
    unread: Sequence[str]
    words: frozenset[object]
    """The facts that the columns have."""
    powers: Callable[[Cell], frozenset[int]]
    """Reads a cell of the draw."""


class _SimpleBoards:
    """Reads boards with few facts quickly. initials: as in `powers_in`."""

    def __init__(self, initials: bool | None) -> None:
        self.initials = initials
        self._columns: dict[tuple[object, ...], _Columns | None] = {}

    def read(self, given: Any) -> _Facts | None:
        """The facts of a board; None for a board that has other facts, and for one that may be faulty."""
        kind = type(given)
        if kind is list or kind is tuple:
            return _Facts(given) if len(given) == len(POWERS) and {*map(type, given)} == {int} else None
        if kind is dict:
            return self._read_row(given)
        return _read_board(given) if kind is Board else None

    def _read_row(self, row: dict[Any, Any]) -> _Facts | None:
        headings = tuple(row)
        if headings not in self._columns:
            self._columns[headings] = self._find_columns(headings)
        columns = self._columns[headings]
        if columns is None or not PLAIN_CELLS.issuperset(map(type, row.values())):
            return None
        counts = columns.counts(row)
        kinds = {*map(type, counts)}
        if kinds == {str}:
            counts = (*map(_TYPED.get, counts),)
        elif kinds != {int}:
            return None
        if None in counts or any(row[heading] not in _EMPTY for heading in columns.blank):
            return None
        for heading in columns.unread:
            if row[heading] not in _EMPTY and fact_in_cell(heading, row[heading], columns.words):
                return None
        try:
            return _Facts(counts, columns.powers(columns.draw(row)), _last_year(columns.year(row)))
        except Faults:
            return None

    def _find_columns(self, headings: tuple[Any, ...]) -> _Columns | None:
        """How to read the rows with these headings; None if they need a closer look."""
        if {*map(type, headings)} != {str}:
            return None
        try:
            meant, letters, doubts = read_row_headings(headings)
        except Faults:
            return None
        titles = {about: title for title, about in zip(headings, meant, strict=True) if about is not None}
        centres = [titles.pop(WideHeading("centres", seat), None) for seat in SEATS]
        if doubts or None in centres:
            return None
        of_board = [titles.pop(about, None) for about in (_DRAW, _YEAR)]
        draw, year = (_no_cell if title is None else itemgetter(title) for title in of_board)
        blank = [title for about, title in titles.items() if about.word in SCORING or is_count(about.word)]
        unread = [title for title, about in zip(headings, meant, strict=True) if about is None]

        @lru_cache(maxsize=1 << 10, typed=True)
        def powers(cell: Cell) -> frozenset[int]:
            return powers_in(cell, letters, initials=self.initials)

        return _Columns(itemgetter(*centres), draw, year, blank, unread, words_of(meant), powers)


_EMPTY = (None, "")
_TYPED = {str(count): count for count in range(CENTRES + 1)}
"""Counts as texts, as the csv module reads them."""
_last_year = lru_cache(maxsize=1 << 10, typed=True)(last_year)


def _no_cell(row: Any) -> None:
    """The cell of a column that the row does not have."""


def _read_board(board: Board) -> _Facts | None:
    others = (board.chart, board.civil_disorder, board.new_player, board.unplayed, board.starred)
    if any(others) or any(board.docked) or board.eliminated != _NEVER:
        return None
    if board.victory != STANDARD_VICTORY or board.adjudicated is not None:
        return None
    return _Facts(board.centres, board.draw, board.year)


_NEVER = (None,) * len(POWERS)
