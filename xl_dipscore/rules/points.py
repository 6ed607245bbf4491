"""The functions from which scoring rules are built; each of these functions is called a word.

A rule adds up the results of words. Most words return Points: labelled lines with one amount for each seat,
Austria to Turkey. The scores are the sum of the lines, and the lines explain the scores. Amounts are exact.

A rule that uses only words and the properties of Board can also produce plain formulas. For this, the rule is
called with a stand-in for a board whose facts are in cells (see `InCells`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache, reduce, wraps
from itertools import chain, groupby
from operator import add
from typing import Any, ClassVar, Literal, NamedTuple, ParamSpec, TypeVar

from xl_dipscore.errors import join
from xl_dipscore.rules.board import CENTRES, FIRST_YEAR, POWERS, SEATS, Board, End, Group, count_of

Exact = Fraction | int
Ranking = Sequence[Sequence[int]]
"""Groups of seats, the best group first. The seats of one group are level."""

_P = ParamSpec("_P")
_R = TypeVar("_R")


class InCells:
    """Base class of stand-ins for numbers, seats or a board in cells: with them, rules return formulas."""

    formulas: ClassVar[dict[str, Callable[..., Any]]] = {}
    """By the name of a word, the function (called its form in cells) that returns the word's formula."""


class NoForm(Exception):
    """A rule uses a word that has no form in cells."""

    def __init__(self, word: str) -> None:
        super().__init__(f"The word {word} has no form in cells.")
        self.word = word


def word(function: Callable[_P, _R]) -> Callable[_P, _R]:
    """Declare a word. If an argument is a stand-in, the word's form in cells is called instead of the word.

    A list or tuple is treated like its first item. Without a form in cells, such a call raises NoForm.
    """
    name = function.__name__

    @wraps(function)
    def call_word(*given: _P.args, **options: _P.kwargs) -> _R:
        # Most words are called with a Board first. Then no argument is a stand-in: skip the search.
        if given and type(given[0]) is Board:
            return function(*given, **options)
        for one in (*given, *options.values()) if options else given:
            if type(one) not in _ORDINARY and _is_stand_in(one):
                if name not in InCells.formulas:
                    raise NoForm(name)
                formula: _R = InCells.formulas[name](*given, **options)
                return formula
        return function(*given, **options)

    return call_word


_ORDINARY = frozenset({int, str, Fraction, frozenset, range})
"""Types that are never stand-ins. Testing for them first saves time."""


def _is_stand_in(one: object) -> bool:
    first = one[0] if isinstance(one, list | tuple) and one else one
    return isinstance(first, InCells)


class Line:
    """A label, and one amount for each seat: a part of the scores, or a figure (see Points)."""

    __slots__ = ("_label", "amounts")

    def __init__(self, label: str | Callable[[], str], amounts: tuple[Exact, ...]) -> None:
        """label: a text, or a function that makes the text when it is first read."""
        self._label, self.amounts = label, amounts

    @property
    def label(self) -> str:
        if not isinstance(self._label, str):
            self._label = self._label()
        return self._label

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Line):
            return NotImplemented
        return self.amounts == other.amounts and self.label == other.label

    def __hash__(self) -> int:
        return hash((self.label, self.amounts))

    def __repr__(self) -> str:
        return f"Line({self.label!r}, {self.amounts!r})"

    def __reduce__(self) -> tuple[type[Line], tuple[str, tuple[Exact, ...]]]:
        return Line, (self.label, self.amounts)

    def with_amounts(self, amounts: Iterable[Exact]) -> Line:
        """The line with other amounts. If the label states an amount that is not one of these, the label is
        cut at its last colon."""
        made = tuple(amounts)
        announced = filter(None, chain(*_ANNOUNCED(self.label)))
        is_true = all(any(text(n) == amount for n in made) for amount in announced)
        return Line(self.label if is_true else self.label.rpartition(": ")[0], made)


_ANNOUNCED = re.compile(r" is (-?[\d.]+)$|(-?[\d.]+) each\b").findall
"""Finds the amounts that a label states: the largest share, and the amount of each level power."""


@dataclass(frozen=True)
class Points:
    """The scores of a board: the lines that add up to the scores, and figures and notes for explanations."""

    lines: tuple[Line, ...] = ()
    figures: tuple[Line, ...] = ()
    """Numbers from which lines are computed, such as squares of centres. They are not added up."""
    notes: tuple[str, ...] = ()
    """Sentences about points that no power gets."""
    untold: frozenset[int] = frozenset()
    """Seats whose score is unknown until the event ends."""

    @property
    def not_added(self) -> tuple[Line, ...]:
        """The figures, each with `(not added up)` at the end of its label."""
        return tuple([Line(f"{one.label} (not added up)", one.amounts) for one in self.figures])

    def __add__(self, other: Points) -> Points:
        if not isinstance(other, Points):
            return NotImplemented
        return Points(self.lines + other.lines, self.figures + other.figures, self.notes + other.notes)

    @cached_property
    def totals(self) -> tuple[Fraction, ...]:
        """The score of each seat."""
        if len(self.lines) == 1:
            return tuple(map(as_fraction, self.lines[0].amounts))
        columns = zip(*(line.amounts for line in self.lines), strict=True) if self.lines else [[0]] * 7
        return tuple([as_fraction(reduce(add, amounts)) for amounts in columns])

    @property
    def whole(self) -> Fraction:
        """The sum of all seven scores."""
        return sum(self.totals, Fraction(0))

    def as_figures(self) -> Points:
        """Turn the lines, and the sum of several lines, into figures from which other points are computed."""
        together = (Line("Points before scaling", self.totals),) if len(self.lines) > 1 else ()
        return Points((), (*self.figures, *self.lines, *together), self.notes)

    def scaled(self, to: Exact, label: str = "Share of the board's {} points", unit: str = "") -> Points:
        """Multiply the scores by one factor that makes their sum `to`. The present lines become figures.

        unit: the unit of the figures, for the label, such as `shares`.
        """
        if not (whole := self.whole):
            return self
        shares = [total * to / whole if total else 0 for total in self.totals]
        label = _label_with_share(label.format(text(to)), self.totals, whole, unit, shares)
        return self.as_figures() + line(label, shares)

    def capped(self, at: Exact | Points) -> Points:
        """Limit scores to `at`, a number or the scores of a Points, by a further line that is 0 or less."""
        most, what = _limit_of(at)
        over = [min(Fraction(0), limit - total) for limit, total in zip(most, self.totals, strict=True)]
        return self + line(f"Cut to at most {what}", over) if any(over) else self

    def at_least(self, least: Exact | Points) -> Points:
        """Raise lower scores to `least`, a number or the scores of a Points, by a further line."""
        wanted, what = _limit_of(least)
        short = [max(Fraction(0), limit - total) for limit, total in zip(wanted, self.totals, strict=True)]
        return self + line(f"Raised to at least {what}", short) if any(short) else self

    def times_on_a_win(self, board: Board, winner: Exact, others: Exact) -> Points:
        """If the game is won, multiply the winner's score by `winner`, and other scores by `others`."""
        if board.winner is None:
            return self
        label = f"For the win: the winner's points times {text(winner)}, the others' times {text(others)}"
        return self + product(label, self, winner_takes(board, winner - 1, others - 1))

    def rounded(self) -> Points:
        """Round each line to whole numbers, halves to even. The unrounded lines become figures."""
        lines = [one.with_amounts(map(round, one.amounts)) for one in self.lines]
        if [one.amounts for one in lines] == [one.amounts for one in self.lines]:
            return self
        named = [Line(f"{one.label}, rounded to whole points", one.amounts) for one in lines]
        return Points(tuple(named), self.figures + self.lines, self.notes)

    def only(self, seats: Iterable[int]) -> Points:
        """Set the points of all other seats to 0. Figures do not change: they show how points were computed.

        If `seats` is a Group, each label begins with the words for the group.
        """
        keep, who = frozenset(seats), f"{seats.who}: " if isinstance(seats, Group) else ""
        lines = [
            one.with_amounts(n if s in keep else 0 for s, n in enumerate(one.amounts)) for one in self.lines
        ]
        named = [Line(_first(str.upper, who + _first(str.lower, one.label)), one.amounts) for one in lines]
        return replace(self, lines=tuple(named) if keep else ())


class _Limit(NamedTuple):
    """The limit of each seat, and words for the limits in a label."""

    of_seats: Sequence[Exact]
    name: str


def _limit_of(by: Exact | Points) -> _Limit:
    """The limit of each seat, and words for the limits in a label."""
    if isinstance(by, Points):
        return _Limit(by.totals, " and ".join(_first(str.lower, one.label) for one in by.lines))
    return _Limit([by] * 7, points_of(by))


def _first(change: Callable[[str], str], label: str) -> str:
    """The label with its first letter changed by `str.lower` or `str.upper`."""
    return change(label[:1]) + label[1:]


def _label_with_share(
    label: str, weights: Sequence[Exact], whole: Exact, unit: str, shares: Sequence[Exact]
) -> str:
    """A label that ends with an example, the largest share: `...: 1 of 3.206 prospects is 31.195`."""
    part, share = max(zip(weights, shares, strict=True))
    counted = f"{text(whole)} {unit}".rstrip()
    return f"{label}: {text(part)} of {counted} is {text(share)}" if whole else label


def as_fraction(number: Exact) -> Fraction:
    """The number as a Fraction. Recent results are stored, because making a Fraction is slow."""
    return number if type(number) is Fraction else _made(number)


_made = lru_cache(maxsize=1024)(Fraction)


def as_double(number: Exact | float) -> float:
    """The nearest double of an exact number, for a cell or a file.

    Fewer digits would spoil sums: seven scores of 15 digits often add up to 99.9999999999999.
    """
    return float(number)


def to_15_digits(number: Exact | float) -> float:
    """A number with the 15 digits that every program keeps and compares."""
    return float(f"{float(number):.15g}")


def as_typed(number: Fraction) -> int | float | str:
    """A number as a person types it: as a fraction, such as 2/3, if 15 digits do not show it exactly."""
    double = to_15_digits(number)
    if number.denominator == 1:
        return int(number)
    return double if Fraction(repr(double)) == number else str(number)


def round_to_decimals(exact: Fraction, decimals: int | None) -> Fraction:
    """Round to a number of decimals, halves away from zero, as people do. None: return the exact number."""
    if decimals is None:
        return exact
    unit = 10**decimals
    steps = (2 * abs(exact.numerator) * unit + exact.denominator) // (2 * exact.denominator)
    return Fraction(steps if exact >= 0 else -steps, unit)


def text(number: Exact | InCells) -> str:
    """A number as labels show it: whole, or with at most three decimals; "…" for a number in cells."""
    if type(number) is int:
        return str(number)
    if isinstance(number, InCells):
        return "…"
    exact = as_fraction(number)
    whole, rest = divmod((2000 * abs(exact.numerator) + exact.denominator) // (2 * exact.denominator), 1000)
    minus = "-" if exact.numerator < 0 and (whole or rest) else ""
    return f"{minus}{whole}.{rest:03}".rstrip("0").rstrip(".")


def points_of(number: Exact | InCells) -> str:
    """`1 point`, `2.5 points`: a number of points, in the words of a label."""
    one = not isinstance(number, InCells) and abs(number) == 1
    return f"{text(number)} point{'' if one else 's'}"


def note(sentence: str) -> Points:
    """No points, only a sentence that explains why."""
    return Points(notes=(sentence,))


@word
def line(label: str, amounts: Iterable[Exact]) -> Points:
    """One line with an amount for each seat."""
    return Points((Line(label, tuple(amounts)),))


@word
def to_each(label: str, amount: Exact, seats: Iterable[int]) -> Points:
    """The same amount for each of these seats, and 0 for all others."""
    chosen = frozenset(seats)
    return line(label, [amount if seat in chosen else 0 for seat in SEATS])


# -- by result --------------------------------------------------------------------------------


def how_won(board: Board) -> str:
    """Words in a label for the kind of win."""
    return {End.SOLO: "Solo", End.CONCESSION: "Conceded win"}.get(board.ending.end, "Adjudicated win")


@word
def winner_takes(board: Board, amount: Exact, others: Exact = 0) -> Points:
    """The amount for the winner, and `others` for each of the other six."""
    how = how_won(board)
    label = how if not others else f"{how}; {points_of(others)} for every other power"
    winner = board.winner
    return line(label, [amount if seat == winner else others for seat in SEATS])


@word
def win_or_draw(board: Board, win: Exact, draw: Sequence[Exact]) -> Points:
    """`win` points for the winner; without a winner, points for each member of the draw.

    draw: points of each member of a 2-, 3-, ... 7-way draw; a draw beyond the end of the list gets nothing.
    """
    if board.winner is not None:
        return to_each(how_won(board), win, [board.winner])
    size = len(board.drew)
    if 2 <= size < 2 + len(draw):
        return to_draw(board, draw[size - 2])
    return line(f"No points for a {size}-way draw" if size else "Neither won nor drawn", [0] * len(SEATS))


def to_draw(board: Board, amount: Exact) -> Points:
    return to_each(f"Member of the {board.draw_in_words}", amount, board.drew)


@word
def win_or_share(board: Board, pot: Exact, less: Exact = 0, what: str = "") -> Points:
    """`pot` - `less` points for the winner; without a winner, the draw shares these points equally.

    what: the reason for `less`, for example `for centres`.
    """
    if board.winner is not None:
        label = f"{how_won(board)}: {_points_left(pot, less, what)}" if less else how_won(board)
        return to_each(label, pot - less, [board.winner])
    if not board.drew:
        return note(f"Nobody gets the {points_of(pot - less)}: the game was neither won nor drawn.")
    return pool(pot, board.drew, "member of the draw", less, what)


@word
def pool(pot: Exact, seats: Sequence[int], who: str, less: Exact = 0, what: str = "") -> Points:
    """`pot` - `less` points, shared equally by these seats.

    who: words for one seat, such as `member of the draw`. what: the reason for `less`, as in `for centres`.
    """
    shared = _points_left(pot, less, what) if less else points_of(pot)
    one, _, rest = who.partition(" ")
    if not seats:
        return note(f"Nobody gets the {shared}: there is no {who}.")
    several = f"{count_of(len(seats), one)} {rest}".rstrip()
    label = f"{shared} shared by {several}" if len(seats) > 1 else f"{shared} for the only {who}"
    if not (pot or less):
        label = f"No points to share for {several}"
    return to_each(label, Fraction(pot - less, len(seats)), seats)


def _points_left(pot: Exact, less: Exact, what: str) -> str:
    return f"{points_of(pot - less)} ({text(pot)} less {text(less)} {what})"


@word
def number_of(seats: Sequence[int]) -> int:
    return len(seats)


def product(label: str, points: Points, by: Points) -> Points:
    """One line: for each seat, its score in `points` times its score in `by`."""
    return line(label, [a * b for a, b in zip(points.totals, by.totals, strict=True)])


# -- by centres -------------------------------------------------------------------------------


@word
def centres(
    board: Board, each: Exact = 1, *, over: int = 0, cap: int | None = None, conceded: int | None = None
) -> Points:
    """Points for every centre that is not docked.

    over: the number of centres for which a power gets nothing; only further centres give points.
    cap: the number of centres after which further centres give nothing.
    conceded: if the game was conceded, the winner is scored as if it owned at least this number of centres.
    """
    counts = [min(n, cap) if cap is not None else n for n in board.counts]
    label = f"{points_of(each)} per centre{'' if board.counts == board.centres else ' that is not docked'}"
    if over:
        label += f" above {over}"
    if cap is not None:
        label += f", for at most {cap} centres"
    if conceded is not None and board.conceded and board.winner is not None:
        counts[board.winner] = max(counts[board.winner], conceded)
        label += f"; the conceded win counts as {counts[board.winner]} centres"
    if over:
        counts = [max(0, n - over) for n in counts]
    return line(label, [n * each for n in counts])


@word
def part_of_centres(board: Board, seats: Sequence[int]) -> Points:
    """For each of these seats, the seat's centres divided by the number of seats, rounded down."""
    by = max(len(seats), 1)
    label = f"Centres divided by the {by} members of the draw, rounded down"
    return line(label, [n // by if seat in seats else 0 for seat, n in enumerate(board.counts)])


@word
def centre_table(board: Board, values: Sequence[Exact]) -> Points:
    """Points from a table for 1, 2, 3, ... centres, and 1 more for every centre beyond the table.

    If the table is empty, 1 point per centre.
    """

    def worth(count: int) -> Exact:
        return values[count - 1] if count <= len(values) else values[-1] + count - len(values)

    if not values:
        return centres(board)
    table = f"{'/'.join(map(text, values))} for 1 to {len(values)} centres"
    label = f"Points for centres: {table}, and 1 for each further centre"
    return line(label, [worth(n) if n else 0 for n in board.counts])


@word
def centres_of_years(board: Board) -> tuple[int, ...]:
    """Each power's centres, added up over all years. Raises Faults if the chart is missing or lacks years."""
    board.need(chart=True)
    rows = [*(counts for _, counts in board.chart[:-1]), board.counts]
    return tuple([sum(row[seat] for row in rows) for seat in SEATS])


@word
def in_proportion(
    pot: Exact, weights: Sequence[Exact], unit: str, what: str = "", *, whole: Exact | None = None
) -> Points:
    """`pot` points shared in proportion to weights. The weights become figures.

    unit: the unit of the weights, such as `centres squared`. what: the label of the figures; blank: the unit.
    whole: the number by which weights are divided, if it is not the sum of `weights`.
    """
    whole = sum(weights) if whole is None else whole
    shares = [Fraction(weight * pot, whole) if weight and whole else 0 for weight in weights]

    def label() -> str:
        return _label_with_share(f"Share of the {points_of(pot)}", weights, whole, unit, shares)

    return Points((Line(label, tuple(shares)),), (Line(what or unit.capitalize(), tuple(weights)),))


def squares(board: Board, pot: Exact) -> Points:
    """Sum of Squares: `pot` points shared in proportion to the squares of the centres."""
    return in_proportion(pot, [n * n for n in board.counts], "centres squared")


def share(board: Board, pot: Exact) -> Points:
    """`pot` points shared in proportion to the centres."""
    return in_proportion(pot, board.counts, "centres")


def weighted_share(board: Board, pot: Exact, dead: Exact) -> Points:
    """ManorCon: `pot` points in proportion to n x n + 4 x n + 16, where n is the number of centres.

    dead: the weight of a dead power in the sum of all weights. Dead powers do not get their shares.
    """
    weights = [n * n + 4 * n + 16 for n in board.counts]
    whole = sum(weights) + (dead - 16) * number_of(board.dead)
    shares = in_proportion(pot, weights, "", "Weight: n x n + 4 x n + 16 for n centres", whole=whole)
    return shares.only(board.survivors)


@word
def prospects(board: Board, pot: Exact) -> Points:
    """`pot` points in proportion to prospects: the centres owned, divided by the centres still needed for 18.

    A power with 18 or more centres gets the whole pot.
    """
    if board.most >= 18:
        return to_each(f"{points_of(pot)} for 18 centres", pot, [board.counts.index(board.most)])
    own = [prospect(count) for count in board.counts]
    return in_proportion(pot, own, "prospects", "Prospects: centres / (18 - centres)")


def prospect(count: int) -> Fraction:
    """n / (18 - n) for n centres; n is less than 18."""
    return Fraction(count, 18 - count)


@word
def tribute(board: Board, pot: Exact, over: int = 6, each: Exact = 1) -> Points:
    """`pot` points shared by the survivors, who then pay points to the largest power (the top).

    Every other survivor pays `each` for each of the top's centres above `over`, at most its whole share. If
    several powers are level at the top, they share the payments.
    """
    top = board.most
    toppers = [seat for seat in board.survivors if board.counts[seat] == top]
    payers = [seat for seat in board.survivors if seat not in toppers]
    part = Fraction(pot, len(board.survivors))
    due = min(part, Fraction(each * max(0, top - over)))
    shared = pool(pot, board.survivors, "survivor")
    if not (due and payers):
        return shared + note("Nobody pays tribute to the top.")
    gained = due * len(payers) / len(toppers)
    changes = {**dict.fromkeys(toppers, gained), **dict.fromkeys(payers, -due)}
    paid = (changes.get(seat, 0) for seat in SEATS)
    return shared + line(f"Tribute to the top: {points_of(due)} from every other survivor", paid)


@word
def lead(board: Board, each: Exact = 1) -> Points:
    """Points for every centre by which the largest power leads the second; 0 if two are level at the top."""
    ahead = _ahead(board)
    if not ahead:
        return note(f"No points for a lead: {_level_at_the_top(board)}.")
    label = f"Lead of {count_of(ahead)} over second place"
    label += "" if each == 1 else f", {points_of(each)} per centre"
    return line(label, _to_tops(board, each * ahead))


def _ahead(board: Board) -> int:
    """The centres by which the largest power leads the second."""
    first, second = sorted(board.counts, reverse=True)[:2]
    return first - second


def _level_at_the_top(board: Board) -> str:
    return f"{board.counts.count(board.most)} powers are level at the top with {count_of(board.most)}"


def gap(board: Board, each: Exact = 1) -> Points:
    """For each smaller power, points for every centre by which a power is ahead of the smaller power."""
    ahead = [own * number - theirs for own, number, theirs in zip(board.counts, *smaller(board), strict=True)]
    return line(f"{points_of(each)} per centre ahead of each smaller power", [each * n for n in ahead])


def beaten(board: Board, each: Exact = 1) -> Points:
    """Points for every power with fewer centres, dead powers included."""
    number, _ = smaller(board)
    return line(f"{points_of(each)} per power with fewer centres", [each * n for n in number])


@word
def smaller(board: Board) -> tuple[Sequence[int], Sequence[int]]:
    """For each power, the number of powers with fewer centres, and the sum of the centres of these powers."""
    fewer = [[other for other in board.counts if other < own] for own in board.counts]
    return [*map(len, fewer)], [*map(sum, fewer)]


def behind(board: Board, each: Exact = 1, seats: Iterable[int] = SEATS) -> Points:
    """Points for every centre by which each of these seats is behind the largest power."""
    label = f"{points_of(each)} per centre fewer than the top's {text(board.most)}"
    return line(label, [each * (board.most - n) for n in board.counts]).only(seats)


@word
def above_least(board: Board, each: Exact = 1, seats: Iterable[int] = SEATS) -> Points:
    """Points for every centre by which each of these seats is above the smallest of these seats."""
    chosen = frozenset(seats)
    least = min((board.counts[seat] for seat in chosen), default=0)
    label = f"{points_of(each)} per centre more than the smallest member's {least}"
    return line(label, [(n - least) * each for n in board.counts]).only(chosen)


@word
def open_tribute(board: Board, *, whole: bool = True) -> Points:
    """Each survivor pays the largest power (the top) a point for every centre by which it is behind the top.

    The top gets such points for dead powers too, although they pay nothing. If k powers are level at the top,
    each gets 1/k² of all these points. whole: is the amount for each rounded down?
    """
    toppers = [seat for seat in board.survivors if board.counts[seat] == board.most]
    paid = len(board.counts) * board.most - board.owned
    gained = Fraction(paid, len(toppers) ** 2)
    label = f"Tribute to the top: {points_of(paid)} in all, the dead powers' included"
    if (k := len(toppers)) > 1:
        label = f"Tribute to each of {k} tops: {points_of(paid)} / ({k} x {k}){', rounded down' * whole}"
    return behind(board, -1, board.survivors) + to_each(label, gained // 1 if whole else gained, toppers)


@word
def levy(board: Board, points: Points, part: Exact) -> Points:
    """Every other power pays a sole largest power a point for each centre of its lead over the second.

    points: the points that the powers have before. part: the largest part of its points that a power pays.
    """
    ahead = _ahead(board)
    has = zip(board.counts, points.totals, strict=True)
    dues = [None if own == board.most else min(Fraction(ahead), part * total) for own, total in has]
    gained = sum(filter(None, dues))
    if not any(dues):
        return note("Nobody pays the top for a lead.")
    label = f"Paid to the top for its lead of {count_of(ahead)}: {points_of(ahead)} from every other power"
    paid = [gained if due is None else -due for due in dues]
    return line(f"{label}, at most {text(part)} of its points", paid)


@word
def top(board: Board, amount: Exact, label: str, ties: Literal["nobody", "share"] = "nobody") -> Points:
    """Points for the largest power. ties: do level powers get nothing, or share the points?"""
    tops = board.counts.count(board.most)
    if tops > 1 and ties == "nobody":
        return note(f"No points for the largest power: {_level_at_the_top(board)}.")
    shared = f"{points_of(amount)} shared by the {tops} largest powers" if tops > 1 else label
    return line(shared, _to_tops(board, Fraction(amount, tops)))


def top_centres(board: Board, each: Exact) -> Points:
    """Further points for every centre of a sole largest power."""
    return top(board, each * board.most, f"Largest power: {points_of(each)} more per centre")


@word
def top_table(board: Board, values: Sequence[Exact]) -> Points:
    """Points for the largest power: the first value if it is alone, the second for each of two level, ..."""
    tops = board.counts.count(board.most)
    each = values[tops - 1] if tops <= len(values) else 0
    if not each:
        return note(f"No points for the largest power: {_level_at_the_top(board)}.")
    label = "Largest power" if tops == 1 else f"One of the {tops} largest powers"
    return line(label, _to_tops(board, each))


@word
def clear_top(board: Board, values: Sequence[Exact]) -> Points:
    """For a lone top, values[0] if no power is within 1 centre, plus values[1] if none is within 2, ..."""
    clear = min(_ahead(board) - 1, len(values))
    if clear < 1:
        return note("No points for a clear lead: another power is within 1 centre of the top.")
    return line(f"No other power within {count_of(clear)} of the top", _to_tops(board, sum(values[:clear])))


@word
def near_top(board: Board, values: Sequence[Exact]) -> Points:
    """Values for the largest power, for powers 1 centre behind it, 2 behind, ...; also for dead powers."""
    off = [board.most - n for n in board.counts]
    steps = "/".join(map(str, range(len(values))))
    label = f"At or near the top: {'/'.join(map(text, values))} for {steps} centres behind it"
    return line(label, [values[n] if n < len(values) else 0 for n in off])


def near_pots(board: Board, pots: Sequence[Exact]) -> Points:
    """Pots: shared by the powers at the top, by all within 1 centre of the top, by all within 2, ..."""
    points = Points()
    for off, pot in enumerate(pots):
        points += pool(pot, within(board, off), near_by(off))
    return points


def near_by(off: int | InCells) -> str:
    """Words for `who` in `pool`: a power that is at most `off` centres behind the top."""
    if type(off) is int:
        return f"power within {count_of(off)} of the top" if off else "power at the top"
    return "power near the top"


@word
def within(board: Board, n: int) -> tuple[int, ...]:
    """The seats that are at most `n` centres behind the largest power; with 0, the largest powers."""
    return tuple(seat for seat in SEATS if board.most - board.counts[seat] <= n)


@word
def beyond(board: Board, n: int) -> tuple[int, ...]:
    """The seats that are more than `n` centres behind the largest power; with 0, all except the largest."""
    return tuple(seat for seat in SEATS if board.most - board.counts[seat] > n)


@word
def centres_of(board: Board, seats: Iterable[int], *, docked: bool = True) -> int:
    """The centres of these seats together. docked: are docked centres taken off?"""
    counts = board.counts if docked else board.centres
    return sum(counts[seat] for seat in seats)


@word
def level(board: Board, seats: Iterable[int]) -> bool:
    """Do these seats own equal numbers of centres?"""
    return len({board.centres[seat] for seat in seats}) <= 1


@word
def stand_out(
    board: Board, largest: int, centres_to_win: int, margin: int, otherwise: Literal["nobody", "survivors"]
) -> tuple[int, ...]:
    """The seats to which a game is adjudicated: a single seat has won, several seats have drawn.

    A power wins with `centres_to_win` centres, and `margin` more than any other. If no power wins, the
    smallest group of this kind draws: two to `largest` powers that together own more than half the board,
    each with at least `margin` more than any power outside. Without such a group, `otherwise` decides: nobody
    draws, or all survivors that still have a player.
    """
    ranked = sorted(SEATS, key=lambda seat: -board.centres[seat])
    owned = [*(board.centres[seat] for seat in ranked), 0]
    if owned[0] >= centres_to_win and owned[0] >= owned[1] + margin:
        return (ranked[0],)
    for size in range(2, largest + 1):
        if sum(owned[:size]) > CENTRES // 2 and owned[size - 1] >= owned[size] + margin:
            return tuple(sorted(ranked[:size]))
    return board.active if otherwise == "survivors" else ()


def _to_tops(board: Board, amount: Exact) -> list[Exact]:
    most = board.most
    return [amount if n == most else 0 for n in board.counts]


# -- by place ---------------------------------------------------------------------------------


@word
def by_centres(board: Board, seats: Iterable[int] = SEATS) -> Ranking:
    """Rank these seats by centres; seats with equal counts are level."""
    return _group_by_worth(seats, lambda seat: board.counts[seat])


@word
def by_result(board: Board) -> Ranking:
    """Rank the winner or the draw's members first and level, then survivors by centres, then the dead.

    Of two dead powers, the one that was eliminated later is ahead; in the same year, they are level.
    Raises Faults if two or more are dead and a year is missing.
    """
    groups = (board.placed, *by_centres(board, board.outside), *by_elimination(board))
    return [group for group in groups if group]


@word
def by_survival(board: Board) -> Ranking:
    """Rank survivors by centres, then the dead by the year of their elimination, the latest year first.

    Raises Faults if two or more are dead and a year is missing.
    """
    return [*by_centres(board, board.survivors), *by_elimination(board)]


@word
def by_elimination(board: Board) -> Ranking:
    """Rank the dead, the latest year of elimination first; powers eliminated in the same year are level."""
    if len(board.dead) > 1:
        board.need(eliminations=board.dead)
    return _group_by_worth(board.dead, lambda seat: board.eliminated[seat] or 0)


@word
def by_history(board: Board) -> Ranking:
    """Rank powers by centres. Equal counts are decided by the latest year in which they were not equal.

    The dead rank below the survivors. Powers are level only if their counts are equal in every year.
    Raises Faults if two counts are equal, and the centre chart is missing or lacks a year.
    """
    board.need(chart=len(set(board.counts)) < len(SEATS))
    earlier = [counts for _, counts in board.chart[-2::-1]]

    def history(seat: int) -> tuple[int, ...]:
        return (board.counts[seat], *(counts[seat] for counts in earlier))

    return [*_group_by_worth(board.survivors, history), *_group_by_worth(board.dead, history)]


def _group_by_worth(seats: Iterable[int], worth: Callable[[int], Any]) -> Ranking:
    ordered = sorted(seats, key=worth, reverse=True)
    return [tuple(group) for _, group in groupby(ordered, key=worth)]


@word
def places(
    values: Sequence[Exact],
    ranking: Ranking,
    *,
    ties: Literal["share", "lower", "higher", "pair"] = "share",
    pairs: Sequence[Exact] = (),
) -> Points:
    """Points from `values` for first, second, third, ... place. Several level powers fill several places.

    ties: `share`: each level power gets the mean value of these places; `lower` or `higher`: the value of the
        lowest or highest of these places; `pair`: the value in `pairs` for the last two of these places.
    pairs: the value for each of two powers level in first and second, second and third, ... place. If `pairs`
        is not empty, two level powers get that value whatever `ties` is.
    """
    amounts: list[Exact] = [0] * 7
    filled = 0
    shared, sizes = [], []
    for group in filter(None, ranking):
        spanned = [values[p] if p < len(values) else 0 for p in range(filled, filled + len(group))]
        first, filled = filled + 1, filled + len(group)
        alone = len(group) == 1
        each = spanned[0] if ties == "higher" else spanned[-1]
        if (ties == "pair" and not alone) or (pairs and len(group) == 2):
            each = pairs[filled - 2] if filled - 2 < len(pairs) else 0
        elif ties == "share" and not alone:
            each = Fraction(sum(spanned), len(group))
        if each and not alone:
            to = "and" if len(group) == 2 else "to"
            shared.append(f"{first} {to} {filled} are level, {text(each)} each")
            sizes.append(len(group))
        for seat in group:
            amounts[seat] = each
    label = f"Points by place, {'/'.join(map(text, values))}{_how_level(ties, pairs, sizes)}"
    return line(": places ".join(filter(None, (label, "; ".join(shared)))), amounts)


def _how_level(ties: str, pairs: Sequence[Exact], sizes: Sequence[int]) -> str:
    """Words in a label for the values of level powers. sizes: the numbers of powers that are level."""
    listed = "/".join(map(text, pairs))
    if ties == "pair":
        return f", for level powers {listed} by the last two of their places" if pairs else ""
    said = f", for two level {listed}" if pairs else ""
    if ties == "share" or max(sizes, default=0) < (3 if pairs else 2):
        return said
    return f"{said}, {'three or more ' if pairs else ''}level powers take the {ties} place"


# -- by the way the game went ------------------------------------------------------------------


@word
def years_survived(board: Board, each: Exact, seats: Sequence[int] = SEATS) -> Points:
    """Points for every complete game year at the end of which the power still owned a centre.

    Raises Faults if the game's last year, or the year of an elimination, is missing.
    """
    board.need(year=True, eliminations=[seat for seat in seats if seat in board.dead])
    assert board.year is not None, "Call board.need(year=True) before the year is used."
    years = [board.year - 1900] * 7
    for seat in board.dead:
        years[seat] = (board.eliminated[seat] or 1901) - 1901
    return line(f"{points_of(each)} per complete year survived", [n * each for n in years]).only(seats)


@word
def last_years(board: Board, seats: Iterable[int] = SEATS) -> tuple[int, ...]:
    """For each power the last year in which it was in the game; for the dead, the year of elimination.

    The result may be wrong for powers that are not in `seats`.
    Raises Faults if the year of a power in `seats` is missing.
    """
    chosen = frozenset(seats)
    board.need(
        year=not chosen.isdisjoint(board.survivors),
        eliminations=[seat for seat in board.dead if seat in chosen],
    )
    gone, year, dead = board.eliminated, board.year, board.dead
    return tuple([(gone[seat] if seat in dead else year) or FIRST_YEAR for seat in SEATS])


@word
def years_played(
    board: Board,
    each: Exact,
    seats: Sequence[int] = SEATS,
    *,
    last_too: bool = True,
    at_most: Exact | None = None,
) -> Points:
    """Points for every game year in which the power was in the game.

    last_too: are there points for the last such year (the year of elimination, or the game's last)?
    at_most: the most points that a power gets.
    Raises Faults if a year is missing.
    """
    last = last_years(board, seats)
    label = f"{points_of(each)} per year played{'' if last_too else ' before the last'}"
    amounts = [(year - (1900 if last_too else 1901)) * each for year in last]
    if at_most is not None:
        label, amounts = f"{label}, at most {points_of(at_most)}", [min(at_most, one) for one in amounts]
    return line(label, amounts).only(seats)


def by_last_year(board: Board, label: str, table: Sequence[Exact], seats: Sequence[int]) -> Points:
    """For each of these seats, the value in `table` for the last year in which the seat was in the game.

    Raises Faults if a year is missing.
    """
    return line(label, [in_year(table, year) for year in last_years(board, seats)]).only(seats)


class AverageCentres(NamedTuple):
    """Each power's average centres over the years that it played, and the number of these years."""

    centres: tuple[Fraction, ...]
    years: tuple[int, ...]


@word
def average_centres(board: Board) -> AverageCentres:
    """Each power's average centres over the years that it played, and the number of years that it played.

    The year of an elimination is included, with 0 centres.
    Raises Faults if the centre chart is missing or lacks a year.
    """
    board.need(chart=True)
    rows = [counts for _, counts in board.chart]
    years = [sum(1 for row in rows if row[seat]) for seat in SEATS]
    played = tuple(min(len(rows), n + 1) for n in years)
    scored = [*rows[:-1], board.counts]
    return AverageCentres(tuple(Fraction(sum(row[s] for row in scored), played[s]) for s in SEATS), played)


@word
def in_year(table: Sequence[Exact], year: int) -> Exact:
    """The value for a year, from a table that begins in 1901. The last value is for all later years too."""
    return table[min(year - FIRST_YEAR, len(table) - 1)]


@word
def alive_after(board: Board, year: int, amount: Exact) -> Points:
    """Points for owning a centre after the Fall of `year`; a power eliminated later keeps the points.

    Raises Faults if the game's last year, or the year of an elimination, is missing.
    """
    dead = [seat for seat in board.dead if seat not in board.unplayed]
    reached = board.year is None or board.year >= year
    board.need(year=True, eliminations=dead if reached else ())
    later = [seat for seat in dead if (board.eliminated[seat] or 0) > year]
    still = (*board.survivors, *later) if reached else ()
    return to_each(f"Still owned a centre after {year}", amount, still)


@word
def kills(board: Board, each: Exact) -> Points:
    """Points for every survivor, for each power that is dead or in civil disorder."""
    dead = 7 - len(board.active)
    return to_each(f"{points_of(each)} per dead power ({dead})", each * dead, board.survivors)


def country(table: Sequence[Exact]) -> Points:
    return line("Adjustment for the country played", table)


# -- in sentences ------------------------------------------------------------------------------


@word
def names(seats: Iterable[int]) -> str:
    """`Austria, England and Turkey`."""
    return join(POWERS[seat] for seat in seats)


@word
def counts_of(board: Board, seats: Iterable[int]) -> str:
    """`Austria has 12 centres and England has 1 centre`: the centres that these seats own."""
    return join(f"{POWERS[seat]} has {count_of(board.centres[seat])}" for seat in seats)
