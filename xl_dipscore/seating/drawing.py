"""Draws: the next round of an event, or several rounds at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, pairwise
from random import Random
from typing import NamedTuple

from xl_dipscore.board import POWERS
from xl_dipscore.errors import Fault, Faults, join, nearest
from xl_dipscore.seating.attendance import NotSevens, TooFew, playing
from xl_dipscore.seating.bounds import least
from xl_dipscore.seating.designs import Boards, going_on
from xl_dipscore.seating.explain import Explained, Sum, explain, sums
from xl_dipscore.seating.people import NEIGHBOURS, BoardCall, Player, Share, check_roster, source_of
from xl_dipscore.seating.record import Record
from xl_dipscore.seating.search import Costs, Hall, Progress
from xl_dipscore.seating.terms import Again, MetAgain, OnPair, OnSeat, Term, counting, standing
from xl_dipscore.seating.wishes import USUAL, Wishes

MOVES, MOST_MOVES = 200_000, 2_000_000
"""Changes that a search of one round tries, for each board and in all."""
ATTEMPTS = (1, 1, 2, 4)
"""How they are shared out: often a short search finds what cannot be bettered."""
POWER_MOVES = 5_000
"""The same for each board where only powers change within boards."""
JOINT_MOVES, MOST_JOINT_MOVES = 40_000, 1_000_000
"""The same of several rounds at once."""
HOT, COLD, WARM = 1.5, 0.04, 0.6
"""The heat at first and at last, where a meeting again costs 1; and at first of what is only improved."""
TOP = "Top"

Told = Callable[[str, Progress], bool]
"""Told what is searched and how far it is; may answer True, to end with the best draw so far."""


class NoSuchKept(Fault):
    """There is no board {name} in round {round} to keep.{hint}"""


class KeptNotWhole(Fault):
    """Board {name} of round {round} cannot be kept: nobody plays {powers} there."""


class NoStanding(Fault):
    """Nobody has a {what} yet, by which boards are to be drawn."""


@dataclass(frozen=True)
class Drawn:
    """A draw: who sits where, what each board costs in words, and what all of them cost together."""

    calls: tuple[BoardCall, ...]
    boards: tuple[Explained, ...]
    sums: tuple[Sum, ...]
    remarks: tuple[str, ...] = ()
    """What else a director should know: who sits out, who is on two boards, what cannot be."""
    complete: bool = True
    """Was it searched to the end?"""

    @property
    def points(self) -> int:
        return sum(board.points for board in self.boards)


class Pool(NamedTuple):
    """Players among whom boards are drawn, those on two boards named twice; and the names of the boards."""

    round: int
    players: tuple[str, ...]
    names: tuple[str, ...]


Sevens = list[list[str]]
"""The boards of a pool, each with its players by power."""


def draw(
    players: Sequence[Player],
    rounds: Sequence[int],
    played: Iterable[BoardCall] = (),
    wishes: Wishes = USUAL,
    *,
    seed: int,
    keep: Sequence[str] = (),
    names: Sequence[str] = (),
    sit_out: bool = False,
    told: Told | None = None,
) -> Drawn:
    """Seats and powers for these rounds: the next one, or several at once. The same for the same seed.

    played: the boards of the event; those of the rounds to be drawn are drawn anew, but for those to `keep`.
    names: what the boards are called; 1, 2, 3, ... go on where there are too few.
    sit_out: let players sit out where they make no sevens.
    Raises Faults and Fault: for what is wrong with the roster, the wishes or the numbers.
    """
    check_roster(players)
    known = [*played]
    kept = [_kept(known, round_, name) for round_ in rounds for name in keep]
    fixed = [call for call in known if call.round not in rounds] + kept
    terms = counting({player.name: player for player in players}, wishes)
    before: dict[int, list[str]] = {}
    for call in fixed:
        before.setdefault(call.round, []).extend(name for _, name in call.seats)
    pools: list[Pool] = []
    faults: list[Fault] = []
    for round_ in rounds:
        stay = [call for call in kept if call.round == round_]
        seated = [name for call in stay for _, name in call.seats]
        try:
            here = playing(players, round_, before, seated=seated, sit_out=sit_out)
        except (TooFew, NotSevens) as fault:
            fault.place = source_of(players)
            faults.append(fault)
            few = isinstance(fault, TooFew)
            here = [] if few else playing(players, round_, before, seated=seated, sit_out=True)
        before[round_] = seated + here
        pools += _pools(players, round_, here, wishes, _free(names, [call.name for call in stay]))
    if faults:
        raise Faults(faults)
    search = _Search(terms, wishes, fixed, Random(seed), told)
    sevens = search.run(pools)
    calls = [
        BoardCall(pool.round, name, tuple(seven))
        for pool, boards in zip(pools, sevens, strict=True)
        for name, seven in zip(pool.names, _by_standing(boards, players, wishes), strict=True)
    ]
    boards = explain(players, wishes, calls, fixed)
    shares = [Share(pool.round, pool.players, len(pool.names)) for pool in pools]
    summed = sums(players, wishes, boards, fixed, shares)
    remarks = [*_who_plays(players, rounds, calls, kept)]
    remarks += filter(None, (term.remark(max(rounds)) for term in terms))
    return Drawn(tuple(calls), tuple(boards), tuple(summed), tuple(remarks), not search.stopped)


def _who_plays(
    players: Sequence[Player], rounds: Sequence[int], calls: Sequence[BoardCall], kept: Sequence[BoardCall]
) -> Iterator[str]:
    """Who is here and sits out, and who is on two boards."""
    for round_ in rounds:
        names = [name for call in (*calls, *kept) if call.round == round_ for _, name in call.seats]
        out = [one.name for one in players if one.is_here(round_) and one.name not in names]
        twice = [one.name for one in players if names.count(one.name) > 1]
        if out:
            yield f"Round {round_}: {join(out)} sit{'s' if len(out) == 1 else ''} out."
        if twice:
            yield f"Round {round_}: {join(twice)} play{'s' if len(twice) == 1 else ''} on two boards."


def _kept(known: Sequence[BoardCall], round_: int, name: str) -> BoardCall:
    """The board to keep. Raises NoSuchKept and KeptNotWhole."""
    there = {call.name.casefold(): call for call in known if call.round == round_}
    word = " ".join(name.split()).casefold()
    call = there.get(word) or there.get(word.removeprefix("board "))
    if call is None:
        hint = nearest(word.removeprefix("board "), [call.name for call in there.values()])
        raise NoSuchKept(name=name, round=round_, hint=hint)
    if empty := [power for power, player in zip(POWERS, call.players, strict=True) if not player]:
        raise KeptNotWhole(name=call.name, round=round_, powers=join(empty, "or"))
    return call


def _free(names: Sequence[str], taken: Sequence[str]) -> Callable[[int], tuple[str, ...]]:
    """Gives so many names that no board has yet."""
    used = {name.casefold() for name in taken}
    rest = [name for name in names if name.casefold() not in used]
    numbers = (str(n) for n in range(1, 10_000))

    def give(count: int, first: str = "") -> tuple[str, ...]:
        given = []
        for _ in range(count):
            name = first or (rest.pop(0) if rest else next(n for n in numbers if n not in used))
            used.add(name.casefold())
            given.append(name)
        return tuple(given)

    return give


def _pools(
    players: Sequence[Player],
    round_: int,
    here: Sequence[str],
    wishes: Wishes,
    give: Callable[..., tuple[str, ...]],
) -> list[Pool]:
    """The groups of a round, by standing. Raises NoStanding."""
    if not here:
        return []
    grouped = bool(wishes.groups or wishes.top_board)
    by = wishes.by or ("score" if any(one.score is not None for one in players) else "rating")
    if wishes.by or grouped:
        values = [one.score if by == "score" else one.rating for one in players]
        if all(value is None for value in values):
            raise NoStanding(what=by if wishes.by else "score or rating")
    if not grouped:
        return [Pool(round_, tuple(here), give(len(here) // 7))]
    present = {*here}
    order = standing((one for one in players if one.name in present), by)
    again_ = [name for n, name in enumerate(here) if name in here[:n]]
    order += again_
    top = 7 if wishes.top_board else 0
    each = 7 * wishes.groups or len(order)
    cuts = [*([0] if top else []), *range(top, len(order), each), len(order)]
    parts = [order[start:end] for start, end in pairwise(cuts) if end > start]
    while (alone := _twice_alone(parts)) is not None:
        # On a board of their own they cannot sit twice: the next above changes places with them.
        part, name = alone
        above = parts[part - 1]
        parts[part][parts[part].index(name)], above[-1] = above[-1], name
    return [
        Pool(round_, tuple(part), give(len(part) // 7, TOP if top and n == 0 else ""))
        for n, part in enumerate(parts)
    ]


def _twice_alone(parts: Sequence[Sequence[str]]) -> tuple[int, str] | None:
    for n, part in enumerate(parts):
        if len(part) == 7 and len({*part}) < 7:
            return n, next(name for name in part if part.count(name) > 1)
    return None


def _by_standing(boards: Sevens, players: Sequence[Player], wishes: Wishes) -> Sevens:
    """The boards, the highest first where equals meet."""
    if not wishes.by:
        return boards
    place = {name: n for n, name in enumerate(standing(players, wishes.by))}
    return sorted(boards, key=lambda seven: sum(place[name] for name in seven))


class _Search:
    """A search over pools of players, round by round and then over all rounds at once."""

    def __init__(
        self,
        terms: Sequence[Term],
        wishes: Wishes,
        fixed: Sequence[BoardCall],
        dice: Random,
        told: Told | None,
    ) -> None:
        self.on_seat = [term for term in terms if isinstance(term, OnSeat)]
        self.on_pair = [term for term in terms if isinstance(term, OnPair)]
        self.again = [term for term in terms if isinstance(term, Again)]
        self.fixed, self.dice, self.told = [*fixed], dice, told
        self.unit = max(1, wishes.weights.get(MetAgain.name, MetAgain.weight) or MetAgain.weight)
        self.stopped = False

    def run(self, pools: Sequence[Pool]) -> list[Sevens]:
        """The boards of each pool."""
        rounds = dict.fromkeys(pool.round for pool in pools)
        sat: list[Sevens] = []
        for round_ in rounds:
            its = [pool for pool in pools if pool.round == round_]
            calls = [
                BoardCall(pool.round, "", tuple(seven))
                for pool, boards in zip(pools, sat, strict=False)
                for seven in boards
            ]
            sat += self._round(its, [*self.fixed, *calls])
        return self._all(pools, sat) if len(rounds) > 1 and not self.stopped else sat

    def _watch(self, what: str) -> Callable[[Progress], bool]:
        def watch(progress: Progress) -> bool:
            if self.told is not None and not self.stopped:
                self.stopped = self.told(what, progress)
            return self.stopped and progress.best < _NOT_YET

        return watch

    # -- one round ----------------------------------------------------------------------------

    def _round(self, pools: Sequence[Pool], earlier: Sequence[BoardCall]) -> list[Sevens]:
        if not pools:
            return []
        table = _Table(self, pools, earlier)
        bound = table.bound()
        boards = sum(len(pool.names) for pool in pools)
        moves = min(MOST_MOVES, MOVES * boards) // (20 if self.stopped else 1)
        what = f"Round {pools[0].round}"
        best: list[Sevens] | None = None
        points = 0
        if (closed := self._closed(pools, earlier)) is not None:
            points, best = table.improved([closed], bound, POWER_MOVES * boards, WARM, what, inside=True)
        for share in ATTEMPTS:
            if best is None or (points > bound and not self.stopped):
                start = [self._shuffled(pool) for pool in pools]
                found, sat = table.improved(start, bound, moves * share // sum(ATTEMPTS), HOT, what)
                if best is None or found < points:
                    points, best = found, sat
        assert best is not None
        return best

    def _shuffled(self, pool: Pool) -> Sevens:
        """By chance, nobody twice on a board."""
        seats = list(pool.players)
        self._shuffle(seats)
        sevens = _in_sevens(seats)
        for n, seven in enumerate(sevens):
            for seat in range(7):
                while seven.count(name := seven[seat]) > 1:
                    other = sevens[(n + 1 + int(self.dice.random() * (len(sevens) - 1))) % len(sevens)]
                    m = int(self.dice.random() * 7)
                    if name not in other and other[m] not in seven:
                        seven[seat], other[m] = other[m], name
        return sevens

    def _shuffle(self, seats: list[str]) -> None:
        for n in range(len(seats) - 1, 0, -1):
            m = int(self.dice.random() * (n + 1))
            seats[n], seats[m] = seats[m], seats[n]

    def _closed(self, pools: Sequence[Pool], earlier: Sequence[BoardCall]) -> Sevens | None:
        """A round of a closed form that goes on from those before, if the same people play all of them."""
        rounds: dict[int, list[Sequence[str]]] = {}
        for call in earlier:
            rounds.setdefault(call.round, []).append(call.players)
        names = sorted(pools[0].players)
        played: list[Boards] = [*rounds.values()]
        if len(pools) > 1 or pools[0].round in rounds or len({*names}) < len(names):
            return None
        if any(sorted(name for seven in boards for name in seven) != names for boards in played):
            return None
        going = going_on(played)
        if not going:
            return None
        return [self._turned(seven, earlier) for seven in min(going, key=self._dear)]

    def _dear(self, boards: Boards) -> int:
        """What pairs cost on these boards."""
        return sum(
            term.counts * term.cost(a, b)
            for term in self.on_pair
            for seven in boards
            for a, b in combinations(seven, 2)
        )

    def _turned(self, seven: Sequence[str], earlier: Sequence[BoardCall]) -> list[str]:
        """The seven, turned so that they have had as few of their powers as can be."""
        had = {(name, power) for call in earlier for power, name in call.seats}
        turns = [[*seven[-n:], *seven[:-n]] for n in range(7)]
        return min(turns, key=lambda turn: sum((name, power) in had for power, name in enumerate(turn)))

    # -- all rounds at once -------------------------------------------------------------------

    def _all(self, pools: Sequence[Pool], sat: Sequence[Sevens]) -> list[Sevens]:
        """The rounds together, improved from how they were drawn one after the other."""
        table = _Table(self, pools, self.fixed)
        bound = table.bound()
        moves = min(MOST_JOINT_MOVES, JOINT_MOVES * sum(len(pool.names) for pool in pools))
        return table.improved(sat, bound, moves, WARM, "All rounds")[1]


_NOT_YET = 10**9


def _in_sevens(names: Sequence[str]) -> Sevens:
    return [list(names[start : start + 7]) for start in range(0, len(names), 7)]


class _Table:
    """The costs of a search in numbers, for people by number."""

    def __init__(self, search: _Search, pools: Sequence[Pool], earlier: Sequence[BoardCall]) -> None:
        self.search, self.pools, self.earlier = search, pools, earlier
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
            pairs[p][q] = pairs[q][p] = sum(term.counts * term.cost(a, b) for term in self.search.on_pair)
        for table, times in ((met, self.record.met), (near, self.record.near)):
            for pair, rounds in times.items():
                if all(name in self.number for name in pair):
                    p, q = (self.number[name] for name in pair)
                    table[p][q] = table[q][p] = len(rounds)
        most = max(map(len, self.record.met.values()), default=0) + 2 * len(self.pools) + 2
        again_, near_again = (
            [
                sum(t.counts * t.cost(times) for t in self.search.again if t.neighbours is neighbours)
                for times in range(most)
            ]
            for neighbours in (False, True)
        )
        return Costs(pairs, met, near, again_, near_again, self.powers)

    def powers(self, person: int, round_: int, beside: tuple[tuple[int, int], ...]) -> Sequence[int]:
        key = person, round_, beside
        if (found := self._known.get(key)) is None:
            name = self.names[person]
            others = [*self.record.others(name), *beside]
            found = self._known[key] = [
                sum(term.counts * term.cost(name, power, round_, others) for term in self.search.on_seat)
                for power in range(7)
            ]
        return found

    def improved(
        self, sat: Sequence[Sevens], bound: int, moves: int, heat: float, what: str, *, inside: bool = False
    ) -> tuple[int, list[Sevens]]:
        """What the best draw costs that is found from this one, and its boards."""
        tickets: list[tuple[int, int]] = []
        seats = []
        for pool, boards in zip(self.pools, sat, strict=True):
            start = len(tickets)
            tickets += [(self.number[name], pool.round) for seven in boards for name in seven]
            seats.append(range(start, len(tickets)))
        hall = Hall(tickets, seats, self.costs)
        unit = self.search.unit
        points = hall.anneal(
            self.search.dice,
            self.points(sat),
            bound,
            moves=moves,
            heat=heat * unit,
            cold=COLD * unit,
            inside=inside,
            watch=self.search._watch(what),
        )
        names = [self.names[hall.who[ticket]] for ticket in hall.at]
        return points, [_in_sevens(names[part.start : part.stop]) for part in seats]

    def points(self, sat: Sequence[Sevens]) -> int:
        """What a draw costs: every board after those before it."""
        total, costs = 0, self.costs
        met, near = ([list(row) for row in table] for table in (costs.met, costs.near))
        beside: dict[int, list[tuple[int, int]]] = {}
        for pool, boards in zip(self.pools, sat, strict=True):
            for seven in boards:
                people = [self.number[name] for name in seven]
                for power, p in enumerate(people):
                    mine = beside.setdefault(p, [])
                    total += self.powers(p, pool.round, tuple(mine))[power]
                    mine.append((pool.round, power))
                for (k, p), (m, q) in combinations(enumerate(people), 2):
                    total += costs.pairs[p][q] + costs.again[met[p][q]]
                    met[p][q] = met[q][p] = met[p][q] + 1
                    if m in NEIGHBOURS[k]:
                        total += costs.near_again[near[p][q]]
                        near[p][q] = near[q][p] = near[p][q] + 1
        return total

    # -- what no draw can do better than ------------------------------------------------------

    def bound(self) -> int:
        """Of all terms together; in a single round, of the best powers for all of them at once."""
        shares = [Share(pool.round, pool.players, len(pool.names)) for pool in self.pools]
        search = self.search
        listed: list[Term] = [*search.on_pair, *search.again]
        if alone := len({pool.round for pool in self.pools}) == 1:
            best = sum(
                least([self.powers(self.number[name], share.round, ()) for name in share.names])
                for share in shares
            )
        else:
            listed += search.on_seat
        forced = sum(term.counts * term.bound(shares, self.record) for term in listed)
        return forced + best if alone else forced
