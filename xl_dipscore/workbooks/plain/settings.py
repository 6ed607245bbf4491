"""The system and the options of a call. Options that are words become fixed; numbers stay editable."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import NamedTuple

from xl_dipscore.rules.board import SEATS
from xl_dipscore.rules.points import as_double
from xl_dipscore.rules.system import Option, System, UnknownOption, find
from xl_dipscore.sheets.xlsx.cell import CellValue
from xl_dipscore.tables.cells.options import read_options
from xl_dipscore.tables.native.symbols import join_conditions
from xl_dipscore.workbooks.layout.added import AddedSheet
from xl_dipscore.workbooks.plain.calls import NotPlain, Source, Sources, formula_literal


@dataclass(frozen=True)
class SettingLine:
    """A line of the settings on the added sheet: its label, and the formula of its cell."""

    label: str
    formula: str
    parameter: str = ""
    """The system's parameter whose value is the number in the cell; the number may be changed later."""
    value: CellValue = None
    fixed: bool = False
    """Must the cell keep this value?"""
    may_be_blank: bool = False
    """May the number be cleared later?"""

    def condition_of_cell(self, cell: str) -> str:
        """The condition, in a formula, that the cell must meet for scores to be shown; or empty."""
        if not self.fixed:
            return f"ISNUMBER({cell})" if self.parameter and not self.may_be_blank else ""
        if isinstance(self.value, int | float):
            return f"{cell}=({formula_literal(self.value)})"
        return f"TRIM({cell})={formula_literal(str(self.value or '').strip())}"


class SettingsOnSheet(NamedTuple):
    """The cells of numbers by parameter, and the conditions that lines have."""

    cells: dict[str, list[str]]
    conditions: list[str]


def put_settings(page: AddedSheet, lines: Sequence[SettingLine]) -> SettingsOnSheet:
    """Put lines on the sheet. Returns the cells of numbers by parameter, and the lines' conditions."""
    cells: dict[str, list[str]] = {}
    conditions = []
    for line in lines:
        cell = page.setting(line.label, line.formula)
        if line.parameter:
            cells.setdefault(line.parameter, []).append(cell)
        conditions.append(line.condition_of_cell(cell))
    return SettingsOnSheet(cells, [*filter(None, conditions)])


def warning_formula(conditions: Sequence[str], remade: str) -> str:
    """A formula for empty text while all conditions are met, and for the sentence `remade` otherwise."""
    return f'IF({join_conditions(*conditions)},"","{remade}")' if conditions else '""'


@dataclass(frozen=True)
class ChosenSystem:
    """A system and its options, read from the cells of a call."""

    system: System
    parameters: Mapping[str, object] = field(default_factory=dict)
    lines: tuple[SettingLine, ...] = ()
    order: tuple[int, ...] = tuple(SEATS)
    """The seats in the order of the call's cells."""

    @property
    def key(self) -> tuple[object, ...]:
        """Calls with equal keys share their columns."""
        return self.system.key, self.lines


def settings(system: Source, options: Sources) -> ChosenSystem:
    """The settings of a call for boards. Raises NotPlain and Faults."""
    known = system_of(system)
    parameters: dict[str, object] = {}
    lines = [fixed_line("system", system)]
    order = tuple(SEATS)
    for name, values in rows_with_name(options):
        read = read_options([[name.value, *(one.value for one in values)]], known)
        if read.facts:
            raise NotPlain("its options have facts of one board")
        order = read.order if read.order != order else order
        if (option := option_of(known, name)) is not None:
            parameters |= read.parameters
            lines = _join_lines(lines, [*lines_of(known, option, values, read.parameters)], values[0])
    return ChosenSystem(known, parameters, tuple(lines), order)


def _join_lines(lines: list[SettingLine], new: list[SettingLine], value: Source) -> list[SettingLine]:
    """Add lines of an option. If the option has an earlier line, a number in the later cell counts."""
    labels = {line.label for line in new if line.parameter and not line.fixed}
    earlier = [line for line in lines if line.label in labels and line.parameter and not line.fixed]
    if len(earlier) != 1 or len(new) != 1 or not value.reference:
        return [*lines, *new]
    formula = f"IF(ISNUMBER({value.reference}),{value.reference},{earlier[0].formula})"
    joined = replace(earlier[0], formula=formula)
    return [joined if line is earlier[0] else line for line in lines]


def system_of(system: Source) -> System:
    """The system that a cell names. Raises Fault."""
    return find(str(system.value or ""))


def rows_with_name(options: Sources) -> Iterator[tuple[Source, list[Source]]]:
    """Yield name and values of each option row that has a name; blank values at the end are kept."""
    for name, *values in options:
        if not name.blank and values:
            yield name, values


def option_of(system: System, name: Source) -> Option | None:
    try:
        return system.option(str(name.value))
    except UnknownOption:
        return None


def lines_of(
    system: System, option: Option, values: Sequence[Source], parameters: Mapping[str, object]
) -> Iterator[SettingLine]:
    """A line for each cell of an option, also for blank cells after the values: these must stay blank."""
    value, parameter = parameters.get(option.parameter, option.default), option.parameter
    if option.many:
        count = len(value) if isinstance(value, tuple) else 0
        cells = values[: max(count, min(len(values), max(option.lengths)))]
        live = count if all(map(_is_number, cells[:count])) else 0
        for n, one in enumerate(cells if live or not all(cell.blank for cell in cells) else (), 1):
            label = f"{option.name} {n}"
            yield SettingLine(label, one.copy_formula, parameter) if n <= live else fixed_line(label, one)
        return
    first, untold = values[0], parameter in system.meanwhile
    number = as_double(value) if isinstance(value, int | Fraction) and not isinstance(value, bool) else None
    shown = first.copy_formula
    if number is not None and first.blank and first.reference:
        shown = f"IF(ISBLANK({first.reference}),{formula_literal(number)},{first.reference})"
    if (number is not None or untold) and (first.blank or _is_number(first)):
        yield SettingLine(option.name, shown, parameter, may_be_blank=untold)
    else:
        usual = ("no", "yes")[option.default] if isinstance(option.default, bool) else option.default
        yield fixed_line(option.name, first, usual if isinstance(usual, str) else "")


def fixed_line(label: str, cell: Source, usual: str = "") -> SettingLine:
    """A line whose cell must keep its value. usual: the word that a blank cell means."""
    shown = cell.formula or formula_literal(usual if cell.blank else cell.value)
    if cell.reference:
        shown = f"IF(ISBLANK({cell.reference}),{formula_literal(usual)},{cell.reference})"
    return SettingLine(label, shown, value=usual if cell.blank else cell.value, fixed=bool(cell.reference))


def _is_number(source: Source) -> bool:
    return isinstance(source.value, int | float) and not isinstance(source.value, bool)
