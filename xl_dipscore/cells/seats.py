"""Who sits where, from the rows of a games list, whether the games are played or not."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from xl_dipscore.cells.games import (
    by_board,
    game_rows,
    name_in,
    player_of,
    round_in,
    seated,
)
from xl_dipscore.cells.options import EVENT_OPTIONS, named_rows, size_of
from xl_dipscore.cells.values import Cell, in_a_line, is_blank, marked, shown
from xl_dipscore.errors import Fault, join, nearest
from xl_dipscore.event import Game, Round
from xl_dipscore.system import OptionOutOfRange, UnknownOption
from xl_dipscore.tournament.collector import steady
from xl_dipscore.tournament.seats import CHECKED, SeatsAsked

WORDS = ("powers", *CHECKED, "team powers", "round", "double", "boards", "rows", "columns")


class SeatList(NamedTuple):
    """Boards, what is wrong with rows that belong to none, and the clubs typed beside names."""

    games: tuple[Game, ...]
    strays: tuple[Fault, ...]
    clubs: dict[str, str]


@steady()
def read_seats(rows: Sequence[Sequence[Cell]]) -> SeatList:
    """Seats from a block with a header row: Round, Board, Power, Player and perhaps Club.

    Raises Faults when the header cannot be used.
    """
    header, below = (rows[0], rows[1:]) if rows else ((), ())
    needed = ("round", "board", "power", "player")
    typed = [*game_rows(header, below, first=2, needed=needed, results=False)]
    boards, strays = by_board(typed)
    clubs: dict[str, str] = {}
    for row in (one.without_errors() for one in typed):
        name, club = player_of(row), name_in(row, "club")
        if name and club:
            clubs.setdefault(name, club)
    games = tuple(seated(key, its) for key, its in boards.items())
    return SeatList(games, tuple(fault for stray in strays for fault in stray.faults), clubs)


@dataclass
class SeatOptions:
    """The options of a check: what it looks at, and the table that it gives."""

    asked: SeatsAsked = field(default_factory=SeatsAsked)
    boards: bool = False
    """Has each board a line, with those who sit on it?"""
    rows: int = 0
    columns: int = 0
    faults: tuple[Fault, ...] = ()


def read_seat_options(rows: Sequence[Sequence[Cell]]) -> SeatOptions:
    """Those options that can be read, and what is wrong with the others."""
    asked: dict[str, Any] = {}
    table: dict[str, Any] = {"rows": 0, "columns": 0}
    clubs: dict[str, str] = {}
    without: set[str] = set()
    faults: list[Fault] = []
    for name, word, values in named_rows(rows):
        first = values[0]
        try:
            match word:
                case "powers" | "double":
                    asked[word] = EVENT_OPTIONS[word].accept(first)
                case "club" if len(values) > 1:
                    clubs |= {in_a_line(one): in_a_line(first) for one in values[1:] if not is_blank(one)}
                case _ if word in CHECKED:
                    without = without - {word} if _yes(word, first) else without | {word}
                case "teampowers":
                    asked["team_powers"] = _yes(word, first)
                case "boards":
                    table[word] = _yes(word, first)
                case "round":
                    asked[word] = _round(first)
                case "rows" | "columns":
                    table[word] = max(table[word], size_of(word, first))
                case _:
                    hint = nearest(word, WORDS) or f" Its options: {join(WORDS)}."
                    raise UnknownOption(field="options", system="A check of seats", name=name, hint=hint)
        except Fault as fault:
            faults.append(fault)
    look = SeatsAsked(clubs=clubs, without=frozenset(without), **asked)
    return SeatOptions(look, **table, faults=tuple(faults))


def _yes(word: str, cell: Cell) -> bool:
    mark = marked(cell)
    if mark is None:
        what = "yes or no, or a club and then its members" if word == "club" else "yes or no"
        raise OptionOutOfRange(field=word, name=repr(word), what=what, value=shown(cell))
    return mark


def _round(cell: Cell) -> Round:
    if (known := round_in(cell)) is None:
        what = "the number of a round, or Final"
        raise OptionOutOfRange(field="round", name=repr("round"), what=what, value=shown(cell))
    return known
