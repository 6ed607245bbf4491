"""The vocabulary that scoring rules are written in.

A rule is a sum of words from this page. Each word gives labelled lines, one amount per seat; the score is
the sum of the lines, so an explanation is the rule itself. Amounts are exact: whole numbers or fractions.

A rule that asks for nothing but these words, and what a Board says of itself, can also be said in cells: run
on what stands for a Board there (`InCells`), it gives formulas.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache, reduce, wraps
from itertools import groupby
from math import lcm
from operator import add
from typing import Any, ClassVar, Literal, NamedTuple, ParamSpec, TypeVar

from xl_dipscore.board import CENTRES, FIRST_YEAR, POWERS, SEATS, Board, End, count_of
from xl_dipscore.errors import join

Exact = Fraction | int
Ranking = Sequence[Sequence[int]]
"""Groups of seats that are level, best first."""

_P = ParamSpec("_P")
_R = TypeVar("_R")


class InCells:
    """What stands for numbers, seats or a board where a rule is said in cells."""

    forms: ClassVar[dict[str, Callable[..., Any]]] = {}
    """How each word is said there, by its name."""


class NoForm(Exception):
    """A rule says something that cells cannot say."""

    def __init__(self, word: str) -> None:
        super().__init__(f"The word {word} has no form in cells.")


def word(say: Callable[_P, _R]) -> Callable[_P, _R]:
    """A word of the vocabulary: said in cells where it is given something of there, else as it says itself.

    Of a list or a tuple the first item tells. Raises NoForm where cells have no such word.
    """
    name = say.__name__

    @wraps(say)
    def said(*given: _P.args, **options: _P.kwargs) -> _R:
        # Beside a Board nothing stands in cells, and most words take one: then scoring waits for no more.
        if given and type(given[0]) is Board:
            return say(*given, **options)
        for one in (*given, *options.values()) if options else given:
            if type(one) not in _ORDINARY and _stands_in_cells(one):
                if name not in InCells.forms:
                    raise NoForm(name)
                formula: _R = InCells.forms[name](*given, **options)
                return formula
        return say(*given, **options)

    return said


_ORDINARY = frozenset({int, str, Fraction, frozenset, range})
"""What needs no second look."""


def _stands_in_cells(one: object) -> bool:
    first = one[0] if isinstance(one, list | tuple) and one else one
    return isinstance(first, InCells)


class Line(NamedTuple):
    """One labelled part of a score, an amount for each seat."""

    label: str
    amounts: tuple[Exact, ...]


@dataclass(frozen=True)
class Points:
    """A score as the lines that add up to it."""

    lines: tuple[Line, ...] = ()
    untold: frozenset[int] = frozenset()
    """Seats whose score is not known yet: the end of the event tells it."""

    def __add__(self, other: Points) -> Points:
        if not isinstance(other, Points):
            return NotImplemented
        return Points(self.lines + other.lines)

    @cached_property
    def totals(self) -> tuple[Fraction, ...]:
        """The score of each seat."""
        columns = zip(*(line.amounts for line in self.lines), strict=True) if self.lines else [[0]] * 7
        return tuple([as_fraction(reduce(add, amounts)) for amounts in columns])

    @property
    def whole(self) -> Fraction:
        """What all seats have together."""
        return sum(self.totals, Fraction(0))

    def scaled(self, to: Exact, label: str = "scaled to {}") -> Points:
        """The same in proportion, so that the board adds up to `to`: one more line makes the difference."""
        totals = self.totals
        # Counted in a common unit: whole numbers are quick to compare and to look up.
        unit = lcm(*(total.denominator for total in totals))
        units = [total.numerator * (unit // total.denominator) for total in totals]
        whole = sum(units)
        if not whole:
            return self
        total_of = dict(zip(units, totals, strict=True))
        scaled = {count: Fraction(count * to, whole) for count in sorted(total_of, reverse=True) if count}
        worked = [f"{text(total_of[count])} is {text(share)}" for count, share in scaled.items()]
        worked[0] = worked[0].replace(" is ", f" of {text(Fraction(whole, unit))} is ", 1)
        change = [scaled[count] - total if count else 0 for count, total in zip(units, totals, strict=True)]
        return self + line(f"{label.format(text(to))}: {', '.join(worked)}", change)

    def capped(self, at: Exact | Points) -> Points:
        """Nothing above `at`, a number or points: one more line takes the rest away."""
        most, what = _bound(at)
        over = [min(Fraction(0), limit - total) for limit, total in zip(most, self.totals, strict=True)]
        return self + line(f"at most {what}", over) if any(over) else self

    def at_least(self, least: Exact | Points) -> Points:
        """Nothing below `least`, a number or points: one more line adds what is missing."""
        wanted, what = _bound(least)
        short = [max(Fraction(0), limit - total) for limit, total in zip(wanted, self.totals, strict=True)]
        return self + line(f"at least {what}", short) if any(short) else self

    def times_on_a_win(self, board: Board, winner: Exact, others: Exact) -> Points:
        """Where the game is won, so many times the points: one more line makes the difference."""
        if board.winner is None:
            return self
        label = f"{text(winner)} times that for the winner, {text(others)} for the others"
        return self + product(label, self, winner_takes(board, winner - 1, others - 1))

    def rounded(self) -> Points:
        """Each line in whole numbers, half to the even one."""
        return Points(
            tuple([Line(f"{one.label}, rounded", tuple(map(round, one.amounts))) for one in self.lines])
        )

    def only(self, seats: Iterable[int]) -> Points:
        """These seats keep their points, the others get nothing."""
        keep = frozenset(seats)
        return Points(
            tuple(
                Line(part.label, tuple(part.amounts[s] if s in keep else 0 for s in SEATS))
                for part in self.lines
            )
        )


def _bound(by: Exact | Points) -> tuple[Sequence[Exact], str]:
    """What points are kept under or above, for each seat, and its name."""
    if isinstance(by, Points):
        return by.totals, " and ".join(part.label for part in by.lines)
    return [by] * 7, text(by)


def as_fraction(number: Exact) -> Fraction:
    """A Fraction is not made anew of one, nor of a number just seen: making them is slow."""
    return number if type(number) is Fraction else _made(number)


_made = lru_cache(maxsize=1024)(Fraction)


def as_double(number: Exact | float) -> float:
    """An exact number as it leaves us, for a cell or a file: with 15 digits.

    All programs see as many; of 17 Excel sees 15 in some functions and all in others.
    """
    return float(f"{float(number):.15g}")


def as_typed(number: Fraction) -> int | float | str:
    """A number as a person types it: a fraction, such as 2/3, where its decimals do not end."""
    double = as_double(number)
    if number.denominator == 1:
        return int(number)
    return double if Fraction(repr(double)) == number else str(number)


def rounded(exact: Fraction, decimals: int | None) -> Fraction:
    """To so many decimals, halves away from zero, as people round; exact where nothing is said."""
    if decimals is None:
        return exact
    unit = 10**decimals
    steps = (2 * abs(exact.numerator) * unit + exact.denominator) // (2 * exact.denominator)
    return Fraction(steps if exact >= 0 else -steps, unit)


def text(number: Exact | InCells) -> str:
    """A number as labels show it: whole, or with at most three decimals; "…" where cells tell it."""
    if type(number) is int:
        return str(number)
    if isinstance(number, InCells):
        return "…"
    return f"{float(rounded(Fraction(number), 3)):.3f}".rstrip("0").rstrip(".")


@word
def line(label: str, amounts: Iterable[Exact]) -> Points:
    """One line of amounts, one for each seat."""
    return Points((Line(label, tuple(amounts)),))


@word
def to_each(label: str, amount: Exact, seats: Iterable[int]) -> Points:
    """The same amount to each of these seats, nothing to the others."""
    chosen = frozenset(seats)
    return line(label, [amount if seat in chosen else 0 for seat in SEATS])


# -- by result --------------------------------------------------------------------------------


def how_won(board: Board) -> str:
    """What a won game is called in a label."""
    return {End.SOLO: "solo", End.CONCESSION: "conceded win"}.get(board.ending.end, "adjudicated win")


@word
def winner_takes(board: Board, amount: Exact, others: Exact = 0) -> Points:
    """The winner gets the amount, the six others `others` each."""
    how = how_won(board)
    label = how if not others else f"{how}, {text(others)} to each other power"
    winner = board.winner
    return line(label, [amount if seat == winner else others for seat in SEATS])


@word
def win_or_draw(board: Board, win: Exact, draw: Sequence[Exact]) -> Points:
    """`win` for the winner, or the value for the draw's size to each member.

    draw: the value each for a 2-, 3-, ... 7-way draw; sizes beyond its end get nothing.
    """
    if board.winner is not None:
        return to_each(how_won(board), win, [board.winner])
    size = len(board.drew)
    return to_draw(board, draw[size - 2] if 2 <= size < 2 + len(draw) else 0)


def to_draw(board: Board, amount: Exact) -> Points:
    """The same amount to each member of the draw."""
    return to_each(f"{number_of(board.drew)}-way draw", amount, board.drew)


@word
def win_or_share(board: Board, pot: Exact, less: Exact = 0, what: str = "") -> Points:
    """A pot for the winner, or shared equally by the draw; what is left where something is taken off."""
    if board.winner is not None:
        label = f"{how_won(board)}, {_left(pot, less, what)}" if less else how_won(board)
        return to_each(label, pot - less, [board.winner])
    return pool(pot, board.drew, "the draw", less, what)


@word
def pool(pot: Exact, seats: Sequence[int], who: str, less: Exact = 0, what: str = "") -> Points:
    """A pot shared equally by these seats, what is left of it where something is taken off first."""
    rest = pot - less
    label = f"{_left(pot, less, what)}," if less else text(pot)
    if not seats:
        return line(f"{label} shared by {who}: nobody", (0 for _ in SEATS))
    return to_each(f"{label} shared by {who} ({len(seats)})", Fraction(rest, len(seats)), seats)


def _left(pot: Exact, less: Exact, what: str) -> str:
    return f"{text(pot)} less {text(less)} {what} is {text(pot - less)}"


@word
def number_of(seats: Sequence[int]) -> int:
    """How many these are."""
    return len(seats)


def product(label: str, points: Points, by: Points) -> Points:
    """These points times those, seat by seat, in one line."""
    return line(label, [a * b for a, b in zip(points.totals, by.totals, strict=True)])


# -- by centres -------------------------------------------------------------------------------


@word
def centres(
    board: Board, each: Exact = 1, *, over: int = 0, cap: int | None = None, conceded: int | None = None
) -> Points:
    """Points for every centre owned.

    over: only the centres above so many count.
    cap: no more centres than this count.
    conceded: a conceded win counts as at least this many centres.
    """
    counts = [min(n, cap) if cap is not None else n for n in board.counts]
    label = "centres" if each == 1 else f"{text(each)} a centre"
    if over:
        label += f" above {over}"
    if cap is not None:
        label += f" (at most {cap} count)"
    if conceded is not None and board.conceded and board.winner is not None:
        counts[board.winner] = max(counts[board.winner], conceded)
        label += f" (the conceded win counts as {counts[board.winner]})"
    if over:
        counts = [max(0, n - over) for n in counts]
    return line(label, [n * each for n in counts])


@word
def part_of_centres(board: Board, seats: Sequence[int]) -> Points:
    """To each of these seats its centres divided by their number, rounded down."""
    by = max(len(seats), 1)
    label = f"centres divided by {by}, rounded down"
    return line(label, [n // by if seat in seats else 0 for seat, n in enumerate(board.counts)])


@word
def centre_table(board: Board, values: Sequence[Exact]) -> Points:
    """The value for the number of centres, and 1 for every centre beyond the table. None for no centre."""

    def worth(count: int) -> Exact:
        return values[count - 1] if count <= len(values) else values[-1] + count - len(values)

    if not values:
        return centres(board)
    label = f"centres ({'/'.join(map(text, values))} for 1 to {len(values)}, then 1 each)"
    return line(label, [worth(n) if n else 0 for n in board.counts])


@word
def centres_of_years(board: Board) -> tuple[int, ...]:
    """Each power's centres of every year of the game, added up.

    Raises Faults when the centre chart or a year of it is missing.
    """
    board.need(chart=True)
    rows = [*(counts for _, counts in board.chart[:-1]), board.counts]
    return tuple([sum(row[seat] for row in rows) for seat in SEATS])


@word
def in_proportion(pot: Exact, weights: Sequence[Exact], what: str, *, whole: Exact | None = None) -> Points:
    """A pot shared in proportion to weights.

    whole: what the weights add up to together with those of other lines that share the pot.
    """
    whole = sum(weights) if whole is None else whole
    label = f"{text(pot)} in proportion to {what} (together {text(whole)})"
    return line(label, [Fraction(weight * pot, whole) if weight and whole else 0 for weight in weights])


def squares(board: Board, pot: Exact) -> Points:
    """Sum of Squares: a pot in proportion to the squares of the centres."""
    return in_proportion(pot, [n * n for n in board.counts], "centres squared")


def share(board: Board, pot: Exact) -> Points:
    """A pot in proportion to the centres."""
    return in_proportion(pot, board.counts, "centres")


@word
def prospects(board: Board, pot: Exact) -> Points:
    """Each power's prospects, centres owned over centres still needed for 18; a pot in proportion to them.

    A power that needs none has the whole pot.
    """
    if board.most >= 18:
        return to_each(f"{text(pot)} to 18 centres", pot, [board.counts.index(board.most)])
    own = line("prospects, n / (18 - n)", map(prospect, board.counts))
    return own.scaled(pot, "{} shared by prospects")


def prospect(count: int) -> Fraction:
    """n / (18 - n), for a power with fewer than 18 centres."""
    return Fraction(count, 18 - count)


@word
def tribute(board: Board, pot: Exact, over: int = 6, each: Exact = 1) -> Points:
    """A pot shared by the survivors, each of whom pays the topper `each` for every centre above `over`.

    Nobody pays more than their share of the pot; toppers who are level share what is paid.
    """
    top = board.most
    toppers = [seat for seat in board.survivors if board.counts[seat] == top]
    payers = [seat for seat in board.survivors if seat not in toppers]
    part = Fraction(pot, len(board.survivors))
    due = min(part, Fraction(each * max(0, top - over)))
    gained = due * len(payers) / len(toppers)
    paid = (-due if seat in payers else gained if seat in toppers else 0 for seat in SEATS)
    return pool(pot, board.survivors, "the survivors") + line(
        f"tribute to the top, {text(due)} from each other survivor", paid
    )


@word
def lead(board: Board, each: Exact = 1) -> Points:
    """Points for every centre by which the largest power leads the second; nobody leads a level board."""
    first, second = sorted(board.counts, reverse=True)[:2]
    name = "lead" if each == 1 else f"{text(each)} a centre of lead"
    return line(f"{name} ({first} over {second})", _to_tops(board, each * (first - second)))


def gap(board: Board, each: Exact = 1) -> Points:
    """Points for every centre by which a power is ahead of a smaller one, of each smaller one by itself."""
    ahead = [own * number - theirs for own, number, theirs in zip(board.counts, *smaller(board), strict=True)]
    return line(f"{text(each)} a centre ahead of each smaller power", [each * n for n in ahead])


def beaten(board: Board, each: Exact = 1) -> Points:
    """Points for every power with fewer centres, the dead too."""
    number, _ = smaller(board)
    return line(f"{text(each)} for each power with fewer centres", [each * n for n in number])


@word
def smaller(board: Board) -> tuple[Sequence[int], Sequence[int]]:
    """For each power how many have fewer centres, and what these own together."""
    fewer = [[other for other in board.counts if other < own] for own in board.counts]
    return [*map(len, fewer)], [*map(sum, fewer)]


def behind(board: Board, each: Exact = 1, seats: Iterable[int] = SEATS) -> Points:
    """Points for every centre by which each of these seats is behind the largest power."""
    label = f"{text(each)} a centre behind the top ({board.most})"
    return line(label, [each * (board.most - n) for n in board.counts]).only(seats)


@word
def above_least(board: Board, each: Exact = 1, seats: Iterable[int] = SEATS) -> Points:
    """Points for every centre by which each of these seats is above the smallest of them."""
    chosen = frozenset(seats)
    least = min((board.counts[seat] for seat in chosen), default=0)
    label = f"{text(each)} a centre above the smallest ({least})"
    return line(label, [(n - least) * each for n in board.counts]).only(chosen)


@word
def open_tribute(board: Board, *, whole: bool = True) -> Points:
    """Each survivor pays the topper a point for every centre behind it, and so it is paid for the dead.

    Of toppers that are level, as many as k, each has a k-th of a k-th of what is paid.
    whole: is what a topper has rounded down?
    """
    toppers = [seat for seat in board.survivors if board.counts[seat] == board.most]
    paid = len(board.counts) * board.most - board.owned
    gained = Fraction(paid, len(toppers) ** 2)
    label = f"tribute to the top, {paid} in all"
    if (k := len(toppers)) > 1:
        label += f", over {k} x {k}{', rounded down' if whole else ''}"
    return behind(board, -1, board.survivors) + to_each(label, gained // 1 if whole else gained, toppers)


@word
def levy(board: Board, points: Points, part: Exact) -> Points:
    """A sole top takes from every other power as many points as its lead over the second has centres.

    points: what the powers have; nobody pays more than this part of it.
    """
    first, second = sorted(board.counts, reverse=True)[:2]
    most = Fraction(first - second)
    has = zip(board.counts, points.totals, strict=True)
    dues = [None if own == first else min(most, part * total) for own, total in has]
    gained = sum(filter(None, dues))
    label = f"the lead ({first} over {second}) from every other power, at most {text(part)} of its points"
    return line(label, [gained if due is None else -due for due in dues])


@word
def top(board: Board, amount: Exact, label: str, ties: Literal["nobody", "share"] = "nobody") -> Points:
    """Points for the largest power.

    ties: toppers that are level get nothing, or share the points.
    """
    tops = board.counts.count(board.most)
    if tops == 1 or ties == "share":
        return line(label, _to_tops(board, Fraction(amount, tops)))
    return line(f"{label}: nobody, {tops} are level", (0 for _ in SEATS))


@word
def top_table(board: Board, values: Sequence[Exact]) -> Points:
    """Points each for the largest power: for a lone one, for each of two that are level, of three, ..."""
    tops = board.counts.count(board.most)
    label = f"top ({'/'.join(map(text, values))})"
    each = values[tops - 1] if tops <= len(values) else 0
    return line(label if tops == 1 else f"{label}: {tops} are level", _to_tops(board, each))


@word
def clear_top(board: Board, values: Sequence[Exact]) -> Points:
    """Points for a lone top if nobody is within one centre, more if nobody is within two, ..."""
    first, second = sorted(board.counts, reverse=True)[:2]
    steps = "/".join(str(n + 1) for n in range(len(values)))
    label = f"nobody within {steps} of a lone top ({'/'.join(map(text, values))})"
    return line(label, _to_tops(board, sum(values[: max(0, first - second - 1)])))


@word
def near_top(board: Board, values: Sequence[Exact]) -> Points:
    """Points for the largest power, for one centre off it, for two off, ...; the dead count as 0 centres."""
    off = [board.most - n for n in board.counts]
    label = f"near the top ({'/'.join(map(text, values))})"
    return line(label, [values[n] if n < len(values) else 0 for n in off])


def near_pots(board: Board, pots: Sequence[Exact]) -> Points:
    """A pot shared by the top, another by all within one centre of it, another by all within two, ..."""
    points = Points()
    for off, pot in enumerate(pots):
        points += pool(pot, within(board, off), f"all within {off} of the top" if off else "the top")
    return points


@word
def within(board: Board, n: int) -> tuple[int, ...]:
    """The seats at most so many centres off the top: with 0, those that top the board."""
    return tuple(seat for seat in SEATS if board.most - board.counts[seat] <= n)


@word
def beyond(board: Board, n: int) -> tuple[int, ...]:
    """The seats more than so many centres off the top: with 0, all that do not top the board."""
    return tuple(seat for seat in SEATS if board.most - board.counts[seat] > n)


@word
def centres_of(board: Board, seats: Iterable[int], *, docked: bool = True) -> int:
    """The centres of these seats together, as they are scored, or with those that are docked."""
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
    """The seats to which a game is adjudicated: a single power wins, several draw.

    A power wins with the centres to win and `margin` more than any other. Else the draw is the smallest group
    of two to `largest` powers that together own more than half the board, each with at least `margin` more
    than anybody else. Else it is nobody, or all survivors that are still played.
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
    """Seats by their centres; equal counts are level."""
    return _grouped(seats, lambda seat: board.counts[seat])


@word
def by_result(board: Board) -> Ranking:
    """The winner or the draw's members first and level, then survivors by centres, then the dead.

    The dead stand by the year of their elimination, the first to go last.
    Raises Faults when two or more are dead and a year is missing.
    """
    groups = (board.placed, *by_centres(board, board.outside), *by_elimination(board))
    return [group for group in groups if group]


@word
def by_survival(board: Board) -> Ranking:
    """Survivors by centres, then the dead by the year of their elimination, the first to go last.

    Raises Faults when two or more are dead and a year is missing.
    """
    return [*by_centres(board, board.survivors), *by_elimination(board)]


@word
def by_elimination(board: Board) -> Ranking:
    """The dead, the last to go first; those of one year are level."""
    if len(board.dead) > 1:
        board.need(eliminations=board.dead)
    return _grouped(board.dead, lambda seat: board.eliminated[seat] or 0)


@word
def by_history(board: Board) -> Ranking:
    """Seats by their centres; of those that are level the one that was ahead last, in whatever year.

    The dead stand below the survivors. Only powers that were never apart are level.
    Raises Faults when some have equal counts, and the centre chart or a year of it is missing.
    """
    board.need(chart=len(set(board.counts)) < len(SEATS))
    earlier = [counts for _, counts in board.chart[-2::-1]]

    def history(seat: int) -> tuple[int, ...]:
        return (board.counts[seat], *(counts[seat] for counts in earlier))

    return [*_grouped(board.survivors, history), *_grouped(board.dead, history)]


def _grouped(seats: Iterable[int], worth: Callable[[int], Any]) -> Ranking:
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
    """A value for first, second, third, ... place.

    ties: powers that are level share the values of the places they fill, or all take the lowest or the
        highest of them, or what two that are level would have for the last two of them.
    pairs: what two that are level have each, for first and second, second and third, ... place.
    """
    amounts: list[Exact] = [0] * 7
    filled = 0
    shared = []
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
            shared.append(f"places {first} {'and' if len(group) == 2 else 'to'} {filled}, {text(each)} each")
        for seat in group:
            amounts[seat] = each
    label = f"place ({'/'.join(map(text, values))}"
    label += f", {'/'.join(map(text, pairs))} for two level" if pairs else ""
    label += f", level takes {ties})" if ties in ("lower", "higher") else ")"
    return line(f"{label}: {'; '.join(shared)}" if shared else label, amounts)


# -- by the way the game went ------------------------------------------------------------------


@word
def years_survived(board: Board, each: Exact, seats: Iterable[int] = SEATS) -> Points:
    """Points for every complete game year at whose end the power still owned a centre.

    Raises Faults when the game's last year, or the year of an elimination, is missing.
    """
    chosen = tuple(seats)
    board.need(year=True, eliminations=[seat for seat in chosen if seat in board.dead])
    assert board.year is not None
    years = [board.year - 1900] * 7
    for seat in board.dead:
        years[seat] = (board.eliminated[seat] or 1901) - 1901
    return line(f"{text(each)} a complete year survived", [n * each for n in years]).only(chosen)


@word
def last_years(board: Board, seats: Iterable[int] = SEATS) -> tuple[int, ...]:
    """The last year in which each power was in the game, that of its elimination included.

    Exact for these seats only. Raises Faults when a year that they need is missing.
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
    seats: Iterable[int] = SEATS,
    *,
    last_too: bool = True,
    at_most: Exact | None = None,
) -> Points:
    """Points for every game year in which the power was in the game.

    last_too: does the last one count, that of its elimination or the game's?
    at_most: no more points than these.
    Raises Faults when a year is missing.
    """
    chosen = frozenset(seats)
    last = last_years(board, chosen)
    label = f"{text(each)} a year played, {'the last one too' if last_too else 'without the last one'}"
    amounts = [(year - (1900 if last_too else 1901)) * each for year in last]
    if at_most is not None:
        label, amounts = f"{label}, at most {text(at_most)}", [min(at_most, one) for one in amounts]
    return line(label, amounts).only(chosen)


def by_last_year(board: Board, label: str, table: Sequence[Exact], seats: Sequence[int]) -> Points:
    """The value for the last year in which each of these seats was in the game, that of its elimination too.

    Raises Faults when a year is missing.
    """
    return line(label, [in_year(table, year) for year in last_years(board, seats)]).only(seats)


@word
def average_centres(board: Board) -> tuple[tuple[Fraction, ...], tuple[int, ...]]:
    """Each power's average centres over the years it played, and how many those are.

    The year of an elimination is one of them, with no centre.
    Raises Faults when the centre chart or a year of it is missing.
    """
    board.need(chart=True)
    rows = [counts for _, counts in board.chart]
    years = [sum(1 for row in rows if row[seat]) for seat in SEATS]
    played = tuple(min(len(rows), n + 1) for n in years)
    scored = [*rows[:-1], board.counts]
    return tuple(Fraction(sum(row[s] for row in scored), played[s]) for s in SEATS), played


@word
def in_year(table: Sequence[Exact], year: int) -> Exact:
    """The value for a year from a table that begins in 1901; its last value holds from then on."""
    return table[min(year - FIRST_YEAR, len(table) - 1)]


@word
def alive_after(board: Board, year: int, amount: Exact) -> Points:
    """Points for owning a centre after the Fall of that year, kept by a power that is eliminated later.

    Raises Faults when the game's last year, or the year of an elimination, is missing.
    """
    dead = [seat for seat in board.dead if seat not in board.unplayed]
    reached = board.year is None or board.year >= year
    board.need(year=True, eliminations=dead if reached else ())
    later = [seat for seat in dead if (board.eliminated[seat] or 0) > year]
    return to_each(f"alive after {year}", amount, (*board.survivors, *later) if reached else ())


@word
def kills(board: Board, each: Exact) -> Points:
    """Points for every survivor for each dead position; one in civil disorder is dead too."""
    dead = 7 - len(board.active)
    return to_each(f"{text(each)} for each dead position ({dead})", each * dead, board.survivors)


def country(table: Sequence[Exact]) -> Points:
    """An adjustment for the power played."""
    return line("country", table)


# -- in sentences ------------------------------------------------------------------------------


@word
def names(seats: Iterable[int]) -> str:
    """`Austria, England and Turkey`."""
    return join(POWERS[seat] for seat in seats)


@word
def counts_of(board: Board, seats: Iterable[int]) -> str:
    """`Austria has 12 centres and England has 1 centre`: what they own."""
    return join(f"{POWERS[seat]} has {count_of(board.centres[seat])}" for seat in seats)
