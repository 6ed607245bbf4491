"""The contents of a page, from small events."""

from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest

from tests.workbooks.layout.books import COUNTS, HEADER, board, event_of
from xl_dipscore.rules.choice.typical import TYPICAL, board_of
from xl_dipscore.rules.system import find
from xl_dipscore.workbooks.publish.contents import _date, contents
from xl_dipscore.workbooks.publish.parts import Contents

NOON = datetime(2026, 5, 2, 12, 0, tzinfo=UTC)
Rows = list[list[Any]]


def page(rows: Rows, *options: list[Any], system: str = "SOS", scores: str = "") -> Contents:
    setup: Rows = [["Spring Cup"], [system], *options, [None, None]]
    names = {"Event_name": "Setup!$A$1", "Scoring_system": "Setup!$A$2"}
    names["Event_options"] = f"Setup!$A$3:$C${len(setup)}"
    return contents(event_of({"Setup": setup, "Games": rows}, **names), NOON, ["Stored."], scores)


TWO = [HEADER, *board(), *board(2, "A", COUNTS[::-1])]


def test_the_name_the_time_and_the_source() -> None:
    shown = page(TWO)
    assert (shown.name, shown.when, shown.numbers) == ("Spring Cup", "2 May 2026, 12:00 (UTC)", "Stored.")
    assert _date(NOON.astimezone(timezone(timedelta(hours=-3, minutes=-30)))).endswith("(UTC−03:30)")
    assert _date(NOON.replace(tzinfo=None)).endswith("(UTC)")


def test_how_many_rounds_boards_and_players() -> None:
    assert page(TWO).facts == ("2 rounds", "2 boards", "7 players")
    assert page(TWO, ["rounds", 2]).facts[0] == "2 rounds"
    assert page(TWO, ["rounds", 3]).facts[0] == "2 of 3 rounds"
    assert page(TWO, ["rounds", 1]).facts[0] == "2 rounds"
    assert page([HEADER, *board(), *board("Final")]).facts[0] == "1 round and a Final"
    assert page([HEADER, *board(counts=[None] * 7)]).facts == ("7 players",)


def test_the_standings_by_the_rule() -> None:
    shown = page([HEADER, *board(players="abcdefg"), *board(2, "A", (0, 0, 0, 0, 10, 12, 12))])
    assert shown.headings == ("R1", "R2")
    assert "no standings table" in shown.about[0]
    squares = sum(n * n for n in COUNTS)
    first = next(line for line in shown.standings if line.player == "a")
    assert first.rounds[0].text == f"{100 * 10 * 10 / squares:.2f}"
    assert [line.rank for line in shown.standings][:2] == ["1", "1"]


def test_boards_by_round_with_those_to_come() -> None:
    rows = [HEADER, *board(2, "B"), *board(), *board(3, "C", [None] * 7)]
    first, second, third = page(rows).rounds
    assert [one.name for one in (first, second, third)] == ["Round 1", "Round 2", "Round 3"]
    assert [one.current for one in (first, second, third)] == [False, True, True]
    assert [one.anchor for one in (first, third)] == ["round-1", "round-3"]
    assert not third.boards[0].played
    assert [seat.player for seat in third.boards[0].seats] == [*"abcdefg"]
    assert first.boards[0].seats[0].centres == "10"


def test_a_power_without_a_row_was_not_played() -> None:
    (only,) = page([HEADER, *board(counts=(12, 12, 10, 0, 0, 0, 0))[:6]], system="CONQUEST").rounds
    *_, fay, turkey = only.boards[0].seats
    assert (fay.player, turkey.player, turkey.centres, turkey.score.text) == ("f", "not played", "", "")


def tags(counts: Any, **columns: Any) -> list[str]:
    head = [*HEADER, *columns]
    rows = [[*row, *(cells[n] for cells in columns.values())] for n, row in enumerate(board(counts=counts))]
    return [seat.tag for seat in page([head, *rows]).rounds[0].boards[0].seats]


@pytest.mark.slow
def test_how_the_game_ended_for_each_power() -> None:
    assert tags((18, 16, 0, 0, 0, 0, 0))[0] == "solo"
    assert tags(COUNTS, Draw=["x", "x", "", "", "", "", ""])[:3] == ["draw", "draw", ""]
    assert tags(COUNTS, Eliminated=[*[None] * 4, 1903, 1904, 1905])[4:] == [
        "out 1903",
        "out 1904",
        "out 1905",
    ]


def test_typed_scores_and_weights() -> None:
    head = [*HEADER, "Override", "Weight"]
    rows = [[*row, 7 if n == 0 else None, "1/2"] for n, row in enumerate(board())]
    (one,) = page([head, *rows]).rounds[0].boards
    assert [seat.score.typed for seat in one.seats if seat.score] == [True, *[False] * 6]
    assert any("weight" in note for note in one.notes)


def test_secret_scores_leave_centres() -> None:
    rows = [HEADER, *board(), *board(2, "A", COUNTS[::-1])]
    shown = page(rows, scores="after the event")
    assert shown.secret
    assert shown.typical is None
    assert (shown.best, shown.ranges, shown.tiebreaks, shown.leaders) == ((), (), (), ())
    assert all(seat.score is None for one in shown.rounds for seat in one.boards[0].seats)
    first = shown.standings[0]
    assert (first.player, first.total, [one.text for one in first.rounds]) == ("a", "2", ["10", "0"])
    assert not page(rows).secret


def test_the_rule_and_its_options() -> None:
    shown = page(TWO, ["Combine", "best 1"], ["pot", 50]).rule
    assert shown is not None
    assert dict(shown.options) == {"Combine": "best 1", "pot": "50"}
    assert shown.totals == "best 1"
    assert page(TWO, system="").rule is None


def test_typical_boards_are_scored_by_the_rule_and_its_options() -> None:
    """Options change scores, and then no law is shown."""
    usual, other = (page(TWO, *options).typical for options in ((), (["pot", 50],)))
    assert usual is not None
    assert other is not None
    scores = [[dict(one.lines)["Score"] for one in shown.boards] for shown in (usual, other)]
    for shown, options in zip(scores, ({}, {"pot": 50}), strict=True):
        for numbers, typical in zip(shown, TYPICAL, strict=True):
            exact = find("SOS").score(board_of(find("SOS"), typical.centres), **options)
            assert [float(number) for number in numbers] == pytest.approx([*map(float, exact)], abs=0.01)
    assert scores[0] != scores[1]
    assert usual.laws
    assert not other.laws
    assert page(TWO, system="").typical is None


def test_problems_that_cost_a_score() -> None:
    assert page(TWO).serious == ()
    assert any("no scoring system" in one for one in page(TWO, system="").serious)
    wrong = page([HEADER, *board(counts=(20, 20, 0, 0, 0, 0, 0))])
    assert len(wrong.serious) == 1
    assert wrong.rounds[0].boards[0].faults


def test_the_best_of_each_country() -> None:
    best = page(TWO).best
    assert best[0].power == "Austria"
    assert (best[0].player, best[0].centres, best[0].where) == ("a", "10", "Round 1, board A")
    assert [one.games for one in page(TWO).ranges] == [2] * 7


def test_leaders_need_two_rounds() -> None:
    assert page([HEADER, *board()]).leaders == ()
    assert [bar.player for bar in page(TWO).leaders]
