"""Small functions of ours, and real workbooks that use them."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import openpyxl
from openpyxl.worksheet.formula import ArrayFormula
from openpyxl.worksheet.worksheet import Worksheet

from xl_dipscore.sheets.calculate.office import office_for
from xl_dipscore.sheets.calculate.recalc import Recalculated, recalculate
from xl_dipscore.sheets.xlsx import charts
from xl_dipscore.sheets.xlsx.package import Package


@dataclass(frozen=True)
class Argument:
    name: str
    optional: bool = False


@dataclass(frozen=True)
class Function:
    name: str
    arguments: tuple[Argument, ...]
    call: Callable[..., Any]


def shares(centres: Any, *rest: Any) -> Any:
    """Each power's share of the centres; an impossible board is an error in every cell of it."""
    counts = [row[0] for row in centres]
    if all(count is None for count in counts):
        return [[None] for _ in counts]
    if not all(isinstance(count, int | float) and not isinstance(count, bool) for count in counts):
        return [["#VALUE!"] for _ in counts]
    total = sum(counts)
    return [["#VALUE!" if total > 34 else count / total] for count in counts]


SCORE = Function(
    "DIP_SCORE",
    (
        Argument("system"),
        Argument("centres"),
        Argument("draw", optional=True),
        Argument("year", optional=True),
    ),
    lambda system, centres, *rest: shares(centres) if system == "SHARE" else "#N/A",
)
SHARE = Function("SHARE_SCORE", (Argument("centres"),), shares)
ECHO = Function("DIP_ECHO", (Argument("anything"),), lambda anything: anything)
TABLE = Function("DIP_TABLE", (), lambda: [["Rank", "Player"], [1, "Ann"], [2, None]])
FUNCTIONS = (SCORE, SHARE, ECHO, TABLE)

CENTRES = (10, 9, 8, 7, 0, 0, 0)


def rebuild(
    path: Path,
    *,
    functions: Sequence[Function] = FUNCTIONS,
    engine: Literal["auto", "python", "libreoffice"] = "auto",
) -> Recalculated:
    """Compute what depends on `functions` and store the values, as the act does, without reading an event."""
    package = Package.read(path)
    done = recalculate(package, functions, office_for(engine), everything=engine == "libreoffice")
    if package.changed:
        charts.renew_chart_points(package)
        package.write()
    return done


def board(
    sheet: Worksheet, top: int = 2, centres: tuple[Any, ...] = CENTRES, system: str = '"SHARE"'
) -> None:
    """Seven rows: players in A, centres in B, scores in C as one array formula."""
    for row, count in enumerate(centres, top):
        sheet.cell(row, 1).value = f"P{row - top}"
        sheet.cell(row, 2).value = count
    area = f"C{top}:C{top + 6}"
    sheet[f"C{top}"] = ArrayFormula(area, f"=DIP_SCORE({system},B{top}:B{top + 6})")


def saved(book: openpyxl.Workbook, folder: Path, name: str = "event.xlsx") -> Path:
    path = folder / name
    book.save(path)
    return path


def values(path: Path, sheet: str, cells: str) -> list[Any]:
    """The values that a reader without calculator shows."""
    found = openpyxl.load_workbook(path, data_only=True)[sheet][cells]
    return [cell.value for row in found for cell in row] if isinstance(found, tuple) else [found.value]


def value(path: Path, sheet: str, cell: str) -> Any:
    return values(path, sheet, cell)[0]


def parts(source: Path | bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(source) if isinstance(source, bytes) else source) as file:
        return {name: file.read(name) for name in file.namelist()}


def part_of(path: Path, sheet: str) -> str:
    """The part that holds a sheet."""
    return Package.read(path).sheet(sheet).part


def with_part(source: Path, name: str, change: Callable[[str], str]) -> None:
    """Edit one part by hand, as no library would write it."""
    old = parts(source)
    old[name] = change(old[name].decode()).encode()
    with zipfile.ZipFile(source, "w", zipfile.ZIP_DEFLATED) as file:
        for part, data in old.items():
            file.writestr(part, data)


def add_part(source: Path, name: str, data: str | bytes) -> None:
    with zipfile.ZipFile(source, "a", zipfile.ZIP_DEFLATED) as file:
        file.writestr(name, data)


def xml_of(path: Path, cell: str, part: str = "xl/worksheets/sheet1.xml") -> str:
    found = re.search(rf'<c r="{cell}"(?:[^>]*/>|.*?</c>)', parts(path)[part].decode())
    assert found is not None
    return found[0]


def what_if(path: Path, cell: str, part: str = "xl/worksheets/sheet4.xml") -> None:
    """Excel's what-if data table of two rows, in a cell of Games or of another sheet."""
    column, row = cell[0], int(cell[1:])
    table = f'<f t="dataTable" ref="{cell}:{column}{row + 1}" dt2D="0" r1="A1"/><v>1</v></c>'
    with_part(
        path,
        part,
        lambda xml: re.sub(
            rf'<c r="{cell}"([^>]*?)(?: t="\w+")? ?(?:/>|>.*?</c>)', rf'<c r="{cell}"\1>{table}', xml, count=1
        ),
    )
