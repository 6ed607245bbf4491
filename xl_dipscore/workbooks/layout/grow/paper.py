"""Set up the printed pages of lists again after lines, columns or rounds were added."""

import re
from collections.abc import Mapping

from xl_dipscore.sheets.xlsx.breaks import set_pages
from xl_dipscore.sheets.xlsx.formula import Area, area_of, with_references
from xl_dipscore.sheets.xlsx.markup import ATTRIBUTES, encode, replace_matches, unescape
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.workbooks.layout.event import EventIn
from xl_dipscore.workbooks.layout.pages import (
    CALLS,
    CALLS_ON_A_PAGE,
    PRINTED,
    SEATS_LINES,
    SEATS_ON_A_PAGE,
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
    named = {one.name: area for one in package.defined_names if (area := _printed_lines(event, one.name))}
    if roster is None or not named:
        return
    size = roster.bottom - roster.top + 1
    usual = 7 * a_round if a_round else 2 * size // 3
    areas = _print_areas(package)
    ends: dict[str, int] = {}
    for lines in named.values():
        sheet, area = package.sheet(lines.sheet), areas.get(lines.sheet)
        if area is None:
            continue
        there = max(row for row, _ in sheet.cells) - lines.top + 1
        widths = sheet.shown_widths(area.right)
        pages = pages_of_list(widths, lines.top - 1, min(size, there), usual)
        set_pages(package, lines.sheet, landscape=pages.landscape, tall=pages.number)
        ends[lines.sheet] = lines.top + pages.lines - 1
    _end_areas(package, named, ends)
    of_round = {CALLS: (0, CALLS_ON_A_PAGE), SEATS_LINES: (seats_lines(a_round or 0), SEATS_ON_A_PAGE)}
    for name, (count, a_page) in of_round.items() if a_round else ():
        if (its := event.setup.area(name)) is not None:
            lines_ = count or its.bottom - its.top + 1
            set_pages(package, its.sheet, landscape=True, tall=-(-lines_ // a_page))


def _printed_lines(event: EventIn, name: str) -> Area | None:
    return event.setup.area(name) if name.startswith(PRINTED) else None


_NAMED = re.compile(rf"<((?:\w+:)?definedName)({ATTRIBUTES})>([^<]*)</\1\s*>")


def _print_areas(package: Package) -> dict[str, Area]:
    text = (package.part(package.main_part) or b"").decode("utf-8")
    found = (one for one in _NAMED.finditer(text) if PRINT_AREA in one[2] and "," not in one[3])
    return {area.sheet: area for one in found if (area := area_of(unescape(one[3]), "")).sheet}


def _end_areas(package: Package, named: Mapping[str, Area], ends: Mapping[str, int]) -> None:
    """Let print areas, and the names of printed lines, end in these rows. ends: the last row, by sheet."""

    def with_end(written: str) -> str:
        area = area_of(written, "")
        return written.removesuffix(str(area.bottom)) + str(ends.get(area.sheet, area.bottom))

    def replace_end(found: re.Match[str]) -> str:
        ours = PRINT_AREA in found[2] or any(f'"{name}"' in found[2] for name in named)
        return encode(with_references(unescape(found[3]), with_end)) if ours else found[3]

    part = package.main_part
    package.set_part(part, replace_matches(package.part(part) or b"", part, _NAMED, replace_end, 3))
