"""CONQUEST: centres, 1905, the dead, the lead, new players, at most 27; a win 34."""

import pytest

from tests.boards import full
from tests.rules.systems.explained import about
from xl_dipscore import Board, Faults, score
from xl_dipscore.rules.system import find
from xl_dipscore.tables.cells.csv_text import csv_text
from xl_dipscore.tables.cells.games import read_games
from xl_dipscore.tables.functions.boards import check_text, dip_check, dip_score

CONQUEST = find("CONQUEST")
BOARD = full(16, 10, 8, 0, 0, 0, 0, gone=[None] * 3 + [1902, 1903, 1904, 1905])


def test_sixteen_ten_eight_with_four_dead() -> None:
    assert 16 + 1 + 2 * 4 + 2 * (16 - 10) == 37
    assert score("CONQUEST", BOARD) == (27, 10 + 1 + 2 * 4, 8 + 1 + 2 * 4, 0, 0, 0, 0)
    assert score("CONQUEST", BOARD, cap=99)[0] == 37
    assert find("KublaCon") is CONQUEST


def test_the_explanation() -> None:
    for words, amounts in (
        ("1 point per centre", [16, 10, 8, 0, 0, 0, 0]),
        ("after 1905", [1, 1, 1, 0, 0, 0, 0]),
        ("dead power (4)", [8, 8, 8, 0, 0, 0, 0]),
        ("lead of 6 centres", [12, 0, 0, 0, 0, 0, 0]),
        ("at most 27", [-10, 0, 0, 0, 0, 0, 0]),
    ):
        assert about("CONQUEST", BOARD, words) == amounts


def test_a_win_ends_the_matter() -> None:
    assert score("CONQUEST", Board((18, 10, 6, 0, 0, 0, 0), new_player=[1])) == (34, 0, 0, 0, 0, 0, 0)
    conceded = Board((14, 10, 10, 0, 0, 0, 0), [0])
    assert score("CONQUEST", conceded) == (34, 0, 0, 0, 0, 0, 0)
    assert check_text(CONQUEST, conceded, {}).endswith(
        "Conquest and KublaCon have no votes; the concession is scored as a win."
    )


def test_level_leaders_have_no_lead() -> None:
    assert score("CONQUEST", full(12, 12, 10, 0, 0, 0, 0))[:2] == (12 + 1 + 8, 12 + 1 + 8)


def test_the_dead_keep_their_point_for_1905() -> None:
    board = full(16, 10, 8, 0, 0, 0, 0, gone=[None] * 3 + [1905, 1906, 1907, 1908])
    assert score("CONQUEST", board)[3:] == (0, 1, 1, 1)


def test_a_position_in_civil_disorder_is_dead() -> None:
    board = full(10, 9, 8, 7, 0, 0, 0, civil_disorder=[3])
    assert about("CONQUEST", board, "dead power (4)")[:3] == [2 * 4] * 3


def test_new_players() -> None:
    board = full(9, 9, 8, 8, 0, 0, 0, new_player=[2, 6])
    plain = score("CONQUEST", full(9, 9, 8, 8, 0, 0, 0))
    assert score("CONQUEST", board) == tuple(n + 5 * (s in (2, 6)) for s, n in enumerate(plain))
    assert score("CONQUEST", board, new_player="event") == plain
    assert score("CONQUEST", full(14, 10, 10, 0, 0, 0, 0, new_player=[0]))[0] == 27


def test_the_option_new_player_is_told_from_the_fact() -> None:
    board = [9, 9, 8, 8, 0, 0, 0], None, [None] * 4 + [1903] * 3, 1908
    plain = [9 + 1 + 6, 9 + 1 + 6, 8 + 1 + 6, 8 + 1 + 6, 0, 0, 0]
    marks = ["new player", None, None, "x"]
    assert dip_score("CONQUEST", *board, [marks]) == [[*plain[:2], plain[2] + 5, *plain[3:]]]
    assert dip_score("CONQUEST", *board, [marks, ["new player", "Event"]]) == [plain]
    assert dip_score("CONQUEST", *board, [["new player", "x"]]) == [[plain[0] + 5, *plain[1:]]]
    assert dip_score("CONQUEST", *board, [["new player", "sometimes"]]) == [["#VALUE!"] * 7]


def test_years_are_needed_only_where_they_count() -> None:
    with pytest.raises(Faults) as told:
        score(
            "CONQUEST", Board((17, 17, 0, 0, 0, 0, 0), eliminated=[None, None, 1904, 1904, 1904, 1904, None])
        )
    assert str(told.value) == (
        "CONQUEST needs the last game year. CONQUEST needs the year in which Turkey was eliminated."
    )
    assert score("CONQUEST", Board((17, 17, 0, 0, 0, 0, 0), year=1904)) == (27, 27, 0, 0, 0, 0, 0)


HEADER = ["Round", "Board", "Power", "Centres", "Year", "Eliminated"]
FIVE = [
    [1, "A", "Austria", 12, 1907, None],
    [1, "A", "England", 9, None, None],
    [1, "A", "France", 8, None, None],
    [1, "A", "Germany", 5, None, None],
    [1, "A", "Turkey", 0, None, 1906],
]
TWO = [[1, "A", "Russia", 0, None, 1902], [1, "A", "Turkey", 0, None, 1906]]


def test_a_board_of_five_powers() -> None:
    (game,) = read_games([HEADER, *FIVE], fewer=CONQUEST.fewer).games
    assert game.faults == ()
    assert game.board is not None
    assert game.board.unplayed == {4, 5}
    kills = 2 * 3
    expected = (12 + 1 + kills + 2 * 3, 9 + 1 + kills, 8 + 1 + kills, 5 + 1 + kills, 0, 0, 1)
    assert score("CONQUEST", game.board) == expected


def test_a_board_of_five_powers_with_a_chart() -> None:
    chart = [
        ["Round", "Board", "Power", 1901, 1902, 1903],
        [1, "A", "Austria", 5, 8, None],
        [1, "A", "England", 4, 9, None],
        [1, "A", "France", 4, 0, None],
    ]
    (game,) = read_games(chart, fewer=True).games
    assert game.faults == ()
    assert game.board is not None
    assert (game.board.centres, game.board.year) == ((8, 9, 0, 0, 0, 0, 0), 1902)
    assert score("CONQUEST", game.board) == (8 + 10, 9 + 10 + 2, 0, 0, 0, 0, 0)


def test_a_board_of_five_powers_elsewhere_is_a_fault() -> None:
    for games in (
        read_games([HEADER, *FIVE]).games,
        read_games([HEADER, *FIVE], fewer=find("SOS").fewer).games,
    ):
        assert [str(fault.sentence) for game in games for fault in game.faults] == [
            "Board A of round 1 has no row for Italy and Russia."
        ]


def test_a_blank_count_is_no_power_left_out() -> None:
    rows = [[*row[:3], None if row[2] == "France" else row[3], *row[4:]] for row in FIVE]
    (game,) = read_games([HEADER, *rows], fewer=True).games
    assert [fault.sentence for fault in game.faults] == [
        "France has no centres typed yet; type 0 for a power without any."
    ]
    assert read_games([HEADER, *(row[:3] + [None] * 3 for row in FIVE)], fewer=True).games == ()


TOLD = "Italy and Russia have no row and are read as not played."
DO = "Type their rows, unless nobody played them."


NAMED = [[*HEADER, "Player"], *([*row, name] for row, name in zip(FIVE, ["Ann", *"bcde"], strict=True))]


@pytest.mark.parametrize(
    "words",
    [
        ["score", "CONQUEST", "games.csv"],
        ["score", "CONQUEST", "games.csv", "--lines"],
        ["explain", "CONQUEST", "games.csv", "--player", "Ann"],
        ["standings", "CONQUEST", "games.csv"],
        ["compare", "games.csv", "CONQUEST"],
    ],
)
def test_whoever_has_no_row_is_told_wherever_it_scores(dipscore, tmp_path, words):
    (tmp_path / "games.csv").write_text(csv_text(NAMED), encoding="utf-8")
    got = dipscore(*words)
    note = f"games.csv rows 2 to 6, column Power: Note: {TOLD} {DO}"
    assert (got.status, got.err) == (0, f"{note}\n1 note.\n")
    assert note in dipscore("awards", "CONQUEST", "games.csv").err


def test_whoever_has_no_row_is_told_where_a_board_is_explained_or_checked(dipscore, tmp_path):
    (tmp_path / "games.csv").write_text(csv_text([HEADER, *FIVE]), encoding="utf-8")
    assert TOLD in dipscore("explain", "CONQUEST", "games.csv").out
    (tmp_path / "named.csv").write_text(csv_text(NAMED), encoding="utf-8")
    assert TOLD in dipscore("check", "CONQUEST", "named.csv").out
    assert dip_check("CONQUEST", headings=HEADER, facts=FIVE) == [
        [f"OK: stopped by the clock, survivors Austria, England, France, Germany, 1907. Note: {TOLD}"]
    ]
    alone = dip_check("CONQUEST", headings=HEADER, facts=[*FIVE[:4], *TWO])
    assert "Italy has no row and is read as not played." in alone[0][0]


def test_the_other_systems_of_the_articles_take_seven() -> None:
    keys = ("CONQUEST", "BOSTON", "CDIPLO", "DCC", "DIXIECON", "DRAWSIZE", "NDC", "SOS", "TOWNSEND", "WBC")
    assert [key for key in keys if find(key).fewer] == ["CONQUEST"]
