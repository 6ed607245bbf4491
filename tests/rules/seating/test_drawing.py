"""A draw as a whole: kept boards, names, top board, and what it says of itself."""

import pytest

from xl_dipscore.errors import Faults
from xl_dipscore.rules.seating.drawing import Drawn, KeptNotWhole, NoSuchKept, draw
from xl_dipscore.rules.seating.people import BoardCall, Player
from xl_dipscore.rules.seating.wishes import Wishes

pytestmark = pytest.mark.usefixtures("short")
PLAYERS = [Player(f"P{n}", rating=21 - n) for n in range(21)]
SEVEN = tuple(f"P{n}" for n in range(7))
PLAYED = [BoardCall(1, name, tuple(f"P{7 * n + k}" for k in range(7))) for n, name in enumerate("ABC")]


def meetings(drawn: Drawn) -> int:
    return sum(one.times for one in drawn.sums if one.title == "Meetings again")


def test_everybody_sits_once_and_the_sums_add_up() -> None:
    drawn = draw(PLAYERS, [2], PLAYED, seed=1, names=["Blue"])
    assert sorted(name for call in drawn.calls for name in call.players) == sorted(p.name for p in PLAYERS)
    assert [call.name for call in drawn.calls] == ["Blue", "1", "2"]
    assert {call.round for call in drawn.calls} == {2}
    assert drawn.total == sum(cost.weighted for board in drawn.boards for cost in board.costs)
    assert drawn.complete
    assert drawn.top == ""


def test_a_kept_board_stays_and_counts_as_an_earlier_meeting() -> None:
    before = [BoardCall(1, "A", SEVEN), BoardCall(1, "B", tuple(f"P{n}" for n in range(7, 14)))]
    kept = draw(PLAYERS[:14], [1], before, seed=1, keep=["board a"])
    assert len(kept.calls) == 1
    assert {*kept.calls[0].players} == {f"P{n}" for n in range(7, 14)}
    two = [BoardCall(2, "A", SEVEN), *before]
    again = draw([*PLAYERS[:14]], [2], two, seed=1, keep=["A"])
    assert meetings(again) == 21
    fresh = draw([*PLAYERS[:14]], [2], two[:1], seed=1, keep=["A"])
    assert meetings(fresh) == 0


def test_boards_of_the_round_that_are_not_kept_are_forgotten() -> None:
    drawn = draw(PLAYERS, [1], PLAYED, seed=1)
    assert meetings(drawn) == 0


def test_boards_that_cannot_be_kept() -> None:
    for name in ("D", "2"):
        with pytest.raises(NoSuchKept):
            draw(PLAYERS, [1], PLAYED, seed=1, keep=[name])
    with pytest.raises(NoSuchKept):
        draw(PLAYERS, [2], PLAYED, seed=1, keep=["A"])
    with pytest.raises(KeptNotWhole) as wrong:
        draw(PLAYERS, [1], [BoardCall(1, "A", ("", *SEVEN[1:]))], seed=1, keep=["A"])
    assert wrong.value.facts["powers"] == "Austria"


def test_the_top_board_and_its_name() -> None:
    drawn = draw(PLAYERS[:14], [1], (), Wishes(top_board=True), seed=1, top="Final")
    assert drawn.top == drawn.calls[0].name == "Final"
    assert {*drawn.calls[0].players} == {*SEVEN}
    first = draw(PLAYERS[:14], [1], (), Wishes(top_board=True), seed=1, first=["P13"])
    assert "P13" in first.calls[0].players


def test_wrong_rosters_and_numbers() -> None:
    for players in (PLAYERS[:6], [*PLAYERS[:7], PLAYERS[0]], PLAYERS[:8]):
        with pytest.raises(Faults):
            draw(players, [1], seed=1)
    assert len(draw(PLAYERS[:8], [1], seed=1, sit_out=True).calls) == 1


def test_a_stopped_draw_is_not_complete() -> None:
    assert not draw(PLAYERS, [2], PLAYED, seed=1, told=lambda what, progress: True).complete


def test_kept_boards_count_as_meetings_in_the_other_rounds() -> None:
    first = BoardCall(1, "A", SEVEN)
    second = BoardCall(2, "A", ("P0", "P7", "P1", "P8", "P2", "P9", "P3"))
    drawn = draw(PLAYERS[:14], [1, 2], [first, second], seed=1, keep=["A"])
    # P10 to P13 are on both drawn boards; P4 to P6 and P7 to P9 are also together on a kept one.
    assert meetings(drawn) == 4 * 3 // 2 + 3 * 2 // 2 + 3 * 2 // 2
