"""Directors' own layouts: a row a game, a sheet a board, a block a board; found by their cells."""

from io import BytesIO

import openpyxl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl.workbook.defined_name import DefinedName

from tests import games
from tests.each import each
from tests.sheets.books import parts
from tests.workbooks import own_books
from xl_dipscore.errors import Faults
from xl_dipscore.rules.board import POWERS
from xl_dipscore.rules.system import find
from xl_dipscore.sheets.xlsx.formula import area_of
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.tables.cells.games import read_games
from xl_dipscore.workbooks.acts import new
from xl_dipscore.workbooks.acts.check import check
from xl_dipscore.workbooks.acts.fill import put_games
from xl_dipscore.workbooks.author import Plan
from xl_dipscore.workbooks.layout.boards import OwnLayout, TwoOfOneName
from xl_dipscore.workbooks.layout.event import EventIn
from xl_dipscore.workbooks.layout.extract import extract
from xl_dipscore.workbooks.layout.games import NoGamesSheet
from xl_dipscore.workbooks.layout.own import heads_in

pytestmark = pytest.mark.usefixtures("new_books")

OK, FAULTY = 0, 1
CHARTED = "sheets_with_charts"
FACTS = "player, centres, draw, eliminated and year"
SCORED = "player, centres, draw, eliminated, year and score"
BOARDS = "4 boards in 2 rounds, 0 with results"
FOUND = {
    "rows": f"a row a game on Results, {BOARDS}. Cells for {SCORED}.",
    "row_groups": f"a row a game on All games, 0 boards in 0 rounds, 0 with results. Cells for {FACTS}. "
    "Room for 9 more.",
    "row_pairs": f"a row a game on Round 1 and Round 2, {BOARDS}. Cells for {FACTS}. "
    "Room for as many more as it needs.",
    "row_two_lines": f"a row a game on Season, {BOARDS}. Cells for {FACTS}. "
    "Room for as many more as it needs.",
    "row_one_name": f"a row a game on Games, {BOARDS}. Cells for {FACTS}. Room for as many more as it needs.",
    "columns": f"a column a game on Games by column, {BOARDS}. Cells for {FACTS}. "
    "Room for as many more as it needs.",
    "sheets": f"a sheet a board, Round 1 Board A to Round 2 Board B, {BOARDS}. Cells for {SCORED}.",
    "sheets_on_their_side": f"a sheet a board, Sheet 1 to Sheet 4, {BOARDS}. Cells for {SCORED}.",
    CHARTED: f"a sheet a board, R1BA to R2BB, {BOARDS}. "
    "Cells for player, draw and a centre chart from 1901 to 1909.",
    "blocks": f"a block a board on Boards, 5 boards in 3 rounds, 0 with results. Cells for {SCORED}.",
    "blocks_in_a_grid": f"a block a board on Wall chart, {BOARDS}. Cells for {FACTS}.",
    "sheets_under_labels": f"a sheet a board, No 1 to No 4, {BOARDS}. Cells for {FACTS}.",
    "sheets_in_german": f"a sheet a board, Runde 1 Brett A to Runde 2 Brett B, {BOARDS}. Cells for {FACTS}.",
    "sheets_and_more": f"a sheet a board, Round 1 Board A to Round 2 Board B, {BOARDS}. Cells for {SCORED}.",
    "blocks_of_a_day": f"a block a board on Day 1 and Day 2, {BOARDS}. Cells for {FACTS}.",
    "blocks_beside_titles": f"a block a board on All boards, {BOARDS}. Cells for {FACTS}.",
    "blocks_on_their_side": f"a block a board on Results, {BOARDS}. Cells for {SCORED}. Room for 1 more.",
    "blocks_under_one_heading": f"a block a board on Round 1 and Round 2, {BOARDS}. Cells for {FACTS}.",
}
SCORES = {
    "rows": [f"Results!Z{row}:AF{row}" for row in (4, 5, 6, 7)],
    "sheets": [f"Round {round_} Board {name}!F4:F10" for round_, name in own_books.PLACES],
    "sheets_on_their_side": [f"Sheet {number}!B10:H10" for number in (1, 2, 3, 4)],
    "blocks": [f"Boards!G{top}:G{top + 6}" for top in (3, 15, 27, 39)],
    "blocks_on_their_side": [f"Results!B{row}:H{row}" for row in (10, 20, 30, 40)],
}
"""The cells of the boards' scores, in the order of the powers there."""
PLAYED = {(1, "A"): games.SOLO, (1, "B"): games.THREE_WAY, (2, "A"): games.CLOCK, (2, "B"): games.CLOCK[::-1]}
CHARTS = [
    ["round", "board", "power", "player", "draw", "1901", "1902", "1903"],
    *[
        [1, "A", power, f"P{seat}", "x" if seat < 2 else "", 5 - seat // 3, 4 + seat % 2, count]
        for seat, (power, count) in enumerate(zip(POWERS, (8, 8, 6, 4, 3, 3, 2), strict=True))
    ],
]


def told_of(game):
    return game.round, game.name, game.board, [seat.player for seat in game.seats]


@pytest.fixture
def make(tmp_path):
    """A workbook in a layout, and the games file of its results."""

    def made(layout):
        table = CHARTS if layout == CHARTED else games.event()
        games.write(tmp_path / "games.csv", table)
        return own_books.made(layout, tmp_path / "mine.xlsx"), read_games(table).games

    return made


@pytest.fixture
def filled(make):
    """A workbook in a layout with the results in it, not computed."""

    def put(layout):
        path, played = make(layout)
        package = Package.read(path)
        put_games(EventIn(package), played)
        return package

    return put


@pytest.mark.parametrize("layout", own_books.LAYOUTS)
def test_what_goes_in_comes_out_and_nothing_else_changes(make, layout):
    path, played = make(layout)
    package, before = Package.read(path), parts(path)
    assert f"Games: {FOUND[layout]}" in check(package).found
    put = put_games(EventIn(package), played)
    assert (put.boards, put.replaced) == (len(played), ())
    data = package.to_bytes()
    after = parts(data)
    touched = {
        package.sheet(board.cells(board.count_words[0])[0][0]).part
        for board in EventIn(package).boards.check().own
    }
    assert after.keys() == before.keys()
    changed = {name for name in before if after[name] != before[name]}
    assert changed
    assert changed <= touched
    filled = Package.read(data)
    found = EventIn(filled).game_extract
    assert (found.faults, found.notes, [*map(told_of, found.game_list.games)]) == (
        [],
        [],
        [*map(told_of, played)],
    )
    assert put_games(EventIn(filled), found.game_list.games).replaced == ()
    assert filled.to_bytes() == data


def test_the_check_says_what_there_is_no_place_for(dipscore, make):
    make("blocks")
    got = dipscore("template", "check", "mine.xlsx")
    assert got.status == OK
    assert got.out.startswith("Found:\n  The scoring system: SOS, which only formulas name.\n")
    assert "\n  Games: a block a board on Boards, 5 boards" in got.out
    assert (
        "No games list with a row for each player of each game: seat and new --template need one." in got.out
    )
    assert "No cells, or not on every board, for docked, civil disorder" in got.out


@pytest.mark.parametrize("layout", ["row_groups", CHARTED])
def test_the_commands_fill_and_extract(dipscore, make, layout):
    path, played = make(layout)
    got = dipscore("fill", "mine.xlsx", "games.csv")
    assert got.status == OK, got.err
    assert f"{len(played)} of {len(played)} board" in got.err
    assert dipscore("extract", "mine.xlsx", "-o", "out.csv").status == OK
    filled = path.read_bytes()
    again = dipscore("fill", "mine.xlsx", "out.csv")
    assert (again.status, path.read_bytes()) == (OK, filled)


@pytest.mark.parametrize("layout", SCORES)
def test_scores_beside_them_are_computed(dipscore, make, layout):
    path, _ = make(layout)
    dipscore("fill", "mine.xlsx", "games.csv")
    package = Package.read(path)
    for centres, cells in zip(PLAYED.values(), SCORES[layout], strict=True):
        sheet, _, range_ = cells.partition("!")
        shown = [package.sheet(sheet).cells[place].value for place in area_of(range_).cells]
        counts = centres[::-1] if layout == "sheets_on_their_side" else centres
        squares = sum(count * count for count in counts)
        solo = [100 if count >= 18 else 0 for count in counts]
        assert shown == pytest.approx(solo if any(solo) else [100 * n * n / squares for n in counts])


@pytest.mark.slow
@pytest.mark.parametrize("layout", ["rows", "sheets"])
def test_an_old_workbook_in_such_a_layout_is_regenerated(dipscore, make, makes, layout, tmp_path):
    path, played = make(layout)
    package = Package.read(path)
    put_games(EventIn(package), played)
    path.write_bytes(package.to_bytes())
    (tmp_path / "new.xlsx").write_bytes(makes())
    got = dipscore("regenerate", "mine.xlsx", "--template", "new.xlsx", "-o", "done")
    assert got.status == OK, got.err
    found = EventIn(Package.read(tmp_path / "done" / "mine.xlsx")).game_extract
    assert [*map(told_of, found.game_list.games)] == [*map(told_of, played)]


@pytest.mark.slow
def test_the_scores_of_an_old_one_are_compared(dipscore, make, makes, tmp_path):
    make("blocks")
    dipscore("fill", "mine.xlsx", "games.csv")
    (tmp_path / "new.xlsx").write_bytes(makes())
    got = dipscore("regenerate", "mine.xlsx", "--template", "new.xlsx", "-o", "done")
    assert got.status == OK
    squares = sum(count * count for count in games.THREE_WAY)
    line = next(line for line in got.out.splitlines() if ",1,B,England,Score," in line)
    assert float(line.split(",")[6]) == pytest.approx(100 * 13 * 13 / squares)


@pytest.mark.slow
def test_a_template_in_such_a_layout_takes_what_it_has_room_for(dipscore, make, played, tmp_path):
    make("blocks")
    (tmp_path / "old.xlsx").write_bytes(played)
    got = dipscore("regenerate", "old.xlsx", "--template", "mine.xlsx", "-o", "done")
    assert got.status == OK, got.err
    found = EventIn(Package.read(tmp_path / "done" / "old.xlsx")).game_extract
    assert [(game.round, game.name, game.board.centres) for game in found.game_list.games] == [
        (*place, centres) for place, centres in PLAYED.items()
    ]


# -- what is said, and what is not guessed ----------------------------------------------------


def test_what_is_replaced_is_named(dipscore, make, tmp_path):
    make("rows")
    dipscore("fill", "mine.xlsx", "games.csv")
    table = games.event()
    table[1][4], table[2][4] = 19, 2
    for row in table[8:15]:
        row[5], row[7] = "x" if row[2] in ("England", "France") else "", 1907
    games.write(tmp_path / "games.csv", table)
    got = dipscore("fill", "mine.xlsx", "games.csv")
    assert [line for line in got.err.splitlines() if "->" in line] == [
        "mine.xlsx: round 1, board A, Austria: Centres 18 -> 19",
        "mine.xlsx: round 1, board A, England: Centres 3 -> 2",
        'mine.xlsx: round 1, board B: Draw "England, France, Germany" -> "England, France"',
        "mine.xlsx: round 1, board B: Year 1908 -> 1907",
    ]


def test_a_draw_that_says_the_same_in_other_words_stays(dipscore, make):
    path, _ = make("rows")
    dipscore("fill", "mine.xlsx", "games.csv")
    package = Package.read(path)
    package.set_value("Results", "J5", "E/F/G")
    package.write()
    assert "->" not in dipscore("fill", "mine.xlsx", "games.csv").err
    assert Package.read(path).value("Results", "J5") == "E/F/G"


def test_a_new_game_goes_to_the_next_free_row(dipscore, make, tmp_path):
    path, _ = make("row_groups")
    games.write(tmp_path / "games.csv", [games.HEADER, *games.rows(3, "Top", games.CLOCK, players="ABCDEFG")])
    assert dipscore("fill", "mine.xlsx", "games.csv").status == OK
    package = Package.read(path)
    assert [package.value("All games", f"{column}3") for column in "ABCJKX"] == [3, "Top", "A", 4, 5, None]
    assert package.value("All games", "Y3") == 1908


def test_a_free_block_gets_its_name(dipscore, make, tmp_path):
    path, _ = make("blocks_on_their_side")
    games.write(tmp_path / "games.csv", [games.HEADER, *games.rows(3, "116", games.CLOCK)])
    assert dipscore("fill", "mine.xlsx", "games.csv").status == OK
    package = Package.read(path)
    assert [package.value("Results", cell) for cell in ("B42", "B43", "B46", "H46", "B49")] == [
        3,
        116,
        4,
        2,
        1908,
    ]


@pytest.mark.parametrize("layout", ["sheets", "blocks", "blocks_in_a_grid", "blocks_on_their_side"])
def test_a_board_that_has_no_place_is_refused_and_those_that_there_are_named(
    dipscore, make, tmp_path, layout
):
    path, _ = make(layout)
    before = path.read_bytes()
    some = [row for n in "XY" for row in games.rows(1, n, games.CLOCK)]
    games.write(tmp_path / "games.csv", [games.HEADER, *some])
    got = dipscore("fill", "mine.xlsx", "games.csv")
    assert (got.status, path.read_bytes()) == (FAULTY, before)
    assert "mine.xlsx has no place for board Y of round 1; it has A B in round 1" in got.err
    assert "Add a board like the others, or give an empty one its name." in got.err


def test_what_there_are_no_cells_for_is_refused(dipscore, make, tmp_path):
    path, _ = make("sheets")
    before = path.read_bytes()
    table = [[*row, docked] for row, docked in zip(games.event(), ["docked", 1, *[""] * 27], strict=True)]
    games.write(tmp_path / "games.csv", table)
    got = dipscore("fill", "mine.xlsx", "games.csv")
    assert (got.status, path.read_bytes()) == (FAULTY, before)
    assert "mine.xlsx has no cells for docked, which board A of round 1 has." in got.err


def test_faults_are_told_with_their_cells(dipscore, make):
    path, _ = make("rows")
    dipscore("fill", "mine.xlsx", "games.csv")
    package = Package.read(path)
    package.set_value("Results", "D4", "three")
    package.set_value("Results", "J6", "Austria, Spain")
    package.set_value("Results", "A7", "Somewhen")
    package.write()
    got = dipscore("extract", "mine.xlsx", "-o", "out.csv")
    assert got.status == FAULTY
    assert "mine.xlsx Results row 4, column England: England has 'three' centres" in got.err
    assert got.err.count("mine.xlsx Results row 6, column Draw: 'Spain' is not a power in the draw.") == 1
    assert got.err.count("mine.xlsx Results row 7, column Round: 'Somewhen' is not a round") == 1


def test_a_draw_in_letters_keeps_england(dipscore, filled):
    """Also where "e" is "and" in some language."""
    package = filled("rows")
    for row, draw in enumerate(("A E T", "A, E and T", "A and E and T", "Austria e Turchia"), 4):
        package.set_value("Results", f"J{row}", draw)
        for column, count in zip("CDEFGHI", (8, 8, 2, 3, 3, 3, 7), strict=True):
            package.set_value("Results", f"{column}{row}", count)
        for column in ("S", "T", "U", "V", "W", "X", "Y"):
            package.set_value("Results", f"{column}{row}", None)
    package.write()
    assert dipscore("extract", "mine.xlsx", "-o", "out.csv").status == OK
    read = [line for line in dipscore("check", "WBC", "out.csv").out.splitlines() if "OK:" in line]
    assert [line.count("3-way draw Austria, England, Turkey") for line in read] == [1, 1, 1, 0]
    shown = dipscore("export", "text", "mine.xlsx", "--system", "WBC").out
    assert shown.count("3-way draw Austria, England and Turkey") == 3
    assert shown.count("2-way draw Austria and Turkey") == 1


def test_a_draw_that_may_be_read_in_two_ways_is_refused_with_its_cell(dipscore, filled):
    package = filled("rows")
    package.set_value("Results", "J6", "a e t")
    package.write()
    got = dipscore("extract", "mine.xlsx", "-o", "out.csv")
    assert got.status == FAULTY
    assert "mine.xlsx Results row 6, column Draw: 'e' may be England, or mean 'and'" in got.err


def test_letters_of_a_draw_are_of_the_languages_of_its_headings(dipscore, filled):
    package = filled("rows")
    french = ("Autriche", "Angleterre", "France", "Allemagne", "Italie", "Russie", "Turquie")
    for column, name in zip("CDEFGHI", french, strict=True):
        package.set_value("Results", f"{column}3", name)
    package.set_value("Results", "J6", "A, R")
    package.write()
    got = dipscore("extract", "mine.xlsx", "-o", "out.csv")
    assert "column Draw: 'A' may be Autriche, Angleterre or Allemagne" in got.err


def test_a_draw_beside_a_label_that_is_no_draw_is_refused(dipscore, filled):
    package = filled("sheets_on_their_side")
    package.set_value("Sheet 2", "B3", "A e T")
    package.write()
    assert "'e' may be England, or mean 'and'" in dipscore("extract", "mine.xlsx").err


def test_a_fault_in_a_block_on_its_side_is_told_with_its_column(dipscore, make):
    path, _ = make("sheets_on_their_side")
    dipscore("fill", "mine.xlsx", "games.csv")
    package = Package.read(path)
    package.set_value("Sheet 2", "C8", 40)
    package.write()
    got = dipscore("extract", "mine.xlsx")
    assert "mine.xlsx Sheet 2 column 3, row Centres: Russia" in got.err


@pytest.mark.parametrize(
    "words", [("seat", "mine.xlsx", "--round", 1), ("new", "SOS", "x.xlsx", "--template", "mine.xlsx")]
)
def test_what_needs_a_games_list_says_so(dipscore, make, tmp_path, words):
    path, _ = make("blocks")
    before = path.read_bytes()
    got = dipscore(*words)
    assert (got.status, path.read_bytes(), (tmp_path / "x.xlsx").exists()) == (FAULTY, before, False)
    needed = OwnLayout(file="mine.xlsx")
    assert f"{needed} {needed.remedy}" in got.err


def test_two_boards_of_one_name_are_a_fault(dipscore, make):
    path, _ = make("blocks")
    package = Package.read(path)
    package.set_value("Boards", "B13", "Round 1 Board A")
    package.write()
    before = path.read_bytes()
    told = (
        "Boards D15: Board A of round 1 is listed twice, here and at Boards D3. Rename or clear one of them."
    )
    got = dipscore("fill", "mine.xlsx", "games.csv")
    assert (got.status, path.read_bytes()) == (FAULTY, before)
    assert told in got.err
    assert TwoOfOneName.remedy in got.err
    check = dipscore("template", "check", "mine.xlsx")
    assert (check.status, told in check.out) == (FAULTY, True)


def test_a_board_that_does_not_say_its_name_is_left_out_and_told(dipscore, make):
    path, played = make("blocks")
    package = Package.read(path)
    put_games(EventIn(package), played)
    package.set_value("Boards", "B13", "The board by the window")
    package.write()
    got = dipscore("extract", "mine.xlsx")
    why = "Boards D15 begins the counts of seven powers, but nothing names its round and board."
    assert (got.status, got.out) == (FAULTY, "")
    assert f"mine.xlsx: {why} The board is left out." in got.err
    got = dipscore("extract", "mine.xlsx", "--rest")
    assert (got.status, len(got.out.splitlines())) == (FAULTY, 1 + 3 * 7)
    assert why in dipscore("template", "check", "mine.xlsx").out


def test_the_powers_twice_without_a_title_are_not_guessed(dipscore, tmp_path):
    book = openpyxl.Workbook()
    own_books.put(
        book.active, 1, 1, [["Round", "Board", *POWERS, *POWERS], [1, "A", *"ABCDEFG", *games.CLOCK]]
    )
    book.save(tmp_path / "mine.xlsx")
    got = dipscore("extract", "mine.xlsx")
    assert (got.status, got.err[:42]) == (FAULTY, "mine.xlsx has no sheet with the headings R")


def test_a_formula_without_a_value_is_no_result(dipscore, make):
    path, played = make("rows")
    package = Package.read(path)
    put_games(EventIn(package), played)
    package.set_formula("Results", "E4", "2*3")
    package.write()
    got = dipscore("extract", "mine.xlsx", "-o", "out.csv")
    assert got.status == FAULTY
    assert "mine.xlsx: Results!E4 holds a formula without a value" in got.err
    assert (
        "1 cell of Centres (Results!E4) contains a formula" in dipscore("template", "check", "mine.xlsx").out
    )


def test_the_year_and_the_system_of_a_named_cell_are_those_of_its_boards(dipscore, make, tmp_path):
    path, _ = make("blocks_in_a_grid")
    book = openpyxl.load_workbook(path)
    book["Notes"]["A9"], book["Notes"]["B9"] = "DCC", 1911
    for name, cell in (("Scoring_system", "A9"), ("Last_year", "B9")):
        book.defined_names[name] = DefinedName(name, attr_text=f"Notes!${cell[0]}$9")
    book.save(path)
    table = games.event()
    table[8][3] = "Player 0"  # who plays on board A too
    games.write(tmp_path / "games.csv", [row[:7] for row in table])
    got = dipscore("fill", "mine.xlsx", "games.csv")
    assert "Player 0" in got.err.split("filled")[1]
    found = EventIn(Package.read(path)).game_extract
    assert {game.board.year for game in found.game_list.games} == {1911}
    assert {
        game.board.year for game in extract(EventIn(Package.read(path)), setup_year=False).game_list.games
    } == {None}


def test_other_tables_near_a_board_are_none_of_it(tmp_path):
    """Their headings say Year and Round too; a game with a year is refused, and not written there."""
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "R1 B1"
    own_books.put(sheet, 4, 1, [["Power", "Player", "Centres"], *[[power] for power in POWERS]])
    own_books.put(sheet, 4, 5, [["Champion", "Player", "Year"], ["2019", "Ann"], ["2020", "Bob"]])
    own_books.put(sheet, 1, 1, [["Year", "founded in"], ["Round", "of a cup"]])
    book.save(tmp_path / "mine.xlsx")
    package = Package.read(tmp_path / "mine.xlsx")
    (board,) = EventIn(package).boards.check().own
    assert (board.round, board.board, {*board.places}) == (1, "1", {"player", "centres"})
    with pytest.raises(Faults, match="no cells for year"):
        put_games(EventIn(package), read_games([games.HEADER, *games.rows(1, "1", games.CLOCK)]).games)


def test_what_stands_between_headings_and_powers_is_no_label(tmp_path):
    """Year right below Eliminated says what is typed in that column: the board has no year of its own."""
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "R1 B1"
    heads = [["Power", "Player", "Centres", "Eliminated"], [None, None, None, "Year"], []]
    own_books.put(sheet, 4, 1, [*heads, *[[power] for power in POWERS]])
    book.save(tmp_path / "mine.xlsx")
    (board,) = EventIn(Package.read(tmp_path / "mine.xlsx")).boards.check().own
    assert {*board.places} == {"player", "centres", "eliminated"}


@pytest.mark.parametrize(
    ("sheet", "title", "lacks"),
    [
        ("Round 2 Board A", "Round 1 Board A", ("round",)),
        ("Round 1 Board A", "Round 1 Board B", ("board",)),
        ("Round 1", "Board of honour", ("board",)),
        ("Board A", "R1", ("round",)),
    ],
)
def test_a_title_that_is_not_clear_is_not_guessed(sheet, title, lacks):
    book = openpyxl.Workbook()
    book.active.title = sheet
    own_books.put(book.active, 1, 1, [[title], ["Power", "Centres"], *[[power, 5] for power in POWERS]])
    file = BytesIO()
    book.save(file)
    found = EventIn(Package.read(file.getvalue())).boards
    assert (found.own, [one.lacks for one in found.unsure]) == ((), [lacks])


def test_rows_with_something_else_in_them_are_not_filled(make):
    path, _ = make("row_groups")
    package = Package.read(path)
    package.set_value("All games", "Z2", "Notes")
    package.set_value("All games", "Z4", "late")
    package.set_value("All games", "Y5", 2026)
    assert [board.cells("board")[0][1] for board in EventIn(package).boards.check().own] == [3]


@each(
    ("title", "heads"),
    [
        ("R1 B2", (1, "2")),
        ("R1B2", (1, "2")),
        ("R2GA", (2, "A")),
        ("Round 1, Board 12", (1, "12")),
        ("Board C - Round 2", (2, "C")),
        ("Round 3 Top Board", (3, "Top")),
        ("Final", ("Final", None)),
        ("Finale", ("Final", None)),
        ("Game 116", (None, "116")),
        ("Tisch 4", (None, "4")),
        ("Round 1 results", (None, None)),
        ("Board meeting", (None, None)),
        ("Round 0", (None, None)),
        ("Round 1 Round 2", (None, None)),
        ("A" * 39, (None, None)),
    ],
)
def test_what_the_name_of_a_sheet_says(title, heads):
    assert heads_in(title) == heads


WORDS = (
    "Round",
    "Board",
    "Year",
    "Draw",
    "Player",
    "Centres",
    "Score",
    "Round 1",
    "Board A",
    "R1 B2",
    "Total",
)
ANYTHING = st.sampled_from((*WORDS, 1, 7, 1901, 1908, "x", "=1+1", "Austria centres", *POWERS))
ANYWHERE = st.lists(st.tuples(st.integers(1, 14), st.integers(1, 12), ANYTHING), max_size=40)


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(ANYWHERE, st.booleans(), st.tuples(st.integers(1, 8), st.integers(1, 8)))
def test_whatever_stands_there_can_be_looked_at(cells, turned, corner):
    """Seven powers, and anything anywhere: each board that is found has seven cells, or one, of each fact."""
    book = openpyxl.Workbook()
    top, left = corner
    own_books.put(book.active, top, left, [POWERS] if turned else [[power] for power in POWERS])
    for row, column, value in cells:
        book.active.cell(row, column).value = value
    file = BytesIO()
    book.save(file)
    package = Package.read(file.getvalue())
    check(package)
    for board in EventIn(package).boards.own:
        assert {len(places) for places in board.places.values()} <= {1, 7}
        assert all(len({*places}) == len(places) for places in board.places.values())
        assert all(len(board.cells(word)) == 7 for word in board.count_words)


def test_slips_are_no_boards_where_the_games_list_is_broken(tmp_path):
    """A heading of Games is typed over: that is said, and nothing takes the slips for what keeps results."""
    path = tmp_path / "event.xlsx"
    new.create(path, Plan(find("DCC"), 2, 2))
    package = Package.read(path)
    package.set_value("Games", "B1", "Kenttä")
    findings = check(package)
    assert any("Round, Board, Power and Centres" in str(one) for one in (*findings.wrong, *findings.missing))
    with pytest.raises(NoGamesSheet):
        EventIn(package).boards.check()


@pytest.mark.parametrize(("other", "drew"), [("EFG", {"E", "G", "R"}), ("ENG", {"G"}), ("FRA", None)])
def test_the_column_of_draws_decides_what_letters_mean(dipscore, tmp_path, other, drew) -> None:
    """GER is Germany beside ENG, and three powers beside EFG; otherwise the board has no result."""
    counts = (0, 3, 6, 16, 3, 6, 0)
    rows = [("Round", "Board", *POWERS, "Draw"), (1, "A", *counts, "GER"), (1, "B", *counts, other)]
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    book.save(tmp_path / "own.xlsx")
    got = dipscore("import", "own.xlsx", "--rest")
    assert got.status == (drew is None)
    marked = [row[2][0] for row in got.table[1:] if row[1] == "A" and row[5] == "x"]
    assert {*marked} == (drew or set())
    assert ("1,A," in got.out) == (drew is not None)
