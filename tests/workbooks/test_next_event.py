"""The next event begins with the people and choices of the last, and with nothing of its results."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import games
from tests.headed import columns_of_players
from tests.workbooks import own_books
from xl_dipscore.sheets.xlsx.formula import column_letters, column_number
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.tables.cells.games import read_games
from xl_dipscore.workbooks.acts.fill import fill
from xl_dipscore.workbooks.acts.log import Act
from xl_dipscore.workbooks.layout.event import EventIn

pytestmark = pytest.mark.usefixtures("new_books")

OK, FAULTY, MISUSED = 0, 1, 2
PRIZES = (
    b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row r="1">'
    b'<c r="A1" t="inlineStr"><is><t>Best hat</t></is></c></row></sheetData></worksheet>'
)


@pytest.fixture(scope="module")
def last(makes, tmp_path_factory) -> bytes:
    """An event of two rounds with results, a corrected year, a club, somebody away, and a sheet of prizes."""
    path = tmp_path_factory.mktemp("last") / "event.xlsx"
    path.write_bytes(makes())
    package = Package.read(path)
    *_, last_of_players = columns_of_players(package).values()
    free = column_letters(column_number(last_of_players) + 1)
    typed = {
        ("Players", "B5"): "Leeds",
        ("Players", f"{free}4"): "Here 7",
        ("Players", f"{free}5"): "-",
        ("Setup", "B2"): "Spring",
        ("Setup", "B8"): "yes",  # the event is over
        ("Setup", "B10"): "wins",
    }
    for (sheet, ref), value in typed.items():
        package.set_value(sheet, ref, value)
    package.add_sheet("Prizes", PRIZES)
    package.write()
    fill(path, read_games(games.event()).games, act=Act("fill", "all.csv"))
    return path.read_bytes()


def typed(data: bytes | Path) -> dict[tuple[str, int, int], object]:
    """The typed cells, and every formula."""
    package = Package.read(data)
    return {
        (name, *place): cell.formula or cell.value
        for name in package.sheet_names
        for place, cell in package.sheet(name).cells.items()
        if cell.has_content and (cell.formula or not package.sheet(name).is_computed(*place))
    }


def test_results_log_and_attendance_go_and_all_else_stays(dipscore, makes, last, tmp_path):
    (tmp_path / "last.xlsx").write_bytes(last)
    got = dipscore("new", "--from", "last.xlsx", "next.xlsx")
    assert got.status == OK, got.err
    assert got.err.splitlines()[:6] == [
        "next.xlsx: made from last.xlsx, without its results.",
        "Cleared: 4 boards with results, and the names on all boards.",
        "Cleared: the sheet Log.",
        "Cleared on Players: Here 7.",
        "Kept: 14 players, with Club.",
        "Kept unchanged: Prizes.",
    ]
    new, empty, before = typed(tmp_path / "next.xlsx"), typed(makes()), typed(last)
    on_players = {place for place in before if place[0] == "Players"}
    people = {place for place in on_players if place[2] < 3 or before[place] == "Here 7"}
    own = {place for place in before if place[0] == "Prizes"} | people
    differing = {place for place in {*new, *empty} if new.get(place) != empty.get(place)}
    assert differing <= own | {("Setup", 2, 2), ("Setup", 10, 2), ("Systems", 2, 10), ("Log", 1, 10)}
    assert {place: before[place] for place in own} == {place: new[place] for place in own}
    assert (new["Setup", 2, 2], new["Setup", 10, 2]) == ("Spring", "wins")


@pytest.mark.slow
def test_name_rounds_and_boards_may_be_given(dipscore, last, tmp_path):
    (tmp_path / "last.xlsx").write_bytes(last)
    words = ("--name", "Autumn", "--rounds", 3, "--boards", 3)
    assert dipscore("new", "--from", "last.xlsx", "SOS", "next.xlsx", *words).status == OK
    package = Package.read(tmp_path / "next.xlsx")
    assert [package.value("Setup", f"B{row}") for row in (2, 3, 7)] == ["Autumn", "SOS", 3]
    slots = EventIn(package).boards.check().slots
    assert (len(slots), all(slot.free for slot in slots)) == (9, True)


@pytest.mark.parametrize("layout", ["rows", "sheets", "blocks"])
def test_a_layout_of_ones_own_is_emptied_too(dipscore, layout, tmp_path):
    games.write(tmp_path / "games.csv", games.event()[:8])
    own_books.made(layout, tmp_path / "last.xlsx")
    assert dipscore("fill", "last.xlsx", "games.csv").status == OK
    got = dipscore("new", "--from", "last.xlsx", "next.xlsx", "--name", "Autumn")
    assert got.status == OK, got.err
    assert "The name Autumn was not written: no cell is named Event_name." in got.err
    assert "Kept unchanged: Notes." in got.err
    before, after = typed(tmp_path / "last.xlsx"), typed(tmp_path / "next.xlsx")
    assert after.items() <= before.items()
    assert len(after) < len(before)
    games_ = dipscore("extract", "next.xlsx")
    assert len(games_.out.splitlines()) == 1


def test_what_cannot_be_is_said(dipscore, last, tmp_path):
    (tmp_path / "last.xlsx").write_bytes(last)
    own_books.made("rows", tmp_path / "own.xlsx")
    for words, status, told in (
        (("last.xlsx", "last.xlsx"), MISUSED, "last.xlsx already exists; choose another name"),
        (("last.xlsx", "next.xlsm"), MISUSED, "next.xlsm must end in .xlsx, since last.xlsx"),
        (("own.xlsx", "next.xlsx", "--rounds", 3), FAULTY, "own.xlsx has no cell named Scoring_system"),
        (("last.xlsx", "next.xlsx", "--teams"), MISUSED, "leave out --teams"),
        (("last.xlsx",), MISUSED, "A scoring system and a workbook are needed"),
    ):
        got = dipscore("new", "--from", *words)
        assert (got.status, told in " ".join(got.err.split())) == (status, True), got.err
    assert not [*tmp_path.glob("next.*")]
