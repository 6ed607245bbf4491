"""Read headings and the cells below: further facts of a board beside its counts, or a board's rows."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TypeVar

from xl_dipscore.errors import Fault, Faults, WithFaults, join_at_most
from xl_dipscore.rules.event.games import Place, Round, place_in_words
from xl_dipscore.tables.cells.boards import Entry
from xl_dipscore.tables.cells.columns import FACTS, title_of
from xl_dipscore.tables.cells.games import GameRow, SameColumnTwice, game_of_rows, game_rows
from xl_dipscore.tables.cells.headings import header_word, header_words
from xl_dipscore.tables.cells.languages import Word
from xl_dipscore.tables.cells.options import BoardOptions
from xl_dipscore.tables.cells.rounds import round_in
from xl_dipscore.tables.cells.values import (
    Block,
    Cell,
    block,
    error_in,
    fill_down,
    is_blank,
    is_omitted,
    size,
)

T = TypeVar("T")
MOST_NAMED = 3
"""The most boards that a sentence names."""


class HalfGiven(Fault):
    """The {given} of a board are given without the {missing}."""


class OtherFacts(Fault):
    """A board in a {board} takes a {line} of headings with seven facts each, not {names} and {facts}."""


class GivenTwice(Fault):
    """{name} is given {where} and beside the board; leave one of them blank."""


class NoBoardGiven(Fault):
    """No board is given: give its centres, or a row of headings with Power and the rows below it."""


class OtherBoards(Fault):
    """These rows belong to different boards ({boards}); put the rows of each board together."""


def with_facts(options: BoardOptions, headings: Cell, facts: Cell, *, upright: bool) -> BoardOptions:
    """Add the facts typed beside the board to the options. A fact with only blank cells is ignored.

    upright: are the board's counts a column? If so, the headings are one row, and the facts seven rows.
    Raises Faults if a shape is wrong or a fact is given twice.
    """
    given = {
        word: cells
        for word, cells in _by_heading(block(headings), block(facts), upright).items()
        if not all(map(is_blank, cells))
    }
    if twice := [word for word in given if word in options.facts]:
        raise Faults(map(given_twice_fault, twice))
    return replace(options, facts={**options.facts, **given}, beside=frozenset(given))


def given_twice_fault(word: Word, where: str = "in the options") -> GivenTwice:
    return GivenTwice(field="facts", name=title_of(word), where=where)


def _by_heading(headings: Block, facts: Block, upright: bool) -> dict[Word, list[Cell]]:
    if _is_blank(headings) and _is_blank(facts):
        return {}
    check_both_given(headings, facts)
    # From here on, one row holds the seven cells of a fact.
    names, rows = (transpose_rows(headings), transpose_rows(facts)) if upright else (headings, facts)
    if len(names[0]) != 1 or size(rows) != (len(names), 7):
        raise other_facts(headings, facts, upright)
    found: dict[Word, list[Cell]] = {}
    words = header_words(name for (name,) in names)
    for word, cells in zip(words, rows, strict=True):
        if word is None or (isinstance(word, str) and word not in FACTS.values()):
            continue
        if word in found:
            raise SameColumnTwice(field="headings", name=title_of(word))
        found[word] = cells
    return found


def check_both_given(headings: Block, facts: Block) -> None:
    """Raise HalfGiven if headings are given without facts, or facts without headings."""
    for given, other, missing in (("headings", facts, "facts"), ("facts", headings, "headings")):
        if is_omitted(other):
            raise HalfGiven(field=missing, given=given, missing=missing)


def _is_blank(cells: Block) -> bool:
    return is_omitted(cells) or all(is_blank(cell) for row in cells for cell in row)


def transpose_rows(cells: Sequence[Sequence[T]]) -> list[list[T]]:
    return [list(column) for column in zip(*cells, strict=True)]


def other_facts(headings: Block, facts: Block, upright: bool) -> Fault:
    names, typed = (f"{rows} x {columns}" for rows, columns in map(size, (headings, facts)))
    board, line = ("column", "row") if upright else ("row", "column")
    return OtherFacts(field="facts", board=board, line=line, names=names, facts=typed)


def has_power_heading(headings: Cell) -> bool:
    """Is one of the headings Power? If so, each row below names its power."""
    return any(header_word(cell) == "power" for row in block(headings) for cell in row)


def rows_shape(headings: Cell, facts: Cell) -> tuple[int, int]:
    """The shape of the scores of a board's rows: a column, or a row if the list is transposed."""
    rows, columns = size(block(facts))
    return (rows, 1) if _is_upright(block(headings), block(facts)) else (1, columns)


def check_alone(ranges: Mapping[str, Cell]) -> None:
    """Raise Faults if further ranges are given with the rows of a board, which contain all facts."""
    twice = [name for name, cells in ranges.items() if not is_omitted(block(cells))]
    if twice:
        raise Faults(given_twice_fault(name, "in a range of its own") for name in twice)


def read_rows(
    headings: Cell, facts: Cell, options: BoardOptions, *, fewer: bool, first: int | None = None
) -> Entry:
    """Read a board from its rows, in any order. Raises Faults if the headings cannot be used.

    fewer: may powers have no row? Such powers were not played.
    first: the number of the first row, for places in faults; by default 1.
    """
    names, cells, number = block(headings), block(facts), first or 1
    check_both_given(names, cells)
    upright = _is_upright(names, cells)
    if not upright:
        names, cells, number = transpose_rows(names), transpose_rows(cells), 1
    if len(names) != 1 or size(names)[1] != size(cells)[1]:
        raise other_facts(block(headings), block(facts), upright=True)
    typed = list(game_rows(names[0], cells, first=number, needed=("power",), turned=not upright))
    seats = {row.row: row.seat for row in typed}
    order = tuple(seats.get(one) for one in range(number, number + len(cells)))
    rows = list(_with_options(typed, options))
    if error := error_in(cell for row in rows for cell in row.cells.values()):
        return Entry(error=error, order=order)
    called, faults = _read_board_name(rows)
    seven = game_of_rows((1, ""), rows, called, fewer=fewer) if rows else None
    if seven is None:
        return Entry(order=order)
    if not any(isinstance(fault, OtherBoards) for fault in faults):
        faults += _add_places(seven.faults, seven.place, options)
    board = seven.board if not faults else None
    round_ = next((known for row in rows if (known := round_in(row.get("round")))), None)
    place = partial(_place, place=seven.place, options=options)
    return Entry(board, "", tuple(faults), place, order, round_, seven.system)


def _is_upright(headings: Block, facts: Block) -> bool:
    """Are the headings a row above the cells?"""
    return size(headings)[0] == 1 and (size(headings)[1] > 1 or size(facts)[1] == 1)


def _with_options(rows: Sequence[GameRow], options: BoardOptions) -> Iterator[GameRow]:
    """Add the facts in the options to the rows of their powers. Raises Faults if a fact is given twice."""
    twice = [word for word in options.facts if not all(is_blank(row.get(word)) for row in rows)]
    if twice:
        raise Faults(map(given_twice_fault, twice))
    given = {word: options.by_seat(cells) for word, cells in options.facts.items()}
    for row in rows:
        said = {word: None if row.seat is None else cells[row.seat] for word, cells in given.items()}
        yield row._replace(cells={**row.cells, **said}) if said else row


def _read_board_name(rows: Sequence[GameRow]) -> WithFaults[str]:
    """The board's name for sentences, from the cells of its rows, and the faults of these cells."""
    faults: list[Fault] = []
    rounds = _read_labels(rows, "round", GameRow.read_round, faults)
    names = _read_labels(rows, "board", GameRow.read_board_name, faults)
    boards = list(dict.fromkeys(map(_name, rounds, names))) or [""]
    if len(boards) > 1:
        place = place_in_words("", [row.row for row in rows], turned=rows[0].turned)
        faults.append(
            OtherBoards(place=_capital(place), field="board", boards=join_at_most(boards, MOST_NAMED))
        )
    return WithFaults(_capital(boards[0] or "the board"), faults)


def _read_labels(
    rows: Sequence[GameRow], word: str, read: Callable[[GameRow], Round | str], faults: list[Fault]
) -> list[str]:
    """Each row's text under a heading; a blank cell (as merged cells have) repeats the text above."""
    if not rows or word not in rows[0].cells:
        return [""] * len(rows)
    found: dict[int, str] = {}
    for row in [row for row in rows if not is_blank(row.get(word))] or rows[:1]:
        try:
            found[row.row] = str(read(row))
        except Fault as fault:
            fault.place = _capital(fault.place)
            faults.append(fault)
    return fill_down([found.get(row.row) for row in rows])


def _name(round_: str, board: str) -> str:
    return " of ".join(f"{what} {name}" for what, name in (("board", board), ("round", round_)) if name)


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _add_places(faults: Iterable[Fault], place: Place, options: BoardOptions) -> Iterator[Fault]:
    """Add a place to each fault; if the fact is given in the options, the place is in the options."""
    given = {*map(str, options.facts)}
    for fault in faults:
        fault.place = _place(fault, place, options) if fault.field in given else _capital(fault.place)
        yield fault


def _place(fault: Fault, place: Place, options: BoardOptions) -> str:
    return options.place(fault) or _capital(place.of(fault))
