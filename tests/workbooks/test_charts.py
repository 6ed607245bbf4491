"""After all our commands, the points that charts store equal the cells."""

from __future__ import annotations

import re
import subprocess
from dataclasses import replace
from pathlib import Path

import openpyxl
import pytest
from openpyxl.chart import BarChart, Reference
from openpyxl.workbook.defined_name import DefinedName

from templates.make import games as events
from tests.sheets.books import FUNCTIONS, board, parts, saved, with_part
from tests.sheets.kept import Kept, kept, stale
from xl_dipscore.rules.system import find
from xl_dipscore.sheets.calculate.find_office import environment, program
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.workbooks.acts import new
from xl_dipscore.workbooks.acts.fill import fill
from xl_dipscore.workbooks.acts.new import create_from
from xl_dipscore.workbooks.acts.rebuild import rebuild, rebuild_package
from xl_dipscore.workbooks.acts.regenerate import regenerate_file
from xl_dipscore.workbooks.author import Plan

pytestmark = pytest.mark.usefixtures("new_books")

CHART = "xl/charts/chart1.xml"
C = "http://schemas.openxmlformats.org/drawingml/2006/chart"


# -- what we make -----------------------------------------------------------------------------


def drawn(path: Path) -> list[Kept]:
    """The points that charts store, which must equal the cells."""
    assert stale(path) == []
    found = [*kept(path)]
    assert found
    assert all(one.count for one in found)
    return found


@pytest.mark.slow
def test_new_and_filled_workbooks_draw_their_charts_without_the_cells(tmp_path):
    path, plan = tmp_path / "event.xlsx", replace(Plan(find("DCC"), 2, 2), every_column=True)
    new.create(path, plan)
    empty = drawn(path)
    assert {one.part for one in empty} == {CHART, "xl/charts/chart2.xml", "xl/charts/chart3.xml"}
    assert {text for one in empty if one.role in ("val", "yVal") for text in one.points.values()} == {"0"}
    fill(path, events(plan))
    found = drawn(path)
    leaders, years = ([one for one in found if one.part.endswith(f"{number}.xml")] for number in (1, 3))
    names, scores = (next(one for one in leaders if one.role == role) for role in ("cat", "val"))
    standings = Package.read(path).sheet("Standings").cells
    assert [*names.points.values()] == [standings[row, 2].value for row in range(5, 17)]
    # Who did not play has a bar of no length.
    first = [standings[row, 4].value or 0 for row in range(5, 17)]
    assert [*map(float, scores.points.values())] == first
    assert any(first)
    assert scores.code == "0.00"
    assert [one.points for one in leaders if one.role == "tx"] == [{0: "R1"}, {0: "R2"}, {0: "Dropped"}]
    assert next(one for one in years if one.role == "xVal").points[0] == "1901"
    before = path.read_bytes()
    assert rebuild(path).changed == ()
    assert path.read_bytes() == before


@pytest.mark.slow
def test_charts_of_a_workbook_that_has_grown(played, makes, tmp_path):
    template, path = tmp_path / "template.xlsx", tmp_path / "event.xlsx"
    template.write_bytes(makes("DCC", 2, 1))
    create_from(template, path, find("DCC"), rounds=4, boards=3)
    series = [one for one in drawn(path) if one.part == CHART and one.role == "tx"]
    assert [one.points[0] for one in series] == ["R1", "R2", "R3", "R4", "Dropped"]
    (old := tmp_path / "old.xlsx").write_bytes(played)
    (folder := tmp_path / "new").mkdir()
    done = regenerate_file(old, template=template, folder=folder)
    names, before = (
        next(one for one in found if one.role == "cat") for found in (drawn(done.path), kept(played))
    )
    assert names.points == before.points


# -- a director's own -------------------------------------------------------------------------


def reference(kind: str, formula: str, points: dict[int, str], count: int, *, code: str = "") -> str:
    said = "".join(f'<c:pt idx="{n}"><c:v>{text}</c:v></c:pt>' for n, text in points.items())
    code = f"<c:formatCode>{code}</c:formatCode>" if code else ""
    inner = f'<c:{kind}Cache>{code}<c:ptCount val="{count}"/>{said}</c:{kind}Cache>'
    return f"<c:{kind}Ref><c:f>{formula}</c:f>{inner}</c:{kind}Ref>"


def chart_of(series: str, *, visible: bool = True) -> str:
    """A chart as Excel writes it, with what newer versions add."""
    return (
        '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n'
        f'<c:chartSpace xmlns:c="{C}" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main">'
        '<c:roundedCorners val="0"/><mc:AlternateContent '
        'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><mc:Choice Requires="c14" '
        'xmlns:c14="http://schemas.microsoft.com/office/drawing/2007/8/2/chart"><c14:style val="102"/>'
        '</mc:Choice><mc:Fallback><c:style val="2"/></mc:Fallback></mc:AlternateContent><c:chart>'
        '<c:autoTitleDeleted val="1"/><c:plotArea><c:layout/><c:barChart><c:barDir val="col"/>'
        f'<c:grouping val="clustered"/>{series}<c:axId val="1"/><c:axId val="2"/></c:barChart><c:catAx>'
        '<c:axId val="1"/><c:scaling/><c:axPos val="b"/><c:crossAx val="2"/></c:catAx><c:valAx>'
        '<c:axId val="2"/><c:scaling/><c:axPos val="l"/><c:crossAx val="1"/></c:valAx></c:plotArea>'
        f'<c:plotVisOnly val="{visible:d}"/></c:chart></c:chartSpace>'
    )


def series_of(cat: str, val: str, name: str = "", more: str = "") -> str:
    tx = f"<c:tx>{name}</c:tx>" if name else ""
    unique = (
        '<c:extLst><c:ext uri="{C3380CC4-5D6E-409C-BE32-E72D297353CC}" '
        'xmlns:c16="http://schemas.microsoft.com/office/drawing/2014/chart">'
        f'<c16:uniqueId val="{{00000000-ABCD}}"/></c:ext>{more}</c:extLst>'
    )
    along = f"<c:cat>{cat}</c:cat>" if cat else ""
    inner = f"{tx}{along}<c:val>{val}</c:val>{unique}"
    return f'<c:ser><c:idx val="0"/><c:order val="0"/>{inner}</c:ser>'


def shown(path: Path) -> str:
    return parts(path)[CHART].decode()


@pytest.fixture
def director(tmp_path):
    """A workbook with a board, its shares in C2:C8, and the chart that `draw` puts into it."""

    def make(change=lambda book: None, *, draw: str) -> Path:
        book = openpyxl.Workbook()
        sheet = book.active
        sheet.title = "Our games"
        board(sheet)
        sheet["C1"], sheet["B1"] = "Share", "Centres"
        chart = BarChart()
        chart.add_data(Reference(sheet, min_col=3, min_row=2, max_row=8))
        sheet.add_chart(chart, "H2")
        change(book)
        path = saved(book, tmp_path)
        with_part(path, CHART, lambda _: draw)
        return path

    return make


PLAYERS = {n: f"P{n}" for n in range(7)}
SHARES = {n: repr(count / 34) if count else "0" for n, count in enumerate((10, 9, 8, 7, 0, 0, 0))}
OLD = series_of(
    reference("str", "'Our games'!$A$2:$A$8", PLAYERS, 7),
    reference("num", "'Our games'!$C$2:$C$8", {**SHARES, 0: "0.5", 1: "0.26470588235294118"}, 7, code="0.0%"),
    reference("str", "'Our games'!$C$1", {0: "Share"}, 1),
)


def test_only_points_that_differ_are_renewed(director):
    path = director(draw=chart_of(OLD))
    rebuild(path, functions=FUNCTIONS)
    assert re.sub(r"(0\.264\d+)", SHARES[1], shown(path)) == re.sub(
        r"(0\.264\d+)", SHARES[1], chart_of(OLD).replace("<c:v>0.5</c:v>", f"<c:v>{10 / 34!r}</c:v>")
    )


def test_a_chart_whose_cells_stay_as_they_were_keeps_every_byte(director):
    """Programs store text and errors among a chart's numbers differently, and numbers among names as
    shown."""

    def change(book: openpyxl.Workbook) -> None:
        book["Our games"]["E2"], book["Our games"]["E3"], book["Our games"]["E5"] = "absent", "#N/A", 3
        book["Our games"]["F2"], book["Our games"]["F3"] = 45000, "two\nlines"

    drawing = chart_of(
        series_of(
            reference("str", "'Our games'!$F$2:$F$5", {0: "15-Mar-23", 1: "two lines"}, 4),
            reference("num", "'Our games'!$E$2:$E$5", {0: "0", 1: "#N/A", 3: "3"}, 4, code="General"),
        )
    )
    path = director(change, draw=drawing)
    assert rebuild(path, functions=FUNCTIONS).changed
    assert shown(path) == drawing


def test_a_workbook_in_which_nothing_changes_keeps_its_charts(director):
    """Even one that was stale before: nothing is written then."""
    path = director(draw=chart_of(OLD))
    rebuild(path, functions=FUNCTIONS)
    with_part(path, CHART, lambda xml: xml.replace("<c:v>P3</c:v>", "<c:v>P9</c:v>"))
    before = path.read_bytes()
    assert rebuild(path, functions=FUNCTIONS).changed == ()
    assert path.read_bytes() == before


def test_blanks_errors_text_and_truth(director):
    def change(book: openpyxl.Workbook) -> None:
        sheet = book["Our games"]
        sheet["D2"], sheet["D3"], sheet["D4"], sheet["D6"] = "=C2", "=1/0", '=IF(C2>1,C2,"")', "=C2>0"
        for cell in ("D2", "D3"):
            sheet[cell].number_format = '0.00" %"'

    cells = "'Our games'!$D$2:$D$6"
    drawing = chart_of(
        series_of(f"<c:strRef><c:f>{cells}</c:f></c:strRef>", f"<c:numRef><c:f>{cells}</c:f></c:numRef>")
    )
    path = director(change, draw=drawing)
    rebuild(path, functions=FUNCTIONS)
    names, values = kept(path)
    assert names.points == {0: f"{10 / 34:.10g}", 1: "#DIV/0!", 4: "TRUE"}
    assert values.count == 5
    assert values.points == {0: repr(10 / 34), 1: "#N/A", 2: "0", 4: "1"}


def named(book: openpyxl.Workbook) -> None:
    book.defined_names["Shares"] = DefinedName("Shares", attr_text="'Our games'!$C$2:$C$8")


@pytest.mark.parametrize(
    ("formula", "numbers"),
    [
        ("('Our games'!$C$2,'Our games'!$C$7:$C$8)", [0, 5, 6]),
        ("'OUR GAMES'!$C$5", [3]),
        ("'Our games'!$C:$C", range(7)),
    ],
)
def test_names_and_several_areas(director, formula, numbers):
    whole = formula.endswith("$C:$C")
    text = {0: "0"} if whole else {}  # the heading
    size = len(text) + len(numbers)
    path = director(named, draw=chart_of(series_of("", reference("num", formula, text or {0: "5"}, size))))
    rebuild(path, functions=FUNCTIONS)
    [found] = kept(path)
    assert [*map(float, found.points.values())] == [
        *map(float, text.values()),
        *(float(SHARES[n]) for n in numbers),
    ]
    assert found.count == size


@pytest.mark.parametrize(
    "formula",
    ["[0]!Shares", "Shares", "Nowhere", "Gone!$C$2", "[1]Sheet1!$C$2", "{1,2}", "'Our games'!#REF!"],
)
def test_what_is_no_plain_reference_is_left_alone(director, formula):
    drawing = chart_of(series_of("", reference("num", formula, {0: "5"}, 1)))
    path = director(named, draw=drawing)
    rebuild(path, functions=FUNCTIONS)
    assert shown(path) == drawing


def levels(inner: dict[int, str]) -> str:
    outer = {0: "P0", 1: "P1", 2: "P2"}
    said = (
        "".join(f'<c:pt idx="{n}"><c:v>{t}</c:v></c:pt>' for n, t in one.items()) for one in (inner, outer)
    )
    lists = "".join(f"<c:lvl>{points}</c:lvl>" for points in said)
    return (
        "<c:multiLvlStrRef><c:f>'Our games'!$A$2:$B$4</c:f><c:multiLvlStrCache><c:ptCount val=\"3\"/>"
        f"{lists}</c:multiLvlStrCache></c:multiLvlStrRef>"
    )


# -- other people's ---------------------------------------------------------------------------

SHARE = {n: repr(count / 34) if count else "0" for n, count in enumerate((10, 9, 8, 7, 0, 0, 0))}
BEFORE = reference("num", "'Our games'!$C$2:$C$8", SHARE, 7, code="0.0%")
AFTER = reference(
    "num", "'Our games'!$C$2:$C$8", {**SHARE, 0: repr(11 / 34), 1: repr(8 / 34)}, 7, code="0.0%"
)
COUNTED = {n: str(count) for n, count in enumerate((10, 9, 8, 7, 0, 0, 0))}


def corrected(director, drawing: str, change=lambda book: None) -> str:
    """The chart after two centre counts are corrected: 11 for 10 in B2, 8 for 9 in B3."""
    path = director(change, draw=drawing)
    rebuild(path, functions=FUNCTIONS)
    with_part(path, CHART, lambda _: drawing)
    package = Package.read(path)
    package.set_value("Our games", "B2", 11)
    package.set_value("Our games", "B3", 8)
    rebuild_package(package, path, FUNCTIONS)
    was = parts(path)
    package.write()
    other = {name for name, data in parts(path).items() if data != was[name]}
    assert other <= {CHART, "xl/worksheets/sheet1.xml"}
    return shown(path)


def test_points_follow_their_cells(director):
    assert corrected(director, chart_of(series_of("", BEFORE))) == chart_of(series_of("", AFTER))


NOTED = BEFORE.replace("</c:numCache>", '<c:extLst><c:ext uri="{1}"><c:y/></c:ext></c:extLst></c:numCache>')
SPACED = BEFORE.replace("<c:pt ", "\n  <c:pt ").replace("<c:v>", "\n<c:v>")


def test_what_newer_versions_note_stays(director):
    noted = NOTED.replace(SHARE[0], repr(11 / 34)).replace(SHARE[1], repr(8 / 34), 1)
    assert corrected(director, chart_of(series_of("", NOTED))) == chart_of(series_of("", noted))
    assert corrected(director, chart_of(series_of("", SPACED))) == chart_of(series_of("", AFTER))


def test_only_lists_with_a_changed_cell(director):
    """Other lists keep what another program keeps, whatever the cells say."""
    names = reference("str", "'Our games'!$A$2:$A$8", {0: "Somebody", 6: "else"}, 9)
    elsewhere = series_of("", "<c:numRef><c:f>Else!$A$1</c:f></c:numRef>")
    drawing, wanted = (chart_of(series_of(names, one) + elsewhere) for one in (BEFORE, AFTER))
    assert corrected(director, drawing) == wanted


PIVOT = chart_of(series_of("", BEFORE)).replace(
    "<c:roundedCorners", "<c:pivotSource><c:name>[a.xlsx]P!T</c:name></c:pivotSource><c:roundedCorners"
)
STRANGE = {
    "other numbers": BEFORE.replace(SHARE[0], "77"),
    "a gap where it changed": BEFORE.replace(f'<c:pt idx="1"><c:v>{SHARE[1]}</c:v></c:pt>', ""),
    "another count": BEFORE.replace('ptCount val="7"', 'ptCount val="9"'),
    "an error": BEFORE.replace(SHARE[0], "#N/A"),
    "another order": BEFORE.replace('idx="0"', 'idx="x"').replace('idx="1"', 'idx="0"').replace("x", "1", 1),
}


@pytest.mark.parametrize("what", STRANGE)
def test_whatever_was_kept_the_cells_count(director, what):
    assert corrected(director, chart_of(series_of("", STRANGE[what]))) == chart_of(series_of("", AFTER))


@pytest.mark.parametrize("drawing", [PIVOT, chart_of(series_of(levels({0: "10", 1: "9", 2: "8"}), "<c:v/>"))])
def test_a_pivot_table_and_categories_of_two_levels_are_left_to_excel(director, drawing):
    assert corrected(director, drawing) == drawing


def test_a_sheet_that_is_a_chart(tmp_path):
    book = openpyxl.Workbook()
    board(book.active)
    chart = BarChart()
    chart.add_data(Reference(book.active, min_col=3, min_row=2, max_row=8))
    book.create_chartsheet("Bars").add_chart(chart)
    path = saved(book, tmp_path)
    rebuild(path, functions=FUNCTIONS)
    assert stale(path) == []
    assert [one.count for one in kept(path)] == [7]


@pytest.mark.calc
@pytest.mark.skipif(program() is None, reason="LibreOffice is not installed here")
def test_libreoffice_keeps_the_same_points(tmp_path):
    """Charts that it has saved, over cells of every kind, keep every byte when other cells change."""
    book = openpyxl.Workbook()
    board(book.active)
    sheet = book.create_sheet("Kinds")
    for row in (
        ("Day", "Score", "=1"),
        (45000, 1.25, '="t"'),
        ("x", "=1/0", '=""'),
        (None, None, "=NA()"),
        (None, 10 / 34, True),
        (None, "text", 5),
    ):
        sheet.append(row)
    sheet["A2"].number_format = "d mmm yy"
    sheet.row_dimensions[3].hidden = True
    for column in (2, 3):
        for visible in (True, False):
            chart = BarChart()
            values = Reference(sheet, min_col=column, min_row=1, max_row=6)
            chart.add_data(values, titles_from_data=True)
            chart.set_categories(Reference(sheet, min_col=1, min_row=2, max_row=6))
            chart.visible_cells_only = visible
            sheet.add_chart(chart, "H2")
    command = [str(program()), f"-env:UserInstallation={(tmp_path / 'profile').as_uri()}", "--headless"]
    source = saved(book, tmp_path)
    subprocess.run(
        [*command, "--convert-to", "xlsx", "--outdir", str(tmp_path / "saved"), str(source)],
        env=environment(),
        check=True,
        capture_output=True,
        timeout=600,
    )
    path = tmp_path / "saved" / source.name
    before = parts(path)
    assert [one.count for one in kept(path) if one.role == "val"] == [4, 5, 4, 5]
    assert rebuild(path, functions=FUNCTIONS, engine="python").changed
    after = parts(path)
    assert {name for name in before if before[name] != after[name] and "chart" in name} == set()
