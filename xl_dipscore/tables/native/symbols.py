"""Symbols replace numbers, seats and points while a rule runs, so that the rule returns formulas.

Texts of formulas contain tokens: `[won]` is the cell of the column `won` in a seat's row, `[won:]` the whole
column. If a rule tests a symbol with `if`, the test is a question, answered by yes or no. The rule runs once
for each combination of answers. `IF(question, ..., ...)` joins the results of the runs.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from xl_dipscore.errors import Faults
from xl_dipscore.rules.board import SEATS
from xl_dipscore.rules.points import Exact, InCells, NoForm, Points, points_of, text
from xl_dipscore.tables.native.notation import Formula, Token, token_of

EVERY_SEAT = Formula("1")
"""A set of seats: all seven."""
NOWHERE = -9999
"""The ranking key of a seat that has no place; it is below all other keys."""
MOST_RUNS = 600


# -- the formulas of a rule -------------------------------------------------------------------


@dataclass
class RuleSheet:
    """The record of all runs of a rule: helper columns, questions, and facts that Check must ask for."""

    helpers: dict[Formula, str] = field(default_factory=dict)
    """By formula, the names of helper columns. Each formula reads only earlier columns."""
    paths: dict[Formula, set[str]] = field(default_factory=dict)
    """By formula of a helper column: the answers, as conditions, after which runs read the column."""
    demands: dict[str, list[Formula]] = field(default_factory=dict)
    """The facts that Check must ask for, each with the conditions under which a board needs it."""
    assumed: dict[str, bool] = field(default_factory=dict)
    """By cell of an option that the rule tested with `if`: True if its number was not 0, else False."""
    asked: dict[Formula, bool] = field(default_factory=dict)
    """The questions of this run with their answers: first the answers in `script`, then always yes."""
    script: tuple[bool, ...] = ()
    prefix: str = ""
    """The beginning of each name, if columns of other rules stand beside these."""

    def column(self, name: str, here: Formula) -> Token:
        """The token of the helper column with this formula. A missing column is added as `name` + number."""
        if re.fullmatch(r"\[\w+\]", here):
            return Token(here)
        self.paths.setdefault(here, set()).add(self.path)
        if here not in self.helpers:
            name = f"{self.prefix}{name}"
            number = 1 + sum(re.sub(r"\d+$", "", known) == name for known in self.helpers.values())
            self.helpers[here] = f"{name}{number}"
        return token_of(self.helpers[here])

    def ask(self, question: Formula) -> bool:
        if question not in self.asked:
            n = len(self.asked)
            self.asked[question] = self.script[n] if n < len(self.script) else True
        return self.asked[question]

    def need(self, fact: str, seats: Formula = EVERY_SEAT, *, where: str = "") -> None:
        of_them = "" if seats == EVERY_SEAT else f"{factor(Num(seats))}>0"
        self.demands.setdefault(fact, []).append(join_conditions(join_conditions(self.path, where), of_them))

    @property
    def path(self) -> Formula:
        return join_conditions(
            *(question if answer else f"NOT({question})" for question, answer in self.asked.items())
        )


def join_conditions(*conditions: str) -> Formula:
    """Join all conditions that are not empty by AND; "" if all are empty."""
    some = [one for one in conditions if one]
    return Formula(f"AND({','.join(some)})" if len(some) > 1 else "".join(some))


_SHEET: ContextVar[RuleSheet] = ContextVar("sheet")


def sheet() -> RuleSheet:
    return _SHEET.get()


@contextmanager
def use_rule_sheet(one: RuleSheet) -> Iterator[None]:
    token = _SHEET.set(one)
    try:
        yield
    finally:
        _SHEET.reset(token)


# -- branches ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Branch:
    """A question, and for each answer the result of the rule or a further Branch."""

    question: Formula
    yes: object
    no: object


def trace_answers(run: Callable[[], object]) -> object:
    """Call `run` with all answers to its questions. The results, or the Faults raised, become a tree."""
    runs = 0

    def explore(script: tuple[bool, ...]) -> object:
        nonlocal runs
        runs += 1
        if runs > MOST_RUNS:
            raise NoForm("a rule that asks so much of a board")
        on = sheet()
        on.script, on.asked = script, {}
        result: object
        try:
            result = run()
        except Faults as refused:
            result = refused
        asked, on.asked = [*on.asked.items()], {}
        return grow(asked, result, len(script))

    def grow(asked: list[tuple[Formula, bool]], result: object, depth: int) -> object:
        if depth == len(asked):
            return result
        yes = grow(asked, result, depth + 1)
        no = explore((*(answer for _, answer in asked[:depth]), False))
        return yes if yes == no else Branch(asked[depth][0], yes, no)

    return explore(())


def text_of_tree(tree: object, leaf: Callable[[object], str]) -> Formula:
    """One formula for a tree of results. leaf: returns the formula of a single result."""
    if not isinstance(tree, Branch):
        return Formula(leaf(tree))
    yes, no = text_of_tree(tree.yes, leaf), text_of_tree(tree.no, leaf)
    return Formula(yes if yes == no else f"IF({tree.question},{yes},{no})")


# -- numbers ----------------------------------------------------------------------------------


def number_in_formula(value: object) -> Formula:
    """The exact text of a number in a formula: a third stays 1/3."""
    if isinstance(value, Num):
        return value.text
    if not isinstance(value, int | Fraction):
        raise NoForm(f"the number {value!r}")
    number = Fraction(value)
    shown = repr(float(number))
    if number.denominator == 1:
        return Formula(str(number.numerator))
    is_exact = Fraction(shown) == number and "e" not in shown
    return Formula(shown if is_exact else f"{number.numerator}/{number.denominator}")


def factor(value: object) -> Formula:
    """The text of a number in a product, in brackets if the product needs them."""
    inside = number_in_formula(value)
    alone = r"\d+(\.\d+)?|\[\w+\]|[A-Z]+\([^()]*\)|(\w+!)?\$[A-Z]+\$\d+"
    return Formula(inside if re.fullmatch(alone, inside) else f"({inside})")


def join_numbers(values: Iterable[object]) -> str:
    return ",".join(map(number_in_formula, values))


def is_number(value: object, number: int) -> bool:
    """Is the value this number itself, and no formula? A comparison with a formula could be a question."""
    return not isinstance(value, InCells) and value == number


class Num(InCells):
    """A number in cells, as a formula. `seats` has the seat of a number that `seven` made, or else nothing.

    Numbers of different seats can be added if their texts are equal: the sum has all these seats. The sum of
    the numbers of all seven seats becomes a `board_sum`.
    """

    def __init__(self, here: Formula, seats: tuple[int, ...] = ()) -> None:
        self.text, self.seats = here, seats

    def _with(self, other: object, here: str) -> Num:
        seats = {*self.seats, *(other.seats if isinstance(other, Num) else ())}
        if len(seats) > 1:
            raise NoForm("arithmetic between the numbers of two seats")
        return Num(Formula(here), tuple(seats))

    def __add__(self, other: object) -> Num:
        if isinstance(other, Num) and self.seats and other.seats and self.seats != other.seats:
            if self.text != other.text or {*self.seats} & {*other.seats}:
                raise NoForm("a sum of numbers that are not alike")
            seats = self.seats + other.seats
            return Num(board_sum(self.text)) if len(seats) == len(SEATS) else Num(self.text, seats)
        return (
            self._with(other, f"{self.text}+{number_in_formula(other)}") if not is_number(other, 0) else self
        )

    def __radd__(self, other: object) -> Num:
        return (
            self._with(other, f"{number_in_formula(other)}+{self.text}") if not is_number(other, 0) else self
        )

    def __neg__(self) -> Num:
        return self._with(0, f"-{factor(self)}")

    def __sub__(self, other: object) -> Num:
        return self._with(other, f"{self.text}-{factor(other)}") if not is_number(other, 0) else self

    def __rsub__(self, other: object) -> Num:
        return self._with(other, f"{number_in_formula(other)}-{factor(self)}")

    def __mul__(self, other: object) -> Num:
        return self._with(other, f"{factor(self)}*{factor(other)}")

    def __rmul__(self, other: object) -> Num:
        return self if is_number(other, 1) else self._with(other, f"{factor(other)}*{factor(self)}")

    def __truediv__(self, other: object) -> Num:
        return self._with(other, f"{factor(self)}/{factor(other)}")

    def __rtruediv__(self, other: object) -> Num:
        return self._with(other, f"{factor(other)}/{factor(self)}")

    def __lt__(self, other: object) -> Cond:
        return Cond(Formula(f"{self.text}<{number_in_formula(other)}"))

    def __gt__(self, other: object) -> Cond:
        return Cond(Formula(f"{self.text}>{number_in_formula(other)}"))

    def __le__(self, other: object) -> Cond:
        return Cond(Formula(f"{self.text}<={number_in_formula(other)}"))

    def __ge__(self, other: object) -> Cond:
        return Cond(Formula(f"{self.text}>={number_in_formula(other)}"))

    def __bool__(self) -> bool:
        return sheet().ask(Formula(f"{self.text}<>0"))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Num) and (self.text, self.seats) == (other.text, other.seats)

    def __format__(self, spec: str) -> str:
        return "…"


class OptionNum(Num):
    """A number typed on Setup. An `if` on it asks no question: `value` decides, and `assumed` records it."""

    def __init__(self, cell: Formula, value: Exact) -> None:
        super().__init__(cell)
        self.value = value

    def __bool__(self) -> bool:
        sheet().assumed[self.text] = bool(self.value)
        return bool(self.value)


class Cond(InCells):
    def __init__(self, here: Formula) -> None:
        self.text = here

    def __bool__(self) -> bool:
        return sheet().ask(self.text)


def seven(here: Formula) -> tuple[Num, ...]:
    """A number for each of the seven seats, all with this formula; the row of a seat computes its number."""
    return tuple(Num(here, (seat,)) for seat in SEATS)


# -- the board's seven ------------------------------------------------------------------------


COUNTS, OWNED = Token("[counts]"), Token("[owned]")
"""The centres that a seat scores for, and the centres that it owns: more, if some are docked."""


def board_sum(here: Formula) -> Token:
    """A helper column with the sum of this formula over the board's seats."""
    part = sheet().column("part", here)
    return sheet().column(f"all_{part.name}_", Formula(f"SUMIF([b:],[b],{part.whole})"))


def count_above(column: Token) -> Formula:
    """The number of seats on the board with a larger number in this column of whole numbers."""
    return Formula(f'COUNTIFS([b:],[b],{column.whole},">"&{column})')


def count_level(column: Token) -> Formula:
    """The number of seats on the board, this seat included, that are level in this column."""
    return Formula(f"COUNTIFS([b:],[b],{column.whole},{column})")


def place_in(column: Token) -> Token:
    """A helper column with the place of a seat by this column, the largest first, then by seat."""
    earlier = f'COUNTIFS([b:],[b],{column.whole},{column},[seat:],"<"&[seat])'
    return sheet().column(f"order_{column.name}_", Formula(f"1+{count_above(column)}+{earlier}"))


def largest_in(column: Token, k: int = 1) -> Token:
    """A helper column with the board's k-th largest number in this column."""
    place = place_in(column)
    largest = Formula(f"SUMIFS({column.whole},[b:],[b],{place.whole},{k})")
    return sheet().column(f"no_{k}_by_{column.name}_", largest)


# -- seats and rankings -----------------------------------------------------------------------


class Seats(InCells):
    """A set of seats in cells: a formula whose value is 1 in the row of a member, 0 in other rows."""

    def __init__(self, here: Formula) -> None:
        self.text = here

    @property
    def count(self) -> Formula:
        return Formula("7") if self.text == EVERY_SEAT else board_sum(self.text)

    def __bool__(self) -> bool:
        return sheet().ask(Formula(f"{self.count}>0"))

    def __len__(self) -> int:
        return next((n for n in range(7, 0, -1) if sheet().ask(Formula(f"{self.count}={n}"))), 0)

    def __getitem__(self, index: int) -> Num:
        return Num(self.text)

    def __iter__(self) -> Iterator[int]:
        raise NoForm("seats one by one: give the vocabulary a word for it")

    def __contains__(self, seat: object) -> bool:
        raise NoForm("whether a seat is among others: give the vocabulary a word for it")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Seats) and self.text == other.text

    def times(self, amount: object) -> Formula:
        """A formula for the amount in the rows of members, and 0 in other rows."""
        inside = number_in_formula(amount)
        if inside == "0" or self.text == "1":
            return inside
        return Formula(self.text if inside == "1" else f"{factor(amount)}*{factor(Num(self.text))}")


def seats_of(seats: object) -> Seats:
    """Seats as a set in cells; SEATS means all seven. Raises NoForm for a list of seats."""
    if isinstance(seats, Seats):
        return seats
    if seats == SEATS:
        return Seats(EVERY_SEAT)
    raise NoForm(f"the seats {seats!r}")


class Ranking(InCells):
    """An order of seats. parts: pairs of formulas, a condition (1 or 0) and a key. The key of a seat belongs
    to its first condition that is 1. A key is a whole number, larger for a better place.
    """

    def __init__(self, *parts: tuple[Formula, Formula]) -> None:
        self.parts = parts

    def __iter__(self) -> Iterator[Ranking]:
        yield self

    @property
    def ranks_every_seat(self) -> bool:
        return self.parts[-1][0] == "1"

    @property
    def column(self) -> Token:
        *some, (condition, key) = self.parts
        here = key if condition == "1" else f"IF({condition}=1,{key},{NOWHERE})"
        for condition, key in reversed(some):
            here = f"IF({condition}=1,{key},{here})"
        return sheet().column("key", Formula(here))


def make_ranking(ranking: object) -> Ranking:
    """Join a list of rankings and sets of seats into one ranking, the best first. Raises NoForm."""
    if isinstance(ranking, Ranking):
        return ranking
    if not isinstance(ranking, list):
        raise NoForm(f"the ranking {ranking!r}")
    parts: list[tuple[Formula, Formula]] = []
    for n, part in enumerate(ranking):
        parts += part.parts if isinstance(part, Ranking) else [(seats_of(part).text, Formula(str(-1000 * n)))]
    return Ranking(*parts)


# -- points -----------------------------------------------------------------------------------


class CellLine(NamedTuple):
    label: str
    text: Formula
    adds: bool = True
    """Is the line part of the score? Figures are not: they are only shown."""


class CellPoints(InCells):
    """Points in cells: the lines of a score, as formulas. Plain Points that are added become constants."""

    def __init__(self, *lines: CellLine) -> None:
        self.lines = lines

    def __eq__(self, other: object) -> bool:
        return isinstance(other, CellPoints) and self.lines == other.lines

    def __add__(self, other: object) -> CellPoints:
        return CellPoints(*self.lines, *make_cell_points(other).lines)

    def __radd__(self, other: object) -> CellPoints:
        return CellPoints(*make_cell_points(other).lines, *self.lines)

    @property
    def total(self) -> Formula:
        """The sum of the lines. Each formula is between « and »; the token of its column will replace it."""
        return Formula("+".join(f"«{one.text}»" for one in self.points) or "0")

    @property
    def points(self) -> list[CellLine]:
        return [one for one in self.lines if one.adds]

    @property
    def totals(self) -> tuple[Num, ...]:
        alone = len(self.points) == 1
        return seven(self.points[0].text if alone else sheet().column("raw", self.total))

    @property
    def whole(self) -> Num:
        """The points of all seats together."""
        return Num(board_sum(sheet().column("raw", self.total)))

    def as_figures(self) -> CellPoints:
        return CellPoints(*(one._replace(adds=False) for one in self.lines))

    def scaled(
        self, to: Exact | InCells, label: str = "Share of the board's {} points", unit: str = ""
    ) -> CellPoints:
        raw = sheet().column("raw", self.total)
        whole = board_sum(raw)
        share = f"IF({whole}=0,{raw},{factor(to)}*{raw}/{whole})"
        return self.as_figures() + cell_line(label.format(text(to)), Formula(share))

    def capped(self, at: Exact | InCells | Points) -> CellPoints:
        raw, limit = sheet().column("raw", self.total), _limit_of(at)
        return self + cell_line(f"Cut to at most {limit.name}", Formula(f"MIN(0,{limit.formula}-{raw})"))

    def at_least(self, least: Exact | InCells | Points) -> CellPoints:
        raw, limit = sheet().column("raw", self.total), _limit_of(least)
        raised = Formula(f"MAX(0,{limit.formula}-{raw})")
        return self + cell_line(f"Raised to at least {limit.name}", raised)

    times_on_a_win = Points.times_on_a_win

    def rounded(self) -> CellPoints:
        return CellPoints(
            *(CellLine(f"{one.label}, rounded", _round_half_even(one.text)) for one in self.lines)
        )

    def only(self, seats: object) -> CellPoints:
        among = seats_of(seats)
        lines = (one._replace(text=among.times(Num(one.text))) if one.adds else one for one in self.lines)
        return CellPoints(*lines)


def _round_half_even(here: Formula) -> Formula:
    """A formula to round halves to even numbers: for n + 0.5, it rounds n/2 + 0.25 (no half) and doubles."""
    exact = sheet().column("exact", here)
    return Formula(f"IF(ABS(MOD({exact},1)-0.5)<0.000001,2*ROUND({exact}/2,0),ROUND({exact},0))")


class _Limit(NamedTuple):
    """A limit of points: its formula, and its name in a label."""

    formula: Formula
    name: str


def _limit_of(by: Exact | InCells | Points) -> _Limit:
    """The limit that a number sets, or points."""
    if isinstance(by, CellPoints | Points):
        lines = make_cell_points(by).points
        what = " and ".join(one.label[0].lower() + one.label[1:] for one in lines)
        return _Limit(Formula("+".join(one.text for one in lines) or "0"), what)
    return _Limit(number_in_formula(by), points_of(by))


def cell_line(label: str, here: Formula) -> CellPoints:
    """Points of one line. The label loses each "…", which stands for a number in cells."""
    told = " ".join(re.sub(r"… ?| \(…\)", "", label).split())
    return CellPoints(CellLine(told[:1].upper() + told[1:], here))


def make_cell_points(points: object) -> CellPoints:
    """Convert points to points in cells; plain numbers become constants. Raises NoForm."""
    if isinstance(points, CellPoints):
        return points
    if not isinstance(points, Points):
        raise NoForm(f"the points {points!r}")
    return CellPoints(*(CellLine(one.label, by_seat(one.amounts)) for one in points.lines))


def by_seat(amounts: Sequence[object]) -> Formula:
    """A formula that chooses the amount of the row's seat. amounts: Austria to Turkey. Raises NoForm."""
    if any(isinstance(one, Num) and one.seats not in ((), (seat,)) for seat, one in enumerate(amounts)):
        raise NoForm("a seat's number for another seat")
    seven = list(map(number_in_formula, amounts))
    return Formula(seven[0] if len(set(seven)) == 1 else f"CHOOSE([seat],{','.join(seven)})")
