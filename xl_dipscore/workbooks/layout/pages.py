"""Printed pages: their breaks at rounds, and whether they may show scores."""

from collections.abc import Iterable, Sequence
from itertools import chain, groupby, pairwise
from typing import NamedTuple

from xl_dipscore.errors import Faults
from xl_dipscore.rules.event.games import Round
from xl_dipscore.sheets.xlsx.formula import address
from xl_dipscore.tables.cells.columns import SCORED
from xl_dipscore.workbooks.layout.event import EventIn
from xl_dipscore.workbooks.layout.own import is_computed
from xl_dipscore.workbooks.layout.secrecy import (
    HIDDEN,
    LAST_ROUND,
    NOW,
    SHOWS,
    SHOWS_LABEL,
    read_scores_setting,
)

__all__ = [
    "CALLS",
    "CENTRES_ONLY",
    "HIDDEN",
    "LAST_ROUND",
    "NOW",
    "NOW_HIDDEN",
    "PRINTED",
    "ROUND_BEFORE",
    "SHOWN_LINES",
    "SHOWS",
    "SHOWS_LABEL",
    "SLIPS",
    "SLIPS_ON_A_PAGE",
    "SLIP_ROWS",
    "SPARE_CALLS",
    "SPARE_SEATS",
    "boards_a_page",
    "event_of_finished_rounds",
    "find_secrecy_cell",
    "page_ends",
    "pages_of_list",
    "secrecy_message",
]

SLIPS_ON_A_PAGE, SLIP_ROWS = 4, 12
PLAIN_BOARD = 8
"""The height of a board on Games of plain formulas, in usual rows: its first row is two lines high."""
PAPER, UPRIGHT = (10.1, 6.1), (6.7, 9.5)
"""The width and height of A4 between the margins, landscape and portrait, in inches, rounded down."""
ROUNDED_DOWN = 1.07
"""How many times as many lines as computed a page may take, because its height is rounded down."""
READABLE, LEAST_SCALE = 6, 0.6
"""The smallest letters on paper, in points; and the least scale of a list, whose smallest letters have 10."""
OF_PLAYERS = READABLE / 11
"""The least scale of the list of players, whose smallest letters have 11 points."""
SPARE_LINES = 14
"""The printed lines of a long list beyond those of full boards: for latecomers, and for who sits out."""
PRINTED = "Printed_"
"""The beginning of the defined name of a list's printed lines. After it comes the name of the sheet."""
SHOWN_LINES = "Shown_"
"""The same for the lines of a list that are not hidden, on a sheet without a print area."""
HEAD_HEIGHT, ROW_HEIGHT = 20, 15
"""The height of a row with headings and of a usual row, in points."""
CALLS = "Board_calls"
"""The defined name of the lines of board calls: who plays which power in a round."""
SLIPS = "Board_slips"
"""The defined name of the slips of a round: a form for the result of each board."""
SPARE_SLIPS = 2
"""How many slips more than boards a round has, at most: for added boards."""
SEATS_LINES = "Seats_lines"
"""The defined name of the first line of the sheet Seats: a line for each board of a round, then the sums."""
TOPS_DRAWN = "Seats_tops"
"""The defined name of a hidden cell of Seats with the boards that were drawn as top boards."""
SPARE_SEATS, SEATS_ON_A_PAGE = 3, 8
"""How many lines more than boards the sheet Seats has, at most: for added boards, and for the sums."""
SPARE_CALLS, CALLS_ON_A_PAGE = 2, 12
"""How many spare lines the board calls have, for boards that are added to a round."""

ROUND_BEFORE, NOW_HIDDEN = "without the round being played", "hidden: a round is being played"
"""What Print says it shows during a round if only finished rounds may be shown: the standings without that
round, or, in plain formulas, none."""
CENTRES_ONLY = "Centres owned at the end of each round; the scores stay hidden for now."


def find_secrecy_cell(event: EventIn, scores: str = "") -> str:
    """The cell that keeps scores secret, such as Print!I4, or `--scores`; empty if scores may be published.

    scores: the value of a command's option `--scores`, which replaces that of the cell.
    """
    setting = read_scores_setting(event.setup, scores)
    hides = setting.shown == "hidden" or (setting.shown == "last_round" and _running(event))
    return setting.source if hides else ""


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
    setting = read_scores_setting(event.setup, scores)
    running = _running(event) if setting.shown == "last_round" else set()
    if not running or None in running:
        return event
    package = event.file.reread()
    there = EventIn(package).boards
    for game in (game for game in event.game_extract.game_list.games if game.round in running):
        for slot in (slot for slot in there.slots if slot.holds(game)):
            results = chain.from_iterable(slot.cells(word) for word in there.words - _STAYING)
            for at in (at for at in results if not is_computed(package, at)):
                package.set_value(at[0], address(at[1], at[2]), None)
    return EventIn(package)


_STAYING = frozenset({"round", "date", "board", "power", "player", "team", "club", "unranked", *SCORED})
"""Facts of a board that are no results: they stay when results are left out."""


def secrecy_message(cell: str) -> str:
    """The message of a command that leaves scores out."""
    there = "give" if cell == "--scores" else "choose"
    return f'Scores, totals and ranks are left out, as {cell} says; to show them, {there} "{NOW}" there.'


def slips_of_round(boards: int) -> int:
    """The slips for a round: spare slips never take a page of their own."""
    full = -(-boards // SLIPS_ON_A_PAGE) * SLIPS_ON_A_PAGE
    return min(boards + SPARE_SLIPS, full)


def seats_lines(boards: int) -> int:
    """The lines of Seats for a round: spare lines never take a page of their own."""
    full = -(-(boards + 1) // SEATS_ON_A_PAGE) * SEATS_ON_A_PAGE
    return max(SEATS_ON_A_PAGE, min(boards + SPARE_SEATS, full))


def scale_by_width(widths: Iterable[float], paper: tuple[float, float] = PAPER) -> float:
    """The scale at which columns with these widths fill the page, at most 1. Leave hidden columns out."""
    return min(1, paper[0] / (sum(7 * width + 5 for width in widths) / 96))


def rows_on_a_page(widths: Iterable[float]) -> int:
    """Rows of normal height that fit below a heading row, if columns with these widths fill the page.

    Folded columns are not counted. If they are opened, the page is scaled down and has room for more rows.
    """
    return int((72 * PAPER[1] / scale_by_width(widths) - HEAD_HEIGHT) / ROW_HEIGHT)


class ListPages(NamedTuple):
    """The printed pages of a list."""

    landscape: bool
    number: int
    lines: int
    """The lines that are printed."""


def pages_of_list(
    widths: Iterable[float], above: int, lines: int, usual: int, least: float = LEAST_SCALE
) -> ListPages:
    """Choose pages with readable letters. None of them is empty as soon as a list has its usual lines.

    above: the rows above the lines, repeated on every page. lines: the lines of the list. least: the least
    scale at which its letters can be read.
    """
    sizes, head = [*widths], ROW_HEIGHT * above + HEAD_HEIGHT
    scales = [
        min(scale_by_width(sizes, paper), 72 * paper[1] / (head + ROW_HEIGHT * lines))
        for paper in (UPRIGHT, PAPER)
    ]
    if max(scales) >= least:
        return ListPages(scales[1] > scales[0], 1, lines)
    landscape = scale_by_width(sizes, UPRIGHT) < least
    paper = PAPER if landscape else UPRIGHT
    most, fewest = (
        int((72 * paper[1] / scale - head) / ROW_HEIGHT)
        for scale in (least, max(least, scale_by_width(sizes, paper)))
    )
    wanted = min(lines, usual + SPARE_LINES)
    number = -(-wanted // most)
    fewest = int(ROUNDED_DOWN * fewest)
    left = usual - (number - 1) * fewest
    crowded = left < fewest / 4 and (number - 1) * most >= 1.1 * usual  # smaller letters save the last page
    if number > 1 and (left <= 0 or crowded):  # spare lines alone would take the last page, or nearly
        number -= 1
    return ListPages(landscape, number, min(wanted, max(usual, number * most)))


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


def boards_a_page(rounds: Sequence[object], ends: Sequence[int], usual: int) -> int | None:
    """The most boards on a page, if each round starts a new page; otherwise None.

    usual: the boards that fit on a page. If the breaks allow it, the result is at least as many.
    """
    longest = max((after - before for before, after in pairwise([0, *ends, len(rounds)])), default=0)
    sizes = {longest, max(longest, usual)}
    fitting = [n for n in sizes for even in (True, False) if page_ends(rounds, n, even=even) == [*ends]]
    return max(fitting, default=None)
