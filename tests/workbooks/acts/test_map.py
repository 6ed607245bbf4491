"""The sheet Map: made, edited, followed, and everything that can be wrong with it."""

import openpyxl
import pytest

from tests import games
from tests.each import each
from tests.sheets.books import parts
from tests.workbooks import own_books
from xl_dipscore.errors import Faults
from xl_dipscore.rules.board import POWERS
from xl_dipscore.sheets.xlsx.formula import address
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.tables.cells.games import read_games
from xl_dipscore.workbooks.acts.check import check
from xl_dipscore.workbooks.acts.fill import put_games
from xl_dipscore.workbooks.acts.map import write_map
from xl_dipscore.workbooks.layout.boards import Boards, HalfKnown
from xl_dipscore.workbooks.layout.event import EventIn
from xl_dipscore.workbooks.layout.maps import cells_of, reference_to_cells

OK, FAULTY = 0, 1
MAPPED = ("rows", "columns", "sheets_on_their_side", "blocks_in_a_grid")


@pytest.fixture
def make(tmp_path):
    """A workbook in a layout, and the games file of its results."""

    def made(layout):
        games.write(tmp_path / "games.csv", games.event())
        return own_books.made(layout, tmp_path / "mine.xlsx")

    return made


def rows_of(path):
    return [
        list(row[:4]) for row in openpyxl.load_workbook(path)["Map"].iter_rows(min_row=2, values_only=True)
    ]


def edit(path, *changes):
    """Cells of the Map set to something else."""
    package = Package.read(path)
    for cell, value in changes:
        package.set_value("Map", cell, value)
    package.write()


@pytest.mark.parametrize("layout", MAPPED)
def test_a_workbook_works_by_its_map_as_it_did_without(make, layout):
    path = make(layout)
    before = parts(path)
    write_map(path)
    after = parts(path)
    kept = {name for name in before if not name.endswith(("workbook.xml", "workbook.xml.rels", "styles.xml"))}
    assert {name for name in kept if after[name] != before[name]} == {"[Content_Types].xml"}
    openpyxl.load_workbook(path)
    package, played = Package.read(path), read_games(games.event()).games
    assert "as given on Map, " in "".join(check(package).found)
    put_games(EventIn(package), played)
    found = EventIn(Package.read(package.to_bytes())).game_extract.game_list.games
    assert [(game.board, game.seats) for game in found] == [(one.board, one.seats) for one in played]


def test_it_has_a_row_for_each_fact_of_each_board(dipscore, make):
    path = make("blocks")
    got = dipscore("template", "map", "mine.xlsx")
    assert got.err == "mine.xlsx: the sheet Map gives the cells of 5 boards, in 30 rows.\n"
    assert rows_of(path)[6:12] == [
        [1, "B", "player", "Boards!C15:C21"],
        [1, "B", "centres", "Boards!D15:D21"],
        [1, "B", "draw", "Boards!E15:E21"],
        [1, "B", "eliminated", "Boards!F15:F21"],
        [1, "B", "year", "Boards!C23"],
        [1, "B", "score", "Boards!G15:G21"],
    ]


def test_cells_that_are_apart_and_powers_in_another_order(dipscore, make):
    path = make("row_pairs")
    got = dipscore("template", "map", "mine.xlsx")
    assert "places without a name left out; add those you need." in got.err
    assert rows_of(path)[0][2:] == ["player", "'Round 1'!B2,D2,F2,H2,J2,L2,N2"]
    order = "'Round 1'!B1,D1,F1,H1,J1,N1,L1"  # Turkey before Russia
    row = len(rows_of(path)) + 2
    edit(path, (f"A{row}", 1), (f"B{row}", "A"), (f"C{row}", "Powers"), (f"D{row}", order))
    assert dipscore("fill", "mine.xlsx", "games.csv").status == OK
    package = Package.read(path)
    assert [package.value("Round 1", cell) for cell in ("L2", "N2")] == ["Player 6", "Player 5"]


def test_what_it_says_goes_before_what_is_recognised(dipscore, make):
    path = make("blocks")
    dipscore("template", "map", "mine.xlsx")
    edit(path, ("D3", "Boards!M3:M9"), ("D6", "=Notes!F7"), ("B2", "A"))
    assert dipscore("fill", "mine.xlsx", "games.csv").status == OK
    package = Package.read(path)
    assert [package.value("Boards", f"M{row}") for row in range(3, 10)] == list(games.SOLO)
    assert {package.value("Boards", f"D{row}") for row in range(3, 10)} == {None}
    assert package.value("Notes", "F7") == 1908


def test_boards_that_say_no_round_are_named_there(dipscore, make, tmp_path):
    path = make("sheets")
    book = openpyxl.load_workbook(path)
    for number, sheet in enumerate(book.worksheets[1:], 1):
        sheet.title = f"Board {number}"
    book.save(path)
    check = dipscore("template", "check", "mine.xlsx")
    assert check.status == FAULTY
    assert "Board 1 C4 begins the counts of seven powers, but nothing names its round." in check.out
    got = dipscore("extract", "mine.xlsx")
    assert got.status == FAULTY
    assert "mine.xlsx: Board 1 C4 begins the counts" in got.err
    assert HalfKnown.remedy in got.err
    got = dipscore("template", "map", "mine.xlsx")
    assert "mine.xlsx: 4 more boards not fully known; type round and board there." in got.err
    faulty = dipscore("extract", "mine.xlsx")
    assert faulty.err.count("is not a round") == 4
    edit(path, *((f"A{row}", 1 + (row - 2) // 12) for row in range(2, 26)))
    games.write(tmp_path / "games.csv", [games.HEADER, *games.rows(2, "3", games.CLOCK)])
    assert dipscore("fill", "mine.xlsx", "games.csv").status == OK
    assert Package.read(path).value("Board 3", "C5") == 5


def test_a_workbook_in_which_nothing_is_recognised_gets_the_headings(dipscore, tmp_path):
    book = openpyxl.Workbook()
    book.active.title = "Map"
    book.active["A1"] = "How to get there"
    book.save(tmp_path / "mine.xlsx")
    got = dipscore("template", "map", "mine.xlsx")
    assert (got.status, got.err.splitlines()[-1]) == (OK, "mine.xlsx: nothing was recognised; type it there.")
    assert openpyxl.load_workbook(tmp_path / "mine.xlsx").sheetnames == ["Map", "Map_"]
    assert "has no sheet with the headings" in dipscore("extract", "mine.xlsx").err


def test_there_is_one_map_and_none_for_a_games_list(dipscore, make, tmp_path):
    path = make("rows")
    dipscore("template", "map", "mine.xlsx")
    before = path.read_bytes()
    got = dipscore("template", "map", "mine.xlsx")
    assert (got.status, path.read_bytes()) == (FAULTY, before)
    assert got.err == (
        "mine.xlsx has a Map already, the sheet Map. Edit it; or delete it to have a new one made.\n"
    )
    book = openpyxl.Workbook()
    book.active.title = "Games"
    own_books.put(
        book.active, 1, 1, [["Round", "Board", "Power", "Centres"], *[[1, "A", one] for one in POWERS]]
    )
    book.save(tmp_path / "new.xlsx")
    before = (tmp_path / "new.xlsx").read_bytes()
    got = dipscore("template", "map", "new.xlsx")
    assert (got.status, (tmp_path / "new.xlsx").read_bytes()) == (FAULTY, before)
    assert got.err == "new.xlsx has a games list on Games, found by its headings. It needs no Map.\n"


WRONG = {
    "Map row 3, column What: 'centrs' is not one of a board's columns. Did you mean centres?": (
        "C3",
        "centrs",
    ),
    "Map row 3, column What: A blank cell is not one of a board's columns. There are powers, player": (
        "C3",
        None,
    ),
    "Map row 4, column Where: Boards!E3:E8 has 6 cells, and draw needs one, or seven.": (
        "D4",
        "Boards!E3:E8",
    ),
    "Map row 3, column Where: Boards!D3 has 1 cell, and centres needs seven, one": ("D3", "Boards!D3"),
    "Map row 3, column Where: There is no sheet called Bords.": ("D3", "Bords!D3:D9"),
    "Map row 3, column Where: 'D3:D9' is not a range of cells. Type one such as Notes!C4:C10.": (
        "D3",
        "D3:D9",
    ),
    "Map row 3, column Where: 'somewhere' is not a range of cells": ("D3", "somewhere"),
    "Map row 3, column Where: A blank cell is not a range of cells": ("D3", None),
    "Map row 3, column Where: 'Boards!A:XFD' is not a range of cells": ("D3", "Boards!A:XFD"),
    "Map row 9, column Where: Row 3 already gives Boards!D3 to centres of board A, round 1.": (
        "D9",
        "Boards!D3:D9",
    ),
    "Map row 3, column What: Row 2 already maps player of board A of round 1. Delete one row.": (
        "C3",
        "Name",
    ),
    "Map row 2, column What: Board A of round 1 has no cells for centres.": ("C3", "docked"),
    "Map row 3, column Where: Boards!D3:D9 does not have the names of the seven powers.": ("C3", "powers"),
    "Map row 3, column Round: 'one' is not a round": ("A3", "one"),
    "Map row 3, column Board: This row does not name its board.": ("B3", None),
}


@pytest.fixture(scope="module")
def mapped(tmp_path_factory):
    """The workbook of blocks with a Map."""
    path = own_books.made("blocks", tmp_path_factory.mktemp("mapped") / "mine.xlsx")
    write_map(path)
    return path.read_bytes()


@each("sentence", WRONG)
def test_each_fault_is_a_sentence_with_row_and_column(mapped, sentence):
    package = Package.read(mapped)
    cell, value = WRONG[sentence]
    package.set_value("Map", cell, value)
    with pytest.raises(Faults) as found:
        EventIn(package).boards.check()
    assert sentence in str(found.value)
    assert sentence in "".join(map(str, check(package).wrong))
    with pytest.raises(Faults):
        put_games(EventIn(package), read_games(games.event()).games)
    assert EventIn(package).boards.sound == Boards()


def test_all_faults_are_told_together(dipscore, make):
    path = make("blocks")
    dipscore("template", "map", "mine.xlsx")
    edit(path, ("C2", "seats"), ("D4", "Nowhere!A1:A7"), ("D9", "Boards!D3:D9"), ("A14", 0))
    got = dipscore("extract", "mine.xlsx")
    assert got.status == FAULTY
    assert [line.split(":")[0] for line in got.err.splitlines()] == [
        "mine.xlsx Map row 2, column What",
        "mine.xlsx Map row 4, column Where",
        "mine.xlsx Map row 9, column Where",
        "mine.xlsx Map row 14, column Round",
    ]


def test_cells_in_words_and_back(tmp_path):
    path = own_books.made("row_pairs", tmp_path / "mine.xlsx")
    package = Package.read(path)
    for text in ("Notes!B2:B8", "'Round 1'!B2,D2,F2", "Notes!A1,C1,'Round 2'!C3,C4", "Notes!A1"):
        assert reference_to_cells(cells_of(package, text)) == text
    assert cells_of(package, "=notes!$a$1 ; b2") == (("Notes", 1, 1), ("Notes", 2, 2))
    assert address(*cells_of(package, "'Round 2'!AA10")[0][1:]) == "AA10"
