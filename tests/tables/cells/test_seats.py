"""Who sits where, and the options of a check of seats."""

from tests.lists import board_rows
from xl_dipscore.tables.cells.seats import read_seat_options, read_seats

HEADER = ["Round", "Board", "Power", "Player", "Club"]


def test_seats_need_no_results() -> None:
    rows = [[*row[:4], club] for row, club in zip(board_rows(), ["C", "", "D", *[""] * 4], strict=True)]
    found = read_seats([HEADER, *rows, ["soon", 1, "Italy", "Zoe", "E"]])
    assert [seat.player for seat in found.games[0].seats] == [*"abcdefg"]
    assert found.clubs == {"a": "C", "c": "D", "Zoe": "E"}
    assert len(found.strays) == 1


def test_options_of_a_check() -> None:
    rows = [["club", "C", "Ann", "", "Ben"], ["club", "no"], ["boards", "yes"], ["joined", "x"], ["round", 2]]
    found = read_seat_options([*rows, ["rows", 5], ["rows", 9], ["columns", 3], ["powers", "any"]])
    assert found.asked.clubs == {"Ann": "C", "Ben": "C"}
    assert found.asked.without == {"club"}
    assert (found.boards, found.joined, found.rows, found.columns) == (True, True, 9, 3)
    assert (found.asked.round, found.asked.powers) == (2, "any")
    assert found.faults == ()


def test_usual_and_wrong_options() -> None:
    usual = read_seat_options([])
    assert (usual.boards, usual.joined, usual.rows, usual.asked.without) == (False, False, 0, frozenset())
    wrong = read_seat_options(
        [["nonsense", 1], ["round", 1], ["round", 2], ["rows", -1], ["boards", "perhaps"]]
    )
    assert [type(fault).__name__ for fault in wrong.faults] == [
        *("UnknownOption", "NamedTwice", "OptionOutOfRange", "OptionOutOfRange")
    ]
    assert wrong.asked.round == 1
