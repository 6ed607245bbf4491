"""Columns that are not read, and may hold a fact that scores depend on."""

from typing import Any

from tests.each import each
from xl_dipscore.rules.board import POWERS
from xl_dipscore.tables.cells.may_hold import (
    LAST_YEAR,
    are_crosses,
    fact_that_may_be_in,
    players_that_may_be_in,
)

LIST = ("round", "board", "power", "player", "centres")
BOARDS = tuple(("centres", seat) for seat in range(7))


@each(
    ("title", "cells", "fact"),
    [
        *(("In draw?", ["x", "", "x"], "Draw"), ("Draw size", [3, 3], ""), ("Drawn", [1, 1], "Draw")),
        *(("Draw", [5, 6], ""), ("Notes", ["x"], ""), ("Ending", ["3-way draw", "survived"], "Draw")),
        *(("Ending", ["survived", "lost"], ""), ("Ending", ["solo"], "Draw"), ("Ending", ["no draw"], "")),
        *(("Last", [1907, 1907], "Year"), ("Out", [1905, "", 1903], "Eliminated"), ("Born", [1985], "")),
        *(("Last", [LAST_YEAR], "Year"), ("Last", [LAST_YEAR + 1], ""), ("Anything", [], "")),
        ("Ending", ["a draw was offered and refused by everybody there"], ""),
    ],
)
def test_facts_of_a_list(title: str, cells: list[Any], fact: str) -> None:
    assert fact_that_may_be_in(title, cells, LIST) == fact


def test_a_known_fact_is_not_looked_for_again() -> None:
    assert fact_that_may_be_in("In draw?", ["x"], (*LIST, "draw")) == ""
    assert fact_that_may_be_in("Last", [1907], (*LIST, "year")) == "Eliminated"
    assert fact_that_may_be_in("Last", [1907], (*LIST, "year", "eliminated")) == ""
    assert fact_that_may_be_in("Last", [1907], (*LIST, 1901)) == ""


def test_counts_and_players_that_a_list_lacks() -> None:
    assert fact_that_may_be_in("Dots", [5, "out", 4], ("round", "power", "player")) == "Centres"
    assert fact_that_may_be_in("Dots", [5, "out", "out"], ("round", "power", "player")) == "Centres"
    assert fact_that_may_be_in("Dots", [5, "out", "out", "out"], ("round", "power", "player")) == ""
    assert fact_that_may_be_in("Dots", [5, 4], LIST) == ""
    assert fact_that_may_be_in("Dots", [5, 4], ("power", "player", "override")) == ""
    names = ["Ann Lee", "Ben Ito", "Cas Orr", "Dee Roe", "Eve Poe", "Fay Kim", "Gus Lam"]
    assert fact_that_may_be_in("Who", names, ("power", "centres")) == "Player"
    assert fact_that_may_be_in("Who", names, LIST) == ""
    assert fact_that_may_be_in("Who", ["Ann"] * 7, ("power", "centres")) == ""


def test_facts_of_a_row_for_each_board() -> None:
    assert fact_that_may_be_in("Result", ["Austria, Italy"], BOARDS) == "Draw"
    assert fact_that_may_be_in("Result", ["Austria"], BOARDS) == ""
    assert fact_that_may_be_in("Result", [", ".join(POWERS)], BOARDS) == ""
    assert fact_that_may_be_in("Solo?", ["Ann"], BOARDS) == "Draw"
    assert fact_that_may_be_in("Solo?", [""], BOARDS) == ""
    assert fact_that_may_be_in("Austria plyer", ["Ann"], BOARDS) == "Austria player"
    assert fact_that_may_be_in("Austria player", ["Ann"], (*BOARDS, ("player", 0))) == ""


def test_players_of_a_row_for_each_board() -> None:
    columns = {f"{power}!": [f"Name {letter}"] for power, letter in zip(POWERS, "ABCDEFG", strict=True)}
    assert set(players_that_may_be_in(columns, BOARDS).values()) == {"Austria player"}
    letters = {f"{power[0]}!": names for power, names in zip(POWERS, columns.values(), strict=True)}
    assert players_that_may_be_in(letters, BOARDS) == {}
    some = (*BOARDS, ("player", 0))
    assert players_that_may_be_in({"Other": ["Ben Ito"]}, some) == {"Other": "England player"}
    assert players_that_may_be_in({"Other": [3]}, some) == {}
    assert players_that_may_be_in({"Other": ["Ben Ito"]}, BOARDS) == {}
    assert players_that_may_be_in({"Other": ["Ben"]}, (*BOARDS, *(("player", s) for s in range(7)))) == {}


def test_crosses() -> None:
    assert are_crosses(["x", "X ", "no"])
    assert not are_crosses(["x", "no"])
    assert not are_crosses([])
