"""The vocabulary that scoring rules are written in.

A rule is a sum of words from this page. Each word gives labelled lines, one amount per seat; the score is
the sum of the lines, so an explanation is the rule itself. Amounts are exact: whole numbers or fractions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import Annotated, Literal

from xl_dipscore.board import SEATS, Board

Exact = Fraction | int

Amount = Annotated[Exact, "a number, 0 or more"]
Signed = Annotated[Exact, "a number"]
DrawTable = Annotated[tuple[Exact, ...], "points each in a 2-, 3-, ... 7-way draw"]
PlaceTable = Annotated[tuple[Exact, ...], "points for first, second, ... place"]
PerPower = Annotated[tuple[Exact, ...], "seven numbers, Austria to Turkey"]

Ranking = Sequence[Sequence[int]]
"""Groups of seats that are level, best first."""


@dataclass(frozen=True)
class Line:
    """One labelled part of a score, an amount for each seat."""

    label: str
    amounts: tuple[Exact, ...]


@dataclass(frozen=True)
class Points:
    """A score as the lines that add up to it."""

    lines: tuple[Line, ...] = ()

    def __add__(self, other: Points) -> Points:
        return Points(self.lines + other.lines)

    @property
    def totals(self) -> tuple[Fraction, ...]:
        """The score of each seat."""
        return tuple(Fraction(sum(line.amounts[seat] for line in self.lines)) for seat in SEATS)

    def scaled(self, to: Exact) -> Points:
        """The same in proportion, so that the board adds up to `to`: one more line makes the difference."""
        totals = self.totals
        whole = sum(totals)
        if not whole:
            return self
        change = tuple(total * to / whole - total for total in totals)
        return self + line(f"scaled: {text(to)} x points / {text(whole)}", change)

    def capped(self, at: Exact) -> Points:
        """Nothing above `at`: one more line takes the rest away."""
        over = tuple(min(Fraction(0), at - total) for total in self.totals)
        return self + line(f"at most {text(at)}", over) if any(over) else self

    def only(self, seats: Iterable[int]) -> Points:
        """These seats keep their points, the others get nothing."""
        keep = frozenset(seats)
        return Points(
            tuple(
                Line(part.label, tuple(part.amounts[s] if s in keep else 0 for s in SEATS))
                for part in self.lines
            )
        )


def text(number: Exact) -> str:
    """A number as labels show it: whole, or with at most three decimals."""
    return f"{float(number):.3f}".rstrip("0").rstrip(".")


def line(label: str, amounts: Iterable[Exact]) -> Points:
    """One line of amounts, one for each seat."""
    return Points((Line(label, tuple(amounts)),))


def to_each(label: str, amount: Exact, seats: Iterable[int]) -> Points:
    """The same amount to each of these seats, nothing to the others."""
    chosen = frozenset(seats)
    return line(label, (amount if seat in chosen else 0 for seat in SEATS))


# -- by result --------------------------------------------------------------------------------


def winner_takes(board: Board, amount: Exact, others: Exact = 0) -> Points:
    """The winner gets the amount, the six others `others` each."""
    how = "conceded win" if board.conceded else "solo"
    label = how if not others else f"{how}, {text(others)} to each other power"
    return line(label, (amount if seat == board.winner else others for seat in SEATS))


def win_or_draw(board: Board, win: Exact, draw: Sequence[Exact]) -> Points:
    """`win` for the winner, or the value for the draw's size to each member.

    draw: the value each for a 2-, 3-, ... 7-way draw; sizes beyond its end get nothing.
    """
    if board.winner is not None:
        return to_each("conceded win" if board.conceded else "solo", win, [board.winner])
    size = len(board.drew)
    values = (win, *draw)
    each = values[size - 1] if 1 <= size <= len(values) else 0
    return to_each(f"{size}-way draw", each, board.drew)


def pool(pot: Exact, seats: Sequence[int], who: str) -> Points:
    """A pot shared equally by these seats."""
    if not seats:
        return line(f"{text(pot)} shared by {who}: nobody", (0 for _ in SEATS))
    return to_each(f"{text(pot)} shared by {who} ({len(seats)})", Fraction(pot, len(seats)), seats)


# -- by centres -------------------------------------------------------------------------------


def centres(board: Board, each: Exact = 1, *, cap: int | None = None, conceded: int | None = None) -> Points:
    """Points for every centre owned.

    cap: no more centres than this count.
    conceded: a conceded win counts as at least this many centres.
    """
    counts = [min(n, cap) if cap is not None else n for n in board.counts]
    label = "centres" if each == 1 else f"{text(each)} a centre"
    if cap is not None:
        label += f" (at most {cap} count)"
    if conceded is not None and board.conceded and board.winner is not None:
        counts[board.winner] = max(counts[board.winner], conceded)
        label += f" (the conceded win counts as {counts[board.winner]})"
    return line(label, (n * each for n in counts))


def in_proportion(pot: Exact, weights: Sequence[Exact], what: str) -> Points:
    """A pot shared in proportion to weights."""
    whole = sum(weights)
    label = f"{text(pot)} in proportion to {what} (together {text(whole)})"
    return line(label, (Fraction(weight) * pot / whole if whole else 0 for weight in weights))


def squares(board: Board, pot: Exact) -> Points:
    """Sum of Squares: a pot in proportion to the squares of the centres."""
    return in_proportion(pot, [n * n for n in board.counts], "centres squared")


def share(board: Board, pot: Exact) -> Points:
    """A pot in proportion to the centres."""
    return in_proportion(pot, board.counts, "centres")


def prospects(board: Board, pot: Exact) -> Points:
    """A pot in proportion to prospects: centres owned over centres still needed for 18."""
    return in_proportion(pot, [prospect(n) for n in board.counts], "n / (18 - n)")


def prospect(count: int) -> Fraction:
    """n / (18 - n), for a power with fewer than 18 centres."""
    return Fraction(count, 18 - count)


def tribute(board: Board, pot: Exact, over: int = 6) -> Points:
    """A pot shared by the survivors, each of whom pays the topper one point for every centre above `over`.

    Nobody pays more than his share of the pot; toppers who are level share what is paid.
    """
    top = max(board.counts)
    toppers = [seat for seat in board.survivors if board.counts[seat] == top]
    payers = [seat for seat in board.survivors if seat not in toppers]
    part = Fraction(pot, len(board.survivors))
    due = min(part, Fraction(max(0, top - over)))
    gained = due * len(payers) / len(toppers)
    paid = (-due if seat in payers else gained if seat in toppers else 0 for seat in SEATS)
    return pool(pot, board.survivors, "the survivors") + line(
        f"tribute to the top, {text(due)} from each other survivor", paid
    )


# -- by place ---------------------------------------------------------------------------------


def by_centres(board: Board, seats: Iterable[int] = SEATS) -> Ranking:
    """Seats by their centres; equal counts are level."""
    return _grouped(seats, lambda seat: board.counts[seat])


def by_result(board: Board) -> Ranking:
    """The winner or the draw's members first and level, then survivors by centres, then the dead.

    The dead stand by the year of their elimination, the first to go last.
    Raises Faults when two or more are dead and a year is missing.
    """
    first = board.drew if board.winner is None else (board.winner,)
    rest = [seat for seat in board.survivors if seat not in first]
    return [group for group in (first, *by_centres(board, rest), *by_elimination(board)) if group]


def by_elimination(board: Board) -> Ranking:
    """The dead, the last to go first; those of one year are level."""
    if len(board.dead) > 1:
        board.need(eliminations=board.dead)
    return _grouped(board.dead, lambda seat: board.eliminated[seat] or 0)


def _grouped(seats: Iterable[int], worth: Callable[[int], int]) -> Ranking:
    ordered = sorted(seats, key=worth, reverse=True)
    return [tuple(group) for _, group in groupby(ordered, key=worth)]


def places(values: Sequence[Exact], ranking: Ranking, *, ties: Literal["share", "lower"] = "share") -> Points:
    """A value for first, second, third, ... place.

    ties: powers that are level share the values of the places they fill, or all take the lowest of them.
    """
    amounts: list[Exact] = [0] * 7
    filled = 0
    for group in ranking:
        spanned = [values[p] if p < len(values) else 0 for p in range(filled, filled + len(group))]
        filled += len(group)
        each = Fraction(sum(spanned), len(group)) if ties == "share" else spanned[-1]
        for seat in group:
            amounts[seat] = each
    worth = "/".join(text(value) for value in values)
    return line(
        f"place ({worth}{', level powers share' if ties == 'share' else ', level takes lower'})", amounts
    )


# -- by the way the game went ------------------------------------------------------------------


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
    return line(
        f"{text(each)} a complete year survived", (years[s] * each if s in chosen else 0 for s in SEATS)
    )


def country(table: Sequence[Exact]) -> Points:
    """An adjustment for the power played."""
    return line("country", table)
