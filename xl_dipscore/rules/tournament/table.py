"""The standings of an event, and the table of cells that shows them."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from fractions import Fraction
from functools import cached_property
from typing import TypeVar, overload

from xl_dipscore.errors import NA, Fault
from xl_dipscore.rules.board import count_of
from xl_dipscore.rules.event.days import day_number
from xl_dipscore.rules.event.decision import Weight
from xl_dipscore.rules.event.event import Event
from xl_dipscore.rules.event.games import OneGame, Round, Unit, heading_of, rounds_in
from xl_dipscore.rules.event.scored import Scored
from xl_dipscore.rules.event.tiebreak import Found, value_of
from xl_dipscore.rules.event.worth import Value
from xl_dipscore.rules.points import Exact, text
from xl_dipscore.rules.tournament.tiebreaks import board_tops, tie_breaks_named

T = TypeVar("T")
MOST_BEST = 5
"""The number of best scores that a row shows instead of the score of each round, if the rule has no limit."""


@dataclass(frozen=True, slots=True)
class Standing:
    """One row of the standings.

    A score is None if the board is faulty or the player's games are in doubt. Then the total is None, too.
    """

    rank: int | None
    player: str
    total: Fraction | None
    scores: Mapping[Unit, Fraction | None]
    """The player's scores by round or, if the rule combines games, by game."""
    weights: Mapping[Unit, Weight]
    """The weights of the scores in the total: the total is the weighted sum, plus `welcome` and `extra`."""
    breaks: tuple[Value, ...] = ()
    overridden: frozenset[Unit] = frozenset()
    """Rounds or games with a score that the director typed."""
    welcome: Exact = 0
    """Points for a new player, once for the event."""
    extra: Fraction = Fraction()
    """The extra points that the director typed."""
    ranks: Mapping[Round, int] = field(default_factory=dict)
    """The player's rank in each round, if the rule combines ranks instead of scores."""
    tier: str = ""
    """The role for which the player ranks above others regardless of points: `winner of the Final`."""

    @property
    def counted(self) -> tuple[Unit, ...]:
        return tuple(self.weights)

    @property
    def by_round(self) -> Mapping[Round, Fraction | None]:
        """The score of each round; if the rule combines games, the sum of the scores in the round."""
        found: dict[Round, Fraction | None] = {}
        for unit, score in self.scores.items():
            round_ = unit.round if isinstance(unit, OneGame) else unit
            before = found.get(round_, Fraction())
            found[round_] = None if score is None or before is None else before + score
        return found

    @property
    def best(self) -> list[tuple[Unit, Fraction]]:
        """The scores that are part of the total, best first, each with its round or game."""
        known = [(unit, score) for unit, score in self.scores.items() if score is not None]
        return sorted((one for one in known if one[0] in self.weights), key=lambda one: -one[1])


@dataclass(frozen=True)
class BestFirst(Sequence[T]):
    """A sequence of rows, best first, and the rounds that have a column."""

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
        return [*map(heading_of, self.rounds)]


@dataclass(frozen=True)
class Standings(BestFirst[Standing]):
    """The standings: a row for each player, best first, and the facts about their columns."""

    tiebreaks: tuple[str, ...]
    rule: str
    event: Event = field(repr=False)
    notes: tuple[str, ...] = ()
    bests: int = 0
    """The number of best scores that a row shows; 0 if the table has a column for each round instead."""
    workings: Callable[[], Mapping[str, Sequence[Found]]] = field(default=dict, repr=False, compare=False)
    """Computes again how each value in `breaks` was computed, by player. Kept, they would need memory."""

    @property
    def records(self) -> list[dict[str, object]]:
        """Each row as a mapping from heading to cell, for `pandas.DataFrame`; None: unknown or blank."""
        header, *rows = self.table()
        return [
            {str(title): None if cell == NA else cell for title, cell in zip(header, row, strict=True)}
            for row in rows
        ]

    def with_notes(self, notes: Iterable[str]) -> "Standings":
        return replace(self, notes=(*self.notes, *notes))

    def table(self, *, for_sheet: bool = False) -> list[list[object]]:
        """A header and the rows: exact numbers and text; None is blank, and "#N/A" is an unknown score.

        for_sheet: add ` (tie-break)` to the headings of tie-breaks, and write dates as the numbers of days.
        """
        return [*self.lines(for_sheet=for_sheet)]

    def lines(self, *, for_sheet: bool = False) -> Iterator[list[object]]:
        """As `table`, line by line: all lines of a large event need much memory."""
        breaks = [one.heading for one in tie_breaks_named(self.tiebreaks)] if for_sheet else self.tiebreaks
        header: list[object] = ["Rank", "Player", "Total"]
        if self.bests:
            tops = {player: value_of(one)[0] for player, one in board_tops(self.event).items()}
            dated = "Date" if any(one.game.date for one in self.scored) else "Game"
            header += ["Games", "Board tops", "Sat out"]
            header += [f"{word} {n}" for n in range(1, self.bests + 1) for word in ("Best", dated)]
            yield [*header, *breaks]
            yield from (self._row_of_games(row, tops, for_sheet) for row in self.rows)
            return
        yield [*header, *self.headings, "Counted", *breaks]
        yield from map(self._row_of_rounds, self.rows)

    def _row_of_games(self, row: Standing, tops: Mapping[str, Fraction], for_sheet: bool) -> list[object]:
        """The cells of a row that shows a player's best scores instead of the score of each round."""
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
        return {one.game.round: one.game.date for one in self.scored}

    @property
    def too_few(self) -> Iterator[tuple[list[str], str]]:
        """Pairs: players with too few rounds, and the rounds needed (`3 rounds`); then likewise for games."""
        settings = self.event.settings
        rounds = [row.player for row in self.rows if len(rounds_in(row.scores)) < settings.min_rounds]
        games = [row.player for row in self.rows if self.event.games_of(row.player) < settings.min_games]
        needed = count_of(settings.min_rounds, "round"), count_of(settings.min_games, "game")
        return (one for one in zip((rounds, games), needed, strict=True) if one[0])

    def _row_of_rounds(self, row: Standing) -> list[object]:
        played = {r: NA if score is None else score for r, score in row.scores.items()}
        return self._cells(row, [*map(played.get, self.rounds), " ".join(map(str, row.counted))])

    def _cells(self, row: Standing, middle: Sequence[object]) -> list[object]:
        total = NA if row.total is None else row.total
        return [row.rank, row.player, total, *middle, *map(_tiebreak_cell, row.breaks)]

    @property
    def scored(self) -> Sequence[Scored]:
        """The games with their final scores, which may depend on the whole event."""
        return self.event.scored

    @property
    def faults(self) -> tuple[Fault, ...]:
        """All faults of the games. Each fault prevents at least one score."""
        return tuple(fault for one in self.scored for fault in one.faults)


def _tiebreak_cell(value: Value) -> object:
    """The value of a tie-break as a cell: a number, or several numbers as one text in their order."""
    if len(value) > 1:
        return " ".join(map(text, value))
    return value[0] if value else None


def parts_of(rows: Iterable[Standing]) -> Iterator[str]:
    """For each row, the heading of the part of the table that begins with the row; "" if no part begins.

    Players who rank above others regardless of points form a part (`Top board`). Further rows: `The others`.
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
