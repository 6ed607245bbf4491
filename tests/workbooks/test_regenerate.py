"""A season's results into a new template, and every number that came out different."""

import openpyxl
import pytest
from openpyxl.utils import get_column_letter

from tests.sheets.books import what_if
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.tables.cells.csv_text import as_text
from xl_dipscore.workbooks.acts.shown_numbers import numbers
from xl_dipscore.workbooks.layout.event import EventIn
from xl_dipscore.workbooks.layout.setup import Setup

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("new_books")]

OK, FAULTY, MISUSED = 0, 1, 2
HEADER = ["workbook", "player", "round", "board", "power", "what", "old", "new"]


@pytest.fixture
def season(tmp_path, played, makes):
    """A finished workbook, and a template of another size."""
    (tmp_path / "spring.xlsx").write_bytes(played)
    (tmp_path / "template.xlsx").write_bytes(makes("NDC", 3, 3))
    return tmp_path


def edited(path, **cells):
    """Set cells of Setup as a director does, without computing anything."""
    package = Package.read(path)
    for ref, value in cells.items():
        package.set_value("Setup", ref, value)
    package.write()


def row_of(package, name):
    """The row of Setup where an option stands."""
    cells = package.sheet("Setup").cells
    return next(row for (row, column), cell in cells.items() if column == 1 and cell.value == name)


def beside(package, heading, row):
    """The cell of Games in this row under a heading."""
    (column,) = (
        c for (r, c), cell in package.sheet("Games").cells.items() if r == 1 and cell.value == heading
    )
    return f"{get_column_letter(column)}{row}"


def test_results_and_setup_are_carried_over_and_the_numbers_agree(dipscore, season, played):
    got = dipscore("regenerate", "spring.xlsx", "--template", "template.xlsx", "-o", "new")
    assert (got.status, got.table) == (OK, [HEADER])
    old, new = Package.read(season / "spring.xlsx"), Package.read(season / "new" / "spring.xlsx")
    assert EventIn(new).game_extract.table == EventIn(old).game_extract.table
    assert Setup(new).value("Scoring_system") == "DCC"
    mine, theirs = numbers(EventIn(old)), numbers(EventIn(new))
    assert theirs.scores == mine.scores
    totals = {spot.player: value for spot, value in theirs.standings.items() if spot.heading == "Total"}
    assert totals["Player 0"] == pytest.approx(mine.standings[("Total", "", "", "", "Player 0")])
    assert (season / "spring.xlsx").read_bytes() == played
    assert "Different numbers" in got.err


def test_the_systems_to_compare_with_are_carried_over(dipscore, season, played):
    package = Package.read(played)
    for column, key in zip("BCDEFGH", ("GENCON", "NDC", *[None] * 5), strict=True):
        package.set_value("Setup", f"{column}5", key)
    (season / "spring.xlsx").write_bytes(package.to_bytes())
    assert dipscore("regenerate", "spring.xlsx", "--template", "template.xlsx", "-o", "new").status == OK
    new = Package.read(season / "new" / "spring.xlsx")
    assert [new.value("Setup", f"{column}5") for column in "BCDEFGH"] == ["GENCON", "NDC", *[None] * 5]
    assert [new.value("Compare", f"{column}4") for column in "BCDEF"] == ["DCC", "GENCON", "NDC", "", ""]


def test_every_number_that_differs_is_told(dipscore, season, played):
    package = Package.read(played)
    package.set_cached_value("Games", beside(package, "Score", 2), 699)
    package.set_cached_value("Games", beside(package, "Counts", 3), None)
    place = next(
        ref
        for ref in (f"C{row}" for row in range(5, 20))
        if package.value("Standings", ref.replace("C", "B")) == "Player 0"
    )
    package.set_cached_value("Standings", place, 1)
    (season / "spring.xlsx").write_bytes(package.to_bytes())
    got = dipscore("regenerate", "spring.xlsx", "--template", "template.xlsx", "-o", "new")
    assert got.status == OK
    total = numbers(EventIn(Package.read(played))).standings[("Total", "", "", "", "Player 0")]
    assert got.table == [
        HEADER,
        ["spring.xlsx", "Player 0", "1", "A", "Austria", "Score", "699", "700"],
        ["spring.xlsx", "Player 1", "1", "A", "England", "Counts", "", "0"],
        ["spring.xlsx", "Player 0", "", "", "", "Total", "1", repr(total)],
    ]


def test_another_best_of_a_country_is_told(dipscore, season, played):
    package = Package.read(played)
    (row,) = (r for r in range(5, 20) if package.value("Best countries", f"A{r}") == "Austria")
    best, score = (package.value("Best countries", f"{column}{row}") for column in "BC")
    package.set_cached_value("Best countries", f"B{row}", "Somebody")
    package.set_cached_value("Best countries", f"C{row}", score + 1)
    package.set_cached_value("Best countries", f"C{row + 1}", 0)
    england = package.value("Best countries", f"B{row + 1}")
    (season / "spring.xlsx").write_bytes(package.to_bytes())
    got = dipscore("regenerate", "spring.xlsx", "--template", "template.xlsx", "-o", "new")
    new = numbers(EventIn(Package.read(season / "new" / "spring.xlsx"))).best
    theirs = as_text(new["Best country", "", "", "England", england])
    assert got.table == [
        HEADER,
        ["spring.xlsx", "Somebody", "", "", "Austria", "Best country", as_text(score + 1), ""],
        ["spring.xlsx", england, "", "", "England", "Best country", "0", theirs],
        ["spring.xlsx", best, "", "", "Austria", "Best country", "", as_text(score)],
    ]


def test_a_template_without_best_countries_is_told(dipscore, season):
    book = openpyxl.load_workbook(season / "template.xlsx")
    del book["Best countries"]
    book.save(season / "template.xlsx")
    got = dipscore("regenerate", "spring.xlsx", "--template", "template.xlsx", "-o", "new")
    assert "The template has no Best country: those numbers could not be compared." in got.err


def test_the_last_digits_are_no_difference(dipscore, season, played):
    package = Package.read(played)
    cell = beside(package, "Score", 20)
    score = package.value("Games", cell)
    assert score != round(score, 12)
    package.set_cached_value("Games", cell, round(score, 12))
    (season / "spring.xlsx").write_bytes(package.to_bytes())
    got = dipscore("regenerate", "spring.xlsx", "--template", "template.xlsx", "-o", "new")
    assert got.table == [HEADER]


def test_options_go_where_the_template_has_them_or_into_a_free_row(dipscore, season, makes):
    (season / "template.xlsx").write_bytes(makes("SOS", 2, 2))
    old = Package.read(season / "spring.xlsx")
    edited(
        season / "spring.xlsx", **{f"B{row_of(old, 'scs')}": "share", f"B{row_of(old, 'combine')}": "best 1"}
    )
    template = Package.read(season / "template.xlsx")
    edited(season / "template.xlsx", **{f"B{row_of(template, 'tiebreak')}": "wins"})
    dipscore("rebuild", "spring.xlsx")
    got = dipscore("regenerate", "spring.xlsx", "--template", "template.xlsx", "-o", "new")
    assert (got.status, got.table) == (OK, [HEADER])
    new = Package.read(season / "new" / "spring.xlsx")
    assert new.value("Setup", f"B{row_of(new, 'scs')}") == "share"
    assert new.value("Setup", f"B{row_of(new, 'combine')}") == "best 1"
    assert new.value("Setup", f"B{row_of(new, 'tiebreak')}") is None
    for name in ("rows", "columns"):
        assert new.value("Setup", f"B{row_of(new, name)}") == template.value(
            "Setup", f"B{row_of(template, name)}"
        )
    assert "The template's own value of the option tiebreak is not used: spring.xlsx has none." in got.err


def test_what_cannot_be_carried_over_is_told(dipscore, season):
    old = Package.read(season / "spring.xlsx")
    edited(season / "spring.xlsx", **{f"B{row_of(old, 'scs')}": "share", "B4": 1909})
    dipscore("rebuild", "spring.xlsx")
    book = openpyxl.load_workbook(season / "template.xlsx")
    for name in ("Last_year", "Scoring_options"):
        del book.defined_names[name]
    for row in book["Games"].iter_rows(min_row=2):
        for cell in row:
            if isinstance(cell.value, str) and "Last_year" in cell.value:
                cell.value = None
    book.save(season / "template.xlsx")
    got = dipscore("regenerate", "spring.xlsx", "--template", "template.xlsx", "-o", "new")
    assert "Not carried over: the last game year (1909); the template has no cell named Last_year." in got.err
    assert "Not carried over: the system's options (scs); the template has no cells named" in got.err


def test_an_old_workbook_without_names_keeps_the_templates(dipscore, season, played):
    package = Package.read(played)
    book = openpyxl.Workbook()
    book.active.title = "Our games"
    for line in EventIn(package).game_extract.table:
        book.active.append([int(cell) if cell.isdigit() else cell or None for cell in line])
    for (cell,) in book.active.iter_rows(min_col=4, max_col=4):
        cell.data_type = "s"
    book.save(season / "club.xlsx")
    got = dipscore("regenerate", "club.xlsx", "--template", "template.xlsx", "-o", "new")
    assert (
        "club.xlsx has no cells named Event_name, Scoring_system, Last_year, Event_options or "
        "Scoring_options: " in got.err
    )
    assert "club.xlsx shows no Score, no Counts and no Standings: no number could be compared." in got.err
    new = Package.read(season / "new" / "club.xlsx")
    assert Setup(new).value("Scoring_system") == "NDC"
    assert [row[:8] for row in EventIn(new).game_extract.table] == [
        row[:8] for row in EventIn(package).game_extract.table
    ]


def test_columns_that_the_template_lacks_are_told(dipscore, season):
    book = openpyxl.load_workbook(season / "template.xlsx")
    book["Games"][beside(Package.read(season / "template.xlsx"), "Counts", 1)] = "Points"
    book.save(season / "template.xlsx")
    got = dipscore("regenerate", "spring.xlsx", "--template", "template.xlsx", "-o", "new")
    assert "The template has no Counts: those numbers could not be compared." in got.err


def test_a_template_with_too_few_boards_and_rounds_grows(dipscore, season, makes, played):
    (season / "template.xlsx").write_bytes(makes("DCC", 1, 1))
    got = dipscore("regenerate", "spring.xlsx", "--template", "template.xlsx", "-o", "new")
    assert (got.status, got.table) == (OK, [HEADER])
    old, new = Package.read(played), Package.read(season / "new" / "spring.xlsx")
    assert EventIn(new).game_extract.table == EventIn(old).game_extract.table
    assert numbers(EventIn(new)).standings == numbers(EventIn(old)).standings


def test_a_template_that_cannot_grow_is_a_sentence_and_the_others_are_done(dipscore, season, makes):
    (season / "template.xlsx").write_bytes(makes("DCC", 1, 1))
    what_if(season / "template.xlsx", "I3")
    (season / "little.xlsx").write_bytes(makes("DCC", 1, 1))
    got = dipscore("regenerate", "spring.xlsx", "little.xlsx", "--template", "template.xlsx", "-o", "new")
    assert got.status == FAULTY
    assert (
        "template.xlsx has 1 board of seven rows but needs 4, and the what-if table in I3 is in the way "
        "on Games. Move that to another sheet." in got.err
    )
    assert [path.name for path in (season / "new").iterdir()] == ["little.xlsx"]


def test_nothing_is_written_over(dipscore, season, played):
    for name in ("2024", "2025"):
        (season / name).mkdir()
        (season / name / "event.xlsx").write_bytes(played)
    (season / "new").mkdir()
    (season / "new" / "spring.xlsx").write_text("mine")
    got = dipscore("regenerate", "spring.xlsx", "2024", "2025", "--template", "template.xlsx", "-o", "new")
    assert got.status == MISUSED
    assert "new/spring.xlsx already exists" in got.err
    assert "2025/event.xlsx and 2024/event.xlsx would both become new/event.xlsx" in got.err
    assert (season / "new" / "spring.xlsx").read_text() == "mine"
    assert {path.name for path in (season / "new").iterdir()} == {"spring.xlsx", "event.xlsx"}


def test_several_processes_do_the_same(dipscore, season, played):
    for name in "abc":
        (season / f"{name}.xlsx").write_bytes(played)
    for jobs in (1, 2):
        words = [
            "a.xlsx",
            "b.xlsx",
            "c.xlsx",
            "--template",
            "template.xlsx",
            "-o",
            f"new{jobs}",
            "--jobs",
            jobs,
        ]
        assert dipscore("regenerate", *words).status == OK
    for name in "abc":
        one, two = (season / f"new{jobs}" / f"{name}.xlsx" for jobs in (1, 2))
        assert one.read_bytes() == two.read_bytes()


def test_the_new_file_has_the_templates_ending(dipscore, season, played):
    (season / "spring.xlsm").write_bytes(played)
    assert dipscore("regenerate", "spring.xlsm", "--template", "template.xlsx", "-o", "new").status == OK
    assert [path.name for path in (season / "new").iterdir()] == ["spring.xlsx"]


@pytest.mark.parametrize(
    ("words", "status", "sentence"),
    [
        (
            ["spring.xlsx", "--template", "spring.xlsx"],
            MISUSED,
            "spring.xlsx already has the results of 4 boards",
        ),
        (["spring.xlsx", "--template", "no.xlsx"], MISUSED, "There is no file no.xlsx."),
        (["no.xlsx", "--template", "template.xlsx"], MISUSED, "There is no file no.xlsx."),
        (["text.xlsx", "--template", "template.xlsx"], FAULTY, "text.xlsx is not an Excel workbook"),
        (
            ["faulty.xlsx", "--template", "template.xlsx"],
            FAULTY,
            "faulty.xlsx Games rows 2 to 8, column Centres",
        ),
    ],
)
def test_what_cannot_be_is_a_sentence(dipscore, season, words, status, sentence):
    (season / "text.xlsx").write_text("no")
    package = Package.read(season / "spring.xlsx")
    package.set_value("Games", "E2", 30)
    package.write(season / "faulty.xlsx")
    got = dipscore("regenerate", *words, "-o", "new")
    assert got.status == status
    assert sentence in got.err
    assert not any((season / "new").iterdir())
