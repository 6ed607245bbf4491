"""The system of a call and its options: what is fixed when it becomes plain formulas, and what stays a cell."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from xl_dipscore.board import SEATS
from xl_dipscore.cells import read_options
from xl_dipscore.errors import Fault, Faults
from xl_dipscore.points import as_double
from xl_dipscore.system import Option, System, UnknownOption, find
from xl_dipscore.workbook.plain.calls import NoForm, Source, Sources, written


@dataclass(frozen=True)
class Setting:
    """A line of the settings: what it is called, what it is, and whether that is still as it was (1 or 0)."""

    label: str
    shown: str
    """The formula of its cell."""
    same: str = "1"
    parameter: str = ""
    """The number that it is, where any other number will do."""


@dataclass(frozen=True)
class Settings:
    """A system and its options, read from the cells of a call."""

    system: System
    parameters: Mapping[str, object] = field(default_factory=dict)
    lines: tuple[Setting, ...] = ()
    facts: Mapping[str | int, tuple[Source, ...]] = field(default_factory=dict)
    """What the options say of a board's seven powers, by a fact's word or a chart's year."""
    order: tuple[int, ...] = tuple(SEATS)

    @property
    def key(self) -> tuple[object, ...]:
        """Calls with the same share their columns."""
        return self.system.key, self.lines


def settings(system: Source, options: Sources) -> Settings:
    """The settings of a call for boards. Raises NoForm."""
    try:
        known = find(str(system.value or ""))
    except Fault as unknown:
        raise NoForm(str(unknown)) from None
    lines = [Setting("System", system.copied or written(known.key), _same(system))]
    parameters: dict[str, object] = {}
    facts: dict[str | int, tuple[Source, ...]] = {}
    order = tuple(SEATS)
    for row in options:
        name, *values = row
        if name.blank:
            continue
        try:
            read = read_options([[one.value for one in row]], known)
        except Faults as wrong:
            raise NoForm(str(wrong)) from None
        facts |= {word: _seven(values) for word in (*read.facts, *read.chart)}
        order = read.order if read.order != order else order
        if (option := _option(known, str(name.value))) is not None and not (read.facts or read.chart):
            parameters |= read.parameters
            lines += _lines(option, name, values, read.parameters)
    return Settings(known, parameters, tuple(lines), facts, order)


def _lines(
    option: Option, name: Source, values: list[Source], accepted: Mapping[str, object]
) -> list[Setting]:
    """One line for each value of an option."""
    while len(values) > 1 and values[-1].blank and len(values) > _most(option):
        values = values[:-1]
    if option.kind in ("whole", "amount", "signed") and values and _is_number(values[0], option.default):
        first = values[0]
        shown = first.copied
        if first.reference:
            shown = f"IF(ISBLANK({first.reference}),{_number(option.default)},{first.reference})"
        return [Setting(option.name, shown, parameter=option.parameter)]
    numbers = [value for value in values if not value.blank]
    if option.many and numbers and all(_is_number(one, None) for one in numbers):
        count = len(numbers)
        if values[:count] == numbers:
            lines = [
                Setting(f"{option.name} {n}", one.copied, parameter=option.parameter)
                for n, one in enumerate(numbers, 1)
            ]
            return [*lines, *(Setting("", one.copied, _same(one)) for one in values[count:])]
    return [Setting(option.name, one.copied, _same(one)) for one in values if one.reference or one.formula]


def _most(option: Option) -> int:
    return max(option.lengths, default=1)


def _is_number(source: Source, default: object) -> bool:
    """Is it a number, or a blank for a number?"""
    if source.blank:
        return isinstance(default, int | Fraction) and not isinstance(default, bool)
    return isinstance(source.value, int | float) and not isinstance(source.value, bool)


def _number(default: object) -> str:
    return written(as_double(default)) if isinstance(default, int | Fraction) else '""'


def _same(source: Source) -> str:
    """Whether a cell still says what it said; what is written out always does."""
    if not source.reference:
        return "1"
    if isinstance(source.value, bool):
        return f"IF({source.reference}=({written(source.value)}),1,0)"
    if isinstance(source.value, int | float):
        return f"IF({source.reference}={written(source.value)},1,0)"
    return f"IF(TRIM({source.reference})={written(str(source.value or '').strip())},1,0)"


def _option(system: System, name: str) -> Option | None:
    try:
        return system.option(name)
    except UnknownOption:
        return None


def _seven(values: list[Source]) -> tuple[Source, ...]:
    return tuple([*values, *[Source(None)] * 7][:7])
