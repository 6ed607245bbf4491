"""Convert every call of our functions in a workbook to plain formulas, or to the call's value."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path

from xl_dipscore.errors import ERRORS, NA, Fault, Faults, join, join_at_most
from xl_dipscore.rules.event.days import counting_from
from xl_dipscore.rules.points import NoForm
from xl_dipscore.rules.system import find
from xl_dipscore.sheets.calculate.block import EQUAL_WITHIN, agree
from xl_dipscore.sheets.calculate.links import Links, find_free_name, units_of
from xl_dipscore.sheets.calculate.office import office_for
from xl_dipscore.sheets.calculate.reader import Reader
from xl_dipscore.sheets.calculate.recalc import Plain, Recalculated, recalculate
from xl_dipscore.sheets.xlsx import charts
from xl_dipscore.sheets.xlsx.cell import CellValue
from xl_dipscore.sheets.xlsx.formula import Area, Token, address, reference, tokens
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.sheets.xlsx.shared import share_formulas
from xl_dipscore.sheets.xlsx.sheet import CellRefused
from xl_dipscore.tables.functions import FUNCTIONS
from xl_dipscore.workbooks.acts.by_the_rule import PLAIN_FUNCTIONS
from xl_dipscore.workbooks.acts.rebuild import rebuild_package
from xl_dipscore.workbooks.acts.rebuild_data import Engine
from xl_dipscore.workbooks.layout.added import NOTES, AddedSheet
from xl_dipscore.workbooks.layout.event import EventIn
from xl_dipscore.workbooks.layout.marks import mark, whole_sheet
from xl_dipscore.workbooks.layout.ours import OURS, SHEET, warnings_of_other_calls, without_guard
from xl_dipscore.workbooks.layout.own import value_at
from xl_dipscore.workbooks.layout.setup import PLAIN, STATUS, SYSTEM, Setup
from xl_dipscore.workbooks.layout.tables import NOW_SAYS
from xl_dipscore.workbooks.plain.calls import (
    ArgumentReader,
    NotPlain,
    OurCall,
    outermost_calls,
    text,
)
from xl_dipscore.workbooks.plain.formulas import PlainFormula
from xl_dipscore.workbooks.plain.stand_ins import OF_EVENTS, TABLES, StandIn, StandIns
from xl_dipscore.workbooks.plain.status import NOT_LIVE, hide_running_round, write_status
from xl_dipscore.workbooks.plain.values import areas_of_results

WITHOUT_FORM = (NotPlain, NoForm, Faults)
"""Exceptions for calls that plain formulas cannot express."""


class NothingOfOurs(Fault):
    """{name} has no formula that calls our functions, so there is nothing to convert."""


class NothingLive(Fault):
    """Plain formulas cannot replace the scores on {sheets}, so a copy of {name} would compute none: {why}. \
For a new workbook of plain formulas: dipscore new {key} NEW.xlsx --host native"""


@dataclass(frozen=True)
class OurFormula:
    """A formula that calls our functions, and the cells that it fills."""

    area: Area
    array: bool
    pieces: Sequence[Token]
    calls: Sequence[OurCall]

    @property
    def of_event(self) -> bool:
        """Does the formula give an option that depends on the whole event, such as the value of a solo?"""
        return any(call.name in OF_EVENTS for call in self.calls)

    @property
    def is_table(self) -> bool:
        return any(call.name in TABLES for call in self.calls)


@dataclass
class Remarks:
    values: dict[str, list[Area]] = field(default_factory=dict)
    """Cells that became values, by reason."""
    unsure: Sequence[Area] = ()
    """Cells whose plain formulas have no result of our functions to compare with."""

    @property
    def areas(self) -> list[Area]:
        return [*chain.from_iterable(self.values.values())]

    def add_values(self, why: object, area: Area) -> None:
        self.values.setdefault(str(why), []).append(area)

    def lines(self) -> Iterator[str]:
        if self.unsure:
            yield f"Without a result of our functions to compare with: {_text_of_areas(self.unsure)}."
        for why, areas in self.values.items():
            values = "are values" if len(areas) > 1 or not areas[0].single else "is a value"
            yield f"{_text_of_areas(areas)} {values} now: {why.rstrip('.')}."


def make_plain(package: Package, path: Path, *, engine: Engine = "auto") -> tuple[str, ...]:
    """Convert a workbook to plain formulas in memory. Returns remarks as sentences. Raises NothingOfOurs.

    The workbook is computed before and after. Where a plain formula has another result than our function
    had, the value of our function replaces the formula.
    """
    if not _units(package):
        raise NothingOfOurs(name=package.name)
    report = rebuild_package(package, path, engine=engine)
    units = _units(package)  # rebuilding may have changed the size of dynamic arrays
    before = {place: value_at(package, place) for unit in units for place in _places(unit.area)}
    fixed = {place for unit in units if not unit.of_event for place in _places(unit.area)}
    book = StandIns(ArgumentReader(package, set(OURS.values())), fixed)
    page, remarks = AddedSheet(find_free_name(SHEET, package.sheet_names)), Remarks()
    formulas = _formulas(book, page, units, remarks)
    _check_some_scores(package, book, remarks)
    mark(package, areas_of_results(package, (unit.area for unit in units)))
    _replace_formulas(package, units, formulas, remarks)
    sentences = [page.setting("Status", formula) for formula in book.sentences]
    sentences.append(not_live := page.setting("Not live"))
    hide_running_round(package)
    package.add_sheet(page.name, share_formulas(page.xml()))
    mark(package, [whole_sheet(page.name)])
    unknown = {(one.sheet, one.ref) for one in report.not_computed}
    known = [unit for unit in units if (unit.area.sheet, address(*unit.area[1:3])) not in unknown]
    _check_results(package, engine, known, {place: before[place] for place in formulas}, remarks)
    others = (unit.area for unit in units if unit not in known)
    remarks.unsure = [area for area in others if next(_places(area)) in formulas]
    if _is_ours(package, book.main_system) and not Setup(package).plain:
        package.add_hidden_name(PLAIN, f'"{book.main_system}"')
    lines = [*remarks.lines(), *book.notes, *warnings_of_other_calls(package)]
    for row, line in enumerate((*_EXPLANATION, *lines), 2):
        package.set_value(page.name, address(row, NOTES), line)
    write_status(package, page.name, sentences)
    if sheets := _sheets_not_live(package, units, remarks.areas):
        package.set_value(page.name, not_live.replace("$", ""), NOT_LIVE.format(sheets=join(sheets)))
    _recalculate(package, engine)
    charts.renew_chart_points(package)
    return (*report.notes, *lines)


def _sheets_not_live(package: Package, units: Iterable[OurFormula], values: Collection[Area]) -> list[str]:
    """The sheets with values whose formulas read other cells, and all sheets that depend on these values.

    A table without the round being played is left out: Print no longer shows it.
    """
    reader, says = Reader(package, ()), Setup(package).area(NOW_SAYS)
    found = []
    for unit in units:
        if any(unit.area.overlaps(area) for area in values):
            sheet, *cell = unit.area[:3]
            called = (reader.read(f"SUM({','.join(call.arguments)})", sheet, *cell) for call in unit.calls)
            reads = any(one.areas or one.problem for one in called)
            if reads and says not in reader.read(text(unit.pieces), sheet, *cell).areas:
                found.append(unit.area)
    behind = Links(units_of(package, reader, set())).downstream(found)
    depends = {area.sheet for area in (*found, *(one.area for one in behind))}
    return [sheet for sheet in package.sheet_names if sheet in depends]


def _check_some_scores(package: Package, book: StandIns, remarks: Remarks) -> None:
    """Raise NothingLive for a workbook of ours in which no board would be scored by formulas."""
    if Setup(package).area(STATUS) is None or any(not group.problem for group in book.groups):
        return
    homes = {home.name for home in EventIn(package).sheets}
    for why, areas in remarks.values.items():
        if sheets := sorted({area.sheet for area in areas} & homes):
            key = Setup(package).value(SYSTEM) or "SYSTEM"
            raise NothingLive(name=package.name, sheets=join(sheets), why=why.rstrip("."), key=key)


def _is_ours(package: Package, key: str) -> bool:
    """Does the workbook have our layout, with this system on Setup?"""
    try:
        setup = Setup(package)
        return setup.area(SYSTEM) is not None and find(str(setup.value(SYSTEM))).key == key
    except Fault:
        return False


def _units(package: Package) -> list[OurFormula]:
    found = []
    for name in package.sheet_names:
        for cell in package.sheet(name).cells.values():
            if not cell.formula or "(" not in cell.formula:
                continue
            pieces = without_guard(tokens(cell.formula))
            try:
                called = outermost_calls(pieces, OURS)
            except NotPlain:
                continue
            if called:
                array = cell.kind == "array" and cell.area is not None
                here = Area(name, cell.row, cell.column, cell.row, cell.column)
                found.append(OurFormula((cell.area or here) if array else here, array, pieces, called))
    return found


def _formulas(
    book: StandIns, page: AddedSheet, units: Sequence[OurFormula], remarks: Remarks
) -> dict[tuple[str, int, int], str]:
    answers: dict[Area, list[tuple[OurCall, StandIn]]] = {}
    why: dict[Area, object] = {}
    # First the calls with whole lists of games: the board of another call may be part of such a list.
    for unit in sorted(units, key=lambda unit: not unit.is_table):
        try:
            answers[unit.area] = [(call, book.answer(call, unit.area)) for call in unit.calls]
        except WITHOUT_FORM as no:
            why[unit.area] = no
    _write_columns(book, page)
    found: dict[tuple[str, int, int], str] = {}
    for unit in units:
        try:
            found |= _plain_formulas(book, unit, answers.get(unit.area, ()))
        except NotPlain as no:
            why[unit.area] = no
        if unit.area in why:
            remarks.add_values(why[unit.area], unit.area)
    return found


def _plain_formulas(
    book: StandIns, unit: OurFormula, answers: Sequence[tuple[OurCall, StandIn]]
) -> dict[tuple[str, int, int], str]:
    """The plain formula of each cell of `unit`; {} without `answers` for its calls. Raises NotPlain."""
    area, written = unit.area, PlainFormula(unit.pieces, answers, unit.area, unit.array, book.reader)
    places = _places(area) if answers else ()
    found = {place: written.at(place[1] - area.top, place[2] - area.left) for place in places}
    if any(len(text) > _LONGEST for text in found.values()):
        raise NotPlain("its plain formulas would be too long to read")
    return found


def _write_columns(book: StandIns, page: AddedSheet) -> None:
    """Write the columns of boards, events and ranks. If boards get none, their `problem` tells why."""
    for event in book.events:
        event.write_settings(page)
    for group in book.groups:
        try:
            group.write(page)
        except WITHOUT_FORM as no:
            group.problem = str(no)
    for event in book.events:
        if not event.group.problem:
            event.write(page)
    for ranks in book.ranks:
        ranks.write(page)


def _replace_formulas(
    package: Package, units: Iterable[OurFormula], formulas: dict[tuple[str, int, int], str], remarks: Remarks
) -> None:
    for unit in units:
        sheet = package.sheet(unit.area.sheet)
        sheet.dissolve(unit.area.top, unit.area.left)
        for row, column in unit.area.cells:
            here = Area(unit.area.sheet, row, column, row, column)
            try:
                if here[:3] in formulas:
                    sheet.set_formula(here, formulas[here[:3]], None)
            except CellRefused:
                del formulas[here[:3]]
                remarks.add_values("a merged cell covers it", here)


def _check_results(
    package: Package,
    engine: Engine,
    units: Iterable[OurFormula],
    before: Mapping[tuple[str, int, int], CellValue],
    remarks: Remarks,
) -> None:
    """Compute the workbook. Where a result differs, the value of our function replaces the formula."""
    open_ = [unit for unit in units if any(place in before for place in _places(unit.area))]
    for _ in range(_MOST_PASSES):
        done = _recalculate(package, engine)
        unsure = {(one.sheet, one.ref) for one in done.not_computed}
        wrong = [unit for unit in open_ if not _keeps_values(package, unit, before, unsure)]
        for unit in wrong:
            for place in filter(before.__contains__, _places(unit.area)):
                package.sheet(unit.area.sheet).set_value(*place[1:], before[place])
            remarks.add_values("the plain formulas give other results than our functions", unit.area)
        open_ = [unit for unit in open_ if unit not in wrong]
        if not wrong:
            break


def _recalculate(package: Package, engine: Engine) -> Recalculated:
    """Compute every plain formula.

    Programs may order tied players differently, so any order is accepted while computing. Formulas with
    another order than that of our functions then become values.
    """
    with counting_from(date1904=package.date1904):
        return recalculate(package, FUNCTIONS, office_for(engine), plain=Plain(PLAIN_FUNCTIONS, dict))


def _places(area: Area) -> Iterator[tuple[str, int, int]]:
    return ((area.sheet, row, column) for row, column in area.cells)


def _keeps_values(
    package: Package,
    unit: OurFormula,
    before: Mapping[tuple[str, int, int], CellValue],
    unsure: Collection[tuple[str, str]],
) -> bool:
    """Does every cell of a formula keep its value? Beyond a table, blank cells may replace #N/A."""
    for place in filter(before.__contains__, _places(unit.area)):
        sheet, cell = place[0], address(*place[1:])
        old, now = before[place], package.value(sheet, cell)
        beyond = unit.is_table and old == NA and now in (None, "")
        if (sheet, cell) in unsure or not (beyond or _agree(old, now)):
            return False
    return True


_LONGEST = 2_000
"""Longest plain formula, in characters."""
_MOST_PASSES = 5
"""The most recalculations: a value in place of a formula may change results of other formulas."""


def _agree(old: CellValue, new: CellValue) -> bool:
    """Do two results agree?

    Numbers agree to nine digits; any two errors agree. Two checks (texts with a space) agree
    if both begin with OK, or if neither does.
    """
    if not (isinstance(old, str) and isinstance(new, str)):
        return agree(old, new, near=EQUAL_WITHIN)
    if old in ERRORS or new in ERRORS:
        return old in ERRORS and new in ERRORS
    checks = " " in old and " " in new
    return old == new or (checks and old.startswith("OK") == new.startswith("OK"))


def _text_of_areas(areas: Sequence[Area]) -> str:
    """The areas in words: `Sheet1!C2:C8, Sheet1!C10 and 4 more`. Adjacent areas are joined."""
    return join_at_most((f"{area.sheet}!{reference(area)}" for area in _join_areas(areas)), _AREAS_NAMED)


_AREAS_NAMED = 5


def _join_areas(areas: Iterable[Area]) -> list[Area]:
    """Join adjacent areas: first areas of the same columns, then areas of the same rows."""
    below = _runs(sorted(areas, key=lambda one: (one.sheet, one.left, one.top)), columns=False)
    return _runs(below, columns=True)


def _runs(areas: Iterable[Area], *, columns: bool) -> list[Area]:
    found: list[Area] = []
    for area in areas:
        last = found[-1] if found else area
        follows = area.left <= last.right + 1 if columns else area.top <= last.bottom + 1
        if found and follows and last.to((0, 0), columns=columns) == area.to((0, 0), columns=columns):
            right, bottom = max(last.right, area.right), max(last.bottom, area.bottom)
            found[-1] = last._replace(right=right, bottom=bottom)
        else:
            found.append(area)
    return found


_EXPLANATION = (
    "Here, formulas that any spreadsheet has replace the functions of xl_dipscore.",
    "Each row is a power's; its score is the sum of the lines of the rule, to the right of Check.",
    "Leave this sheet as it is: the other sheets refer to it. It may be hidden.",
    "For more boards, or another system, change the workbook with the functions and attach it again.",
)
