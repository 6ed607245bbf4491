"""The sentence about problems that our workbooks show: it says too how many cells could not be computed."""

from collections.abc import Iterable, Iterator, Sequence

from xl_dipscore.board import count_of
from xl_dipscore.calculate.block import Change, NotComputed
from xl_dipscore.layout.setup import named
from xl_dipscore.xlsx.formula import address
from xl_dipscore.xlsx.package import Package
from xl_dipscore.xlsx.sheet import ErrorMark

STATUS = "Status"
"""The name of its cell, and the formula of those that show it too."""
_OURS = '"No problems."'
"""What its formula says where there is nothing else to say; a director's own cell may have that name."""


def tell(package: Package, left: Sequence[NotComputed]) -> bool:
    """Add how many these are, where the sentence is shown; programs that compute it leave that out."""
    if not left:
        return False
    said = f"The last rebuild could not compute {count_of(len(left), 'cell')}."
    unknown = {(one.sheet, one.ref) for one in left}
    done = False
    for name, row, column in _cells(package):
        sheet = package.sheet(name)
        shown = sheet.cells[row, column].value
        if (
            (name, address(row, column)) not in unknown
            and isinstance(shown, str)
            and not isinstance(shown, ErrorMark)
        ):
            sheet.set_cached(row, column, f"{shown} {said}".strip())
            sheet.compute_on_load(row, column)
            done = True
    return done


def as_told(package: Package, changes: Iterable[Change]) -> Iterator[Change]:
    """The changes that were made, now that the sentence is what it is."""
    for one in changes:
        new = package.value(one.sheet, one.ref)
        if new != one.old:
            yield one._replace(new=new)


def _cells(package: Package) -> Iterator[tuple[str, int, int]]:
    """Its own cell, and those that show it too."""
    home = named(package, STATUS)
    own = None if home is None else package.sheet(home.sheet).cells.get((home.top, home.left))
    if home is None or own is None or _OURS not in own.formula:
        return
    yield home[:3]
    for name in package.sheet_names:
        for cell in package.sheet(name).cells.values():
            if cell.formula == STATUS:
                yield name, cell.row, cell.column
