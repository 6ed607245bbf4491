"""The costs of a draw of seats in words, board by board, computed by the terms that the search uses."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from xl_dipscore.errors import group_by_key
from xl_dipscore.rules.seating.people import BoardCall, BoardGroup, Player, Record
from xl_dipscore.rules.seating.terms import Cost, MetAgain, Term, counting_terms
from xl_dipscore.rules.seating.wishes import Wishes

NOBODY, NOTHING = "nobody meets again", "nothing to report"
"""What to say of a board without costs: NOTHING if meetings were not looked at."""


class BoardCosts(NamedTuple):
    call: BoardCall
    costs: tuple[Cost, ...]
    without: str = NOBODY
    """What to say of the board if it has no costs."""

    @property
    def sentences(self) -> list[str]:
        """The costs in words, or that there are none."""
        return [cost.words for cost in self.costs] or [self.without]

    @property
    def total(self) -> int:
        return sum(cost.weighted for cost in self.costs)


class Sum(NamedTuple):
    """How often a kind of cost occurs in a draw, and how often it must occur in every draw (`forced`)."""

    title: str
    times: int
    forced: int
    in_groups: int = 0
    """How often it must occur in every draw with the same groups, such as a top board."""
    by_rounds: bool = False
    """Is it forced only if each round is drawn after the rounds before it?"""

    def __str__(self) -> str:
        """`Meetings again: 14; no draw could avoid 12 of them.`"""
        said = [f"{self.title}: {self.times}"]
        if self.forced:
            after = " after the earlier rounds" if self.by_rounds else ""
            said.append(f"no draw could avoid {self._which(self.forced)}{after}")
        if self.in_groups > self.forced:
            said.append(f"no draw with your top board or groups could avoid {self._which(self.in_groups)}")
        return "; ".join(said) + "."

    def _which(self, forced: int) -> str:
        them = "it" if self.times == 1 else "them"
        return them if forced == self.times else f"{forced} of them"


def explain(
    players: Sequence[Player], wishes: Wishes, calls: Iterable[BoardCall], played: Iterable[BoardCall] = ()
) -> list[BoardCosts]:
    """The costs of each board of `calls`, given the boards played and all earlier boards of `calls`."""
    listed = counting_terms({player.name: player for player in players}, wishes)
    record, found = Record(played), []
    for call in sorted(calls, key=lambda call: call.round):
        without = NOBODY if any(isinstance(term, MetAgain) for term in listed) else NOTHING
        found.append(BoardCosts(call, tuple(costs_of(listed, call, record)), without))
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
    groups: Sequence[BoardGroup] = (),
) -> list[Sum]:
    """The sum of each kind of cost in a draw, with the part that no draw of the same rounds could avoid.

    A draw and the sheet Seats state the same bound: that of full boards, whatever groups were asked for, with
    each round after the rounds before it. groups: the players and boards of each group of a draw.
    """
    listed = counting_terms({player.name: player for player in players}, wishes)
    costs = {term.name: 0 for term in listed}
    for cost in chain.from_iterable(one.costs for one in explained):
        costs[cost.term] = costs.get(cost.term, 0) + cost.times
    paid = [term for term in listed if costs[term.name]]
    bounds = _bounds(paid, [one.call for one in explained], played)
    found = []
    for term, (whole, by_rounds) in zip(paid, bounds, strict=True):
        in_groups = term.lower_bound(groups, Record(played)) if groups else 0
        forced = max(whole, by_rounds)
        found.append(Sum(term.title, costs[term.name], forced, in_groups, by_rounds > whole))
    return found


def _bounds(
    terms: Sequence[Term], calls: Sequence[BoardCall], played: Sequence[BoardCall]
) -> list[tuple[int, int]]:
    """Lower bounds for the costs of the full boards: for all rounds at once, and for one after the other."""
    shares = shares_of(call for call in calls if all(call.players))
    record = Record(played)
    whole = [term.lower_bound(shares, record) if shares else 0 for term in terms]
    by_rounds = [0 for _ in terms]
    later = sorted(calls, key=lambda call: call.round)
    for share in sorted(shares, key=lambda share: share.round):
        while later and later[0].round < share.round:
            record.add(later.pop(0))
        for place, term in enumerate(terms):
            by_rounds[place] += term.lower_bound([share], record)
    return [*zip(whole, by_rounds, strict=True)]


def shares_of(calls: Iterable[BoardCall]) -> list[BoardGroup]:
    """A Share for each round, with all players of the round and the number of boards."""
    rounds = group_by_key((call.round, call) for call in calls)
    return [
        BoardGroup(round_, [name for call in its for _, name in call.seats], len(its))
        for round_, its in rounds.items()
    ]
