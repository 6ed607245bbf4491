"""Best of each country."""

from collections.abc import Callable, Iterable
from typing import Literal

from xl_dipscore.board import SEATS
from xl_dipscore.event import Result, Scored, final_last, score_of
from xl_dipscore.points import Exact

By = Literal["score", "centres"]


def awards(scored: Iterable[Scored], by: By = "score") -> list[Result]:
    """The games that nobody beat with the same power, in the order of POWERS; all that are level.

    A position credited to nobody and an unranked player's win no award; without any named player all count.
    """
    counted = (one for one in scored if not one.game.left_out and one.scores is not None)
    played = [result for one in counted for result in one.seated if result.board is not None]
    named = any(result.player for result in played)
    known = [one for one in played if one.score is not None and not one.typed.unranked]
    worth = worth_by(by)
    best: list[Result] = []
    for seat in SEATS:
        entries = [one for one in known if one.seat == seat and (one.player or not named)]
        top = max(map(worth, entries), default=None)
        level = [one for one in entries if worth(one) == top]
        best += sorted(level, key=lambda one: (one.player.casefold(), final_last(one.round), one.game.name))
    return best


def worth_by(by: By) -> Callable[[Result], Exact]:
    """What is compared of a game."""
    return score_of if by == "score" else lambda result: result.centres


def award_table(scored: Iterable[Scored], by: By = "score") -> list[list[Exact | str]]:
    """A header and a row for each of them."""
    best = awards(scored, by)
    lines = [[one.power, one.player, score_of(one), one.centres, one.round, one.game.name] for one in best]
    return [["Power", "Player", "Score", "Centres", "Round", "Board"], *lines]
