"""The cell in which the director chooses which scores may be published."""

from collections.abc import Iterator
from typing import Literal, NamedTuple

from xl_dipscore.errors import Fault, join
from xl_dipscore.sheets.xlsx.book import Book
from xl_dipscore.sheets.xlsx.formula import Area, address
from xl_dipscore.tables.cells.languages import scores_shown
from xl_dipscore.tables.cells.values import is_blank
from xl_dipscore.workbooks.layout.setup import Setup

SHOWS = "Print_shows"
"""The defined name of the cell."""
SHOWS_LABEL = "Scores shown"
"""The label above the cell."""
_LABELS = frozenset({SHOWS_LABEL.casefold(), "this page shows"})
"""The labels of the cell, also in older workbooks."""
NOW, LAST_ROUND, HIDDEN = "now", "last round", "after the event"
"""The values of the cell: all scores, scores of finished rounds, or none until somebody types `now`."""
_HIDING = ("after ", "hidden")
"""The beginnings of English values that hide scores: `hidden until the awards`."""
Shown = Literal["now", "last_round", "hidden"]


class UnknownScoresShown(Fault):
    """Scores are not shown, because "{word}" is not one of the words for this cell. Choose {choices}."""


class ScoresSetting(NamedTuple):
    """Which scores may be published, and who says so: a cell such as Print!I4, or `--scores`."""

    shown: Shown
    source: str
    area: Area | None = None
    unknown: str = ""
    """The text of the cell if it is no known word. Then no score may be published."""

    def faults(self) -> Iterator[Fault]:
        if self.unknown and self.area is not None:
            choices = join([NOW, LAST_ROUND, HIDDEN], last="or")
            found = UnknownScoresShown(word=self.unknown, place=self.source, choices=choices)
            yield found.locate([self.area[:3]])


def read_scores_setting(setup: Setup, scores: str = "") -> ScoresSetting:
    """Read which scores may be published. scores: the option `--scores`, which replaces the cell.

    A blank cell, and a workbook without such a cell, hide nothing.
    """
    if scores:
        return ScoresSetting(scores_shown(scores) or "hidden", "--scores")
    area = setup.area(SHOWS) or _below_its_label(setup.book)
    if area is None:
        return ScoresSetting("now", "")
    ref = address(area.top, area.left)
    value, source = setup.book.value(area.sheet, ref), f"{area.sheet}!{ref}"
    word = "" if is_blank(value) else str(value).strip()
    if not word:
        return ScoresSetting("now", source, area)
    known = "hidden" if word.casefold().startswith(_HIDING) else scores_shown(word)
    return ScoresSetting(known or "hidden", source, area, "" if known else word)


def _below_its_label(book: Book) -> Area | None:
    """The cell below its label: some programs drop the defined names of a file."""
    for name in book.sheet_names:
        for (row, column), cell in book.sheet(name).cells.items():
            if isinstance(cell.value, str) and cell.value.strip().casefold() in _LABELS:
                return Area(name, row + 1, column, row + 1, column)
    return None
