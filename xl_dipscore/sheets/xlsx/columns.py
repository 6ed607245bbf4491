"""Change the looks of columns and rows: widths, hidden rows, and the marks of folded columns and rows."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping

from xl_dipscore.sheets.xlsx.markup import ATTRIBUTES, Cut, apply_cuts, attribute, xml_text

_COLUMNS = re.compile(r"<((?:\w+:)?)cols(?:\s[^>]*)?>(.*?)</\1cols\s*>", re.DOTALL)
_COLUMN = re.compile(rf"<(?:\w+:)?col({ATTRIBUTES})>")
_ROW = re.compile(rf"<(?:\w+:)?row({ATTRIBUTES})>")
_DATA = re.compile(r"<((?:\w+:)?)sheetData[\s/>]")
_OUTLINE = re.compile(r"<(?:\w+:)?outlinePr(\s[^>]*?)/?>")
_FOLDED = re.compile(r"""\soutlineLevel\s*=\s*["'][1-7]["']""")
Looks = Mapping[str, str]
"""Attributes to set. With a width, a column is no longer hidden."""


def with_width(sheet: bytes, part: str, column: int, width: float) -> bytes:
    """The XML of a sheet with a new width of a column, in digits. The other looks of the column stay."""
    looks = {column: {"width": str(width), "customWidth": "1"}}
    return apply_cuts(sheet.decode("utf-8"), [_columns_cut(xml_text(sheet, part), looks)])


def with_hidden_rows(sheet: bytes, part: str, rows: Collection[int], hidden: Collection[int]) -> bytes:
    """The XML of a sheet in which those of `rows` that are in `hidden` are hidden, and the others shown."""
    cuts = list[Cut]()
    for found in _ROW.finditer(xml_text(sheet, part)):
        row = int(attribute(found[1], "r") or 0)
        if row in rows:
            closed = "/" if found[1].endswith("/") else ""
            looks = {"hidden": "1"} if row in hidden else {}
            cuts.append((*found.span(1), _with(found[1], looks, ["hidden"]) + closed))
    return apply_cuts(sheet.decode("utf-8"), cuts)


def with_folds(sheet: bytes, part: str) -> bytes:
    """The XML of a sheet of ours with the marks beside folded columns and rows, so that one click opens them.

    LibreOffice leaves these marks out, and also forgets that the plus sign comes before the folded columns.
    """
    text = xml_text(sheet, part)
    cuts = [*_fold_cuts(text)] if _FOLDED.search(text) else []
    return apply_cuts(sheet.decode("utf-8"), cuts) if cuts else sheet


def _fold_cuts(text: str) -> Iterator[Cut]:
    outline, listed = _OUTLINE.search(text), _COLUMNS.search(text)
    if outline is None or attribute(outline[1], "summaryBelow") not in ("0", "false"):
        return  # not a sheet of ours: there the sign comes before the folded rows
    spans = ((one[1], *_span(one[1])) for one in _COLUMN.finditer(listed[2] if listed else ""))
    if columns := _unmarked(spans):
        yield _columns_cut(text, {column: {"collapsed": "1"} for column in columns})
        if attribute(outline[1], "summaryRight") is None:
            yield outline.end(1), outline.end(1), ' summaryRight="0"'
    rows = {int(attribute(one[1], "r") or 0): one for one in _ROW.finditer(text)}
    for row in _unmarked((one[1], row, row) for row, one in rows.items()):
        if (found := rows.get(row)) is not None:
            closed = "/" if found[1].endswith("/") else ""
            yield *found.span(1), _with(found[1], {"collapsed": "1"}) + closed


def _span(its: str) -> tuple[int, int]:
    return int(attribute(its, "min") or 0), int(attribute(its, "max") or 0)


def _unmarked(spans: Iterable[tuple[str, int, int]]) -> list[int]:
    """The columns or rows on both sides of folded ones, if all of them lack the mark.

    spans: attributes, and the first and the last column or row.
    """
    marked, folded = set[int](), set[int]()
    for its, first, last in spans:
        if attribute(its, "collapsed") in ("1", "true"):
            marked |= {*range(first, last + 1)}
        if _FOLDED.search(its) and attribute(its, "hidden") in ("1", "true"):
            folded |= {*range(first, last + 1)}
    beside = {max(1, place + step) for place in folded for step in (-1, 1)} - folded
    return [] if marked & beside else sorted(beside)


def _columns_cut(text: str, looks: Mapping[int, Looks]) -> Cut:
    """The change to the XML of a sheet that gives some columns other attributes."""
    found, rows = _COLUMNS.search(text), _DATA.search(text)
    assert rows is not None
    start, end = (rows.start(), rows.start()) if found is None else found.span()
    p = rows[1] if found is None else found[1]
    spans = [(one[1], *_span(one[1])) for one in _COLUMN.finditer(found[2] if found else "")]
    whole = "".join(f"<{p}col{one}/>" for _, one in sorted(_changed_columns(spans, looks)))
    return start, end, f"<{p}cols>{whole}</{p}cols>"


def _changed_columns(
    spans: Iterable[tuple[str, int, int]], looks: Mapping[int, Looks]
) -> Iterator[tuple[int, str]]:
    """The first column and the attributes of each span, with a span of its own for each column in `looks`."""
    covered = set[int]()
    for its, first, last in spans:
        start = first
        for column in sorted(number for number in looks if first <= number <= last):
            if start < column:
                yield start, _with(its, {"min": str(start), "max": str(column - 1)})
            yield column, _with(its, {"min": str(column), "max": str(column), **looks[column]})
            covered.add(column)
            start = column + 1
        if start <= last:
            yield start, _with(its, {"min": str(start), "max": str(last)})
    for column in looks.keys() - covered:
        yield column, _with("", {"min": str(column), "max": str(column), **looks[column]})


def _with(attributes: str, new: Looks, old: Iterable[str] = ()) -> str:
    """The attributes with new values, without `old`. With a width, nothing hides the column any longer."""
    gone = [*new, *old, *(["hidden", "bestFit"] if "width" in new else [])]
    rest = re.sub(rf"""\s+(?:{"|".join(gone)})\s*=\s*(?:"[^"]*"|'[^']*')""", "", attributes.rstrip("/"))
    return "".join(f' {name}="{value}"' for name, value in new.items()) + rest
