"""A played and scored event, without any scoring rule."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

from xl_dipscore.board import SEATS
from xl_dipscore.errors import group_by_key
from xl_dipscore.event.games import Game, Place, Round, SatOut, Seat, Unit, last_round, round_order
from xl_dipscore.event.scored import Result, Scored, by_player, results_of
from xl_dipscore.event.settings import USUAL, Settings


@dataclass(frozen=True)
class Event:
    """The scored games of an event, its number of rounds, and the director's settings."""

    scored: Sequence[Scored]
    rounds: int
    settings: Settings = USUAL
    own_rounds: Mapping[str, int] = field(default_factory=dict)
    """Each player's number of rounds, if it differs from the event's: a late joiner, for example."""
    counted: Mapping[str, Sequence[Unit]] = field(default_factory=dict)
    """The rounds or games that make each player's total, once there are totals."""
    of_games: bool = False
    """Does the rule for totals combine games instead of rounds?"""
    tied: Mapping[str, AbstractSet[str]] = field(default_factory=dict)
    """The players level with each player, including the player; filled only for tie-breaks that need it."""
    notes: tuple[str, ...] = ()
    """Notes from the system's rule for the end of the event."""
    unsure: Mapping[str, AbstractSet[Round | None]] = field(default_factory=dict)
    """For players of unknown total: rounds with two boards or a row without a seat; None: round unknown."""

    @classmethod
    def of_scores(cls, games: Iterable[tuple[str, int, Fraction]], rounds: int) -> Event:
        """Make an event from one (player, power, score) for each game, and nothing else."""
        scored = []
        for player, power, score in games:
            seats = tuple(Seat(player if seat == power else "") for seat in SEATS)
            scores = tuple(score if seat == power else None for seat in SEATS)
            scored.append(Scored(Game(1, "", seats, None, Place("", (None,) * 7, {})), scores))
        return cls(scored, rounds)

    @cached_property
    def by_points(self) -> Sequence[Scored]:
        """The games that give points."""
        return [one for one in self.scored if not one.apart and one.game.counts]

    @cached_property
    def results(self) -> Mapping[str, Sequence[Result]]:
        """Each player's games in `by_points`."""
        return by_player(results_of(self.by_points))

    def unit(self, result: Result) -> Unit:
        """The game or the round that the score of `result` belongs to."""
        return result.unit if self.of_games else result.round

    @cached_property
    def sat_out(self) -> Mapping[str, Sequence[SatOut]]:
        in_order = sorted(self.settings.besides.out, key=lambda one: round_order(one.round))
        return group_by_key((one.player, one) for one in in_order)

    @cached_property
    def worth_out(self) -> tuple[Fraction, bool] | None:
        """The score for a round sat out, and whether only a player's first counts; None without a score."""
        if self.settings.sit_out is None:
            return None
        worth, *once = self.settings.sit_out.split()
        return Fraction(worth.replace(",", ".")), bool(once)

    def rounds_sat_out(self, player: str) -> Sequence[SatOut]:
        """The rounds that the player sat out and that count as games."""
        if self.worth_out is None:
            return ()
        times = self.sat_out.get(player, ())
        return times[:1] if self.worth_out[1] else times

    def games_of(self, player: str) -> int:
        """The number of a player's games that give points, plus rounds sat out that count as games."""
        return len(self.results.get(player, ())) + len(self.rounds_sat_out(player))

    @cached_property
    def last_round_played(self) -> int:
        """The last numbered round with a game that counts or is a top board; 0 without one."""
        return last_round(one.game for one in self.scored)

    @cached_property
    def finals(self) -> list[Scored]:
        return [one for one in self.scored if one.game.round == "Final"]

    @cached_property
    def tops(self) -> list[Scored]:
        """The boards called Top in the last round. If there is none: the boards of the Final."""
        called = [one for one in self.last_boards if one.game.is_top]
        return called or self.finals

    @cached_property
    def last_boards(self) -> list[Scored]:
        """The boards of the last round played; a Final comes after all other rounds."""
        return self.finals or [one for one in self.scored if one.game.round == self.last_round_played]

    @property
    def is_decided(self) -> bool:
        """Has the deciding round been played: the Final, the top board, or the last round?"""
        match self.settings.format:
            case "final":
                return bool(self.finals)
            case "top-board" | "top-places":
                return bool(self.tops)
        return self.last_round_played == self.rounds
