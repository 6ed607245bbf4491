"""Write results into a workbook's own cells."""

from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

from xl_dipscore.errors import At, Fault, Faults, WithNotes, group_by_key, join, without_cycle_collector
from xl_dipscore.rules.board import FIRST_YEAR, POWERS, SEATS, WithoutRow, count_of
from xl_dipscore.rules.event.days import counting_from, day_in_words, day_number
from xl_dipscore.rules.event.games import Game, Round
from xl_dipscore.rules.event.typed import same_person
from xl_dipscore.rules.points import as_double
from xl_dipscore.sheets.xlsx.book import Book
from xl_dipscore.sheets.xlsx.cell import CellValue, restore_error_mark
from xl_dipscore.sheets.xlsx.formula import address
from xl_dipscore.sheets.xlsx.insert import insert
from xl_dipscore.sheets.xlsx.moves import Insertion
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.tables.cells.columns import MARKS, TYPED_ORDER, YEARS, is_count, spoken, title_of
from xl_dipscore.tables.cells.dates import date_in
from xl_dipscore.tables.cells.languages import Word
from xl_dipscore.tables.cells.values import Cell, count, fraction, is_blank, is_in_draw, read_mark, year
from xl_dipscore.tables.cells.wide import powers_in
from xl_dipscore.tables.exchange.formats import Person
from xl_dipscore.tables.exchange.writers import cells_of_seat
from xl_dipscore.workbooks.acts.edit import Edit, Grown, Room, carry_out, change_file
from xl_dipscore.workbooks.acts.log import Act, Content
from xl_dipscore.workbooks.acts.people import (
    fill_player_list,
    list_after,
    make_room_for_people,
    missing_rows_or_columns,
    no_room,
    people_edit,
)
from xl_dipscore.workbooks.acts.rebuild_data import Report, text_of_value
from xl_dipscore.workbooks.layout.event import EventIn
from xl_dipscore.workbooks.layout.games import GamesSheet, Slot, day_in, label, lacks_date
from xl_dipscore.workbooks.layout.grow.boards import with_more_boards
from xl_dipscore.workbooks.layout.ours import is_ours
from xl_dipscore.workbooks.layout.own import OwnBoard, is_computed, value_at
from xl_dipscore.workbooks.layout.roster import TEAM, roster_teams


class NoSlot(
    Fault,
    remedy="For a larger one, start from the template without results: dipscore new SYSTEM NEW.xlsx "
    "--template FILE --rounds R --boards B",
    in_menu="More Boards makes room for a round, and New Event makes a workbook with more rounds.",
):
    """{file} has no free board for board {board} of round {round}; it has {slots} of seven rows."""


class NoColumn(Fault):
    """{file} has no column for {what}, which board {board} of round {round} has."""


class OneSystem(NoColumn, remedy="Make a workbook with our functions: dipscore new SYSTEM NEW.xlsx."):
    """{file} has plain formulas, which score all games by one system, but board {board} of round {round} \
has its own."""


class NoCells(NoColumn):
    """{file} has no cells for {what}, which board {board} of round {round} has."""


class NoPlace(NoSlot, remedy="Add a board like the others, or give an empty one its name."):
    """{file} has no place for board {board} of round {round}; it has {boards}."""


class NoDate(NoColumn, remedy="Add a column Date to the games."):
    """{file} has dates in place of rounds, but board {board} of round {round} has no date."""


class NoRound(NoColumn, remedy="Add a column Round to the games."):
    """{file} has rounds, but board {board} of {round} has only a date."""


class SameDay(Fault, remedy="Give one of these boards another name or another date."):
    """{file} has dates in place of rounds, but board {board} of {date} is in the rounds {rounds}."""


@dataclass(frozen=True)
class Put:
    """The result of putting games into a workbook."""

    boards: int
    left: int
    """The number of boards that stayed unchanged because they have results."""
    replaced: tuple[str, ...]
    """The replaced values, in the form `round 1, board A, Austria: Centres 18 -> 19`."""
    notes: tuple[str, ...]
    """Other sentences, for example on replaced teams."""


@dataclass(frozen=True)
class Filling(Edit):
    """The cells for games and people, and the result."""

    put: Put = Put(0, 0, (), ())


def put_games(event: EventIn, games: Sequence[Game], *, new_only: bool = False) -> Put:
    """Write games into a workbook's cells in memory, as `games_edit` finds them, without an entry on Log."""
    return carry_out(event, games_edit(event, games, new_only=new_only)).edit.put


def games_edit(
    event: EventIn,
    games: Sequence[Game],
    *,
    new_only: bool = False,
    typed: Mapping[At, Content] | None = None,
) -> Filling:
    """Find the cells for games, among the places that a workbook has. Raises Faults.

    A slot is the cells of one board. A game is written into the slot that has its round and board. If there
    is none, the game is written into a free slot, if possible of the same round. Slots of other games stay
    unchanged. If a game has no value for a cell with a formula (such as the year), the formula stays.
    new_only: leave out a game if its slot has a result already. typed: cells that are set before.
    """
    slots, there = event.boards.check().slots, event.roster
    teams_listed = there is not None and TEAM in there.columns
    seated: dict[Round, set[str]] = {}
    for game in games:
        seated.setdefault(game.round, set()).update(same_person(label(seat.player)) for seat in game.seats)
    faults: list[Fault] = [*_same_day_faults(event.book, slots, games)]
    fitted: list[_Fitted] = []
    by_dates = {slot.by_dates for slot in slots}
    for game, slot in _assign_slots(slots, games):
        if (lacks := _missing_round_fault(event.book, by_dates, game)) is not None:
            faults.append(lacks)
        elif slot is None:
            faults.append(_no_slot_fault(event.book, slots, game))
        elif slot.free or not new_only:
            fitted.append(_fit(event.book, game, slot, seated[game.round], teams_listed))
            faults += _missing_cell_faults(event, fitted[-1])
    if faults:
        raise Faults(faults)
    replaced = tuple(line for one in fitted for line in _describe_changes(event.book, one))
    cells = dict(typed or {})
    for one in fitted:
        fresh = chain.from_iterable(its for _, its in one.fresh)
        cells |= {at: restore_error_mark(value) for _, at, value in fresh}
    put = [one.game for one in fitted]
    players, teams = _list_players(event, put, cells)
    notes = (*_note_added_rows(put), *teams)
    return Filling(cells | players, put=Put(len(put), len(games) - len(put), replaced, notes))


HEADS = ("round", "date", "board")
Fresh = tuple[int, At, Any]
"""The number of a seat, the cell to write, and the new value of the cell."""


@dataclass(frozen=True)
class _Fitted:
    """A game and its slot, and the cells to write."""

    game: Game
    slot: Slot | OwnBoard
    fresh: Sequence[tuple[Word, Sequence[Fresh]]]
    """For each fact of the game, the cells to write and the new values of these cells."""
    lacking: Sequence[Word]
    """The facts of the game for which the slot has no cell."""


def _fit(
    package: Book, game: Game, slot: Slot | OwnBoard, seated: Container[str], teams_listed: bool
) -> _Fitted:
    """Find the cells to write for a game. seated: the players of the round, as `same_person` returns them."""
    found: list[tuple[Word, list[Fresh]]] = []
    lacking: list[Word] = []
    by_dates = isinstance(slot, Slot) and slot.by_dates
    for word, values in _values(game, by_dates=by_dates, date1904=package.date1904):
        cells = slot.cells(word)
        if word in ("round", "board") and slot.holds(game):
            continue  # the round and the board stay as the director typed them, perhaps in merged cells
        if word == "team" and teams_listed and not _is_typed(package, cells):
            continue
        if cells:
            fresh = list(_fresh(package, word, cells, values))
            if word == "player":
                fresh = [one for one in fresh if not _is_player_kept(package, game, one, seated)]
            found.append((word, fresh))
        elif not _needs_no_cell(word, values, game, slot):
            lacking.append(word)
    return _Fitted(game, slot, found, lacking)


def _needs_no_cell(word: Word, values: Sequence[Cell], game: Game, slot: Slot | OwnBoard) -> bool:
    """May the slot lack a cell for a fact, because the fact is blank or other cells contain the fact?"""
    if word == "player" and isinstance(slot, Slot) and _are_players_there(slot, values):
        return True  # two other columns contain the first and last names
    if word == "centres" and _are_centres_in_chart(game, slot):
        return True
    return word in HEADS or all(map(is_blank, values))


def _missing_cell_faults(event: EventIn, fitted: _Fitted) -> Iterator[Fault]:
    game, usual = fitted.game, NoColumn if isinstance(fitted.slot, Slot) else NoCells
    for word in fitted.lacking:
        kind = OneSystem if word == "system" and event.setup.plain else usual
        yield kind(what=spoken(word), file=event.book.name, board=game.name, round=game.round)


def _note_added_rows(games: Iterable[Game]) -> Iterator[str]:
    """Yield sentences about powers that have no row in the source, but have a row in the workbook."""
    for game in games:
        for typo in game.board.probable_typos() if game.board is not None else ():
            if isinstance(typo, WithoutRow):
                yield f"Board {game.name} of round {game.round}: {typo.full_text}"


def _fresh(package: Book, word: Word, cells: Sequence[At], values: Sequence[Cell]) -> Iterator[Fresh]:
    """Yield the cells to write for one fact: seven cells, or one cell for all seven powers."""
    if len(cells) == 1:
        value = _value_of_single_cell(word, values)
        old = value_at(package, cells[0])
        may_write = not is_blank(value) or not is_computed(package, cells[0])
        if may_write and _meaning_of_cell(word, old, once=True) != _meaning_of_cell(word, value, once=True):
            yield 0, cells[0], value
        return
    alike = len(set(values)) == 1
    for seat, (at, value) in enumerate(zip(cells, values, strict=True)):
        sheet, row, column = at
        if alike and package.sheet(sheet).is_covered(row, column):
            continue  # a merged cell contains the value for all seven powers
        if alike and word in HEADS and is_computed(package, at) and not is_computed(package, cells[0]):
            continue  # the formula repeats the first cell
        old = value_at(package, at)
        if word == "draw" and not is_blank(old) and is_in_draw(old) is (not is_blank(value)):
            continue  # the cell has a mark with the same meaning, such as Drawn
        if not is_blank(value) or not is_computed(package, at):
            yield seat, at, value


def _are_players_there(slot: Slot, names: Sequence[Cell]) -> bool:
    """Does the slot already contain these names? Blank names are ignored."""
    there = [slot.home.value(row, "player") for row in slot.rows]
    return all(
        is_blank(one) or same_person(label(one)) == same_person(label(other))
        for one, other in zip(names, there, strict=True)
    )


def _is_player_kept(package: Book, game: Game, fresh: Fresh, seated: Container[str]) -> bool:
    """Does a cell keep its player? Yes if a played seat has no name and the round's games lack the player."""
    seat, at, name = fresh
    unplayed = game.board is not None and seat in game.board.unplayed
    return is_blank(name) and not unplayed and same_person(label(value_at(package, at))) not in seated


def _value_of_single_cell(word: Word, values: Sequence[Cell]) -> Any:
    """The value of one cell for all seven powers; for a draw, the names of the powers in the draw."""
    if word != "draw":
        return values[0]
    return ", ".join(name for name, mark in zip(POWERS, values, strict=True) if not is_blank(mark)) or None


def _describe_changes(package: Book, fitted: _Fitted) -> Iterator[str]:
    """Describe the replaced values: first the values of the whole board, then the values of each seat."""
    game, changes = fitted.game, (_changes_of_fact(package, fitted.slot, *one) for one in fitted.fresh)
    for _, change in sorted((one for its in changes for one in its), key=lambda one: one[0]):
        yield f"round {game.round}, board {game.name}{change}"


def _changes_of_fact(
    package: Book, slot: Slot | OwnBoard, word: Word, fresh: Sequence[Fresh]
) -> Iterator[tuple[int, str]]:
    """Yield a seat and a text for each replaced value of a fact; if all cells change alike, -1 and a text."""
    if word in ("round", "board"):
        return
    once = len(slot.cells(word)) == 1
    changes: dict[int, str] = {}
    for seat, at, new in fresh:
        old = value_at(package, at)
        if not is_blank(old) and _meaning_of_cell(word, old, once) != _meaning_of_cell(word, new, once):
            old_and_new = f"{_format_cell(package, word, old)} -> {_format_cell(package, word, new)}"
            changes[seat] = f"{slot.heading(word)} {old_and_new}"
    if len(changes) == len(fresh) and len(set(changes.values())) == 1:
        yield -1, f": {next(iter(changes.values()))}"
        return
    for seat, change in changes.items():
        yield seat, f", {POWERS[seat]}: {change}"


def _format_cell(package: Book, word: Word, cell: CellValue) -> str:
    """The value of a cell, as text for a sentence. The number of a day is written as a date."""
    day = date_in(day_in(package, cell)) if word == "date" else None
    return text_of_value(cell) if day is None else str(day)


def _meaning_of_cell(word: Word, cell: CellValue, once: bool = False) -> object:
    """The meaning of a cell, in any spelling, for comparisons. once: is the cell for all seven powers?"""
    if word == "draw" and once:
        with suppress(Fault):
            return powers_in(cell)
    if word in MARKS:
        return is_in_draw(cell) if word == "draw" else read_mark(cell)
    if is_count(word):
        return count(cell)
    if word in YEARS:
        return year(cell)
    if word == "weight":
        return fraction(cell)
    return label(cell)


def missing_slots(event: EventIn, games: Sequence[Game]) -> dict[str, int]:
    """The number of slots to add, by the name of the last sheet with slots; empty if games need no more."""
    found = event.boards.check()
    homes = [home for home in found.sheets if home.slots]
    missing = sum(slot is None for _, slot in _assign_slots(found.slots, games))
    return {homes[-1].name: missing} if missing and homes else {}


def _missing_round_fault(package: Book, by_dates: Collection[bool], game: Game) -> Fault | None:
    """The fault of a game without a date for boards with dates, or of a game with only a date for others.

    by_dates: the answers of the workbook's boards to `by_dates`.
    """
    facts: dict[str, Any] = {"file": package.name, "board": game.name}
    if by_dates == {True} and lacks_date(game):
        return NoDate(round=game.round, **facts)
    dated = "date" in game.place.columns and "round" not in game.place.columns
    if by_dates == {False} and dated and game.date is not None:
        return NoRound(round=day_in_words(game.date), **facts)
    return None


def _same_day_faults(
    package: Book, slots: Sequence[Slot | OwnBoard], games: Sequence[Game]
) -> Iterator[Fault]:
    """Yield a fault for each date and board of two games, if all boards of the workbook have dates."""
    if {slot.by_dates for slot in slots} != {True}:
        return
    dated = group_by_key(((game.date, game.name.casefold()), game) for game in games if game.date is not None)
    for (day, _), alike in dated.items():
        if day is not None and len(alike) > 1:
            rounds = join([str(game.round) for game in alike])
            yield SameDay(file=package.name, board=alike[0].name, date=day_in_words(day), rounds=rounds)


def _no_slot_fault(package: Book, slots: Sequence[Slot | OwnBoard], game: Game) -> Fault:
    facts: dict[str, Any] = {"file": package.name, "board": game.name, "round": game.round}
    if all(isinstance(slot, Slot) for slot in slots):
        return NoSlot(slots=count_of(len(slots), "board"), **facts)
    rounds: dict[str, list[str]] = {}
    for slot in slots:
        if not is_blank(slot.board) and not is_blank(slot.round):
            rounds.setdefault(label(slot.round), []).append(label(slot.board))
    boards = [f"{' '.join(names)} in round {round_}" for round_, names in rounds.items()]
    return NoPlace(boards=join(boards) or "none", **facts)


def _is_typed(package: Book, cells: Sequence[At]) -> bool:
    return bool(cells) and not any(is_computed(package, at) for at in cells)


def _list_players(
    event: EventIn, games: Iterable[Game], typed: Mapping[At, Content]
) -> WithNotes[dict[At, CellValue]]:
    """Add players to a workbook's own list, with their teams if the list has a column for teams.

    typed: cells that are set before. Returns the cells to set, and sentences on replaced teams. If the list
    is typed, also sentences on players for whom it has no free row.
    """
    there = list_after(event, typed)
    if there is None:
        return WithNotes({}, [])
    teams, _ = roster_teams(there, event.book.name)
    seats = [seat for game in games for seat in game.seats if seat.player]
    people: dict[str, dict[str, CellValue]] = {seat.player: {} for seat in seats}
    for seat in seats:
        if seat.team and seat.team.casefold() != teams.get(seat.player, "").casefold():
            people[seat.player][TEAM] = seat.team
    done = fill_player_list(there, people.items(), there.columns)
    computed = all(there.sheet.is_computed(row, there.area.left) for row in there.rows)
    return WithNotes(done.cells, [*done.replaced, *([] if computed else no_room(there, done.left))])


def _are_centres_in_chart(game: Game, slot: Slot | OwnBoard) -> bool:
    """Does the game's chart end with the final centres, and does the slot have cells for that year?"""
    if game.board is None or not game.board.chart:
        return False
    last, centres = max(game.board.chart)
    return centres == game.board.centres and bool(slot.cells(last))


def _assign_slots(
    slots: Sequence[Slot | OwnBoard], games: Iterable[Game]
) -> Iterator[tuple[Game, Slot | OwnBoard | None]]:
    games = list(games)
    by_name = group_by_key((label(b.board).casefold(), b) for b in slots)
    own: dict[int, Slot | OwnBoard | None] = {}
    for game in games:
        # A board may call itself Final in other words; any other board has the game's own name.
        named = slots if game.name == "Final" else by_name.get(game.name.casefold(), ())
        own[id(game)] = next((b for b in named if b.holds(game)), None)
    taken = {id(b) for b in own.values()}
    free = [b for b in slots if b.free and id(b) not in taken]
    for game in games:
        slot = own[id(game)]
        if slot is None:
            of_round = (b for b in free if b.can_take(game) and b.is_of_round(game))
            slot = next(of_round, None) or next((b for b in free if b.can_take(game)), None)
            if slot is not None:
                free.remove(slot)
        yield game, slot


def _values(game: Game, *, by_dates: bool, date1904: bool) -> Iterator[tuple[Word, Sequence[Cell]]]:
    """Yield each fact of a game with its seven values. A fact that the source of the game lacks is left out.

    by_dates: does the workbook have dates in place of rounds? date1904: are days numbered from 1904?
    """
    with counting_from(date1904=date1904):
        board, day = game.board, None if game.date is None else day_number(game.date)
    yield "round", [day if by_dates and day is not None else game.round] * 7
    if day is not None and not by_dates:
        yield "date", [day] * 7
    yield "board", [as_typed(game.name)] * 7
    if board is None and all(seat.override is None for seat in game.seats):
        yield "player", [seat.player or None for seat in game.seats]
        return
    given = {*game.place.columns, *(word for _, word in game.place.own or ())}
    rows = [cells_of_seat(game, seat) for seat in SEATS]
    unplayed = () if board is None else board.unplayed
    for seat in unplayed:
        rows[seat]["eliminated"] = FIRST_YEAR
    needed = {"centres", *(["eliminated"] if unplayed else [])}
    for word in TYPED_ORDER:
        if word in rows[0] and word in given | needed and word != "date":
            cells = (row[word] for row in rows)
            yield word, [as_double(cell) if isinstance(cell, Fraction) else cell for cell in cells]
    yield from () if board is None else board.chart


def as_typed(name: str) -> int | str:
    """A board's name as a cell contains it when a person types the name: 116 becomes a number."""
    return int(name) if name.isdigit() and str(int(name)) == name else name


def _columns_lacking(event: EventIn, games: Sequence[Game]) -> list[tuple[GamesSheet, Word]]:
    """The columns for systems and override reasons that games need, if our functions make the scores."""
    needed = {"system": any(game.system for game in games)}
    needed["reason"] = any(seat.reason for game in games for seat in game.seats)
    words = [word for word, one in needed.items() if one]
    if not words or event.setup.plain or not is_ours(event.setup, event.file):
        return []
    homes = event.boards.check().sheets
    return [
        (home, word)
        for word in words
        for home in homes
        if word not in home.columns and home.columns.get("override")
    ]


def _with_columns(event: EventIn, games: Sequence[Game]) -> EventIn:
    """Add the columns that games need, each before the column for overrides."""
    while lacking := _columns_lacking(event, games):
        home, word = lacking[0]
        at, lines = home.columns["override"], range(home.header, home.slots[-1].rows[-1] + 1)
        new = Insertion(home.name, at, 1, 1, 1, 1, lines, dict.fromkeys(lines, False))
        made = insert(event.file, [new], columns=True)
        made.set_value(home.name, address(home.header, at), title_of(word))
        event = EventIn(made.reread())  # the heading stays if the fill is undone
    return event


def _room(event: EventIn, games: Sequence[Game], people: Sequence[Person]) -> Room | None:
    """Room for games and people: boards of a league, columns of games, rows and columns for people."""
    lacking = missing_rows_or_columns(event, people)
    why = f"The list of players needs more {lacking}." if lacking else ""
    boards: Mapping[str, int] = {}
    if games and isinstance(event.book, Package):
        league = any(home.by_dates for home in event.boards.check().sheets)
        boards = missing_slots(event, games) if league else {}
        why = why or (
            "The games need more boards or columns." if boards or _columns_lacking(event, games) else ""
        )

    make = partial(_make_room, boards=boards, games=games, people=people)
    return Room(why, make, sum(boards.values())) if why else None


def _make_room(
    event: EventIn, boards: Mapping[str, int], games: Sequence[Game], people: Sequence[Person]
) -> Grown:
    event, _ = with_more_boards(event, boards)
    return make_room_for_people(_with_columns(event, games) if games else event, people)


def fill_edit(
    event: EventIn,
    games: Sequence[Game],
    people: Sequence[Person] = (),
    act: Act | None = None,
    *,
    new_only: bool = False,
    of: int | None = None,
) -> Filling:
    """Write games and people into a workbook. The arguments are as in `fill`. Raises Faults."""

    def fill_cells(event: EventIn, further: Sequence[str] = ()) -> Filling:
        listed = people_edit(event, people, further)
        found = games_edit(event, games, new_only=new_only, typed=listed.cells)
        put = found.put
        left = [f"{count_of(put.left, 'board')} with results left alone."] if put.left else []
        boards = count_of(len(games) if of is None else of, "board")
        return replace(
            found,
            shows=listed.shows,
            act=act,
            notes=(*listed.notes, *put.replaced, *left, *put.notes),
            did=f"{put.boards} of {boards} filled" if put.boards else "",
            idle=not put.boards,
        )

    room = _room(event, games, people)
    return fill_cells(event) if room is None else Filling(act=act, room=room, then=fill_cells)


@without_cycle_collector("Filling the workbook")
def fill(
    path: Path,
    games: Sequence[Game],
    *,
    new_only: bool = False,
    people: Sequence[Person] = (),
    act: Act | None = None,
    of: int | None = None,
    event: EventIn | None = None,
) -> Report:
    """Write games and people into a workbook, compute the workbook, and replace its file in one step.

    act: the command to record on the sheet Log, or None. of: the number of boards read, faulty or not.
    event: as in `change_file`. Raises Faults. If nothing is new, the file is not changed. Of a game to
    come, only the players are filled.
    """
    edit = partial(fill_edit, games=games, people=people, act=act, new_only=new_only, of=of)
    return change_file(path, edit, event)
