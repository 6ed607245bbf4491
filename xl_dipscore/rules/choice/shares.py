"""The 3,120 ways to share 34 centres among seven powers, each scored once under a system."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from math import lcm
from typing import NamedTuple

from xl_dipscore.errors import Faults
from xl_dipscore.rules.board import CENTRES, SEATS, Board, End
from xl_dipscore.rules.choice.typical import board_of
from xl_dipscore.rules.system import System

YEARS = (1908, 1904)
"""The years in which the boards end, under a system that needs years."""
FIRST_GONE = 1902
Counts = tuple[int, ...]


@cache
def shares() -> tuple[Counts, ...]:
    """Every way to share all centres among seven powers, largest power first."""
    return tuple(_parts(CENTRES, 7, CENTRES))


def _parts(total: int, powers: int, most: int) -> Iterator[Counts]:
    if powers == 0:
        if total == 0:
            yield ()
        return
    for first in range(min(total, most), -1, -1):
        if first * powers < total:
            break
        for rest in _parts(total - first, powers - 1, first):
            yield (first, *rest)


def needs_years(system: System) -> bool:
    """Are boards tried with their years? Without need, a year in a sentence would only make it longer."""
    return bool({"year", "eliminated"} & {*system.needs})


def why_left_out(system: System) -> str:
    """Why the enumeration says nothing about a system; blank if it does."""
    if "chart" in system.needs:
        return f"{system.key} needs the centre chart of every year, and final counts have many."
    if system.meanwhile:
        return f"{system.key} knows the value of a win only when the event is over."
    if system.family == "any":
        return f"{system.key} scores by the options that you set: try them with dipscore choose --with."
    if system.qualifies is not None:
        return f"{system.key} decides who goes on by all boards of an event, not by scores of single boards."
    return ""


@dataclass(slots=True, eq=False)
class One:
    """A scored board: its counts in the order of the seats, its year, and how it ended."""

    board: Board
    totals: Sequence[Fraction]
    drew: Sequence[int]
    """The seats that share the draw."""
    over: bool
    """Has a power won, by a solo?"""
    whole: Sequence[int] = ()
    """The totals as whole numbers of the unit of the enumeration, which are quicker to compare."""

    @property
    def counts(self) -> Counts:
        return self.board.centres


class Move(NamedTuple):
    """A centre that `taker` takes from `giver`, as the counts of a board allow it."""

    taker: int
    giver: int
    counts: Counts
    """The counts afterwards."""
    places: Sequence[int]
    """The seats before, in the order of the seats afterwards."""
    taker_after: int
    giver_after: int

    @property
    def gone_last(self) -> int | None:
        """The seat afterwards that lost its last centre; None if there is none."""
        return None if self.counts[self.giver_after] else self.giver_after


class Exchanged(NamedTuple):
    """A board, and the same board after a move."""

    before: One
    after: One
    move: Move

    @property
    def third_that_gains(self) -> int | None:
        """The place of another survivor whose score rises; None if there is none."""
        now, then, alive = self.before.whole, self.after.whole, self.before.counts
        for here, seat in enumerate(self.move.places):
            if then[here] > now[seat] and alive[seat] and seat not in (self.move.taker, self.move.giver):
                return here
        return None

    @property
    def gain(self) -> int:
        """How much the taker gains, in the unit of the enumeration."""
        return self.after.whole[self.move.taker_after] - self.before.whole[self.move.taker]

    @property
    def giver_gains(self) -> int:
        return self.after.whole[self.move.giver_after] - self.before.whole[self.move.giver]


class Enumeration:
    """All boards of a system. Boards that the system refuses are left out."""

    def __init__(self, system: System) -> None:
        self.system = system
        self._timed = needs_years(system)
        self._known: dict[tuple[Counts, int, int | None], One | None] = {}
        years = YEARS if self._timed else YEARS[:1]
        orders = [*_orders()] if system.by_country else [SEATS]
        ways = product(shares(), years, orders)
        tried = dict.fromkeys((tuple([counts[n] for n in order]), year) for counts, year, order in ways)
        scored = (self._score(*one) for one in tried)
        self.boards = [one for one in scored if one is not None]
        self.drawn = [one for one in self.boards if not one.over]
        self.won = [one for one in self.boards if one.over]
        self.agreed = [*self._agreed()]
        """Draws of the two largest powers that leave out survivors: the first and the last of each pair."""
        self.exchanges = [*self._exchanges()]
        """Every centre that a power can take from a survivor while a game is undecided."""
        self.unit = self._measure()
        """The unit of `One.whole`: all totals are whole multiples of it."""

    def _measure(self) -> Fraction:
        every = [*filter(None, self._known.values()), *self.agreed]
        parts = lcm(*{total.denominator for one in every for total in one.totals})
        for one in every:
            one.whole = [total.numerator * (parts // total.denominator) for total in one.totals]
        return Fraction(1, parts)

    def _score(self, counts: Counts, year: int, gone_last: int | None = None) -> One | None:
        """Score a board, or find its scores. gone_last: the seat that lost its last centre in this year."""
        key = (counts, year, gone_last if self._timed else None)
        if key not in self._known:
            self._known[key] = self._make(counts, year, gone_last)
        return self._known[key]

    def _make(self, counts: Counts, year: int, gone_last: int | None) -> One | None:
        if not self._timed:
            return self._try(board_of(self.system, counts, None, (None,) * 7))
        gone = _years_gone(counts, year)
        if gone_last is not None:
            gone[gone_last] = year
        return self._try(board_of(self.system, counts, year, gone))

    def _try(self, board: Board) -> One | None:
        try:
            totals = self.system(board).totals
        except Faults:
            return None
        read = self.system.read(board)
        return One(board, totals, read.drew, read.ending.end in (End.SOLO, End.CONCESSION))

    def _agreed(self) -> Iterator[One]:
        if not self.system.marks:
            return
        ends: dict[Counts, list[Board]] = {}
        for one in self.drawn:
            if not self.system.by_country and len(one.board.survivors) > 2:
                ends.setdefault((*one.counts[:2], one.board.year or 0), []).append(one.board)
        for first, *_, last in (boards * 2 for boards in ends.values()):
            for board in (first, last):
                marked = Board(board.centres, (0, 1), board.eliminated, board.year)
                if (agreed := self._try(marked)) is not None and len(agreed.drew) == 2:
                    yield agreed

    def _exchanges(self) -> Iterator[Exchanged]:
        moves = _moves_of if self.system.by_country else _moves_in_order
        for one in self.drawn:
            year = one.board.year or YEARS[0]
            for move in moves(one.counts):
                if (after := self._score(move.counts, year, move.gone_last)) is not None:
                    yield Exchanged(one, after, move)


def _moves_of(counts: Counts) -> Iterator[Move]:
    """Each move of a centre between two survivors, one for powers with equal counts."""
    for mine in _different(counts):
        taker = counts.index(mine)
        for other in _different(counts):
            giver = 6 - counts[::-1].index(other)
            if giver != taker:
                moved = [*counts]
                moved[taker] += 1
                moved[giver] -= 1
                yield Move(taker, giver, tuple(moved), SEATS, taker, giver)


@cache
def _moves_in_order(counts: Counts) -> tuple[Move, ...]:
    """The same, with the largest power first afterwards: it is the same for all systems without countries.

    Powers with equal counts are equal, so one order stands for all; the dead keep their places.
    """
    found = []
    for taker, giver, moved, *_ in _moves_of(counts):
        places = sorted(SEATS, key=lambda seat: -moved[seat])
        then = tuple([moved[seat] for seat in places])
        found.append(Move(taker, giver, then, places, places.index(taker), places.index(giver)))
    return tuple(found)


def _different(counts: Counts) -> list[int]:
    return [*dict.fromkeys(count for count in counts if count)]


def _years_gone(counts: Counts, year: int) -> list[int | None]:
    """Years of elimination: one power a year before the end, the first of them not before 1902."""
    dead = [seat for seat in SEATS if not counts[seat]]
    alive = 7 - len(dead)
    gone: list[int | None] = [None] * 7
    for place, seat in enumerate(dead, alive):
        gone[seat] = max(FIRST_GONE, year + 1 - place)
    return gone


def _orders() -> Iterator[list[int]]:
    """The seven powers from each of them on, forwards and backwards."""
    for first in SEATS:
        yield [(seat + first) % 7 for seat in SEATS]
        yield [(first - seat) % 7 for seat in SEATS]
