"""Results into a workbook's own cells."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import KW_ONLY, dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from xl_dipscore.board import FIRST_YEAR, POWERS, SEATS, WithoutRow
from xl_dipscore.cells import Cell, is_blank, marked, year
from xl_dipscore.errors import Fault, Faults, join
from xl_dipscore.event import Game
from xl_dipscore.exchange.formats import Person
from xl_dipscore.points import as_double
from xl_dipscore.workbook.layout.games import (
    GamesSheet,
    Slot,
    Word,
    find_games,
    is_called,
    label,
    slots_of,
)
from xl_dipscore.workbook.layout.roster import LONGEST_ROSTER, TEAM, roster_headings, roster_names
from xl_dipscore.workbook.layout.setup import ROSTER, named
from xl_dipscore.workbook.log import Act, append
from xl_dipscore.workbook.people import NOBODY, Listed, put_people
from xl_dipscore.workbook.rebuild import rebuild_package
from xl_dipscore.workbook.rebuilt import Report
from xl_dipscore.workbook.report import shown
from xl_dipscore.xlsx.formula import address
from xl_dipscore.xlsx.package import Package
from xl_dipscore.xlsx.sheet import CellValue

MARKS = frozenset({"draw", "civil_disorder", "new_player", "unranked"})
"""Columns of marks, which are the same however they are typed."""


class NoSlot(Fault):
    """{file} has no free board for board {board} of round {round}; it has {slots} boards of seven rows. \
For a larger one, start from the template without results: dipscore new SYSTEM new.xlsx --template {file} \
--rounds R --boards B."""


class NoColumn(Fault):
    """{file} has no column for {what}, which board {board} of round {round} has."""


@dataclass(frozen=True)
class Replaced:
    """Something typed that a game's own value took the place of; seat -1 where it is all seven's."""

    game: Game
    seat: int
    what: str
    old: CellValue
    new: CellValue

    def __str__(self) -> str:
        whose = f", {POWERS[self.seat]}" if self.seat >= 0 else ""
        change = f"{self.what} {shown(self.old)} -> {shown(self.new)}"
        return f"round {self.game.round}, board {self.game.name}{whose}: {change}"


@dataclass(frozen=True)
class Put:
    """What became of games that were put into a workbook."""

    boards: int
    left: int
    """Boards left alone because they have results."""
    replaced: tuple[Replaced, ...]
    notes: tuple[str, ...]
    """Which players its list has no room for, as sentences."""


@dataclass(frozen=True)
class Filled(Report):
    """What filling a workbook did."""

    _: KW_ONLY
    put: Put
    listed: Listed = NOBODY
    """What became of a list of players that came with the games."""


def put_games(package: Package, games: Sequence[Game], *, new_only: bool = False) -> Put:
    """Set the games' cells in a workbook.

    Raises Faults, and then has set nothing.

    A game goes into the slot of its round and board; otherwise into a free slot of its round, or a free
    slot of another round. Slots of other games stay as they are, and so do formulas where a game has
    nothing, such as a year that is the event's.
    new_only: leave a slot alone that has a result of this game.
    """
    slots = slots_of(find_games(package))
    of_list = TEAM in roster_headings(package)
    faults: list[Fault] = []
    edits: list[tuple[str, str, Any]] = []
    replaced: list[Replaced] = []
    put: list[Game] = []
    for game, slot in _placed(slots, games):
        facts: dict[str, Any] = {"file": package.name, "board": game.name, "round": game.round}
        if slot is None:
            faults.append(NoSlot(slots=len(slots), **facts))
            continue
        if new_only and not slot.free:
            continue
        put.append(game)
        home = slot.home
        its: list[Replaced] = []
        for word, values in _values(game):
            column = home.columns.get(word)
            if word == "team" and of_list and not _is_typed(home, slot, column):
                continue
            if word in ("round", "board") and slot.holds(game):
                continue  # its headings stay as the director made them, merged perhaps
            if column is not None:
                alike = len(set(values)) == 1
                fresh: list[tuple[int, Any]] = []
                for row, value in zip(slot.rows, values, strict=True):
                    if alike and home.sheet.is_covered(row, column):
                        continue  # one merged cell holds it for all seven
                    if not is_blank(value) or not home.is_computed(row, column):
                        fresh.append((row, value))
                edits += [(home.name, address(row, column), value) for row, value in fresh]
                its += _replaced(game, slot, word, fresh)
            elif not all(map(is_blank, values)) and not _in_chart(word, game, home):
                faults.append(NoColumn(what=str(word).replace("_", " "), **facts))
        replaced += sorted(its, key=lambda one: one.seat)
    if faults:
        raise Faults(faults)
    for sheet, ref, value in edits:
        package.set_value(sheet, ref, value)
    notes = [
        f"Board {game.name} of round {game.round}: {slip.told}"
        for game in put
        for slip in (game.board.slips() if game.board is not None else ())
        if isinstance(slip, WithoutRow)  # the workbook has one
    ]
    notes += put_names(package, (seat.player for game in put for seat in game.seats))
    notes += _put_teams(package, put)
    return Put(len(put), len(games) - len(put), tuple(replaced), tuple(notes))


def _replaced(
    game: Game, slot: Slot, word: Word, fresh: Sequence[tuple[int, CellValue]]
) -> Iterator[Replaced]:
    """What these rows show otherwise than they will; once where it is the same for the whole board."""
    if word in ("round", "board"):
        return
    home = slot.home
    heading = home.value(home.header, word)
    changes = {
        row: (old, new)
        for row, new in fresh
        if not is_blank(old := home.value(row, word)) and _meant(word, old) != _meant(word, new)
    }
    if len(changes) == len(fresh) and len(set(changes.values())) == 1:
        old, new = next(iter(changes.values()))
        yield Replaced(game, -1, label(heading), old, new)
        return
    for seat, row in enumerate(slot.rows):
        if row in changes:
            yield Replaced(game, seat, label(heading), *changes[row])


def _meant(word: Word, cell: CellValue) -> object:
    """What a cell says, however it is typed."""
    if word in MARKS:
        return marked(cell)
    if word in ("year", "eliminated"):
        return year(cell)
    return "" if is_blank(cell) else label(cell)


def missing_slots(package: Package, games: Sequence[Game]) -> dict[str, int]:
    """How many more slots the games need, on the last sheet that has any."""
    homes = [home for home in find_games(package) if home.slots]
    slots = slots_of(homes)
    missing = sum(slot is None for _, slot in _placed(slots, games))
    return {homes[-1].name: missing} if missing and homes else {}


# -- the list of players ----------------------------------------------------------------------


def put_names(package: Package, names: Iterable[str]) -> list[str]:
    """Add players to a workbook's own list; say who found no free cell.

    A list that is computed throughout is not ours to fill.
    """
    area = named(package, ROSTER)
    if area is None:
        return []
    sheet = package.sheet(area.sheet)
    known = roster_names(package)
    rows = range(area.top, min(area.bottom, area.top + LONGEST_ROSTER) + 1)
    typed = [row for row in rows if not sheet.is_computed(row, area.left)]
    taken = set(known.values())
    free = [row for row in typed if row not in taken and not sheet.is_covered(row, area.left)]
    new = [name for name in dict.fromkeys(names) if name and name not in known]
    for name, row in zip(new, free, strict=False):
        package.set_value(area.sheet, address(row, area.left), name)
    left = new[len(free) :]
    if not left or not typed:
        return []
    return [f"The list of players on {area.sheet} has no free row for {join(left)}."]


def _is_typed(home: GamesSheet, slot: Slot, column: int | None) -> bool:
    """Is there such a column of games, and no formula in it?"""
    return column is not None and not any(home.is_computed(row, column) for row in slot.rows)


def _put_teams(package: Package, games: Iterable[Game]) -> Iterator[str]:
    """Set the teams on a list of players that has a column for them; say which were others."""
    area, column = named(package, ROSTER), roster_headings(package).get(TEAM)
    if area is None or column is None:
        return
    rows = roster_names(package)
    teams = {seat.player: seat.team for game in games for seat in game.seats if seat.player and seat.team}
    sheet = package.sheet(area.sheet)
    for player, team in teams.items():
        row = rows.get(player)
        if row is None or sheet.is_computed(row, column):
            continue
        cell = sheet.cells.get((row, column))
        old = None if cell is None else cell.value
        if not is_blank(old) and label(old).casefold() != team.casefold():
            yield f"{player} is in {team} now, and was in {label(old)}."
        if is_blank(old) or label(old).casefold() != team.casefold():
            package.set_value(area.sheet, address(row, column), team)


def _in_chart(word: Word, game: Game, home: GamesSheet) -> bool:
    """Does a sheet without a column for centres have them in its chart?"""
    assert game.board is not None
    chart = dict(game.board.chart)
    return (
        word == "centres"
        and bool(chart)
        and chart[max(chart)] == game.board.centres
        and max(chart) in home.columns
    )


def _placed(slots: Sequence[Slot], games: Iterable[Game]) -> Iterator[tuple[Game, Slot | None]]:
    """Each game with its slot, or None when there is none left."""
    games = list(games)
    own = {id(game): next((b for b in slots if b.holds(game)), None) for game in games}
    free = [b for b in slots if b.free and b not in own.values()]
    for game in games:
        slot = own[id(game)]
        if slot is None:
            in_round = [b for b in free if is_called(b.round, game.round)]
            slot = next(iter(in_round or free), None)
            if slot is not None:
                free.remove(slot)
        yield game, slot


def _values(game: Game) -> Iterator[tuple[Word, Sequence[Cell]]]:
    """What stands in each column of a game's seven rows; columns that its source has not are left alone."""
    board = game.board
    if board is None:
        yield "round", [game.round] * 7
        yield "board", [_as_typed(game.name)] * 7
        yield "player", [seat.player or None for seat in game.seats]
        return
    given = {*game.place.columns, *(word for _, word in game.place.own)}

    def marks(seats: Iterable[int]) -> list[Cell]:
        chosen = frozenset(seats)
        return ["x" if seat in chosen else None for seat in SEATS]

    yield "round", [game.round] * 7
    yield "board", [_as_typed(game.name)] * 7
    yield "centres", board.centres
    columns: dict[str, Sequence[Cell]] = {
        "player": [seat.player or None for seat in game.seats],
        "draw": marks(board.draw),
        "eliminated": [FIRST_YEAR if s in board.unplayed else board.eliminated[s] for s in SEATS],
        "year": [board.year] * 7,
        "docked": [n or None for n in board.docked],
        "civil_disorder": marks(board.civil_disorder),
        "new_player": marks(board.new_player),
        "unranked": marks(s for s in SEATS if game.seats[s].unranked),
        "override": [_number(seat.override) for seat in game.seats],
        "tiebreak": [_number(seat.tiebreak) for seat in game.seats],
        "extra_points": [_number(seat.extra or None) for seat in game.seats],
        "weight": [_number(game.weight if game.weight != 1 else None)] * 7,
        "team": [seat.team or None for seat in game.seats],
    }
    for word, values in columns.items():
        if word in given or (word == "eliminated" and board.unplayed):
            yield word, values
    yield from board.chart


def _as_typed(name: str) -> Cell:
    """A board called 116 is a number, as a person types it."""
    return int(name) if name.isdigit() and str(int(name)) == name else name


def _number(value: Fraction | None) -> Cell:
    return None if value is None else as_double(value)


def fill(
    path: Path,
    games: Sequence[Game],
    *,
    new_only: bool = False,
    people: Sequence[Person] = (),
    act: Act | None = None,
) -> Filled:
    """Put games into a workbook's own cells, and people into its list of players, compute it, and replace the
    file in one step.

    act: what the sheet Log is to say of it; by default nothing.
    Raises Faults. With nothing to put, the file stays as it is. Of games without a result, the players.
    """
    package = Package.read(path)
    package.check_writable()
    old = package.to_bytes()
    package, listed = put_people(package, people)
    put = put_games(package, games, new_only=new_only)
    if not put.boards and package.to_bytes() == old:
        return Filled(path, (), (), 0.0, put=put, listed=listed)
    logged = append(package, act) if act is not None else ()
    report = rebuild_package(package, path)
    package.write(path, old=old)
    notes = (*listed.notes, *put.notes, *logged, *report.notes, *package.lost)
    return Filled(path, report.changed, report.not_computed, report.seconds, notes, put=put, listed=listed)
