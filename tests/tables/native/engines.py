"""Workbooks as programs compute them: the values of every sheet, and when two are equal.

LibreOffice forgives much that other programs do not, so formulas must be right in IronCalc too; and shipped
workbooks also in Gnumeric and in HyperFormula, which .ci/run installs beside the tests.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from xml.etree import ElementTree
from zipfile import ZipFile

import openpyxl
from openpyxl.utils.cell import coordinate_to_tuple

Rows = list[list[Any]]
"""Values of cells: None or "" for a blank, a bool, a number, text; of an error its mark, such as "#N/A"."""

ALWAYS = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Office.Calc/Formula/Load">
<prop oor:name="OOXMLRecalcMode" oor:op="fuse"><value>0</value></prop></item>
</oor:items>
"""
"""User settings that make LibreOffice compute every formula of a file when it opens it."""


HERE = Path(__file__).parent
HYPERFORMULA = Path(os.environ.get("HYPERFORMULA", HERE.parents[2] / ".hyperformula")).resolve()
"""The folder in which npm has installed HyperFormula."""
TWO = ("LibreOffice", "IronCalc")
ALL = (*TWO, "Gnumeric", "HyperFormula")
STRICT = TWO if "BOTH" in os.environ else TWO[1:]
"""Does LibreOffice compute all workbooks too? Otherwise a sample, because it forgives more than IronCalc."""


def missing(programs: Collection[str] = TWO) -> str:
    """The program that is not installed here, or empty text."""
    there = {
        "LibreOffice": (shutil.which("soffice"), "no soffice on the path"),
        "IronCalc": (find_spec("ironcalc"), "the extra dev has it"),
        "Gnumeric": (shutil.which("ssconvert"), "no ssconvert on the path"),
        "HyperFormula": (shutil.which("node") and HYPERFORMULA.is_dir(), f"no node, or no {HYPERFORMULA}"),
    }
    not_here = (f"{one} is not installed here ({there[one][1]})" for one in programs if not there[one][0])
    return next(not_here, "")


def in_libreoffice(
    books: Sequence[Path], folder: Path, sheets: Sequence[str] | None = None
) -> Iterator[dict[str, Rows]]:
    """The values of each workbook, by the names of its sheets, or of some of them.

    The workbooks have names of their own, and `folder` is LibreOffice's: its settings, and what it writes.
    """
    for book in converted(books, folder):
        yield stored(book, sheets)


def converted(books: Sequence[Path], folder: Path) -> list[Path]:
    """The workbooks as LibreOffice computes and writes them."""
    user, written = folder / "profile" / "user", folder / "written"
    user.mkdir(parents=True, exist_ok=True)
    (user / "registrymodifications.xcu").write_text(ALWAYS)
    command = [
        "soffice",
        f"-env:UserInstallation={(folder / 'profile').resolve().as_uri()}",
        *("--headless", "--norestore", "--convert-to", "xlsx", "--outdir", str(written)),
    ]
    for book in books:
        (written / book.name).unlink(missing_ok=True)
    if books:
        subprocess.run([*command, *map(str, books)], capture_output=True, check=True)
    return [written / book.name for book in books]


def in_ironcalc(book: Path, sheets: Sequence[str] | None = None) -> dict[str, Rows]:
    """The values as IronCalc computes them."""
    import ironcalc

    model = ironcalc.load_from_xlsx(str(book))
    model.evaluate()
    computed = {}
    for number, sheet in enumerate(model.get_worksheets_properties()):
        if sheets is None or sheet["name"] in sheets:
            _, rows, _, columns = model.get_sheet_dimensions(number)
            computed[sheet["name"]] = [
                [model.get_cell_value(number, row, column) for column in range(1, columns + 1)]
                for row in range(1, rows + 1)
            ]
    return computed


def in_gnumeric(book: Path, folder: Path, sheets: Sequence[str] | None = None) -> dict[str, Rows]:
    """The values as Gnumeric computes them; it stores its files in the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    written = folder / book.name
    command = ["ssconvert", "--recalc", "--export-type=Gnumeric_Excel:xlsx2", str(book), str(written)]
    subprocess.run(command, capture_output=True, check=True)
    return stored(written, sheets)


_MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"


def stored(book: Path, sheets: Sequence[str] | None = None) -> dict[str, Rows]:
    """The values that a program stored, without openpyxl, which takes seconds for sheets of empty cells."""
    found: dict[str, Rows] = {}
    with ZipFile(book) as package:

        def tree(part: str) -> ElementTree.Element:
            return ElementTree.fromstring(package.read(f"xl/{part}.xml"))

        strings = [*map(_text, tree("sharedStrings"))]
        for number, sheet in enumerate(tree("workbook").iter(f"{_MAIN}sheet"), 1):
            if sheets is not None and sheet.get("name") not in sheets:
                continue
            rows = found[str(sheet.get("name"))] = []
            for cell in tree(f"worksheets/sheet{number}").iter(f"{_MAIN}c"):
                if (value := _value(cell, strings)) is not None:
                    row, column = coordinate_to_tuple(cell.get("r", ""))
                    rows += ([] for _ in range(row - len(rows)))
                    rows[row - 1] += [None] * (column - len(rows[row - 1]))
                    rows[row - 1][column - 1] = value
    return found


def _value(cell: ElementTree.Element, strings: Sequence[str]) -> Any:
    kind, value = cell.get("t"), cell.findtext(f"{_MAIN}v")
    if kind == "inlineStr":
        return _text(cell)
    if value is None or kind in ("str", "e"):
        return value
    if kind in ("s", "b"):
        return strings[int(value)] if kind == "s" else value == "1"
    return int(value) if value.lstrip("-").isdecimal() else float(value)


def _text(element: ElementTree.Element) -> str:
    return "".join(one.text or "" for one in element.iter(f"{_MAIN}t"))


def in_hyperformula(
    books: Sequence[Path], folder: Path, sheets: Sequence[str] | None = None
) -> Iterator[dict[str, Rows]]:
    """The values as HyperFormula computes them; it reads no files and gets every cell."""
    folder.mkdir(parents=True, exist_ok=True)
    asked, answered = folder / "asked.json", folder / "answered.json"
    told = []
    for path in books:
        book = openpyxl.load_workbook(path)
        names = book.defined_names.values()
        told.append(
            {
                "sheets": {sheet.title: [[*map(_told, row)] for row in sheet.rows] for sheet in book},
                "names": [{"name": one.name, "expression": f"={one.attr_text}"} for one in names],
            }
        )
    asked.write_text(json.dumps(told))
    command = ["node", HERE / "hyperformula.mjs", HYPERFORMULA, asked, answered]
    subprocess.run([*map(str, command)], check=True)
    for found in json.loads(answered.read_text()):
        yield {name: rows for name, rows in found.items() if sheets is None or name in sheets}


def _told(cell: Any) -> Any:
    """A cell as typed into HyperFormula: an apostrophe keeps a text of digits a text."""
    return f"'{cell.value}" if cell.data_type in ("s", "inlineStr") else cell.value


def in_each(
    books: Sequence[Path],
    folder: Path,
    sheets: Sequence[str] | None = None,
    programs: Collection[str] = TWO,
) -> Iterator[Mapping[str, dict[str, Rows]]]:
    """The values of each workbook by the names of the programs."""
    asked = {
        "LibreOffice": lambda: in_libreoffice(books, folder, sheets),
        "IronCalc": lambda: (in_ironcalc(book, sheets) for book in books),
        "Gnumeric": lambda: (in_gnumeric(book, folder / "gnumeric", sheets) for book in books),
        "HyperFormula": lambda: in_hyperformula(books, folder / "hyperformula", sheets),
    }
    for computed in zip(*(asked[program]() for program in programs), strict=True):
        yield dict(zip(programs, computed, strict=True))


def same(got: Any, expected: Any) -> bool:
    """Is a cell's value as expected? Numbers to a relative or absolute 1e-9; None and "" are both blank."""
    match expected:
        case None | "":
            return got is None or got == ""
        case bool():
            return got is expected
        case int() | float() | Fraction():
            number = isinstance(got, int | float) and not isinstance(got, bool)
            return number and abs(got - float(expected)) <= 1e-9 * max(1, abs(expected))
    return bool(got == expected)


def at(rows: Rows, row: int, column: int) -> Any:
    """The cell at a row and column, from 1; None outside the values that a program gave."""
    line = rows[row - 1] if row <= len(rows) else []
    return line[column - 1] if column <= len(line) else None


def differences(
    got: Rows, expected: Rows, equal: Callable[[Any, Any], bool] = same
) -> list[tuple[int, int, Any, Any]]:
    """Every cell that is not as expected: row and column from 1, the value, and the expected one."""
    return [
        (i, j, at(got, i, j), value)
        for i, row in enumerate(expected, 1)
        for j, value in enumerate(row, 1)
        if not equal(at(got, i, j), value)
    ]
