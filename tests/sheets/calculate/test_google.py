"""Formulas that Google Sheets has hidden in texts, and the cells that they fill."""

from pathlib import Path
from typing import Any

from openpyxl import Workbook

from tests.sheets.books import FUNCTIONS, saved
from xl_dipscore.sheets.calculate.google import _restored_sentence, restore_formulas
from xl_dipscore.sheets.xlsx.formula import position
from xl_dipscore.sheets.xlsx.package import Package


def book(folder: Path, cells: dict[str, Any]) -> Package:
    """Counts in B2:B8, and further cells: values, or formulas with the values that they show."""
    made = Workbook()
    sheet = made.worksheets[0]
    sheet.title = "Games"
    for row, count in enumerate((10, 9, 8, 7, 0, 0, 0), 2):
        sheet.cell(row, 2).value = count
    for cell, given in cells.items():
        sheet[cell] = given[0] if isinstance(given, tuple) else given
    package = Package.read(saved(made, folder))
    for cell, given in cells.items():
        if isinstance(given, tuple):
            package.sheet("Games").set_cached_value(*position(cell), given[1])
    return Package(package.to_bytes(), "event.xlsx")


def hidden(formula: str, value: Any = 0) -> tuple[str, Any]:
    text = formula.replace('"', '""')
    return f'=IFERROR(__xludf.DUMMYFUNCTION("{text}"),{value})', value


def further(value: Any) -> tuple[str, Any]:
    return f'=IFERROR(__xludf.DUMMYFUNCTION("""COMPUTED_VALUE"""),{value})', value


def formula_of(package: Package, cell: str) -> tuple[str, str]:
    found = package.sheet("Games").cells[position(cell)]
    area = found.area
    return found.formula, "" if area is None else f"{area.bottom - area.top + 1}x{area.right - area.left + 1}"


def test_a_plain_workbook_stays(tmp_path: Path) -> None:
    package = book(tmp_path, {"C2": "=SUM(B2:B8)"})
    assert restore_formulas(package, FUNCTIONS) == ()
    assert not package.changed


def test_a_call_of_ours_in_one_cell(tmp_path: Path) -> None:
    package = book(tmp_path, {"C2": hidden("SUM(SHARE_SCORE(B2:B8))", 1), "D2": 5})
    (said,) = restore_formulas(package, FUNCTIONS)
    assert formula_of(package, "C2")[0] == "SUM(SHARE_SCORE(B2:B8))"
    assert said.endswith("is restored: C2.")
    assert package.value("Games", "C2") == 1


def test_formulas_of_others_stay_hidden(tmp_path: Path) -> None:
    cells = {"C2": hidden("NOBODYS(B2)"), "C3": hidden('QUERY(SHARE_SCORE(B2:B8),"select *")')}
    package = book(tmp_path, cells)
    assert restore_formulas(package, FUNCTIONS) == ()


def test_an_array_fills_the_cells_that_showed_it(tmp_path: Path) -> None:
    cells: dict[str, Any] = {"C2": hidden("SHARE_SCORE(B2:B8)", 0.3)}
    cells |= {f"C{row}": further(0.1) for row in range(3, 9)}
    package = book(tmp_path, cells)
    (said,) = restore_formulas(package, FUNCTIONS)
    assert formula_of(package, "C2") == ("SHARE_SCORE(B2:B8)", "7x1")
    assert said.endswith("C2:C8.")


def test_a_size_that_google_keeps_is_that_of_the_array(tmp_path: Path) -> None:
    cells: dict[str, Any] = {"C2": hidden("ARRAY_CONSTRAIN(ARRAYFORMULA(SHARE_SCORE(B2:B8)), 3, 1)", 0.3)}
    package = book(tmp_path, cells | {"C3": 0.2, "C4": 0.1, "C5": "mine"})
    restore_formulas(package, FUNCTIONS)
    assert formula_of(package, "C2") == ("SHARE_SCORE(B2:B8)", "3x1")
    assert package.value("Games", "C5") == "mine"


def test_an_array_without_value_fills_what_it_would_fill(tmp_path: Path) -> None:
    package = book(tmp_path, {"C2": hidden("SHARE_SCORE(B2:B8)", "#NAME?")})
    restore_formulas(package, FUNCTIONS)
    assert formula_of(package, "C2")[1] == "7x1"
    typed = book(tmp_path, {"C2": hidden("ArrayFormula(SHARE_SCORE(B2:B8))", 0.3), "C5": "mine"})
    restore_formulas(typed, FUNCTIONS)
    assert formula_of(typed, "C2")[1] == "1x1"
    assert typed.value("Games", "C5") == "mine"


def test_two_arrays_beside_each_other_keep_their_own_cells(tmp_path: Path) -> None:
    cells: dict[str, Any] = {"C2": hidden("SHARE_SCORE(B2:B8)", 1), "D2": hidden("SHARE_SCORE(B2:B4)", 1)}
    cells |= {f"{column}{row}": further(0.1) for column in "CD" for row in range(3, 9)}
    cells |= {f"D{row}": None for row in range(5, 9)}
    package = book(tmp_path, cells)
    (said,) = restore_formulas(package, FUNCTIONS)
    assert [formula_of(package, cell)[1] for cell in ("C2", "D2")] == ["7x1", "3x1"]
    assert "2 formulas" in said


def test_a_sentence_names_three_cells_and_counts_the_others() -> None:
    assert _restored_sentence("Games", ["A1", "B1", "C1", "D1"]).endswith(": A1, B1, C1 and D1.")
    five = _restored_sentence("Games", ["A1", "B1", "C1", "D1", "E1"])
    assert five.endswith(": A1, B1, C1 and 2 more.")
    assert "5 formulas" in five
