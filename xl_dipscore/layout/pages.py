"""What pages show: where they end, each round printed alone, and whether scores may be on them."""

from collections.abc import Sequence
from itertools import pairwise

from xl_dipscore.errors import Fault, Faults
from xl_dipscore.layout.extract import extract
from xl_dipscore.layout.setup import named
from xl_dipscore.xlsx.book import Book
from xl_dipscore.xlsx.formula import Area, address

SLIPS_ON_A_PAGE, SLIP_ROWS = 4, 12
CALLS = "Board_calls"
"""The name of the lines that say who plays what in a round."""
SLIPS = "Board_slips"
"""The name of the slips where formulas find the rows of each board."""
SPARE_CALLS = 2
"""Those below the lines of a round's boards: for boards that are added."""

SHOWS = "Print_shows"
"""The name of the cell that says whether scores may go out."""
SHOWS_LABEL = "Scores shown"
"""What stands above it."""
NOW, LAST_ROUND, HIDDEN = "now", "last round", "after the event"
"""What it can say: scores as they come, while no round is being played, or once it says `now`."""
NOW_SAYS = "Print_says"
"""The name of the cell that says what comes of it."""
_LABELS, _HIDING = (SHOWS_LABEL, "This page shows"), ("after", "hidden")
"""In older workbooks it says `scores` or `hidden until the awards`, under another label."""
OWNED = "Centres owned at the end of each round; the scores stay hidden for now."


def hidden_in(package: Book, scores: str = "") -> str:
    """What keeps scores secret, such as Print!I4; nothing where they may go out.

    scores: what a command was told instead of what the cell says.
    """
    area = named(package, SHOWS) or _below_its_label(package)
    if area is None and not scores:
        return ""
    ref = "" if area is None else address(area.top, area.left)
    said = scores or str((area and package.value(area.sheet, ref)) or "").strip().casefold()
    if not said.startswith(_HIDING) and not (said == LAST_ROUND and _in_a_round(package)):
        return ""
    return "--scores" if scores or area is None else f"{area.sheet}!{ref}"


def _in_a_round(package: Book) -> bool:
    """Has a round boards with results, and others without? So it is where nobody can tell."""
    try:
        listed = extract(package).listed
    except (Fault, Faults):
        return True
    begun = {game.round for game in listed.games}
    return bool(listed.strays) or any(game.round in begun for game in listed.to_come)


def _below_its_label(package: Book) -> Area | None:
    """The same cell where a program has dropped the names."""
    for name in package.sheet_names:
        for (row, column), cell in package.sheet(name).cells.items():
            if cell.value in _LABELS:
                return Area(name, row + 1, column, row + 1, column)
    return None


def kept_secret(cell: str) -> str:
    """What a command says that leaves scores out."""
    there = "give" if cell == "--scores" else "choose"
    return f'Scores, totals and ranks are left out, as {cell} says; to show them, {there} "{NOW}" there.'


def page_ends(rounds: Sequence[object], a_page: int) -> list[int]:
    """How many boards stand before each break, with at most so many on a page."""
    ends, here = [], 0
    for number, (round_, following) in enumerate(pairwise(rounds), 1):
        here += 1
        if round_ != following or here == a_page:
            ends.append(number)
            here = 0
    return ends


def boards_a_page(rounds: Sequence[object], ends: Sequence[int], rows: int) -> int | None:
    """The most boards on a page, where each round is printed alone; None where it is not.

    rows: of a board. Where no round is too long for a page, as many as go on a page of slips.
    """
    longest = max((after - before for before, after in pairwise([0, *ends, len(rounds)])), default=0)
    usual = max(1, SLIPS_ON_A_PAGE * SLIP_ROWS // rows)
    fitting = [n for n in {longest, max(longest, usual)} if page_ends(rounds, n) == [*ends]]
    return max(fitting, default=None)
