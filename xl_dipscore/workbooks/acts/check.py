"""List the parts of a workbook that fill, regenerate and new use, the parts that are missing, and faults."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from xl_dipscore.errors import Fault, join
from xl_dipscore.rules.board import count_of
from xl_dipscore.sheets.calculate.google import restore_formulas
from xl_dipscore.sheets.calculate.reader import Reader, Reading
from xl_dipscore.sheets.xlsx.book import Page
from xl_dipscore.sheets.xlsx.cell import Cell
from xl_dipscore.sheets.xlsx.formula import Area, address, reference
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.tables.cells.headings import games_header, rank
from xl_dipscore.tables.cells.languages import Word, is_letter
from xl_dipscore.tables.cells.options import not_a_power
from xl_dipscore.tables.cells.values import is_blank
from xl_dipscore.tables.functions import FUNCTIONS
from xl_dipscore.workbooks.acts.check_own import NO_LIST, describe_own_boards, find_unfilled_facts
from xl_dipscore.workbooks.acts.misfits import (
    BrokenSlot,
    RowsOfOthers,
    broken_references,
    find_misfits,
    first_of_each_kind,
    wrong_powers,
)
from xl_dipscore.workbooks.layout.boards import Boards, describe_unsure_board
from xl_dipscore.workbooks.layout.event import EventIn
from xl_dipscore.workbooks.layout.games import GamesSheet, NoGamesSheet, NoSlots, Slot, label
from xl_dipscore.workbooks.layout.setup import (
    EVENT,
    EVENT_OPTIONS,
    EXPLAIN,
    OPTIONS,
    ROSTER,
    SETUP,
    SYSTEM,
    YEAR,
)
from xl_dipscore.workbooks.layout.tables import AWARDS, TABLES, ShownTable, players_possible


class HeadingTwice(Fault):
    """{sheet} has the heading {heading} twice, in {first} and {second}; only {first} is used."""


class UnnamedBoard(Fault):
    """{sheet} row {row}: the {what} is blank in the first row of this board."""


class HeadingOnce(Fault):
    """{sheet} row {row}: the {what} is only in the first row of the board, but {function} needs \
it in every row. Unmerge the cells, and write it in all seven rows of each board."""


class SlotTwice(Fault):
    """{sheet} row {row}: board {board} of round {round} is already in row {first} of {other}."""


class NoScore(Fault):
    """{sheet} {cell}: the board in rows {first} to {last} has no formula for this score."""


class ScoreElsewhere(Fault):
    """{sheet} {cell}: the score of the board in rows {first} to {last} is computed from {cells}."""


class GamesNotCovered(Fault):
    """{sheet} {cell}: {function} reads {cells}, but the games are {games}, headings included."""


class TooFewLines(Fault):
    """{sheet} {cells}: {function} has room for {lines} below its headings, but there can be {needed}."""


class NameNowhere(Fault):
    """The name {name} points nowhere ({text}). Point it at its cells again, or delete it."""


@dataclass(frozen=True)
class Findings:
    """Sentences on parts of a workbook, on missing parts and on cells that cannot be filled; the faults."""

    found: tuple[str, ...]
    missing: tuple[str, ...]
    unfilled: tuple[str, ...]
    wrong: tuple[Fault, ...]


MISSING = {
    EVENT: "regenerate cannot carry over the event's name",
    SYSTEM: "new cannot set the scoring system, and regenerate cannot carry it over",
    YEAR: "regenerate writes the last game year beside each board instead",
    EVENT_OPTIONS: "new cannot set the number of rounds, and regenerate cannot carry over the options",
    OPTIONS: "regenerate cannot carry over the system's options",
    ROSTER: "fill keeps no list of players, and regenerate cannot copy their details",
    **{
        name: f"there is nowhere to choose the {what} to explain; fill and regenerate do not need it"
        for name, what in EXPLAIN.items()
    },
}
"""By defined name: the consequence if a workbook has no cells with that name."""
SHOWS = {
    "DIP_STANDINGS": ("Standings", "regenerate cannot compare totals and ranks"),
    "DIP_AWARDS": ("Best countries", "fill and regenerate do not need it"),
    "DIP_COMPARE": ("Comparison of systems", "fill and regenerate do not need it"),
    "DIP_TEAMS": ("Teams", ""),
}
"""By function: the title of its table, and the consequence if a workbook lacks that table; may be blank."""
NEEDED_TO_FILL: tuple[Word, ...] = ("round", "board", "power", "player", "centres")


def check(package: Package) -> Findings:
    """Check a workbook, with or without results. The faults of the workbook are returned, not raised."""
    restored = restore_formulas(package, FUNCTIONS)
    event = EventIn(package)
    there = event.boards
    homes = there.sheets
    if not homes:
        return _without_list(event, there, restored)
    shown = event.shown_tables
    plain = event.setup.plain
    missing = list(_plain_missing(event) if plain else _functions_missing(shown))
    missing += [f"{home.name} has no column Score." for home in homes if "score" not in home.columns]
    slots = [slot for home in homes for slot in home.slots]
    players = _players(event, homes)
    wrong: list[Fault] = [] if slots else [NoSlots(file=event.book.name)]
    wrong += _find_broken_names(event)
    unfit = list(find_misfits(event, homes))
    for home in homes:
        wrong += chain(_headings_twice(home), _unknown_letters(home), _find_broken_slots(home, unfit))
    wrong += first_of_each_kind(_remove_reported_slots(unfit, wrong))
    wrong += chain(_find_double_slots(slots), _check_scores(event, homes), broken_references(event))
    wrong += _find_merged_headings(homes, shown)
    if (other := event.scoring.made_for_another()) is not None:
        wrong.append(other)
    wrong += _plain_too_few(event, players) if plain else ()
    for sheet, cell, reading in event.table_formulas:
        wrong += _not_covered(sheet.name, cell, reading, homes)
    for sheet, cell, reading in shown:
        wrong += _too_few(sheet.name, cell, reading, players)
    found = chain(map(_games_found, homes), _tables_found(shown), _plain_found(event))
    left: list[str] = []
    for home in homes:
        left += find_unfilled_facts(event.book, home.slots, [home.columns], f"{home.name} has no column")
    parts, lacking = (*restored, *_names_found(event), *found), (*_names_missing(event), *missing)
    return Findings(parts, lacking, (*left, *map(str, event.unread)), tuple(wrong))


def _without_list(event: EventIn, there: Boards, restored: Iterable[str]) -> Findings:
    wrong: list[Fault] = [*there.faults, *_find_broken_names(event), *broken_references(event)]
    if not there.own and not there.map:
        wrong.insert(0, NoGamesSheet(file=event.book.name))
    found, missing = [*restored, *_names_found(event)], [*_names_missing(event)]
    if there.own:
        shown = event.shown_tables
        found += [*describe_own_boards(there.own), *_tables_found(shown)]
        missing = [one for one in (*missing, *_functions_missing(shown)) if "do not need it" not in one]
        missing.append(NO_LIST)
    left = [f"{describe_unsure_board(one)}." for one in there.unsure]
    if there.own:
        words = [board.places for board in there.own]
        left += find_unfilled_facts(event.book, there.own, words, "No cells, or not on every board,")
    left += map(str, event.unread)
    return Findings(tuple(found), tuple(missing), tuple(left), tuple(wrong))


# -- found and missing ------------------------------------------------------------------------


def _names_found(event: EventIn) -> Iterator[str]:
    explained = {name: f"explained: {what}" for name, what in EXPLAIN.items()}
    for name, what in {**SETUP, **explained}.items():
        if (area := event.setup.area(name)) is not None:
            value = "" if name in (EVENT_OPTIONS, OPTIONS) else label(event.setup.value(name))
            typed = f" ({value})" if value else ""
            yield f"{what.capitalize()}: {area.sheet}!{reference(area)}{typed}."
    if event.setup.area(SYSTEM) is None and (system := event.system_name):
        yield f"The scoring system: {system}, which only formulas name."
    if (there := event.roster) is not None:
        area, taken = there.area, len(there.rows_by_name)
        size = area.bottom - area.top + 1
        yield f"Players: {area.sheet}!{reference(area)}, room for {count_of(size, 'name')}, {taken} taken."


def _games_found(home: GamesSheet) -> str:
    rounds = {label(slot.round) for slot in home.slots if not is_blank(slot.round)}
    played = sum(not slot.free for slot in home.slots)
    places = sorted({*home.columns.values()})  # a set: in a league, one column is round and date
    columns = join(str(home.sheet.cells[home.header, column].value).strip() for column in places)
    word = "evening" if home.by_dates else "round"
    size = f"{count_of(len(home.slots), 'board')} in {count_of(len(rounds), word)}, {played} with results"
    return f"Games: {home.name}, {size}. Headings in row {home.header}: {columns}."


def _tables_found(shown: Iterable[tuple[Page, Cell, Reading]]) -> Iterator[str]:
    for sheet, cell, reading in shown:
        for function in sorted(reading.functions & TABLES):
            area = cell.area or Area(sheet.name, cell.row, cell.column, cell.row, cell.column)
            lines = f"room for {count_of(area.bottom - area.top, 'line')}"
            size = "as many lines as it needs" if cell.dynamic else lines
            yield f"{SHOWS[function][0]}: {sheet.name}!{reference(area)}, {size}."


def _plain_found(event: EventIn) -> Iterator[str]:
    if made := event.setup.plain:
        yield f"Formulas: plain ones, made for {made}, that need no functions of ours."
        for what, _, table in _plain_tables(event):
            if table is not None and table.lines:
                lines = count_of(len(table.lines), "line")
                yield f"{what}: {table.sheet.name}!{reference(table.area)}, room for {lines}."


def _plain_tables(event: EventIn) -> Iterator[tuple[str, str, ShownTable | None]]:
    """Yield the title of each table, the consequence if the table is missing, and the table."""
    yield *SHOWS["DIP_STANDINGS"], event.standings_shown
    yield *SHOWS["DIP_AWARDS"], event.best_shown


def _plain_missing(event: EventIn) -> Iterator[str]:
    for what, so, table in _plain_tables(event):
        if table is None or not table.lines:
            yield f"No {what.casefold()}: {so}."


def _functions_missing(shown: Iterable[tuple[Page, Cell, Reading]]) -> Iterator[str]:
    called = set().union(*(reading.functions for _, _, reading in shown))
    for function, (what, so) in SHOWS.items():
        if so and function not in called:
            yield f"No {function} ({what.casefold()}): {so}."


def _names_missing(event: EventIn) -> Iterator[str]:
    """With plain formulas, cells for Explain are not needed: columns beside each board explain its scores."""
    plain = event.setup.plain
    for name, so in MISSING.items():
        if event.setup.area(name) is None and not (plain and name in EXPLAIN):
            yield f"No cells named {name}: {so}."


def _find_broken_names(event: EventIn) -> Iterator[Fault]:
    ours = {name.casefold() for name in SETUP}  # `_names_missing` reports the names for Explain
    for name in event.book.defined_names:
        if "#REF!" in name.text and name.name.casefold() in ours:
            yield NameNowhere(name=name.name, text=name.text)


# -- what is wrong ----------------------------------------------------------------------------


def _headings_twice(home: GamesSheet) -> Iterator[Fault]:
    for (row, column), cell in sorted(home.sheet.cells.items()):
        headed = row == home.header and column in home.table.columns and not is_blank(cell.value)
        word = games_header(cell.value) if headed else None
        first = home.columns.get(word, column) if word is not None else column
        other = home.sheet.cells.get((row, first))
        if other is not None and rank(other.value) > rank(cell.value):
            continue
        if first != column and not (home.any_order and home.is_computed(home.header + 1, column)):
            heading, one = str(cell.value).strip(), address(row, first)
            yield HeadingTwice(sheet=home.name, heading=heading, first=one, second=address(row, column))


def _unknown_letters(home: GamesSheet) -> Iterator[Fault]:
    """Find cells for a power with a single letter that means no power, or several, in the list's language."""
    for row in home.rows if home.letters is not None else ():
        cell = home.value(row, "power")
        if home.seat(row) is None and is_letter(str(cell)):
            kind, facts = not_a_power(cell, home.letters)
            yield kind(place=f"{home.name} row {row}", **facts)


def _find_broken_slots(home: GamesSheet, unfit: Iterable[Fault]) -> Iterator[Fault]:
    mixed = {place for fault in unfit if isinstance(fault, RowsOfOthers) for place in _rows_of(fault)}
    for rows in home.segments:
        if what := wrong_powers(map(home.seat, rows)):
            if mixed.isdisjoint((home.name, row) for row in rows):
                yield BrokenSlot(sheet=home.name, first=rows[0], last=rows[-1], what=what)
            continue
        for word in ("round", "board"):
            if is_blank(home.value(rows[0], word)):
                yield UnnamedBoard(sheet=home.name, row=rows[0], what=word)


def _remove_reported_slots(unfit: Iterable[Fault], reported: Iterable[Fault]) -> Iterator[Fault]:
    """The faults `unfit`, without each BrokenSlot for rows that have a BrokenSlot in `reported`."""
    rows = {place for fault in reported if isinstance(fault, BrokenSlot) for place in _rows_of(fault)}
    for fault in unfit:
        if not isinstance(fault, BrokenSlot) or rows.isdisjoint(_rows_of(fault)):
            yield fault


def _rows_of(fault: Fault) -> Iterator[tuple[object, int]]:
    first, last = fault.facts["first"], fault.facts["last"]
    assert isinstance(first, int)
    assert isinstance(last, int)
    return ((fault.facts["sheet"], row) for row in range(first, last + 1))


def _find_double_slots(slots: Iterable[Slot]) -> Iterator[Fault]:
    known: dict[tuple[str, str], Slot] = {}
    for slot in slots:
        if is_blank(slot.round) or is_blank(slot.board):
            continue
        round_, board = label(slot.round), label(slot.board)
        first = known.setdefault((round_.casefold(), board.casefold()), slot)
        if first is not slot:
            place: dict[str, Any] = {"sheet": slot.home.name, "row": min(slot.rows), "board": board}
            yield SlotTwice(**place, round=round_, first=min(first.rows), other=first.home.name)


def _check_scores(event: EventIn, homes: Iterable[GamesSheet]) -> Iterator[Fault]:
    """Check that each cell of Score has a formula, and that a formula of ours reads the rows of its board."""
    ours = {function.name for function in FUNCTIONS if function.name.endswith("_SCORE")}
    reader = Reader(event.book, ours)
    for home in homes:
        column = home.columns.get("score")
        counted = {home.columns[word] for word in home.count_words}
        filled = {
            place: cell
            for cell in home.sheet.cells.values()
            if cell.kind == "array" and cell.area is not None
            for place in cell.area.cells
        }
        for slot in home.slots if column is not None else ():
            assert column is not None
            first, last = min(slot.rows), max(slot.rows)
            place: dict[str, Any] = {"sheet": home.name, "first": first, "last": last}
            reported: set[tuple[int, int]] = set()
            for row in sorted(slot.rows):
                cell = filled.get((row, column)) or home.sheet.cells.get((row, column))
                if cell is None or not cell.formula_xml:
                    yield NoScore(cell=address(row, column), **place)
                    continue
                reading = reader.read(cell.formula, home.name, cell.row, cell.column)
                here = (a for a in reading.areas if a.sheet == home.name and a.bottom > home.header)
                read = [area for area in here if any(area.left <= one <= area.right for one in counted)]
                elsewhere = [area for area in read if area.top > first or area.bottom < last]
                elsewhere += [area for area in read if area.top < first or area.bottom > last]
                if reading.functions & ours and elsewhere and (cell.row, cell.column) not in reported:
                    reported.add((cell.row, cell.column))
                    cells = join(dict.fromkeys(map(reference, elsewhere)))
                    yield ScoreElsewhere(cell=address(cell.row, cell.column), cells=cells, **place)


def _not_covered(sheet: str, cell: Cell, reading: Reading, homes: Iterable[GamesSheet]) -> Iterator[Fault]:
    for home in homes:
        read = [area for area in reading.areas if area.sheet == home.name and not area.single]
        if not read or not home.slots:
            continue
        columns = [
            home.columns[word] for word in (*NEEDED_TO_FILL, *home.count_words) if word in home.columns
        ]
        last = max(row for slot in home.slots for row in slot.rows)
        whole = Area(home.name, home.header, min(columns), last, max(columns))
        covers = (
            a.top == whole.top and a.bottom >= last and a.left <= whole.left and a.right >= whole.right
            for a in read
        )
        if not any(covers):
            cells = join(dict.fromkeys(f"{area.sheet}!{reference(area)}" for area in read))
            facts: dict[str, Any] = {"function": join(sorted(reading.functions & TABLES)), "cells": cells}
            games = f"{home.name}!{reference(whole)}"
            yield GamesNotCovered(sheet=sheet, cell=address(cell.row, cell.column), **facts, games=games)


def _find_merged_headings(
    homes: Iterable[GamesSheet], shown: Sequence[tuple[Page, Cell, Reading]]
) -> Iterator[Fault]:
    """Find rounds and boards in the first row only, as in merged cells: functions need them in all rows."""
    for home in homes:
        readings = [reading for _, _, reading in shown if any(a.sheet == home.name for a in reading.areas)]
        called = sorted(set().union(*(reading.functions for reading in readings)) & TABLES)
        for word in ("round", "board") if called else ():
            for slot in home.slots:
                top, *others = sorted(slot.rows)
                if is_blank(home.value(top, word)) or not all(is_blank(home.value(r, word)) for r in others):
                    continue
                yield HeadingOnce(sheet=home.name, row=top, what=word, function=join(called))
                break


def _too_few(sheet: str, cell: Cell, reading: Reading, players: int) -> Iterator[Fault]:
    if cell.dynamic or cell.kind != "array" or cell.area is None:
        return
    lines = cell.area.bottom - cell.area.top
    best = reading.functions & TABLES == {"DIP_AWARDS"}
    needed = AWARDS - 1 if best else players
    if lines < needed:
        function = join(sorted(reading.functions & TABLES))
        place: dict[str, Any] = {"sheet": sheet, "cells": reference(cell.area), "function": function}
        words = f"{needed} {'countries' if best else 'players'}"
        yield TooFewLines(**place, lines=count_of(lines, "line"), needed=words)


def _plain_too_few(event: EventIn, players: int) -> Iterator[Fault]:
    table = event.standings_shown
    if table is not None and 0 < len(table.lines) < players:
        place: dict[str, Any] = {"sheet": table.sheet.name, "cells": reference(table.area), "function": "it"}
        lines = count_of(len(table.lines), "line")
        yield TooFewLines(**place, lines=lines, needed=count_of(players, "player"))


def _players(event: EventIn, homes: Iterable[GamesSheet]) -> int:
    """The number of players for whom there is room, or the number of players at boards if that is larger."""
    slots = chain.from_iterable(home.slots for home in homes)
    rows = [(slot.home, row) for slot in slots for row in slot.rows]
    there = {label(name) for home, row in rows if not is_blank(name := home.value(row, "player"))}
    area = event.setup.area(ROSTER)
    return max(len(there), players_possible(len(rows), area.bottom - area.top + 1 if area else 0))
