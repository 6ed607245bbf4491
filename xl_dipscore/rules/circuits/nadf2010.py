"""Grand Prix of the North American Diplomacy Federation, 2010."""

from fractions import Fraction
from typing import Any

from xl_dipscore.rules.circuit import Field, at_least, at_most, circuit, power

NINE_TENTHS = Fraction(9, 10)


@circuit(
    "NADF2010",
    "NADF Grand Prix 2010",
    lambda event: at_most(300, 10 * event.boards),
    source="diplom.org/~seattle/grandprix, 2010",
    total="sum",
    min_events=2,
    least_boards=6,
    largest_rounds=3,
)
def nadf2010(place: int, event: Field) -> Any:
    """The first has 10 points for each board of the three largest rounds, at most 300. Every other place has
    90 % of the place before, and at least 5. A total is the sum; two events are needed for a rank. An event
    counts if these three rounds have at least six boards.

    Open:
        Level players share the mean of the places that they fill, as DipCon 2001 did.
        Points are not rounded: the source does not say whether they should be.
    """
    return at_least(5, event.first * power(NINE_TENTHS, place - 1))
