"""The search: two tickets swap seats, board and power together, to make a draw cheaper.

It is simulated annealing: at first, changes for the worse are often accepted, later hardly ever. Every
deciding number is whole, or computed with +, -, * and / only, so that the same seed gives the same seats on
every computer.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import NamedTuple

from xl_dipscore.errors import group_by_key
from xl_dipscore.seating.people import NEIGHBOURS

COOLING = 0.93
"""Factor from each level's temperature to the next."""
NEAR = tuple(tuple(sorted(powers)) for powers in NEIGHBOURS)


class Progress(NamedTuple):
    """The progress of a search: the part of its time used, the cost of the best draw, and the lower bound."""

    done: float
    best: int
    bound: int


Watch = Callable[[Progress], bool]
"""Receives the progress now and then; may return True to stop at the best draw so far."""


@dataclass
class Costs:
    """The costs of a draw as tables: of pairs, of repeated meetings, and of powers."""

    pairs: list[list[int]]
    """Cost of each two people on one board."""
    met: list[list[int]]
    """Number of meetings of each two on fixed boards."""
    near: list[list[int]]
    """How often each two were neighbours there."""
    again: Sequence[int]
    """Cost of a meeting, by the number of their other meetings."""
    near_again: Sequence[int]
    """Cost of being neighbours, by how often they are neighbours elsewhere."""
    powers: Callable[[int, int, tuple[tuple[int, int], ...]], Sequence[int]]
    """Cost of each power for a person in a round, given their other (round, power) pairs in this search."""
    same: Mapping[int, Mapping[int, int]] = field(default_factory=dict)
    """For each person: the cost of playing the same power in a round as some others."""


@dataclass
class _Found:
    """The state of a search: the current cost, the best cost with its seats, and the lower bound."""

    cost: int
    best: int
    best_at: list[int]
    bound: int


class Hall:
    """All seats of a search, seven to a board, and their holders.

    A ticket is one person's right to a seat in one round. Boards belong to pools, and tickets stay in their
    pool.
    """

    def __init__(self, tickets: Sequence[tuple[int, int]], pools: Sequence[Sequence[int]], costs: Costs):
        """tickets: (person, round). pools: ticket numbers in their first seats, seven to a board."""
        self.who = [person for person, _ in tickets]
        self.round = [round_ for _, round_ in tickets]
        self.costs = costs
        self.at = [ticket for pool in pools for ticket in pool]
        self.place = [0] * len(tickets)
        for seat, ticket in enumerate(self.at):
            self.place[ticket] = seat
        self.first: list[int] = []
        self.size: list[int] = []
        for pool in pools:
            self.first += [len(self.first)] * len(pool)
            self.size += [len(pool)] * len(pool)
        self.of = of = group_by_key((person, ticket) for ticket, person in enumerate(self.who))
        self.linked = [[one for one in of[person] if one != ticket] for ticket, person in enumerate(self.who)]
        """For each ticket: tickets whose power costs depend on it, of the same person and of their mates."""
        self.mates: list[list[tuple[int, int]]] = [
            [
                (one, cost)
                for other, cost in costs.same.get(person, {}).items()
                for one in of.get(other, ())
                if self.round[one] == self.round[ticket]
            ]
            for ticket, person in enumerate(self.who)
        ]
        """For each ticket: tickets of the same round, with the cost of having the same power."""
        for ticket, mates in enumerate(self.mates):
            self.linked[ticket] += (one for one, _ in mates)
        self.coupled = any(self.linked)
        """Does a ticket's cost depend on other tickets' seats besides its own board?"""
        self._shared: dict[tuple[int, int], list[tuple[int, int]]] = {}
        self._count()
        self._tabulate()

    def _count(self) -> None:
        """Count how often each two meet and are neighbours, including boards of this search."""
        self.met = [list(row) for row in self.costs.met]
        self.near = [list(row) for row in self.costs.near]
        for start in range(0, len(self.at), 7):
            seven = [self.who[ticket] for ticket in self.at[start : start + 7]]
            for k, p in enumerate(seven):
                for m, q in enumerate(seven):
                    if k != m:
                        self.met[p][q] += 1
                        self.near[p][q] += m in NEIGHBOURS[k]

    def _tabulate(self) -> None:
        n, who, costs = len(self.at), self.who, self.costs
        self.pair = [[0] * n for _ in range(n)]
        self.near_pair = [[0] * n for _ in range(n)]
        of_round = group_by_key((round_, ticket) for ticket, round_ in enumerate(self.round))
        for t in range(n):
            row, near_row = self.pair[t], self.near_pair[t]
            fixed, met, near = costs.pairs[who[t]], self.met[who[t]], self.near[who[t]]
            for u in of_round[self.round[t]]:
                q = who[u]
                if q != who[t]:
                    row[u] = fixed[q] + costs.again[met[q] - self._together(t, u)]
                    near_row[u] = costs.near_again[near[q] - self._neighbours(t, u)]
        moved = self.coupled and any(costs.near_again)
        self.with_neighbours = moved or any(map(any, self.near_pair))
        self.power = [self._powers(ticket) for ticket in range(n)]
        self.beside = [
            [sum(map(row.__getitem__, self.at[start : start + 7])) for row in self.pair]
            for start in range(0, n, 7)
        ]
        """For each board: the cost of every ticket beside all tickets seated there."""

    def _together(self, t: int, u: int) -> bool:
        return self.place[t] // 7 == self.place[u] // 7

    def _neighbours(self, t: int, u: int) -> bool:
        return self._together(t, u) and self.place[u] % 7 in NEIGHBOURS[self.place[t] % 7]

    def _powers(self, ticket: int) -> Sequence[int]:
        person = self.who[ticket]
        beside = tuple(
            sorted((self.round[one], self.place[one] % 7) for one in self.of[person] if one != ticket)
        )
        powers = self.costs.powers(person, self.round[ticket], beside)
        if not self.mates[ticket]:
            return powers
        powers = [*powers]
        for one, cost in self.mates[ticket]:
            powers[self.place[one] % 7] += cost
        return powers

    def anneal(
        self,
        dice: Random,
        cost: int,
        bound: int,
        *,
        moves: int,
        heat: float,
        cold: float,
        inside: bool = False,
        watch: Watch | None = None,
    ) -> int:
        """Search, take the seats of the best draw found, and return its cost.

        cost: the cost of the current draw. inside: only change powers within boards.
        """
        first, size = self.first, self.size
        if inside:
            first, size = [seat // 7 * 7 for seat in range(len(self.at))], [7] * len(self.at)
        found = _Found(cost, cost, self.at[:], bound)
        levels = _levels(heat, cold)
        for level, temperature in enumerate(levels):
            progress = Progress(level / len(levels), found.best, bound)
            if found.best <= bound or (watch is not None and watch(progress)):
                break
            self._move(
                found, _acceptance_odds(temperature), max(1, moves // len(levels)), dice.random, first, size
            )
        self.sit(found.best_at)
        return found.best

    def _move(
        self,
        found: _Found,
        accept: Sequence[float],
        moves: int,
        rnd: Callable[[], float],
        first: Sequence[int],
        size: Sequence[int],
    ) -> None:
        """Try so many moves.

        accept: from `_acceptance_odds`. first, size: the first seat and the number of seats of each seat's
        pool.
        """
        n, at, pair, near_pair, power, beside = (
            len(self.at), self.at, self.pair, self.near_pair, self.power, self.beside,
        )  # fmt: skip
        who, linked, coupled, near = self.who, self.linked, self.coupled, self.with_neighbours
        top = len(accept)
        for _ in range(moves):
            i = int(rnd() * n)
            j = first[i] + int(rnd() * size[i])
            a, b = at[i], at[j]
            k, m = i % 7, j % 7
            x, y = i // 7, j // 7
            power_a, power_b = power[a], power[b]
            change = power_a[m] + power_b[k] - power_a[k] - power_b[m]
            if x != y:
                beside_x, beside_y = beside[x], beside[y]
                change += beside_x[b] - beside_x[a] + beside_y[a] - beside_y[b] - 2 * pair[a][b]
            elif i == j:
                continue
            if near:
                near_a, near_b, start, other = near_pair[a], near_pair[b], i - k, j - m
                for seat in NEAR[k]:
                    one = at[start + seat]
                    change += near_b[one] - near_a[one]
                for seat in NEAR[m]:
                    one = at[other + seat]
                    change += near_a[one] - near_b[one]
                if x == y and m in NEIGHBOURS[k]:
                    change += 2 * near_a[b]
            if change > 0 and (change >= top or rnd() >= accept[change]):
                continue
            if coupled:
                if who[a] == who[b] or b in linked[a] or (x != y and self._would_sit_twice(a, b, x, y)):
                    continue
                self._change(i, j)
            else:
                at[i], at[j] = b, a
                if x != y:
                    row_a, row_b = pair[a], pair[b]
                    beside[x] = [s + q - p for s, p, q in zip(beside_x, row_a, row_b, strict=True)]
                    beside[y] = [s + p - q for s, p, q in zip(beside_y, row_a, row_b, strict=True)]
            found.cost += change
            if found.cost < found.best:
                found.best, found.best_at = found.cost, at[:]
                if found.best <= found.bound:
                    return

    def sit(self, at: Sequence[int]) -> None:
        self.at[:] = at
        for seat, ticket in enumerate(self.at):
            self.place[ticket] = seat
        self._count()
        self._tabulate()

    def _would_sit_twice(self, a: int, b: int, x: int, y: int) -> bool:
        return any(self.place[t] // 7 == y for t in self.of[self.who[a]] if t != a) or any(
            self.place[t] // 7 == x for t in self.of[self.who[b]] if t != b
        )

    def _change(self, i: int, j: int) -> None:
        """Swap the tickets of two seats, and update all tables."""
        at, a, b = self.at, self.at[i], self.at[j]
        x, y, k, m = i // 7, j // 7, i % 7, j % 7
        pair = self.pair
        on_x = [one for one in at[7 * x : 7 * x + 7] if one not in (a, b)]
        on_y = [one for one in at[7 * y : 7 * y + 7] if one not in (a, b)]
        near_x = [at[7 * x + seat] for seat in NEAR[k] if at[7 * x + seat] != b]
        near_y = [at[7 * y + seat] for seat in NEAR[m] if at[7 * y + seat] != a]
        at[i], at[j] = b, a
        self.place[a], self.place[b] = j, i
        if x != y:
            row_a, row_b = pair[a], pair[b]
            self.beside[x] = [s + q - p for s, p, q in zip(self.beside[x], row_a, row_b, strict=True)]
            self.beside[y] = [s + p - q for s, p, q in zip(self.beside[y], row_a, row_b, strict=True)]
            for one in on_x:
                self._meet(a, one, -1)
                self._meet(b, one, 1)
            for one in on_y:
                self._meet(b, one, -1)
                self._meet(a, one, 1)
        for one in near_x:
            self._be_neighbours(a, one, -1)
            self._be_neighbours(b, one, 1)
        for one in near_y:
            self._be_neighbours(b, one, -1)
            self._be_neighbours(a, one, 1)
        if k != m:
            for ticket in (a, b):
                for other in self.linked[ticket]:
                    self.power[other] = self._powers(other)

    def _meet(self, t: int, u: int, more: int) -> None:
        p, q = self.who[t], self.who[u]
        self.met[p][q] = self.met[q][p] = times = self.met[p][q] + more
        again, fixed, place, pair, beside = (
            self.costs.again, self.costs.pairs[p][q], self.place, self.pair, self.beside,
        )  # fmt: skip
        for t2, u2 in self._pairs(p, q):
            if t2 != t or u2 != u:
                board, other = place[t2] // 7, place[u2] // 7
                new = fixed + again[times - (board == other)]
                change = new - pair[t2][u2]
                if change:
                    pair[t2][u2] = pair[u2][t2] = new
                    beside[other][t2] += change
                    beside[board][u2] += change

    def _be_neighbours(self, t: int, u: int, more: int) -> None:
        p, q = self.who[t], self.who[u]
        self.near[p][q] = self.near[q][p] = times = self.near[p][q] + more
        for t2, u2 in self._pairs(p, q):
            if t2 != t or u2 != u:
                new = self.costs.near_again[times - self._neighbours(t2, u2)]
                self.near_pair[t2][u2] = self.near_pair[u2][t2] = new

    def _pairs(self, p: int, q: int) -> list[tuple[int, int]]:
        found = self._shared.get((p, q))
        if found is None:
            found = [(t, u) for t in self.of[p] for u in self.of[q] if self.round[t] == self.round[u]]
            self._shared[p, q] = found
        return found


def _levels(heat: float, cold: float) -> list[float]:
    levels = []
    while heat > cold:
        levels.append(heat)
        heat *= COOLING
    return [*levels, cold]


def _acceptance_odds(temperature: float) -> list[float]:
    """The probability of accepting a change that adds 0, 1, 2, ... to the cost.

    e ** -x is computed as (1 - x / 1024) ** 1024, because the math library's may differ in the last bit.
    """
    likely = []
    for dearer in range(int(12 * temperature) + 1):
        value = 1 - dearer / temperature / 1024
        for _ in range(10):
            value *= value
        likely.append(value)
    return likely
