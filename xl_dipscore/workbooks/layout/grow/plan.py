"""Plan insertions of rows by the row numbers before any insertion, and then make all of them at once."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace

from xl_dipscore.sheets.xlsx.book import Page
from xl_dipscore.sheets.xlsx.formula import Area, area_of, with_references
from xl_dipscore.sheets.xlsx.insert import insert, obstacle
from xl_dipscore.sheets.xlsx.markup import ATTRIBUTES, encode, replace_matches, unescape
from xl_dipscore.sheets.xlsx.moves import Insertion
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.workbooks.layout.event import EventIn


def table_columns(sheet: Page, header: int, columns: Iterable[int]) -> range:
    """The columns of a table: the given columns, and those on both sides up to a blank heading."""
    columns = list(columns)
    left, right = min(columns), max(columns)
    while (cell := sheet.cells.get((header, left - 1))) is not None and cell.has_content:
        left -= 1
    while (cell := sheet.cells.get((header, right + 1))) is not None and cell.has_content:
        right += 1
    return range(left, right + 1)


def stands_apart(sheet: Page, header: int, across: range) -> bool:
    """Is another table beside these columns? Single cells there are notes, which move with their rows."""
    held = {place for place, cell in sheet.cells.items() if cell.has_content and place[0] >= header}
    near = range(across.start - 1, across.stop + 1)
    return any(n not in near and n + 1 not in near and (row, n + 1) in held for row, n in held)


class Growth:
    """The planned insertions, and notes on tables that cannot grow."""

    def __init__(self, event: EventIn, notes: list[str]) -> None:
        self.event, self.package = event, event.file
        self.notes = notes
        self._insertions: list[Insertion] = []
        self._longer: list[tuple[Area, int]] = []

    def plan_insertions(self, *new: Insertion) -> str:
        """Plan insertions and return "". If something is in the way, return words for it and plan nothing.

        Two insertions at the same row, as for two lists side by side, become one with the larger number.
        """
        for one in new:
            if what := obstacle(self.package, one):
                return what
        for one in new:
            place = one.sheet, one.at, one.size
            same = next((it for it in self._insertions if (it.sheet, it.at, it.size) == place), None)
            if same is not None:
                self._insertions.remove(same)
                shorter = min(one, same, key=lambda it: it.number)
                ends = (*one.across, *same.across)
                across, times = range(min(ends), max(ends) + 1), max(one.times, same.times)
                one = replace(shorter, times=times, across=across, typed={**same.typed, **one.typed})
            self._insertions.append(one)
        return ""

    def lengthen(
        self,
        area: Area,
        lines: int,
        across: range | None = None,
        typed: Mapping[int, bool] | None = None,
        *,
        computed: bool = False,
        printed: bool = True,
    ) -> str:
        """Lengthen a list to `lines` lines, by rows before its last line. Returns as `plan_insertions`.

        across: the columns of the list, if it has more columns than the area.
        computed: does a formula fill the list? Rows go behind its last line; references to that line stay.
        printed: does the print area show the same part of the longer list? If not, it stays.
        """
        there = area.bottom - area.top + 1
        last = computed or there == 1
        before, at = (there, area.bottom + 1) if last else (there - 1, area.bottom)
        more = lines - there - self._within(area, at)
        if more <= 0:
            return ""
        columns = across or range(area.left, area.right + 1)
        what = self.plan_insertions(Insertion(area.sheet, at, 1, more, there, before, columns, typed or {}))
        if not what and printed:
            self._longer.append((area, at))
        return what

    def _within(self, area: Area, end: int) -> int:
        """The number of rows planned inside an area and above the row `end`."""
        own = (one for one in self._insertions if one.sheet == area.sheet)
        return sum(one.lines for one in own if area.top < one.at < end)

    def make_grown_copy(self) -> EventIn:
        made = insert(self.package, self._insertions)
        for area, at in self._longer:
            _extend_print_areas(made, area, self._within(area, at + 1))
        return EventIn(made.reread())


_NAMED = re.compile(rf"<((?:\w+:)?definedName)({ATTRIBUTES})>([^<]*)</\1\s*>")


def _extend_print_areas(package: Package, table: Area, more: int) -> None:
    """Extend each print area that ends within a table, so that it shows the same fraction of the table."""
    size = table.bottom - table.top + 1

    def extend_area(written: str) -> str:
        area = area_of(written, "")
        part = area.bottom - table.top + 1
        if area.sheet != table.sheet or not area.top <= table.top <= area.bottom < table.bottom:
            return written
        return written.removesuffix(str(area.bottom)) + str(area.bottom - -part * more // size)

    def replace_print_area(found: re.Match[str]) -> str:
        if "_xlnm.Print_Area" not in found[2]:
            return found[3]
        return encode(with_references(unescape(found[3]), extend_area))

    part = package.main_part
    package.set_part(part, replace_matches(package.part(part) or b"", part, _NAMED, replace_print_area, 3))
