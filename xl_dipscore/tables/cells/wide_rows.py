"""From a row of a table with one row per game to the cells of its seven seats."""

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from xl_dipscore.errors import Fault
from xl_dipscore.rules.board import LETTERS, SEATS
from xl_dipscore.rules.event.typed import visible_text
from xl_dipscore.tables.cells.languages import Letters, Word, is_letter
from xl_dipscore.tables.cells.results import result_in_words
from xl_dipscore.tables.cells.values import Cell, is_blank, named_power
from xl_dipscore.tables.cells.wide import WideHeading, powers_in

LABELS = ("round", "board", "date")
"""The facts that all rows of a board repeat."""
_INITIALS = frozenset(LETTERS)


class CellsOfSeats(NamedTuple):
    """The seven cells of each fact, and the fault of the draw."""

    cells: dict[Word, list[Cell]]
    wrong_draw: Fault | None


def cells_of_seats(
    cells: Mapping[WideHeading, Cell], letters: Letters | None = None, *, initials: bool | None = None
) -> CellsOfSeats:
    """The seven cells of each fact, with marks for the powers in the draw; and the fault of the draw.

    A fact about the whole board is in the first cell only, so that errors are reported once.
    letters, initials: as in `powers_in`.
    """
    typed: dict[Word, list[Cell]] = {}
    wrong: Fault | None = None
    for (word, seat), cell in cells.items():
        if seat is not None:
            typed.setdefault(word, [None] * len(SEATS))[seat] = cell
        elif word in LABELS:
            typed[word] = [cell] * len(SEATS)
        elif word != "draw":
            typed[word] = [cell, *[None] * (len(SEATS) - 1)]
    if (draw := WideHeading("draw")) in cells:
        try:
            drew = powers_in(cells[draw], letters, initials=initials)
        except Fault as fault:
            drew, wrong = frozenset(), fault
        typed["draw"] = ["x" if seat in drew else None for seat in SEATS]
    _read_words(typed)
    return CellsOfSeats(typed, wrong)


def _read_words(typed: dict[Word, list[Cell]]) -> None:
    """Replace results in words, such as `13 centres` or `Eliminated in 1905`, by numbers and years."""
    for seat, cell in enumerate(typed.get("centres", ())):
        if (said := result_in_words(cell)) is None:
            continue
        typed["centres"][seat] = said.centres
        if said.eliminated is not None:
            years = typed.setdefault("eliminated", [None] * len(SEATS))
            if is_blank(years[seat]):
                years[seat] = said.eliminated


def initials_in(column: Iterable[Cell]) -> bool | None:
    """Do texts such as GER in a column of draws mean initials, or a power's code? None if they may be either.

    `EFG` in another cell decides for initials, and `ENG` or `GER, FRA` for codes.
    """
    found: set[bool] = set()
    for cell in column:
        words = re.findall(r"[^\W\d_]+", visible_text(str(cell))) if isinstance(cell, str) else []
        for word in words:
            named = named_power(word) is not None
            letters = {*word} <= _INITIALS
            if is_letter(word) or (named and letters and len(words) == 1):
                continue
            if named or letters:
                found.add(not named)
    return found.pop() if len(found) == 1 else None
