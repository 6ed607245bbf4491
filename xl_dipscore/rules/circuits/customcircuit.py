"""A circuit defined by its options."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from xl_dipscore.rules.circuit import Field, Option, at_least, circuit, points_by_list, power


def amount(typed: str) -> Fraction:
    if (found := Fraction(typed.strip().rstrip("%"))) < 0:
        raise ValueError(typed)
    return found / 100 if typed.strip().endswith("%") else found


def whole(typed: str) -> int:
    if (found := int(typed)) < 1:
        raise ValueError(typed)
    return found


def amounts(typed: str) -> tuple[Fraction, ...]:
    return tuple(map(amount, typed.replace("/", " ").replace(",", " ").split())) or (amount(typed),)


def points_of_first(event: Field, *, points: Sequence[Fraction], first: Fraction, **_: Any) -> Any:
    return points[0] if points else first


@circuit(
    "CUSTOMCIRCUIT",
    "A circuit of your own",
    points_of_first,
    source="the options that you set",
    total="sum",
    options={
        "points": Option("points by place, such as 25,18,15,12", amounts, ()),
        "first": Option("a number from 0 up", amount, Fraction(100)),
        "factor": Option("a number from 0 up, such as 0.9 or 90%", amount, Fraction()),
        "least": Option("a number from 0 up", amount, Fraction()),
        "total": Option("a rule for totals, such as best 3", str, "sum"),
        "events": Option("a whole number from 1 up", whole, 1),
    },
)
def custom(
    place: int,
    event: Field,
    *,
    points: Sequence[Fraction],
    first: Fraction,
    factor: Fraction,
    least: Fraction,
) -> Any:
    """With `points`, each place has its points on that list, and places below the list have none. With
    `factor`, the first has `first`, and every other place has the place before times `factor`. With neither,
    points fall from `first` by equal steps, to one step for the last. Without `points`, every place has at
    least `least`. `total` is any rule for totals. A player needs `events` events for a rank.

    Open:
        Level players share the mean of the places that they fill.
    """
    if points:
        return points_by_list(place, points)
    part = power(factor, place - 1) if factor else (event.ranked + 1 - place) / event.ranked
    falling = event.first * part
    return at_least(least, falling) if least else falling
