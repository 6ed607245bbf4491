"""A workbook with more boards than it was made for: copies, ranges over new rows, unchanged parts."""

import io
import re
from collections.abc import Callable
from pathlib import Path

import openpyxl
import pytest
from openpyxl.chart import BarChart, Reference
from openpyxl.comments import Comment
from openpyxl.formatting.rule import ColorScaleRule, FormulaRule
from openpyxl.styles import PatternFill
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.formula import ArrayFormula
from openpyxl.worksheet.hyperlink import Hyperlink
from openpyxl.worksheet.pagebreak import Break
from openpyxl.worksheet.table import Table
from openpyxl.worksheet.worksheet import Worksheet

from tests import games
from tests.each import each
from tests.headed import columns_of_players
from tests.sheets.books import add_part, part_of, parts, what_if, with_part
from tests.sheets.directors import out_of_order
from xl_dipscore.rules.board import POWERS
from xl_dipscore.sheets.calculate.office import installed_office
from xl_dipscore.sheets.xlsx.formula import continue_formula
from xl_dipscore.sheets.xlsx.markup import Unusual
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.tables.cells.games import read_games
from xl_dipscore.workbooks.acts.fill import put_games
from xl_dipscore.workbooks.acts.rebuild import rebuild_package
from xl_dipscore.workbooks.author.style import blank_if_missing
from xl_dipscore.workbooks.layout.event import EventIn
from xl_dipscore.workbooks.layout.grow.boards import InTheWay, with_more_boards
from xl_dipscore.workbooks.layout.grow.rounds import with_more_rounds

pytestmark = pytest.mark.usefixtures("new_books")

PINK = PatternFill("solid", fgColor="FFC0CB")
# Two rounds of two boards: rows 2 to 29. New boards come before the last, which begins in row 23.
LAST, TWO_MORE = 29, 29 + 2 * 7
SINGLE = "Slips & more shows single boards; the new ones are not on it."


def changed(path: Path, change: Callable[[openpyxl.Workbook], None]) -> Path:
    book = openpyxl.load_workbook(path)
    change(book)
    book.save(path)
    return path


def renamed(book: openpyxl.Workbook, old: str, new: str) -> None:
    """Another title for a sheet; openpyxl leaves formulas as they were."""
    written = "'" + new.replace("'", "''") + "'!"
    for sheet in book:
        for row in sheet.iter_rows():
            for cell in row:
                if isinstance(cell.value, ArrayFormula):
                    cell.value.text = cell.value.text.replace(f"{old}!", written)
                elif cell.data_type == "f":
                    cell.value = cell.value.replace(f"{old}!", written)
    book[old].title = new


def restyled(book: openpyxl.Workbook) -> None:
    """A director's edits of our workbook."""
    renamed(book, "Games", "Spiele '26")
    sheet = book["Spiele '26"]
    for top in range(2, LAST, 7):
        for column in "AB":
            for row in range(top + 1, top + 7):
                sheet[f"{column}{row}"] = None
            sheet.merge_cells(f"{column}{top}:{column}{top + 6}")
        sheet.row_dimensions[top].height = 31
        sheet[f"P{top}"] = "Table"
        for row in range(top, top + 7):
            sheet[f"D{row}"].fill = PINK
            sheet[f"R{row}"] = f"=N{row}/SUM(N$2:N$29)"
            sheet[f"M{row}"].number_format = "0.000"
    sheet["P1"], sheet["T25"], sheet["T33"] = "Where", "beside the last board", "far right"
    for top, end in ((16, 22), (23, 29)):
        colours = ColorScaleRule("min", None, "FF0000", "max", None, "00FF00")
        sheet.conditional_formatting.add(f"M{top}:M{end}", colours)
        first = FormulaRule([f"E{top}=MAX(E${top}:E${end})"], fill=PINK)
        sheet.conditional_formatting.add(f"E{top}", first)
    players = next(one for one in sheet.data_validations.dataValidation if one.formula1 == "Roster")
    players.formula1 = "Everyone"
    sheet.print_area = "A1:O29"
    sheet.auto_filter.ref = "A1:O29"
    for row in range(5, 33):
        book["Players"].cell(row, 1).fill = PINK
    book.defined_names["Everyone"] = DefinedName("Everyone", attr_text="Players!$A$5:$A$32")
    _others(book)


OTHERS = {
    # cell: before, after two more boards
    "A1": ("=COUNTA('Spiele ''26'!$D$2:$D$29)", "=COUNTA('Spiele ''26'!$D$2:$D$43)"),
    "A2": ("=SUM('Spiele ''26'!N1:N29)", "=SUM('Spiele ''26'!N1:N43)"),
    "A3": ("=SUM('Spiele ''26'!N16:N29)", "=SUM('Spiele ''26'!N16:N43)"),
    "A4": ("=COUNTA('Spiele ''26'!D:D)", "=COUNTA('Spiele ''26'!D:D)"),
    "A5": ("='Spiele ''26'!D23&\" 29\"", "='Spiele ''26'!D37&\" 29\""),
    "A6": ("=SUM(N2:N29)", "=SUM(N2:N29)"),
    "A7": ("=MAX(Standings!$C$5:$C$32)", "=MAX(Standings!$C$5:$C$46)"),
    "A8": ("=SUM('Spiele ''26'!N2:N60)", "=SUM('Spiele ''26'!N2:N74)"),
    "A9": ("=COUNTA(Everyone)", "=COUNTA(Everyone)"),
}


def _others(book: openpyxl.Workbook) -> None:
    sheet = book.create_sheet("Slips & more")
    for ref, (formula, _) in OTHERS.items():
        sheet[ref] = formula
    chart = BarChart()
    chart.add_data(Reference(book["Spiele '26"], min_col=13, min_row=2, max_row=LAST))
    sheet.add_chart(chart, "F2")
    book.defined_names["Counts"] = DefinedName("Counts", attr_text="'Spiele ''26'!$N$2:$N$29")


@pytest.fixture
def mine(tmp_path, makes) -> Path:
    path = tmp_path / "mine.xlsx"
    path.write_bytes(makes())
    return changed(path, restyled)


@pytest.fixture
def plain(tmp_path, makes) -> Path:
    path = tmp_path / "plain.xlsx"
    path.write_bytes(makes())
    return path


def grown(path: Path, count: int = 2, sheet: str = "Games") -> tuple[Package, list[str]]:
    event, notes = with_more_boards(EventIn(Package.read(path)), {sheet: count})
    return event.file, notes


def widened(package: Package, before: int, after: int) -> tuple[Package, list[str]]:
    event, notes = with_more_rounds(EventIn(package), before, after)
    return event.file, notes


def opened(package: Package) -> openpyxl.Workbook:
    return openpyxl.load_workbook(io.BytesIO(package.to_bytes()))


@pytest.mark.slow
def test_new_boards_before_the_last_have_all_that_a_board_has(mine):
    package, _ = grown(mine, 2, "Spiele '26")
    sheet = opened(package)["Spiele '26"]
    old = openpyxl.load_workbook(mine)["Spiele '26"]
    for top in (23, 30, 37):
        assert [sheet.cell(top + n, 3).value for n in range(7)] == list(POWERS)
        end = top + 6
        call = f"INDEX(DCC_SCORE(,,,,Scoring_options,$A$1:$L$1,A{top}:L{end})"
        scores = [f"={blank_if_missing(f'{call},{n})')}" for n in range(1, 8)]
        assert [sheet[f"M{top + n}"].value for n in range(7)] == scores
        assert sheet[f"N{end}"].value == old["N29"].value.replace("29", str(end))
        assert sheet[f"H{end}"].value == '=IF(Last_year="","",Last_year)'
        assert sheet[f"R{end}"].value == f"=N{end}/SUM(N$2:N$43)"
        assert sheet.row_dimensions[top].height == 31
        assert sheet[f"P{top}"].value == "Table"
        for column in "ABDEFGIJKL" if top < 37 else "DEFGIJKL":
            assert [sheet[f"{column}{row}"].value for row in range(top, end + 1)] == [None] * 7
        for row in range(7):
            for column in range(1, 19):
                assert sheet.cell(top + row, column).style_id == old.cell(23 + row, column).style_id
        assert {f"A{top}:A{end}", f"B{top}:B{end}", f"O{top}:O{end}"} <= set(
            map(str, sheet.merged_cells.ranges)
        )
    assert [sheet[ref].value for ref in ("A37", "B37")] == [2, "B"]  # the last board stays the last
    assert [sheet[ref].value for ref in ("T25", "T39", "T47")] == [None, "beside the last board", "far right"]
    assert sheet["R2"].value == "=N2/SUM(N$2:N$43)"
    assert sheet.dimensions == "A1:T47"
    assert out_of_order(parts(package.to_bytes())["xl/worksheets/sheet4.xml"]) == []


@pytest.mark.slow
def test_whatever_covers_the_table_covers_the_new_rows(mine):
    package, _ = grown(mine, 2, "Spiele '26")
    book = opened(package)
    sheet = book["Spiele '26"]
    assert {ref: book["Slips & more"][ref].value for ref in OTHERS} == {
        ref: after for ref, (_, after) in OTHERS.items()
    }
    for name in ("Standings", "Best countries"):
        assert "'Spiele ''26'!$A$1:$L$43" in book[name]["A4"].value.text
        assert book[name]["A4"].value.ref.endswith("46")
    assert {str(one.sqref) for one in sheet.data_validations.dataValidation} == {
        "E2:E43",
        "G2:H43",
        "F2:F43",
        "D2:D43",
        "I2:I43",
        "J2:J43",
    }
    assert {str(one.sqref) for one in sheet.conditional_formatting} == {
        "O2:O43",
        "M2:N43",
        *("M16:M22", "M23:M29", "M30:M36", "M37:M43"),
        *("E16", "E23", "E30", "E37"),
        *("E2:E43", "G2:H43", "I2:I43"),  # TRUE and FALSE are no counts
    }
    rules = [rule for one in sheet.conditional_formatting for rule in one.rules]
    assert len({rule.priority for rule in rules}) == len(rules) == 14
    top = [
        rule.formula for one in sheet.conditional_formatting if str(one.sqref)[0] == "E" for rule in one.rules
    ]
    assert sorted(top)[-1:] == [["ISLOGICAL(E2)"]]
    assert sorted(top)[:-1] == [[f"E{row}=MAX(E${row}:E${row + 6})"] for row in (16, 23, 30, 37)]
    assert (sheet.print_area, sheet.auto_filter.ref) == ("'Spiele ''26'!$A$1:$O$43", "A1:O43")
    assert book.defined_names["Counts"].attr_text == "'Spiele ''26'!$N$2:$N$43"
    chart = parts(package.to_bytes())["xl/charts/chart3.xml"].decode()
    assert re.findall(r"<(?:c:)?f>([^<]*)", chart) == ["'Spiele ''26'!$M$2:$M$43"]


@pytest.mark.slow
def test_the_list_of_players_and_the_standings_grow_with_it(mine):
    package, notes = grown(mine, 2, "Spiele '26")
    book = opened(package)
    # 28 places for 4 boards are 42 for 6.
    assert book.defined_names["Roster"].attr_text == "Players!$A$5:$A$46"
    assert book.defined_names["Everyone"].attr_text == "Players!$A$5:$A$46"
    player = "INDEX(Roster,ROW()-ROW($A$4))"
    counted = book["Players"][f"{columns_of_players(package)['Games']}46"].value
    assert counted.startswith(f'=IF({player}="","",')
    assert counted.count("'Spiele ''26'!$D$2:$D$43") == counted.count("$D$") // 2 == 2
    assert book["Players"]["A46"].fill.fgColor.rgb == PINK.fgColor.rgb
    standings = book["Standings"]
    assert standings["C46"].number_format == "0.00"
    assert {str(one.sqref) for one in standings.conditional_formatting} == {"A3:I3", "A4:I4", "A5:I46"}
    assert notes == [SINGLE]
    larger, _ = grown(mine, 8, "Spiele '26")
    setup = opened(larger)["Setup"]
    option = next(row for row in setup.iter_rows(max_col=2) if row[0].value == "rows")
    assert option[1].value == 12 * 7 + 1


@pytest.mark.slow
def test_every_other_part_is_the_same(mine):
    before = parts(mine)
    package, _ = grown(mine, 2, "Spiele '26")
    after = parts(package.to_bytes())
    assert list(before) == list(after)
    sheets = {*Package.read(mine).sheet_names} - {"Setup", "Log", "Scores"}
    assert {name for name in before if before[name] != after[name]} == {
        "xl/workbook.xml",
        "xl/charts/chart3.xml",
        *(part_of(mine, name) for name in sheets),
    }


def test_no_more_boards_is_no_change(mine):
    event = EventIn(Package.read(mine))
    same, notes = with_more_boards(event, {"Spiele '26": 0})
    assert (same, notes) == (event, [])


def event(boards: int) -> list[list[object]]:
    players = [f"Player {n}" for n in range(7)]
    return [
        list(games.HEADER),
        *(row for n in range(boards) for row in games.rows(1, f"T{n}", games.CLOCK, players=players)),
    ]


@pytest.mark.slow
def test_a_grown_workbook_computes(mine):
    package, _ = grown(mine, 2, "Spiele '26")
    put_games(EventIn(package), read_games(event(6)).games)
    assert rebuild_package(package, mine).not_computed == ()
    assert package.value("Spiele '26", "M37") == package.value("Spiele '26", "M2") > 0
    assert package.value("Slips & more", "A1") == 6 * 7
    assert package.value("Players", f"{columns_of_players(package)['Games']}5") == 6


@pytest.mark.calc
@pytest.mark.skipif(installed_office() is None, reason="LibreOffice is not installed here")
@pytest.mark.slow
def test_libreoffice_computes_the_same(mine):
    package, _ = grown(mine, 2, "Spiele '26")
    put_games(EventIn(package), read_games(event(6)).games)
    other = Package.read(package.to_bytes())
    assert rebuild_package(package, mine).not_computed == ()
    assert rebuild_package(other, mine, engine="libreoffice").not_computed == ()
    for name in package.sheet_names:
        for place, cell in package.sheet(name).cells.items():
            theirs = other.sheet(name).cells[place].value
            assert (
                cell.value == pytest.approx(theirs, abs=1e-9)
                if isinstance(cell.value, float)
                else (cell.value == theirs)
            ), (name, place, cell.value, theirs)


@pytest.mark.slow
def test_a_single_board_is_told_from_the_table_by_its_dollars(tmp_path, makes):
    path = tmp_path / "one.xlsx"
    path.write_bytes(makes("DCC", 1, 1))

    def change(book: openpyxl.Workbook) -> None:
        sheet = book.create_sheet("Mine")
        sheet["A1"], sheet["A2"] = "=SUM(Games!$N$2:$N$8)", "=SUM(Games!N2:N8)"
        book["Games"]["P3"] = "=N3*2"

    package, _ = grown(changed(path, change))
    book = opened(package)
    assert [book["Mine"][ref].value for ref in ("A1", "A2")] == [
        "=SUM(Games!$N$2:$N$22)",
        "=SUM(Games!N2:N8)",
    ]
    for row, board in ((2, "A2:L8"), (8, "A2:L8"), (16, "A16:L22"), (22, "A16:L22")):
        assert board in book["Games"][f"M{row}"].value


@pytest.mark.slow
def test_a_gap_between_boards_is_kept(tmp_path, makes):
    path = tmp_path / "gap.xlsx"
    path.write_bytes(makes("DCC", 1, 1))

    def change(book: openpyxl.Workbook) -> None:
        sheet = book["Games"]
        sheet["A9"] = None
        for row in range(2, 9):
            for column in (1, 2, 3):
                sheet.cell(row + 8, column, sheet.cell(row, column).value)
            sheet.cell(row + 8, 2, "B")
        sheet["D9"], sheet["D17"] = None, None
        sheet.row_dimensions[9].height = 5

    package, _ = grown(changed(path, change))
    blocks = [slot.rows[0] for slot in EventIn(package).check_sheets()[0].slots]
    assert blocks == [2, 10, 18, 26]
    assert opened(package)["Games"].row_dimensions[25].height == 5


@pytest.mark.slow
def test_what_a_board_says_of_its_own_rows_each_new_one_says_of_its_own(plain):
    def change(book: openpyxl.Workbook) -> None:
        sheet = book["Games"]
        sheet["P1"] = "Share"
        for top in range(2, LAST, 7):
            for row in range(top, top + 7):
                sheet[f"P{row}"] = f"=E{row}/SUM($E${top}:$E${top + 6})"
                sheet[f"R{row}"] = f"=RANK(E{row},Games!E${top}:E${top + 6})+COUNT($E$1)"

    package, _ = grown(changed(plain, change))
    assert package.cell("Games", "P43").formula == "E43/SUM($E$37:$E$43)"
    assert package.cell("Games", "R36").formula == "RANK(E36,Games!E$30:E$36)+COUNT($E$1)"


@pytest.mark.slow
def test_shared_formulas_come_apart_where_they_change(plain):
    def share(xml: str) -> str:
        cells = iter(range(2, LAST + 1))

        def one(found: re.Match[str]) -> str:
            row = next(cells)
            head = f' ref="N2:N{LAST}"' if row == 2 else ""
            text = "SUM(L$2:L$29)+M2" if row == 2 else ""
            return f'{found[1]}<f t="shared" si="0"{head}>{text}</f>{found[2]}'

        return re.sub(r'(<c r="N\d+"[^>]*>)<f>[^<]*</f>(.*?</c>)', one, xml)

    with_part(plain, "xl/worksheets/sheet4.xml", share)
    package, _ = grown(plain)
    formulas = [package.cell("Games", f"N{row}") for row in range(2, TWO_MORE + 1)]
    assert [cell.formula for cell in formulas] == [f"SUM(L$2:L$43)+M{row}" for row in range(2, TWO_MORE + 1)]
    assert {cell.kind for cell in formulas} == {""}


@pytest.mark.slow
def test_new_kinds_of_formats_and_pivot_tables_cover_the_new_rows(plain):
    extension = (
        '<extLst><ext xmlns:x14="urn:x14" xmlns:xm="urn:xm"><x14:conditionalFormattings>'
        "<x14:conditionalFormatting><xm:sqref>M2:M29</xm:sqref></x14:conditionalFormatting>"
        "</x14:conditionalFormattings><x14:sparklineGroups><x14:sparklineGroup><x14:sparklines><x14:sparkline>"
        "<xm:f>Games!N2:N29</xm:f><xm:sqref>P1</xm:sqref></x14:sparkline><x14:sparkline>"
        "<xm:f>Games!N16:N22</xm:f><xm:sqref>P16</xm:sqref></x14:sparkline></x14:sparklines>"
        "</x14:sparklineGroup></x14:sparklineGroups></ext></extLst></worksheet>"
    )
    with_part(plain, "xl/worksheets/sheet4.xml", lambda xml: xml.replace("</worksheet>", extension))
    source = '<cacheSource><worksheetSource ref="A1:N29" sheet="Games"/></cacheSource>'
    pivot = f"<pivotCacheDefinition>{source}</pivotCacheDefinition>"
    add_part(plain, "xl/pivotCache/pivotCacheDefinition1.xml", pivot)
    package, _ = grown(plain)
    made = parts(package.to_bytes())
    sheet = made["xl/worksheets/sheet4.xml"].decode()
    assert re.findall(r"<xm:(\w+)>([^<]*)", sheet) == [
        ("sqref", "M2:M43"),
        ("f", "Games!N2:N43"),
        ("sqref", "P1"),
        ("f", "Games!N16:N22"),
        ("sqref", "P16"),
        *(("f", "Games!N23:N29"), ("sqref", "P23")),
        *(("f", "Games!N30:N36"), ("sqref", "P30")),
    ]
    assert b'ref="A1:N43"' in made["xl/pivotCache/pivotCacheDefinition1.xml"]


@pytest.mark.slow
def test_a_table_over_the_games_grows(plain):
    changed(plain, lambda book: book["Games"].add_table(Table(displayName="Seats", ref="A1:L29")))
    column = '<tableColumn id="12" name="Override"/>'
    formula = "<calculatedColumnFormula>MAX(E2:E29)</calculatedColumnFormula>"
    longer = column.replace("/>", f">{formula}</tableColumn>")
    with_part(plain, "xl/tables/table1.xml", lambda xml: re.sub(r'<tableColumn id="12"[^>]*/>', longer, xml))
    package, _ = grown(plain)
    assert b"MAX(E2:E43)" in parts(package.to_bytes())["xl/tables/table1.xml"]
    assert package.tables[0].area[1:] == (1, 1, TWO_MORE, 12)


@pytest.mark.slow
def test_what_excel_sizes_itself_goes_on_doing_so(plain):
    def change(book: openpyxl.Workbook) -> None:
        sheet = book.create_sheet("Mine")
        sheet["A1"] = ArrayFormula("A1:F8", "=DIP_AWARDS(Scoring_system,Games!$A$1:$L$29)")
        sheet["H1"] = ArrayFormula("H1:H3", "=SUM(Games!N2:N29)*{1;2;3}")

    changed(plain, change)
    with_part(plain, part_of(plain, "Mine"), lambda xml: xml.replace('<c r="A1"', '<c r="A1" cm="1"'))
    package, _ = grown(plain)
    ours, own = package.cell("Mine", "A1"), package.cell("Mine", "H1")
    assert (ours.dynamic, ours.area[1:], "$L$43" in ours.formula) == (True, (1, 1, 8, 6), True)
    assert (own.kind, own.area[1:], own.formula) == ("array", (1, 8, 3, 8), "SUM(Games!N2:N43)*{1;2;3}")


@pytest.mark.slow
def test_a_page_a_board_stays_one(plain):
    def change(book: openpyxl.Workbook) -> None:
        for row in (8, 15, 22):
            book["Games"].row_breaks.append(Break(row))

    package, _ = grown(changed(plain, change))
    sheet = opened(package)["Games"]
    assert [one.id for one in sheet.row_breaks.brk] == [8, 15, 22, 29, 36]
    xml = parts(package.to_bytes())["xl/worksheets/sheet4.xml"]
    assert b'<rowBreaks count="5" manualBreakCount="5">' in xml


@pytest.mark.slow
def test_merged_cells_beside_the_games_stay_alone(plain):
    def change(book: openpyxl.Workbook) -> None:
        for cells in ("P23:Q25", "P30:Q40"):
            book["Games"].merge_cells(cells)

    before = openpyxl.load_workbook(plain)["Games"].merged_cells.ranges
    package, _ = grown(changed(plain, change))
    after = set(map(str, opened(package)["Games"].merged_cells.ranges)) - set(map(str, before))
    assert after == {"P37:Q39", "P44:Q54", "O30:O36", "O37:O43"}


@pytest.mark.slow
def test_excels_list_of_formulas_is_left_out(plain):
    with_part(
        plain,
        "xl/_rels/workbook.xml.rels",
        lambda xml: xml.replace(
            "</Relationships>",
            '<Relationship Id="c" Type="http://x/calcChain" Target="calcChain.xml"/></Relationships>',
        ),
    )
    add_part(plain, "xl/calcChain.xml", '<calcChain><c r="J2" i="2"/></calcChain>')
    package, _ = grown(plain)
    assert "xl/calcChain.xml" not in parts(package.to_bytes())


def _chart(sheet: object) -> None:
    chart = BarChart()
    chart.add_data(Reference(sheet, min_col=10, min_row=2, max_row=8))
    sheet.add_chart(chart, "C33")  # type: ignore[attr-defined]


BELOW: dict[str, tuple[Callable[[Worksheet], object], Callable[[Package], object], object]] = {
    "a total": (
        lambda sheet: sheet.__setitem__("A30", "Total"),
        lambda made: made.value("Games", "A44"),
        "Total",
    ),
    "a sum": (
        lambda sheet: sheet.__setitem__("E35", "=SUM(E2:E29)"),
        lambda made: made.cell("Games", "E49").formula,
        "SUM(E2:E43)",
    ),
    "a merged cell": (
        lambda sheet: sheet.merge_cells("C31:D32"),
        lambda made: made.sheet("Games").is_covered(46, 4),
        True,
    ),
    "an array": (
        lambda sheet: sheet.__setitem__("P2", ArrayFormula("P2:P40", "=E2:E40*1")),
        lambda made: (made.cell("Games", "P2").area[1:], made.cell("Games", "P2").formula),
        ((2, 16, 54, 16), "E2:E54*1"),
    ),
    "a table": (
        lambda sheet: sheet.add_table(Table(displayName="Notes", ref="L40:M42", headerRowCount=0)),
        lambda made: made.tables[0].area[1:],
        (54, 12, 56, 13),
    ),
    "a chart": (
        _chart,
        lambda made: re.findall(rb"<row>(\d+)</row>", parts(made.to_bytes())["xl/drawings/drawing1.xml"]),
        [b"46"],
    ),
}


@pytest.mark.parametrize("what", BELOW)
@pytest.mark.slow
def test_what_stands_below_the_games_goes_further_down(plain, what):
    put, shown, after = BELOW[what]
    changed(plain, lambda book: put(book["Games"]))
    package, notes = grown(plain)
    assert (shown(package), notes) == (after, [])


@pytest.mark.slow
def test_thousands_of_rows_without_content_go_further_down_with_their_style(plain):
    def styled(book: openpyxl.Workbook) -> None:
        for row in range(100, 11_100):
            book["Games"].cell(row, 30).fill = PatternFill("solid", "FFEEEE")

    package, _ = grown(changed(plain, styled))
    sheet = opened(package)["Games"]
    colours = {row: sheet.cell(row, 30).fill.fgColor.rgb for row in range(1, sheet.max_row + 1)}
    assert [row for row in colours if colours[row] == "00FFEEEE"] == [*range(114, 11_114)]


def test_a_what_if_table_is_not_copied(plain):
    what_if(plain, "I17")
    with pytest.raises(InTheWay) as found:
        grown(plain)
    assert str(found.value) == (
        "plain.xlsx has 4 boards of seven rows but needs 6, and the what-if table in I17 is in the way on "
        "Games. Move that to another sheet."
    )


@pytest.mark.slow
def test_a_what_if_table_of_the_last_board_stays_with_it(plain):
    what_if(plain, "I24")
    package, _ = grown(plain)
    assert package.cell("Games", "I38").area[1:] == (38, 9, 39, 9)


@pytest.mark.slow
def test_rows_without_numbers_are_told(plain):
    with_part(plain, "xl/worksheets/sheet4.xml", lambda xml: re.sub(r'<row r="\d+"', "<row", xml))
    with pytest.raises(Unusual, match="its rows have no numbers"):
        grown(plain)


@pytest.mark.slow
def test_what_stands_below_tables_and_lists_goes_further_down(mine):
    def change(book: openpyxl.Workbook) -> None:
        book["Standings"]["B40"] = "Thank you"
        book["Players"]["C40"] = "Clubs"

    package, notes = grown(changed(mine, change), 2, "Spiele '26")
    assert notes == [SINGLE]
    assert package.cell("Standings", "A4").area[1:] == (4, 1, 46, 9)
    assert opened(package).defined_names["Roster"].attr_text == "Players!$A$5:$A$46"
    assert (package.value("Standings", "B54"), package.value("Players", "C54")) == ("Thank you", "Clubs")


@pytest.mark.slow
def test_tables_that_are_shorter_on_purpose_show_every_player(mine):
    """The list of players says how many there can be."""

    def change(book: openpyxl.Workbook) -> None:
        for name, last in (("Standings", 18), ("Best countries", 11)):
            array = book[name]["A4"].value
            array.ref = re.sub(r"\d+$", str(last), array.ref)
            for row in book[name].iter_rows(min_row=last + 1):
                for cell in row:
                    cell.value = None
        book.defined_names["Roster"].attr_text = "Players!$A$5:$A$18"
        for row in book["Players"].iter_rows(min_row=19):
            for cell in row:
                cell.value = None

    package, _ = grown(changed(mine, change), 2, "Spiele '26")
    book = opened(package)
    # 14 places for 4 boards are 21 for 6; the header comes to them.
    assert book["Standings"]["A4"].value.ref == f"A4:I{3 + 1 + 21}"
    assert book["Best countries"]["A4"].value.ref == "A4:F11"


@pytest.mark.slow
def test_other_lists_of_ours_grow_too_whatever_names_the_games(plain):
    def change(book: openpyxl.Workbook) -> None:
        book.defined_names["List"] = DefinedName("List", attr_text="Games!$A$1:$K$29")
        sheet = book.create_sheet("Mine")
        sheet["A1"] = ArrayFormula("A1:D29", "=DIP_COMPARE(List,Systems!$A$2:$A$4)")
        sheet["F1"] = ArrayFormula("F1:G20", "=DIP_COMPARE(Games!$A$1:$K$22,Systems!$A$2:$A$4)")

    package, notes = grown(changed(plain, change))
    sheet = opened(package)["Mine"]
    assert (sheet["A1"].value.ref, sheet["F1"].value.ref, notes) == ("A1:D43", "F1:G20", [])


@pytest.mark.slow
def test_of_two_lists_that_end_in_one_row_each_has_its_own(plain):
    def change(book: openpyxl.Workbook) -> None:
        place = book.sheetnames.index("Players")
        del book["Players"]
        sheet = book.create_sheet("Players", place)
        sheet["A22"] = "Player"
        book.defined_names["Roster"] = DefinedName("Roster", attr_text="Players!$A$23:$A$30")
        book.defined_names["Best"] = DefinedName("Best", attr_text="Players!$D$3:$D$30")
        formula = "=DIP_AWARDS(Scoring_system,Games!$A$1:$K$29,Event_options)"
        sheet["C2"] = ArrayFormula("C2:H30", formula)
        sheet.add_data_validation(DataValidation("list", formula1="Best", sqref="A23:A30 D3:D30"))

    package, notes = grown(changed(plain, change))
    book = opened(package)
    # 8 names for 4 boards are 12 for 6; a line for each of 28 seats becomes one for each of 42.
    names = {name: book.defined_names[name].attr_text for name in ("Roster", "Best")}
    assert names == {"Roster": "Players!$A$23:$A$34", "Best": "Players!$D$3:$D$44"}
    sheet = book["Players"]
    assert sheet["C2"].value.ref == "C2:H44"
    assert [str(one.sqref) for one in sheet.data_validations.dataValidation] == ["A23:A34 D3:D44"]
    assert notes == []


@pytest.mark.slow
def test_two_tables_that_end_in_one_row_both_show_everybody(plain):
    def change(book: openpyxl.Workbook) -> None:
        sheet = book["Standings"]
        sheet["L11"] = ArrayFormula("L11:O32", "=DIP_COMPARE(Games!$A$1:$L$29,Systems!$A$2:$A$4)")
        sheet["L40"] = "=COUNTA($L$12:$L$32)+COUNTA(A4:A32)"

    package, _ = grown(changed(plain, change))
    # The second has 21 lines and needs 42; the first has 28 and would need 14 more only.
    assert package.cell("Standings", "L11").area[1:] == (11, 12, 53, 15)
    assert package.cell("Standings", "A4").area[1:] == (4, 1, 53, 9)
    assert package.cell("Standings", "L61").formula == "COUNTA($L$12:$L$53)+COUNTA(A4:A53)"


@pytest.mark.slow
def test_a_list_of_players_without_end_stays(mine):
    def change(book: openpyxl.Workbook) -> None:
        book.defined_names["Roster"].attr_text = "Players!$A$5:$A$1048576"

    package, notes = grown(changed(mine, change), 2, "Spiele '26")
    assert opened(package).defined_names["Roster"].attr_text == "Players!$A$5:$A$1048576"
    assert notes == [SINGLE]


@pytest.mark.parametrize(
    ("boards_a_round", "players", "room"),
    [(None, 0, 28 * 6 // 4), (3, 0, 28 * 3 // 2), (2, 0, 28), (2, 33, 33), (3, 50, 50), (1, 0, 28)],
)
@pytest.mark.slow
def test_the_list_of_players_grows_with_the_boards_of_a_round(plain, boards_a_round, players, room):
    """The workbook has 28 places for two rounds of two boards; six boards are three rounds, or two."""
    event = EventIn(Package.read(plain))
    event, _ = with_more_boards(event, {"Games": 2}, a_round=boards_a_round, players=players)
    names = opened(event.file).defined_names
    assert names["Roster"].attr_text == f"Players!$A$5:$A${4 + room}"


@pytest.mark.slow
def test_boards_without_a_round_count_as_they_are(plain):
    def change(book: openpyxl.Workbook) -> None:
        for row in range(2, LAST + 1):
            book["Games"].cell(row, 1).value = None

    event, _ = with_more_boards(EventIn(Package.read(changed(plain, change))), {"Games": 2}, a_round=3)
    assert opened(event.file).defined_names["Roster"].attr_text == "Players!$A$5:$A$46"


@each(
    ("before", "formula", "below", "beside"),
    [
        ("A$2:B3", "A$2:B4", "A$2:B6", None),
        ("S!$B5&1", "S!$B12&1", "S!$B26&1", None),
        ("SUM(S!C$4,1)", "SUM(S!D$4,2)", None, "SUM(S!F$4,4)"),
        ("A:A", "B:B", None, "D:D"),
        ("SUM(4:4)", "SUM(6:6)", "SUM(10:10)", None),
        ("A1", "A$2", None, None),
        ("A1", "B2", None, None),
        ("A1:A2", "A2", None, None),
        ("S!A1", "T!A2", None, None),
        ("B1", "A1", None, None),
        ("A2", "A1", None, None),
        ("A1+B1", "A2+3", None, None),
        ("A1&1.5", "A2&2.5", None, None),
    ],
)
def test_how_a_formula_goes_on(before, formula, below, beside):
    """Two steps below the second of two that follow each other, or two columns right of it."""
    assert continue_formula(before, formula, 2) == below
    assert continue_formula(before, formula, 2, right=True) == beside


# -- lists of the players, for the wall ---------------------------------------------------------


def ranked(row: int, last: int) -> str:
    """What says a rank on Print: that of the standings, or of those without the round being played."""
    before = 'Print_says="without the round being played"'
    there = f'IF(ISNUMBER($H{row}),INDEX(Standings!A$5:A${last},$H{row}),"")'
    return f'IF(LEFT(Print_says,6)="hidden","",IF({before},J{row},{there}))'


@pytest.mark.slow
def test_the_pages_to_print_show_every_player(plain):
    before = openpyxl.load_workbook(plain)
    package, notes = grown(plain)
    book = opened(package)
    assert notes == []
    last = 4 + 42  # 28 places for 4 boards are 42 for 6
    page = book["Print"]
    here = f"INDEX(Roster,ROWS($A$5:$A{last}))"
    assert [page.cell(row, 1).value for row in range(5, last + 1)] == [
        f"={ranked(row, last)}" for row in range(5, last + 1)
    ]
    assert f'="hidden",IF({here}="","",{here}),' in page.cell(last, 2).value
    assert f"(Games!$D$2:$D$43=$B{last})" in page.cell(last, 4).value
    assert page.cell(last, 4).value.endswith(f'INDEX(Standings!D$5:D${last},$H{last}),"")))')
    # Each line shows its own place in the standings, and those without a round have as many lines.
    for row in range(5, last + 1):
        assert page[f"H{row}"].value.count("ROW()-ROW($A$4)") == 6
    assert page["J4"].value.ref == f"J4:N{last}"
    assert page.cell(last, 3).font.b
    assert page.cell(last, 3).number_format == before["Print"]["C32"].number_format
    ruled = {str(one.sqref) for one in page.conditional_formatting}
    assert ruled == {"A2", "G1", "A4:E4", f"A5:B{last}", f"C5:E{last}"}
    assert page.print_area == f"'Print'!$A$1:$E${last}"
    assert page.max_row == last
    assert not page.row_breaks.brk

    put_games(EventIn(package), read_games(event(6)).games)
    assert rebuild_package(package, plain).not_computed == ()
    names = {package.value("Print", f"B{row}") for row in range(5, last + 1)} - {None, ""}
    assert names == {package.value("Standings", f"B{row}") for row in range(5, last + 1)} - {None, ""}


def fewer_lines(book: openpyxl.Workbook) -> None:
    """Room for 21 of 28 players, as in an event where not everybody can come to every round."""
    book.defined_names["Roster"].attr_text = "Players!$A$5:$A$25"
    for name, first in (("Players", 26), ("Print", 26)):
        book[name].delete_rows(first, 32)
    book["Standings"].print_area = "A1:I25"
    book["Compare"].print_area = "A1:I25 A50:I51"
    told = '=IF(SUMPRODUCT(--(LEN(Standings!$B$5:$B$32)>0))>ROWS($A$5:$A$25),"More","")'
    book["Print"]["A3"] = told


@pytest.mark.slow
def test_pages_with_fewer_lines_grow_in_proportion(plain):
    package, notes = grown(changed(plain, fewer_lines))
    book = opened(package)
    assert notes == []
    # 21 of 28 are 32 of 42: 31.5, and nobody is left out.
    assert book.defined_names["Roster"].attr_text == "Players!$A$5:$A$36"
    assert book["Print"].max_row == 36
    assert book["Standings"]["A4"].value.ref == "A4:I46"
    assert book["Standings"].print_area == "'Standings'!$A$1:$I$36"
    assert book["Compare"].print_area == "'Compare'!$A$1:$I$36,'Compare'!$A$64:$I$65"
    more = '=IF(SUMPRODUCT(--(LEN(Standings!$B$5:$B$46)>0))>ROWS($A$5:$A$36),"More","")'
    assert book["Print"]["A3"].value == more


@pytest.mark.slow
def test_what_stands_below_and_beside_such_a_page_stays_there(plain):
    def change(book: openpyxl.Workbook) -> None:
        book["Print"]["B35"] = "Thank you"
        book["Print"].add_chart(_bars(book["Charts"]), "K2")

    package, notes = grown(changed(plain, change))
    assert (package.value("Print", "B49"), notes) == ("Thank you", [])
    assert package.cell("Print", "A46").formula == ranked(46, 46)


@pytest.mark.slow
def test_who_shows_the_last_line_of_the_standings_goes_on_showing_it(plain):
    """The list of players has room for all; the standings have a line for each seat of three rounds then."""
    event, notes = with_more_boards(EventIn(Package.read(plain)), {"Games": 2}, a_round=2)
    package = event.file
    assert (package.cell("Standings", "A4").area[1:], notes) == ((4, 1, 46, 9), [])
    page = package.sheet("Print")
    assert [page.cells[row, 1].formula for row in (31, 32)] == [ranked(row, 46) for row in (31, 32)]
    assert "ROW()-ROW($A$4)" in page.cells[32, 8].formula
    # The page goes on having 28 lines, and so do the standings without a round.
    assert page.cells[4, 10].area[1:] == (4, 10, 32, 14)
    assert max(row for row, _ in page.cells) == 32


@pytest.mark.slow
def test_the_leaders_in_a_chart_become_twelve(tmp_path, makes):
    """A chart of the seven players of the only board."""
    path = tmp_path / "one.xlsx"
    path.write_bytes(makes("DCC", 1, 1))
    package, _ = grown(path)
    charts = package.sheet("Charts")
    shown = [charts.cells[row, 1].formula for row in range(5, 17)]
    assert shown == [shown[0].replace("$5", f"${row}") for row in range(5, 17)]
    chart = parts(package.to_bytes())["xl/charts/chart1.xml"].decode()
    assert "'Charts'!$B$5:$B$16" in chart
    # The countries stand below it still, and so does their chart.
    assert charts.cells[30, 1].value == "Power"


def _another_way_round(book: openpyxl.Workbook) -> None:
    for row in range(5, 33):
        book["Print"].cell(row, 2).value = f"=Standings!B{37 - row}"


def _last_one_apart(book: openpyxl.Workbook) -> None:
    book["Print"]["D32"] = "=Standings!D5+Standings!D6"


def _in_two_columns(book: openpyxl.Workbook) -> None:
    sheet = book["Print"]
    for row in range(19, 33):
        sheet.cell(row - 14, 16).value = f"=Standings!B{row}"
        for column in range(1, 6):
            sheet.cell(row, column).value = None


def _what_if(book: openpyxl.Workbook) -> None:
    book["Print"]["P31"] = 5


@pytest.mark.parametrize(
    ("change", "why", "where"),
    [
        (_another_way_round, "its rows are not all made alike", "Standings"),
        (_last_one_apart, "its rows are not all made alike", "Players"),
        (_in_two_columns, "its rows are not all made alike", "Standings"),
        (_what_if, "the what-if table in P31 is in the way", "Players"),
    ],
)
@pytest.mark.slow
def test_pages_that_cannot_grow_are_told(plain, change, why, where):
    before = changed(plain, change)
    if change is _what_if:
        what_if(before, "P31", part_of(before, "Print"))
    package, notes = grown(before)
    assert notes == [f"Print shows 28 players but there can be 42: {why}. All of them are on {where}."]
    page, was = package.sheet("Print").cells, Package.read(before).sheet("Print").cells
    assert page.keys() == was.keys()
    assert page[4, 10].area == was[4, 10].area
    assert page[32, 8].formula == was[32, 8].formula


@pytest.mark.slow
def test_lists_of_the_first_few_stay(plain):
    def change(book: openpyxl.Workbook) -> None:
        sheet = book.create_sheet("Podium")
        for row in range(1, 4):
            sheet.cell(row, 1).value = f"=Standings!B{row + 4}"
            sheet.cell(row, 2).value = f"=INDEX(Roster,{row})&INDEX(Roster,ROWS(Nobody))&INDEX(Counts,1)"

    package, notes = grown(changed(plain, change))
    assert (opened(package)["Podium"].max_row, notes) == (3, [])


@pytest.mark.slow
def test_a_list_that_counts_by_itself_is_told(plain):
    """No formula says how such a number goes on."""

    def change(book: openpyxl.Workbook) -> None:
        for row in range(5, 33):
            book["Print"].cell(row, 2).value = f"=INDEX(roster, {row - 4})"

    _, notes = grown(changed(plain, change))
    why = "its rows are not all made alike"
    assert notes == [f"Print shows 28 players but there can be 42: {why}. All of them are on Players."]


@pytest.mark.slow
def test_a_line_a_board_needs_no_new_page(plain):
    def change(book: openpyxl.Workbook) -> None:
        sheet = book.create_sheet("Boards")
        for number in range(4):
            sheet.cell(number + 1, 1).value = f"=Games!$B{2 + 7 * number}"

    package, _ = grown(changed(plain, change))
    sheet = opened(package)["Boards"]
    assert [sheet.cell(row, 1).value for row in (5, 6)] == ["=Games!$B30", "=Games!$B37"]
    assert not sheet.row_breaks.brk


@pytest.mark.slow
def test_standings_become_wider_with_the_rounds(plain):
    package, notes = widened(Package.read(plain), 2, 4)
    book = opened(package)
    assert notes == []
    sheet = book["Standings"]
    assert sheet["A4"].value.ref == "A4:K32"
    sides = [sheet.cell(5, column).alignment.horizontal for column in range(4, 12)]
    assert sides == [*[None] * 4, "right", *[None] * 3]  # Counted keeps its looks behind the new rounds
    sized = {str(one.sqref) for one in sheet.conditional_formatting}
    assert sized == {"A3:K3", "A4:K4", "A5:K32"}
    option = next(row for row in book["Setup"].iter_rows(max_col=2) if row[0].value == "columns")
    assert option[1].value == 11
    assert rebuild_package(package, plain).not_computed == ()
    assert out_of_order(parts(package.to_bytes())["xl/worksheets/sheet5.xml"]) == []


def test_who_is_there_in_a_new_round_is_typed_beside_the_players_under_its_number(tmp_path):
    """Their columns go on to the right, headings and marks; other headings stay what they are."""
    book = openpyxl.Workbook()
    sheet = book.active
    for line in (
        ["Round 1"],
        ["Players", "Here 1", "Here 2", "Club"],
        ["Ann", "x", "", "Oak"],
        ["Bob", "", "x"],
    ):
        sheet.append(line)
    book.defined_names["Roster"] = DefinedName("Roster", attr_text="Sheet!$A$3:$A$4")
    book.save(tmp_path / "mine.xlsx")
    package, notes = widened(Package.read(tmp_path / "mine.xlsx"), 2, 4)
    assert notes == []
    head, ann, bob = opened(package)["Sheet"].iter_rows(min_row=2, values_only=True)
    assert head == ("Players", "Here 1", "Here 2", "Here 3", "Here 4", "Club")
    assert (ann[0], ann[1], ann[-1]) == ("Ann", "x", "Oak")
    assert bob[0] == "Bob"


def test_a_table_with_a_column_a_round_goes_on(tmp_path):
    book = openpyxl.Workbook()
    book.active.append(["R1", "R2", "Mean"])
    book.active.append(["=A9+1", "=B9+1", "=AVERAGE(A2:B2)"])
    book.save(tmp_path / "mine.xlsx")
    package, notes = widened(Package.read(tmp_path / "mine.xlsx"), 2, 3)
    assert notes == []
    head, row = opened(package)["Sheet"].iter_rows(max_row=2, values_only=True)
    assert (head, row) == (("R1", "R2", "R3", "Mean"), ("=A9+1", "=B9+1", "=C9+1", "=AVERAGE(A2:C2)"))


@pytest.mark.slow
def test_what_stands_beside_the_standings_goes_further_right(plain):
    def change(book: openpyxl.Workbook) -> None:
        book["Standings"]["K9"] = "Prizes"
        book["Standings"].merge_cells("K2:K6")

    package, notes = widened(Package.read(changed(plain, change)), 2, 4)
    assert (package.value("Standings", "M9"), notes) == ("Prizes", [])
    assert package.sheet("Standings").is_covered(6, 13)
    assert package.cell("Standings", "A4").area[1:] == (4, 1, 32, 11)


# -- comments, controls and links ---------------------------------------------------------------


@pytest.mark.slow
def test_comments_and_controls_go_where_their_cells_go(plain):
    """As Excel stores them: what older programs show of them stands in a drawing that is no XML."""

    def change(book: openpyxl.Workbook) -> None:
        book["Games"]["D3"].comment = Comment("first board", "Director")
        book["Games"]["D24"].comment = Comment("last board", "Director")
        book["Games"]["P24"].hyperlink = Hyperlink(ref="P24", location="Games!A23")

    changed(plain, change)
    names = [name for name in parts(plain) if "comments" in name or name.endswith(".vml")]
    notes, drawing = sorted(names)
    control = (
        "<br><x:ClientData ObjectType='Drop'><x:Anchor>15, 0, 22, 0, 17, 0, 24, 5</x:Anchor>"
        "<x:FmlaRange>$D$2:$D$29</x:FmlaRange><x:FmlaLink>Games!$P$26</x:FmlaLink></x:ClientData></xml>"
    )
    with_part(plain, drawing, lambda xml: xml.replace("</xml>", control))
    add_part(plain, "xl/ctrlProps/ctrlProp1.xml", '<formControlPr fmlaLink="$P$26" fmlaRange="$D$2:$D$29"/>')
    relation = (
        '<Relationship Id="ctrl" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/'
        'ctrlProp" Target="/xl/ctrlProps/ctrlProp1.xml"/></Relationships>'
    )
    relations = "xl/worksheets/_rels/sheet4.xml.rels"
    with_part(plain, relations, lambda xml: xml.replace("</Relationships>", relation))
    package, _ = grown(plain)
    after = parts(package.to_bytes())
    made = {name: after[name].decode() for name in (notes, drawing)}
    assert re.findall(r'<comment[^>]* ref="(\w+)"', made[notes]) == ["D3", "D38"]
    assert re.findall(r"Row>(\d+)<", made[drawing]) == ["2", "37"]
    assert "<x:Anchor>15, 0, 36, 0, 17, 0, 38, 5</x:Anchor>" in made[drawing]
    assert "<x:FmlaRange>$D$2:$D$43</x:FmlaRange><x:FmlaLink>Games!$P$40</x:FmlaLink>" in made[drawing]
    assert after["xl/ctrlProps/ctrlProp1.xml"] == b'<formControlPr fmlaLink="$P$40" fmlaRange="$D$2:$D$43"/>'
    assert b'location="Games!A37"' in after["xl/worksheets/sheet4.xml"]

    package, _ = widened(Package.read(plain), 2, 3)
    assert parts(package.to_bytes())[notes] == parts(plain)[notes]  # no round has a column on Games


@pytest.mark.slow
def test_other_things_beside_the_rounds_keep_their_size(plain):
    """The countries' table below the leaders on Charts has as many columns as before, and its looks."""
    before = openpyxl.load_workbook(plain)["Charts"]
    package, _ = widened(Package.read(plain), 2, 5)
    after = opened(package)["Charts"]
    shown = [[(cell.value, cell.style_id) for cell in row[:4]] for row in before["A25:D32"]]
    assert [[(cell.value, cell.style_id) for cell in row[:4]] for row in after["A25:D32"]] == shown
    assert {cell.style_id for row in after["D25:H32"] for cell in row} == {before["D25"].style_id}


# -- sheets with a piece for each board, and columns for each round ---------------------------


def pieces(book: openpyxl.Workbook, height: int = 4, boards: int = 4) -> None:
    """Another kind of slips: a numbered title above what points at the board, merged, with a colour."""
    sheet = book.create_sheet("Tables")
    for number in range(boards):
        top, games_ = 3 + height * number, 2 + 7 * number
        sheet.cell(top, 1, "Table")
        sheet.cell(top, 3, number + 1)
        sheet.cell(top + 1, 1, f'="Board "&Games!$B{games_}').fill = PINK
        sheet.cell(top + 1, 2, f"=SUM(Games!E{games_}:E{games_ + 6})/SUM(Games!$E$2:$E$29)+A{top + 1}")
        sheet.merge_cells(start_row=top + 1, end_row=top + 1, start_column=2, end_column=3)
        sheet.row_dimensions[top].height = 40


@pytest.mark.slow
def test_a_piece_a_board_goes_on_below(plain):
    package, notes = grown(changed(plain, pieces))
    assert notes == []
    sheet = opened(package)["Tables"]
    for number in range(6):
        top, first = 3 + 4 * number, 2 + 7 * number
        assert [sheet.cell(top, column).value for column in (1, 2, 3)] == ["Table", None, number + 1]
        assert sheet.cell(top + 1, 1).value == f'="Board "&Games!$B{first}'
        share = f"SUM(Games!E{first}:E{first + 6})/SUM(Games!$E$2:$E$43)"
        assert sheet.cell(top + 1, 2).value == f"={share}+A{top + 1}"
        assert sheet.cell(top + 1, 1).fill.fgColor.rgb == PINK.fgColor.rgb
        assert f"B{top + 1}:C{top + 1}" in map(str, sheet.merged_cells.ranges)
        assert sheet.row_dimensions[top].height == 40
    assert [one.id for one in sheet.row_breaks.brk] == [18]
    assert out_of_order(parts(package.to_bytes())[part_of(plain, "Tables")]) == []


@pytest.mark.slow
def test_games_go_on_with_as_many_boards_a_page(tmp_path, makes):
    path = tmp_path / "large.xlsx"
    path.write_bytes(makes("DCC", 2, 7))
    package, _ = grown(path, 5)
    sheet = opened(package)["Slips"]
    assert [sheet[f"A{row}"].value for row in range(4 + 12 * 7, 11 + 12 * 7)] == list(POWERS)
    assert [one.id for one in sheet.row_breaks.brk] == [1 + 12 * 4]
    breaks = opened(package)["Games"].row_breaks.brk  # 4 and 3 boards of each round
    assert [one.id for one in breaks] == [1 + 7 * boards for boards in (4, 7, 11)]


def _uneven(book: openpyxl.Workbook) -> None:
    pieces(book)
    book["Tables"].insert_rows(9)


def _other_words(book: openpyxl.Workbook) -> None:
    pieces(book)
    book["Tables"]["A16"] = '="The last board "&Games!$B23'


def _side_by_side(book: openpyxl.Workbook) -> None:
    for number in range(4):
        book.create_sheet("Tables") if number == 0 else None
        book["Tables"].cell(2, number + 1, f"=Games!$B{2 + 7 * number}")


def _upwards(book: openpyxl.Workbook) -> None:
    sheet = book.create_sheet("Tables")
    for number in range(4):
        sheet.cell(30 - 5 * number, 1, f"=Games!$B{2 + 7 * number}")


def _one_step_more(book: openpyxl.Workbook) -> None:
    """A cell of the last board's piece that the one above has not, and one that points at another sheet."""
    pieces(book)
    book["Tables"]["D16"] = "=Games!$B23"


def _leaning_over(book: openpyxl.Workbook) -> None:
    pieces(book)
    book["Tables"]["F2"] = "=Games!$C23"


def _off_the_sheet(book: openpyxl.Workbook) -> None:
    pieces(book)
    book["Tables"]["E12"], book["Tables"]["E16"] = "=Games!$B1000000", "=Games!$B1048576"


@pytest.mark.parametrize(
    "change",
    [_uneven, _other_words, _side_by_side, _upwards, _one_step_more, _leaning_over, _off_the_sheet],
)
@pytest.mark.slow
def test_pieces_that_are_not_alike_are_told(plain, change):
    package, notes = grown(changed(plain, change))
    assert notes == ["Tables shows single boards; the new ones are not on it."]
    assert package.sheet("Tables").cells.keys() == Package.read(plain).sheet("Tables").cells.keys()


@pytest.mark.slow
def test_what_stands_below_the_pieces_goes_further_down(plain):
    def change(book: openpyxl.Workbook) -> None:
        pieces(book)
        book["Tables"]["A24"] = "Thank you"

    package, notes = grown(changed(plain, change))
    assert (package.value("Tables", "A32"), notes) == ("Thank you", [])


@pytest.mark.slow
def test_pieces_with_a_what_if_table_are_told(plain):
    def change(book: openpyxl.Workbook) -> None:
        pieces(book)
        book["Tables"]["D11"] = 5

    what_if(changed(plain, change), "D11", part_of(plain, "Tables"))
    _, notes = grown(plain)
    assert notes[-1] == (
        "Tables shows each board; the new ones are not on it because the what-if table in D11 is in the way."
    )


@pytest.mark.slow
def test_a_size_that_is_typed_beside_a_table_grows_with_it(plain):
    package, _ = grown(plain)
    row = [package.value("Compare", f"{column}3") for column in "JKLM"]
    assert row == ["rows", 6 * 7 + 1, "columns", 9]


@pytest.mark.slow
def test_a_column_a_round_goes_on_beside(plain):
    def change(book: openpyxl.Workbook) -> None:
        book["Charts"].add_chart(_bars(book["Charts"]), "A50")
        book["Print"]["I5"] = "a note beside"

    package, notes = widened(Package.read(changed(plain, change)), 2, 4)
    assert notes == []
    book = opened(package)
    assert book["Print"]["K5"].value == "a note beside"
    assert book.defined_names["Print_shows"].attr_text == "Print!$I$4"
    assert [book["Charts"].cell(4, column).value for column in range(1, 6)] == [
        "Player",
        "R1",
        "R2",
        "R3",
        "R4",
    ]
    fourth = openpyxl.load_workbook(plain)["Charts"]["C16"].value
    for before, after in (("Standings!E$", "Standings!G$"), ("(C$4", "(E$4"), ("$E16", "$G16")):
        fourth = fourth.replace(before, after)
    assert "Standings!G$16" in fourth
    assert book["Charts"]["E16"].value == fourth
    assert book["Charts"]["E5"].border.bottom.style == book["Charts"]["C5"].border.bottom.style == "thin"
    assert [book["Print"].cell(4, column).value for column in (6, 7)] == ["=Standings!F$4", "=Standings!G$4"]
    made = parts(package.to_bytes())
    leaders = made["xl/charts/chart1.xml"].decode()
    shown = [f"'Charts'!${column}$5:${column}$16" for column in "BCDEF"]  # the last is what does not count
    assert re.findall(r"<val><numRef><f>([^<]*)", leaders) == shown
    assert re.findall(r"<tx><strRef><f>([^<]*)", leaders) == [f"'Charts'!{column}4" for column in "BCDEF"]
    assert re.findall(r'<order val="(\d)"', leaders) == list("01234")
    # The charts beside the table go two columns aside; the one below it stays, and so do its series.
    assert re.findall(r"<col>(\d+)</col>", made["xl/drawings/drawing1.xml"].decode()) == ["8", "8", "0"]
    assert made["xl/charts/chart3.xml"] == parts(plain)["xl/charts/chart3.xml"]


@pytest.mark.slow
def test_what_stands_right_of_the_rounds_goes_further_right(plain):
    package, notes = widened(Package.read(plain), 2, 3)
    assert notes == []
    sheet = opened(package)["Print"]
    assert [sheet.cell(4, column).value for column in range(4, 9)] == [
        *("=Standings!D$4", "=Standings!E$4", "=Standings!F$4"),
        *(None, "now"),
    ]
    before = openpyxl.load_workbook(plain)["Print"]
    third = before["E32"].value
    # In hidden columns: which line of the standings it is, and those without the round being played.
    moved = (("Standings!E$5:E$", "Standings!F$5:F$"), ("$H32", "$I32"), ("N32", "P32"))
    for old, new in (("=2)", "=3)"), *moved):
        third = third.replace(old, new)
    assert sheet["F32"].value == third
    assert sheet["K4"].value.ref == "K4:P32"
    sized = {str(one.sqref) for one in sheet.conditional_formatting}
    assert sized == {"A2", "A4:F4", "A5:B32", "C5:F32", "H1"}
    assert sheet.dimensions == "A1:P32"
    assert sheet.print_area == "'Print'!$A$1:$F$32"


def _bars(sheet: object) -> BarChart:
    chart = BarChart()
    chart.add_data(Reference(sheet, min_col=2, min_row=26, max_row=32))
    return chart


def results(book: openpyxl.Workbook) -> Worksheet:
    """A director's own sheet with a column a round: centres of two rounds, and the games right of them."""
    sheet = book.create_sheet("Our results")
    for column, heading in enumerate(("Player", "Round 1", "Round 2", "Games"), 1):
        sheet.cell(4, column, heading)
    for row in range(5, 33):
        sheet.cell(row, 1, f"=INDEX(Roster,ROWS($A$4:$A{row - 1}))")
        for column in (2, 3):
            mine = f"(Games!$A$2:$A$29={column - 1})*(Games!$D$2:$D$29=$A{row})"
            sheet.cell(row, column, f"=SUMPRODUCT({mine},Games!$E$2:$E$29)")
        sheet.cell(row, 4, f"=COUNTIF(Games!$D$2:$D$29,$A{row})")
    return sheet


@pytest.mark.slow
def test_whatever_stands_right_of_the_rounds_moves_and_is_followed(plain):
    def change(book: openpyxl.Workbook) -> None:
        sheet = results(book)
        sheet.merge_cells("E2:F4")
        book["Players"]["T5"] = "=SUM('Our results'!D5:D32)"
        sheet["H5"] = ArrayFormula("H5:H9", "=B5:B9+C5:C9")

    package, notes = widened(Package.read(changed(plain, change)), 2, 3)
    assert notes == []
    sheet = package.sheet("Our results")
    assert [str(one) for one in opened(package)["Our results"].merged_cells.ranges] == ["F2:G4"]
    assert package.cell("Players", "U5").formula == "SUM('Our results'!E5:E32)"
    assert (sheet.cells[5, 9].area[1:], sheet.cells[5, 9].formula) == ((5, 9, 9, 9), "B5:B9+D5:D9")


@pytest.mark.slow
def test_another_table_below_the_rounds_is_not_torn(plain):
    def change(book: openpyxl.Workbook) -> None:
        sheet = results(book)
        for column, value in enumerate("abcd", 2):
            sheet.cell(40, column, value)
        sheet["B41"] = "=B40&E40&D5"
        sheet.merge_cells("C42:D42")
        book["Players"]["T5"] = "=COUNTA('Our results'!B40:E40)+SUM('Our results'!B5:C32)"
        sheet.column_dimensions["D"].width = 33

    package, notes = widened(Package.read(changed(plain, change)), 2, 4)
    assert notes == []
    sheet = opened(package)["Our results"]
    assert [sheet.cell(40, column).value for column in range(1, 8)] == [None, *"abcd", None, None]
    assert [sheet.cell(4, column).value for column in range(2, 7)] == [
        *(f"Round {n}" for n in range(1, 5)),
        "Games",
    ]
    assert sheet["B41"].value == "=B40&E40&F5"
    assert "C42:D42" in map(str, sheet.merged_cells.ranges)
    assert sheet.column_dimensions["D"].width == 33
    formula = "COUNTA('Our results'!B40:E40)+SUM('Our results'!B5:E32)"
    assert package.cell("Players", "V5").formula == formula


def _what_if_of_rounds(path: Path) -> None:
    changed(path, lambda book: results(book).__setitem__("B35", 1))
    table = '<f t="dataTable" ref="B35:D35" dt2D="0" dtr="1" r1="A1"/>'
    with_part(
        path,
        part_of(path, "Our results"),
        lambda xml: re.sub(r'<c r="B35"[^>]*>', rf"\g<0>{table}", xml.replace(' t="n"', "")),
    )


def _table_of_rounds(path: Path) -> None:
    changed(path, lambda book: results(book).add_table(Table(displayName="Rounds", ref="A4:D32")))


@pytest.mark.parametrize(
    ("change", "what"),
    [(_what_if_of_rounds, "the what-if table in B35"), (_table_of_rounds, "the table Rounds")],
)
@pytest.mark.slow
def test_rounds_without_room_are_told(plain, change, what):
    change(plain)
    package, notes = widened(Package.read(plain), 2, 3)
    told = f"Our results!B4:C32 shows 2 rounds; the new ones are not there because {what} is in the way."
    assert notes == [told]
    assert package.value("Our results", "D4") == "Games"


@pytest.mark.slow
def test_print_areas_are_as_wide_as_the_standings(plain):
    def change(book: openpyxl.Workbook) -> None:
        book.defined_names["First"] = DefinedName("First", attr_text="Standings!$A$5:$C$32,Standings!$A$4")

    package, _ = widened(Package.read(changed(plain, change)), 2, 4)
    book = opened(package)
    assert book["Standings"].print_area == "'Standings'!$A$1:$K$32"
    assert book.defined_names["First"].attr_text == "Standings!$A$5:$C$32,Standings!$A$4"
