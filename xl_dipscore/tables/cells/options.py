"""Read blocks of options. A row has an option's name in the first column, and the option's values beside.

The options of an event are in `event_options.py`, so that the scores of single boards do without them.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, NamedTuple

from xl_dipscore.errors import Fault, Faults, NamedTwice, check_items, join
from xl_dipscore.rules.board import POWERS, SEATS, NotAPower, NotSeven, SamePowerTwice
from xl_dipscore.rules.system import Option, OptionOutOfRange, System, UnknownOption
from xl_dipscore.tables.cells.columns import FACTS, spoken, squeeze_heading
from xl_dipscore.tables.cells.languages import Letters, Word, is_letter, letters_in
from xl_dipscore.tables.cells.values import (
    Cell,
    block,
    fraction,
    is_blank,
    is_omitted,
    number,
    power,
    quote_value,
    read_mark,
    year,
)


class SharedLetter(Fault):
    """{value} may be {names} in {language}, the language of another cell; type the whole name."""


class UnknownLetter(Fault):
    """No power begins with {value} in {language}, the language of another cell; type the whole name."""


class FaultToMake(NamedTuple):
    """The class of a fault, and its facts."""

    kind: type[Fault]
    facts: dict[str, Any]


def not_a_power(cell: Cell, letters: Letters | None = None) -> FaultToMake:
    """The fault for a cell that is not a power: its class and its facts.

    letters: the meaning of single letters in the cell's column; None if they are English.
    """
    facts: dict[str, Any] = {"value": quote_value(cell)}
    if letters is None or not is_letter(str(cell)):
        return FaultToMake(NotAPower, facts)
    facts["language"] = join(letters.languages, "or")
    names = letters.names(str(cell))
    if names:
        return FaultToMake(SharedLetter, {**facts, "names": join(names, "or")})
    return FaultToMake(UnknownLetter, facts)


LARGEST_TABLE = 10_000
"""The most rows, and the most columns, to which the options can extend a table."""


@dataclass(frozen=True)
class BoardOptions:
    """What read_options found in a call's block: the system's own parameters, and facts about one board."""

    parameters: Mapping[str, object] = field(default_factory=dict)
    facts: Mapping[Word, list[Cell]] = field(default_factory=dict)
    """Facts of the board, and the years of its chart."""
    order: tuple[int, ...] = tuple(SEATS)
    """The seats in the order of the call's cells."""
    rows: int = 0
    beside: frozenset[Word] = frozenset()
    """The facts that were typed beside the board."""
    width: int = 0
    """The most characters of an explanation in one row; 0: any number."""

    def by_seat(self, cells: Sequence[Cell]) -> Sequence[Cell]:
        """Sort seven cells, given in the order of the call's cells, by seat."""
        if self.order == tuple(SEATS):
            return cells
        return [cells[self.order.index(seat)] for seat in SEATS]

    def place(self, fault: Fault) -> str:
        """The place of a fault in a fact of the options: `Value 3 of docked in the options`; otherwise ""."""
        given = map(str, self.facts.keys() - self.beside)
        if fault.seat is None or fault.field not in given:
            return ""
        return f"Value {self.order.index(fault.seat) + 1} of {spoken(fault.field)} in the options"


def named_rows(rows: Iterable[Sequence[Cell]]) -> Iterator[tuple[Cell, str, list[Cell]]]:
    """The name of each row, its form for look-up, and the values. Rows without name or values are skipped."""
    for name, *values in rows:
        while values and is_blank(values[-1]):
            values.pop()
        if values and not is_blank(name):
            yield name, squeeze_heading(name).replace("-", ""), values


def check_once(seen: dict[str, list[Cell]], word: str, name: Cell, values: list[Cell]) -> None:
    """Raise NamedTwice if an option is given again with another value. `rows` and `columns` may repeat."""
    if seen.setdefault(word, values) != values and word not in ("rows", "columns"):
        raise NamedTwice(field=word, what="The list of options", value=repr(str(name)))


def read_options(value: Cell, system: System) -> BoardOptions:
    """Read a system's options from a block: a name in the first column, its values beside it.

    Rows without a name or a value are skipped. If the option `rows` is given more than once, the largest
    value is used. A second value of `rows` is the width of an explanation.
    Raises Faults with everything that is wrong.
    """
    parameters: dict[str, object] = {}
    facts: dict[Word, list[Cell]] = {}
    order, rows, width = tuple(SEATS), 0, 0
    faults: list[Fault] = []
    seen: dict[str, list[Cell]] = {}
    for name, word, values in named_rows(block(value)):
        chart_year, is_fact = year(name), word in FACTS and not _is_choice(system, word, values)
        try:
            # "fact " is added because an option may have the same name as a fact, as in CONQUEST.
            check_once(seen, f"fact {word}" if is_fact else word, name, values)
            if isinstance(chart_year, int) and 1901 <= chart_year <= 1999:
                facts[chart_year] = _seven(str(chart_year), values)
            elif is_fact:
                facts[FACTS[word]] = _seven(word, values)
            elif word == "powers":
                order = _order(values)
            elif word == "rows":
                rows, width = max(rows, size_of(word, values[0])), width_of(values)
            else:
                option = system.option(str(name))
                parameters[option.parameter] = option.accept(option_value(option, values))
        except Fault as fault:
            faults.append(fault)
    if faults:
        raise Faults(faults)
    return BoardOptions(parameters, facts, order, rows, width=width)


def width_of(values: Sequence[Cell]) -> int:
    """The second value of the option `rows`: the most characters of an explanation in one row, or 0."""
    return size_of("rows", values[1]) if len(values) > 1 else 0


class Asked(NamedTuple):
    """Names of systems from cells, and the size to which their table is filled."""

    names: tuple[Cell, ...] = ()
    rows: int = 0
    columns: int = 0


def read_systems(value: Cell) -> Asked:
    """Read names of systems, and the largest sizes after the words `rows` and `columns`. Raises Faults."""
    names: list[Cell] = []
    sizes = {"rows": 0, "columns": 0}
    cells = chain(*block(value)) if not is_omitted(block(value)) else iter(())
    for cell in cells:
        word = str(cell).strip().casefold()
        if word in sizes:
            following = next(cells, None)
            sizes[word] = max(sizes[word], 0 if is_blank(following) else size_of(word, following))
        elif not is_blank(cell):
            names.append(cell)
    return Asked(tuple(names), **sizes)


def read_size(value: Cell) -> tuple[int, int]:
    """Read the size to which a table is filled, from a block that has only `rows` and `columns`.

    If `rows` or `columns` is given more than once, the largest value is used.

    Raises Faults for any other name and for an invalid size.
    """
    asked = read_systems(value)
    if asked.names:
        hint = " Its options: rows and columns."
        raise UnknownOption(field="options", system="A list", name=asked.names[0], hint=hint)
    return asked.rows, asked.columns


def _is_choice(system: System, word: str, values: Sequence[Cell]) -> bool:
    """Does the row of a fact set the system's option of that name, because its value is a choice?"""
    own = [option for option in system.options if option.name.replace(" ", "") == word]
    typed = [str(cell).strip().casefold() for cell in values]
    return any(typed == [choice.casefold()] for option in own for choice in option.choices)


def option_value(option: Option, values: Sequence[Cell]) -> object:
    """Convert typed values for an option. Unreadable values stay unchanged; the option refuses them."""
    if option.many and len(values) == 1 and isinstance(values[0], str):
        check_items(option.name, values[0])
        values = re.sub(r";|,\s", " ", values[0]).split()
    if option.kind == "yes, no or numbers" and len(values) == 1 and read_mark(values[0]) is not None:
        return read_mark(values[0])
    if option.many:
        exacts = [(cell, 0 if is_blank(cell) else fraction(cell)) for cell in values]
        return [cell if exact is None else exact for cell, exact in exacts]
    if option.kind == "text":
        numbers = (number(cell) for cell in values)
        words = zip(numbers, values, strict=True)
        return ", ".join(str(n) if isinstance(n, int) else str(cell).strip() for n, cell in words)
    cell = values[0] if len(values) == 1 else list(values)
    if option.kind == "yes or no":
        mark = None if isinstance(cell, list) else read_mark(cell)
        return cell if mark is None else mark
    if option.kind == "choice" or isinstance(cell, list):
        return cell
    exact = fraction(cell)
    return cell if exact is None else exact


def _seven(name: str, values: Sequence[Cell]) -> list[Cell]:
    if len(values) > 7:
        raise NotSeven(field="options", what=f"values for {name}", count=len(values))
    return [*values, *[None] * (7 - len(values))]


def _order(values: Sequence[Cell]) -> tuple[int, ...]:
    seats: list[int] = []
    letters = letters_in(values)
    for cell in values:
        seat = power(cell, letters)
        if seat is None:
            kind, facts = not_a_power(cell, letters)
            raise kind(field="options", **facts)
        if seat in seats:
            raise SamePowerTwice(field="options", power=POWERS[seat])
        seats.append(seat)
    if len(seats) != 7:
        raise NotSeven(field="options", what="names in the powers row", count=len(seats))
    return tuple(seats)


def size_of(word: str, cell: Cell) -> int:
    value = number(cell)
    if not isinstance(value, int) or not 0 <= value <= LARGEST_TABLE:
        what = f"a whole number from 0 to {LARGEST_TABLE}"
        raise OptionOutOfRange(field=word, name=repr(word), what=what, value=quote_value(cell))
    return value
