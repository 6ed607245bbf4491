"""Awards for the best game with each power."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from xl_dipscore.rules.board import SEATS
from xl_dipscore.rules.event.games import round_order
from xl_dipscore.rules.event.scored import LOST, Result, Scored, score_of
from xl_dipscore.rules.event.settings import USUAL, AwardRule, Settings
from xl_dipscore.rules.event.worth import Amount, of_game
from xl_dipscore.rules.points import Exact


@dataclass(frozen=True)
class Compared:
    """What an award compares: amounts of a game in words of `event/worth.py`, the most important first."""

    amounts: Sequence[Amount]
    ties: Sequence[Amount] = (
        lambda game: game.score,
        lambda game: game.centres,
        lambda game: game.came,
        lambda game: game.place,
    )
    """Further amounts, if the director chooses that ties are broken."""
    losers_below: bool = True
    """Do players who lost to a winner rank below others, if the director does not choose otherwise?"""
    help: str = ""


_awards: dict[str, Compared] = {}


def award(name: str) -> Callable[[Callable[[], Compared]], Callable[[], Compared]]:
    """Declare an award for the best game with each power. The decorated function states what it compares."""

    def declare(state: Callable[[], Compared]) -> Callable[[], Compared]:
        _awards[name] = replace(state(), help=" ".join((state.__doc__ or "").split()))
        return state

    return declare


def awards_by_name() -> Mapping[str, Compared]:
    return _awards


@award("score")
def by_score() -> Compared:
    """The score."""
    return Compared(
        [lambda game: game.score],
        ties=[lambda game: game.centres, lambda game: game.came, lambda game: game.place],
    )


@award("centres")
def by_centres() -> Compared:
    """The centres."""
    return Compared(
        [lambda game: game.centres],
        ties=[lambda game: game.score, lambda game: game.came, lambda game: game.place],
    )


@award("results")
def by_results() -> Compared:
    """As in Australia: a win, a draw, survival, elimination, a loss; then the score, then the place on the
    board. Losers and ties are as this says.
    """
    return Compared(
        [lambda game: game.came, lambda game: game.score, lambda game: game.place],
        ties=(),
        losers_below=False,
    )


def awards(scored: Iterable[Scored], settings: Settings = USUAL) -> list[Result]:
    """The best game with each power, in the order of POWERS. If several are equally good, all win.

    If the event names any player, a seat without a player wins no award. Unranked players win awards only if
    the award rule allows guests. Players with fewer games than `min_games` win no award.
    """
    rule = settings.awards
    counted = [one for one in scored if not one.game.left_out and one.scores is not None]
    games = Counter(result.player for one in counted for result in one.results)
    if rule.boards == "without top":
        counted = [one for one in counted if one.game.round != "Final" and not one.game.is_top]
    played = [result for one in counted for result in one.seated if result.board is not None]
    named = any(result.player for result in played)

    def may_win(result: Result) -> bool:
        if result.score is None or (result.typed.unranked and not rule.guests):
            return False
        if not result.player:
            return not named
        return games[result.player] >= settings.min_games

    worth = worth_by(rule)
    best: list[Result] = []
    for seat in SEATS:
        entries = [result for result in played if result.seat == seat and may_win(result)]
        top = max(map(worth, entries), default=None)
        level = [result for result in entries if worth(result) == top]
        best += sorted(level, key=_order_of_winners)
    return best


def _order_of_winners(result: Result) -> tuple[str, float, str]:
    return result.player.casefold(), round_order(result.round), result.game.name


def worth_by(rule: AwardRule) -> Callable[[Result], tuple[Exact, ...]]:
    """Make a function that returns the sort key of a game for awards: the higher the key, the better."""
    amounts, losers_below = amounts_compared(rule)

    def worth(result: Result) -> tuple[Exact, ...]:
        upright = not losers_below or result.came != LOST
        return upright, *(of_game(one, result) or 0 for one in amounts)

    return worth


class Comparison(NamedTuple):
    """The amounts of games that decide, in order; do players who lost to a winner rank below?"""

    amounts: Sequence[Amount]
    losers_below: bool


def amounts_compared(rule: AwardRule) -> Comparison:
    """The amounts of games that decide, in order, and whether players who lost to a winner rank below."""
    award = _awards[rule.by]
    amounts = [*award.amounts, *(award.ties if rule.ties == "broken" else ())]
    return Comparison(amounts, award.losers_below and rule.losers == "below")


def award_table(scored: Iterable[Scored], settings: Settings = USUAL) -> list[list[Exact | str]]:
    best = awards(scored, settings)
    lines = [[one.power, one.player, score_of(one), one.centres, one.round, one.game.name] for one in best]
    return [["Power", "Player", "Score", "Centres", "Round", "Board"], *lines]
