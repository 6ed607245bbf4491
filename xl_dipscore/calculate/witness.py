"""A second calculator, cellrune: it grew apart from the first, so that where both agree there is evidence.

It is young, and known here alone. It gets a workbook of the cells that are read, and formulas in which
names, tables and other workbooks are written out as cells. Where it is not installed, there is no witness.
"""

import io
import zipfile
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from xl_dipscore.calculate.block import MARKS, Block, Failure
from xl_dipscore.calculate.links import Names
from xl_dipscore.xlsx.formula import Area, address, column_letters, reference
from xl_dipscore.xlsx.markup import encode
from xl_dipscore.xlsx.sheet import CellValue, ErrorMark

_MOST_CELLS = 2_000_000
_LIMITS = {
    "max_formula_nesting_depth": 256,
    "max_array_cells": _MOST_CELLS,
    # The results of ours are written out in formulas, a whole event's perhaps.
    "max_formula_source_bytes": 4_000_000,
    "max_formula_tokens": 1_000_000,
    "max_formula_ast_nodes": 1_000_000,
}
_REASONS = {
    "calculation.circular_reference": "it depends on itself",
    "calculation.resource_limit_exceeded": "it is too much for the second calculator",
}
_UNABLE = "the second calculator cannot compute it"
BREAKS = "the second calculator breaks down over it"
_MOST_TRIES = 100
"""How often it is asked again without a formula over which it broke down, perhaps."""

Cells = Mapping[tuple[int, int], CellValue]


class Formula(NamedTuple):
    """A formula without its equals sign, and the cells it fills: several for an array formula."""

    area: Area
    text: str
    array: bool = False


def testimony(
    sheets: Mapping[str, Cells], formulas: Sequence[Formula], *, now: float, date1904: bool
) -> list[Block] | None:
    """What the formulas come to with these values, a Failure where it cannot tell; None without a witness.

    `now` is the serial number of this moment.
    """
    try:
        import cellrune
    except Exception:  # no wheel for this machine, or one that does not load
        return None
    if sum(map(len, sheets.values())) > _MOST_CELLS:
        return [_failed("it is too much for the second calculator") for _ in formulas]
    names = Names([*sheets])
    neutral = {names.sheet(name): cells for name, cells in sheets.items()}

    def compute(some: Sequence[Formula]) -> list[Block]:
        book = cellrune.Workbook.from_bytes(_book(neutral, some, date1904))
        limits: Any = _LIMITS
        book.calculate(today_serial=int(now), now_serial=now, random_seed=1, calculation_limits=limits)
        return [[list(map(_value, row)) for row in rows] for rows in _answers(book, some)]

    said = [
        Formula(one.area._replace(sheet=names.sheet(one.area.sheet)), names.formula(one.text), one.array)
        for one in formulas
    ]
    return _heard(compute, said, iter(range(_MOST_TRIES)))


def _heard(
    compute: Callable[[Sequence[Formula]], list[Block]], formulas: Sequence[Formula], tries: Iterator[int]
) -> list[Block]:
    """Where it breaks, each half is put to it with the values of the other, and so on to the one to blame."""
    try:
        return compute(formulas)
    except BaseException as failure:  # a panic of the calculator is not an Exception
        if isinstance(failure, KeyboardInterrupt | SystemExit):
            raise
    if len(formulas) < 2 or next(tries, None) is None:
        return [_failed(BREAKS) for _ in formulas]
    middle = len(formulas) // 2
    return _heard(compute, formulas[:middle], tries) + _heard(compute, formulas[middle:], tries)


def _answers(book: Any, formulas: Sequence[Formula]) -> list[Any]:
    """All the cells of a sheet at once: asking for each takes longer than computing it."""
    hulls: dict[str, Area] = {}
    filled: dict[str, int] = defaultdict(int)
    for area, _, _ in formulas:
        hulls[area.sheet] = area.hull(hulls.get(area.sheet, area))
        filled[area.sheet] += area.size
    found = {
        sheet: _read(book, hull) for sheet, hull in hulls.items() if hull.size <= 100 + 20 * filled[sheet]
    }
    answers = []
    for area, _, _ in formulas:
        if area.sheet in found:
            top, left = hulls[area.sheet].top, hulls[area.sheet].left
            rows = found[area.sheet][area.top - top : area.bottom - top + 1]
            rows = [row[area.left - left : area.right - left + 1] for row in rows]
        else:
            rows = _read(book, area)
        answers.append(rows)
    return answers


def _read(book: Any, area: Area) -> Any:
    return book.read_values(area.sheet, address(area.top, area.left), address(area.bottom, area.right))


def _value(found: Mapping[str, Any]) -> CellValue:
    match found["kind"]:
        case "number":
            return float(found["value"]) + 0.0
        case "text" | "logical":
            value: CellValue = found["value"]
            return value
        case "blank":
            return None
        case "error" if found["value"] in MARKS.values():
            return ErrorMark(found["value"])
        case "unavailable":
            if found["code"] == "calculation.unsupported_function":
                return Failure(f"the second calculator has no {found.get('detail')}")
            return Failure(_REASONS.get(found["code"], _UNABLE))
    return Failure(_UNABLE)


def _failed(why: str) -> Block:
    return [[Failure(why)]]


# -- the workbook -----------------------------------------------------------------------------

_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_SPREADSHEET = "application/vnd.openxmlformats-officedocument.spreadsheetml"
_TYPES = f"""<Types xmlns="{_PACKAGE}/content-types">\
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>\
<Default Extension="xml" ContentType="{_SPREADSHEET}.worksheet+xml"/>\
<Override PartName="/xl/workbook.xml" ContentType="{_SPREADSHEET}.sheet.main+xml"/></Types>"""


def _book(sheets: Mapping[str, Cells], formulas: Sequence[Formula], date1904: bool) -> bytes:
    """The smallest workbook that holds them; stored, for packing it would take longer than reading it."""
    listed = "".join(
        f'<sheet name="{_quoted(sheet)}" sheetId="{number}" r:id="rId{number}"/>'
        for number, sheet in enumerate(sheets, 1)
    )
    properties = f'<workbookPr date1904="{int(date1904)}"/>'
    files = [f"sheet{number}.xml" for number in range(1, len(sheets) + 1)]
    parts = {
        "[Content_Types].xml": _TYPES,
        "_rels/.rels": _relations("officeDocument", ["xl/workbook.xml"]),
        "xl/_rels/workbook.xml.rels": _relations("worksheet", files),
        "xl/workbook.xml": f'<workbook xmlns="{_MAIN}" xmlns:r="{_OFFICE}">{properties}'
        f"<sheets>{listed}</sheets></workbook>",
    }
    for file, (sheet, cells) in zip(files, sheets.items(), strict=True):
        rows = "".join(_lines(cells, formulas, sheet))
        parts[f"xl/{file}"] = f'<worksheet xmlns="{_MAIN}"><sheetData>{rows}</sheetData></worksheet>'
    with io.BytesIO() as out:
        with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as made:
            for name, xml in parts.items():
                made.writestr(name, xml)
        return out.getvalue()


def _lines(cells: Cells, formulas: Iterable[Formula], sheet: str) -> Iterator[str]:
    """The rows of a sheet."""
    found = dict(cells)
    texts: dict[tuple[int, int], Formula] = {}
    for formula in formulas:
        area = formula.area
        if area.sheet == sheet:
            for place in area.cells:
                found[place] = None
            texts[area.top, area.left] = formula
    for row, places in groupby(sorted(found), itemgetter(0)):
        inner = "".join(_cell(place, found[place], texts.get(place)) for place in places)
        if inner:
            yield f'<row r="{row}">{inner}</row>'


def _relations(kind: str, targets: Iterable[str]) -> str:
    listed = "".join(
        f'<Relationship Id="rId{number}" Type="{_OFFICE}/{kind}" Target="{target}"/>'
        for number, target in enumerate(targets, 1)
    )
    return f'<Relationships xmlns="{_PACKAGE}/relationships">{listed}</Relationships>'


def _quoted(text: str) -> str:
    return encode(text).replace('"', "&quot;")


def _cell(place: tuple[int, int], value: CellValue, formula: Formula | None) -> str:
    """A cell with its value or its formula; nothing where it has neither."""
    where = f'<c r="{column_letters(place[1])}{place[0]}"'
    if type(value) is float or type(value) is int:
        return f"{where}><v>{value!r}</v></c>"
    if isinstance(value, bool):
        return f'{where} t="b"><v>{int(value)}</v></c>'
    if isinstance(value, ErrorMark):
        return f'{where} t="e"><v>{encode(value)}</v></c>'
    if isinstance(value, str):
        return f'{where} t="inlineStr"><is>{_inline(value)}</is></c>'
    if formula is None:
        return ""
    kind = f' t="array" ref="{reference(formula.area)}"' if formula.array else ""
    return f"{where}><f{kind}>{encode(formula.text)}</f></c>"


@lru_cache(maxsize=1 << 12)
def _inline(text: str) -> str:
    bare = text == text.strip()
    return f"<t>{encode(text)}</t>" if bare else f'<t xml:space="preserve">{encode(text)}</t>'
