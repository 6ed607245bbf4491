"""A sheet to add to a workbook. It has notes, settings and columns, all with headings in row 1."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from xl_dipscore.errors import group_by_key
from xl_dipscore.sheets.xlsx.formula import absolute, address, column_letters
from xl_dipscore.sheets.xlsx.markup import encode

_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
NOTES, LABEL, VALUE = 1, 3, 4
"""The numbers of three columns: the notes, and the labels and the values of the settings."""
TITLE = "Plain formulas"
_SENTENCES = ("Check", "Board")
"""The headings of the columns that have long texts."""
_NOTES_WIDE, _WIDE, _NARROW = 100, 22, 11


@dataclass
class AddedSheet:
    """A sheet. `cells` has texts by row and column. A text that begins with an equals sign is a formula."""

    name: str
    cells: dict[tuple[int, int], str] = field(default_factory=lambda: {(1, NOTES): TITLE})
    widths: dict[int, int] = field(default_factory=lambda: {NOTES: _NOTES_WIDE, LABEL: _WIDE, VALUE: _WIDE})
    next_column: int = VALUE + 2
    free_row: int = 2
    """The first free row of the settings."""

    def column(self, heading: str, cells: Mapping[int, str]) -> str:
        """Add a column with texts by row. Returns the letters of the column."""
        number = self.next_column
        self.next_column += 1
        self.cells[1, number] = heading
        for row, cell in cells.items():
            if cell:
                self.cells[row, number] = cell
        self.widths[number] = _WIDE if heading in _SENTENCES else _NARROW
        return column_letters(number)

    def gap(self) -> None:
        self.widths[self.next_column] = 3
        self.next_column += 1

    def setting(self, label: str, formula: str = "") -> str:
        """Add a line to the settings. Returns the reference of the cell with the value of the line."""
        self.cells[1, LABEL], self.cells[1, VALUE] = "Setting", "Value"
        self.cells[self.free_row, LABEL] = label
        if formula:
            self.cells[self.free_row, VALUE] = f"={formula}"
        self.free_row += 1
        return absolute(self.free_row - 1, VALUE)

    def xml(self) -> bytes:
        """The XML of the sheet. The headings in row 1 are bold."""
        rows = group_by_key((row, (column, cell)) for (row, column), cell in self.cells.items())
        widths = "".join(
            f'<col min="{number}" max="{number}" width="{width}" customWidth="1"/>'
            for number, width in sorted(self.widths.items())
        )
        data = "".join(
            f'<row r="{row}">{"".join(_cell(row, *cell) for cell in sorted(cells))}</row>'
            for row, cells in sorted(rows.items())
        )
        return (
            f'{_HEAD}<worksheet xmlns="{_MAIN}"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>'
            '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" '
            'topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>'
            f"<cols>{widths}</cols><sheetData>{data}</sheetData>"
            '<pageSetup orientation="landscape" fitToHeight="0"/></worksheet>'
        ).encode()


def _cell(row: int, column: int, cell: str) -> str:
    place = f'<c r="{address(row, column)}"'
    if cell.startswith("="):
        return f"{place}><f>{encode(cell[1:])}</f></c>"
    text = f'<t xml:space="preserve">{encode(cell)}</t>'
    text = f'<r><rPr><rFont val="Calibri"/><b/><sz val="11"/></rPr>{text}</r>' if row == 1 else text
    return f'{place} t="inlineStr"><is>{text}</is></c>'
