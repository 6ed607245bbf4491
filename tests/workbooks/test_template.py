"""Templates that directors restyled: readers find their cells; events from them; lists of players."""

import io
import re
from collections.abc import Callable
from pathlib import Path

import openpyxl
import pytest
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.formula import ArrayFormula
from openpyxl.worksheet.worksheet import Worksheet

from tests import games
from tests.headed import columns_of_players
from tests.samples import every_fourth
from tests.sheets.books import part_of, parts, what_if, with_part
from xl_dipscore.rules.event.settings import Format
from xl_dipscore.rules.system import find
from xl_dipscore.sheets.calculate.recalc import NotComputed
from xl_dipscore.sheets.xlsx.formula import ROWS, Area, column_letters
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.tables.cells.games import read_games
from xl_dipscore.workbooks.acts import new as making
from xl_dipscore.workbooks.acts.check import check
from xl_dipscore.workbooks.acts.fill import put_games
from xl_dipscore.workbooks.acts.new import create_from, start
from xl_dipscore.workbooks.acts.rebuild import Report, rebuild_package
from xl_dipscore.workbooks.author import Plan, make
from xl_dipscore.workbooks.layout.event import EventIn
from xl_dipscore.workbooks.layout.games import NoSlots, label
from xl_dipscore.workbooks.layout.grow.choices import headings as headings_of
from xl_dipscore.workbooks.layout.grow.choices import with_choices
from xl_dipscore.workbooks.layout.setup import ROSTER, Setup

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("new_books")]

OK, FAULTY, MISUSED = 0, 1, 2
OURS = (
    *("Event_name", "Scoring_system", "Last_year", "Event_options", "Scoring_options"),
    *("Roster", "Explain_round", "Explain_board", "Explain_player"),
)


def changed(path: Path, change: Callable[[openpyxl.Workbook], object]) -> Package:
    book = openpyxl.load_workbook(path)
    change(book)
    book.save(path)
    return Package.read(path)


@pytest.fixture
def mine(tmp_path, makes) -> Path:
    """Two rounds of two boards: rows 2 to 29 of Games."""
    path = tmp_path / "mine.xlsx"
    path.write_bytes(makes())
    return path


def named(book: openpyxl.Workbook, **names: str) -> None:
    for name, text in names.items():
        book.defined_names[name] = DefinedName(name, attr_text=text)


def with_players(book: openpyxl.Workbook, rows: int = 28, *headings: str) -> None:
    """Another list of players, with further columns, of which the last computes itself."""
    place = book.sheetnames.index("Players")
    del book["Players"]
    sheet = book.create_sheet("Players", place)
    for column, heading in enumerate(("Player", *headings, "Boards"), 1):
        sheet.cell(2, column, heading)
    for row in range(3, 3 + rows):
        sheet.cell(row, len(headings) + 2, f"=SUMPRODUCT(--(Games!$D$2:$D$29=A{row}))")
    named(book, Roster=f"Players!$A$3:$A${2 + rows}")


# -- what is found ----------------------------------------------------------------------------


def test_a_workbook_of_ours_has_nothing_wrong(mine):
    def change(book: openpyxl.Workbook) -> None:
        book["Players"]["A5"], book["Setup"]["B2"], book["Explain"]["B3"] = "Ann", "Spring Cup", 2

    found = check(changed(mine, change))
    assert found.found == (
        "The event's name: Setup!B2 (Spring Cup).",
        "The scoring system: Setup!B3 (DCC).",
        "The last game year: Setup!B4.",
        "The event's options: Setup!A7:H39.",
        "The system's options: Setup!A30:H39.",
        "Explained: round: Explain!B3 (2).",
        "Explained: board: Explain!B4 (A).",
        "Explained: player: Explain!B25.",
        "Players: Players!A5:A32, room for 28 names, 1 taken.",
        "Games: Games, 4 boards in 2 rounds, 0 with results. Headings in row 1: Round, Board, Power, Player, "
        "Centres, Draw, Eliminated, Year, Docked, Unranked, Extra points, Override, Score and Counts.",
        "Standings: Standings!A4:I32, room for 28 lines.",
        "Best countries: Best countries!A4:F32, room for 28 lines.",
        "Comparison of systems: Compare!A4:I32, room for 28 lines.",
    )
    assert found.missing == ()
    assert found.unfilled == (
        "Games has no column for civil disorder, new player, not counted, tiebreak, reason, weight, "
        "system and a centre chart: fill refuses a game that has such a fact.",
        "28 cells of Year (Games!H2:H29) contain formulas: a game's own value replaces the formula; "
        "without one the formula stays.",
    )
    assert found.wrong == ()


def test_the_command_says_it_in_four_parts(dipscore, mine, played):
    changed(mine, lambda book: book.remove(book["Compare"]))
    got = dipscore("template", "check", "mine.xlsx")
    assert got.status == OK
    lines = got.out.splitlines()
    assert [line for line in lines if not line.startswith("  ")] == [
        "Found:",
        "Missing:",
        "Will not be filled:",
    ]
    assert "  The scoring system: Setup!B3 (DCC)." in lines
    mine.write_bytes(played)
    got = dipscore("template", "check", "mine.xlsx")
    assert (got.status, "4 boards in 2 rounds, 4 with results" in got.out) == (OK, True)
    changed(mine, lambda book: book["Games"].__setitem__("C4", "England"))
    got = dipscore("template", "check", "mine.xlsx")
    assert got.status == FAULTY
    assert "Wrong:\n  Games rows 2 to 8 are not a board of seven powers: " in got.out


def test_what_is_missing_is_told_with_what_it_means(mine):
    def change(book: openpyxl.Workbook) -> None:
        del book["Standings"], book["Best countries"], book["Compare"]
        for name in OURS:
            del book.defined_names[name]
        book["Games"]["M1"] = "Points"

    assert check(changed(mine, change)).missing == (
        "No cells named Event_name: regenerate cannot carry over the event's name.",
        "No cells named Scoring_system: new cannot set the scoring system, and regenerate cannot "
        "carry it over.",
        "No cells named Last_year: regenerate writes the last game year beside each board instead.",
        "No cells named Event_options: new cannot set the number of rounds, and regenerate cannot "
        "carry over the "
        "options.",
        "No cells named Scoring_options: regenerate cannot carry over the system's options.",
        "No cells named Roster: fill keeps no list of players, and regenerate cannot copy their details.",
        "No cells named Explain_round: there is nowhere to choose the round to explain; fill "
        "and regenerate do not need it.",
        "No cells named Explain_board: there is nowhere to choose the board to explain; fill "
        "and regenerate do not need it.",
        "No cells named Explain_player: there is nowhere to choose the player to explain; fill "
        "and regenerate do not need it.",
        "No DIP_STANDINGS (standings): regenerate cannot compare totals and ranks.",
        "No DIP_AWARDS (best countries): fill and regenerate do not need it.",
        "No DIP_COMPARE (comparison of systems): fill and regenerate do not need it.",
        "Games has no column Score.",
    )


def test_a_grown_list_is_found_with_as_many_lines_as_it_needs(mine):
    def change(book: openpyxl.Workbook) -> None:
        book["Best countries"]["A4"] = None
        book.create_sheet("Mine")["A1"] = ArrayFormula("A1:F1", '=DIP_AWARDS("DCC",Games!$A$1:$L$29)')

    changed(mine, change)
    with_part(mine, part_of(mine, "Mine"), lambda xml: xml.replace('<c r="A1"', '<c r="A1" cm="1"'))
    found = check(Package.read(mine))
    assert "Best countries: Mine!A1:F1, as many lines as it needs." in found.found
    assert found.wrong == ()


def test_columns_that_compute_themselves_are_told(mine):
    def change(book: openpyxl.Workbook) -> None:
        book["Games"]["E2"] = ArrayFormula("E2:E8", "=Setup!B12:B18")

    told = check(changed(mine, change)).unfilled
    assert (
        "7 cells of Centres (Games!E2:E8) contain formulas: an array formula fills them, so a game's own "
        "values cannot go there."
    ) in told


def _gone_is_a_power(book: openpyxl.Workbook) -> None:
    for row in range(23, 30):
        book["Games"][f"C{row}"] = None


def _short(name: str, last: int) -> Callable[[openpyxl.Workbook], None]:
    def change(book: openpyxl.Workbook) -> None:
        book[name]["A4"].value.ref = f"A4:F{last}"

    return change


def _text(ref: str, old: str, new: str) -> Callable[[openpyxl.Workbook], None]:
    sheet, _, cell = ref.partition("!")

    def change(book: openpyxl.Workbook) -> None:
        formula = book[sheet][cell]
        if isinstance(formula.value, str):
            formula.value = formula.value.replace(old, new)
        else:
            formula.value.text = formula.value.text.replace(old, new)

    return change


def _typed(ref: str, value: object) -> Callable[[openpyxl.Workbook], None]:
    return lambda book: book["Games"].__setitem__(ref, value)


WRONG = [
    (_typed("I1", "Player"), ["Games has the heading Player twice, in D1 and I1; only D1 is used."]),
    (
        _typed("C4", "England"),
        ["Games rows 2 to 8 are not a board of seven powers: France is missing and England is listed twice."],
    ),
    (
        _typed("C29", "Ruritania"),
        ["Games rows 23 to 28 are not a board of seven powers: Turkey is missing."],
    ),
    (
        lambda book: (_typed("C4", "England")(book), _typed("C5", "Austria")(book)),
        [
            "Games rows 2 to 8 are not a board of seven powers: France and Germany are missing and "
            "Austria and England are listed twice."
        ],
    ),
    (
        lambda book: [_typed(f"B{row}", None)(book) for row in range(9, 16)],
        ["Games row 9: the board is blank in the first row of this board."],
    ),
    (
        lambda book: [_typed(f"A{row}", None)(book) for row in range(16, 23)],
        ["Games row 16: the round is blank in the first row of this board."],
    ),
    (
        lambda book: [_typed(f"B{row}", "a")(book) for row in range(9, 16)],
        ["Games row 9: board a of round 1 is already in row 2 of Games."],
    ),
    (
        lambda book: [book["Games"].merge_cells(f"B{top}:B{top + 6}") for top in (9, 16, 23)],
        [
            "Games row 9: the board is only in the first row of the board, but DIP_AWARDS, DIP_COMPARE and "
            "DIP_STANDINGS needs it in every row. Unmerge the cells, and write it in all seven rows of each "
            "board."
        ],
    ),
    (
        _typed("M2", None),
        ["Games M2: the board in rows 2 to 8 has no formula for this score."],
    ),
    (
        _text("Games!M9", "A9:L15", "A2:L8"),
        ["Games M9: the score of the board in rows 9 to 15 is computed from A2:L8."],
    ),
    (
        _text("Games!M9", "A9:L15", "A9:L14"),
        ["Games M9: the score of the board in rows 9 to 15 is computed from A9:L14."],
    ),
    (
        _text("Standings!A4", "$L$29", "$L$22"),
        [
            "Standings A4: DIP_STANDINGS reads Games!A1:L22, but the games are Games!A1:E29, headings "
            "included."
        ],
    ),
    (
        _text("Print!J4", "$29", "$22"),
        [
            "Print J4: DIP_STANDINGS reads Games!A1:A22 and Games!A1:L22, but the games are Games!A1:E29, "
            "headings included."
        ],
    ),
    (
        _text("Best countries!A4", "$A$1", "$A$2"),
        [
            "Best countries A4: DIP_AWARDS reads Games!A2:L29, but the games are Games!A1:E29, headings "
            "included."
        ],
    ),
    (
        _short("Standings", 14),
        [
            "Standings A4:F14: DIP_STANDINGS has room for 10 lines below its headings, but there can "
            "be 28 players."
        ],
    ),
    (
        _short("Best countries", 9),
        [
            "Best countries A4:F9: DIP_AWARDS has room for 5 lines below its headings, but there can be "
            "7 countries."
        ],
    ),
    (
        lambda book: named(book, Event_name="#REF!", Last_year="Setup!#REF!"),
        [
            "The name Event_name points nowhere (#REF!). Point it at its cells again, or delete it.",
            "The name Last_year points nowhere (Setup!#REF!). Point it at its cells again, or delete it.",
        ],
    ),
]


@pytest.mark.parametrize(("change", "sentences"), WRONG, ids=[told[0] for _, told in WRONG])
def test_what_is_wrong_is_told(mine, change, sentences):
    assert list(map(str, check(changed(mine, change)).wrong)) == sentences


def test_a_deleted_list_of_players_is_missing_and_wrong_where_problems_reads_it(mine):
    found = check(changed(mine, lambda book: named(book, Roster="#REF!")))
    assert [str(one).partition(":")[0] for one in found.wrong] == ["Problems A4"]
    assert [line.partition(":")[0] for line in found.missing] == ["No cells named Roster"]


def test_a_list_of_players_says_how_many_there_can_be(mine):
    def change(book: openpyxl.Workbook) -> None:
        with_players(book, 10)
        _short("Standings", 14)(book)

    assert check(changed(mine, change)).wrong == ()


def test_a_workbook_without_boards_or_games_is_told(mine):
    package = changed(mine, lambda book: [_typed(f"C{row}", None)(book) for row in range(2, 30)])
    without = check(package).wrong[0]
    assert isinstance(without, NoSlots)
    assert "mine.xlsx" in str(without)
    package = changed(mine, lambda book: (book.remove(book["Games"]), book.defined_names.pop("Roster")))
    found = check(package)
    assert "mine.xlsx has no sheet with the headings" in str(found.wrong[0])
    assert "The scoring system: Setup!B3 (DCC)." in found.found
    assert "No cells named Roster" in " ".join(found.missing)


def test_boards_without_headings_are_told_one_by_one(mine):
    def change(book: openpyxl.Workbook) -> None:
        for row in range(2, 30):
            book["Games"][f"A{row}"] = book["Games"][f"B{row}"] = None

    assert [str(fault) for fault in check(changed(mine, change)).wrong] == [
        f"Games row {row}: the {what} is blank in the first row of this board."
        for row in (2, 9, 16, 23)
        for what in ("round", "board")
    ]


# -- an event from a template -----------------------------------------------------------------


def headings(path: Path) -> list[tuple[str, str]]:
    blocks = (slot for home in EventIn(Package.read(path)).check_sheets() for slot in home.slots)
    return [(label(block.round), label(block.board)) for block in blocks]


ANY = "Boards are scored by DIP_SCORE, which takes the system from Setup: the template has DCC_SCORE.\n"


def test_a_new_event_has_the_templates_boards_and_looks(dipscore, mine):
    got = dipscore("new", "sos", "cup.xlsx", "--template", "mine.xlsx")
    assert (got.status, got.err) == (
        OK,
        f"cup.xlsx: made from mine.xlsx, with 4 boards, scored by Sum of Squares.\n{ANY}",
    )
    made = Package.read("cup.xlsx")
    assert Setup(made).value("Scoring_system") == "SOS"
    assert made.value("Setup", "C3") == find("SOS").name
    assert headings(Path("cup.xlsx")) == [("1", "A"), ("1", "B"), ("2", "A"), ("2", "B")]


def test_a_larger_event_grows_and_takes_its_games(dipscore, mine):
    got = dipscore("new", "DCC", "cup.xlsx", "--template", "mine.xlsx", "--rounds", 3, "--boards", 2)
    assert got.status == OK
    made = Package.read("cup.xlsx")
    assert headings(Path("cup.xlsx")) == [(r, b) for r in "123" for b in "AB"]
    assert made.value(*Setup(made).option_cell("rounds")) == 3
    assert check(made).wrong == ()
    extra = [*games.event(), *games.rows(3, "A", games.SOLO, players=[f"Player {n}" for n in range(7)])]
    games.write(Path("games.csv"), extra)
    assert dipscore("fill", "cup.xlsx", "games.csv").status == OK
    filled = Package.read("cup.xlsx")
    assert [filled.value("Standings", f"{c}4") for c in "DEFG"] == ["R1", "R2", "R3", "Counted"]
    assert len(EventIn(filled).game_extract.game_list.games) == 5


def test_a_smaller_event_has_boards_to_spare(dipscore, mine):
    got = dipscore("new", "DCC", "cup.xlsx", "--template", "mine.xlsx", "--rounds", 1, "--boards", 2)
    assert headings(Path("cup.xlsx")) == [("1", name) for name in "ABCD"]
    assert (
        "There are more boards than needed: board C of round 1 and board D of round 1. They count "
        "only if they "
        "are played." in got.err
    )
    games.write(Path("games.csv"), games.event()[:15])
    assert dipscore("fill", "cup.xlsx", "games.csv").status == OK
    assert check(Package.read("cup.xlsx")).wrong == ()


@pytest.mark.parametrize(
    ("words", "there"),
    [
        (["--boards", 3], [("1", "A"), ("1", "B"), ("1", "C"), ("2", "A"), ("2", "B"), ("2", "C")]),
        (["--rounds", 3], [("1", "A"), ("1", "B"), ("2", "A"), ("2", "B"), ("3", "A"), ("3", "B")]),
    ],
)
def test_what_is_not_said_is_the_templates(dipscore, mine, words, there):
    dipscore("new", "DCC", "cup.xlsx", "--template", "mine.xlsx", *words)
    assert headings(Path("cup.xlsx")) == there


def test_merged_and_computed_headings_are_respected(dipscore, mine):
    def change(book: openpyxl.Workbook) -> None:
        sheet = book["Games"]
        for top in range(2, 30, 7):
            sheet.merge_cells(f"A{top}:A{top + 6}")
            for row in range(top + 1, top + 7):
                sheet[f"B{row}"] = f"=B{row - 1}"

    changed(mine, change)
    dipscore("new", "DCC", "cup.xlsx", "--template", "mine.xlsx", "--rounds", 1, "--boards", 5)
    assert headings(Path("cup.xlsx")) == [("1", name) for name in "ABCDE"]
    made = openpyxl.load_workbook("cup.xlsx")["Games"]
    assert [made[f"B{row}"].value for row in range(30, 33)] == ["E", "=B30", "=B31"]
    assert "A30:A36" in map(str, made.merged_cells.ranges)
    assert [made[f"A{row}"].value for row in range(30, 33)] == [1, None, None]


def test_headings_in_the_first_row_only_stay_there(dipscore, mine):
    def change(book: openpyxl.Workbook) -> None:
        for row in range(2, 30):
            if row % 7 != 2:
                book["Games"][f"A{row}"] = None

    changed(mine, change)
    dipscore("new", "DCC", "cup.xlsx", "--template", "mine.xlsx", "--rounds", 4, "--boards", 1)
    made = openpyxl.load_workbook("cup.xlsx")["Games"]
    assert [made[f"A{row}"].value for row in range(2, 17)] == [1, *[None] * 6, 2, *[None] * 6, 3]


def test_a_sheet_a_round_stays_one(dipscore, mine):
    def change(book: openpyxl.Workbook) -> None:
        second = book.copy_worksheet(book["Games"])
        second.title = "Second round"
        for sheet in (book["Games"], second):
            sheet.unmerge_cells("O16:O22")
            sheet.unmerge_cells("O23:O29")
            sheet.delete_rows(16, 14)

    changed(mine, change)
    got = dipscore("new", "DCC", "cup.xlsx", "--template", "mine.xlsx", "--rounds", 2, "--boards", 3)
    assert got.status == OK
    made = Package.read("cup.xlsx")
    there = {home.name: [label(slot.round) for slot in home.slots] for home in EventIn(made).check_sheets()}
    assert there == {"Games": ["1"] * 3, "Second round": ["2"] * 3}


def test_the_number_of_rounds_goes_where_there_is_room(dipscore, mine):
    def change(book: openpyxl.Workbook) -> None:
        place = next(row[0] for row in book["Setup"].iter_rows(max_col=1) if row[0].value == "rounds")
        place.value = place.offset(0, 1).value = None

    changed(mine, change)
    words = ("--template", "mine.xlsx", "--rounds", 3, "--boards", 1)
    assert dipscore("new", "DCC", "cup.xlsx", *words).status == OK
    made = Package.read("cup.xlsx")
    assert made.value(*Setup(made).option_cell("rounds")) == 3
    changed(mine, lambda book: book.defined_names.pop("Event_options"))
    got = dipscore("new", "DCC", "cup2.xlsx", *words)
    assert (
        "The event's number of rounds, 3, is not set: the template has no cells named Event_options."
        in got.err
    )


def test_options_without_a_free_row_are_told(mine):
    def change(book: openpyxl.Workbook) -> None:
        for name in ("Event_options", "Scoring_options"):
            del book.defined_names[name]
        named(book, Event_options="Setup!$A$13:$B$14")

    package = changed(mine, change)
    _, notes = start(package, find("DCC"), Path("cup.xlsx"), rounds=3)
    assert notes[-1] == "The event's number of rounds, 3, is not set: the template has no free row for it."


KINDS = {
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml",
    "xltx": "application/vnd.openxmlformats-officedocument.spreadsheetml.template.main+xml",
    "xlsm": "application/vnd.ms-excel.sheet.macroEnabled.main+xml",
    "xltm": "application/vnd.ms-excel.template.macroEnabled.main+xml",
}


@pytest.mark.parametrize(("kind", "ending"), [("xltx", "xlsx"), ("xlsm", "xlsm"), ("xltm", "xlsm")])
def test_a_template_becomes_a_workbook_of_its_kind(dipscore, mine, kind, ending):
    package = Package.read(mine)
    package.set_content_type("xl/workbook.xml", KINDS[kind])
    package.write(mine.with_suffix(f".{kind}"))
    assert dipscore("new", "DCC", f"cup.{ending}", "--template", f"mine.{kind}").status == OK
    assert Package.read(f"cup.{ending}").content_type("xl/workbook.xml") == KINDS[ending]
    assert openpyxl.load_workbook(f"cup.{ending}").sheetnames == openpyxl.load_workbook(mine).sheetnames
    other = "xlsm" if ending == "xlsx" else "xlsx"
    got = dipscore("new", "DCC", f"other.{other}", "--template", f"mine.{kind}")
    macros = "without" if ending == "xlsx" else "with"
    assert (got.status, got.err) == (
        MISUSED,
        f"other.{other} must end in .{ending}, since mine.{kind} is a workbook {macros} macros.\n",
    )


def test_nothing_is_written_over_and_results_are_no_template(dipscore, mine, played):
    before = mine.read_bytes()
    got = dipscore("new", "DCC", "mine.xlsx", "--template", "mine.xlsx")
    assert (got.status, "mine.xlsx already exists" in got.err) == (MISUSED, True)
    assert mine.read_bytes() == before
    mine.write_bytes(played)
    got = dipscore("new", "DCC", "cup.xlsx", "--template", "mine.xlsx")
    assert (got.status, got.err) == (
        MISUSED,
        "mine.xlsx already has the results of 4 boards, but a template must have none.\n",
    )
    assert not Path("cup.xlsx").exists()


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (
            lambda book: book.defined_names.pop("Scoring_system"),
            "mine.xlsx has no cell named Scoring_system. Give that name to the cell of the system first.",
        ),
        (
            lambda book: [_typed(f"C{row}", None)(book) for row in range(2, 30)],
            "mine.xlsx has no board of seven rows, one for each power.",
        ),
        (
            lambda book: _typed("I10", "=1")(book),
            "mine.xlsx has 4 boards of seven rows but needs 6, and the what-if table in I10 is in",
        ),
    ],
)
def test_a_template_that_does_not_serve_is_told(dipscore, mine, change, sentence):
    changed(mine, change)
    if "what-if" in sentence:
        what_if(mine, "I10")
    got = dipscore("new", "DCC", "cup.xlsx", "--template", "mine.xlsx", "--rounds", 3)
    assert (got.status, got.err.startswith(sentence)) == (FAULTY, True)
    assert not Path("cup.xlsx").exists()


def test_fill_tells_the_way_to_a_larger_workbook(dipscore, mine):
    five = [list(games.HEADER), *(row for n in range(5) for row in games.rows(1, f"T{n}", games.SOLO))]
    games.write(Path("games.csv"), five)
    got = dipscore("fill", "mine.xlsx", "games.csv")
    assert got.status == FAULTY
    assert "dipscore new SYSTEM NEW.xlsx --template FILE --rounds R --boards B" in got.err


# -- how many rounds --------------------------------------------------------------------------

TWO = "NDC says how to combine two rounds, not {}; choose best 2 or mean all."


@pytest.mark.parametrize(
    ("system", "words", "rounds", "combine", "told"),
    [
        ("NDC", [], 2, None, ""),
        ("NDC", ["--format", "final"], 2, None, ""),
        ("NDC", ["--format", "top-board"], 3, None, ""),  # two rounds and the top board, which is added
        (
            *("NDC", ["--rounds", 3], 3, "best 2"),
            TWO.format(3) + " On Setup, combine is best 2 until you choose otherwise.\n",
        ),
        ("NDC", ["--rounds", 1], 1, None, ""),
        ("SOS", [], 3, None, ""),
        ("SOS", ["--rounds", 4], 4, None, ""),
    ],
)
def test_a_new_event_has_rounds_that_its_system_adds_up(dipscore, system, words, rounds, combine, told):
    got = dipscore("new", system, "cup.xlsx", "--boards", 1, *words)
    name, said = find(system).name, "1 round" if rounds == 1 else f"{rounds} rounds"
    assert (got.status, got.err) == (OK, f"cup.xlsx: {said} of 1 board, scored by {name}.\n{told}")
    made = Package.read("cup.xlsx")
    assert made.value(*Setup(made).option_cell("rounds")) == rounds
    assert made.value(*Setup(made).option_cell("combine")) == combine


@pytest.mark.parametrize(
    ("combine", "words", "told"),
    [
        (None, ["--rounds", 3], TWO.format(3) + " Type it beside combine, in the event's options.\n"),
        (None, ["--rounds", 2], ""),
        ("mean all", ["--rounds", 3], ""),
        ("mean all", ["--rounds", 2], ""),
    ],
)
def test_a_template_with_too_many_rounds_for_its_system_is_told(dipscore, mine, combine, words, told):
    package = Package.read(mine)
    package.set_value(*Setup(package).option_cell("combine"), combine)
    package.write()
    got = dipscore("new", "NDC", "cup.xlsx", "--template", "mine.xlsx", *words)
    assert got.status == OK
    assert got.err.partition("NDC 1995.\n")[2] == ANY + told


def formulas(package: Package, sheet: str) -> dict[tuple[int, int], tuple[str, Area | None]]:
    cells = package.sheet(sheet).cells
    return {place: (cell.formula, cell.area) for place, cell in cells.items() if cell.formula_xml}


ROSTER_GROWS = 28 * 5 // 2
"""In proportion to the boards of a round; a new workbook's own is for half as many more players."""
LINES = dict.fromkeys(["Players", "Print"], 4 + 52)
"""The last row that both have: 52 players are expected at five boards a round."""
BEHIND_PRINT = 4, 11
"""Where the hidden standings begin that have a line for each of Print, here in an event of three rounds."""


@pytest.mark.parametrize("system", ["DCC", "MYSTERY"])
def test_a_grown_workbook_has_the_formulas_of_one_made_as_large(tmp_path, makes, system):
    (tmp_path / "small.xlsx").write_bytes(makes(system, 2, 2))
    (tmp_path / "large.xlsx").write_bytes(makes(system, 3, 5))
    report = create_from(tmp_path / "small.xlsx", tmp_path / "grown.xlsx", find(system), rounds=3, boards=5)
    assert report.not_computed == ()
    made, grown = Package.read(tmp_path / "large.xlsx"), Package.read(tmp_path / "grown.xlsx")
    assert made.sheet_names == grown.sheet_names
    for name in made.sheet_names:
        theirs, ours = formulas(made, name), formulas(grown, name)
        if name in LINES:
            theirs, ours = ({p: f for p, f in all_.items() if p[0] <= LINES[name]} for all_ in (theirs, ours))
            assert {row for row, _ in formulas(grown, name)} >= {4 + ROSTER_GROWS}
        if place := {"Print": (2, 1), "Seats": (5, 1)}.get(name):
            (own, _), (other, _) = ours.pop(place), theirs.pop(place)
            assert own == re.sub(r"(\$[A-Z]+)\$56\b", rf"\1${4 + ROSTER_GROWS}", other)
        if name == "Print":
            text, area = theirs[BEHIND_PRINT]
            assert area is not None
            assert area.bottom == LINES[name]
            theirs[BEHIND_PRINT] = text, area._replace(bottom=4 + ROSTER_GROWS)
        assert ours == theirs, name
        values = [
            {p: cells[p].value for p in theirs} for cells in (made.sheet(name).cells, grown.sheet(name).cells)
        ]
        assert values[0] == values[1], name
    names = {name.name: name.text for name in grown.defined_names if not name.name.startswith(OF_PAPER)}
    theirs = {name.name: name.text for name in made.defined_names if not name.name.startswith(OF_PAPER)}
    assert names == {**theirs, "Roster": f"Players!$A$5:$A${4 + ROSTER_GROWS}"}
    books = [openpyxl.load_workbook(tmp_path / f"{name}.xlsx") for name in ("grown", "large")]
    for sheet in ("Games", "Explain", "Compare", "Standings", "Slips", "Charts"):
        ours, theirs = [_rules(book[sheet]) for book in books]
        assert ours == theirs, sheet
    ours, theirs = ([cell.value for cell in book["Players"][4]] for book in books)
    assert ours == theirs
    for book in books:  # slips for the five boards of a round, and two spare ones
        assert [one.id for one in book["Slips"].row_breaks.brk] == [1 + 12 * 4]


OF_PAPER = ("_", "Printed_", "Shown_")
"""The beginnings of names that follow the length of the list of players, or the pages."""


def _rules(sheet: Worksheet) -> list[object]:
    """Drop-downs and other validations, conditional formats, merged cells and pictures."""
    listed = sheet.data_validations.dataValidation
    formats = sheet.conditional_formatting
    return [
        sorted((str(one.sqref), one.formula1) for one in listed),
        sorted((str(one.sqref), [rule.formula for rule in one.rules]) for one in formats),
        sorted(map(str, sheet.merged_cells.ranges)),
        [(one.anchor._from.col, one.anchor._from.row, len(one.series)) for one in sheet._charts],
    ]


def _new(rounds: int, boards: int, ending: Format = "all rounds") -> Package:
    made = io.BytesIO()
    make(Plan(find("DCC"), rounds, boards, ending)).save(made)
    return Package.read(made.getvalue())


def _sized(package: Package, *sizes: tuple[int, int]) -> Package:
    for rounds, boards in sizes:
        package, notes = start(package, find("DCC"), Path("cup.xlsx"), rounds=rounds, boards=boards)
        assert notes == []
        package = Package.read(package.to_bytes())
    return package


def _room(package: Package) -> int:
    (roster,) = (name.text for name in package.defined_names if name.name == "Roster")
    return int(roster.rpartition("$")[2])


SIZES: list[tuple[Format, list[tuple[int, int]]]] = [
    *(("all rounds", sizes) for sizes in ([(1, 2), (1, 5)], [(2, 1), (4, 1)], [(2, 2), (3, 3)])),
    ("all rounds", [(2, 2), (3, 2), (3, 4), (4, 5)]),  # step by step
    ("final", [(2, 3), (4, 5)]),
    ("top-board", [(2, 3), (4, 5)]),
]


@pytest.mark.parametrize(("ending", "sizes"), every_fourth(SIZES))
def test_growing_is_the_same_as_making_it_that_large(ending, sizes):
    """The one law of growing: each formula, rule, name and chart is that of a workbook made for the event."""
    small, *steps = sizes
    ours, theirs = _sized(_new(*small, ending), *steps), _new(*steps[-1], ending)
    last = _room(ours), _room(theirs)  # the list of players grows in proportion

    def shown(package: Package, name: str) -> dict[tuple[int, int], object]:
        lines = min(last) if name in LINES else ROWS
        own = f"ROWS($A$5:$A${_room(package)})"
        listed = rf"(?<=Players!\$A\$4:)(\$[A-Z]+)\${Setup(package).area(ROSTER).bottom}\b"

        def filled(area: Area | None) -> object:
            """The cells that an array fills; on Print they end with the page's lines."""
            last = name == "Print" and area is not None and area.bottom == _room(package)
            return area._replace(bottom=0) if area is not None and last else area

        return {
            place: (re.sub(listed, r"\1", cell.formula.replace(own, "all")), filled(cell.area))
            if cell.formula_xml
            else cell.value
            for place, cell in package.sheet(name).cells.items()
            if place[0] <= lines and (cell.formula_xml or (cell.has_content and name != "Setup"))
        }

    for name in theirs.sheet_names:
        assert shown(ours, name) == shown(theirs, name), name
    names = [
        {name.name: name.text for name in package.defined_names if not name.name.startswith(OF_PAPER)}
        for package in (ours, theirs)
    ]
    assert {**names[0], "Roster": ""} == {**names[1], "Roster": ""}
    books = [openpyxl.load_workbook(io.BytesIO(package.to_bytes())) for package in (ours, theirs)]
    for name in {*theirs.sheet_names} - {*LINES}:
        mine, made = [_rules(book[name]) for book in books]
        assert mine == made, name
    charts = [
        [re.findall(rb"<f>([^<]*)", made[part]) for part in sorted(made) if "/charts/" in part]
        for made in (parts(package.to_bytes()) for package in (ours, theirs))
    ]
    assert charts[0] == charts[1]


def lists(path: Path) -> list[str]:
    found = openpyxl.load_workbook(path)["Explain"].data_validations.dataValidation
    return [one.formula1 for one in found if str(one.sqref) in ("B3", "B4")]


def test_lists_of_rounds_and_boards_give_those_of_the_event(dipscore, mine):
    words = ("new", "DCC", "cup.xlsx", "--template", "mine.xlsx", "--rounds")
    assert dipscore(*words, 3, "--boards", 4).status == OK
    assert lists(Path("cup.xlsx")) == ['"1,2,3"', '"A,B,C,D"']
    Path("cup.xlsx").unlink()
    assert dipscore(*words, 1, "--boards", 1).status == OK
    assert lists(Path("cup.xlsx")) == ['"1"', '"A"']


def test_other_lists_and_those_too_long_for_excel_stay(dipscore, mine):
    def change(book: openpyxl.Workbook) -> None:
        rounds, boards, _ = book["Explain"].data_validations.dataValidation
        rounds.formula1, boards.formula1 = '"1,2,3"', '"Table of the first,B"'
        for row in range(2, 30):
            if book["Games"][f"B{row}"].value == "A":
                book["Games"][f"B{row}"] = "Table of the first"

    changed(mine, change)
    words = ("--template", "mine.xlsx", "--rounds", 2)
    assert dipscore("new", "DCC", "cup.xlsx", *words, "--boards", 3).status == OK
    assert lists(Path("cup.xlsx")) == ['"1,2,3"', '"A,B,C"']
    # 26 names of one letter, 74 of two, and the commas between them are more than Excel's 255 characters.
    package = with_choices(
        Package.read(mine), headings_of(EventIn(Package.read(mine)).slots), ((), _boards(26 + 74))
    )
    package.write("long.xlsx")
    assert lists(Path("long.xlsx")) == ['"1,2,3"', '"Table of the first,B"']


def _boards(number: int) -> tuple[str, ...]:
    return tuple(map(column_letters, range(1, number + 1)))


def test_new_tells_what_could_not_be_computed(dipscore, monkeypatch):
    done = Report(Path("cup.xlsx"), (), (NotComputed("Games", "M2", "no such function"),), 0.1)
    monkeypatch.setattr("xl_dipscore.workbooks.acts.new.rebuild_package", lambda package, path: done)
    got = dipscore("new", "DCC", "cup.xlsx", "--rounds", 1, "--boards", 1)
    assert (got.status, got.err) == (
        FAULTY,
        "cup.xlsx: 1 round of 1 board, scored by DC(C).\n"
        "cup.xlsx: Games!M2 keeps its old value: no such function\n",
    )
    assert Path("cup.xlsx").exists()


# -- the list of players ----------------------------------------------------------------------


def test_players_are_listed_once_in_their_order(dipscore, mine):
    def change(book: openpyxl.Workbook) -> None:
        book["Players"]["A6"], book["Players"]["A7"] = "  Player   3 ", "Somebody"

    changed(mine, change)
    games.write(Path("games.csv"), games.event()[:8])
    assert dipscore("fill", "mine.xlsx", "games.csv").status == OK
    filled = Package.read(mine)
    assert [filled.value("Players", f"A{row}") for row in range(5, 14)] == [
        "Player 0",
        "  Player   3 ",
        "Somebody",
        *(f"Player {n}" for n in (1, 2, 4, 5, 6)),
        None,
    ]
    assert filled.value("Players", f"{columns_of_players(filled)['Games']}5") == 1


def test_a_full_list_of_players_is_a_note_and_the_games_are_filled(dipscore, mine):
    changed(mine, lambda book: with_players(book, 5))
    games.write(Path("games.csv"), games.event()[:8])
    got = dipscore("fill", "mine.xlsx", "games.csv")
    assert got.status == OK
    assert "mine.xlsx: The list of players on Players has no free row for Player 5 and Player 6." in got.err
    assert len(EventIn(Package.read(mine)).game_extract.game_list.games) == 1


def test_a_computed_list_of_players_is_left_alone(mine):
    def change(book: openpyxl.Workbook) -> None:
        with_players(book, 5)
        for row in range(3, 8):
            book["Players"][f"A{row}"] = f'=IF(Games!D{row}="","",Games!D{row})'

    package = changed(mine, change)
    assert put_games(EventIn(package), read_games(games.event()).games).notes == ()
    assert package.cell("Players", "A3").formula == 'IF(Games!D3="","",Games!D3)'


def test_one_merged_year_is_set_once(mine):
    package = changed(mine, lambda book: book["Games"].merge_cells("H2:H8"))
    put_games(EventIn(package), read_games(games.event()).games)
    assert package.value("Games", "H2") == 1908


@pytest.fixture
def season(tmp_path, mine, played):
    """A finished workbook with a list of players and their clubs, and a template with another such list."""

    def old(book: openpyxl.Workbook) -> None:
        with_players(book, 20, "Club", "Phone", "Seed")
        sheet = book["Players"]
        for row, (name, club, phone, seed) in enumerate(
            (("Player 5", "Weasels", "1", "=1+1"), ("Reserve", "Brood", "2", 2)), 3
        ):
            for column, value in enumerate((name, club, phone, seed), 1):
                sheet.cell(row, column, value)

    (tmp_path / "spring.xlsx").write_bytes(played)
    changed(tmp_path / "spring.xlsx", old)
    rebuild_package(package := Package.read(tmp_path / "spring.xlsx"), "spring.xlsx")
    package.write()
    changed(mine, lambda book: with_players(book, 20, "Seed", "CLUB"))
    return tmp_path


@pytest.mark.calc
def test_regenerate_carries_what_is_typed_beside_the_players(dipscore, season):
    got = dipscore("regenerate", "spring.xlsx", "--template", "mine.xlsx", "-o", "new")
    assert got.status == OK, got.err
    new = Package.read("new/spring.xlsx")
    rows = [[new.value("Players", f"{column}{row}") for column in "ABC"] for row in (3, 4, 5)]
    assert rows == [["Player 5", None, "Weasels"], ["Reserve", 2, "Brood"], ["Player 0", None, None]]
    assert len(EventIn(new).players) == 15
    assert new.value("Players", "D3") == 2
    assert "Not carried over: the column Phone of the players; the template has none." in got.err


def test_regenerate_tells_what_it_could_not_set_beside_a_player(dipscore, season):
    changed(Path("mine.xlsx"), lambda book: book["Players"].merge_cells("C2:C3"))
    got = dipscore("regenerate", "spring.xlsx", "--template", "mine.xlsx", "-o", "new")
    assert "Player 5, CLUB: Weasels was not written: a merged cell covers the cell." in got.err


@pytest.mark.calc
def test_regenerate_tells_of_players_without_a_row(dipscore, season):
    changed(
        Path("mine.xlsx"),
        lambda book: named(book, Roster="Players!$A$3:$A$16"),
    )
    got = dipscore("regenerate", "spring.xlsx", "--template", "mine.xlsx", "-o", "new")
    assert got.status == OK
    assert "spring.xlsx: The list of players on Players has no free row for O'Brien." in got.err


@pytest.mark.parametrize("ending", ["final", "top-board"])
def test_a_final_and_a_top_board_stay_what_they_are(tmp_path, ending):
    making.create(tmp_path / "mine.xlsx", Plan(find("DCC"), 1, 2, ending))
    made = tmp_path / "spring.xlsx"
    create_from(tmp_path / "mine.xlsx", made, find("SOS"), rounds=2, boards=3)
    boards = [(slot.round, slot.board) for slot in EventIn(Package.read(made)).slots]
    wanted = Plan(find("SOS"), 2, 3, ending).slots
    assert tuple(boards) == wanted  # the Final stays the last, and the top board in the last round
    listed = {rule.strip('"') for rule in lists(made)}
    assert listed == ({"1,2,Final", "A,B,C,Final"} if ending == "final" else {"1,2", "A,B,C,Top"})
    again = Package.read(made)
    place = Setup(again).option_cell("format")
    assert place is not None
    assert again.value(*place) == ending
