"""Results out of a workbook's own cells, and back into another."""

import csv
import io
import itertools
import re

import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl.worksheet.formula import ArrayFormula

from tests import games
from xl_dipscore import POWERS
from xl_dipscore.cli.reading import rows_of
from xl_dipscore.sheets.xlsx.formula import Name
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.sheets.xlsx.target import IsInput
from xl_dipscore.tables.cells.csv_text import csv_text
from xl_dipscore.tables.cells.games import read_games
from xl_dipscore.workbooks.acts.fill import put_games
from xl_dipscore.workbooks.acts.shown_numbers import numbers, played_boards
from xl_dipscore.workbooks.layout.event import EventIn
from xl_dipscore.workbooks.layout.games import NoGamesSheet

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("new_books")]

OK, FAULTY, MISUSED = 0, 1, 2
NAMES = ["=1+1", "'=x", "''", "-x", "@x", "\ttab", 'say "hi", O\'Brien; Zoë']
TYPED = [" ".join(name.split()) for name in NAMES]


def values(data):
    """Every value of a workbook, by sheet and cell, as openpyxl reads it."""
    book = openpyxl.load_workbook(io.BytesIO(data), data_only=True)
    return {
        (sheet.title, cell.coordinate): cell.value
        for sheet in book
        for row in sheet.iter_rows()
        for cell in row
        if cell.value not in (None, "")
    }


def own(*tables, **sheets) -> Package:
    """A director's own workbook, with these rows on its sheets."""
    book = openpyxl.Workbook()
    book.remove(book.active)
    for name, rows in {**{f"Sheet{i}": rows for i, rows in enumerate(tables, 1)}, **sheets}.items():
        sheet = book.create_sheet(name)
        for number, row in enumerate(rows, 1):
            for column, value in enumerate(row, 1):
                cell = sheet.cell(number, column, value)
                if isinstance(value, str) and not value.startswith("=formula "):
                    cell.data_type = "s"
                elif isinstance(value, str):
                    cell.value = value.replace("formula ", "")
    made = io.BytesIO()
    book.save(made)
    return Package.read(made.getvalue())


def sentences(found):
    return [str(fault) for fault in found.faults]


def test_a_workbook_gives_back_the_games_it_was_filled_with(dipscore, tmp_path, played):
    (tmp_path / "event.xlsx").write_bytes(played)
    got = dipscore("extract", "event.xlsx")
    assert (got.status, got.err) == (OK, "")
    header, *rows = got.table
    assert header == [*games.HEADER, "docked", "unranked", "extra_points", "override"]
    assert rows == [[*map(str, row), *[""] * 4] for row in games.event()[1:]]


def test_there_and_back_gives_the_same_workbook(dipscore, tmp_path, makes, played):
    table = games.event()
    for row, name in zip(table[8:15], NAMES, strict=True):
        row[3] = name
    (tmp_path / "games.csv").write_text(csv_text(table), encoding="utf-8")
    (tmp_path / "first.xlsx").write_bytes(makes())
    (tmp_path / "second.xlsx").write_bytes(makes())
    assert dipscore("fill", "first.xlsx", "games.csv", "--no-log").status == OK
    assert dipscore("extract", "first.xlsx", "-o", "out.csv").status == OK
    assert dipscore("fill", "second.xlsx", "out.csv", "--no-log").status == OK
    first = values((tmp_path / "first.xlsx").read_bytes())
    assert first == values((tmp_path / "second.xlsx").read_bytes())
    assert [first["Games", f"D{row}"] for row in range(9, 16)] == TYPED
    with (tmp_path / "out.csv").open(encoding="utf-8") as file:
        raw = [row[3] for row in csv.reader(file)]
    assert raw[8:15] == ["'=1+1", "''=x", "''", "'-x", "'@x", *TYPED[5:]]


@pytest.mark.parametrize("name", ["=1+1", "+49 221", "-x", "@x", "\t=1+1", '=HYPERLINK("x")'])
def test_what_looks_like_a_formula_is_text(dipscore, tmp_path, makes, name):
    (tmp_path / "event.xlsx").write_bytes(makes())
    table = games.event()
    table[1][3] = f'"{name.replace(chr(34), chr(34) * 2)}"'
    games.write(tmp_path / "games.csv", table)
    assert dipscore("fill", "event.xlsx", "games.csv").status == OK
    cell = openpyxl.load_workbook(tmp_path / "event.xlsx")["Games"]["D2"]
    assert (cell.data_type, cell.value) == ("s", name.strip())
    assert dipscore("extract", "event.xlsx").table[1][3] == name.strip()


def test_text_is_given_back_as_it_stands():
    rows = [list(games.HEADER), *games.rows(1, "A", games.CLOCK, players=NAMES)]
    assert [row[3] for row in EventIn(own(rows)).game_extract.table[1:]] == NAMES


def test_boards_without_results_are_left_out_and_counted(dipscore, tmp_path, makes):
    (tmp_path / "event.xlsx").write_bytes(makes("DCC", 2, 3))
    games.write(tmp_path / "games.csv", games.event())
    dipscore("fill", "event.xlsx", "games.csv")
    got = dipscore("extract", "event.xlsx", "-o", "out.csv")
    assert (got.status, got.out) == (OK, "")
    assert got.err == "event.xlsx: 2 boards without results left out.\n"
    assert len(rows_of(tmp_path / "out.csv")) == 1 + 4 * 7


def test_a_board_without_a_year_has_the_one_of_setup(dipscore, tmp_path, makes):
    package = Package.read(makes("NDC", 1, 2))
    package.set_value("Setup", "B4", 1910)
    (tmp_path / "event.xlsx").write_bytes(package.to_bytes())
    table = [games.HEADER[:7], *(row[:7] for row in games.rows(1, "A", games.CLOCK))]
    games.write(tmp_path / "games.csv", table)
    assert dipscore("fill", "event.xlsx", "games.csv").status == OK
    got = dipscore("extract", "event.xlsx")
    assert {row[7] for row in got.table[1:]} == {"1910"}
    (tmp_path / "out.csv").write_text(got.out, encoding="utf-8")
    assert dipscore("score", "NDC", "out.csv").status == OK


def test_a_year_on_setup_needs_no_column():
    rows = [["Round", "Board", "Power", "Centres"], *([1, "A", p, 4] for p in POWERS)]
    book = own(rows, Setup=[["Year", 1909]])
    assert EventIn(book).game_extract.table[0] == ["round", "board", "power", "centres"]
    book.defined_names = (Name("Last_year", "Setup!$B$1"),)
    assert EventIn(book).game_extract.table[:2] == [
        ["round", "board", "power", "centres", "year"],
        ["1", "A", "Austria", "4", "1909"],
    ]


def test_columns_by_any_name_in_any_order():
    header = [
        "Table",
        1902,
        "SCs",
        "Civil Disorder",
        "Country",
        "Name",
        "BOARD",
        "Round",
        "1901",
        "Override",
        "Score",
    ]
    centres, chart = (5, 5, 5, 5, 5, 5, 4), (3, 4, 3, 3, 3, 4, 3)
    rows = [
        [
            "T1",
            centres[i],
            None,
            "x" if i == 2 else None,
            power[0],
            f"P{i}",
            "Top",
            "final",
            chart[i],
            None,
            7,
        ]
        for i, power in enumerate(POWERS)
    ]
    rows[1][9] = 0.00001
    found = EventIn(own([["Spring event"], [], header, *rows])).game_extract
    assert not found.faults
    assert found.table[0] == [
        *("round", "board", "power", "player", "centres", "civil_disorder", "override", "1901", "1902")
    ]
    assert found.table[2] == ["Final", "Top", "England", "P1", "", "", "0.00001", "4", "5"]
    (game,) = found.game_list.games
    assert game.board.centres == centres
    assert game.board.civil_disorder == frozenset({2})
    assert float(game.seats[1].override) == 0.00001


def test_headings_merged_over_a_board_are_each_rows():
    rows = [
        row if i % 7 == 0 else [None, None, *row[2:7], None]
        for i, row in enumerate(games.rows(1, "A", games.CLOCK) + games.rows(1, "B", games.SOLO))
    ]
    found = EventIn(own([list(games.HEADER), *rows])).game_extract
    assert not found.faults
    assert [(game.round, game.name, game.board.centres) for game in found.game_list.games] == [
        (1, "A", games.CLOCK),
        (1, "B", games.SOLO),
    ]
    assert [row[:2] for row in found.table[1:]] == [["1", "A"]] * 7 + [["1", "B"]] * 7


def test_a_sheet_a_round():
    sheets = {
        f"R{n}": [["", *games.HEADER], *(["", *row] for row in games.rows(n, "A", games.CLOCK))]
        for n in (1, 2)
    }
    sheets["R2"][0:0] = [["Second round"]]
    book = own(**sheets)
    found = EventIn(book).game_extract
    assert [(game.round, game.place.rows[0]) for game in found.game_list.games] == [(1, 2), (2, 3)]
    assert played_boards(EventIn(book)) == 2
    put_games(EventIn(book), read_games([games.HEADER, *games.rows(2, "A", games.SOLO)]).games)
    assert book.value("R1", "F2") == games.CLOCK[0]
    assert [book.value("R2", f"F{row}") for row in range(3, 10)] == list(games.SOLO)


def test_a_sheet_that_only_shows_counts_is_no_list(played):
    book = Package.read(played)
    assert "best countries" in [name.casefold() for name in book.sheet_names]
    assert played_boards(EventIn(book)) == len(EventIn(book).game_extract.game_list.games) == 4


def test_a_board_on_two_sheets_is_told():
    rows = [games.HEADER, *games.rows(1, "A", games.CLOCK)]
    assert sentences(EventIn(own(rows, rows)).game_extract) == [
        "The workbook: board A of round 1 is on two sheets, Sheet1 and Sheet2."
    ]


def test_an_error_in_a_score_is_none_of_the_game():
    """Such as #N/A under MYSTERY before the end: a score is ours, and never read."""
    rows = [[*games.HEADER, "Score"], *([*row, "#N/A"] for row in games.rows(1, "A", games.CLOCK))]
    found = EventIn(own(rows)).game_extract
    assert not found.faults
    assert found.game_list.games[0].board.centres == tuple(games.CLOCK)


def test_rows_below_the_list_are_nobodys():
    rows = [games.HEADER, *games.rows(1, "A", games.CLOCK), [], ["", "", "", "Sum", 34], ["* absent"]]
    found = EventIn(own(rows)).game_extract
    assert not found.faults
    assert len(found.rows) == 7


@pytest.mark.parametrize(
    ("row", "column", "typed", "sentence"),
    [
        (1, 2, "Austira", "row 2, column power: 'Austira' is not one of the seven powers."),
        (1, 4, 20, "rows 2 to 8, column centres: The centres add up to"),
        (1, 4, None, "row 2, column centres: Austria has no centres typed yet"),
        (2, 4, "#N/A", "A cell holds an error, #N/A."),
        (2, 2, "", "row 3, column power: A blank cell is not one of the seven powers."),
        (2, 0, "all", "row 3, column round: 'all' is not a round"),
    ],
)
def test_a_faulty_board_is_told_and_no_file_is_written(dipscore, tmp_path, row, column, typed, sentence):
    rows = [list(games.HEADER), *games.rows(1, "A", games.CLOCK), *games.rows(1, "B", games.SOLO)]
    rows[row][column] = typed
    (tmp_path / "mine.xlsx").write_bytes(own(rows).to_bytes())
    got = dipscore("extract", "mine.xlsx", "-o", "out.csv")
    assert got.status == FAULTY
    assert re.search(rf"^mine\.xlsx Sheet1 .*{re.escape(sentence)}", got.err, re.M), got.err
    assert "out.csv was not written." in got.err
    assert not (tmp_path / "out.csv").exists()
    assert dipscore("extract", "mine.xlsx").out == ""
    assert len(dipscore("extract", "mine.xlsx", "--rest").table) == 8


def test_a_formula_that_nobody_computed_is_told():
    rows = [list(games.HEADER), *games.rows(1, "A", games.CLOCK)]
    rows[3][4] = "=formula 3+3"
    assert "Sheet1!E4 holds a formula without a value" in sentences(EventIn(own(rows)).game_extract)[0]


def test_fewer_than_seven_where_the_system_has_it(dipscore, tmp_path, makes):
    (tmp_path / "event.xlsx").write_bytes(makes("CONQUEST", 1, 1))
    table = [games.HEADER, *games.rows(1, "A", (10, 12, 12, 0, 0, 0, 0))[:3]]
    games.write(tmp_path / "games.csv", table)
    assert dipscore("fill", "event.xlsx", "games.csv").status == OK
    assert dipscore("extract", "event.xlsx").status == OK


@pytest.mark.parametrize(
    ("words", "status", "sentence"),
    [
        (["extract", "nowhere.xlsx"], MISUSED, "There is no file nowhere.xlsx."),
        (["extract", "event.xlsx", "-o", "event.xlsx"], MISUSED, str(IsInput(path="event.xlsx"))),
        (["extract", "event.xlsx", "-o", "no/out.csv"], MISUSED, "there is no such folder"),
        (["extract", "empty.xlsx"], FAULTY, "empty.xlsx has no sheet with the headings"),
        (["extract", "text.xlsx"], MISUSED, "text.xlsx is not an Excel workbook"),
        (["fill", "empty.xlsx", "games.csv"], FAULTY, "empty.xlsx was not changed."),
    ],
)
def test_what_cannot_be_is_a_sentence(dipscore, tmp_path, played, words, status, sentence):
    (tmp_path / "event.xlsx").write_bytes(played)
    (tmp_path / "empty.xlsx").write_bytes(own([["nothing"]]).to_bytes())
    (tmp_path / "text.xlsx").write_text("round,board\n")
    games.write(tmp_path / "games.csv", games.event())
    got = dipscore(*words)
    assert (got.status, got.out) == (status, "")
    assert sentence in got.err
    assert (tmp_path / "event.xlsx").read_bytes() == played


def test_numbers_are_found_by_their_headings(played):
    found = numbers(EventIn(Package.read(played)))
    assert {"Score", "Counts", "Rank", "Total", "R1", "R2"} <= found.headings
    assert {spot.power for spot in found.scores} == set(POWERS)
    assert len(found.scores) == 2 * 4 * 7
    by_player = {spot.player: value for spot, value in found.standings.items() if spot.heading == "Total"}
    assert len(by_player) == 14
    solo = {spot.heading: value for spot, value in found.scores.items() if spot[1:4] == ("1", "A", "Austria")}
    assert solo == {"Score": 700, "Counts": 700}
    assert found.players["1", "A", "Austria"] == "Player 0"


def best(book):
    return {(spot.power, spot.player): score for spot, score in numbers(EventIn(book)).best.items()}


def test_the_best_of_each_country_are_found_by_their_headings(played):
    book = openpyxl.load_workbook(io.BytesIO(played), data_only=True)
    sheet = book["Best countries"]
    lines = [tuple(cell.value for cell in row) for row in sheet.iter_rows(min_row=5, max_col=3)]
    listed = {(power, player): score for power, player, score in lines if power}
    assert {power for power, _ in listed} == set(POWERS)
    assert best(Package.read(played)) == listed
    # Austria's first game is a solo, which no other can beat.
    assert listed["Austria", "Player 0"] == 700


def test_games_are_not_the_best_of_each_country():
    rows = [["Power", "Player", "Score", "Centres", "Round", "Board"], ["Austria", "Ann", 700, 18, 1, "A"]]
    assert best(own(rows)) == {}


def test_best_of_each_country_anywhere_with_ties():
    """Below much else, in other columns; two players level, and one of them twice."""
    header = ["power", "Player", "Score", "Centres", "Round", "Board"]
    lines = [
        ["Austria", "Ann", 50, 9, 1, "A"],
        ["Austria", "Ann", 50, 9, 2, "A"],
        ["Austria", "Bob", 50, 9, 2, "B"],
        ["Turkey", "", 40, 8, 1, "A"],
        ["", "", "", "", "", ""],
    ]
    package = own([["Round", "Rank"], [1, 1]])
    package.set_formula("Sheet1", "C60:H65", "DIP_AWARDS(A1:A9)", array=True)
    for row, line in enumerate([header, *lines], 60):
        for column, shown in zip("CDEFGH", line, strict=True):
            package.set_cached_value("Sheet1", f"{column}{row}", shown)
    assert best(package) == {("Austria", "Ann"): 50, ("Austria", "Bob"): 50, ("Turkey", ""): 40}


def test_no_games_list_and_no_standings():
    book = own([["Rank", "Player"], [1, "Ann"]])
    assert played_boards(EventIn(book)) is None
    assert not numbers(EventIn(book)).headings
    with pytest.raises(NoGamesSheet):
        _ = EventIn(book).game_extract


@st.composite
def results(draw):
    """Seven counts of a finished game, with marks and years that fit."""
    cuts = sorted(draw(st.lists(st.integers(0, 34), min_size=6, max_size=6)))
    centres = [b - a for a, b in itertools.pairwise([0, *cuts, 34])]
    alive = [i for i, count in enumerate(centres) if count]
    marked = draw(st.lists(st.sampled_from(alive), unique=True)) if max(centres) < 18 else []
    gone = [draw(st.one_of(st.none(), st.integers(1901, 1907))) if not c else None for c in centres]
    override = [draw(st.one_of(st.none(), st.floats(-1e9, 1e9, allow_subnormal=False))) for _ in centres]
    rows = games.rows(1, draw(st.sampled_from(["A", "116", "Top", "=x"])), centres)
    for i, row in enumerate(rows):
        row[5], row[6] = "x" if i in marked and len(marked) > 1 else "", gone[i] or ""
        row.append("" if override[i] is None else override[i])
    return rows


@given(results())
def test_any_board_comes_back_as_it_went_in(makes, rows):
    header = [*games.HEADER, "override"]
    (game,) = read_games([header, *rows]).games
    first, second = Package.read(makes("SOS", 1, 1)), Package.read(makes("SOS", 1, 1))
    put_games(EventIn(first), [game])
    found = EventIn(first).game_extract
    assert not found.faults
    again = read_games(found.table).games
    put_games(EventIn(second), again)
    assert first.to_bytes() == second.to_bytes()
    assert again[0].board == game.board
    assert [seat.override for seat in again[0].seats] == [seat.override for seat in game.seats]


def test_a_table_that_is_one_array_formula_is_never_written_into(makes):
    book = openpyxl.load_workbook(io.BytesIO(makes()))
    assert isinstance(book["Best countries"]["A4"].value, ArrayFormula)
    package = Package.read(makes())
    put_games(EventIn(package), read_games(games.event()).games)
    assert not package.sheet("Best countries").changed
