"""A copy of a workbook with values in place of our functions: every program shows the same results."""

import re
import zipfile
from collections.abc import Iterable, Iterator
from io import BytesIO
from pathlib import Path
from typing import NamedTuple
from zlib import crc32

from xl_dipscore.sheets.calculate.links import last_used, units_of
from xl_dipscore.sheets.calculate.reader import Reader
from xl_dipscore.sheets.xlsx.formula import Area, calls, position
from xl_dipscore.sheets.xlsx.google import find_wrapped_formulas
from xl_dipscore.sheets.xlsx.markup import ATTRIBUTES, unescape
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.sheets.xlsx.target import FileKind
from xl_dipscore.workbooks.layout.event import EventIn
from xl_dipscore.workbooks.layout.marks import mark, tables_in, whole_sheet
from xl_dipscore.workbooks.layout.ours import OURS, warnings_of_other_calls

_WORKBOOK = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"


def values_name(path: Path) -> str:
    """The name of a workbook's copy: an .xlsx, which mail programs and phones accept."""
    return f"{path.stem}-values.xlsx"


class CopyOfValues(NamedTuple):
    """A copy of a workbook, and sentences about it."""

    package: Package
    remarks: tuple[str, ...]


def copy_of_values(workbook: Package) -> CopyOfValues:
    """Copy a workbook with values in place of formulas that call our functions. Returns remarks as sentences.

    Call `rebuild_package` first: the values must be right. All other formulas stay. For them
    to read the same values, an empty text becomes the formula ="", not a blank cell. Macros are left
    out; every other part keeps its bytes. Cells that showed our tables are marked, because nothing else
    distinguishes them from typed cells.
    """
    package = workbook.reread()
    calling = [*_calling(package)]
    mark(package, areas_of_results(package, calling))
    for area in sorted(calling, reverse=True):
        package.sheet(area.sheet).dissolve(area.top, area.left)
    for part in package.sheet_parts:
        for table in package.related_parts("table", part):
            _drop_column_formulas(package, table)
    remarks = list(warnings_of_other_calls(package))
    if package.remove("vbaProject"):
        remarks.append(f"The macros of {package.name} are left out, because an .xlsx has none.")
    package.set_content_type(package.main_part, _WORKBOOK)
    return CopyOfValues(package, tuple(remarks))


def seal(data: bytes) -> bytes:
    """Add a checksum as the comment of the archive, to find out later whether the copy was changed."""
    bare = _with_comment(data, b"")
    return _with_comment(bare, b"dipscore %08x" % crc32(bare))


def _with_comment(data: bytes, comment: bytes) -> bytes:
    with zipfile.ZipFile(file := BytesIO(data), "a") as packed:
        packed.comment = comment
    return file.getvalue()


def _is_sealed(data: bytes) -> bool:
    return zipfile.is_zipfile(BytesIO(data)) and seal(data) == data


COPY = FileKind("a copy of values as dipscore wrote it", ".xlsx", _is_sealed)


def areas_of_results(package: Package, calling: Iterable[Area]) -> Iterator[Area]:
    """Areas with only our results: whole sheets, but only our tables if
    the sheet has games, or if no sheet has games.
    """
    there = EventIn(package).boards
    of_games = {home.name for home in there.sheets} | {board.sheet for board in (*there.own, *there.unsure)}
    for sheet in sorted({area.sheet for area in calling}):
        if sheet in of_games or not of_games:
            yield from tables_in(package.sheet(sheet))
        else:
            yield whole_sheet(sheet)


def _calling(package: Package) -> Iterator[Area]:
    """The areas of formulas that call our functions: directly, by a defined name, or in Google's wrapper."""
    names = set(OURS.values())
    reader = Reader(package, names, last=last_used(package))
    # A defined name may be a function of the director's own that calls ours.
    theirs = {
        name.name.upper()
        for name in package.defined_names
        if names & reader.read(name.text, name.sheet or package.sheet_names[0]).functions
    }
    places = {
        (unit.area.sheet, *unit.cells[0]): unit.area
        for unit in units_of(package, reader, names)
        if unit.ours or theirs & unit.reading.functions
    }
    yield from places.values()
    for sheet in package.sheet_names:
        for place, one in find_wrapped_formulas(package.sheet(sheet)).items():
            if one.further and one.formula and (sheet, *position(one.formula)) in places:
                yield Area(sheet, *place, *place)


_COLUMN = re.compile(rf"<((?:[\w.-]+:)?calculatedColumnFormula){ATTRIBUTES}>([^<]*)</\1\s*>".encode())


def _drop_column_formulas(package: Package, table: str) -> None:
    """Drop column formulas of a table that call our functions: new rows would get these formulas."""

    def drop_our_column(found: re.Match[bytes]) -> bytes:
        return b"" if calls(unescape(found[2].decode()), OURS) else found[0]

    package.set_part(table, _COLUMN.sub(drop_our_column, package.part(table) or b""))
