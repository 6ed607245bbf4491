"""The menu item "Choose a System"."""

from xl_dipscore.errors import Faults
from xl_dipscore.rules.choice.tables import overview
from xl_dipscore.workbooks.acts import choose
from xl_dipscore.workbooks.layout.event import EventIn
from xl_dipscore.workbooks.live.menu import Done, Folder, item

NAME = "choose"
"""The name of the files that the item writes, with a number if there are some already."""


@item("Choose a System", order=235, picture="ChartInsert")
def choose_a_system(event: EventIn, *, folder: Folder) -> Done:
    """Compute the past events in a folder under every system: who would have won? It writes a page there.

    Wishes:
        folder: The folder with the workbooks of past events.
    """
    files = [path for path in sorted(folder.iterdir()) if choose.may_be_event(path)]
    editions, faults = choose.read_editions(files)
    if not editions:
        raise Faults(faults or [choose.NoWorkbooks(folder=folder)])
    compared = choose.compare_files(editions, choose.usual_contenders(), {})
    about = choose.covered(compared, faults)
    written = choose.write_files(compared, choose.free_name(folder, NAME), [about])
    found = overview(compared)
    table = [found.heads, *([choose.cell_text(cell) for cell in row] for row in found.rows)]
    return Done(table=table, said=[about, *(f"{path}: written." for path in written)])
