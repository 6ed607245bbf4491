"""Values of plain formulas against the rule: what is wrong, and what its table shows then."""

from typing import Any

from tests.each import each
from tests.workbooks.layout.books import HEADER, board, event_of
from xl_dipscore.sheets.xlsx.cell import CellValue, ErrorMark
from xl_dipscore.workbooks.acts.by_the_rule import IN_TABLE, _is_shown, wrong_cells
from xl_dipscore.workbooks.layout.event import EventIn

COUNTS = (12, 10, 8, 4, 0, 0, 0)
SHARES = [100 * n * n / sum(n * n for n in COUNTS) for n in COUNTS]
"""SOS: the square of the centres, as a share of all squares."""


def event(scores: Any = SHARES, *, system: str = "SOS", standings: Any = ()) -> EventIn:
    rows = [[*row, score] for row, score in zip(board(counts=COUNTS), scores, strict=True)]
    sheets = {"Games": [[*HEADER, "Score"], *rows], "Setup": [[system]]}
    if standings:
        head = ["Rank", "Player", "Total", "Round 1"]
        sheets["Standings"] = [head, [f"={n}" for n in range(1, 5)], *standings]
    return event_of(sheets, Scoring_system="Setup!$A$1", Plain_formulas='"SOS"')


def wrong(event: EventIn) -> dict[str, str]:
    return {f"{chr(64 + column)}{row}": why for (_, row, column), why in wrong_cells(event.book).items()}


def test_right_scores_are_not_wrong() -> None:
    assert wrong(event()) == {}
    assert wrong(event([score * (1 + 1e-12) for score in SHARES])) == {}


def test_a_wrong_score_is_told_with_the_right_one() -> None:
    found = wrong(event([SHARES[0] + 1, *SHARES[1:]]))
    assert [*found] == ["F2"]
    assert found["F2"] == f"typed over its formula is {SHARES[0] + 1:.15g}, the rule gives {SHARES[0]:.15g}"
    its = event()
    its.book.set_formula("Games", "F2", "1+1", array=False)
    its.file.sheet("Games").set_cached_value(2, 6, 2)
    assert wrong(EventIn(its.book))["F2"].startswith("its formula gives 2, the rule gives")


def test_setup_that_the_formulas_do_not_expect_condemns_every_number() -> None:
    found = wrong(event(system="DCC"))
    assert found.keys() == {f"F{row}" for row in range(2, 9)}
    assert "Setup says DCC" in found["F2"]


def test_a_board_that_cannot_be_scored_has_no_score() -> None:
    its = event()
    its.book.set_value("Games", "E2", 30)
    found = wrong(EventIn(its.book))
    assert "F2" in found
    for row in range(2, 9):
        its.book.set_value("Games", f"F{row}", ErrorMark("#VALUE!"))
    assert wrong(EventIn(its.book)) == {}


@each(
    ("value", "exact", "shown"),
    [
        (None, None, True),
        ("", None, True),
        (ErrorMark("#N/A"), None, True),
        (ErrorMark("#REF!"), None, False),
        ("#N/A", None, False),
        (0, None, False),
        ("ann", "Ann", True),
        (ErrorMark("#N/A"), "#N/A", False),
        (5, 5, True),
        (5 + 1e-6, 5, False),
        (True, 1, False),
    ],
)
def test_what_shows_a_value(value: CellValue, exact: Any, shown: bool) -> None:
    assert _is_shown(value, exact, 1e-9) == shown


TOTALS = dict(zip("abcdefg", SHARES, strict=True))
RANKS = {"a": 1, "b": 2, "c": 3, "d": 4, "e": 5, "f": 5, "g": 5}


def of_table(names: str, **cells: CellValue) -> dict[str, str]:
    """What is wrong in standings that show these players in this order, with their right numbers."""
    its = event(standings=[[f"={row}{n}" for n in range(4)] for row in range(6)])
    sheet = its.file.sheet("Standings")
    for row, name in enumerate(names, 2):
        for column, value in enumerate((RANKS[name], name, TOTALS[name], TOTALS[name]), 1):
            sheet.set_cached_value(row, column, cells.get(f"{'ABCD'[column - 1]}{row}", value))
    found = wrong_cells(EventIn(its.book).book)
    return {f"{'ABCD'[at[2] - 1]}{at[1]}": why for at, why in found.items() if at[0] == "Standings"}


def test_level_players_may_stand_in_any_order() -> None:
    assert of_table("abcdefg") == {}
    assert of_table("abcdgfe") == {}


def test_other_players_may_not() -> None:
    found = of_table("bacdefg")
    assert found["B2"].endswith('gives "b", the rule gives "a"')
    assert found["B3"].endswith('gives "a", the rule gives "b"')
    assert found["A5"] == IN_TABLE


def test_a_wrong_number_condemns_its_table() -> None:
    found = of_table("abcdefg", C3=1)
    assert found["C3"].startswith("its formula gives 1, the rule gives")
    assert {why for cell, why in found.items() if cell != "C3"} == {IN_TABLE}
    assert len(found) == 4 * 7
