"""Dates of games: how they are read, as rounds, and as seasons."""

from __future__ import annotations

import random
from datetime import date, datetime
from fractions import Fraction
from typing import Any

import pytest

from tests.each import each
from xl_dipscore import Settings, standings
from xl_dipscore.rules.board import POWERS
from xl_dipscore.rules.event.days import day_number
from xl_dipscore.tables.cells.csv_text import csv_rows
from xl_dipscore.tables.cells.dates import NoRoundNoDate, date_in, reader_of, span_in, when_typed
from xl_dipscore.tables.cells.games import of_season, read_games
from xl_dipscore.tables.functions import FUNCTIONS

CALLS = {function.name: function.call for function in FUNCTIONS}
HEADER = ["date", "board", "power", "player", "override"]


def evening(day: Any, scores: dict[str, Any], board: str = "A", **more: Any) -> list[dict[str, Any]]:
    """Scores that were made elsewhere."""
    return [
        {"date": day, "board": board, "power": power, "player": player, "override": score, **more}
        for power, (player, score) in zip(POWERS, scores.items(), strict=False)
    ]


def out(day: Any, *players: str) -> list[dict[str, Any]]:
    return [{"date": day, "board": "out", "player": player} for player in players]


def listing(*rows: list[dict[str, Any]]) -> list[list[Any]]:
    header = list(dict.fromkeys(word for board in rows for row in board for word in row))
    return [header, *([row.get(word) for word in header] for board in rows for row in board)]


def table(*rows: list[dict[str, Any]], **options: Any) -> list[list[Any]]:
    asked = [
        [name.replace("_", " "), value] for name, value in {"combine": "best 3 games", **options}.items()
    ]
    found: list[list[Any]] = CALLS["DIP_STANDINGS"]("SOS", listing(*rows), asked)
    return found


def totals(*rows: list[dict[str, Any]], **options: Any) -> dict[str, Any]:
    return {row[1]: row[2] for row in table(*rows, **options)[1:]}


@each(
    "typed",
    [
        *("2024-01-31", "2024/1/31", "31.1.2024", "31.01.24", "31/1/2024", "1/31/2024", "31 Jan 2024"),
        *("31 January 2024", "January 31, 2024", "2024-01-31 00:00:00", 45322, 45322.75, "45322"),
        *(date(2024, 1, 31), datetime(2024, 1, 31, 20, 0)),
    ],
)
def test_a_date_as_people_and_programs_write_it(typed: Any) -> None:
    assert date_in(typed) == date(2024, 1, 31)


@each("typed", ["", None, "5/4/2024", "31.2.2024", "soon", "2/3", 5, "2024", True, "40 May 2024"])
def test_what_is_no_date_or_may_be_two(typed: Any) -> None:
    assert date_in(typed) is None


def test_other_cells_tell_which_is_the_month() -> None:
    assert reader_of(["5/4/2024", "30/4/2024"])("5/4/2024") == date(2024, 4, 5)
    assert reader_of(["5/4/2024", "4/30/2024"])("5/4/2024") == date(2024, 5, 4)
    assert reader_of(["5/4/2024", "4/30/2024", "30/4/2024"])("5/4/2024") is None


def test_each_date_is_a_round_in_order() -> None:
    rows = listing(evening("2024-03-01", {"Ann": 5}), evening("2024-01-05", {"Ann": 7}))
    assert [(game.round, game.date) for game in read_games(rows).games] == [
        (2, date(2024, 3, 1)),
        (1, date(2024, 1, 5)),
    ]
    final = evening("2024-04-01", {"Ann": 9}, round="Final")
    listed = read_games(listing(evening("2024-03-01", {"Ann": 5}, round=""), final))
    assert [game.round for game in listed.games] == [1, "Final"]


def test_a_typed_round_stays_whatever_the_date() -> None:
    rows = listing(evening("2024-03-01", {"Ann": 5}, round=1), evening("some day", {"Ann": 7}, round=2))
    listed = read_games(rows)
    assert [(game.round, game.date) for game in listed.games] == [(1, date(2024, 3, 1)), (2, None)]
    assert not listed.faults


def test_a_row_without_a_date_is_said() -> None:
    listed = read_games(
        listing(evening("2024-03-01", {"Ann": 5}), evening("5/4/2024", {"Bob": 7})), "games.csv"
    )
    assert str(listed.faults[0]) == (
        "games.csv row 3, column date: '5/4/2024' is not a date, or could be two dates. "
        "Type one such as 2024-01-31."
    )


SEASONS = [
    evening("2023-11-15", {"Ann": 90}),
    evening("2023-11-16", {"Ann": 60}),
    evening("2024-02-29", {"Ann": 20}),
    evening("2024-11-15", {"Ann": 10}),
]


@each(
    ("options", "total"),
    [
        ({}, 90 + 60 + 20),
        ({"from": "2023-11-16"}, 60 + 20 + 10),
        ({"from": 45246, "to": "2024-11-14"}, 60 + 20),
        ({"to": date(2023, 11, 16)}, 90 + 60),
        ({"last": "12 months"}, 60 + 20 + 10),
        ({"last": "1 year"}, 60 + 20 + 10),
        ({"last": "366 days"}, 60 + 20 + 10),
        ({"last": "1 month"}, 10),
        ({"last": "3 months", "to": "2024-11-14"}, 20),
    ],
)
def test_a_season(options: dict[str, Any], total: int) -> None:
    assert totals(*SEASONS, **options) == {"Ann": total}


def test_a_season_counts_its_own_rounds() -> None:
    listed = of_season(read_games(listing(*SEASONS)), Settings(since=date(2024, 1, 1)))
    assert [game.round for game in listed.games] == [1, 2]
    assert totals(*SEASONS, combine="mean all", **{"from": "2024-01-01"}) == {"Ann": Fraction(20 + 10, 2)}


def test_a_month_back_from_the_end_of_a_longer_one() -> None:
    back = span_in("1 month")
    assert back is not None
    assert back(date(2024, 3, 31)) == date(2024, 2, 29)


def test_a_game_without_a_date_is_of_no_season(dipscore: Any, tmp_path: Any) -> None:
    file = tmp_path / "games.csv"
    file.write_text("round,board,power,player,override\n1,A,France,Ann,5\n")
    got = dipscore("standings", "SOS", file, "--from", "2024-01-01")
    assert got.status == 1
    assert "Board A of round 1 has no date, so its season is unknown. Type one such as 2024-01-31." in got.err
    assert dipscore("standings", "SOS", file, "--last", "long").status == 2


def test_the_seven_years_war() -> None:
    """Ann and Bob are level at 13; Bob sat out once."""
    days = [f"2024-0{n}-01" for n in range(1, 5)]
    rows = [
        *(
            evening(day, {"Ann": a, "Bob": b})
            for day, a, b in zip(days, (48, 20, 10), (48, 20, 10), strict=False)
        ),
        evening(days[3], {"Cas": 70}),
        out(days[3], "Bob"),
    ]
    breaks = "sat out, best game, games"
    found = table(*rows, combine="sum/(games+3)", min_games=2, tiebreak=breaks)[1:]
    assert [(row[0], row[1], row[2]) for row in found] == [
        (1, "Bob", Fraction(78, 6)),
        (2, "Ann", Fraction(78, 6)),
        ("", "Cas", Fraction(70, 4)),
    ]
    assert [row[3] for row in found] == [3, 3, 1]
    assert [row[5] for row in found] == [1, 0, 0]


def test_a_time_sat_out_is_a_game_where_it_is_worth_something() -> None:
    rows = [evening("2024-01-01", {"Ann": 40}), out("2024-01-08", "Ann", "Bob"), out("2024-01-15", "Ann")]
    assert totals(*rows) == {"Ann": 40}
    assert totals(*rows, sit_out=33) == {"Ann": 40 + 33 + 33, "Bob": 33}
    assert totals(*rows, sit_out="33 once") == {"Ann": 40 + 33, "Bob": 33}
    assert totals(*rows, sit_out=33, combine="sum/(games+3)")["Ann"] == pytest.approx(106 / 6)
    told = CALLS["DIP_EXPLAIN_TOTAL"](
        "SOS", listing(*rows), "ann", [["combine", "sum games"], ["sit out", "33 once"]]
    )
    words = [row[0] for row in told]
    assert "1 January 2024, board A, Austria, typed by the director: in full" in words
    assert "8 January 2024: sat out: in full" in words
    assert "15 January 2024: sat out" in words


def test_levels_by_best_game_then_games() -> None:
    rows = [
        evening("2024-01-01", {"Ann": 30, "Bob": 20, "Cas": 30}),
        evening("2024-01-08", {"Ann": 10, "Bob": 20, "Cas": 10, "Dan": 0}),
        evening("2024-01-15", {"Cas": 0}),
    ]
    found = table(*rows, combine="sum games", tiebreak="sat out, best game, games")[1:]
    assert [(row[0], row[1]) for row in found] == [(1, "Cas"), (2, "Ann"), (3, "Bob"), (4, "Dan")]


def test_a_game_that_does_not_count_is_not_played() -> None:
    rows = [
        evening("2024-01-01", {"Ann": 40, "Bob": 20}),
        evening("2024-01-08", {"Ann": 90, "Bob": 80}, not_counted="x"),
        evening("2024-01-15", {"Ann": 70, "Bob": 60}, weight=0),
    ]
    found = table(*rows, combine="sum/(games+3)", min_games=2)[1:]
    assert [row[:4] for row in found] == [["", "Ann", 10, 1], ["", "Bob", 5, 1]]
    told = CALLS["DIP_EXPLAIN_TOTAL"]("SOS", listing(*rows), "Ann")
    assert [row[0] for row in told if str(row[0]).endswith((": not counted", "does not count"))] == [
        "8 January 2024, board A, Austria, typed by the director: does not count",
        "15 January 2024, board A, Austria, typed by the director, a board of weight 0: does not count",
    ]


def test_a_guest_has_scores_and_no_rank() -> None:
    rows = [evening("2024-01-01", {"Ann": 40}), evening("2024-01-08", {"Bob": 20})]
    rows[0][0]["Guest"] = "x"
    assert [row[:3] for row in table(*rows)[1:]] == [[1, "Bob", 20], ["", "Ann", 40]]


def test_a_board_with_scores_alone_needs_one_for_each_player() -> None:
    rows = listing(evening("2024-01-01", {"Ann": 40, "Bob": None}))
    listed = read_games(rows)
    assert not listed.games
    assert len(listed.to_come) == 1


def test_the_table_of_a_league_shows_dates_and_half_tops() -> None:
    header = "date,board,power,player,centres\n"
    seats = zip(POWERS, "abcdefg", (10, 10, 8, 6, 0, 0, 0), strict=True)
    rows = csv_rows(
        (header + "".join(f"2024-01-05,A,{p},{n},{c}\n" for p, n, c in seats)).encode(), "games.csv"
    )
    head, first, *_ = CALLS["DIP_STANDINGS"]("SOS", rows, [["combine", "best 1 games"]])
    assert head == ["Rank", "Player", "Total", "Games", "Board tops", "Sat out", "Best 1", "Date 1"]
    assert first[3:6] == [1, Fraction(1, 2), 0]
    assert first[7] == day_number(date(2024, 1, 5)) == 45296
    gains = CALLS["DIP_STANDINGS"]("SOS", rows, [["tiebreak", "centre gain, best centres, board tops"]])
    assert {row[1]: row[-3:] for row in gains[1:]}["a"] == [10 - 3, 10, Fraction(1, 2)]
    assert {row[1]: row[-3] for row in gains[1:]}["f"] == 0 - 4


def test_a_hundred_and_fifty_dates_in_any_order_equal_a_plain_table() -> None:
    chance = random.Random(3)
    rows, plain = [], dict[str, list[tuple[int, Fraction]]]()
    for day in chance.sample(range(45000, 45600), 150):
        scores = {
            player: Fraction(chance.randrange(0, 5000), 7) for player in chance.sample("abcdefghijkl", 7)
        }
        rows.append(evening(day, scores))
        for player, score in scores.items():
            plain.setdefault(player, []).append((day, score))
    last = max(day for its in plain.values() for day, _ in its)
    back = day_number(date_in(last).replace(year=date_in(last).year - 1))  # type: ignore[union-attr]
    listed = read_games(listing(*rows))
    season = of_season(listed, Settings(last="12 months"))
    found = standings(
        "SOS", season.games, season.of_event(Settings(combine="best 2 games + half the mean of the rest"))
    )
    for row in found:
        its = sorted((score for day, score in plain[row.player] if day > back), reverse=True)
        rest = its[2:]
        assert row.total == sum(its[:2]) + (sum(rest) / len(rest) / 2 if rest else 0)


def test_scores_alone_go_everywhere_or_it_is_said(dipscore: Any, tmp_path: Any) -> None:
    file = tmp_path / "games.csv"
    file.write_text("date,board,power,player,override\n2024-01-05,A,France,Ann,5\n")
    assert "Board A of round 1 has only scores" in dipscore("explain", "SOS", file, "--round", 1).err
    for command in (("score",), ("check",), ("awards",), ("standings",), ("qualify",)):
        assert dipscore(*command, "SOS", file).status == 0
    assert dipscore("compare", file, "SOS", "DCC").out.splitlines()[1:] == ["Ann,1,1"]


def test_a_final_after_the_evenings() -> None:
    """It is added to the best game before it, and its winner is first."""
    counts = dict(zip(POWERS, (18, 10, 6, 0, 0, 0, 0), strict=True))
    final = [
        {"date": "Final", "board": "A", "power": power, "player": player, "centres": count}
        for (power, count), player in zip(counts.items(), "abcdefg", strict=True)
    ]
    rows = [evening("2024-01-01", {"a": 10, "h": 900}), evening("2024-01-08", {"a": 20}), final]
    found = table(*rows, combine="best 1 games", **{"from": "2024-01-01"})
    assert [row[:3] for row in found[1:3]] == [[1, "a", 20 + 100], [2, "h", 900]]


def test_a_board_is_named_by_its_date() -> None:
    rows = [{"date": "2024-01-05", "board": "A", "power": "France", "centres": 5}]
    assert "Board A of 5 January 2024 has no row for" in str(read_games(listing(rows)).faults[0])


@each(
    ("typed", "day"),
    [
        *(("3/3/2024", date(2024, 3, 3)), ("12/12/24", date(2024, 12, 12)), ("3/4/2024", None)),
        *(("3.4.2024", date(2024, 4, 3)), ("13-4-2024", date(2024, 4, 13)), ("4-13-2024", date(2024, 4, 13))),
        *(("12/13/2024", date(2024, 12, 13)), ("13/12/2024", date(2024, 12, 13)), ("13/13/2024", None)),
        *(
            ("1.1.99", date(2099, 1, 1)),
            ("29.2.2023", None),
            ("29.2.2024", date(2024, 2, 29)),
        ),
        *(("2024-1-2 20:00", date(2024, 1, 2)), ("2024-1/2", None), ("2024-13-1", None)),
        *(
            ("Wed 31 Jan 2024", date(2024, 1, 31)),
            ("Tue 31 Jan 2024", None),
            ("Mi 31 Jan 2024", date(2024, 1, 31)),
        ),
        *(
            ("31st January, 2024", date(2024, 1, 31)),
            ("Jan 1st 2024", date(2024, 1, 1)),
            ("31 Foo 2024", None),
        ),
    ],
)
def test_a_date_at_the_edges_of_its_form(typed: str, day: date | None) -> None:
    assert date_in(typed) == day


def test_the_first_number_is_the_day_or_the_month() -> None:
    assert date_in("3/4/2024", True) == date(2024, 4, 3)
    assert date_in("3/4/2024", False) == date(2024, 3, 4)
    assert date_in("13/4/2024", False) == date(2024, 4, 13)
    assert reader_of(["12/12/2024"])("3/4/2024") is None
    assert reader_of(["12/13/2024", 45322])("3/4/2024") == date(2024, 3, 4)


def test_a_round_or_a_date_is_typed() -> None:
    assert [when_typed(typed) for typed in (1, "2", 366)] == [1, 2, 366]
    assert when_typed("2026-05-28") == date(2026, 5, 28)
    for typed in ("0", "-1", "soon", None, "1.5"):
        with pytest.raises(NoRoundNoDate):
            when_typed(typed)


def test_a_span_goes_back_from_a_day() -> None:
    def back(text: str, day: date) -> date:
        earlier = span_in(text)
        assert earlier is not None
        return earlier(day)

    assert back("1 day", date(2024, 3, 1)) == date(2024, 2, 29)
    assert back("2 weeks", date(2024, 3, 1)) == date(2024, 2, 16)
    assert back(" 1 Month ", date(2024, 3, 31)) == date(2024, 2, 29)
    assert back("1 month", date(2023, 3, 29)) == date(2023, 2, 28)
    assert back("1 month", date(2024, 1, 15)) == date(2023, 12, 15)
    assert back("12 months", date(2024, 2, 29)) == date(2023, 2, 28)
    assert back("1 year", date(2024, 5, 30)) == date(2023, 5, 30)
    assert back("999 days", date(2024, 5, 30)) == date(2021, 9, 4)
    assert [span_in(text) for text in ("0 days", "1000 days", "day", "1 hour", "")] == [None] * 5
