"""The front of a new workbook: the order of its sheets, Guide, Setup, Players, Problems and Systems."""

from __future__ import annotations

import re
from pathlib import Path

import openpyxl
import pytest
import typer.main
from openpyxl.descriptors.serialisable import Serialisable
from openpyxl.utils import get_column_letter, range_boundaries
from openpyxl.worksheet.worksheet import Worksheet

from tests import games
from tests.samples import one_of_each_family, one_of_each_rule
from xl_dipscore.cli.commands import app
from xl_dipscore.errors import IS_IT_WRONG, WHERE_TO_REPORT
from xl_dipscore.rules.system import find, systems
from xl_dipscore.rules.tournament.awards import awards_by_name
from xl_dipscore.rules.tournament.combine import rule_of
from xl_dipscore.rules.tournament.compare import USUAL_RIVALS
from xl_dipscore.rules.tournament.tiebreaks import tie_breaks_named
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.tables.cells.columns import GAME_COLUMNS, title_of
from xl_dipscore.tables.cells.event_options import EVENT_OPTIONS, SEASON_OPTIONS, read_event_options
from xl_dipscore.tables.cells.games import read_games
from xl_dipscore.tables.functions.events import THE_TOP_BOARD
from xl_dipscore.tables.functions.lists import dip_systems
from xl_dipscore.workbooks.acts.fill import fill
from xl_dipscore.workbooks.acts.new import create, create_from
from xl_dipscore.workbooks.acts.rebuild import rebuild, rebuild_package
from xl_dipscore.workbooks.author import Plan, make, make_package
from xl_dipscore.workbooks.author.games import head
from xl_dipscore.workbooks.author.plan import PROBLEMS
from xl_dipscore.workbooks.author.players import ROSTER_TOP
from xl_dipscore.workbooks.author.sheets import all_sheets
from xl_dipscore.workbooks.author.style import LOST
from xl_dipscore.workbooks.layout.event import EventIn
from xl_dipscore.workbooks.live.menu import items

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("new_books")]

FIRST = ("Guide", "Setup", "Players", "Games", "Problems", "Seats", "Standings", "Explain", "Print")
GREY = "9CA3AF"
A_LINE = 125
"""Characters of Guide's texts that a line shows, as LibreOffice and Excel draw them."""
POINTS = 14.5
"""The height of a line."""


@pytest.fixture(scope="module")
def book(makes, tmp_path_factory) -> openpyxl.Workbook:
    path = tmp_path_factory.mktemp("front") / "event.xlsx"
    path.write_bytes(makes())
    return openpyxl.load_workbook(path)


def test_what_is_suggested_is_known(book) -> None:
    rows = labels(book["Setup"])
    lists = {
        str(one.sqref): one.formula1.strip('"').split(",")
        for one in book["Setup"].data_validations.dataValidation
        if one.type == "list"
    }
    suggested = [lists[f"B{rows[word]}"] for word in ("combine", "tiebreak")]
    assert [rule_of(name).name for name in suggested[0]] == suggested[0]
    assert [one.name for one in tie_breaks_named(suggested[1])] == suggested[1]


def labels(sheet: Worksheet) -> dict[str, int]:
    """The rows by the text in the first column."""
    return {str(row[0].value): row[0].row for row in sheet.iter_rows(max_col=1) if row[0].value}


# -- the order of the sheets ------------------------------------------------------------------


def test_the_sheets_that_everybody_needs_come_first_and_the_rest_has_grey_tabs(book):
    names = book.sheetnames
    assert tuple(names[: len(FIRST)]) == FIRST
    assert set(names[len(FIRST) :]) >= {
        "Best countries",
        "Compare",
        "Calculator",
        "Charts",
        "Slips",
        "Systems",
        "Log",
    }
    grey = [name for name in names if book[name].sheet_properties.tabColor.rgb == f"00{GREY}"]
    assert grey == names[len(FIRST) :]


# -- Guide ------------------------------------------------------------------------------------


def links(sheet: Worksheet) -> dict[str, str]:
    return {
        str(cell.value): cell.hyperlink.location
        for row in sheet.iter_rows(max_col=1)
        for cell in row
        if cell.hyperlink
    }


def test_guide_leads_to_every_other_sheet_that_is_seen_and_names_the_others(book):
    seen = [sheet.title for sheet in book if sheet.sheet_state == "visible"]
    assert len(seen) <= 10
    there = links(book["Guide"])
    assert {name: there[name] for name in seen[1:]} == {name: f"'{name}'!A1" for name in seen[1:]}
    day = [name for name in there if name[0].isdigit()]
    assert [name[0] for name in day] == [*"12345678"]
    assert {there[name] for name in day} <= {f"'{name}'!A1" for name in seen}
    assert {*book.sheetnames} - {*seen} <= labels(book["Guide"]).keys()


def test_a_grown_workbook_keeps_the_links_the_lists_and_the_status(tmp_path, makes):
    (tmp_path / "small.xlsx").write_bytes(makes())
    create_from(tmp_path / "small.xlsx", tmp_path / "grown.xlsx", find("SOS"), rounds=3, boards=5)
    small, grown = (openpyxl.load_workbook(tmp_path / f"{name}.xlsx") for name in ("small", "grown"))
    assert links(grown["Guide"]) == links(small["Guide"])
    offered = [
        sorted((str(one.sqref), one.formula1) for one in made["Setup"].data_validations.dataValidation)
        for made in (small, grown)
    ]
    assert offered[0] == offered[1]
    problems = grown["Problems"]
    assert "Games!$A$1:$L$106" in problems["A4"].value.text
    assert problems["K5"].value == small["Problems"]["K5"].value
    assert Package.read(tmp_path / "grown.xlsx").value("Guide", "B3") == "No problems."


@pytest.mark.parametrize("system", one_of_each_rule(), ids=lambda one: one.key)
def test_guide_has_room_for_the_rule_of_any_system(book, system):
    guide = book["Guide"]
    rows = labels(guide)
    for label, text in (
        ("The rule", system.help),
        ("Source", system.source),
        ("How it is read", " ".join((*system.remarks, *system.unsettled))),
    ):
        assert guide.row_dimensions[rows[label]].height >= POINTS * -(-len(text) // A_LINE), label


def test_no_row_of_guide_is_empty_and_tall(book):
    """Three lines for the texts that a system brings, and what may have more stands last."""
    guide = book["Guide"]
    said = labels(guide)
    del said["Empty tables"]  # what to do takes four, and is there from the start
    *rows, last = sorted(said.values())
    assert guide.cell(last, 1).value == "How it is read"
    assert max(guide.row_dimensions[row].height or 15 for row in rows) < 4 * POINTS


def test_guide_says_what_is_for_paper(book):
    said = labels(book["Guide"])
    assert "Slips" in book["Guide"].cell(said["For paper"], 2).value
    more = {s.title for s in book if s.sheet_state == "visible" and s.page_setup.fitToHeight != 1}
    assert more == {"Guide", "Games", "Explain", "Slips"}


def test_guide_names_what_is_on_the_menu() -> None:
    said = guide_says(make(Plan(find("DCC"), 2, 1)))
    titles = {one.title for one in items()}
    assert {*re.findall("Diplomacy, ([A-Z][^,:]+)", said)} <= titles
    more = {"Draw a Round", "Publish the Page", "Rename a Player", "Take Back the Last Entry of the Log"}
    assert {one for one in titles if f"{one}:" in said} == {*more, "Export", "New Event"}


KINDS = {
    "functions": lambda: make(Plan(find("DCC"), 2, 1)),
    "teams": lambda: make(Plan(find("SOS"), 2, 1, teams=True)),
    "league": lambda: make(Plan(find("DCC"), 1, 6, league=True)),
    "plain": lambda: make(Plan(find("DCC"), 2, 1), "plain"),
}
COLUMNS = {*map(title_of, GAME_COLUMNS)} | {"Here 1", "Here 2", "Guest", "Note", "Club"}


def guide_says(book: openpyxl.Workbook) -> str:
    return "\n".join(str(row[1].value) for row in book["Guide"].iter_rows())


@pytest.mark.parametrize("kind", KINDS)
def test_guide_names_only_what_its_workbook_has(kind: str) -> None:
    book = KINDS[kind]()
    assert WHERE_TO_REPORT in guide_says(book)
    if "Explain" in book.sheetnames:
        assert IS_IT_WRONG in [row[0].value for row in book["Explain"].iter_rows()]
    said = guide_says(book).partition("=IFERROR(")[0]
    said = said.replace("Scores and a check appear", "")  # no sheet is meant
    named = {one.name for one in all_sheets() if re.search(rf"(?<![\w<]){one.name}\b", said)}
    named -= {"Explain", "Compare"} if kind == "plain" and "Explanations" in said else set()
    assert named <= {*book.sheetnames}
    headed = {
        str(cell.value) for name in ("Games", "Players") for row in book[name].iter_rows() for cell in row
    }
    heads = {one for one in COLUMNS if re.search(rf"(?:under|column) {one}\b", said)}
    assert heads
    assert heads <= headed
    assert ("Menu Diplomacy" in said) is (kind != "plain")
    assert (re.search(r"Here \d|[^-]round \d", said) is None) is (kind == "league")
    assert {*re.findall(r"\bdipscore ([a-z]+)", said)} <= {*typer.main.get_command(app).commands}


# -- texts ------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", ["CONQUEST", "CUSTOM", "SOS"])
def test_no_cell_shows_marks_of_markdown(key):
    made = make(Plan(find(key), 2, 1))
    texts = [cell.value for sheet in made for row in sheet.iter_rows() for cell in row]
    assert [text for text in texts if isinstance(text, str) and "`" in text] == []
    assert [row for row in dip_systems() if any("`" in str(cell) for cell in row)] == []


# -- Setup ------------------------------------------------------------------------------------


def options(book: openpyxl.Workbook) -> dict[str, int]:
    """The rows of the options' names."""
    block = book.defined_names["Event_options"].attr_text.partition("!")[2]
    left, top, _, bottom = range_boundaries(block.replace("$", ""))
    setup = book["Setup"]
    return {str(setup.cell(row, left).value): row for row in range(top, bottom + 1)}


def test_what_compare_shows_is_chosen_on_setup(book):
    setup = book["Setup"]
    assert [setup.cell(5, column).value for column in range(2, 9)] == [
        key for key in USUAL_RIVALS if key != setup["B3"].value
    ][:7]
    assert all(not setup.cell(5, column).protection.locked for column in range(2, 9))
    offered = {str(one.sqref): one.formula1 for one in setup.data_validations.dataValidation}
    assert offered["B5:H5"] == offered["B3"]
    assert [book["Compare"].cell(3, column).value for column in (2, 3, 9)] == [
        "=Scoring_system", '=INDEX(Compared_systems,1)&""', '=INDEX(Compared_systems,7)&""',
    ]  # fmt: skip


def test_the_events_name_has_room(book):
    assert "B2:H2" in map(str, book["Setup"].merged_cells.ranges)
    assert not book["Setup"]["B2"].protection.locked


def test_what_nobody_should_type_is_locked_and_not_yellow(book):
    setup, rows = book["Setup"], options(book)
    yellow = setup.cell(rows["rounds"], 2).fill.fgColor.rgb
    assert not setup.cell(rows["rounds"], 2).protection.locked
    computed = [
        setup.cell(row, 2)
        for row in range(7, setup.max_row + 1)
        if setup.cell(row, 1).value in ("rows", "columns")
    ]
    assert len(computed) == 3
    for cell in computed:
        assert cell.protection.locked, cell.coordinate
        assert cell.fill.fgColor.rgb != yellow, cell.coordinate
        assert cell.value


def test_an_order_by_the_years_before_has_columns_for_the_chart():
    assert not Plan(find("CUSTOM"), 1, 1).has_chart
    assert not Plan(find("CUSTOM"), 1, 1, options={"order": "survival", "places": (3, 2, 1)}).has_chart
    assert Plan(find("CUSTOM"), 1, 1, options={"order": "history", "places": (3, 2, 1)}).has_chart
    assert Plan(find("MAXONIAN"), 1, 1).has_chart


@pytest.mark.parametrize("key", ["DCC", "MYSTERY", "CUSTOM", "GENCON"])
def test_each_option_has_its_meaning_beside_it_and_the_block_is_read_all_the_same(key):
    system = find(key)
    book = make(Plan(system, 2, 1, teams=True))
    setup, rows = book["Setup"], options(book)
    for option in (*EVENT_OPTIONS.values(), *system.options, *system.event_options):
        if option.name in SEASON_OPTIONS:
            continue  # for a league, which has a Setup of its own
        told = setup.cell(rows[option.name], 9).value
        assert told.casefold() == option.help.replace("`", '"').casefold()
    theirs = [one if isinstance(one, str) else one.name for one in system.options_with_headings]
    assert [name for name in rows if name in theirs] == theirs
    block = book.defined_names["Event_options"].attr_text.partition("!")[2].replace("$", "")
    values = [[cell.value for cell in row] for row in setup[block]]
    read = read_event_options(values, system)
    assert read.settings.rounds == 2
    assert read.rows > 40  # the lines of Problems
    assert read.parameters == {}


def offered(book: openpyxl.Workbook) -> dict[str, tuple[str, bool]]:
    """The choices of the drop-downs beside the options, and whether other values are refused."""
    names = {f"B{row}": name for name, row in options(book).items()}
    return {
        names[str(one.sqref)]: (one.formula1.strip('"'), one.errorStyle == "stop")
        for one in book["Setup"].data_validations.dataValidation
        if str(one.sqref) in names
    }


def test_words_are_chosen_from_lists(book):
    found = offered(book)
    assert found["format"] == ("all rounds,final,top-board,top-places", True)
    assert found["double"] == ("best,sum", True)
    assert found["by"] == (",".join(awards_by_name()), True)
    assert found["groups"] == found["provisional"] == ("yes,no", True)
    assert found["scs"] == ("squares,share,tribute", True)
    assert {"sum", "mean all", "best 2", "London Open"} <= set(found["combine"][0].split(","))
    assert not found["combine"][1]
    assert all(len(words) <= 255 for words, _ in found.values())  # Excel takes no more
    assert {"msd", "wins", "centres"} <= set(found["tiebreak"][0].split(","))
    assert not found["tiebreak"][1]


@pytest.mark.parametrize("system", one_of_each_family(), ids=lambda one: one.key)
def test_every_word_that_is_offered_is_understood(system):
    book = make(Plan(system, 2, 1, teams=True))
    for name, (words, _) in offered(book).items():
        for word in words.split(","):
            read_event_options([[name, word]], system)


# -- Players and Systems ----------------------------------------------------------------------


def test_a_heading_stands_over_its_numbers(book):
    players = book["Players"]
    first = next(cell.column for cell in players[4] if cell.value == "Games")
    for column in range(first, first + 8):
        assert players.cell(4, column).alignment.horizontal == players.cell(5, column).alignment.horizontal


def test_systems_can_be_read_on_paper(book):
    """A page of A4 on its side shows about 230 characters of 7 points."""
    sheet = book["Systems"]
    assert sum(sheet.column_dimensions[letter].width for letter in "ABCDEFG") <= 230
    assert [rule.formula for one in sheet.conditional_formatting for rule in one.rules] == [
        ["LEN($A2)>0"],
        [f'I3="{LOST}"'],
    ]


# -- Problems ---------------------------------------------------------------------------------


def shown(path: Path) -> list[list[object]]:
    package = Package.read(path)
    rows = [
        [package.value("Problems", f"{column}{row}") for column in "ABCDEFHK"]
        for row in range(5, 5 + PROBLEMS)
    ]
    return [row for row in rows if row[0]]


STATUS = ("Problems", "A2"), ("Guide", "B3"), ("Standings", "A3"), ("Print", "G1")


def status(path: Path) -> set[object]:
    package = Package.read(path)
    return {package.value(sheet, cell) for sheet, cell in STATUS}


def test_the_wall_does_not_see_the_status(book):
    assert book["Print"]["G1"].value == "=Status"
    assert str(book["Print"].print_area).startswith("'Print'!$A$1:$E$")


def test_an_event_without_a_problem_says_so(tmp_path, makes):
    path = tmp_path / "event.xlsx"
    path.write_bytes(makes())
    assert shown(path) == []
    assert status(path) == {"No problems."}


def test_each_problem_says_where_it_is_and_leads_there(tmp_path, makes):
    """Player 0 sits on both boards of round 1, which leaves them without a rank."""
    path = tmp_path / "event.xlsx"
    path.write_bytes(makes())
    fill(path, read_games(games.event()).games)
    edited = openpyxl.load_workbook(path)
    edited["Games"]["D9"] = edited["Games"]["D2"].value
    edited.save(path)
    rebuild(path)
    (row,) = shown(path)
    assert row[0] == "wrong"
    assert row[2:6] == ["1", "B", "Austria", "Player 0"]
    assert "double" in str(row[6])
    assert row[7] == "Games row 9"
    assert status(path) == {"1 wrong."}


@pytest.mark.parametrize("name", ["Player 0", "Somebody"])
def test_status_counts_notes_apart_as_the_command_line_does(tmp_path, makes, name):
    path = tmp_path / "event.xlsx"
    path.write_bytes(makes())
    fill(path, read_games(games.event()).games)
    edited = openpyxl.load_workbook(path)
    sheet = edited["Games"]
    sheet["D9"] = name
    (column,) = (cell.column for cell in sheet[1] if cell.value == "Override")
    sheet.cell(2, column).value = sheet.cell(3, column).value = 7
    edited.save(path)
    rebuild(path)
    (said,) = status(path)
    assert said == EventIn(Package.read(path)).problem_lines[-1]
    assert said.endswith("2 notes.")


def test_a_word_on_setup_that_is_not_understood_is_told(tmp_path, makes):
    path = tmp_path / "event.xlsx"
    path.write_bytes(makes())
    edited = openpyxl.load_workbook(path)
    edited["Setup"].cell(options(edited)["combine"], 2).value = "the best ones"
    edited.save(path)
    rebuild(path)
    (row,) = shown(path)
    assert (row[0], "the best ones" in str(row[1]), row[7]) == ("wrong", True, "")
    assert status(path) == {"1 wrong."}


# -- Seats ------------------------------------------------------------------------------------


def seats_shown(path: Path) -> list[list[object]]:
    package = Package.read(path)
    rows = [[package.value("Seats", f"{column}{row}") for column in "ABCDEFGHIJ"] for row in range(6, 20)]
    return [row for row in rows if row[2]]


def drawn(path: Path, *boards: str, powers: str | None = None, only: object = None) -> None:
    """Names on Games, a letter each, board by board; and what Setup and Seats are told."""
    book = openpyxl.load_workbook(path)
    for row, name in enumerate("".join(boards), 2):
        book["Games"].cell(row, 4).value = name
    book["Setup"].cell(options(book)["powers"], 2).value = powers
    book["Seats"]["B3"] = only
    book.save(path)
    rebuild(path)


def test_seats_says_what_each_board_costs(tmp_path, makes):
    """The latest round with players, rounds 1 and 2 of two boards each, without a result."""
    path = tmp_path / "event.xlsx"
    path.write_bytes(makes())
    assert seats_shown(path) == []
    drawn(path, "abcdefg", "hijklmn")
    ok = "OK: 14 players on 2 boards of 1 round: no powers again, meetings again or neighbours again."
    assert seats_shown(path) == [
        ["1", "A", "Nobody meets again.", *"abcdefg"],
        ["1", "B", "Nobody meets again.", *"hijklmn"],
        ["", "", ok, *[""] * 7],
    ]
    drawn(path, "abcdefg", "hijklmn", "ahijklm")
    board, sums = seats_shown(path)
    assert board == ["2", "A", board[2], *"ahijklm"]
    assert str(board[2]).startswith("a plays Austria a second time (round 1). h and i meet again (round 1). ")
    assert "Neighbours again: " in str(sums[2])
    assert status(path) == {"No problems."}


def test_seats_marks_the_top_board(tmp_path):
    path = tmp_path / "event.xlsx"
    create(path, Plan(find("DCC"), 2, 2, "top-board"))
    drawn(path, "abcdefg", "hijklmn", "abcdefg", "hijklmn")
    top, other = (str(line[2]) for line in seats_shown(path)[:2])
    assert (top, other.startswith(THE_TOP_BOARD)) == (THE_TOP_BOARD, False)


def test_seats_shows_one_round_by_what_setup_says(tmp_path, makes):
    def plays() -> list[str]:
        said = " ".join(str(line[2]) for line in seats_shown(path))
        return [f"{one}." for one in said.replace(" (round 1)", "").split(".") if " plays " in one]

    path = tmp_path / "event.xlsx"
    path.write_bytes(makes())
    drawn(path, "abcdefg", "hijklmn", "bhaijkl", powers="regions", only=2)
    assert {line[0] for line in seats_shown(path)} == {"2", ""}
    assert plays() == []
    drawn(path, "abcdefg", "hijklmn", "lakbjfm", powers="regions=AEF-GIRT", only=2)
    again = ["f plays Russia a second time (round 1).", "a plays in AEF again (round 1)."]
    again += ["f plays in GIRT again (round 1).", "m plays in GIRT again (round 1)."]
    assert [one.strip() for one in plays()] == [one.replace(" (round 1)", "") for one in again]
    assert {row[1] for row in shown(path)} == {*again}
    drawn(path, "abcdefg", "hijklmn", "ahijklm", powers="any")
    assert plays() == []
    drawn(path, "abcdefg", "hijklmn", "ahijklm", only=1)
    assert {line[0] for line in seats_shown(path)} == {"1", ""}


SCREEN = 1366 - 60
"""Pixels of a sheet on a small laptop: the row numbers and the bar at the right take the rest."""


def test_score_and_the_start_of_check_are_seen_beside_what_is_typed():
    for system in systems():
        plan, sheet = Plan(system, 3, 4, "top-board"), openpyxl.Workbook().worksheets[0]
        head(sheet, plan)
        looks = [sheet.column_dimensions[get_column_letter(n)] for n, _ in enumerate(plan.headings, 1)]
        pixels = [0 if one.hidden else 7 * one.width + 5 for one in looks]
        seen = {heading for heading, wide in zip(plan.headings, pixels, strict=True) if wide}
        assert {"Centres", "Draw", "Score", "Check"} <= seen
        assert {one.title() for one in system.needs if one != "chart"} <= seen
        assert sum(pixels[: plan.headings.index("Check")]) + 300 < SCREEN, system.key


NAMES = ["Bob", "bob*", "b?b", "a~b", 12, "12", "007", "7", 7, "1/2", "=1+1", ">5", "<>x", "ZOË", "1e3", "BO"]
"""Names that a lookup may take for patterns, for conditions or for numbers."""


def test_players_and_board_calls_know_a_name_as_it_is_typed(makes) -> None:
    package = Package.read(makes("DCC", 2, 2))
    seats = [name for name in NAMES[:14] for _ in range(2)]
    rows = dict(enumerate(seats, 2))
    for row, name in rows.items():
        package.set_value("Games", f"D{row}", name)
    for row, name in enumerate(NAMES, ROSTER_TOP + 1):
        package.set_value("Players", f"A{row}", name)
    # England of one board of round 2 stands in the rows of the other.
    for column in "ABCD":
        one, other = f"{column}17", f"{column}24"
        value = package.value("Games", one)
        package.set_value("Games", one, package.value("Games", other))
        package.set_value("Games", other, value)
    assert rebuild_package(package, "event.xlsx", engine="python").not_computed == ()
    cells = package.sheet("Players").cells
    first = next(column for (_, column), cell in cells.items() if cell.value == "Games")
    counted = [cells[row, first].value for row in range(ROSTER_TOP + 1, ROSTER_TOP + 1 + len(NAMES))]
    assert counted == [2] * 14 + [0, 0]
    by_power = [cells[ROSTER_TOP + 1, first + 1 + seat].value for seat in range(7)]
    assert by_power == [1, 1, 0, 0, 0, 0, 0]
    called = [[package.value("Board calls", f"{column}{row}") for column in "BCDEFGH"] for row in (5, 6)]
    assert called == [[str(rows[top + seat]) for seat in range(7)] for top in (16, 23)]


# -- how long it takes ---------------------------------------------------------------------------


def test_a_board_more_asks_for_few_looks(monkeypatch) -> None:
    hashed, asked = [], Serialisable.__hash__
    monkeypatch.setattr(Serialisable, "__hash__", lambda look: hashed.append(look) or asked(look))

    def looks(boards: int) -> int:
        hashed.clear()
        make(Plan(find("DCC"), 1, boards))
        return len(hashed)

    # Two thirds of these are the borders of its merged cells, which openpyxl makes; its cells have 600 looks.
    assert looks(6) - looks(1) < 5 * 450


def test_a_new_file_has_the_same_bytes_on_every_computer() -> None:
    """openpyxl writes merged areas in the order of a set, which differs between computers."""
    book = openpyxl.Workbook()
    areas = [f"A{top}:A{top + 6}" for top in range(1, 200, 7)]
    for area in areas:
        book.worksheets[0].merge_cells(area)
    (part,) = (package := make_package(book)).sheet_parts
    assert re.findall(rb'<mergeCell ref="(.+?)"', package.part(part) or b"") == [*map(str.encode, areas)]
