"""The typed cells of Setup."""

from typing import Any

from tests.workbooks.layout.books import book_of
from xl_dipscore.sheets.xlsx.formula import Area
from xl_dipscore.workbooks.layout.setup import MOST, Setup, key_of, option_word, rows_of

ROWS: list[list[Any]] = [
    ["Event", "Spring Cup"],
    ["System", "DCC"],
    ["Rounds", 3],
    ["rows", 9],
    ["Combine", "best 2", None],
    [None, 5],
    ["=A1", 7],
    ["pot", 50, 60],
]
NAMES = {"Event_name": "Setup!$B$1", "Scoring_system": "Setup!$B$2", "Event_options": "Setup!$A$3:$C$8"}


def setup(rows: Any = ROWS, **names: str) -> Setup:
    return Setup(book_of({"Setup": rows}, **{**NAMES, **names}))


def test_named_cells() -> None:
    its = setup(Gone="#REF!", Elsewhere="Nowhere!$A$1", Text='"x"')
    assert its.area("EVENT_NAME") == Area("Setup", 1, 2, 1, 2)
    assert its.value("Event_name") == "Spring Cup"
    assert [its.area(name) for name in ("Gone", "Elsewhere", "Text", "Missing")] == [None] * 4
    assert its.value("Missing") is None
    its.write_named_cell("Event_name", "Autumn Cup")
    assert its.value("Event_name") == "Autumn Cup"


def test_the_sheets_that_describe_the_event() -> None:
    book = book_of({"Setup": ROWS, "Front": [["Cup"]]}, **{**NAMES, "Event_name": "Front!$A$1"})
    assert Setup(book).sheets == {"Setup", "Front"}


def test_options_and_their_cells() -> None:
    its = setup()
    assert its.options("Event_options") == {3: ["Rounds", 3], 5: ["Combine", "best 2"], 8: ["pot", 50, 60]}
    assert its.option_cell("combine") == ("Setup", "B5")
    assert its.option_cell("nonsense") is None
    assert its.free_rows("Event_options") == [6]
    assert (its.options("Missing"), its.free_rows("Missing")) == (None, [])


def test_the_own_options_of_the_system_inside_the_block_of_the_event() -> None:
    its = setup(Scoring_options="Setup!$A$8:$C$8")
    assert its.options("Event_options") == {3: ["Rounds", 3], 5: ["Combine", "best 2"]}
    assert its.options("Scoring_options") == {8: ["pot", 50, 60]}
    assert its.option_cell("pot") is None
    beside = setup(Scoring_options="Setup!$E$8:$F$8")
    assert 8 in (beside.options("Event_options") or {})


def test_plain_formulas_and_their_system() -> None:
    assert setup().plain == ""
    assert setup(Plain_formulas='"DCC"').plain == "DCC"
    told = setup([["Event", "x"], ["System", "DCC", '=IF(UPPER(B2)="DCC","","other")']])
    assert told.plain == "DCC"


def test_how_to_end() -> None:
    assert "Setup!B9" in setup(Event_over="Setup!$B$9").how_to_end()
    assert "Event_over" in setup().how_to_end()


def test_words_and_limits() -> None:
    assert option_word("Round-weights _x") == "roundweightsx"
    assert [key_of(text) for text in ("dcc", "nonsense", None)] == ["DCC", "nonsense", "None"]
    assert rows_of(Area("", 3, 1, 5, 1)) == range(3, 6)
    assert rows_of(Area("", 3, 1, 9999, 1)) == range(3, 3 + MOST + 1)
