"""What the tab Diplomacy in Excel for Windows asks of Python: arrays of the open workbook in, rows out.

One call each way, and only Excel's macros write into cells.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from xlwings import arg, func

from xl_dipscore.errors import Fault, Faults
from xl_dipscore.hosts.excel import cell_value
from xl_dipscore.live.book import book_of
from xl_dipscore.live.menu import Done, Item, Place, Wish, item_of, refused
from xl_dipscore.publish.page import publish
from xl_dipscore.xlsx.formula import address

MADE_LARGER = "Save and close the workbook, and make it larger in a terminal: dipscore seat."
Row = list[object]


class Program:
    """What items ask of Excel."""

    def __init__(self, path: str) -> None:
        self._path = path

    def publish(self, folder: Path) -> Sequence[str]:
        """The page of the workbook as it was saved, which the macro has just done."""
        done = publish(self._path, folder)
        return [str(done.page), *([done.secret] if done.secret else []), *done.problems]


@func
@arg("wishes", ndim=2)
@arg("place", ndim=1)
@arg("names", ndim=2)
@arg("titles", ndim=1)
@arg("*arrays", ndim=2, err_to_str=True)
def DIP_MENU(  # noqa: N802
    word: str, wishes: Any, place: Any, names: Any, titles: Any, *arrays: Any
) -> list[Row]:
    """Do an item of the menu: each row is something to do, a sheet, a cell, a kind of value, and the value.

    wishes: names and values. place: the workbook's path; the sheet, row and column of the selected cell, and
    how many rows are selected. arrays: for each title the values and the formulas from A1 on.
    """
    path, sheet, row, column, rows = place
    try:
        cells = [[[cell_value(one) for one in row] for row in block] for block in arrays]
        sheets = [(title, cells[2 * n], cells[2 * n + 1]) for n, title in enumerate(titles)]
        book = book_of(Path(path).name, sheets, {str(name): str(text) for name, text in names if name})
        item = item_of(word)
        asked = dict(_asked(item, {str(name): value for name, value in wishes if name}))
        at = Place(sheet, int(row), int(column), int(rows))
        done = item.run(book, **{**item.first(book), **asked, "at": at, "host": Program(path)})
    except (Fault, Faults) as wrong:
        done = refused(wrong)
    return [*_rows(done)]


def _asked(item: Item, typed: dict[str, object]) -> Iterator[tuple[str, object]]:
    """What was chosen on the tab, but for what was left blank."""
    for wish in item.wishes:
        value = typed.get(wish.name)
        if value not in (None, ""):
            yield wish.name, _as_wished(wish, value)


def _as_wished(wish: Wish, value: object) -> object:
    if wish.kind == "choice":
        return wish.choices[int(str(value).partition(".")[0])]
    if wish.kind == "number":
        return int(float(str(value)))
    return Path(str(value)) if wish.kind in ("file", "folder") else value


def _rows(done: Done) -> Iterator[Row]:
    for one in done.edits:
        value = f"={one.formula}" if one.formula else one.value
        kind = "nothing" if value is None else "text" if isinstance(value, str) else ""
        yield ["cell", one.sheet, one.ref, "formula" if one.formula else kind, value]
    if done.go is not None:
        yield ["go", done.go.sheet, address(done.go.row, done.go.column), "", ""]
    lines = [f"{row[0]}: {', '.join(map(str, row[1:]))}" for row in done.table[1:]]
    for line in [*lines, *done.said, *([done.larger, MADE_LARGER] if done.larger else [])]:
        yield ["said", "", "", "", line]
    yield ["done", "", "", "", "refused" if done.refused else ""]
