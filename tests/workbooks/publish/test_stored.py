"""Numbers and tables that a workbook stores, as a page shows them."""

from fractions import Fraction
from typing import Any

from tests.each import each
from tests.workbooks.layout.books import book_of, event_of
from xl_dipscore.sheets.calculate.block import NotComputed
from xl_dipscore.sheets.xlsx.cell import ErrorMark
from xl_dipscore.workbooks.layout.tables import best_shown, standings_shown
from xl_dipscore.workbooks.publish.stored import (
    NO_NUMBER,
    cells_on_page,
    decimals_of,
    format_short,
    format_value,
    number_in,
    shows_result,
    stored_best,
    stored_standings,
    stored_teams,
)


def test_numbers_of_cells() -> None:
    assert [number_in(cell) for cell in (3, 2.5, True, "3", None)] == [3.0, 2.5, None, None, None]


def test_the_fewest_decimals_that_show_all_numbers() -> None:
    assert decimals_of([]) == decimals_of([1, 20]) == 0
    assert decimals_of([1, 2.5]) == 1
    assert decimals_of([2.125]) == 3
    assert decimals_of([1 / 3]) == 2
    assert decimals_of([0.1 + 0.2]) == 1


@each(
    ("value", "decimals", "text"),
    [
        *((2.5, 0, "3"), (-2.5, 0, "−3"), (2.345, 2, "2.35"), (3, 2, "3.00"), (None, 2, ""), ("", 0, "")),
        *(("Ann", 2, "Ann"), (True, 0, "True"), (ErrorMark("#N/A"), 1, NO_NUMBER), (0, 1, "0.0")),
    ],
)
def test_a_value_as_text(value: Any, decimals: int, text: str) -> None:
    assert format_value(value, decimals) == text


def test_a_number_for_a_label() -> None:
    assert [format_short(value) for value in (2.5, 3, 100, 1 / 3, "1.50", None)] == [
        "2.5",
        "3",
        "100",
        "0.333",
        "1.50",
        "",
    ]


def test_a_cell_shows_a_result() -> None:
    assert shows_result(1 / 3, Fraction(1, 3))
    assert not shows_result(0.333, Fraction(1, 3))
    assert shows_result(None, None)
    assert shows_result("-", None)
    assert not shows_result(1, None)
    assert not shows_result(None, Fraction(1))


HEAD = ["Rank", "Player", "Total", "Round 2", "R1", "Final", "Counted", "Wins (tie-break)"]


def test_the_standings_of_cells() -> None:
    rows = [
        HEAD,
        [2, "Ben", 5, 2, 3, None, None, 1],
        [1, "Ann", 9, 5, 4, 1, "1 2", 0],
        ["-", "Cas", 1, 1, None, None, None, 0],
    ]
    table = stored_standings(standings_shown(book_of({"S": rows})), ["wins", "best"])
    assert table is not None
    assert [row.player for row in table.rows] == ["Ann", "Ben", "Cas"]
    assert (table.rounds, table.tiebreaks) == ((1, 2, "Final"), ("Wins",))
    ann, ben, _ = table.rows
    assert (ann.total, ann.rounds, ann.counted, ann.breaks) == (9, {1: 4, 2: 5, "Final": 1}, {"1", "2"}, (0,))
    assert (ben.rank, ben.counted) == (2, None)
    assert stored_standings(None, []) is None


def test_the_best_of_each_country() -> None:
    head = ["Power", "Player", "Score", "Centres", "Round", "Board"]
    rows = [head, ["=1", "=1", "=1", "=1", "=1", "=1"], ["Spain", *["=1"] * 5]]
    book = book_of({"S": rows})
    table = best_shown(book)
    assert table is not None
    assert stored_best(None) is None
    book.set_value("S", "A2", "England")
    found = stored_best(best_shown(book))
    assert found is not None
    assert [seat for seat, _ in found] == [1]
    assert len(found[0][1]) == 5


def test_teams_and_cells_that_a_page_shows() -> None:
    event = event_of({"S": [HEAD, [1, "Ann", 5]], "T": [["x", 1]]})
    assert stored_teams(event) is None
    cells = [
        NotComputed(sheet, ref, "") for sheet, ref in (("S", "A2"), ("S", "A9"), ("S", "Z2"), ("T", "A1"))
    ]
    assert [(one.sheet, one.ref) for one in cells_on_page(event, cells)] == [("S", "A2")]
