"""More boards in a list of games, and longer lists that depend on them."""

from collections.abc import Mapping
from typing import Any

import pytest

from tests.workbooks.layout.books import HEADER, board, event_of
from xl_dipscore.workbooks.layout.event import EventIn
from xl_dipscore.workbooks.layout.grow.boards import InTheWay, raise_option, with_more_boards

TWO = [HEADER, *board(1, "A"), *board(2, "B")]


def tops(event: EventIn) -> list[int]:
    return [min(slot.rows) for slot in event.slots]


def names(event: EventIn) -> list[Any]:
    return [slot.board for slot in event.slots]


def grown(
    rows: Any = TWO, more: Any = 1, *, others: Any = None, named: Mapping[str, str] | None = None, **how: Any
) -> Any:
    event, notes = with_more_boards(
        event_of({"Games": rows, **(others or {})}, **(named or {})), {"Games": more}, **how
    )
    return event, notes


def test_new_boards_come_before_the_last() -> None:
    event, notes = grown(more=2)
    assert notes == []
    assert tops(event) == [2, 9, 16, 23]
    assert (names(event)[0], names(event)[-1]) == ("A", "B")
    assert event.book.value("Games", "D23") == "a"
    assert event.book.value("Games", "D9") is None
    assert event.book.value("Games", "C9") == "Austria"


def test_they_come_before_a_final_too() -> None:
    event, _ = grown([HEADER, *board(1, "A"), *board(1, "B"), *board("Final", "Top")])
    assert [slot.round for slot in event.slots][-1] == "Final"
    assert [name for name in names(event) if name in ("A", "B", "Top")] == ["A", "B", "Top"]
    assert names(event)[1:3] != ["B", "Top"]
    only, _ = grown([HEADER, *board("Final", "Top")])
    assert names(only)[0] == "Top"
    assert len(only.slots) == 2


def test_places_can_be_chosen() -> None:
    event, _ = grown(more={1: 1, 2: 2})
    assert [name for name in names(event) if name] == ["A", "B"]
    assert names(event).index("B") == 2
    assert len(event.slots) == 5


@pytest.mark.parametrize("more", [0, -1, {1: 0}])
def test_no_more_boards_is_no_change(more: Any) -> None:
    before = event_of({"Games": TWO})
    event, notes = with_more_boards(before, {"Games": more})
    assert event is before
    assert notes == []


def test_rows_between_boards_are_copied_if_they_are_few() -> None:
    for gap, wanted in ((3, [2, 12, 22]), (4, [2, 9, 20])):
        rows = [HEADER, *board(1, "A"), *[[None]] * gap, *board(2, "B")]
        event, _ = grown(rows)
        assert tops(event) == wanted


def test_another_sheet_stays() -> None:
    before = event_of({"Games": TWO, "More": [HEADER, *board(3, "C")]})
    event, _ = with_more_boards(before, {"More": 1})
    assert [len(home.slots) for home in event.sheets] == [2, 2]


@pytest.mark.parametrize(("lines", "then"), [(1, 1), (2, 21), (14, 21)])
def test_standings_of_plain_formulas_have_a_line_for_each_seat(lines: int, then: int) -> None:
    standings = [["Rank", "Player", "Total"], *([f"={n}", f"=A{n}", "=2"] for n in range(lines))]
    event, _ = grown(others={"Standings": standings}, named={"Plain_formulas": '"SOS"'})
    assert event.standings_shown is not None
    assert len(event.standings_shown.lines) == then


def test_a_table_that_would_tear_is_in_the_way() -> None:
    rows = [[*row, *[None] * 2, "x", "y"] for row in TWO]
    rows += [[None] * 9, ["below", *[None] * 3, "b1", "b2", "b3", "b4", "b5"]]
    with pytest.raises(InTheWay) as wrong:
        grown(rows)
    facts = wrong.value.facts
    assert (facts["needed"], facts["what"], facts["sheet"]) == (3, "the table below", "Games")
    assert str(facts["slots"]) == "2 boards"


def roster(*, rows: int = 14, **how: Any) -> int:
    """The rows of a list of players after one more board."""
    players = [["Player"], *[[f"P{n}"] for n in range(rows)]]
    event, _ = grown(others={"Players": players}, named={"Roster": f"Players!$A$2:$A${rows + 1}"}, **how)
    area = event.setup.area("Roster")
    return area.bottom - area.top + 1


def test_the_list_of_players_grows_in_proportion() -> None:
    assert roster() == 14 * 3 // 2
    assert roster(rows=15) == 23  # 22.5, and never fewer than that
    assert roster(a_round=2) == 28
    assert roster(a_round=1) == 14
    assert roster(players=40) == 40
    assert roster(players=3) == 21


def test_room_for_players_needs_no_more_boards() -> None:
    assert roster(more=0, players=30) == 30
    assert roster(more=0, players=14) == 14


def test_a_list_of_players_without_end_stays() -> None:
    event, _ = grown(others={"Players": [["Player"], ["a"]]}, named={"Roster": "Players!$A$2:$A$1048576"})
    area = event.setup.area("Roster")
    assert (area.top, area.bottom) == (2, 1_048_576)


def test_the_option_rows_is_only_raised() -> None:
    setup = [["rows", 20], ["columns", "=5"], [None]]
    event = event_of({"Games": TWO, "Setup": setup}, Event_options="Setup!$A$1:$B$3")
    for size, wanted in ((10, 20), (20, 20), (21, 21)):
        raise_option(event.setup, "rows", size)
        assert event.book.value("Setup", "B1") == wanted
    raise_option(event.setup, "columns", 99)
    raise_option(event.setup, "nosuch", 99)
    assert event.book.cell("Setup", "B2").formula == "5"


def test_formulas_of_the_last_board_follow_and_ranges_cover_the_new_one() -> None:
    rows = [
        [*HEADER, "Share"],
        *([*row, f"=E{n}/34"] for n, row in enumerate([*board(1, "A"), *board(2, "B")], 2)),
    ]
    event, _ = grown(rows, others={"Other": [["=SUM(Games!E2:E15)", "=Games!E15"]]})
    assert [event.book.cell("Games", f"F{row}").formula for row in (9, 16)] == ["E9/34", "E16/34"]
    assert event.book.cell("Other", "A1").formula == "SUM(Games!E2:E22)"
    assert event.book.cell("Other", "B1").formula == "Games!E22"
