"""Store equal formulas of a column once, so that a sheet of thousands of formulas stays small."""

import re
from collections.abc import Iterator
from itertools import groupby

CELL = re.compile(rb'(<c r="([A-Z]+)(\d+)"[^>]*>)<f>([^<]*)</f>')
ROW = rb"(?<![\w$.])(\$?[A-Z]{1,3})%s(?![\d(])"
SHORT = 12
"""Formulas up to this length, in bytes, are not shared."""
OWN = b"\0"
"""In place of the number of a formula's own row. No XML has this byte."""


def share_formulas(sheet: bytes) -> bytes:
    """Store formulas of a column once (shared) if they differ only in the number of their own row.

    sheet: the XML of a worksheet, as written by openpyxl.
    """
    runs: dict[bytes, list[tuple[int, bytes]]] = {}
    for _, column, row, formula in CELL.findall(sheet):
        cells = runs.setdefault(column, [])
        if cells and cells[-1][1].replace(OWN, row) == formula:  # mostly: it saves two searches
            cells.append((int(row), cells[-1][1]))
        elif (relative := _relative(formula, row)) is not None:
            cells.append((int(row), relative))
    first: dict[bytes, tuple[int, bytes]] = {}
    members: dict[bytes, int] = {}
    for column, cells in runs.items():
        for begin, end in _runs(cells):
            number = len(first)
            first[b"%s%d" % (column, begin)] = number, b"%s%d:%s%d" % (column, begin, column, end)
            members |= {b"%s%d" % (column, row): number for row in range(begin + 1, end + 1)}

    def formula_element(cell: re.Match[bytes]) -> bytes:
        place = cell[2] + cell[3]
        if place in first:
            number, area = first[place]
            return b'%s<f t="shared" ref="%s" si="%d">%s</f>' % (cell[1], area, number, cell[4])
        return b'%s<f t="shared" si="%d"/>' % (cell[1], members[place]) if place in members else cell[0]

    return CELL.sub(formula_element, sheet)


def _relative(formula: bytes, row: bytes) -> bytes | None:
    """The formula with OWN for its own row; None if it contains another row without a $."""
    relative = re.sub(ROW % row, rb"\g<1>" + OWN, formula)
    return None if re.search(ROW % rb"\d+", relative) else relative


def _runs(cells: list[tuple[int, bytes]]) -> Iterator[tuple[int, int]]:
    """The first and last row of each run of adjacent cells with equal formulas (from `_relative`)."""
    for (_, said), found in groupby(enumerate(cells), lambda one: (one[1][0] - one[0], one[1][1])):
        rows = [row for _, (row, _) in found]
        if len(rows) > 1 and len(said) > SHORT:
            yield rows[0], rows[-1]
