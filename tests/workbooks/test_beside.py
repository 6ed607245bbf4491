"""A games list is read and written where it is, whatever else a director keeps around it."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

import openpyxl
import pytest
from openpyxl.utils.datetime import CALENDAR_MAC_1904

from tests.each import each
from tests.workbooks import beside
from tests.workbooks.beside import PLAYERS, WORDS, Shape
from xl_dipscore.errors import Faults
from xl_dipscore.rules.event.days import FIRST_DAY, counting_from, day_number
from xl_dipscore.rules.seating.wishes import Wishes
from xl_dipscore.sheets.xlsx.book import Book
from xl_dipscore.sheets.xlsx.open_book import OpenBook
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.tables.cells.csv_text import as_text
from xl_dipscore.tables.cells.games import read_games
from xl_dipscore.tables.cells.one_table import OtherTable, TwoLists, TwoReadings
from xl_dipscore.tables.cells.roster import read_roster
from xl_dipscore.tables.functions import FUNCTIONS
from xl_dipscore.workbooks.acts.edit import carry_out
from xl_dipscore.workbooks.acts.fill import put_games
from xl_dipscore.workbooks.acts.rename import rename_edit
from xl_dipscore.workbooks.acts.seat import RoundDraw, draw_edit, with_boards_for
from xl_dipscore.workbooks.acts.take_in import read_import
from xl_dipscore.workbooks.layout.event import EventIn
from xl_dipscore.workbooks.layout.extract import NoValueYet
from xl_dipscore.workbooks.live.book import book_of

OK, FAULTY = 0, 1
Rows = Sequence[Sequence[object]]
LIST: list[list[object]] = [list(WORDS), *beside.games()]
WANTED = [[*map(as_text, row)] for row in beside.games()]


def opened(rows: Rows, name: str = "Games") -> OpenBook:
    """A workbook with these cells."""

    def plain(cell: object) -> object:
        days = isinstance(cell, datetime) and (cell.date() - FIRST_DAY).days
        return days or ("" if cell is None else cell)

    width = max(map(len, rows))
    values = [[plain(cell) for cell in (*row, *[None] * (width - len(row)))] for row in rows]
    return book_of("mine.xlsx", [(name, values, [[""] * width for _ in rows])], {})


def with_columns(columns: Rows, gap: int = 1) -> list[list[object]]:
    """The list, an empty column, and others beside it."""
    found = []
    for n in range(max(len(LIST), *map(len, columns))):
        own = LIST[n] if n < len(LIST) else [None] * 5
        found.append([*own, *[None] * gap, *(column[n] if n < len(column) else None for column in columns)])
    return found


def read(book: Book) -> list[list[str]]:
    """The rows of the five columns; there must be no others, but for a chart, and no fault."""
    found = EventIn(book).game_extract
    words = [word.casefold() for word in WORDS]
    assert {word for word in found.columns if not isinstance(word, int)} == {*words}
    assert found.faults == []
    return [[as_text(row[found.columns.index(word)]) for word in words] for row in found.rows]


# -- another table ----------------------------------------------------------------------------


@pytest.mark.parametrize("where", ["right", "left", "above", "below"])
@pytest.mark.parametrize("kind", beside.OTHERS)
def test_another_table_is_not_read(kind, where):
    for lines in (3, 33):
        sheet = beside.sheet(Shape(kind, lines, where, title=where == "left"))
        assert read(opened(sheet.rows)) == WANTED


@each("seed", range(12))
def test_so_in_any_layout(seed):
    sheet = beside.sheet(beside.any_shape(Random(seed)))
    assert read(opened(sheet.rows)) == WANTED


@each("kind", ["bonus", "override", "years", "teams", "rounds"])
def test_a_block_of_cells_and_a_csv_file_are_read_so(kind):
    with_other = beside.sheet(Shape(kind, 3)).rows
    alone, given = read_games(LIST), read_games(with_other)
    assert [game.seats for game in given.games] == [game.seats for game in alone.games]
    assert not given.faults
    call = next(one for one in FUNCTIONS if one.name == "DIP_STANDINGS").call
    assert call("SOS", with_other, [["tiebreak", "wins"]]) == call("SOS", LIST, [["tiebreak", "wins"]])


def test_it_is_told_whose_headings_are_not_read():
    book = opened(beside.sheet(Shape("bonus", 3)).rows)
    (told,) = EventIn(book).unread
    assert isinstance(told, OtherTable)
    assert {"'Bonus'", "G"} <= {*str(told).replace(",", " ").split()}
    assert EventIn(opened(beside.sheet(Shape("prizes", 3)).rows)).unread == []


# -- what is part of the list -----------------------------------------------------------------


@pytest.mark.parametrize("before", [1, 2, 3, 4])
def test_a_spacer_is_no_end(before):
    rows = [[*row[:before], None, *row[before:]] for row in LIST]
    assert read(opened(rows)) == WANTED
    assert len(read_games(rows).games) == 4


@pytest.mark.parametrize("boards", [1, 2, 4])
def test_a_chart_behind_a_spacer_is_the_lists(boards):
    """Also where some boards only have one, and sums stand below."""
    counts = [row[4] for row in beside.games()[: 7 * boards]]
    years = [["1901", *[3] * len(counts), 21], ["1902", *counts, 34], ["Sum", *counts]]
    found = EventIn(opened(with_columns(years))).game_extract
    assert {1901, 1902} <= {*found.columns}
    assert [row[found.columns.index(1902)] for row in found.rows[: 7 * boards]] == counts


@each(
    ("column", "word"),
    [
        (["Draw", None, "x", "x", "x"], "draw"),
        (["Year", 1908, *[None] * 6, 1907, *[None] * 6, 1908, *[None] * 6, 1907], "year"),
        (["Override", *range(28)], "override"),
        (["Team", *[f"T{n}" for n in range(28)]], "team"),
        (["Date", *[date(2026, 1, 3)] * 28], "date"),
    ],
)
def test_so_are_marks_and_what_is_said_once(column, word):
    rows = with_columns([[cell if not isinstance(cell, date) else str(cell) for cell in column]])
    assert word in EventIn(opened(rows)).game_extract.columns


@pytest.mark.parametrize("column", [["Date", "2026-01-03"], ["Year", 1908]])
def test_two_readings_are_told(column):
    with pytest.raises(Faults) as told:
        _ = EventIn(opened(with_columns([column]))).game_extract
    (fault,) = told.value.faults
    assert isinstance(fault, TwoReadings)
    assert (fault.facts["column"], fault.facts["list"]) == ("G", "C")
    with pytest.raises(Faults):
        read_games(with_columns([column]))


def test_marks_with_notes_beside_some_are_the_lists():
    rows = with_columns([["Draw", None, "x", "x"], ["Notes", "agreed"]])
    board = read_games(rows).games[0].board
    assert board is not None
    assert board.draw == {1, 2}


def test_two_lists_beside_each_other_are_told():
    rows = [[*row, None, *row] for row in LIST]
    with pytest.raises(Faults) as told:
        _ = EventIn(opened(rows)).game_extract
    (fault,) = told.value.faults
    assert isinstance(fault, TwoLists)
    assert (fault.facts["first"], fault.facts["second"]) == ("C1", "I1")


def test_headings_may_be_repeated_below():
    rows = [*LIST[:15], [], LIST[0], *LIST[15:]]
    assert read(opened(rows)) == WANTED
    assert len(read_games(rows).games) == 4


# -- lists of players -------------------------------------------------------------------------


def test_a_list_of_players_ends_too():
    rows = [["Player", "Club", None, "Team", "Captain"], ["Ann", "Lyon", None, "Reds", "Bo"], ["Bo"], ["Cy"]]
    rows += [[], ["Place", "Prize"], [1, "A cup"]]
    there = EventIn(opened(rows, "Players")).any_roster
    assert there is not None
    assert there.columns == {"club": 2}
    assert [name for name, _ in there.players_with_rows if name in ("Ann", "Bo", "Cy")] == ["Ann", "Bo", "Cy"]
    assert [(one.name, one.team) for one in read_roster(rows[:4])] == [("Ann", ""), ("Bo", ""), ("Cy", "")]


# -- import -----------------------------------------------------------------------------------


def saved(path: Path, *sheets: Rows, merged: bool = False) -> Path:
    book = openpyxl.Workbook()
    for n, rows in enumerate(sheets, 1):
        page = book.create_sheet(f"R{n}")
        for row in rows:
            page.append(list(row))
        for top in range(2, 30, 7) if merged else ():
            page.merge_cells(start_row=top, end_row=top + 6, start_column=1, end_column=1)
            page.merge_cells(start_row=top, end_row=top + 6, start_column=2, end_column=2)
    del book["Sheet"]
    book.save(path)
    return path


def once(rows: Rows) -> list[list[object]]:
    """Round and board in the first row of each board alone."""
    return [[*((None, None) if n % 7 else row[:2]), *row[2:]] for n, row in enumerate(rows)]


SUMS = [
    *LIST[:8],
    [None, None, "Total", None, 34],
    *LIST[8:],
    [None, None, "Total", None, 102],
    ["Thanks to all"],
]
ROUND_ONCE = [
    LIST[0],
    *(
        [row[0] if n % 14 == 0 else None, *line[1:]]
        for n, (row, line) in enumerate(zip(LIST[1:], once(LIST[1:]), strict=True))
    ),
]
LISTED = [["Name", "Club"], *([name, "C"] for name in PLAYERS)]
IMPORTED: dict[str, list[Rows]] = {
    "beside": [beside.sheet(Shape("bonus", 3)).rows],
    "merged": [[LIST[0], *once(LIST[1:])]],
    "once": [[LIST[0], *once(LIST[1:])]],
    "two sheets": [LIST[:15], [LIST[0], *LIST[15:]]],
    "sum rows": [SUMS],
    "round once": [ROUND_ONCE],
    "sums to compute": [[[*row[:4], "=SUM(E2:E8)"] if row[2:3] == ["Total"] else row for row in SUMS]],
    "players above": [[*LISTED, *LIST]],
    "round of a sheet": [LIST[:15], [LIST[0][1:], *(row[1:] for row in LIST[15:])]],
    "a row a board": [beside.sheet(Shape("schedule", 2, wide=True)).rows],
}


@pytest.mark.parametrize("name", IMPORTED)
def test_import_reads_a_workbook_as_extract_does(dipscore, tmp_path, name):
    path = saved(tmp_path / "mine.xlsx", *IMPORTED[name], merged=name == "merged")
    assert read(Package.read(path)) == WANTED
    got = dipscore("import", path)
    assert got.status == OK, got.err
    assert [line.split(",")[:5] for line in got.out.splitlines()[1:]] == WANTED


def test_a_list_that_does_not_say_its_round_is_told(dipscore, tmp_path):
    path = saved(tmp_path / "mine.xlsx", LIST[:15], [LIST[0][1:], *(row[1:] for row in LIST[15:])])
    book = openpyxl.load_workbook(path)
    book["R2"].title = "More"
    book.save(path)
    assert dipscore("extract", path).out == ""
    got = dipscore("extract", path, "--rest")
    assert got.status == FAULTY
    assert [line.split(",")[:5] for line in got.out.splitlines()[1:]] == WANTED[:14]
    assert "More D2" in got.err


def test_a_list_with_numbers_of_players_is_no_board_call(dipscore, tmp_path):
    rows = [["Player ID", *WORDS[:3], "Player Name", "SC"], *([n, *row] for n, row in enumerate(LIST[1:]))]
    (tmp_path / "mine.csv").write_text("\n".join(",".join(map(as_text, row)) for row in rows))
    got = dipscore("import", tmp_path / "mine.csv")
    assert [line.split(",")[:5] for line in got.out.splitlines()[1:]] == WANTED


def test_dates_stand_in_place_of_rounds(dipscore, tmp_path):
    days = {1: date(2026, 1, 3), 2: date(2026, 1, 10)}
    rows = [["Date", *WORDS[1:]], *([days[int(str(row[0]))], *row[1:]] for row in LIST[1:])]
    got = dipscore("import", saved(tmp_path / "mine.xlsx", rows), "-o", tmp_path / "mine.csv")
    again = dipscore("import", tmp_path / "mine.csv")
    assert (got.status, again.status) == (OK, OK)
    assert again.out.splitlines()[15] == ",".join(["", *WANTED[14][1:], "", "", "", "2026-01-10"])


def test_a_formula_without_a_value_is_refused_by_its_cell(tmp_path):
    rows = [LIST[0], *([*row[:3], f"=People!A{n}", row[4]] for n, row in enumerate(LIST[1:], 1))]
    path = saved(tmp_path / "mine.xlsx", rows)
    taken = read_import(path.name, path.read_bytes(), beside=tmp_path)
    assert [fault.facts["cell"] for fault in taken.faults if isinstance(fault, NoValueYet)] == ["R1!D2"]
    assert not taken.good


# -- days from 1904 ---------------------------------------------------------------------------


def test_days_count_from_1904_where_the_workbook_does(tmp_path):
    book = openpyxl.Workbook()
    page: Any = book.active
    book.epoch = CALENDAR_MAC_1904
    page.append([*WORDS, "Date"])
    for row in LIST[1:]:
        page.append([*row, date(2026, 1, 3 if row[0] == 1 else 10)])
    book.save(tmp_path / "mac.xlsx")
    package = Package.read(tmp_path / "mac.xlsx")
    typed = (date(2026, 1, 3) - date(1904, 1, 1)).days
    assert package.value("Sheet", "F2") == typed
    found = EventIn(package).game_extract
    dates = [row[found.columns.index("date")] for row in found.rows]
    assert dates == ["2026-01-03"] * 14 + ["2026-01-10"] * 14
    later = [[*row, "Date" if n == 0 else "2026-02-07"] for n, row in enumerate(LIST[:8])]
    put = put_games(EventIn(package), read_games(later).games)
    assert package.value("Sheet", "F2") == (date(2026, 2, 7) - date(1904, 1, 1)).days
    assert put.replaced == ("round 1, board A: Date 2026-01-03 -> 2026-02-07",)
    with counting_from(date1904=True):
        assert day_number(date(2026, 1, 3)) == typed
        rows = [[*row, typed + 7 * (int(str(row[0])) - 1)] for row in LIST[1:]]
        games = read_games([[*WORDS, "Date"], *rows]).games
    assert {game.date for game in games} == {date(2026, 1, 3), date(2026, 1, 10)}


# -- what is written --------------------------------------------------------------------------


def cells(package: Book) -> dict[tuple[str, int, int], object]:
    """The contents of every cell."""
    sheets = ((name, package.sheet(name).cells) for name in package.sheet_names)
    return {
        (n, *at): cell.formula or cell.value
        for n, its in sheets
        for at, cell in its.items()
        if cell.has_content
    }


def outside(before: Book, after: Book, sheet: beside.Sheet) -> set[tuple[str, int, int]]:
    """The changed cells outside the games list and the list of players."""
    old, new = cells(before), cells(after)
    changed = {at for at in old.keys() | new.keys() if old.get(at) != new.get(at)}
    assert changed
    own = {("Games", *place) for place in sheet.listed} | {("Players", row, 1) for row in range(2, 50)}
    return changed - own


def test_a_name_elsewhere_stays_and_is_told(tmp_path):
    sheet = beside.sheet(Shape("bonus", 14))
    package, before = (Package.read(sheet.save(tmp_path / "mine.xlsx")) for _ in range(2))
    event = EventIn(package)
    told = carry_out(event, rename_edit(event, "Player A", "Somebody", act=False))[1].notes
    assert outside(before, package, sheet) == set()
    assert any("Games!G2" in line and "Payments!A2" in line for line in told)


def test_a_name_in_two_columns_is_changed_in_both():
    rows = [[*WORDS[:3], "First name", "Last name", "Centres"]]
    rows += ([*row[:3], *str(row[3]).split(), row[4]] for row in LIST[1:])
    book = opened(rows)
    carry_out(EventIn(book), rename_edit(EventIn(book), "player k", "Ann Lee Roe", act=False))
    names = [(book.value("Games", f"D{n}"), book.value("Games", f"E{n}")) for n in range(2, 30)]
    assert names.count(("Ann Lee", "Roe")) == [row[3] for row in LIST].count("Player K") > 0
    assert ("Player", "K") not in names


def test_more_boards_leave_the_table_beside_where_it_is(tmp_path):
    sheet = beside.sheet(Shape("bonus", 26))
    package = drawable(sheet, tmp_path / "mine.xlsx", people=21)
    grown, _ = with_boards_for(EventIn(package), 2, (), 1)
    old, new = cells(package), cells(grown.file)
    assert {at: value for at, value in old.items() if at[2] > 6} == {
        at: value for at, value in new.items() if at[2] > 6
    }
    assert len(grown.boards.slots) == 5


def drawable(sheet: beside.Sheet, path: Path, people: int = 14) -> Package:
    """The workbook with a list of players, another table beside it, and nothing of round 2 yet."""
    package = Package.read(sheet.save(path, people=people))
    (home,) = EventIn(package).boards.sheets
    for slot in home.slots:
        if slot.round == 2:
            for row in slot.rows:
                for word in ("player", "centres", 1901, 1907):
                    if word in home.columns:
                        package.sheet("Games").set_value(row, home.columns[word], None)
    return Package(package.to_bytes(), path.name)


@pytest.mark.slow
def test_nothing_is_written_outside_the_list(tmp_path):
    """Fill, seat and rename, in 50 random sheets with other tables around."""
    first = int(os.environ.get("BESIDE_SEED") or Random().randrange(10**6))
    print(f"BESIDE_SEED={first}")
    end = process_time() + 30
    for seed in range(first, first + 50):
        sheet = beside.sheet(shape := beside.any_shape(Random(seed)))
        path = sheet.save(tmp_path / f"{seed}.xlsx")
        before = Package.read(path)
        filled, renamed = Package.read(path), Package.read(path)
        other = [
            LIST[0],
            *([*row[:3], f"{row[3]} Jr", LIST[1 + (n + 7) % 28][4]] for n, row in enumerate(LIST[1:])),
        ]
        put_games(EventIn(filled), read_games(other).games)
        assert outside(before, filled, sheet) == set(), (seed, shape)
        event = EventIn(renamed)
        carry_out(event, rename_edit(event, PLAYERS[0], "Somebody", act=False))
        assert outside(before, renamed, sheet) == set(), (seed, shape)
        if not shape.wide:
            package = drawable(sheet, tmp_path / "seats.xlsx")
            seated = Package(package.to_bytes(), "seats.xlsx")
            event = EventIn(seated)
            carry_out(event, draw_edit(event, RoundDraw(2, Wishes(), seed=seed)))
            assert outside(package, seated, sheet) == set(), (seed, shape)
        assert process_time() < end, f"only {seed - first} sheets in 30 seconds"


@pytest.mark.slow
def test_random_sheets_are_read_right():
    first = Random().randrange(10**6)
    print(f"seed {first}")
    for seed in range(first, first + 300):
        shape = beside.any_shape(Random(seed))
        assert read(opened(beside.sheet(shape).rows)) == WANTED, (seed, shape)
        narrow = replace(shape, wide=False, title=False, where="right")
        assert not read_games(beside.sheet(narrow).rows).faults, (seed, narrow)
