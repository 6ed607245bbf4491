"""The terms of a draw's cost: each class here is one thing that a draw should avoid.

To add a term, add a class with its weight, its sentence and, if one is known, a lower bound.

A term is about a seat (which power a player has), a pair on one board, team mates with the same power in a
round, or repeats (how often a pair met, or were neighbours). Its cost is a whole number times its weight.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from typing import ClassVar, NamedTuple, TypeVar

from xl_dipscore.errors import did_you_mean, group_by_key, join
from xl_dipscore.rules.board import LETTERS, POWERS, count_of
from xl_dipscore.rules.seating.bounds import (
    count_forced_meetings,
    count_forced_pairs,
    count_mixed_pairs,
    least,
)
from xl_dipscore.rules.seating.people import (
    NEIGHBOURS,
    BoardCall,
    BoardGroup,
    Player,
    Record,
    in_rounds,
    ordinal,
    words_apart,
)
from xl_dipscore.rules.seating.wishes import UnknownWeight, Wishes

Others = Sequence[tuple[int, int]]
"""The player's other boards in the event, as (round, power)."""
NOBODY = Player("")


class Cost(NamedTuple):
    """One cost of a board, such as `Ann and Bob meet again (round 1)`."""

    term: str
    weighted: int
    """The cost times the weight of the term."""
    times: int
    """The cost without the weight; in `Again` also without the square. `Meetings again: 14` adds up these."""
    words: str
    seats: tuple[int, ...] = ()
    """The seat numbers of the players whom the cost is about."""


class Term(ABC):
    """One term of a draw's cost. The docstring of each subclass names what costs, for the table of terms."""

    name: ClassVar[str]
    weight: ClassVar[int]
    title: ClassVar[str]
    """The title of its sum: `Meetings again`."""
    when: ClassVar[Callable[[Wishes], object]]
    """Is the term used in a draw with these wishes?"""

    def __init__(self, players: Mapping[str, Player], wishes: Wishes) -> None:
        self.players, self.wishes = players, wishes
        self.chosen_weight = wishes.weights.get(self.name, self.weight)
        """The weight in this draw: the director's weight, or else the usual weight."""

    def player(self, name: str) -> Player:
        return self.players.get(name, NOBODY)

    @abstractmethod
    def costs(self, call: BoardCall, record: Record) -> Iterator[Cost]:
        """The costs of a board, given the boards on record."""

    def lower_bound(self, shares: Sequence[BoardGroup], record: Record) -> int:
        """A lower bound for the unweighted cost of every draw, given the boards on record."""
        return 0

    def remark(self, rounds: int) -> str:
        """A remark for the director that is true of every draw of so many rounds; blank: no remark."""
        return ""


class OnSeat(Term):
    """A term about which power a player has."""

    @abstractmethod
    def cost(self, name: str, power: int, round_: int, others: Others) -> int:
        """The unweighted cost of this power for the player."""

    @abstractmethod
    def words(self, name: str, power: int, round_: int, others: Others) -> str:
        """The sentence about the cost of this power for the player."""

    def costs(self, call: BoardCall, record: Record) -> Iterator[Cost]:
        for power, name in call.seats:
            others = record.powers_played(name)
            if cost := self.cost(name, power, call.round, others):
                words = self.words(name, power, call.round, others)
                yield Cost(self.name, cost * self.chosen_weight, cost, words, (power,))

    def lower_bound(self, shares: Sequence[BoardGroup], record: Record) -> int:
        if len({share.round for share in shares}) == 1:
            costs = ([self._each(name, share.round, record) for name in share.names] for share in shares)
            return sum(map(least, costs))
        if record.calls:
            return 0
        people = len({name for share in shares for name in share.names})
        boards = sum(share.boards for share in shares)
        return sum(count_forced_pairs(len(kind) * boards, people) for kind in self.kinds)

    def _each(self, name: str, round_: int, record: Record) -> list[int]:
        return [self.cost(name, power, round_, record.powers_played(name)) for power in range(7)]

    @property
    def kinds(self) -> Sequence[Sequence[int]]:
        """For a term about repeats: groups of powers that are repeats of one another; else empty."""
        return ()


class OnPair(Term):
    """A term about two players on one board."""

    @abstractmethod
    def cost(self, a: str, b: str) -> int:
        """The unweighted cost of two players on one board."""

    @abstractmethod
    def words(self, a: str, b: str) -> str:
        """The sentence about the cost of these two players."""

    def costs(self, call: BoardCall, record: Record) -> Iterator[Cost]:
        for (k, a), (m, b) in combinations(call.seats, 2):
            if cost := self.cost(a, b):
                yield Cost(self.name, cost * self.chosen_weight, cost, self.words(a, b), (k, m))


class Again(Term):
    """A term about how often a pair of players met before."""

    neighbours: ClassVar[bool] = False
    """Is the term only about meetings as neighbours on the map?"""

    def cost(self, times: int) -> int:
        """The unweighted cost of a meeting after so many earlier meetings."""
        return times * times

    @abstractmethod
    def words(self, a: str, b: str, rounds: Sequence[int]) -> str:
        """The sentence about a pair that met in these rounds."""

    def costs(self, call: BoardCall, record: Record) -> Iterator[Cost]:
        before = record.near if self.neighbours else record.met
        for (k, a), (m, b) in combinations(call.seats, 2):
            counts = m in NEIGHBOURS[k] or not self.neighbours
            if counts and (rounds := before.get(frozenset((a, b)))):
                weighted = self.cost(len(rounds)) * self.chosen_weight
                yield Cost(self.name, weighted, len(rounds), self.words(a, b, rounds), (k, m))


T = TypeVar("T", bound=type[Term])
_terms: list[type[Term]] = []


def term(
    name: str, weight: int, title: str, when: Callable[[Wishes], object] = lambda wishes: True
) -> Callable[[T], T]:
    """Declare a class as a term. It is used in draws for whose wishes `when` is true; by default, always."""

    def declare(kind: T) -> T:
        kind.name, kind.weight, kind.title, kind.when = name, weight, title, staticmethod(when)
        _terms.append(kind)
        return kind

    return declare


def terms() -> tuple[type[Term], ...]:
    """All declared terms, the highest weight first."""
    return tuple(sorted(_terms, key=lambda kind: -kind.weight))


def counting_terms(players: Mapping[str, Player], wishes: Wishes) -> list[Term]:
    """The terms used in a draw with these wishes, without those of weight 0. Raises UnknownWeight."""
    known = [kind.name for kind in terms()]
    for name in wishes.weights:
        if name not in known:
            raise UnknownWeight(name=repr(name), hint=did_you_mean(name, known), known=join(known))
    made = (kind(players, wishes) for kind in terms() if kind.when(wishes))
    return [one for one in made if one.chosen_weight]


def names_by_standing(players: Iterable[Player], by: str) -> list[str]:
    """The players' names by score or rating, the best first; players without a value come last."""

    def value(player: Player) -> tuple[bool, Fraction | int]:
        typed = player.score if by == "score" else player.rating
        return typed is None, -(typed or 0)

    return [player.name for player in sorted(players, key=value)]


def _sum_forced_pairs(sharing: Iterable[Iterable[str]], shares: Sequence[BoardGroup]) -> int:
    """The fewest pairs that must share a board: the sum over all shares and all groups to keep apart.

    Somebody on two boards counts on both.
    """
    groups = [{*names} for names in sharing]
    return sum(
        count_forced_pairs(sum(name in names for name in share.names), share.boards)
        for share in shares
        for names in groups
    )


def _without_common_pairs(groups: Iterable[Sequence[str]]) -> list[set[str]]:
    """The largest groups of which no two have a pair in common, so that no pair counts twice."""
    found: list[set[str]] = []
    for names in sorted(({*one} for one in groups), key=lambda one: (-len(one), sorted(one))):
        if all(len(names & other) < 2 for other in found):
            found.append(names)
    return found


# -- who plays what ---------------------------------------------------------------------------


@term("at once", 1000, "The same power on two boards at once")
class PowerAtOnce(OnSeat):
    """The same power on two boards of a round."""

    def cost(self, name: str, power: int, round_: int, others: Others) -> int:
        return others.count((round_, power))

    def words(self, name: str, power: int, round_: int, others: Others) -> str:
        return f"{name} plays {POWERS[power]} on two boards at once"


@term("power", 30, "Powers again", lambda wishes: wishes.powers.method != "any")
class PowerAgain(OnSeat):
    """A power that the player has had; each repeat costs more."""

    @property
    def kinds(self) -> Sequence[Sequence[int]]:
        return [(power,) for power in range(7)]

    def cost(self, name: str, power: int, round_: int, others: Others) -> int:
        return sum(other == power for _, other in others) ** 2

    def words(self, name: str, power: int, round_: int, others: Others) -> str:
        rounds = [one for one, other in others if other == power]
        return f"{name} plays {POWERS[power]} a {ordinal(len(rounds) + 1)} time ({in_rounds(rounds)})"


@term("region", 6, "Regions again", lambda wishes: wishes.powers.method == "regions")
class RegionAgain(OnSeat):
    """A region of the map in which the player has played, under regions."""

    @property
    def kinds(self) -> Sequence[Sequence[int]]:
        return self.wishes.powers.regions

    def remark(self, rounds: int) -> str:
        again_ = sum(count_forced_pairs(rounds * len(kind), 7) for kind in self.kinds)
        if not again_:
            return ""
        sizes = join(sorted(map(len, self.kinds)))
        return (
            f"With regions of {sizes} powers, 7 players cannot play {rounds} rounds without playing "
            f"in a region again {count_of(again_, 'time')}."
        )

    def _rounds(self, power: int, others: Others) -> list[int]:
        region = next(one for one in self.kinds if power in one)
        return [one for one, other in others if other in region]

    def cost(self, name: str, power: int, round_: int, others: Others) -> int:
        return len(self._rounds(power, others))

    def words(self, name: str, power: int, round_: int, others: Others) -> str:
        region = next(one for one in self.kinds if power in one)
        letters = "".join(LETTERS[one] for one in region)
        return f"{name} plays in {letters} again ({in_rounds(self._rounds(power, others))})"


@term("wheel", 6, "Steps off the wheel", lambda wishes: wishes.powers.method == "wheel")
class Wheel(OnSeat):
    """A power that does not follow on the wheel E-I-R-T-G-F-A; each further step costs one."""

    order = tuple(map(LETTERS.index, "EIRTGFA"))

    def cost(self, name: str, power: int, round_: int, others: Others) -> int:
        steps = sum(self._steps(other, power) for other in _powers_before(round_, others))
        return steps + sum(self._steps(power, other) for other in _powers_after(round_, others))

    def _steps(self, power: int, following: int) -> int:
        return (self.order.index(following) - self.order.index(power) - 1) % 7

    def words(self, name: str, power: int, round_: int, others: Others) -> str:
        before = _powers_before(round_, others)
        if not before:
            return f"{name} plays {POWERS[power]}; the wheel does not lead from there to the next power"
        expected = join((POWERS[self.order[(self.order.index(one) + 1) % 7]] for one in before), "or")
        return f"{name} plays {POWERS[power]}; the wheel gives {expected}"


def _powers_before(round_: int, others: Others) -> list[int]:
    """The player's powers in the last round that they played before this round."""
    last = max((one for one, _ in others if one < round_), default=None)
    return [power for one, power in others if one == last]


def _powers_after(round_: int, others: Others) -> list[int]:
    """The player's powers in the first round that they play after this round."""
    following = min((one for one, _ in others if one > round_), default=None)
    return [power for one, power in others if one == following]


@term(
    "preference",
    3,
    "Places down the lists of preferences",
    lambda wishes: wishes.powers.method == "preferences",
)
class Preference(OnSeat):
    """A power further down the player's list, under preferences."""

    def cost(self, name: str, power: int, round_: int, others: Others) -> int:
        prefers = self.player(name).prefers
        return prefers.index(power) if power in prefers else len(prefers)

    def words(self, name: str, power: int, round_: int, others: Others) -> str:
        prefers = self.player(name).prefers
        if power not in prefers:
            return f"{name} plays {POWERS[power]}, which is not on their list"
        return f"{name} plays {POWERS[power]}, their {ordinal(prefers.index(power) + 1)} choice"


@term("novice powers", 6, "Novices with other powers", lambda wishes: wishes.novice_powers)
class NovicePowers(OnSeat):
    """A novice without one of the powers kept for novices."""

    def cost(self, name: str, power: int, round_: int, others: Others) -> int:
        return int(self.player(name).novice and power not in self.wishes.novice_powers)

    def words(self, name: str, power: int, round_: int, others: Others) -> str:
        return f"{name}, a novice, plays {POWERS[power]}"


# -- who sits with whom -----------------------------------------------------------------------


@term("apart", 40, "Together, though to be kept apart")
class Apart(OnPair):
    """Two players to be kept apart."""

    def __init__(self, players: Mapping[str, Player], wishes: Wishes) -> None:
        super().__init__(players, wishes)
        self._shared = {
            word: [*names, word] if word in players else names
            for word, names in words_apart(players.values()).items()
        }
        self._pairs = {
            frozenset(pair)
            for word, names in self._shared.items()
            for pair in (((word, one) for one in names) if word in players else combinations(names, 2))
        }

    def cost(self, a: str, b: str) -> int:
        return int(frozenset((a, b)) in self._pairs)

    def words(self, a: str, b: str) -> str:
        return f"{a} and {b} are to be kept apart"

    def lower_bound(self, shares: Sequence[BoardGroup], record: Record) -> int:
        groups = (names for word, names in self._shared.items() if word not in self.players)
        return _sum_forced_pairs(_without_common_pairs(groups), shares)


class Mates(OnPair):
    """Two players with the same entry in a column of the roster."""

    shared: ClassVar[str]
    called: ClassVar[str] = ""

    def cost(self, a: str, b: str) -> int:
        return int(_have_same(self.player(a), self.player(b), self.shared))

    def words(self, a: str, b: str) -> str:
        return self._words_of(getattr(self.player(a), self.shared), [a, b])

    def _words_of(self, shared: str, names: Sequence[str]) -> str:
        return f"{join(names)} are {'both' if len(names) == 2 else 'all'} of {self.called}{shared}"

    def costs(self, call: BoardCall, record: Record) -> Iterator[Cost]:
        """One cost for all mates at a board: three of them are told in one sentence."""
        there = ((getattr(self.player(name), self.shared), (seat, name)) for seat, name in call.seats)
        for shared, mates in group_by_key(there).items():
            seats, names = tuple(seat for seat, _ in mates), [name for _, name in mates]
            pairs = len(mates) * (len(mates) - 1) // 2
            if shared and pairs:
                words = self._words_of(shared, names)
                yield Cost(self.name, pairs * self.chosen_weight, pairs, words, seats)

    def lower_bound(self, shares: Sequence[BoardGroup], record: Record) -> int:
        return _sum_forced_pairs(_sharing(self.players.values(), self.shared), shares)


@term("team", 40, "Team mates together")
class TeamMates(Mates):
    """Two team mates."""

    shared, called = "team", "the team "


@term("team powers", 20, "Team mates with the same power", lambda wishes: wishes.team_powers)
class TeamPowers(Term):
    """Two team mates with the same power in a round, under team powers."""

    def cost(self, a: str, b: str) -> int:
        return int(a != b and _have_same(self.player(a), self.player(b), "team"))

    def words(self, a: str, b: str, power: int) -> str:
        return f"{a} and {b}, both of the team {self.player(a).team}, play {POWERS[power]}"

    def costs(self, call: BoardCall, record: Record) -> Iterator[Cost]:
        for power, name in call.seats:
            for other in record.playing(call.round, power):
                if cost := self.cost(name, other):
                    words = self.words(name, other, power)
                    yield Cost(self.name, cost * self.chosen_weight, cost, words, (power,))

    def lower_bound(self, shares: Sequence[BoardGroup], record: Record) -> int:
        teams = [{*names} for names in _sharing(self.players.values(), "team")]
        rounds = group_by_key((share.round, name) for share in shares for name in share.names)
        return sum(count_forced_pairs(len(team & {*here}), 7) for here in rounds.values() for team in teams)


@term("met", 10, "Meetings again")
class MetAgain(Again):
    """Two players who have met; each repeat costs more."""

    def words(self, a: str, b: str, rounds: Sequence[int]) -> str:
        again = "again" if len(rounds) == 1 else f"a {ordinal(len(rounds) + 1)} time"
        return f"{a} and {b} meet {again} ({in_rounds(rounds)})"

    def lower_bound(self, shares: Sequence[BoardGroup], record: Record) -> int:
        after = _sum_forced_pairs((call.players for call in record.calls), shares)
        return after + sum(
            count_forced_meetings(len({*one.names} & {*other.names}), one.boards, other.boards)
            for one, other in combinations(shares, 2)
            if one.round != other.round
        )


@term("neighbours", 4, "Neighbours again")
class NeighboursAgain(Again):
    """Two neighbours on the map who have been neighbours; each repeat costs more."""

    neighbours = True

    def words(self, a: str, b: str, rounds: Sequence[int]) -> str:
        return f"{a} and {b} are neighbours again ({in_rounds(rounds)})"


@term("club", 20, "Club mates together")
class ClubMates(Mates):
    """Two club mates."""

    shared = "club"


@term("novices", 20, "Novices among others, or together", lambda wishes: wishes.novices != "any")
class Novices(OnPair):
    """A novice among others, under novices together; two novices, under novices spread."""

    def cost(self, a: str, b: str) -> int:
        novices = self.player(a).novice + self.player(b).novice
        return int(novices == (1 if self.wishes.novices == "together" else 2))

    def words(self, a: str, b: str) -> str:
        if self.wishes.novices == "spread":
            return f"{a} and {b} are both novices"
        novice, other = (a, b) if self.player(a).novice else (b, a)
        return f"{novice} is a novice, {other} is not"

    def lower_bound(self, shares: Sequence[BoardGroup], record: Record) -> int:
        novices = [sum(self.player(name).novice for name in share.names) for share in shares]
        if self.wishes.novices == "together":
            return sum(map(count_mixed_pairs, novices))
        return sum(count_forced_pairs(n, share.boards) for n, share in zip(novices, shares, strict=True))


@term("standing", 1, "Boards apart by standing, squared", lambda wishes: wishes.by)
class ApartByStanding(OnPair):
    """Two players far apart by score or rating: the square of the number of boards between them."""

    def __init__(self, players: Mapping[str, Player], wishes: Wishes) -> None:
        super().__init__(players, wishes)
        self._places = {name: n for n, name in enumerate(names_by_standing(players.values(), wishes.by))}

    def _apart(self, a: str, b: str) -> int:
        last = len(self._places)
        return abs(self._places.get(a, last) - self._places.get(b, last))

    def cost(self, a: str, b: str) -> int:
        return (self._apart(a, b) // 7) ** 2

    def words(self, a: str, b: str) -> str:
        return f"{a} and {b} are {count_of(self._apart(a, b), 'place')} apart"


def _have_same(one: Player, other: Player, what: str) -> bool:
    return bool(getattr(one, what)) and getattr(one, what) == getattr(other, what)


def _sharing(players: Iterable[Player], what: str) -> Iterable[list[str]]:
    return group_by_key((value, one.name) for one in players if (value := getattr(one, what))).values()
