"""The boards in the arguments of one call."""

from typing import Any

import pytest

from tests.each import each
from tests.said import check_said
from xl_dipscore.errors import Faults
from xl_dipscore.rules.board import Board
from xl_dipscore.rules.system import find
from xl_dipscore.tables.cells import boards
from xl_dipscore.tables.cells.boards import Entry, board_from, read_boards, seats_marked
from xl_dipscore.tables.cells.options import BoardOptions, read_options

CENTRES = (10, 9, 8, 7, 0, 0, 0)
COLUMN = [[count] for count in CENTRES]


def read(
    centres: Any, draw: Any = None, eliminated: Any = None, years: Any = None, *options: Any
) -> list[Entry]:
    chosen = read_options([list(one) for one in options], find("SOS")) if options else BoardOptions()
    return read_boards(centres, draw, eliminated, years, chosen)[1]


def board_of(*given: Any) -> Board:
    (entry,) = read(*given)
    assert entry.board is not None, entry.faults
    return entry.board


def kinds(entry: Entry) -> list[str]:
    return [type(fault).__name__ for fault in entry.faults]


def test_a_board_is_a_row_or_a_column() -> None:
    assert board_of(COLUMN).centres == CENTRES
    assert board_of([list(CENTRES)]).centres == CENTRES
    assert [entry.board is None for entry in read([list(CENTRES), [None] * 7])] == [False, True]
    for wrong in ([[1] * 6], [[1]] * 6, [[1]] * 8):
        with pytest.raises(boards.WrongShape):
            read(wrong)


def test_cells_beside_the_centres_have_their_shape() -> None:
    marks = [["x"], ["x"], *[[None]] * 5]
    assert board_of(COLUMN, marks).draw == {0, 1}
    assert board_of([list(CENTRES)], [[cell for (cell,) in marks]]).draw == {0, 1}
    gone = [[None]] * 4 + [[1903], [1904], [5]]
    assert board_of(COLUMN, None, gone, 1908).eliminated[4:] == (1903, 1904, 1905)
    with pytest.raises(boards.OtherShape):
        read(COLUMN, [["x", None, None, None, None, None, None]])
    assert read(COLUMN, "#N/A")[0].error == "#N/A"
    assert [one.error for one in read([list(CENTRES)] * 2, "#N/A")] == ["#N/A"] * 2


def test_years_for_a_call_a_board_or_a_seat() -> None:
    two = [list(CENTRES)] * 2
    assert [entry.board and entry.board.year for entry in read(two, None, None, 1907)] == [1907, 1907]
    assert [entry.board and entry.board.year for entry in read(two, None, None, [[1907], [8]])] == [
        1907,
        1908,
    ]
    assert [entry.board and entry.board.year for entry in read(two, None, None, [[1907, 8]])] == [1907, 1908]
    assert board_of(COLUMN, None, None, [[1907]] * 7).year == 1907
    assert kinds(read(COLUMN, None, None, [[1907]] * 6 + [[1908]])[0]) == ["YearsDiffer"]
    for wrong in ([[1907]] * 3, [[1907, 1908], [1907, 1908]]):
        with pytest.raises(boards.WrongYears):
            read(two, None, None, wrong)


def test_an_error_or_no_count_makes_no_board() -> None:
    assert read([["#N/A", *CENTRES[1:]]])[0].error == "#N/A"
    assert read([[None] * 7], [["x"] * 7])[0] == Entry(order=tuple(range(7)))


def test_the_place_of_a_wrong_cell() -> None:
    def place(*given: Any) -> str:
        return read(*given)[-1].faults[0].place

    assert place([["a"], *COLUMN[1:]]) == "Row 1 of centres"
    assert place([[*CENTRES[:6], "a"]]) == "Column 7 of centres"
    assert place([list(CENTRES), [*CENTRES[:6], "a"]]) == "Row 2, column 7 of centres"
    assert place(COLUMN, [["x"], ["maybe"], *[[None]] * 5]) == "Row 2 of draw"
    wrong = [[*CENTRES[:6], "a"]]
    assert read_boards(wrong, None, None, None, BoardOptions(), 9)[1][0].faults[0].place == (
        "Row 9, column 7 of centres"
    )
    assert place([[*CENTRES[:6], 9]]) == ""
    assert place(COLUMN, None, None, None, ("docked", 1, "a")) == "Value 2 of docked in the options"


def test_facts_of_one_board_only() -> None:
    assert board_of(COLUMN, None, None, None, ("docked", 2)).docked == (2, 0, 0, 0, 0, 0, 0)
    with pytest.raises(boards.NoSuchBoardWithSeveral):
        read([list(CENTRES)] * 2, None, None, None, ("docked", 2))


def test_a_chart_gives_the_last_counts_and_years() -> None:
    chart = {1901: [5, 5, 5, 5, 4, 4, 6], 1902: [10, 9, 8, 7, 0, 0, 0]}
    board = board_from(chart)
    assert (board.centres, board.year, board.eliminated[4]) == (CENTRES, 1902, 1902)
    with pytest.raises(Faults):
        board_from({**chart, "year": [1903]})
    gone: list[Any] = [None] * 4 + [1901] * 3
    with pytest.raises(Faults):
        board_from({**chart, "eliminated": gone})


@each(
    ("cells", "kind"),
    [
        (["won", "x"], boards.WinBesideMarks),
        (["lost", "x", "x"], boards.LossBesideDraw),
        ([None, "x", "x", None, "lost"], None),
        (["lost", "x"], None),
        (["drew", "x"], None),
        (["drew"], boards.DrawOfOne),
        (["3-way draw", "x"], boards.DrawOfOtherSize),
        (["3-way draw", "x", "x"], None),
        (["maybe"], boards.NotAMark),
        (["won"], None),
        (["won", "lost"], None),
        (["x", "x"], None),
    ],
)
def test_words_that_contradict_marks(cells: list[str], kind: Any) -> None:
    faults: list[Any] = []
    seats_marked("draw", [*cells, *[None] * (7 - len(cells))], faults, [*CENTRES])
    assert [type(fault) for fault in faults] == ([kind] if kind else [])


def test_beside_a_solo_marks_do_not_count() -> None:
    faults: list[Any] = []
    assert seats_marked("draw", ["drew", *[None] * 6], faults, [18, 16, 0, 0, 0, 0, 0]) == [0]
    assert faults == []
    assert seats_marked("draw", ["drew", *[None] * 6], faults, [17, 17, 0, 0, 0, 0, 0]) == [0]
    assert len(faults) == 1


def test_all_faults_of_a_board_together() -> None:
    with pytest.raises(Faults) as found:
        board_from({"centres": ["a", *CENTRES[1:]], "draw": ["maybe", *[None] * 6], "year": [1907, 1908]})
    assert len(found.value.faults) == 3
    check_said(str(found.value.faults[0]), boards.YearsDiffer, years="1907 and 1908")
