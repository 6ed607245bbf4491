"""Any formula, cell and engine: what is computed, listed or left."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

import pytest
from openpyxl.utils.datetime import CALENDAR_MAC_1904
from openpyxl.worksheet.formula import ArrayFormula
from openpyxl.worksheet.worksheet import Worksheet

from tests.sheets.books import FUNCTIONS, part_of, parts, rebuild, saved, values, with_part, xml_of
from tests.sheets.evaluated import CENTRES, computed
from xl_dipscore.sheets.calculate import office as office_module
from xl_dipscore.sheets.calculate.block import Block
from xl_dipscore.sheets.calculate.criteria import NOTHING
from xl_dipscore.sheets.calculate.functions.registry import FUNCTIONS as FUNCTIONS_OF_EXCEL
from xl_dipscore.sheets.calculate.functions.registry import SPECIAL
from xl_dipscore.sheets.calculate.kinds import Why
from xl_dipscore.sheets.calculate.recalc import Plain, recalculate
from xl_dipscore.sheets.xlsx.formula import Area
from xl_dipscore.sheets.xlsx.package import Package


def test_what_depends_on_it_is_listed_too(sheet: Worksheet, tmp_path: Path) -> None:
    sheet["G1"], sheet["G2"], sheet["G3"] = "=MATCH(3,B1:B7,1)+C1*0", "=G1+1", "=B1+1+C1*0"
    path, listed = computed(sheet, tmp_path)
    assert listed == {"G1": Why.UNSORTED, "G2": Why.DEPENDS}
    assert values(path, "Games", "G1:G3") == [None, None, 13]


SHEETS = """a sheet of more than thirty-one characters|[1]Games|a[b]|round: 1|their'|'quoted'|a!b|a/b|what?*|
比赛|🏆|A1|TRUE|=1|\u200b|'[x]y'|"x"|#REF!""".replace("\n", "").split("|")


def test_sheets_may_have_any_name(sheet: Worksheet, tmp_path: Path) -> None:
    names = {f"N{place}": name for place, name in enumerate(SHEETS)}
    for plain in names:
        here = sheet.parent.create_sheet(plain)
        here["A1"], here["A2"], here["B1"] = "Ann", "=B1+1", 7
        sheet.parent.create_sheet(f"Beside {plain}")["A1"] = f"={plain}!A1&\" '{plain}'!\"&SUM({plain}!A2:B2)"
    path = saved(sheet.parent, tmp_path)
    for plain, name in names.items():
        quoted = "'" + name.replace("'", "''") + "'!"
        with_part(
            path,
            part_of(path, f"Beside {plain}"),
            lambda xml, p=plain, q=quoted: xml.replace(f"{p}!", escape(q)),
        )
        with_part(
            path,
            "xl/workbook.xml",
            lambda xml, p=plain, n=name: xml.replace(f'name="{p}"', f"name={quoteattr(n)}"),
        )
    assert rebuild(path, functions=FUNCTIONS, engine="python").not_computed == ()
    package = Package.read(path)
    assert [package.value(f"Beside {plain}", "A1") for plain in names] == [
        f"Ann '{plain}'!8" for plain in names
    ]


ODD_CELLS = {
    "<v>1e999</v>": "#NUM!",
    "<v>-1e999</v>": "#NUM!",
    "<v>NaN</v>": "#NUM!",
    f"<v>{'9' * 5_000}</v>": "#NUM!",
    f"<v>{'9' * 20}</v>": 1e20,
    "<v>5e-324</v>": 1,
    "<v>-18261</v>": -18260,
    "<is><t>_xD83C__xDFC6_</t></is>": 1,
    "<is><t>_xD83C_</t></is>": 1,
    "<is><t>_x0000__x001F__xFFFE_</t></is>": 1,
    f"<is><t>{'x' * 32_769}</t></is>": 1,
}


def test_cells_may_have_any_value(sheet: Worksheet, tmp_path: Path) -> None:
    """One odd cell does not keep the others from being computed, and stays as it is."""
    for row in range(1, len(ODD_CELLS) + 1):
        sheet[f"J{row}"], sheet[f"G{row}"], sheet[f"H{row}"] = "odd", f"=SUM(C1:C7,J{row})", "=SUM(C1:C7)"
    path = saved(sheet.parent, tmp_path)
    part = part_of(path, "Games")
    written = []
    for row, xml in enumerate(ODD_CELLS, 1):
        kind = ' t="inlineStr"' if xml.startswith("<is>") else ""
        written.append(f'<c r="J{row}"{kind}>{xml}</c>')
        old = xml_of(path, f"J{row}", part)
        with_part(path, part, lambda text, old=old, new=written[-1]: text.replace(old, new))
    assert rebuild(path, functions=FUNCTIONS, engine="python").not_computed == ()
    package = Package.read(path)
    assert [package.value("Games", f"G{row}") for row in range(1, len(ODD_CELLS) + 1)] == [
        *ODD_CELLS.values()
    ]
    assert {package.value("Games", f"H{row}") for row in range(1, len(ODD_CELLS) + 1)} == {1}
    assert all(one in parts(path)[part].decode() for one in written)


@pytest.mark.parametrize(
    ("formula", "asked"),
    [
        ('COUNTIF(L1:L2,"~~")', True),
        ("MATCH(3,B1:B7,1)", False),
        ('VALUE("3-2-2024")', False),
        ("EDATE(50,1)", False),
        ("INDEX(_xlfn._xlws.SORT(A5:A7),1)", False),
        ('COUNTIF(L1:L2,"~~")+COUNT(K1)', False),
    ],
)
@pytest.mark.parametrize("engine", ["auto", "libreoffice"])
def test_libreoffice_decides_where_it_does_as_excel(
    sheet: Worksheet, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, formula: str, asked: bool, engine: str
) -> None:
    """And everywhere where the director chose it; TRUE in cells is a number to it."""
    sheet["G1"], sheet["K1"] = f"={formula}", True

    def office(package: Package, ours: Sequence[Area], areas: Sequence[Area]) -> list[Block]:
        return [[[7.0]] for _ in areas]

    monkeypatch.setattr(office_module, "installed_office", lambda: office)
    path, listed = computed(sheet, tmp_path, engine)
    decided = asked or engine == "libreoffice"
    assert values(path, "Games", "G1") == [7 if decided else None]
    assert list(listed) == ([] if decided else ["G1"])


@pytest.mark.parametrize("formula", ['CELL("filename")&C1', 'INFO("system")&C1', "DOLLAR(C1)"])
@pytest.mark.parametrize("engine", ["python", "auto", "libreoffice"])
def test_nothing_of_this_computer_is_stored(
    sheet: Worksheet, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, formula: str, engine: str
) -> None:
    sheet["G1"], sheet["G2"] = f"={formula}", "=LEN(G1)"
    monkeypatch.setattr(
        office_module, "installed_office", lambda: lambda _, __, areas: [[["LINUX"]]] * len(areas)
    )
    path, listed = computed(sheet, tmp_path, engine)
    assert [*listed] == ["G1", "G2"]
    assert values(path, "Games", "G1:G2") == [None, None]


def test_days_since_1904(sheet: Worksheet, tmp_path: Path) -> None:
    sheet.parent.epoch = CALENDAR_MAC_1904
    formulas = (
        'TEXT(0+C7,"yyyy ddd")',
        "YEAR(TODAY())>2020",
        "DATE(1904,1,2)",
        "DATE(1900,1,1)",
        "INT(NOW())=TODAY()",
    )
    for row, formula in enumerate(formulas, 1):
        sheet[f"G{row}"] = f"={formula}"
    path, listed = computed(sheet, tmp_path)
    assert list(listed) == ["G4"]
    assert values(path, "Games", "G1:G5") == ["1904 Fri", True, 1, None, True]


def test_arrays_fill_their_cells(sheet: Worksheet, tmp_path: Path) -> None:
    sheet["G1"] = ArrayFormula("G1:G7", "=C1:C7*34")
    sheet["H1"] = ArrayFormula("H1:H3", "=TRANSPOSE(B1:D1)")
    sheet["I1"] = '=ROUND(SUM(DIP_SCORE("SHARE",B1:B7)),2)'
    sheet["I2"] = '=IF(B1>50,SUM(DIP_SCORE("SHARE",B1:B7)),"few")'
    sheet["I3"] = '=MAX(INDEX(SHARE_SCORE(B1:B7),1),CHOOSE(1+(B5<=10),1,"x"))'
    path, listed = computed(sheet, tmp_path)
    assert listed == {}
    assert values(path, "Games", "G1:G7") == pytest.approx([*CENTRES])
    assert values(path, "Games", "H1:H3") == [12, 12 / 34, "~t"]
    assert values(path, "Games", "I1:I3") == [1, "few", "#VALUE!"]


def test_looking_into_an_array_of_ours(sheet: Worksheet, tmp_path: Path) -> None:
    names = sheet.parent.create_sheet("List")
    for row in range(1, 102):
        names[f"C{row}"] = f"N{row}"
    names["A1"] = ArrayFormula("A1:A101", "=DIP_ECHO(IF(1,C1:C101))")
    for row in range(1, 21):
        sheet[f"H{row}"], sheet[f"G{row}"] = f"N{row + 1}", f"=MATCH(H{row},List!$A$2:$A$101,0)"
    path, listed = computed(sheet, tmp_path)
    assert listed == {}
    assert values(path, "Games", "G1:G20") == [*range(1, 21)]


def test_hostile_texts(sheet: Worksheet, tmp_path: Path) -> None:
    texts = ("a~b", "a\tb", "line\nbreak", "<&>\"'", " both ", "=1+1")
    for row, text in enumerate(texts, 1):
        sheet[f"D{row}"].value, sheet[f"D{row}"].data_type = text, "s"
        sheet[f"G{row}"], sheet[f"H{row}"] = f'=D{row}&IF(C{row}>=0,"",1)', f"=LEN(D{row})"
    path, listed = computed(sheet, tmp_path)
    assert listed == {}
    package = Package.read(path)
    shown = [(package.value("Games", f"G{row}"), package.value("Games", f"H{row}")) for row in range(1, 7)]
    assert shown == [(text, len(text)) for text in texts]


ANYTHING = """1|0|-1|2.5|1E300|-1E300|5E-324|60|2958466|123456789012345678|TRUE|"x"|""|"1E400"|"2024-05-01"|
"0000-01-01"|"²"|"ß"|"🏆"|#N/A|A1|A9|D1:D9|A1:E14|{1,2;3,4}|{"a","b"}||1/3|9^99|"yyyy hh:mm"|"0.0E+0"|
"#,##0,,"|"@"|"*"|"~"|1E9|-1E9
""".replace("\n", "").split("|")


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_no_function_breaks_down(sheet: Worksheet, tmp_path: Path, seed: int) -> None:
    """Any formula has a value, an error value, or a reason not to be computed."""
    dice, last = random.Random(seed), "1"
    names = [*FUNCTIONS_OF_EXCEL, *SPECIAL] * 8
    for row, name in enumerate(names, 1):
        spec = FUNCTIONS_OF_EXCEL.get(name)
        least, most = (spec.least, min(spec.most, spec.least + 2)) if spec else (1, 5)
        given = [dice.choice([*ANYTHING, last, last]) for _ in range(dice.randint(least, most))]
        last = f"{name}({','.join(given)})" if len(last) < 200 else "1"
        sheet[f"G{row}"] = f"={last}"
    path, listed = computed(sheet, tmp_path)
    shown = values(path, "Games", f"G1:G{len(names)}")
    assert {shown[int(cell[1:]) - 1] for cell in listed} == {None}
    assert len(listed) < len(names) * 0.6


def test_only_the_order_of_names_is_any_in_a_plain_workbook(sheet: Worksheet, tmp_path: Path) -> None:
    """One that may come out either way for another reason is listed."""
    formulas = ('=COUNTIF(A1:A7,"<O\'Neil")', '=COUNTIF(A1:A7,">"&A9)', "=COUNT(A1:A7)")
    for row, formula in enumerate(formulas, 1):
        sheet[f"G{row}"] = formula
    package = Package.read(saved(sheet.parent, tmp_path))
    plain = Plain(frozenset({"COUNTIF", "COUNT"}), dict)
    done = recalculate(package, FUNCTIONS, plain=plain)
    assert [(one.ref, one.reason) for one in done.not_computed] == [("G2", NOTHING)]
    assert package.value("Games", "G1") == 5


def test_what_depends_on_its_row_is_computed_in_each_row(sheet: Worksheet, tmp_path: Path) -> None:
    """Parts of a formula that are the same in all rows are computed once; these are not."""
    dead = '(B$1:B$7=0)*(COUNTIFS(B$1:B$7,B$1:B$7,A$1:A$7,"?*")>0)'
    for row in range(1, 8):
        sheet[f"G{row}"] = f"=SUMPRODUCT((ROW($B$1:$B$7)=ROW())*{dead})+C1*0"
        sheet[f"H{row}"] = f"=SUMPRODUCT((B{row}=$B$1:$B$7)*{dead})+C1*0"
        sheet[f"I{row}"] = f'=SUMPRODUCT((INDIRECT("B"&ROW())=$B$1:$B$7)*{dead})+C1*0'
    path, _ = computed(sheet, tmp_path)
    none = [1 if count == 0 else 0 for count in CENTRES]
    assert values(path, "Games", "G1:G7") == none
    both = [none[row] * sum(none) for row in range(7)]
    assert values(path, "Games", "H1:H7") == both
    assert values(path, "Games", "I1:I7") == both
