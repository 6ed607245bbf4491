"""What in a workbook is ours: formulas that call our functions, wherever they stand, and plain formulas."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from xl_dipscore.calculate.block import Function
from xl_dipscore.errors import join
from xl_dipscore.functions import FUNCTIONS
from xl_dipscore.workbook.layout.setup import plain_for
from xl_dipscore.xlsx.formula import function_name
from xl_dipscore.xlsx.markup import ATTRIBUTES, unescape
from xl_dipscore.xlsx.package import Package
from xl_dipscore.xlsx.sheet import Sheet

OURS = {function.name.replace("_", ""): function.name for function in FUNCTIONS}
"""Our names, by what LibreOffice makes of them."""
SHEET = "Plain formulas"
"""The sheet that a director's workbook has more when it is made plain."""
_CALLED = re.compile(r"[^\W\d][\w.]*(?=\()")
_FORMULAS = re.compile(
    rf"<((?:[\w.-]+:)?(?:formula|formula1|formula2|calculatedColumnFormula|f)){ATTRIBUTES}>([^<]+)</"
)


def is_ours(package: Package, functions: Sequence[Function] = FUNCTIONS) -> bool:
    """Does it compute with functions of ours, or by plain formulas of ours?"""
    if plain_for(package) or any(name.startswith(SHEET) for name in package.sheet_names):
        return True
    texts = [name.text for name in package.defined_names]
    for sheet in map(package.sheet, package.sheet_names):
        texts += [cell.formula for cell in sheet.cells.values() if cell.formula]
        texts += _rules(sheet)
    return calls("\n".join(texts), {function.name.replace("_", ""): function.name for function in functions})


def calls(formula: str, ours: Mapping[str, str] = OURS) -> bool:
    """Does a formula call a function of ours? `ours` are the names without underscores."""
    return any(function_name(name, ours) in ours.values() for name in set(_CALLED.findall(formula)))


def remaining(package: Package) -> Iterator[str]:
    """Where else our functions are called: in names, and in rules for formats and for what may be typed."""
    if names := [name.name for name in package.defined_names if calls(name.text)]:
        yield f"Names that call our functions show an error without them: {join(names)}."
    if sheets := [name for name in package.sheet_names if any(map(calls, _rules(package.sheet(name))))]:
        yield f"Conditional formats or validations call our functions on {join(sheets)}; they stop working."


def _rules(sheet: Sheet) -> list[str]:
    """The formulas behind a sheet's cells."""
    return [unescape(found[2]) for found in _FORMULAS.finditer(sheet.behind)]
