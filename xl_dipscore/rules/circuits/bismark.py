"""Bismark Cup of Australia and New Zealand."""

from fractions import Fraction
from typing import Any

from xl_dipscore.rules.circuit import Field, circuit, power

HALF = Fraction(1, 2)


@circuit(
    "BISMARK",
    "Bismark Cup",
    lambda event: 50 + event.games / 3,
    source="daanz.org, bc-score2017",
    total="sum/max(7, count+3)",
    most_games=3,
)
def bismark(place: int, event: Field) -> Any:
    """(50 + G/3) x (1/2)^((place - 1)/7), where G is the number of games of all players, at most three for
    each. A total is the sum, divided by seven or by three more than the player's events, whichever is larger.

    Open:
        Level players share the mean of the places that they fill: the source does not mention ties.
        Roots are computed in decimals of 28 digits.
    """
    return event.first * power(HALF, (place - 1) / Fraction(7))
