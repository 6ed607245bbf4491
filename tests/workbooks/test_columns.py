"""Games by its headings: rows in another order, deleted columns, and reports of broken formulas."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from openpyxl.worksheet.formula import ArrayFormula

from tests import games
from tests.sheets.directors import without_columns
from xl_dipscore.rules.board import POWERS
from xl_dipscore.rules.system import find
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.tables.cells.games import read_games
from xl_dipscore.workbooks.acts import new
from xl_dipscore.workbooks.acts.check import check
from xl_dipscore.workbooks.acts.fill import fill
from xl_dipscore.workbooks.acts.new import create_from
from xl_dipscore.workbooks.acts.rebuild import Order, Report, rebuild, rebuild_with_order
from xl_dipscore.workbooks.acts.shown_numbers import Difference, ShownNumbers, differences, numbers
from xl_dipscore.workbooks.author import Plan
from xl_dipscore.workbooks.layout.event import EventIn

pytestmark = pytest.mark.usefixtures("new_books")

INPUTS = 11
"""Columns of the games list of DC(C), Round to Override."""
PLAYER = 4
TOPS = (2, 9, 16, 23)
PLAIN = games.rows(1, "A", games.SOLO, year=""), games.rows(2, "A", games.CLOCK, year="")
"""Two games of which no more is known than centres."""


@pytest.fixture
def mine(tmp_path: Path, makes: Any) -> Path:
    """Two rounds of two boards under DC(C)."""
    path = tmp_path / "mine.xlsx"
    path.write_bytes(makes())
    return path


@pytest.fixture
def event(tmp_path: Path, played: bytes) -> Path:
    """The same with results."""
    path = tmp_path / "event.xlsx"
    path.write_bytes(played)
    return path


def put(path: Path, change: Callable[[openpyxl.Workbook], object]) -> None:
    book = openpyxl.load_workbook(path)
    change(book)
    book.save(path)


def changed(path: Path, change: Callable[[openpyxl.Workbook], object]) -> Report:
    put(path, change)
    return rebuild(path)


def told(path: Path, change: Callable[[openpyxl.Workbook], object]) -> list[str]:
    """The texts of check, in the words of rebuild and without computing."""
    put(path, change)
    return wrong(path)


def of(path: Path) -> ShownNumbers:
    return numbers(EventIn(Package.read(path)))


def moved(before: ShownNumbers, path: Path) -> list[Difference]:
    """The cells whose numbers have changed."""
    after = of(path)
    assert after.scores.keys() == before.scores.keys()
    assert len(after.scores) > 0
    return list(differences(before, after))


def wrong(path: Path) -> list[str]:
    return [str(fault) for fault in check(Package.read(path)).wrong]


def formulas(path: Path) -> list[str]:
    package = Package.read(path)
    return [
        c.formula for name in package.sheet_names for c in package.sheet(name).cells.values() if c.formula
    ]


def put_rows(book: openpyxl.Workbook, top: int, rows: list[list[Any]]) -> None:
    for row, cells in enumerate(rows, top):
        for column, cell in enumerate(cells, 1):
            there = book["Games"].cell(row, column)
            there.value = cell
            if column == PLAYER and isinstance(cell, str):
                there.data_type = "s"  # one is called =1+1


def typed_rows(book: openpyxl.Workbook, top: int, count: int = 7) -> list[list[Any]]:
    rows = book["Games"].iter_rows(top, top + count - 1, 1, INPUTS, values_only=True)
    return [list(row) for row in rows]


def by_player(row: list[Any]) -> str:
    return str(row[PLAYER - 1])


# -- in another order -------------------------------------------------------------------------


@pytest.mark.slow
def test_rows_in_another_order_have_the_scores_of_their_powers(event: Path) -> None:
    before = of(event)

    def turn(book: openpyxl.Workbook) -> None:
        for top in TOPS:
            rows = typed_rows(book, top)
            put_rows(book, top, rows[3:] + rows[:3])

    report = changed(event, turn)
    assert report.notes == ()
    assert wrong(event) == []
    assert len(before.scores) == 2 * 28
    assert moved(before, event) == []


@pytest.mark.slow
def test_boards_sorted_by_player_have_the_scores_of_their_players(event: Path) -> None:
    before = of(event)
    report = changed(
        event,
        lambda book: [put_rows(book, top, sorted(typed_rows(book, top), key=by_player)) for top in TOPS],
    )
    assert len(before.scores) == 2 * 28
    assert (moved(before, event), wrong(event), report.notes) == ([], [], ())
    package = Package.read(event)
    assert {str(package.value("Games", f"O{top}"))[:3] for top in TOPS} == {"OK:"}


@pytest.mark.slow
def test_a_template_in_another_order_fills_right(mine: Path, event: Path) -> None:
    """Seen: 6 on Games and 4 on Standings, for one game."""

    def turn(book: openpyxl.Workbook) -> None:
        for top in TOPS:
            put_rows(
                book,
                top,
                [[*row[:2], power] for row, power in zip(typed_rows(book, top), POWERS[::-1], strict=True)],
            )

    changed(mine, turn)
    fill(mine, read_games(games.event()).games)
    assert of(mine).scores == of(event).scores
    assert of(mine).standings == of(event).standings


@pytest.mark.slow
def test_rows_of_different_boards_are_a_fault_and_not_ok(event: Path) -> None:
    """Seen: "OK: conceded to Italy" beside seven rows of different boards."""
    before = of(event)
    report = changed(event, lambda book: put_rows(book, 2, sorted(typed_rows(book, 2, 28), key=by_player)))
    package = Package.read(event)
    for top in TOPS:
        told = str(package.value("Games", f"O{top}"))
        assert told.startswith(f"Rows {top} to {top + 6}: These rows belong to different boards (board ")
        assert [package.value("Games", f"M{top + n}") for n in range(7)] == ["#VALUE!"] * 7
    assert [one for one in moved(before, event) if one.what not in ("Score", "Counts")] == []
    assert len(report.notes) == 4
    assert report.notes[0] == (
        "Games rows 2 to 8 are scored as one board, but belong to board B of round 1, board B of round 2 "
        "and board A of round 2. Put the rows of each board together."
    )
    assert [sentence for sentence in wrong(event) if "are scored as one board" in sentence] == [*report.notes]
    assert not [sentence for sentence in wrong(event) if "not a board of seven" in sentence]


# -- columns deleted --------------------------------------------------------------------------

UNUSED = ("Draw", "Eliminated", "Year", "Docked", "Unranked", "Override")


def filled(path: Path) -> ShownNumbers:
    report = fill(path, read_games([games.HEADER, *PLAIN[0], *PLAIN[1]]).games)
    assert (report.not_computed, report.notes) == ((), ())
    return of(path)


@pytest.mark.slow
def test_unused_columns_are_deleted_and_nothing_breaks(mine: Path, tmp_path: Path) -> None:
    untouched = tmp_path / "untouched.xlsx"
    untouched.write_bytes(mine.read_bytes())
    without_columns(mine, "Games", *UNUSED)
    assert [formula for formula in formulas(mine) if "#REF!" in formula] == []
    assert wrong(mine) == []
    expected, got = filled(untouched), filled(mine)
    assert len(got.scores) == 2 * 14
    assert got.scores == expected.scores
    assert got.standings == expected.standings
    for name in ("Explain", "Print", "Best countries"):
        kept = {place: cell.value for place, cell in Package.read(untouched).sheet(name).cells.items()}
        assert {place: cell.value for place, cell in Package.read(mine).sheet(name).cells.items()} == kept


@pytest.mark.slow
def test_every_column_that_a_system_does_not_need_is_deleted(tmp_path: Path) -> None:
    mine, untouched = tmp_path / "mine.xlsx", tmp_path / "untouched.xlsx"
    plan = Plan(find("DCC"), 2, 2, every_column=True)
    new.create(untouched, plan)
    mine.write_bytes(untouched.read_bytes())
    needed = ("Round", "Board", "Power", "Player", "Centres")
    without_columns(mine, "Games", *(heading for heading in plan.inputs if heading not in needed))
    assert [formula for formula in formulas(mine) if "#REF!" in formula] == []
    expected, got = filled(untouched), filled(mine)
    assert got.scores == expected.scores
    assert got.standings == expected.standings


@pytest.mark.slow
def test_an_override_still_counts(event: Path) -> None:
    put(event, lambda book: book["Games"].__setitem__("L2", 12.5))
    without_columns(event, "Games", "Docked")
    rebuild(event)
    assert Package.read(event).value("Games", "M2") == 12.5


# -- what is told -----------------------------------------------------------------------------


def as_before(book: openpyxl.Workbook) -> None:
    """The formulas of version 0.1.0: a range for each fact, in the order of the powers."""
    sheet = book["Games"]
    for top in TOPS:
        end = top + 6
        played = ",".join(f"{c}{top}:{c}{end}" for c in "EFGH")
        arguments = f"(Scoring_system,{played},Scoring_options,$I$1:$I$1,I{top}:I{end})"
        sheet[f"M{top}"] = ArrayFormula(f"M{top}:M{end}", f"=DIP_SCORE{arguments}")
        sheet[f"O{top}"] = f"=DIP_CHECK{arguments}"
        for row in range(top, end + 1):
            sheet[f"N{row}"] = f'=IF(L{row}="",M{row},L{row})'


@pytest.mark.slow
def test_old_formulas_keep_their_scores(event: Path) -> None:
    before = of(event)
    report = changed(event, as_before)
    assert report.notes == ()
    assert wrong(event) == []
    assert moved(before, event) == []


@pytest.mark.slow
def test_old_formulas_over_rows_in_another_order_are_told(event: Path) -> None:
    changed(event, as_before)

    def turn(book: openpyxl.Workbook) -> None:
        rows = typed_rows(book, 9)
        put_rows(book, 9, rows[1:] + rows[:1])

    report = changed(event, turn)
    told = (
        "Games rows 9 to 15 are scored as Austria England France Germany Italy Russia Turkey, but are "
        "England France Germany Italy Russia Turkey Austria; put them in that order."
    )
    assert report.notes == (told,)
    assert wrong(event) == [told]


@pytest.mark.slow
def test_the_option_powers_says_another_order(event: Path) -> None:
    changed(event, as_before)

    def turn(book: openpyxl.Workbook) -> None:
        for top in TOPS:
            put_rows(book, top, typed_rows(book, top)[::-1])
        sheet, area = next(book.defined_names["Scoring_options"].destinations)
        last = book[sheet][area][-1]
        for cell, value in zip(last, ("powers", *POWERS[::-1]), strict=False):
            cell.value = value

    book = openpyxl.load_workbook(event)
    sheet, area = next(book.defined_names["Scoring_options"].destinations)
    if len(book[sheet][area][0]) < 8:
        pytest.fail("the options have no room for seven powers")
    assert changed(event, turn).notes == ()


@pytest.mark.slow
def test_old_formulas_grow(tmp_path: Path, mine: Path, makes: Any) -> None:
    expected, old = tmp_path / "expected.xlsx", tmp_path / "old.xlsx"
    expected.write_bytes(makes("DCC", 2, 3))
    changed(mine, as_before)
    assert create_from(mine, old, find("DCC"), rounds=2, boards=3).notes == ()
    assert wrong(old) == []
    for path in (expected, old):
        assert fill(path, read_games(games.event()).games).notes == ()
    assert moved(of(expected), old) == []


BROKEN = "points at deleted cells (#REF!); undo the deletion, or enter it again."


@pytest.mark.slow
def test_old_formulas_that_lost_a_column_are_named(event: Path, dipscore: Any) -> None:
    changed(event, as_before)
    without_columns(event, "Games", "Override", "Docked")
    told = [
        f"Games K2, K9, K16 and K23: DIP_SCORE {BROKEN}",
        f"Games L2, L3, L4 and 25 more: a formula {BROKEN}",
        f"Games M2, M9, M16 and M23: DIP_CHECK {BROKEN}",
    ]
    assert sorted(sentence for sentence in wrong(event) if "#REF!" in sentence) == told
    assert sorted(rebuild(event).notes) == told
    done = dipscore("template", "check", event)
    assert done.status == 1
    for sentence in told:
        assert sentence in done.out
    done = dipscore("rebuild", event, "--report", event.with_name("report.json"))
    for sentence in told:
        assert f"event.xlsx: {sentence}" in " ".join(done.err.split())
    (file,) = json.loads(event.with_name("report.json").read_text())["files"]
    assert sorted(file["notes"]) == told


@pytest.mark.slow
def test_a_name_that_points_nowhere_breaks_its_formulas(event: Path) -> None:
    def forget(book: openpyxl.Workbook) -> None:
        book.defined_names["Scoring_options"].attr_text = "Setup!#REF!"

    assert (
        "Games M2, M3, M4 and 25 more: DCC_SCORE points at deleted cells (the name Scoring_options); "
        "undo the deletion, or enter it again."
    ) in told(event, forget)


@pytest.mark.slow
def test_a_formula_of_the_directors_own_elsewhere_is_not_ours(event: Path) -> None:
    def add(book: openpyxl.Workbook) -> None:
        book.create_sheet("Mine")["A1"] = "=SUM(#REF!)"

    assert told(event, add) == []


def test_a_fact_that_is_moved_out_of_the_rows_is_told(event: Path) -> None:
    def move(book: openpyxl.Workbook) -> None:
        book["Games"].move_range("I1:I29", cols=12)

    said = told(event, move)
    assert said[0] == "Games M2: the score reads A2:L8, but Docked is elsewhere. Move that column back."
    assert said[-1] == "Games: the same fault occurs on 1 more board." or len(said) == 4


@pytest.mark.slow
def test_headings_of_other_columns_are_told(event: Path) -> None:
    def shorten(book: openpyxl.Workbook) -> None:
        for row in range(2, 9):
            cell = book["Games"].cell(row, 13)
            cell.value = cell.value.replace("$A$1:$L$1", "$A$1:$J$1")

    assert told(event, shorten) == [
        "Games M2: the score reads A2:L8 with the headings A1:J1; give both the same columns.",
    ]


@pytest.mark.slow
def test_many_boards_that_do_not_fit_are_counted(tmp_path: Path, makes: Any) -> None:
    path = tmp_path / "event.xlsx"
    path.write_bytes(makes("DCC", 2, 3))

    def move(book: openpyxl.Workbook) -> None:
        book["Games"].move_range("I1:I43", cols=12)
        for row in range(2, 44):
            book["Games"][f"U{row}"] = 0

    report = changed(path, move)
    assert report.notes[2:] == (
        "Games M16: the score reads A16:L22, but Docked is elsewhere. Move that column back.",
        "Games: the same fault occurs on 3 more boards.",
    )


@pytest.mark.slow
def test_a_power_twice_is_told_by_rebuild_too(event: Path) -> None:
    report = changed(event, lambda book: book["Games"].__setitem__("C4", "England"))
    assert report.notes == (
        "Games rows 2 to 8 are not a board of seven powers: France is missing and England is listed twice.",
    )
    assert wrong(event) == [*report.notes]
    order = Order(engine="python", dry_run=True)
    assert rebuild_with_order(event, order).notes == report.notes
