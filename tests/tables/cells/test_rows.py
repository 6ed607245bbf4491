"""A board as its rows stand on the sheet Games: headings with Power, and the rows below, in any order."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from tests.each import each
from xl_dipscore import POWERS, Board, score
from xl_dipscore.rules.board import SEATS
from xl_dipscore.rules.points import as_double
from xl_dipscore.rules.system import find
from xl_dipscore.tables.cells.games import read_games
from xl_dipscore.tables.functions.boards import dip_check, dip_explain, dip_score
from xl_dipscore.tables.functions.events import dip_standings

HEADINGS = (
    *("Round", "Board", "Power", "Player", "Centres", "Draw", "Eliminated", "Year"),
    *("Docked", "Unranked", "Tiebreak", "Override"),
)
COUNTS = (0, 13, 10, 3, 8, 0, 0)
GONE = (1903, None, None, None, None, 1905, 1904)


def rows(board: str = "A", *, names: bool = True, **columns: Any) -> list[list[Any]]:
    """Seven rows under HEADINGS: a three-way draw, or with other columns."""
    usual: dict[str, Any] = {
        "Centres": COUNTS,
        "Draw": [None, "x", "x", None, "x", None, None],
        "Eliminated": GONE,
        "Year": [1908] * 7,
        "Player": [f"{board}{seat}" for seat in SEATS] if names else [None] * 7,
    } | {word.replace("_", " "): cells for word, cells in columns.items()}
    return [
        [1, board, power, *(usual[word][seat] if word in usual else None for word in HEADINGS[3:])]
        for seat, power in enumerate(POWERS)
    ]


def pair(cells: list[list[Any]], headings: Any = HEADINGS) -> tuple[Any, ...]:
    """The arguments behind a system."""
    return None, None, None, None, None, [list(headings)], cells


def scored(using: str = "DCC", **facts: Any) -> list[float]:
    """The rule's scores, in the usual order."""
    board = Board(COUNTS, ["England", "France", "Italy"], GONE, 1908, **facts)
    return [as_double(points) for points in score(using, board)]


def shifted(cells: list[list[Any]], by: int) -> list[list[Any]]:
    return cells[by:] + cells[:by]


@each("by", range(7))
@each("using", ["DCC", "CARNAGE", "CDIPLO"])
def test_each_row_gets_the_score_of_its_power(using: str, by: int) -> None:
    usual = scored(using)
    assert dip_score(using, *pair(shifted(rows(), by))) == [[usual[(n + by) % 7]] for n in SEATS]
    ranges = dip_check(using, COUNTS, [None, "x", "x", None, "x", None, None], GONE, 1908)
    assert dip_check(using, *pair(shifted(rows(), by))) == ranges
    assert dip_explain(using, *pair(shifted(rows(), by)))[-1] == [
        "Total",
        *(usual[(n + by) % 7] for n in SEATS),
    ]


def test_the_list_may_lie_on_its_side() -> None:
    usual = scored()
    cells = shifted(rows(), 3)
    headings, beside = [[heading] for heading in HEADINGS], [list(row) for row in zip(*cells, strict=True)]
    arguments = (None, None, None, None, None, headings, beside)
    assert dip_score("DCC", *arguments) == [[usual[(n + 3) % 7] for n in SEATS]]
    beside[4][1] = 35
    assert dip_check("DCC", *arguments, 9) == [
        ["Column 2, row Centres: Italy has 35 centres; a count is a whole number from 0 to 34."]
    ]


@each("left", ["Round", "Board", "Player", "Draw", "Eliminated", "Year", "Docked", "Unranked", "Override"])
def test_a_column_that_is_not_there_is_blank(left: str) -> None:
    place = HEADINGS.index(left)
    cells = [[None if n == place else cell for n, cell in enumerate(row)] for row in rows()]
    without = [[cell for n, cell in enumerate(row) if n != place] for row in rows()]
    headings = [heading for heading in HEADINGS if heading != left]
    blank = cells if left not in ("Round", "Board") else rows()
    for function in (dip_score, dip_check, dip_explain):
        assert function("SOS", *pair(without, headings)) == function("SOS", *pair(blank))
    assert dip_check("SOS", *pair(without, headings))[0][0].startswith("OK: ")


def test_other_headings_and_any_order_of_columns() -> None:
    headings = ("Seed", "override", "SCs", "country", None, "Comment", "draw")
    cells = [
        [n, None, COUNTS[n], power, "", "late", "x" if n in (1, 2, 4) else ""]
        for n, power in enumerate("AEFGIRT")
    ]
    assert dip_score("DCC", *pair(cells, headings)) == [[points] for points in scored()]


def test_merged_cells_say_the_same_for_every_row() -> None:
    for kept in SEATS:
        cells = rows()
        for n, row in enumerate(cells):
            row[:2] = [1, "A"] if n == kept else [None, ""]
        assert dip_score("DCC", *pair(cells)) == [[points] for points in scored()]


def test_a_row_with_its_heads_alone_and_a_board_not_played() -> None:
    nothing: dict[str, Any] = {word: [None] * 7 for word in ("Centres", "Draw", "Eliminated")}
    for cells in (rows(**nothing), rows(names=False, **nothing), [["", None] + [""] * 10] * 7):
        assert dip_score("DCC", *pair(cells)) == [[""]] * 7
        assert dip_check("DCC", *pair(cells)) == [[""]]
        assert dip_explain("DCC", *pair(cells)) == [[""]]


def test_a_chart_fills_the_counts() -> None:
    headings = [*HEADINGS, 1901, "1902"]
    cells = [
        [*row, n, COUNTS[seat]]
        for seat, (row, n) in enumerate(
            zip(
                rows(
                    Centres=[None] * 7, Year=[None] * 7, Eliminated=[1902, None, None, None, None, 1902, 1902]
                ),
                (5, 5, 6, 4, 5, 4, 4),
                strict=True,
            )
        )
    ]
    assert dip_score("DCC", *pair(cells, headings)) == [[points] for points in scored()]
    assert "1902" in dip_check("DCC", *pair(cells, headings))[0][0]


# -- what is wrong ----------------------------------------------------------------------------


def test_rows_of_two_boards_are_a_fault() -> None:
    """Seen: the check said "OK: conceded to Italy" beside the rows of seven boards."""
    boards = [rows(name) for name in "ABCDEFG"]
    cells = [boards[(seat * 3) % 7][seat] for seat in SEATS]
    assert dip_score("DCC", *pair(cells)) == [["#VALUE!"]] * 7
    assert dip_explain("DCC", *pair(cells)) == "#VALUE!"
    (((told,)),) = dip_check("DCC", *pair(cells), 30)
    assert told == (
        "Rows 30 to 36: These rows belong to different boards (board A of round 1, board D of round 1, "
        "board G of round 1 and 4 more); put the rows of each board together."
    )


def test_two_rounds_are_two_boards() -> None:
    cells = rows()
    cells[6][0] = "Final"
    assert dip_score("DCC", *pair(cells)) == [["#VALUE!"]] * 7
    assert "(board A of round 1 and board A of round Final)" in dip_check("DCC", *pair(cells))[0][0]


def _twice(cells: list[list[Any]]) -> None:
    cells[4][2] = "France"


def _missing(cells: list[list[Any]]) -> None:
    del cells[5]


def _unknown(cells: list[list[Any]]) -> None:
    cells[0][2] = "Atlantis"


def _override(cells: list[list[Any]]) -> None:
    cells[1][11] = "ten"


def _unranked(cells: list[list[Any]]) -> None:
    cells[1][9] = "perhaps"


def _tiebreak(cells: list[list[Any]]) -> None:
    cells[1][10] = "first"


def _round(cells: list[list[Any]]) -> None:
    for row in cells:
        row[0] = "all"


def _no_board(cells: list[list[Any]]) -> None:
    for row in cells:
        row[1] = None


UNRANKED = "Row 12, column Unranked: The row is marked 'perhaps'; type x for yes, or leave it blank for no."
ROUND = "column Round: 'all' is not a round; type a whole number from 1 to 9999, or Final."
ROUNDS = [f"Row {row}, {ROUND}" for row in range(11, 18)]


@each(
    ("spoil", "sentences"),
    [
        (_twice, ["Row 15, column Power: France is listed twice."]),
        (_missing, ["Rows 11 to 16, column Power: Board A of round 1 has no row for Russia."]),
        (_unknown, ["Row 11, column Power: 'Atlantis' is not one of the seven powers."]),
        (_override, ["Row 12, column Override: 'ten' is not a number."]),
        (_unranked, [UNRANKED]),
        (_tiebreak, ["Row 12, column Tiebreak: 'first' is not a number."]),
        (_round, ROUNDS),
        (_no_board, ["Row 11, column Board: This row does not name its board."]),
    ],
)
def test_what_spoils_the_standings_spoils_the_check_and_the_scores(spoil: Any, sentences: list[str]) -> None:
    cells = rows()
    spoil(cells)
    assert dip_score("DCC", *pair(cells)) == [["#VALUE!"]] * len(cells)
    (((told,)),) = dip_check("DCC", *pair(cells), 11)
    assert told == " ".join(sentences)
    table = dip_standings("DCC", [list(HEADINGS), *cells])
    assert table == "#VALUE!" or {row[2] for row in table[1:]} == {"#N/A"}


def test_a_missing_power_under_a_rule_that_allows_it() -> None:
    assert find("CONQUEST").fewer
    cells = [row for row in rows(Draw=[None] * 7) if row[2] not in ("Austria", "Russia")]
    usual = [
        as_double(points)
        for points in score("CONQUEST", Board(COUNTS, (), GONE, 1908, unplayed=["Austria", "Russia"]))
    ]
    kept = [points for power, points in zip(POWERS, usual, strict=True) if power not in ("Austria", "Russia")]
    assert dip_score("CONQUEST", *pair(cells)) == [[points] for points in kept]
    cells.insert(2, [None] * len(HEADINGS))
    assert dip_score("CONQUEST", *pair(cells)) == [[p] for p in (*kept[:2], "", *kept[2:])]


@pytest.mark.parametrize("heading", ["Player", "Centres", "Board", "Override"])
def test_an_error_in_a_cell_comes_through(heading: str) -> None:
    cells = rows()
    cells[3][HEADINGS.index(heading)] = "#REF!"
    assert dip_score("DCC", *pair(cells)) == [["#REF!"]] * 7
    assert dip_check("DCC", *pair(cells)) == [["#REF!"]]


def test_a_range_besides_is_given_twice() -> None:
    beside = pair(rows())[5:]
    assert dip_score("DCC", COUNTS, None, None, None, None, *beside) == [["#VALUE!"]] * 7
    assert dip_check("DCC", None, None, None, 1908, None, *beside) == (
        "Year is given in a range of its own and beside the board; leave one of them blank."
    )
    assert dip_score("DCC", 0, "", None, 0, "", *beside) == [[points] for points in scored()]


def test_neither_centres_nor_powers() -> None:
    sentence = "No board is given: give its centres, or a row of headings with Power and the rows below it."
    assert dip_check("DCC") == dip_check("DCC", None, headings=[["Docked"]], facts=[[1]] * 7) == sentence
    assert dip_score("DCC") == [["#VALUE!"]]
    assert dip_check("DCC", headings=[["Power", "Player"]], facts=[["A", "Ann"]]) == (
        "There is no column headed Centres."
    )
    assert dip_check("DCC", headings=[["Power", "Centres", "SCs"]], facts=[["A", 1, 2]]) == (
        "Two columns are headed SCs."
    )
    assert dip_check("DCC", headings=[["Power", "Centres"]]) == (
        "The headings of a board are given without the facts."
    )
    assert "not 1 x 2 and 1 x 3" in dip_check("DCC", headings=[["Power", "Centres"]], facts=[["A", 1, 2]])


# -- options ----------------------------------------------------------------------------------


def test_facts_in_the_options_go_to_their_powers() -> None:
    docked = [["docked", 0, 2]]
    usual = scored(docked=[0, 2, 0, 0, 0, 0, 0])
    assert usual != scored()
    cells = shifted(rows(), 2)
    arguments = (None, None, None, None, docked, [list(HEADINGS)], cells)
    assert dip_score("DCC", *arguments) == [[usual[(n + 2) % 7]] for n in SEATS]
    turned_round = [["docked", 0, 0, 0, 0, 0, 2, 0], ["powers", *"TRIGFEA"]]
    arguments = (None, None, None, None, turned_round, [list(HEADINGS)], cells)
    assert dip_score("DCC", *arguments) == [[usual[(n + 2) % 7]] for n in SEATS]


def test_a_fact_in_the_options_and_in_the_row() -> None:
    cells = rows(Docked=[1, *[None] * 6])
    arguments = (None, None, None, None, [["docked", 1]], [list(HEADINGS)], cells)
    assert dip_check("DCC", *arguments) == (
        "Docked is given in the options and beside the board; leave one of them blank."
    )


def test_a_bad_fact_in_the_options_is_named_there() -> None:
    arguments = (None, None, None, None, [["docked", 0, 99]], [list(HEADINGS)], rows())
    assert dip_check("DCC", *arguments) == [
        ["Value 2 of docked in the options: England has 99 centres; a count is a whole number from 0 to 34."]
    ]


# -- rows and their numbers -------------------------------------------------------------------

BAD = (40, 0, 0, 0, 0, 0, 0)
SENTENCE = "Austria has 40 centres; a count is a whole number from 0 to 34."


def test_sentences_name_the_rows_of_the_sheet() -> None:
    cells = rows(Centres=BAD, Draw=[None] * 7, Eliminated=[None] * 7)
    for first, told in ((None, 1), ("", 1), (0, 1), (11, 11), ([[11.0]], 11)):
        assert dip_check("DCC", *pair(cells), first) == [[f"Row {told}, column Centres: {SENTENCE}"]]
    assert dip_check("DCC", [[n] for n in BAD], row=11)[0][0].startswith(f"Row 11 of centres: {SENTENCE}")
    assert dip_check("DCC", BAD, row=11)[0][0].startswith(f"Row 11, column 1 of centres: {SENTENCE}")
    assert dip_check("DCC", [COUNTS, BAD], row=11)[1][0].startswith(
        f"Row 12, column 1 of centres: {SENTENCE}"
    )
    assert dip_check("DCC", [COUNTS, BAD])[1][0].startswith(f"Row 2, column 1 of centres: {SENTENCE}")


def test_what_a_system_misses_has_its_row_too() -> None:
    cells = shifted(rows(Draw=[None] * 7, Eliminated=[None] * 5 + [1905, 1904]), 1)
    assert dip_check("NDC", *pair(cells), 51) == [
        ["Row 57, column Eliminated: NDC needs the year in which Austria was eliminated."]
    ]


def test_what_is_no_row() -> None:
    assert dip_check("DCC", COUNTS, row="here") == (
        "'here' is not a row number. Leave the argument row out, or give ROW() of the board's first row."
    )
    assert dip_check("DCC", COUNTS, row="#REF!") == "#REF!"


# -- half a board -----------------------------------------------------------------------------

LACK_ANY = "have no centres typed yet; type 0 for a power without any."
LACK = f"Austria, France, Germany, Italy, Russia and Turkey {LACK_ANY}"


def test_a_half_typed_board_is_one_sentence() -> None:
    half = [None, 10, None, "", None, None, None]
    assert dip_check("DCC", half) == [[LACK]]
    assert dip_check("DCC", [COUNTS, half], row=5)[1] == [f"Row 6: {LACK}"]
    cells = rows(Centres=half, Draw=[None] * 7, Eliminated=[None] * 7)
    assert dip_check("DCC", *pair(cells), 2) == [[f"Rows 2 to 8, column Centres: {LACK}"]]
    (game,) = read_games([list(HEADINGS), *cells], "games.csv").games
    assert [str(fault) for fault in game.faults] == [f"games.csv rows 2 to 8, column Centres: {LACK}"]
    assert dip_score("DCC", *pair(cells)) == [["#N/A"]] * 7


def test_what_else_is_wrong_with_it_is_said_too() -> None:
    half = [30, 10, None, None, "ten", None, None]
    (((told,)),) = dip_check("DCC", half, [None, "maybe", *[None] * 5])
    assert told == (
        "Column 2 of draw: England is marked 'maybe'; type x for yes, or leave it blank for no. "
        "France, Germany, Russia and Turkey have no centres typed yet; type 0 for a power without any. "
        "Column 5 of centres: Italy has 'ten' centres; a count is a whole number from 0 to 34. "
        "The centres add up to 40, but a board has 34."
    )


def test_a_half_typed_year_of_a_chart() -> None:
    chart = [[1901, 5, 5, None, None, 5, 5, 4], [1902, 10, 10, 10, None, None, 4, 0]]
    assert dip_check("DCC", [None] * 7, options=chart) == [
        [
            "France and Germany have no centres typed yet for 1901; type 0 for a power without any. "
            "Germany and Italy have no centres typed yet for 1902; type 0 for a power without any."
        ]
    ]


def test_an_error_in_a_game_is_not_a_blank_too() -> None:
    cells = rows(Centres=["#N/A", 10, None, None, 10, 4, 0], Draw=[None] * 7, Eliminated=[None] * 7)
    (game,) = read_games([list(HEADINGS), *cells]).games
    assert [str(fault) for fault in game.faults] == [
        "row 2, column Centres: A cell holds an error, #N/A.",
        f"rows 2 to 8, column Centres: France and Germany {LACK_ANY}",
    ]


def test_every_order_of_the_rows_is_the_same_board() -> None:
    usual = dict(zip(POWERS, scored("CARNAGE"), strict=True))
    for order in list(permutations(rows()))[::211]:
        answer = dip_score("CARNAGE", *pair(list(order)))
        assert [score for (score,) in answer] == [usual[row[2]] for row in order]
