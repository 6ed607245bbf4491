"""The printed pages of the ready workbooks: whole boards, full pages, no cut text and no error."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Iterator
from html import unescape
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import openpyxl
import pytest

from templates.make import PLAYERS
from tests.hosts.calc.calc_office import Office
from xl_dipscore.errors import ERRORS
from xl_dipscore.rules.board import POWERS, SEATS
from xl_dipscore.rules.system import find
from xl_dipscore.sheets.xlsx.formula import address
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.workbooks.acts import new
from xl_dipscore.workbooks.acts.rebuild import rebuild_package
from xl_dipscore.workbooks.author import Plan, templates_folder
from xl_dipscore.workbooks.author.style import LOST
from xl_dipscore.workbooks.layout.event import EventIn
from xl_dipscore.workbooks.layout.pages import READABLE, SLIPS_ON_A_PAGE
from xl_dipscore.workbooks.layout.setup import ROSTER

pytestmark = [
    pytest.mark.calc,
    pytest.mark.skipif(shutil.which("pdftotext") is None, reason="pdftotext is missing (poppler-utils)"),
    pytest.mark.usefixtures("new_books"),
]

EVERY_FILE = bool(os.environ.get("DIPSCORE_ALL_PAPER"))
"""All ready workbooks, as for a release; otherwise a few."""
FILES = sorted(
    path.relative_to(templates_folder()).as_posix()
    for folder in ("", "anywhere", "examples", "examples/anywhere")
    for path in templates_folder().joinpath(folder).glob("*.xlsx")
)
FEW = ("examples/c-diplo.xlsx", "examples/anywhere/ndc-1995.xlsx")
FOOT = re.compile(r"Page \d+ of \d+")
ONCE = ("Setup", "Players", "Problems", "Standings", "Print", "Best countries")
"""Sheets that take one page in an event of the size of the ready workbooks."""
FULL = 1 / 3
"""The least part of its height that every page of a sheet except the last must fill."""


ZOOM = 3
"""pdftohtml tells the size of letters in whole numbers, so this many of them make a point."""


class Word(NamedTuple):
    text: str
    left: float
    top: float
    right: float
    bottom: float


class Printed(NamedTuple):
    """A page: its sheet, its height and its words, without the line at its foot."""

    sheet: str
    height: float
    words: list[Word]

    @property
    def says(self) -> str:
        return " ".join(word.text for word in self.words)

    @property
    def filled(self) -> float:
        return max((word.bottom for word in self.words), default=0) / self.height


def output(*command: str | Path) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def pages_of(pdf: Path, sheets: list[str]) -> Iterator[Printed]:
    told = output("pdftotext", "-bbox", pdf, "-")
    for height, inside in re.findall(r'<page width="[\d.]+" height="([\d.]+)">(.*?)</page>', told, re.DOTALL):
        found = re.findall(r'<word xMin="(.*?)" yMin="(.*?)" xMax="(.*?)" yMax="(.*?)">(.*?)</word>', inside)
        words = [Word(unescape(text), *map(float, place)) for *place, text in found]
        foot = max(word.bottom for word in words) - 3
        sheet = " ".join(word.text for word in words if word.bottom >= foot).partition(" Page ")[0]
        assert sheet in sheets, f"no such sheet: {sheet}"
        shown = [word for word in words if word.bottom < foot]
        yield Printed(sheet, float(height), shown)


def check_letters(pdf: Path, pages: list[Printed]) -> None:
    """The letters of every sheet can be read on paper. The pages are those of the PDF, in its order."""
    told = output("pdftohtml", "-xml", "-i", "-zoom", str(ZOOM), "-stdout", pdf)
    sizes: dict[str, int] = {}
    smallest: dict[str, int] = {}
    inside = re.findall(r"<page .*?</page>", told, re.DOTALL)
    for page, text in zip(pages, inside, strict=True):
        sizes |= {font: int(size) for font, size in re.findall(r'<fontspec id="(\d+)" size="(\d+)"', text)}
        used = [sizes[font] for font in re.findall(r'<text [^>]*font="(\d+)">', text)]
        smallest[page.sheet] = min([*used, smallest.get(page.sheet, 99)])
    assert [sheet for sheet, size in smallest.items() if size < ZOOM * READABLE - 1] == []


def check_errors(pdf: Path, *, unseen: str = "") -> None:
    """The text of a PDF has no error, which a search or a screen reader would find.

    unseen: errors that only nobody may see, white on white, in a workbook that carries functions as names.
    """
    told = output("pdftohtml", "-xml", "-i", "-stdout", pdf)
    white = set(re.findall(r'<fontspec id="(\d+)"[^>]* color="#ffffff"/>', told))
    for font, inside in re.findall(r'<text [^>]*font="(\d+)">(.*?)</text>', told):
        text = re.sub(unseen, "", inside) if font in white and unseen else inside
        assert [mark for mark in (*ERRORS, "###", "Err:") if mark in text] == []


def printed(office: Office, path: Path, folder: Path, *, live: bool) -> list[Printed]:
    made = folder / f"{path.stem}.pdf"
    with office.book(path) as book:
        if live:
            book.calculate()
        book.store(made)
        sheets = book.sheets()
    check_errors(made)
    pages = [*pages_of(made, sheets)]
    check_letters(made, pages)
    return pages


def check_pages(pages: list[Printed], path: Path) -> None:
    book = openpyxl.load_workbook(path, read_only=True)
    hidden = {sheet.title for sheet in book if sheet.sheet_state != "visible"}
    assert {page.sheet for page in pages} & hidden == set()
    for page, following in pairwise(pages):
        if page.sheet == following.sheet != "Explain":  # the explanation of a total has a page of its own
            assert page.filled > FULL, f"{page.sheet} has a page that is nearly empty"
    for page in (page for page in pages if page.sheet in ("Games", "Slips")):
        named = [word for word in page.words if word.text in POWERS]
        left = min((word.left for word in named), default=0) + 3  # Check names powers too
        powers = [word.text for word in named if word.left < left]
        assert powers == [*POWERS] * (len(powers) // len(SEATS)), f"a board is torn: {page.sheet}"


def check_text(pages: list[Printed], path: Path) -> None:
    """Every word of Check, Guide and Setup is on paper: lines below the edge of a cell are not printed."""
    package = Package.read(path)
    (games,) = EventIn(package).check_sheets()
    cells = package.sheet("Games").cells.items()
    check = next(column for (row, column), cell in cells if row == 1 and str(cell.value).startswith("Check"))
    unseen = package.sheet("Setup").hidden_rows
    wanted = {
        "Games": [address(row, check) for slot in games.slots for row in slot.rows],
        "Guide": [f"B{row}" for row in range(3, 70)],
        "Setup": [f"{column}{row}" for row in range(1, 60) for column in "AIJ" if row not in unseen],
    }
    for sheet, places in wanted.items():
        said = " ".join(page.says for page in pages if page.sheet == sheet)
        told = " ".join(str(package.value(sheet, cell) or "") for cell in places)
        assert Counter(re.findall(r"\w+", told)) - Counter(re.findall(r"\w+", said)) == {}, sheet


@pytest.mark.parametrize("name", FILES if EVERY_FILE else FEW)
def test_ready_workbooks_are_printed_whole(name: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    live = "anywhere" not in name
    path = Path(shutil.copy(templates_folder() / name, tmp_path))
    pages = printed(request.getfixturevalue("office" if live else "bare"), path, tmp_path, live=live)
    check_pages(pages, path)
    check_text(pages, path)
    alone = [page.sheet for page in pages if page.sheet in ONCE]
    assert len(alone) == len({*alone})


@pytest.mark.parametrize("name", [one for one in FILES if "anywhere" not in one] if EVERY_FILE else FEW[:1])
def test_no_error_is_in_the_text_without_our_functions(name: str, bare: Office, tmp_path: Path) -> None:
    path = Path(shutil.copy(templates_folder() / name, tmp_path))
    pages = printed(bare, path, tmp_path, live=False)
    check_pages(pages, path)
    (standings,) = (page.says for page in pages if page.sheet == "Standings")
    assert LOST in standings


LARGEST, SMALL = 60, 24
"""Boards of an event, in all rounds."""
TEMPLATES = [name for name in FILES if not name.startswith("examples/") and name != "functions.xlsx"]
SIZES = [("conquest.xlsx", LARGEST), ("dixiecon.xlsx", SMALL)]
if EVERY_FILE:
    SIZES = [(name, boards) for name in TEMPLATES for boards in (LARGEST, SMALL)]


def filled_with(boards: int, name: str, folder: Path) -> Path:
    """A ready workbook made larger, with a result on each of its boards, and every sheet shown."""
    path, template = folder / Path(name).name, templates_folder() / name
    there = EventIn(Package.read(template))
    rounds = 1 if there.sheets[0].by_dates else len({slot.round for slot in there.slots} - {"Final"})
    if rounds > 1:
        new.create_from(template, path, there.system, rounds=rounds, boards=boards // rounds)
    else:
        shutil.copy(template, path)
    event = EventIn(Package.read(path))
    (games,) = event.check_sheets()
    a_round = boards // rounds if rounds > 1 else 8  # a league: about two thirds of its list of players
    for number, slot in enumerate(games.slots):
        for seat, row in enumerate(sorted(slot.rows)):
            player = f"Player {7 * (number % a_round) + seat}"
            facts = {
                "player": player,
                "year": 1908,
                "centres": (5, 5, 5, 5, 5, 5, 4)[seat],
                "date": 46_000 + number // 4,
            }
            facts |= {"board": "ABCD"[number % 4]} if games.by_dates else {}  # an evening has four boards
            for word in facts.keys() & games.columns.keys():
                if word == "year" or not games.is_computed(row, games.columns[word]):
                    event.file.set_value(games.name, address(row, games.columns[word]), facts[word])
    roster = event.setup.area(ROSTER)
    assert roster is not None
    players = {f"Player {n}" for n in range(7 * a_round)}
    for row, name in enumerate(sorted(players), roster.top):
        event.file.set_value(roster.sheet, address(row, roster.left), name)
    for sheet in event.file.sheet_names:
        event.file.show(sheet)
    rebuild_package(event.file, path)
    event.file.write()
    return path


def empty_pages(pages: list[Printed]) -> list[str]:
    """The pages that have only words of every page of their sheet: titles and headings."""
    found = []
    for sheet in {page.sheet for page in pages}:
        its = [Counter(word.text for word in page.words) for page in pages if page.sheet == sheet]
        every = its[0]
        for one in its[1:]:
            every = every & one
        found += [sheet for one in its if not (one - every if len(its) > 1 else one)]
    return found


def rounds_on(page: Printed) -> set[str]:
    """The rounds of the boards on a page of Games or Slips."""
    if page.sheet == "Slips":
        return {*re.findall(r"Round (\w+), |\b(Final)\b", page.says)}
    heading = next(word for word in page.words if word.text in ("Round", "Date"))
    below = (word for word in page.words if word.top > heading.bottom and word.right < heading.right + 10)
    return {word.text for word in below}


def check_nobody_is_cut(pages: list[Printed], path: Path) -> None:
    """Every player is on paper, on the sheets that list them all."""
    games = EventIn(Package.read(path)).sheets[0]
    names = {str(games.value(row, "player")).split()[-1] for slot in games.slots for row in slot.rows}
    for sheet in ("Standings", "Print"):
        shown = {word.text for page in pages if page.sheet == sheet for word in page.words}
        assert names - shown == set(), sheet


@pytest.mark.slow
@pytest.mark.parametrize(("name", "boards"), SIZES)
def test_no_page_is_empty_and_none_mixes_rounds(
    name: str, boards: int, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    live = "anywhere" not in name
    path = filled_with(boards, name, tmp_path)
    hosts = request.getfixturevalue("office" if live else "bare")
    pages = printed(hosts, path, tmp_path, live=live)
    assert empty_pages(pages) == []
    check_pages(pages, path)
    check_nobody_is_cut(pages, path)
    if path.stem != "league":  # the date of a board may be any, so pages are of boards alone
        assert [page for page in pages if page.sheet == "Games" and len(rounds_on(page)) != 1] == []
        slips = [rounds_on(page) for page in pages if page.sheet == "Slips"]
        assert len(set().union(*slips)) == 1
        a_round = max(Counter(slot.round for slot in EventIn(Package.read(path)).slots).values())
        assert len(slips) == -(-a_round // SLIPS_ON_A_PAGE)


def test_a_lost_name_is_no_lack_of_functions(office: Office) -> None:
    with office.book(templates_folder() / FEW[0]) as book:
        book.forget("Event_options")
        book.calculate()
        assert book.value("Standings", "A4") == "#NAME?"
        assert LOST not in (book.value("Standings", "A3"), book.value("Best countries", "A2"))


def test_tables_are_computed_without_the_cell_that_tells_of_our_functions(office: Office) -> None:
    """A director may delete the sheet with that cell, or its name."""
    with office.book(templates_folder() / FEW[0]) as book:
        shown = book.read("Standings", "A4:C9"), book.read("Games", "M2:O8")
        book.forget("Functions_live")
        book.remove("Systems")
        book.calculate()
        assert (book.read("Standings", "A4:C9"), book.read("Games", "M2:O8")) == shown
        assert shown[0][0][:2] == ["Rank", "Player"]


def test_a_league_is_printed_whole(office: Office, tmp_path: Path) -> None:
    path = tmp_path / "league.xlsx"
    new.create(path, Plan(find("SOS"), 1, 12, league=True))
    package = Package.read(path)
    (games,) = EventIn(package).check_sheets()
    for number, slot in enumerate(games.slots):
        rows = sorted(slot.rows)
        package.set_value("Games", address(rows[0], 1), 46_000 + 7 * (number // 3))
        package.set_value("Games", address(rows[0], 2), "ABC"[number % 3])
        for seat, row in enumerate(rows):
            package.set_value(
                "Games", address(row, games.columns["player"]), PLAYERS[(7 * number + seat) % 35]
            )
            package.set_value("Games", address(row, games.columns["centres"]), (5, 5, 5, 5, 5, 5, 4)[seat])
    rebuild_package(package, path)
    package.write()
    pages = printed(office, path, tmp_path, live=True)
    check_pages(pages, path)
    check_text(pages, path)
