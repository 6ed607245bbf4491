"""A player's new name stands wherever the old one was typed, on Log too, and can be taken back."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import games
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.tables.cells.games import read_games
from xl_dipscore.workbooks.acts.fill import fill
from xl_dipscore.workbooks.acts.log import Act
from xl_dipscore.workbooks.layout.event import EventIn

pytestmark = pytest.mark.usefixtures("new_books")

OK, FAULTY, MISUSED = 0, 1, 2
OLD, NEW = "Player 0", "John"


@pytest.fixture(scope="module")
def filled(makes, tmp_path_factory) -> bytes:
    path = tmp_path_factory.mktemp("rename") / "event.xlsx"
    path.write_bytes(makes())
    package = Package.read(path)
    package.set_value("Players", "C4", "Apart")
    package.set_value("Players", "C6", "player 0; Player 3")
    package.set_value("Players", "B7", OLD)  # a club of that name
    package.write()
    fill(path, read_games(games.event()).games, act=Act("fill", "all.csv"))
    return path.read_bytes()


@pytest.fixture
def event(filled, tmp_path) -> Path:
    path = tmp_path / "event.xlsx"
    path.write_bytes(filled)
    return path


def cells(path: Path) -> dict[tuple[str, int, int], object]:
    """The contents of every cell, without the sheet Log."""
    package = Package.read(path)
    return {
        (name, *place): cell.formula or cell.value
        for name in package.sheet_names
        for place, cell in package.sheet(name).cells.items()
        if name != "Log" and cell.has_content
    }


def said(path: Path) -> list[str]:
    """All texts of a workbook."""
    package = Package.read(path)
    found = (cell for name in package.sheet_names for cell in package.sheet(name).cells.values())
    return [str(cell.value) for cell in found if isinstance(cell.value, str) and not cell.formula]


@pytest.mark.slow
def test_everywhere_and_back(dipscore, event):
    before, old = cells(event), said(event)
    got = dipscore("rename", "PLAYER 0", NEW, event)
    assert got.status == OK, got.err
    assert "PLAYER 0 is John now, in 4 cells" in got.err  # on two boards, on Players and beside another
    package = Package.read(event)
    assert package.value("Players", "C6") == "John; Player 3"
    assert package.value("Players", "B7") == OLD
    assert [text for text in said(event) if OLD.casefold() in text.casefold() and NEW not in text] == [OLD]
    assert dipscore("undo", event).status == OK
    assert cells(event) == before
    assert {*old} <= {*said(event)}
    assert dipscore("undo", event).status == OK  # what came before it


def test_who_is_not_there_and_who_is_there_twice(dipscore, event):
    before = event.read_bytes()
    for old, new, told in (
        ("Playr 0", NEW, "event.xlsx has no player Playr 0. Did you mean Player 0?"),
        (OLD, "player 3", "Player 0 and player 3 are both on the list of players, in rows 5 and 8."),
    ):
        got = dipscore("rename", old, new, event)
        assert (got.status, got.err.splitlines()[0][: len(told)]) == (FAULTY, told)
    assert dipscore("rename", OLD, " ", event).status == MISUSED
    assert event.read_bytes() == before


def test_two_that_are_one(dipscore, event):
    package = Package.read(event)
    package.set_value("Games", "D2", "Jon")
    package.set_value("Games", "D3", None)  # nobody sits there yet
    package.write()
    assert EventIn(Package.read(event)).unlisted_player_notes == ("Jon is on Games and not on Players.",)
    got = dipscore("rename", "Jon", OLD, event)
    assert (got.status, f"{OLD} has played already" in got.err) == (OK, True)
    assert EventIn(Package.read(event)).unlisted_player_notes == ()


def test_a_name_that_was_changed_on_players_alone_is_told(event):
    package = Package.read(event)
    package.set_value("Players", "A5", "Playr 0")
    (told,) = EventIn(package).unlisted_player_notes
    assert told.endswith('If this is Playr 0: dipscore rename "Player 0" "Playr 0" event.xlsx')
