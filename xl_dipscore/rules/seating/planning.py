"""Search for rounds of low cost: improve a closed form (designs.py) or a random draw step by step."""

from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import accumulate, combinations, pairwise
from random import Random
from typing import NamedTuple

from xl_dipscore.errors import group_by_key
from xl_dipscore.rules.seating.bounds import least
from xl_dipscore.rules.seating.designs import Boards, following_rounds
from xl_dipscore.rules.seating.explain import costs_of
from xl_dipscore.rules.seating.people import BoardCall, Record
from xl_dipscore.rules.seating.pools import Pool, Sevens
from xl_dipscore.rules.seating.search import Costs, Hall, Progress, Watch
from xl_dipscore.rules.seating.terms import Again, MetAgain, OnPair, OnSeat, TeamPowers, Term
from xl_dipscore.rules.seating.wishes import Wishes

MOVES, MOST_MOVES = 150_000, 600_000
"""The most moves in the search for one round: for each board, and in all. A move swaps two seats."""
MOST_OF_ROUNDS = 2_000_000
"""The most moves in the searches for several rounds, one by one."""
ATTEMPTS = (1, 1, 2, 4)
"""The parts of these moves for the attempts at a round. A short attempt often finds the optimum already."""
POWER_MOVES = 5_000
"""The most moves for each board in a search that swaps powers only within boards."""
JOINT_MOVES, MOST_JOINT_MOVES = 40_000, 1_000_000
"""The most moves in the search over several rounds at once: for each board, and in all."""
HOT, COLD, WARM = 1.5, 0.04, 0.6
"""First and last temperature, in costs of a meeting again. WARM replaces HOT for a finished draw."""

TellProgress = Callable[[str, Progress], bool]
"""Called with the name of the search and its progress; returns True to stop with the best draw so far."""


class Search:
    """The terms, the fixed boards and the random numbers of a search for the boards of pools."""

    def __init__(
        self,
        terms: Sequence[Term],
        wishes: Wishes,
        fixed: Sequence[BoardCall],
        dice: Random,
        told: TellProgress | None,
    ) -> None:
        self.terms = terms
        self.on_seat = [term for term in terms if isinstance(term, OnSeat)]
        self.on_pair = [term for term in terms if isinstance(term, OnPair)]
        self.on_same = [term for term in terms if isinstance(term, TeamPowers)]
        self.again = [term for term in terms if isinstance(term, Again)]
        self.fixed, self.dice, self.told = [*fixed], dice, told
        self.unit = max(1, wishes.weights.get(MetAgain.name, MetAgain.weight) or MetAgain.weight)
        self.stopped = False

    def run(self, pools: Sequence[Pool]) -> list[Sevens]:
        """Draw the boards of each pool: round by round, then improve all rounds together."""
        rounds = dict.fromkeys(pool.round for pool in pools)
        sat: list[Sevens] = []
        for round_ in rounds:
            its = [pool for pool in pools if pool.round == round_]
            calls = [
                BoardCall(pool.round, "", tuple(seven))
                for pool, boards in zip(pools, sat, strict=False)
                for seven in boards
            ]
            most = min(MOST_MOVES, MOST_OF_ROUNDS // len(rounds))
            sat += self._draw_round(its, [*self.fixed, *calls], most)
        if len(rounds) < 2 or self.stopped:
            return sat
        table = CostTables(self, pools, self.fixed)
        moves = min(MOST_JOINT_MOVES, JOINT_MOVES * sum(len(pool.names) for pool in pools))
        return table.improve_draw(sat, table.lower_bound(), moves, WARM, "All rounds").boards

    def watch(self, what: str) -> Watch | None:
        """The callback of the search named `what`; None if there is no `told`, or after a stop.

        After a stop, each remaining round still gets one short search.
        """
        if self.told is None or self.stopped:
            return None
        tell = self.told

        def watch(progress: Progress) -> bool:
            self.stopped = tell(what, progress)
            return self.stopped

        return watch

    def _draw_round(self, pools: Sequence[Pool], earlier: Sequence[BoardCall], most: int) -> list[Sevens]:
        """The best boards found for a round in `most` moves, after earlier boards."""
        if not pools:
            return []
        table = CostTables(self, pools, earlier)
        bound = table.lower_bound()
        boards = sum(len(pool.names) for pool in pools)
        moves = min(most, MOVES * boards) // sum(ATTEMPTS)
        what = f"Round {pools[0].round}"
        best: list[Sevens] | None = None
        cost = 0
        if (closed := self._continue_closed_form(pools, earlier)) is not None:
            cost, best = table.improve_draw([closed], bound, POWER_MOVES * boards, WARM, what, inside=True)
        for share in ATTEMPTS:
            if best is None or (cost > bound and not self.stopped):
                start = [self._shuffle_pool(pool) for pool in pools]
                found, sat = table.improve_draw(start, bound, moves * share, HOT, what)
                if best is None or found < cost:
                    cost, best = found, sat
        assert best is not None
        return best

    def _shuffle_pool(self, pool: Pool) -> Sevens:
        """The pool's players on random seats, nobody twice on a board."""
        seats = list(pool.players)
        for n in range(len(seats) - 1, 0, -1):
            m = int(self.dice.random() * (n + 1))
            seats[n], seats[m] = seats[m], seats[n]
        sevens = _in_sevens(seats)
        for n, seven in enumerate(sevens):
            for seat in range(7):
                while seven.count(name := seven[seat]) > 1:
                    other = sevens[(n + 1 + int(self.dice.random() * (len(sevens) - 1))) % len(sevens)]
                    m = int(self.dice.random() * 7)
                    if name not in other and other[m] not in seven:
                        seven[seat], other[m] = other[m], name
        return sevens

    def _continue_closed_form(self, pools: Sequence[Pool], earlier: Sequence[BoardCall]) -> Sevens | None:
        """The cheapest round that continues the closed form of the earlier rounds.

        None if there is no such round, or if not all rounds have the same players.
        """
        rounds = group_by_key((call.round, call.players) for call in earlier)
        names = sorted(pools[0].players)
        played: list[Boards] = [*rounds.values()]
        if len(pools) > 1 or pools[0].round in rounds or len({*names}) < len(names):
            return None
        if any(sorted(name for seven in boards for name in seven) != names for boards in played):
            return None
        going = following_rounds(played)
        if not going:
            return None
        return [self._rotate_seven(seven, earlier) for seven in min(going, key=self._cost_of_pairs)]

    def _cost_of_pairs(self, boards: Boards) -> int:
        return sum(_cost_of_two(self.on_pair, a, b) for seven in boards for a, b in combinations(seven, 2))

    def _rotate_seven(self, seven: Sequence[str], earlier: Sequence[BoardCall]) -> list[str]:
        """Rotate the powers of a board so that the fewest players repeat a power."""
        had = {(name, power) for call in earlier for power, name in call.seats}
        turns = [[*seven[-n:], *seven[:-n]] for n in range(7)]
        return min(turns, key=lambda turn: sum((name, power) in had for power, name in enumerate(turn)))


def _cost_of_two(terms: Sequence[OnPair | TeamPowers], a: str, b: str) -> int:
    """The weighted cost of two players by these terms, if they share a board or have the same power."""
    return sum(term.chosen_weight * term.cost(a, b) for term in terms)


def _in_sevens(names: Sequence[str]) -> Sevens:
    return [list(names[start : start + 7]) for start in range(0, len(names), 7)]


class ImprovedDraw(NamedTuple):
    """A draw, and its cost."""

    cost: int
    boards: list[Sevens]


class _Tickets(NamedTuple):
    """The (person, round) of each ticket of a draw, and the tickets of each pool."""

    tickets: list[tuple[int, int]]
    pools: list[range]


class CostTables:
    """The costs of a draw of pools, as tables for the search. People are numbers in these tables."""

    def __init__(self, search: Search, pools: Sequence[Pool], earlier: Sequence[BoardCall]) -> None:
        self.search, self.pools = search, pools
        self.names = list(dict.fromkeys(name for pool in pools for name in pool.players))
        self.number = {name: n for n, name in enumerate(self.names)}
        self.record = Record(earlier)
        self._known: dict[tuple[int, int, tuple[tuple[int, int], ...]], list[int]] = {}

    @cached_property
    def costs(self) -> Costs:
        n = len(self.names)
        pairs, met, near = ([[0] * n for _ in range(n)] for _ in range(3))
        for p, q in combinations(range(n), 2):
            a, b = self.names[p], self.names[q]
            pairs[p][q] = pairs[q][p] = _cost_of_two(self.search.on_pair, a, b)
        for table, times in ((met, self.record.met), (near, self.record.near)):
            for pair, rounds in times.items():
                if all(name in self.number for name in pair):
                    p, q = (self.number[name] for name in pair)
                    table[p][q] = table[q][p] = len(rounds)
        most = max(map(len, self.record.met.values()), default=0) + 2 * len(self.pools) + 2
        again_, near_again = (
            [
                sum(t.chosen_weight * t.cost(times) for t in self.search.again if t.neighbours is neighbours)
                for times in range(most)
            ]
            for neighbours in (False, True)
        )
        return Costs(pairs, met, near, again_, near_again, self.powers, self.same)

    @cached_property
    def same(self) -> dict[int, dict[int, int]]:
        """For each person: team mates who should have another power in a round, and the cost if not."""
        found: dict[int, dict[int, int]] = {}
        for p, a in enumerate(self.names) if self.search.on_same else ():
            costs = {q: _cost_of_two(self.search.on_same, a, b) for q, b in enumerate(self.names)}
            found[p] = {q: cost for q, cost in costs.items() if cost}
        return found

    def powers(self, person: int, round_: int, beside: tuple[tuple[int, int], ...]) -> Sequence[int]:
        """The costs of powers for a person. beside: the person's other (round, power) pairs in this draw."""
        key = person, round_, beside
        if (found := self._known.get(key)) is None:
            name = self.names[person]
            others = [*self.record.powers_played(name), *beside]
            found = self._known[key] = [
                sum(
                    term.chosen_weight * term.cost(name, power, round_, others)
                    for term in self.search.on_seat
                )
                + sum(_cost_of_two(self.search.on_same, name, b) for b in self.record.playing(round_, power))
                for power in range(7)
            ]
        return found

    def improve_draw(
        self, sat: Sequence[Sevens], bound: int, moves: int, heat: float, what: str, *, inside: bool = False
    ) -> ImprovedDraw:
        """Search from the draw `sat`; return the cost and the boards of the best draw found."""
        hall = Hall(*self.tickets_of(sat), self.costs)
        unit = self.search.unit
        cost = hall.anneal(
            self.search.dice,
            self.cost_of_draw(sat),
            bound,
            moves=moves,
            heat=heat * unit,
            cold=COLD * unit,
            inside=inside,
            watch=self.search.watch(what),
        )
        return ImprovedDraw(cost, self.boards_in(hall))

    def tickets_of(self, sat: Sequence[Sevens]) -> _Tickets:
        """The (person, round) of each ticket of a draw, and the tickets of each pool."""
        tickets: list[tuple[int, int]] = []
        parts = []
        for pool, boards in zip(self.pools, sat, strict=True):
            start = len(tickets)
            tickets += [(self.number[name], pool.round) for seven in boards for name in seven]
            parts.append(range(start, len(tickets)))
        return _Tickets(tickets, parts)

    def boards_in(self, hall: Hall) -> list[Sevens]:
        """The boards of each pool, as the search left them."""
        sevens = _in_sevens([self.names[hall.who[ticket]] for ticket in hall.ticket_at])
        ends = [*accumulate(len(pool.names) for pool in self.pools)]
        return [sevens[start:end] for start, end in pairwise([0, *ends])]

    def cost_of_draw(self, sat: Sequence[Sevens]) -> int:
        """The sum of the costs of all boards, where each board is compared with all boards before it."""
        record, total = Record(self.record.calls), 0
        for pool, boards in zip(self.pools, sat, strict=True):
            for seven in boards:
                call = BoardCall(pool.round, "", tuple(seven))
                total += sum(cost.weighted for cost in costs_of(self.search.terms, call, record))
                record.add(call)
        return total

    def lower_bound(self) -> int:
        """A lower bound for the cost of every draw of these pools.

        In a single round, all terms about powers are bounded together, by the cheapest assignment of powers.
        """
        shares = [pool.share for pool in self.pools]
        search = self.search
        listed: list[Term] = [*search.on_pair, *search.on_same, *search.again]
        if alone := len({pool.round for pool in self.pools}) == 1:
            best = sum(
                least([self.powers(self.number[name], share.round, ()) for name in share.names])
                for share in shares
            )
        else:
            listed += search.on_seat
        forced = sum(term.chosen_weight * term.lower_bound(shares, self.record) for term in listed)
        return forced + best if alone else forced
