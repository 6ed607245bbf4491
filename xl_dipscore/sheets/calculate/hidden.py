"""Find the rows that SUBTOTAL and AGGREGATE include: both leave out hidden rows and cells with totals."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from xl_dipscore.sheets.calculate.kinds import unsure_if
from xl_dipscore.sheets.xlsx.formula import Area
from xl_dipscore.sheets.xlsx.package import Package

_MOST_PIECES = 50
"""The most groups of visible rows between hidden rows."""
_WORDS = ("SUBTOTAL", "AGGREGATE")


def counted_parts(
    package: Package, area: Area, others: Iterable[tuple[int, int]], *, by_hand: bool
) -> Sequence[Area]:
    """The parts of an area that a total includes. Raises Unsure.

    others: the sheet's cells with SUBTOTAL or AGGREGATE. If the area contains one of them, raise Unsure.
    by_hand: are rows that a person hid left out? Rows that a filter hides are always left out.
    """
    unsure_if(area.sheet not in package.sheet_names, "it makes a total of cells of another workbook")
    sheet = package.sheet(area.sheet)
    unsure_if(any(map(area.contains, others)), "it makes a total of other totals")
    hidden = [row for row in sheet.hidden_rows if area.top <= row <= area.bottom]
    if hidden and not by_hand:
        # Rows that a person hid are included, but the file may not tell them from rows that a filter hides.
        filtered = "filterColumn" in sheet.behind or any(t.area.sheet == area.sheet for t in package.tables)
        unsure_if(filtered, "it depends on which rows a filter hides")
        hidden = []
    edges = pairwise([area.top - 1, *hidden, area.bottom + 1])
    found = [area._replace(top=before + 1, bottom=after - 1) for before, after in edges if after - before > 1]
    unsure_if(len(found) > _MOST_PIECES, "too many of its rows are hidden")
    return found


def totals_in(package: Package) -> Mapping[str, Sequence[tuple[int, int]]]:
    """The cells with SUBTOTAL or AGGREGATE, by sheet."""
    found: dict[str, list[tuple[int, int]]] = {}
    for name in package.sheet_names:
        sheet = package.sheet(name)
        if sheet.mentions(*_WORDS):
            formulas = ((at, cell.formula.upper()) for at, cell in sheet.cells.items() if cell.formula_xml)
            found[name] = [at for at, text in formulas if any(f"{word}(" in text for word in _WORDS)]
    return found
