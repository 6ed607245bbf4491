"""The look of new sheets: headings, charts, printed pages."""

from __future__ import annotations

import io
from collections.abc import Callable
from colorsys import rgb_to_hls
from dataclasses import replace
from itertools import chain, pairwise
from pathlib import Path

import openpyxl
import pytest
from openpyxl.chart import BarChart, ScatterChart
from openpyxl.worksheet.worksheet import Worksheet

from tests import games
from xl_dipscore.errors import IS_IT_WRONG
from xl_dipscore.rules.event.settings import Format
from xl_dipscore.rules.system import find
from xl_dipscore.sheets.xlsx.formula import calls
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.tables.cells.games import read_games
from xl_dipscore.workbooks.acts.fill import put_games
from xl_dipscore.workbooks.acts.new import create, create_native, start
from xl_dipscore.workbooks.acts.rebuild import rebuild_package
from xl_dipscore.workbooks.acts.shown_numbers import numbers
from xl_dipscore.workbooks.author import Plan, make
from xl_dipscore.workbooks.author.slips import NOBODY
from xl_dipscore.workbooks.layout.event import EventIn
from xl_dipscore.workbooks.layout.grow.shown import break_pages_at_rounds, page_sizes_by_sheet
from xl_dipscore.workbooks.layout.ours import MISSING, OURS
from xl_dipscore.workbooks.layout.setup import Setup

pytestmark = pytest.mark.slow

LEAGUE = Plan(find("DCC"), 3, 5)


def book_of(plan: Plan) -> openpyxl.Workbook:
    return openpyxl.load_workbook(io.BytesIO(bytes_of(plan)))


def bytes_of(plan: Plan) -> bytes:
    made = io.BytesIO()
    make(plan).save(made)
    return made.getvalue()


def computed(package: Package) -> Package:
    assert rebuild_package(package, Path("event.xlsx")).not_computed == ()
    return package


def breaks(sheet: Worksheet) -> list[int]:
    return [one.id for one in sheet.row_breaks.brk]


def formulas_of_rules(sheet: Worksheet) -> dict[str, list[str]]:
    return {
        str(one.sqref): [formula for rule in one.rules for formula in rule.formula]
        for one in sheet.conditional_formatting
    }


# -- slips ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("plan", "slips_before"),
    [
        (Plan(find("DCC"), 3, 4), []),
        (Plan(find("DCC"), 3, 5), [4]),
        (Plan(find("DCC"), 2, 2, "final"), []),
        (Plan(find("DCC"), 1, 9), [4, 8]),
        (Plan(find("DCC"), 1, 1), []),
    ],
)
def test_slips_take_the_pages_of_one_round(plan: Plan, slips_before: list[int]) -> None:
    assert breaks(book_of(plan)["Slips"]) == [1 + 12 * slips for slips in slips_before]


@pytest.mark.parametrize(
    ("ending", "sizes"),
    [
        ("all rounds", [(2, 2), (3, 5)]),
        ("all rounds", [(1, 3), (3, 4)]),
        ("all rounds", [(1, 5), (2, 5)]),
        ("final", [(2, 3), (4, 5)]),
    ],
)
def test_a_grown_workbook_prints_its_rounds_alone(ending: Format, sizes: list[tuple[int, int]]) -> None:
    small, large = (Plan(find("DCC"), *size, ending) for size in sizes)
    grown, _ = start(
        Package.read(bytes_of(small)),
        large.system,
        Path("cup.xlsx"),
        rounds=large.rounds,
        boards=large.boards,
    )
    printed, fresh = openpyxl.load_workbook(io.BytesIO(grown.to_bytes())), book_of(large)
    for sheet in ("Slips", "Games"):
        assert breaks(printed[sheet]) == breaks(fresh[sheet])


def test_breaks_of_a_directors_own_stay(tmp_path: Path) -> None:
    """A page a slip goes on so, and slips without any rule get none of ours."""

    def with_breaks(rows: list[int]) -> Package:
        book = book_of(Plan(find("DCC"), 2, 3))
        book["Slips"].row_breaks.brk = []
        for row in rows:
            book["Slips"].row_breaks.append(openpyxl.worksheet.pagebreak.Break(row))
        book.save(tmp_path / "mine.xlsx")
        return Package.read(tmp_path / "mine.xlsx")

    single, odd = with_breaks([13, 25, 37]), with_breaks([26])
    assert (
        page_sizes_by_sheet(EventIn(single)),
        page_sizes_by_sheet(EventIn(odd)),
        page_sizes_by_sheet(EventIn(with_breaks([7]))),
    ) == (
        {"Slips": 1, "Games": 4},
        {"Games": 4},
        {"Games": 4},
    )
    before = single.to_bytes()
    break_pages_at_rounds(EventIn(single), page_sizes_by_sheet(EventIn(single)))
    assert single.to_bytes() == before


def test_slips_say_which_board_they_are_of(tmp_path: Path) -> None:
    for plan, number, called in (
        (Plan(find("DCC"), 1, 1, "final"), 0, "Round 1, board A"),
        (Plan(find("DCC"), 1, 1, "final"), 1, "Final"),
        (Plan(find("DCC"), 2, 1, "top-board"), 1, "Round 2, top board"),
    ):
        package = Package.read(bytes_of(plan))
        package.set_value("Games", f"D{2 + 7 * number}", "Ann")
        computed(package)
        assert package.value("Slips", "C2") == called
        assert package.value("Slips", "C14") == ""
        assert NOBODY in str(package.value("Slips", "A24"))


@pytest.mark.parametrize("native", [False, True])
def test_slips_of_a_chosen_round(native: bool, tmp_path: Path) -> None:
    """Blank: the latest round with players. Boards without players, and other rounds, have no slip."""
    plan = Plan(find("DCC"), 3, 3)
    path = tmp_path / "event.xlsx"
    (create_native if native else create)(path, plan)
    package = Package.read(path)
    for number in (0, 2, 3, 4):  # boards A and C of round 1, A and B of round 2
        package.set_value("Games", f"D{2 + 7 * number}", f"Ann {number}")
    for chosen, titles in (
        (None, ["Round 2, board A", "Round 2, board B", "", ""]),
        (1, ["Round 1, board A", "Round 1, board C", "", ""]),
        (3, [""] * 4),
    ):
        package.set_value("Slips", "B1", chosen)
        computed(package)
        assert [package.value("Slips", f"C{2 + 12 * n}") for n in range(4)] == titles


def test_a_small_round_says_which_slips_are_needed(tmp_path: Path) -> None:
    package = Package.read(bytes_of(Plan(find("DCC"), 1, 5)))
    advice = []
    for number in range(5):
        package.set_value("Games", f"D{2 + 7 * number}", f"Ann {number}")
        advice.append(computed(package).value("Slips", "C1"))
    assert ["first page" in str(one) for one in advice] == [True] * 4 + [False]


def test_headings_do_not_touch() -> None:
    """A heading on the right of its cell never stands before one on the left of the next."""
    book = book_of(replace(LEAGUE, every_column=True))
    touching = []
    for name in ("Games", "Best countries", "Explain", "Compare", "Calculator", "Charts", "Slips", "Print"):
        sheet = book[name]
        for row in sheet.iter_rows(max_row=60):
            for one, other in pairwise(row):
                sides = [cell.alignment.horizontal for cell in (one, other)]
                head = all(cell.font.b and cell.value for cell in (one, other))
                if head and sides == ["right", "left"] and not other.alignment.indent:
                    touching.append((name, one.value, other.value))
    assert touching == []


# -- charts -----------------------------------------------------------------------------------


def test_charts_have_numbers_along_their_axes_and_a_colour_a_round() -> None:
    leaders, countries = book_of(Plan(find("DCC"), 4, 2))["Charts"]._charts
    for chart in (leaders, countries):
        assert isinstance(chart, BarChart)
        assert (chart.x_axis.delete, chart.y_axis.delete) == (False, False)
        assert (chart.y_axis.numFmt.formatCode, chart.y_axis.tickLblPos) == ("General", "nextTo")
    colours = [bytes.fromhex(series.spPr.solidFill.srgbClr) for series in leaders.series[:4]]
    hues = sorted(rgb_to_hls(*(part / 255 for part in colour))[0] for colour in colours)
    assert min(high - low for low, high in pairwise(hues)) > 0.04


def test_centres_by_year_are_lines_that_end_with_the_game(tmp_path: Path) -> None:
    plan = replace(Plan(find("SOS"), 1, 1), every_column=True)
    book = book_of(plan)
    chart = book["Charts"]._charts[2]
    assert isinstance(chart, ScatterChart)
    assert (len(chart.series), chart.x_axis.scaling.min, chart.x_axis.delete) == (7, 1901, False)
    years = {cell.value: cell.column_letter for cell in book["Games"][1]}
    for row in range(2, 9):
        for year in (1901, 1902, 1904):
            book["Games"][f"{years[year]}{row}"] = row + year - 1901
    book.save(tmp_path / "event.xlsx")
    package = computed(Package.read(tmp_path / "event.xlsx"))
    shown = [[package.value("Charts", f"{column}{row}") for column in "AB"] for row in range(47, 62)]
    assert shown == [[1901, 2], [1902, 3], [1902, 3], *[[1904, 5]] * 12]
    # What repeats the year above looks empty.
    assert formulas_of_rules(book["Charts"])["A47:H61"] == ["$A47=$A46"]


# -- standings --------------------------------------------------------------------------------


def ruled_at(plan: Plan) -> str:
    rules = formulas_of_rules(book_of(plan)["Standings"])
    (formula,) = [one for many in rules.values() for one in many if 'MATCH("format"' in one]
    return formula


def test_standings_are_headed_as_far_as_there_are_headings(tmp_path: Path) -> None:
    sheet = book_of(LEAGUE)["Standings"]
    assert {cell.fill.fill_type for cell in sheet[4]} == {None}
    assert formulas_of_rules(sheet)["A4:J4"] == ["LEN(A$4)>0"]


def test_seven_places_are_ruled_off_where_an_event_has_a_final(tmp_path: Path) -> None:
    """The rule asks for the format that Setup has, so LibreOffice and Excel follow a change of it."""
    assert ruled_at(LEAGUE) == ruled_at(replace(LEAGUE, ending="final"))
    for ending, is_ruled in (("all rounds", False), ("final", True), ("top-board", True)):
        book = book_of(Plan(LEAGUE.system, 2, 1, ending))
        condition = ruled_at(LEAGUE).replace("ISNUMBER($A5)", "TRUE").replace("LEN(A$4)>0", "TRUE")
        condition = condition.replace("ROWS($A$5:$A5)=7", "TRUE")
        book["Standings"]["Z1"] = f"=IFERROR({condition},FALSE)"
        book.save(tmp_path / "event.xlsx")
        assert computed(Package.read(tmp_path / "event.xlsx")).value("Standings", "Z1") is is_ruled


def test_a_tie_break_is_headed_as_one_and_read_as_before(tmp_path: Path) -> None:
    package = Package.read(bytes_of(Plan(find("DCC"), 2, 2)))
    put_games(EventIn(package), read_games(games.event()).games)
    computed(package)
    assert package.value("Standings", "G4") == "MSD (tie-break)"
    assert "Msd" in numbers(EventIn(package)).headings


# -- pages ------------------------------------------------------------------------------------

PAPER = ("Games", "Slips", "Print")


def test_every_page_has_its_number_and_most_sheets_are_one_page() -> None:
    book = book_of(LEAGUE)
    for sheet in book:
        assert sheet.oddFooter.right.text == "Page &P of &N", sheet.title
        assert sheet.sheet_properties.pageSetUpPr.fitToPage
    single = {sheet.title for sheet in book if sheet.page_setup.fitToHeight}
    others = {"Standings", "Best countries", "Charts"}
    assert single & {*others, *PAPER} == {*others, "Print"}


def test_hidden_sheets_have_no_print_area() -> None:
    """LibreOffice prints those that have one."""
    for plan in (LEAGUE, Plan(find("DCC"), 1, 12, league=True)):
        hidden = [sheet for sheet in book_of(plan) if sheet.sheet_state == "hidden"]
        assert len(hidden) > 3
        assert [sheet.title for sheet in hidden if sheet.print_area] == []


@pytest.mark.parametrize("size", [(2, 2), (3, 5)])
def test_tables_are_blank_where_functions_are_missing(size: tuple[int, int]) -> None:
    """Each formula of ours asks first, also once the workbook has grown."""
    rounds, boards = size
    small = Package.read(bytes_of(Plan(find("DCC"), 2, 2)))
    grown, _ = start(small, find("DCC"), Path("cup.xlsx"), rounds=rounds, boards=boards)
    sheets = [grown.sheet(title) for title in grown.sheet_names if title not in ("Guide", "Systems")]
    formulas = [[cell.formula for cell in sheet.cells.values() if cell.formula] for sheet in sheets]
    ours = [[formula for formula in its if calls(formula, OURS)] for its in formulas]
    assert len([its for its in ours if its]) >= 9
    for formula in chain.from_iterable(ours):
        assert formula.startswith(f'IF({MISSING},"",') or "IFERROR(DIP_" in formula


def test_every_page_has_the_events_name(tmp_path: Path) -> None:
    plan = Plan(find("DCC"), 1, 12)
    book = book_of(plan)
    book["Setup"]["B2"] = "Spring Cup"
    book.save(tmp_path / "event.xlsx")
    package = computed(Package.read(tmp_path / "event.xlsx"))
    for name in ("Standings", "Best countries", "Explain", "Compare", "Calculator", "Charts", "Print"):
        assert "Spring Cup" in str(package.value(name, "A1")), name
    titles = book["Games"].print_title_rows
    assert titles == "$1:$1"
    assert "Spring Cup" in str(package.value("Games", f"{plan.column('Check')}1"))
    # More players than go on one page: the title is on each.
    assert (book["Print"].print_title_rows, book["Print"].page_setup.fitToHeight) == ("$1:$4", 2)


def test_explain_does_not_print_what_it_reckons_with() -> None:
    sheet = book_of(LEAGUE)["Explain"]
    area = sheet.print_area.rpartition("!")[2]
    helpers = [cell.column_letter for cell in sheet[7] if "ROW(" in str(cell.value)]
    last = openpyxl.utils.cell.range_boundaries(area)[2]
    assert all(openpyxl.utils.column_index_from_string(column) > last for column in helpers)


def test_explain_says_that_there_is_no_such_board(tmp_path: Path) -> None:
    def check_line(change: Callable[[Worksheet], None]) -> object:
        book = book_of(Plan(find("DCC"), 1, 2))
        change(book["Explain"])
        book.save(tmp_path / "event.xlsx")
        return computed(Package.read(tmp_path / "event.xlsx")).value("Explain", "A14")

    assert check_line(lambda sheet: None) == ""
    told = "Round 1 has no board Q on the sheet Games."
    assert check_line(lambda sheet: sheet.__setitem__("B4", "Q")) == told


# -- the page for the wall --------------------------------------------------------------------


def wall(shows: str) -> list[list[object]]:
    package = Package.read(bytes_of(Plan(find("DCC"), 2, 2)))
    put_games(EventIn(package), read_games(games.event()).games)
    package.set_value("Setup", "B2", "Spring Cup")
    package.set_value("Print", "G4", shows)
    computed(package)
    rows = [1, 2, *range(4, 19)]
    return [[package.value("Print", f"{column}{row}") for column in "ABCDE"] for row in rows]


def test_print_shows_the_standings() -> None:
    (name, *_), (below, *_), heads, first, *_ = wall("scores")
    assert (name, below) == ("Standings of Spring Cup", "DC(C)")
    assert heads == ["Rank", "Player", "Total", "R1", "R2"]
    assert first[0] == 1


def test_print_shows_centres_and_no_scores_until_the_awards() -> None:
    (name, *_), (below, *_), heads, *rows = wall("hidden until the awards")
    assert name == "Spring Cup: results so far"
    assert "the scores stay hidden" in str(below)
    assert heads == ["", "Player", "Games", "R1", "R2"]
    counts: dict[str, dict[int, object]] = {}
    for game in read_games(games.event()).games:
        for seat, centres in zip(game.seats, game.board.counts, strict=True):
            counts.setdefault(seat.player, {})[game.round] = centres
    wanted = [
        ["", player, len(theirs), *(theirs.get(round_, "") for round_ in (1, 2))]
        for player, theirs in counts.items()
    ]
    assert [row for row in rows if row[1]] == wanted[: len(rows)]


def test_only_these_can_be_chosen_and_the_choice_is_not_printed() -> None:
    book = book_of(Plan(find("DCC"), 2, 2))
    (rule,) = book["Print"].data_validations.dataValidation
    assert (str(rule.sqref), rule.errorStyle) == ("G4", "stop")
    assert rule.formula1 == '"now,last round,after the event"'
    assert book["Print"].print_area == "'Print'!$A$1:$E$32"
    assert book.defined_names["Print_shows"].attr_text == "Print!$G$4"
    assert not book["Print"]["G4"].protection.locked
    assert "Print hidden" not in book.sheetnames


# -- a player's total -------------------------------------------------------------------------


def explained(player: object) -> tuple[Package, list[list[object]]]:
    package = Package.read(bytes_of(Plan(find("DCC"), 3, 2)))
    put_games(EventIn(package), read_games(games.event()).games)
    Setup(package).write_named_cell("Explain_player", player)
    computed(package)
    chosen = Setup(package).area("Explain_player")
    assert chosen is not None
    rows = range(chosen.top + 2, chosen.top + 62)
    return package, [[package.value("Explain", f"{column}{row}") for column in "ABCD"] for row in rows]


def test_explain_tells_how_a_players_total_came_about() -> None:
    package, rows = explained("Player 3")
    ranked = {package.value("Standings", f"B{row}"): row for row in range(5, 33)}
    place = ranked["Player 3"]
    assert rows[0] == ["Player 3 under DCC", "Score", "Weight", "Counts"]
    total = next(row for row in rows if row[0] == "Total")
    assert total[3] == pytest.approx(package.value("Standings", f"C{place}"))
    played = [package.value("Standings", f"{column}{place}") for column in "DE"]
    scores = [row[1] for row in rows[1 : rows.index(total)] if isinstance(row[1], int | float)]
    assert scores == pytest.approx([score for score in played if score != ""])
    # Over all three rounds, of which two were played.
    assert package.value("Explain", "E25") == pytest.approx(package.value("Standings", f"H{place}"))


def test_nobody_and_somebody_unknown_are_explained_in_words_or_not_at_all() -> None:
    assert {cell for row in explained(None)[1] for cell in row} == {""}
    assert str(explained("Nemo")[1][0][0]).startswith("There is no player 'Nemo'.")


def test_a_players_total_begins_right_below_the_boards_lines_on_a_page_of_its_own() -> None:
    sheet = book_of(Plan(find("DCC"), 2, 2))["Explain"]
    # The system; where it is scaled, centres squared, two lines, the points before and the share; the total.
    assert sheet["A15"].value.ref == f"A15:H{14 + 1 + 5 + 1}"
    assert sheet["A22"].value == IS_IT_WRONG
    assert sheet["A23"].value == "A player's total"
    assert sheet["D3"].hyperlink.location == "'Explain'!A23"
    lists = {str(one.sqref): one.formula1 for one in sheet.data_validations.dataValidation}
    assert lists["B25"] == "Roster"
    assert sheet.parent.defined_names["Explain_player"].attr_text == "Explain!$B$25"
    assert breaks(sheet) == [22]
    assert (sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight) == (1, 0)
