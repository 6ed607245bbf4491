"""Players, boards, and records of meetings and powers: plain data, whatever file or sheet it is from."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

from xl_dipscore.errors import Fault, Faults, did_you_mean, group_by_key, join

NEIGHBOURS = (
    frozenset({3, 4, 5, 6}),
    frozenset({2, 3, 5}),
    frozenset({1, 3, 4}),
    frozenset({0, 1, 2, 4, 5}),
    frozenset({0, 2, 3, 6}),
    frozenset({0, 1, 3, 6}),
    frozenset({0, 4, 5}),
)
"""For each power by seat number: its neighbours, the powers whose pieces it meets in the first years."""


@dataclass(frozen=True)
class Player:
    """One line of the roster: a player, and wishes for their seats."""

    name: str
    club: str = ""
    team: str = ""
    apart: tuple[str, ...] = ()
    """Players to keep apart: names, or a word that all of them have here, such as one letter per couple."""
    novice: bool = False
    prefers: tuple[int, ...] = ()
    """Preferred powers as seat numbers, the best first."""
    rating: Fraction | int | None = None
    score: Fraction | int | None = None
    """The player's score in this event so far."""
    away: frozenset[int] = frozenset()
    """The rounds that the player misses; 0 means all rounds."""
    two_boards: bool = False
    """Is the player willing to play on two boards of a round?"""
    unranked: bool = False
    """Does the player only fill seats? Such players sit out first."""
    place: str = ""
    """The place of this line, for faults: `players.csv row 9`."""

    def is_here(self, round_: int) -> bool:
        return self.away.isdisjoint({0, round_})


class BoardCall(NamedTuple):
    """One board of a round: the names of its seven players, by power; blank for nobody."""

    round: int
    name: str
    players: tuple[str, ...]

    @property
    def seats(self) -> Iterator[tuple[int, str]]:
        return ((power, player) for power, player in enumerate(self.players) if player)


class BoardGroup(NamedTuple):
    """The players of some boards of a round, and how many boards. A player on two boards is named twice."""

    round: int
    names: Sequence[str]
    boards: int


class Record:
    """Boards of the event, for counting repeats.

    `met` has the rounds in which two players met, `near` the rounds in which they were neighbours, and
    `played` the (round, power) pairs of each player.
    """

    def __init__(self, calls: Iterable[BoardCall] = ()) -> None:
        self.met: dict[frozenset[str], list[int]] = {}
        self.near: dict[frozenset[str], list[int]] = {}
        self.played: dict[str, list[tuple[int, int]]] = {}
        self.calls: list[BoardCall] = []
        self._playing: dict[tuple[int, int], list[str]] = {}
        for call in calls:
            self.add(call)

    def add(self, call: BoardCall) -> None:
        self.calls.append(call)
        for (k, a), (m, b) in combinations(call.seats, 2):
            both = frozenset((a, b))
            self.met.setdefault(both, []).append(call.round)
            if m in NEIGHBOURS[k]:
                self.near.setdefault(both, []).append(call.round)
        for power, name in call.seats:
            self.played.setdefault(name, []).append((call.round, power))
            self._playing.setdefault((call.round, power), []).append(name)

    def playing(self, round_: int, power: int) -> Sequence[str]:
        return self._playing.get((round_, power), ())

    def powers_played(self, name: str) -> Sequence[tuple[int, int]]:
        return self.played.get(name, ())


class NamelessPlayer(Fault):
    """A player without a name cannot be seated."""


class NameTwice(Fault, remedy="Write a second name in full, or delete one of the two."):
    """{name} is on the roster twice."""


class ApartFromNobody(Fault):
    """{name} is to be kept apart from {value}, but no player and no other line has that name.{hint}"""


class OneGroup(Fault, remedy="Leave the column blank, or name only the players to keep apart."):
    """All players have the {what} {value}, so no two could share a board. Clear it for some."""


def check_roster(players: Sequence[Player]) -> None:
    """Raise Faults for all mistakes in the roster."""
    faults: list[Fault] = []
    seen: set[str] = set()
    for player in players:
        if not player.name:
            faults.append(NamelessPlayer(place=player.place, field="player"))
        elif player.name in seen:
            faults.append(NameTwice(place=player.place, field="player", name=player.name))
        seen.add(player.name)
    shared = words_apart(players)
    for player in players:
        for word in player.apart:
            if word not in seen and len(shared[word]) < 2:
                name, hint = player.name, did_you_mean(word, sorted(seen - {player.name}))
                fault = ApartFromNobody(place=player.place, field="apart", name=name, value=word, hint=hint)
                faults.append(fault)
    for what in ("club", "team"):
        values = {getattr(player, what) for player in players}
        if len(players) > 1 and len(values) == 1 and (value := values.pop()):
            faults.append(OneGroup(place=source_of(players), field=what, what=what, value=value))
    if faults:
        raise Faults(faults)


def source_of(players: Sequence[Player]) -> str:
    """The name of the roster's file, from the place of its first player."""
    return players[0].place.rpartition(" row ")[0]


def words_apart(players: Iterable[Player]) -> Mapping[str, list[str]]:
    """For each word in the column Apart, the names of the players who have that word."""
    return group_by_key((word, player.name) for player in players for word in dict.fromkeys(player.apart))


ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh")


def ordinal(number: int) -> str:
    """`second`, `8th`."""
    if number <= len(ORDINALS):
        return ORDINALS[number - 1]
    ending = "th" if 10 < number % 100 < 20 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def in_rounds(rounds: Iterable[int]) -> str:
    """`round 1`, `rounds 1 and 2`, or in a league the dates of its evenings."""
    numbers = sorted(rounds)
    dated = any(not str(one).isdigit() for one in numbers)
    word = "rounds" if len(numbers) > 1 else "round"
    return join(numbers) if dated else f"{word} {join(numbers)}"
