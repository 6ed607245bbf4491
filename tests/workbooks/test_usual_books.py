"""Lists as directors keep them in workbooks: usual headings and words, whole columns, hidden letters."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import openpyxl
import pytest
from openpyxl.worksheet.table import Table

from xl_dipscore.rules.board import POWERS
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.tables.cells.games import read_games
from xl_dipscore.workbooks.acts.fill import fill
from xl_dipscore.workbooks.acts.misfits import NotABoard
from xl_dipscore.workbooks.acts.rebuild import rebuild_package
from xl_dipscore.workbooks.layout.boards import HiddenCharacters
from xl_dipscore.workbooks.layout.event import EventIn

COUNTS = (0, 13, 10, 3, 8, 0, 0)
STATUS = ("Eliminated", "Drawn", "Drawn", "Drawn", "Survived", "Eliminated", "Eliminated")
PLAIN = Path(__file__).parents[2] / "templates" / "anywhere" / "c-diplo.xlsx"


@pytest.fixture
def listed(tmp_path: Path) -> Path:
    """A board under other headings, with names in two columns."""
    book = openpyxl.Workbook()
    sheet = book.worksheets[0]
    sheet.append(
        ["Round #", "Board No.", "Great Power", "First Name", "Surname", "Final SCs", "Status", "SC count"]
    )
    for name, first, count, status in zip(POWERS, "ABCDEFG", COUNTS, STATUS, strict=True):
        sheet.append(["R1", "A", name[:3].upper(), first, "Lee", count, status, 7])
    book.save(tmp_path / "mine.xlsx")
    return tmp_path / "mine.xlsx"


def test_usual_headings_are_read_and_what_is_not_is_told(listed: Path, dipscore: Any) -> None:
    found = EventIn(Package.read(listed)).game_extract
    (game,) = found.game_list.games
    assert (game.round, game.name, game.faults) == (1, "A", ())
    assert game.board is not None
    assert (game.board.centres, game.board.draw) == (COUNTS, {1, 2, 3})
    assert [seat.player for seat in game.seats] == [f"{first} Lee" for first in "ABCDEFG"]
    assert "'SC count'" in str(found.unread)
    assert dipscore("import", "mine.xlsx", "-o", "games.csv").status == 0
    with (listed.parent / "games.csv").open() as file:
        rows = [line.rstrip("\n").split(",") for line in file]
    (same,) = read_games(rows).games
    assert (same.board, same.seats) == (game.board, game.seats)


def test_fill_leaves_words_that_say_the_same(listed: Path) -> None:
    before = {place: cell.value for place, cell in Package.read(listed).sheet("Sheet").cells.items()}
    counts = (0, 12, 11, 3, 8, 0, 0)
    header = ["round", "board", "power", "player", "centres", "draw"]
    rows = [
        [1, "A", name, f"{first} Lee", count, "x" if status == "Drawn" else ""]
        for name, first, count, status in zip(POWERS, "ABCDEFG", counts, STATUS, strict=True)
    ]
    fill(listed, read_games([header, *rows]).games)
    after = {place: cell.value for place, cell in Package.read(listed).sheet("Sheet").cells.items()}
    changed = {place for place in before | after if before.get(place) != after.get(place)}
    assert changed == {(3, 6), (4, 6)}, "the two counts"


@pytest.mark.parametrize("area", ["B:B", "Results[[#All],[Centres]]", "B2:B9"])
def test_a_score_of_a_whole_column_is_told(tmp_path: Path, area: str) -> None:
    book = openpyxl.Workbook()
    sheet = book.worksheets[0]
    for row in [["Power", "Centres"], *map(list, zip(POWERS, COUNTS, strict=True))]:
        sheet.append(row)
    sheet.add_table(Table(displayName="Results", ref="A1:B8"))
    sheet["D2"], sheet["E2"] = f"=DCC_SCORE({area})", "=DCC_SCORE(B2:B8)"
    book.save(tmp_path / "mine.xlsx")
    report = rebuild_package(Package.read(tmp_path / "mine.xlsx"), "mine.xlsx", engine="python")
    told = [note for note in report.notes if "D2" in note]
    assert len(told) == 1
    assert told[0].endswith(
        str(NotABoard(sheet="Sheet", cell="D2", area="", example="B2:B8")).partition("; ")[2]
    )
    assert not any("E2" in note for note in report.notes)


def test_names_that_only_formulas_take_apart_are_told_where_formulas_are_plain() -> None:
    package = Package.read(PLAIN)
    (home,) = EventIn(package).check_sheets()
    column = openpyxl.utils.get_column_letter(home.columns["player"])
    rows = sorted(home.rows)[:14]
    for row, name in zip(rows, ("José", "Jose\u0301", "Ann", "Ann\u200b", *"abcdefghij"), strict=True):
        package.set_value(home.name, f"{column}{row}", name)
    found = [one for one in EventIn(package).unread if isinstance(one, HiddenCharacters)]
    assert [one.facts["player"] for one in found] == ["José"], "formulas take out what has no width"
    assert found[0].facts["other"] == f"{home.name}!{column}{rows[1]}"
