"""Templates that a director has edited in a real spreadsheet program still fill and rebuild correctly."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from tests import games
from tests.hosts.calc.calc_office import Book, Office
from tests.samples import every_fourth
from xl_dipscore.rules.board import POWERS
from xl_dipscore.rules.system import find
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.tables.cells.games import read_games
from xl_dipscore.workbooks.acts import new
from xl_dipscore.workbooks.acts.check import check
from xl_dipscore.workbooks.acts.fill import fill
from xl_dipscore.workbooks.acts.shown_numbers import ShownNumbers, numbers
from xl_dipscore.workbooks.author import Plan
from xl_dipscore.workbooks.layout.event import EventIn

pytestmark = [pytest.mark.calc, pytest.mark.usefixtures("new_books")]

Act = Callable[[Book], None]


def acts(*steps: tuple[str, tuple[object, ...]]) -> Act:
    def act(book: Book) -> None:
        for name, arguments in steps:
            getattr(book, name)(*arguments)

    return act


def one(name: str, *arguments: object) -> Act:
    return acts((name, arguments))


def cut_and_pasted(cells: str, place: str) -> list[tuple[str, tuple[object, ...]]]:
    """Work in two steps: LibreOffice neither inserts rows above an array nor moves an array onto itself."""
    first, last = cells.split(":")
    height = int(last[1:]) - int(first[1:])
    return [("shift", ("Games", cells, "A201")), ("shift", ("Games", f"A201:O{201 + height}", place))]


def rename_all(book: Book) -> None:
    for number, name in enumerate(book.sheets()):
        book.rename(name, f"Blatt {number}")


def turn_around(book: Book) -> None:
    for name in book.sheets():
        book.move(name, 0)


def strip(book: Book) -> None:
    for name in book.sheets():
        if name not in ("Setup", "Games", "Standings"):
            book.remove(name)


RIGHT: Mapping[str, Act] = {
    "a column in front of Games": one("insert", "Games", "Columns", 0, 1),
    "a column of notes in Games": acts(
        ("insert", ("Games", "Columns", 4, 1)), ("put", ("Games", "E1", [["Table number"]]))
    ),
    "a title above Games": acts(*cut_and_pasted("A1:O29", "A3"), ("put", ("Games", "A1", [["Spring Cup"]]))),
    "columns at the left of Setup": one("insert", "Setup", "Columns", 0, 2),
    "rows above the options": one("insert", "Setup", "Rows", 5, 3),
    "every sheet renamed": rename_all,
    "a name that is not English": one("rename", "Games", "Игры '26 & Überblick"),
    "Charts deleted": one("remove", "Charts"),
    "only Setup, Games and Standings left": strip,
    "the sheets turned around": turn_around,
    "rows and columns hidden": acts(
        *(("hide", ("Games", "Rows", row)) for row in range(1, 8)), ("hide", ("Games", "Columns", 8))
    ),
    "a sheet hidden": one("hide_sheet", "Setup"),
    "the title merged": acts(("merge", ("Standings", "A1:H1")), ("merge", ("Guide", "A1:B1"))),
    "a row of totals": one("put", "Games", "D30:E30", [["Total", "=SUM(E2:E29)"]]),
    "headings in other case": one(
        "put", "Games", "A1:E1", [["ROUND", "board", "pOwEr", "PLAYER", "centres"]]
    ),
    "headings of another country": one("put", "Games", "C1:E1", [["Country", "Name", "Centers"]]),
    "other colours and fonts": acts(
        ("look", ("Games", "A1:O29", {"CellBackColor": 0xFFEEDD, "CharHeight": 14})),
        ("look", ("Standings", "A4:K32", {"CharColor": 0x224466})),
    ),
    "formulas of one's own": acts(
        ("put", ("Games", "Q1", [["Half"]])),
        ("put", ("Games", "Q2", [["=IF(ISNUMBER(M2);M2/2;0)"]])),
        ("put", ("Standings", "N5", [["=IF(ISNUMBER(C5);ROUND(C5;0);0)"]])),
    ),
    "a column at the right that was in the middle": one("shift", "Games", "J1:J29", "R1"),
    "a column deleted that nobody uses": one("delete", "Games", "Columns", 8, 1),
    "the last columns of what is typed deleted": one("delete", "Games", "Columns", 9, 2),
    "the powers in another order": one("put", "Games", "C2:C29", [[power] for power in POWERS[::-1] * 4]),
    "a sheet with a password": one("protect", "Games", "secret"),
}
"""Edits that must change nothing."""
WRONG: Mapping[str, tuple[Act, str]] = {
    "a power mistyped": (one("put", "Games", "C4", [["Farnce"]]), "are missing"),
    "the name of a cell forgotten": (one("forget", "Explain_round"), "Explain_round"),
    "Players deleted": (one("remove", "Players"), "Roster"),
    "boards pasted a row further down": (
        acts(*cut_and_pasted("A9:O29", "A10")),
        "DIP_STANDINGS reads Games!A1:L29, but the games are Games!A1:E30",
    ),
    "the system's name forgotten": (one("forget", "Scoring_system"), "Scoring_system"),
    "the options deleted": (one("delete", "Setup", "Rows", 0, 40), "Scoring_system"),
    "no heading Board": (one("put", "Games", "B1", [["Kenttä"]]), "Round, Board, Power and Centres"),
    "a score typed over": (one("delete", "Games", "Columns", 12, 1), "Score"),
}
"""Edits that the check must report, each with a word of the report."""


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("fresh") / "template.xlsx"
    new.create(path, Plan(find("DCC"), 2, 2))
    return path


@pytest.fixture(scope="module")
def untouched(fresh: Path) -> ShownNumbers:
    return filled(fresh)


def filled(path: Path) -> ShownNumbers:
    copied = path.with_stem(f"{path.stem}-filled")
    copied.write_bytes(path.read_bytes())
    report = fill(copied, read_games(games.event()).games)
    assert report.not_computed == ()
    return numbers(EventIn(Package.read(copied)))


def after(office: Office, fresh: Path, folder: Path, act: Act) -> Path:
    path = folder / "mine.xlsx"
    with office.book(fresh) as book:
        book.unprotect()
        act(book)
        book.store(path)
    return path


@pytest.mark.parametrize("act", every_fourth(RIGHT.values()), ids=every_fourth(RIGHT))
def test_it_still_fills_and_rebuilds_right(
    office: Office, fresh: Path, untouched: ShownNumbers, tmp_path: Path, act: Act
) -> None:
    path = after(office, fresh, tmp_path, act)
    assert [str(fault) for fault in check(Package.read(path)).wrong] == []
    got = filled(path)
    assert len(got.scores) == 2 * 28
    assert got.scores == untouched.scores
    assert got.standings == untouched.standings


def test_every_column_that_nobody_uses_is_deleted(office: Office, fresh: Path, tmp_path: Path) -> None:
    path = after(office, fresh, tmp_path, acts(("delete", ("Games", "Columns", 5, 6))))
    package = Package.read(path)
    cells = [cell for name in package.sheet_names for cell in package.sheet(name).cells.values()]
    assert [cell.formula for cell in cells if "#REF!" in cell.formula or cell.value == "#REF!"] == []
    plain = [
        games.HEADER,
        *games.rows(1, "A", games.SOLO, year=""),
        *games.rows(2, "B", games.CLOCK, year=""),
    ]
    found = []
    for workbook in (path, fresh):
        copied = tmp_path / f"{len(found)}.xlsx"
        copied.write_bytes(workbook.read_bytes())
        report = fill(copied, read_games(plain).games)
        assert (report.not_computed, report.notes) == ((), ())
        found.append(numbers(EventIn(Package.read(copied))))
    assert len(found[0].scores) == 2 * 14
    assert found[0] == found[1]


@pytest.mark.parametrize(("act", "told"), every_fourth(WRONG.values()), ids=every_fourth(WRONG))
def test_or_the_check_says_what_broke(
    office: Office, fresh: Path, tmp_path: Path, act: Act, told: str
) -> None:
    findings = check(Package.read(after(office, fresh, tmp_path, act)))
    said = [*map(str, findings.wrong), *findings.missing]
    assert [sentence for sentence in said if told in sentence]
