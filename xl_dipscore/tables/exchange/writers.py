"""Formats that can be written: declare a format, and prepare an event for writing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from fractions import Fraction
from functools import cached_property

from xl_dipscore.errors import Fault, join
from xl_dipscore.rules.board import SEATS, Board
from xl_dipscore.rules.event.event import Event
from xl_dipscore.rules.event.games import Game, Round, last_round, rounds_of
from xl_dipscore.rules.event.scored import Scored
from xl_dipscore.rules.event.settings import USUAL, AwardRule
from xl_dipscore.rules.event.typed import same_person
from xl_dipscore.rules.points import as_typed
from xl_dipscore.rules.system import System
from xl_dipscore.rules.tournament.table import Standings
from xl_dipscore.rules.tournament.teams import TeamTable
from xl_dipscore.tables.cells.columns import FACTS, LOST, MARKS
from xl_dipscore.tables.cells.languages import Word
from xl_dipscore.tables.cells.values import Cell
from xl_dipscore.tables.exchange.formats import FIRST_NAME, LAST_NAME, Person, import_formats, of_kind


class NotAFormat(Fault):
    """{kind} is not a format that can be written.{hint}"""


class NothingPlayed(Fault):
    """{file} has no board with results."""


@dataclass(frozen=True)
class Outgoing:
    """An event to write in some format."""

    file: str
    """The name of the file that the event is from."""
    name: str
    games: Sequence[Game] = ()
    to_come: Sequence[Game] = ()
    """Boards without results, with their players."""
    people: Sequence[Person] = ()
    system: System | None = None
    table: Standings | None = None
    """The standings with all scores; None if the format has no scores, or if the scores are secret."""
    teams: TeamTable | None = None
    awards: AwardRule = USUAL.awards
    """The rule for the best player of each country."""
    hidden: str = ""
    """The workbook's cell that makes the scores secret; blank if scores are not secret."""

    @property
    def scored(self) -> Sequence[Scored]:
        """The boards with results, scored if there is a `table`. Raises NothingPlayed if there is no game."""
        if not self.games:
            raise NothingPlayed(file=self.file)
        if self.table is not None:
            return [one for one in self.table.scored if one.game.board is not None or one.game.faults]
        return [Scored(game, None, game.faults, game.board) for game in self.games if game.board is not None]

    def without_scores(self) -> Outgoing:
        """The event without typed scores, extra points, reasons and tie-breaks of games; `table` stays."""
        games, to_come = (tuple(map(_remove_adjustments, its)) for its in (self.games, self.to_come))
        return replace(self, games=games, to_come=to_come)

    @cached_property
    def rounds(self) -> Mapping[Round, int]:
        """The number of each round; a Final has the number after the last numbered round."""
        found = rounds_of([*self.games, *self.to_come])
        last = max((one for one in found if one != "Final"), default=0)
        return {one: last + 1 if one == "Final" else one for one in found}

    @cached_property
    def numbers(self) -> Mapping[tuple[Round, str], int]:
        """The number of each board within its round, in the order of `games`."""
        found: dict[tuple[Round, str], int] = {}
        for game in self.games:
            found[game.round, game.name] = 1 + sum(round_ == game.round for round_, _ in found)
        return found

    @cached_property
    def top_board(self) -> Scored | None:
        """The board that decides: the board Top, or the only board of a Final; None without such a board."""
        event = Event(self.scored, last_round(self.games))
        return event.tops[0] if len(event.tops) == 1 else None

    @cached_property
    def persons(self) -> Mapping[str, Person]:
        """The people on the list of players, by name in any case."""
        return {same_person(person.player): person for person in self.people}

    def cell_of(self, player: str, heading: str) -> str:
        """A player's cell on the list of players; blank if the player or the cell is not there."""
        person = self.persons.get(same_person(player))
        return "" if person is None else person.cells.get(heading, "").strip()

    def parts_of(self, player: str) -> tuple[str, str]:
        """First and last name: from the list of players, or else with the last word as last name."""
        first, last = (self.cell_of(player, heading) for heading in (FIRST_NAME, LAST_NAME))
        if first or last:
            return first, last
        head, _, tail = player.rpartition(" ")
        return head, tail

    def everybody(self) -> list[str]:
        """All players: first the list of players in its order, then all others, in the order of the games."""
        played = (seat.player for game in (*self.games, *self.to_come) for seat in game.seats)
        found: dict[str, str] = {}
        for name in (*(person.player for person in self.people), *played):
            if name:
                found.setdefault(same_person(name), name)
        return [*found.values()]


def _remove_adjustments(game: Game) -> Game:
    seats = (replace(seat, override=None, extra=Fraction(0), tiebreak=None, reason="") for seat in game.seats)
    return replace(game, seats=tuple(seats))


@dataclass(frozen=True)
class Written:
    """An event in a format: the contents of each file by name, and notes for the person who exports it."""

    files: Mapping[str, str]
    notes: tuple[str, ...] = ()


@dataclass
class writes:  # noqa: N801  used as a decorator, so named like a function
    """Declare the decorated function as the writer of a format. It raises Faults if the event cannot fit."""

    key: str
    name: str
    """The format in a sentence: `the two files of the World Diplomacy Database`."""
    _: KW_ONLY
    scored: bool = False
    """Does the format include scores, so that writing needs a system?"""
    games: bool = True
    """Does the format include games, so that writing needs at least one?"""
    secret: bool = True
    """Can the format be written without scores while the scores are secret?"""
    write: Callable[[Outgoing], Written] = field(init=False)

    def __call__(self, write: Callable[[Outgoing], Written]) -> Callable[[Outgoing], Written]:
        self.write = write
        WRITERS[self.key] = self
        return write


WRITERS: dict[str, writes] = {}
"""The formats of the files that are imported already."""


def writers() -> Mapping[str, writes]:
    """All formats that can be written."""
    import_formats()
    return WRITERS


def writer_of(key: str) -> writes:
    """The format with this key. Raises NotAFormat."""
    return of_kind(writers(), key, NotAFormat)


def seats_of(game: Game) -> list[int]:
    """The seats of a game that have a row in files: all powers except those that nobody plays."""
    return [seat for seat in SEATS if game.board is None or seat not in game.board.unplayed]


def last_year(board: Board) -> int | None:
    """The last year of a game: as typed, or else the last year of the chart; None if unknown."""
    return board.year or max((year for year, _ in board.chart), default=None)


def cells_of_seat(game: Game, seat: int) -> dict[Word, Cell]:
    """The cells of a seat in a games list, by word, except round, board and power; None: blank."""
    board, typed = game.board, game.seats[seat]
    cells: dict[Word, Cell] = {
        "player": typed.player or None,
        "unranked": "x" if typed.unranked else None,
        "tiebreak": typed.tiebreak,
        "extra_points": typed.extra or None,
        "reason": typed.reason or None,
        "system": game.system or None,
        "weight": as_typed(game.weight) if game.weight != 1 else None,
        "override": typed.override,
        "date": str(game.date) if game.date else None,
        "not_counted": "x" if game.left_out else None,
        "team": typed.team or None,
    }
    if board is not None:
        cells |= {"centres": board.centres[seat], "eliminated": board.eliminated[seat], "year": board.year}
        for word in ("draw", *FACTS.values()):
            fact = getattr(board, word)
            its = "x" * (seat in fact) if word in MARKS else fact[seat]
            cells[word] = its or None
    return cells


def omission_notes(outgoing: Outgoing, called: str) -> Iterator[str]:
    """Notes on facts of the event for which a format has no place. called: the format in a sentence."""
    rows = (cells_of_seat(game, seat) for game in outgoing.games for seat in SEATS)
    there = {word for row in rows for word, cell in row.items() if cell is not None}
    if any(game.board is None for game in outgoing.games):
        yield f"{called} has no place for boards with scores alone."
    if lost := [said for word, said in LOST.items() if word in there]:
        yield f"{called} has no place for {join(lost)}."


def missing_name_notes(outgoing: Outgoing) -> Iterator[str]:
    """A note that lists the boards on which not all players have a name."""
    boards = [
        f"{game.name} of round {game.round}"
        for game in outgoing.games
        if not all(game.seats[seat].player for seat in seats_of(game))
    ]
    if boards:
        yield f"Not all players are named on board{'s' if len(boards) > 1 else ''} {join(boards)}."
