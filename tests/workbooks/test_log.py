"""The sheet Log: what fill and seat changed in a workbook of ours, and by whom only where that was said."""

from __future__ import annotations

import re

import pytest

from tests import games
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.workbooks.layout.event import EventIn
from xl_dipscore.workbooks.layout.log import A_CELL, HEADINGS, LOG

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("new_books")]

OK, FAULTY, MISUSED = 0, 1, 2
READ = HEADINGS[:-1]
"""The headings of the columns that people read."""


def logged(source) -> list[list[object]]:
    """The cells that people read, without the time."""
    log = EventIn(Package.read(source)).log
    assert log is not None
    rows = [{heading: log.value(row, heading) for heading in READ} for row in log.rows]
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d", str(row.pop("When"))) for row in rows)
    return [list(row.values()) for row in rows]


@pytest.fixture
def event(dipscore, tmp_path, makes):
    """An empty event, and a games file of four boards."""
    path = tmp_path / "event.xlsx"
    path.write_bytes(makes())
    games.write(tmp_path / "games.csv", games.event())
    return path


def test_each_board_that_changed_is_a_line_to_read_aloud(dipscore, event, tmp_path):
    table = games.event()
    games.write(tmp_path / "first.csv", table[:8])
    dipscore("fill", event, "first.csv")
    year, *others = str(logged(event)[0][5]).split("; ")
    assert (year, others[0], others[-1]) == (
        "Year 1908",
        "Austria: Player 0, Centres 18",
        "Turkey: Player 6, Centres 0, Eliminated 1904",
    )
    names = ", ".join(f"Player {n}" for n in range(6))
    assert logged(event)[1] == [1, "fill", "first.csv", None, "Players", f"Added {names} and Player 6", None]

    table[1][4], table[2][4], table[2][5], table[6][6] = 17, 4, "x", 1906
    table[1][5] = "x"
    for row in table[1:8]:
        row[7] = 1909
    games.write(tmp_path / "corrected.csv", table[:8])
    dipscore("fill", event, "corrected.csv", "--who", "Dora Dyer")
    said = (
        "Year 1908 -> 1909; Austria: Centres 18 -> 17, Draw x; England: Centres 3 -> 4, Draw x; "
        "Russia: Eliminated 1905 -> 1906"
    )
    assert logged(event)[2:] == [[2, "fill", "corrected.csv", "Dora Dyer", "Round 1, board A", said, None]]


def test_what_changes_nothing_is_no_entry(dipscore, event):
    dipscore("fill", event, "games.csv")
    first = logged(event)
    assert [row[4] for row in first] == [
        *(f"Round {r}, board {b}" for r in (1, 2) for b in "AB"),
        "Players",
    ]
    dipscore("fill", event, "games.csv")
    assert logged(event) == first


def test_nothing_is_put_on_it_where_nobody_wants_it(dipscore, event):
    assert dipscore("fill", event, "games.csv", "--no-log").status == OK
    assert logged(event) == []


def test_rebuild_never_writes_to_it(dipscore, event):
    dipscore("fill", event, "games.csv")
    package = Package.read(event)
    part = package.sheet("Log").part
    before = package.part(part)
    package.set_value("Games", "E2", 17)
    package.set_value("Games", "E3", 4)
    package.write()
    dipscore("rebuild", event)
    package = Package.read(event)
    assert package.value("Games", "E2") == 17
    assert package.part(part) == before


@pytest.mark.parametrize("theirs", ["none", "of their own", "without its sheet"])
def test_a_directors_own_workbook_gets_none(dipscore, event, theirs):
    package = Package.read(event)
    book = (package.part("xl/workbook.xml") or b"").decode()
    if theirs == "without its sheet":  # as Excel leaves a name whose sheet is deleted
        book = re.sub(rf'(<definedName name="{LOG}"[^>]*>)[^<]*', r"\1#REF!", book)
    else:
        book = re.sub(rf'<definedName name="{LOG}"[^>]*>[^<]*</definedName>', "", book)
    package.set_part("xl/workbook.xml", book.encode())
    if theirs == "of their own":
        package.set_value("Log", "A5", "the ship's log")
    package.write()
    package = Package.read(event)
    part, sheets = package.sheet("Log").part, package.sheet_names
    assert dipscore("fill", event, "games.csv").status == OK
    after = Package.read(event)
    assert (after.part(part), after.sheet_names) == (package.part(part), sheets)
    got = dipscore("undo", event)
    assert (got.status, got.err.splitlines()) == (
        FAULTY,
        [
            "event.xlsx has no sheet Log, where changes are recorded. "
            "Workbooks that dipscore new makes have one.",
            f"{event} was not changed.",
        ],
    )


def test_no_text_becomes_a_formula(dipscore, event, tmp_path):
    table = games.event()
    for row, name in zip(
        table[1:8], ("=1+1", "+1", "-1", "@SUM(A1)", '=HYPERLINK("x")', "\t=1", "'=1"), strict=True
    ):
        row[3] = name.replace('"', "")
    games.write(tmp_path / "=games.csv", table)
    dipscore("fill", event, "=games.csv", "--who", "=NOW()")
    cells = Package.read(event).sheet("Log").cells.values()
    assert [cell for cell in cells if cell.formula_xml] == []
    assert logged(event)[0][:4] == [1, "fill", "=games.csv", "=NOW()"]


def test_a_heading_that_is_gone_is_said_and_the_results_go_in(dipscore, event):
    package = Package.read(event)
    package.set_value("Log", "H4", "Reverted")
    package.write()
    got = dipscore("fill", event, "games.csv")
    told = "event.xlsx Log no longer has the heading Taken back in row 4. Type it there again."
    assert f"{event}: {told} Nothing was put on it." in got.err.splitlines()
    assert (got.status, Package.read(event).value("Games", "E2")) == (OK, 18)
    got = dipscore("undo", event)
    assert (got.status, got.err.splitlines()) == (FAULTY, [told, f"{event} was not changed."])


def test_it_is_found_where_a_director_moved_it_to(dipscore, event):
    package = Package.read(event)
    book = (package.part("xl/workbook.xml") or b"").decode()
    book = book.replace('name="Log"', 'name="Who did it"').replace("Log!$A$4", "'Who did it'!$A$4")
    package.set_part("xl/workbook.xml", book.encode())
    for cell, heading in {"B4": "By", "E4": "When"}.items():  # two columns exchanged
        package.set_value("Who did it", cell, heading)
    package.write()
    dipscore("fill", event, "games.csv", "--who", "Ann")
    package = Package.read(event)
    assert (package.value("Who did it", "B5"), package.value("Who did it", "G5")) == (
        "Ann",
        logged(event)[0][5],
    )


def test_teams_are_typed_cells_too(dipscore, tmp_path):
    dipscore("new", "DCC", "event.xlsx", "--rounds", 1, "--boards", 1, "--teams")
    table = games.event()[:8]
    for row, team in zip(table, ("team", *"XXXYYYY"), strict=True):
        row.append(team)
    games.write(tmp_path / "games.csv", table)
    dipscore("fill", "event.xlsx", "games.csv")
    table[1][-1] = "Y"
    games.write(tmp_path / "games.csv", table)
    dipscore("fill", "event.xlsx", "games.csv")
    assert [row[4:6] for row in logged("event.xlsx")[2:]] == [["Players", "Player 0: Team X -> Y"]]


def test_who_is_for_a_workbook(dipscore, tmp_path):
    (tmp_path / "players.csv").write_text("player\n")
    got = dipscore("seat", "players.csv", "--who", "Ann")
    assert got.status == MISUSED
    assert "--who is for a workbook." in " ".join(got.err.split())


def test_what_is_too_long_for_a_cell_goes_on_in_the_next(makes):
    package = Package.read(makes())
    log = EventIn(package).log
    assert log is not None
    long = "".join(map(str, range(20_000)))
    assert len(long) > 2 * A_CELL
    for (sheet, *place), value in log.cells(5, {"Entry": 1, "For undo": long}):
        package.sheet(sheet).set_value(*place, value)
    again = EventIn(Package.read(package.to_bytes())).log
    assert again is not None
    assert (again.read_undo_text(5), again.value(5, "Entry")) == (long, 1)
