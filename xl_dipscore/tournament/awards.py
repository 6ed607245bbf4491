"""Best of each country."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Literal, NamedTuple

from xl_dipscore.board import POWERS, SEATS
from xl_dipscore.event import Game, Scored, final_last

By = Literal["score", "centres"]


class Best(NamedTuple):
    """A game that nobody beat with the same power."""

    power: str
    player: str
    score: Fraction
    centres: int
    game: Game

    def worth(self, by: By) -> Fraction | int:
        """What is compared."""
        return self.score if by == "score" else self.centres


def awards(scored: Iterable[Scored], by: By = "score") -> list[Best]:
    """The best of each country by score or by centres, in the order of POWERS, ties all listed.

    A position credited to nobody and an unranked player's win no award; without any named player all count.
    """
    played = (one for one in scored if not one.game.left_out)
    listed = [one for one in played if one.scores is not None and one.game.board is not None]
    named = any(seat.player for one in listed for seat in one.game.seats)
    best: list[Best] = []
    for seat in SEATS:
        entries = []
        for one in listed:
            assert one.scores is not None
            assert one.game.board is not None
            typed, score = one.game.seats[seat], one.scores[seat]
            if score is None or typed.unranked or (named and not typed.player):
                continue
            centres = one.game.board.counts[seat]
            entries.append(Best(POWERS[seat], typed.player, score, centres, one.game))
        top = max((one.worth(by) for one in entries), default=None)
        level = [one for one in entries if one.worth(by) == top]
        best += sorted(
            level, key=lambda one: (one.player.casefold(), final_last(one.game.round), one.game.name)
        )
    return best
