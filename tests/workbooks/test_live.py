"""The menu's items do the same to a file and to the cells of an open program."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterable
from datetime import date
from io import BytesIO
from pathlib import Path
from typing import get_args

import openpyxl
import pytest
from openpyxl.worksheet.formula import ArrayFormula
from openpyxl.worksheet.worksheet import Worksheet
from typer.testing import CliRunner

from tests.opened import opened
from tests.said import check_said
from tests.samples import every_fourth
from tests.workbooks.own_books import LAYOUTS, made
from xl_dipscore.cli.commands import app
from xl_dipscore.errors import IS_IT_WRONG, Fault
from xl_dipscore.rules.board import POWERS
from xl_dipscore.rules.seating.attendance import NotSevens
from xl_dipscore.rules.system import OptionOutOfRange, UnknownSystem, find
from xl_dipscore.sheets.xlsx.formula import address, position, reference
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.tables.cells.dates import NoRoundNoDate
from xl_dipscore.tables.cells.games import read_games
from xl_dipscore.tables.exchange.writers import writers
from xl_dipscore.workbooks.acts import new
from xl_dipscore.workbooks.acts.fill import fill
from xl_dipscore.workbooks.acts.log import Act
from xl_dipscore.workbooks.acts.seat import NoBoardToKeep, NoSuchEvening
from xl_dipscore.workbooks.author import Plan, make, make_package, templates_folder
from xl_dipscore.workbooks.author.sheets import KINDS as KINDS_OF_WORKBOOKS
from xl_dipscore.workbooks.author.sheets import Kind
from xl_dipscore.workbooks.layout.boards import OwnLayout
from xl_dipscore.workbooks.layout.event import EventIn
from xl_dipscore.workbooks.layout.games import NoGamesSheet, Slot
from xl_dipscore.workbooks.layout.marks import sheets_of_results
from xl_dipscore.workbooks.layout.setup import Setup
from xl_dipscore.workbooks.live.book import CellEdit
from xl_dipscore.workbooks.live.items.check import NoBoardHere
from xl_dipscore.workbooks.live.items.draw import SEATS
from xl_dipscore.workbooks.live.items.people import NoPlayersSelected
from xl_dipscore.workbooks.live.items.publish import Kinds
from xl_dipscore.workbooks.live.menu import Done, Selected, Wish, item_of, items

pytestmark = pytest.mark.usefixtures("new_books")

EXAMPLES = sorted((templates_folder() / "examples").rglob("*.xlsx"))
SHIPPED = [
    templates_folder() / f"{name}.xlsx"
    for name in (
        *("any-system", "league", "anywhere/conquest", "examples/any-system", "examples/dcc-final-game"),
        *("examples/mystery", "examples/conquest", "examples/anywhere/custom-system"),
    )
]
"""One of each kind, new or played: any system, evenings, a final, facts, fewer powers, plain formulas."""
KINDS = [pytest.param(one, marks=[pytest.mark.slow] if one != "text" else []) for one in get_args(Kinds)]
CLOCK = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d")


def done_in(source: Path | bytes, word: str, **wishes: object) -> Done:
    """Run an item on the file and on its open cells, and compare: the same edits, words and place."""
    packages = [Package.read(source), Package.read(source)]
    answers = [item_of(word).run(book, **wishes) for book in (packages[0], opened(packages[1]))]
    first, second = ((timeless(one.edits), one.said, one.table, one.go, one.refused) for one in answers)
    assert first == second
    return answers[1]


def timeless(edits: Iterable[CellEdit]) -> list[CellEdit]:
    """A minute may pass between two commands."""
    texts = ((one, one.value) for one in edits)
    return [
        one._replace(value=CLOCK.sub("now", value)) if isinstance(value, str) else one for one, value in texts
    ]


def after(source: Path | bytes, done: Done) -> bytes:
    """The workbook after these edits."""
    package = Package.read(source)
    for one in done.edits:
        package.set_value(one.sheet, one.ref, one.value)
    return package.to_bytes()


@pytest.fixture(scope="module")
def event(tmp_path_factory) -> Path:
    """Three rounds of two boards for fourteen players; the first has results."""
    path = tmp_path_factory.mktemp("live") / "event.xlsx"
    new.create(path, Plan(find("DCC"), rounds=3, boards=2))
    header = ["round", "board", "power", "player", "centres", "draw", "eliminated", "year"]
    rows = [
        [1, board, power, f"{board}. {power}", centres, None, None, 1908]
        for board in "AB"
        for power, centres in zip(POWERS, (10, 7, 6, 5, 3, 2, 1), strict=True)
    ]
    fill(path, read_games([header, *rows]).games, act=Act("fill", "round-1.csv"))
    return path


def test_a_draw(event: Path) -> None:
    form = item_of("draw_round").initial_values(Package.read(event))
    assert form["round_"] == 2
    done = done_in(event, "draw_round", **form, seed=7, who="Ann")
    games = [one for one in done.edits if one.sheet == "Games"]
    assert len({one.value for one in games}) == 14
    assert [row[0] for row in done.table] == ["Board", "A", "B"]
    assert {row[0]: row[1:] for row in done.table}["A"] == tuple(one.value for one in games[:7])
    assert {"seat", "Ann"} <= {one.value for one in done.edits if one.sheet == "Log"}


@pytest.mark.slow
def test_a_draw_again_that_keeps_a_board(event: Path) -> None:
    drawn = after(event, done_in(event, "draw_round", round_=2, seed=7))
    form = item_of("draw_again").initial_values(Package.read(drawn))
    assert (form["round_"], form["keep"]) == (2, "")
    done = done_in(drawn, "draw_again", **form | {"keep": "board a", "seed": 8})
    old = {(one.ref): one.value for one in done_in(event, "draw_round", round_=2, seed=7).edits}
    changed = [one for one in done.edits if one.sheet == "Games"]
    assert changed
    assert all(one.old == old[one.ref] for one in changed)
    kept = list(old)[:7]
    assert not {one.ref for one in changed} & {*kept}


def test_results_are_never_drawn_over(event: Path) -> None:
    done = done_in(event, "draw_again", round_=1, keep="", seed=1)
    assert done.refused
    assert not done.edits
    assert "Board" in done.said[0]
    assert "results" in done.said[0]


def test_a_board_that_is_to_stay_must_be_there(event: Path) -> None:
    done = done_in(event, "draw_again", round_=2, keep="X", seed=1)
    assert done.refused
    assert NoBoardToKeep(round="Round 2", board="X", boards="A and B").sentence in done.said[0]


@pytest.mark.slow
def test_what_to_do_in_the_form_where_players_make_no_sevens(event: Path) -> None:
    """One too many for two boards: the form takes who sits out, by name or as proposed."""
    package = Package.read(event)
    package.set_value("Players", "A19", "Late")
    crowded = package.to_bytes()
    done = done_in(crowded, "draw_round", round_=2, seed=7)
    assert done.refused
    labels = {wish.label for wish in item_of("draw_round").wishes}
    assert NotSevens.in_menu in done.said[0]
    assert {"Away", "Sit out"} <= labels
    assert all(label in NotSevens.in_menu for label in ("Away", "Sit out"))
    assert "--" not in done.said[0]
    for wishes in ({"away": "Late"}, {"sit_out": True}):
        assert not done_in(crowded, "draw_round", round_=2, seed=7, **wishes).refused


def test_publish_refuses_before_it_asks_for_a_folder() -> None:
    """A host asks the item for its form first; that of a workbook without games cannot be had."""
    made = BytesIO()
    openpyxl.Workbook().save(made)
    with pytest.raises(NoGamesSheet):
        item_of("publish").initial_values(Package(made.getvalue(), "empty.xlsx"))


def test_an_own_layout_is_explained_and_refused_before_a_form(tmp_path: Path) -> None:
    """C-Diplo of 9-8-7-5-3-2-0: 1 for taking part, 1 a centre, and 38, 14 and 7 for the first places."""
    counts = (9, 8, 7, 5, 3, 2, 0)
    book = openpyxl.Workbook()
    sheet = book.worksheets[0]
    for row in (["Ronde 1"], ["Table 1", *[None] * 5, "Table 2"], ["Pays", "Joueur", "Centres", "Score"]):
        sheet.append(row if len(row) != 4 else [*row, None, None, *row])
    for power, n in zip(POWERS, counts, strict=True):
        sheet.append([power, f"1 {power}", n, None, None, None, power, f"2 {power}", n])
    for counted, score in (("C4:C10", "D4:D10"), ("I4:I10", "J4:J10")):
        sheet[score[:2]] = ArrayFormula(score, f"=CDIPLO_SCORE({counted})")
    book.save(tmp_path / "mine.xlsx")
    opened_ = opened(Package.read(tmp_path / "mine.xlsx"))
    done = item_of("explain").run(opened_, at=Selected("Sheet", 6, 10))
    table = done.table
    places = (38, 14, 7, 0, 0, 0, 0)
    assert table[-1][1:] == [str(1 + n + place) for n, place in zip(counts, places, strict=True)]
    assert done.said == [IS_IT_WRONG]
    for word in ("publish", "draw_round", "away", "more_boards"):
        with pytest.raises(OwnLayout):
            item_of(word).initial_values(opened_)


@pytest.mark.slow
def test_many_costs_are_told_as_their_sums(event: Path) -> None:
    """Fourteen people on two boards again: 42 pairs at most meet; Seats lists them."""
    drawn = after(event, done_in(event, "draw_round", round_=2, seed=7))
    done = done_in(drawn, "draw_round", round_=3, seed=7)
    assert any(line.startswith("Meetings again: ") for line in done.said)
    assert not [line for line in done.said if "meet again" in line]
    assert any(SEATS in line for line in done.said)


@pytest.mark.slow
def test_more_boards_are_put_into_a_file_only(event: Path) -> None:
    package = Package.read(event)
    for row in range(19, 26):
        package.set_value("Players", f"A{row}", f"New {row}")
    crowded = package.to_bytes()
    asked = item_of("draw_round").run(opened(Package.read(crowded)), round_=2, seed=1)
    assert not asked.edits
    assert asked.why_file == "Round 2 needs 1 more board."
    done = item_of("draw_round").run(Package.read(crowded), round_=2, seed=1)
    assert done.book is not None
    assert [row[0] for row in done.table] == ["Board", "A", "B", "C"]
    assert len(EventIn(done.book).slots) == 7


def test_taking_back(event: Path) -> None:
    done = done_in(event, "take_back")
    assert re.fullmatch(r"Taken back: fill of \S+ \S+ \(round-1\.csv\)\.", done.said[0])
    counts = [one for one in done.edits if one.sheet == "Games" and one.ref[0] == "E"]
    assert [one.old for one in counts] == 2 * [10, 7, 6, 5, 3, 2, 1]
    assert {one.value for one in counts} == {None}
    assert done_in(after(event, done), "take_back").refused


@pytest.mark.slow
def test_check_goes_from_one_problem_to_the_next(event: Path) -> None:
    right = next(path for path in EXAMPLES if path.stem == "dcc-league")
    assert done_in(right, "check", at=None).said == ["Nothing is wrong."]
    package = Package.read(event)
    package.set_value("Games", "E2", 35)
    package.set_value("Games", "E10", "many")
    wrong = package.to_bytes()
    first = done_in(wrong, "check", at=Selected("Guide", 1, 1))
    assert first.go == Selected("Games", 2, 5)
    assert first.said[0].startswith("1 of ")
    second = done_in(wrong, "check", at=first.go)
    assert second.go == Selected("Games", 10, 5)
    assert done_in(wrong, "check", at=second.go).go != second.go


def test_a_score_is_explained_where_it_is_selected(event: Path) -> None:
    done = done_in(event, "explain", at=Selected("Games", 12, 13))
    assert [one.value for one in done.edits] == ["B", "B. Germany"]  # round 1 stands there already
    assert done.go is not None
    assert done.go.sheet == "Explain"
    assert done_in(event, "explain", at=Selected("Games", 1, 13)).said == [str(NoBoardHere())]


@pytest.mark.slow
@pytest.mark.parametrize("path", every_fourth(SHIPPED), ids=lambda path: "/".join(path.parts[-3:]))
def test_file_and_open_cells_in_each_workbook(path: Path) -> None:
    package = Package.read(path)
    slot = EventIn(package).slots[-1]
    done_in(path, "check", at=None)
    done_in(path, "take_back")
    done_in(path, "explain", at=Selected(slot.home.name, slot.rows[3], 1))
    for word in ("draw_round", "draw_again"):
        done_in(path, word, **item_of(word).initial_values(package), seed=3)


@pytest.mark.slow
@pytest.mark.parametrize("layout", LAYOUTS)
def test_file_and_open_cells_in_a_layout_of_a_directors_own(layout: str, tmp_path: Path) -> None:
    """Refusals too are word for word the same."""
    path = made(layout, tmp_path / "mine.xlsx")
    for word, wishes in (("check", {}), ("draw_round", {"round_": 1}), ("take_back", {}), ("rename", {})):
        done_in(path, word, **wishes)


def test_an_item_declares_its_form() -> None:
    assert [one.title for one in items()][:2] == ["Draw a Round", "Draw Again, Keeping"]
    assert len({one.order for one in items()}) == len(items())
    for one in items():
        assert one.help
        assert all(isinstance(wish, Wish) and wish.help for wish in one.wishes), one.word


LIBRARIES = {"openpyxl", "typer", "rich", "jinja2", "xlwings", "olefile", "lxml"}
ALONE = f"""
import sys
from io import BytesIO
from pathlib import Path

class Nothing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {LIBRARIES!r}:
            raise ImportError(name)

sys.meta_path.insert(0, Nothing())
from xl_dipscore.workbooks.live.menu import Selected, items
from xl_dipscore.sheets.xlsx.package import Package

class Program:
    def file(self):
        return Package.read(sys.argv[1])
    def publish(self, folder, *, replace):
        return [str(folder)]
    def path(self):
        return Path(sys.argv[1])
    def attach(self, package):
        return ["attached"]

for one in items():
    given = {{"at": Selected("Games", 2, 1), "host": Program(), "folder": Path(sys.argv[2])}}
    given["file"] = Path("games.csv")
    form = one.initial_values(Package.read(sys.argv[1])) | {{k: v for k, v in given.items() if one.needs(k)}}
    print(one.word, one.run(Package.read(sys.argv[1]), **form).said)
"""


@pytest.mark.slow
def test_every_item_needs_python_alone(event: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-c", ALONE, event, tmp_path]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    assert [line.split()[0] for line in ran.stdout.splitlines()] == [one.word for one in items()]


def test_results_are_taken_in_from_a_file(event: Path, tmp_path: Path) -> None:
    lines = ["round,board,power,player,centres,year"]
    lines += [
        f"2,A,{power},A. {power},{n},1907" for power, n in zip(POWERS, (9, 8, 7, 5, 3, 2, 0), strict=True)
    ]
    lines += [f"2,B,{power},B. {power},9,1907" for power in POWERS]
    file = tmp_path / "round-2.csv"
    file.write_text("\n".join(lines))
    asked = done_in(event, "take_in", file=file)
    assert (asked.refused, asked.question, asked.edits) == (True, "Take in the rest, 1 board?", ())
    assert asked.asked == [*asked.said, asked.question]
    done = done_in(event, "take_in", file=file, agreed=True)
    centres = [one.value for one in done.edits if one.sheet == "Games" and one.ref[0] == "E"]
    assert centres == [9, 8, 7, 5, 3, 2, 0]
    assert "1 board filled." in done.said
    assert any("63" in line for line in asked.said)


@pytest.mark.slow
def test_a_list_of_players_is_taken_in(event: Path, tmp_path: Path) -> None:
    file = tmp_path / "players.csv"
    file.write_text("name,club\nAda,York\nBea,Leeds\n")
    assert any("2 players added" in line for line in done_in(event, "take_in", file=file).said)
    file.write_text("name,rating\nAda,1200\n")
    asked = item_of("take_in").run(opened(Package.read(event)), file=file)
    assert asked.why_file == "The list of players needs more columns: Rating."
    assert item_of("take_in").run(Package.read(event), file=file).book is not None


def test_a_file_that_is_none_is_refused(event: Path, tmp_path: Path) -> None:
    assert "There is no file" in done_in(event, "take_in", file=tmp_path / "nowhere.csv").said[0]


@pytest.mark.slow
def test_players_are_away_and_here_again(event: Path) -> None:
    begun = after(event, done_in(event, "draw_round", round_=2, seed=7))
    assert [item_of("away").initial_values(Package.read(one))["round_"] for one in (event, begun)] == [2, 2]
    assert item_of("draw_round").initial_values(Package.read(begun))["round_"] == 3
    done = done_in(event, "away", round_=2, at=Selected("Players", 6, 1, rows=2))
    assert [one.value for one in done.edits] == ["-", "-"]
    assert done.said[0].endswith("is away in round 2.")
    again = done_in(after(event, done), "away", round_=2, at=Selected("Players", 6, 1))
    assert [one.value for one in again.edits] == [None]
    nobody = done_in(event, "away", round_=2, at=Selected("Games", 6, 1))
    assert nobody.said == [str(NoPlayersSelected())]
    assert "no column Here 9" in done_in(event, "away", round_=9, at=Selected("Players", 6, 1)).said[0]


@pytest.mark.slow
def test_an_item_edits_only_cells_that_people_can_change(event: Path) -> None:
    """In an open program our code meets the protection of the sheets."""
    played = Package.read(event)
    for ref, centres in (("E9", 9), ("E10", 8)):  # otherwise two players are level for the top board
        played.set_value("Games", ref, centres)
    draw = item_of("draw_round").run(played, round_=2, seed=7, top_board=True)
    drawn = after(played.to_bytes(), draw)
    acts = [
        draw,
        item_of("take_back").run(Package.read(drawn)),
        done_in(event, "rename", old="A. Italy", new="Ida"),
        done_in(event, "away", round_=2, at=Selected("Players", 6, 1)),
    ]
    edits = {(one.sheet, one.ref) for done in acts for one in done.edits}
    assert {sheet for sheet, _ in edits} == {"Games", "Players", "Seats", "Log"}
    book = openpyxl.load_workbook(BytesIO(drawn))
    assert [place for place in edits if is_locked(book[place[0]], place[1])] == []


def is_locked(sheet: Worksheet, ref: str) -> bool:
    row, column = position(ref)
    if (row, column) in sheet._cells:
        return bool(sheet.cell(row, column).protection.locked)
    spans = ((one.min, one.max, one.protection.locked) for one in sheet.column_dimensions.values())
    return next((locked for first, last, locked in spans if first <= column <= last), True)


def test_a_player_is_renamed_everywhere(event: Path) -> None:
    done = done_in(event, "rename", old="A. Italy", new="Ida")
    assert {"Games", "Players"} <= {one.sheet for one in done.edits if one.value == "Ida"}
    assert "has no player X" in done_in(event, "rename", old="X", new="Y").said[0]


@pytest.mark.slow
def test_more_boards_for_a_round(event: Path) -> None:
    done = item_of("more_boards").run(Package.read(event), round_=2, boards=2)
    assert done.book is not None
    assert len(EventIn(done.book).slots) == 8
    assert item_of("more_boards").run(opened(Package.read(event)), round_=2).why_file


@pytest.mark.slow
@pytest.mark.parametrize("played", [False, True])
def test_a_board_that_has_begun_keeps_its_name_among_more_boards(event: Path, played: bool) -> None:
    """Players have been called to board B: it does not become board D."""
    source = Package.read(event)
    assert played or not item_of("draw_round").run(source, round_=2, seed=7).refused
    before = {(slot.round, slot.board): names_at(slot) for slot in EventIn(source).slots}
    round_ = 1 if played else 2
    done = item_of("more_boards").run(source, round_=round_, boards=2)
    assert done.book is not None
    slots = EventIn(Package.read(done.book.to_bytes())).slots
    grown = {(slot.round, slot.board): names_at(slot) for slot in slots}
    new = {(round_, name): [None] * 7 for name in "CD"}
    assert grown == before | new


def names_at(slot: Slot) -> list[object]:
    return [slot.home.value(row, "player") for row in slot.rows]


@pytest.mark.slow
def test_what_is_filled_is_shown(event: Path) -> None:
    """Sheets that few events need are hidden at first."""
    assert not done_in(
        event, "draw_round", round_=2, seed=7
    ).shows  # somebody sits there, and Log has entries
    fresh = Package.read(EXAMPLES[0].parents[1] / "any-system.xlsx")
    for row in range(5, 12):
        fresh.set_value("Players", f"A{row}", f"Player {row}")
    assert [*done_in(fresh.to_bytes(), "draw_round", round_=1, seed=7).shows] == [
        "Seats",
        "Board calls",
        "Log",
    ]


@pytest.mark.parametrize("what", KINDS)
def test_an_event_is_exported(what: str, event: Path, tmp_path: Path) -> None:
    """Into the same files as on the command line."""
    if what == "board-call":
        drawn = after(event, done_in(event, "draw_round", round_=2, seed=7))
        event = tmp_path / "event.xlsx"
        event.write_bytes(drawn)
    menu, terminal = tmp_path / "menu", tmp_path / "terminal"
    menu.mkdir()
    done = done_in(event, "export", what=what, folder=menu)
    CliRunner().invoke(app, ["export", what, str(event), "-o", f"{terminal}/"])
    files = {path.name: path.read_bytes() for path in terminal.iterdir()}
    assert {path.name: path.read_bytes() for path in menu.iterdir()} == files
    assert {f"{menu / name} was written." for name in files} <= {*done.said}


def test_every_format_is_on_the_menu() -> None:
    assert {*get_args(Kinds)} == writers().keys()


def test_an_export_into_no_folder_is_refused(event: Path, tmp_path: Path) -> None:
    assert done_in(event, "export", what="wdd", folder=tmp_path / "nowhere").refused


class Program:
    """A program that has a workbook open."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def file(self) -> Package:
        return Package.read(self.path)


@pytest.mark.slow
def test_the_next_event_begins_with_the_same_people(event: Path) -> None:
    item, host = item_of("new_event"), Program(event)
    done = item.run(opened(host.file()), host=host, called="Autumn: 2", rounds=4)
    assert done.made is not None
    assert done.made.name == "Autumn- 2.xlsx"
    assert named_value(done.made, "Event_name") == "Autumn: 2"
    assert len(EventIn(done.made).slots) == 4 * 2
    assert all(slot.free for slot in EventIn(done.made).slots)
    assert EventIn(done.made).players.keys() == EventIn(host.file()).players.keys()
    assert not done.edits


def test_all_that_is_wrong_with_a_new_event_is_told(event: Path) -> None:
    host = Program(event)
    wrong = {"system": "NOBODYS", "rounds": 21, "boards_a_round": 1_000_000}
    done = item_of("new_event").run(opened(host.file()), host=host, from_nothing=True, **wrong)
    assert done.refused
    said = "\n".join(done.said)
    check_said(said, UnknownSystem)
    for value in ("21", "1000000"):
        check_said(said, OptionOutOfRange, value=value)


@pytest.mark.slow
def test_a_new_event_of_another_system(event: Path) -> None:
    item, host = item_of("new_event"), Program(event)
    done = item.run(opened(host.file()), host=host, from_nothing=True, system="ndc", boards_a_round=5)
    assert done.made is not None
    assert named_value(done.made, "Scoring_system") == "NDC"
    assert len(EventIn(done.made).slots) == 3 * 5
    assert not EventIn(done.made).players
    assert item.run(opened(host.file()), host=host, system="XYZ").refused


def test_a_new_league(event: Path) -> None:
    done = item_of("new_event").run(
        opened(Package.read(event)), host=Program(event), league=True, called="Club", system="ndc"
    )
    assert done.made is not None
    assert [named_value(done.made, name) for name in ("Scoring_system", "Event_name")] == ["NDC", "Club"]
    assert all(home.by_dates for home in EventIn(done.made).sheets)


@pytest.fixture(scope="module")
def league() -> bytes:
    """Two places for games, and fifteen members; the first seven are here."""
    package = Package(make_package(make(Plan(find("SOS"), 1, 2, league=True))).to_bytes(), "league.xlsx")
    there = EventIn(package).roster
    assert there is not None
    for n, row in enumerate(there.rows[:15]):
        package.set_value("Players", address(row, there.area.left), f"Player {n}")
        package.set_value("Players", address(row, there.columns["here"]), "x" if n < 7 else None)
    return package.to_bytes()


def drawn_on(day: str, source: bytes) -> bytes:
    package = Package(source, "league.xlsx")
    assert not item_of("draw_round").run(package, round_=day, seed=1).refused
    return package.to_bytes()


@pytest.mark.parametrize(("here", "sit_out"), [(8, False), (8, True), (5, False)])
def test_an_evening_is_a_date_and_no_round(league: bytes, here: int, sit_out: bool) -> None:
    package = Package(league, "league.xlsx")
    there = EventIn(package).roster
    assert there is not None
    for n, row in enumerate(there.rows[:15]):
        package.set_value("Players", address(row, there.columns["here"]), "x" if n < here else None)
    said = " ".join(item_of("draw_round").run(package, round_="2026-05-21", seed=1, sit_out=sit_out).said)
    assert "21 May 2026" in said
    assert "round" not in said.casefold()


@pytest.mark.slow
def test_an_evening_without_boards_has_none_to_keep(league: bytes) -> None:
    done = done_in(league, "draw_again", round_="2026-05-21", keep="A", seed=1)
    assert done.refused
    assert NoBoardToKeep(round="21 May 2026", board="A", boards="none").sentence in done.said[0]


def test_forms_speak_of_leagues_only_in_leagues(league: bytes, event: Path) -> None:
    """Neither of rounds in a league, nor of leagues in any other event."""
    for book, strange in ((Package.read(league), "round"), (Package.read(event), "league")):
        for one in items():
            first = one.initial_values(book)
            said = " ".join(
                wish.help_with(first.get(wish.name)) for wish in one.wishes if wish.kind == "when"
            )
            assert (strange in said.lower(), said.count(" league")) == (False, 0), one.word


def test_a_draw_of_an_evening_takes_its_date(league: bytes) -> None:
    """A week after the only evening, and then as long after the last as that came after the one before."""
    assert item_of("draw_round").initial_values(Package.read(league))["round_"] == date.today()
    first = after(league, done_in(league, "draw_round", round_="2026-05-21", seed=1))
    assert item_of("draw_round").initial_values(Package.read(first))["round_"] == date(2026, 5, 28)
    second = drawn_on("4 June 2026", first)
    assert item_of("draw_round").initial_values(Package.read(second))["round_"] == date(2026, 6, 18)
    games = EventIn(Package.read(second)).game_extract.game_list.to_come
    assert [(game.date, game.name) for game in games] == [(date(2026, 5, 21), "A"), (date(2026, 6, 4), "A")]
    assert all({*game.players} == {f"Player {n}" for n in range(7)} for game in games)
    assert item_of("draw_again").initial_values(Package.read(second))["round_"] == date(2026, 6, 4)
    assert item_of("draw_round").run(opened(Package.read(second)), round_="2026-06-18").why_file


def test_each_board_of_an_evening_gets_names(league: bytes) -> None:
    """The second place says by a formula that its seven rows have one date."""
    everybody = after(league, done_in(league, "away", round_="2026-05-21", at=Selected("Players", 12, 1, 7)))
    done = done_in(everybody, "draw_round", round_="2026-05-21", seed=1)
    named = {one.ref: one.value for one in done.edits if one.sheet == "Games" and one.ref[0] == "D"}
    assert {*named} == {f"D{row}" for row in range(2, 16)}
    assert {*named.values()} == {f"Player {n}" for n in range(14)}


@pytest.mark.parametrize(("typed", "kind"), [("Thursday", NoRoundNoDate), (2, NoSuchEvening)])
def test_what_is_no_evening(league: bytes, typed: object, kind: type[Fault]) -> None:
    done = done_in(league, "draw_round", round_=typed)
    assert done.refused
    check_said(done.said[0], kind)


def test_who_is_here_on_an_evening_is_marked(league: bytes) -> None:
    at = Selected("Players", 12, 1, 2)
    done = done_in(league, "away", round_="2026-05-21", at=at)
    assert done.said == [f"Player {n} is here on 21 May 2026." for n in (7, 8)]
    assert [one.value for one in done.edits] == ["x", "x"]


def named_value(package: Package, name: str) -> object:
    area = Setup(package).area(name)
    assert area is not None
    return package.value(area.sheet, reference(area))


@pytest.mark.parametrize("kind", KINDS_OF_WORKBOOKS)
def test_our_sheets_are_known_by_their_marks(kind: Kind) -> None:
    """What is not ours is said to stay in the next event; also where openpyxl is missing."""
    book = make(Plan(find("DCC"), 1, 1), kind)
    book.create_sheet("Prizes")
    package = make_package(book)
    event = EventIn(package)
    assert event.roster is not None
    read = {*event.setup.sheets, event.roster.sheet.name, *(home.name for home in event.sheets)}
    assert {*package.sheet_names} - read - sheets_of_results(package) == {"Prizes"}
