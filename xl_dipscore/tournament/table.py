"""The standings as a table: its rows, its columns, and what stands in them."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from fractions import Fraction
from functools import cached_property
from typing import TypeVar, overload

from xl_dipscore.board import count_of
from xl_dipscore.errors import NA, Fault
from xl_dipscore.event.days import day_number
from xl_dipscore.event.decision import Weight
from xl_dipscore.event.event import Event
from xl_dipscore.event.games import OneGame, Round, Unit, heading_of, rounds_in
from xl_dipscore.event.scored import Scored
from xl_dipscore.event.tiebreak import Found, Value
from xl_dipscore.points import Exact, text
from xl_dipscore.tournament.tiebreaks import board_tops, chain

T = TypeVar("T")
MOST_BEST = 5
"""So many of a player's scores are shown where no round has a column and all may count."""


@dataclass(frozen=True)
class Standing:
    """One row of the standings.

    A score, and so the total, is None where a board is faulty, or where nobody knows whose it is.
    """

    rank: int | None
    player: str
    total: Fraction | None
    scores: Mapping[Unit, Fraction | None]
    """Of each round, or of each game where games are combined."""
    weights: Mapping[Unit, Weight]
    """How each of them counts that makes the total: their sum, a new player's welcome and extra points."""
    breaks: tuple[Value, ...] = ()
    overridden: frozenset[Unit] = frozenset()
    welcome: Exact = 0
    extra: Fraction = Fraction()
    """What the director typed as extra points."""
    ranks: Mapping[Round, int] = field(default_factory=dict)
    """The ranks in the rounds, where these and not the scores make the total."""
    tier: str = ""
    """As what they stand above players whatever the points: `winner of the Final`."""
    worked: tuple[Found, ...] = field(default=(), repr=False, compare=False)
    """How each tie-break came to its value."""

    @property
    def counted(self) -> tuple[Unit, ...]:
        """The rounds or games that make the total."""
        return tuple(self.weights)

    @property
    def by_round(self) -> Mapping[Round, Fraction | None]:
        """The score of each round: where games are combined, of all its games together."""
        found: dict[Round, Fraction | None] = {}
        for unit, score in self.scores.items():
            round_ = unit.round if isinstance(unit, OneGame) else unit
            before = found.get(round_, Fraction())
            found[round_] = None if score is None or before is None else before + score
        return found

    @property
    def best(self) -> list[tuple[Unit, Fraction]]:
        """What makes the total, the best first."""
        known = [(unit, score) for unit, score in self.scores.items() if score is not None]
        return sorted((one for one in known if one[0] in self.weights), key=lambda one: -one[1])


@dataclass(frozen=True)
class BestFirst(Sequence[T]):
    """The rows of a table, and the rounds that have a column."""

    rows: tuple[T, ...]
    rounds: tuple[Round, ...]

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[T]: ...
    def __getitem__(self, index: int | slice) -> T | Sequence[T]:
        return self.rows[index]

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def headings(self) -> list[str]:
        """The headings of the rounds."""
        return [*map(heading_of, self.rounds)]


@dataclass(frozen=True)
class Standings(BestFirst[Standing]):
    """The rows, best first, and what their columns are."""

    tiebreaks: tuple[str, ...]
    rule: str
    event: Event = field(repr=False)
    notes: tuple[str, ...] = ()
    bests: int = 0
    """So many of a player's best scores have columns, with their dates, where no round has one."""

    @property
    def records(self) -> list[dict[str, object]]:
        """The rows by heading, as `pandas.DataFrame` takes them; None where nothing is known."""
        header, *rows = self.table()
        return [
            {str(title): None if cell == NA else cell for title, cell in zip(header, row, strict=True)}
            for row in rows
        ]

    def with_notes(self, notes: Iterable[str]) -> "Standings":
        """The same with more notes."""
        return replace(self, notes=(*self.notes, *notes))

    def table(self, *, for_sheet: bool = False) -> list[list[object]]:
        """A header and the rows: exact numbers, text, None where nothing is, "#N/A" where it is faulty.

        for_sheet: the headings of tie-breaks say that they are some.
        """
        breaks = [one.heading for one in chain(self.tiebreaks)] if for_sheet else self.tiebreaks
        header: list[object] = ["Rank", "Player", "Total"]
        if self.bests:
            tops = {player: one.value[0] for player, one in board_tops(self.event).items()}
            dated = "Date" if any(one.game.date for one in self.scored) else "Game"
            header += ["Games", "Board tops", "Sat out"]
            header += [f"{word} {n}" for n in range(1, self.bests + 1) for word in ("Best", dated)]
            return [[*header, *breaks], *(self._of_games(row, tops, for_sheet) for row in self.rows)]
        return [[*header, *self.headings, "Counted", *breaks], *map(self._of_rounds, self.rows)]

    def _of_games(self, row: Standing, tops: Mapping[str, Fraction], for_sheet: bool) -> list[object]:
        """A row without a column for each round. for_sheet: a date is the number of its day."""
        best: list[object] = []
        for unit, score in row.best[: self.bests]:
            day = self._dates.get(unit) if not isinstance(unit, OneGame) else unit.date
            shown = str(unit if day is None else day)
            best += [score, day_number(day) if day is not None and for_sheet else shown]
        best += [None] * (2 * self.bests - len(best))
        games, out = self.event.games_of(row.player), len(self.event.sat_out.get(row.player, ()))
        return self._cells(row, [games, tops.get(row.player, Fraction()), out, *best])

    @cached_property
    def _dates(self) -> Mapping[Unit, date | None]:
        """The date of each round."""
        return {one.game.round: one.game.date for one in self.scored}

    @property
    def too_few(self) -> Iterator[tuple[list[str], str]]:
        """Who has played too few rounds, and who too few games, and how many are needed."""
        settings = self.event.settings
        rounds = [row.player for row in self.rows if len(rounds_in(row.scores)) < settings.min_rounds]
        games = [row.player for row in self.rows if self.event.games_of(row.player) < settings.min_games]
        needed = count_of(settings.min_rounds, "round"), count_of(settings.min_games, "game")
        return (one for one in zip((rounds, games), needed, strict=True) if one[0])

    def _of_rounds(self, row: Standing) -> list[object]:
        played = {r: NA if score is None else score for r, score in row.scores.items()}
        return self._cells(row, [*map(played.get, self.rounds), " ".join(map(str, row.counted))])

    def _cells(self, row: Standing, told: Sequence[object]) -> list[object]:
        total = NA if row.total is None else row.total
        return [row.rank, row.player, total, *told, *map(_tiebreak_cell, row.breaks)]

    @property
    def scored(self) -> Sequence[Scored]:
        """The games, as they are scored once the event is over."""
        return self.event.scored

    @property
    def faults(self) -> tuple[Fault, ...]:
        """Everything that leaves a score out."""
        return tuple(fault for one in self.scored for fault in one.faults)


def _tiebreak_cell(value: Value) -> object:
    """A tie-break's value as a cell: a number, or several as text, the weightiest first."""
    if len(value) > 1:
        return " ".join(map(text, value))
    return value[0] if value else None


def parts_of(rows: Iterable[Standing]) -> Iterator[str]:
    """For each row, the heading of the part of the table that begins with it; nothing where none does.

    A table has parts where some stand above others whatever the points: `Top board`, `The others`.
    """
    apart, before = False, ""
    for row in rows:
        found = re.fullmatch(r"(?:player|number \d+) of (?:the )?(.+)", row.tier)
        others = "the others" if apart else ""
        part = found[1] if found else row.tier or others
        part = part[:1].upper() + part[1:]
        yield part if part != before and row.rank is not None else ""
        apart, before = apart or bool(part), before if row.rank is None else part


def rounds_with_columns(event: Event) -> tuple[Round, ...]:
    return (*range(1, max(event.rounds, event.last_round_played) + 1), *(["Final"] if event.finals else []))
