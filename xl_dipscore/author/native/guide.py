"""Guide of a workbook that needs nothing: what to do, how its numbers are made, the rule in words."""

from collections.abc import Iterable, Iterator

from openpyxl.worksheet.worksheet import Worksheet

from xl_dipscore.author import front, style
from xl_dipscore.author.front import LABELS, TEXTS, told
from xl_dipscore.author.native.status import status_shown
from xl_dipscore.cells import worded
from xl_dipscore.system import System

_OWN = {
    "Setup": (style.TYPED, "Name the event, and change the yellow numbers where yours differ."),
    "Best countries": (style.COMPUTED, front.SHEETS["Best countries"][1]),
    "Totals": (style.FURTHER, "How each player's total and rank are made. Nothing to type."),
}
_IN_ORDER = (
    *("Guide", "Setup", "Players", "Games", "Standings", "Print", "Best countries", "Charts"),
    *("Board calls", "Slips", "Totals", "Log"),
)
SHEETS = {name: _OWN.get(name) or front.SHEETS[name] for name in _IN_ORDER}
"""In their order: the colour of each one's tab, and what Guide says of it."""
_CHECK = (
    "4 Check",
    "Games",
    "Check says how each board was read, in its first row, or beside a power what is wrong. Status, above, "
    "says whether anything is.",
)
_CORRECT = "Type over what is wrong. dipscore undo FILE takes back the last command; dipscore rename "
_CORRECT += '"Jon" "John" FILE changes a name everywhere.'
_DAY = [{"4": _CHECK, "6": ("6 Correct", "Games", _CORRECT)}.get(line[0][0], line) for line in front.DAY]
WITHOUT_FORM = (
    "Explanations with worked figures, and comparisons of systems: dipscore extract takes the results to "
    "dipscore explain and dipscore compare. The check of who sits where: DIP_SEATS_CHECK in other workbooks."
)


def guide(sheet: Worksheet, system: System, messages: Iterable[str]) -> None:
    """Where to go, what to do, and the system's rule in words."""
    style.widths(sheet, [LABELS, TEXTS])
    style.title(sheet, '=IF(Event_name="","A Diplomacy tournament",Event_name)', "=System_name")
    style.put(sheet, 3, 1, "Status", style.BOLD)
    status_shown(sheet, 3, 2, 1)
    row = front.told_of_the_day(sheet, 5, _DAY)
    row = front.told_of_sheets(sheet, row + 1, SHEETS)
    for part in (_answers(system, messages), _rule(system)):
        row += 1
        for label, text in part:
            row = told(sheet, row, label, text)
    style.page(sheet, landscape=True, tall=1)


def _answers(system: System, messages: Iterable[str]) -> Iterator[tuple[str, str]]:
    yield (
        "Needs nothing",
        "Every number is a plain formula, which your spreadsheet program computes as you type.",
    )
    yield (
        "Why this score?",
        "On Games, open the columns to the right of Check, with the plus sign above them. Each line of the "
        "rule is a column, and Score is their sum; click a cell to see how it is made.",
    )
    yield (
        "Any order",
        "A row finds its board by Round and Board, so rows of Games may be sorted, moved and inserted. For "
        "one more board, copy the seven rows of another, paste them below the last row, and change Round, "
        "Board and the results. Games is not locked: keep away from Score and what is right of it.",
    )
    yield front.SUBSTITUTE
    yield (
        "Fixed",
        "The formulas were made for this system, for the rounds of this event and for the choices on Setup "
        "that are not yellow. For others, make another workbook: "
        f"dipscore new {system.key} event.xlsx --host native",
    )
    yield "Not in cells", " ".join((WITHOUT_FORM, *messages))
    yield "More help", "The README of xl_dipscore, with every rule and its source."


def _rule(system: System) -> Iterator[tuple[str, str]]:
    yield "The rule", worded(system.help)
    yield "What it needs", ", ".join(system.needs) or "centres only"
    yield "Source", worded(system.source)
    read = " ".join((*system.remarks, *system.unsettled))
    yield "How it is read", worded(read) or "The source leaves nothing open."
