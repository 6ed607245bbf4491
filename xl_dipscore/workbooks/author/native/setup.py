"""The sheet Setup of a workbook of plain formulas.

Formulas read the numbers on this sheet. Most words on it are fixed: the formulas were made for these words.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from openpyxl import Workbook
from openpyxl.styles import Alignment, PatternFill, Protection
from openpyxl.utils import get_column_letter as letter
from openpyxl.worksheet.worksheet import Worksheet

from xl_dipscore.rules.points import Exact, as_double
from xl_dipscore.rules.system import ANY_SYSTEM, Option
from xl_dipscore.rules.tournament.combine import own_rule
from xl_dipscore.tables.cells.event_options import EVENT_OPTIONS, EventOptions, read_event_options
from xl_dipscore.tables.native.compiled import Compiled
from xl_dipscore.workbooks.author import front, style
from xl_dipscore.workbooks.author.plan import Plan
from xl_dipscore.workbooks.layout.setup import DRAWN

MADE_FOR = "Setup!$B$5"
"""The cell with a sentence if Setup contradicts the formulas; otherwise blank."""
CHECK = front.MEANING + 2
CHECKED = "Check"
CHECK_WIDTH = 44
NUMBERS = frozenset({"whole", "amount", "signed", "numbers"})
"""Kinds of options whose values formulas can read."""
LOOKED_AT = frozenset({"event is over", "min rounds", "decimals"})
"""The event's options that formulas read and that may be blank."""
FIXED = "fixed when the workbook was made"


@dataclass(frozen=True)
class OptionLine:
    """A row of Setup with an option."""

    row: int
    shown: front.OptionRow
    option: Option | None = None
    """The option if formulas read its numbers; None if the formulas were made for the shown value."""
    blank: bool = False
    """May the value be left blank?"""
    most: int | None = None
    assumed: Mapping[str, bool] = field(default_factory=dict)
    """By cell: True if formulas assume that its number is not 0, False if they assume that it is 0."""

    @property
    def values(self) -> tuple[object, ...]:
        return self.shown.typed

    @property
    def cells(self) -> list[str]:
        """The cells for values in this row."""
        return [f"Setup!${letter(column)}${self.row}" for column in range(2, front.OPTION_VALUES + 2)]

    @property
    def is_right(self) -> str:
        """A condition that is true if the values in this row suit the formulas."""
        typed = f"$B${self.row}:${letter(front.OPTION_VALUES + 1)}${self.row}"
        if self.option is None:
            (value,) = self.values
            if isinstance(value, int):
                return f"AND(ISNUMBER($B${self.row}),SUM($B${self.row})={value})"
            return f'$B${self.row}="{value or ""}"'
        if self.option.kind == "yes or no":
            return f'OR($B${self.row}="",$B${self.row}="yes",$B${self.row}="no")'
        conditions = [f"COUNT({typed})={len(self.values)}"]
        if self.option.kind in ("whole", "amount"):
            conditions.append(f"MIN({typed})>=0")
        if self.option.kind == "whole":
            conditions.append(f"INT(SUM($B${self.row}))=SUM($B${self.row})")
        if self.most is not None:
            conditions.append(f"SUM($B${self.row})<={self.most}")
        if self.shown.computed:
            conditions.append(f"COUNTIF({typed},0)={len(self.values)}")
        else:
            conditions += [f"{cell}{'<>' if there else '='}0" for cell, there in self.assumed.items()]
        right = f"AND({','.join(conditions)})"
        return f'OR($B${self.row}="",{right})' if self.blank else right

    @property
    def advice(self) -> str:
        """The sentence beside values that do not suit the formulas."""
        if self.option is None:
            (value,) = self.values
            return f"made for {'a blank cell' if value is None else value}: make a new workbook"
        if self.shown.computed:
            return "made for 0: make a new workbook"
        if len(self.values) > 1:
            return f"type {len(self.values)} numbers{_BUT[frozenset(self.assumed.values())]}"
        what = self.option.what if self.most is None else f"a whole number, at most {self.most}"
        what = "a number above 0" if self.assumed and self.option.kind == "amount" else what
        return f"type {what}{', or leave it blank' if self.blank else ''}"

    def with_assumptions(self, assumed: Mapping[str, bool]) -> OptionLine:
        """A copy with advice on numbers that must stay 0 or must not be 0; a fixed row if all must stay 0."""
        cells = self.cells[: len(self.values)]
        own = {cell: assumed[cell] for cell in cells if cell in assumed} if self.option else {}
        if len(own) == len(cells) and not any(own.values()):
            return replace(self, shown=_make_fixed_row(self.shown), assumed=own)
        advice = self.shown.advice + _BUT[frozenset(own.values())]
        return replace(self, shown=replace(self.shown, advice=advice), assumed=own)


@dataclass(frozen=True)
class Choices:
    """The contents of Setup, row by row."""

    plan: Plan

    @cached_property
    def lines(self) -> tuple[OptionLine, ...]:
        return (*self.of_event, *self.own)

    @cached_property
    def of_event(self) -> tuple[OptionLine, ...]:
        return tuple(_event_lines(self.plan))

    @cached_property
    def own(self) -> tuple[OptionLine, ...]:
        rows = self.options_by_row.items()
        return tuple(_line(self.plan, row, one) for row, one in rows if isinstance(one, Option))

    @cached_property
    def options_by_row(self) -> Mapping[int, str | Option]:
        """By row: the system's options and headings, then the options of ANY_SYSTEM that the plan sets."""
        given = (option for option in ANY_SYSTEM if option.name in self.plan.options)
        return dict(enumerate((*self.plan.system.options_with_headings, *given), self.title + 1))

    @property
    def title(self) -> int:
        """The row above the system's own options."""
        return self.of_event[-1].row + 1

    @cached_property
    def options(self) -> dict[str, object]:
        """The values of the system's options, by parameter."""
        own = (one for one in self.options_by_row.values() if isinstance(one, Option))
        return {option.parameter: _value(self.plan, option) for option in own}

    @cached_property
    def event(self) -> EventOptions:
        """The options of the event, as they will be read from the sheet Setup."""
        rows = [[line.shown.name, *line.values] for line in self.of_event]
        return read_event_options(rows, self.plan.system)

    @property
    def rows_of_end_values(self) -> Mapping[str, int]:
        """By name: the row, below all other options, of a value that is known only when the event is over."""
        return {
            name: self.lines[-1].row + n for n, name in enumerate(self.plan.system.computed_at_the_end, 1)
        }

    @property
    def last(self) -> int:
        return self.lines[-1].row + len(self.rows_of_end_values)

    def cells(self) -> Mapping[str, Sequence[str]]:
        """The cells that a board's formulas read, as the argument `cells` of compile_system."""
        own = {line.option.parameter: line.cells for line in self.own if line.option}
        told = {name: [f"Setup!$B${row}"] for name, row in self.rows_of_end_values.items()}
        return {**own, **told, "made_for": [MADE_FOR]}

    def event_cells(self) -> dict[str, str]:
        """The cells that the event's formulas read, as `EventPlan.cells`."""
        numbers = {line.shown.name: line.cells[0] for line in self.of_event if line.option}
        return numbers | {line.option.parameter: line.cells[0] for line in self.own if line.option}


def _event_lines(plan: Plan) -> Iterator[OptionLine]:
    """Rows for options of the event: numbers that formulas read, and words for which formulas are made."""
    system = plan.system
    breaks = ", ".join(system.tiebreak) or None
    usual = {"combine": own_rule(system).name, "tiebreak": breaks, "format": plan.ending}
    rows = [row for row in front.event_rows(plan) if row.name not in ("rows", "columns")]
    for number, row in enumerate(rows, front.FIRST_OPTION):
        if row == front.FEW:
            continue
        option = EVENT_OPTIONS.get(row.name.replace(" ", ""))
        default = usual.get(row.name) or (option and _join_values(option.default))
        given = default if row.given is None else _join_values(row.given)
        shown = replace(row, given=given)
        if row.name == "rounds":
            advice = f"a whole number, at most {plan.rounds}: there are columns for {plan.rounds} rounds"
            yield OptionLine(number, replace(shown, advice=advice), option, most=plan.rounds)
        elif row.name in LOOKED_AT:
            yield OptionLine(number, shown, option, blank=True)
        else:
            yield OptionLine(number, _make_fixed_row(shown))


def _line(plan: Plan, row: int, option: Option) -> OptionLine:
    """The row of a system's option. A value is fixed if it is words, no number or more numbers than cells."""
    value = _value(plan, option)
    shown = front.row_of(option, None)
    if option.parameter in plan.system.computed_at_the_end:
        return OptionLine(row, replace(shown, given=value), option, blank=True)
    given = () if value is None else value
    several = given if isinstance(given, tuple) else (given,)
    if option.kind not in NUMBERS or not 0 < len(several) <= front.OPTION_VALUES:
        return OptionLine(row, _make_fixed_row(replace(shown, given=_join_values(value))))
    advice = f"{option.what}; usually {option.shown_default()}"
    return OptionLine(row, replace(shown, given=tuple(map(_number, several)), advice=advice), option)


def _value(plan: Plan, option: Option) -> object:
    return plan.options.get(option.name, option.default)


_BUT = {
    frozenset(): "",
    frozenset({True}): "; but not 0",
    frozenset({False}): "; leave each 0 as it is",
    frozenset({True, False}): "; leave each 0 as it is, and type no other 0",
}
"""The end of the advice beside numbers. The key has True if formulas assume that some number is not 0, and
False if they assume that some number is 0."""


def _make_fixed_row(row: front.OptionRow) -> front.OptionRow:
    return replace(row, computed=True, advice=FIXED, choices=(), many=False)


def _number(value: object) -> float:
    assert isinstance(value, Exact), f"The value {value} of an option is no number."
    return as_double(value)


def _join_values(value: object) -> object:
    """A value for one cell; several numbers become one text."""
    if isinstance(value, tuple) and not (value and isinstance(value[0], str)):
        return " ".join(f"{_number(one):g}" for one in value) or "none"
    return value


def setup(
    book: Workbook, sheet: Worksheet, choices: Choices, rule: Compiled, told: Mapping[str, str]
) -> None:
    """Write the event, its system, and every option with its meaning, the allowed values and a check.

    told: by name, formulas for the values that are known only after the event.
    """
    system = choices.plan.system
    front.setup_head(sheet, system.key, system.name)
    sheet.column_dimensions[letter(CHECK)].width = CHECK_WIDTH
    _write_locked_values(sheet, 3, system.key)
    for line in (one.with_assumptions(rule.assumed) for one in choices.lines):
        front.option_row(sheet, line.row, line.shown)
        if line.shown.computed:
            _write_locked_values(sheet, line.row, *line.values)
        else:
            there = len(line.values)
            _write_locked_values(sheet, line.row, *[None] * (front.OPTION_VALUES - there), first=2 + there)
        _check(sheet, line.row, line.is_right, line.advice)
    if choices.own:
        style.write_cell(sheet, choices.title, 1, f"Options of {system.name}", style.TITLE)
    for row, heading in choices.options_by_row.items():
        if isinstance(heading, str):
            style.write_cell(sheet, row, 1, heading, style.GROUP)
    for name, row in choices.rows_of_end_values.items():
        meaning = "Computed from the games when the event is over"
        front.option_row(sheet, row, front.OptionRow(f'="{name}"', f"={told[name]}", meaning, computed=True))
        sheet.cell(row, 2).number_format = "0.00"
    _check(sheet, 3, f'UPPER($B$3)="{system.key}"', f"made for {system.name}: make a new workbook")
    _verdict(sheet, choices)
    style.header(sheet, front.FIRST_OPTION - 1, [CHECKED], CHECK)
    sheet.cell(front.FIRST_OPTION - 1, CHECK).alignment = front.BESIDE
    # If the system has no options, an empty row is named instead. Otherwise the event's last option
    # would be read as an option of the system.
    first = choices.own[0].row if choices.own else choices.last + 1
    rows = [row for row in front.event_rows(choices.plan) if row.name not in DRAWN]
    front.option_row(sheet, front.FIRST_OPTION + rows.index(front.FEW), front.FEW)
    front.name_setup(book, first, choices.last, max(first, choices.last))
    front.fold_options(sheet, rows)
    front.setup_page(sheet, choices.last)


def _write_locked_values(sheet: Worksheet, row: int, *values: object, first: int = 2) -> None:
    """Write values into locked cells, from the column `first` on."""
    for column, value in enumerate(values, first):
        cell = style.write_cell(sheet, row, column, value, style.PLAIN)
        cell.fill, cell.protection = PatternFill(), Protection()


def _check(sheet: Worksheet, row: int, is_right: str, otherwise: str) -> None:
    style.write_cell(sheet, row, CHECK, f'=IF({is_right},"","{otherwise}")', alignment=front.BESIDE)
    at = f"{letter(CHECK)}{row}"
    style.show(sheet, at, style.fault_when(f"LEN({at})>0"))


def _verdict(sheet: Worksheet, choices: Choices) -> None:
    """Write the cell MADE_FOR, which every row of Games reads, with a sentence if a row of Setup is wrong."""
    right = ",".join(f'{letter(CHECK)}{row}=""' for row in (3, *(line.row for line in choices.lines)))
    amiss = "Setup: see its column Check."
    style.write_cell(sheet, 5, 1, CHECKED, style.BOLD, alignment=Alignment(vertical="center"))
    style.write_cell(
        sheet, 5, 2, f'=IF(AND({right}),"","{amiss}")', style.BOLD, alignment=Alignment(vertical="center")
    )
    told = "Blank while Setup suits the formulas"
    style.write_cell(sheet, 5, front.MEANING, told, alignment=front.BESIDE)
    style.show(sheet, f"B5:{letter(front.OPTION_VALUES + 1)}5", style.fault_when("LEN($B$5)>0"))
