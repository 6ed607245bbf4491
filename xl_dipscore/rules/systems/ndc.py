"""The National Diplomacy Championships at MidCon 1995."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from xl_dipscore.errors import NUM, Fault
from xl_dipscore.rules.board import SEATS, Board, End
from xl_dipscore.rules.event.decision import Weight, Weights
from xl_dipscore.rules.points import (
    Points,
    counts_of,
    level,
    prospect,
    prospects,
    winner_takes,
    years_survived,
)
from xl_dipscore.rules.system import Amount, EachCount, Options, system


class UnequalDraw(Fault):
    """NDC accepts an agreed draw only with equal counts; {counts}. Type the counts they agreed on."""


def equal_counts(board: Board, options: Options) -> Iterator[Fault | str]:
    """Refuse a draw of unequal counts: powers with 12 and 8 centres must first agree on 10 each."""
    if board.ending.end is End.CONCESSION:
        yield "NDC does not foresee a concession; it is scored as a win."
    if board.ending.end is End.DRAW and not level(board, board.drew):
        yield UnequalDraw(seat=board.drew[0], field="draw", counts=counts_of(board, board.drew))


class NoRuleForRounds(Fault):
    """NDC says how to combine two rounds, not {rounds}; choose best 2 or mean all."""

    cell = NUM


def two_days(scores: Sequence[Fraction], rounds: int) -> Weights:
    """The mean of two rounds; a third of the score if only one of the two rounds was played.

    In an event of one round, the score is the total.
    The article discounts one day by 66.66 % and prints 33.33 for a win: a third.
    """
    if rounds > 2:
        raise NoRuleForRounds(field="rounds", rounds=rounds)
    if len(scores) == rounds:
        return [Weight(over=rounds)] * len(scores)
    return [Weight(over=3, why="only one of two rounds was played, which the article discounts by 66.66 %")]


class NoProspects(Fault):
    """{count} centres have won: they have no prospects, which are n / (18 - n)."""

    cell = NUM


def prospects_of(count: int) -> Fraction:
    """The prospects of NDC 1995 for each centre count: n / (18 - n), so 9 centres are 1 and 12 are 2."""
    if count >= 18:
        raise NoProspects(field="centres", count=count)
    return prospect(count)


@system(
    "NDC",
    "NDC 1995",
    family="proportional",
    source="Stephen Agar, NDC 1995 Tournament Scoring System (Spring Offensive 38), after Calhamer 1974",
    needs=("year", "eliminated"),
    aliases=("NDC1995", "MidCon 1995"),
    checks=(equal_counts,),
    unmarked="scored on the counts as they stand",
    combine=two_days,
    functions={"PROSPECTS": EachCount(prospects_of)},
)
def ndc(
    board: Board, *, pot: Amount = 100, survival: Amount = Fraction(1, 10), winner_survival: bool = False
) -> Points:
    """100 points shared in proportion to prospects, n / (18 - n), and 0.1 for every complete year
    survived. A win scores 100.

    Prospects are the centres owned over the centres still needed for 18: 9 centres are 1, 12 are 2, 17 are
    17. Powers that agree a draw must be entered with the equal counts they agreed on; a game stopped by the
    clock is scored on its counts. A centre docked by the director comes off the count before the ratio, but a
    win and the survival points stay.

    The article's table prints 1.570 for 11 centres; 11/7 is 1.571, and the system uses the ratio.

    Options:
        pot: points shared on a board, and points for a win
        survival: points for every complete game year survived
        winner survival: does the winner get the survival points too?

    Open:
        The survival bonus of a winner: none, because "these, of course, score 100 points".
        A score of one day "will be discounted by 66.66%", which leaves 33.34; the article prints 33.33 for a
            win, so it is a third here.
        Which years are complete: those at whose end the power owned a centre, so eliminated in 1904 is 0.3.
        A concession is not foreseen: scored as a win.
    """
    if board.winner is None:
        return prospects(board, pot) + years_survived(board, survival)
    bonus = SEATS if winner_survival else board.others
    return winner_takes(board, pot) + years_survived(board, survival, bonus)
