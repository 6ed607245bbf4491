"""DIP_STANDINGS, DIP_TOTAL, <KEY>_TOTAL, DIP_RANK, DCC_MSD and MYSTERY_MPPD in a worksheet."""

from collections.abc import Iterable
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.each import each
from tests.rules.tournament.events import BAD, BLANK, FOUR, SOLO, THREE, board, fixed, games, listing
from xl_dipscore import Settings, standings, systems
from xl_dipscore.rules.event.days import counting_from
from xl_dipscore.rules.points import as_double
from xl_dipscore.tables.functions import FUNCTIONS
from xl_dipscore.tables.functions.events import _RECENT, dip_compare, dip_problems, dip_standings
from xl_dipscore.tables.functions.totals import dip_rank, dip_total

CALLS = {function.name: function.call for function in FUNCTIONS}
EVENT_FUNCTIONS = (
    lambda cells: dip_problems("SOS", cells),
    lambda cells: dip_standings("SOS", cells, [["from", "2025-01-01"]]),
    lambda cells: dip_compare(cells, [["SOS"]]),
)
DCC_MSD, MYSTERY_MPPD = CALLS["DCC_MSD"], CALLS["MYSTERY_MPPD"]
BOARDS = [
    board(THREE, "abcdefg"),
    board(FOUR, "hijklmn", 1, 2),
    board(SOLO, "nbhdjfa", 2, draw="A"),
    fixed({"a": 100, "c": "7,5"}, 3, counts=FOUR),
]


def cells(table: Any) -> Any:
    return [
        [as_double(cell) if isinstance(cell, Fraction) else "" if cell is None else cell for cell in row]
        for row in table
    ]


# -- DIP_STANDINGS ------------------------------------------------------------------------------


def test_the_header_and_its_order() -> None:
    assert dip_standings("BOSTON", listing(*BOARDS))[0] == [
        "Rank", "Player", "Total", "R1", "R2", "R3", "Counted",
        "wins (tie-break)", "draws (tie-break)", "best game (tie-break)",
    ]  # fmt: skip
    final = dip_standings("DCC", listing(fixed({"a": 1}), fixed({"a": 2}, "FINAL")), [["rounds", 2]])
    assert final == [
        ["Rank", "Player", "Total", "R1", "R2", "Final", "Counted", "MSD (tie-break)"],
        [1, "a", 0.5 + 2, 1, "", 2, "1 Final", 0],
    ]


@each("system", ["DCC", "WBC", "ARMADA", "MYSTERY", "SOS", "CONQUEST", "BOSTON", "TOWNSEND"])
def test_it_is_the_table_of_the_command_line(system: str) -> None:
    table = standings(system, games(*BOARDS))
    found = dip_standings(system, listing(*BOARDS))
    assert found == cells(table.table(for_sheet=True))
    for row in found[1:]:
        assert all(isinstance(cell, float | int | str) for cell in row)
        assert row[1] != ""


def answers(lists: Iterable[Any], *, kept: bool) -> list[Any]:
    """What functions say of each list. kept: may a function know the list that was read before?"""
    found = []
    for cells in lists:
        for date1904, read in product((False, True), EVENT_FUNCTIONS):
            if not kept:
                _RECENT.clear()
            with counting_from(date1904=date1904):
                found.append(read(cells))
    return found


def test_a_list_is_read_anew_unless_its_cells_and_days_are_the_same() -> None:
    later = board(FOUR, "hijklmn", 2, date=[45_000] * 7)
    one, true, text, wrong = (
        listing(board((12, 11, 10, count, *[0] * 3), "abcdefg", date=[45_000] * 7), later)
        for count in (1, True, "1", 2)
    )
    lists = [one, true, wrong, one, text, listing(later), one]
    assert answers(lists, kept=True) == answers(lists, kept=False)


def test_the_options_block() -> None:
    block = listing(*BOARDS)
    options = [
        ["Rounds", 4.0],
        ["combine", "best 2"],
        ["tiebreak", "centres", "wins"],
        ["MIN ROUNDS", 2, None],
        ["decimals", "1"],
        ["", "ignored"],
        [None, None],
        ["format", ""],
        ["scs", "share"],
    ]
    chosen = Settings(rounds=4, combine="best 2", tiebreak=("centres", "wins"), min_rounds=2, decimals=1)
    expected = standings("DCC", games(*BOARDS), chosen, scs="share")
    assert dip_standings("DCC", block, options) == cells(expected.table(for_sheet=True))
    commas = [["tiebreak", " centres , wins"] if row[0] == "tiebreak" else row for row in options]
    assert dip_standings("DCC", block, commas) == cells(expected.table(for_sheet=True))


def test_options_with_a_yes_or_no_or_a_choice() -> None:
    top = listing(fixed({"a": 1}), fixed({"a": 2}, 2, "Top"), fixed({"b": 9}, 2, "B"))
    chosen = Settings(format="top-board", groups=True)
    expected = cells(
        standings(
            "DCC", games(fixed({"a": 1}), fixed({"a": 2}, 2, "Top"), fixed({"b": 9}, 2, "B")), chosen
        ).table(for_sheet=True)
    )
    for typed in ("top-board", "Top Board", "TOPBOARD"):
        assert dip_standings("DCC", top, [["format", typed], ["groups", "x"]]) == expected
    twice = listing(fixed({"a": 1}), fixed({"a": 2}, 1, 2))
    assert dip_standings("SOS", twice)[1:] == [["", "a", "#N/A", "#N/A", ""]]
    assert dip_standings("SOS", twice, [["double", "SUM"]])[1][:3] == [1, "a", 3]
    early = listing(board(SOLO, "a"), board(FOUR, "b", 1, 2))
    assert dip_standings("MYSTERY", early, [["rounds", 2]])[2][:3] == ["", "a", "#N/A"]
    assert dip_standings("MYSTERY", early, [["rounds", 2], ["provisional", True]])[1][:3] == [1, "a", 200]


def test_rows_fills_with_empty_text() -> None:
    block = listing(fixed({"a": 1}))
    table = dip_standings("SOS", block, [["rows", 5]])
    assert table == [["Rank", "Player", "Total", "R1", "Counted"], [1, "a", 1, 1, "1"], *[[""] * 5] * 3]
    assert len(dip_standings("SOS", block, [["rows", 1]])) == 2
    several = [["rows", 3], ["Columns", 12], ["rows", 5], ["columns", ""], ["columns", 9]]
    assert {len(row) for row in dip_standings("SOS", block, several)} == {12}
    assert len(dip_standings("SOS", block, several)) == 5


@each(
    ("system", "options", "error"),
    [
        ("NOBODY", None, "#N/A"),
        ("DCC", [["combine", "product"]], "#N/A"),
        ("DCC", [["tiebreak", "coin"]], "#VALUE!"),
        ("DCC", [["format", "cup"]], "#NUM!"),
        ("DCC", [["rounds", 1]], "#NUM!"),
        ("DCC", [["rounds", -2]], "#NUM!"),
        ("DCC", [["rounds", "many"]], "#NUM!"),
        ("DCC", [["docked", 1]], "#VALUE!"),
        ("DCC", [["nonsense", 1]], "#VALUE!"),
        ("NDC", None, "#NUM!"),
        ("DCC", [["rounds", "#REF!"]], "#REF!"),
        ("#NAME?", None, "#NAME?"),
    ],
)
def test_a_wrong_call_is_one_error(system: str, options: Any, error: str) -> None:
    assert dip_standings(system, listing(*BOARDS), options) == error


def test_a_games_block_that_is_none() -> None:
    assert dip_standings("DCC", "#REF!") == "#REF!"
    assert dip_standings("DCC", None) == "#VALUE!"
    assert dip_standings("DCC", [["Round", "Board"], [1, 1]]) == "#VALUE!"


def test_a_bad_board_spoils_its_players_only() -> None:
    block = listing(fixed({"a": 9, "b": 8}), board(BAD, "c", 1, 2), fixed({"d": 7}, 1, 3))
    block[15 + 2][4] = "#DIV/0!"
    table = dip_standings("SOS", block)
    assert [row[:4] for row in table[1:]] == [
        [1, "a", 9, 9],
        [2, "b", 8, 8],
        ["", "c", "#N/A", "#N/A"],
        ["", "d", "#N/A", "#N/A"],
    ]


def test_boards_not_yet_played_and_other_columns_are_no_matter() -> None:
    block = listing(*BOARDS, board(BLANK, "abc", 4), board(BLANK, "", 5))
    plain = dip_standings("DCC", listing(*BOARDS))
    assert dip_standings("DCC", block) == plain
    marked = [
        [*row, "Score" if i == 0 else "#N/A", "Notes" if i == 0 else "?"] for i, row in enumerate(block)
    ]
    assert dip_standings("DCC", [row[::-1] for row in marked]) == plain


def test_an_empty_event_is_its_header() -> None:
    head = ["Rank", "Player", "Total", "Counted", "MSD (tie-break)"]
    assert dip_standings("DCC", listing(board(BLANK, "a"))) == [head]


def test_systems_options_reach_the_totals() -> None:
    block = listing(fixed({"a": 400}), fixed({"b": 1}, 2))
    table = dip_standings("DCC", block, [["rounds", 3], ["divisor", "Event"]])
    assert table[1][:3] == [1, "a", 0.75 * 400 / 6]
    newcomer = listing(board(FOUR, "a", new_player="A"))
    plain, event = (
        dip_standings("CONQUEST", newcomer, [["new player", word]])[1] for word in ("game", "event")
    )
    assert (plain[2], event[2]) == (plain[3], event[3] + 5)


# -- DIP_TOTAL and <KEY>_TOTAL --------------------------------------------------------------------


def test_one_total_for_each_row() -> None:
    scores = [[10, 30, 20], [None, "", 5], ["", None, " "], ["7,5", "2", None]]
    assert dip_total("best 2", scores) == [[50], [5], [""], [9.5]]
    assert dip_total("mean all", scores, 4) == [[15], [1.25], [""], [9.5 / 4]]
    assert dip_total("sum", [1, 2, 3]) == [[6]]
    assert dip_total("sum", 5) == [[5]]
    assert dip_total([["Best 2"]], scores)[0] == [50]


def test_errors_stay_in_their_rows() -> None:
    scores = [[10, "#N/A"], [10, "a"], [10, True], [10, 5]]
    assert dip_total("sum", scores) == [["#N/A"], ["#VALUE!"], ["#VALUE!"], [15]]
    assert dip_total("sum", "#REF!") == [["#REF!"]]
    assert dip_total("#NAME?", scores) == [["#NAME?"]] * 4
    assert dip_total(None, scores) == [["#N/A"]] * 4
    assert dip_total("sum", scores, "#REF!") == [["#REF!"]] * 4


@pytest.mark.parametrize("rounds", [-1, 1.5, "three", True])
def test_rounds_that_are_none(rounds: Any) -> None:
    assert dip_total("sum", [[1, 2], [3, 4]], rounds) == [["#NUM!"]] * 2


def test_rounds_left_out() -> None:
    for omitted in (None, "", 0, [[None]]):
        assert dip_total("mean all", [[6, None, None]], omitted) == [[2]]


def test_more_columns_than_rounds_are_spare() -> None:
    assert dip_total("DCC", [[400, 200, None, None, None]], 2) == [[300]]
    assert dip_total("DCC", [[400, 200, 100, None], [1, 1, None, None]], 2) == [["#NUM!"], [1]]


def test_every_system_has_a_total_where_it_follows_from_scores() -> None:
    own = [name for name in CALLS if not name.startswith("DIP_")]
    made = {name.removesuffix("_TOTAL") for name in own if name.endswith("_TOTAL")}
    assert made == {system.key for system in systems()} - {"MYSTERY", "GENCON", "HURST"}
    for key in made - {"NDC"}:
        scores = [[10, 30, 20, 40], [None] * 4]
        assert CALLS[f"{key}_TOTAL"](scores) == dip_total(key, scores)


# -- DIP_RANK -------------------------------------------------------------------------------------


def test_ranks_are_1_1_3() -> None:
    assert dip_rank([[5], [7], [7], [1]]) == [[3], [1], [1], [4]]
    assert dip_rank([[0.1 + 0.2], [0.3], [0.3 + 1e-8]]) == [[2], [2], [1]]
    assert dip_rank([[5], [None], ["#N/A"], ["x"], [6]]) == [[2], [""], ["#N/A"], ["#VALUE!"], [1]]


def test_tie_breaks_in_order() -> None:
    totals = [[5], [5], [5], [6]]
    assert dip_rank(totals, [[1, 9], [2, 0], [2, 1], [0, 0]]) == [[4], [3], [2], [1]]
    assert dip_rank(totals, [[1], [None], [1], [0]]) == [[2], [4], [2], [1]]
    assert dip_rank(totals, [[1], [1]]) == [["#VALUE!"]] * 4
    assert dip_rank(totals, "#REF!") == [["#REF!"]] * 4
    assert dip_rank(totals, [["#N/A"], [1], [2], [0]]) == [["#N/A"], [3], [2], [1]]


@given(st.lists(st.integers(0, 5), min_size=1, max_size=12))
def test_a_rank_is_one_more_than_those_above(totals: list[int]) -> None:
    expected = [[1 + sum(other > one for other in totals)] for one in totals]
    assert dip_rank([[one] for one in totals]) == expected


# -- DCC_MSD and MYSTERY_MPPD -----------------------------------------------------------------------

PLAYERS = [["a"], ["b"], ["a"], [" b "], [""]]
POWERS_ = [["Austria"], ["A"], ["England"], ["E"], ["austria-hungary"]]
SCORES = [[300], [150], [100], [50], [0]]


def test_each_row_has_its_players_value() -> None:
    austria, england = Fraction(300 + 150 + 0, 3), Fraction(100 + 50, 2)
    a = as_double((300 - austria + 100 - england) / 2)
    b = as_double((150 - austria + 50 - england) / 2)
    assert DCC_MSD(PLAYERS, POWERS_, SCORES) == [[a], [b], [a], [b], [""]]
    assert MYSTERY_MPPD(PLAYERS, POWERS_, SCORES, 4) == [[a / 2], [b / 2], [a / 2], [b / 2], [""]]
    across = [[cell for (cell,) in column] for column in (PLAYERS, POWERS_, SCORES)]
    assert DCC_MSD(*across) == [[a, b, a, b, ""]]


def test_it_is_the_tie_break_of_the_standings() -> None:
    boards = [board(THREE, "abcdefg"), board(FOUR, "gfedcba", 2)]
    table = standings("DCC", games(*boards))
    rows = [row for rows in boards for row in rows]
    scores = [score for one in table.scored for score in one.scores or ()]
    found = DCC_MSD([[r["Player"]] for r in rows], [[r["Power"]] for r in rows], [[float(s)] for s in scores])
    values = {row.player: as_double(row.breaks[0][0]) for row in table}
    assert [cell for (cell,) in found] == pytest.approx([values[row["Player"]] for row in rows])


def test_blank_and_bad_rows() -> None:
    scores = [[300], [150], [None], ["#N/A"], [0]]
    assert DCC_MSD(PLAYERS, POWERS_, scores) == [[150], ["#N/A"], [150], ["#N/A"], [""]]
    strange = [["Austria"], ["A"], ["Spain"], ["E"], ["A"]]
    assert DCC_MSD(PLAYERS, strange, SCORES)[0] == DCC_MSD(PLAYERS, strange, SCORES)[2] == ["#VALUE!"]
    nobody = DCC_MSD([[""], [""], ["a"]], [["A"], ["A"], ["A"]], [["#N/A"], [100], [300]])
    assert nobody == [["#N/A"], [""], [100]]


def test_columns_of_other_shapes() -> None:
    assert DCC_MSD(PLAYERS, POWERS_[:3], SCORES) == "#VALUE!"
    assert DCC_MSD([["a", "b"], ["a", "b"]], [["A", "E"]] * 2, [[1, 2]] * 2) == "#VALUE!"
    assert DCC_MSD("#REF!", POWERS_, SCORES) == "#REF!"
    assert DCC_MSD(PLAYERS, POWERS_, SCORES, 0.5) == "#NUM!"
    assert DCC_MSD(PLAYERS, POWERS_, SCORES, "#N/A") == "#N/A"


def test_same_cells_in_same_cells_out() -> None:
    block = listing(*BOARDS)
    assert dip_standings("DCC", block) == dip_standings("DCC", [list(row) for row in block])
