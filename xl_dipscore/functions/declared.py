"""How a worksheet function is declared, and what several of them take and give."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import chain

from xl_dipscore import __version__
from xl_dipscore.cells.event import GivenEvent
from xl_dipscore.cells.games import read_games
from xl_dipscore.cells.options import read_event_options
from xl_dipscore.cells.values import Block, Cell, block, error_in, is_blank, is_omitted, size
from xl_dipscore.errors import Faults
from xl_dipscore.points import as_double
from xl_dipscore.system import System, find

VERSION = __version__


@dataclass(frozen=True)
class Argument:
    """One argument of a worksheet function. The help is what a function wizard shows."""

    name: str
    help: str
    optional: bool = False


@dataclass(frozen=True)
class Function:
    """One worksheet function, for every host."""

    name: str
    help: str
    arguments: tuple[Argument, ...]
    call: Callable[..., Cell]


SYSTEM = Argument("system", "The scoring system's key, such as DCC; see DIP_SYSTEMS()")
GAMES = Argument("games", "A block with a header row, one row for each player of each game")
EVENT = Argument(
    "options", "A block: rounds, combine, tiebreak, format, ... and the system's own", optional=True
)

DECLARED: list[Function] = []


def function(name: str, *arguments: Argument) -> Callable[[Callable[..., Cell]], Callable[..., Cell]]:
    """Declare the decorated function as a worksheet function; its docstring's first paragraph is the help."""

    def declare(call: Callable[..., Cell]) -> Callable[..., Cell]:
        DECLARED.append(Function(name, help_of(call), arguments, call))
        return call

    return declare


def help_of(declared: Callable[..., object]) -> str:
    """A docstring's first paragraph."""
    return " ".join((declared.__doc__ or "").split("\n\n")[0].split())


def lone_error(value: Cell) -> str:
    """The error that stands in the place of a block, or ""."""
    cells = block(value)
    return error_in(cells[0]) if size(cells) == (1, 1) else ""


found_system = cache(find)


def system_in(cell: Cell) -> System:
    (((name, *_), *_)) = block(cell)
    return found_system("" if is_blank(name) else str(name))


def padded(table: Block, rows: int, columns: int = 0) -> Block:
    """With empty text to that size, for a fixed-size array shows #N/A beyond its data otherwise."""
    width = max(columns, len(table[0]))
    filled = [[*row, *[""] * (width - len(row))] for row in table]
    return filled + [[""] * width for _ in range(rows - len(table))]


def rows_given(options: Cell) -> Block:
    """The rows of a block of options, none where it is left out."""
    given = block(options)
    return [] if is_omitted(given) else given


def of_event(system: Cell, games: Cell, options: Cell, made: Callable[[GivenEvent], Cell]) -> Cell:
    """What is made of an event, or the error that stands for it."""
    if error := error_in(chain(*block(system), *block(options))) or lone_error(games):
        return error
    try:
        known = system_in(system)
        chosen = read_event_options(rows_given(options), known)
        return made(GivenEvent(known, read_games(block(games), fewer=known.fewer, people=True), chosen))
    except Faults as faults:
        return faults.cell


def in_cells(table: Iterable[Iterable[object]]) -> Block:
    """A table as cells take it."""
    return [[as_cell(cell) for cell in row] for row in table]


def as_cell(cell: object) -> Cell:
    """An exact number as a cell takes it, nothing as empty text, all else as it is."""
    if cell is None:
        return ""
    return as_double(cell) if isinstance(cell, Fraction) else cell
