"""Read the boards that a Python program gives: sequences, mappings, and rows of any table library.

No table library is imported. Arrays are recognised because they can be iterated and their numbers have
`__index__` or `__float__`; a DataFrame, because it has columns and `to_dict`.
"""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from functools import lru_cache
from typing import Any, NamedTuple

from xl_dipscore.errors import NA, Fault, Faults, NamedTwice, WithFaults
from xl_dipscore.rules.board import POWERS, SEATS, Board, Given, NotAList, NotAPower, SamePowerTwice
from xl_dipscore.rules.event.given import cell_of, has_items, is_frame, quoted
from xl_dipscore.rules.system import System, UnknownOption
from xl_dipscore.tables.cells.boards import board_from, seats_marked
from xl_dipscore.tables.cells.columns import FACTS, SCORING, SCORING_HEADINGS, is_count
from xl_dipscore.tables.cells.games import SameColumnTwice
from xl_dipscore.tables.cells.given_rows import GivenTwice, Row, flat_row, row_given
from xl_dipscore.tables.cells.headings import header_words
from xl_dipscore.tables.cells.languages import Letters, letters_in
from xl_dipscore.tables.cells.may_hold import fact_that_may_be_in
from xl_dipscore.tables.cells.options import not_a_power
from xl_dipscore.tables.cells.unread import (
    NearColumn,
    SecondColumn,
    UnreadFact,
    find_unread_columns,
    typed_columns,
)
from xl_dipscore.tables.cells.values import Cell, count, is_blank, last_year, number, power, year
from xl_dipscore.tables.cells.wide import NotADraw, WideHeading, letters_of, powers_in, read_headings
from xl_dipscore.tables.cells.wide_rows import cells_of_seats

FACTS_AS_ARGUMENTS = ("draw", "eliminated", "year", *FACTS.values(), "chart")
"""Facts of a board that may be arguments of a call in addition to the counts."""


class NotRows(Fault):
    """{value} is no row of a games list; give rows by their headings, a DataFrame, or rows below headings."""


class RowOfOnePower(Fault):
    """This row has one power alone; give each board as one row, or one mapping from powers to counts."""


class NotPlayed(Fault):
    """This game has no result."""

    cell = NA


class OwnOption(Fault):
    """{system} has an option {name} of its own; give the board as Board(...), with its {name} in it."""


class BoardAndOptions(NamedTuple):
    """A board, and the options of the call."""

    board: Board
    options: dict[str, object]


def board_given(system: System, given: Any, options: Mapping[str, Any]) -> BoardAndOptions:
    """Split a call into a board and options. Facts of the board may be among `options`. Raises Faults."""
    chosen = dict(options)
    facts = {word: options[word] for word in FACTS_AS_ARGUMENTS if word in options}
    for word in facts:
        with suppress(UnknownOption):
            system.option(word)
            raise OwnOption(field=word, system=system.key, name=word)
        del chosen[word]
    row = row_given(given)
    if row is None:
        return BoardAndOptions(Board(given, **facts), chosen)
    if twice := [word for word in facts if word in row]:
        raise Faults(GivenTwice(heading=word, first="the row", other="the call") for word in twice)
    board, unsure = board_of_row({**row, **facts})
    if unsure:
        raise Faults(unsure)
    return BoardAndOptions(board, chosen)


# -- the arguments of Board -----------------------------------------------------------------


def read_board(given: Given) -> WithFaults[Given]:
    """Read the arguments of a board like cells. Also returns the faults of unreadable arguments."""
    faults: list[Fault] = []
    read: dict[str, Any] = {}
    for word, one in given.items():
        try:
            read[word] = _READERS[word](one, word)
        except Faults as wrong:
            for fault in wrong.faults:
                fault.field = word
            faults += wrong.faults
            if word != "centres":
                read[word] = _READERS[word](None, word)
    return WithFaults(read, faults)


def _counts(given: Any, word: str) -> list[Any]:
    return [count(cell) for cell in by_seat(given, word)]


def _docked(given: Any, word: str) -> list[Any]:
    return [0] * 7 if _is_missing(given) else [count(cell) or 0 for cell in by_seat(given, word)]


def _years(given: Any, word: str) -> list[Any]:
    return [None] * 7 if _is_missing(given) else [year(cell) for cell in by_seat(given, word)]


def _last_year(given: Any, word: str) -> Any:
    return last_year(cell_of(given))


def powers_given(given: Any, word: str) -> frozenset[int]:
    """Read powers from a list or a text of names, or from seven marks."""
    if (named := _named(given)) is not None:
        return _marked(word, named)
    if isinstance(given, str) or not has_items(given):
        try:
            return powers_in(cell_of(given))
        except NotADraw as wrong:
            raise wrong if word == "draw" else NotAPower(value=wrong.facts["value"]) from None
    cells = [cell_of(one) for one in given]
    letters = letters_in(cells)
    seats = [_seat(cell, letters) for cell in cells]
    if len(seats) == 7 and len({*seats} - {None}) < 7:
        return _marked(word, cells)
    found: set[int] = set()
    for cell, seat in zip(cells, seats, strict=True):
        if seat is None:
            kind, facts = not_a_power(cell, letters)
            raise kind(**facts)
        if seat in found:
            raise SamePowerTwice(seat=seat, power=POWERS[seat])
        found.add(seat)
    return frozenset(found)


def _chart(given: Any, word: str) -> dict[Any, list[Any]]:
    chart: dict[Any, list[Any]] = {}
    for pair in () if _is_missing(given) else _pairs(given):
        two = [*pair] if has_items(pair) and not isinstance(pair, str | Mapping | AbstractSet) else []
        if len(two) != 2:
            raise NotAList(value=quoted(pair), what=_CHART)
        typed, counts = year(cell_of(two[0])), _counts(two[1], "counts")
        if typed in chart:
            raise NamedTwice(what="The chart", value=str(typed))
        chart[typed] = counts
    return chart


_SEVEN = "seven {what} in the order Austria to Turkey, or by power"
_CHART = "a centre chart: years, each with its seven counts"


_READERS: Mapping[str, Callable[[Any, str], Any]] = {
    "centres": _counts,
    "draw": powers_given,
    "eliminated": _years,
    "year": _last_year,
    "docked": _docked,
    "civil_disorder": powers_given,
    "new_player": powers_given,
    "unplayed": powers_given,
    "starred": powers_given,
    "chart": _chart,
}


def _marked(word: str, cells: Sequence[Cell]) -> frozenset[int]:
    faults: list[Fault] = []
    seats = frozenset(seats_marked(word, cells, faults))
    if faults:
        raise Faults(faults)
    return seats


def by_seat(given: Any, word: str) -> Sequence[Cell]:
    """The cells of a fact in the order of the seats. Raises Faults."""
    if (named := _named(given)) is not None:
        return named
    if isinstance(given, str | AbstractSet) or not has_items(given):
        what = "years" if word == "eliminated" else "counts"
        raise NotAList(value=quoted(given), what=_SEVEN.format(what=what))
    return [cell_of(one) for one in given]


def _named(given: Any) -> list[Cell] | None:
    """Seven cells from a mapping by power. None for other types, and for a Series whose rows have numbers."""
    is_mapping = isinstance(given, Mapping)
    if not is_mapping and (not (hasattr(given, "keys") and hasattr(given, "items")) or is_frame(given)):
        return None
    pairs = [(cell_of(key), cell_of(value)) for key, value in given.items()]
    if not is_mapping and not any(isinstance(key, str) for key, _ in pairs):
        return None
    letters = letters_in(key for key, _ in pairs)
    cells: list[Cell] = [None] * 7
    seen: set[int] = set()
    for key, cell in pairs:
        if (seat := _seat(key, letters)) is None:
            kind, facts = not_a_power(key, letters)
            raise kind(**facts)
        if seat in seen:
            raise SamePowerTwice(seat=seat, power=POWERS[seat])
        seen.add(seat)
        cells[seat] = cell
    return cells


def _seat(cell: Cell, letters: Letters | None) -> int | None:
    """The seat of a power, by its name or its number from 0 to 6."""
    if isinstance(cell, str):
        return power(cell, letters)
    seat = number(cell)
    return seat if isinstance(seat, int) and seat in SEATS else None


def _pairs(given: Any) -> Iterator[Any]:
    if hasattr(given, "items"):
        return iter(given.items())
    if isinstance(given, str) or not has_items(given):
        raise NotAList(value=quoted(given), what=_CHART)
    return iter(given)


def _is_missing(given: Any) -> bool:
    return is_blank(cell_of(given))


# -- rows of tables --------------------------------------------------------------------------


class BoardOfRow(NamedTuple):
    """The board of a row, and doubts about the row's headings."""

    board: Board
    doubts: tuple[Fault, ...]


def board_of_row(row: Row, *, initials: bool | None = None) -> BoardOfRow:
    """The board of a row with a column for each power and other columns as in `wide.py`; and doubts.

    Unknown columns are skipped. A doubt is about an unread heading that resembles or repeats a known heading.
    initials: as in `powers_in`. Raises Faults.
    """
    flat = flat_row(row, by_seat, powers_given)
    columns, letters, doubts = read_row_headings(tuple(flat))
    if not any(about.counts for about in columns if about):
        words = header_words([*map(cell_of, flat)])
        if "power" in words:
            raise Faults([RowOfOnePower()])
        if "centres" in words:
            value = [*flat.values()][words.index("centres")]
            raise Faults([NotAList(field="centres", value=quoted(value), what=_SEVEN.format(what="counts"))])
    unread = [*_unread_facts(flat, columns)]
    told = {fault.facts["column"] for fault in unread}
    near = ((kind, facts) for kind, facts in doubts if facts["column"] not in told)
    unsure = tuple(kind(**facts) for kind, facts in near)  # new instances, because each gets its own place
    cells = {
        about: cell_of(cell)
        for cell, about in zip(flat.values(), columns, strict=True)
        if about is not None and (about.word in SCORING or is_count(about.word))
    }
    typed, wrong_draw = cells_of_seats(cells, letters, initials=initials)
    faults = unread if wrong_draw is None else [*unread, wrong_draw]
    try:
        board = board_from(typed)
    except Faults as wrong:
        faults += wrong.faults
    if faults:
        raise Faults([*unsure, *faults])
    return BoardOfRow(board, unsure)


def _unread_facts(row: Row, columns: Sequence[WideHeading | None]) -> Iterator[Fault]:
    """Faults for cells of unread columns that may be facts on which scores depend."""
    words = words_of(columns)
    for (title, value), about in zip(row.items(), columns, strict=True):
        cell = cell_of(value) if about is None else None
        if not is_blank(cell) and (fact := fact_in_cell(str(cell_of(title)), cell, words)):
            yield UnreadFact(column=repr(title), place_="", heading=fact)


def words_of(columns: Sequence[WideHeading | None]) -> frozenset[object]:
    """All facts that the columns of a row have."""
    read = [about for about in columns if about is not None]
    return frozenset([*read, *(about.word for about in read if about.seat is None)])


@lru_cache(maxsize=1 << 12, typed=True)
def fact_in_cell(title: str, cell: Cell, words: frozenset[object]) -> str:
    """The fact of a board that a cell of an unread column may be; blank if it is none."""
    fact = fact_that_may_be_in(title, [cell], words) if [*typed_columns([title])] else ""
    return fact if fact in _FACTS_OF_BOARDS else ""


_FACTS_OF_BOARDS = ("Draw", "Year", "Eliminated")


class ReadHeadings(NamedTuple):
    """The meanings of headings, the letters in a draw, and doubts on misspelt headings."""

    headings: Sequence[WideHeading | None]
    letters: Letters | None
    doubts: Sequence[tuple[type[Fault], Mapping[str, Any]]]


@lru_cache(maxsize=64)
def read_row_headings(headings: tuple[Hashable, ...]) -> ReadHeadings:
    """Meanings of headings and of letters in a draw; doubts on misspelt headings. Raises SameColumnTwice."""
    titles = [cell_of(title) for title in headings]
    words = [title if isinstance(title, str) else str(title) for title in titles]
    found = read_headings(words)
    known = [about for about in found if about is not None]
    for title, about in zip(words, found, strict=True):
        if about is not None and known.count(about) > 1:
            raise SameColumnTwice(name=title)
    read = [n for n, about in enumerate(found) if about is not None]
    unsure = find_unread_columns(words, [["x"] * len(words)], read, SCORING_HEADINGS)
    doubts = [(type(one), one.facts) for one in unsure if isinstance(one, NearColumn | SecondColumn)]
    counted = [title for title, about in zip(words, found, strict=True) if about is not None and about.counts]
    return ReadHeadings(found, letters_of(counted), doubts)


def rows_of(given: Any) -> Iterator[Any]:
    """The rows of a DataFrame, or the elements of a list. Raises NotRows."""
    if is_frame(given):
        return iter(given.to_dicts() if hasattr(given, "to_dicts") else given.to_dict("records"))
    if isinstance(given, str | Mapping) or not has_items(given):
        raise NotRows(value=quoted(given))
    return iter(given)
