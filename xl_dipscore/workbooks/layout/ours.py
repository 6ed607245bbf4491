"""Recognise our parts of a workbook: formulas that call our functions, and plain formulas."""

import re
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path

from xl_dipscore.errors import join
from xl_dipscore.sheets.calculate.block import OurFunction
from xl_dipscore.sheets.xlsx.formula import (
    Token,
    arguments,
    by_letters,
    calls,
    function_name,
    index_of_closing,
)
from xl_dipscore.sheets.xlsx.markup import ATTRIBUTES, unescape
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.sheets.xlsx.sheet import Sheet
from xl_dipscore.tables.functions import FUNCTIONS
from xl_dipscore.workbooks.layout.season import circuit_in
from xl_dipscore.workbooks.layout.setup import Setup

OURS = by_letters(function.name for function in FUNCTIONS)
MISSING = "IFERROR(ERROR.TYPE(DIP_VERSION()),0)=5"
"""A condition in formulas: the program lacks our functions, so that each shows #NAME?."""
SHEET = "Plain formulas"
"""The name of the sheet that `workbooks/plain/` adds to a director's workbook."""
_FORMULAS = re.compile(
    rf"<((?:[\w.-]+:)?(?:formula|formula1|formula2|calculatedColumnFormula|f)){ATTRIBUTES}>([^<]+)</"
)


def without_guard(pieces: Sequence[Token]) -> Sequence[Token]:
    """The tokens of a formula without the condition that blanks the formula where our functions are missing.

    A person means what stands behind it, and in plain formulas no function is missing. Any other formula
    stays as it is.
    """
    if not pieces or pieces[0].kind != "function" or index_of_closing(pieces, 0) != len(pieces) - 1:
        return pieces
    condition, *rest = arguments(pieces, 0)
    asked = "".join(
        f"{function_name(piece.text[:-1], OURS)}(" if piece.kind == "function" else piece.text.strip()
        for piece in condition
    )
    return rest[-1] if asked == MISSING else pieces


def is_ours(setup: Setup, package: Package, functions: Sequence[OurFunction] = FUNCTIONS) -> bool:
    """Does a workbook compute with our functions or our plain formulas?"""
    if setup.plain or circuit_in(setup) or any(name.startswith(SHEET) for name in package.sheet_names):
        return True
    names = by_letters(function.name for function in functions)
    sheets = map(package.sheet, package.sheet_names)
    texts = chain(((name.text for name in package.defined_names),), map(_formulas, sheets))
    return any(calls("\n".join(its), names) for its in texts)


def _formulas(sheet: Sheet) -> list[str]:
    return [*(cell.formula for cell in sheet.cells.values() if cell.formula), *_rules(sheet)]


def warnings_of_other_calls(package: Package) -> Iterator[str]:
    """Warnings about calls of our functions in defined names, conditional formats and validations."""
    if names := [name.name for name in package.defined_names if calls(name.text, OURS)]:
        yield f"Names that call our functions show an error without them: {join(names)}."
    if sheets := [s for s in package.sheet_names if calls("\n".join(_rules(package.sheet(s))), OURS)]:
        yield f"Conditional formats or validations call our functions on {join(sheets)}; they stop working."


def _rules(sheet: Sheet) -> list[str]:
    """The formulas of a sheet's conditional formats, validations and the like."""
    return [unescape(found[2]) for found in _FORMULAS.finditer(sheet.behind)]


def templates_folder() -> Path:
    """The folder of the templates: in the installed package, or beside it in a checkout."""
    installed = Path(__file__).parents[2] / "templates"
    return installed if installed.is_dir() else Path(__file__).parents[3] / "templates"
