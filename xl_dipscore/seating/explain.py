"""What a draw costs, in words: the same terms that the search counts, board by board."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from xl_dipscore.errors import group_by_key
from xl_dipscore.seating.people import BoardCall, Player, Record, Share
from xl_dipscore.seating.terms import Cost, Term, counting_terms
from xl_dipscore.seating.wishes import Wishes


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
    listed = counting_terms({player.name: player for player in players}, wishes)
    record, found = Record(played), []
    for call in sorted(calls, key=lambda call: call.round):
        found.append(BoardCosts(call, tuple(costs_of(listed, call, record))))
        record.add(call)
    return found


def costs_of(terms: Sequence[Term], call: BoardCall, record: Record) -> Iterator[Cost]:
    """What a board costs after those on record."""
    for term in terms:
        yield from term.costs(call, record)


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
    for term in counting_terms({player.name: player for player in players}, wishes):
        times = sum(cost.times for one in explained for cost in one.costs if cost.term == term.name)
        if times:
            found.append(Sum(term.title, times, term.lower_bound(shares, record)))
    return found


def shares_of(calls: Iterable[BoardCall]) -> list[Share]:
    """Every round, drawn among all of its players."""
    rounds = group_by_key((call.round, call) for call in calls)
    return [
        Share(round_, [name for call in its for _, name in call.seats], len(its))
        for round_, its in rounds.items()
    ]
