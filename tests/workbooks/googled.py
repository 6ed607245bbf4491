"""Workbooks as Google Sheets writes them for Excel, where it does not know our functions."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from xl_dipscore.sheets.xlsx.cell import Cell, CellValue
from xl_dipscore.sheets.xlsx.formula import Area, address
from xl_dipscore.sheets.xlsx.markup import encode
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.sheets.xlsx.sheet import Sheet
from xl_dipscore.tables.functions import FUNCTIONS

COMPUTED = '"COMPUTED_VALUE"'
OURS = re.compile(rf"\b(?:{'|'.join(function.name for function in FUNCTIONS)})\(")
ARRAYS: dict[str, Callable[[str, Area], str]] = {
    # An array formula of Excel's keeps its size there; one that was typed there spills.
    "kept": lambda text, area: f"ARRAY_CONSTRAIN(ARRAYFORMULA({text}), {rows(area)}, {columns(area)})",
    "spilled": lambda text, area: text,
    "typed": lambda text, area: f"=ArrayFormula({text})",
}


def rows(area: Area) -> int:
    return area.bottom - area.top + 1


def columns(area: Area) -> int:
    return area.right - area.left + 1


def quoted(text: str) -> str:
    """A text in a formula, in pieces of 255 characters, the most that Excel takes."""
    pieces = [text[n : n + 255].replace('"', '""') for n in range(0, len(text), 255)] or [""]
    return "&".join(f'"{piece}"' for piece in pieces)


def wrapper(text: str, value: CellValue = None) -> str:
    """The formula that shows a value in place of one that Excel does not know."""
    match value:
        case None:
            beside = ""
        case bool():
            beside = f",{str(value).upper()}"
        case str():
            beside = f",{quoted(value)}"
        case _:
            beside = f",{float(value)!r}"
    return f"IFERROR(__xludf.DUMMYFUNCTION({quoted(text)}){beside})"


def _xml(cell: Cell, style: str, formula: str, value: CellValue) -> str:
    kind = "str" if isinstance(value, str) else "b" if isinstance(value, bool) else ""
    shown = "" if value is None else str(int(value)) if kind == "b" else str(value)
    mark = f' t="{kind}"' if kind else ""
    text = f"<f>{encode(formula)}</f>" + ("" if value is None else f"<v>{encode(shown)}</v>")
    return f'<c r="{address(cell.row, cell.column)}"{style}{mark}>{text}</c>'


def _put_away(sheet: Sheet, arrays: str, unknown: bool) -> Iterator[tuple[Cell, str, CellValue]]:
    """The cells that change, their formulas and values; unknown: shown as #NAME?, so that nothing spills."""
    for cell in list(sheet.cells.values()):
        if not OURS.search(cell.formula):
            continue
        text = (
            cell.formula.replace("_xlfn.", "").replace(",", ", ") if '"' not in cell.formula else cell.formula
        )
        text = text.replace("_xlfn.", "")
        area = cell.area if cell.kind == "array" else None
        if area is not None:
            text = ARRAYS[arrays](text, area)
        shown: CellValue = "#NAME?" if unknown else cell.value
        yield cell, wrapper(text, shown), shown
        for place in list(area.cells)[1:] if area is not None else ():
            other = sheet.cells.get(place, Cell(*place))
            if unknown or other.value is None:
                yield other, "", None
            else:
                yield other, wrapper(COMPUTED, other.value), other.value


def downloaded(source: bytes, arrays: str = "kept", *, unknown: bool = False) -> bytes:
    """A workbook after it was in Google Sheets."""
    package = Package.read(source)
    for name in package.sheet_names:
        sheet = package.sheet(name)
        data = (package.part(sheet.part) or b"").decode()
        changes = {
            address(cell.row, cell.column): (cell, *new) for cell, *new in _put_away(sheet, arrays, unknown)
        }

        def change(found: re.Match[str], changes: dict[str, tuple[Cell, str, CellValue]] = changes) -> str:
            if found[1] not in changes:
                return found[0]
            cell, formula, value = changes.pop(found[1])
            style = re.search(r' s="\d+"', found[2])
            plain = f'<c r="{found[1]}"{style[0] if style else ""}'
            return _xml(cell, style[0] if style else "", formula, value) if formula else f"{plain}/>"

        data = re.sub(r'<c r="([A-Z]+\d+)"([^>]*?)(?:/>|>.*?</c>)', change, data, flags=re.DOTALL)
        assert not any(formula for _, formula, _ in changes.values()), changes
        package.set_part(sheet.part, data.encode())
    return package.to_bytes()


def without_spaces(formula: str) -> str:
    """A formula as it is compared: Google Sheets writes a space after each comma."""
    return re.sub(r'("(?:[^"]|"")*")|\s+', lambda found: found[1] or "", formula)


def cells(source: bytes | Package) -> dict[tuple[str, str], tuple[object, ...]]:
    """The contents of a workbook's cells: formulas with the cells that they fill, and values.

    An array of one cell counts as a formula: Google Sheets does not keep the difference.
    """
    package = Package.read(source) if isinstance(source, bytes) else source
    found = {}
    for name in package.sheet_names:
        for cell in package.sheet(name).cells.values():
            value = cell.value
            if cell.formula_xml or value is not None:
                numeric = isinstance(value, int | float) and not isinstance(value, bool)
                kind = "number" if numeric else type(value).__name__
                single = cell.kind == "array" and cell.area is not None and cell.area.single
                is_array = cell.kind == "array" and not single
                said = without_spaces(cell.formula), "" if single else cell.kind
                area = cell.area if is_array else None
                found[name, address(cell.row, cell.column)] = (*said, area, kind, value)
    return found
