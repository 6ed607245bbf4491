"""Cells are changed in place: all else in the file keeps its bytes."""

from __future__ import annotations

import io
import os
import re
import stat
import zipfile
from pathlib import Path

import openpyxl
import pytest
import xlwings
from hypothesis import given
from hypothesis import strategies as st
from openpyxl.styles import Font
from openpyxl.worksheet.formula import ArrayFormula
from openpyxl.worksheet.table import Table

from tests.each import each
from tests.sheets.books import board, parts, saved, value, values, with_part, xml_of
from tests.sheets.directors import out_of_order
from xl_dipscore.errors import Fault
from xl_dipscore.sheets.files import NoSuchFile, TooLarge
from xl_dipscore.sheets.xlsx.cell import ErrorMark
from xl_dipscore.sheets.xlsx.formula import address, position, shift
from xl_dipscore.sheets.xlsx.markup import Damaged, decode, encode
from xl_dipscore.sheets.xlsx.package import (
    DamagedWorkbook,
    NoSuchSheet,
    NotAWorkbook,
    Package,
    ProtectedOrOld,
)
from xl_dipscore.sheets.xlsx.replace import ChangedMeanwhile, OpenElsewhere, WriteProtected
from xl_dipscore.sheets.xlsx.sheet import CellRefused, TooLong

SHEET = "xl/worksheets/sheet1.xml"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A sheet with each kind of cell, and a second one that nothing touches."""
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "Games"
    board(sheet)
    sheet["E2"], sheet["E3"], sheet["E4"] = "  two  spaces ", True, 1908.5
    sheet["E5"].value, sheet["E5"].data_type = "#N/A", "e"
    sheet["F2"] = "=B2+1"
    sheet["F2"].font = Font(bold=True)
    sheet.merge_cells("H2:I3")
    book.create_sheet("Spieler & Länder").sheet_state = "hidden"
    return saved(book, tmp_path)


class TestReading:
    def test_sheets_in_order_hidden_ones_too(self, path: Path) -> None:
        assert Package.read(path).sheet_names == ("Games", "Spieler & Länder")

    def test_kinds_of_values(self, path: Path) -> None:
        package = Package.read(path)
        found = [package.value("Games", cell) for cell in ("A2", "B2", "E2", "E3", "E4", "E5", "F2", "Z9")]
        assert found == ["P0", 10, "  two  spaces ", True, 1908.5, "#N/A", None, None]
        assert isinstance(package.value("Games", "E5"), ErrorMark)
        assert package.cell("Games", "F2").formula == "B2+1"

    def test_arrays_know_their_area(self, path: Path) -> None:
        cell = Package.read(path).cell("Games", "C2")
        assert (cell.kind, cell.area) == ("array", ("Games", 2, 3, 8, 3))

    def test_shared_strings_rich_text_and_phonetic_aids(self, path: Path) -> None:
        strings = (
            '<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'
            "<si><r><t>Jo</t></r><r><t xml:space='preserve'>hn </t></r><rPh sb='0' eb='1'><t>x</t></rPh></si>"
            "<si><t>a_x000B_b</t></si></sst>"
        )
        relation = (
            '<Relationship Id="rId99" Target="sharedStrings.xml" '
            'Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/sharedStrings"/>'
        )
        with_part(path, "xl/_rels/workbook.xml.rels", lambda xml: _before_end(xml, relation))
        with_part(path, SHEET, lambda xml: _put(_put(xml, "A2", "s", "0"), "A3", "s", "1"))
        with zipfile.ZipFile(path, "a") as file:
            file.writestr("xl/sharedStrings.xml", strings)
        package = Package.read(path)
        assert package.value("Games", "A2") == "John "
        assert package.value("Games", "A3") == "a\x0bb"

    @each(
        ("written", "text"),
        [
            ("_x000B_", "\x0b"),
            ("_xD83C__xDFC6_", "🏆"),
            ("a_xd83c__xdfc6_b", "a🏆b"),
            ("_xD83C_", "_xD83C_"),
            ("_xDFC6__xD83C__x0041_", "_xDFC6__xD83C_A"),
            ("_x005F_x0041_", "_x0041_"),
            ("_x005F_xD83C__xDFC6_", "_xD83C__xDFC6_"),
        ],
    )
    def test_characters_that_xml_has_not(self, written: str, text: str) -> None:
        """Those written in two halves are one; half of one is written again as it was."""
        assert decode(written) == text
        assert decode(encode(text)) == text
        assert encode("\ud83c") == "_xD83C_"

    @pytest.mark.parametrize("rows", ['<row r="1048577"/>', '<row r="x"/>', '<row r="0"/>'])
    def test_rows_that_no_sheet_has(self, path: Path, rows: str) -> None:
        with_part(path, SHEET, lambda xml: xml.replace("</sheetData>", f"{rows}</sheetData>"))
        with pytest.raises(Damaged, match=r"sheet1\.xml"):
            Package.read(path).sheet("Games")

    def test_an_empty_list_of_relations_may_be_one_element(self, path: Path) -> None:
        package = Package.read(path)
        package.set_part("xl/worksheets/_rels/sheet1.xml.rels", b'<Relationships xmlns="x"/>')
        package.add_part("xl/notes.xml", b"<notes/>", "http://x/notes", "text/xml", package.sheet_parts[0])
        rels = package.part("xl/worksheets/_rels/sheet1.xml.rels") or b""
        assert rels.startswith(b'<Relationships xmlns="x"><Relationship Id=')
        assert package.related_parts("notes", package.sheet_parts[0]) == ("xl/notes.xml",)

    def test_an_empty_sheet_as_excel_writes_it(self, tmp_path: Path) -> None:
        """A workbook that Excel saved and xlwings brings along; its first sheet has `<sheetData/>`."""
        made = Path(xlwings.__file__).with_name("quickstart.xlsm")
        path = tmp_path / "made in Excel.xlsm"
        path.write_bytes(made.read_bytes())
        package = Package.read(path)
        assert package.value("_xlwings.conf", "A1") == "Interpreter_Win"
        assert dict(package.sheet("Sheet1").cells) == {}
        package.set_value("Sheet1", "B3", 5)
        package.write()
        assert value(path, "Sheet1", "B3") == 5
        before, after = parts(made), parts(path)
        assert {name for name in before if before[name] != after[name]} == {SHEET}

    def test_elements_without_anything_in_them(self, path: Path) -> None:
        with_part(
            path,
            SHEET,
            lambda xml: re.sub(
                "<sheetData>.*</sheetData>", "<sheetData><row/><row><c/><c><v/></c></row></sheetData>", xml
            ),
        )
        package = Package.read(path)
        assert (package.value("Games", "A2"), package.value("Games", "B2")) == (None, None)
        package.set_value("Games", "B2", 7)
        package.set_value("Games", "A1", 1)
        package.write()
        assert values(path, "Games", "A1:B2") == [1, None, None, 7]

    def test_prefixed_elements_and_cells_without_address(self, path: Path) -> None:
        def prefixed(_: str) -> str:
            return (
                '<?xml version="1.0"?><!-- <c r="A1"> --><x:worksheet '
                'xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><x:sheetData>'
                "<x:row><x:c><x:v>1</x:v></x:c>"
                "<x:c t='str'><x:f>A1&amp;&quot;&gt;&quot;</x:f><x:v>1&gt;</x:v></x:c>"
                "</x:row><x:row r='5'/></x:sheetData></x:worksheet>"
            )

        with_part(path, SHEET, prefixed)
        package = Package.read(path)
        assert package.value("Games", "A1") == 1
        assert package.cell("Games", "B1").formula == 'A1&">"'
        package.set_cached_value("Games", "B1", "é>")
        package.set_value("Games", "A1", 2)
        package.set_value("Games", "C5", "new")
        package.set_value("Games", "A3", 3)
        package.write()
        assert values(path, "Games", "A1:B1") == [2, "é>"]
        assert (value(path, "Games", "A3"), value(path, "Games", "C5")) == (3, "new")

    @pytest.mark.slow
    @pytest.mark.parametrize(
        ("row", "filled"),
        [
            ('<row r="{}" ht="20"/>', '<row r="{0}" ht="20"><c r="B{0}"><v>9</v></c></row>'),
            ('<row r="{}"></row>', '<row r="{0}"><c r="B{0}"><v>9</v></c></row>'),
            pytest.param(
                '<row r="{0}"><c r="B{0}" s="1"/></row>',
                '<row r="{0}"><c r="B{0}" s="1"><v>9</v></c></row>',
                marks=pytest.mark.slow,
            ),
        ],
    )
    def test_thousands_of_rows_without_content(self, path: Path, row: str, filled: str) -> None:
        rows = {n: row.format(n) for n in range(20, 15_000) if n not in (5_000, 9_000)}
        rows[9_000] = '<row r="9000"><c r="A9000"><v>3</v></c></row>'
        rows[15_000] = "<row><c><v>7</v></c></row>"
        stretches = "".join(rows[n] for n in sorted(rows))
        with_part(path, SHEET, lambda xml: xml.replace("</sheetData>", f"{stretches}</sheetData>"))
        package = Package.read(path)
        assert [package.value("Games", cell) for cell in ("A9000", "B9001", "A15000")] == [3, None, 7]
        package.set_value("Games", "B6000", 9)
        package.set_value("Games", "B7000", None)
        package.set_cached_value("Games", "A5000", 9)
        package.set_value("Games", "A15", 9)
        package.set_value("Games", "A15001", 9)
        package.write()
        rows[6_000] = filled.format(6_000)
        for new in (15, 5_000, 15_001):
            rows[new] = f'<row r="{new}"><c r="A{new}"><v>9</v></c></row>'
        assert "".join(rows[n] for n in sorted(rows)) in parts(path)[SHEET].decode()
        assert values(path, "Games", "B6000:B6001") == [9, None]

    @pytest.mark.parametrize(
        ("text", "number"),
        [
            ("1908-05-01", 3044),
            ("1908-05-01T06:00:00.000", 3044.25),
            ("1908-05-01T00:00:00.9", 3044 + 0.9 / 86_400),
            ("1908-05-01T06:00:00Z", 3044.25),
            ("1908-05-01T06:00:00+06:00", 3044),
            ("1900-02-01", 32),
            ("12:30:00", 12.5 / 24),
            ("T12:30:00Z", 12.5 / 24),
            ("12:30", 12.5 / 24),
            ("12:30:00.9", 12.5 / 24 + 0.9 / 86_400),
            ("PT36H", 1.5),
            ("PT1M30.5S", 90.5 / 86_400),
        ],
    )
    def test_dates_and_times_written_out(self, path: Path, text: str, number: float) -> None:
        with_part(path, SHEET, lambda xml: _put(xml, "A2", "d", text))
        assert Package.read(path).value("Games", "A2") == pytest.approx(number, abs=1e-9)

    def test_strict_workbooks_are_read(self, path: Path) -> None:
        old = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
        strict = "http://purl.oclc.org/ooxml/spreadsheetml/main"
        links = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
        for part in ("xl/workbook.xml", SHEET, "xl/_rels/workbook.xml.rels", "_rels/.rels"):
            with_part(
                path,
                part,
                lambda xml: xml.replace(old, strict).replace(
                    links, "http://purl.oclc.org/ooxml/officeDocument/relationships"
                ),
            )
        with_part(path, SHEET, lambda xml: _put(xml, "A2", "d", "1904-01-02T12:00:00"))
        package = Package.read(path)
        assert package.value("Games", "B2") == 10
        assert package.value("Games", "A2") == 1463.5

    @pytest.mark.parametrize(
        ("formula", "moved"),
        [
            ("A1+$A1+A$1+$A$1", "B3+$A3+B$1+$A$1"),
            ("SUM(A:A,$B:C,1:2,$3:4)", "SUM(B:B,$B:D,3:4,$3:6)"),
            ("'A1''s'!A1&\"A1\"&LOG10(A1)", "'A1''s'!B3&\"A1\"&LOG10(B3)"),
            ("NDC2_SCORE(Tab1!A1:B2)", "NDC2_SCORE(Tab1!B3:C4)"),
        ],
    )
    def test_shared_formulas_move_as_copies_do(self, formula: str, moved: str) -> None:
        assert shift(formula, 2, 1) == moved

    def test_cells_of_a_shared_formula_are_written_out(self, path: Path) -> None:
        def share(xml: str) -> str:
            xml = xml.replace("<f>B2+1</f>", '<f t="shared" ref="F2:F3" si="0">B2+1</f>')
            return xml.replace('<c r="E3"', '<c r="F3"><f t="shared" si="0"/></c><c r="E3"')

        with_part(path, SHEET, share)
        assert Package.read(path).cell("Games", "F3").formula == "B3+1"


class TestChanging:
    def test_nothing_else_moves(self, path: Path) -> None:
        before = parts(path)
        package = Package.read(path)
        package.set_value("Games", "E4", 1909)
        package.write()
        after = parts(path)
        assert list(before) == list(after)
        assert [name for name in before if before[name] != after[name]] == [SHEET]
        assert before[SHEET].replace(b"<v>1908.5</v>", b"<v>1909</v>") == after[SHEET].replace(
            b'<c r="E4">', b'<c r="E4" t="n">'
        )

    def test_packed_bytes_of_other_parts_stay(self, path: Path) -> None:
        package = Package.read(path)
        package.set_value("Games", "E4", 1909)
        old, new = path.read_bytes(), package.to_bytes()
        with zipfile.ZipFile(io.BytesIO(old)) as file:
            for entry in file.infolist():
                if entry.filename != SHEET:
                    head = entry.header_offset
                    assert old[head : head + 30 + len(entry.filename) + entry.compress_size] in new

    def test_value_beside_its_formula(self, path: Path) -> None:
        package = Package.read(path)
        for cell, new in (("F2", 11), ("C2", "#VALUE!"), ("C3", ""), ("C4", 0.1), ("C5", True)):
            package.set_cached_value("Games", cell, new)
        package.write()
        assert value(path, "Games", "F2") == 11
        assert values(path, "Games", "C2:C5") == ["#VALUE!", None, 0.1, True]
        book = openpyxl.load_workbook(path)
        assert book["Games"]["F2"].value == "=B2+1"
        assert book["Games"]["F2"].font.b
        assert book["Games"]["C2"].value.ref == "C2:C8"
        assert 't="e"' in xml_of(path, "C2")
        assert xml_of(path, "C3") == '<c r="C3" t="str"><v></v></c>'

    @pytest.mark.parametrize(
        "text", ["=1+1", "@x", "+1", "-1", "{=A1}", "'x", "1908", "TRUE", "#REF", "<b>&amp;"]
    )
    def test_text_stays_text(self, path: Path, text: str) -> None:
        package = Package.read(path)
        package.set_value("Games", "E4", text)
        package.write()
        cell = openpyxl.load_workbook(path)["Games"]["E4"]
        assert cell.value == text
        assert "<f>" not in xml_of(path, "E4")
        assert 't="inlineStr"' in xml_of(path, "E4")

    def test_blank_keeps_the_style(self, path: Path) -> None:
        package = Package.read(path)
        package.set_value("Games", "F2", None)
        package.write()
        cell = openpyxl.load_workbook(path)["Games"]["F2"]
        assert cell.value is None
        assert cell.font.b

    def test_new_cells_stand_in_order(self, path: Path) -> None:
        package = Package.read(path)
        for cell in ("A1", "D2", "K2", "A30", "A20"):
            package.set_value("Games", cell, cell)
        package.set_value("Games", "A40", None)
        package.write()
        assert [value(path, "Games", cell) for cell in ("A1", "D2", "K2", "A20", "A30")] == [
            "A1", "D2", "K2", "A20", "A30",
        ]  # fmt: skip
        xml = parts(path)[SHEET].decode()
        assert "<dimension" not in xml
        order = [
            xml.index(f'r="{cell}"') for cell in ("A1", "A2", "B2", "C2", "D2", "E2", "K2", "A20", "A30")
        ]
        assert order == sorted(order)

    def test_new_cells_look_like_their_column(self, tmp_path: Path) -> None:
        book = openpyxl.Workbook()
        book.active.column_dimensions["C"].font = Font(italic=True)
        path = saved(book, tmp_path)
        package = Package.read(path)
        package.set_value("Sheet", "C7", 5)
        package.write()
        assert openpyxl.load_workbook(path).active["C7"].font.i

    @pytest.mark.parametrize(
        ("cell", "why"),
        [
            ("H3", "merged"),
            ("I2", "merged"),
            ("C2", "array"),
            ("C5", "array"),
            ("K1", "heading"),
        ],
    )
    def test_refuses_what_would_break_the_sheet(self, path: Path, cell: str, why: str) -> None:
        book = openpyxl.load_workbook(path)
        book["Games"]["K1"], book["Games"]["K2"] = "Club", "x"
        book["Games"].add_table(Table(displayName="Clubs", ref="K1:K2"))
        book.save(path)
        package = Package.read(path)
        with pytest.raises(CellRefused, match=why):
            package.set_value("Games", cell, 1)
        package.set_value("Games", "H2", 1)
        package.set_value("Games", "K2", 1)

    def test_the_next_copy_takes_over_a_shared_formula(self, path: Path) -> None:
        def share(xml: str) -> str:
            xml = xml.replace("<f>B2+1</f>", '<f t="shared" ref="F2:F4" si="0">B2+1</f>')
            for row in (3, 4):
                copy = f'<c r="F{row}"><f t="shared" si="0"/><v>{row}</v></c>'
                xml = re.sub(rf'(<c r="E{row}".*?</c>)', rf"\1{copy}", xml)
            return xml

        with_part(path, SHEET, share)
        package = Package.read(path)
        package.set_value("Games", "F2", 1)
        package.write()
        assert xml_of(path, "F3") == '<c r="F3"><f t="shared" ref="F3:F4" si="0">B3+1</f><v>3</v></c>'
        again = Package.read(path)
        assert [again.cell("Games", f"F{row}").formula for row in (2, 3, 4)] == ["", "B3+1", "B4+1"]
        found = openpyxl.load_workbook(path)["Games"]
        assert [found[f"F{row}"].value for row in (2, 3, 4)] == [1, "=B3+1", "=B4+1"]

    def test_formulas(self, path: Path) -> None:
        package = Package.read(path)
        package.set_formula("Games", "F2", 'IF(B2<3,"a & b",B3)', "a & b")
        package.set_formula("Games", "K5:K7", "B2:B4*2", 20, array=True)
        package.set_cached_value("Games", "K6", 18)
        package.set_formula("Games", "Z30", "1/0", "#DIV/0!")
        package.write()
        sheet = openpyxl.load_workbook(path)["Games"]
        assert sheet["F2"].value == '=IF(B2<3,"a & b",B3)'
        assert sheet["F2"].font.bold
        assert (sheet["K5"].value.ref, sheet["K5"].value.text) == ("K5:K7", "=B2:B4*2")
        assert values(path, "Games", "K5:K7") == [20, 18, None]
        assert values(path, "Games", "F2:F2") == ["a & b"]
        assert value(path, "Games", "Z30") == "#DIV/0!"

    @pytest.mark.parametrize(
        ("cells", "why"), [("C4:C12", "array"), ("H2:H4", "merged"), ("F1:F3", "formula of its own")]
    )
    def test_arrays_only_where_there_is_room(self, path: Path, cells: str, why: str) -> None:
        package = Package.read(path)
        with pytest.raises(CellRefused, match=why):
            package.set_formula("Games", cells, "1", array=True)
        assert not package.changed

    def test_a_first_dynamic_array(self, path: Path) -> None:
        before = parts(path)
        package = Package.read(path)
        package.set_formula("Games", "K2:K3", "B2:B3*2", 20, dynamic=True)
        package.set_formula("Games", "L2:L3", "B2:B3*3", 30, dynamic=True)
        package.write()
        after = parts(path)
        assert set(after) - set(before) == {"xl/metadata.xml"}
        assert 'cm="1"' in xml_of(path, "K2")
        assert 'cm="1"' in xml_of(path, "L2")
        assert b"sheetMetadata" in after["xl/_rels/workbook.xml.rels"]
        assert b'"/xl/metadata.xml"' in after["[Content_Types].xml"]
        assert Package.read(path).cell("Games", "K2").dynamic
        assert openpyxl.load_workbook(path)["Games"]["K2"].value.ref == "K2:K3"
        again = Package.read(path)
        again.set_formula("Games", "M2", "1", dynamic=True)
        again.write()
        assert list(parts(path)) == list(after)

    def test_values_only(self, path: Path) -> None:
        package = Package.read(path)
        package.set_cached_value("Games", "C2", 0.5)
        copy = Package.read(package.with_values([package.cell("Games", "C2").area]))
        assert (copy.cell("Games", "C2").formula, copy.value("Games", "C2")) == ("", 0.5)
        assert copy.cell("Games", "F2").formula == "B2+1"
        assert package.cell("Games", "C2").formula != ""

    def test_text_that_no_cell_holds(self, path: Path) -> None:
        with pytest.raises(TooLong):
            Package.read(path).set_value("Games", "A2", "x" * 32_768)

    def test_unknown_sheet(self, path: Path) -> None:
        with pytest.raises(NoSuchSheet, match="no sheet called Round 9"):
            Package.read(path).value("Round 9", "A1")

    def test_calculation_chain_goes_only_when_a_formula_goes(self, path: Path) -> None:
        relation = (
            '<Relationship Id="rId98" Target="calcChain.xml" '
            'Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/calcChain"/>'
        )
        kind = '<Override PartName="/xl/calcChain.xml" ContentType="x/y"/>'
        with_part(path, "xl/_rels/workbook.xml.rels", lambda xml: _before_end(xml, relation))
        with_part(path, "[Content_Types].xml", lambda xml: _before_end(xml, kind))
        with zipfile.ZipFile(path, "a") as file:
            file.writestr("xl/calcChain.xml", "<calcChain/>")
        package = Package.read(path)
        package.set_cached_value("Games", "F2", 5)
        package.set_value("Games", "E4", 1)
        assert "xl/calcChain.xml" in parts(package.to_bytes())
        package.set_value("Games", "F2", 5)
        after = parts(package.to_bytes())
        assert "xl/calcChain.xml" not in after
        assert b"calcChain" not in after["[Content_Types].xml"] + after["xl/_rels/workbook.xml.rels"]
        assert (
            after["[Content_Types].xml"].count(b"<Override")
            == parts(path)["[Content_Types].xml"].count(b"<Override") - 1
        )


class TestWriting:
    def test_nothing_to_change_touches_nothing(self, path: Path) -> None:
        os.utime(path, ns=(1, 1))
        package = Package.read(path)
        package.set_value("Games", "A40", None)
        assert not package.write()
        assert path.stat().st_mtime_ns == 1

    def test_permissions_stay_and_nothing_is_left_behind(self, path: Path) -> None:
        path.chmod(0o640)
        package = Package.read(path)
        package.set_value("Games", "A2", 1)
        assert package.write()
        assert stat.S_IMODE(path.stat().st_mode) == 0o640
        assert list(path.parent.iterdir()) == [path]

    def test_links_are_followed(self, path: Path, tmp_path: Path) -> None:
        folder = tmp_path / "links"
        folder.mkdir()
        link = folder / "link.xlsx"
        link.symlink_to(path)
        package = Package.read(link)
        package.set_value("Games", "A2", "through")
        package.write()
        assert link.is_symlink()
        assert value(path, "Games", "A2") == "through"

    @pytest.mark.parametrize(
        ("lock", "program"), [("~$event.xlsx", "Excel"), (".~lock.event.xlsx#", "LibreOffice")]
    )
    def test_open_elsewhere(self, path: Path, lock: str, program: str) -> None:
        path.with_name(lock).touch()
        self.refused(path, OpenElsewhere, f"event.xlsx is open in {program}")

    def test_write_protected(self, path: Path) -> None:
        path.chmod(0o444)
        self.refused(path, WriteProtected, "event.xlsx is write-protected")

    def test_changed_by_another_program(self, path: Path) -> None:
        package = Package.read(path)
        package.set_value("Games", "A2", 1)
        path.write_bytes(path.read_bytes() + b" ")
        with pytest.raises(ChangedMeanwhile):
            package.write()

    def test_its_time_alone_is_no_change(self, path: Path) -> None:
        package = Package.read(path)
        package.set_value("Games", "A2", 1)
        os.utime(path, ns=(1, 1))
        assert package.write()

    def refused(self, path: Path, fault: type[Fault], sentence: str) -> None:
        before = path.read_bytes()
        package = Package.read(path)
        package.set_value("Games", "A2", 1)
        with pytest.raises(fault, match=sentence):
            package.write()
        assert path.read_bytes() == before

    def test_a_failed_write_leaves_the_old_file(self, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        def full(handle: int) -> None:
            raise OSError(28, "No space left on device")

        before = path.read_bytes()
        package = Package.read(path)
        package.set_value("Games", "A2", 1)
        monkeypatch.setattr(os, "fsync", full)
        with pytest.raises(Fault, match="no space left"):
            package.write()
        assert path.read_bytes() == before
        assert list(path.parent.iterdir()) == [path]

    def test_owner_stays(self, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        given = []
        monkeypatch.setattr(os, "chown", lambda file, owner, group: given.append((file, owner, group)))
        package = Package.read(path)
        package.set_value("Games", "A2", "x")
        package.write()
        [(file, owner, group)] = given
        assert file != path
        assert (owner, group) == (path.stat().st_uid, path.stat().st_gid)

    def test_owner_that_may_not_be_given(self, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        def refuse(*arguments: object) -> None:
            raise PermissionError

        monkeypatch.setattr(os, "chown", refuse)
        package = Package.read(path)
        package.set_value("Games", "A2", "x")
        package.write()
        assert value(path, "Games", "A2") == "x"


class TestRefusing:
    @pytest.mark.parametrize(
        ("data", "fault"),
        [
            (b"round,board,power\n", NotAWorkbook),
            (b"", NotAWorkbook),
            (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600, ProtectedOrOld),
            (b"PK\x03\x04 not a zip", DamagedWorkbook),
        ],
    )
    def test_not_a_workbook(self, tmp_path: Path, data: bytes, fault: type[Fault]) -> None:
        path = tmp_path / "games.xlsx"
        path.write_bytes(data)
        with pytest.raises(fault, match=r"games\.xlsx"):
            Package.read(path)

    def test_half_a_workbook(self, path: Path) -> None:
        path.write_bytes(path.read_bytes()[:3000])
        with pytest.raises(DamagedWorkbook, match="partly copied"):
            Package.read(path)

    def test_another_zip(self, tmp_path: Path) -> None:
        path = tmp_path / "letter.docx"
        with zipfile.ZipFile(path, "w") as file:
            file.writestr("word/document.xml", "<x/>")
        with pytest.raises(NotAWorkbook):
            Package.read(path)

    def test_no_file(self, tmp_path: Path) -> None:
        with pytest.raises(NoSuchFile, match=r"no file event\.xlsx"):
            Package.read(tmp_path / "event.xlsx")

    @pytest.mark.parametrize(
        ("old", "new", "sentence"),
        [
            ("</sheetData>", "</sheetDat>", "damaged"),
            ("<worksheet", "<!DOCTYPE x><worksheet", "unusual way"),
            ("<worksheet", '<?xml version="1.0" encoding="latin-1"?><worksheet', "unusual way"),
        ],
    )
    def test_parts_that_cannot_be_trusted(self, path: Path, old: str, new: str, sentence: str) -> None:
        with_part(path, SHEET, lambda xml: xml.replace(old, new))
        with pytest.raises(Fault, match=sentence):
            Package.read(path).sheet("Games")

    def test_flipped_bits(self, path: Path) -> None:
        data = bytearray(path.read_bytes())
        with zipfile.ZipFile(path) as file:
            entry = file.getinfo(SHEET)
        data[entry.header_offset + 60] ^= 0xFF
        path.write_bytes(data)
        with pytest.raises(Fault, match="damaged"):
            Package.read(path).sheet("Games")


class TestHostile:
    """Nothing makes the reader take its time or the memory of the machine."""

    @pytest.mark.slow
    def test_a_sheet_of_blanks(self, path: Path) -> None:
        with_part(path, SHEET, lambda xml: xml.replace("<sheetData>", " " * 70_000_000 + "<sheetData>"))
        assert path.stat().st_size < 200_000
        with pytest.raises(TooLarge, match=r"event\.xlsx holds more than 60 megabytes"):
            Package.read(path).sheet("Games")

    @pytest.mark.slow
    def test_a_size_that_is_a_lie(self, path: Path) -> None:
        with_part(path, SHEET, lambda xml: xml.replace("<sheetData>", " " * 70_000_000 + "<sheetData>"))
        data = path.read_bytes()
        with zipfile.ZipFile(path) as file:
            real = file.getinfo(SHEET).file_size
        path.write_bytes(data.replace(real.to_bytes(4, "little"), (1000).to_bytes(4, "little")))
        with pytest.raises(Fault, match="damaged"):
            Package.read(path).sheet("Games")

    def test_large_pictures_are_no_matter(self, path: Path) -> None:
        with zipfile.ZipFile(path, "a", zipfile.ZIP_DEFLATED) as file:
            file.writestr("xl/media/plan.bmp", b"\0" * 70_000_000)
        package = Package.read(path)
        package.set_value("Games", "A2", "x")
        package.write()
        with zipfile.ZipFile(path) as file:
            assert file.getinfo("xl/media/plan.bmp").file_size == 70_000_000

    @pytest.mark.parametrize("part", ["xl/workbook.xml", SHEET, "xl/_rels/workbook.xml.rels"])
    def test_entities(self, path: Path, part: str) -> None:
        bomb = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>'
        with_part(path, part, lambda xml: re.sub(r"(<\?xml.*?\?>)?", rf"\1{bomb}", xml, count=1))
        with pytest.raises(Fault, match="DOCTYPE"):
            Package.read(path).sheet("Games")

    def test_entities_from_elsewhere(self, path: Path, tmp_path: Path) -> None:
        bomb = f'<!DOCTYPE x [<!ENTITY a SYSTEM "{(tmp_path / "secret").as_uri()}">]><'
        with_part(path, SHEET, lambda xml: xml.replace("<", bomb, 1))
        with pytest.raises(Fault, match="DOCTYPE"):
            Package.read(path).sheet("Games")


# --- any edits

ALPHABET = st.characters(exclude_categories=["Cs"])
VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(10**14), 10**14),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(ALPHABET, max_size=12).filter(lambda text: not text.startswith("#")),
    st.sampled_from(["#N/A", "#VALUE!", "#DIV/0!", "_x0041_", " a ", "a\nb", "=1", "]]>", "\x0b", "a\r\nb"]),
)
CELLS = st.tuples(st.integers(1, 30), st.integers(1, 30)).map(
    lambda place: f"{openpyxl.utils.get_column_letter(place[1])}{place[0]}"
)


def _sample() -> bytes:
    book = openpyxl.Workbook()
    sheet = book.active
    for row in range(2, 20, 3):
        for column in range(2, 14, 2):
            sheet.cell(row, column).value = f"{row}/{column}" if column % 4 else row * column
    sheet["M2"] = ArrayFormula("M2", "=1+1")
    sheet["F9"] = "=B2"
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


SAMPLE = _sample()


@given(st.dictionaries(CELLS, VALUES, max_size=12))
def test_any_edits(edits: dict[str, object]) -> None:
    package = Package.read(SAMPLE)
    before = {key: cell.value for key, cell in package.sheet("Sheet").cells.items()}
    for cell, new in edits.items():
        package.set_value("Sheet", cell, new)
    data = package.to_bytes()
    again = Package.read(data)
    for cell, new in edits.items():
        found = again.value("Sheet", cell)
        assert found == new
        assert isinstance(found, str) == isinstance(new, str)
    untouched = {key: cell.value for key, cell in again.sheet("Sheet").cells.items()}
    places = {(again.cell("Sheet", cell).row, again.cell("Sheet", cell).column) for cell in edits}
    assert {k: v for k, v in untouched.items() if k not in places} == {
        k: v for k, v in before.items() if k not in places
    }
    old, new_parts = parts(SAMPLE), parts(data)
    assert {name for name in old if old[name] != new_parts[name]} <= {SHEET}
    sheet = openpyxl.load_workbook(io.BytesIO(data)).active
    for cell, new in edits.items():
        if isinstance(new, str) and (new == "" or "\r" in new or "_x" in new or not new.isprintable()):
            continue  # openpyxl leaves escapes as they are
        assert sheet[cell].value == new


EDITS = st.one_of(
    st.tuples(st.just("value"), CELLS, VALUES),
    st.tuples(st.just("formula"), CELLS, st.sampled_from(["B2+1", 'IF(B2<3,"<",">")', 'SUM($A$1:C9)&"\'"'])),
    st.tuples(st.just("array"), CELLS, st.sampled_from(["B2:B3*2", "ROW(A1:A2)"])),
    st.tuples(st.just("cached"), st.sampled_from(["M2", "F9"]), VALUES),
)


@pytest.mark.slow
@given(st.lists(EDITS, max_size=10))
def test_any_formulas(edits: list[tuple[str, str, object]]) -> None:
    """Values that are set are read back, by openpyxl too; a refused edit leaves no trace."""
    package = Package.read(SAMPLE)
    expected: dict[str, tuple[str, object]] = {}
    for kind, cell, new in edits:
        row, column = position(cell)
        below = address(row + 1, column)
        before = package.to_bytes()
        try:
            if kind == "value":
                package.set_value("Sheet", cell, new)
            elif kind == "formula":
                package.set_formula("Sheet", cell, str(new), 5)
            elif kind == "array":
                package.set_formula("Sheet", f"{cell}:{below}", str(new), 5, array=True)
            else:
                package.set_cached_value("Sheet", cell, new)
                continue
        except CellRefused:
            assert package.to_bytes() == before
            continue
        expected[cell] = ("" if kind == "value" else str(new), new if kind == "value" else 5)
        if kind == "array":
            expected[below] = ("", None)
    data = package.to_bytes()
    again = Package.read(data)
    for cell, (formula, shown) in expected.items():
        assert again.cell("Sheet", cell).formula == formula
        if cell not in ("M2", "F9"):
            assert again.value("Sheet", cell) == shown
    assert out_of_order(parts(data)[SHEET]) == []
    sheet = openpyxl.load_workbook(io.BytesIO(data)).active
    for cell, (formula, _) in expected.items():
        if formula:
            found = sheet[cell].value
            assert getattr(found, "text", found) == "=" + formula


def _before_end(xml: str, element: str) -> str:
    head, mark, tail = xml.rpartition("</")
    return head + element + mark + tail


def _put(xml: str, cell: str, kind: str, text: str) -> str:
    return re.sub(rf'<c r="{cell}".*?</c>', f'<c r="{cell}" t="{kind}"><v>{text}</v></c>', xml)
