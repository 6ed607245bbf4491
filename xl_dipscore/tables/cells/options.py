"""Read blocks of options. A row has an option's name in the first column, and the option's values beside."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import chain
from typing import Annotated, Any, Literal, NamedTuple

from xl_dipscore.errors import Fault, Faults, NamedTwice, check_items, join
from xl_dipscore.rules.board import POWERS, SEATS, NotAPower, NotSeven, SamePowerTwice
from xl_dipscore.rules.event.days import DATES
from xl_dipscore.rules.event.settings import USUAL, AwardRule, Double, Format, Settings, TeamRule
from xl_dipscore.rules.seating.wishes import powers_of
from xl_dipscore.rules.system import Kind, Option, OptionOutOfRange, System, UnknownOption
from xl_dipscore.tables.cells.columns import FACTS, spoken, squeeze_heading
from xl_dipscore.tables.cells.dates import date_in, span_in
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


def not_a_power(cell: Cell, letters: Letters | None = None) -> tuple[type[Fault], dict[str, Any]]:
    """The fault for a cell that is not a power: its class and its facts.

    letters: the meaning of single letters in the cell's column; None if they are English.
    """
    facts: dict[str, Any] = {"value": quote_value(cell)}
    if letters is None or not is_letter(str(cell)):
        return NotAPower, facts
    facts["language"] = join(letters.languages, "or")
    names = letters.names(str(cell))
    return (SharedLetter, {**facts, "names": join(names, "or")}) if names else (UnknownLetter, facts)


class SeasonBackwards(Fault):
    """The season begins on {since} but ends on {until}."""


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
                rows, width = max(rows, size_of(word, values[0])), _width(values)
            else:
                option = system.option(str(name))
                parameters[option.parameter] = option.accept(option_value(option, values))
        except Fault as fault:
            faults.append(fault)
    if faults:
        raise Faults(faults)
    return BoardOptions(parameters, facts, order, rows, width=width)


def _width(values: Sequence[Cell]) -> int:
    """The second value of the option `rows`: the most characters of an explanation in one row, or 0."""
    return size_of("rows", values[1]) if len(values) > 1 else 0


def _worth(typed: object) -> str | None:
    """The text if it is a number from 0 on, alone or followed by `once` (`33`, `33 once`); otherwise None."""
    worth, _, once = (text := str(typed).strip()).partition(" ")
    score = number(worth)
    return text if score is not None and score >= 0 and once.strip() in ("", "once") else None


def _span(typed: object) -> str | None:
    text = str(typed).strip()
    return text if span_in(text) else None


_DAY = Annotated[str, Kind("text", "a date such as 2024-01-31")]
_SPAN = Annotated[str, Kind("text", "a time such as 12 months")]
_WORTH = Annotated[str, Kind("text", "a number from 0 on, such as 33, or 33 once")]
_SEASON = (
    Option("since", _DAY, None, "the first day of the season", called="from", read=date_in),
    Option("until", _DAY, None, "the last day of the season", called="to", read=date_in),
    Option("last", _SPAN, None, "how far back from the last game the season goes", read=_span),
    Option("min_games", int, 0, "the fewest games a player needs for a rank"),
    Option("sit_out", _WORTH, None, "the score for a round sat out", read=_worth),
)


def _powers(typed: object) -> str:
    """Check and return the words as typed. Raises UnknownMethod and NotRegions."""
    powers_of(str(typed))
    return " ".join(str(typed).split())


def _weight(number: Any) -> Fraction | None:
    """The weight; None for a date, because spreadsheets turn 2/3 into a date."""
    return Fraction(number) if 0 <= number < DATES[0] else None


_WEIGHTS = Kind("numbers", "numbers from 0 on, such as 2/3 as text, and no dates", range(100))

_KINDS = {**Settings.__annotations__, **TeamRule.__annotations__, **AwardRule.__annotations__}
AS_SAID = "what the system says"
"""The format of an event if its director does not choose one."""
OVER = "yes: the event is over, even without all results; no: boards without a winner or draw go on"
PLANNED = "over once all planned rounds have results"
OLDER_FORMATS = {"league": "all rounds"}
EVENT_OPTIONS = {
    option.name.replace(" ", ""): option
    for option in (
        Option("rounds", int, None, "the event's planned number of rounds"),
        Option("format", Format, None, "how the event is decided", usually=AS_SAID, older=OLDER_FORMATS),
        Option("groups", bool, False, "do the boards of the last round keep their places in the table?"),
        Option("double", Double, None, "which of a player's two boards in one round counts"),
        Option("provisional", bool, False, "value a solo before the event is over, from the results so far?"),
        Option("over", bool | None, None, OVER, called="event is over", usually=PLANNED),
        Option("min_rounds", int, 0, "the fewest rounds a player needs for a rank"),
        Option("most_rounds", int, 0, "the most rounds of a player that count, the best ones; 0 for all"),
        Option(
            "tops", _KINDS["tops"], "half", "what a shared board top is worth to each", called="board tops"
        ),
        *_SEASON,
        Option("decimals", int, None, "decimal places each score is rounded to before it is added"),
        Option(
            "round_weights",
            Annotated[tuple[Fraction, ...], _WEIGHTS],
            (),
            "the factors for the scores of round 1, 2, ...",
            read=_weight,
        ),
        Option("award_by", _KINDS["by"], "score", "what decides the best of each country", called="by"),
        Option("award_losers", _KINDS["losers"], "below", "where players who lost to a winner rank there"),
        Option("award_boards", _KINDS["boards"], "all", "which boards count for the best of each country"),
        Option("award_ties", _KINDS["ties"], "shared", "how ties for the best of each country are settled"),
        Option("award_guests", bool, False, "may unranked players be the best of a country?"),
        Option("team_rule", str, "sum", "how the scores of its members make a team's score"),
        Option("team_size", int, 0, "the members of a team; 0 for any number"),
        Option("team_missing", _KINDS["missing"], "nothing", "what counts for each missing member of a team"),
        Option("team_rounds", str, "all", "the rounds that count for teams"),
        Option(
            "powers",
            Literal["never twice", "regions=FR-IGA-TE", "wheel", "any"],
            None,
            "how powers are given out; seats that break this become problems",
            usually="a repeated power is only noted",
            read=_powers,
        ),
    )
}

SEASON_OPTIONS = tuple(option.name for option in _SEASON)
"""The options that only a league has on Setup."""
TEAM, AWARD = "team_", "award_"
"""Prefixes of the options about teams, and about the best of each country."""


@dataclass(frozen=True)
class EventOptions:
    """The options of an event as Python objects: settings for its standings, and the system's parameters."""

    settings: Settings = USUAL
    parameters: Mapping[str, object] = field(default_factory=dict)
    rows: int = 0
    columns: int = 0
    width: int = 0
    """The most characters of an explanation in one row; 0: any number."""


def read_event_options(rows: Iterable[Sequence[Cell]], system: System) -> EventOptions:
    """Read an event's options: rows of a name and its values. Rows without a name or a value are skipped.

    If the option `rows` or `columns` is given more than once, the largest value is used. A second value of
    `rows` is the width of an explanation.
    Raises Faults with everything that is wrong.
    """
    options, faults = read_valid_options(rows, system)
    if faults:
        raise Faults(faults)
    return options


def read_valid_options(
    rows: Iterable[Sequence[Cell]], system: System | None
) -> tuple[EventOptions, list[Fault]]:
    """The valid options of an event, and faults for the others.

    system: if None, options that may be the system's own are skipped.
    """
    settings: dict[str, Any] = {}
    parameters: dict[str, object] = {}
    faults: list[Fault] = []
    seen: dict[str, list[Cell]] = {}
    for name, word, values in named_rows(rows):
        try:
            check_once(seen, word, name, values)
            if word == "combine":
                settings["combine"] = str(values[0])
            elif word == "tiebreak":
                settings["tiebreak"] = tuple(names_of_tie_breaks(values))
            elif word in ("rows", "columns"):
                settings[word] = max(settings.get(word, 0), size_of(word, values[0]))
                settings["width"] = max(settings.get("width", 0), _width(values) if word == "rows" else 0)
            elif word in EVENT_OPTIONS:
                option = EVENT_OPTIONS[word]
                settings[option.parameter] = option.accept(option_value(option, values))
            elif system is not None:
                option = system.option(str(name))
                parameters[option.parameter] = option.accept(option_value(option, values))
        except Fault as fault:
            faults.append(fault)
    since, until = settings.get("since"), settings.get("until")
    if since and until and since > until:
        faults.append(SeasonBackwards(field="to", since=since, until=until))
    own = {word: settings.pop(word) for word in ("rows", "columns", "width") if word in settings}
    for name, prefix, rule in (("team", TEAM, TeamRule), ("awards", AWARD, AwardRule)):
        its = {word: settings.pop(word) for word in [*settings] if word.startswith(prefix)}
        if its:
            settings[name] = rule(**{word.removeprefix(prefix): value for word, value in its.items()})
    return EventOptions(Settings(**settings), parameters, **own), faults


def names_of_tie_breaks(cells: Iterable[Cell]) -> Iterator[str]:
    """The tie-breaks in one cell, separated by commas, or in several cells. Raises EmptyItem."""
    for cell in cells:
        if not is_blank(cell):
            check_items("tiebreak", str(cell))
            yield from str(cell).split(",")


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
