"""A games list: rows, boards, players who sat out, seasons, and everything that is wrong in it."""

from datetime import date
from fractions import Fraction
from typing import Any

import pytest

from tests.each import each
from tests.lists import COUNTS, HEADER, board_rows, game, listed
from xl_dipscore.errors import Faults
from xl_dipscore.rules.board import POWERS
from xl_dipscore.rules.event.settings import Settings
from xl_dipscore.tables.cells import games
from xl_dipscore.tables.cells.games import (
    GameRow,
    columns_in,
    ends_list,
    headings_besides,
    join_game_lists,
    of_season,
    read_games,
)

NAMES = [f"Player {n}" for n in range(7)]


def kinds(faults: Any) -> list[str]:
    return [type(fault).__name__ for fault in faults]


def refused(*given: Any, **how: Any) -> list[str]:
    with pytest.raises(Faults) as found:
        read_games(*given, **how)
    return kinds(found.value.faults)


def test_the_games_of_a_list_in_any_order_of_rows() -> None:
    rows = [[*HEADER], *board_rows(), *board_rows(board=2, round_="Final")]
    found = read_games([rows[0], *rows[:0:-1]], "list.csv")
    assert [(one.round, one.name) for one in found.games] == [("Final", "2"), (1, "1")]
    assert found.games[1].board is not None
    assert found.games[1].board.centres == COUNTS
    assert found.games[1].place.rows[0] == 15
    assert not found.faults


def test_games_of_a_large_event_share_what_is_the_same() -> None:
    """Of 100,000 games, each object of a game needs megabytes."""
    later = [*board_rows(round_=2)]
    found = read_games([[*HEADER], *board_rows(), *later], "list.csv")
    first, second = found.games
    assert all(one is other for one, other in zip(first.seats, second.seats, strict=True))
    assert first.name is second.name
    assert second.place.rows == range(9, 16)
    assert all(one is kept for one, kept in zip(found.games, of_season(found, Settings()).games, strict=True))


def test_a_header_needs_its_columns_once() -> None:
    assert refused([["Round", "Board"], [1, 1]]) == ["MissingColumn", "MissingColumn"]
    assert refused([[*HEADER, "Power"], *([*row, "x"] for row in board_rows())]) == ["SameColumnTwice"]
    assert refused([]) == ["MissingColumn"] * 4
    assert refused(listed(players=[""] * 7), people=True) == ["NobodyNamed"]
    assert read_games(listed(), people=True).games


def test_rounds_and_boards_may_be_left_out_of_one_board() -> None:
    short = [["Power", "Player", "Centres"], *(row[2:] for row in board_rows())]
    (only,) = read_games(short).games
    assert (only.round, only.name) == (1, "1")
    assert refused([*short, *short[1:]]) == ["MissingColumn", "MissingColumn"]


def test_a_board_without_results_is_to_come_and_an_empty_one_is_free() -> None:
    drawn = [[*HEADER], *board_rows([None] * 7), *board_rows([None] * 7, board=2, players=[""] * 7)]
    found = read_games(drawn)
    assert [one.name for one in found.to_come] == ["1"]
    assert found.games == ()
    assert found.boards == 1
    usable, faults = found.usable
    assert (len(usable), faults) == (1, [])


def test_players_who_sat_out() -> None:
    rows = [
        [*HEADER],
        *board_rows(),
        [1, "out", "", "Ann", ""],
        [1, " Out ", "", "Ben", ""],
        [1, "out", "", "", ""],
    ]
    found = read_games(rows)
    assert [(one.player, one.round) for one in found.out] == [("Ann", 1), ("Ben", 1)]
    assert found.boards == 2
    assert [seat.player for seat in found.usable[0][-1].seats] == ["Ann", "Ben", *[""] * 5]
    scored = read_games([[*HEADER], *board_rows(board="out")])
    assert [one.name for one in scored.games] == ["out"]


def test_a_power_without_a_row() -> None:
    rows = [[*HEADER], *board_rows()[:6]]
    (only,) = read_games(rows).games
    assert kinds(only.faults) == ["MissingPowers"]
    (fewer,) = read_games(rows, fewer=True).games
    assert fewer.board is not None
    assert fewer.board.unplayed == {6}
    stray = [*rows, ["soon", 1, "Turkey", "g", 0]]
    assert kinds(read_games(stray, fewer=True).games[0].faults) == ["MissingPowers"]
    known = [*rows, ["soon", 1, "Austria", "g", 0]]
    assert not read_games(known, fewer=True).games[0].faults


def test_powers_that_are_unknown_or_repeated() -> None:
    assert kinds(game(powers=[*POWERS[:6], "Spain"]).faults) == ["NotAPower"]
    assert kinds(game(powers=[*POWERS[:6], "Italy"]).faults) == ["SamePowerTwice"]


@each(
    ("column", "cells", "fault"),
    [
        ("weight", ["2/3", "2/3", *[""] * 5], ""),
        ("weight", ["2/3", "1/3", *[""] * 5], "WeightsDiffer"),
        ("weight", [-1, *[""] * 6], "NotAWeight"),
        ("weight", ["x", *[""] * 6], "NotAWeight"),
        ("weight", [45322, *[""] * 6], "WeightIsADate"),
        ("system", ["DCC", *[""] * 6], ""),
        ("system", ["DCC", "SOS", *[""] * 5], "SystemsDiffer"),
        ("system", ["XYZ", *[""] * 6], "UnknownSystem"),
        ("override", ["x", *[""] * 6], "NotANumber"),
        ("tiebreak", ["x", *[""] * 6], "NotANumber"),
        ("unranked", ["perhaps", *[""] * 6], "NotAMark"),
        ("not_counted", ["x", *[""] * 6], ""),
        ("docked", ["#N/A", *[""] * 6], "ErrorInCell"),
    ],
)
def test_facts_of_a_board_and_their_faults(column: str, cells: list[Any], fault: str) -> None:
    read = game(**{column: cells})
    assert kinds(read.faults) == ([fault] if fault else [])


def test_facts_of_the_whole_board_are_in_any_row() -> None:
    read = game(
        weight=[*[""] * 6, "2/3"], system=["", "dcc", *[""] * 5], not_counted=["", "", "x", *[""] * 4],
        extra_points=[1, *[""] * 6], reason=["late", *[""] * 6],
    )  # fmt: skip
    assert (read.weight, read.system, read.left_out) == (Fraction(2, 3), "DCC", True)
    assert (read.seats[0].extra, read.seats[0].reason, read.seats[1].extra) == (1, "late", 0)
    assert not game().left_out
    assert game().weight == 1


def test_typed_scores_make_a_game_without_counts() -> None:
    scores = [5, 4, 3, 2, 1, 0, 0]
    rows = [
        ["Round", "Board", "Power", "Player", "Override"],
        *([1, 1, p, n, s] for p, n, s in zip(POWERS, NAMES, scores, strict=True)),
    ]
    (only,) = read_games(rows).games
    assert only.board is None
    assert [seat.override for seat in only.seats] == scores
    rows[1][4] = ""
    assert read_games(rows).games == ()
    assert len(read_games(rows).to_come) == 1


def test_rows_that_name_no_round_or_board() -> None:
    rows = [
        [*HEADER],
        *board_rows(),
        ["soon", 1, "Austria", "Ann", 3],
        [1, "", "Austria", "Ben", 3],
        [1, 45322, "Italy", "", 1],
    ]
    found = read_games(rows)
    assert kinds(found.strays) == ["NotARound", "NoBoardName", "BoardIsADate"]
    assert [(one.player, one.round, one.board, one.power) for one in found.rows] == [
        *(("Ann", None, "1", "Austria"), ("Ben", 1, "", "Austria"), ("", 1, "", "Italy")),
    ]


def test_a_list_ends_at_sums_and_remarks() -> None:
    rows = [
        [*HEADER],
        *board_rows(),
        ["", "", "Total", "", 34],
        ["", "", "", "", 34],
        [],
        ["", "", "", "Note", ""],
    ]
    found = read_games(rows)
    assert (len(found.games), found.strays) == (1, ())
    assert ends_list({"player": "Ann"}, blank_above=False)
    assert not ends_list({"player": "Ann", "centres": 3}, blank_above=False)
    assert ends_list({"player": "Ann", "centres": 3}, blank_above=True)
    assert not ends_list({"round": 1}, blank_above=True)
    assert not ends_list({"date": "2024-01-31"}, blank_above=True)


def test_names_that_differ_in_capitals_are_one_person() -> None:
    rows = [
        [*HEADER],
        *board_rows(players=["Ann", *"bcdefg"]),
        *board_rows(board=2, players=["ANN", *"hijklm"]),
    ]
    assert [one.seats[0].player for one in read_games(rows).games] == ["Ann", "Ann"]


def test_a_name_in_two_columns() -> None:
    rows = [["Round", "Board", "Power", "First name", "Last name", "Centres"]]
    rows += [
        [1, 1, power, "Ann", str(n), count]
        for n, (power, count) in enumerate(zip(POWERS, COUNTS, strict=True))
    ]
    assert [seat.player for seat in read_games(rows).games[0].seats][:2] == ["Ann 0", "Ann 1"]


def dated(*days: Any, round_: Any = "") -> list[list[Any]]:
    rows = [[*HEADER, "Date"]]
    for board, day in enumerate(days, 1):
        rows += [[*row, day] for row in board_rows(round_=round_, board=board)]
    return rows


def test_dates_become_the_rounds_if_no_round_is_typed() -> None:
    found = read_games(dated("2024-02-01", "2024-01-01"))
    assert [(one.round, one.date) for one in found.games] == [(2, date(2024, 2, 1)), (1, date(2024, 1, 1))]
    assert found.by_dates
    assert not read_games(dated("2024-02-01", round_=1)).by_dates
    assert [one.round for one in read_games(dated("2024-02-01", "Final")).games] == [1, "Final"]
    assert kinds(read_games(dated("3/4/2024")).strays) == ["NotADate"] * 7
    assert kinds(read_games(dated("2024-02-01", " ")).strays) == ["NoDateTyped"] * 7


def test_a_season_keeps_its_first_and_last_day() -> None:
    found = read_games(dated("2024-01-01", "2024-02-01", "2024-03-01"))

    def days(**season: Any) -> list[int]:
        its = of_season(found, Settings(**season)).games
        assert [one.round for one in its] == [*range(1, len(its) + 1)]
        return [one.date.month for one in its if one.date]

    assert days() == [1, 2, 3]
    assert days(since=date(2024, 2, 1)) == [2, 3]
    assert days(until=date(2024, 2, 1)) == [1, 2]
    assert days(since=date(2024, 2, 2), until=date(2024, 2, 29)) == []
    assert days(last="1 month") == [3]
    assert days(last="2 months") == [2, 3]
    assert days(last="1 month", until=date(2024, 2, 15)) == [2]


def test_a_season_needs_dates() -> None:
    found = read_games(dated("2024-01-01", "", round_=1))
    with pytest.raises(Faults) as wrong:
        of_season(found, Settings(since=date(2024, 1, 1)))
    assert kinds(wrong.value.faults) == ["NoDate"]
    assert of_season(found, Settings()).games == found.games
    final = read_games(dated("2024-01-01", "", round_="Final"))
    assert len(of_season(final, Settings(since=date(2024, 1, 1))).games) == 2


def test_results_in_words() -> None:
    read = game(["10 centres", 10, 10, 4, "Eliminated in 1905", "Eliminated", 0])
    assert read.board is not None
    assert read.board.centres == COUNTS
    assert read.board.eliminated[4:6] == (1905, None)


def test_a_column_of_words_for_the_end_is_the_draw() -> None:
    read = game(status=["drew", "drew", "survived", "survived", "lost", "lost", "lost"])
    assert read.board is not None
    assert read.board.draw == {0, 1}


def test_small_helpers() -> None:
    assert columns_in(["A", "B", "A "], ["a", None, "a"], "list")[0] == {"a": 0}
    assert kinds(columns_in(["A", "A"], ["a", "a"], "")[1]) == ["SameColumnTwice"]
    assert "power" not in headings_besides({"power"})
    assert "civil disorder" in headings_besides({"power"})
    one, other = read_games(listed()), read_games(dated("2024-01-01"))
    assert join_game_lists([one, other]).games == one.games + other.games
    row = GameRow(9, {"player": " Ann  B ", "centres": "#N/A"}, {"player": "Player"}, "list.csv")
    assert (row.at("player"), row.player) == ("list.csv row 9, column Player", "Ann B")
    assert row.without_errors().cells["centres"] is None
    assert kinds(row.errors()) == ["ErrorInCell"]
    assert row.errors("player") == []
    assert row.key is None
    assert games.OUT == "out"
