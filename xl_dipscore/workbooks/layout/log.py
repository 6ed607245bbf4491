"""The sheet Log, which records changes. It is found by a defined name and by its headings."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile

from xl_dipscore.errors import At, Fault, join
from xl_dipscore.sheets.xlsx.cell import CellValue, restore_error_mark
from xl_dipscore.sheets.xlsx.formula import COLUMNS
from xl_dipscore.workbooks.layout.games import Headed, label
from xl_dipscore.workbooks.layout.setup import Setup

LOG = "Event_log"
"""The defined name of the cells with the headings."""
ENTRY, WHEN, COMMAND, SOURCE, BY = "Entry", "When", "Command", "From", "By"
WHERE, WHAT, TAKEN, FOR_UNDO = "Where", "What changed", "Taken back", "For undo"
HEADINGS = (ENTRY, WHEN, COMMAND, SOURCE, BY, WHERE, WHAT, TAKEN, FOR_UNDO)
A_CELL = 32_000
"""The most characters written into a cell; longer text continues in the next cell to the right."""


class NoLogHeading(Fault):
    """{sheet} no longer has the heading {headings} in row {row}. Type it there again."""


class LogSheet(Headed):
    @property
    def rows(self) -> list[int]:
        """The filled rows below the headings."""
        return sorted(
            {row for (row, _), cell in self.sheet.cells.items() if row > self.header and cell.has_content}
        )

    def read_undo_text(self, row: int) -> str:
        first = self.columns[FOR_UNDO]
        cells = (self.sheet.cells.get((row, column)) for column in range(first, COLUMNS + 1))
        values = (None if cell is None else cell.value for cell in cells)
        return "".join(map(str, takewhile(lambda value: isinstance(value, str), values)))

    def cells(self, row: int, values: Mapping[str, CellValue]) -> Iterator[tuple[At, CellValue]]:
        """Yield the cells to set for values below the headings."""
        for heading, value in values.items():
            for column, piece in enumerate(_pieces(value), self.columns[heading]):
                yield (self.sheet.name, row, column), restore_error_mark(piece)


def _pieces(value: CellValue) -> Sequence[CellValue]:
    if not isinstance(value, str):
        return [value]
    return [value[start : start + A_CELL] for start in range(0, len(value), A_CELL)]


def find_log(setup: Setup) -> LogSheet | None:
    """Find the sheet Log; None if the workbook has no Log of ours. Raises NoLogHeading."""
    area, book = setup.area(LOG), setup.book
    if area is None:
        return None
    sheet = book.sheet(area.sheet)
    there: dict[str, int] = {}
    for (row, column), cell in sorted(sheet.cells.items()):
        if row == area.top and cell.has_content:
            there.setdefault(label(cell.value).casefold(), column)
    if missing := [heading for heading in HEADINGS if heading.casefold() not in there]:
        raise NoLogHeading(sheet=f"{book.name} {sheet.name}", headings=join(missing, "or"), row=area.top)
    return LogSheet(sheet, area.top, {heading: there[heading.casefold()] for heading in HEADINGS})
