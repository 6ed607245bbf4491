"""A championship whose boards have fractions for weights, and its totals by hand."""

from fractions import Fraction

from tests import games

CHAMPIONSHIP = {
    "2/3": Fraction(2, 3),
    "7/9": Fraction(7, 9),
    "8/9": Fraction(8, 9),
    "8/9*6/7": Fraction(8 * 6, 9 * 7),
}
"""Weights: boards of the first rounds count less, and a board of six players less than one of seven."""
NAMES = ["Ann", "Bob", "Cid", "Dora", "Eve", "Fay", "Gus"]


def championship(*weights, whole=False):
    """Four rounds in which everybody moves on by a seat; each weight is typed once, or in all rows."""
    table = [[*games.HEADER, "weight"]]
    for number, weight in enumerate(weights or CHAMPIONSHIP, 1):
        rows = games.rows(number, "A", games.CLOCK, year=1907, players=[*NAMES[number:], *NAMES[:number]])
        table += [[*row, weight if whole or seat == 3 else ""] for seat, row in enumerate(rows)]
    return table


def squares(player: str) -> Fraction:
    """A player's total, computed by hand."""
    whole = sum(count * count for count in games.CLOCK)
    total = Fraction()
    for number, weight in enumerate(CHAMPIONSHIP.values(), 1):
        centres = games.CLOCK[(NAMES.index(player) - number) % 7]
        total += weight * Fraction(100 * centres * centres, whole)
    return total
