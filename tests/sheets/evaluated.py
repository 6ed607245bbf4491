"""Formulas on one sheet of names and numbers, and the values that Excel shows."""

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from openpyxl.worksheet.worksheet import Worksheet

from tests.sheets.books import FUNCTIONS, rebuild, saved
from xl_dipscore.sheets.xlsx.package import Package

NAMES = ("Émile", "Eva", "Olaf", "Zoë", "Ann-Lou", "Annie", "O'Neil")
CENTRES = (12, 12, 5, 3, 2, 0, 0)
SHARE_3 = "0.147058823529412"
"""5 / 34 with 15 digits."""
UNSURE = object()
"""A formula that has no value, for any reason."""


def computed(sheet: Worksheet, folder: Path, engine: str = "python") -> tuple[Path, dict[str, str]]:
    """The rebuilt workbook, and the reasons of the listed cells."""
    path = saved(sheet.parent, folder)
    report = rebuild(path, functions=FUNCTIONS, engine=engine)  # type: ignore[arg-type]
    return path, {cell.ref: cell.reason for cell in report.not_computed}


def check_values(sheet: Worksheet, folder: Path, cases: Sequence[tuple[str, Any]]) -> None:
    """Compute formulas in column G. A right value is a value, UNSURE, or the reason why there is none."""
    for row, (formula, _) in enumerate(cases, 1):
        sheet[f"G{row}"] = f"={formula}"
    path, listed = computed(sheet, folder)
    package, wrong = Package.read(path), []
    for row, (formula, right) in enumerate(cases, 1):
        found, why = package.value("Games", f"G{row}"), listed.get(f"G{row}")
        if not _is_right(right, found, why):
            wrong.append(f"{formula}: {found!r} ({why}), Excel {right!r}")
    assert not wrong, "\n".join(wrong)


def _is_right(right: Any, found: Any, why: str | None) -> bool:
    if right is UNSURE:
        return found is None and why is not None
    if isinstance(right, str) and right.startswith("it "):
        return found is None and why == right
    if isinstance(right, float) and isinstance(found, int | float):
        return why is None and math.isclose(found, right, rel_tol=1e-12, abs_tol=1e-12)
    return why is None and found == right and isinstance(found, bool) == isinstance(right, bool)
