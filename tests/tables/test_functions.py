"""The worksheet functions, sentence by sentence of their help."""

import copy
import re
import weakref
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import pytest

from tests import games
from tests.each import each
from xl_dipscore import Board, score, systems
from xl_dipscore.rules.points import as_double
from xl_dipscore.rules.system import by_family
from xl_dipscore.tables.functions import FUNCTIONS
from xl_dipscore.tables.functions.boards import dip_check, dip_explain, dip_score
from xl_dipscore.tables.functions.lists import dip_systems, dip_version
from xl_dipscore.tables.functions.totals import dip_rank

CALLS = {function.name: function.call for function in FUNCTIONS}
COUNTS = [10, 9, 8, 7, 0, 0, 0]
OTHER = [0, 17, 17, 0, 0, 0, 0]
BAD = [40, 0, 0, 0, 0, 0, 0]
BLANK = [None] * 7
GONE = [None, None, None, None, 1904, 1905, 1906]
MARKS = ["x", "X", None, "no", "", 0, False]
ERRORS = ["#N/A", "#VALUE!", "#REF!", "#NUM!", "#NAME?", "#NULL!", "#DIV/0!"]


def column(cells: Sequence[Any]) -> list[list[Any]]:
    return [[cell] for cell in cells]


def scores(system: str, *board: Any, **facts: Any) -> list[float]:
    return [as_double(exact) for exact in score(system, Board(*board, **facts))]


DRAWN = scores("DCC", COUNTS, [0, 1])
ALL = scores("DCC", COUNTS)

# -- the list ---------------------------------------------------------------------------------


def test_one_function_a_name() -> None:
    names = [function.name for function in FUNCTIONS]
    assert names == sorted(set(names))
    assert {"DIP_SCORE", "DIP_EXPLAIN", "DIP_CHECK", "DIP_RANK", "DIP_SYSTEMS", "DIP_VERSION"} <= set(names)
    assert {f"{system.key}_SCORE" for system in systems()} <= set(names)
    assert all(re.fullmatch("[A-Z][A-Z0-9]*(_[A-Z]+)+", name) for name in names)


def test_the_same_word_takes_the_same_arguments() -> None:
    arguments = {function.name: [a.name for a in function.arguments] for function in FUNCTIONS}
    board = ["centres", "draw", "eliminated", "year", "options", "headings", "facts"]
    assert arguments["DIP_SCORE"] == arguments["DIP_EXPLAIN"] == ["system", *board]
    assert arguments["DIP_CHECK"] == ["system", *board, "row"]
    for system in systems():
        assert arguments[f"{system.key}_SCORE"] == board
    assert arguments["DIP_RANK"] == ["totals", "tiebreaks"]
    assert arguments["DIP_COMPARE"] == ["games", "systems"]
    for function in FUNCTIONS:
        optional = [argument.optional for argument in function.arguments]
        assert optional == sorted(optional)


PLAYED = [list(games.HEADER), *games.rows(1, "A", games.CLOCK, players="abcdefg")]
GIVEN: dict[str, Any] = {
    "system": "DCC",
    "centres": [COUNTS],
    "draw": [MARKS],
    "eliminated": [GONE],
    "year": 1908,
    "options": [["rounds", 2]],
    "games": PLAYED,
    "systems": [["SOS", "DCC"]],
    "player": "a",
    "players": column("aab"),
    "powers": column(["France", "Italy", "Turkey"]),
    "roster": [["Player", "Club"], ["a", "x"], ["b", "x"]],
    "rule": "mean",
    "scores": column([3, 4, 5]),
    "rounds": 3,
    "totals": column([3, 4, 5]),
    "tiebreaks": column([1, 2, 3]),
}
ROWS: dict[str, Any] = {
    "system": "DCC",
    "headings": PLAYED[:1],
    "facts": PLAYED[1:],
    "options": [["year", ""]],
}


@each("given", [GIVEN, ROWS])
def test_no_function_changes_the_cells_that_it_gets(given: dict[str, Any]) -> None:
    """A rebuild gives the same rows to all functions that read a range."""
    names = (f.name for f in FUNCTIONS if f.name.startswith("DIP_") or f.name in ("DCC_MSD", "MYSTERY_SOLO"))
    for name in (*names, "DCC_SCORE", "DCC_TOTAL", "MYSTERY_MPPD", "NDC_PROSPECTS"):
        (function,) = (f for f in FUNCTIONS if f.name == name)
        cells = [copy.deepcopy(given.get(one.name)) for one in function.arguments]
        before = repr(cells)
        function.call(*cells)
        assert repr(cells) == before, name


@each("key", [system.key for system in systems()])
def test_every_system_has_its_function(key: str) -> None:
    (function,) = (f for f in FUNCTIONS if f.name == f"{key}_SCORE")
    call = (COUNTS, None, GONE, 1908)
    assert function.call(*call) == dip_score(key, *call)
    assert function.help == next(system.help for system in systems() if system.key == key)


def test_the_list_of_systems_says_where_taking_a_centre_can_cost() -> None:
    told = {row[0]: row[6] for row in dip_systems()[1:]}
    assert "Taking a centre can lower a score: an eliminated power no longer pays" in told["TRIBUTE"]
    assert "Taking a centre" not in told["DCC"]


# -- shapes -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "shaped", [lambda row: row, lambda row: [row], column], ids=["flat", "row", "column"]
)
def test_scores_have_the_shape_of_the_centres(shaped: Callable[[Any], Any]) -> None:
    answer = dip_score("DCC", shaped(COUNTS), shaped(MARKS))
    assert answer == (column(DRAWN) if shaped is column else [DRAWN])


def test_one_board_a_row() -> None:
    assert dip_score("DCC", [COUNTS, OTHER]) == [ALL, scores("DCC", OTHER)]
    assert dip_score("DCC", [COUNTS] * 7, [MARKS] + [BLANK] * 6) == [DRAWN] + [ALL] * 6


@each("centres", [[[1, 2, 3]], [[1] * 8], column([1] * 8), [[1] * 6] * 7, 5])
def test_another_shape_is_value(centres: Any) -> None:
    answer = dip_score("DCC", centres)
    assert {cell for row in answer for cell in row} == {"#VALUE!"}
    assert str(dip_check("DCC", centres)).startswith("The centres must be seven cells")


@pytest.mark.parametrize("argument", [1, 2])
def test_marks_and_years_have_the_shape_of_the_centres(argument: int) -> None:
    call: list[Any] = [COUNTS, None, None]
    call[argument] = column(BLANK)
    assert dip_score("DCC", *call) == [["#VALUE!"] * 7]


@each("nothing", [None, "", 0, [[None]], [[""]], [[0]]])
def test_a_single_0_blank_or_empty_text_is_omitted(nothing: Any) -> None:
    assert dip_score("DCC", COUNTS, nothing, nothing, nothing, nothing) == [ALL]


def test_a_number_as_text_counts() -> None:
    assert dip_score(" dcc ", [str(float(n)) for n in COUNTS]) == [ALL]


@each(
    ("boards", "years"),
    [
        ([COUNTS], 1908),
        ([COUNTS], "08"),
        ([COUNTS], [[1908]]),
        ([COUNTS], [None, 1908, None, None, "", 8, 0]),
        (column(COUNTS), column([1908, *[None] * 6])),
        (column(COUNTS), [1908, *[None] * 6]),
        ([COUNTS, COUNTS], [1908, 1908]),
        ([COUNTS, COUNTS], column([1908, 1908])),
        ([COUNTS, COUNTS], 1908),
    ],
)
def test_a_year_is_one_cell_or_one_a_board_or_seven_that_agree(boards: Any, years: Any) -> None:
    gone = column(GONE) if len(boards[0]) == 1 else [GONE for _ in boards]
    answer = dip_score("NDC", boards, None, gone, years)
    expected = scores("NDC", COUNTS, [], GONE, 1908)
    assert answer == (column(expected) if len(boards[0]) == 1 else [expected for _ in boards])


def test_each_board_has_its_own_year() -> None:
    answer = dip_score("NDC", [COUNTS] * 7, None, [GONE] * 7, [1908, 1909, None, 1907, 1908, "x", 1910])
    assert [row[0] if isinstance(row[0], str) else "" for row in answer] == [
        "",
        "",
        "#N/A",
        "",
        "",
        "#VALUE!",
        "",
    ]
    assert answer[1] == scores("NDC", COUNTS, [], GONE, 1909)


# -- played, unplayed, bad --------------------------------------------------------------------


def test_a_bad_board_spoils_only_its_own_cells() -> None:
    boards = [COUNTS, BLANK, BAD, [10, None, 8, 7, 0, 0, 0], ["#REF!", *COUNTS[1:]], COUNTS]
    assert dip_score("DCC", boards) == [ALL, [""] * 7, ["#VALUE!"] * 7, ["#N/A"] * 7, ["#REF!"] * 7, ALL]
    assert [cell for (cell,) in dip_check("DCC", boards)] == [
        "OK: stopped by the clock: scored as a draw of all 4 survivors, Austria, England, France, Germany.",
        "",
        "Row 3, column 1 of centres: Austria has 40 centres; a count is a whole number from 0 to 34.",
        "Row 4, column 2 of centres: England has no centres typed yet; type 0 for a power without any.",
        "#REF!",
        "OK: stopped by the clock: scored as a draw of all 4 survivors, Austria, England, France, Germany.",
    ]


def test_zero_is_a_number() -> None:
    assert dip_score("DCC", [0, *BLANK[1:]]) == [["#N/A"] * 7]
    assert dip_score("DCC", [0] * 7) == [["#VALUE!"] * 7]


def test_a_missing_fact_is_na_for_the_whole_board() -> None:
    assert dip_score("NDC", [COUNTS, COUNTS], None, [GONE, BLANK], 1908) == [
        scores("NDC", COUNTS, [], GONE, 1908),
        ["#N/A"] * 7,
    ]


def test_a_parameter_out_of_its_range_is_num() -> None:
    assert dip_score("WBC", [COUNTS, COUNTS], options=[["win", -1]]) == [["#NUM!"] * 7] * 2
    assert dip_score("WBC", COUNTS, options=[["win", "much"]]) == [["#NUM!"] * 7]


@pytest.mark.parametrize(
    "options", [[["wine", 1]], [["docked", *[0] * 8]], [["powers", "A"]], [["powers", *"AAFGIRT"]]]
)
def test_an_option_that_cannot_be_is_value(options: Any) -> None:
    assert dip_score("DCC", COUNTS, options=options) == [["#VALUE!"] * 7]


@pytest.mark.parametrize("fact", ["docked", "civil disorder", "new player", 1907])
def test_a_boards_fact_with_several_boards_is_value(fact: Any) -> None:
    assert dip_score("DCC", [COUNTS, COUNTS], options=[[fact, *COUNTS]]) == [["#VALUE!"] * 7] * 2


def test_an_unknown_system_is_na() -> None:
    assert dip_score("DIXICON", column(COUNTS)) == [["#N/A"]] * 7
    assert dip_explain("DIXICON", COUNTS) == "#N/A"
    assert "Did you mean DIXIECON?" in dip_check("DIXICON", COUNTS)


@each("error", ERRORS)
def test_an_error_that_comes_in_goes_through(error: str) -> None:
    spoilt = [error, *COUNTS[1:]]
    marks = [error, *BLANK[1:]]
    assert dip_score("DCC", spoilt) == [[error] * 7]
    assert dip_score("DCC", COUNTS, marks) == [[error] * 7]
    assert dip_score("DCC", COUNTS, None, marks) == [[error] * 7]
    assert dip_score("DCC", COUNTS, None, None, error) == [[error] * 7]
    assert dip_score("DCC", COUNTS, None, None, None, [["scs", error]]) == [[error] * 7]
    assert dip_score("DCC", COUNTS, options=[["docked", error]]) == [[error] * 7]
    assert dip_score(error, COUNTS) == [[error] * 7]
    assert dip_check("DCC", spoilt) == [[error]]
    assert dip_check(error, COUNTS) == error
    assert dip_explain("DCC", spoilt) == error
    assert dip_explain(error, COUNTS) == error


@pytest.mark.parametrize("argument", [1, 2, 3])
def test_an_error_in_the_place_of_a_block_goes_through(argument: int) -> None:
    call: list[Any] = ["DCC", COUNTS, None, None]
    call[argument] = "#REF!"
    assert {cell for row in dip_score(*call) for cell in row} == {"#REF!"}


def test_the_fault_of_a_system_says_where() -> None:
    ((sentence,),) = dip_check("WBC", COUNTS, ["x", *BLANK[1:]])
    assert sentence.startswith("Column 1 of draw: WBC takes a concession from 15 centres on")


# -- what was read ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("centres", "marks", "year", "read"),
    [
        ([18, 16, 0, 0, 0, 0, 0], None, None, "OK: solo Austria with 18 centres."),
        (
            [18, 16, 0, 0, 0, 0, 0],
            ["x", "x", *BLANK[2:]],
            1908,
            "OK: solo Austria with 18 centres, 1908. Doubt: Austria won with 18 centres, so the draw marks "
            "beside England do not count.",
        ),
        (
            [17, 16, 0, 0, 0, 0, 0],
            ["x", *BLANK[1:]],
            "08",
            "OK: conceded to Austria with 17 centres, 1908. Doubt: 33 of 34 centres: 1 unowned.",
        ),
        (
            [0, 12, 0, 0, 0, 11, 10],
            [None, "x", None, None, None, "x", "x"],
            1908,
            "OK: 3-way draw England, Russia, Turkey, 1908. Doubt: 33 of 34 centres: 1 unowned.",
        ),
        (
            [0, 12, 0, 0, 0, 11, 11],
            None,
            1908,
            "OK: stopped by the clock: scored as a draw of all 3 survivors, England, Russia, Turkey, 1908.",
        ),
    ],
)
def test_check_says_how_the_game_was_read(centres: Any, marks: Any, year: Any, read: str) -> None:
    assert dip_check("DCC", centres, marks, None, year) == [[read]]
    assert dip_check("DCC", column(centres), column(marks) if marks else None, None, year) == [[read]]


def test_check_tells_every_fault() -> None:
    ((text,),) = dip_check("DCC", [36, 2.5, 0, 1, 0, 0, 0], ["?", None, "x", *BLANK[3:]], None, 1850)
    assert re.findall(r"Column \d of \w+", text) == [
        "Column 1 of draw",
        "Column 1 of centres",
        "Column 2 of centres",
        "Column 3 of draw",
    ]
    assert "1850 is not a game year" in text


def test_notes_never_change_a_score() -> None:
    assert dip_score("DCC", COUNTS, options=[["new player", "x"]]) == [ALL]


# -- options ----------------------------------------------------------------------------------


def test_another_order_of_the_powers() -> None:
    names = ["Turkey", "r", "ITALY", "Germany", "france", "England", "Austria-Hungary"]
    options = [["powers", *names]]
    backwards = COUNTS[::-1], MARKS[::-1], GONE[::-1]
    assert dip_score("DCC", *backwards, 1908, options) == [DRAWN[::-1]]
    assert dip_explain("DCC", *backwards, 1908, options)[0] == [
        "DCC",
        *("Turkey", "Russia", "Italy", "Germany", "France", "England", "Austria"),
    ]
    ((sentence,),) = dip_check("DCC", [*COUNTS[:0:-1], 99], options=options)
    assert sentence.startswith("Column 7 of centres: Austria has 99 centres")


def test_facts_of_one_board() -> None:
    docked = dip_score("DCC", COUNTS, options=[["Docked", 2, None, 1]])
    assert docked == [scores("DCC", COUNTS, docked=[2, 0, 1, 0, 0, 0, 0])]
    idle = dip_score("DCC", column(COUNTS), options=[["civil disorder", None, "x"]])
    assert idle == column(scores("DCC", COUNTS, civil_disorder=["England"]))


def test_a_chart_in_the_options_fills_years_and_eliminations() -> None:
    chart = [
        [1901, 5, 5, 5, 5, 5, 5, 4],
        ["02", 6, 6, 6, 6, 6, 4, 0],
        [1903, *COUNTS],
    ]
    expected = scores("NDC", COUNTS, [], [None] * 4 + [1903, 1903, 1902], 1903)
    assert dip_score("NDC", COUNTS, options=chart) == [expected]
    assert dip_score("NDC", [11, *COUNTS[1:]], options=chart) == [["#VALUE!"] * 7]


def test_a_systems_own_parameters() -> None:
    options = [["SCS", "share"], ["", "x"], ["members", ""]]
    assert dip_score("DCC", COUNTS, options=options) == [
        [as_double(exact) for exact in score("DCC", Board(COUNTS), scs="share")]
    ]


def test_an_option_of_a_whole_table() -> None:
    answer = dip_score("WBC", COUNTS, MARKS, options=[["draw", 30], ["win", 50]])
    assert answer == [[40, 39, 8, 7, 0, 0, 0]]


# -- facts beside the rows --------------------------------------------------------------------

HEADINGS = ["DOCKED", "Tiebreak", "1901", None, "New player", 1902.0, "Civil_Disorder"]
BESIDE = [
    [None, 1, 5, "?", "x", 10, ""],
    [2, "", 5, None, None, 9, " "],
    ["1", 1, 5, None, "no", 8, None],
    [None, 1, 5, "#REF!", None, 7, None],
    [None, 1, 5, "?", None, 0, None],
    [None, "#N/A", 5, "?", 0, 0, None],
    [0, 1, 4, "?", None, 0, ""],
]
SAME = [
    ["docked", None, 2, 1, None, None, None, 0],
    [1901, 5, 5, 5, 5, 5, 5, 4],
    ["new player", "x", None, "no", None, None, 0],
    [1902, *COUNTS],
]


def turned(rows: Sequence[Sequence[Any]]) -> list[list[Any]]:
    return [list(cells) for cells in zip(*rows, strict=True)]


@each("system", ["DCC", "NDC", "CONQUEST"])
@each("centres", [COUNTS, BLANK])
@each("call", [dip_score, dip_explain, dip_check])
def test_facts_beside_the_rows_are_those_of_the_options(call: Any, centres: Any, system: str) -> None:
    """Other headings are passed over, whatever stands below them; so are blank columns."""
    expected = call(system, column(centres), options=SAME)
    assert call(system, column(centres), None, None, None, None, [HEADINGS], BESIDE) == expected
    expected = call(system, [centres], options=SAME)
    assert call(system, [centres], headings=column(HEADINGS), facts=turned(BESIDE)) == expected
    assert "#" not in str(expected)


def test_facts_stand_in_the_order_of_the_powers() -> None:
    backwards = [["powers", *"TRIGFEA"]]
    answer = dip_score("DCC", column(COUNTS[::-1]), None, None, None, backwards, HEADINGS, BESIDE[::-1])
    assert answer == dip_score("DCC", column(COUNTS), options=SAME)[::-1]


def test_one_fact_beside_the_rows() -> None:
    docked = scores("DCC", COUNTS, docked=[2, 0, 0, 0, 0, 0, 0])
    below = column([2, *BLANK[1:]])
    assert dip_score("DCC", column(COUNTS), headings="docked", facts=below) == column(docked)
    assert dip_score("DCC", COUNTS, headings="docked", facts=[2, *BLANK[1:]]) == [docked]


def test_facts_beside_the_rows_and_others_in_the_options() -> None:
    docked, chart = SAME[:1], SAME[1:]
    beside = [[cells[0]] for cells in BESIDE]
    assert dip_score("DCC", column(COUNTS), options=chart, headings="Docked", facts=beside) == dip_score(
        "DCC", column(COUNTS), options=[*docked, *chart]
    )
    assert dip_score("DCC", column(COUNTS), options=docked, headings="Docked", facts=beside) == (
        column(["#VALUE!"] * 7)
    )
    assert dip_score("DCC", column(COUNTS), options=docked, headings="Docked", facts=column(BLANK)) == (
        dip_score("DCC", column(COUNTS), options=docked)
    )


@each("headings", [None, "", 0, [[None] * 3], [["", " ", None]]])
@each("facts", [None, "", 0, [[None] * 3] * 7, [[""] * 5]])
def test_wholly_blank_headings_and_facts_are_left_out(headings: Any, facts: Any) -> None:
    for centres in (COUNTS, [COUNTS, OTHER]):
        answer = dip_score("DCC", centres, headings=headings, facts=facts)
        assert answer == dip_score("DCC", centres)


@each(
    ("headings", "facts"),
    [
        ([HEADINGS], None),
        (None, BESIDE),
        ([HEADINGS], BESIDE[:6]),
        ([HEADINGS[:6]], BESIDE),
        (column(HEADINGS), BESIDE),
        ([HEADINGS] * 2, BESIDE),
        ([["Docked", " docked"]], [[0, 0]] * 7),
        ([[1901, "1901"]], [[5, None]] * 7),
        ("Docked", 1),
    ],
)
def test_headings_and_facts_that_do_not_fit_are_value(headings: Any, facts: Any) -> None:
    call = (column(COUNTS), None, None, None, None, headings, facts)
    assert dip_score("DCC", *call) == column(["#VALUE!"] * 7)
    assert dip_explain("DCC", *call) == "#VALUE!"
    assert not str(dip_check("DCC", *call)).startswith("OK")


@pytest.mark.parametrize("heading", ["Docked", "Civil disorder", "New player", 1905])
def test_a_fact_beside_several_boards_is_value(heading: Any) -> None:
    answer = dip_score("DCC", [COUNTS, COUNTS], headings=heading, facts=[["x", *BLANK[1:]]])
    assert answer == [["#VALUE!"] * 7] * 2
    assert dip_score("DCC", [COUNTS, COUNTS], headings=heading, facts=[BLANK]) == [ALL] * 2


@each("error", ERRORS)
def test_an_error_among_the_facts_goes_through(error: str) -> None:
    for headings, facts in (
        (["Docked", 1908], [[None, 5]] * 6 + [[error, 4]]),
        (["Docked", 1908], [[None, 5]] * 6 + [[None, error]]),
        (["Docked", error], [[1, 5]] * 7),
        (["Docked", 1908], error),
        (error, column(COUNTS)),
    ):
        call = ("DCC", column(COUNTS), None, None, None, None, headings, facts)
        assert dip_score(*call) == column([error] * 7)
        assert dip_check(*call) in (error, [[error]])
        assert dip_explain(*call) == error


def test_a_bad_fact_beside_the_rows_is_named_there() -> None:
    facts = [[None, 10], [7.5, 9], [None, 8], ["x", 7], [None, 0], [None, 0], [None, 1]]
    ((text,),) = dip_check("DCC", column(COUNTS), None, None, None, None, ["Docked", 1905], facts)
    assert "Row 2 of docked: " in text
    assert "Row 7 of centres: " in text
    ((text,),) = dip_check("DCC", COUNTS, headings="Docked", facts=[[None, 7.5, *BLANK[2:]]])
    assert text.startswith("Column 2 of docked: ")


# -- DIP_EXPLAIN ------------------------------------------------------------------------------


def test_an_explanation_is_a_table() -> None:
    table = dip_explain("WBC", [15, 10, 9, 0, 0, 0, 0], ["x", *BLANK[1:]])
    assert table == [
        ["WBC", "Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey"],
        ["1 point per centre; the conceded win counts as 18 centres", 18, 10, 9, 0, 0, 0, 0],
        ["Conceded win", 46, 0, 0, 0, 0, 0, 0],
        ["Total", 64, 10, 9, 0, 0, 0, 0],
    ]
    assert dip_explain("WBC", column([15, 10, 9, 0, 0, 0, 0]), column(["x", *BLANK[1:]])) == table


def test_rows_fill_a_table_with_empty_text() -> None:
    short = dip_explain("WBC", COUNTS)
    assert dip_explain("WBC", COUNTS, options=[["rows", 6]]) == [*short, [""] * 8, [""] * 8]
    assert dip_explain("WBC", COUNTS, options=[["rows", 2]]) == short
    several = [["rows", 3], ["rows", "6"], ["rows", ""], ["rows", 5]]
    assert len(dip_explain("WBC", COUNTS, options=several)) == 6
    assert dip_explain("WBC", BLANK, options=[["rows", 3]]) == [[""]] * 3
    assert dip_score("WBC", COUNTS, options=[["rows", 6]]) == dip_score("WBC", COUNTS)
    assert dip_explain("WBC", COUNTS, options=[["rows", -1]]) == "#NUM!"


def test_lines_for_which_there_is_no_room_are_one_and_the_total_stays() -> None:
    board = "GOFF", [10, 9, 8, 4, 1, 1, 1], None, None, 1908
    header, *lines, total = dip_explain(*board)
    assert len(lines) == 5
    rest = "; ".join(line[0] for line in lines[3:])
    sums = [sum(line[column] for line in lines[3:]) for column in range(1, 8)]
    table = dip_explain(*board, [["rows", 6]])
    assert table == [header, *lines[:3], [rest, *map(pytest.approx, sums)], total]


def test_figures_are_text_and_stand_there_where_there_is_room() -> None:
    """NDC's prospects of 9, 8, 7, 5 and 5, which a sum of the table's numbers must leave out."""
    board = "NDC", [9, 8, 7, 5, 5, 0, 0], None, [None] * 5 + [1904, 1905], 1908
    whole = 1 + Fraction(8, 10) + Fraction(7, 11) + 2 * Fraction(5, 13)
    header, (label, *figures), *lines, total = dip_explain(*board)
    assert (label[:9], figures[:4]) == ("Prospects", ["1", "0.8", "0.636", "0.385"])
    assert lines[0][1] == pytest.approx(float(100 / whole))
    assert total == ["Total", *(pytest.approx(sum(line[n] for line in lines)) for n in range(1, 8))]
    assert dip_explain(*board, [["rows", 4]]) == [header, *lines, total]
    assert dip_explain(*board, [["rows", 5]]) == dip_explain(*board)
    table = dip_explain("CONQUEST", [10, 10, 9, 5, 0, 0, 0], None, [None] * 4 + [1904] * 3, 1908)
    (note,) = (row for row in table if "2 powers are level" in row[0])
    assert note[1:] == [""] * 7


@pytest.mark.parametrize(
    ("centres", "answer"),
    [(BLANK, [[""]]), (BAD, "#VALUE!"), ([COUNTS, COUNTS], "#VALUE!"), ([1, *BLANK[1:]], "#N/A")],
)
def test_what_cannot_be_explained(centres: Any, answer: Any) -> None:
    assert dip_explain("DCC", centres) == answer


# -- NDC_PROSPECTS, DIP_RANK, lists -----------------------------------------------------------


def test_prospects_cell_by_cell() -> None:
    assert CALLS["NDC_PROSPECTS"]([[9, "12", None], [17, 18, 99], [-1, 2.5, "x"], ["#REF!", True, 0]]) == [
        [1, 2, 0],
        [17, "#NUM!", "#NUM!"],
        ["#VALUE!", "#VALUE!", "#VALUE!"],
        ["#REF!", "#VALUE!", 0],
    ]
    assert CALLS["NDC_PROSPECTS"](9) == [[1]]


@each(
    ("totals", "ranks"),
    [
        ([3, 5, 5, 1], [3, 1, 1, 4]),
        ([5, "", None, 7, " "], [2, "", "", 1, ""]),
        ([5, "#N/A", 7, "#DIV/0!"], [2, "#N/A", 1, "#DIV/0!"]),
        ([100, 100 / 3 + 100 / 3 + 100 / 3, 99.999999], [1, 1, 3]),
        ([1, 1 + 0.9e-9, 1 + 1.1e-8], [2, 2, 1]),
        (["7", "7,5", -1, 0], [2, 1, 4, 3]),
        ([1, "DNF"], [1, "#VALUE!"]),
        ([None], [""]),
    ],
)
def test_ranks(totals: list[Any], ranks: list[Any]) -> None:
    assert dip_rank(column(totals)) == column(ranks)
    assert dip_rank([totals]) == [ranks]
    assert dip_rank(column(totals), "") == column(ranks)


@each(
    ("totals", "breaks", "ranks"),
    [
        ([5, 5, 5, 9], [[1], [2], [2], [0]], [4, 2, 2, 1]),
        ([5, 5, 5], [[1, 3], [1, 4], [0, 9]], [2, 1, 3]),
        ([5, 5], [[None], [-3]], [2, 1]),
        ([5, "", 5], [["#N/A"], ["#N/A"], [1]], ["#N/A", "", 1]),
        ([5, 6], [["x"], [1]], ["#VALUE!", 1]),
        ([5, 6], [[1], [2], [3]], ["#VALUE!", "#VALUE!"]),
    ],
)
def test_tie_breaks(totals: list[Any], breaks: Any, ranks: list[Any]) -> None:
    assert dip_rank(column(totals), breaks) == column(ranks)


def test_the_list_of_systems() -> None:
    header, *rows = dip_systems()
    assert header == ["Key", "Name", "Family", "Needs", "Source", "Rule", "How it is read"]
    assert [row[0] for row in rows] == [system.key for some in by_family().values() for system in some]
    assert ["NDC", "NDC 1995", "proportional", "year, eliminated"] in [row[:4] for row in rows]
    assert all(isinstance(cell, str) for row in rows for cell in row)
    (townsend,) = (system for system in systems() if system.key == "TOWNSEND")
    read = " ".join((townsend.unmarked_game, *townsend.unsettled))
    assert read.endswith("The seven points of a 7-way draw go to each of the seven, as in the other rows.")
    assert [townsend.source, townsend.help, read] in [row[4:] for row in rows]


@pytest.mark.parametrize(
    "options", [[["rows", 200], ["columns", 9]], [["columns", 9], ["rows", 5], ["rows", 200]]]
)
def test_the_list_of_systems_is_filled_with_empty_text(options: Any) -> None:
    plain, filled = dip_systems(), dip_systems(options)
    assert [len(row) for row in filled] == [9] * 200
    assert [row[:7] for row in filled[: len(plain)]] == plain
    assert {cell for row in filled[len(plain) :] for cell in row} == {""}
    assert {cell for row in filled for cell in row[7:]} == {""}


@each("nothing", [None, 0, "", [[None]], [["rows", None]], ["rows", 0], [["rows", 3]]])
def test_no_list_of_systems_is_cut_short(nothing: Any) -> None:
    assert dip_systems(nothing) == dip_systems()


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ([["prize", 3]], "#VALUE!"),
        ([["rows", -1]], "#NUM!"),
        ([["rows", "many"]], "#NUM!"),
        ("#REF!", "#REF!"),
    ],
)
def test_a_list_of_systems_takes_a_size_alone(options: Any, error: str) -> None:
    assert dip_systems(options) == error


def test_the_version_is_text() -> None:
    assert re.match(r"\d+\.\d+", dip_version())


def test_a_fault_keeps_nothing_of_who_asked() -> None:
    """The same board gets the same answer again, from the stored one."""

    class Workbook:
        pass

    def ask() -> weakref.ref[Workbook]:
        mine = Workbook()
        assert dip_score("MAXONIAN", [[10, 9, 8, 7, 0, 0, 0]]) == [["#N/A"] * 7]
        return weakref.ref(mine)

    assert [ask()() for _ in range(3)] == [None] * 3
