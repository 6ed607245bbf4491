"""People on a list of players: new rows and columns, and contents that stay."""

from typing import Any

import pytest

from tests.workbooks.layout.books import HEADER, board, event_of
from xl_dipscore.tables.exchange.formats import Person
from xl_dipscore.workbooks.acts.edit import Edit, carry_out
from xl_dipscore.workbooks.acts.people import (
    _as_typed,
    make_room_for_people,
    missing_rows_or_columns,
    no_room,
    people_edit,
    teams_after,
)
from xl_dipscore.workbooks.layout.event import EventIn
from xl_dipscore.workbooks.layout.roster import NoRoster

LIST = [["Player", "Club"], ["Ann", "Reds"], ["Bob", None], [None, None]]


def event(rows: Any = LIST, *, last: int = 4, named: bool = True, **sheets: Any) -> EventIn:
    names = {"Roster": f"Players!$A$2:$A${last}"} if named else {}
    return event_of({"Games": [HEADER, *board()], "Players": rows, **sheets}, **names)


def people(*cells: dict[str, str]) -> list[Person]:
    return [Person(one) for one in cells]


def edit(its: EventIn, *cells: dict[str, str]) -> Edit:
    return people_edit(its, people(*cells))


def set_by(edit: Edit) -> dict[str, Any]:
    return {f"{'ABCDEF'[column - 1]}{row}": value for (_, row, column), value in edit.cells.items()}


def test_new_people_get_free_rows_and_known_ones_their_facts() -> None:
    done = edit(event(), {"Player": "BOB", "Club": "Blues"}, {"Player": "Zoe", "Club": "Greens"})
    assert set_by(done) == {"B3": "Blues", "A4": "Zoe", "B4": "Greens"}
    assert done.notes == ["1 player added, 1 on the list already, 3 cells filled."]


def test_a_value_that_is_replaced_is_told_and_an_equal_one_is_not() -> None:
    done = edit(event(), {"Player": "Ann", "Club": "Blues"}, {"Player": "Bob"})
    assert done.notes[0] == "Ann, Club: Reds -> Blues"
    assert set_by(edit(event(), {"Player": "Ann", "Club": "Reds"})) == {}


def test_one_person_twice_has_one_row() -> None:
    done = edit(event(), {"Player": "Zoe"}, {"Player": "zoe", "Club": "Reds"})
    assert set_by(done) == {"A4": "Zoe", "B4": "Reds"}


def test_without_a_free_row_the_others_are_named() -> None:
    its = event(last=3)
    its.book.set_value("Players", "A4", "below")
    done = edit(EventIn(its.book), {"Player": "Zoe"}, {"Player": "Yan"})
    assert set_by(done) == {}
    assert done.notes[-1] == "The list of players on Players has no free row for Zoe and Yan."
    assert no_room(its.roster, []) == []  # type: ignore[arg-type]


def test_computed_and_merged_cells_stay() -> None:
    rows = [["Player", "Club", "Team"], ["Ann", '="Reds"', None], ["Bob", None, None]]
    done = edit(event(rows, last=3), {"Player": "Ann", "Club": "Blues"})
    assert set_by(done) == {}
    assert done.notes[-1] == "Ann, Club: Blues was not written: the cell is computed."


def test_a_list_by_its_title_grows_downwards() -> None:
    done = edit(event(LIST[:3], named=False), {"Player": "Zoe"}, {"Player": "Yan"})
    assert {"A4": "Zoe", "A5": "Yan"}.items() <= set_by(done).items()
    with pytest.raises(NoRoster):
        people_edit(event_of({"Games": [HEADER, *board()]}), people({"Player": "Zoe"}))
    assert people_edit(event_of({"Games": [HEADER]}), []) == Edit()


def test_what_the_list_lacks() -> None:
    its = event()
    assert missing_rows_or_columns(its, people({"Player": "Zoe"})) == ""
    assert missing_rows_or_columns(its, people({"Player": "Zoe"}, {"Player": "Yan"})) == "rows"
    assert missing_rows_or_columns(its, people({"Player": "Ann", "Team": "X"})) == "columns: Team"
    assert missing_rows_or_columns(its, []) == ""
    assert missing_rows_or_columns(event(named=False), people({"Player": "Z"}, {"Player": "Y"})) == ""


def test_room_is_made_for_rows_and_columns() -> None:
    given = people({"Player": "Zoe", "Team": "Xylophones"}, {"Player": "Yan"}, {"Player": "Max"})
    made, notes = make_room_for_people(event(), given)
    assert notes == []
    after, done = carry_out(made, people_edit(made, given))
    assert [after.book.value("Players", f"A{row}") for row in range(2, 7)] == [
        "Ann",
        "Bob",
        "Zoe",
        "Yan",
        "Max",
    ]
    assert after.book.value("Players", "C1") == "Team"
    assert after.book.value("Players", "C4") == "Xylophones"
    assert "3 players added" in done.notes[0]
    same = event()
    assert make_room_for_people(same, people({"Player": "Ann"}))[0] is same


def test_new_columns_come_before_notes_and_formulas() -> None:
    rows = [["Player", "Club", "Note", "Games"], ["Ann", "Reds", "late", "=1"], ["Bob", None, None, "=1"]]
    made, _ = make_room_for_people(event(rows, last=3), people({"Player": "Ann", "Team": "X"}))
    assert [made.book.value("Players", f"{letter}1") for letter in "ABCDE"] == [
        *("Player", "Club", "Team", "Note", "Games"),
    ]


def test_the_first_team_shows_its_sheet() -> None:
    rows = [["Player", "Team"], ["Ann", None], ["Bob", None]]
    first = event(rows, last=3, Teams=[["x"]])
    done = edit(first, {"Player": "Ann", "Team": "Reds"})
    assert done.shows == ["Teams"]
    assert teams_after(first, done.cells) == {"Ann": "Reds"}
    assert edit(event(rows, last=3), {"Player": "Ann", "Team": "Reds"}).shows == []
    second = event([["Player", "Team"], ["Ann", "Reds"], ["Bob", None]], last=3, Teams=[["x"]])
    assert edit(second, {"Player": "Bob", "Team": "Reds"}).shows == []


def test_numbers_are_numbers_and_names_are_not() -> None:
    texts = ("7", "0.5", "10.25", "007", "1e3", "0", "1234567890123456", "x")
    assert [_as_typed("Rating", text) for text in texts] == [
        7,
        0.5,
        10.25,
        "007",
        "1e3",
        "0",
        "1234567890123456",
        "x",
    ]
    assert _as_typed("Player", "7") == "7"
