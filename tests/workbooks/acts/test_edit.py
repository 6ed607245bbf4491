"""The one door: room is made once, cells are set once, and the log says so."""

from pathlib import Path
from typing import Any

import pytest

from tests.workbooks.layout.books import HEADER, board, book_of, event_of
from xl_dipscore.errors import Fault
from xl_dipscore.sheets.xlsx.open_book import OpenBook
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.workbooks.acts.edit import Edit, EditedPage, Room, carry_out, change_file
from xl_dipscore.workbooks.acts.log import Act, OldFormula
from xl_dipscore.workbooks.layout.event import EventIn
from xl_dipscore.workbooks.layout.log import HEADINGS

GAMES = [HEADER, *board()]


class Refused(Fault):
    """No."""


def test_cells_are_set_and_the_event_is_read_anew() -> None:
    event = event_of({"Games": GAMES, "Hidden": [["x"]]})
    after, edit = carry_out(event, Edit({("Games", 2, 4): "Zoe", ("Games", 3, 4): None}, notes=("a note",)))
    assert after is not event
    assert after.slots[0].home.value(2, "player") == "Zoe"
    assert after.book.value("Games", "D3") is None
    assert edit.notes == ("a note",)


def test_room_comes_before_the_cells() -> None:
    event = event_of({"Games": GAMES, "Log": [["Log"], [*HEADINGS]]}, Event_log="Log!$A$2:$I$2")
    larger = event_of(
        {"Games": [*GAMES, *board(2)], "Log": [["Log"], [*HEADINGS]]}, Event_log="Log!$A$2:$I$2"
    )
    seen: list[Any] = []

    def then(given: EventIn, notes: Any) -> Edit:
        seen.append((given is larger, notes))
        return Edit({("Games", 9, 4): "Zoe"}, act=Act("fill"), notes=notes)

    room = Room("more boards", lambda given: (larger, ["cannot grow"]), boards=1)
    after, edit = carry_out(event, Edit(room=room, then=then))
    assert seen == [(True, ["cannot grow"])]
    assert edit.notes == ("cannot grow",)
    assert after.log is not None
    assert "1 board added" in str(after.log.value(3, "From"))


def test_an_open_workbook_gets_no_room() -> None:
    event = EventIn(OpenBook("open", []))

    def never(given: EventIn) -> Any:
        raise AssertionError

    _, edit = carry_out(
        event, Edit(room=Room("more", never), then=lambda given, notes: Edit(notes=("none",)))
    )
    assert edit.notes == ("none",)


def test_a_missing_heading_of_the_log_is_a_note() -> None:
    event = event_of({"Games": GAMES, "Log": [["Log"], [*HEADINGS[1:]]]}, Event_log="Log!$A$2:$I$2")
    _, edit = carry_out(event, Edit({("Games", 2, 4): "Zoe"}, act=Act("fill")))
    assert len(edit.notes) == 1


@pytest.fixture
def path(tmp_path: Path) -> Path:
    book_of({"Games": GAMES}).write(tmp_path / "cup.xlsx")
    return tmp_path / "cup.xlsx"


def test_a_file_is_computed_and_replaced_in_one_step(path: Path) -> None:
    report = change_file(path, lambda event: Edit({("Games", 2, 4): "Zoe"}, did="Done", notes=("a note",)))
    assert Package.read(path).value("Games", "D2") == "Zoe"
    assert (report.did, report.path) == ("Done", path)
    assert "a note" in report.notes


def test_a_refused_act_writes_nothing(path: Path) -> None:
    before = path.read_bytes()

    def act(event: EventIn) -> Edit:
        event.book.set_value("Games", "D2", "Zoe")
        raise Refused

    with pytest.raises(Refused):
        change_file(path, act)
    assert path.read_bytes() == before


def test_an_act_that_finds_nothing_to_do_leaves_the_file(path: Path) -> None:
    before = path.stat().st_mtime_ns, path.read_bytes()
    report = change_file(path, lambda event: Edit(idle=True, notes=("nothing",)))
    assert report.notes == ("nothing", f"{path} was not changed.")
    assert (path.stat().st_mtime_ns, path.read_bytes()) == before
    change_file(path, lambda event: Edit({("Games", 2, 4): "Zoe"}, idle=True))
    assert path.read_bytes() != before[1]


def test_a_page_as_it_will_be() -> None:
    page = book_of({"Games": GAMES, "Other": [["x"]]}).sheet("Games")
    after = EditedPage(page, {("Games", 2, 4): OldFormula("B2", value=7), ("Other", 3, 4): "z"})
    assert after.cells[2, 4].formula == "B2"
    assert after.cells[2, 4].value == 7
    assert after.cells[3, 4].value == "b"
    assert page.cells[2, 4].value == "a"
