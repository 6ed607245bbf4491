"""Read who sits where from the rows of a games list, whether the games have been played or not."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, NamedTuple

from xl_dipscore.errors import Fault, did_you_mean, join, without_cycle_collector
from xl_dipscore.rules.event.games import Game
from xl_dipscore.rules.system import Kind, Option, UnknownOption
from xl_dipscore.rules.tournament.seats import CHECKED, SeatsAsked
from xl_dipscore.tables.cells.event_options import EVENT_OPTIONS
from xl_dipscore.tables.cells.games import beside_others, game_rows, group_by_board, read_seating
from xl_dipscore.tables.cells.options import check_once, named_rows, option_value, size_of
from xl_dipscore.tables.cells.rounds import round_in
from xl_dipscore.tables.cells.values import Cell, read_mark, text_in_one_line

_CLUB = Annotated[bool, Kind("yes or no", "yes or no, or a club and then its members")]
_ROUND = Annotated[str, Kind("text", "the number of a round, or Final")]
OPTIONS = {
    option.name.replace(" ", ""): option
    for option in (
        EVENT_OPTIONS["powers"],
        *(Option(word, _CLUB if word == "club" else bool, True, "is it looked at?") for word in CHECKED),
        Option("team_powers", bool, False, "do team mates play different powers?"),
        Option("round", _ROUND, None, "the only round that is looked at", read=round_in),
        EVENT_OPTIONS["double"],
        Option("boards", bool, False, "has each board a line?"),
    )
}
JOINED = "joined"
"""An option that our sheet Seats uses: has each board only one line, with all its sentences?"""
TOPS = "tops"
"""An option that our sheet Seats uses: the boards that were drawn as top boards, such as `2 A; 3 B`."""
WORDS = (*(option.name for option in OPTIONS.values()), "rows", "columns")


class SeatList(NamedTuple):
    """Boards, faults of rows that belong to no board, and the clubs typed beside names."""

    games: tuple[Game, ...]
    strays: tuple[Fault, ...]
    clubs: dict[str, str]


@without_cycle_collector()
def read_seats(rows: Sequence[Sequence[Cell]]) -> SeatList:
    """Read seats from Round, Board, Power, Player and (optional) Club. Raises Faults for a bad header."""
    rows, _ = beside_others(rows)
    header, below = (rows[0], rows[1:]) if rows else ((), ())
    needed = ("round", "board", "power", "player")
    typed = [*game_rows(header, below, first=2, needed=needed, results=False)]
    boards, strays = group_by_board(typed)
    clubs: dict[str, str] = {}
    for row in (one.without_errors() for one in typed):
        name, club = row.player, row.name("club")
        if name and club:
            clubs.setdefault(name, club)
    games = tuple(read_seating(key, its) for key, its in boards.items())
    return SeatList(games, tuple(fault for stray in strays for fault in stray.faults), clubs)


@dataclass
class SeatOptions:
    """The options of a check of seats: what to check, and the form of the table that the check returns."""

    asked: SeatsAsked = field(default_factory=SeatsAsked)
    boards: bool = False
    """Does each board have a line with its players?"""
    joined: bool = False
    """Does each board have only one line, with all its sentences? The sums are in one line too."""
    tops: frozenset[str] = frozenset()
    """Boards that were drawn as top boards but have another name, each as `top_board_word` says it."""
    rows: int = 0
    columns: int = 0
    faults: tuple[Fault, ...] = ()


def read_seat_options(rows: Sequence[Sequence[Cell]]) -> SeatOptions:
    """The valid options, and faults for invalid options."""
    said: dict[str, Any] = {}
    table, joined, tops = {"rows": 0, "columns": 0}, False, frozenset[str]()
    clubs: dict[str, str] = {}
    faults: list[Fault] = []
    seen: dict[str, list[Cell]] = {}
    for name, word, values in named_rows(rows):
        try:
            if word == "club" and len(values) > 1:
                club, *members = map(text_in_one_line, values)
                clubs |= dict.fromkeys(filter(None, members), club)
            elif word in table:
                table[word] = max(table[word], size_of(word, values[0]))
            elif word == JOINED:
                joined = bool(read_mark(values[0]))
            elif word == TOPS:
                tops = frozenset(map(str.strip, text_in_one_line(values[0]).casefold().split(";")))
            elif word in OPTIONS:
                check_once(seen, word, name, values)
                option = OPTIONS[word]
                said[option.parameter] = option.accept(option_value(option, values))
            else:
                hint = did_you_mean(word, WORDS) or f" Its options: {join(WORDS)}."
                raise UnknownOption(field="options", system="A check of seats", name=name, hint=hint)
        except Fault as fault:
            faults.append(fault)
    boards = said.pop("boards", False)
    without = frozenset(word for word in CHECKED if not said.pop(word, True))
    asked = SeatsAsked(clubs=clubs, without=without, **said)
    return SeatOptions(asked, boards, joined, tops, **table, faults=tuple(faults))


def top_board_word(round_: object, board: str) -> str:
    """The words for a board in the option `tops`, such as `2 a`."""
    return f"{round_} {board}".casefold()
