"""The declarations of sheets, and the drop-downs of Players beside columns that are added later."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from openpyxl import Workbook
from openpyxl.utils import get_column_letter as letter
from openpyxl.worksheet.cell_range import CellRange
from openpyxl.worksheet.worksheet import Worksheet

from xl_dipscore.rules.system import find
from xl_dipscore.tables.cells.columns import PEOPLE, Heading
from xl_dipscore.workbooks.author import by_functions, players, style
from xl_dipscore.workbooks.author.plan import Plan
from xl_dipscore.workbooks.author.sheets import KINDS, all_sheets, sheets_of

PLANS = {
    "rounds": Plan(find("SOS"), 2, 1),
    "teams": Plan(find("SOS"), 2, 1, teams=True),
    "league": Plan(find("SOS"), 1, 2, league=True),
    "league of teams": Plan(find("SOS"), 1, 2, league=True, teams=True),
}


def test_sheets_are_declared_once() -> None:
    declared = all_sheets()
    for fact in ("name", "place", "turn"):
        facts = [getattr(one, fact) for one in declared]
        assert len(facts) == len({*facts}), fact
    assert {*declared} == {one for plan in PLANS.values() for kind in KINDS for one in sheets_of(plan, kind)}
    assert {one.colour for one in declared} == {style.TYPED, style.COMPUTED, style.FURTHER}
    assert [one.name for one in declared if not one.sentence] == ["Guide"]


def headings_of(sheet: Worksheet, areas: Iterable[CellRange]) -> set[str]:
    """The headings above some cells."""
    top = players.ROSTER_TOP
    columns = (column for area in areas for column in range(area.min_col, area.max_col + 1))
    return {str(sheet.cell(top, column).value) for column in columns}


@pytest.mark.parametrize("name", PLANS)
def test_drop_downs_of_players_find_their_columns(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Wherever a line of PEOPLE puts a column: first, in the middle, or last."""
    plan, people = PLANS[name], list(PEOPLE)
    for n, place in enumerate((0, len(people) // 2, len(people)), 1):
        people.insert(place + n - 1, Heading(f"more {n}", "player"))
    monkeypatch.setattr(players, "PEOPLE", people)
    book = Workbook()
    sheet = book.create_sheet("Players")
    players.players(sheet, by_functions.FunctionCells(book, plan))
    headings = [str(cell.value) for cell in sheet[players.ROSTER_TOP]]
    assert {"More 1", "More 2", "More 3"} < {*headings}
    assert headings[0] == "Player"
    here = {heading for heading in headings if heading.startswith("Here")}
    lists = sheet.data_validations.dataValidation
    found = {one.promptTitle: headings_of(sheet, one.sqref.ranges) for one in lists}
    assert found == {"Here": here, **({"Guest": {"Guest"}} if plan.league else {})}
    names = {"Roster": "Player", "Teams": "Team", "Guests": "Guest"}
    for defined, heading in names.items():
        if heading in headings:
            at = letter(1 + headings.index(heading))
            assert book.defined_names[defined].attr_text.startswith(f"Players!${at}$"), defined
