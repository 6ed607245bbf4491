"""A finished game of Diplomacy: centres, marks and how the game ended. This module has no scoring rule."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from functools import cache, cached_property
from typing import Any, ClassVar, NamedTuple, Self, TypeVar, overload

from xl_dipscore.errors import NA, Doubt, Fault, Faults, Note, join

T = TypeVar("T")
POWERS = ("Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey")
LETTERS = "".join(power[0] for power in POWERS)
"""A letter for each power, in the order of POWERS."""
SEATS = range(7)
CENTRES = 34
FIRST_YEAR = 1901
ALL_OWNED = 1904
"""The year from which, in practice, every centre has an owner."""
STARTED = (3, 3, 3, 3, 3, 4, 3)
"""Centres of each power at the start of a game."""
LEAST_CONCEDED = 12
"""In practice, nobody concedes a game to a power with fewer centres than this."""
LAST_YEAR = 1999


class NotACount(Fault):
    """{power} has {value} centres; a count is a whole number from 0 to 34."""


class BlankCount(Fault):
    """{powers} {have} no centres typed yet{when}; type 0 for a power without any."""

    cell = NA

    def __init__(self, seats: Sequence[int], field: str, when: str = "") -> None:
        """seats: the seats without a count. when: blank, or words for the year of the chart."""
        self.blank, self.when = tuple(seats), when
        alone = len(seats) == 1
        powers, have = join(POWERS[seat] for seat in seats), "has" if alone else "have"
        super().__init__(seat=seats[0] if alone else None, field=field, powers=powers, have=have, when=when)

    @property
    def seats(self) -> Sequence[int]:
        return self.blank


class TooManyCentres(Fault):
    """The centres{when} add up to {total}, but a board has 34."""


class NoCentres(Fault):
    """No power has a centre."""


class DeadInDraw(Fault):
    """{power} is marked in the draw but has no centre."""


class AliveAndEliminated(Fault):
    """{power} has {centres} and also an elimination year, {year}."""


class EliminatedTooLate(Fault):
    """{power} was eliminated in {year}, but the game's last year is {last}."""


class NotAYear(Fault):
    """{value} is not a game year (1901 or later)."""


class ChartDiffers(Fault):
    """{power}: the centre chart says {chart}, but {given} is typed."""


class ChartYearDiffers(Fault):
    """The centre chart ends in {chart}, but {given} is typed."""


class ChartEliminationDiffers(Fault):
    """{power}: the centre chart says eliminated in {chart}, but {given} is typed."""


class BackFromTheDead(Fault):
    """{power} has {centres} in {year} after having none the year before."""


class MissingFact(Fault):
    """{system} needs a fact that is missing."""

    cell = NA


class MissingYear(MissingFact):
    """{system} needs the last game year."""


class MissingElimination(MissingFact):
    """{system} needs the year in which {power} was eliminated."""


class MissingChart(MissingFact):
    """{system} needs the centre chart: a row per year in the options, or a column per year in the games."""


class MissingChartYears(MissingFact):
    """{system} needs the centre chart for every year; missing: {years}."""


class NotSeven(Fault):
    """A board has seven {what}, not {count}."""


class NotAList(Fault):
    """{value} is not {what}."""


class NotAPower(Fault):
    """{value} is not one of the seven powers."""


class SamePowerTwice(Fault):
    """{power} is listed twice."""


class NotTheLargest(
    Doubt, remedy="Check the marks: a single mark means that the game was conceded to that power."
):
    """{power} is not the largest power; {largest} {has}."""


class FewToConcede(Doubt, remedy="If it was drawn, mark the other powers in the draw too."):
    """The game is read as conceded to {power} with {centres}."""


class MarksBesideSolo(Doubt, remedy="Check the counts, or remove the marks."):
    """{winner} won with {centres}, so the draw marks beside {powers} do not count."""


class LargestOutside(Note, remedy="Mark it too, unless the table agreed to leave it out."):
    """The draw leaves out {power}, the largest power."""


class Unowned(Doubt, remedy="Check the seven counts: from 1904 on, every centre has an owner."):
    """{owned} of 34 centres: {unowned} unowned.{hint}"""


class GrownTooFast(Doubt, remedy="Check the count and the year: a power can double each year, no more."):
    """{power} has {centres} in {year}, where it can have at most {most}."""


class DockedTooMuch(Doubt, remedy="Correct the column Docked."):
    """{power} is docked {docked} but has {centres}."""


class WithoutRow(Note, remedy="Type their rows, unless nobody played them."):
    """{powers} {have} no row and {are} read as not played."""


class StarredCounts(Note, remedy="If it means a docked centre, type that under Docked."):
    """The star beside the count of {powers} is ignored."""


class IdleInDraw(Doubt, remedy="Remove one of the two marks."):
    """{power} is marked in the draw, and in civil disorder."""


class End(Enum):
    """The four ways a game ends."""

    SOLO = "solo"
    CONCESSION = "concession"
    DRAW = "agreed draw"
    CLOCK = "stopped by the clock"


class Victory(NamedTuple):
    """An outright win needs this number of centres, and this lead over every other power."""

    centres: int | Fraction = 18
    lead: int = 1


STANDARD_VICTORY = Victory()
_NEVER = (None,) * 7


class Group(tuple[int, ...]):
    """Seats, and words for them in a sentence, for example `dead powers`."""

    who: str

    @classmethod
    def of(cls, who: str, seats: Iterable[int]) -> "Group":
        """The group of these seats: one object for all boards, so that a large event needs less memory."""
        return _group_of(who, tuple(seats))


@cache
def _group_of(who: str, seats: tuple[int, ...]) -> Group:
    made = Group(seats)
    made.who = who
    return made


class Ending(NamedTuple):
    """How a game ended: the kind of ending, the winner's seat if there is a winner, the seats that drew."""

    end: End
    winner: int | None
    drew: tuple[int, ...]


_ending = cache(Ending)
"""Makes each ending once: there are few, and a large event has many boards."""


def count_of(number: int, noun: str = "centre") -> str:
    """`1 centre`, `12 centres`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def are(number: int, noun: str) -> str:
    """`1 centre is`, `12 centres are`."""
    return f"{count_of(number, noun)} {'is' if number == 1 else 'are'}"


def _seats_without_count(counts: Sequence[int | None]) -> list[int]:
    return [seat for seat, value in enumerate(counts) if value is None]


def seat_of(power: str | int) -> int:
    """The seat of a power, given by name or seat number. Raises NotAPower."""
    if isinstance(power, str) and power in POWERS:
        return POWERS.index(power)
    if type(power) is int and power in SEATS:
        return power
    raise NotAPower(value=_quote_value(power))


class stored_property(cached_property[T]):  # noqa: N801  used as a decorator, so named like a function
    """A cached property that is set like an attribute.

    All boards then share the names of their attributes, so that a large event needs less memory.
    """

    @overload
    def __get__(self, board: None, owner: Any = None) -> Self: ...
    @overload
    def __get__(self, board: object, owner: Any = None) -> T: ...
    def __get__(self, board: object | None, owner: Any = None) -> Self | T:
        if board is None:
            return self
        value = self.func(board)
        object.__setattr__(board, self.attrname or "", value)
        return value


def share_names(board: "Board") -> None:
    """Set all stored properties of the first board: Python shares the names that the first objects have."""
    for name, one in vars(Board).items():
        if isinstance(one, stored_property):
            getattr(board, name)


_SIMPLE_TYPES = frozenset((tuple, list, frozenset, int, type(None)))
"""Types of values that need no conversion, because they are neither arrays nor iterators."""


_NO_SEATS: frozenset[int] = frozenset()
"""Shared by all boards: most facts of most boards concern nobody."""


def _seats(powers: Iterable[str | int]) -> frozenset[int]:
    """The seats of powers. Raises NotAPower and SamePowerTwice, and NotAList for a mapping."""
    if type(powers) in _SIMPLE_TYPES and not powers:
        return _NO_SEATS
    if hasattr(powers, "keys"):
        raise NotAList(value=_quote_value(powers), what="a list of powers")
    seats = [seat_of(power) for power in powers]
    for seat in seats if len({*seats}) < len(seats) else ():
        if seats.count(seat) > 1:
            raise SamePowerTwice(power=POWERS[seat])
    return frozenset(seats) if seats else _NO_SEATS


def _seven(given: Iterable[Any]) -> tuple[Any, ...]:
    """The values as a tuple; `_faults` checks its length. Raises NotAList if `given` is no list or tuple."""
    if not isinstance(given, list | tuple):
        raise NotAList(value=_quote_value(given), what="seven values in the order Austria to Turkey")
    return tuple(given)


Given = Mapping[str, Any]
"""Facts of a board as a program passes them, by the name of Board's parameter."""
Reader = Callable[[Given], tuple[Given, list[Fault]]]
"""Converts values, as typed in cells, to counts, years and seats; also returns faults for unreadable ones."""


@dataclass(frozen=True, init=False)
class Board:
    """One finished game. Every instance is valid.

    centres: seven counts after the last completed Fall, in the order of POWERS, or by power.
    draw: the powers marked as being in the draw (a single mark is a concession): names or seats, a text like
        `EFG`, or seven marks.
    eliminated: for each power the first year after whose Fall it had no centre, or None; seven items, or
        {power: year}.
    year: the last completed game year.
    docked: for each power, the number of its centres that are not scored, as the director decides.
    civil_disorder, new_player, unplayed: powers by name or seat. Nobody played the powers in `unplayed`.
    starred: powers whose counts are typed with a star. A star changes no score.
    chart: {year: seven counts}, or (year, counts) pairs, for the years that the director wrote down.
    victory: the condition of an outright win; a system with another condition replaces it.
    adjudicated: the seats to which a system adjudicates a game stopped by the clock. A single seat has
        won, several seats have drawn; an empty tuple means no draw. None: the game is not adjudicated.

    xl_dipscore.Board also accepts counts, years and powers typed as in cells.
    Raises Faults, with a fault for each impossible fact.
    """

    centres: tuple[int, ...]
    draw: frozenset[int] = frozenset()
    eliminated: tuple[int | None, ...] = _NEVER
    year: int | None = None
    docked: tuple[int, ...] = (0,) * 7
    civil_disorder: frozenset[int] = frozenset()
    new_player: frozenset[int] = frozenset()
    unplayed: frozenset[int] = frozenset()
    starred: frozenset[int] = frozenset()
    chart: tuple[tuple[int, tuple[int, ...]], ...] = ()
    victory: Victory = STANDARD_VICTORY
    adjudicated: tuple[int, ...] | None = None

    reader: ClassVar[Reader | None] = None
    """Converts values such as `EFG` or an array. The package xl_dipscore sets this function."""

    def __init__(
        self,
        centres: Iterable[Any] | Mapping[Any, Any],
        draw: Iterable[Any] | Mapping[Any, Any] | str | None = (),
        eliminated: Mapping[Any, Any] | Iterable[Any] | None = _NEVER,
        year: Any = None,
        *,
        docked: Iterable[Any] | Mapping[Any, Any] | None = (0,) * 7,
        civil_disorder: Iterable[Any] | Mapping[Any, Any] | str | None = (),
        new_player: Iterable[Any] | Mapping[Any, Any] | str | None = (),
        unplayed: Iterable[Any] | Mapping[Any, Any] | str | None = (),
        starred: Iterable[Any] | Mapping[Any, Any] | str | None = (),
        chart: Mapping[Any, Any] | Iterable[tuple[Any, Any]] | None = None,
        victory: Victory = STANDARD_VICTORY,
        adjudicated: tuple[int, ...] | None = None,
    ) -> None:
        given = {
            "centres": centres,
            "draw": draw,
            "eliminated": eliminated,
            "year": year,
            "docked": docked,
            "civil_disorder": civil_disorder,
            "new_player": new_player,
            "unplayed": unplayed,
            "starred": starred,
            "chart": chart,
        }
        for word, one in given.items():
            if type(one) in _SIMPLE_TYPES:
                continue
            if hasattr(one, "__next__"):  # an iterator: stored, because the values may be read twice
                given[word] = [*one]
            elif hasattr(one, "tolist") and not hasattr(one, "keys"):  # an array
                given[word] = one.tolist()
        self._store(victory=victory, adjudicated=adjudicated)
        try:
            faults = self._store_facts(given)
        except (TypeError, ValueError, AttributeError, ArithmeticError):
            if Board.reader is None:
                raise
            faults = None
        if faults is None or (faults and Board.reader is not None):
            assert Board.reader is not None
            read, unreadable = Board.reader(given)
            faults = [*unreadable, *(self._store_facts(read) if "centres" in read else ())]
        if faults:
            raise Faults(faults)

    def _store_facts(self, given: Given) -> list[Fault]:
        """Store plain values, and return a fault for each impossible value."""
        eliminated = given["eliminated"]
        if isinstance(eliminated, Mapping):
            gone = {seat_of(power): year for power, year in eliminated.items()}
            eliminated = [gone.get(seat) for seat in SEATS]
        chart = dict(given["chart"] or {})
        self._store(
            centres=_seven(given["centres"]),
            draw=_seats(given["draw"]),
            eliminated=_seven(eliminated),
            year=given["year"],
            docked=_seven(given["docked"]),
            civil_disorder=_seats(given["civil_disorder"]),
            new_player=_seats(given["new_player"]),
            unplayed=_seats(given["unplayed"]),
            starred=_seats(given["starred"]),
            chart=tuple((y, _seven(chart[y])) for y in sorted(chart, key=str)),
        )
        return list(self._faults())

    def _store(self, **facts: object) -> None:
        """Set attributes. Unlike `vars(self).update`, this lets all boards share the names of attributes."""
        for name, fact in facts.items():
            object.__setattr__(self, name, fact)

    # -- impossible facts -----------------------------------------------------------------

    def _faults(self) -> Iterator[Fault]:
        shapes = {"centre counts": self.centres, "elimination years": self.eliminated, "docked": self.docked}
        wrong = [NotSeven(what=what, count=len(seven)) for what, seven in shapes.items() if len(seven) != 7]
        if wrong:
            yield from wrong
            return
        are_good = _are_counts(self.centres)
        if not (are_good and _are_counts(self.docked)):
            yield from self._faults_of_counts()
        good = self.centres if are_good else [value for value in self.centres if _is_count(value)]
        if sum(good) > CENTRES:
            yield TooManyCentres(field="centres", when="", total=sum(good))
        if len(good) == 7 and not any(good):
            yield NoCentres(field="centres")
        if self.year is not None and not _is_year(self.year):
            yield NotAYear(field="year", value=_quote_value(self.year))
        if self.draw or self.eliminated != _NEVER:
            yield from self._contradictions()
        if self.chart:
            yield from self._chart_faults()

    def _faults_of_counts(self) -> Iterator[Fault]:
        blank = _seats_without_count(self.centres)
        if blank and not (self.chart and blank == _seats_without_count(self.chart[-1][1])):
            yield BlankCount(blank, "centres")
        for name in ("centres", "docked"):
            for seat, value in enumerate(getattr(self, name)):
                if not _is_count(value) and not (value is None and name == "centres"):
                    yield NotACount(seat=seat, field=name, power=POWERS[seat], value=_quote_value(value))

    def _contradictions(self) -> Iterator[Fault]:
        for seat, power in enumerate(POWERS):
            centres, gone = self.centres[seat], self.eliminated[seat]
            if seat in self.draw and centres == 0 and self._soloist() is None:
                yield DeadInDraw(seat=seat, field="draw", power=power)
            if gone is None:
                continue
            if not _is_year(gone):
                yield NotAYear(seat=seat, field="eliminated", value=_quote_value(gone))
            elif _is_count(centres) and centres:
                yield AliveAndEliminated(
                    seat=seat, field="eliminated", power=power, centres=count_of(centres), year=gone
                )
            elif _is_year(self.year) and gone > (self.year or 0):
                yield EliminatedTooLate(seat=seat, field="eliminated", power=power, year=gone, last=self.year)

    def _chart_faults(self) -> Iterator[Fault]:
        before: tuple[int, ...] = (1,) * 7
        if wrong := [year for year, _ in self.chart if not _is_year(year)]:
            yield from (NotAYear(field="chart", value=_quote_value(year)) for year in wrong)
            return
        for year, counts in self.chart:
            word = str(year)
            if len(counts) != 7:
                yield NotSeven(field=word, what=f"counts in {year}", count=len(counts))
                return
            if blank := _seats_without_count(counts):
                yield BlankCount(blank, word, f" for {word}")
            for seat, value in enumerate(counts):
                power = POWERS[seat]
                if value is None:
                    continue
                if not _is_count(value):
                    yield NotACount(seat=seat, field=word, power=power, value=_quote_value(value))
                elif value and before[seat] == 0:
                    yield BackFromTheDead(
                        seat=seat, field=word, power=power, centres=count_of(value), year=year
                    )
            total = sum(value for value in counts if _is_count(value))
            if total > CENTRES:
                yield TooManyCentres(field=word, when=f" of {year}", total=total)
            before = counts
        if self.chart:
            yield from self._differences(before)

    def _differences(self, last_counts: Sequence[int]) -> Iterator[Fault]:
        """A fault for each fact that is typed outside the chart and differs from the chart."""
        last = self.chart[-1][0]
        if _is_year(self.year) and self.year != last:
            yield ChartYearDiffers(field="year", chart=last, given=self.year)
        gone = years_gone(dict(self.chart))
        for seat, power in enumerate(POWERS):
            count, year = self.centres[seat], self.eliminated[seat]
            charted = last_counts[seat]
            if _is_count(count) and _is_count(charted) and count != charted:
                yield ChartDiffers(seat=seat, field="centres", power=power, chart=charted, given=count)
            if year is not None and gone[seat] is not None and year != gone[seat]:
                yield ChartEliminationDiffers(
                    seat=seat, field="eliminated", power=power, chart=gone[seat], given=year
                )

    # -- how the game ended ---------------------------------------------------------------

    @stored_property
    def ending(self) -> Ending:
        """How the game ended. This is decided here and nowhere else.

        If no power is marked, and only one survivor still has a player, the game is conceded to that power.
        """
        if (winner := self._soloist()) is not None:
            return _ending(End.SOLO, winner, ())
        marked = tuple(sorted(self.draw))
        if len(marked) == 1:
            return _ending(End.CONCESSION, marked[0], ())
        if marked:
            return _ending(End.DRAW, None, marked)
        if len(self.active) == 1:
            return _ending(End.CONCESSION, self.active[0], ())
        if self.adjudicated is None:
            return _ending(End.CLOCK, None, self.active)
        if len(self.adjudicated) == 1:
            return _ending(End.CLOCK, self.adjudicated[0], ())
        return _ending(End.CLOCK, None, self.adjudicated)

    def _soloist(self) -> int | None:
        if _are_counts(self.centres):
            counts = list(self.centres)
        else:
            counts = [count if _is_count(count) else 0 for count in self.centres]
        first, second = sorted(counts, reverse=True)[:2]
        won = first >= self.victory.centres and first - second >= self.victory.lead
        return counts.index(first) if won else None

    @property
    def winner(self) -> int | None:
        """The seat that won, by a solo, by concession or by adjudication; None without a winner."""
        return self.ending.winner

    @property
    def conceded(self) -> bool:
        return self.ending.end is End.CONCESSION

    @property
    def why_conceded(self) -> str:
        """The reason why a game without marks is read as conceded; empty for all other games."""
        if not self.conceded or self.draw:
            return ""
        (alone,) = self.active
        return f"{POWERS[alone]} is the only power still played, and none is marked: read as conceded to it."

    @property
    def voted(self) -> bool:
        """Do the marks show that the players agreed on a draw or a concession?"""
        return bool(self.draw) and self.ending.end is not End.SOLO

    @property
    def drew(self) -> tuple[int, ...]:
        """Seats marked in the draw; without marks, `adjudicated` or else `active`; none if a power won."""
        return Group.of("members of the draw", self.ending.drew)

    @property
    def placed(self) -> tuple[int, ...]:
        """The winner's seat, or the seats in the draw."""
        return self.drew if self.winner is None else Group.of("the winner", [self.winner])

    @property
    def others(self) -> tuple[int, ...]:
        """The seats that neither won nor drew."""
        placed, who = self.placed, "all outside the draw" if self.winner is None else "losers"
        return Group.of(who, [seat for seat in SEATS if seat not in placed])

    @property
    def outside(self) -> tuple[int, ...]:
        """Survivors that neither won nor drew."""
        placed = self.placed
        who = "survivors outside the draw" if self.winner is None else "surviving losers"
        return Group.of(who, [seat for seat in self.survivors if seat not in placed])

    @property
    def left_out(self) -> tuple[int, ...]:
        """Survivors that neither won nor drew, and that still had a player."""
        return tuple(seat for seat in self.outside if seat not in self.civil_disorder)

    @stored_property
    def survivors(self) -> tuple[int, ...]:
        """Seats that own a centre."""
        return Group.of("survivors", [seat for seat, own in enumerate(self.centres) if own])

    @stored_property
    def active(self) -> tuple[int, ...]:
        """Survivors that still had a player: a power in civil disorder takes no part in a draw."""
        return tuple([seat for seat in self.survivors if seat not in self.civil_disorder])

    @property
    def idle(self) -> tuple[int, ...]:
        """Seats in civil disorder, with or without a centre."""
        return tuple(sorted(self.civil_disorder))

    @stored_property
    def dead(self) -> tuple[int, ...]:
        """Seats without a centre."""
        return Group.of("dead powers", [seat for seat, own in enumerate(self.centres) if not own])

    @stored_property
    def counts(self) -> tuple[int, ...]:
        """For each power the centres that are scored: centres owned less centres docked, at least 0."""
        if not any(self.docked):
            return self.centres
        return tuple([max(0, own - off) for own, off in zip(self.centres, self.docked, strict=True)])

    @property
    def whole_chart(self) -> Sequence[Sequence[int]]:
        """The centre counts of each year, from 1901 on; empty if the chart lacks a year."""
        whole = [year for year, _ in self.chart] == [*range(FIRST_YEAR, FIRST_YEAR + len(self.chart))]
        return [counts for _, counts in self.chart] if whole else ()

    @property
    def owned(self) -> int:
        """The scored centres of all powers together."""
        return sum(self.counts)

    @property
    def most(self) -> int:
        """The scored centres of the largest power."""
        return max(self.counts)

    # -- facts that few systems need ------------------------------------------------------

    def need(self, *, year: bool = False, eliminations: Iterable[int] = (), chart: bool = False) -> None:
        """Raise Faults if a needed fact is missing. eliminations: the seats whose years are needed."""
        faults: list[Fault] = []
        if year and self.year is None:
            faults.append(MissingYear(field="year", system="The system"))
        faults.extend(
            MissingElimination(seat=seat, field="eliminated", power=POWERS[seat], system="The system")
            for seat in eliminations
            if self.eliminated[seat] is None
        )
        if chart and not self.chart:
            faults.append(MissingChart(field="chart", system="The system"))
        elif chart:
            known = [year for year, _ in self.chart]
            if gaps := sorted(set(range(FIRST_YEAR, known[-1])) - set(known)):
                faults.append(MissingChartYears(field="chart", system="The system", years=join(gaps)))
        if faults:
            raise Faults(faults)

    # -- in words -------------------------------------------------------------------------

    @property
    def draw_in_words(self) -> str:
        """`3-way draw`; if the game is neither marked nor adjudicated, `draw of all 5 survivors`."""
        size = len(self.drew)
        if not self._tells_survivors:
            return f"{size}-way draw"
        idle = len(self.survivors) - size
        return f"draw of the {size} survivors still played" if idle else f"draw of all {size} survivors"

    def ending_in_words(
        self, listed: Callable[[Iterable[str]], str] = ", ".join, *, drawn: bool = False
    ) -> str:
        """How the game ended, in the words of DIP_CHECK: `3-way draw England, Russia, Turkey, 1908`.

        listed: joins the names of several powers.
        drawn: is a game without marks scored as a draw?
        """
        kind, winner, drew = self.ending
        match kind:
            case End.SOLO | End.CONCESSION:
                assert winner is not None
                how = "solo" if kind is End.SOLO else "conceded to"
                text = f"{how} {POWERS[winner]} with {count_of(self.centres[winner])}"
            case End.DRAW:
                text = f"{self.draw_in_words} {listed(POWERS[seat] for seat in drew)}"
            case End.CLOCK if not self._tells_survivors:
                text = f"stopped by the clock, {self._adjudication(listed)}"
            case End.CLOCK:
                how = f": scored as a {self.draw_in_words}," if drawn else ", survivors"
                text = f"stopped by the clock{how} {listed(map(self._survivor, self.survivors))}"
        return f"{text}, {self.year}" if self.year is not None else text

    @property
    def _tells_survivors(self) -> bool:
        return self.ending.end is End.CLOCK and self.adjudicated is None

    def _survivor(self, seat: int) -> str:
        return POWERS[seat] + (" (in civil disorder)" if seat in self.civil_disorder else "")

    def _adjudication(self, listed: Callable[[Iterable[str]], str]) -> str:
        if self.winner is not None:
            return f"adjudicated a win for {POWERS[self.winner]} with {count_of(self.centres[self.winner])}"
        if not self.drew:
            return "adjudicated no draw"
        return f"adjudicated a {self.draw_in_words} {listed(POWERS[seat] for seat in self.drew)}"

    def notes(self) -> Iterator[str]:
        """Sentences about unusual facts that are probably right. For mistakes see `probable_typos`."""
        unowned = CENTRES - sum(self.centres)
        if unowned and not self._all_owned:
            yield f"{count_of(sum(self.centres))}, {'one' if unowned == 1 else unowned} unowned."
        if self.ending.end is End.SOLO and self.draw == {self.winner}:
            yield "The draw mark is ignored: the game was won."
        for seat in SEATS:
            if self.docked[seat]:
                yield f"{POWERS[seat]} is docked {count_of(self.docked[seat])}: {self.counts[seat]} scored."
        idle = sorted((self.civil_disorder & set(self.survivors)) - self.draw)
        if idle and not self._tells_survivors:
            yield f"{join(POWERS[seat] for seat in idle)} in civil disorder."
        if why := self.why_conceded:
            yield why

    def probable_typos(self) -> Iterator[Fault]:
        """Doubts and notes about facts that can be scored, but are unusual or probably typed wrong."""
        yield from self._odd_endings()
        yield from self._odd_counts()
        if self.unplayed:
            have, are = ("has", "is") if len(self.unplayed) == 1 else ("have", "are")
            powers = join(POWERS[seat] for seat in sorted(self.unplayed))
            yield WithoutRow(field="power", powers=powers, have=have, are=are)
        if self.starred:
            yield StarredCounts(field="centres", powers=join(POWERS[seat] for seat in sorted(self.starred)))
        for seat in sorted(self.civil_disorder & self.draw):
            yield IdleInDraw(seat=seat, field="draw", power=POWERS[seat])
        for seat in SEATS:
            if self.docked[seat] > self.centres[seat]:
                docked, has = self.docked[seat], count_of(self.centres[seat])
                yield DockedTooMuch(seat=seat, field="docked", power=POWERS[seat], docked=docked, centres=has)

    def _odd_endings(self) -> Iterator[Fault]:
        winner, most, end = self.winner, max(self.centres), self.ending.end
        largest = [power for power, n in zip(POWERS, self.centres, strict=True) if n == most]
        if winner is not None:
            has = self.centres[winner]
            facts = {"power": POWERS[winner], "centres": count_of(has)}
            if self.conceded and has < most:
                more = f"{'has' if len(largest) == 1 else 'have'} {count_of(most)}"
                yield NotTheLargest(seat=winner, field="draw", largest=join(largest), has=more, **facts)
            elif self.conceded and self.draw and has < LEAST_CONCEDED:
                yield FewToConcede(seat=winner, field="draw", **facts)
            others = [POWERS[seat] for seat in sorted(self.draw - {winner})]
            if end is End.SOLO and others:
                yield MarksBesideSolo(
                    field="draw", winner=POWERS[winner], centres=count_of(has), powers=join(others)
                )
        elif end is End.DRAW and len(largest) == 1 and seat_of(largest[0]) in self.left_out:
            yield LargestOutside(seat=seat_of(largest[0]), field="draw", power=largest[0])

    @property
    def _all_owned(self) -> bool:
        """Must all centres have owners? Yes, unless a power was not played or the game ended before 1904."""
        year = self.chart[-1][0] if self.chart else self.year
        return not self.unplayed and (year is None or year >= ALL_OWNED)

    def _find_missing_centres(self) -> Iterator[Fault]:
        """A doubt if some centres are unowned, with a hint if a count may lack its first digit."""
        if (unowned := CENTRES - sum(self.centres)) > 0:
            short = max((n for n in self.centres if n < 10), default=0)
            hint = f" Was {unowned + short} typed as {short}?" if unowned in (10, 20) and short else ""
            yield Unowned(field="centres", owned=sum(self.centres), unowned=unowned, hint=hint)

    def _odd_counts(self) -> Iterator[Fault]:
        """Doubts about counts that are impossible or very rare in a real game."""
        if self._all_owned:
            yield from self._find_missing_centres()
        before: Sequence[int] = STARTED
        since = FIRST_YEAR - 1
        for year, counts in self.chart or (((self.year, self.centres),) if self.year else ()):
            for seat in SEATS:
                most = before[seat] << min(year - since, CENTRES)
                if counts[seat] > most:
                    yield GrownTooFast(
                        seat=seat,
                        field=str(year) if self.chart else "centres",
                        power=POWERS[seat],
                        centres=count_of(counts[seat]),
                        year=year,
                        most=most,
                    )
            before, since = counts, year


def years_gone(chart: Mapping[int, Sequence[int]]) -> list[int | None]:
    """Each power's first year without a centre; None if it has none, or if the year before is missing."""
    first = [next((y for y, counts in chart.items() if counts[seat] == 0), None) for seat in SEATS]
    return [y if y == FIRST_YEAR or (y and y - 1 in chart) else None for y in first]


def _is_count(value: object) -> bool:
    return type(value) is int and 0 <= value <= CENTRES


def _are_counts(values: Sequence[object]) -> bool:
    return {*map(type, values)} == {int} and min(values) >= 0 and max(values) <= CENTRES  # type: ignore[type-var, operator]


def _is_year(value: object) -> bool:
    return type(value) is int and FIRST_YEAR <= value <= LAST_YEAR


def _quote_value(value: object) -> str:
    """The value for a sentence: a text in quotes, a number as a person types it."""
    return f"{float(value):g}" if isinstance(value, float | Fraction) else repr(value)


share_names(Board(STARTED))
