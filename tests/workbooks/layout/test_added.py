"""A sheet to add: settings and columns under headings."""

import re

from xl_dipscore.workbooks.layout.added import LABEL, NOTES, VALUE, AddedSheet


def test_settings_and_columns_have_places() -> None:
    sheet = AddedSheet("Plain")
    assert sheet.setting("Rounds", "3") == "$D$2"
    assert sheet.setting("Note") == "$D$3"
    assert sheet.column("Total", {2: "=1+1", 3: ""}) == "F"
    sheet.gap()
    assert sheet.column("Check", {2: "fine"}) == "H"
    assert sheet.cells[1, LABEL] == "Setting"
    assert sheet.cells[2, VALUE] == "=3"
    assert (3, VALUE) not in sheet.cells
    assert (3, 6) not in sheet.cells
    assert (sheet.widths[6], sheet.widths[7], sheet.widths[8]) == (11, 3, 22)
    assert sheet.widths[NOTES] > sheet.widths[LABEL]


def test_its_cells_in_the_file() -> None:
    sheet = AddedSheet("Plain")
    sheet.column("A & B", {2: "=1<2"})
    xml = sheet.xml().decode()
    assert "<f>1&lt;2</f>" in xml
    assert re.search(r'<c r="F1" t="inlineStr"><is><r><rPr>.*?A &amp; B</t></r></is>', xml)
    assert re.search(r'<row r="2"><c r="F2"', xml)
