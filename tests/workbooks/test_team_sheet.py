"""A workbook with teams: typed on Players, shown on Games, and their table on a sheet of its own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import openpyxl
import pytest

from tests import games
from tests.said import check_refused
from tests.sheets.books import saved, values
from xl_dipscore.cli.app import OnlyFor
from xl_dipscore.rules.system import find
from xl_dipscore.rules.tournament.teams import team_rule
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.tables.cells.games import read_games
from xl_dipscore.tables.functions.events import dip_teams
from xl_dipscore.workbooks.acts import new as making
from xl_dipscore.workbooks.acts.fill import fill
from xl_dipscore.workbooks.acts.new import create_from
from xl_dipscore.workbooks.acts.rebuild import rebuild_package
from xl_dipscore.workbooks.acts.regenerate import regenerate_file
from xl_dipscore.workbooks.author import Plan, make
from xl_dipscore.workbooks.author.front import OF_TEAMS
from xl_dipscore.workbooks.layout.event import EventIn

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("new_books")]

OK, MISUSED = 0, 2
RULE = {"team rule": "best 3 per round", "team size": 4, "team missing": "lowest"}
TEAM_OF = {line[3]: team for line, team in zip(games.event()[1:15], ["Reds", "Blues"] * 7, strict=True)}
TEAM_OF["Zoë"] = ""


@pytest.fixture(scope="module")
def new(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("teams") / "event.xlsx"
    making.create(path, Plan(find("DCC"), 2, 2, options=RULE, teams=True))
    return path


@pytest.fixture(scope="module")
def played(new: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """With a team for each player, typed on Players before the boards are filled in."""
    path = tmp_path_factory.mktemp("played") / "event.xlsx"
    package = Package.read(new)
    for row, (player, team) in enumerate(TEAM_OF.items(), 5):
        package.set_value("Players", f"A{row}", player)
        package.set_value("Players", f"B{row}", team or None)
    path.write_bytes(package.to_bytes())
    fill(path, read_games(games.event()).games)
    return path


def shown(path: Path) -> list[list[Any]]:
    """The table of teams, without what looks empty."""
    book = openpyxl.load_workbook(path, data_only=True)
    rows = [
        ["" if cell is None else cell for cell in row] for row in book["Teams"].iter_rows(4, values_only=True)
    ]
    return [row for row in rows if any(row)]


def test_the_table_is_that_of_the_function(played: Path) -> None:
    listed = [[*games.HEADER, "team"], *([*row, TEAM_OF[row[3]]] for row in games.event()[1:])]
    table = dip_teams("DCC", listed, [*map(list, RULE.items()), ["rounds", 2]])
    found = shown(played)
    assert found[0] == ["Rank", "Team", "Total", "R1", "R2", "Counted", "Dropped"]
    assert [row[1] for row in found[1:]] == [row[1] for row in table[1:]]
    for row, expected in zip(found[1:], table[1:], strict=True):
        assert row == pytest.approx(expected) if not isinstance(row[2], str) else row == expected


def test_games_shows_the_team_of_each_player(played: Path) -> None:
    book = openpyxl.load_workbook(played, data_only=True)
    (header, *rows) = book["Games"].iter_rows(values_only=True)
    player, team = header.index("Player"), header.index("Team")
    assert [(row[player], row[team] or "") for row in rows] == [
        (row[3], TEAM_OF[row[3]]) for row in games.event()[1:]
    ]


def test_another_team_on_players_is_another_table(played: Path, tmp_path: Path) -> None:
    path = tmp_path / "event.xlsx"
    package = Package.read(played)
    package.set_value("Players", "B5", "Greens")
    assert rebuild_package(package, path).not_computed == ()
    path.write_bytes(package.to_bytes())
    assert "Greens" in [row[1] for row in shown(path)]


def test_who_is_in_no_team_is_a_problem_to_check(played: Path) -> None:
    assert "These players are in no team: Zoë." in values(played, "Problems", "B5:B20")


def test_teams_come_out_again(played: Path) -> None:
    found = EventIn(Package.read(played)).game_extract
    assert found.faults == []
    assert {seat.player: seat.team for game in found.game_list.games for seat in game.seats} == TEAM_OF


def test_teams_of_a_list_of_players_where_games_has_none(played: Path) -> None:
    package = Package.read(played)
    package.set_value("Games", "E1", "Side")
    assert {
        seat.player: seat.team
        for game in EventIn(package).game_extract.game_list.games
        for seat in game.seats
    } == TEAM_OF
    package.set_value("Players", "A20", "Player 0")
    package.set_value("Players", "B20", "Greens")
    (twice,) = EventIn(package).game_extract.faults
    assert twice.sentence == "Player 0 is listed twice, with the teams Reds and Greens."
    assert twice.place.endswith("Players row 20, column Team")


@pytest.mark.calc
def test_it_grows(new: Path, tmp_path: Path) -> None:
    path = tmp_path / "more.xlsx"
    create_from(new, path, find("DCC"), rounds=4, boards=3)
    assert [row[3:7] for row in shown(path)[:1]] == [["R1", "R2", "R3", "R4"]]
    package = Package.read(path)
    for row, player in enumerate(TEAM_OF, 5):
        package.set_value("Players", f"A{row}", player)
        package.set_value("Players", f"B{row}", "Reds")
    path.write_bytes(package.to_bytes())
    report = fill(
        path, read_games([games.HEADER, *games.rows(4, "C", games.CLOCK, players=[*TEAM_OF][:7])]).games
    )
    assert report.not_computed == ()
    assert [row[1] for row in shown(path)] == ["Team", "Reds"]


def test_what_setup_suggests_is_known() -> None:
    words, _ = OF_TEAMS["team rule"]
    assert [team_rule(word).name for word in words] == [*words]


def test_a_workbook_without_teams_has_nothing_of_them() -> None:
    book = make(Plan(find("DCC"), 2, 2))
    assert "Teams" not in book.sheetnames
    assert [cell.value for cell in book["Players"][4][:3]] == ["Player", "Club", "Apart"]
    assert not [
        row for row in book["Setup"].iter_rows(max_col=1, values_only=True) if str(row[0]).startswith("team")
    ]
    assert "Team" not in [cell.value for cell in book["Games"][1]]


def test_on_the_command_line(dipscore: Any) -> None:
    assert dipscore("new", "SOS", "new.xlsx", "--teams", "--set", "team rule=mean").status == OK
    got = dipscore("new", "SOS", "plain.xlsx", "--teams", "--host", "native")
    assert got.status == MISUSED
    assert got.err == "The table of teams has no form in cells: leave out --teams, or --host native.\n"
    got = dipscore("new", "SOS", "a.xlsx", "--set", "team rule=sum")
    check_refused(got, OnlyFor, options="team rule", flag="--teams")
    assert (
        "There is no rule 'most'"
        in dipscore("new", "SOS", "a.xlsx", "--teams", "--set", "team rule=most").err
    )
    got = dipscore("new", "SOS", "a.xlsx", "--template", "new.xlsx", "--teams")
    assert "A template has its own sheets: leave --teams out." in got.err
    assert {path.name for path in Path().glob("*.xlsx")} == {"new.xlsx"}


def test_a_column_of_teams_in_a_workbook_of_a_directors_own(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    sheet = book.worksheets[0]
    for row in [[*games.HEADER, "Team"], *([*row, None] for row in games.rows(1, "A", [None] * 7))]:
        sheet.append(row)
    path = saved(book, tmp_path)
    listed = [
        [*games.HEADER, "team"],
        *([*row, "Reds"] for row in games.rows(1, "A", games.CLOCK, players="abcdefg")),
    ]
    fill(path, read_games(listed).games)
    assert [seat.team for seat in EventIn(Package.read(path)).game_extract.game_list.games[0].seats] == [
        "Reds"
    ] * 7


def test_teams_of_a_games_file_go_to_the_list_of_players(new: Path, played: Path, tmp_path: Path) -> None:
    path = tmp_path / "event.xlsx"
    path.write_bytes(new.read_bytes())
    listed = [[*games.HEADER, "team"], *([*row, TEAM_OF[row[3]]] for row in games.event()[1:])]
    assert fill(path, read_games(listed).games).notes == ()
    assert shown(path) == shown(played)
    assert openpyxl.load_workbook(path)["Games"]["E2"].value.startswith("=IF(D2")
    other = [[*row[:-1], "Greens"] if row[3] == "Player 0" else row for row in listed]
    assert fill(path, read_games(other).games).notes == ("Player 0, Team: Reds -> Greens",)
    assert "Greens" in [row[1] for row in shown(path)]


def test_poured_into_a_new_one(new: Path, played: Path, tmp_path: Path) -> None:
    """A workbook without a place for teams says so."""
    done = regenerate_file(played, template=new, folder=tmp_path)
    assert done.moved == ()
    assert shown(done.path) == shown(played)
    plain = tmp_path / "plain.xlsx"
    making.create(plain, Plan(find("DCC"), 2, 2))
    package = Package.read(played)
    package.set_value("Games", "E1", "Side")
    old = tmp_path / "old.xlsx"
    old.write_bytes(package.to_bytes())
    (tmp_path / "b").mkdir()
    notes = regenerate_file(old, template=plain, folder=tmp_path / "b").notes
    assert "Not carried over: the column Team of the players; the template has none." in notes
