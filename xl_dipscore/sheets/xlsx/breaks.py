"""Read and set the page breaks of a sheet."""

import re
from collections.abc import Iterable

from xl_dipscore.sheets.xlsx.markup import ATTRIBUTES, Cut, apply_cuts, xml_text
from xl_dipscore.sheets.xlsx.package import Package

_AFTER_BREAKS = (
    *("colBreaks", "customProperties", "cellWatches", "ignoredErrors", "smartTags", "drawing"),
    *("legacyDrawing", "legacyDrawingHF", "drawingHF", "picture", "oleObjects", "controls"),
    *("webPublishItems", "tableParts", "extLst"),
)
_BREAKS = re.compile(rf"<((?:\w+:)?)rowBreaks{ATTRIBUTES}(?:(?<=/)>|>.*?</\1rowBreaks\s*>)", re.DOTALL)
_LAST_ROWS = re.compile(r"</((?:\w+:)?)sheetData\s*>|<((?:\w+:)?)sheetData\s*/>")


def page_breaks(sheet: str) -> set[int]:
    """The rows after which a page ends. sheet: the XML of the sheet."""
    found = _BREAKS.search(sheet)
    return set(map(int, re.findall(r"""\sid=["'](\d+)["']""", found[0]))) if found is not None else set()


def breaks_cut(sheet: str, rows: Iterable[int]) -> Cut:
    """The change to the XML of a sheet that sets page breaks after `rows` and removes all others."""
    found, end = _BREAKS.search(sheet), _LAST_ROWS.search(sheet)
    p = (end[1] or end[2] or "") if end is not None else ""
    listed = sorted(rows)
    breaks = "".join(f'<{p}brk id="{row}" max="16383" man="1"/>' for row in listed)
    count_ = f'count="{len(listed)}" manualBreakCount="{len(listed)}"'
    xml = f"<{p}rowBreaks {count_}>{breaks}</{p}rowBreaks>" if listed else ""
    if found is not None:
        return *found.span(), xml
    start = end.end() if end is not None else 0
    later = re.compile(rf"<{p}(?:{'|'.join(_AFTER_BREAKS)})[\s/>]").search(sheet, start)
    place = later.start() if later is not None else sheet.index(f"</{p}worksheet", start)
    return place, place, xml


_SETUP = re.compile(rf"<(?:\w+:)?pageSetup{ATTRIBUTES}/?>")


def set_pages(package: Package, sheet: str, *, landscape: bool, tall: int) -> None:
    """Set the orientation and the number of pages, one below another, that a sheet is scaled to."""
    page = package.sheet(sheet)
    wanted = {"orientation": "landscape" if landscape else "portrait", "fitToHeight": str(tall)}

    def with_pages(data: bytes) -> bytes:
        found = _SETUP.search(xml_text(data, page.part))
        if found is None:
            return data
        tag = found[0]
        for name, value in wanted.items():
            tag = re.sub(rf"\s{name}=[\"'][^\"']*[\"']", "", tag)
            end = "/>" if tag.endswith("/>") else ">"
            tag = f'{tag.removesuffix(end).rstrip()} {name}="{value}"{end}'
        return apply_cuts(data.decode("utf-8"), [(*found.span(), tag)])

    page.change_surroundings(with_pages)


def breaks_of(package: Package, sheet: str) -> list[int]:
    """The rows of a sheet after which a page ends."""
    part = package.sheet(sheet).part
    return sorted(page_breaks(xml_text(package.part(part) or b"", part)))


def set_breaks(package: Package, sheet: str, rows: Iterable[int]) -> None:
    """Set page breaks after these rows of a sheet, and remove all other page breaks."""
    page, listed = package.sheet(sheet), [*rows]

    def with_breaks(data: bytes) -> bytes:
        return apply_cuts(data.decode("utf-8"), [breaks_cut(xml_text(data, page.part), listed)])

    page.change_surroundings(with_breaks)
