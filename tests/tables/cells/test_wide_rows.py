"""A row for each game: the cells of its seven seats."""

from typing import Any

from xl_dipscore.tables.cells.wide import WideHeading
from xl_dipscore.tables.cells.wide_rows import cells_of_seats, initials_in


def test_each_fact_at_its_seat_and_the_draw_as_marks() -> None:
    cells: dict[WideHeading, Any] = {
        WideHeading("centres", 0): 17, WideHeading("centres", 6): 17, WideHeading("player", 0): "Ann",
        WideHeading("round"): 2, WideHeading("year"): 1908, WideHeading("draw"): "Austria, Turkey",
    }  # fmt: skip
    typed, wrong = cells_of_seats(cells)
    assert wrong is None
    assert typed["centres"] == [17, *[None] * 5, 17]
    assert typed["player"] == ["Ann", *[None] * 6]
    assert typed["round"] == [2] * 7
    assert typed["year"] == [1908, *[None] * 6]
    assert typed["draw"] == ["x", *[None] * 5, "x"]


def test_a_wrong_draw_marks_nobody() -> None:
    typed, wrong = cells_of_seats({WideHeading("draw"): "Spain"})
    assert type(wrong).__name__ == "NotADraw"
    assert typed["draw"] == [None] * 7


def test_results_in_words_and_typed_years() -> None:
    cells: dict[WideHeading, Any] = {
        WideHeading("centres", 0): "13 centres", WideHeading("centres", 1): "Eliminated in 1905",
        WideHeading("centres", 2): "Eliminated in 1906", WideHeading("eliminated", 2): 1904,
    }  # fmt: skip
    typed, _ = cells_of_seats(cells)
    assert typed["centres"][:3] == [13, 0, 0]
    assert typed["eliminated"][:4] == [None, 1905, 1904, None]


def test_initials_or_a_code() -> None:
    assert initials_in(["GER", "EFG"]) is True
    assert initials_in(["GER", "ENG, FRA"]) is False
    assert initials_in(["GER", "ENG"]) is False
    assert initials_in(["GER"]) is None
    assert initials_in(["E", "GER", None, 3]) is None
    assert initials_in(["EFG", "England"]) is None
