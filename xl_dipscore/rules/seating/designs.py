"""Closed forms: rounds computed by a formula, in which nobody meets twice.

Player (g, x) has power g on board x in the first round. The formula makes one round for each slope s. In that
round, player (g, x) sits on board x - s * g. Players with the same g never meet. Players (g, x) and (g', x')
can meet in both rounds s and t only if (s - t) * (g - g') is zero. If the number of boards is a prime or a
power of a prime, and at least seven, the boards are numbered by a field, where a product is zero only if a
factor is zero. For other numbers of boards, only some slopes work.
"""

from collections.abc import Sequence
from functools import cache
from itertools import product

Boards = Sequence[Sequence[str]]
"""The boards of a round: seven players each."""


class Residues:
    """The numbers 0 to size - 1: a field if `size` is a power of a prime, else arithmetic modulo `size`.

    In a field, a number's digits to the base `prime` are the coefficients of a polynomial in x.
    """

    def __init__(self, size: int) -> None:
        self.size = size
        prime = next(p for p in range(2, size + 1) if size % p == 0)
        degree, rest = 0, size
        while rest % prime == 0:
            degree, rest = degree + 1, rest // prime
        self.prime, self.degree = (prime, degree) if rest == 1 else (size, 1)
        self._top = _irreducible(self.prime, self.degree)

    def digits(self, number: int) -> list[int]:
        return [number // self.prime**i % self.prime for i in range(self.degree)]

    def number(self, digits: Sequence[int]) -> int:
        return sum(digit * self.prime**i for i, digit in enumerate(digits))

    def minus(self, a: int, b: int) -> int:
        digits = zip(self.digits(a), self.digits(b), strict=True)
        return self.number([(x - y) % self.prime for x, y in digits])

    def times(self, a: int, b: int) -> int:
        return self.number(_times(self.digits(a), self.digits(b), self._top, self.prime))


def _times(a: Sequence[int], b: Sequence[int], top: Sequence[int], prime: int) -> list[int]:
    """The product of two polynomials, in which `top` replaces x to the power of `len(top)`."""
    made = [0] * (len(a) + len(b) - 1)
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            made[i + j] += x * y
    while len(made) > len(top):
        high = made.pop()
        for i, digit in enumerate(top):
            made[len(made) - len(top) + i] += high * digit
    return [digit % prime for digit in made]


def _irreducible(prime: int, degree: int) -> tuple[int, ...]:
    """The polynomial that replaces x to the power of `degree`, so that the numbers are a field."""
    if degree == 1:
        return (0,)
    one = [1] + [0] * (degree - 1)
    for top in product(range(prime), repeat=degree):
        power, steps = [0, 1] + [0] * (degree - 2), 1
        while power != one and any(power) and steps < prime**degree:
            power, steps = _times(power, [0, 1], top, prime), steps + 1
        # If every number except 0 is a power of x, then each has an inverse, and the numbers are a field.
        if power == one and steps == prime**degree - 1:
            return top
    raise AssertionError(f"there is no field of {prime**degree}")


@cache
def slopes(boards: int) -> tuple[int, ...]:
    """The slopes of a set of rounds in which nobody meets twice; no slope for fewer than seven boards."""
    if boards < 7:
        return ()
    numbers = Residues(boards)
    apart = {numbers.minus(g, h) for g in range(7) for h in range(7) if g != h}
    found: list[int] = []
    for slope in range(boards):
        if all(numbers.times(numbers.minus(slope, one), d) for one in found for d in apart):
            found.append(slope)
    return tuple(found)


def round_of(first: Boards, slope: int) -> list[list[str]]:
    """The boards of the round with this slope, from the boards of the first round."""
    numbers = Residues(len(first))
    boards: list[list[str]] = [[] for _ in first]
    for g in range(7):
        shift = numbers.times(slope, g)
        for x, seven in enumerate(first):
            boards[numbers.minus(x, shift)].append(seven[g])
    return boards


def following_rounds(played: Sequence[Boards]) -> list[list[list[str]]]:
    """The remaining rounds of the closed form to which all played rounds belong; [] without such a form."""
    if not played or len({len(boards) for boards in played}) > 1:
        return []
    known = [_sets(boards) for boards in played]
    made = [round_of(played[0], slope) for slope in slopes(len(played[0]))]
    if not all(any(_sets(one) == boards for one in made) for boards in known):
        return []
    return [one for one in made if _sets(one) not in known]


def _sets(boards: Boards) -> set[frozenset[str]]:
    return {frozenset(seven) for seven in boards}
