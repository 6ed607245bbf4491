"""A played event with its scores, independent of the scoring rule."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

from xl_dipscore.errors import group_by_key
from xl_dipscore.rules.board import SEATS
from xl_dipscore.rules.event.games import Game, Place, Round, SatOut, Seat, Unit, last_round, round_order
from xl_dipscore.rules.event.scored import Result, ResultsByPlayer, Scored
from xl_dipscore.rules.event.settings import USUAL, Settings


class WorthOfSittingOut(NamedTuple):
    """The score for sitting out a round; does a player have it only once?"""

    score: Fraction
    once: bool


@dataclass(frozen=True)
class Event:
    """The scored games of an event, its number of rounds, and the director's settings."""

    scored: Sequence[Scored]
    rounds: int
    settings: Settings = USUAL
    own_rounds: Mapping[str, int] = field(default_factory=dict)
    """The number of rounds of a player if it is not the event's `rounds`: for a late joiner, for example."""
    counted: Callable[[str], Collection[Unit]] = lambda player: ()
    """Returns the rounds or games that are part of a player's total. Empty until there are totals."""
    of_games: bool = False
    """Does the rule for totals combine games instead of rounds?"""
    tied: Mapping[str, AbstractSet[str]] = field(default_factory=dict)
    """The players level with each player, including the player. Empty unless a tie-break needs them."""
    notes: tuple[str, ...] = ()
    """Notes from the system's rule for the end of the event."""
    unsure: Mapping[str, AbstractSet[Round | None]] = field(default_factory=dict)
    """For each player with an unknown total: rounds in which the player has two boards, or a row without a
    seat. None means that the round of the row is not known."""

    @classmethod
    def of_scores(cls, games: Iterable[tuple[str, int, Fraction]], rounds: int) -> Event:
        """Make an event from (player, seat number, score) for each game, without any other facts."""
        scored = []
        for player, power, score in games:
            seats = tuple(Seat(player if seat == power else "") for seat in SEATS)
            scores = tuple(score if seat == power else None for seat in SEATS)
            scored.append(Scored(Game(1, "", seats, None, Place("", (None,) * 7, {})), scores))
        return cls(scored, rounds)

    @cached_property
    def by_points(self) -> Sequence[Scored]:
        """The games whose scores are used for totals."""
        return [one for one in self.scored if not one.apart and one.game.counts]

    @cached_property
    def results(self) -> ResultsByPlayer:
        """Each player's games in `by_points`."""
        return ResultsByPlayer(self.by_points)

    @property
    def all_results(self) -> ResultsByPlayer:
        """Each player's games. If all are in `by_points`, these are `results`: a large event has many."""
        alike = len(self.by_points) == len(self.scored)
        return self.results if alike else ResultsByPlayer(self.scored)

    def with_facts(self, **facts: Any) -> Event:
        """The event with other facts about the same games. Both share one set of results."""
        made = replace(self, **facts)
        vars(made)["results"] = self.results
        return made

    def unit(self, result: Result) -> Unit:
        """The game or the round to which the score of `result` belongs, as the rule for totals needs it."""
        return result.unit if self.of_games else result.round

    @cached_property
    def sat_out(self) -> Mapping[str, Sequence[SatOut]]:
        in_order = sorted(self.settings.besides.out, key=lambda one: round_order(one.round))
        return group_by_key((one.player, one) for one in in_order)

    @cached_property
    def worth_out(self) -> WorthOfSittingOut | None:
        """The score for sitting out a round, and whether a player has it only once; None without a score."""
        if self.settings.sit_out is None:
            return None
        worth, *once = self.settings.sit_out.split()
        return WorthOfSittingOut(Fraction(worth.replace(",", ".")), bool(once))

    def rounds_sat_out(self, player: str) -> Sequence[SatOut]:
        """The rounds that the player sat out with a score, so that each is treated as a game."""
        if self.worth_out is None:
            return ()
        times = self.sat_out.get(player, ())
        return times[:1] if self.worth_out.once else times

    def games_of(self, player: str) -> int:
        """The number of the player's games in `by_points`, plus the number of `rounds_sat_out`."""
        return self.results.count(player) + len(self.rounds_sat_out(player))

    @cached_property
    def last_round_played(self) -> int:
        """The last numbered round with a game that is used for totals or a top board; 0 if there is none."""
        return last_round(one.game for one in self.scored)

    @cached_property
    def finals(self) -> list[Scored]:
        return [one for one in self.scored if one.game.round == "Final"]

    @cached_property
    def tops(self) -> list[Scored]:
        """The boards called Top in the last round played; if there are none, the boards of the Final."""
        called = [one for one in self.last_boards if one.game.is_top]
        return called or self.finals

    @cached_property
    def last_boards(self) -> list[Scored]:
        """The boards of the Final; if there are none, the boards of the last numbered round played."""
        return self.finals or [one for one in self.scored if one.game.round == self.last_round_played]

    @property
    def is_decided(self) -> bool:
        """Have the deciding games been played: the Final, the top board, or the last round?"""
        match self.settings.format:
            case "final":
                return bool(self.finals)
            case "top-board" | "top-places":
                return bool(self.tops)
        return self.last_round_played == self.rounds
