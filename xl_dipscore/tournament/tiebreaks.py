"""What separates players with equal totals. A tie-break is a value for each player; higher is better."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from xl_dipscore.board import FIRST_YEAR, SEATS, Board
from xl_dipscore.errors import Fault, join, nearest
from xl_dipscore.tournament.games import Double, Result, Round, Scored

Value = tuple[Fraction, ...]
"""Compared from the left; empty where there is no value, which is below any other."""


class UnknownTieBreak(Fault):
    """There is no tie-break {name}.{hint} Known: {known}."""


@dataclass(frozen=True)
class Season:
    """What tie-breaks may look at: all games, every player's, their rounds that count, the event's rounds."""

    scored: Sequence[Scored]
    results: Mapping[str, Sequence[Result]]
    counted: Mapping[str, Sequence[Round]]
    rounds: int
    double: Double | None = None
    """What counts of two boards in one round."""


TieBreak = Callable[[Season], Mapping[str, Value]]

_known: dict[str, TieBreak] = {}


def tie_break(name: str) -> Callable[[TieBreak], TieBreak]:
    """Declare the decorated function as the tie-break of that name."""

    def declare(values: TieBreak) -> TieBreak:
        _known[name] = values
        return values

    return declare


def chain(names: Iterable[str]) -> list[tuple[str, TieBreak]]:
    """The tie-breaks of these names, whatever their case and spaces. Raises UnknownTieBreak."""
    found = []
    for name in names:
        word = re.sub(r"[\s_-]", "", name).casefold()
        match = next((known for known in _known if known.replace(" ", "") == word), None)
        if match is None:
            hint = nearest(" ".join(name.split()).casefold(), _known)
            raise UnknownTieBreak(field="tiebreak", name=repr(name), hint=hint, known=join(_known))
        found.append((match, _known[match]))
    return found


def power_difference(games: Iterable[tuple[str, int, Fraction]], rounds: int) -> dict[str, Fraction]:
    """How much better each player scored than their powers did on average, over the event's rounds.

    games: player, power and score of every game; a blank player counts for the average only.
    """
    of_power: dict[int, list[Fraction]] = {}
    of_player: dict[str, list[tuple[int, Fraction]]] = {}
    for player, power, score in games:
        of_power.setdefault(power, []).append(score)
        if player:
            of_player.setdefault(player, []).append((power, score))
    means = {power: sum(scores, Fraction()) / len(scores) for power, scores in of_power.items()}
    # The means of many games have long denominators, and many players had the same powers: add them once.
    expected: dict[tuple[int, ...], Fraction] = {}
    differences: dict[str, Fraction] = {}
    for player, played in of_player.items():
        powers = tuple(sorted(power for power, _ in played))
        if powers not in expected:
            expected[powers] = sum((means[power] for power in powers), Fraction()) / rounds
        own = sum((score for _, score in played), Fraction()) / rounds
        differences[player] = own - expected[powers]
    return differences


def _number(values: Mapping[str, Fraction | int]) -> dict[str, Value]:
    return {player: (Fraction(value),) for player, value in values.items()}


@tie_break("msd")
def msd(season: Season) -> Mapping[str, Value]:
    """Mean Score Difference (DC(C)): score less the mean of that power, summed, by the event's rounds."""
    games = (
        (one.game.seats[seat].player, seat, one.scores[seat])
        for one in season.scored
        if one.scores is not None
        for seat in SEATS
    )
    known = ((player, seat, score) for player, seat, score in games if score is not None)
    return _number(power_difference(known, season.rounds))


@tie_break("mppd")
def mppd(season: Season) -> Mapping[str, Value]:
    """Mean Points per Power Difference (Mystery): the same, with the solos at their final value."""
    return msd(season)


@tie_break("centres")
def centres(season: Season) -> Mapping[str, Value]:
    """The centres of all games together."""
    return _number({player: sum(map(_centres, results)) for player, results in season.results.items()})


@tie_break("mean centres")
def mean_centres(season: Season) -> Mapping[str, Value]:
    """Centres per game-year, from the charts (WBC); no value for a player with a game without one."""
    values: dict[str, Value] = {}
    for player, results in season.results.items():
        charts = [(result.seat, _whole_chart(result.board)) for result in results]
        if all(chart for _, chart in charts):
            yearly = [counts[seat] for seat, chart in charts for counts in chart]
            values[player] = (Fraction(sum(yearly), len(yearly)),)
    return values


def _whole_chart(board: Board | None) -> Sequence[Sequence[int]]:
    """The counts of every year from the first on; nothing where a year is missing."""
    chart = board.chart if board is not None else ()
    whole = [year for year, _ in chart] == [*range(FIRST_YEAR, FIRST_YEAR + len(chart))]
    return [counts for _, counts in chart] if whole else ()


@tie_break("countback centres")
def countback_centres(season: Season) -> Mapping[str, Value]:
    """The centres of the best counting game, then of the next best, and so on (ARMADA)."""
    return {
        player: tuple(Fraction(_centres(result)) for result in _counting(season, player, results))
        for player, results in season.results.items()
    }


def _counting(season: Season, player: str, results: Iterable[Result]) -> Iterator[Result]:
    """The games that make a player's total, the best first; of two boards in a round only what counts."""
    seen = set()
    for result in _best_first(results):
        if result.round in season.counted.get(player, ()):
            if season.double == "sum" or result.round not in seen:
                yield result
            seen.add(result.round)


@tie_break("wins")
def wins(season: Season) -> Mapping[str, Value]:
    """Games won, by a solo or by concession."""
    return _number({player: sum(r.won for r in results) for player, results in season.results.items()})


@tie_break("draws")
def draws(season: Season) -> Mapping[str, Value]:
    """Games drawn as a member of the draw."""
    return _number({player: sum(r.drew for r in results) for player, results in season.results.items()})


@tie_break("best game")
def best_game(season: Season) -> Mapping[str, Value]:
    """The best score, then the second best, and so on."""
    return {
        player: tuple(result.score for result in _best_first(results) if result.score is not None)
        for player, results in season.results.items()
    }


@tie_break("typed")
def typed(season: Season) -> Mapping[str, Value]:
    """What the director typed under Tiebreak, added up; no value where nothing is typed."""
    given = {
        player: [r.typed.tiebreak for r in results if r.typed.tiebreak is not None]
        for player, results in season.results.items()
    }
    return {player: (sum(values, Fraction()),) for player, values in given.items() if values}


def _centres(result: Result) -> int:
    return result.board.counts[result.seat] if result.board is not None else 0


def _best_first(results: Iterable[Result]) -> list[Result]:
    return sorted(results, key=lambda result: (-(result.score or 0), -_centres(result)))
