"""The amounts of games that tie-breaks state (see `rules/event/worth.py`) as columns of Games.

The function of an amount is called with a GameInCells in place of a Result, and so returns a formula. If the
formula is more than the token of a column, it becomes a column of its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import astuple, dataclass, field, replace
from functools import partial
from typing import Any, Literal

from xl_dipscore.errors import join
from xl_dipscore.rules.board import POWERS, STARTED
from xl_dipscore.rules.event.scored import DREW, ELIMINATED, LOST, SURVIVED, WON
from xl_dipscore.rules.event.worth import Amount, LessMeanOfPower, Number, Worth
from xl_dipscore.rules.points import InCells, NoForm
from xl_dipscore.tables.native.board import BoardInCells
from xl_dipscore.tables.native.columns import Column, PlacedColumns
from xl_dipscore.tables.native.compiled import SHARED, heading_of
from xl_dipscore.tables.native.notation import Formula
from xl_dipscore.tables.native.plan import EventPlan
from xl_dipscore.tables.native.symbols import (
    Cond,
    Num,
    RuleSheet,
    by_seat,
    make_cell_points,
    number_in_formula,
    text_of_tree,
    trace_answers,
    use_rule_sheet,
)

MISSING = '""'
"""The formula of an amount that a game does not have."""


class LacksColumn(Exception):
    """An amount needs a column that Games lacks. The argument names the column."""


def why_no_form(read: Callable[[], object]) -> str | None:
    """The end of the sentence on why formulas cannot tell the amounts that `read` reads; None if they can."""
    try:
        read()
    except LacksColumn as refused:
        return f" without {refused}"
    except NoForm as refused:
        return f", for it uses {refused.word}"
    return None


class Fact(Num):
    """A number of a game in cells. Unlike other numbers in cells, facts can be compared with == too."""

    __hash__ = None  # type: ignore[assignment]

    def _with(self, other: object, here: str) -> Fact:
        return Fact(super()._with(other, here).text)

    def __eq__(self, other: object) -> Any:
        return Cond(Formula(f"{self.text}={number_in_formula(other)}"))

    def __ne__(self, other: object) -> Any:
        return Cond(Formula(f"{self.text}<>{number_in_formula(other)}"))

    def __index__(self) -> int:
        raise NoForm("one seat's place in a list: use `game.by` and words of points.py")


class PowerInCells(InCells):
    """The power of a game's seat: it can be compared with the name of a power."""

    __hash__ = None  # type: ignore[assignment]

    def __eq__(self, other: object) -> Any:
        return Cond(Formula(f"[seat]={POWERS.index(str(other)) + 1}"))

    def __ne__(self, other: object) -> Any:
        return Cond(Formula(f"[seat]<>{POWERS.index(str(other)) + 1}"))


_TRUTHS = {"won": "[won]", "drew": "[drew]", "lost": "([winners]-[won])", "survived": "[alive]"}
_BOARD = {
    **_TRUTHS,
    "centres": "[counts]",
    "gain": f"[counts]-{by_seat(STARTED)}",
}
"""The facts of a Result that depend on the board, and nothing but the board, with their formulas."""


@dataclass
class GameInCells(InCells):
    """The attributes of a Result that amounts use, as formulas. `asked` records the kinds of facts."""

    plan: EventPlan
    scores: str = ""
    """The column with scores; blank: the points of a game."""
    asked: set[str] = field(default_factory=set)
    """Kinds of facts (`board`, `score`, `chart` and `typed`) and names of RESULTS."""

    power = PowerInCells()

    def __getattr__(self, name: str) -> object:
        if name in _BOARD:
            return self._ask("board", _BOARD[name])
        raise NoForm(name) if not name.startswith("__") else AttributeError(name)

    def _ask(self, kind: str, here: str) -> Fact:
        self.asked.add(kind)
        return Fact(Formula(here))

    @property
    def seat(self) -> Fact:
        return Fact(Formula("[seat]-1"))

    @property
    def score(self) -> Fact:
        return self._ask("score", f"[{self.scores or self.plan.value}]")

    @property
    def worth(self) -> Fact:
        return self._ask("score", f"[{self.plan.worth}]")

    @property
    def came(self) -> Fact:
        self.asked.add("board")
        return self._ask("came", "[came]")

    @property
    def place(self) -> Fact:
        self.asked.add("board")
        return self._ask("on board", "[on board]")

    @property
    def chart_years(self) -> Fact:
        self._need(bool(self.plan.chart), "a column for each year of a chart")
        return self._ask("chart", f"[{YEARS.name}]")

    @property
    def chart_centres(self) -> Fact:
        self._need(bool(self.plan.chart), "a column for each year of a chart")
        return self._ask("chart", f"[{YEAR_CENTRES.name}]")

    @property
    def typed(self) -> GameInCells:
        return self

    @property
    def tiebreak(self) -> Fact:
        self._need("tiebreak" in self.plan.typed, "a column Tiebreak")
        return self._ask("typed", "[tiebreak]")

    def _need(self, there: bool, column: str) -> None:
        if not there:
            raise LacksColumn(column)

    @property
    def board(self) -> BoardInCells:
        self.asked.add("board")
        return BoardInCells()

    def amount(self, may_lack: bool) -> AmountInCells:
        """The rows that can have an amount made of the facts that were asked. It has no column yet.

        may_lack: can the formula of the amount be MISSING?
        """
        sound = self.plan.sound if "board" in self.asked else ""
        found = AmountInCells("", sound, "cells" if may_lack or "typed" in self.asked else "")
        if "score" in self.asked:
            found = replace(found, sound=self.plan.good, lacks=found.lacks or "rows", of_score=True)
        return found

    def by(self, rule: Callable[[Any], object]) -> Fact:
        lines = make_cell_points(rule(self.board)).points
        return Fact(Formula(f"({'+'.join(one.text for one in lines)})" if len(lines) > 1 else lines[0].text))


_TOKEN = re.compile(r"\[([\w ]+)\]").fullmatch


FIRST_OF_POWER = "MATCH([seat],[seat:],0)"
"""The number of the first row with the power of this row."""
SOMEONE_WON = "SUMIF([b:],[b],[won:])>0"
_DRAWN = f"IF([drew]=1,{DREW},IF([alive]=1,{SURVIVED},{ELIMINATED}))"
RESULTS = (
    Column("came", "How it went", Formula(f"IF({SOMEONE_WON},IF([won]=1,{WON},{LOST}),{_DRAWN})")),
    Column("on board", "Larger powers, below 0", Formula('-COUNTIFS([b:],[b],[owned:],">"&[owned])')),
)
"""Facts of a Result that have a column of their own."""
# A chart without gaps from the first year on: n numbers in a row have n - 1 neighbouring pairs.
_RUN = 'COUNTIFS([chart_before],">=0",[chart_after],">=0")=COUNT([chart])-1'
_WHOLE = f"IF(AND(ISNUMBER(INDEX([chart],1,1)),{_RUN}),COUNT([chart]),0)"
YEARS = Column("game years", "Years of the chart", Formula(f"IF([{{good}}]=1,{_WHOLE},0)"))
YEAR_CENTRES = Column("year centres", "Centres of all years", Formula("IF([game years]>0,SUM([chart]),0)"))


@dataclass(frozen=True)
class AmountInCells:
    """A column of Games with an amount."""

    name: str
    sound: str
    """The column with 1 in rows that can have the amount; blank: in rows of every board."""
    lacks: Literal["", "rows", "cells"] = ""
    """Do some rows lack the amount? rows: those without 1 in `sound`. cells: those without a number."""
    alone: bool = False
    """Is it 0 in all rows that cannot have the amount? Then a total needs no condition but the player."""
    of_score: bool = False
    """Is the amount made from scores? Then 1 in `sound` means too that the row goes into totals."""

    def theirs(self, plan: EventPlan, games: PlacedColumns) -> str:
        """The conditions, for SUMIFS on Totals, of this player's rows that can have the amount."""
        return self._conditions(plan, f"{games.column('player no')},[player no]", games.column)

    def of_power(self, plan: EventPlan) -> str:
        """The conditions, for SUMIFS on Games, of the power's rows that can have the amount."""
        return self._conditions(plan, "[seat:],[seat]", lambda name: f"[{name}:]")

    def _conditions(self, plan: EventPlan, whose: str, column: Callable[[str], str]) -> str:
        sound = f",{column(self.sound)},1" if self.sound else ""
        return f"{whose}{sound}" if self.of_score else f'{whose}{sound},{column(plan.day)},">0"'


@dataclass
class AmountColumns:
    """The amounts of an event's tie-breaks, and the columns of Games that these amounts need."""

    plan: EventPlan
    columns: list[Column] = field(default_factory=list)

    def read(self, name: str, worth: Worth) -> list[AmountInCells]:
        """The amounts that a tie-break states. Raises NoForm, and LacksColumn if Games lacks their facts."""
        read: list[tuple[Amount, Any]] = [(one, GameInCells(self.plan)) for one in worth.amounts]
        amounts = [partial(amount, game) for amount, game in read]
        texts = self._run(name, amounts, truth=isinstance(worth, Number))
        found = [self._place(name, text, game) for text, (_, game) in zip(texts, read, strict=True)]
        return [self._less_mean(one) for one in found] if isinstance(worth, LessMeanOfPower) else found

    def read_award(self, amounts: Sequence[Amount], score: str) -> list[str]:
        """The names of columns to compare, for the amounts that an award states. Raises like `read`.

        score: the name of the column with scores to compare.
        """
        game: Any = GameInCells(self.plan, score)
        texts = self._run("award", [partial(one, game) for one in amounts], truth=False)
        self._add_facts(game, texts)
        return [self._award_column(text.replace(MISSING, "0")) for text in texts]

    def _award_column(self, text: str) -> str:
        """The name of the column. Whether the board counts in totals does not matter."""
        if token := _TOKEN(text):
            return token[1]
        text = f"IF([{self.plan.sound}]=1,ROUND({text},8),0)"
        return self._add("award by", "award, compared", text)

    def _run(self, name: str, amounts: Sequence[Callable[[], object]], *, truth: bool) -> list[str]:
        """The formulas of amounts, with columns for their parts. truth: 1 for every number other than 0?"""
        prefix = re.sub(r"\W", "_", name) + "_"
        on = RuleSheet(helpers=dict(SHARED), prefix=prefix)
        with use_rule_sheet(on):
            texts = [_formula_of(one, truth) for one in amounts]
        if on.demands:
            raise NoForm(f"facts that a board may lack: {join(on.demands)}")
        for here, helper in on.helpers.items():
            if helper not in SHARED.values():
                heading = f"{name}: {heading_of(helper.removeprefix(prefix))}"
                self.columns.append(Column(helper, heading, here))
        return texts

    def _place(self, name: str, text: str, game: GameInCells) -> AmountInCells:
        """Find the column with this formula, or add the column."""
        self._add_facts(game, [text])
        amount = game.amount(MISSING in text)
        if token := _TOKEN(text):
            return replace(amount, name=token[1])
        if "typed" in game.asked:
            text = f"IF(ISNUMBER([tiebreak]),{text},{MISSING})"
        if amount.sound:
            text = f"IF([{amount.sound}]=1,{text},{MISSING if amount.lacks == 'cells' else 0})"
        return replace(amount, name=self._add(f"{name} of a game", f"{name}, of a game", text))

    def _add_facts(self, game: GameInCells, texts: Sequence[str]) -> None:
        """Add the columns of facts that were asked and that have a column of their own."""
        for one in RESULTS:
            if one.name in game.asked:
                self._add(*astuple(one))
        if "chart" in game.asked:
            self._add(YEARS.name, YEARS.heading, YEARS.text.format(good=self.plan.good))
            if f"[{YEAR_CENTRES.name}]" in "".join(texts):
                self._add(*astuple(YEAR_CENTRES))

    def _less_mean(self, one: AmountInCells) -> AmountInCells:
        one = replace(one, sound=one.sound or self.plan.sound)
        power = one.of_power(self.plan)
        mean = f"SUMIFS([{one.name}:],{power})/MAX(1,COUNTIFS({power}))"
        first = f"IF({FIRST_OF_POWER}=[row],{mean},0)"
        known = self._add("mean", "The power's mean, in its first row", first)
        there = f"[{one.sound}]=1" if one.of_score else f"AND([{one.sound}]=1,[{self.plan.day}]>0)"
        text = f"IF({there},[{one.name}]-INDEX([{known}:],{FIRST_OF_POWER}),0)"
        return replace(one, name=self._add("difference", "Less the power's mean", text), alone=True)

    def _add(self, name: str, heading: str, text: str) -> str:
        """The name of the column with this formula. A missing column is added."""
        for one in self.columns:
            if one.text == text:
                return one.name
        taken = sum(one.name.rstrip("0123456789 ") == name for one in self.columns)
        new = Column(f"{name} {taken + 1}" if taken else name, heading, Formula(text))
        self.columns.append(new)
        return new.name


def _formula_of(amount: Callable[[], object], truth: bool) -> str:
    try:
        return text_of_tree(trace_answers(lambda: (_truth if truth else _number)(amount())), str)
    except TypeError as refused:
        raise NoForm(f"an amount ({refused})") from refused


def _truth(found: object) -> str:
    """A formula: 1 for a number other than 0 or for a condition that is true, else 0."""
    if isinstance(found, Num) and found.text not in _TRUTHS.values():
        return f"IF({found.text}<>0,1,0)"
    return _number(found) if isinstance(found, InCells) else f"{int(bool(found))}"


def _number(found: object) -> str:
    if isinstance(found, Cond):
        return f"IF({found.text},1,0)"
    return MISSING if found is None else number_in_formula(found)
