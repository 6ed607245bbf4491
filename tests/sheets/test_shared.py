"""Formulas that are stored once for a whole column keep their meaning."""

from io import BytesIO

from openpyxl import Workbook

from tests.each import each
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.sheets.xlsx.shared import share_formulas

SHEET = "xl/worksheets/sheet1.xml"


def packed(formulas: dict[str, str]) -> Package:
    book = Workbook()
    assert book.active is not None
    for place, formula in formulas.items():
        book.active[place] = formula
    made = BytesIO()
    book.save(made)
    return Package.read(made.getvalue())


def shared_package(package: Package) -> Package:
    package.set_part(SHEET, share_formulas(package.part(SHEET) or b""))
    again = package.to_bytes()
    return Package.read(again if again is not None else b"")


def column(text: str, rows: range) -> dict[str, str]:
    return {f"A{row}": "=" + text.replace("#", str(row)) for row in rows}


@each(
    "formulas",
    [
        column("SUMIF($B$1:$B$99,$B#,$C$1:$C$99)+D#", range(2, 40)),
        {
            **column("SUMIF($B$1:$B$99,$B#,$C$1:$C$99)", range(2, 9)),
            **column("$B#*$C$1*12345678", range(9, 20)),
        },
        {
            **column("MAX($B#:$D#,Setup!$B$12,Setup!$C12)", range(2, 12)),
            "A12": "=1",
            "B2": '="A2 is a text"&C2',
        },
        column("LOG10($B#)+ROUND($C#,8)*10", range(10, 14)),
        column("MAX($B2:$B#,$C$1,$D$1)", range(3, 9)),
    ],
)
def test_every_cell_keeps_its_formula(formulas: dict[str, str]) -> None:
    package = packed(formulas)
    before = {place: cell.formula for place, cell in package.sheet("Sheet").cells.items()}
    after = shared_package(package)
    assert {place: cell.formula for place, cell in after.sheet("Sheet").cells.items()} == before


def test_a_column_is_written_once() -> None:
    formulas = column("SUMIF($B$1:$B$999,$B#,$C$1:$C$999)", range(2, 500))
    package = packed(formulas)
    part = share_formulas(package.part(SHEET) or b"")
    assert part.count(b"SUMIF") == 1
    assert part.count(b't="shared"') == len(formulas)
