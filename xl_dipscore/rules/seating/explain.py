"""The costs of a draw of seats in words, board by board, computed by the terms that the search uses."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from xl_dipscore.errors import group_by_key
from xl_dipscore.rules.seating.people import BoardCall, BoardGroup, Player, Record
from xl_dipscore.rules.seating.terms import Cost, Term, counting_terms
from xl_dipscore.rules.seating.wishes import Wishes


class BoardCosts(NamedTuple):
    call: BoardCall
    costs: tuple[Cost, ...]

    @property
    def total(self) -> int:
        return sum(cost.weighted for cost in self.costs)


class Sum(NamedTuple):
    """How often a kind of cost occurs in a draw, and how often it must occur in every draw (`forced`)."""

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
    """The costs of each board of `calls`, given the boards played and all earlier boards of `calls`."""
    listed = counting_terms({player.name: player for player in players}, wishes)
    record, found = Record(played), []
    for call in sorted(calls, key=lambda call: call.round):
        found.append(BoardCosts(call, tuple(costs_of(listed, call, record))))
        record.add(call)
    return found


def costs_of(terms: Sequence[Term], call: BoardCall, record: Record) -> Iterator[Cost]:
    for term in terms:
        yield from term.costs(call, record)


def sums(
    players: Sequence[Player],
    wishes: Wishes,
    explained: Sequence[BoardCosts],
    played: Sequence[BoardCall] = (),
    shares: Sequence[BoardGroup] | None = None,
) -> list[Sum]:
    """The sum of each kind of cost in a draw, with the part that no draw of the same rounds could avoid.

    shares: the players and boards of each group of a round; None: each round was drawn as one group.
    """
    record = Record(played)
    shares = shares_of(one.call for one in explained) if shares is None else shares
    found = []
    for term in counting_terms({player.name: player for player in players}, wishes):
        times = sum(cost.times for one in explained for cost in one.costs if cost.term == term.name)
        if times:
            found.append(Sum(term.title, times, term.lower_bound(shares, record)))
    return found


def shares_of(calls: Iterable[BoardCall]) -> list[BoardGroup]:
    """A Share for each round, with all players of the round and the number of boards."""
    rounds = group_by_key((call.round, call) for call in calls)
    return [
        BoardGroup(round_, [name for call in its for _, name in call.seats], len(its))
        for round_, its in rounds.items()
    ]
