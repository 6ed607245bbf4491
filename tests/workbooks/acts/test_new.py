"""An event's workbook from a director's template: its size, its headings, and what stops it."""

from pathlib import Path
from typing import Any

import pytest

from tests.each import each
from tests.workbooks.layout.books import HEADER, board, book_of, event_of
from xl_dipscore.errors import Faults
from xl_dipscore.rules.system import find
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.sheets.xlsx.target import WrongEnding
from xl_dipscore.workbooks.acts.new import NoSystemCell, TemplateInUse, _new_boards, as_workbook, start
from xl_dipscore.workbooks.layout.event import EventIn
from xl_dipscore.workbooks.layout.games import NoGamesSheet, NoSlots
from xl_dipscore.workbooks.layout.system import MadeForAnother

SOS, FREE = find("SOS"), [None] * 7
NAMES = {"Scoring_system": "Setup!$A$1", "Event_options": "Setup!$A$2:$B$4"}
NEW = Path("new.xlsx")


def boards(*places: tuple[Any, Any], counts: Any = FREE) -> list[list[Any]]:
    rows: list[list[Any]] = [list(HEADER)]
    for round_, name in places:
        rows += board(round_, name, counts, FREE)
    return rows


def template(*places: tuple[Any, Any], setup: Any = (), names: Any = NAMES, **facts: Any) -> Package:
    rows = [*setup, *[[None]] * (4 - len(setup))]
    return book_of({"Games": boards(*(places or [(1, "A")]), **facts), "Setup": rows}, **names)


def made(package: Package, **size: Any) -> tuple[list[tuple[Any, Any]], list[str]]:
    done, notes = start(package, SOS, NEW, **size)
    return [(slot.round, slot.board) for slot in EventIn(done).slots], notes


def test_the_system_is_set_and_nothing_else() -> None:
    done, notes = start(template(setup=[["DCC"]]), SOS, NEW)
    assert done.value("Setup", "A1") == "SOS"
    assert notes == []


def test_rounds_and_boards_as_asked_for() -> None:
    assert made(template((1, "A")), rounds=2, boards=2)[0] == [(1, "A"), (1, "B"), (2, "A"), (2, "B")]
    assert made(template((1, "A"), (2, "A")), boards=2)[0] == [(1, "A"), (1, "B"), (2, "A"), (2, "B")]
    assert made(template((1, "A"), (1, "B")), rounds=2)[0] == [(1, "A"), (1, "B"), (2, "A"), (2, "B")]


def test_a_final_stays_the_last() -> None:
    places, _ = made(template((1, "A"), ("Final", "Top")), rounds=2, boards=1)
    assert places == [(1, "A"), (2, "A"), ("Final", "Top")]


def test_boards_that_are_not_needed_are_told() -> None:
    places, notes = made(template((1, "A"), (1, "B"), (1, "C")), boards=2)
    assert places == [(1, "A"), (1, "B"), (1, "C")]
    assert any("board C of round 1" in note for note in notes)


def test_the_number_of_rounds_goes_to_setup() -> None:
    for setup, cell in (([[None], ["rounds", 9]], "B2"), ([[None], ["combine", "sum"]], "B3")):
        done, notes = start(template(setup=setup), SOS, NEW, rounds=2)
        assert done.value("Setup", cell) == 2
        assert not any("is not set" in note for note in notes)
    full = [[None], *[[word, 1] for word in ("decimals", "min rounds", "pot")]]
    for setup, names in ((full, NAMES), ([], {"Scoring_system": "Setup!$A$1"})):
        _, notes = start(template(setup=setup, names=names), SOS, NEW, rounds=2)
        assert any("The event's number of rounds, 2, is not set" in note for note in notes)


def test_what_is_no_template() -> None:
    with pytest.raises(TemplateInUse):
        made(template(counts=(10, 9, 8, 7, 0, 0, 0)))
    with pytest.raises(NoSystemCell):
        made(template(names={}))
    with pytest.raises((NoSlots, NoGamesSheet, Faults)):
        made(book_of({"Games": [HEADER], "Setup": [[None]]}, **NAMES))
    with pytest.raises(MadeForAnother):
        made(template(setup=[["DCC"]], names={**NAMES, "Plain_formulas": '"DCC"'}))


def test_the_ending_fits_the_content() -> None:
    as_workbook(template(), Path("NEW.XLSX"))
    for name in ("new.xlsm", "new.xls", "new"):
        with pytest.raises(WrongEnding) as wrong:
            as_workbook(template(), Path(name))
        assert wrong.value.facts["ending"] == ".xlsx"
    package = template()
    package.set_content_type(package.main_part, "application/vnd.ms-excel.template.macroEnabled.main+xml")
    as_workbook(package, Path("new.xlsm"))
    assert package.content_type(package.main_part) == "application/vnd.ms-excel.sheet.macroEnabled.main+xml"


@each(
    ("places", "rounds", "size", "wanted"),
    [
        ([(1, "A")], 1, 2, {1: 1}),
        ([(1, "A")], 2, 1, {1: 1}),
        ([(1, "A"), (1, "B"), (2, "A"), (2, "B")], 2, 3, {1: 1, 3: 1}),
        ([(1, "A"), (2, "A")], 3, 1, {1: 1}),
        ([(1, "A"), (1, "B")], 1, 2, {}),
        ([(1, "A"), (1, "B")], 1, 1, -1),
        ([(1, "A"), (2, "A"), (1, "B")], 2, 2, 1),
    ],
)
def test_where_new_boards_come(places: Any, rounds: int, size: int, wanted: Any) -> None:
    (home,) = event_of({"Games": boards(*places)}).sheets
    assert _new_boards(home, rounds, size) == wanted
