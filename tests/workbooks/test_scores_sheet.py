"""The sheet Scores of a new workbook shows the numbers that `score` and DIP_WORTH give."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from tests.samples import every
from tests.tables.native.engines import differences, in_each, in_ironcalc, in_libreoffice, missing
from xl_dipscore.rules.choice.typical import ScoreSheet
from xl_dipscore.rules.system import System, find, systems
from xl_dipscore.workbooks.author import Plan, make, make_compact_package
from xl_dipscore.workbooks.author.scores import FIRST, ROWS, TOP

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("new_books")]
Rows = list[list[Any]]


def expected(system: System, options: dict[str, object] | None = None) -> Iterator[tuple[int, Rows]]:
    """For each board, its first row on the sheet, then the score and the two worths of each power."""
    for number, one in enumerate(ScoreSheet(system, options or {}).boards):
        worths = [[None if worth is None else worth[pick] for worth in one.worth] for pick in (0, 1)]
        yield TOP + 1 + number * len(ROWS), [[*one.scores], *worths]


def shown(cells: Rows, first: int) -> Rows:
    """The score and the worths of the board whose counts are in the row `first`."""
    return [[*row[FIRST - 1 : FIRST + 6]] for row in cells[first + 1 : first + 4]]


def wrong_in(cells: Rows, system: System, options: dict[str, object] | None = None) -> list[Any]:
    return [
        (first, *one)
        for first, rows in expected(system, options)
        for one in differences(shown(cells, first), rows)
    ]


def cells_of(path: str) -> Rows:
    return [[*row] for row in openpyxl.load_workbook(path, data_only=True)["Scores"].values]


@pytest.mark.parametrize("key", ["NDC", "MYSTERY"])
def test_the_sheet_shows_each_score_and_each_worth(dipscore, key: str) -> None:
    assert dipscore("new", key, "event.xlsx").status == 0
    assert not wrong_in(cells_of("event.xlsx"), find(key))


@pytest.mark.parametrize("host", ["", "native"])
def test_the_sheet_tells_the_rule_its_source_and_its_open_points(dipscore, host: str) -> None:
    """NDC does not say which counts an unmarked game has; the sheet says how it is read."""
    assert dipscore("new", "NDC", "event.xlsx", *(["--host", host] if host else [])).status == 0
    told = [cell for row in cells_of("event.xlsx")[TOP + len(ROWS) * 8 :] for cell in row[:2]]
    ndc = find("NDC")
    assert {ndc.help, ndc.source, ndc.readings} <= {*told}


def test_names_compute_it_too(dipscore) -> None:
    assert dipscore("new", "DCC", "event.xlsx", "--host", "names").status == 0
    assert not wrong_in(cells_of("event.xlsx"), find("DCC"))
    if find_spec("ironcalc"):
        assert not wrong_in(in_ironcalc(Path("event.xlsx"), ["Scores"])["Scores"], find("DCC"))


def plain_book(system: System, path: Path, **changed: object) -> Path:
    """A plain workbook, with other values in cells of Setup (`B9`) or Scores (`C6`)."""
    book = make(Plan(system, 2, 1), "plain")
    for name, value in changed.items():
        sheet, _, cell = name.rpartition("_")
        book[sheet][cell] = value
    make_compact_package(book).write(path)
    return path


@pytest.mark.native
@pytest.mark.skipif(bool(missing()), reason=missing())
def test_plain_formulas_compute_it_in_both_programs(tmp_path: Path) -> None:
    """HURST has no plain workbook: formulas cannot express what the end of an event changes."""
    tried = every(25, [one for one in systems() if one.key != "HURST"])
    books = [plain_book(one, tmp_path / f"{one.key}.xlsx") for one in tried]
    for system, computed in zip(tried, in_each(books, tmp_path, ["Scores"]), strict=True):
        for program, sheets in computed.items():
            assert not wrong_in(sheets["Scores"], system), (system.key, program)


def without_worths(rows: Sequence[Sequence[Any]]) -> bool:
    return not any(cell not in (None, "") for row in rows for cell in row)


@pytest.mark.native
@pytest.mark.skipif(bool(missing()), reason=missing())
def test_plain_worths_are_blank_once_a_number_or_a_board_changes(tmp_path: Path) -> None:
    """WBC's win is 46 in cell B of its row on Setup; the first board is a solo with 18 centres."""
    system = find("WBC")
    setup = make(Plan(system, 2, 1), "plain")["Setup"]
    (win,) = [row[0].row for row in setup.iter_rows() if row[0].value == "win"]
    changed = [
        plain_book(system, tmp_path / "option.xlsx", **{f"Setup_B{win}": 50}),
        plain_book(system, tmp_path / "board.xlsx", Scores_C11=16, Scores_D11=18),
    ]
    option, board = (sheets["Scores"] for sheets in in_libreoffice(changed, tmp_path, ["Scores"]))
    for first, rows in expected(system, {"win": 50}):
        scores, *worths = shown(option, first)
        assert not differences([scores], rows[:1])
        assert without_worths(worths)
    second = TOP + 1 + len(ROWS)
    scores, *worths = shown(board, second)
    assert scores[:2] == [16, 18 + 46]
    assert without_worths(worths)
    assert shown(board, second + len(ROWS))[1][0] == 13 + 10 - (12 + 10)
