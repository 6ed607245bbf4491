"""What a draw costs, in words: the same terms that the search counts, board by board."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from xl_dipscore.errors import gathered
from xl_dipscore.seating.people import NEIGHBOURS, BoardCall, Player, Record, Share
from xl_dipscore.seating.terms import Again, OnPair, OnSeat, TeamPowers, Term, counting
from xl_dipscore.seating.wishes import Wishes


class Cost(NamedTuple):
    """One thing that a board costs: `Ann and Bob meet again (round 1)`."""

    term: str
    points: int
    times: int
    """Of how many such things it is one or more."""
    words: str
    seats: tuple[int, ...] = ()
    """The powers of those whom it is about."""


class BoardCosts(NamedTuple):
    """A board, and what it costs."""

    call: BoardCall
    costs: tuple[Cost, ...]

    @property
    def points(self) -> int:
        return sum(cost.points for cost in self.costs)


class Sum(NamedTuple):
    """How much of one thing there is in a draw, and how much of it is forced."""

    title: str
    times: int
    forced: int

    def __str__(self) -> str:
        """`Meetings again: 14; no draw could avoid 12 of them.`"""
        if not self.forced:
            return f"{self.title}: {self.times}."
        them = "it" if self.times == 1 else "them"
        which = them if self.forced == self.times else f"{self.forced} of them"
        return f"{self.title}: {self.times}; no draw could avoid {which}."


def explain(
    players: Sequence[Player], wishes: Wishes, calls: Iterable[BoardCall], played: Iterable[BoardCall] = ()
) -> list[BoardCosts]:
    """What every board costs after those before it."""
    listed = counting({player.name: player for player in players}, wishes)
    record, found = Record(played), []
    for call in sorted(calls, key=lambda call: call.round):
        found.append(BoardCosts(call, tuple(costs_of(listed, call, record))))
        record.add(call)
    return found


def costs_of(terms: Sequence[Term], call: BoardCall, record: Record) -> Iterator[Cost]:
    """What a board costs after those on record."""
    for term in terms:
        if isinstance(term, OnSeat):
            for power, name in call.seats:
                others = record.others(name)
                if cost := term.cost(name, power, call.round, others):
                    words = term.words(name, power, call.round, others)
                    yield Cost(term.name, cost * term.counts, cost, words, (power,))
            continue
        if isinstance(term, TeamPowers):
            for power, name in call.seats:
                for other in record.playing(call.round, power):
                    if cost := term.cost(name, other):
                        words = term.words(name, other, power)
                        yield Cost(term.name, cost * term.counts, cost, words, (power,))
            continue
        for (k, a), (m, b) in combinations(call.seats, 2):
            if isinstance(term, OnPair):
                if cost := term.cost(a, b):
                    yield Cost(term.name, cost * term.counts, cost, term.words(a, b), (k, m))
            elif isinstance(term, Again) and (m in NEIGHBOURS[k] or not term.neighbours):
                rounds = (record.near if term.neighbours else record.met).get(frozenset((a, b)), ())
                if rounds:
                    cost = term.cost(len(rounds)) * term.counts
                    yield Cost(term.name, cost, len(rounds), term.words(a, b, rounds), (k, m))


def sums(
    players: Sequence[Player],
    wishes: Wishes,
    explained: Sequence[BoardCosts],
    played: Sequence[BoardCall] = (),
    shares: Sequence[Share] | None = None,
) -> list[Sum]:
    """How much of everything there is in a draw, and how much of it no draw of its rounds can avoid.

    shares: who shared how many boards, where not every round was drawn among all of its players.
    """
    record = Record(played)
    shares = shares_of(one.call for one in explained) if shares is None else shares
    found = []
    for term in counting({player.name: player for player in players}, wishes):
        times = sum(cost.times for one in explained for cost in one.costs if cost.term == term.name)
        if times:
            found.append(Sum(term.title, times, term.bound(shares, record)))
    return found


def shares_of(calls: Iterable[BoardCall]) -> list[Share]:
    """Every round, drawn among all of its players."""
    rounds = gathered((call.round, call) for call in calls)
    return [
        Share(round_, [name for call in its for _, name in call.seats], len(its))
        for round_, its in rounds.items()
    ]
