"""Put the results of old workbooks into a new template, and list every number that differs."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from xl_dipscore.errors import At, Fault, Faults, WithNotes, join
from xl_dipscore.rules.board import count_of
from xl_dipscore.rules.event.games import Game, rounds_of
from xl_dipscore.rules.system import find
from xl_dipscore.rules.tournament.combine import is_own
from xl_dipscore.rules.tournament.tiebreaks import tie_breaks_named
from xl_dipscore.sheets.calculate.google import restore_formulas
from xl_dipscore.sheets.xlsx.book import EditableBook, value_in
from xl_dipscore.sheets.xlsx.cell import CellValue
from xl_dipscore.sheets.xlsx.formula import address
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.sheets.xlsx.target import check_free
from xl_dipscore.tables.cells.event_options import read_valid_options
from xl_dipscore.tables.cells.values import is_blank, number
from xl_dipscore.tables.functions import FUNCTIONS
from xl_dipscore.workbooks.acts.attempt import Failed, Watch
from xl_dipscore.workbooks.acts.batch import Batch, run_batch
from xl_dipscore.workbooks.acts.edit import carry_out
from xl_dipscore.workbooks.acts.fill import games_edit, missing_slots
from xl_dipscore.workbooks.acts.new import check_unused, let_setup_choose
from xl_dipscore.workbooks.acts.people import fill_player_list, no_room
from xl_dipscore.workbooks.acts.rebuild import compute_in_memory
from xl_dipscore.workbooks.acts.rebuild_data import Engine, Report
from xl_dipscore.workbooks.acts.shown_numbers import ShownNumbers, differences, numbers
from xl_dipscore.workbooks.layout.event import EventIn
from xl_dipscore.workbooks.layout.extract import extract
from xl_dipscore.workbooks.layout.games import label
from xl_dipscore.workbooks.layout.grow.boards import with_more_boards
from xl_dipscore.workbooks.layout.grow.rounds import with_rounds
from xl_dipscore.workbooks.layout.grow.shown import break_pages_at_rounds, page_sizes_by_sheet
from xl_dipscore.workbooks.layout.looked_at import read_ok_marks
from xl_dipscore.workbooks.layout.pages import SHOWS
from xl_dipscore.workbooks.layout.setup import (
    COMPARED,
    EVENT,
    EVENT_OPTIONS,
    OPTIONS,
    SETUP,
    SYSTEM,
    YEAR,
    Row,
    option_word,
)


class SameName(Fault):
    """{path} and {other} would both become {target}; regenerate one of them into another folder."""


def regenerate(
    paths: Sequence[Path],
    template: Path,
    folder: Path,
    *,
    jobs: int | None = None,
    engine: Engine = "auto",
    watch: Watch = lambda path, done: None,
) -> Batch[Report]:
    """Put each old workbook's results into a copy of the template, in `folder`, under the old name."""
    check_unused(EventIn(Package.read(template)))
    targets: dict[str, Path] = {}
    twice: dict[Path, Failed] = {}
    for path in paths:
        target = _target(path, template, folder)
        other = targets.setdefault(target.name.casefold(), path)
        if other != path:
            twice[path] = Failed((str(SameName(path=path, other=other, target=target)),))
    work = partial(regenerate_file, template=template, folder=folder, engine=engine)
    batch = run_batch(work, [path for path in paths if path not in twice], jobs=jobs, watch=watch)
    both = {**batch.done, **twice}
    return Batch({path: both[path] for path in paths if path in both}, batch.left)


def regenerate_file(path: Path, *, template: Path, folder: Path, engine: Engine = "auto") -> Report:
    """Put one old workbook's results into a copy of the template. Raises Faults, and then writes nothing.

    Returns the report on the new workbook; `moved` has the numbers that differ from the old workbook.
    """
    target = _target(path, template, folder)
    check_free(target)
    old, copied = EventIn(Package.read(path)), Package.read(template)
    restored = restore_formulas(copied, FUNCTIONS)
    new = EventIn(copied)
    check_unused(new)
    check_choices(old, new)
    # Teams go to the player list, not to boards. If the template has no cell for Setup's year, boards get it.
    found = extract(old, setup_year=new.setup.area(YEAR) is None, roster_team=False)
    if found.faults:
        raise Faults(found.faults)
    before = numbers(old)
    to_come = [game for game in found.game_list.to_come if not game.faults]
    games = [*found.game_list.games, *to_come]
    boards = Counter(game.round for game in games)
    players = {seat.player for game in games for seat in game.seats if seat.player}
    players.update(old.players)
    left = found.unplayed - len(to_come)  # boards without results or players
    notes = [f"{count_of(left, 'board')} without results left out."] if left else []
    notes += [*found.notes, *restored]
    if not is_blank(system := old.setup.value(SYSTEM)):
        new, further = let_setup_choose(new, str(system))
        notes += further
    notes += (f"Left out: {fault}" for game in found.game_list.to_come for fault in game.faults)
    paged = page_sizes_by_sheet(new)
    a_round = max(boards.values(), default=1)
    if more := missing_slots(new, games):
        new, further = with_more_boards(new, more, a_round=a_round, players=len(players))
        notes += further
    new, further = with_rounds(new, _rounds(old, games), a_round)
    notes += further
    notes += _carry_setup(old, new)
    listed, further = _carry_players(old, new)
    new, edit = carry_out(new, games_edit(new, games, typed=listed))
    notes += [*further, *edit.put.notes]
    break_pages_at_rounds(new, paged)
    report, new = compute_in_memory(new, target, engine=engine, looked=read_ok_marks(old.setup))
    after = numbers(new)
    new.file.write(target)
    notes += [*_not_compared(before, after, old.book.name), *report.notes]
    moved = tuple(differences(before, after))
    return replace(report, boards=len(found.game_list.games), notes=tuple(notes), moved=moved)


def _rounds(old: EventIn, games: Sequence[Game]) -> int:
    """The greater of two numbers: the rounds that the old event planned, and the rounds that have games."""
    place = old.setup.option_cell("rounds")
    planned = number(old.book.value(*place)) if place is not None else None
    return max([len(rounds_of(games)), int(planned or 0)])


def _target(path: Path, template: Path, folder: Path) -> Path:
    """The path of the new workbook: the old name, with the ending of the template, which fits the content."""
    return folder / f"{path.stem}{template.suffix}"


def _not_compared(before: ShownNumbers, after: ShownNumbers, name: str) -> Iterator[str]:
    if not before.headings:
        yield f"{name} shows no Score, no Counts and no Standings: no number could be compared."
    elif missing := sorted(before.headings - after.headings):
        yield f"The template has no {join(missing, 'or')}: those numbers could not be compared."


class OtherChoice(Fault):
    """{file} is made for {option} {made}, but {old} has {said}: make a new one with dipscore new {key} \
NEW.xlsx --host native"""


def check_choices(old: EventIn, new: EventIn) -> None:
    """Raise a Fault if the old event differs in system or choices from the template's plain formulas."""
    made, system = new.setup.plain, old.setup.value(SYSTEM)
    if not made or is_blank(system):
        return
    if (other := new.scoring.made_for_another(system, f"{old.book.name} says {{}}")) is not None:
        raise other
    here, there = _choices(new, made), _choices(old, made)
    for option, choice in here.items():
        if choice != there[option]:
            facts: dict[str, Any] = {"made": choice, "said": there[option], "key": made, "option": option}
            raise OtherChoice(file=new.book.name, old=old.book.name, **facts)


def _choices(event: EventIn, key: str) -> dict[str, str]:
    """The choices for which plain formulas are made, as text by option. Defaults are included."""
    system = find(key)
    chosen, _ = read_valid_options(event.scoring.option_rows(), system)
    settings, parameters = chosen.settings, system.all_settings(chosen.parameters)
    own = settings.combine is None or is_own(settings.combine, system)
    breaks = tie_breaks_named(system.tiebreak if settings.tiebreak is None else settings.tiebreak)
    return {
        "combine": "its own rule" if own else str(settings.combine),
        "tiebreak": join(one.name for one in breaks) or "none",
        "format": settings.format or system.format,
        "groups": str(settings.groups),
        "double": str(settings.double),
        "provisional": str(settings.provisional),
        **{one.name: str(parameters[one.parameter]) for one in system.options if one.kind in IN_WORDS},
    }


IN_WORDS = ("choice", "yes or no")
"""Kinds of system options that plain formulas do not read, because the formulas are made for one choice."""


def _carry_setup(old: EventIn, new: EventIn) -> Iterator[str]:
    """Copy the cells and options of Setup from the old workbook. Yields sentences on omissions."""
    unknown = [name for name in SETUP if old.setup.area(name) is None and new.setup.area(name) is not None]
    if unknown:
        what = join(SETUP[name] for name in unknown)
        yield f"{old.book.name} has no cells named {join(unknown, 'or')}: {what} of the template stay."
    usual = is_blank(said := old.setup.value(SHOWS)) or str(said).casefold() in ("now", "scores")
    secret = {} if usual else {SHOWS: "what Print shows"}
    for name, what in {**{name: SETUP[name] for name in (EVENT, SYSTEM, YEAR)}, **secret}.items():
        goal, value = new.setup.area(name), old.setup.value(name)
        if goal is None and not is_blank(value):
            yield _omission_note(f"{what} ({value})", f"the template has no cell named {name}.")
        elif goal is not None and old.setup.area(name) is not None:
            yield from _carry_over_value(new.book, goal.sheet, goal.top, goal.left, value, what)
    if (source := old.setup.area(COMPARED)) is not None and (goal := new.setup.area(COMPARED)) is not None:
        for n in range(goal.right - goal.left + 1):
            value = old.book.value(source.sheet, address(source.top, source.left + n))
            column, what = goal.left + n, "the systems to compare with"
            yield from _carry_over_value(new.book, goal.sheet, goal.top, column, value, what)
    for name in (EVENT_OPTIONS, OPTIONS):
        typed, goal = old.setup.options(name), new.setup.area(name)
        if goal is not None and typed is not None:
            yield from _carry_options(list(typed.values()), new, name, old.book.name)
        elif used := [row[0] for row in (typed or {}).values() if len(row) > 1]:
            what = f"{SETUP[name]} ({join(map(label, used))})"
            yield _omission_note(what, f"the template has no cells named {name}.")


def _carry_options(rows: Sequence[Row], new: EventIn, name: str, old_name: str) -> Iterator[str]:
    """Write each option into the row with its name, or a free row. Clear the template's other options."""
    goal, known = new.setup.area(name), new.setup.options(name)
    assert goal is not None
    assert known is not None
    if made := new.setup.plain:  # `check_choices` made sure that these choices are equal
        fixed = set(_choices(new, made))
        rows = [row for row in rows if option_word(row[0]) not in fixed]
        known = {at: row for at, row in known.items() if option_word(row[0]) not in fixed}
    places = {option_word(row[0]): at for at, row in known.items()}
    typed = {option_word(row[0]): row for row in rows if len(row) > 1}
    for at, (option, *values) in known.items():
        if values and option_word(option) not in typed:
            yield f"The template's own value of the option {option} is not used: {old_name} has none."
        for column in range(goal.left + 1, goal.left + 1 + len(values)):
            yield from _carry_over_value(new.book, goal.sheet, at, column, None, f"the option {option}")
    free = new.setup.free_rows(name)
    for word, row in typed.items():
        what = f"the option {label(row[0])}"
        place = places.get(word) or (free.pop(0) if free else None)
        if place is None:
            yield _omission_note(what, "the template has no free row for it.")
        elif len(row) > goal.right - goal.left + 1:
            yield _omission_note(what, "the template has too few columns for it.")
        else:
            for column, value in enumerate(row, goal.left):
                if column > goal.left or word not in places:
                    yield from _carry_over_value(new.book, goal.sheet, place, column, value, what)


def _carry_players(old: EventIn, new: EventIn) -> WithNotes[dict[At, CellValue]]:
    """Find the cells for the names on the player list, and for typed values under headings of both workbooks.

    Also returns sentences on omissions.
    """
    source, goal = old.roster, new.roster
    if source is None or goal is None:
        return WithNotes({}, [])
    notes: list[str] = []
    beside: dict[str, dict[str, CellValue]] = {name: {} for name in source.rows_by_name}
    for word, column in source.columns.items():
        rows = {
            name: row
            for name, row in source.rows_by_name.items()
            if not source.sheet.is_computed(row, column)
        }
        values = {name: value_in(source.sheet, row, column) for name, row in rows.items()}
        typed = {name: value for name, value in values.items() if not is_blank(value)}
        if typed and word not in goal.columns:
            what = f"the column {source.titles[column]} of the players"
            notes.append(_omission_note(what, "the template has none."))
        for name, value in typed.items():
            beside[name][word] = value
    done = fill_player_list(goal, beside.items(), goal.columns)
    return WithNotes(done.cells, [*notes, *no_room(goal, done.left), *done.covered])


def _carry_over_value(
    book: EditableBook, sheet: str, row: int, column: int, value: CellValue, what: str
) -> Iterator[str]:
    try:
        book.set_value(sheet, address(row, column), value)
    except Fault as refused:
        yield _omission_note(what, str(refused))


def _omission_note(what: str, why: str) -> str:
    return f"Not carried over: {what}; {why}"
