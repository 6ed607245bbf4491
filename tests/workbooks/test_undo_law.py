"""Whatever fill, import, seat and rename have written, undo takes back: in every kind of workbook."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from tests import games
from tests.tables.native.engines import converted, missing
from tests.workbooks import own_books
from xl_dipscore.errors import Faults
from xl_dipscore.rules.seating.wishes import Wishes
from xl_dipscore.rules.system import find
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.tables.cells.games import read_games
from xl_dipscore.tables.exchange.formats import Person
from xl_dipscore.workbooks.acts import new
from xl_dipscore.workbooks.acts.fill import fill
from xl_dipscore.workbooks.acts.log import Act
from xl_dipscore.workbooks.acts.rename import rename
from xl_dipscore.workbooks.acts.seat import RoundDraw, seat
from xl_dipscore.workbooks.acts.undo import undo
from xl_dipscore.workbooks.author import Plan
from xl_dipscore.workbooks.author.log import log

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("new_books")]

WITHOUT_SHRINKING = [phase for phase in Phase if phase not in (Phase.shrink, Phase.explain)]
"""Shrinking takes minutes, because each act reads and writes a workbook."""
FIRST = date(2026, 1, 7)
NAMES = [f"{first} {last}" for first in ("Ann", "Bob", "Cid") for last in "ABCDEFG"]
RESULTS = (games.SOLO, games.THREE_WAY, games.CLOCK, games.CLOCK[::-1])
OURS = {
    "event": Plan(find("DCC"), 2, 2),
    "teams": Plan(find("DCC"), 2, 2, teams=True),
    "league": Plan(find("DCC"), 1, 4, league=True),
}
HEADS = {"event": (1, 2, 3), "teams": (1, 2, 3), "league": (2, 3)}
"""The columns of Games that hold the names of boards and powers, and rounds but no dates."""
ADDED = ("Club", "Backstabbr", "Team", "System", "Reason")
OWN = ("rows", "row_two_lines", "columns", "sheets", "sheets_in_german", "blocks_of_a_day")
FACTS = {"team": "Reds", "override": 12.5, "reason": "a mistake", "system": "SHARE"}


@pytest.fixture(scope="module")
def books(tmp_path_factory) -> Path:
    """Empty workbooks with a sheet Log: ours, and some in a director's own layout."""
    folder = tmp_path_factory.mktemp("books")
    for name, plan in OURS.items():
        new.create(folder / f"{name}.xlsx", plan)
    for name in OWN:
        path = own_books.made(name, folder / f"{name}.xlsx")
        book = openpyxl.load_workbook(path)
        log(book, book.create_sheet("Log"))
        book.save(path)
    return folder


@st.composite
def game_rows(draw) -> list[list[object]]:
    """Rows of one to four boards, perhaps with further facts."""
    there = draw(st.lists(st.sampled_from(own_books.PLACES), min_size=1, unique=True))
    facts = draw(st.sampled_from([(), ("team",), ("override", "reason"), ("system",)]))
    rows: list[list[object]] = [[*games.HEADER, *facts]]
    for round_, board in there:
        start, counts = draw(st.integers(0, 14)), draw(st.sampled_from(RESULTS))
        typed = games.rows(round_, board, counts, players=NAMES[start : start + 7])
        rows += ([*row, *map(FACTS.__getitem__, facts)] for row in typed)
    return rows


def for_book(book: str, rows: list[list[object]]) -> list[list[object]]:
    """The rows with dates for a league, and without further facts for a director's own layout."""
    if book == "league":
        return [["date", *rows[0][1:]], *([f"2026-01-{7 * int(str(n)):02}", *row] for n, *row in rows[1:])]
    return rows if book in OURS else [row[: len(games.HEADER)] for row in rows]


def take_in(path: Path, book: str, people: int, headings: tuple[str, ...]) -> None:
    listed = [Person({"Player": name, **dict.fromkeys(headings, "x")}) for name in NAMES[:people]]
    fill(path, (), people=listed if book in OURS else [], act=Act("import", "list.csv"))


def draw_round(path: Path, book: str, round_: int, seed: int) -> None:
    if book in OURS:
        when = FIRST.replace(day=7 * round_) if book == "league" else round_
        asked = RoundDraw(when, Wishes(), seed=seed, again=True, sit_out=True)
        seat(path, asked, act=Act("seat", f"seed {seed}"))


ACTS = st.one_of(
    st.tuples(
        st.just(lambda path, book, rows: fill(path, read_games(for_book(book, rows)).games, act=Act("fill"))),
        game_rows(),
    ),
    st.tuples(st.just(take_in), st.integers(1, 21), st.sampled_from([(), ("Club",), ("Backstabbr", "Team")])),
    st.tuples(st.just(draw_round), st.integers(1, 3), st.integers(0, 99)),
    st.tuples(
        st.just(lambda path, _, old, new: rename(path, old, new)),
        st.sampled_from(NAMES[:9]),
        st.sampled_from(["Zoe Z", "ann a", *NAMES[:9]]),
    ),
)


def contents(path: Path, book: str) -> list[tuple[object, ...]]:
    """The typed values of each row, without those that stay: headings, and boards that an act added."""
    package = Package.read(path)
    rows: dict[tuple[str, int], list[object]] = {}
    for name in ("Games", "Players") if book in OURS else package.sheet_names:
        sheet, heads = package.sheet(name), () if book in OWN or name != "Games" else HEADS[book]
        for (row, column), cell in sorted(sheet.cells.items()) if name != "Log" else ():
            if cell.has_content and not sheet.is_computed(row, column) and column not in heads:
                rows.setdefault((name, row), []).append(cell.value)
    return [tuple(value for value in row if value not in ADDED) for row in rows.values()]


def check_law(path: Path, book: str, acts: list[Any], saved: Callable[[Path], None]) -> None:
    """Do all acts that are not refused, save the workbook, and undo them one after the other."""
    states = [contents(path, book)]
    for act, *wishes in acts:
        before = path.read_bytes()
        try:
            act(path, book, *wishes)
        except Faults:
            assert path.read_bytes() == before
        if (now := contents(path, book)) != states[-1]:
            states.append(now)
    saved(path)
    for state in reversed(states[:-1]):
        undo(path)
        assert contents(path, book) == state


@pytest.mark.parametrize("book", [*OURS, *OWN])
@given(acts=st.lists(ACTS, max_size=4))
@settings(phases=WITHOUT_SHRINKING, max_examples=8)
def test_every_act_is_undone_at_once(books, tmp_path_factory, book, acts):
    path = tmp_path_factory.mktemp("law") / f"{book}.xlsx"
    path.write_bytes((books / path.name).read_bytes())
    check_law(path, book, acts, lambda path: None)


@pytest.mark.calc
@pytest.mark.skipif(bool(missing(["LibreOffice"])), reason=missing(["LibreOffice"]))
@pytest.mark.parametrize("book", [*OURS, *OWN])
@given(acts=st.lists(ACTS, min_size=2, max_size=4))
@settings(max_examples=2, phases=WITHOUT_SHRINKING)
def test_every_act_is_undone_after_a_save_in_libreoffice(books, tmp_path_factory, book, acts):
    folder = tmp_path_factory.mktemp("law")
    path = folder / f"{book}.xlsx"
    path.write_bytes((books / path.name).read_bytes())

    def save(path: Path) -> None:
        (saved,) = converted([path], folder / "calc")
        path.write_bytes(saved.read_bytes())

    check_law(path, book, acts, save)
