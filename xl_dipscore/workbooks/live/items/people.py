"""The menu items "Players Away or Here" and "Rename a Player"."""

from xl_dipscore.errors import Fault
from xl_dipscore.sheets.xlsx.formula import address
from xl_dipscore.tables.cells.dates import When
from xl_dipscore.workbooks.acts.rename import rename_edit
from xl_dipscore.workbooks.acts.seat import text_of_round
from xl_dipscore.workbooks.layout.event import EventIn
from xl_dipscore.workbooks.live.items.draw import form_of_open_round
from xl_dipscore.workbooks.live.menu import Done, Selected, done_by, item

AWAY = "-"


class NoPlayersSelected(Fault):
    """No player is selected. Select rows of the list of players first."""


class NoColumnHere(Fault, remedy="Type the heading into a free cell beside the others."):
    """The list of players has no column {heading}."""


@item("Players Away or Here", order=30, picture="Filter", starts=form_of_open_round)
def away(event: EventIn, *, round_: When, at: Selected) -> Done:
    """Mark the selected players as away in a round, or as here on an evening; a second time removes the mark.

    Wishes:
        round_: The round that those selected miss; in a league the date of the evening, such as 2026-05-28.
    """
    there, selected = event.roster, range(at.row, at.row + at.rows)
    chosen = (
        [] if there is None else [(name, row) for name, row in there.rows_by_name.items() if row in selected]
    )
    if there is None or there.sheet.name != at.sheet or not chosen:
        raise NoPlayersSelected
    by_round = isinstance(round_, int)
    heading, mark = (f"Here {round_}", AWAY) if by_round else ("Here", "x")
    if (column := there.columns.get(heading.casefold())) is None:
        raise NoColumnHere(heading=heading)
    when, said = f"{'in' if by_round else 'on'} {text_of_round(round_)}", []
    for name, row in chosen:
        ref = address(row, column)
        marks = event.book.value(at.sheet, ref) != mark
        event.book.set_value(at.sheet, ref, mark if marks else None)
        said.append(f"{name} is {'away' if marks == by_round else 'here'} {when}.")
    return Done(said=said)


@item("Rename a Player", order=210, picture="ReplaceDialog")
def rename(event: EventIn, *, old: str = "", new: str = "", who: str = "") -> Done:
    """Change a player's name in the games, on the list of players and on Log.

    Wishes:
        old: The name that they have now.
        new: Their new name.
    """
    edit = rename_edit(event, old, new, who=who)
    return done_by(event, edit, lambda made: made.notes or [f"{old} is now called {new}."])
