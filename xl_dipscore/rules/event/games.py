"""Played games: their rounds, their seats, and their rows in a games list."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from itertools import chain
from typing import Literal, NamedTuple

from xl_dipscore.errors import At, Fault
from xl_dipscore.rules.board import Board

Round = int | Literal["Final"]


class OneGame(NamedTuple):
    """One game of a player, or a round that a player sat out, for rules that combine single games."""

    round: Round
    board: str
    seat: int | None = None
    """None if the player sat out the round."""
    date: date | None = None

    def __str__(self) -> str:
        return f"{self.date or f'R{self.round}'} {self.board}"


Unit = Round | OneGame
"""An item that the rule for totals combines, with one score for each player: a round, or a single game."""


def place_in_words(source: str, rows: Sequence[int], heading: str = "", *, turned: bool = False) -> str:
    """A place in a games list: `games.csv row 9, column Centres`.

    turned: the list lies on its side: the rows of the list are columns of the sheet.
    If `rows` is empty, because the file is no table: `event.json board A, final_scs`.
    """
    line, other = ("column", "row") if turned else ("row", "column")
    first, last = min(rows, default=0), max(rows, default=0)
    if not last:
        return ", ".join(filter(None, (source, heading)))
    place = f"{line} {first}" if first == last else f"{line}s {first} to {last}"
    return f"{source} {place}{f', {other} {heading}' if heading else ''}".strip()


def cells_of(rows: Sequence[Mapping[str, At]], field: str) -> Sequence[At]:
    """The cells of the fact `field` in these rows; if none, those of the centres; if none, the first cell."""
    for word in (field, "centres"):
        if found := dict.fromkeys(row[word] for row in rows if word in row):
            return [*found]
    return [*chain.from_iterable(row.values() for row in rows)][:1]


@dataclass(frozen=True, slots=True)
class Place:
    """The place of a game's cells, for the messages of faults. rows: the row of each of the seven seats."""

    source: str
    rows: Sequence[int | None]
    columns: Mapping[str, str]
    turned: bool = False
    """Are the headings in a column, and the rows of the list side by side?"""
    own: Mapping[tuple[int, str], str] | None = None
    """Headings by (seat, fact), if the seats of a board are side by side and each has its own columns."""
    without_seat: tuple[int, ...] = ()
    """Rows of the game without a power, or with the power of another row of the game."""
    cells: Sequence[Mapping[str, At]] = ()
    """In a workbook: the cell of each fact, first for each seat, then for each row in `without_seat`."""

    @property
    def known_rows(self) -> Sequence[int]:
        return [*filter(None, self.rows), *self.without_seat]

    def row_of(self, fault: Fault) -> int | None:
        return self.rows[fault.seat] if fault.seat is not None else None

    def cells_of(self, fault: Fault) -> Sequence[At]:
        """The cells in a workbook that the fault concerns."""
        seats = [self.cells[seat] for seat in fault.seats if self.cells]
        return cells_of(seats or self.cells, fault.field)

    def of(self, fault: Fault) -> str:
        """The place of a fault in words: `games.csv row 9, column Centres`."""
        row = self.row_of(fault)
        known = self.known_rows if row is None else [row]
        own = "" if fault.seat is None or not self.own else self.own.get((fault.seat, fault.field), "")
        heading = own or self.columns.get(fault.field, "")
        return place_in_words(self.source, known, heading, turned=self.turned)


@dataclass(frozen=True, slots=True)
class Seat:
    """One row of a games list: the player of a power, and the director's entries for this seat."""

    player: str = ""
    override: Fraction | None = None
    unranked: bool = False
    tiebreak: Fraction | None = None
    extra: Fraction = Fraction()
    """Points added to the total: for sitting out, as a handicap, or for a newcomer."""
    team: str = ""
    reason: str = ""
    """The reason for the extra points."""


@dataclass(frozen=True, slots=True)
class Game:
    """One board of a round. board: None if the cells are faulty (see `faults`) or if there is no result."""

    round: Round
    name: str
    seats: tuple[Seat, ...]
    board: Board | None
    place: Place
    faults: tuple[Fault, ...] = ()
    weight: Fraction = Fraction(1)
    """The factor for the scores of the game in totals."""
    date: date | None = None
    left_out: bool = False
    """Did the director exclude the game from totals?"""
    system: str = ""
    """The key of the game's own scoring system; blank for the system of the event."""
    without_power: tuple[str, ...] = ()
    """Players whose powers are not decided yet, on a board that is still to be played."""

    @property
    def players(self) -> list[str]:
        return [*filter(None, (*(seat.player for seat in self.seats), *self.without_power))]

    @property
    def counts(self) -> bool:
        """Is the game used for totals? A game of weight 0 is not: totals treat such a game as not played."""
        return self.weight != 0 and not self.left_out

    @property
    def is_top(self) -> bool:
        return self.name.casefold() == "top"


class Stray(NamedTuple):
    """A row of a games list that fills no seat of a game, and the facts that could be read from the row.

    faults: the faults of the row's round and board. If there are none, see the faults of the row's game.
    """

    faults: tuple[Fault, ...]
    row: int
    player: str = ""
    round: Round | None = None
    board: str = ""
    power: str = ""


@dataclass(frozen=True)
class SatOut:
    """A player who sat out a round because no board had a place left."""

    player: str
    round: Round
    date: date | None = None

    @property
    def unit(self) -> OneGame:
        return OneGame(self.round, "out", None, self.date)


def add_places(faults: Iterable[Fault], place: Place) -> tuple[Fault, ...]:
    """Set the place of each fault that has no place, and return all the faults."""
    for fault in (found := tuple(faults)):
        if not fault.place:
            fault.place, fault.row = place.of(fault), place.row_of(fault)
            fault.cells = place.cells_of(fault)
    return found


def rounds_of(games: Iterable[Game]) -> list[Round]:
    """The rounds that have a game, sorted by number. A Final is last."""
    return sorted({game.round for game in games}, key=round_order)


def last_round(games: Iterable[Game]) -> int:
    """The highest round number of a game that is used for totals or a top board; 0 if there is none."""
    rounds = (game.round for game in games if game.counts or game.is_top)
    return max((round_ for round_ in rounds if isinstance(round_, int)), default=0)


def heading_of(round_: Round) -> str:
    """`R2` or `Final`, as a column heading."""
    return "Final" if round_ == "Final" else f"R{round_}"


def name_of(round_: Round) -> str:
    """`Round 2` or `Final`."""
    return "Final" if round_ == "Final" else f"Round {round_}"


def round_in_words(round_: Round) -> str:
    """`round 2` or `the Final`, within a sentence."""
    return "the Final" if round_ == "Final" else f"round {round_}"


def round_order(of: Unit | None) -> float:
    """A key to sort rounds: the number of the round, and infinity for a Final. A game has its round's key."""
    round_ = of.round if isinstance(of, OneGame) else of
    return round_ if isinstance(round_, int) else float("inf")


def rounds_in(units: Iterable[Unit]) -> set[Round]:
    """The rounds among these units, and the rounds of the single games among these units."""
    return {unit.round if isinstance(unit, OneGame) else unit for unit in units}
