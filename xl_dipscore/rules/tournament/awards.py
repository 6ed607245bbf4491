"""Awards for the best game with each power."""

from collections import Counter
from collections.abc import Callable, Iterable

from xl_dipscore.rules.board import SEATS
from xl_dipscore.rules.event.games import round_order
from xl_dipscore.rules.event.scored import Result, Scored, score_of
from xl_dipscore.rules.event.settings import USUAL, AwardRule, Settings
from xl_dipscore.rules.points import Exact

WON, DREW, SURVIVED, ELIMINATED, LOST = 4, 3, 2, 1, 0


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
    ranked = (one for one in played if one.score is not None and (rule.guests or not one.typed.unranked))
    known = [one for one in ranked if not one.player or games[one.player] >= settings.min_games]
    worth = worth_by(rule)
    best: list[Result] = []
    for seat in SEATS:
        entries = [one for one in known if one.seat == seat and (one.player or not named)]
        top = max(map(worth, entries), default=None)
        level = [one for one in entries if worth(one) == top]
        best += sorted(level, key=lambda one: (one.player.casefold(), round_order(one.round), one.game.name))
    return best


def worth_by(rule: AwardRule) -> Callable[[Result], tuple[Exact, ...]]:
    """Make a function that returns the sort key of a game for awards: the higher the key, the better."""

    def worth(result: Result) -> tuple[Exact, ...]:
        came = result_of(result)
        board = result.board
        place = 0 if board is None else -sum(own > board.centres[result.seat] for own in board.centres)
        if rule.by == "results":
            return came, score_of(result), place
        amounts: list[Exact] = [score_of(result), result.centres]
        first, second = amounts if rule.by == "score" else amounts[::-1]
        upright = rule.losers == "level" or came != LOST
        return upright, first, *((second, came, place) if rule.ties == "broken" else ())

    return worth


def result_of(result: Result) -> int:
    """WON, DREW, SURVIVED or ELIMINATED; LOST if another player won, or if there is no board."""
    board = result.board
    if board is None or board.winner is not None:
        return WON if result.won else LOST
    if result.drew:
        return DREW
    return SURVIVED if board.centres[result.seat] else ELIMINATED


def award_table(scored: Iterable[Scored], settings: Settings = USUAL) -> list[list[Exact | str]]:
    best = awards(scored, settings)
    lines = [[one.power, one.player, score_of(one), one.centres, one.round, one.game.name] for one in best]
    return [["Power", "Player", "Score", "Centres", "Round", "Board"], *lines]
