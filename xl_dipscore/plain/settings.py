"""The system of a call and its options: words are fixed once it is plain formulas, numbers stay cells."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from xl_dipscore.board import SEATS
from xl_dipscore.cells import read_options
from xl_dipscore.errors import Fault, Faults
from xl_dipscore.plain.calls import NotPlain, Source, Sources, written
from xl_dipscore.points import as_double
from xl_dipscore.system import Option, System, UnknownOption, find


@dataclass(frozen=True)
class Setting:
    """A line of the settings: what it is called, the formula of its cell, and which parameter it is of."""

    label: str
    shown: str
    parameter: str = ""
    """Nothing where its cell may say what it likes."""


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
    """The settings of a call for boards. Raises NotPlain."""
    known = system_of(system)
    parameters: dict[str, object] = {}
    facts: dict[str | int, tuple[Source, ...]] = {}
    lines = [system_line(system, known)]
    order = tuple(SEATS)
    for name, values in named(options):
        try:
            read = read_options([[name.value, *(one.value for one in values)]], known)
        except Faults as wrong:
            raise NotPlain(str(wrong)) from None
        words: list[str | int] = [*read.facts, *read.chart]
        facts |= {word: _seven(values) for word in words}
        order = read.order if read.order != order else order
        if (option := option_of(known, name)) is not None and not words:
            parameters |= read.parameters
            lines += lines_of(option, values, read.parameters.get(option.parameter, option.default))
    return Settings(known, parameters, tuple(lines), facts, order)


def system_of(system: Source) -> System:
    """Raises NotPlain."""
    try:
        return find(str(system.value or ""))
    except Fault as unknown:
        raise NotPlain(str(unknown)) from None


def system_line(system: Source, known: System) -> Setting:
    same = str(system.value).strip().upper() in (known.key.upper(), known.name.upper())
    return Setting("system", system.copied or written(known.key), "system" if same else "")


def named(options: Sources) -> Iterator[tuple[Source, list[Source]]]:
    """The rows of options that have a name, blank values at their ends too."""
    for name, *values in options:
        if not name.blank and values:
            yield name, values


def option_of(system: System, name: Source) -> Option | None:
    try:
        return system.option(str(name.value))
    except UnknownOption:
        return None


def lines_of(option: Option, values: Sequence[Source], value: object) -> list[Setting]:
    """One line for each cell of an option, those beside its values too, which are to stay free."""
    if option.many:
        count = len(value) if isinstance(value, tuple) else 0
        cells = values[: max(count, min(len(values), max(option.lengths)))]
        numbers = all(_is_number(one) for one in cells[:count])
        free = all(one.blank for one in cells[count:])
        if not (numbers and free and isinstance(value, tuple)) or all(one.blank for one in cells):
            return [
                Setting(f"{option.name} {n}", one.copied) for n, one in enumerate(cells, 1) if not one.blank
            ]
        return [Setting(f"{option.name} {n}", one.copied, option.parameter) for n, one in enumerate(cells, 1)]
    first, shown = values[0], values[0].copied
    if isinstance(value, int | Fraction) and not isinstance(value, bool):
        if first.blank and first.reference:
            shown = f"IF(ISBLANK({first.reference}),{written(as_double(value))},{first.reference})"
        return [Setting(option.name, shown, option.parameter if first.blank or _is_number(first) else "")]
    word = ("yes" if value else "no") if isinstance(value, bool) else str(value)
    plain = first.blank or str(first.value).strip().casefold() == word.casefold()
    return [Setting(option.name, shown, option.parameter if plain and first.reference else "")]


def _is_number(source: Source) -> bool:
    return isinstance(source.value, int | float) and not isinstance(source.value, bool)


def _seven(values: Sequence[Source]) -> tuple[Source, ...]:
    return tuple([*values, *[Source(None)] * 7][:7])
