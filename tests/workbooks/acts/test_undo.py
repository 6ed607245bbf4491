"""The last fill or seat is undone exactly, or not at all."""

from __future__ import annotations

import json
import re
from pathlib import Path

import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import games
from tests.workbooks import googled
from tests.workbooks.acts.test_seat import NAMES, QUICK, drawn, listed
from xl_dipscore.errors import join
from xl_dipscore.rules.board import POWERS
from xl_dipscore.rules.system import find
from xl_dipscore.sheets.xlsx.cell import Cell, ErrorMark
from xl_dipscore.sheets.xlsx.formula import address
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.tables.cells.games import read_games
from xl_dipscore.tables.exchange.formats import Person
from xl_dipscore.workbooks.acts import new
from xl_dipscore.workbooks.acts.edit import carry_out
from xl_dipscore.workbooks.acts.fill import fill
from xl_dipscore.workbooks.acts.log import Act, add_log_entry, replaced_cells
from xl_dipscore.workbooks.acts.seat import RoundDraw, seat
from xl_dipscore.workbooks.acts.undo import EmptyLog, NothingToUndo, ResultsSince, undo, undo_edit
from xl_dipscore.workbooks.author import Plan
from xl_dipscore.workbooks.layout.event import EventIn
from xl_dipscore.workbooks.layout.log import TAKEN, WHEN
from xl_dipscore.workbooks.live.menu import item_of

pytestmark = pytest.mark.usefixtures("new_books")

OK, FAULTY = 0, 1


def cells(path: Path) -> dict[tuple[str, int, int], object]:
    """Each cell's formula or value and its style, without the sheet Log."""
    package, looks = Package.read(path), openpyxl.load_workbook(path)
    return {
        (name, *place): (cell.formula or cell.value, kind(cell), looks[name].cell(*place).style_id)
        for name in package.sheet_names
        for place, cell in package.sheet(name).cells.items()
        if name != "Log" and cell.has_content
    }


def kind(cell: Cell) -> object:
    return "formula" if cell.formula else type(cell.value)


def write(path: Path, sheet: str, **values) -> None:
    """Type cells as a person does in a spreadsheet program."""
    package = Package.read(path)
    for ref, value in values.items():
        package.set_value(sheet, ref, value)
    package.write()


@pytest.fixture(scope="module")
def states(makes, tmp_path_factory) -> list[bytes]:
    """An event with one entry, round 1; and with a second: Austria has 17 on board A and England 4."""
    path = tmp_path_factory.mktemp("undo") / "event.xlsx"
    path.write_bytes(makes())
    table = games.event()[:15]
    found = []
    for name in ("first", "corrected"):
        fill(path, read_games(table).games, act=Act("fill", f"{name}.csv"))
        table[1][4], table[2][4] = 17, 4
        found.append(path.read_bytes())
    return found


@pytest.fixture
def event(tmp_path, states) -> Path:
    path = tmp_path / "event.xlsx"
    path.write_bytes(states[0])
    return path


@pytest.fixture
def corrected(tmp_path, states) -> Path:
    path = tmp_path / "event.xlsx"
    path.write_bytes(states[1])
    return path


@pytest.mark.slow
def test_one_after_the_other_until_nothing_is_left(dipscore, tmp_path, makes):
    path = tmp_path / "event.xlsx"
    path.write_bytes(makes())
    table = games.event()
    states = [cells(path)]
    for name, last in (("first", 15), ("second", 29), ("corrected", 29)):
        if name == "corrected":
            table[1][4], table[2][4], table[8][3] = 17, 4, "Somebody"
        games.write(tmp_path / f"{name}.csv", [table[0], *table[1:last]])
        dipscore("fill", path, f"{name}.csv")
        states.append(cells(path))
    said = []
    for before in reversed(states[:-1]):
        got = dipscore("undo", path, "--who", "Ann")
        assert (got.status, cells(path)) == (OK, before)
        said.append(got.err.splitlines()[0].partition(" is taken back: ")[2].partition(" restored")[0])
    # Two counts, a name on Games and one on Players; then two boards of year, name and count, and so on.
    assert said[0] == "4 cells"
    assert said[1] == f"{2 * 7 * 3} cells"
    got = dipscore("undo", path)
    told = "event.xlsx has nothing to undo: every entry of its sheet Log is undone already."
    assert (got.status, got.err.splitlines()) == (FAULTY, [told, f"{path} was not changed."])
    log = EventIn(Package.read(path)).log
    assert log is not None
    assert {str(log.value(row, TAKEN)).partition(", ")[2] for row in log.rows} == {"Ann"}


def test_a_log_without_entries_has_nothing_to_undo(makes):
    with pytest.raises(EmptyLog):
        undo_edit(EventIn(Package.read(makes())))


@pytest.mark.slow
def test_after_an_undo_the_next_entry_goes_first(dipscore, corrected):
    dipscore("undo", corrected)
    games.write(corrected.with_name("second.csv"), [games.HEADER, *games.event()[15:]])
    dipscore("fill", corrected, "second.csv")
    for name in ("second", "first"):
        got = dipscore("undo", corrected)
        assert f"({name}.csv) is taken back" in got.err
    assert Package.read(corrected).value("Games", "E2") is None


def test_every_cell_that_was_changed_since_is_named(dipscore, corrected):
    write(corrected, "Games", E2=16, E3="four")
    before = corrected.read_bytes()
    got = dipscore("undo", corrected)
    assert (got.status, corrected.read_bytes()) == (FAULTY, before)
    assert got.err.splitlines() == [
        "event.xlsx Games!E2 (round 1, board A, Austria, centres): fill wrote 17 here, but now it is 16.",
        "event.xlsx Games!E3 (round 1, board A, England, centres): fill wrote 4 here, but now it is four.",
        f"To leave these cells as they are and undo the rest: dipscore undo {corrected} --rest",
        f"{corrected} was not changed.",
    ]


@pytest.mark.slow
def test_the_rest_is_taken_back_beside_what_was_changed_since(dipscore, corrected):
    write(corrected, "Games", E2=16)
    got = dipscore("undo", corrected, "--rest", "--who", "Ann")
    assert got.status == OK
    restored, stays = got.err.splitlines()[:2]
    undone = f"{corrected}: fill of {last_time(corrected)} (corrected.csv) is taken back: 1 cell restored"
    assert restored.startswith(f"{undone}, ")
    assert stays == (
        f"{corrected}: event.xlsx Games!E2 (round 1, board A, Austria, centres): fill wrote 17 here, "
        "but now it is 16. It stays."
    )
    package = Package.read(corrected)
    assert [package.value("Games", cell) for cell in ("E2", "E3")] == [16, 3]
    log = EventIn(package).log
    assert log is not None
    said = [str(log.value(row, TAKEN)) for row in log.rows if log.value(row, TAKEN)]
    assert [one.partition(", ")[2] for one in said] == ["Ann; 1 cell changed since left"]
    assert dipscore("undo", corrected).status == FAULTY
    assert dipscore("undo", corrected, "--rest").status == OK
    package = Package.read(corrected)
    assert [package.value("Games", cell) for cell in ("E2", "E3", "E4")] == [16, None, None]


def last_time(path: Path) -> str:
    log = EventIn(Package.read(path)).log
    assert log is not None
    return str(log.value(max(log.rows), WHEN))


@pytest.mark.slow
def test_a_column_that_an_import_added_is_said(event):
    people = [
        Person({"Player": NAMES[0], "Backstabbr": "a"}),
        Person({"Player": "Nobody Yet", "Backstabbr": "b"}),
    ]
    fill(event, (), people=people, act=Act("import", "list.csv"))
    assert "The column Backstabbr stays on Players, now empty." in undo(event).notes


@pytest.mark.calc
def test_what_was_typed_elsewhere_since_stays(dipscore, corrected):
    write(corrected, "Games", E4=5)
    assert dipscore("undo", corrected).status == OK
    package = Package.read(corrected)
    assert [package.value("Games", cell) for cell in ("E2", "E3", "E4")] == [18, 3, 5]


KINDS = ("text", "=1+1", "", " ", "7", 7, 7.5, 1 / 3, 45_800, True, False, "#N/A", ErrorMark("#N/A"), None)


@pytest.mark.slow
def test_whatever_was_typed_comes_back_as_it_was(makes, tmp_path):
    path = tmp_path / "event.xlsx"
    path.write_bytes(makes())
    package = Package.read(path)
    sheet = package.sheet("Calculator")
    rows = range(200, 200 + len(KINDS))
    for row, value in zip(rows, KINDS, strict=True):
        sheet.set_value(row, 40, value)
    array = "SUM(AN205:AN206)"
    package.set_formula("Calculator", "AO200", array, 14.5, array=True)
    package.write()
    before = cells(path)
    package = Package.read(path)
    for row in rows:
        package.set_value("Calculator", f"AN{row}", "other")
    package.set_value("Calculator", "AO200", 1)
    assert add_log_entry(EventIn(package), Act("import", "x.json")) == ()
    package.write()
    assert f": {len(KINDS) + 1} cells restored" in undo(path).did
    assert cells(path) == before
    assert Package.read(path).cell("Calculator", "AO200").kind == "array"


TYPED = st.sampled_from([f"{column}{row}" for column in "DEFGHJ" for row in range(2, 30)])
VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(10**6), 10**6),
    st.floats(-1e6, 1e6),
    st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=20),
)


@pytest.mark.slow
@given(st.lists(st.dictionaries(TYPED, VALUES, max_size=6), max_size=3))
def test_whatever_commands_change_one_after_the_other_comes_back(played, commands):
    """Skip computing: undo knows only typed cells."""
    package = Package.read(played)
    states = [contents(package)]
    for changes in commands:
        before = replaced_cells(package)
        for ref, value in changes.items():
            package.set_value("Games", ref, value)
        add_log_entry(EventIn(package), Act("import", "form.csv"), before)
        if contents(package) != states[-1]:
            states.append(contents(package))
    for state in reversed(states[:-1]):
        take_back(package)
        assert contents(package) == state
    with pytest.raises(NothingToUndo if len(states) > 1 else EmptyLog):
        take_back(package)


def take_back(package: Package) -> None:
    event = EventIn(package)
    carry_out(event, undo_edit(event))


def contents(package: Package) -> dict[tuple[int, int], tuple[type, object]]:
    """The formulas or values of cells of Games."""
    cells = package.sheet("Games").cells.items()
    held = {
        place: cell.formula or cell.value for place, cell in cells if cell.formula or cell.value is not None
    }
    return {place: (float if type(value) is int else type(value), value) for place, value in held.items()}


@pytest.mark.slow
def test_after_a_way_through_google_sheets_too(tmp_path, states):
    path = tmp_path / "event.xlsx"
    path.write_bytes(googled.downloaded(states[1]))
    assert ": 2 cells restored" in undo(path).did
    package = Package.read(path)
    assert [package.value("Games", cell) for cell in ("E2", "E3")] == [18, 3]


@pytest.mark.calc
def test_rows_of_games_may_be_sorted_meanwhile(dipscore, tmp_path):
    path = tmp_path / "event.xlsx"
    new.create_native(path, Plan(find("DRAWSIZE"), 1, 2))
    table = [games.HEADER, *games.rows(1, "A", games.CLOCK), *games.rows(1, "B", games.CLOCK[::-1])]
    games.write(tmp_path / "games.csv", table)
    dipscore("fill", path, "games.csv")
    table[1][4], table[2][4] = 5, 4  # Austria and England on board A
    games.write(tmp_path / "games.csv", table)
    dipscore("fill", path, "games.csv")
    package = Package.read(path)
    (home,) = EventIn(package).check_sheets()
    typed = [home.columns[word] for word in ("round", "board", "power", "player", "centres", "year")]
    rows = [[home.sheet.cells[row, column].value for column in typed] for row in range(2, 16)]
    for row, values in enumerate(reversed(rows), 2):
        for column, value in zip(typed, values, strict=True):
            home.sheet.set_value(row, column, value)
    package.write()
    assert dipscore("undo", path).status == OK
    got = dipscore("extract", path).table
    counts = {(row[1], row[2]): row[4] for row in got[1:]}
    assert [counts["A", power] for power in POWERS] == [*map(str, games.CLOCK)]
    assert [counts["B", power] for power in POWERS] == [*map(str, games.CLOCK[::-1])]


def test_a_board_that_nobody_finds_any_more_is_named(dipscore, corrected):
    write(corrected, "Games", **{f"B{row}": "Z" for row in range(2, 9)})
    got = dipscore("undo", corrected)
    said = [
        f"fill wrote {count} into Games!{cell} (round 1, board A, {power}, centres), but that cell "
        "has moved or is gone."
        for count, cell, power in ((17, "E2", "Austria"), (4, "E3", "England"))
    ]
    assert (got.status, got.err.splitlines()[:2]) == (FAULTY, said)


def changed_log(path: Path, change) -> None:
    package = Package.read(path)
    log = EventIn(package).log
    assert log is not None
    change(package, log)
    package.write()


def test_an_entry_that_lost_a_row_is_not_half_taken_back(dipscore, event):
    changed_log(event, lambda package, log: [package.set_value("Log", f"{c}6", None) for c in "ABCDEFGHI"])
    got = dipscore("undo", event)
    told = "event.xlsx Log row 5: Entry 1 had 3 rows but now has 2, so it cannot be undone completely."
    assert (got.status, got.err.splitlines()) == (FAULTY, [told, f"{event} was not changed."])


def kept(package, cell="I8", **changes) -> str:
    return json.dumps(json.loads(str(package.value("Log", cell))) | changes)


SPOILED = {
    "no text of ours": lambda package: "see above",
    "torn": lambda package: str(package.value("Log", "I8"))[:-5],
    "of another row": lambda package: package.value("Log", "I5"),
    "without its cells": lambda package: kept(package, cells=[["E2"]]),
    "no cell": lambda package: kept(package, cells=[["E", "Austria", "centres", 1, 2]]),
    "no value": lambda package: kept(package, cells=[["E2", "Austria", "centres", [1], 2]]),
    "a list": lambda package: "[1, 2]",
    "very deep": lambda package: "[" * 30_000,
    "without end": lambda package: kept(package, rows=float("inf")),
}


@pytest.mark.parametrize("spoiled", SPOILED)
def test_what_was_changed_on_the_log_itself_is_said(dipscore, corrected, spoiled):
    changed_log(corrected, lambda package, _: package.set_value("Log", "I8", SPOILED[spoiled](package)))
    got = dipscore("undo", corrected)
    told = (
        "event.xlsx Log row 8: This row was changed, so undo can no longer read it. "
        "Undo it in your spreadsheet program, or reverse the change by hand."
    )
    assert (got.status, got.err.splitlines()) == (FAULTY, [told, f"{corrected} was not changed."])


def test_the_log_may_be_sorted_and_have_notes_of_a_director(dipscore, corrected):
    def turned(package, log):
        rows = {row: [log.sheet.cells.get((row, column)) for column in range(1, 10)] for row in log.rows}
        for row, other in zip(rows, reversed(rows), strict=True):
            for column, cell in enumerate(rows[other], 1):
                log.sheet.set_value(row, column, cell.value if cell is not None else None)
        package.set_value("Log", "G12", "Ann asked for this.")
        package.set_value("Log", "J5", "and this is beside it")

    changed_log(corrected, turned)
    for count in (18, None):
        assert "is taken back" in dipscore("undo", corrected).err
        assert Package.read(corrected).value("Games", "E2") == count


@pytest.mark.slow
def test_names_that_seat_wrote_are_cleared_and_boards_that_it_added_stay(dipscore, tmp_path, makes):
    path = tmp_path / "event.xlsx"
    listed(makes("DCC", 2, 2), path, NAMES[:21])
    got = dipscore("seat", path, "--round", 1, "--seed", 7, "--who", "Dora")
    assert "(1 of them added)" in got.err
    assert sorted(name for names in drawn(path, 1).values() for name in names) == sorted(NAMES[:21])
    got = dipscore("undo", path)
    first, second, third, *_ = got.err.splitlines()
    assert "(seed 7; 1 board added) is taken back: 21 cells restored" in first
    assert second.endswith(": Round 1, boards A, B and C: no names any more.")
    assert third == f"{path}: The board that seat added stays."
    assert drawn(path, 1) == dict.fromkeys("ABC", (None,) * 7)
    assert dipscore("seat", path, "--round", 1, "--no-log").status == OK
    assert dipscore("undo", path).status == FAULTY


@pytest.mark.slow
def test_a_draw_anew_is_taken_back_to_the_one_before(tmp_path, makes):
    path = tmp_path / "event.xlsx"
    listed(makes("DCC", 2, 2), path, NAMES[:14])
    seat(path, RoundDraw(1, QUICK, seed=1), act=Act("seat", "seed 1"))
    first = drawn(path, 1)
    seat(path, RoundDraw(1, QUICK, seed=2, again=True), act=Act("seat", "seed 2"))
    assert drawn(path, 1) != first
    undo(path)
    assert drawn(path, 1) == first


@pytest.fixture(scope="module")
def seated(makes, tmp_path_factory) -> dict[str, bytes]:
    """Three boards that are drawn, and then drawn anew."""
    path = listed(makes("DCC", 1, 3), tmp_path_factory.mktemp("seated") / "event.xlsx", NAMES[:21])
    package, found = Package.read(path), {}
    for seed, word in enumerate(("draw_round", "draw_again")):
        assert not item_of(word).run(package, round_=1, seed=seed).refused
        found[word] = package.to_bytes()
    return found


@pytest.mark.parametrize("played", ["", "A", "C", "AB", "ABC"])
@pytest.mark.parametrize("last", ["draw_round", "draw_again"])
def test_no_board_with_results_loses_its_names(seated, last, played):
    """Boards with results keep who sat there, and the director is asked before the others lose theirs."""
    package = Package(seated[last], "event.xlsx")
    for slot in EventIn(package).slots:
        sheet, row, column = slot.cells("centres")[0]
        package.set_value(sheet, address(row, column), 9 if slot.board in played else None)
    before, data = names_by_board(package), package.to_bytes()
    done = item_of("take_back").run(package)
    if played:
        assert (done.refused, bool(done.question)) == (True, played != "ABC")
        where = f"Round 1, board{'s' if len(played) > 1 else ''} {join(played)}"
        assert done.said == [ResultsSince(where=where).sentence]
        assert package.to_bytes() == data
        done = item_of("take_back").run(package, agreed=True)
    after = names_by_board(package)
    assert {board for board in "ABC" if after[board] == before[board]} == {*played}
    others = join(board for board in "ABC" if board not in played)
    named = [line for line in done.said if re.search(f"boards? {others}: ", line)]
    assert len(named) == bool(others)


def names_by_board(package: Package) -> dict[str, tuple[object, ...]]:
    slots = EventIn(package).slots
    return {str(slot.board): tuple(slot.home.value(row, "player") for row in slot.rows) for slot in slots}
