"""Workbooks as LibreOffice and IronCalc compute them: the values of every sheet, and when two are equal.

LibreOffice forgives much that other programs do not, so what is right must be right in both.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import openpyxl

Rows = list[list[Any]]
"""Values of cells: None or "" for a blank, a bool, a number, text; of an error its mark, such as "#N/A"."""

ALWAYS = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Office.Calc/Formula/Load">
<prop oor:name="OOXMLRecalcMode" oor:op="fuse"><value>0</value></prop></item>
</oor:items>
"""
"""A user's settings by which LibreOffice computes every formula when it opens a file, whatever is stored."""


def missing() -> str:
    """What of the two programs is not installed here, or nothing."""
    if not shutil.which("soffice"):
        return "LibreOffice is not installed here (no soffice on the path)"
    try:
        import ironcalc  # noqa: F401
    except ImportError:
        return "IronCalc is not installed here"
    return ""


def in_libreoffice(
    books: Sequence[Path], folder: Path, sheets: Sequence[str] | None = None
) -> Iterator[dict[str, Rows]]:
    """The values of each workbook, by the names of its sheets, or of some of them.

    The workbooks have names of their own, and `folder` is LibreOffice's: its settings, and what it writes.
    """
    for book in converted(books, folder):
        computed = openpyxl.load_workbook(book, data_only=True, read_only=True)
        yield {
            sheet.title: [list(row) for row in sheet.iter_rows(values_only=True)]
            for sheet in computed.worksheets
            if sheets is None or sheet.title in sheets
        }
        computed.close()


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
    """The same by IronCalc."""
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


def in_both(
    books: Sequence[Path], folder: Path, sheets: Sequence[str] | None = None
) -> Iterator[Mapping[str, dict[str, Rows]]]:
    """The values of each workbook by program: "LibreOffice" and "IronCalc"."""
    for book, office in zip(books, in_libreoffice(books, folder, sheets), strict=True):
        yield {"LibreOffice": office, "IronCalc": in_ironcalc(book, sheets)}


def same(got: Any, expected: Any) -> bool:
    """Is a cell what it should be? Numbers to 1e-9 of them, or of 1; None and "" are one blank."""
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
    """A cell, both counted from 1; None where a program gave less than that."""
    line = rows[row - 1] if row <= len(rows) else []
    return line[column - 1] if column <= len(line) else None


def differences(
    got: Rows, expected: Rows, equal: Callable[[Any, Any], bool] = same
) -> list[tuple[int, int, Any, Any]]:
    """Every cell that is not as expected: its row and column from 1, what it is and what it should be."""
    return [
        (i, j, at(got, i, j), value)
        for i, row in enumerate(expected, 1)
        for j, value in enumerate(row, 1)
        if not equal(at(got, i, j), value)
    ]
