"""The code behind the tab Diplomacy in Excel for Windows. It gets the open workbook and returns edits.

Excel's macros make one call for each item, and they alone write into cells.
"""

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import nullcontext, suppress
from pathlib import Path
from typing import Any

from xlwings import arg, func

from xl_dipscore.errors import Fault, Faults
from xl_dipscore.hosts.excel_values import cell_value
from xl_dipscore.hosts.vba import put_macros
from xl_dipscore.sheets.files import reason_of
from xl_dipscore.sheets.xlsx.formula import address
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.sheets.xlsx.replace import TEMPORARY, CannotWrite
from xl_dipscore.workbooks.live.book import book_of
from xl_dipscore.workbooks.live.menu import (
    LARGER,
    Done,
    Selected,
    item_of,
    make_refusal,
    stop_after_half_a_minute,
)
from xl_dipscore.workbooks.publish.page import publish

Row = list[object]


class OnlyOnline(
    Fault, remedy="Save it in a folder of this computer that OneDrive does not keep, then try again."
):
    """Excel opened this workbook from an address, {path}, not from a file."""


class ExcelHost:
    """The services of Excel for items of the menu. Excel's macros save the workbook first."""

    def __init__(self, path: str) -> None:
        self._path = path

    def path(self) -> Path:
        """The path. Raises OnlyOnline: with OneDrive, Excel has only an address, even for a local file."""
        if "://" in self._path:
            raise OnlyOnline(path=self._path)
        return Path(self._path)

    def file(self) -> Package:
        return Package.read(self.path())

    def attach(self, package: Package) -> Sequence[str]:
        return put_macros(package)

    def publish(self, folder: Path, *, replace: bool) -> Sequence[str]:
        return [*publish(self.path(), folder, replace=replace).lines]


@func
@arg("wishes", ndim=2)
@arg("place", ndim=1)
@arg("names", ndim=2)
@arg("titles", ndim=1)
@arg("*arrays", ndim=2, err_to_str=True)
def DIP_MENU(  # noqa: N802
    word: str, wishes: Any, place: Any, names: Any, titles: Any, *arrays: Any
) -> list[Row]:
    """Run an item. Each row of the result has an action, a sheet, a cell, a kind of value, and the value.

    wishes: names and values. place: the workbook's path; sheet, row and column of the selected cell; the
    number of selected rows. names: defined names and their contents. titles: the sheets' names. arrays: two
    for each title, the values and the formulas from A1 on.
    """
    path = str(place[0])
    try:
        date1904 = _counts_from_1904(path)
        cells = [[[cell_value(one, date1904=date1904) for one in row] for row in block] for block in arrays]
        sheets = [(title, cells[2 * n], cells[2 * n + 1]) for n, title in enumerate(titles)]
        known = {str(name): str(text) for name, text in names if name}
        book = book_of(Path(path).name, sheets, known, date1904=date1904)
        done = item_of(word).run(book, **_item_arguments(wishes, place))
        return [*_rows(done, _make_folder() if done.made else None)]
    except Faults as wrong:
        return [*_rows(make_refusal(wrong))]


@func
@arg("wishes", ndim=2)
@arg("place", ndim=1)
def DIP_LARGER(word: str, wishes: Any, place: Any) -> list[Row]:  # noqa: N802
    """Run an item that inserts rows into the workbook's file, which Excel has saved and closed."""
    try:
        path = ExcelHost(str(place[0])).path()
        return [*_rows(item_of(word).run_in_file(path, nullcontext(), **_item_arguments(wishes, place)))]
    except Faults as wrong:
        return [*_rows(make_refusal(wrong))]


def _counts_from_1904(path: str) -> bool:
    """Does the workbook count days from 1904? Only its file tells this.

    It is needed because dates become numbers here, both in the cells that items read and in edits.
    """
    with suppress(Fault):
        return Package.read(path).date1904
    return False


def _item_arguments(wishes: Any, place: Any) -> dict[str, object]:
    """An item's arguments: values chosen on the tab, if not blank, and further ones that an item may need."""
    path, sheet, row, column, rows = place
    typed = {str(name): value for name, value in wishes if value not in (None, "")}
    at = Selected(sheet, int(row), int(column), int(rows))
    return {**typed, "at": at, "host": ExcelHost(path), "told": stop_after_half_a_minute()}


def _make_folder() -> Path:
    """Make a temporary folder that stays. Raises CannotWrite."""
    try:
        return Path(tempfile.mkdtemp())
    except OSError as why:
        raise CannotWrite(name=TEMPORARY, why=reason_of(why)) from None


def _rows(done: Done, room: Path | None = None) -> Iterator[Row]:
    """Yield the result as rows for the macros. room: the folder for a workbook that the item made."""
    for one in done.edits:
        value = f"={one.formula}" if one.formula else one.value
        kind = "text" if isinstance(value, str) else ""
        kind = "nothing" if value is None else kind
        yield ["cell", one.sheet, one.ref, "formula" if one.formula else kind, value]
    for name in done.shows:
        yield ["show", name, "", "", ""]
    if done.go is not None:
        yield ["go", done.go.sheet, address(done.go.row, done.go.column), "", ""]
    if done.made is not None and room is not None:
        done.made.write(room / done.made.name)
        yield ["new", "", "", "", str(room / done.made.name)]
    if done.opens is not None:
        yield ["copy", "", "", "", str(done.opens)]
    for line in done.lines:
        yield ["said", "", "", "", line]
    for line in done.asked if done.question else ():
        yield ["ask", "", "", "", line]
    if done.why_file:
        yield ["larger", "", "", "", f"{done.why_file} {LARGER}"]
    yield ["done", "", "", "", "refused" if done.refused else ""]
