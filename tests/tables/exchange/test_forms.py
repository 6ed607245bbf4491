"""Tables with a row a board: their headings, corrections by later rows, and faults by row and column."""

from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import boards, games
from tests.each import each
from xl_dipscore.rules.board import POWERS, SEATS, Board
from xl_dipscore.tables.cells.csv_text import csv_rows
from xl_dipscore.tables.cells.games import games_of, read_games
from xl_dipscore.tables.cells.wide import read_headings
from xl_dipscore.tables.exchange.formats import File, Read, find_known_file, reader_of

SAMPLES = Path(__file__).parent / "samples"
HEADS = ("Timestamp", "Round", "Board", "Year", *POWERS, "Draw")
GOOD = (5, 5, 7, 4, 6, 4, 3)


def table(*rows, heads=HEADS) -> File:
    return File("form.csv", [list(heads), *map(list, rows)])


def read(file: File) -> Read:
    return reader_of(file).read(file)


def sample(name: str) -> Read:
    file = File(name, csv_rows((SAMPLES / name).read_bytes(), name))
    assert reader_of(file).key == "form"
    return read(file)


def said(file: File) -> list[str]:
    """Every fault of a file."""
    found = read(file)
    return [str(fault) for fault in (*found.faults, *games_of(found.rows).faults)]


def row(*cells, at="1.5.2026 10:00", round_=1, board="A", year=1908, counts=GOOD, draw=""):
    return at, round_, board, year, *counts, draw, *cells


@each("heading", ["Timestamp", "Horodateur", "Start time", "Carimbo de data/hora", "Отметка времени"])
def test_a_column_of_times_makes_a_table_a_form(heading: str) -> None:
    file = table(row(), row(counts=(6, 4, *GOOD[2:])), heads=(heading, *HEADS[1:]))
    assert reader_of(file).key == "form"
    (game,) = games_of(read(file).rows).games
    assert game.board is not None
    assert game.board.centres == (6, 4, *GOOD[2:])


@each(
    ("heading", "meant"),
    [
        ("Austria", (0, "centres")),
        ("Austria-Hungary", (0, "centres")),
        ("E", (1, "centres")),
        ("Austria - centres", (0, "centres")),
        ("Turkey (SCs)", (6, "centres")),
        ("Supply centers: Italy", (4, "centres")),
        ("How many centres did Russia have?", (5, "centres")),
        ("Austria player", (0, "player")),
        ("Austria-Hungary (player)", (0, "player")),
        ("Who played England?", (1, "player")),
        ("Name of Germany's player", (3, "player")),
        ("France: name", (2, "player")),
        ("Austria eliminated", (0, "eliminated")),
        ("When was Turkey eliminated?", (6, "eliminated")),
        ("Year of Italy's elimination", (4, "eliminated")),
        ("England in the draw?", (1, "draw")),
        ("Austria 1905", (0, 1905)),
        ("Austria new player", (0, "new_player")),
        ("Russia civil disorder", (5, "civil_disorder")),
        ("Germany override", (3, "override")),
        ("Round", (None, "round")),
        ("Which round was this game?", (None, "round")),
        ("Board name", (None, "board")),
        ("Game", (None, "board")),
        ("Last game year", (None, "year")),
        ("In which year did the game end?", (None, "year")),
        ("Draw", (None, "draw")),
        ("Which powers were in the draw?", (None, "draw")),
        # A heading with further words is not read; a score is no result.
        ("Austria - comments", None),
        ("Austria score", (0, "score")),
        ("Who won as Austria?", None),
        ("Austria and England", None),
        ("Name", None),
        ("Email", None),
        ("Timestamp", None),
        ("", None),
        (None, None),
        (7, None),
    ],
)
def test_what_a_heading_is_about(heading, meant) -> None:
    assert read_headings([heading])[0] == (None if meant is None else meant[::-1])


@pytest.mark.parametrize("name", ["google-form.csv", "form-utf16.txt"])
def test_a_form_as_it_is_downloaded(name: str) -> None:
    """Byte-order marks, quotes, line ends, tabs in UTF-16; a name with a comma; a column of no use."""
    found = sample(name)
    listed = games_of(found.rows)
    assert (found.faults, listed.faults) == ((), ())
    first, second, third = listed.games
    assert first.board == Board((0, 5, 8, 5, 10, 6, 0), ["England", "France", "Italy"], DEAD, 1908)
    assert [seat.player for seat in first.seats] == ["Ann Lee", "Öz, Bob", "Cid", "Dora", "Eve", "Fay", "Gus"]
    assert (second.round, second.name, second.board) == (1, "B", Board((18, 3, 4, 4, 3, 1, 1), year=1907))
    assert (third.round, third.name, third.board) == (2, "A", Board((4, 4, 4, 5, 5, 6, 6), year=1906))
    assert found.notes == (
        "Round 1, board a: row 4 (2:32 pm) corrects row 2: France 7 -> 8, Germany 6 -> 5.",
        "The column 'Anything else?' is not read.",
    )


DEAD = (1905, *[None] * 5, 1906)


@given(boards.games(), st.sampled_from(["", " - centres", " (SCs)"]))
def test_any_board_comes_back(facts, ending: str) -> None:
    """Law: a board written as one row is the board that is read."""
    board = facts.board(docked=(0,) * 7, civil_disorder=(), new_player=(), chart={})
    heads = (*HEADS[:4], *(power + ending for power in POWERS), *(f"{power} eliminated" for power in POWERS))
    cells = ("x", 1, "A", board.year, *board.centres, *board.eliminated)
    draw = ", ".join(POWERS[seat] for seat in sorted(board.draw))
    file = table((*cells, draw), heads=(*heads, "Draw"))
    (game,) = games_of(read(file).rows).games
    assert game.faults == ()
    assert game.board == board


@pytest.mark.parametrize("words", [["score", "SOS"], ["standings", "SOS"], ["check", "SOS"], ["compare"]])
def test_a_row_a_game_is_read_where_a_games_file_belongs(dipscore, tmp_path, words) -> None:
    powers = "Austria,England,France,Germany,Italy,Russia,Turkey"
    (tmp_path / "wide.csv").write_text(f"Round,Board,{powers},Austria player\n1,A,10,9,8,7,0,0,0,Ann\n")
    got = dipscore(*words, "wide.csv")
    assert dipscore("import", "wide.csv", "-o", "games.csv").status == 0
    wanted = dipscore(*words, "games.csv")
    assert (got.status, wanted.status) == (0, 0)
    assert got.out.replace("wide.csv row 2", "") == wanted.out.replace("games.csv rows 2 to 8", "")
    (tmp_path / "players.csv").write_text("Player,Club\nAnn,Leeds\n")
    assert "import" not in dipscore(*words, "players.csv").err


def test_a_row_a_game_without_times_is_read_too() -> None:
    """A director's own table, with letters for powers, a chart, and facts that few systems need."""
    heads = ("Round", "Game", *"AEFGIRT", "Draw", *(f"{power} 1901" for power in POWERS), "Italy docked")
    file = File("own.csv", [heads, (1, "A", *GOOD, "EF", 5, 5, 5, 5, 4, 5, 3, 1)])
    assert reader_of(file).key == "wide"
    (game,) = games_of(read(file).rows).games
    assert game.board is None  # a chart that ends in 1901 has other counts than these
    assert all(str(fault).startswith("own.csv row 2") for fault in game.faults)
    counted = File("own.csv", [heads[:10], (1, "A", *GOOD, "EF")])
    (game,) = games_of(read(counted).rows).games
    assert game.board == Board(GOOD, ["England", "France"])


@each(
    ("cell", "drawn"),
    [
        ("England, France", {1, 2}),
        ("England;France;", {1, 2}),
        ("E, F and T", {1, 2, 6}),
        ("EFT", {1, 2, 6}),
        ("England/Turkey", {1, 6}),
        ("England\nTurkey", {1, 6}),
        ("Austria-Hungary & Italy", {0, 4}),
        ("", set()),
        ("None", set()),
        ("No draw.", set()),
        ("n/a", set()),
    ],
)
def test_who_is_in_a_draw(cell: str, drawn: set[int]) -> None:
    (game,) = games_of(read(table(row(draw=cell))).rows).games
    assert game.board == Board(GOOD, [POWERS[seat] for seat in drawn], year=1908)


def test_rounds_and_boards_as_a_form_offers_them() -> None:
    rows = row(round_="Round 1", board="Board A"), row(round_="Final", board="Top Board")
    listed = games_of(read(table(*rows)).rows).games
    assert [(game.round, game.name) for game in listed] == [(1, "A"), ("Final", "Top Board")]
    assert (
        read(table(row(), row(round_="round 1", board=" Board a")))
        .notes[0]
        .startswith("Round 1, board a: row 3")
    )


# -- corrections ------------------------------------------------------------------------------


def result(file: File) -> Board:
    (game,) = games_of(read(file).rows).games
    assert game.board is not None
    return game.board


def test_a_later_row_with_all_counts_is_a_whole_result_but_for_names() -> None:
    heads = (*HEADS, "Austria player", "Turkey eliminated")
    first = row("Ann", "1906", counts=(5, 5, 7, 4, 6, 7, 0), draw="England, France", at="9:00")
    second = row("", "", counts=GOOD, at="9:30", year=1909)
    file = table(first, second, heads=heads)
    assert result(file) == Board(GOOD, year=1909)
    assert games_of(read(file).rows).games[0].seats[0].player == "Ann"
    assert read(file).notes == (
        "Round 1, board A: row 3 (9:30) corrects row 2: year 1908 -> 1909, Russia 7 -> 4, Turkey 0 -> 3, "
        "draw England, France -> blank, Turkey eliminated 1906 -> blank.",
    )


def test_a_later_row_with_some_counts_changes_those() -> None:
    some = ("", "", 8, "", 5, "", "")
    file = table(row(draw="England, France"), row(board=" a ", year="", counts=some))
    assert result(file) == Board((5, 5, 8, 4, 5, 4, 3), ["England", "France"], year=1908)
    assert read(file).notes == (
        "Round 1, board a: row 3 (10:00) corrects row 2: France 7 -> 8, Italy 6 -> 5.",
    )


def test_a_correction_of_a_correction_and_one_that_says_the_same() -> None:
    file = table(row(counts=(5, 5, 7, 4, 6, 5, 2)), row(counts=(6, 5, 7, 4, 6, 4, 2)), row(), row())
    assert result(file) == Board(GOOD, year=1908)
    assert [note.partition(": ")[2] for note in read(file).notes] == [
        "row 3 (10:00) corrects row 2: Austria 5 -> 6, Russia 5 -> 4.",
        "row 4 (10:00) corrects row 3: Austria 6 -> 5, Turkey 2 -> 3.",
        "row 5 (10:00) says the same as row 4.",
    ]


def test_what_is_corrected_is_no_fault_any_more() -> None:
    file = table(row(draw="Frnce", counts=(5, 5, 8, 4, 6, 4, 3)), row(draw="France, Italy"))
    assert said(file) == []
    assert result(file) == Board(GOOD, ["France", "Italy"], year=1908)


@each(
    ("first", "second", "early"),
    [
        ("2026/11/21 2:32:05 pm", "2026/11/21 11:15:00 am", True),
        ("2026/11/21 11:15:00 am", "2026/11/21 2:32:05 pm", False),
        ("2026-11-22 09:00:00", "2026-11-21 14:00:00", True),
        ("11/21/2026 14:00:00", "11/21/2026 13:59:59", True),
        ("11/21/2026 14:00:00", "10/22/2026 13:00:00", False),  # months or days: nobody knows
        ("2026-11-21T14:00:00", "2026-11-21T13:00:00", True),
        (46347.75, 46347.5, True),
        (46347.5, 46347.75, False),
        ("yesterday", "today", False),
    ],
)
def test_rows_that_are_not_in_the_order_of_their_times(first, second, early) -> None:
    (note,) = read(table(row(at=first), row(at=second, counts=(5, 5, 8, 4, 5, 4, 3)))).notes
    assert note.endswith("Its time is earlier, so check which of them is right.") is early


def test_the_time_of_a_spreadsheet_is_shown_as_one() -> None:
    (note,) = read(table(row(), row(at=46347 + (14 * 60 + 32) / 1440))).notes
    assert "row 3 (14:32) says the same" in note


# -- faults -----------------------------------------------------------------------------------


def test_each_wrong_row_has_its_sentence_and_the_others_count() -> None:
    found = sample("form-wrong.csv")
    listed = games_of(found.rows)
    assert [str(fault) for fault in (*found.faults, *listed.faults)] == [
        "form-wrong.csv row 4, column Round: A blank cell is not a round; type a whole number from 1 to "
        "9999, or Final.",
        "form-wrong.csv row 5, column Board: This row does not name its board.",
        "form-wrong.csv row 3, column Draw: 'Frnce' is not a power in the draw.",
        "form-wrong.csv row 2: The centres add up to 35, but a board has 34.",
        "form-wrong.csv row 6, column Year: 8.5 is not a game year (1901 or later).",
        "form-wrong.csv row 7, column England: England has 'five' centres; a count is a whole number from 0 "
        "to 34.",
    ]
    assert [game.name for game in listed.games if game.board is not None] == ["F"]


def test_a_board_with_a_wrong_draw_has_its_other_faults_told_too() -> None:
    assert said(table(row(draw="nobody else", counts=(5, 5, 7, 4, 6, 4, "x")))) == [
        "form.csv row 2, column Draw: 'nobody else' is not a power in the draw.",
        "form.csv row 2, column Turkey: Turkey has 'x' centres; a count is a whole number from 0 to 34.",
    ]


def test_an_error_in_the_draw() -> None:
    assert said(table(row(draw="#REF!"))) == ["form.csv row 2, column Draw: A cell holds an error, #REF!."]


@each(
    ("heads", "faults"),
    [
        (HEADS[:1] + HEADS[2:], ["form.csv: There is no column headed Round."]),
        (("Name", *HEADS[:2], *HEADS[3:]), ["form.csv: There is no column headed Board."]),
        ((*HEADS[:-2], "Draw"), ["form.csv: There is no column for the centres of Turkey."]),
        ((*HEADS, "Austria centres"), ["form.csv: Two columns are headed Austria centres."]),
        (
            ("Timestamp", "Board", *POWERS[:5]),
            [
                "form.csv: There is no column headed Round.",
                "form.csv: There is no column for the centres of Russia and Turkey.",
            ],
        ),
    ],
)
def test_headings_that_are_missing_or_there_twice(heads, faults) -> None:
    assert said(table(("1:00", *[1] * (len(heads) - 1)), heads=heads)) == faults


def test_a_board_twice_in_a_table_that_is_no_form() -> None:
    heads = HEADS[1:]
    file = table(row()[1:], row()[1:], row(board="B")[1:], row(board="b ", counts=(1,) * 7)[1:], heads=heads)
    assert reader_of(file).key == "wide"
    assert said(file) == [
        "form.csv row 3, column Board: Board A of round 1 is in row 2 already.",
        "form.csv row 5, column Board: Board b of round 1 is in row 4 already.",
    ]


def test_a_title_above_the_headings() -> None:
    rows = [["Summer event"], [], list(HEADS[1:]), row(draw="x")[1:]]
    files = (File("own.csv", rows[n:], first=n + 1) for n in range(len(rows)))
    file, reader = find_known_file(files)
    assert (reader.key, file.first) == ("wide", 3)
    assert said(file) == ["own.csv row 4, column Draw: 'x' is not a power in the draw."]


def test_a_list_of_players_with_what_they_played_is_no_table_of_boards() -> None:
    """So our sheet Players is, and one of a director's may be."""
    file = File("event.xlsx Players", [["Player", "Club", "Games", *POWERS], ["Ann", "Lyon", 1, 1, *[0] * 6]])
    assert reader_of(file).key == "roster"


def test_scores_stay_exact() -> None:
    file = table(row(*[""] * 6, "1,5"), heads=(*HEADS, *(f"{power} override" for power in POWERS)))
    (game,) = games_of(read(file).rows).games
    assert [seat.override for seat in game.seats] == [None] * 6 + [Fraction(3, 2)]


def test_a_board_without_counts_has_its_players() -> None:
    heads = (*HEADS, *(f"{power} player" for power in POWERS))
    listed = games_of(read(table(row(*"abcdefg", counts=[""] * 7), heads=heads)).rows)
    assert listed.games == ()
    assert [seat.player for seat in listed.to_come[0].seats] == [*"abcdefg"]


def test_what_an_event_is_as_rows_of_boards(tmp_path: Path) -> None:
    """The same games as the games file has, whatever their order."""
    cells = games.event()
    rows = []
    for first in range(1, len(cells), 7):
        seven = cells[first : first + 7]
        drawn = ";".join(str(one[2]) for one in seven if one[5])
        counts, gone, players = ([one[i] for one in seven] for i in (4, 6, 3))
        rows.append(("9:00", seven[0][0], seven[0][1], seven[0][7], *counts, drawn, *players, *gone))
    players = (f"{power} player" for power in POWERS)
    heads = (*HEADS, *players, *(f"{power} eliminated" for power in POWERS))
    usual = read_games(cells).games
    theirs = games_of(read(table(*rows, heads=heads)).rows).games
    assert [(game.round, game.name, game.board, game.seats) for game in theirs] == [
        (game.round, game.name, game.board, game.seats) for game in usual
    ]
    assert len(SEATS) * len(theirs) == len(cells) - 1
