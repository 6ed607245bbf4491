"""Printed pages: their breaks at rounds, and whether they may show scores."""

from collections.abc import Sequence
from itertools import chain, groupby, pairwise

from xl_dipscore.errors import Faults
from xl_dipscore.rules.event.games import Round
from xl_dipscore.sheets.xlsx.book import Book
from xl_dipscore.sheets.xlsx.formula import Area, address
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.tables.cells.columns import SCORED
from xl_dipscore.workbooks.layout.event import EventIn
from xl_dipscore.workbooks.layout.own import is_computed

SLIPS_ON_A_PAGE, SLIP_ROWS = 4, 12
CALLS = "Board_calls"
"""The defined name of the lines of board calls: who plays which power in a round."""
SLIPS = "Board_slips"
"""The defined name of the slips (forms for results), if their formulas find the rows of each board."""
SPARE_CALLS = 2
"""How many spare lines the board calls have, for boards that are added to a round."""

SHOWS = "Print_shows"
"""The defined name of the cell in which the director chooses the scores that may be published."""
SHOWS_LABEL = "Scores shown"
"""The label above that cell."""
NOW, LAST_ROUND, HIDDEN = "now", "last round", "after the event"
"""The values of that cell: all scores, scores of finished rounds, or none until somebody types `now`."""
_LABELS, _HIDING = (SHOWS_LABEL, "This page shows"), ("after", "hidden")
"""The labels of that cell, and the beginnings of its values that hide scores.

Older workbooks have the values `scores` and `hidden until the awards`.
"""
ROUND_BEFORE, NOW_HIDDEN = "without the round being played", "hidden: a round is being played"
"""What Print says it shows during a round if only finished rounds may be shown: the standings without that
round, or, in plain formulas, none."""
CENTRES_ONLY = "Centres owned at the end of each round; the scores stay hidden for now."


def find_secrecy_cell(event: EventIn, scores: str = "") -> str:
    """The cell that keeps scores secret, such as Print!I4, or `--scores`; empty if scores may be published.

    scores: the value of a command's option `--scores`, which replaces that of the cell.
    """
    setting, cell = _read_scores_setting(event, scores)
    return cell if setting.startswith(_HIDING) or (setting == LAST_ROUND and _running(event)) else ""


def _read_scores_setting(event: EventIn, scores: str) -> tuple[str, str]:
    """The setting in small letters, and its source: a cell or `--scores`."""
    area = event.setup.area(SHOWS) or _below_its_label(event.book)
    if scores or area is None:
        return scores, "--scores"
    ref = address(area.top, area.left)
    return str(event.book.value(area.sheet, ref) or "").strip().casefold(), f"{area.sheet}!{ref}"


def _running(event: EventIn) -> set[Round | None]:
    """The rounds that are being played; None is among them if some may be unknown."""
    try:
        return {*event.progress.running, *([None] if event.game_extract.game_list.strays else [])}
    except Faults:
        return {None}


def event_of_finished_rounds(event: EventIn, scores: str = "") -> EventIn:
    """The event; if only finished rounds may be shown, a copy without the results of other rounds.

    The copy's formulas are not computed yet. The workbook must be a file.
    """
    running = _running(event) if _read_scores_setting(event, scores)[0] == LAST_ROUND else set()
    if not running or None in running:
        return event
    package = Package(event.file.to_bytes(), event.book.name)
    there = EventIn(package).boards
    for game in (game for game in event.game_extract.game_list.games if game.round in running):
        for slot in (slot for slot in there.slots if slot.holds(game)):
            results = chain.from_iterable(slot.cells(word) for word in there.words - _STAYING)
            for at in (at for at in results if not is_computed(package, at)):
                package.set_value(at[0], address(at[1], at[2]), None)
    return EventIn(package)


_STAYING = frozenset({"round", "date", "board", "power", "player", "team", "club", "unranked", *SCORED})
"""Facts of a board that are no results: they stay when results are left out."""


def _below_its_label(book: Book) -> Area | None:
    """The cell of the setting, found below its label: some programs drop the defined names of a file."""
    for name in book.sheet_names:
        for (row, column), cell in book.sheet(name).cells.items():
            if cell.value in _LABELS:
                return Area(name, row + 1, column, row + 1, column)
    return None


def secrecy_message(cell: str) -> str:
    """The message of a command that leaves scores out."""
    there = "give" if cell == "--scores" else "choose"
    return f'Scores, totals and ranks are left out, as {cell} says; to show them, {there} "{NOW}" there.'


def page_ends(rounds: Sequence[object], a_page: int, *, even: bool = True) -> list[int]:
    """The number of boards before each page break, if each round starts a page of at most `a_page` boards.

    even: spread a round evenly over its pages; if False, fill all its pages except the last (old workbooks).
    """
    ends: list[int] = []
    for _, its in groupby(enumerate(rounds), key=lambda one: one[1]):
        boards = [number for number, _ in its]
        size = -(-len(boards) // -(-len(boards) // a_page)) if even else a_page
        ends += [number + 1 for number in boards[size - 1 :: size]]
        ends += [] if ends[-1:] == [boards[-1] + 1] else [boards[-1] + 1]
    return ends[:-1]


def boards_a_page(rounds: Sequence[object], ends: Sequence[int], rows: int) -> int | None:
    """The most boards on a page, if each round starts a new page; otherwise None.

    rows: rows per board. If the breaks allow it, the result is at least as many as fit on a page of slips.
    """
    longest = max((after - before for before, after in pairwise([0, *ends, len(rounds)])), default=0)
    usual = max(1, SLIPS_ON_A_PAGE * SLIP_ROWS // rows)
    sizes = {longest, max(longest, usual)}
    fitting = [n for n in sizes for even in (True, False) if page_ends(rounds, n, even=even) == [*ends]]
    return max(fitting, default=None)
