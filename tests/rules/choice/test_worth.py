"""The worth of one more centre, and the sheet of eight typical boards."""

from fractions import Fraction

import pytest

from tests.samples import one_of_each_family, slow_but
from xl_dipscore import Board, Faults, score, systems
from xl_dipscore.rules.board import CENTRES
from xl_dipscore.rules.choice.typical import TYPICAL, UNKNOWN, ScoreSheet, score_table
from xl_dipscore.rules.choice.worth import Worth, move_centre, worth_of_centre
from xl_dipscore.rules.system import System, find
from xl_dipscore.tables.functions.boards import dip_worth

every_system = pytest.mark.parametrize("system", slow_but(one_of_each_family(), systems()))


def worth(key: str, board: Board) -> list[Worth | None]:
    return worth_of_centre(find(key), board, {})


def test_a_centre_from_the_larger_rival_is_worth_more_under_squares() -> None:
    found = worth("SOS", Board([16, 10, 8, 0, 0, 0, 0]))
    now = Fraction(100 * 16**2, 16**2 + 10**2 + 8**2)
    from_second = Fraction(100 * 17**2, 17**2 + 9**2 + 8**2) - now
    from_third = Fraction(100 * 17**2, 17**2 + 10**2 + 7**2) - now
    assert found[0] == (from_third, from_second)
    assert found[3:] == [None] * 4


def test_the_eighteenth_centre_is_worth_a_win() -> None:
    assert worth("DRAWSIZE", Board([17, 17, 0, 0, 0, 0, 0]))[0] == (100 - 50, 100 - 50)
    assert worth("WBC", Board([17, 17, 0, 0, 0, 0, 0]))[1] == (18 + 46 - 17 - 22,) * 2


def test_an_elimination_makes_the_draw_smaller() -> None:
    """Of three survivors, the one with a centre loses 4 of its 5 points and its last centre."""
    found = worth("WBC", Board([17, 16, 1, 0, 0, 0, 0]))
    assert found[1] == (1, 1 + 22 - 10)


def test_the_dead_and_a_finished_board_have_no_worth() -> None:
    assert worth("SOS", Board([18, 16, 0, 0, 0, 0, 0])) == [None] * 7
    assert worth("WBC", Board([15, 10, 9, 0, 0, 0, 0], draw=[0])) == [None] * 7
    assert worth("ARMADA", Board([17, 15, 2, 0, 0, 0, 0], (), [None] * 3 + [1905] * 4, 1908)) == [None] * 7


def test_countries_stay_where_they_are() -> None:
    """Under TOWNSEND, Austria has 1 and England -2 on any board; to overtake is worth a point."""
    assert worth("TOWNSEND", Board([9, 8, 9, 8, 0, 0, 0]))[:4] == [(1, 1)] * 4


def test_the_last_count_of_a_chart_moves_too() -> None:
    chart = {1901: (5, 5, 5, 5, 5, 5, 4), 1902: (6, 6, 6, 6, 5, 4, 1)}
    board = move_centre(Board(chart[1902], chart=chart), 6, 0)
    assert dict(board.chart)[1902] == board.centres == (7, 6, 6, 6, 5, 4, 0)


def test_a_mark_that_would_stay_alone_is_no_concession() -> None:
    """England and Turkey draw; were Turkey dead, the mark of England would concede the game to it."""
    found = worth("WBC", Board([15, 17, 1, 0, 0, 0, 1], draw=[1, 6]))
    assert found[0] == (1, 1)


@every_system
def test_each_number_of_the_sheet_is_one_that_score_gives(system: System) -> None:
    sheet = ScoreSheet(system, {})
    assert [sum(one.typical.centres) for one in sheet.boards] == [CENTRES] * len(TYPICAL)
    told = {name: value + 1 for name, value in system.meanwhile.items()}
    for one in sheet.boards:
        assert not one.refused
        totals = score(system, one.board, **told)
        assert [mine for mine in one.scores if mine is not None] == [
            right for mine, right in zip(one.scores, totals, strict=True) if mine is not None
        ]
        for seat, found in enumerate(one.worth):
            if found is None or None in found:
                continue
            possible = set()
            for giver in {*one.board.survivors} - {seat}:
                try:
                    after = score(system, move_centre(one.board, giver, seat), **told)
                except Faults:
                    continue
                possible.add(after[seat] - totals[seat])
            assert {*found} <= possible


def test_a_score_that_nobody_knows_yet_is_a_question() -> None:
    table = score_table(ScoreSheet(find("MYSTERY"), {}))
    assert table[2][2] == UNKNOWN
    valued = score_table(ScoreSheet(find("MYSTERY"), {"solo": 250}))
    assert valued[2][2] == 250


# -- in cells ---------------------------------------------------------------------------------

COUNTS = [17, 16, 1, 0, 0, 0, 0]


def test_two_rows_or_two_columns() -> None:
    won, smaller = 18 + 46 - (17 + 10), 17 + 22 - (16 + 10)
    rows = dip_worth("WBC", COUNTS)
    assert rows == [[won, 1, 1, "", "", "", ""], [won, smaller, 1, "", "", "", ""]]
    assert dip_worth("WBC", [[count] for count in COUNTS]) == [[*pair] for pair in zip(*rows, strict=True)]


def test_a_board_without_a_worth() -> None:
    assert dip_worth("WBC", [18, 16, 0, 0, 0, 0, 0]) == [[""] * 7] * 2
    assert dip_worth("WBC", [None] * 7) == [[""] * 7] * 2
    assert dip_worth("WBC", [40, *COUNTS[1:]]) == [["#VALUE!"] * 7] * 2
    assert dip_worth("NDC", COUNTS) == [["#N/A"] * 7] * 2
    assert dip_worth("WBC", [COUNTS, COUNTS]) == [["#VALUE!"] * 7] * 2
    assert dip_worth("MYSTERY", [17, 17, 0, 0, 0, 0, 0])[0][:3] == ["#N/A", "#N/A", ""]


def test_the_year_of_an_elimination_that_the_exchange_makes_is_the_last_year() -> None:
    gone = [None, None, None, 1904, 1904, 1904, 1904]
    assert dip_worth("DIXIECON", COUNTS, None, gone, 1908)[0][1] == 4
    assert dip_worth("DIXIECON", COUNTS, None, gone)[0][1] == "#N/A"
