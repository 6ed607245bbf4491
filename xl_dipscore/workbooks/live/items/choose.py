"""The menu item "Choose a System"."""

from collections import Counter
from collections.abc import Iterator

from xl_dipscore.errors import Faults
from xl_dipscore.rules.board import count_of
from xl_dipscore.rules.choice.years import Compared, champions_in_words
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
    return Done(said=[about, *_champions(compared), *(f"{path}: written." for path in written)])


def _champions(compared: Compared) -> Iterator[str]:
    """Say in a line for each event who would have won under how many systems: the page has the rest."""
    outcomes = [compared.of(one) for one in compared.contenders]
    for number, edition in enumerate(compared.editions):
        found = Counter(champions_in_words(its[number]) for its in outcomes)
        unknown = found.pop("?", 0)
        first = found.most_common(_MOST_CHAMPIONS)
        others = found.total() - sum(times for _, times in first)
        won = [f"{who} under {count_of(times, 'system')}" for who, times in first]
        won += [f"others under {others}"] if others else []
        won += [f"unknown under {unknown}"] if unknown else []
        yield f"Champion of {edition.name}: {'; '.join(won)}."


_MOST_CHAMPIONS = 4
"""The most champions of an event that a message names."""
