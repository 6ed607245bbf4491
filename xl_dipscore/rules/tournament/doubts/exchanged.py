"""Doubts about names that belong to other people: a board's names left from another event, crossed names."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any

from xl_dipscore.errors import Doubt, group_by_key, join_at_most, set_by_key
from xl_dipscore.rules.event.games import Game, Round
from xl_dipscore.rules.event.typed import same_person
from xl_dipscore.rules.tournament.problem import MOST_NAMES, Problem, of_game, of_seat

SEVEN = 7
_FOUR = ("one", "other", "first", "second")


class NamesOfAnotherEvent(Doubt, remedy="Check the seven names: they may be left from another event."):
    """Nobody on board {board} of round {round} plays another game, and {absent} players missed only this \
round: {names}."""


class CrossedNames(Doubt, remedy="Check the two names: perhaps they exchanged a part when they were typed."):
    """{one} and {other} play only here, while {first} and {second} missed this round."""


def exchanged_names(everybody: Sequence[Game], roster: Sequence[str]) -> Iterator[Problem]:
    """Names that probably belong to other people. everybody: all games, also without a result."""
    seen = _Attendance(everybody, {same_person(name): name for name in roster})
    crossed: set[frozenset[object]] = set()
    for game in everybody:
        if not isinstance(game.round, int) or not seen.absent.get(game.round):
            continue  # both doubts are about people who missed the round
        yield from _left_from_another_event(game, seen)
        for problem in _crossed(game, seen):
            # Of two rounds it is unclear which has the exchange: one line names all four.
            four = frozenset(problem.fault.facts[word] for word in _FOUR)
            if four not in crossed:
                yield problem
            crossed.add(four)


@dataclass(frozen=True)
class _Attendance:
    """Who plays when. Names are compared by `same_person`."""

    games: Sequence[Game]
    roster: Mapping[str, str]
    """The names on the list of players, each as it is typed there."""

    @cached_property
    def boards(self) -> Counter[str]:
        """The number of boards of each name."""
        return Counter(same_person(seat.player) for game in self.games for seat in game.seats)

    @cached_property
    def spelled(self) -> Mapping[str, str]:
        """Each name as it is typed in a game, or else on the list of players."""
        typed = (seat.player for game in self.games for seat in game.seats)
        return {**self.roster, **{same_person(name): name for name in typed if name}}

    @cached_property
    def rounds(self) -> Mapping[str, frozenset[Round]]:
        """The numbered rounds of each name."""
        numbered = [game for game in self.games if isinstance(game.round, int)]
        return set_by_key((name, game.round) for game in numbered for name in names_on(game))

    @cached_property
    def missed(self) -> Mapping[Round, Sequence[str]]:
        """For each round, the names that play every numbered round except this one."""
        every = frozenset[Round]().union(*self.rounds.values())
        missed: dict[Round, list[str]] = {}
        for name, played in self.rounds.items():
            lacking = every - played
            if len(lacking) == 1:
                (round_,) = lacking
                missed.setdefault(round_, []).append(name)
        return missed

    @cached_property
    def mixed(self) -> bool:
        """Do at least seven people play more than one round? Otherwise boards of strangers are usual."""
        regulars = [name for name, rounds in self.rounds.items() if len(rounds) > 1]
        return len(regulars) >= SEVEN

    def is_stranger(self, name: str) -> bool:
        return self.boards[name] == 1

    @cached_property
    def there(self) -> Mapping[Round, Sequence[str]]:
        """The names of each numbered round."""
        return group_by_key((round_, name) for name, rounds in self.rounds.items() for round_ in rounds)

    @cached_property
    def absent(self) -> Mapping[Round, frozenset[str]]:
        """For each numbered round, the names that missed only this round, and those on the list of players
        that missed it."""
        missed = {round_: frozenset(names) for round_, names in self.missed.items()}
        if not self.roster:
            return missed
        return {
            round_: missed.get(round_, frozenset()) | (self.roster.keys() - set(names))
            for round_, names in self.there.items()
        }

    @cached_property
    def strangers(self) -> Mapping[Round, int]:
        """For each numbered round, the number of names that play only there."""
        return {round_: sum(map(self.is_stranger, names)) for round_, names in self.there.items()}

    def is_plain_exchange(self, round_: Round, found: Collection[str]) -> bool:
        """Would a round have no strangers, and lack nobody, if two strangers were the two people `found`?

        Where many people come and go, some names are an exchange of others by chance.
        """
        return self.strangers[round_] == len(found) == len(self.missed[round_])


def names_on(game: Game) -> list[str]:
    """The names on a board, as `same_person` returns them, without blanks."""
    return [same_person(seat.player) for seat in game.seats if seat.player]


def _left_from_another_event(game: Game, seen: _Attendance) -> Iterator[Problem]:
    names = names_on(game)
    absent = seen.missed.get(game.round, ())
    if not seen.mixed or len(names) != SEVEN or len(absent) < SEVEN:
        return
    if all(map(seen.is_stranger, names)):
        listed = join_at_most((seen.spelled[name] for name in absent), MOST_NAMES)
        facts: dict[str, Any] = {"board": game.name, "round": game.round, "absent": len(absent)}
        yield of_game(game, NamesOfAnotherEvent(field="player", names=listed, **facts))


def _crossed(game: Game, seen: _Attendance) -> Iterator[Problem]:
    """Pairs of strangers on a board that become two known absent people if they exchange their last words."""
    absent = seen.absent.get(game.round, frozenset())
    strangers = []
    for seat, its in enumerate(game.seats):
        name = same_person(its.player)
        if its.player and seen.is_stranger(name) and name not in seen.roster:
            strangers.append((seat, name))
    for (seat, one), (_, other) in combinations(strangers, 2):
        known = next((pair for pair in _exchanges(one, other) if absent.issuperset(pair)), None)
        if known is None:
            continue
        if seen.roster or seen.is_plain_exchange(game.round, {*known}):
            names = dict(zip(_FOUR, (one, other, *known), strict=True))
            facts = {word: seen.spelled[name] for word, name in names.items()}
            yield of_seat(game, seat, CrossedNames, "player", **facts)


def _exchanges(one: str, other: str) -> Iterator[tuple[str, str]]:
    """The pairs of names that result if two names exchange their last words."""
    a, b = one.split(), other.split()
    for i in range(1, len(a)):
        for j in range(1, len(b)):
            first = " ".join([*a[:i], *b[j:]])
            second = " ".join([*b[:j], *a[i:]])
            if {one, other}.isdisjoint((first, second)):
                yield first, second
