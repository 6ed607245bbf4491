"""Names of players: on boards to come, and for a games file without names."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import openpyxl
import pytest

from tests import games
from xl_dipscore.rules.system import find
from xl_dipscore.rules.tournament.standings import standings
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.tables.cells.games import GameList, read_games
from xl_dipscore.workbooks.acts.fill import put_games
from xl_dipscore.workbooks.acts.regenerate import regenerate_file
from xl_dipscore.workbooks.layout.event import EventIn

pytestmark = pytest.mark.usefixtures("new_books")

READY = Path(__file__).parents[2] / "templates" / "mystery.xlsx"
NAMES = [f"Player {n}" for n in range(14)]
LATER = [*NAMES[3:10], *NAMES[10:], *NAMES[:3]]
DRAW = (12, 11, 11, 0, 0, 0, 0)


def two_rounds() -> list[list[object]]:
    """A solo and a draw; then a draw, and a board that nobody has finished yet."""
    return [
        list(games.HEADER),
        *games.rows(1, "A", games.SOLO, players=NAMES[:7]),
        *games.rows(1, "B", games.THREE_WAY, draw="EFG", players=NAMES[7:]),
        *games.rows(2, "A", DRAW, draw="AEF", players=LATER[:7]),
        *games.rows(2, "B", [""] * 7, players=LATER[7:], year=""),
    ]


def table(listed: GameList) -> list[tuple[object, ...]]:
    """Everybody's rank and total under MYSTERY, where a solo is worth nothing until the event is over."""
    settings = replace(listed.of_event(), rounds=2)
    return [(row.rank, row.player, row.total) for row in standings(find("MYSTERY"), listed.games, settings)]


@pytest.fixture
def event() -> Package:
    """The ready workbook, named, with a draw of round 1 in its cells."""
    package = Package.read(READY)
    package.set_value("Setup", "B2", "Spring Cup")
    for row, name in enumerate(NAMES, 2):
        package.set_value("Games", f"D{row}", name)
    return package


def seated(package: Package) -> list[object]:
    """The players of round 1, as they stand in their cells."""
    return [package.value("Games", f"D{row}") for row in range(2, 16)]


def put(package: Package, rows: list[list[object]]) -> None:
    listed, faults = read_games(rows, "games.csv").usable
    assert not faults
    put_games(EventIn(package), listed)


def test_a_board_to_come_leaves_the_event_open(event: Package) -> None:
    put(event, two_rounds())
    listed = EventIn(event).game_extract.game_list
    assert [(game.name, [seat.player for seat in game.seats]) for game in listed.to_come] == [
        ("B", LATER[7:])
    ]
    wanted = table(read_games(two_rounds()))
    assert table(listed) == wanted
    over = table(read_games(two_rounds()[:-7]))
    assert over[0][1] != wanted[0][1], "without the board the event would be over, and another one first"


@pytest.mark.parametrize("how", ["blank", "absent"])
def test_names_of_a_draw_stay_where_nobody_is_named(event: Package, how: str) -> None:
    rows = [[*row] for row in two_rounds()[:15]]
    for row in rows[1:]:
        row[3] = ""
    put(event, rows if how == "blank" else [[*row[:3], *row[4:]] for row in rows])
    assert seated(event) == NAMES
    assert [len(EventIn(event).game_extract.game_list.games), event.value("Games", "E2")] == [2, 18]


def test_one_name_is_corrected_and_the_others_stay(event: Package) -> None:
    rows = [[*row] for row in two_rounds()[:8]]
    for row in rows[1:]:
        row[3] = "Somebody" if row[2] == "France" else ""
    put(event, rows)
    assert seated(event) == [*NAMES[:2], "Somebody", *NAMES[3:]]


def test_who_moved_within_the_round_does_not_stay_behind(event: Package) -> None:
    rows = [[*row] for row in two_rounds()[:15]]
    for row in rows[1:]:
        row[3] = ""
    rows[1][3] = NAMES[9].upper()  # Austria on board A, whom the draw has as France on board B
    put(event, rows)
    assert seated(event) == [NAMES[9].upper(), *NAMES[1:9], None, *NAMES[10:]]


def test_a_power_that_was_not_played_has_no_player() -> None:
    package = Package.read(READY.with_name("conquest.xlsx"))
    for row, name in enumerate(NAMES[:7], 2):
        package.set_value("Games", f"D{row}", name)
    rows = [list(games.HEADER), *games.rows(1, "A", games.CLOCK)]
    del rows[7]  # nobody played Turkey
    put_games(EventIn(package), read_games(rows, fewer=True).games)
    assert seated(package)[:7] == [*NAMES[:6], None]


def test_they_go_into_a_layout_of_a_directors_own(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    powers = ["Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey"]
    book.active.append(["Round", "Board", *powers, *(f"{power} player" for power in powers)])
    book.active.append([1, "A"])
    book.active.append([1, "B"])
    book.save(tmp_path / "mine.xlsx")
    package = Package.read(tmp_path / "mine.xlsx")
    put(package, [list(games.HEADER), *games.rows(1, "B", [""] * 7, players=NAMES[:7])])
    assert [package.value("Sheet", f"{column}3") for column in "JKLMNOP"] == NAMES[:7]


@pytest.mark.slow
def test_fill_and_undo(dipscore, tmp_path: Path) -> None:
    """As a director does it: the workbook shows what `standings` says of the file, until undo."""
    package = Package.read(READY)
    package.set_value("Setup", "B2", "Spring Cup")
    assert package.value("Setup", "A7") == "rounds"
    package.set_value("Setup", "B7", 2)
    package.write(tmp_path / "event.xlsx")
    games.write(tmp_path / "games.csv", two_rounds())
    assert dipscore("rebuild", "event.xlsx").status == 0
    before = EventIn(package).game_extract.table, seated(package)
    done = dipscore("fill", "event.xlsx", "games.csv")
    assert "event.xlsx: 4 of 4 boards filled" in done.err
    assert "has no value for a solo until the event is over" in done.err
    assert dipscore("rebuild", "event.xlsx").status == 0
    shown = Package.read(tmp_path / "event.xlsx")
    rows = [[shown.value("Standings", f"{column}{row}") for column in "ABC"] for row in range(5, 19)]
    told = dipscore("standings", "MYSTERY", "games.csv", "--rounds", 2).table[1:]
    assert [[str(rank or ""), player, total] for rank, player, total in rows] == [
        [rank, player, float(total) if total else "#N/A"] for rank, player, total, *_ in told
    ]
    assert "is taken back" in dipscore("undo", "event.xlsx").err
    again = Package.read(tmp_path / "event.xlsx")
    assert (EventIn(again).game_extract.table, seated(again)) == before


@pytest.mark.slow
def test_a_new_template_gets_them_too(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    for row in two_rounds():
        book.active.append([cell if cell != "" else None for cell in row])
    (tmp_path / "new").mkdir()
    book.save(tmp_path / "old.xlsx")
    done = regenerate_file(tmp_path / "old.xlsx", template=READY, folder=tmp_path / "new", engine="python")
    assert done.boards == 3
    assert not any("left out" in note for note in done.notes)
    listed = EventIn(Package.read(done.path)).game_extract.game_list
    assert [[seat.player for seat in game.seats] for game in listed.to_come] == [LATER[7:]]
