"""dipscore formula: a board's score for any spreadsheet, as a formula for a seat or as columns to paste."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from openpyxl.formula.translate import Translator

from tests.said import check_refused
from tests.samples import one_of_each_rule
from tests.tables.native.engines import Rows, in_ironcalc, in_libreoffice, missing
from tests.tables.native.plain_boards import games
from xl_dipscore import Board, systems
from xl_dipscore.cli.app import OnlyFor
from xl_dipscore.cli.formula import (
    NoRoom,
    NoRowAbove,
    NotBeside,
    NotOneCell,
    NotSevenCells,
    OtherRow,
    OtherWay,
    SameCells,
)
from xl_dipscore.errors import Fault, Faults
from xl_dipscore.rules.board import POWERS
from xl_dipscore.rules.system import OptionOutOfRange, UnknownSystem, find
from xl_dipscore.rules.systems.mystery import SoloUnknown
from xl_dipscore.sheets.xlsx.formula import quote_sheet
from xl_dipscore.tables.functions.boards import dip_score
from xl_dipscore.tables.native.single import LONGEST, MissingCells

needs_programs = pytest.mark.skipif(bool(missing()), reason=missing())
PARTS = 2
"""Parts of a long test, which can run at the same time."""
SOLO = {"MYSTERY": ["--set", "solo=200.5"]}
LONG = {"ARMADA", "ARMADA18", "BOSTON", "CALGARY", "DETOUR09", "DIXIECON", "NORMAN", "PREZCON"}
"""Systems that have no formula for one seat."""
COLUMNS = LONG | {system.key for system in systems() if "chart" in system.needs}
"""These systems, and those that need more cells than the formula of a seat reads."""


def asked(key: str, top: int, last: str = "") -> list[str]:
    """The command's words for a board that begins in this row; `last` is a chart's last column."""
    low = top + 6
    cells = ["--centres", f"B{top}:B{low}", "--draw", f"C{top}:C{low}", "--eliminated", f"D{top}:D{low}"]
    chart = ["--chart", f"F{top}:{last}{low}"] if last else []
    return [*cells, "--year", f"E{top}", *chart, *SOLO.get(key, [])]


def plain(many: int) -> list[dict[str, Any]]:
    """Games without the facts that these formulas do not know."""
    none = {"docked": (0,) * 7, "civil_disorder": (), "new_player": ()}
    return [{**asdict(facts), **none} for _, facts in games(5, many)]


def typed(sheet: Any, facts: Mapping[str, Any], top: int, *, chart: bool) -> None:
    board = Board(**facts)
    for seat in range(7):
        cells = [board.centres[seat], "x" if seat in board.draw else None, board.eliminated[seat]]
        cells += [board.year if seat == 0 else None]
        cells += [counts[seat] for _, counts in board.chart] if chart else []
        for column, value in enumerate(cells, 2):
            sheet.cell(top + seat, column).value = value


def expected(key: str, facts: Mapping[str, Any]) -> list[float] | None:
    chart = facts["chart"] if "chart" in find(key).needs else None
    try:
        scores = find(key).score(
            Board(**{**facts, "chart": chart}), **({"solo": 200.5} if key in SOLO else {})
        )
    except Faults:
        return None
    return [float(score) for score in scores]


def error_of(key: str, facts: Mapping[str, Any]) -> str:
    """The cell error of a board that the system refuses."""
    with pytest.raises(Faults) as refused:
        find(key).score(Board(**{**facts, "chart": facts["chart"] if "chart" in find(key).needs else None}))
    return refused.value.cell


def computed(books: Mapping[str, openpyxl.Workbook], folder: Path) -> Iterator[tuple[str, Rows]]:
    """The rows of each system's workbook, by one program and by the other."""
    paths = {key: folder / f"{key}.xlsx" for key in books}
    for key, book in books.items():
        book.save(paths[key])
    for key, office in zip(books, in_libreoffice(list(paths.values()), folder), strict=True):
        yield key, office["Sheet"]
        yield key, in_ironcalc(paths[key])["Sheet"]


@pytest.mark.native
@needs_programs
@pytest.mark.parametrize("number", range(PARTS))
def test_every_formula_for_one_seat_comes_to_the_exact_score(dipscore, tmp_path: Path, number: int) -> None:
    """Try each system on a third of the boards."""
    books, tried, played = {}, {}, plain(18)
    keys = [system.key for system in systems() if system.key not in COLUMNS]
    for n, key in [*enumerate(keys)][number::PARTS]:
        book, boards = openpyxl.Workbook(), played[n // PARTS % 3 :: 3]
        books[key], tried[key] = book, boards
        for m, facts in enumerate(boards):
            top = 2 + 7 * m
            typed(book.active, facts, top, chart=False)
            got = dipscore("formula", key, *asked(key, top))
            assert (got.status, got.err) == (0, "")
            formula = got.out.removesuffix("\n")
            assert len(formula) <= LONGEST + 1
            for row in range(top, top + 7):
                book.active[f"A{row}"] = Translator(formula, origin=f"A{top}").translate_formula(f"A{row}")
    for key, rows in computed(books, tmp_path):
        boards = tried[key]
        for n, facts in enumerate(boards):
            if (want := expected(key, facts)) is not None:  # a single formula checks no more than the sum
                found = [row[0] for row in rows[1 + 7 * n : 8 + 7 * n]]
                assert found == pytest.approx(want, rel=1e-9, abs=1e-9), (key, facts)


@pytest.mark.native
@needs_programs
def test_columns_come_to_the_exact_scores_and_refuse_what_we_refuse(dipscore, tmp_path: Path) -> None:
    boards = plain(13)[::3]
    books = {}
    for system in one_of_each_rule():
        book = books[system.key] = openpyxl.Workbook()
        chart = "chart" in system.needs
        for n, facts in enumerate(boards):
            top = 2 + 7 * n
            typed(book.active, facts, top, chart=chart)
            years = len(Board(**facts).chart) if chart else 0
            last = openpyxl.utils.get_column_letter(5 + years) if years else ""
            if chart and not years:
                continue
            told = asked(system.key, top, last)
            got = dipscore("formula", system.key, *told, "--columns", "--at", f"Z{top - 1}")
            assert (got.status, got.err) == (0, "")
            headings, *lines = [line.split("\t") for line in got.out.splitlines()]
            assert headings[:2] == ["Score", "Check"]
            for row, line in enumerate(lines, top):
                for column, cell in enumerate(line, 26):
                    book.active.cell(row, column).value = cell if cell.startswith("=") else int(cell)
    for key, rows in computed(books, tmp_path):
        for n, facts in enumerate(boards):
            if "chart" in find(key).needs and not facts["chart"]:
                continue
            want = expected(key, facts)
            found = [row[25:27] for row in rows[1 + 7 * n : 8 + 7 * n]]
            if want is None:
                assert {score for score, _ in found} == {error_of(key, facts)}, (key, facts)
                assert not any(check.startswith("OK") for _, check in found)
            else:
                assert [score for score, _ in found] == pytest.approx(want, rel=1e-9, abs=1e-9), (key, facts)
                assert all(check.startswith("OK: ") for _, check in found), (key, facts)


@pytest.mark.native
@needs_programs
@pytest.mark.parametrize("sheet", ["Games", "The director's 1st"])
def test_cells_of_another_sheet_stay_cells_of_that_sheet(dipscore, tmp_path: Path, sheet: str) -> None:
    """Decoys stand in the same cells of the sheet with the formulas."""
    facts = next(facts for facts in plain(13) if len(facts["draw"]) > 1)
    book = openpyxl.Workbook()
    typed(book.create_sheet(sheet), facts, 2, chart=False)
    typed(book.active, asdict(Board((34, 0, 0, 0, 0, 0, 0))), 2, chart=False)
    there = f"{quote_sheet(sheet)}!" if " " in sheet else f"{sheet}!"
    cells = ["DCC", "--centres", f"{there}b2:b8", "--draw", f"{there}C2:C8"]
    formula = dipscore("formula", *cells).out.removesuffix("\n")
    block = dipscore("formula", *cells, "--columns", "--at", "Sheet!Z1").out.splitlines()
    for row in range(2, 9):
        book.active[f"A{row}"] = Translator(formula, origin="A2").translate_formula(f"A{row}")
        for column, cell in enumerate(block[row - 1].split("\t"), 26):
            book.active.cell(row, column).value = cell if cell.startswith("=") else int(cell)
    want = expected("DCC", facts)
    for _, rows in computed({"DCC": book}, tmp_path):
        assert [row[0] for row in rows[1:8]] == pytest.approx(want, rel=1e-9)
        assert [row[25] for row in rows[1:8]] == pytest.approx(want, rel=1e-9)


def test_a_formula_is_filled_along_a_row_too(dipscore) -> None:
    got = dipscore("formula", "GENCON", "--centres", "b2:$H$2")
    cells = "$B$2:$H$2"
    assert got.out.startswith(f"=IF(COUNT({cells})+COUNTBLANK({cells})<7,")
    assert got.out.endswith(",B2)))\n")


ODD = (
    [None] * 7,
    [10, 9, 8, 8, 0, 0, 0],
    [10, 9, -1, 7, 0, 0, 0],
    [10, 9.5, 8, 6, 0, 0, 0],
    [10, "many", 8, 6, 0, 0, 0],
    [10, "many", None, 6, 0, 0, 0],
    [10, True, 8, 6, 0, 0, 0],
    [0] * 7,
    [10, 9, 8, 7, 0, 0, 0],
)


@pytest.mark.native
@needs_programs
def test_the_formula_of_a_seat_has_the_error_of_our_function(dipscore, tmp_path: Path) -> None:
    """Except that a board stays blank until all its counts are typed."""
    book = openpyxl.Workbook()
    book.active["A1"] = "Score"
    for n, counts in enumerate((*ODD, [10, 9, None, 7, 0, 0, 0])):
        top = 2 + 7 * n
        formula = dipscore("formula", "SOS", "--centres", f"B{top}:B{top + 6}").out.removesuffix("\n")
        for row, count in enumerate(counts, top):
            book.active[f"A{row}"] = Translator(formula, origin=f"A{top}").translate_formula(f"A{row}")
            book.active[f"B{row}"] = count
    for _, rows in computed({"SOS": book}, tmp_path):
        scores = [row[0] or "" for row in rows[1:]]
        assert scores[7 * len(ODD) :] == [""] * 7
        for n, counts in enumerate(ODD):
            want = [cell or "" for (cell,) in dip_score("SOS", [[count] for count in counts])]
            assert scores[7 * n : 7 * n + 7] == pytest.approx(want, abs=1e-9), counts


@pytest.mark.parametrize("key", sorted(LONG))
def test_where_it_gets_too_long_columns_are_printed_and_it_is_said(dipscore, key: str) -> None:
    got = dipscore("formula", key, *asked(key, 2))
    assert got.status == 0
    assert got.err.startswith(key)
    assert got.err.endswith("it takes columns instead of a single formula.\n")
    assert len(got.out.splitlines()) == 1 + len(POWERS)


@pytest.mark.parametrize(
    ("told", "kind", "facts"),
    [
        ("DCC --centres B2:B9", NotSevenCells, {"what": "centres", "cells": "B2:B9"}),
        ("DCC --centres B8:B2", NotSevenCells, {"what": "centres", "cells": "B8:B2"}),
        ("DCC --centres here", NotSevenCells, {"what": "centres", "cells": "here"}),
        ("DCC --centres !B2:B8", NotSevenCells, {"what": "centres"}),
        ("DCC --centres 'Games!B2:B8", NotSevenCells, {"what": "centres"}),
        ("DCC --centres B2:B8 --draw C2:C7", NotSevenCells, {"what": "draw"}),
        ("DCC --centres B2:B8 --draw C2:I2", OtherWay, {"what": "draw"}),
        ("DCC --centres B2:B8 --draw B2:B8", SameCells, {"one": "centres", "other": "draw"}),
        ("NDC --centres B2:B8 --eliminated C2:C8 --year C4", SameCells, {"one": "eliminated"}),
        ("NDC --centres B2:B8", MissingCells, {"system": "NDC", "options": "--year --eliminated"}),
        ("ORIGINS --centres B2:B8", MissingCells, {"system": "ORIGINS", "options": "--chart"}),
        ("CUSTOM --centres B2:B8 --set dead_year=1", MissingCells, {"options": "--eliminated"}),
        ("CUSTOM --centres B2:B8 --set order=history --set places=7", MissingCells, {"options": "--chart"}),
        (
            "NDC --centres B2:B8 --eliminated C2:C8 --year D2:D8",
            NotOneCell,
            {"what": "year", "cells": "D2:D8"},
        ),
        ("NDC --centres B2:B8 --eliminated C2:C8 --year soon", NotOneCell, {"what": "year", "cells": "soon"}),
        ("DCC --centres B2:H2 --columns", NotBeside, {"what": "centres"}),
        ("DCC --centres B2:B8 --draw C9:C15 --columns", NotBeside, {"what": "draw", "cells": "C9:C15"}),
        ("DCC --centres B2:B8 --at foo", OnlyFor, {"options": "--at", "flag": "--columns"}),
        ("DCC --centres B2:B8 --at foo --columns", NotOneCell, {"what": "at", "cells": "foo"}),
        ("DCC --centres B2:B8 --at E1:F1 --columns", NotOneCell, {"what": "at", "cells": "E1:F1"}),
        ("DCC --centres B2:B8 --at B2 --columns", OtherRow, {"at": "B2", "row": 1}),
        ("DCC --centres B2:B8 --at A1 --columns", NoRoom, {"at": "A1"}),
        ("DCC --centres B2:B8 --at XFD1 --columns", NoRoom, {"at": "XFD1"}),
        ("DCC --centres B1:B7 --columns", NoRowAbove, {"centres": "B1:B7"}),
        ("MYSTERY --centres B2:B8", SoloUnknown, {}),
        ("DCC --centres B2:B8 --set scs=all", OptionOutOfRange, {"name": "'scs'"}),
        ("DCCC --centres B2:B8", UnknownSystem, {"name": "DCCC"}),
    ],
)
def test_a_call_that_is_wrong_is_refused(
    dipscore, told: str, kind: type[Fault], facts: dict[str, Any]
) -> None:
    check_refused(dipscore("formula", *told.split()), kind, **facts)
