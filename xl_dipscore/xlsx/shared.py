"""Formulas that go down a column alike, written once: a sheet of thousands of them stays small."""

import re

CELL = re.compile(rb'(<c r="([A-Z]+)(\d+)"[^>]*>)<f>([^<]*)</f>')
ROW = rb"(?<![\w$.])(\$?[A-Z]{1,3})%s(?![\d(])"
SHORT = 12
"""Formulas that are no longer are left as they are."""


def shared(sheet: bytes) -> bytes:
    """The part of a sheet as openpyxl wrote it; formulas that differ in their own row alone are shared."""
    runs: dict[bytes, list[tuple[int, bytes]]] = {}
    for _, column, row, formula in CELL.findall(sheet):
        if (relative := _relative(formula, row)) is not None:
            runs.setdefault(column, []).append((int(row), relative))
    first: dict[bytes, tuple[int, bytes]] = {}
    members: dict[bytes, int] = {}
    for column, cells in runs.items():
        for begin, end in _runs(cells):
            number = len(first)
            first[b"%s%d" % (column, begin)] = number, b"%s%d:%s%d" % (column, begin, column, end)
            members |= {b"%s%d" % (column, row): number for row in range(begin + 1, end + 1)}

    def written(cell: re.Match[bytes]) -> bytes:
        place = cell[2] + cell[3]
        if place in first:
            number, area = first[place]
            return b'%s<f t="shared" ref="%s" si="%d">%s</f>' % (cell[1], area, number, cell[4])
        return b'%s<f t="shared" si="%d"/>' % (cell[1], members[place]) if place in members else cell[0]

    return CELL.sub(written, sheet)


def _relative(formula: bytes, row: bytes) -> bytes | None:
    """The formula with a mark for its own row; None where it has another that would move with it."""
    relative = re.sub(ROW % row, rb"\1#", formula)
    return None if re.search(ROW % rb"\d+", relative) else relative


def _runs(cells: list[tuple[int, bytes]]) -> list[tuple[int, int]]:
    """The first and last rows of cells below each other that say the same."""
    found: list[tuple[int, int]] = []
    begin = before = cells[0]
    for here in [*cells[1:], (0, b"")]:
        if here != (before[0] + 1, begin[1]):
            if before[0] > begin[0] and len(begin[1]) > SHORT:
                found.append((begin[0], before[0]))
            begin = here
        before = here
    return found
