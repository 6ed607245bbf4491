"""Doubts about players' names: misspelt, not on the list of players, or not the name of one person."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from xl_dipscore.errors import Doubt, Fault, Note, did_you_mean, join, set_by_key
from xl_dipscore.rules.event.games import Game, Round, round_order
from xl_dipscore.rules.event.scored import Scored, results_of
from xl_dipscore.rules.event.settings import Besides
from xl_dipscore.rules.event.typed import same_person
from xl_dipscore.rules.tournament.problem import MOST_LINES, Problem, of_result, of_seat
from xl_dipscore.rules.tournament.spelling import rounds_of_names, similar_names_in

NEAR = 0.75
"""The least similarity of a name on the list that is suggested for an unknown name; 1 means equal."""


class AlikeNames(Doubt, remedy="If they are one player, write the name the same way everywhere."):
    """{names} {how}: one player or two?"""


class NotOnPlayers(Doubt, remedy="Correct the name, or add it to the list."):
    """{player} is not on the list of players.{hint}"""


class ManyNotOnPlayers(Doubt, remedy="Add them to the list."):
    """{count} more are not on the list of players."""


class NumberForAName(Doubt, remedy="Type the player's name."):
    """{player} is a number, not a name."""


class NoName(Doubt, remedy="Type the player's name; leave it blank if nobody gets the score."):
    """{player} is not a name."""


class TwoPeople(Doubt, remedy="Type the name of the one who gets it."):
    """{player} may be two people, but one player gets the score."""


class StandsIn(Note, remedy="Correct the name, unless one stood in for the other."):
    """{player} played only round {round}, and {other} every round except that one."""


TWO_NAMES = re.compile(r"[^\W\d]\.?( *[/&+] *| (and|or|und|et|y) )[^\W\d]")
REPLACED = re.compile(
    r"\w\W+(replac|substitut|subbed|sub for|stood in|standing in|took over|taken over|then |rempla|ersetz"
    r"|vertret|sostitu|sustitu|substitu|vervang|zastąp|ersat|замен)",
    re.IGNORECASE,
)
"""A word after a name that says that another player took the seat: `Ann (replaced Bob)`."""


def odd_names(besides: Besides, everybody: Sequence[Game], roster: Sequence[str]) -> Iterator[Problem]:
    """Doubts about players' names. everybody: all games, including boards without a result."""
    rounds, seats = rounds_of_names(everybody), _SeatsOfNames(everybody)
    for names, how in similar_names_in(rounds):
        likeliest_wrong = min(names, key=seats.counts.__getitem__)
        yield seats.doubt(likeliest_wrong, AlikeNames, names=join(names), how=how)
    numbers = [name for name in rounds if re.fullmatch(r"[\d.,]+", name)]
    if 2 * len(numbers) < len(rounds):
        for name in numbers:
            yield seats.doubt(name, NumberForAName)
    for name in rounds:
        if besides.is_nobody(name) or not re.search(r"\w", name):
            yield seats.doubt(name, NoName)
        if TWO_NAMES.search(name) or REPLACED.search(name):
            yield seats.doubt(name, TwoPeople)
    listed = {*map(same_person, roster)}
    strangers = [name for name in rounds if listed and same_person(name) not in listed]
    named, rest = strangers[:MOST_LINES], strangers[MOST_LINES:]
    for name in named:
        yield seats.doubt(name, NotOnPlayers, hint=did_you_mean(name, roster, NEAR))
    if rest:
        yield seats.doubt(rest[0], ManyNotOnPlayers, count=len(rest))


@dataclass(frozen=True)
class _SeatsOfNames:
    """The seats of each name, looked for once a name is in doubt: a large event has many seats."""

    games: Sequence[Game]

    @cached_property
    def first(self) -> Mapping[str, tuple[Game, int]]:
        """The game and the seat in which each name stands first."""
        found: dict[str, tuple[Game, int]] = {}
        for game in self.games:
            for seat, its in enumerate(game.seats):
                found.setdefault(its.player, (game, seat))
        return found

    @cached_property
    def counts(self) -> Counter[str]:
        """The number of seats of each name."""
        return Counter(its.player for game in self.games for its in game.seats)

    def doubt(self, player: str, kind: type[Fault], **facts: Any) -> Problem:
        game, seat = self.first[player]
        return of_seat(game, seat, kind, "player", player=player, **facts)


def stand_ins(scored: Sequence[Scored]) -> Iterator[Problem]:
    """Players who may have stood in for others.

    A round is reported if exactly one player played only that round, and exactly one other player missed
    only that round.
    """
    numbered = [one for one in scored if isinstance(one.game.round, int)]
    played = set_by_key((result.player, result.round) for result in results_of(numbered))
    rounds = sorted(frozenset[Round]().union(*played.values()), key=round_order)
    if len(rounds) < 3:
        return
    played_only: dict[Round, list[str]] = defaultdict(list)
    missed_only: dict[Round, list[str]] = defaultdict(list)
    for name, theirs in played.items():
        missed = [round_ for round_ in rounds if round_ not in theirs]
        if len(theirs) == 1:
            played_only[next(iter(theirs))].append(name)
        if len(missed) == 1:
            missed_only[missed[0]].append(name)
    for round_ in rounds:
        if len(played_only[round_]) == len(missed_only[round_]) == 1:
            (player,), (other,) = played_only[round_], missed_only[round_]
            fault = StandsIn(field="player", player=player, round=round_, other=other)
            on_board = [one for one in results_of(numbered) if (one.player, one.round) == (player, round_)]
            yield of_result(on_board[-1], fault)
