"""Make a workbook for an event, from nothing or from a director's template, with as many boards as needed."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from xl_dipscore.errors import Fault, Faults, WithNotes, join, without_cycle_collector
from xl_dipscore.rules.board import count_of
from xl_dipscore.rules.system import System
from xl_dipscore.rules.tournament.combine import no_total
from xl_dipscore.sheets.calculate.google import restore_formulas
from xl_dipscore.sheets.xlsx.formula import address, column_letters
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.sheets.xlsx.target import WrongEnding, check_free
from xl_dipscore.tables.cells.event_options import read_event_options
from xl_dipscore.tables.cells.values import is_blank
from xl_dipscore.tables.functions import FUNCTIONS
from xl_dipscore.workbooks.acts.log import set_cells
from xl_dipscore.workbooks.acts.rebuild import rebuild_package
from xl_dipscore.workbooks.acts.rebuild_data import Report
from xl_dipscore.workbooks.layout.event import EventIn
from xl_dipscore.workbooks.layout.games import (
    GamesSheet,
    NoSlots,
    Slot,
    heading_cells,
    is_headed,
    label,
    slots_named,
    slots_to_number,
)
from xl_dipscore.workbooks.layout.grow.boards import NewBoards, with_more_boards
from xl_dipscore.workbooks.layout.grow.choices import Headings, headings, with_choices
from xl_dipscore.workbooks.layout.grow.rounds import with_rounds
from xl_dipscore.workbooks.layout.grow.shown import break_pages_at_rounds, page_sizes_by_sheet
from xl_dipscore.workbooks.layout.identity import give_identity
from xl_dipscore.workbooks.layout.setup import EVENT, EVENT_OPTIONS, SYSTEM, Setup

if TYPE_CHECKING:  # LibreOffice imports this file, but lacks openpyxl
    from xl_dipscore.workbooks.author import Plan


class TemplateInUse(Fault):
    """{file} already has the results of {boards}, but a template must have none."""


class NoSystemCell(Fault):
    """{file} has no cell named Scoring_system. Give that name to the cell of the system first."""


_MACROS = "application/vnd.ms-excel.sheet.macroEnabled.main+xml"
_PLAIN = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"


@without_cycle_collector("Making the sheets")
def create(path: Path, plan: "Plan") -> Report:
    """Make a workbook with all values computed. Raises FileThere if the file exists already."""
    from xl_dipscore.workbooks.author import make, make_package

    check_free(path, ".xlsx")
    package = make_package(make(plan))
    return put_new(package, path, [*name_event(package, plan.name)])


def name_event(package: Package, name: str | None) -> Iterator[str]:
    """Write the event's name, if one is given. Yields a note if the workbook has no place for it."""
    setup = Setup(package)
    if name and setup.area(EVENT) is None:
        yield f"The name {name} was not written: no cell is named {EVENT}."
    elif name:
        setup.write_named_cell(EVENT, name)


@without_cycle_collector("Making the sheets")
def create_native(path: Path, plan: "Plan") -> Report:
    """Make a workbook with all values computed. Its formulas are plain: they call none of our functions.

    If the plan has `by_name`, only the scores call functions, which are defined names of the workbook. The
    report has notes on what plain formulas leave out. Raises FileThere, and Faults if they cannot be made.
    """
    from xl_dipscore.workbooks.author import make, make_compact_package
    from xl_dipscore.workbooks.author.native import without_form

    check_free(path, ".xlsx")
    package = make_compact_package(make(plan, "plain"))
    if plan.by_name:
        from xl_dipscore.workbooks.acts.names import (
            put_names,  # it imports `native`, which xlwings Lite lacks
        )

        put_names(package)
    return put_new(package, path, [*name_event(package, plan.name), *without_form(plan)])


def put_new(package: Package, path: Path, notes: Iterable[str] = ()) -> Report:
    """Compute a new event's workbook and write it to a new file. notes: the first notes of the report."""
    give_identity(Setup(package))
    report = rebuild_package(package, path)
    package.write(path)
    return replace(report, notes=(*notes, *report.notes))


def create_from(
    template: Path,
    path: Path,
    system: System,
    *,
    name: str | None = None,
    rounds: int | None = None,
    boards: int | None = None,
) -> Report:
    """Make a workbook for an event from a director's template. boards: the number of boards in each round.

    If `rounds` or `boards` is None, the number in the template stays. Raises Faults, and then writes nothing.
    """
    check_free(path)
    package, notes = start(Package.read(template), system, path, rounds=rounds, boards=boards)
    return put_new(package, path, [*notes, *name_event(package, name)])


def check_unused(event: EventIn) -> None:
    """Raise a Fault if a workbook cannot be a template, because it has no boards or has results."""
    played = sum(not slot.free for slot in event.boards.check().slots)
    if played:
        raise TemplateInUse(file=event.book.name, boards=count_of(played, "board"))


def start(
    package: Package, system: System, path: Path, *, rounds: int | None = None, boards: int | None = None
) -> WithNotes[Package]:
    """Turn a template into an event's workbook in memory. Returns the workbook, and sentences about it.

    Raises TemplateInUse, NoSystemCell, NoSlots, WrongEnding and InTheWay. Raises MadeForAnother or
    MadeForRounds if the template's plain formulas were made for another system or number of rounds.
    """
    notes = [*restore_formulas(package, FUNCTIONS)]
    event = EventIn(package)
    check_unused(event)
    event.boards.check_listed()
    if not event.slots:
        raise NoSlots(file=package.name)
    area = event.setup.area(SYSTEM)
    if area is None:
        raise NoSystemCell(file=package.name)
    other = event.scoring.made_for_another(system.key, "{} is asked for") if event.setup.plain else None
    if other is not None:
        raise other
    as_workbook(package, path)
    event, further = let_setup_choose(event, system.key)
    notes += further
    if rounds is not None or boards is not None:
        event, further = _resize_event(event, rounds, boards)
        notes += further
    event.book.set_value(area.sheet, address(area.top, area.left), system.key)
    return WithNotes(event.file, [*notes, *_without_total(event.setup, system)])


def let_setup_choose(event: EventIn, system: str) -> WithNotes[EventIn]:
    """Replace calls of another system's function, as `Scoring.let_setup_choose` does. Returns its notes."""
    notes = event.scoring.let_setup_choose(system)
    return WithNotes(event.anew() if notes else event, notes)


def as_workbook(package: Package, path: Path) -> None:
    """Set the content type to workbook, not template. Raises WrongEnding if `path` has the wrong ending."""
    macros = "macroEnabled" in package.content_type(package.main_part)
    ending, kind = (".xlsm", "with") if macros else (".xlsx", "without")
    if path.suffix.casefold() != ending:
        why = f", since {package.name} is a workbook {kind} macros"
        raise WrongEnding(path=path, ending=ending, why=why)
    package.set_content_type(package.main_part, _MACROS if macros else _PLAIN)


def _without_total(setup: Setup, system: System) -> Iterator[str]:
    """Yield a note if no rule for totals is chosen and the system has none for this number of rounds."""
    options = setup.options(EVENT_OPTIONS) or {}
    with suppress(Faults):
        chosen = read_event_options(options.values(), system).settings
        if chosen.rounds and chosen.combine is None:
            why = no_total(system, chosen.rounds, chosen.format or system.format)
            if why:
                yield f"{why} Type it beside combine, in the event's options."


def _resize_event(event: EventIn, rounds: int | None, boards: int | None) -> WithNotes[EventIn]:
    homes = slots_to_number(event.sheets)
    if not homes:
        raise NoSlots(file=event.book.name)
    slots = [slot for slots in homes.values() for slot in slots]
    there = Counter(label(slot.round) for slot in slots if not is_blank(slot.round))
    rounds = rounds or max(1, len(there))
    boards = boards or max(there.values(), default=1)
    a_sheet_a_round = len(homes) == rounds
    *_, last = homes
    more: dict[str, int | NewBoards] = {last: rounds * boards - len(slots)}
    if a_sheet_a_round:
        more = {name: boards - len(slots) for name, slots in homes.items()}
    elif len(homes) == 1:
        home = next(home for home in event.check_sheets() if home.name == last)
        more[last] = _new_boards(home, rounds, boards)
    places = slots_named(rounds, boards, top=any(is_headed(slot.board, "top") for slot in slots))
    before, after = headings(event.slots), _headings_after(event.slots, places)
    paged = page_sizes_by_sheet(event)
    event, notes = with_more_boards(event, more, a_round=boards)
    event, further = with_rounds(event, rounds, boards)
    package = with_choices(event.file, before, after)
    event = EventIn(package)
    notes += further
    homes = slots_to_number(event.sheets)
    spare: list[str] = []
    if a_sheet_a_round:
        for round_, slots in enumerate(homes.values(), 1):
            spare += _number(slots, [place for place in places if place[0] == round_], boards, package)
    else:
        spare += _number([slot for slots in homes.values() for slot in slots], places, boards, package)
    if spare:
        notes.append(f"There are more boards than needed: {join(spare)}. They count only if they are played.")
    notes += _set_rounds(event.setup, rounds)
    event = EventIn(package)
    break_pages_at_rounds(event, paged)
    return WithNotes(event, notes)


def _new_boards(home: GamesSheet, rounds: int, boards: int) -> int | NewBoards:
    """The number of new boards, by the number of the sheet's boards before them; or only the total.

    New boards come before the last board of their round, new rounds before the last round. Only the total is
    returned if there are too many boards or rounds already, if other boards separate the boards of a round,
    or if a board has no round.
    """
    slots = home.slots
    numbered = [n for n, slot in enumerate(slots) if not is_headed(slot.round, "final")]
    by_round = {
        label(round_): list(its)
        for round_, its in groupby(numbered, lambda n: slots[n].round)
        if not is_blank(round_)
    }
    too_many = any(len(its) > boards for its in by_round.values()) or len(by_round) > rounds
    if too_many or sum(map(len, by_round.values())) != len(numbered):
        return rounds * boards - len(numbered)
    places: Counter[int] = Counter()
    for its in by_round.values():
        places[max(1, its[-1])] += boards - len(its)
    *_, last = by_round.values()
    places[max(1, last[0] if len(by_round) > 1 else last[-1])] += (rounds - len(by_round)) * boards
    return {before: times for before, times in sorted(places.items()) if times}


def _headings_after(slots: Iterable[Slot], places: Sequence[tuple[int, str]]) -> Headings:
    finals = [slot for slot in slots if is_headed(slot.round, "final")]
    rounds = [*(str(round_) for round_, _ in places), *(label(slot.round) for slot in finals)]
    names = [*(name for _, name in places), *(label(slot.board) for slot in finals)]
    return tuple(dict.fromkeys(rounds)), tuple(dict.fromkeys(names))


def _number(
    slots: Sequence[Slot], places: Sequence[tuple[int, str]], boards: int, package: Package
) -> list[str]:
    """Write the round and the name of each board. Returns the names of the boards beyond `places`."""
    last = places[-1][0]
    extra = range(boards + 1, boards + 1 + len(slots) - len(places))
    further = [(last, column_letters(number)) for number in extra]
    for slot, (round_, name) in zip(slots, [*places, *further], strict=True):
        set_cells(
            package,
            {**dict(heading_cells(slot, "round", round_)), **dict(heading_cells(slot, "board", name))},
        )
    return [f"board {name} of round {round_}" for round_, name in further]


def _set_rounds(setup: Setup, rounds: int) -> Iterator[str]:
    place, area = setup.option_cell("rounds"), setup.area(EVENT_OPTIONS)
    if place is not None:
        setup.book.set_value(*place, rounds)
    elif area is not None and (free := setup.free_rows(EVENT_OPTIONS)):
        setup.book.set_value(area.sheet, address(free[0], area.left), "rounds")
        setup.book.set_value(area.sheet, address(free[0], area.left + 1), rounds)
    else:
        where = "no free row for it" if area is not None else f"no cells named {EVENT_OPTIONS}"
        yield f"The event's number of rounds, {rounds}, is not set: the template has {where}."
