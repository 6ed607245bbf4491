"""Worksheet functions that list the systems and the version, and functions of single systems."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import chain

from xl_dipscore.errors import VALUE, Faults
from xl_dipscore.rules.event.event import Event
from xl_dipscore.rules.event.tiebreak import Values, value_of
from xl_dipscore.rules.event.typed import same_person
from xl_dipscore.rules.points import as_double
from xl_dipscore.rules.system import EachCount, EachPlayer, OfEvent, System, by_family, systems
from xl_dipscore.rules.tournament.games import event_of
from xl_dipscore.tables.cells.event import GivenEvent
from xl_dipscore.tables.cells.languages import letters_in
from xl_dipscore.tables.cells.options import read_size
from xl_dipscore.tables.cells.values import (
    Block,
    Cell,
    as_cell,
    block,
    error_in,
    is_blank,
    number,
    power,
    replace_backticks,
    size,
    text_in_one_line,
)
from xl_dipscore.tables.functions.declared import (
    VERSION,
    Argument,
    declare,
    function,
    help_of,
    pad_table,
    single_cell_error,
)
from xl_dipscore.tables.functions.events import EVENT, GAMES, of_event
from xl_dipscore.tables.functions.totals import planned_rounds


@function(
    "DIP_SYSTEMS",
    Argument("options", "A block: rows and columns, the size to fill with empty text", optional=True),
    headed=True,
)
def dip_systems(options: Cell = None) -> Cell:
    """Every scoring system: key, name, family, facts needed besides centres, source, rule and our reading."""
    if error := error_in(chain(*block(options))):
        return error
    try:
        rows, columns = read_size(options)
    except Faults as faults:
        return faults.cell
    table: Block = [["Key", "Name", "Family", "Needs", "Source", "Rule", "How it is read"]]
    table += [
        [s.key, s.name, s.family, ", ".join(s.needs), s.source, s.help, s.readings]
        for s in chain(*by_family().values())
    ]
    table = [[replace_backticks(str(cell)) for cell in row] for row in table]
    return pad_table(table, rows, columns)


@function("DIP_VERSION")
def dip_version() -> Cell:
    """The version of xl_dipscore that computes this workbook."""
    return VERSION


COUNTS = Argument("centres", "Centre counts, one cell or any block; each cell by itself")

COLUMNS = (
    Argument("players", "The players, one row a game"),
    Argument("powers", "The power each played, one row a game"),
    Argument("scores", "The score of each, one row a game"),
    Argument("rounds", "The event's rounds; by default, the most games any player played", optional=True),
)


def _one_value(system: System, value_of: Callable[..., Fraction | None]) -> Callable[..., Cell]:
    def value(event: GivenEvent) -> Cell:
        return as_cell(
            value_of(event_of(*event.call_arguments), system.all_settings(event.chosen.parameters))
        )

    def call(games: Cell, options: Cell = None) -> Cell:
        return of_event(system.key, games, options, value)

    return call


def _each_count(number_of: Callable[[int], Fraction]) -> Callable[..., Cell]:
    def one(cell: Cell) -> Cell:
        if error := error_in([cell]):
            return error
        count = 0 if is_blank(cell) else number(cell)
        if not isinstance(count, int) or count < 0:
            return VALUE
        try:
            return as_double(number_of(count))
        except Faults as faults:
            return faults.cell

    def call(centres: Cell) -> Cell:
        return [[one(cell) for cell in row] for row in block(centres)]

    return call


def _each_player(values_of: Values) -> Callable[..., Cell]:
    def call(players: Cell, powers: Cell, scores: Cell, rounds: Cell = None) -> Cell:
        columns = [*map(block, (players, powers, scores))]
        if error := single_cell_error(players, powers, scores):
            return error
        if len({size(column) for column in columns}) > 1 or 1 not in size(columns[0]):
            return VALUE
        names, seats, points = ([cell for row in column for cell in row] for column in columns)
        if isinstance(planned := planned_rounds(rounds), str):
            return planned
        players_ = [same_person(text_in_one_line(name)) for name in names]
        answers: list[Cell] = [""] * len(players_)
        games = []
        bad: dict[str, str] = {}
        letters = letters_in(seats)
        for i, (player, cell, score) in enumerate(zip(players_, seats, points, strict=True)):
            if error := error_in([cell, score, names[i]]):
                answers[i] = bad.setdefault(player, error)
            elif is_blank(score):
                continue
            elif (seat := power(cell, letters)) is None or number(score) is None:
                answers[i] = bad.setdefault(player, VALUE)
            else:
                games.append((player, seat, Fraction(number(score) or 0)))
        most = max(Counter(player for player, _, _ in games if player).values(), default=1)
        found = values_of(Event.of_scores(games, planned or most))
        for i, player in enumerate(players_):
            if player in bad:
                answers[i] = bad[player] if player else answers[i]
            elif player in found:
                answers[i] = as_double(value_of(found[player])[0])
        return [[cell] for cell in answers] if size(columns[0])[1] == 1 else [answers]

    return call


for _system in systems():
    for _word, _own in _system.functions.items():
        _name = f"{_system.key}_{_word}"
        match _own:
            case EachCount(_of):
                declare(_name, help_of(_of), (COUNTS,), _each_count(_of))
            case EachPlayer(_of):
                declare(_name, help_of(_of), COLUMNS, _each_player(_of))
            case OfEvent(_of):
                declare(_name, help_of(_of), (GAMES, EVENT), _one_value(_system, _of))
