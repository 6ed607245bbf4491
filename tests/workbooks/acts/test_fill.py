"""Fill results into a workbook's own cells: new, omitted and replaced values."""

import re
import sys
from itertools import chain

import pytest
from openpyxl import Workbook

from tests import games
from tests.said import check_said
from tests.workbooks.layout.books import HEADER, board, event_of
from xl_dipscore.rules.board import POWERS
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.tables.cells.games import read_games
from xl_dipscore.workbooks.acts.fill import NoColumn, games_edit
from xl_dipscore.workbooks.acts.rebuild import rebuild_package
from xl_dipscore.workbooks.layout.event import EventIn

pytestmark = pytest.mark.usefixtures("new_books")

OK, FAULTY = 0, 1


def told(got):
    """The text on standard error, without the number of changed cells."""
    return [re.sub(r", \d+ values? changed", "", line) for line in got.err.splitlines()]


def test_good_boards_go_in_and_the_half_typed_one_is_named(dipscore, tmp_path, makes):
    (tmp_path / "event.xlsx").write_bytes(makes())
    table = games.event()
    table[9][4] = ""  # England on board B of round 1
    games.write(tmp_path / "games.csv", table)
    got = dipscore("fill", "event.xlsx", "games.csv")
    assert (got.status, got.err.splitlines()[1]) == (FAULTY, "event.xlsx was not changed.")
    assert (tmp_path / "event.xlsx").read_bytes() == makes()
    got = dipscore("fill", "event.xlsx", "games.csv", "--rest")
    assert got.status == FAULTY
    assert told(got) == [
        "games.csv row 10, column centres: England has no centres typed yet; type 0 for a power without any.",
        "event.xlsx: 3 of 4 boards filled.",
    ]
    filled = EventIn(Package.read(tmp_path / "event.xlsx")).game_extract
    assert [(game.round, game.name) for game in filled.game_list.games] == [(1, "A"), (2, "A"), (2, "B")]
    book = Package.read(tmp_path / "event.xlsx")
    assert {book.value("Games", f"{c}{row}") for c in "DEFG" for row in range(9, 16)} == {None}


def test_where_no_board_is_good_the_workbook_is_not_changed(dipscore, tmp_path, makes):
    (tmp_path / "event.xlsx").write_bytes(makes())
    games.write(tmp_path / "games.csv", games.event()[:7])  # no row for Turkey
    got = dipscore("fill", "event.xlsx", "games.csv")
    assert (got.status, got.err.splitlines()[1:]) == (FAULTY, ["event.xlsx was not changed."])
    assert (tmp_path / "event.xlsx").read_bytes() == makes()


HEADINGS = ",".join(games.HEADER)
TORN = {
    "games.csv has no game below its headings.": HEADINGS,
    "games.csv is empty.": "",
    "games.csv row 2, column player: This cell has more than": f"{HEADINGS}\n1,A,A,{'x' * 200_000}",
    "games.csv row 2, column player: The quotation marks": f'{HEADINGS}\n1,A,A,"Ann',
    "games.csv is a workbook or another packed file, not a CSV file": "PK\x03\x04",
}


@pytest.mark.parametrize("sentence", TORN)
def test_a_torn_file_fills_nothing(dipscore, tmp_path, makes, sentence):
    (tmp_path / "event.xlsx").write_bytes(new := makes())
    (tmp_path / "games.csv").write_text(TORN[sentence], encoding="utf-8")
    got = dipscore("fill", "event.xlsx", "games.csv")
    assert (got.status, got.err[: len(sentence)]) == (FAULTY, sentence)
    assert (tmp_path / "event.xlsx").read_bytes() == new


@pytest.mark.slow
def test_what_the_workbook_has_no_place_for_refuses_them_all(dipscore, tmp_path, makes):
    (tmp_path / "event.xlsx").write_bytes(makes("DCC", 1, 1))
    games.write(tmp_path / "games.csv", games.event())
    got = dipscore("fill", "event.xlsx", "games.csv")
    assert (got.status, got.err.splitlines()[-1]) == (FAULTY, "event.xlsx was not changed.")
    assert (tmp_path / "event.xlsx").read_bytes() == makes("DCC", 1, 1)


def test_a_draw_needs_a_column_for_players(dipscore, tmp_path):
    drawn = [[1, "A", power, f"The player of {power}", ""] for power in POWERS]
    book = Workbook()
    for row in (["Round", "Board", "Power", "Centres"], *([*cells[:3], None] for cells in drawn)):
        book.active.append(row)
    book.save(tmp_path / "own.xlsx")
    games.write(tmp_path / "drawn.csv", [["round", "board", "power", "player", "centres"], *drawn])
    got = dipscore("fill", "own.xlsx", "drawn.csv")
    assert got.status == FAULTY
    check_said(got.err, NoColumn, file="own.xlsx", what="player", board="A", round=1)


def test_every_typed_value_that_is_replaced_is_named(dipscore, tmp_path, played):
    (tmp_path / "event.xlsx").write_bytes(played)
    table = games.event()
    table[1][4], table[2][4] = 19, 2  # Austria and England, from 18 and 3
    table[8][3] = "Somebody"  # Austria on board B, from =1+1
    table[10][5] = ""  # France is no longer in the draw
    for row in table[15:22]:
        row[7] = "06"  # from 1907
    for row in table[22:29]:
        row[7] = "07"  # as it is
    games.write(tmp_path / "games.csv", table)
    got = dipscore("fill", "event.xlsx", "games.csv")
    assert (got.status, told(got)) == (
        OK,
        [
            "event.xlsx: 4 of 4 boards filled.",
            "event.xlsx: round 1, board A, Austria: Centres 18 -> 19",
            "event.xlsx: round 1, board A, England: Centres 3 -> 2",
            'event.xlsx: round 1, board B, Austria: Player "=1+1" -> "Somebody"',
            'event.xlsx: round 1, board B, France: Draw "x" -> blank',
            "event.xlsx: round 2, board A: Year 1907 -> 1906",
        ],
    )
    assert told(dipscore("fill", "event.xlsx", "games.csv")) == ["event.xlsx: 4 of 4 boards filled."]


@pytest.mark.slow
def test_a_formula_that_shows_the_same_year_is_no_news(dipscore, tmp_path, makes):
    package = Package.read(makes("NDC", 1, 2))
    package.set_value("Setup", "B4", 1908)
    rebuild_package(package, "event.xlsx")
    assert package.value("Games", "H9") == 1908
    package.write(tmp_path / "event.xlsx")
    games.write(tmp_path / "games.csv", [games.HEADER, *games.rows(1, "A", games.CLOCK, players="abcdefg")])
    assert told(dipscore("fill", "event.xlsx", "games.csv")) == ["event.xlsx: 1 of 1 board filled."]
    other = [5, 4, *games.CLOCK[2:]]
    games.write(
        tmp_path / "games.csv", [games.HEADER, *games.rows(1, "B", other, year=1909, players="hijklmn")]
    )
    assert told(dipscore("fill", "event.xlsx", "games.csv")) == [
        "event.xlsx: 1 of 1 board filled.",
        "event.xlsx: round 1, board B: Year 1908 -> 1909",
    ]


@pytest.mark.slow
def test_new_only_leaves_boards_with_results_alone(dipscore, tmp_path, makes):
    (tmp_path / "event.xlsx").write_bytes(makes())
    table = games.event()
    games.write(tmp_path / "games.csv", table[:15])
    assert dipscore("fill", "event.xlsx", "games.csv").status == OK
    table[1][4], table[2][4] = 19, 2
    games.write(tmp_path / "games.csv", table)
    got = dipscore("fill", "event.xlsx", "games.csv", "--new-only")
    assert (got.status, told(got)) == (
        OK,
        ["event.xlsx: 2 of 4 boards filled.", "event.xlsx: 2 boards with results left alone."],
    )
    found = EventIn(Package.read(tmp_path / "event.xlsx")).game_extract.game_list.games
    assert [game.board.centres for game in found] == [
        games.SOLO,
        games.THREE_WAY,
        games.CLOCK,
        games.CLOCK[::-1],
    ]
    got = dipscore("fill", "event.xlsx", "games.csv", "--new-only")
    assert (got.status, told(got)) == (
        OK,
        ["event.xlsx: 4 boards with results left alone.", "event.xlsx was not changed."],
    )


def test_a_games_file_without_results_changes_nothing(dipscore, tmp_path, played):
    (tmp_path / "event.xlsx").write_bytes(played)
    games.write(tmp_path / "games.csv", [games.HEADER, *games.rows(1, "A", [""] * 7)])
    got = dipscore("fill", "event.xlsx", "games.csv")
    assert (got.status, told(got)) == (
        OK,
        ["games.csv has no board with results.", "event.xlsx was not changed."],
    )
    assert (tmp_path / "event.xlsx").read_bytes() == played


def calls_to_fill(boards: int) -> int:
    """How many calls of Python functions it takes to find the cells for so many boards."""
    blank = [None] * 7
    rows = [board(1, None, blank, blank) for _ in range(boards)]
    given = [board(1, f"B{number}") for number in range(boards)]
    event, listed = event_of({"Games": [HEADER, *chain(*rows)]}), read_games([HEADER, *chain(*given)])
    count = 0

    def note_call(frame: object, kind: str, given: object) -> None:
        nonlocal count
        count += kind == "call"

    before = sys.getprofile()
    sys.setprofile(note_call)
    try:
        put = games_edit(event, listed.games).put
    finally:
        sys.setprofile(before)
    assert put.boards == boards
    return count


def test_the_work_grows_no_faster_than_the_boards() -> None:
    few, many = calls_to_fill(10), calls_to_fill(60)
    assert many < few * 60 / 10
