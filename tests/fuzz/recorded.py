"""Results recorded from real Excel, in the folder `shared` beside this project if it exists."""

from __future__ import annotations

import io
import json
import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import openpyxl

from xl_dipscore.sheets.calculate.block import Failure
from xl_dipscore.sheets.xlsx.cell import CellValue, ErrorMark
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.workbooks.acts.rebuild import rebuild_package

FILE = Path(__file__).parents[3] / "shared" / "excel-recorded" / "cases.json"
BATCH = 200
"""Cases in one workbook, each on a sheet of its own."""
ANSWER = "Z1"
"""The cell in which Excel computed the formulas; ROW() and COLUMN() depend on it."""
NEWER = """
AGGREGATE ARABIC BASE CEILING.MATH CEILING.PRECISE COMBINA CONCAT COVARIANCE.P COVARIANCE.S DAYS
DECIMAL FILTER FLOOR.MATH FLOOR.PRECISE GAUSS IFNA IFS ISFORMULA ISOWEEKNUM LET MAXIFS MINIFS
MODE.SNGL NUMBERVALUE PERCENTILE.EXC PERCENTILE.INC PERCENTRANK.EXC PERCENTRANK.INC PERMUTATIONA PHI
QUARTILE.EXC QUARTILE.INC RANK.AVG RANK.EQ SEQUENCE SHEET SHEETS SORT SORTBY STDEV.P STDEV.S SWITCH
TEXTAFTER TEXTBEFORE TEXTJOIN UNICHAR UNICODE UNIQUE VAR.P VAR.S XLOOKUP XMATCH XOR
"""
"""Functions that files store with a prefix."""
_NEWER = re.compile(rf"(?<![\w.])({'|'.join(map(re.escape, sorted(NEWER.split(), reverse=True)))})\(")


@dataclass(frozen=True)
class Case:
    """A formula, the cells that it refers to, and Excel's result."""

    formula: str
    cells: tuple[tuple[str, CellValue], ...]
    """A formula among them is a text that begins with "="."""
    excel: CellValue

    def __str__(self) -> str:
        return " ".join([self.formula, *(f"{cell}: {value!r}" for cell, value in self.cells)])


def cases() -> list[Case]:
    found = json.loads(FILE.read_text(encoding="utf-8"))["cases"]
    return [
        Case(
            one["formula"],
            tuple((cell, _value(what)) for cell, what in one["cells"].items()),
            _value(one["expect"]),
        )
        for one in found
    ]


def _value(what: dict[str, Any]) -> CellValue:
    match what["kind"]:
        case "blank":
            return None
        case "error":
            return ErrorMark(what["code"])
        case "formula":
            return str(what["formula"])
    value: CellValue = what["value"]
    return value


def stored(few: Sequence[Case]) -> list[CellValue]:
    """The values that a rebuild stores for formulas without a value; a Failure for a cell that it lists."""
    book = openpyxl.Workbook()
    del book["Sheet"]
    for number, case in enumerate(few):
        sheet = book.create_sheet(f"S{number}")
        for cell, value in case.cells:
            sheet[cell] = _marked(value) if isinstance(value, str) else value
        sheet[ANSWER] = _marked(case.formula)
    data = io.BytesIO()
    book.save(data)
    package = Package.read(data.getvalue())
    report = rebuild_package(package, "", engine="python")
    listed = {one.sheet: Failure(one.reason) for one in report.not_computed if one.ref == ANSWER}
    names = (f"S{number}" for number in range(len(few)))
    return [listed.get(name, package.value(name, ANSWER)) for name in names]


def _marked(text: str) -> str:
    if not text.startswith("="):
        return text
    return _NEWER.sub(lambda found: f"_xlfn.{'_xlws.' * (found[1] in ('FILTER', 'SORT'))}{found[0]}", text)


def same(ours: CellValue, excel: CellValue) -> bool:
    """Are two values of the same kind and equal, numbers to 12 digits? Different errors differ."""
    if isinstance(excel, str) or isinstance(ours, str):
        return ours == excel and isinstance(ours, ErrorMark) == isinstance(excel, ErrorMark)
    if isinstance(excel, bool) or isinstance(ours, bool):
        return ours is excel
    return math.isclose(ours or 0, excel or 0, rel_tol=1e-12, abs_tol=1e-12)
