"""The progress of an event: which boards and rounds are over, and whether the event is over."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from xl_dipscore.errors import group_by_key, join
from xl_dipscore.rules.board import Board, End
from xl_dipscore.rules.event.days import day_in_words
from xl_dipscore.rules.event.games import Game, Round, last_round, round_in_words, rounds_of
from xl_dipscore.rules.event.settings import Settings


@dataclass(frozen=True)
class Progress:
    """The progress of an event. Only this class decides whether a board, a round or the event is over.

    The director's setting `over` decides. If `over` is None, a round is over when its boards have results,
    and the event is over when its planned rounds are played. A board of the last round with neither a winner
    nor a draw is still in play if it lacks the year that its system needs, or if `over` is False.
    """

    settings: Settings
    games: Sequence[Game]
    """The games with results. Rounds may be numbers for dates: see `Besides.by_dates`."""
    needs_year: bool = False

    @cached_property
    def in_play(self) -> Sequence[Game]:
        """The boards that have centre counts but may not be finished."""
        last, over = rounds_of(self.games)[-1:], self.settings.over
        doubtful = over is False or (self.needs_year and over is None)
        return [g for g in self.games if doubtful and g.round in last and self._may_go_on(g.board)]

    def _may_go_on(self, board: Board | None) -> bool:
        if board is None or board.ending.end is not End.CLOCK:
            return False
        return self.settings.over is False or board.year is None

    @property
    def to_come(self) -> Sequence[Game]:
        """The boards with players that are still to be played."""
        return () if self.settings.over else self.settings.besides.to_come

    @property
    def running(self) -> set[Round]:
        """The rounds with results and also with boards to come or in play. If `over` is False, the last round
        with results is running too."""
        unfinished = {game.round for game in (*self.to_come, *self.in_play)}
        unfinished |= {*rounds_of(self.games)[-1:]} if self.settings.over is False else set()
        return unfinished & {game.round for game in self.games}

    @property
    def reasons(self) -> Sequence[str]:
        """Why the event is not over, as parts of a sentence; empty if it is over."""
        if self.settings.over:
            return []
        planned, played = self.settings.rounds or 0, last_round(self.games)
        found = [f"round {played} of {planned} is the last one played"] if 0 < played < planned else []
        lacking = ((self.to_come, "no result yet"), (self.in_play, "no winner and no draw yet"))
        for games, what in lacking:
            for round_, names in group_by_key((self._round(game), game.name) for game in games).items():
                boards, have = ("boards", "have") if len(names) > 1 else ("board", "has")
                found.append(f"{boards} {join(names)} of {round_} {have} {what}")
        return found or (["Setup says that it is not over"] if self.settings.over is False else [])

    @property
    def reason_sentences(self) -> list[str]:
        return [f"{reason[0].upper()}{reason[1:]}." for reason in self.reasons]

    def _round(self, game: Game) -> str:
        if self.settings.besides.by_dates and game.date:
            return day_in_words(game.date)
        return round_in_words(game.round)
