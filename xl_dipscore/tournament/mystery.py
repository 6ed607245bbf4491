"""Systems whose solo is worth what the event makes it: known when the event is over (Mystery, 2020)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from xl_dipscore.board import SEATS
from xl_dipscore.errors import NA, Fault
from xl_dipscore.system import System
from xl_dipscore.tournament.games import Game, Round, Scored, final_last, located, results_of, score_games


class EventNotOver(Fault):
    """{system} knows what a solo is worth only when the event is over ({why})."""

    cell = NA


class NoDrawnGame(Fault):
    """{system} cannot value a solo without a drawn game in the event; give its value in the option solo."""

    cell = NA


@dataclass(frozen=True)
class Valued:
    """The games with the solos at their value, and the rounds that each late joiner is divided by."""

    scored: list[Scored]
    rounds: Mapping[str, int]


def value_solos(
    system: System,
    games: Sequence[Game],
    options: Mapping[str, object],
    *,
    rounds: int,
    provisional: bool,
    unplayed: int,
    decimals: int | None,
) -> Valued:
    """Score an event whose solos are worth: points in drawn games / drawn games / solos.

    A player who joined after the first round, played every round from then on and has a solo: his solo is
    worth the mean of that and of the same from his rounds only, and his total is divided by those rounds.
    """
    if options.get("solo") is not None:
        return Valued(score_games(system, games, options, decimals=decimals), {})
    scored = score_games(system, games, {**options, "solo": 0}, decimals=decimals)
    won = [one for one in scored if one.board is not None and one.board.winner is not None]
    why = _not_over(scored, rounds, unplayed) if not provisional else ""
    joined = _late_joiners(scored, rounds)
    done = []
    for one in scored:
        if one not in won or one.scores is None or one.board is None or one.board.winner is None:
            done.append(one)
            continue
        seat = one.board.winner
        value, fault = _value(scored, len(won), joined.get(one.game.seats[seat].player))
        if why:
            value, fault = None, EventNotOver(seat=seat, field="centres", system=system.key, why=why)
        elif fault is not None:
            fault = NoDrawnGame(seat=seat, field="centres", system=system.key)
        if one.game.seats[seat].override is not None:
            value, fault = one.scores[seat], None
        scores = tuple(value if s == seat else one.scores[s] for s in SEATS)
        faults = located([fault], one.game.place) if fault is not None else ()
        done.append(replace(one, scores=scores, faults=faults))
    return Valued(done, {player: rounds - first + 1 for player, first in joined.items()})


def _not_over(scored: Iterable[Scored], rounds: int, unplayed: int) -> str:
    listed = list(scored)
    played = max((one.game.round for one in listed if isinstance(one.game.round, int)), default=0)
    if played < rounds:
        return f"round {played} of {rounds} is the last one played"
    if unplayed:
        return "a board has not been played" if unplayed == 1 else f"{unplayed} boards have not been played"
    if any(one.scores is None for one in listed):
        return "a board is faulty"
    return ""


def _value(scored: Sequence[Scored], solos: int, first: int | None) -> tuple[Fraction | None, Fault | None]:
    """A solo's value, for everybody or for somebody who joined in round `first`."""
    standard = _mean_points(scored, 1)
    if standard is None:
        return None, NoDrawnGame(system="")
    own = _mean_points(scored, first) if first is not None else None
    return (standard if own is None else (standard + own) / 2) / solos, None


def _mean_points(scored: Iterable[Scored], first: int) -> Fraction | None:
    """The points scored in an average drawn game from a round on; None when there is none."""
    points = [
        sum(score for score in one.scores if score is not None)
        for one in scored
        if one.scores is not None and one.board is not None and one.board.winner is None
        if final_last(one.game.round) >= first
    ]
    return Fraction(sum(points), len(points)) if points else None


def _late_joiners(scored: Sequence[Scored], rounds: int) -> dict[str, int]:
    """Players with a solo who joined after the first round and missed none since, and when they joined."""
    played: dict[str, set[Round]] = {}
    soloists = set()
    for result in results_of(scored):
        played.setdefault(result.player, set()).add(result.round)
        if result.won:
            soloists.add(result.player)
    joined = {}
    for player in soloists:
        numbered = {round_ for round_ in played[player] if isinstance(round_, int)}
        first = min(numbered, default=1)
        if first > 1 and numbered >= set(range(first, rounds + 1)):
            joined[player] = first
    return joined
