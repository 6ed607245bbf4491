"""The menu item "New Event"."""

import re
from pathlib import Path

from xl_dipscore.errors import Fault, Faults
from xl_dipscore.rules.system import OptionOutOfRange, System, find
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.workbooks.acts.new import start
from xl_dipscore.workbooks.acts.next_event import next_of
from xl_dipscore.workbooks.layout.event import EventIn
from xl_dipscore.workbooks.layout.identity import give_identity
from xl_dipscore.workbooks.layout.ours import templates_folder
from xl_dipscore.workbooks.layout.setup import EVENT, Setup
from xl_dipscore.workbooks.live.menu import Done, Host, item

NOT_IN_NAMES = r'[\\/:*?"<>|\x00-\x1f]'
"""Characters that Windows does not allow in file names."""
TEMPLATE, LEAGUE = "any-system.xlsx", "league.xlsx"
ROUNDS, BOARDS, SYSTEM = 3, 4, "DCC"
"""Defaults for a new event."""
MOST_ROUNDS, MOST_BOARDS = 20, 60
"""The largest new event, as on the command line."""


@item("New Event", order=240, picture="FileNew")
def new_event(
    event: EventIn,
    *,
    from_nothing: bool = False,
    league: bool = False,
    called: str = "",
    system: str = "",
    rounds: int = 0,
    boards_a_round: int = 0,
    host: Host,
) -> Done:
    """Open a new workbook for the next event: save it under a name of its own.

    Wishes:
        from_nothing: Start empty; otherwise keep this event's players, Setup and looks.
        league: Start an empty league, with dates of evenings in place of rounds.
        called: The name of the new event.
        system: The key of its scoring system, such as DCC; blank: as now.
        rounds: Number of rounds; 0: as many as now. Rounds can be added, not removed.
        boards_a_round: Boards in each round; 0: as many as now. Boards can be added, not removed.
    """
    path = Path(f"{re.sub(NOT_IN_NAMES, '-', called) or 'event'}.xlsx")
    chosen = checked(system, rounds, boards_a_round)
    if league:
        made, notes = start(Package.read(templates_folder() / LEAGUE), chosen or find(SYSTEM), path)
    elif not from_nothing:
        size = {"rounds": rounds or None, "boards": boards_a_round or None}
        made, notes = next_of(host.file(), path, chosen, name=called or None, **size)
    else:
        template = Package.read(templates_folder() / TEMPLATE)
        chosen = chosen or find(SYSTEM)
        made, notes = start(template, chosen, path, rounds=rounds or ROUNDS, boards=boards_a_round or BOARDS)
    made.name = path.name
    give_identity(Setup(made))
    if called and (league or from_nothing):
        Setup(made).write_named_cell(EVENT, called)
    return Done(said=[*notes, "Save the new workbook under a name of its own."], made=made)


def checked(system: str, rounds: int, boards: int) -> System | None:
    """The system, if one is named. Raises Faults with everything that is wrong in the form."""
    faults: list[Fault] = []
    chosen = None
    try:
        chosen = find(system) if system else None
    except Fault as unknown:
        faults.append(unknown)
    for name, typed, most in (("Rounds", rounds, MOST_ROUNDS), ("Boards a round", boards, MOST_BOARDS)):
        if typed > most:
            what = f"a whole number from 0 to {most}"
            faults.append(OptionOutOfRange(name=name, what=what, value=str(typed)))
    if faults:
        raise Faults(faults)
    return chosen
