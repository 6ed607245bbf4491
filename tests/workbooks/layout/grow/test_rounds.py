"""More rounds in tables with a column for each round."""

from typing import Any

import pytest

from tests.workbooks.layout.books import HEADER, board, book_of
from xl_dipscore.workbooks.layout.event import EventIn
from xl_dipscore.workbooks.layout.grow.rounds import MadeForRounds, with_more_rounds, with_rounds

GAMES = [HEADER, *board(1, "A"), *board(2, "A")]
STANDINGS = "=DIP_STANDINGS(Setup!A1,Games!A1:E15,Setup!A2:B3)"


def event(sheets: Any, *, rounds: Any = 2, array: str = "A3:E10", **names: str) -> EventIn:
    """Standings of two rounds in A3:E10, and Setup with the number of rounds."""
    setup = [["SOS"], ["rounds", rounds], ["columns", 5]]
    book = book_of(
        {"Standings": [["Cup"]], "Games": GAMES, "Setup": setup, **sheets},
        {array: STANDINGS},
        Event_options="Setup!$A$2:$B$3",
        **names,
    )
    return EventIn(book)


def test_the_standings_get_columns_before_the_last_round() -> None:
    made, notes = with_more_rounds(event({}), 2, 4)
    assert notes == []
    (table,) = made.table_formulas
    assert table[1].area is not None
    assert table[1].area.shape == (8, 7)
    assert made.book.value("Setup", "B3") == 7


def test_only_more_rounds_than_now_change_anything() -> None:
    for rounds in (0, 1, 2):
        before = event({})
        made, notes = with_rounds(before, rounds)
        assert made is before
        assert notes == []
    made, _ = with_rounds(event({}), 3)
    assert made.table_formulas[0][1].area.shape == (8, 6)  # type: ignore[union-attr]


def test_without_a_planned_number_those_that_are_held_count() -> None:
    made, _ = with_rounds(event({}, rounds=None), 3)
    assert made.table_formulas[0][1].area.shape == (8, 6)  # type: ignore[union-attr]


def test_plain_formulas_cannot_get_more() -> None:
    plain = event({}, Plain_formulas='"SOS"')
    head = ["Rank", "Player", "Total", "Round 1", "R2"]
    for rounds in (2, 3):
        book = book_of(
            {"Games": GAMES, "Standings": [["Cup"], head, [f"={n}" for n in range(5)]]},
            Plain_formulas='"SOS"',
        )
        if rounds == 2:
            assert with_rounds(EventIn(book), rounds)[1] == []
        else:
            with pytest.raises(MadeForRounds) as wrong:
                with_rounds(EventIn(book), rounds)
            assert (wrong.value.facts["made"], wrong.value.facts["needed"]) == ("2 rounds", 3)
    assert with_rounds(plain, 9)[0] is plain


def here(*titles: str) -> list[Any]:
    """The headings of the list of players after a third round."""
    players = [["Player", *titles], ["a"], ["b"]]
    made, _ = with_more_rounds(event({"Players": players}, Roster="Players!$A$2:$A$3"), 2, 3)
    return [made.book.value("Players", f"{letter}1") for letter in "BCDE"]


def test_columns_here_are_numbered_anew() -> None:
    assert here("Here 1", "Here 2") == ["Here 1", "Here 2", "Here 3", None]
    assert here("Here 1", "Here 2", "Club") == ["Here 1", "Here 2", "Here 3", "Club"]
    assert here("Here 1", "Club", "Here 2") == ["Here 1", "Club", "Here 2", None]
    assert here("Here 2", "Here 1") == ["Here 2", "Here 1", None, None]
    assert here("Club") == ["Club", None, None, None]


def wall(*headings: str, rows: int = 2) -> tuple[list[str], list[str]]:
    """The formulas of a table of rounds elsewhere, after a third round; and the notes."""
    lines = [[f"=Standings!D{3 + n}", f"=Standings!E{3 + n}"] for n in range(1, rows)]
    made, notes = with_more_rounds(event({"Wall": [[*headings], *lines]}), 2, 3)
    return [made.book.cell("Wall", f"{letter}2").formula for letter in "ABC"], notes


def test_a_table_elsewhere_that_names_each_round_goes_on() -> None:
    formulas, notes = wall("=Standings!D3", "=Standings!E3")
    assert notes == []
    assert formulas == ["Standings!D4", "Standings!E4", "Standings!F4"]


def test_a_table_that_does_not_name_each_round_stays() -> None:
    formulas, _ = wall("=Standings!C3", "=Standings!D3")
    assert formulas[2] == ""
