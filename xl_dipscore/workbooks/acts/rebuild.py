"""Rebuild a workbook: compute the formulas that depend on our functions, and update charts of the values."""

import os
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from xl_dipscore.errors import Fault, without_cycle_collector
from xl_dipscore.rules.board import count_of
from xl_dipscore.rules.event.days import counting_from
from xl_dipscore.sheets.calculate.block import Change, OurFunction
from xl_dipscore.sheets.calculate.google import restore_formulas
from xl_dipscore.sheets.calculate.kinds import Why
from xl_dipscore.sheets.calculate.office import office_for
from xl_dipscore.sheets.calculate.recalc import Place, Plain, Recalculated, recalculate
from xl_dipscore.sheets.files import kind_of
from xl_dipscore.sheets.xlsx import charts
from xl_dipscore.sheets.xlsx.cell import ErrorMark
from xl_dipscore.sheets.xlsx.formula import address
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.sheets.xlsx.replace import keep_old
from xl_dipscore.tables.functions import FUNCTIONS
from xl_dipscore.workbooks.acts import computed_by
from xl_dipscore.workbooks.acts.by_the_rule import IN_TABLE, PLAIN_FUNCTIONS, wrong_cells
from xl_dipscore.workbooks.acts.memory import remember
from xl_dipscore.workbooks.acts.misfits import misfits
from xl_dipscore.workbooks.acts.rebuild_data import Engine, Order, Report, digest, text_of_value
from xl_dipscore.workbooks.acts.shown_numbers import BEST, compare_results, numbers, played_boards
from xl_dipscore.workbooks.layout.event import EventIn
from xl_dipscore.workbooks.layout.grow.paper import show_filled_lines
from xl_dipscore.workbooks.layout.looked_at import move_ok_marks, read_ok_marks
from xl_dipscore.workbooks.layout.ours import is_ours
from xl_dipscore.workbooks.layout.setup import CLEAN, STATUS

NAMES_ANEW = "The names that are functions are written anew: a program had spoilt their formulas."


class NoWorkbookInside(Fault):
    """There is no workbook in the folder {name}."""


class NoneOfOurs(Fault):
    """No formula in it calls our functions. It was not changed."""


class ShowedOtherwise(Fault):
    """{sheet} {cell} showed {old}, which another program stored, but its formula gives {new}."""


_MOST_SHOWN = 10


def rebuild_package(
    package: Package, path: str | os.PathLike[str], functions: Sequence[OurFunction] = FUNCTIONS, **how: Any
) -> Report:
    """Compute a workbook in memory. how: options of `compute_in_memory`."""
    event, repairs = repair(EventIn(package), functions)
    return compute_in_memory(event, path, functions, repairs=repairs, **how).report


class Repaired(NamedTuple):
    event: EventIn
    sentences: Sequence[str]


def repair(event: EventIn, functions: Sequence[OurFunction] = FUNCTIONS) -> Repaired:
    """Restore the formulas that another program hid or spoilt, before the workbook is computed."""
    package = event.file
    sentences = restore_formulas(package, functions)
    if spoilt_names(package):
        # It imports `native`, which xlwings Lite lacks.
        from xl_dipscore.workbooks.acts.names import renew_names

        if renew_names(package):
            sentences = (*sentences, NAMES_ANEW)
    return Repaired(event.anew() if sentences else event, sentences)


class ComputedEvent(NamedTuple):
    """The report of a computed workbook, and its event as it is now."""

    report: Report
    event: EventIn


@without_cycle_collector("Computing the formulas")
def compute_in_memory(
    event: EventIn,
    path: str | os.PathLike[str],
    functions: Sequence[OurFunction] = FUNCTIONS,
    *,
    engine: Engine = "auto",
    keep_stale: bool = False,
    looked: Mapping[str, str] | None = None,
    repairs: Sequence[str] = (),
) -> ComputedEvent:
    """Compute an event's workbook in memory, without writing it. Returns the report and the new event.

    engine: how formulas are computed. Our functions are always computed here, in Python.
        `python`: Python stores a value if Excel is certain to compute the same. The report lists the rest.
        `auto`: as `python`, but LibreOffice, if installed, computes the rest. The values are as in Excel.
        `libreoffice`: LibreOffice computes all formulas around our functions. Raises NoOffice and NoAnswer.
        `excel`: as `python`, but Excel computes formulas about which Python is unsure. Raises NoExcel.
    keep_stale: keep stored values that may be out of date. By default, such a value is removed if a program
        that opens the workbook will compute the value.
    repairs: the sentences of `repair`.
    looked: marks `ok`, to put beside the problems that they accept; by default, the workbook's own marks.
    Plain formulas call none of our functions. Their values are computed, and stored if our functions agree.
    """
    start = time.perf_counter()
    office, everything = office_for(engine), engine == "libreoffice"
    plain = _plain_formulas_to_compute(event)
    before = computed_by.read_computed_before(event)
    how: dict[str, Any] = {"everything": everything, "plain": plain, "keep_stale": keep_stale}
    compute = partial(recalculate, event.file, functions, office, **how)
    done = _compute_with_marks(event, compute, read_ok_marks(event.setup) if looked is None else looked)
    changed = _write_status(event, done)
    event = _store_version(event, before)
    unexplained = computed_by.by_version(event, before)
    wrong = map(str, _find_wrong_numbers(event, done))
    once = (*repairs, *computed_by.version_sentences(unexplained), *wrong)
    other = event.scoring.not_as_made()
    notes = (*once, *map(str, misfits(event)), *([] if other is None else [str(other)]))
    # First cells that themselves cannot be computed, then cells that only depend on other cells.
    depends = (Why.DEPENDS, IN_TABLE) if plain is not None else ()
    left = sorted(done.not_computed, key=lambda one: (one.waits, one.reason in depends))
    seconds = time.perf_counter() - start
    return ComputedEvent(Report(Path(path), changed, tuple(left), seconds, notes, once, unexplained), event)


def _compute_with_marks(
    event: EventIn, compute: Callable[[], Recalculated], looked: Mapping[str, str]
) -> Recalculated:
    """Compute the formulas; again if marks `ok` move to other lines of the doubts, or hidden lines show."""
    with counting_from(date1904=event.file.date1904):
        done = compute()
        moved, more = move_ok_marks(event.setup, looked), show_filled_lines(event)
        if not moved and not more:
            return done
        again = compute()
    return replace(again, changed=_join_changes(done.changed, again.changed))


def _store_version(event: EventIn, before: computed_by.ComputedBefore | None) -> EventIn:
    """Store what computed the workbook. Returns a fresh view of a workbook that has changed."""
    computed_by.write_computed_by(event.file, before)
    if not event.file.changed:
        return event
    charts.renew_chart_points(event.file)
    return event.anew()


def _join_changes(first: Sequence[Change], then: Sequence[Change]) -> tuple[Change, ...]:
    """Join the changes of two computations, without cells that have their old value again."""
    joined = {(one.sheet, one.ref): one for one in first}
    for one in then:
        at = one.sheet, one.ref
        joined[at] = one._replace(old=joined[at].old) if at in joined else one
    return tuple(one for one in joined.values() if one.new != one.old)


def _find_wrong_numbers(event: EventIn, done: Recalculated) -> Iterator[ShowedOtherwise]:
    """Report up to `_MOST_SHOWN` wrong numbers that another program stored on sheets that may contain games.

    Wrong scores are left out, because `computed_by` reports wrong scores.
    """
    if not done.differing:
        return
    # Texts are left out: a heading may show the name of an earlier event.
    numbers = [one for one in done.differing if isinstance(one.old, int | float)]
    typed, scores = {page.name for page in event.pages}, computed_by.score_places(event)
    differing = [one for one in numbers if one.sheet in typed and (one.sheet, one.ref) not in scores]
    for one in differing[:_MOST_SHOWN]:
        yield ShowedOtherwise(
            sheet=one.sheet, cell=one.ref, old=text_of_value(one.old), new=text_of_value(one.new)
        )


def spoilt_names(package: Package) -> bool:
    """Has a program without LAMBDA spoilt the defined names that are functions?"""
    starts = (name.text[:20] for name in package.defined_names)
    return any("lambda(" in one.casefold() and not one.startswith("_xlfn.LAMBDA(") for one in starts)


@without_cycle_collector()
def rebuild(
    path: str | os.PathLike[str],
    *,
    functions: Sequence[OurFunction] = FUNCTIONS,
    dry_run: bool = False,
    engine: Engine = "auto",
    keep_stale: bool = False,
) -> Report:
    """Compute a workbook's formulas and store the values in their cells, in one step or not at all.

    A workbook without our functions stays unchanged, byte for byte. A note of the report tells this.
    """
    order = Order(engine, dry_run=dry_run, keep_stale=keep_stale)
    return rebuild_with_order(Path(path), order, functions)


def compute_and_write(
    event: EventIn, path: Path, did: str = "", notes: Iterable[str] = (), *, old: bytes | None = None
) -> Report:
    """Compute a changed workbook and write its file.

    event: opened after the changes. did: as in `Report`. old: as in `Package.write`.
    """
    event, repairs = repair(event)
    report, event = compute_in_memory(event, path, repairs=repairs)
    package = event.file
    package.write(path, old=old)
    problems = event.problem_lines
    if package.written is not None:
        odd = (*event.unlisted_player_notes, *problems)
        done = replace(report, problems=odd, boards=played_boards(event))
        remember(package.written, path, Order(), done)
    return replace(report, did=did, notes=(*notes, *report.notes), problems=problems)


@without_cycle_collector("Reading the workbook")
def rebuild_with_order(path: Path, order: Order, functions: Sequence[OurFunction] = FUNCTIONS) -> Report:
    """Rebuild one workbook. Raises Faults, and then changes nothing."""
    start = time.perf_counter()
    if kind_of(path) == "a folder":
        raise NoWorkbookInside(name=path.name)
    package = Package.read(path)
    event = EventIn(package)
    ours = is_ours(event.setup, package, functions)
    if ours and not order.dry_run:
        package.check_writable()
    before = numbers(event) if order.changes else None
    report = Report(path, (), (), 0.0, (str(NoneOfOurs()),))
    if ours:
        how: dict[str, Any] = {"engine": order.engine, "keep_stale": order.keep_stale}
        event, repairs = repair(event, functions)
        report, event = compute_in_memory(event, path, functions, repairs=repairs, **how)
    moved = None if before is None else compare_results(before, numbers(event))
    if moved is not None:  # leave out seats without a player
        moved = tuple(one for one in moved if one.player or one.what == BEST)
    odd = (*event.unlisted_player_notes, *event.problem_lines)
    if package.changed and not order.dry_run:
        kept = keep_old(path) if order.backup else None
        try:
            package.write()
        except BaseException:
            if kept is not None:
                kept.unlink()
            raise
    wrote = "" if package.written is None else digest(package.written)
    seconds, boards = time.perf_counter() - start, played_boards(event)
    done = replace(report, seconds=seconds, problems=odd, boards=boards, moved=moved, wrote=wrote)
    content = package.written if package.changed else package.to_bytes()
    if content is not None and functions is FUNCTIONS:
        remember(content, path, order, done)
    return done


def _write_status(event: EventIn, done: Recalculated) -> tuple[Change, ...]:
    """Append the number of cells without a result to our sentence about problems. Returns all changes.

    If a spreadsheet program computes the cell with the sentence again, the number is no longer there.
    """
    unknown, package = {(one.sheet, one.ref) for one in done.not_computed}, event.file
    cells = [*_status_cells(event)] if unknown else []
    said = f"The last rebuild could not compute {count_of(len(done.not_computed), 'cell')}."
    for name, row, column in cells:
        sheet = package.sheet(name)
        shown = sheet.cells[row, column].value
        known = (name, address(row, column)) not in unknown and not isinstance(shown, ErrorMark)
        if known and isinstance(shown, str):
            sheet.set_cached_value(row, column, f"{shown} {said}".strip())
            sheet.compute_on_load(row, column)
    now = (one._replace(new=package.value(one.sheet, one.ref)) for one in done.changed)
    return tuple(one for one in now if one.new != one.old) if cells else done.changed


def _status_cells(event: EventIn) -> Iterator[Place]:
    """Yield the cell with our sentence about problems, and the cells that repeat the sentence."""
    home, package = event.setup.area(STATUS), event.book
    own = None if home is None else package.sheet(home.sheet).cells.get((home.top, home.left))
    if home is None or own is None or CLEAN not in own.formula:
        return
    yield home[:3]
    for name in package.sheet_names:
        for cell in package.sheet(name).cells.values():
            if cell.formula == STATUS:
                yield name, cell.row, cell.column


def _plain_formulas_to_compute(event: EventIn) -> Plain | None:
    """The request to compute plain formulas; None if there are none. In a circuit, no value is checked."""
    if event.circuit:
        return Plain(PLAIN_FUNCTIONS, dict)
    return Plain(PLAIN_FUNCTIONS, partial(wrong_cells, event.book)) if event.setup.plain else None
