"""Directors' own workbooks made plain: what our functions gave is what plain formulas give, live."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from books import parts, saved
from engines import at, in_both
from plain_books import FIRST, LAST, LAYOUTS, THEN, Game, Layout, Place, array, book

from xl_dipscore.errors import ERRORS, NA
from xl_dipscore.functions import FUNCTIONS
from xl_dipscore.workbook.plain.convert import MARK, SHEET, NothingOfOurs, make_plain
from xl_dipscore.workbook.rebuild import rebuild_package
from xl_dipscore.xlsx.formula import address, function_name, position, tokens
from xl_dipscore.xlsx.package import Package
from xl_dipscore.xlsx.sheet import CellValue

OURS = {function.name.replace("_", ""): function.name for function in FUNCTIONS}


def typed(path: Path, cells: Mapping[Place, Any]) -> Package:
    package = Package.read(path)
    for (sheet, cell), value in cells.items():
        if package.value(sheet, cell) != value:
            package.set_value(sheet, cell, value)
    return package


def director(layout: Layout, games: Sequence[Game], folder: Path) -> Path:
    path = saved(layout.make(), folder, "director.xlsx")
    package = typed(path, layout.cells(games))
    package.write(path)
    return path


def plain(path: Path, engine: Any = "python") -> tuple[Path, tuple[str, ...]]:
    package = Package.read(path)
    said = make_plain(package, path, engine=engine)
    new = path.with_name("plain.xlsx")
    new.write_bytes(package.to_bytes())
    return new, said


def formulas(package: Package) -> dict[Place, str]:
    """Every cell that a formula fills."""
    found = {}
    for name in package.sheet_names:
        for cell in package.sheet(name).cells.values():
            if cell.formula:
                area = cell.area if cell.kind == "array" else None
                for place in area.cells if area else [(cell.row, cell.column)]:
                    found[name, address(*place)] = cell.formula
    return found


def alike(got: Any, expected: CellValue, table: bool) -> bool:
    """Numbers to 1e-9, any error for an error, a check for one that says as much.

    table: our functions give an error in the cells beyond their table, which stay empty.
    """
    if isinstance(expected, int | float):
        return isinstance(got, int | float) and abs(got - expected) <= 1e-9 * max(1, abs(expected))
    first, second = str(expected or ""), str(got or "")
    if first in ERRORS:
        return second in ERRORS or (first == NA and table and not second)
    if " " in first and ":" in first:
        return " " in second and first.startswith("OK") == second.startswith("OK")
    return first == second


@pytest.mark.native
@pytest.mark.parametrize("name", LAYOUTS)
def test_it_computes_what_our_functions_do(name: str, tmp_path: Path) -> None:
    layout = LAYOUTS[name]
    path = director(layout, FIRST, tmp_path)
    new, said = plain(path, "auto")
    assert said == ()
    for number, games in enumerate((FIRST, THEN, LAST)):
        cells = layout.cells(games)
        ours = typed(path, cells)
        assert rebuild_package(ours, path).not_computed == ()
        changed = typed(new, cells)
        copy = tmp_path / f"changed {number}.xlsx"
        copy.write_bytes(changed.to_bytes())
        [computed] = in_both([copy], tmp_path / "office")
        for program, sheets in computed.items():
            wrong = {
                place: (got, ours.value(*place))
                for place in formulas(ours)
                if not alike(
                    got := at(sheets[place[0]], *position(place[1])), ours.value(*place), place[0] == "Table"
                )
            }
            assert wrong == {}, program


@pytest.mark.parametrize("name", LAYOUTS)
def test_nothing_of_ours_is_left_and_only_calling_cells_change(name: str, tmp_path: Path) -> None:
    path = director(LAYOUTS[name], FIRST, tmp_path)
    new, _ = plain(path)
    before, after = Package.read(path), Package.read(new)
    used = {
        function_name(token.text[:-1], OURS)
        for formula in formulas(after).values()
        for token in tokens(formula)
        if token.kind == "function"
    }
    assert used.isdisjoint(OURS.values())
    assert not [cell for cell in formulas(after).values() if len(cell) > 2000]
    assert "array" not in {c.kind for n in after.sheet_names for c in after.sheet(n).cells.values()}
    calling = {place for place, formula in formulas(before).items() if calls(formula)}
    for sheet in before.sheet_names:
        for place, cell in before.sheet(sheet).cells.items():
            if (sheet, address(*place)) not in calling:
                there = after.sheet(sheet).cells[place]
                assert there.formula == cell.formula
                assert cell.formula or there.value == cell.value
    assert after.sheet_names == (*before.sheet_names, SHEET)
    assert [one.text for one in after.defined_names if one.name == MARK]


def calls(formula: str) -> bool:
    return any(token.kind == "function" and token.text[:-1] in OURS.values() for token in tokens(formula))
