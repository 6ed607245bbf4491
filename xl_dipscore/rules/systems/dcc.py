"""The DC(C) system: 600 points for the draw, and 100 points by centres in one of three ways."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Literal

from xl_dipscore.rules.board import Board
from xl_dipscore.rules.event.decision import Weight, Weights
from xl_dipscore.rules.event.tiebreak import tie_break
from xl_dipscore.rules.event.worth import LessMeanOfPower, Worth
from xl_dipscore.rules.points import Points, centres, pool, share, squares, tribute, winner_takes
from xl_dipscore.rules.system import EachPlayer, Options, largest_draw, system


def pot(board: Board, options: Options) -> int:
    """The sum of a board's scores: 100 if all seven powers draw, otherwise 700."""
    return 100 if board.winner is None and len(members_of_draw(board, options["members"])) == 7 else 700


def members_of_draw(board: Board, members: Literal["named", "survivors"]) -> tuple[int, ...]:
    """The powers that share the 600 points: the draw's members, or all survivors that still have a player."""
    return board.drew if members == "named" else board.active


KEPT = {4: {3: Fraction(95, 100), 2: Fraction(875, 1000), 1: Fraction(80, 100)}}
KEPT[3] = {2: Fraction(85, 100), 1: Fraction(75, 100)}
"""KEPT[rounds of the event][rounds the player played] is a factor for the player's scores."""


def weighted_rounds(
    scores: Sequence[Fraction], rounds: int, *, divisor: Literal["played", "event"] = "played"
) -> Weights:
    """The mean of a player's scores, lower for a player who missed rounds.

    Event of four rounds: 95 % of the sum / 3 if three were played, 87.5 % / 2 for two, 80 % / 2 for one.
    Event of three rounds: 85 % of the sum / R if two were played, 75 % / 2R for one, where R is the rounds
    that the player played, or the event's rounds if the option `divisor` says so.
    More rounds: the sum / the rounds played; if fewer than half were played, the sum / half the rounds.
    Fewer rounds: the sum / the event's rounds.

    Options:
        divisor: R in an event of three rounds, the rounds the player played or the event's
    """
    played = len(scores)
    if rounds > 4:
        weight = Weight(over=max(Fraction(played), Fraction(rounds, 2)))
    elif played == rounds or rounds < 3:
        weight = Weight(over=rounds)
    else:
        over = played if rounds == 4 or divisor == "played" else rounds
        weight = Weight(KEPT[rounds][played], 2 * over if played == 1 else over)
    return [weight] * played


@tie_break("msd", letters=True)
def msd() -> Worth:
    """Mean Score Difference of DC(C): scores less the mean of that power, summed, by the rounds."""
    return LessMeanOfPower("difference", lambda game: game.score)


@system(
    "DCC",
    "DC(C)",
    family="draw",
    source="DC(C), A Suggested Scoring System for Tournaments",
    checks=(largest_draw(6),),
    combine=weighted_rounds,
    tiebreak=("msd",),
    functions={"MSD": EachPlayer(msd)},
    pot=pot,
)
def dcc(
    board: Board,
    *,
    scs: Literal["squares", "share", "tribute"] = "squares",
    members: Literal["named", "survivors"] = "named",
) -> Points:
    """600 points shared by the draw (a 7-way draw gets none) and 100 by the squares of the centres. A solo
    scores 700, the others 0.

    The draw is those marked; if nobody is marked, all survivors except those in civil disorder. A survivor
    left out of the draw still shares in the last hundred. A concession is scored as a solo.

    Options:
        scs: how the last 100 points are shared, by squares of centres, share of centres or tribute
        members: who shares the 600, the powers named in the draw or all survivors whatever is marked

    Open:
        MSD counts "all games", also boards that `double` or a rule such as best 2 drops. It is divided by the
            "rounds played in the tournament", the Final included.
        Tribute if some centres are unowned: one point a centre, and the survivors share the rest of the 100.
    """
    if board.winner is not None:
        return winner_takes(board, 700)
    drew = members_of_draw(board, members)
    draw = pool(600 if len(drew) < 7 else 0, drew, "member of the draw")
    match scs:
        case "squares":
            return draw + squares(board, 100)
        case "share":
            return draw + share(board, 100)
        case "tribute":
            return draw + centres(board) + tribute(board, 100 - board.owned)
