"""The page's Python without a browser: what it answers, and the files that it gives."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from tests.said import check_said, sentence
from xl_dipscore.hosts.page import build
from xl_dipscore.hosts.page.desk import (
    Desk,
    ListInsteadOfWorkbook,
    NoPlayersChosen,
    NothingGiven,
    NotTyped,
)
from xl_dipscore.hosts.page.states import NothingOpen, NothingToUndo
from xl_dipscore.hosts.vba import put_macros
from xl_dipscore.sheets.xlsx.package import NotAWorkbook, OpenDocument, Package, ProtectedOrOld
from xl_dipscore.workbooks.acts.rebuild import rebuild, rebuild_package
from xl_dipscore.workbooks.acts.season import season
from xl_dipscore.workbooks.layout.event import EventIn

MACROS = "xl/vbaProject.bin"
pytestmark = pytest.mark.usefixtures("new_books")


class Page:
    """A page without a screen: it asks as the JavaScript asks."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.desk = Desk(folder)
        self.last: dict[str, Any] = {}

    def put(self, name: str, data: bytes) -> None:
        (self.folder / "in").mkdir(parents=True, exist_ok=True)
        (self.folder / "in" / name).write_bytes(data)

    def ask(self, request: str, **given: Any) -> dict[str, Any]:
        self.last = json.loads(self.desk.answer(request, json.loads(json.dumps(given))).as_json())
        return self.last

    def open(self, data: bytes, name: str = "spring.xlsx") -> dict[str, Any]:
        self.put(name, data)
        return self.ask("open", name=name)

    def save(self) -> tuple[str, bytes]:
        (path,) = map(Path, self.ask("save")["files"])
        return path.name, path.read_bytes()

    def refused(self, kind: type[Any]) -> None:
        assert self.last["refused"]
        check_said("\n".join(self.last["said"]), kind)


@pytest.fixture
def desk(tmp_path: Path) -> Page:
    return Page(tmp_path / "work")


def test_typed_centres_give_the_file_that_rebuild_writes(desk: Page, small: bytes, tmp_path: Path) -> None:
    board = desk.open(small)["screen"]["boards"][0]
    first, second = (seat["cells"][0] for seat in board["seats"][:2])
    typed = [(first, int(first["value"] or 0) + 1), (second, int(second["value"]) - 1)]
    desk.ask("type", cells=[{"cell": one["cell"], "text": str(count)} for one, count in typed])
    assert not desk.last["open"]["saved"]
    name, data = desk.save()
    package = Package(small)
    for one, count in typed:
        package.set_value(*one["cell"].split("!"), count)
    rebuild_package(package, name)
    assert (name, data) == ("spring 2.xlsx", package.to_bytes())
    assert desk.last["open"]["saved"]
    path = tmp_path / name
    path.write_bytes(data)
    assert rebuild(path).changed == ()


@pytest.mark.slow
def test_a_board_is_explained_with_its_present_cells(desk: Page, played: bytes) -> None:
    """Also in plain formulas, which only our own edits tell that they are out of date."""
    for board in desk.open(played)["screen"]["boards"]:
        seat = board["seats"][2]
        shown = desk.ask("run", word="explain", wishes={}, at=seat["cells"][0]["cell"])["table"]
        lines = {row[0]: row[1:] for row in reversed(shown)}
        assert [lines["Round"][0], lines["Board"][0]] == [board["round"], board["name"]]
        assert lines["France"][:2] == [seat["player"], seat["cells"][0]["value"]]
    assert desk.ask("screen")["open"]["saved"]


def test_saves_are_numbered_and_undo_goes_back_behind_a_save(desk: Page, small: bytes) -> None:
    cell = desk.open(small, "spring 3.xlsx")["screen"]["boards"][0]["seats"][0]["cells"][0]["cell"]
    for count in ("3", "4"):
        desk.ask("type", cells=[{"cell": cell, "text": count}])
        desk.save()
    assert Path(desk.last["files"][0]).name == "spring 5.xlsx"
    desk.ask("undo")
    desk.ask("undo")
    assert desk.last["state"]["name"] == "spring 3.xlsx"
    assert Path(desk.last["state"]["file"]).read_bytes() == small
    assert not desk.last["open"]["saved"]
    (path,) = map(Path, desk.ask("original")["files"])
    assert (path.name, path.read_bytes()) == ("spring 3 as it was.xlsx", small)
    desk.ask("undo")
    desk.refused(NothingToUndo)


def test_what_cannot_be_opened_is_told_and_the_open_workbook_stays(desk: Page, small: bytes) -> None:
    desk.ask("save")
    desk.refused(NothingOpen)
    desk.open(small)
    for data, kind in ((b"MZ", NotAWorkbook), (b"\xd0\xcf\x11\xe0" * 200, ProtectedOrOld)):
        desk.open(data, "other.xlsx")
        desk.refused(kind)
    assert desk.ask("screen")["open"]["name"] == "spring.xlsx"


def test_an_ods_is_refused(desk: Page) -> None:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr("content.xml", "<office/>")
    desk.open(made.getvalue(), "spring.ods")
    desk.refused(OpenDocument)


def test_a_list_is_not_opened(desk: Page) -> None:
    for name in ("results.csv", "PLAYERS.TXT"):
        desk.open(b"Player\nAnn\n", name)
        desk.refused(ListInsteadOfWorkbook)


def test_macros_and_formulas_of_a_director_stay(desk: Page, small: bytes) -> None:
    """Macros byte by byte; formulas as typed, and computed as the command computes them."""
    package = Package(small, "spring.xlsm")
    put_macros(package)
    package.set_part(MACROS, b"\xd0\xcf\x11\xe0, a director's own")
    formulas = {f"L{row}": f"SUM(E{row}:E{row + 6})*{row}" for row in range(2, 22)}
    for cell, formula in formulas.items():
        package.set_formula("Games", cell, formula)
    before = package.to_bytes()
    cell = desk.open(before, "spring.xlsm")["screen"]["boards"][0]["seats"][0]["cells"][0]
    desk.ask("type", cells=[{"cell": cell["cell"], "text": "9"}])
    name, data = desk.save()
    saved, expected = Package(data, name), Package(before, name)
    assert (name, saved.part(MACROS)) == ("spring 2.xlsm", package.part(MACROS))
    assert {ref: saved.cell("Games", ref).formula for ref in formulas} == formulas
    expected.set_value(*cell["cell"].split("!"), 9)
    rebuild_package(expected, name)
    assert data == expected.to_bytes()
    total = sum(int(saved.cell("Games", f"E{row}").value or 0) for row in range(2, 9))
    assert saved.cell("Games", "L2").value == 2 * total


def test_a_formula_is_not_typed_over(desk: Page, small: bytes) -> None:
    desk.open(small)
    desk.ask("type", cells=[{"cell": "Games!I2", "text": "5"}])
    desk.refused(NotTyped)


def test_an_item_that_needs_a_file_asks_for_it(desk: Page, small: bytes) -> None:
    desk.open(small)
    desk.ask("run", word="take_in", wishes={})
    desk.refused(NothingGiven)


def test_the_page_needs_the_pyodide_whose_texts_it_replaces(tmp_path: Path) -> None:
    with pytest.raises(build.NoPyodide, match=sentence(build.NoPyodide, version=build.PYODIDE)):
        build.page(tmp_path)
    for name in ("pyodide.asm.wasm", "pyodide.mjs", "pyodide.asm.mjs"):
        (tmp_path / name).write_text("export default nothing;")
    (tmp_path / "package.json").write_text(json.dumps({"version": build.PYODIDE, "license": "MPL-2.0"}))
    with pytest.raises(build.PyodideDiffers):
        build.page(tmp_path)


@pytest.mark.slow
def test_several_files_of_an_item_are_one_zip(desk: Page, played: bytes) -> None:
    desk.open(played)
    desk.ask("run", word="export", wishes={"what": "wdd"})
    (path,) = map(Path, desk.last["files"])
    assert path.suffix == ".zip"
    assert len(zipfile.ZipFile(path).namelist()) > 1
    assert desk.last["open"]["saved"]


@pytest.mark.slow
def test_players_are_marked_away_and_the_draw_says_who_sits_out(desk: Page, played: bytes) -> None:
    """The items that a spreadsheet program runs on selected rows get the players chosen on the page."""
    players = desk.open(played) and desk.ask("form", word="away")["players"]
    desk.ask("run", word="away", wishes={"round_": "2"}, players=[])
    desk.refused(NoPlayersChosen)
    desk.ask("run", word="away", wishes={"round_": "2"}, players=[0, 3])
    assert desk.last["said"][:2] == [f"{players[n]} is away in round 2." for n in (0, 3)]
    assert desk.last["open"]["undo"] == "Players Away or Here"


@pytest.mark.slow
def test_a_season_shows_its_players(desk: Page, played: bytes, tmp_path: Path) -> None:
    (tmp_path / "spring.xlsx").write_bytes(played)
    season([tmp_path / "spring.xlsx"], tmp_path / "season.xlsx", "TDF", {}, act=None)
    screen = desk.open((tmp_path / "season.xlsx").read_bytes(), "season.xlsx")["screen"]
    assert screen["standings"][0][:3] == ["Rank", "Player", "Total"]
    assert len(screen["standings"]) == 1 + len(EventIn(Package(played)).table.rows)
