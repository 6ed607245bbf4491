"""A board as its rows stand in a games list: headings, and the cells below them, each row with its power."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain

from xl_dipscore.cells.boards import Entry
from xl_dipscore.cells.facts import both_given, given_twice, other_facts, turned
from xl_dipscore.cells.games import (
    GameRow,
    board_name,
    game_rows,
    header_word,
    read_seven,
    round_in,
    round_of,
)
from xl_dipscore.cells.options import BoardOptions
from xl_dipscore.cells.values import Block, Cell, block, error_in, is_blank, is_omitted, size
from xl_dipscore.errors import Fault, Faults, some
from xl_dipscore.event import Place, Round, where

TOLD = 3
"""Boards that a sentence names."""


class NoBoardGiven(Fault):
    """No board is given: give its centres, or a row of headings with Power and the rows below it."""


class OtherBoards(Fault):
    """These rows are of different boards ({boards}); put the rows of each board together."""


def has_rows(headings: Cell) -> bool:
    """Are these the headings of a board's rows, which say their powers themselves?"""
    return any(header_word(cell) == "power" for row in block(headings) for cell in row)


def rows_shape(headings: Cell, facts: Cell) -> tuple[int, int]:
    """The shape of the scores of a board's rows: a column, or a row where the list lies on its side."""
    rows, columns = size(block(facts))
    return (rows, 1) if _is_upright(block(headings), block(facts)) else (1, columns)


def check_alone(ranges: Mapping[str, Cell]) -> None:
    """Raises Faults when a range is given besides a board's rows, in which all of it stands."""
    twice = [name for name, cells in ranges.items() if not is_omitted(block(cells))]
    if twice:
        raise Faults(given_twice(name, "in a range of its own") for name in twice)


def read_rows(
    headings: Cell, facts: Cell, options: BoardOptions, *, fewer: bool, first: int | None = None
) -> Entry:
    """The board of these rows, in any order. Raises Faults when the headings cannot be used.

    fewer: may powers have no row? They were not played then.
    first: the number by which faults call the first row; by default they count from 1.
    """
    names, cells, number = block(headings), block(facts), first or 1
    both_given(names, cells)
    upright = _is_upright(names, cells)
    if not upright:
        names, cells, number = turned(names), turned(cells), 1
    if len(names) != 1 or size(names)[1] != size(cells)[1]:
        raise Faults([other_facts(block(headings), block(facts), upright=True)])
    typed = list(game_rows(names[0], cells, first=number, needed=("power",), turned=not upright))
    seats = {row.row: row.seat for row in typed}
    order = tuple(seats.get(one) for one in range(number, number + len(cells)))
    rows = list(_with_options(typed, options))
    if error := error_in(cell for row in rows for cell in row.cells.values()):
        return Entry(error=error, order=order)
    called, faults = _called(rows)
    seven = read_seven((1, ""), rows, called, fewer=fewer) if rows else None
    if seven is None:
        return Entry(order=order)
    if not any(isinstance(fault, OtherBoards) for fault in faults):
        faults += _placed(seven.faults, seven.place, options)
    board = seven.board if not faults else None
    round_ = next((known for row in rows if (known := round_in(row.get("round")))), None)
    return Entry(
        board,
        "",
        tuple(faults),
        lambda fault: _place(fault, seven.place, options),
        order,
        round_,
        seven.system,
    )


def _is_upright(headings: Block, facts: Block) -> bool:
    """Do the headings stand in a row, above the cells?"""
    return size(headings)[0] == 1 and (size(headings)[1] > 1 or size(facts)[1] == 1)


def _with_options(rows: Sequence[GameRow], options: BoardOptions) -> Iterator[GameRow]:
    """The rows, each with what the options say of its power. Raises Faults for what both say."""
    given: dict[str | int, list[Cell]] = dict(chain(options.facts.items(), options.chart.items()))
    twice = [word for word in given if not all(is_blank(row.get(word)) for row in rows)]
    if twice:
        raise Faults(map(given_twice, twice))
    for row in rows:
        seat = row.seat
        said = {
            word: None if seat is None else values[options.order.index(seat)]
            for word, values in given.items()
        }
        yield row._replace(cells={**row.cells, **said}) if said else row


def _called(rows: Sequence[GameRow]) -> tuple[str, list[Fault]]:
    """What the board is called, where the rows say it, and what is wrong with that."""
    faults: list[Fault] = []
    rounds, names = _said(rows, "round", round_of, faults), _said(rows, "board", board_name, faults)
    boards = list(dict.fromkeys(map(_name, rounds, names))) or [""]
    if len(boards) > 1:
        place = where("", [row.row for row in rows], turned=rows[0].turned)
        faults.append(OtherBoards(place=_capital(place), field="board", boards=some(boards, TOLD)))
    return _capital(boards[0] or "the board"), faults


def _said(
    rows: Sequence[GameRow], word: str, read: Callable[[GameRow], Round | str], faults: list[Fault]
) -> list[str]:
    """What each row says under a heading; a blank cell, of a merged one perhaps, says the same as its
    neighbour."""
    if not rows or word not in rows[0].cells:
        return [""] * len(rows)
    found: dict[int, str] = {}
    for row in [row for row in rows if not is_blank(row.get(word))] or rows[:1]:
        try:
            found[row.row] = str(read(row))
        except Fault as fault:
            fault.place = _capital(fault.place)
            faults.append(fault)
    last = next(iter(found.values()), "")
    return [last := found.get(row.row, last) for row in rows]


def _name(round_: str, board: str) -> str:
    return " of ".join(f"{what} {name}" for what, name in (("board", board), ("round", round_)) if name)


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _placed(faults: Iterable[Fault], place: Place, options: BoardOptions) -> Iterator[Fault]:
    """The faults, those of a fact that the options give with their place there."""
    for fault in faults:
        elsewhere = fault.field in _words(options)
        fault.place = _place(fault, place, options) if elsewhere else _capital(fault.place)
        yield fault


def _place(fault: Fault, place: Place, options: BoardOptions) -> str:
    if fault.field in _words(options) and fault.seat is not None:
        value = options.order.index(fault.seat) + 1
        return f"Value {value} of {fault.field.replace('_', ' ')} in the options"
    return _capital(place.of(fault))


def _words(options: BoardOptions) -> set[str]:
    """The facts that the options give."""
    return set(map(str, (*options.facts, *options.chart)))
