"""Systems whose solo is worth what the event makes it: known when the event is over (Mystery, 2020)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from xl_dipscore.board import SEATS
from xl_dipscore.errors import NA, Fault
from xl_dipscore.system import System
from xl_dipscore.tournament.games import (
    Game,
    Result,
    Scored,
    final_last,
    located,
    results_of,
    rounded,
    rounds_of,
    score_games,
)


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

    A player who joined after the first round, played every round from then on and has a solo: their solo is
    worth the mean of that and of the same from their rounds only, and their total is divided by those rounds.
    A Final among the games is one more round.
    """
    given = options.get("solo")
    known = {**options, "solo": 0 if given is None else given}
    scored = score_games(system, games, known, decimals=decimals)
    last = rounds + ("Final" in rounds_of(games))
    joined = _late_joiners(scored, system.event_settings(options).get("start") == "scored")
    divisors = {player: last - first + 1 for player, first in joined.items()}
    if given is not None:
        return Valued(scored, divisors)
    fault = _why_unknown(system, scored, rounds, unplayed, provisional)
    values: dict[int, Fraction | None] = {}
    solos = sum(_winner(one) is not None for one in scored)
    done = []
    for one in scored:
        seat = _winner(one)
        if seat is None or one.scores is None or one.game.seats[seat].override is not None:
            done.append(one)
            continue
        first = joined.get(one.game.seats[seat].player, 1)
        if first not in values:
            values[first] = _value(scored, solos, first) if fault is None else None
        value = values[first]
        if value is not None and decimals is not None:
            value = rounded(value, decimals)
        faults = () if fault is None else located([_at(fault, seat)], one.game.place)
        scores = tuple(value if s == seat else one.scores[s] for s in SEATS)
        done.append(replace(one, scores=scores, faults=faults))
    return Valued(done, divisors)


def _winner(one: Scored) -> int | None:
    return one.board.winner if one.board is not None and one.scores is not None else None


def _at(fault: Fault, seat: int) -> Fault:
    return type(fault)(seat=seat, field="centres", place="", **fault.facts)


def _why_unknown(
    system: System, scored: Sequence[Scored], rounds: int, unplayed: int, provisional: bool
) -> Fault | None:
    """Why nobody can say what a solo is worth, or None."""
    why = "" if provisional else _not_over(scored, rounds, unplayed)
    if why:
        return EventNotOver(system=system.key, why=why)
    return NoDrawnGame(system=system.key) if _mean_points(scored, 1) is None else None


def _not_over(scored: Sequence[Scored], rounds: int, unplayed: int) -> str:
    played = max((one.game.round for one in scored if isinstance(one.game.round, int)), default=0)
    if played < rounds:
        return f"round {played} of {rounds} is the last one played"
    if unplayed:
        return "a board has not been played" if unplayed == 1 else f"{unplayed} boards have not been played"
    if any(one.scores is None for one in scored):
        return "a board is faulty"
    return ""


def _value(scored: Sequence[Scored], solos: int, first: int) -> Fraction | None:
    """A solo's value, for everybody or for who joined in round `first`."""
    standard, own = _mean_points(scored, 1), _mean_points(scored, first)
    if standard is None or own is None:
        return None if standard is None else standard / solos
    return (standard + own) / 2 / solos


def _mean_points(scored: Iterable[Scored], first: int) -> Fraction | None:
    """The points scored in an average drawn game from a round on; None when there is none."""
    points = [
        sum(score for score in one.scores if score is not None)
        for one in scored
        if one.scores is not None and _winner(one) is None and final_last(one.game.round) >= first
    ]
    return Fraction(sum(points), len(points)) if points else None


def _late_joiners(scored: Sequence[Scored], from_first_score: bool) -> dict[str, int]:
    """Players with a solo who joined after the first round and missed none since, and where they start."""
    results: dict[str, list[Result]] = {}
    for result in results_of(scored):
        results.setdefault(result.player, []).append(result)
    rounds = rounds_of(one.game for one in scored)
    joined = {}
    for player, theirs in results.items():
        played = {result.round for result in theirs}
        numbered = [round_ for round_ in played if isinstance(round_, int)]
        if not numbered or min(numbered) == 1 or not any(result.won for result in theirs):
            continue
        missed = {round_ for round_ in rounds if final_last(round_) > min(numbered)} - played
        if not missed:
            scoring = [r.round for r in theirs if isinstance(r.round, int) and (r.score or r.won)]
            joined[player] = min(scoring, default=min(numbered)) if from_first_score else min(numbered)
    return joined
