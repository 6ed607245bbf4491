"""The declarations of sheets, and the drop-downs of Players beside columns that are added later."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest
from openpyxl import Workbook
from openpyxl.utils import get_column_letter as letter
from openpyxl.worksheet.cell_range import CellRange
from openpyxl.worksheet.worksheet import Worksheet

from tests import games
from xl_dipscore.rules.system import find
from xl_dipscore.tables.cells.columns import PEOPLE, Heading
from xl_dipscore.tables.cells.games import read_games
from xl_dipscore.workbooks import author
from xl_dipscore.workbooks.acts.fill import put_games
from xl_dipscore.workbooks.acts.rebuild import rebuild_package
from xl_dipscore.workbooks.author import by_functions, make_package, players, style
from xl_dipscore.workbooks.author.plan import Plan
from xl_dipscore.workbooks.author.sheets import KINDS, EventCells, Kind, SheetKind, all_sheets, sheets_of
from xl_dipscore.workbooks.layout.event import EventIn

PLANS = {
    "rounds": Plan(find("SOS"), 2, 1),
    "teams": Plan(find("SOS"), 2, 1, teams=True),
    "league": Plan(find("SOS"), 1, 2, league=True),
    "league of teams": Plan(find("SOS"), 1, 2, league=True, teams=True),
}


def test_sheets_are_declared_once() -> None:
    declared = all_sheets()
    for fact in ("name", "place"):
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


def averages(sheet: Worksheet, of: EventCells) -> None:
    """Write each player's games, mean score, rule's score, and last centres on board A of round 1."""
    for row, name in enumerate(ODD, 1):
        sheet.cell(row, 1, name).data_type = "s"
        player = of.of_player(f"$A{row}")
        sheet.cell(row, 2, f'=COUNTIFS({player},{of.counts},">-1E+99")')
        sheet.cell(row, 3, f"=SUMIFS({of.counts},{player})")
        sheet.cell(row, 4, f"=SUMIFS({of.score},{player})")
        sheet.cell(row, 5, f'=SUMIFS({of.centres},{player},{of.round},1,{of.board},"B")')
        sheet.cell(row, 6, f"={of.count_games(f'$A{row}')}")


ODD = ["=1+1", "@x", "Jo*", "a~b", ">5", "Zoë", "O'Brien", "nobody"]
"""The second table of `games.event()`, and a name that is not there."""


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_one_writer_serves_both_kinds(kind: Kind, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Its references and conditions find the same cells; a name that looks like a condition is a name."""
    more = SheetKind("Averages", "Means.", 200, averages)
    monkeypatch.setattr(author, "sheets_of", lambda *plan: [*sheets_of(*plan), more])
    package = make_package(author.make(Plan(find("SOS"), 2, 2), kind))
    played = read_games(games.event()).games
    put_games(EventIn(package), played)
    assert rebuild_package(package, tmp_path / "event.xlsx").not_computed == ()
    boards = [(game, game.board, [seat.player for seat in game.seats]) for game in played]
    for row, name in enumerate(ODD, 1):
        mine = [(game, board, seats.index(name)) for game, board, seats in boards if name in seats]
        scores = sum(find("SOS")(board).totals[seat] for _, board, seat in mine)
        owned = [board.centres[seat] for game, board, seat in mine if (game.round, game.name) == (1, "B")]
        shown = [package.value("Averages", f"{column}{row}") for column in "BCDEF"]
        assert shown == pytest.approx([len(mine), scores, scores, sum(owned), len(mine)]), name
