"""Leave private data out of a workbook that is published."""

from collections.abc import Collection, Iterator, Sequence

from xl_dipscore.errors import join
from xl_dipscore.rules.board import count_of
from xl_dipscore.rules.tournament.problem import OK
from xl_dipscore.sheets.calculate.functions.registry import FUNCTIONS, SPECIAL
from xl_dipscore.sheets.calculate.links import Links, Unit, units_of
from xl_dipscore.sheets.calculate.office import office_for
from xl_dipscore.sheets.calculate.reader import Reader
from xl_dipscore.sheets.calculate.recalc import Plain, recalculate
from xl_dipscore.sheets.xlsx.charts import renew_chart_points
from xl_dipscore.sheets.xlsx.formula import Area, address, column_letters
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.sheets.xlsx.public import find_hidden_sheets, public_package
from xl_dipscore.tables.cells.headings import games_header
from xl_dipscore.tables.cells.languages import heading
from xl_dipscore.tables.cells.values import is_blank, text_in_one_line
from xl_dipscore.workbooks.acts.rebuild import rebuild_package
from xl_dipscore.workbooks.acts.rebuild_data import Engine
from xl_dipscore.workbooks.layout.event import EventIn
from xl_dipscore.workbooks.layout.games import GamesSheet
from xl_dipscore.workbooks.layout.log import LOG
from xl_dipscore.workbooks.layout.marks import MARK, sheets_of_results, whole_sheet
from xl_dipscore.workbooks.layout.ours import SHEET
from xl_dipscore.workbooks.layout.roster import titled_list
from xl_dipscore.workbooks.layout.setup import EVENT, LOOKED_AT, PLAIN, Setup
from xl_dipscore.workbooks.plain.values import CopyOfValues, copy_of_values

PUBLIC = frozenset({
    "first name", "last name", "country", "nationality", "club", "team", "unranked", "guest",
})  # fmt: skip
"""The columns of a list of players, besides the names, that a published workbook keeps."""
PRIVATE = frozenset({
    "email", "e-mail", "email address", "e-mail address", "note", "notes", "apart", "keep apart",
})  # fmt: skip
"""Columns beside games that a published copy of a director's own layout lacks."""
_KNOWN = frozenset((*FUNCTIONS, *SPECIAL))


def public_copy(workbook: Package, engine: Engine) -> CopyOfValues:
    """Copy a workbook for everybody, with values in place of our formulas. Returns sentences about the copy.

    The cells of private columns are blank, and all values are computed anew from what is left. A formula
    that refers to a sheet that is left out becomes its value; one that we cannot compute shows none.
    """
    package = Package(workbook.to_bytes(), workbook.name)
    dropped = dict.fromkeys([*find_hidden_sheets(package), *_log(package)])
    blanked = [*blank_private_cells(package, [*dropped])]
    rebuild_package(package, package.name, engine=engine)
    package, remarks = copy_of_values(package)
    _freeze(package, [*dropped], engine)
    renew_chart_points(package)
    sheets = [name for name in package.sheet_names if name not in dropped]
    public = public_package(package, [*dropped], lambda name: name.startswith(MARK) or name == PLAIN)
    return CopyOfValues(
        public, (f"It has the sheets {join(sheets)}.", _left_out(blanked, [*dropped]), *remarks)
    )


def _left_out(blanked: Sequence[str], dropped: Sequence[str]) -> str:
    parts = [*blanked]
    if "Log" in dropped:
        parts.append("the sheet Log")
    if others := len(dropped) - ("Log" in dropped):
        parts.append(count_of(others, "hidden sheet"))
    return f"Left out: {join([*parts, 'comments', 'links', 'document properties'])}."


def _log(package: Package) -> Iterator[str]:
    area = Setup(package).area(LOG)
    if area is not None:
        yield area.sheet
    yield from (name for name in package.sheet_names if name.casefold() == "log" and area is None)


def blank_private_cells(package: Package, dropped: Sequence[str]) -> Iterator[str]:
    """Blank typed cells that are private. Yields what they were.

    Hidden sheets of the event keep their cells at first: other sheets show results from them.
    """
    event = EventIn(package)
    lists = [one for one in (event.roster, titled_list(package)) if one is not None]
    for there in {(one.sheet.name, one.area): one for one in lists}.values():
        heads, name = _heads(package, there.sheet.name, there.area.top - 1), there.sheet.name
        public = {there.area.left, *(n for n, head in heads.items() if _in_english(head) in PUBLIC)}
        private = (n for n in heads if n not in public)
        if held := [heads[n] for n in private if _blank(package, _column(name, there.rows, n))]:
            yield f"{join(held)} on {name}"
    known_alone = _is_made_by_us(event)
    for home in event.sheets:
        rows = range(home.header + 1, max(home.rows, default=home.header + 1) + 1)
        own = _private_columns(home, rows, known_alone=known_alone)
        if held := [head for n, head in own.items() if _blank(package, _column(home.name, rows, n))]:
            yield f"{join(held)} on {home.name}"
    area = Setup(package).area(LOOKED_AT)
    if area is not None and _blank(package, area, keep=OK):
        yield "remarks beside problems"
    boards = (*event.boards.own, *event.boards.unsure)
    ours = sheets_of_results(package) - {*_log(package)} | event.setup.sheets | {SHEET}
    ours |= {home.name for home in event.sheets} | {one.sheet for one in boards}
    ours |= {there.sheet.name for there in lists}
    for name in set(dropped) & {*package.sheet_names} - ours:
        _blank(package, whole_sheet(name))


def _is_made_by_us(event: EventIn) -> bool:
    """Is the whole workbook ours? One of a director's own layout has at most a sheet with our formulas."""
    added = any(name.startswith(SHEET) for name in event.file.sheet_names)
    return event.setup.area(EVENT) is not None and not added


def _private_columns(home: GamesSheet, rows: range, *, known_alone: bool) -> dict[int, str]:
    """The columns beside games that a copy must lack, each with its heading, or with its letters.

    known_alone: keep only columns whose heading we know, because all others are the director's own.
    """
    cells = home.sheet.cells.items()
    heads = {n: text_in_one_line(cell.value) for (row, n), cell in cells if row == home.header}
    if not known_alone:
        return {n: head for n, head in heads.items() if _in_english(head) in PRIVATE}
    known = {*home.columns.values(), *(n for n, head in heads.items() if games_header(head) is not None)}
    held = sorted({n for (row, n), _ in cells if row in rows} - known)
    return {n: heads.get(n) or f"column {column_letters(n)}" for n in held}


def _in_english(head: str) -> str:
    return heading(head) or head.casefold()


def _heads(package: Package, sheet: str, row: int) -> dict[int, str]:
    cells = package.sheet(sheet).cells.items()
    return {n: str(cell.value).strip() for (at, n), cell in cells if at == row and not is_blank(cell.value)}


def _blank(package: Package, area: Area, keep: str = "") -> bool:
    """Blank the typed cells of an area, except those with the word `keep`. Were there any?"""
    page = package.sheet(area.sheet)
    inside = {place: cell.value for place, cell in page.cells.items() if area.contains(place)}
    typed = {place: value for place, value in inside.items() if not is_blank(value)}
    found = [
        place
        for place, value in typed.items()
        if not page.is_computed(*place) and not (keep and str(value).strip().casefold() == keep)
    ]
    for place in found:
        package.set_value(area.sheet, address(*place), None)
    return bool(found)


def _column(sheet: str, rows: range, column: int) -> Area:
    return Area(sheet, rows[0], column, rows[-1], column)


def _freeze(package: Package, dropped: Sequence[str], engine: Engine) -> None:
    """Compute all formulas. Those that refer to dropped sheets become values.

    Values that we cannot compute are dropped, and so are values that depend on them.
    """
    done = recalculate(package, (), office_for(engine), plain=Plain(_KNOWN, dict))
    refused = {(one.sheet, one.ref) for one in done.not_computed}
    units, gone = units_of(package, Reader(package, ()), set()), {name.casefold() for name in dropped}
    unknown = Links(units).downstream(unit for unit in units if not _is_known(unit, refused))
    for unit in units:
        if unit.area.sheet in dropped:
            continue
        if unit in unknown:
            for place in unit.cells:
                package.set_cached_value(unit.area.sheet, address(*place), None)
            package.sheet(unit.area.sheet).compute_on_load(*unit.cells[0])
        if unit.reading.problem or unit.reading.anywhere or _refers(unit.reading.areas, gone):
            package.sheet(unit.area.sheet).dissolve(unit.area.top, unit.area.left)


def _is_known(unit: Unit, refused: Collection[tuple[str, str]]) -> bool:
    """Can we compute a formula, if the cells that it refers to are known?"""
    functions = {part.text.rstrip("(").upper() for part in unit.reading.parts if part.kind == "function"}
    cells = {(unit.area.sheet, address(*place)) for place in unit.cells}
    return functions <= _KNOWN and not unit.reading.problem and cells.isdisjoint(refused)


def _refers(areas: Sequence[Area], sheets: set[str]) -> bool:
    return any(area.sheet.casefold() in sheets for area in areas)
