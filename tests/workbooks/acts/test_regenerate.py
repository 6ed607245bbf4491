"""What goes from an old workbook into a new template, and what cannot."""

from pathlib import Path
from typing import Any

import pytest

from tests.workbooks.layout.books import HEADER, board, book_of, event_of, game_of
from xl_dipscore.workbooks.acts import regenerate as act
from xl_dipscore.workbooks.acts.attempt import Failed
from xl_dipscore.workbooks.acts.regenerate import (
    OtherChoice,
    _carry_players,
    _carry_setup,
    _not_compared,
    _rounds,
    _target,
    check_choices,
    regenerate,
)
from xl_dipscore.workbooks.acts.shown_numbers import ShownNumbers
from xl_dipscore.workbooks.layout.event import EventIn
from xl_dipscore.workbooks.layout.system import MadeForAnother

OPTIONS = "Setup!$A$4:$C$6"


def event(*rows: Any, names: Any = None, **sheets: Any) -> EventIn:
    """Setup with the event's name, system, year, and options from row 4 on."""
    setup = [*map(list, rows), *[[None]] * (6 - len(rows))]
    usual = {
        "Event_name": "Setup!$A$1",
        "Scoring_system": "Setup!$A$2",
        "Last_year": "Setup!$A$3",
        "Event_options": OPTIONS,
    }
    sheets = {"Games": [HEADER, *board()], "Setup": setup, **sheets}
    return event_of(sheets, **(usual if names is None else names))


def carried(old: EventIn, new: EventIn) -> tuple[list[Any], list[str]]:
    notes = [*_carry_setup(old, new)]
    return [[new.book.value("Setup", f"{letter}{row}") for letter in "ABC"] for row in range(1, 7)], notes


def test_names_and_options_go_into_their_own_rows() -> None:
    old = event(["Cup"], ["SOS"], [1908], ["rounds", 3], ["combine", "best 2"])
    rows, notes = carried(old, event([None], ["DCC"], [None], ["combine"], ["rounds", 2]))
    assert rows[:3] == [["Cup", None, None], ["SOS", None, None], [1908, None, None]]
    assert rows[3:5] == [["combine", "best 2", None], ["rounds", 3, None]]
    assert notes == []


def test_an_option_without_a_row_gets_a_free_one_or_is_told() -> None:
    old = event(["Cup"], ["SOS"], [None], ["rounds", 3], ["pot", 50], ["last", "12 months"])
    rows, notes = carried(old, event(["x"], ["SOS"], [None], ["rounds", 2], ["decimals"]))
    assert rows[3:] == [["rounds", 3, None], ["decimals", None, None], ["pot", 50, None]]
    (said,) = notes
    assert "last" in said
    assert "no free row" in said


def test_values_of_the_template_are_not_kept() -> None:
    rows, notes = carried(event(["Cup"], ["SOS"]), event(["x"], ["SOS"], [None], ["rounds", 2]))
    assert rows[3] == ["rounds", None, None]
    assert len(notes) == 1
    assert "rounds" in notes[0]


def test_an_option_that_is_too_long_is_told() -> None:
    old = event(["Cup"], ["SOS"], [None], ["round weights", 1, 2], names={"Event_options": "Setup!$A$4:$C$6"})
    new = event(["x"], ["SOS"], names={"Event_options": "Setup!$A$4:$B$6"})
    _, notes = carried(old, new)
    assert any("too few columns" in note for note in notes)


def test_cells_that_one_of_both_lacks() -> None:
    old, none = event(["Cup"], ["SOS"], [1908]), event(names={})
    _, notes = carried(old, none)
    assert sum("no cell named" in note for note in notes) == 3
    rows, stays = carried(none, event(["x"], ["SOS"], [1907]))
    assert rows[:3] == [["x", None, None], ["SOS", None, None], [1907, None, None]]
    assert "of the template stay" in stays[0]


def test_players_with_the_facts_that_both_have() -> None:
    old = event(
        Players=[["Player", "Club", "Nickname"], ["Ann", "Reds", "A"], ["Bob", None, None]],
        names={"Roster": "Players!$A$2:$A$3"},
    )
    new = event(Players=[["Player", "Team", "Club"], [None], [None]], names={"Roster": "Players!$A$2:$A$3"})
    cells, notes = _carry_players(old, new)
    assert cells == {("Players", 2, 1): "Ann", ("Players", 2, 3): "Reds", ("Players", 3, 1): "Bob"}
    assert len(notes) == 1
    assert "Nickname" in notes[0]
    assert _carry_players(event(names={}), new) == ({}, [])


def test_how_many_rounds_the_new_one_needs() -> None:
    games = [game_of(1), game_of(2)]
    assert _rounds(event(["x"], ["SOS"], [None], ["rounds", 3]), games) == 3
    assert _rounds(event(["x"], ["SOS"], [None], ["rounds", 1]), games) == 2
    assert _rounds(event(["x"], ["SOS"]), games) == 2


def test_plain_formulas_of_other_choices_are_refused() -> None:
    names = {"Scoring_system": "Setup!$A$2", "Event_options": OPTIONS}
    plain = event([None], ["SOS"], names={**names, "Plain_formulas": '"SOS"'})
    check_choices(event([None], ["SOS"], [None], ["rounds", 3]), plain)
    check_choices(event([None], ["SOS"], [None], ["tiebreak", "wins"]), event([None], ["SOS"]))
    with pytest.raises(OtherChoice) as wrong:
        check_choices(event([None], ["SOS"], [None], ["tiebreak", "wins"]), plain)
    assert wrong.value.facts["option"] == "tiebreak"
    with pytest.raises(MadeForAnother):
        check_choices(event([None], ["DCC"]), plain)
    check_choices(event([None], [None]), plain)


def test_what_could_not_be_compared() -> None:
    def shown(*headings: str) -> ShownNumbers:
        return ShownNumbers({}, {}, {}, {}, frozenset(headings))

    assert "no number could be compared" in next(_not_compared(shown(), shown("Score"), "cup.xlsx"))
    (said,) = _not_compared(shown("Score", "Total", "Rank"), shown("Score"), "cup.xlsx")
    assert "Rank or Total" in said
    assert [*_not_compared(shown("Score"), shown("Score", "Total"), "cup.xlsx")] == []


def test_two_old_files_with_one_name_are_refused_and_others_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    template = tmp_path / "new.xlsm"
    book_of({"Games": [HEADER, *board(counts=[None] * 7)]}).write(template)
    monkeypatch.setattr(act, "regenerate_file", lambda path, **how: path.name)
    paths = [Path("a/cup.xlsx"), Path("b/CUP.xlsx"), Path("other.xlsx")]
    done = regenerate(paths, template, tmp_path / "out", jobs=1).done
    assert [*done] == paths
    assert isinstance(done[paths[1]], Failed)
    assert [done[paths[0]], done[paths[2]]] == ["cup.xlsx", "other.xlsx"]
    assert _target(paths[0], template, tmp_path) == tmp_path / "cup.xlsm"
