"""The workbook of plain formulas: its contents, and its cells' answers while a person types."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import openpyxl
import pytest
from openpyxl.worksheet.worksheet import Worksheet
from typer.testing import CliRunner

from tests import games
from tests.headed import columns_of_players
from tests.said import check_said
from tests.samples import one_of_each_family, one_of_each_rule, slow_but
from xl_dipscore import Board, score
from xl_dipscore.cli.commands import app
from xl_dipscore.errors import Fault, Faults
from xl_dipscore.rules import system as system_module
from xl_dipscore.rules.board import POWERS
from xl_dipscore.rules.points import Points, centres
from xl_dipscore.rules.system import System, find, system
from xl_dipscore.rules.tournament.tiebreaks import tie_breaks_named
from xl_dipscore.sheets.xlsx.cell import CellValue, ErrorMark
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.tables.cells.columns import HEADED, LOOSE, SCORED
from xl_dipscore.tables.cells.event_options import read_event_options
from xl_dipscore.tables.cells.games import read_games
from xl_dipscore.tables.cells.headings import games_header
from xl_dipscore.tables.cells.options import read_options
from xl_dipscore.tables.functions import FUNCTIONS
from xl_dipscore.tables.functions.boards import dip_check
from xl_dipscore.tables.functions.events import dip_awards, dip_problems
from xl_dipscore.tables.native.columns import Column
from xl_dipscore.workbooks.acts import new
from xl_dipscore.workbooks.acts.fill import fill
from xl_dipscore.workbooks.acts.names import NothingToAttach
from xl_dipscore.workbooks.acts.rebuild import rebuild_package
from xl_dipscore.workbooks.author import Plan, make, make_compact_package
from xl_dipscore.workbooks.author.sheets import all_sheets, sheets_of
from xl_dipscore.workbooks.layout.event import EventIn
from xl_dipscore.workbooks.layout.games import HeadingsMoved
from xl_dipscore.workbooks.layout.setup import EVENT_OPTIONS, OPTIONS, Setup

pytestmark = pytest.mark.usefixtures("new_books")

SHEETS = [one.name for one in sheets_of(Plan(find("DCC"), 2, 1), "plain")]
IN_CELLS = [one for one in one_of_each_rule() if one.key != "HURST"]
"""A system whose standings plain formulas cannot express."""
COUNTS = (0, 13, 10, 3, 8, 0, 0)
DRAW = ("England", "France", "Germany")
NAMES = ("Ann", "Bob", "Cid", "Dora", "Eve", "Finn", "Gus")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """DC(C), two rounds of one board."""
    path = tmp_path_factory.mktemp("native") / "event.xlsx"
    new.create_native(path, Plan(find("DCC"), 2, 1))
    return path


@pytest.fixture(scope="module")
def book(made: Path) -> openpyxl.Workbook:
    """The workbook of plain formulas, read only."""
    return openpyxl.load_workbook(made)


@pytest.fixture(scope="module")
def other() -> openpyxl.Workbook:
    """An ordinary workbook, read only."""
    return make(Plan(find("DCC"), 1, 1))


class Event:
    """The workbook as a person changes it."""

    def __init__(self, path: Path) -> None:
        self.package = Package.read(path)
        cells = self.package.sheet("Games").cells
        first = ((str(cell.value), column) for (row, column), cell in cells.items() if row == 1)
        self.columns = {heading.partition("|")[0].strip(): column for heading, column in first}

    def type(self, heading: str, row: int, value: CellValue) -> None:
        self.package.set_value("Games", self._at(heading, row), value)

    def board(self, top: int = 2, draw: tuple[str, ...] = DRAW) -> None:
        for row, power in enumerate(POWERS, top):
            self.type("Player", row, NAMES[row - top])
            self.type("Centres", row, COUNTS[row - top])
            self.type("Draw", row, "x" if power in draw else None)

    def compute(self) -> None:
        assert rebuild_package(self.package, "event.xlsx", engine="python").not_computed == ()

    @property
    def status(self) -> str:
        """The sentence about the event."""
        (cell,) = [one.text for one in self.package.defined_names if one.name == "Status"]
        return str(self.package.value(*cell.replace("$", "").split("!")))

    def column(self, heading: str, top: int = 2) -> list[CellValue]:
        return [self.package.value("Games", self._at(heading, row)) for row in range(top, top + 7)]

    def _at(self, heading: str, row: int) -> str:
        return f"{openpyxl.utils.get_column_letter(self.columns[heading])}{row}"


@pytest.fixture
def event(made: Path) -> Event:
    event = Event(made)
    event.package.set_value("Setup", "B2", "Spring Cup")
    return event


@pytest.fixture(scope="module")
def scored(made: Path) -> Event:
    """A board that is typed and computed, to look at."""
    event = Event(made)
    event.package.set_value("Setup", "B2", "Spring Cup")
    event.package.set_value("Players", "A5", " Bob ")
    event.board()
    event.compute()
    return event


def formulas(book: openpyxl.Workbook) -> Iterator[tuple[str, str, str]]:
    """Sheet, cell and formula."""
    for sheet in book.worksheets:
        for row in sheet.iter_rows():
            for cell in row:
                if cell.data_type == "f":
                    assert isinstance(cell.value, str), f"an array in {sheet.title} {cell.coordinate}"
                    yield sheet.title, cell.coordinate, cell.value


def headings(sheet: Worksheet) -> list[object]:
    """The visible sheets."""
    hidden = {
        n for one in sheet.column_dimensions.values() if one.hidden for n in range(one.min, one.max + 1)
    }
    return [cell.value for cell in sheet[1] if cell.column not in hidden]


@pytest.mark.slow
def test_check_says_what_a_board_without_marks_is_scored_as(event: Event) -> None:
    event.board(draw=())
    event.compute()
    said = event.column("Check")[0]
    assert [[said]] == dip_check("DCC", COUNTS)
    assert "scored as a draw of all 4 survivors" in str(said)


def test_headings_among_the_rows_are_told_and_nothing_else(event: Event) -> None:
    """As after a sort of what is typed, with a title above the headings."""
    event.board()
    for column in range(1, 10):
        cells = [f"{openpyxl.utils.get_column_letter(column)}{row}" for row in (1, 2)]
        values = [event.package.value("Games", cell) for cell in cells]
        for cell, value in zip(reversed(cells), values, strict=True):
            event.package.set_value("Games", cell, value)
    event.compute()
    moved = HeadingsMoved(sheet="Games")
    assert event.status == moved.sentence
    (only,) = EventIn(event.package).problems
    assert (only.full_text, only.fault.cells) == (moved.full_text, [("Games", 2, 3)])


@pytest.mark.slow
def test_headings_above_what_formulas_read_make_no_count_negative(event: Event) -> None:
    """As after a sort downwards, which leaves the title where the headings were."""
    event.board()
    for column in {column for row, column in event.package.sheet("Games").cells if row == 1}:
        event.package.set_value("Games", f"{openpyxl.utils.get_column_letter(column)}1", None)
    event.package.set_value("Games", "A1", "Spring Cup")
    rebuild_package(event.package, "event.xlsx", engine="python")
    assert event.status.startswith(HeadingsMoved(sheet="Games").sentence)
    assert "doubt" not in event.status


AWARDED = [
    (1, "A", (16, 18, 0, 0, 0, 0, 0), "", "abcdefg"),
    (1, "B", (9, 9, 8, 8, 0, 0, 0), "EF", "hijklmn"),
    (2, "A", (9, 9, 8, 8, 0, 0, 0), "", "hacbdef"),
    (2, "Top", (12, 11, 11, 0, 0, 0, 0), "", "gijklmn"),
]


@pytest.mark.slow
@pytest.mark.parametrize(
    "rule",
    [
        {},
        {"by": "centres", "award boards": "without top", "award ties": "broken"},
        {"by": "results"},
        {"award losers": "level", "award ties": "broken", "award guests": True},
    ],
    ids=str,
)
def test_best_countries_by_the_events_own_rule(rule: dict[str, Any]) -> None:
    """With a loser of 16 centres, a Top board, and a guest, h."""
    package = make_compact_package(make(Plan(find("CENTRES60"), 2, 2, options=rule), "plain"))
    rows: list[list[Any]] = []
    for round_, name, counts, marks, players in AWARDED:
        for power, player, count in zip(POWERS, players, counts, strict=True):
            mark, guest = "x" if power[0] in marks else None, "x" if player == "h" else None
            rows.append([round_, name, power, player, count, mark, guest])
            for column, value in zip("ABCDEFJ", rows[-1], strict=True):
                package.set_value("Games", f"{column}{len(rows) + 1}", value)
    assert rebuild_package(package, "event.xlsx", engine="python").not_computed == ()
    header = ["Round", "Board", "Power", "Player", "Centres", "Draw", "Unranked"]
    _, *best = dip_awards("CENTRES60", [header, *rows], [[*one] for one in rule.items()])
    shown = [[package.value("Best countries", f"{c}{row}") for c in "ABCDEF"] for row in range(1, 30)]
    assert [line for line in shown if line[0] in POWERS] == best


@pytest.mark.slow
def test_check_tells_what_is_taken_out_of_a_table(event: Event) -> None:
    """Nobody's name, a score of 0, a round seated like the one before, and players without powers."""
    event.board()
    event.board(9)
    event.type("Player", 2, "N.N.")
    event.type("Player", 9, "N.N.")
    event.type("Override", 3, 0)
    for row in range(9, 16):
        event.type("Centres", row, 34 if row == 9 else 0)
        event.type("Draw", row, None)
    event.compute()
    told = [str(one).partition("Doubt: ")[2] for one in event.column("Check")]
    assert told[:2] == [
        "N.N. is not a name.",
        "Counts 0 by Override, but the rule gives another score.",
    ]
    assert "the same power in the round before" in str(event.column("Check", 9)[0])
    for row in range(9, 16):
        event.type("Power", row, None)
        event.type("Centres", row, None)
    event.compute()
    assert str(event.column("Check", 9)[0]) == "Doubt: A player without a power."


# -- what is there ----------------------------------------------------------------------------


@pytest.mark.slow
def test_its_sheets_are_those_of_other_workbooks_and_a_helper_behind_them(
    book: openpyxl.Workbook, other: openpyxl.Workbook
) -> None:
    assert book.sheetnames == SHEETS
    helpers = {one.name for one in all_sheets() if one.kinds == ("plain",)}
    assert "Totals" in helpers
    assert set(SHEETS) - helpers <= set(other.sheetnames)


def test_it_has_no_function_of_ours(book: openpyxl.Workbook) -> None:
    ours = re.compile("|".join(rf"{function.name}\(" for function in FUNCTIONS))
    assert not [found for found in formulas(book) if ours.search(found[2])]


def test_it_is_marked_by_a_hidden_name(book: openpyxl.Workbook) -> None:
    mark = book.defined_names["Plain_formulas"]
    assert (mark.attr_text, mark.hidden) == ('"DCC"', True)


def test_its_cells_are_named_as_in_other_workbooks(book: openpyxl.Workbook, other: openpyxl.Workbook) -> None:
    wanted = ("Event_name", "Scoring_system", "System_name", "Last_year", "Event_options", "Scoring_options")
    for name in (*wanted, "Roster", "Status"):
        assert name in book.defined_names
        assert name in other.defined_names


@pytest.mark.parametrize("key", slow_but(["WBC"], ["DCC", "WBC", "CONQUEST", "ORIGINS"]))
def test_games_has_the_headings_of_other_workbooks(key: str) -> None:
    plan = Plan(find(key), 1, 1)
    native, other = make(plan, "plain")["Games"], make(plan)["Games"]
    *theirs, check = [cell.value for cell in other[1]]
    *ours, checked = [cell.value for cell in native[1]][: len(theirs) + 1]
    assert ours == theirs
    # With our functions, the heading is an array of one cell.
    assert all('"Check   |   "' in heading for heading in (check.text, checked))


def test_what_makes_the_score_is_folded_away_to_the_right_of_check(
    book: openpyxl.Workbook, other: openpyxl.Workbook
) -> None:
    sheet = book["Games"]
    check = len(other["Games"][1])
    folded = [
        dimension
        for dimension in sheet.column_dimensions.values()
        if dimension.min > check and dimension.outlineLevel
    ]
    width = max(cell.column for cell in sheet[1])
    assert {n for one in folded for n in range(one.min, one.max + 1)} == set(range(check + 1, width + 1))
    assert all(dimension.hidden for dimension in folded)
    assert sheet.column_dimensions[openpyxl.utils.get_column_letter(check)].collapsed
    assert not sheet.sheet_properties.outlinePr.summaryRight
    assert all(cell.value for cell in sheet[1])


def test_of_totals_the_total_is_seen_and_the_rest_is_folded(book: openpyxl.Workbook) -> None:
    sheet = book["Totals"]
    assert headings(sheet)[:7] == ["No.", "Player", "R1", "R2", "Total", "Rank", "Place"]
    folded = [one for one in sheet.column_dimensions.values() if one.hidden]
    assert folded
    assert all(one.outlineLevel == 1 for one in folded)


def test_every_row_of_games_has_the_same_formulas(book: openpyxl.Workbook) -> None:
    sheet = book["Games"]
    rows = [
        [
            re.sub(rf"(?<=[A-Z]){number}\b", "#", str(cell.value))
            for cell in sheet[number]
            if cell.data_type == "f"
        ]
        for number in range(2, 16)
    ]
    assert len(rows[0]) > 10
    assert all(row == rows[0] for row in rows)


def test_rows_of_games_may_be_sorted(book: openpyxl.Workbook) -> None:
    sheet = book["Games"]
    assert not sheet.protection.sheet
    assert sheet.merged_cells.ranges == set()


def test_what_is_computed_elsewhere_is_locked(book: openpyxl.Workbook) -> None:
    for name in SHEETS:
        assert book[name].protection.sheet == (name != "Games"), name


def test_there_is_room_for_many_more_boards(book: openpyxl.Workbook) -> None:
    lasts = {
        int(last)
        for _, _, text in formulas(book)
        for last in re.findall(r"Games!\$\w+\$1:\$\w+\$(\d+)", text)
    }
    lasts -= {1}  # the row of headings, in which one that is not read is looked for
    assert len(lasts) == 1
    assert min(lasts) >= 15 + 500


def test_players_are_offered_in_a_list(book: openpyxl.Workbook) -> None:
    lists = {rule.formula1: str(rule.sqref) for rule in book["Games"].data_validations.dataValidation}
    assert lists["Roster"].startswith("D2:D")


def test_the_rule_stands_on_guide_in_words(book: openpyxl.Workbook) -> None:
    told = " ".join(str(row[1].value) for row in book["Guide"].iter_rows())
    for words in (find("DCC").help, find("DCC").source, "dipscore explain", "plus sign"):
        assert words in told


@pytest.mark.parametrize(("key", "words"), [("GENCON", "who qualifies"), ("MYSTERY", "joins after")])
def test_guide_says_what_has_no_form_in_cells(key: str, words: str) -> None:
    told = [str(row[1].value) for row in make(Plan(find(key), 3, 1), "plain")["Guide"].iter_rows()]
    assert any(words in text for text in told)


# -- Setup ------------------------------------------------------------------------------------


@pytest.mark.parametrize("system", slow_but(one_of_each_family()[::2], IN_CELLS))
def test_setup_says_what_the_formulas_were_made_for(system: System, tmp_path: Path) -> None:
    """Read by our own readers, the options are the system's own."""
    plan = Plan(system, 2, 1, options={"combine": "sum"})
    tmp_path.mkdir(exist_ok=True)
    make(plan, "plain").save(tmp_path / "event.xlsx")
    package = Package.read(tmp_path / "event.xlsx")
    own = Setup(package).options(OPTIONS) or {}
    chosen = read_options(list(own.values()), system).parameters
    usual = {one.parameter: one.default for one in (*system.options, *system.event_options)}
    assert {**usual, **chosen} == usual
    of_event = Setup(package).options(EVENT_OPTIONS) or {}
    settings = read_event_options(of_event.values(), system).settings
    assert (settings.rounds, settings.combine, settings.format) == (2, "sum", "all rounds")
    assert tie_breaks_named(settings.tiebreak or ()) == tie_breaks_named(system.tiebreak)


@pytest.mark.slow
def test_a_number_on_setup_is_looked_at(tmp_path: Path) -> None:
    new.create_native(tmp_path / "event.xlsx", Plan(find("WBC"), 1, 1))
    event = Event(tmp_path / "event.xlsx")
    event.board()
    rows = Setup(event.package).options(OPTIONS) or {}
    (draw,) = (row for row, typed in rows.items() if typed[0] == "draw")
    event.package.set_value("Setup", f"C{draw}", 11)  # a draw of three
    event.compute()
    board = Board(COUNTS, draw=DRAW)
    assert event.column("Score") == [float(one) for one in score("WBC", board, draw=(22, 11, 4, 1))]


WRONG = {
    "combine": ("sum", "made for DCC: make a new workbook"),
    "scs": ("tribute", "made for squares: make a new workbook"),
    "rounds": (3, "type a whole number, at most 2"),
    "decimals": (-1, "type a whole number from 0 to 9999, or leave it blank"),
}
LESS = {"rounds": ("two", "type a whole number, at most 2")}


@pytest.mark.parametrize("words", [WRONG, pytest.param(LESS, marks=pytest.mark.slow)])
def test_other_words_on_setup_are_refused(event: Event, words: dict[str, tuple[CellValue, str]]) -> None:
    event.board()
    rows = {event.package.value("Setup", f"A{row}"): row for row in range(7, 30)}
    for name, (value, _) in words.items():
        event.package.set_value("Setup", f"B{rows[name]}", value)
    report = rebuild_package(event.package, "event.xlsx", engine="python")
    (note,) = report.notes
    assert note.endswith("expect other settings. Setup: see its column Check.")
    told = {name: event.package.value("Setup", f"K{rows[name]}") for name in words}
    assert told == {name: sentence for name, (_, sentence) in words.items()}
    assert event.column("Check") == ["Setup: see its column Check."] * 7
    assert event.column("Score") == [ErrorMark("#N/A")] * 7


@pytest.mark.slow
def test_what_the_formulas_leave_out_cannot_be_typed_in(tmp_path: Path) -> None:
    """A custom system without points for a kill has no formula for them; one with a lead keeps it."""
    path = tmp_path / "event.xlsx"
    new.create_native(path, Plan(find("CUSTOM"), 1, 1, options={"lead": 1}))
    sheet = openpyxl.load_workbook(path)["Setup"]
    rows = {cell.value: cell.row for cell in sheet["A"]}
    assert sheet.cell(rows["kill"], 2).protection.locked
    assert not sheet.cell(rows["lead"], 2).protection.locked
    event = Event(path)
    event.board()
    event.package.set_value("Setup", f"B{rows['lead']}", 3)
    event.compute()
    board = Board(COUNTS, draw=DRAW)
    assert event.column("Score") == [float(one) for one in score("CUSTOM", board, lead=3)]
    event.package.set_value("Setup", f"B{rows['kill']}", 2)
    event.package.set_value("Setup", f"B{rows['lead']}", 0)
    event.compute()
    told = [event.package.value("Setup", f"K{rows[name]}") for name in ("kill", "lead")]
    assert told == ["made for 0: make a new workbook", "type a number above 0"]
    assert event.column("Score") == [ErrorMark("#N/A")] * 7


def test_another_system_on_setup_is_refused(event: Event) -> None:
    event.board()
    event.package.set_value("Setup", "B3", "SOS")
    event.compute()
    assert event.package.value("Setup", "K3") == "made for DC(C): make a new workbook"
    assert event.column("Check") == ["Setup: see its column Check."] * 7
    assert event.column("Score") == [ErrorMark("#N/A")] * 7
    assert event.package.value("Guide", "B3") == "Setup: see its column Check."


@pytest.mark.slow
def test_each_option_is_checked_in_its_own_row(tmp_path: Path) -> None:
    """However many options there are, no cell of Setup says much."""
    path = tmp_path / "event.xlsx"
    new.create_native(path, Plan(find("CUSTOM"), 1, 1, options={"lead": 1}))
    sheet = openpyxl.load_workbook(path)["Setup"]
    texts = [str(cell.value) for row in sheet.iter_rows() for cell in row if cell.value is not None]
    assert max(map(len, texts)) < 1000


@pytest.mark.slow
@pytest.mark.parametrize("ending", ["all rounds", "final"])
def test_a_system_without_options_works_too(tmp_path: Path, monkeypatch: Any, ending: Any) -> None:
    system_module.systems()
    monkeypatch.setattr(system_module, "_registry", dict(system_module._registry))

    @system("BARE", "Bare", family="top", source="nobody, 2026")
    def bare(board: Board) -> Points:
        """A point a centre."""
        return centres(board)

    path = tmp_path / "event.xlsx"
    new.create_native(path, Plan(bare, 2, 1, ending))
    test_setup_says_what_the_formulas_were_made_for(bare, tmp_path / "read")
    event = Event(path)
    event.board()
    report = rebuild_package(event.package, "event.xlsx", engine="python")
    assert (report.not_computed, report.notes) == ((), ())
    assert event.package.value("Setup", "B5") == ""
    assert event.column("Score") == [*map(float, COUNTS)]
    assert Setup(event.package).options(OPTIONS) == {}
    of_event = Setup(event.package).options(EVENT_OPTIONS) or {}
    assert {"rounds", "combine", "by"} <= {str(row[0]) for row in of_event.values()}


# -- on the day -------------------------------------------------------------------------------


def test_an_empty_one_shows_no_error_and_no_score(made: Path) -> None:
    package = Package.read(made)
    cells = [cell for name in package.sheet_names for cell in package.sheet(name).cells.values()]
    assert not [cell for cell in cells if isinstance(cell.value, ErrorMark)]
    assert not [cell for cell in cells if cell.formula and cell.value is None]
    assert Event(made).column("Score") == [""] * 7
    assert package.value("Guide", "B3") == "No problems."


def test_a_typed_board_is_scored_and_ranked(scored: Event) -> None:
    scores = [float(one) for one in score("DCC", Board(COUNTS, draw=DRAW))]
    assert scored.column("Score") == pytest.approx(scores)
    assert scored.column("Counts") == scored.column("Score")
    doubt = " Doubt: This player is not on Players."  # but Bob is, with spaces around him
    first = f"OK: 3-way draw England, France, Germany.{doubt}"
    expected = [first, *(f"OK{'' if name.strip() == 'Bob' else f'.{doubt}'}" for name in NAMES[1:])]
    assert scored.column("Check") == expected
    leader = NAMES[scores.index(max(scores))]
    assert [scored.package.value("Standings", cell) for cell in ("A5", "B5")] == [1, leader]
    assert scored.package.value("Best countries", "B5") == "Ann"
    assert scored.package.value("Charts", "A5") == leader


@pytest.mark.slow
def test_what_is_nobodys_name_is_doubted_as_in_other_workbooks(event: Event) -> None:
    names = ("TBD", "tba ", "Austria", "?? ", "Ann Austria", "Tbdson", "-")
    event.board()
    for row, name in enumerate(names, 2):
        event.type("Player", row, name)
    event.compute()
    games = [["Round", "Board", "Power", "Player", "Centres", "Draw"]]
    games += [
        [1, "A", power, name, own, "x" * (power in DRAW)]
        for power, name, own in zip(POWERS, names, COUNTS, strict=True)
    ]
    expected = [line[1] for line in dip_problems("DCC", games)[1:] if "is not a name" in line[1]]
    assert expected == [f"{names[n].strip()} is not a name." for n in (0, 1, 2, 3, 6)]
    told = [str(cell).partition(" Doubt: ")[2] for cell in event.column("Check")]
    assert [one for one in told if one] == expected
    assert event.package.value("Guide", "B3") == "5 doubts: see Check."


@pytest.mark.slow
def test_a_skipped_round_is_doubted_in_check(tmp_path: Path) -> None:
    path = tmp_path / "event.xlsx"
    new.create_native(path, Plan(find("DCC"), 4, 1))
    table = [games.HEADER]
    for round_, counts in ((1, games.CLOCK), (2, games.THREE_WAY), (4, games.CLOCK[::-1])):
        table += games.rows(round_, "A", counts, players=NAMES)
    fill(path, read_games(table).games)
    event = Event(path)
    told = ["No board of the round" in str(event.column("Check", top)[0]) for top in (2, 9, 16, 23)]
    assert told == [False, False, False, True]


def test_what_is_computed_is_not_read_as_typed(scored: Event, tmp_path: Path) -> None:
    """The event's name stands in the heading of Check, and programs may drop names that are no cells'."""
    (tmp_path / "event.xlsx").write_bytes(scored.package.to_bytes())
    check = scored.columns["Check"]
    with ZipFile(tmp_path / "event.xlsx") as saved, ZipFile(tmp_path / "less.xlsx", "w") as less:
        for part in saved.namelist():
            less.writestr(
                part, re.sub(rb'<definedName[^>]*"Plain_formulas".*?</definedName>', b"", saved.read(part))
            )
    for name in ("event.xlsx", "less.xlsx"):
        package = Package.read(tmp_path / name)
        (home,) = EventIn(package).check_sheets()
        assert home.value(1, "score") == "Score"
        assert home.sheet.cells[1, check].value == "Check   |   Spring Cup"
        assert max(home.columns.values()) < check
        assert home.any_order
        assert Setup(package).plain == "DCC"


def test_no_heading_of_a_helper_is_a_word_of_a_games_list(book: openpyxl.Workbook) -> None:
    """Even where the heading of Check is gone."""
    headings = [str(cell.value) for cell in book["Games"][1]]
    check = next(n for n, heading in enumerate(headings) if "Check" in heading)
    own = [
        Column("", word, "").marked_heading for word in (*HEADED, *LOOSE, *SCORED, "1907", "Runde", "Zentren")
    ]
    for heading in (*headings[check + 1 :], *own):
        assert games_header(heading) is None, heading


@pytest.mark.slow
def test_a_board_by_another_name_in_another_order_is_the_same(event: Event) -> None:
    """The rows of both boards, one of each by turns."""
    boards = Board(COUNTS, draw=DRAW), Board(COUNTS)
    first, second = ([float(one) for one in score("DCC", board)] for board in boards)
    for row in range(2, 16):
        board, seat = divmod(row, 2)[1], (row - 2) // 2
        typed = {"Round": board + 1, "Board": "A", "Power": POWERS[seat], "Player": NAMES[seat]}
        typed |= {"Centres": COUNTS[seat], "Draw": "x" if board == 0 and POWERS[seat] in DRAW else None}
        for heading, value in typed.items():
            event.type(heading, row, value)
    rebuild_package(event.package, "event.xlsx", engine="python")
    mixed = [*event.column("Score"), *event.column("Score", 9)]
    assert mixed == pytest.approx([one for pair in zip(first, second, strict=True) for one in pair])


@pytest.mark.slow
def test_a_faulty_board_is_counted_where_a_director_looks(event: Event) -> None:
    event.board()
    event.type("Centres", 2, 30)
    event.compute()
    assert event.column("Score") == [ErrorMark("#VALUE!")] * 7
    assert not any(str(told).startswith("OK") for told in event.column("Check"))
    for cell in (("Guide", "B3"), ("Standings", "A3")):
        assert str(event.package.value(*cell)).startswith("7 rows of Games need a look: see Check.")


def test_players_shows_who_played_what(scored: Event) -> None:
    columns = columns_of_players(scored.package)
    shown = [scored.package.value("Players", f"{columns[one]}5") for one in ("Games", *POWERS)]
    assert shown == [1, 0, 1, 0, 0, 0, 0, 0]


# -- the command ------------------------------------------------------------------------------


def dipscore(*call: object) -> tuple[int, str]:
    done = CliRunner().invoke(app, ["new", *map(str, call)])
    told = str(done.exception) if isinstance(done.exception, Fault | Faults) else done.output
    return done.exit_code, re.sub(r"\s*│?\s*\n\s*│?\s*", " ", told)


@pytest.mark.slow
def test_the_command_makes_one(tmp_path: Path) -> None:
    path = tmp_path / "event.xlsx"
    code, told = dipscore(
        *("DCC", path, "--host", "native", "--rounds", 2, "--boards", 1, "--format", "final"),
        *("--set", "scs=tribute", "--set", "combine=best 1", "--set", "min rounds=1"),
    )
    assert code == 0
    assert "in plain formulas that need nothing" in told
    values = [row[:2] for row in openpyxl.load_workbook(path)["Setup"].iter_rows(values_only=True)]
    for row in (("scs", "tribute"), ("combine", "best 1"), ("format", "final"), ("min rounds", 1)):
        assert row in values


@pytest.mark.slow
def test_the_command_says_what_has_no_form_in_cells(tmp_path: Path) -> None:
    code, told = dipscore("GENCON", tmp_path / "event.xlsx", "--host", "native", "--rounds", 2, "--boards", 1)
    assert code == 0
    assert "cannot tell who qualifies country by country" in told


@pytest.mark.slow
def test_an_ordinary_workbook_takes_settings_too(tmp_path: Path) -> None:
    path = tmp_path / "event.xlsx"
    call = ("--rounds", 1, "--boards", 1, "--set", "win=3.5", "--set", "conceded centres=no")
    assert dipscore("CUSTOM", path, *call)[0] == 0
    values = [row[:2] for row in openpyxl.load_workbook(path)["Setup"].iter_rows(values_only=True)]
    assert ("win", 3.5) in values
    assert ("conceded centres", "no") in values


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (("--template", "mine.xlsx"), "without a template"),
        (("--set", "combine=most"), "There is no rule"),
        (("--set", "tiebreak=coin"), "coin"),
        (("--set", "pots=3"), "DCC has no option pots"),
        (("--set", "scs=cubes"), "The option 'scs' is"),
        (("--format", "top-board", "--set", "groups=yes"), "The option groups has no form in cells"),
        (("--format", "top-places", "--set", "groups=yes"), "The option groups has no form in cells"),
    ],
)
def test_calls_that_make_no_sense(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: tuple[str, ...], sentence: str
) -> None:
    monkeypatch.chdir(tmp_path)
    code, told = dipscore("DCC", "event.xlsx", "--host", "native", *call)
    assert code != 0
    assert sentence in told
    assert not (tmp_path / "event.xlsx").exists()


def test_a_template_has_options_of_its_own(tmp_path: Path) -> None:
    code, told = dipscore("DCC", tmp_path / "event.xlsx", "--template", "mine.xlsx", "--set", "scs=share")
    assert code != 0
    assert "type them there, on Setup" in told


@pytest.mark.slow
@pytest.mark.parametrize("host", slow_but(["excel"], ["excel", "lite", "native"]))
def test_there_is_nothing_to_attach_to_it(dipscore, tmp_path: Path, host: str) -> None:
    path = tmp_path / "event.xlsx"
    assert dipscore("new", "SOS", path, "--host", "native", "--rounds", 1, "--boards", 1).status == 0
    before = path.read_bytes()
    got = dipscore("attach", path, "--host", host)
    assert got.status == 1
    check_said(got.err, NothingToAttach, path=path.name)
    assert path.read_bytes() == before
    assert [*tmp_path.iterdir()] == [path]
