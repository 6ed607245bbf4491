"""Entries of the sheet Log: their words, what undo reads of them, and rows that were damaged."""

import json
from typing import Any

import pytest

from tests.workbooks.layout.books import COUNTS, HEADER, board, event_of
from xl_dipscore.sheets.xlsx.cell import CellValue, ErrorMark
from xl_dipscore.sheets.xlsx.formula import position
from xl_dipscore.workbooks.acts.edit import Edit, carry_out
from xl_dipscore.workbooks.acts.log import (
    LONGEST_TEXT,
    Act,
    LogEntry,
    LogFaulty,
    OldFormula,
    RowsMissing,
    cells_of_renamed_log,
    is_same_content,
    last_entry,
    set_cells,
    spelling_in_log,
    text_of_content,
)
from xl_dipscore.workbooks.layout.event import EventIn
from xl_dipscore.workbooks.layout.log import HEADINGS

COLUMN = {heading: number for number, heading in enumerate(HEADINGS, 1)}


def event(rows: Any = None) -> EventIn:
    players = [["Player", "Club"], ["a", "Reds"], ["b", "Blues"]]
    sheets = {
        "Games": rows or [HEADER, *board(), *board(2)],
        "Players": players,
        "Log": [["Log"], [*HEADINGS]],
    }
    return event_of(sheets, Event_log="Log!$A$2:$I$2", Roster="Players!$A$2:$A$3")


def typed(event: EventIn, cells: dict[str, CellValue], act: str = "fill", **more: Any) -> EventIn:
    """The event after cells such as `Games!E2` were set by an act."""
    places = {
        (ref.partition("!")[0], *position(ref.partition("!")[2])): value for ref, value in cells.items()
    }
    return carry_out(event, Edit(places, act=Act(act, "list.csv", "Ann"), **more))[0]


def lines(event: EventIn, heading: str) -> list[Any]:
    assert event.log is not None
    return [event.log.value(row, heading) for row in event.log.rows]


def entry(event: EventIn) -> LogEntry | None:
    assert event.log is not None
    return last_entry(event.log, "book.xlsx")


def test_a_row_for_each_board_and_one_for_other_cells() -> None:
    after = typed(event(), {"Games!E2": 9, "Games!E3": 10, "Games!D9": "z", "Players!B2": "Greens"})
    assert lines(after, "Entry") == [1, 1, 1]
    assert lines(after, "Where") == ["Round 1, board A", "Round 2, board A", "Players"]
    assert lines(after, "What changed") == [
        "Austria: Centres 10 -> 9; England: Centres 9 -> 10",
        "Austria: a -> z",
        "a: Club Reds -> Greens",
    ]
    assert {*lines(after, "By")} == {"Ann"}


def test_what_is_the_same_for_seven_powers_is_said_once() -> None:
    after = typed(event(), {f"Games!A{row}": 3 for row in range(2, 9)})
    (said,) = lines(after, "What changed")
    assert said.count("1 -> 3") == 1


def test_new_players_are_named_together() -> None:
    first = event_of(
        {"Games": [HEADER, *board()], "Players": [["Player"], ["a"]], "Log": [["Log"], [*HEADINGS]]},
        Event_log="Log!$A$2:$I$2",
        Roster="Players!$A$2:$A$5",
    )
    (said,) = lines(typed(first, {"Players!A3": "Zoe", "Players!A4": "Yan"}), "What changed")
    assert said == "Added Zoe and Yan"


def test_no_change_and_no_act_are_no_entry() -> None:
    assert lines(typed(event(), {"Games!E2": COUNTS[0]}), "Entry") == []
    assert lines(carry_out(event(), Edit({("Games", 2, 5): 1}))[0], "Entry") == []


def test_earlier_changes_stay_out_of_a_second_entry() -> None:
    after = typed(typed(event(), {"Games!E2": 9}), {"Games!E3": 8}, "seat")
    assert lines(after, "Entry") == [1, 2]
    last = entry(after)
    assert last is not None
    assert (last.number, last.act, [cell.ref for cell in last.cells]) == (
        2,
        Act("seat", "list.csv", "Ann"),
        ["E3"],
    )
    assert last.entry_label == f"seat of {last.when} (list.csv)"


def test_contents_come_back_as_they_were() -> None:
    first = event()
    first.book.set_value("Games", "E2", ErrorMark("#N/A"))
    first = EventIn(first.file.reread())
    after = typed(first, {"Games!E2": True, "Games!E3": 1.5, "Games!E4": None})
    last = entry(after)
    assert last is not None
    olds = [cell.old for cell in last.cells]
    assert olds == ["#N/A", 9, 8]
    assert isinstance(olds[0], ErrorMark)
    assert [cell.new for cell in last.cells] == [True, 1.5, None]


def test_an_entry_that_is_taken_back_is_not_the_last() -> None:
    after = typed(typed(event(), {"Games!E2": 9}), {"Games!E3": 8})
    after.book.set_value("Log", f"{chr(64 + COLUMN['Taken back'])}4", "today")
    last = entry(EventIn(after.book))
    assert last is not None
    assert last.number == 1
    assert entry(event()) is None


def undo_cell(row: int = 3) -> str:
    return f"{chr(64 + COLUMN['For undo'])}{row}"


@pytest.mark.parametrize(
    "change",
    [
        lambda kept: {**kept, "entry": 7},
        lambda kept: {**kept, "named": ["only one"]},
        lambda kept: {**kept, "cells": [["E2", "Austria"]]},
        lambda kept: {**kept, "cells": [["Z", "Austria", "centres", 1, 2]]},
        lambda kept: {**kept, "cells": [["E2", "Austria", "centres", [1], 2]]},
        lambda kept: [kept],
        lambda kept: {key: kept[key] for key in kept if key != "sheet"},
    ],
)
def test_a_damaged_row_is_told(change: Any) -> None:
    after = typed(event(), {"Games!E2": 9})
    kept = json.loads(str(after.book.value("Log", undo_cell())))
    after.book.set_value("Log", undo_cell(), json.dumps(change(kept)))
    with pytest.raises(LogFaulty):
        entry(EventIn(after.book))


def test_a_row_that_is_gone_is_told_and_a_note_behind_is_not() -> None:
    after = typed(event(), {"Games!E2": 9, "Games!E9": 9})
    noted = f"{after.book.value('Log', undo_cell())} mine"
    after.book.set_value("Log", undo_cell(), noted)
    assert entry(EventIn(after.book)) is not None
    after.book.set_value("Log", undo_cell(4), None)
    with pytest.raises(RowsMissing) as wrong:
        entry(EventIn(after.book))
    assert (wrong.value.facts["rows"], wrong.value.facts["there"]) == ("2 rows", 1)


def test_a_players_new_name_in_earlier_entries() -> None:
    after = typed(event(), {"Games!D2": "Zoe", "Games!D3": "Zoey"})
    assert spelling_in_log(after, "ZOE", "Max") == "Zoe"
    assert spelling_in_log(after, "Zoe", "zoey") == ""
    assert spelling_in_log(after, "Nobody", "Max") == ""
    cells = dict(cells_of_renamed_log(after, "zoe", "Max"))
    said = [str(value) for value in cells.values()]
    assert any("a -> Max" in one and "Zoey" in one for one in said)
    assert [*cells_of_renamed_log(after, "Nobody", "Max")] == []


def test_equal_contents() -> None:
    assert is_same_content(0.1 + 0.2, 0.3)
    assert is_same_content(None, "")
    assert is_same_content(5, 5.0)
    assert is_same_content(OldFormula("A1", value=1), OldFormula("A1", value=2))
    for one, other in ((1, True), ("1", 1), (0, None), (OldFormula("A1"), 1), (ErrorMark("#N/A"), "#N/A")):
        assert not is_same_content(one, other)


def test_contents_in_words() -> None:
    contents = (None, True, "a\n b", OldFormula("A1+1"), 1 / 3, "x" * LONGEST_TEXT)
    assert [text_of_content(one) for one in contents] == [
        *("blank", "TRUE", "a b", "=A1+1", "0.333333333333333", "x" * LONGEST_TEXT),
    ]
    assert text_of_content("x" * (LONGEST_TEXT + 1)) == f"{'x' * LONGEST_TEXT} ..."


def test_formulas_are_set_as_they_were() -> None:
    its = event()
    set_cells(its.book, {("Games", 2, 6): OldFormula("E2+1"), ("Games", 3, 6): "=text", ("Games", 4, 6): 5})
    assert its.book.cell("Games", "F2").formula == "E2+1"
    assert its.book.value("Games", "F3") == "=text"
    assert its.book.cell("Games", "F3").formula == ""
