"""A director's workbook from end to end: made, filled, rebuilt, read with another program's eyes."""

import re
import subprocess
import sys
import zipfile
from fractions import Fraction
from functools import lru_cache
from io import BytesIO
from pathlib import Path

import pytest
from openpyxl import load_workbook
from openpyxl.worksheet.formula import ArrayFormula

import xl_dipscore
from tests import games
from xl_dipscore import Board, Faults, Settings, score, standings
from xl_dipscore.cli.reading import rows_of
from xl_dipscore.rules.points import as_double
from xl_dipscore.rules.system import find
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.sheets.xlsx.target import FileThere, WrongEnding
from xl_dipscore.tables.cells.games import read_games
from xl_dipscore.workbooks.acts import new
from xl_dipscore.workbooks.acts.fill import NoColumn, NoSlot, fill
from xl_dipscore.workbooks.acts.rebuild import rebuild
from xl_dipscore.workbooks.author import Plan
from xl_dipscore.workbooks.layout.games import NoGamesSheet

pytestmark = pytest.mark.usefixtures("new_books")


def listed(table):
    return read_games(table, "games.csv").games


@lru_cache(2)
def read(data):
    """The workbook with its values, as openpyxl reads it; cached, so do not change it."""
    return load_workbook(BytesIO(data), data_only=True)


@lru_cache(4)
def rows_on(data, sheet):
    """The values of one sheet; the others are not read."""
    return [*load_workbook(BytesIO(data), read_only=True, data_only=True)[sheet].iter_rows(values_only=True)]


def values(path):
    """Every value of a workbook, by sheet and cell, as openpyxl reads it."""
    book = read(path.read_bytes())
    return {
        (sheet.title, cell.coordinate): cell.value
        for sheet in book
        for row in sheet.iter_rows()
        for cell in row
        if cell.value not in (None, "")
    }


def column(path, heading, sheet="Games"):
    """The cells under a heading, as openpyxl reads their values."""
    found = rows_on(path.read_bytes(), sheet)
    for number, header in enumerate(found[:10], 1):
        for column, title in enumerate(header):
            if str(title).partition("|")[0].strip() == heading:
                return [row[column] for row in found[number:]]
    raise AssertionError(f"no column {heading}")


@pytest.fixture
def book(tmp_path):
    path = tmp_path / "event.xlsx"
    new.create(path, Plan(find("DCC"), 2, 2))
    return path


@pytest.fixture
def filled(tmp_path, played):
    path = tmp_path / "event.xlsx"
    path.write_bytes(played)
    return path


EXPECTED = [
    *score("DCC", Board(games.SOLO)),
    *score("DCC", Board(games.THREE_WAY, draw=["England", "France", "Germany"])),
    *score("DCC", Board(games.CLOCK)),
    *score("DCC", Board(games.CLOCK[::-1])),
]


def test_the_workbook_holds_what_dipscore_score_prints(filled):
    assert column(filled, "Score") == [as_double(exact) for exact in EXPECTED]
    assert column(filled, "Counts") == column(filled, "Score")


def test_a_new_workbook_shows_values_and_no_error(book):
    cached = read(book.read_bytes())
    for sheet in load_workbook(book):
        for row in sheet.iter_rows():
            for cell in row:
                if cell.data_type == "f":
                    shown = cached[sheet.title][cell.coordinate]
                    assert shown.data_type != "e", (sheet.title, cell.coordinate, shown.value)
    archive = zipfile.ZipFile(book)
    parts = [name for name in archive.namelist() if name.startswith("xl/worksheets/sheet")]
    xml = "".join(archive.read(part).decode() for part in parts)
    assert len(re.findall(r"<f\b", xml)) == len(re.findall(r"</f><v[ />]|</f><v>", xml))


def test_calculation_on_load_is_off(book):
    xml = zipfile.ZipFile(book).read("xl/workbook.xml").decode()
    (calculation,) = re.findall(r"<calcPr[^>]*>", xml)
    assert 'fullCalcOnLoad="1"' not in calculation
    assert int(re.search(r'calcId="(\d+)"', calculation)[1]) >= 191029


def shown(table, size):
    """A table of ours as the cells of a fixed-size array show it."""
    cells = [
        [as_double(c) if isinstance(c, Fraction) else "" if c is None else c for c in row] for row in table
    ]
    wide = [[*row, *[""] * (size[1] - len(row))] for row in cells]
    return wide + [[""] * size[1]] * (size[0] - len(wide))


def test_standings_are_those_of_the_command_line(filled):
    below = rows_on(filled.read_bytes(), "Standings")[3:]
    found = [["" if c is None else c for c in row] for row in below]
    header, *rows = standings("DCC", listed(games.event()), Settings(rounds=2)).table()
    table = [[*header[:-1], "MSD (tie-break)"], *rows]
    assert found == shown(table, (len(found), len(found[0])))
    assert len(table) == 1 + 14


@pytest.mark.slow
@pytest.mark.parametrize("name", ["=1+1", "@x", "Jo*", "a~b", ">5", "Zoë", "O'Brien"])
def test_any_name_is_text_and_is_counted(filled, name):
    seats = load_workbook(filled)["Games"]
    found = [cell for (cell,) in seats.iter_rows(min_col=4, max_col=4) if cell.value == name]
    assert [cell.data_type for cell in found] == ["s"] * 2
    mine = [s for n, s in zip(column(filled, "Player"), column(filled, "Score"), strict=True) if n == name]
    total = dict(
        zip(column(filled, "Player", "Standings"), column(filled, "Total", "Standings"), strict=True)
    )
    assert total[name] == pytest.approx(sum(mine) / 2, abs=1e-9)


def test_a_second_rebuild_changes_no_byte(filled):
    before, stamp = filled.read_bytes(), filled.stat().st_mtime_ns
    report = rebuild(filled)
    assert (report.changed, report.not_computed) == ((), ())
    assert (filled.read_bytes(), filled.stat().st_mtime_ns) == (before, stamp)


@pytest.mark.slow
def test_filling_twice_changes_nothing_more(filled):
    before = values(filled)
    fill(filled, listed(games.event()))
    assert values(filled) == before


@pytest.mark.slow
def test_a_bad_board_spoils_only_itself(filled):
    table = games.event()
    edited = load_workbook(filled)
    edited["Games"]["E2"] = 20
    edited.save(filled)
    rebuild(filled)
    scores = column(filled, "Score")
    assert scores[:7] == ["#VALUE!"] * 7
    assert scores[7:] == pytest.approx([float(exact) for exact in EXPECTED[7:]], abs=1e-9)
    assert "add up to 36" in column(filled, "Check")[0]
    columns = (column(filled, heading, "Standings") for heading in ("Rank", "Player", "Total"))
    ranked = list(zip(*columns, strict=True))[:14]
    spoilt = {row[3] for row in table[1:8]}
    assert [rank for rank, _, _ in ranked[:7]] == sorted(rank for rank, _, _ in ranked[:7])
    assert {(rank, total) for rank, _, total in ranked[7:]} == {(None, "#N/A")}
    assert {player for _, player, _ in ranked[7:]} == spoilt


@pytest.mark.slow
def test_an_override_counts_and_the_year_on_setup_is_for_boards_without_one(tmp_path):
    path = tmp_path / "ndc.xlsx"
    new.create(path, Plan(find("NDC"), 1, 1))
    table = [row[:7] for row in games.rows(1, "A", (2, 4, 16, 0, 0, 0, 12))]
    header = [*games.HEADER[:7], "override"]
    fill(path, listed([header, *[[*row, 33 if row[2] == "Italy" else ""] for row in table]]))
    assert column(path, "Score")[:7] == ["#N/A"] * 7
    edited = load_workbook(path)
    edited["Setup"]["B4"] = 1910
    for row, gone in zip((5, 6, 7), (1904, 1906, 8), strict=True):
        edited["Games"][f"G{row}"] = gone
    edited.save(path)
    rebuild(path)
    board = Board(
        (2, 4, 16, 0, 0, 0, 12), year=1910, eliminated={"Germany": 1904, "Italy": 1906, "Russia": 1908}
    )
    exact = list(map(as_double, score("NDC", board)))
    assert column(path, "Score")[:7] == exact
    assert column(path, "Counts")[:7] == [*exact[:4], 33, *exact[5:]]


def set_up(path, **values):
    """Type values beside their labels on Setup, as a director does, and rebuild."""
    package = Package.read(path)
    setup = package.sheet("Setup").cells.items()
    labels = {str(cell.value).replace(" ", "_"): row for (row, column), cell in setup if column == 1}
    for name, value in values.items():
        package.set_value("Setup", f"B{labels[name]}", value)
    package.write(path)
    rebuild(path)


@pytest.mark.slow
def test_options_and_the_system_are_read_from_setup(filled):
    set_up(filled, scs="share")
    assert column(filled, "Score")[14] == as_double(score("DCC", Board(games.CLOCK), scs="share")[0])
    set_up(filled, System="sum of squares", scs=None, combine="best 1")
    assert column(filled, "Score")[14] == as_double(score("SOS", Board(games.CLOCK))[0])
    table = standings("SOS", listed(games.event()), Settings(rounds=2, combine="best 1")).table()
    totals = [float(row[2]) for row in table[1:]]
    assert column(filled, "Total", "Standings")[:14] == pytest.approx(totals, abs=1e-9)


@pytest.mark.slow
def test_a_rearranged_workbook_fills_and_rebuilds(book):
    """A column inserted in front, sheets renamed and moved, a director's own formulas around ours."""
    edited = load_workbook(book)
    sheet = edited["Games"]
    shifted = {}
    for row in sheet.iter_rows():
        for cell in row:
            if cell.value is None:
                continue
            value = cell.value
            if isinstance(value, ArrayFormula):
                value = ArrayFormula(_right(value.ref), _right(value.text))
            elif isinstance(value, str) and value.startswith("="):
                value = _right(value)
            shifted[cell.row, cell.column + 1] = value
    for merged in list(sheet.merged_cells.ranges):
        sheet.unmerge_cells(str(merged))
    for row in sheet.iter_rows():
        for cell in row:
            cell.value = None
    for (row, number), value in shifted.items():
        sheet.cell(row, number, value)
    sheet["A1"] = "Table"
    sheet.title = "Ergebnisse '26 (é)"
    for name in set(edited.sheetnames) - {"Setup", "Systems", sheet.title}:
        del edited[name]
    edited.move_sheet("Setup", 2)
    own = edited.create_sheet("Mine")
    own["A1"] = "=ROUND(SUM('Ergebnisse ''26 (é)'!N9:N15),2)"
    own["A2"] = "=ROUND(SUM(DCC_SCORE('Ergebnisse ''26 (é)'!F9:F15)),1)"
    own["A3"] = '=IF(A1>699,"a full board","")'
    edited.save(book)
    fill(book, listed(games.event()))
    name = "Ergebnisse '26 (é)"
    assert column(book, "Score", name) == [as_double(exact) for exact in EXPECTED]
    mine = read(book.read_bytes())["Mine"]
    assert [mine[ref].value for ref in ("A1", "A2", "A3")] == [700, 700, "a full board"]
    before = book.read_bytes()
    rebuild(book)
    assert book.read_bytes() == before


def _right(formula):
    """References to the sheet itself, one column to the right; those to Setup's names stay."""
    return re.sub(r"(?<![\w!])(\$?)([A-N])(\$?\d+)", lambda m: f"{m[1]}{chr(ord(m[2]) + 1)}{m[3]}", formula)


def test_games_find_their_blocks_and_others_stay(filled):
    extra = [list(games.HEADER), *games.rows(2, "B", games.SOLO, players=[f"New {i}" for i in range(7)])]
    fill(filled, listed(extra))
    assert column(filled, "Player")[21] == "New 0"
    assert column(filled, "Score")[21:] == [700, *[0] * 6]
    assert column(filled, "Score")[:21] == [as_double(exact) for exact in EXPECTED[:21]]


def test_more_games_than_boards_changes_nothing(filled):
    before = filled.read_bytes()
    with pytest.raises(Faults) as found:
        fill(filled, listed([list(games.HEADER), *games.rows(3, "A", games.SOLO)]))
    assert isinstance(found.value.faults[0], NoSlot)
    assert "event.xlsx has no free board for board A of round 3" in str(found.value)
    assert filled.read_bytes() == before


def test_a_fact_without_a_column_is_told(book):
    table = [
        [*row, "civil disorder" if i == 0 else "x" if i == 1 else ""] for i, row in enumerate(games.event())
    ]
    with pytest.raises(Faults) as found:
        fill(book, listed(table))
    assert isinstance(found.value.faults[0], NoColumn)
    assert "event.xlsx has no column for civil disorder, which board A of round 1 has." in str(found.value)


def test_a_workbook_without_games_is_told(book):
    edited = load_workbook(book)
    del edited["Games"]
    edited.save(book)
    with pytest.raises(NoGamesSheet):
        fill(book, listed(games.event()))


def test_conditional_formats_do_not_compare_with_empty_text(book):
    """LibreOffice paints a function's empty text as unequal to "": unplayed boards would look faulty."""
    formulas = [
        formula
        for sheet in load_workbook(book)
        for ranges in sheet.conditional_formatting
        for rule in ranges.rules
        for formula in rule.formula
    ]
    assert len(formulas) > 4
    assert [formula for formula in formulas if '<>""' in formula or '=""' in formula] == []


def test_nothing_is_written_over(book):
    before = book.read_bytes()
    with pytest.raises(FileThere):
        new.create(book, Plan(find("NDC"), 1, 1))
    with pytest.raises(WrongEnding):
        new.create(book.with_suffix(".xls"), Plan(find("NDC"), 1, 1))
    assert book.read_bytes() == before


def test_scoring_imports_nothing_but_the_standard_library():
    script = (
        "import sys; import xl_dipscore.tables.functions, xl_dipscore;"
        "print([m for m in ('openpyxl', 'xlwings', 'typer', 'rich') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_the_games_that_ship_are_the_published_ones():
    path = Path(xl_dipscore.__file__).parent / "cli" / "data" / "weasels.csv"
    rows = rows_of(path)
    assert len(rows) == 1 + 4 * 7
    for game in read_games(rows, path.name).games:
        exact = score("SOS", game.board)
        for seat, row in enumerate(game.place.rows):
            assert f"{float(exact[seat]):.3f}" == rows[row - 1][-1]
