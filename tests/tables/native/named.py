"""Calls of worksheet functions in a workbook that carries them as names, as two engines compute them."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple
from zipfile import ZipFile

import openpyxl
from openpyxl.utils import get_column_letter as letter
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.formula import ArrayFormula

from xl_dipscore.errors import ERRORS
from xl_dipscore.tables.functions import FUNCTIONS

BY_NAME = {function.name: function for function in FUNCTIONS}
Block = Sequence[Sequence[Any]]
"""Cells that an argument refers to."""


class Call(NamedTuple):
    """A call, each of its arguments as cells, a literal of a formula, or None where it is left out."""

    what: str
    function: str
    arguments: tuple[Block | str | None, ...]

    @property
    def expected(self) -> list[list[Any]]:
        """The plain function's result."""
        given = [
            _literal(one) if isinstance(one, str) else one and [list(row) for row in one]
            for one in self.arguments
        ]
        found = BY_NAME[self.function].call(*given)
        rows = found if isinstance(found, list) else [[found]]
        return rows if isinstance(rows[0], list) else [rows]


def _literal(formula: str) -> Any:
    """`"DCC"`, `1907` or `{1;2}` as a value."""
    if formula.startswith("{"):
        return [[_literal(cell) for cell in row.split(",")] for row in formula[1:-1].split(";")]
    return formula.strip('"') if formula.startswith('"') else float(formula)


class Placed(NamedTuple):
    """A call and the first cell of its answer."""

    call: Call
    row: int
    rows: list[list[Any]]


def write_calls(
    path: Path, names: Mapping[str, str], calls: Iterable[Call], *, all_given: bool = False
) -> list[Placed]:
    """A workbook with these names and calls, an array formula for each.

    all_given: does a call have a comma for each omitted argument? CellRune needs them.
    """
    book = openpyxl.Workbook()
    cells = book.active
    cells.title = "Cells"
    answers = book.create_sheet("Answers")
    for name, text in names.items():
        book.defined_names[name] = DefinedName(name, attr_text=text)
    placed, top = [], 1
    for call in calls:
        column, references, height = 1, [], 1
        for argument in call.arguments:
            if argument is None or isinstance(argument, str):
                references.append(argument or "")
                continue
            for i, row in enumerate(argument):
                for j, value in enumerate(row):
                    if value is not None:
                        cell = cells.cell(top + i, column + j, value)
                        cell.data_type = "e" if value in ERRORS else cell.data_type
            last = f"${letter(column + len(argument[0]) - 1)}${top + len(argument) - 1}"
            references.append(f"Cells!${letter(column)}${top}:{last}")
            column += len(argument[0])
            height = max(height, len(argument))
        if all_given:
            references += [""] * (len(BY_NAME[call.function].arguments) - len(references))
        expected = call.expected
        area = f"A{top}:{letter(len(expected[0]))}{top + len(expected) - 1}"
        answers[f"A{top}"] = ArrayFormula(area, f"={call.function}({','.join(references)})")
        placed.append(Placed(call, top, expected))
        top += max(height, len(expected)) + 1
    book.save(path)
    return placed


Read = Callable[[int, int], Any]


def by_ironcalc(path: Path) -> Read:
    import ironcalc

    model = ironcalc.load_from_xlsx(str(path), "en", "UTC", "en")
    model.evaluate()
    return lambda row, column: model.get_cell_value(1, row, column)


def by_cellrune(path: Path) -> Read:
    """CellRune has no optional parameters: each is given there, blank if need be."""
    import cellrune

    other = path.with_suffix(".cellrune.xlsx")
    with ZipFile(path) as given, ZipFile(other, "w") as changed:
        for part in given.namelist():
            changed.writestr(part, given.read(part).replace(b"_xlop.", b"_xlpm."))
    book = cellrune.Workbook.from_bytes(other.read_bytes())
    book.calculate(today_serial=46000, now_serial=46000.0, random_seed=1)

    def read(row: int, column: int) -> Any:
        here = f"{letter(column)}{row}"
        ((cell,),) = book.read_values("Answers", here, here)
        value = cell.get("value")
        return float(value) if cell["kind"] == "number" else value

    return read


def differences(placed: Iterable[Placed], read: Read) -> Iterator[str]:
    """The results of an engine that differ from the plain functions'."""
    for call, top, rows in placed:
        for i, row in enumerate(rows):
            for j, value in enumerate(row):
                got = read(top + i, 1 + j)
                if not _same(got, value):
                    yield f"{call.function}, {call.what}, {i + 1}/{j + 1}: {got!r}, not {value!r}"


def _same(got: Any, expected: Any) -> bool:
    if isinstance(expected, str) or isinstance(got, str) or got is None:
        return (got or "") == (expected or "")
    return bool(abs(got - expected) <= 1e-9 * max(1, abs(expected)))
