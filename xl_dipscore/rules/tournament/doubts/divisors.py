"""Doubts about the rounds that a total counts: skipped numbers, planned rounds, and Finals with a number."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from xl_dipscore.errors import Doubt, group_by_key
from xl_dipscore.rules.event.games import Game, last_round
from xl_dipscore.rules.event.settings import TOP_FORMATS, Settings
from xl_dipscore.rules.event.typed import same_person
from xl_dipscore.rules.tournament.problem import Problem, of_game
from xl_dipscore.rules.tournament.table import Standings

FINALISTS = 7


class SkippedRounds(
    Doubt, remedy="Check the rounds of all boards: a total may count the missing rounds too."
):
    """No board of {missing} counts, but round {round} has boards."""


class PlannedRoundsMissing(Doubt, remedy="Correct the option rounds, or type the missing boards."):
    """{planned} rounds are planned and {played} played, but {over}. A total may count all planned rounds."""


class FinalWithNumber(Doubt, remedy="If it was the Final, type Final as its round."):
    """Round {round} is one board, with the first seven of the standings before it."""


class OneRoundAsTwo(Doubt, remedy="If they are boards of one round, give them the same round."):
    """Rounds {first} and {other} have no player in common, and together only the boards of one round."""


def odd_rounds(games: Sequence[Game], settings: Settings, before_last: Standings | None) -> Iterator[Problem]:
    """Doubts about an event whose rounds are numbers.

    before_last: the standings before the last numbered round, if that round is a single board.
    """
    to_come = settings.besides.to_come
    numbered: dict[int, list[Game]] = {}
    for game in games:
        if isinstance(game.round, int) and (game.counts or game.is_top):
            numbered.setdefault(game.round, []).append(game)
    last = last_round(games)
    rounds = {*numbered}
    for game in to_come:
        if isinstance(game.round, int) and game.round < last:
            rounds.add(game.round)
    # The boards of one round alone may be a part of the event.
    if len({game.round for game in games}) > 1:
        yield from _skipped_rounds(rounds, (*games, *to_come))
    yield from _planned_rounds_missing(games, settings, last)
    yield from _rounds_split(numbered)
    if before_last is not None:
        yield from _final_with_number(numbered[last], before_last)


def _skipped_rounds(rounds: Iterable[int], games: Sequence[Game]) -> Iterator[Problem]:
    for before, after in pairwise([0, *sorted(rounds)]):
        if after <= before + 1:
            continue
        missing = f"rounds {before + 1} to {after - 1}"
        if after == before + 2:
            missing = f"round {after - 1}"
        here = next(game for game in games if game.round == after)
        yield of_game(here, SkippedRounds(field="round", missing=missing, round=after))


def is_single_last(games: Sequence[Game], settings: Settings) -> bool:
    """Is the last numbered round a single board, not called Top, after rounds of several, without a Final?"""
    last = last_round(games)
    boards = group_by_key((game.round, game) for game in games)
    of_last = boards.pop(last, [])
    if settings.besides.by_dates or "Final" in boards or not boards:
        return False
    if min(map(len, boards.values())) < 2:
        return False
    if any(game.round == last for game in settings.besides.to_come):
        return False
    return len(of_last) == 1 and not of_last[0].is_top


def _planned_rounds_missing(games: Sequence[Game], settings: Settings, last: int) -> Iterator[Problem]:
    planned = settings.rounds or 0
    if not 0 < last < planned:
        return
    top_played = any(game.is_top and game.round == last for game in games)
    if settings.over is True:
        over = "Setup says that the event is over"
    elif any(game.round == "Final" for game in games):
        over = "the Final is played"
    elif settings.format in TOP_FORMATS and top_played:
        over = "the top board is played"
    else:
        return
    yield Problem(PlannedRoundsMissing(field="rounds", planned=planned, played=last, over=over))


def _rounds_split(numbered: Mapping[int, Sequence[Game]]) -> Iterator[Problem]:
    """Rounds that follow each other, have no player and no board name in common, and are both too small."""
    for first, other in pairwise(sorted(numbered)):
        usual = [len(its) for n, its in numbered.items() if n not in (first, other)]
        size = len(numbered[first]) + len(numbered[other])
        if not usual or min(usual) < 2 or max(usual) < size:
            continue
        both = numbered[first], numbered[other]
        (one, two), (here, there) = map(_players, both), map(_names, both)
        if one and two and one.isdisjoint(two) and here.isdisjoint(there):
            yield of_game(numbered[other][0], OneRoundAsTwo(field="round", first=first, other=other))


def _final_with_number(boards: Sequence[Game], before: Standings) -> Iterator[Problem]:
    ranked = [row for row in before if row.rank is not None]
    if len(ranked) < 2 * FINALISTS:
        return
    best = {same_person(row.player) for row in ranked if (row.rank or 0) <= FINALISTS}
    (game,) = boards
    seated = _players(boards)
    if len(seated) == len(game.seats) and seated <= best:
        yield of_game(game, FinalWithNumber(field="round", round=game.round))


def _names(games: Sequence[Game]) -> set[str]:
    return {game.name.casefold() for game in games}


def _players(games: Sequence[Game]) -> set[str]:
    return {same_person(player) for game in games for player in game.players}
