"""What is wrong or odd, one after the other; and why a score is what it is."""

import re
from collections.abc import Mapping, Sequence

from xl_dipscore.errors import Fault, gathered
from xl_dipscore.layout.event import EventIn
from xl_dipscore.layout.games import games_if_any, slots_of
from xl_dipscore.layout.setup import EXPLAIN, named, put_named
from xl_dipscore.live.menu import Done, Selected, item
from xl_dipscore.tournament import Problem
from xl_dipscore.xlsx.book import Book, EditableBook


@item("Check", order=120, picture="Spelling")
def check(book: EditableBook, *, at: Selected | None = None) -> Done:
    """Go to the first problem of the event, and say what it is; again: to the next."""
    problems = EventIn(book).problems
    if not problems:
        return Done(said=["Nothing is wrong."])
    by_place = gathered((_place(book, one), one) for one in problems)
    places = [*by_place]
    row = None if at is None else at[:2]
    here = next((n for n, place in enumerate(places) if place is not None and place[:2] == row), -1)
    place = places[(here + 1) % len(places)]
    its = by_place[place]
    of = f"{problems.index(its[0]) + 1} of {len(problems)}"
    return Done(said=[f"{of}: {one.fault.told}" for one in its], go=place)


def _place(book: Book, problem: Problem) -> Selected | None:
    """The cell that a problem is about, as far as its place in words says so."""
    for sheet in sorted(book.sheet_names, key=len, reverse=True):
        found = re.match(
            rf"{re.escape(sheet)} rows? (\d+)(?: to \d+)?(?:, column (.+))?", problem.fault.place
        )
        if found is not None:
            row = int(found[1])
            return Selected(sheet, row, _column(book, sheet, row, found[2] or ""))
    return None


def _column(book: Book, sheet: str, row: int, heading: str) -> int:
    """The column with this heading above the row; else the first."""
    cells: Mapping[tuple[int, int], object] = {
        place: cell.value for place, cell in book.sheet(sheet).cells.items() if place[0] < row
    }
    its: Sequence[int] = [place[1] for place, value in cells.items() if str(value).strip() == heading]
    return its[0] if heading and its else 1


class NoBoardHere(Fault):
    """Select a row of a board on the sheet with the games first."""


class NoExplain(Fault):
    """This workbook has no sheet Explain; in plain formulas the lines of the rule stand beside each board, \
folded away."""


@item("Explain This Score", order=130, picture="FunctionWizard")
def explain(book: EditableBook, *, at: Selected) -> Done:
    """What makes the scores of the selected row's board, and its player's total, on the sheet Explain."""
    slots = slots_of(games_if_any(book))
    slot = next((one for one in slots if one.home.name == at.sheet and at.row in one.rows), None)
    if slot is None:
        raise NoBoardHere
    what = {"round": slot.round, "board": slot.board, "player": slot.home.value(at.row, "player")}
    there = {name: word for name, word in EXPLAIN.items() if named(book, name) is not None}
    if not there:
        raise NoExplain
    for name, word in there.items():
        put_named(book, name, what[word])
    area = named(book, next(iter(there)))
    assert area is not None
    return Done(go=Selected(area.sheet, area.top, area.left))
