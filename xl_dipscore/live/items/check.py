"""What is wrong or odd, one after the other; and why a score is what it is."""

from collections.abc import Sequence

from xl_dipscore.cells.values import is_blank
from xl_dipscore.errors import At, Fault, gathered
from xl_dipscore.layout.event import EventIn
from xl_dipscore.layout.games import games_if_any, slots_of
from xl_dipscore.layout.own import value_at
from xl_dipscore.layout.season import SeasonIn, circuit_in
from xl_dipscore.layout.setup import EXPLAIN, named, put_named
from xl_dipscore.live.menu import Done, Selected, item
from xl_dipscore.tournament import Problem
from xl_dipscore.xlsx.book import Book, EditableBook


@item("Check", order=120, picture="Spelling")
def check(book: EditableBook, *, at: Selected | None = None) -> Done:
    """Select the cell of the first problem and say what is wrong; press it again for the next problem."""
    found = [Problem(one) for one in SeasonIn(book).problems] if circuit_in(book) else EventIn(book).problems
    said = gathered(
        (_best(book, one.fault.cells), (f"{n} of {len(found)}: " if len(found) > 1 else "") + one.told)
        for n, one in enumerate(found, 1)
    )
    if not said:
        return Done(said=["Nothing is wrong."])
    places = [*said]
    here = places.index(at[:3]) if at is not None and at[:3] in places else -1
    place = places[(here + 1) % len(places)]
    return Done(said=said[place], go=Selected(*place))


def _best(book: Book, cells: Sequence[At]) -> At:
    """The first of the cells that is not blank, if any; of merged cells the one that programs select."""
    sheet, row, column = next((at for at in cells if not is_blank(value_at(book, at))), cells[0])
    merged = (area for area in book.sheet(sheet).merged if area.holds((row, column)))
    return next(((sheet, area.top, area.left) for area in merged), (sheet, row, column))


class NoBoardHere(Fault):
    """No board is selected. Select a row of a board on the sheet with the games first."""


class NoExplain(Fault):
    """This workbook has no sheet Explain. In plain formulas, open the folded columns beside the board: they \
show each line of the rule."""


@item("Explain This Score", order=130, picture="FunctionWizard")
def explain(book: EditableBook, *, at: Selected) -> Done:
    """Show on the sheet Explain how the selected board's scores and its player's total are made."""
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
