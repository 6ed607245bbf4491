"""The search for a cheap draw: two players swap seats (board and power), many thousand times.

It is simulated annealing: swaps that raise the cost are often accepted at first, and hardly ever later. All
numbers that decide on a swap are whole or computed with +, -, * and / only, so that the same seed gives the
same seats on every computer.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from random import Random
from typing import NamedTuple

from xl_dipscore.errors import group_by_key
from xl_dipscore.rules.seating.people import NEIGHBOURS

COOLING = 0.93
"""Each temperature of a search is the previous temperature times this factor."""
NEAR = tuple(tuple(sorted(powers)) for powers in NEIGHBOURS)


class Progress(NamedTuple):
    """The progress of a search: the part done (0 to 1), the best cost so far, and a lower bound of costs."""

    done: float
    best: int
    bound: int


Pairs = Sequence[tuple[int, int]]
"""Pairs of tickets: each is a possible meeting of two people in one round."""
Watch = Callable[[Progress], bool]
"""Called with the progress now and then; returns True to stop with the best draw so far."""


@dataclass
class Costs:
    """Weighted costs of a draw as tables. People are numbers, and index the tables."""

    pairs: list[list[int]]
    """Cost of two people on one board, without the cost of meeting again (`again`)."""
    met: list[list[int]]
    """How often two people meet on fixed boards, which the search does not change."""
    near: list[list[int]]
    """How often two people are neighbours on fixed boards."""
    again: Sequence[int]
    """Cost of a meeting of two people; the index is how often they meet on other boards."""
    near_again: Sequence[int]
    """Cost of two people as neighbours; the index is how often they are neighbours on other boards."""
    powers: Callable[[int, int, tuple[tuple[int, int], ...]], Sequence[int]]
    """Costs of the seven powers, from a person, a round and the person's other (round, power) pairs."""
    same: Mapping[int, Mapping[int, int]] = field(default_factory=dict)
    """For each person and each team mate: the cost of having the same power in a round."""


@dataclass
class _Found:
    """The state of a search: the cost now, the best cost and the draw with that cost, and a lower bound."""

    cost: int
    best: int
    best_at: list[int]
    bound: int


class Hall:
    """All boards of a search as one row of seats, seven seats to a board, and the tickets on the seats.

    A ticket is one person's claim to a seat in one round. Tickets, seats, boards and people are numbers; seat
    s is power s % 7 on board s // 7. Each board belongs to a pool, and tickets stay in their pool.
    """

    def __init__(self, tickets: Sequence[tuple[int, int]], pools: Sequence[Sequence[int]], costs: Costs):
        """tickets: the (person, round) of each ticket. pools: the tickets of each pool, in seat order."""
        self.who = [person for person, _ in tickets]
        self.round = [round_ for _, round_ in tickets]
        self.costs = costs
        self.ticket_at = [ticket for pool in pools for ticket in pool]
        self.seat_of = [0] * len(tickets)
        for seat, ticket in enumerate(self.ticket_at):
            self.seat_of[ticket] = seat
        self.first: list[int] = []
        self.size: list[int] = []
        for pool in pools:
            self.first += [len(self.first)] * len(pool)
            self.size += [len(pool)] * len(pool)
        self.of = of = group_by_key((person, ticket) for ticket, person in enumerate(self.who))
        self.in_round = [
            [one for one in of[person] if self.round[one] == self.round[ticket]]
            for ticket, person in enumerate(self.who)
        ]
        """For each ticket: the person's tickets of its round, most often this one alone."""
        self.linked = [[one for one in of[person] if one != ticket] for ticket, person in enumerate(self.who)]
        """For each ticket: tickets of the person or a team mate, with power costs that depend on its seat."""
        self.mates: list[list[tuple[int, int]]] = [
            [
                (one, cost)
                for other, cost in costs.same.get(person, {}).items()
                for one in of.get(other, ())
                if self.round[one] == self.round[ticket]
            ]
            for ticket, person in enumerate(self.who)
        ]
        """For each ticket: team mates' tickets of its round, with the cost of having the same power."""
        for ticket, mates in enumerate(self.mates):
            self.linked[ticket] += (one for one, _ in mates)
        self.work = 0
        """How often the cost of a pair was computed anew. This takes about as long as to try a swap."""
        self.coupled = any(self.linked)
        """Does the cost of any ticket depend on seats of tickets on other boards?"""
        self._shared: dict[tuple[int, int], list[tuple[int, int, Pairs]]] = {}
        self._count()
        self._tabulate()

    def _count(self) -> None:
        """Count how often two people meet and are neighbours, on fixed boards and in the current draw."""
        self.met = [list(row) for row in self.costs.met]
        self.near = [list(row) for row in self.costs.near]
        for start in range(0, len(self.ticket_at), 7):
            seven = [self.who[ticket] for ticket in self.ticket_at[start : start + 7]]
            for k, p in enumerate(seven):
                for m, q in enumerate(seven):
                    if k != m:
                        self.met[p][q] += 1
                        self.near[p][q] += m in NEIGHBOURS[k]

    def _tabulate(self) -> None:
        """Compute the costs of all pairs of tickets, of powers and of tickets beside boards.

        The cost of a pair is that of one more meeting: meetings that end if one of the two tickets moves do
        not count. So if somebody is on two boards and another player moves from one to the other, nothing
        changes between these two.
        """
        n, who, costs = len(self.ticket_at), self.who, self.costs
        self.pair = [[0] * n for _ in range(n)]
        self.near_pair = [[0] * n for _ in range(n)]
        of_round = group_by_key((round_, ticket) for ticket, round_ in enumerate(self.round))
        for t in range(n):
            row, near_row = self.pair[t], self.near_pair[t]
            fixed, met, near = costs.pairs[who[t]], self.met[who[t]], self.near[who[t]]
            for u in of_round[self.round[t]]:
                q = who[u]
                if q != who[t]:
                    meetings, neighbours = self._count_own(self._own_pairs(t, u))
                    row[u] = fixed[q] + costs.again[met[q] - meetings]
                    near_row[u] = costs.near_again[near[q] - neighbours]
        moved = self.coupled and any(costs.near_again)
        self.with_neighbours = moved or any(map(any, self.near_pair))
        self.power = [self._powers(ticket) for ticket in range(n)]
        self.beside = [
            [sum(map(row.__getitem__, self.ticket_at[start : start + 7])) for row in self.pair]
            for start in range(0, n, 7)
        ]
        """For each board and ticket: the cost of the ticket's pairs with all tickets on the board."""

    def _together(self, t: int, u: int) -> bool:
        return self.seat_of[t] // 7 == self.seat_of[u] // 7

    def _neighbours(self, t: int, u: int) -> bool:
        return self._together(t, u) and self.seat_of[u] % 7 in NEIGHBOURS[self.seat_of[t] % 7]

    def _own_pairs(self, t: int, u: int) -> Pairs:
        """The possible meetings of two tickets' people, in their round, that need ticket t or ticket u."""
        own, other = self.in_round[t], self.in_round[u]
        if len(own) == len(other) == 1:
            return ((t, u),)
        return [*((t, one) for one in other), *((one, u) for one in own if one != t)]

    def _count_own(self, own: Pairs) -> tuple[int, int]:
        """How many of these pairs share a board now, and how many are neighbours."""
        together = [pair for pair in own if self._together(*pair)]
        return len(together), sum(self._neighbours(*pair) for pair in together)

    def _powers(self, ticket: int) -> Sequence[int]:
        person = self.who[ticket]
        others = (one for one in self.of[person] if one != ticket)
        beside = tuple(sorted((self.round[one], self.seat_of[one] % 7) for one in others))
        powers = self.costs.powers(person, self.round[ticket], beside)
        if not self.mates[ticket]:
            return powers
        powers = [*powers]
        for one, cost in self.mates[ticket]:
            powers[self.seat_of[one] % 7] += cost
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
        """Search from the current draw, which costs `cost`; seat the best draw found, and return its cost.

        moves: how much work to do: swaps tried, and costs of pairs computed anew after a swap.
        inside: swap powers only within boards?
        """
        first, size = self.first, self.size
        if inside:
            first, size = [seat // 7 * 7 for seat in range(len(self.ticket_at))], [7] * len(self.ticket_at)
        found = _Found(cost, cost, self.ticket_at[:], bound)
        levels = _levels(heat, cold)
        rounds = len({*self.round})
        work_per_try = 1 + 12.0 * (rounds - 1)  # a swap changes 24 pairs in each other round
        for level, temperature in enumerate(levels):
            progress = Progress(level / len(levels), found.best, bound)
            if found.best <= bound or (watch is not None and watch(progress)):
                break
            tries = max(1, int(moves // len(levels) / work_per_try))
            before = self.work
            self._try_swaps(found, _acceptance_odds(temperature), tries, dice.random, first, size)
            work_per_try = 1 + (self.work - before) / tries
        self.sit(found.best_at)
        return found.best

    def _try_swaps(
        self,
        found: _Found,
        accept: Sequence[float],
        moves: int,
        rnd: Callable[[], float],
        first: Sequence[int],
        size: Sequence[int],
    ) -> None:
        """Try `moves` swaps.

        accept: from `_acceptance_odds`. first, size: for each seat, the first seat and the number of seats of
        the pool within which it may swap.
        """
        n, at, pair, near_pair, power, beside = (
            len(self.ticket_at), self.ticket_at, self.pair, self.near_pair, self.power, self.beside,
        )  # fmt: skip
        who, linked, coupled, near = self.who, self.linked, self.coupled, self.with_neighbours
        place, top = self.seat_of, len(accept)
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
            if coupled and (linked[a] or linked[b]):
                if who[a] == who[b] or b in linked[a] or (x != y and self._would_sit_twice(a, b, x, y)):
                    continue
                self._swap(i, j)
            else:
                at[i], at[j] = b, a
                place[a], place[b] = j, i
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
        self.ticket_at[:] = at
        for seat, ticket in enumerate(self.ticket_at):
            self.seat_of[ticket] = seat
        self._count()
        self._tabulate()

    def _would_sit_twice(self, a: int, b: int, x: int, y: int) -> bool:
        return any(self.seat_of[t] // 7 == y for t in self.of[self.who[a]] if t != a) or any(
            self.seat_of[t] // 7 == x for t in self.of[self.who[b]] if t != b
        )

    def _swap(self, i: int, j: int) -> None:
        """Swap the tickets of seats i and j, and update all tables."""
        at, a, b = self.ticket_at, self.ticket_at[i], self.ticket_at[j]
        x, y, k, m = i // 7, j // 7, i % 7, j % 7
        pair, who = self.pair, self.who
        on_x = [one for one in at[7 * x : 7 * x + 7] if one not in (a, b)]
        on_y = [one for one in at[7 * y : 7 * y + 7] if one not in (a, b)]
        near_x = [at[7 * x + seat] for seat in NEAR[k] if at[7 * x + seat] != b]
        near_y = [at[7 * y + seat] for seat in NEAR[m] if at[7 * y + seat] != a]
        at[i], at[j] = b, a
        self.seat_of[a], self.seat_of[b] = j, i
        changed = {*near_x, *near_y}
        if x != y:
            changed = {*on_x, *on_y}
            row_a, row_b = pair[a], pair[b]
            self.beside[x] = [s + q - p for s, p, q in zip(self.beside[x], row_a, row_b, strict=True)]
            self.beside[y] = [s + p - q for s, p, q in zip(self.beside[y], row_a, row_b, strict=True)]
            _count_change(self.met, who, a, b, on_x, on_y)
        _count_change(self.near, who, a, b, near_x, near_y)
        for ticket, one in product((a, b), changed):
            self._renew_pairs(who[ticket], who[one])
        if k != m:
            for ticket in (a, b):
                for other in self.linked[ticket]:
                    self.power[other] = self._powers(other)

    def _renew_pairs(self, p: int, q: int) -> None:
        """Compute the costs of all pairs of two people's tickets anew."""
        met, near, fixed = self.met[p][q], self.near[p][q], self.costs.pairs[p][q]
        pair, near_pair, beside = self.pair, self.near_pair, self.beside
        shared = self._shared_pairs(p, q)
        self.work += len(shared)
        for t, u, own in shared:
            meetings, neighbours = self._count_own(own)
            if change := fixed + self.costs.again[met - meetings] - pair[t][u]:
                pair[t][u] = pair[u][t] = pair[t][u] + change
                beside[self.seat_of[u] // 7][t] += change
                beside[self.seat_of[t] // 7][u] += change
            near_pair[t][u] = near_pair[u][t] = self.costs.near_again[near - neighbours]

    def _shared_pairs(self, p: int, q: int) -> list[tuple[int, int, Pairs]]:
        """The pairs of two people's tickets, each with its own meetings; only pairs whose cost can change."""
        found = self._shared.get((p, q))
        if found is None:
            both = [(t, u) for t in self.of[p] for u in self.of[q] if self.round[t] == self.round[u]]
            found = [(t, u, self._own_pairs(t, u)) for t, u in both]
            self._shared[p, q] = found = [one for one in found if len(one[2]) < len(both)]
        return found


def _count_change(
    times: list[list[int]], who: Sequence[int], a: int, b: int, left: Sequence[int], joined: Sequence[int]
) -> None:
    """Count that ticket a left some tickets and joined others, and that ticket b did the reverse."""
    for ticket, sign in ((a, 1), (b, -1)):
        p = who[ticket]
        for others, more in ((left, -sign), (joined, sign)):
            for one in others:
                times[p][who[one]] += more
                times[who[one]][p] += more


def _levels(heat: float, cold: float) -> list[float]:
    levels = []
    while heat > cold:
        levels.append(heat)
        heat *= COOLING
    return [*levels, cold]


def _acceptance_odds(temperature: float) -> list[float]:
    """The probabilities of accepting a swap that raises the cost by 0, 1, 2, ...

    They are e ** -x with x = rise / temperature. The code computes (1 - x / 1024) ** 1024 instead, because
    math.exp may differ between computers in the last bit.
    """
    likely = []
    for dearer in range(int(12 * temperature) + 1):
        value = 1 - dearer / temperature / 1024
        for _ in range(10):
            value *= value
        likely.append(value)
    return likely
