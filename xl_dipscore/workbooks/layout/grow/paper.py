"""Set up the printed pages of lists again after lines, columns or rounds were added."""

import re
from collections.abc import Iterator, Mapping
from functools import partial

from xl_dipscore.sheets.xlsx.breaks import set_pages
from xl_dipscore.sheets.xlsx.cell import ErrorMark
from xl_dipscore.sheets.xlsx.columns import with_hidden_rows
from xl_dipscore.sheets.xlsx.formula import Area, area_of, with_references
from xl_dipscore.sheets.xlsx.markup import ATTRIBUTES, encode, replace_matches, unescape
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.tables.cells.values import is_blank
from xl_dipscore.workbooks.layout.event import EventIn
from xl_dipscore.workbooks.layout.pages import (
    CALLS,
    CALLS_ON_A_PAGE,
    LEAST_SCALE,
    OF_PLAYERS,
    PRINTED,
    SEATS_LINES,
    SEATS_ON_A_PAGE,
    SHOWN_LINES,
    pages_of_list,
    seats_lines,
)
from xl_dipscore.workbooks.layout.setup import ROSTER

PRINT_AREA = "_xlnm.Print_Area"


def fit_lists(event: EventIn, a_round: int | None) -> None:
    """Print each list of ours on as few readable pages as it needs. Other sheets stay as they are.

    a_round: the boards of a round; None: as many as the list of players has room for.
    """
    package, roster = event.file, event.setup.area(ROSTER)
    printed, shown = ([*_lists(event, beginning)] for beginning in (PRINTED, SHOWN_LINES))
    named = dict([*printed, *shown])
    if roster is None or not named:
        return
    size = roster.bottom - roster.top + 1
    usual = 7 * a_round if a_round else 2 * size // 3
    widths = {sheet: area.right for sheet, area in _print_areas(package).items()}
    widths |= {lines.sheet: _last_heading(package, lines) for _, lines in shown}
    ends: dict[str, int] = {}
    for lines in (one for one in named.values() if one.sheet in widths):
        there = max(row for row, _ in package.sheet(lines.sheet).cells) - lines.top + 1
        least = OF_PLAYERS if lines.sheet == roster.sheet else LEAST_SCALE
        ends[lines.sheet] = _fit(package, lines, widths[lines.sheet], min(size, there), usual, least)
    for _, lines in shown:
        last = _last_filled(package, lines)
        if last > ends[lines.sheet]:
            ends[lines.sheet] = _fit_all(package, lines, last)
        _hide_below(package, lines, ends[lines.sheet])
    _end_areas(package, named, ends)
    of_round = {CALLS: (0, CALLS_ON_A_PAGE), SEATS_LINES: (seats_lines(a_round or 0), SEATS_ON_A_PAGE)}
    for name, (count, a_page) in of_round.items() if a_round else ():
        if (its := event.setup.area(name)) is not None:
            lines_ = count or its.bottom - its.top + 1
            set_pages(package, its.sheet, landscape=True, tall=-(-lines_ // a_page))


def show_filled_lines(event: EventIn) -> bool:
    """Show lines with a value in lists that hide spare lines: people may have typed more results."""
    named = dict(_lists(event, SHOWN_LINES))
    lasts = ((lines, _last_filled(event.file, lines)) for lines in named.values())
    longer = [(lines, last) for lines, last in lasts if last > lines.bottom]
    for lines, last in longer:
        _fit_all(event.file, lines, last)
        _hide_below(event.file, lines, last)
    if longer:
        _end_areas(event.file, named, {lines.sheet: last for lines, last in longer})
    return bool(longer)


def _lists(event: EventIn, beginning: str) -> Iterator[tuple[str, Area]]:
    """The lists whose lines have a defined name with this beginning: the names, and the lines."""
    for name in (one.name for one in event.file.defined_names if one.name.startswith(beginning)):
        if (area := event.setup.area(name)) is not None:
            yield name, area


def _fit(
    package: Package, lines: Area, right: int, count: int, usual: int, least: float = LEAST_SCALE
) -> int:
    """Set the pages of a list, and return the last row on them. right: the last column."""
    across = package.sheet(lines.sheet).shown_widths(right)
    pages = pages_of_list(across, lines.top - 1, count, usual, least)
    set_pages(package, lines.sheet, landscape=pages.landscape, tall=pages.number)
    return lines.top + pages.lines - 1


def _fit_all(package: Package, lines: Area, last: int) -> int:
    """The same for all lines up to the row `last`."""
    count = last - lines.top + 1
    return _fit(package, lines, _last_heading(package, lines), count, count)


def _last_heading(package: Package, lines: Area) -> int:
    places = package.sheet(lines.sheet).cells
    return max((column for row, column in places if row == lines.top - 1), default=1)


def _last_filled(package: Package, lines: Area) -> int:
    """The last row with a value, from a list's first line on. An error may stand in all lines of a table."""
    cells = package.sheet(lines.sheet).cells.items()
    held = ((row, cell.value) for (row, _), cell in cells if row > lines.top)
    filled = (row for row, value in held if not is_blank(value) and not isinstance(value, ErrorMark))
    return max(filled, default=lines.top)


def _hide_below(package: Package, lines: Area, last: int) -> None:
    """Show a list up to a row, and hide the rest of its lines."""
    sheet = package.sheet(lines.sheet)
    rows = range(lines.top, max(row for row, _ in sheet.cells) + 1)
    hidden = range(last + 1, rows.stop)
    sheet.change_surroundings(partial(with_hidden_rows, part=sheet.part, rows=rows, hidden=hidden))


_NAMED = re.compile(rf"<((?:\w+:)?definedName)({ATTRIBUTES})>([^<]*)</\1\s*>")


def _print_areas(package: Package) -> dict[str, Area]:
    text = (package.part(package.main_part) or b"").decode("utf-8")
    found = (one for one in _NAMED.finditer(text) if PRINT_AREA in one[2] and "," not in one[3])
    return {area.sheet: area for one in found if (area := area_of(unescape(one[3]), "")).sheet}


def _end_areas(package: Package, named: Mapping[str, Area], ends: Mapping[str, int]) -> None:
    """Let print areas, and the names of printed lines, end in these rows. ends: the last row, by sheet.

    A director who prints several areas of a sheet goes on doing so.
    """

    def with_end(written: str) -> str:
        area = area_of(written, "")
        return written.removesuffix(str(area.bottom)) + str(ends.get(area.sheet, area.bottom))

    def replace_end(found: re.Match[str]) -> str:
        ours = PRINT_AREA in found[2] or any(f'"{name}"' in found[2] for name in named)
        several = "," in found[3]
        return encode(with_references(unescape(found[3]), with_end)) if ours and not several else found[3]

    part = package.main_part
    package.set_part(part, replace_matches(package.part(part) or b"", part, _NAMED, replace_end, 3))
