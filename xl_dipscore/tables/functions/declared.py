"""Declare worksheet functions, and share their common arguments and helpers."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from textwrap import wrap

from xl_dipscore import __version__
from xl_dipscore.rules.system import System, find
from xl_dipscore.tables.cells.values import Block, Cell, block, error_in, is_blank, size

VERSION = __version__


@dataclass(frozen=True)
class Argument:
    """An argument of a worksheet function. Function wizards show its help."""

    name: str
    help: str
    optional: bool = False


@dataclass(frozen=True)
class Function:
    """One worksheet function, for every spreadsheet program."""

    name: str
    help: str
    arguments: tuple[Argument, ...]
    call: Callable[..., Cell]
    headed: bool = False
    """Does it return a table with headings?"""


SYSTEM = Argument("system", "The scoring system's key, such as DCC; see DIP_SYSTEMS()")

DECLARED: list[Function] = []


def declare(
    name: str, help_: str, arguments: tuple[Argument, ...], call: Callable[..., Cell], *, headed: bool = False
) -> None:
    DECLARED.append(Function(name, help_, arguments, call, headed))


def function(
    name: str, *arguments: Argument, headed: bool = False
) -> Callable[[Callable[..., Cell]], Callable[..., Cell]]:
    """Declare the decorated function as a worksheet function; its docstring's first paragraph is the help."""

    def decorate(call: Callable[..., Cell]) -> Callable[..., Cell]:
        declare(name, help_of(call), arguments, call, headed=headed)
        return call

    return decorate


def help_of(declared: Callable[..., object]) -> str:
    """The first paragraph of a docstring, in one line."""
    return " ".join((declared.__doc__ or "").split("\n\n")[0].split())


def single_cell_error(*values: Cell) -> str:
    """The first cell error among arguments that are a single cell; "" if there is no error."""
    single = (cells[0] for cells in map(block, values) if size(cells) == (1, 1))
    return next(filter(None, map(error_in, single)), "")


found_system = cache(find)


def system_in(cell: Cell) -> System:
    (((name, *_), *_)) = block(cell)
    return found_system("" if is_blank(name) else str(name))


def break_words(table: Block, rows: int, width: int) -> Block:
    """Continue words of more than `width` characters in the row below, if `rows` leaves room for that.

    width: 0 for words of any length.
    """
    broken = break_columns(table, (0,), width)
    return broken if len(broken) <= rows else table


def break_columns(table: Block, columns: Sequence[int], width: int) -> Block:
    """Continue long words of these columns in rows below, as `break_words`.

    Without further words, these columns have spaces there: formulas can tell that the row goes on.
    """
    broken: Block = []
    for row in table:
        parts = {n: wrap_words(str(row[n]), width) for n in columns if width and isinstance(row[n], str)}
        broken.append([parts[n][0] if n in parts else cell for n, cell in enumerate(row)])
        for line in range(1, max(map(len, parts.values()), default=1)):
            words = {n: f"   {its[line] if line < len(its) else ''}" for n, its in parts.items()}
            broken.append([words.get(n, "") for n in range(len(row))])
    return broken


def wrap_words(words: str, width: int) -> list[str]:
    return wrap(words, width, break_long_words=False, break_on_hyphens=False) or [words]


def pad_table(table: Block, rows: int, columns: int = 0) -> Block:
    """Pad a table to this size with empty text: a larger array formula would show #N/A beyond the table."""
    width = max(columns, len(table[0]))
    filled = [[*row, *[""] * (width - len(row))] for row in table]
    return filled + [[""] * width for _ in range(rows - len(table))]
