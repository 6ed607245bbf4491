"""What pages show: where they end, each round printed alone, and whether scores may be on them."""

from collections.abc import Sequence
from itertools import pairwise

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
SHOWS_LABEL = "This page shows"
"""What stands above it."""
SCORES, HIDDEN = "scores", "hidden until the awards"
"""What it can say."""
OWNED = "Centres owned at the end of each round; the scores stay hidden until the awards."


def hidden_in(package: Book) -> str:
    """The cell that keeps scores secret, such as Print!I4; nothing where they may go out."""
    area = named(package, SHOWS) or _below_its_label(package)
    if area is None:
        return ""
    ref = address(area.top, area.left)
    said = str(package.value(area.sheet, ref) or "").strip().casefold()
    return f"{area.sheet}!{ref}" if said.startswith("hidden") else ""


def _below_its_label(package: Book) -> Area | None:
    """The same cell where a program has dropped the names."""
    for name in package.sheet_names:
        for (row, column), cell in package.sheet(name).cells.items():
            if cell.value == SHOWS_LABEL:
                return Area(name, row + 1, column, row + 1, column)
    return None


def kept_secret(cell: str) -> str:
    """What a command says that leaves scores out."""
    return f'Scores, totals and ranks are left out, as {cell} says; to show them, choose "{SCORES}" there.'


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
