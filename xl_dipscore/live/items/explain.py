"""Why a score is what it is."""

from xl_dipscore.errors import Fault
from xl_dipscore.layout.games import games_if_any, slots_of
from xl_dipscore.layout.setup import EXPLAIN, named, put_named
from xl_dipscore.live.menu import Done, Place, item
from xl_dipscore.xlsx.book import EditableBook


class NoBoardHere(Fault):
    """Select a row of a board on the sheet with the games first."""


class NoExplain(Fault):
    """This workbook has no sheet Explain; in plain formulas the lines of the rule stand beside each board, \
folded away."""


@item("Explain This Score", order=130, picture="FunctionWizard")
def explain(book: EditableBook, *, at: Place) -> Done:
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
    return Done(go=Place(area.sheet, area.top, area.left))
