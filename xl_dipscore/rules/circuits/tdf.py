"""Tour de France."""

from typing import Any

from xl_dipscore.rules.circuit import Field, circuit, power


@circuit(
    "TDF",
    "Tour de France",
    lambda event: 1000 + event.ranked,
    source="diplomania-gen.fr, circuit:tdf:system, 2022-2023",
    total="100/80/40/20/10...",
    grades=("open", "championship"),
    in_full=("championship",),
    min_events=2,
)
def tdf(place: int, event: Field) -> Any:
    """The first has 1000 points and one more for each ranked player. For the others, points fall by the same
    factor from place to place, so that they would be 1000 for the first and are 100 for the last. The World,
    European, French, Belgian and Swiss championships all count in full. Of other events, the best counts in
    full, the next three 80, 40 and 20 %, and all further events 10 %. Two events are needed for a rank.

    Open:
        Level players share the mean of the places that they fill: the source does not mention ties.
        How online events count is not published in full: type No under Counts, or type the points they gave.
        Roots are computed in decimals of 28 digits; points are not rounded.
    """
    return 1000 / power(10, (place - 1) / (event.ranked - 1))
