"""While Print hides scores until the awards, no published file has a score, a total or a rank."""

from __future__ import annotations

import re
import zipfile
from base64 import b64decode
from collections.abc import Iterator
from datetime import UTC, datetime
from html import unescape
from io import BytesIO
from itertools import chain
from pathlib import Path
from zlib import decompress

import openpyxl
import pytest
import typer
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.formula import ArrayFormula

from tests import games
from tests.workbooks.publish.seen import EXAMPLES, seen
from xl_dipscore.cli import watching
from xl_dipscore.cli.writing import note
from xl_dipscore.rules.system import find
from xl_dipscore.sheets.xlsx.cell import CellValue
from xl_dipscore.sheets.xlsx.formula import address
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.tables.cells.games import read_games
from xl_dipscore.tables.exchange.writers import Outgoing, writer_of, writers
from xl_dipscore.workbooks.acts import new
from xl_dipscore.workbooks.acts.fill import put_games
from xl_dipscore.workbooks.acts.rebuild import rebuild_package
from xl_dipscore.workbooks.author.plan import Plan
from xl_dipscore.workbooks.layout.event import EventIn
from xl_dipscore.workbooks.layout.pages import find_secrecy_cell
from xl_dipscore.workbooks.layout.setup import Setup
from xl_dipscore.workbooks.publish import page as pages
from xl_dipscore.workbooks.publish.page import publish
from xl_dipscore.workbooks.publish.reading import ReadEvent
from xl_dipscore.workbooks.publish.stored import format_value, number_in

pytestmark = pytest.mark.usefixtures("new_books")

NOON = datetime(2026, 5, 2, 12, 0, tzinfo=UTC)
HIDDEN = "hidden until the awards"
TOLD = 'Scores, totals and ranks are left out, as Results!P2 says; to show them, choose "now" there.'


def secret(source: Path, shows: str = HIDDEN, **typed: CellValue) -> Package:
    """A named event with hidden scores, and values by heading in the row of England on the first board."""
    package = Package.read(source)
    area = Setup(package).area("Print_shows")
    assert area is not None
    package.set_value(area.sheet, address(area.top, area.left), shows)
    package.set_value("Setup", "B2", "Spring Cup")
    (home,) = EventIn(package).check_sheets()
    for word, value in typed.items():
        package.set_value(home.name, address(3, home.columns[word]), value)
    return package


def scores(package: Package) -> set[str]:
    """Every spelling of scores, totals and tie-breaks, except for numbers that may be centre counts."""
    read = ReadEvent(EventIn(package))
    assert read.table is not None
    exact = [one for row in read.table for one in (row.total, *row.scores.values(), *chain(*row.breaks))]
    cells = [float(one) for one in exact if one is not None]
    cells += [float(one) for game in read.scored for one in game.scores or () if one is not None]
    cells += [
        home.value(row, word)
        for home in EventIn(package).check_sheets()
        for row in home.rows
        for word in ("score", "counts")
    ]
    found = {number for cell in cells if (number := number_in(cell)) is not None}
    found = {number for number in found if not (number.is_integer() and -1 < number < 40)}
    return {form for number in found for form in (repr(number), f"{number:.15g}", *forms(number))}


def forms(number: float) -> Iterator[str]:
    yield from (format_value(number, decimals) for decimals in (0, 2, 3) if decimals or number.is_integer())


NUMBER = re.compile(r"[−-]?\d+(?:\.\d+)?")


def told(text: str) -> set[str]:
    return set(NUMBER.findall(unescape(text)))


def leaked(wanted: set[str], text: str) -> set[str]:
    """The numbers in the words and labels of HTML or XML, and fractions anywhere."""
    labels = " ".join(re.findall(r'(?:aria-label|title|description content)="([^"]*)"', text))
    read = told(re.sub(r"<c [^>]*t=.s.[^>]*><v>\d+</v>|<[^>]*>", " ", text) + labels)
    fractions = {form for form in wanted if len(form.partition(".")[2]) > 1}
    return (wanted & read) | (fractions & told(text))


def of_page(path: Path) -> str:
    """A page without styles and the rule, with its packed data unpacked."""
    text = path.read_text(encoding="utf-8")
    packed = re.search(r"id=packed>([^<]*)", text)
    behind = decompress(b64decode(packed[1])).decode() if packed else ""
    rest = r"<style>.*?</style>|<script.*?</script>|<section id=rule .*?</section>"
    return re.sub(rest, "", text, flags=re.S) + behind


def of_file(path: Path) -> str:
    with zipfile.ZipFile(path) as file:
        return " ".join(
            file.read(name).decode() for name in file.namelist() if "core" not in name
        )  # the time


@pytest.mark.slow
@pytest.mark.parametrize("name", ["ndc-1995", "mystery"])
def test_no_score_is_in_any_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    package = secret(EXAMPLES / f"{name}.xlsx", override=7919.53)
    shown = publish(package, tmp_path / "shown", engine="python", saved=NOON, values=True)
    known = secret(EXAMPLES / f"{name}.xlsx", "scores", override=7919.53)
    rebuild_package(known, "known.xlsx", engine="python")
    wanted = scores(known)
    assert "7919.53" in wanted
    assert shown.values is not None
    assert leaked(wanted, of_page(shown.page)) == set()
    assert leaked(wanted, of_file(shown.values)) == set()
    monkeypatch.setattr(pages, "LARGEST_PLAIN", 0)
    packed = publish(package, tmp_path / "packed", engine="python", saved=NOON).page
    assert leaked(wanted, of_page(packed)) == set()
    # The search finds them where they are.
    open_ = publish(known, tmp_path / "open", engine="python", values=True)
    assert open_.values is not None
    for text in (of_page(open_.page), of_file(open_.values)):
        assert len(leaked(wanted, text)) > 5
        assert "7919.53" in text


def own(**typed: CellValue) -> Package:
    """A director's own list under DCC, with a cell that hides scores; what is typed is of one player."""
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "Results"
    more = ("Override", "Extra points", "Tiebreak", "Team")
    sheet.append([*map(str.capitalize, games.HEADER), *more, "Score"])
    for row in games.event()[1:]:
        sheet.append([*(cell if cell != "" else None for cell in row), None, None, None, "Reds"])
        sheet.cell(sheet.max_row, 4).data_type = "s"  # one is called as a formula
    for column, word in enumerate(more, 9):
        sheet.cell(3, column).value = typed.get(word, sheet.cell(3, column).value)
    for top in range(2, 30, 7):
        rows = (f"{column}{top}:{column}{top + 6}" for column in "EFGH")
        sheet[f"M{top}"] = ArrayFormula(f"M{top}:M{top + 6}", f"=DCC_SCORE({','.join(rows)})")
    sheet["P1"] = "This page shows"
    sheet["P2"] = HIDDEN
    for name, cell in {"Print_shows": "$P$2", "Event_name": "$P$4"}.items():
        book.defined_names[name] = DefinedName(name, attr_text=f"Results!{cell}")
    sheet["P4"] = "Spring Cup"
    made = BytesIO()
    book.save(made)
    return Package(made.getvalue(), "own.xlsx")


@pytest.mark.parametrize("what", ["Override", "Extra points", "Tiebreak"])
def test_other_scores_make_the_same_files(tmp_path: Path, what: str) -> None:
    """So no order, colour or length gives a score away."""
    made = []
    for value in (1, 4711.25):
        package = own(**{what: value})
        done = publish(package, tmp_path / str(value), engine="python", saved=NOON, values=True)
        assert done.values is not None
        with zipfile.ZipFile(done.values) as file:
            parts = {name: file.read(name) for name in file.namelist() if name != "docProps/core.xml"}
        made.append((done.page.read_bytes(), parts))
        for kind in ("games", "json", "text"):
            made[-1] += (exported(kind, package),)
    assert made[0] == made[1]


def exported(kind: str, package: Package) -> object:
    writer = writer_of(kind)
    listed = EventIn(package).game_extract.game_list
    outgoing = Outgoing(
        "own.xlsx", "Spring Cup", listed.games, listed.to_come, system=find("DCC"), hidden="P2"
    )
    return writer.write(outgoing.without_scores())


def test_no_score_of_an_own_list(tmp_path: Path) -> None:
    package = own(Override=4711.25)
    done = publish(package, tmp_path, engine="python", saved=NOON, values=True)
    assert done.values is not None
    assert "4711.25" in (wanted := scores(package))
    assert leaked(wanted, of_page(done.page) + of_file(done.values)) == set()


@pytest.mark.slow
def test_the_page_shows_what_print_shows(tmp_path: Path) -> None:
    package = secret(EXAMPLES / "wbc.xlsx")
    page = seen(publish(package, tmp_path, engine="python"))
    shown_in = {section for section, tables in page.tables.items() if tables}
    assert shown_in == {"standings", *(f"round-{n}" for n in range(1, 5))}
    (table,) = page.tables["standings"]
    assert table[0] == ["", "Player", "Games", "R1", "R2", "R3", "R4"]
    shown = [
        [package.value("Print", f"{column}{row}") for column in "ABCDEFG"] for row in range(4, 4 + len(table))
    ]
    assert shown[0] == table[0]
    assert [[cell if isinstance(cell, str) else f"{cell:g}" for cell in row] for row in shown[1:]] == table[
        1:
    ]
    assert page.tables["round-1"][0][:3] == [
        ["Power", "Player", "Centres"],
        ["Austria", "Stork out 1904", "0"],
        ["England", "Beaver solo", "18"],
    ]
    assert "the scores stay hidden for now" in page.said("standings")
    assert "rank" not in page.text[: page.text.index("<style>")].casefold()


def test_boards_to_come_are_called(tmp_path: Path) -> None:
    package = own()
    for row in range(23, 30):
        for column in "EFGH":
            package.set_value("Results", f"{column}{row}", None)
    done = publish(package, tmp_path, engine="python", values=True)
    assert "To come" in seen(done).said("round-2")
    assert done.values is not None
    book = openpyxl.load_workbook(done.values)
    assert book.sheetnames == ["Print", "Games", "Board calls"]
    (calls,) = [*book["Board calls"].iter_rows(min_row=5, values_only=True)]
    assert calls[:4] == ("Round 2", "B", "Player 3", "Player 4")
    assert ("=1+1", "s") in [(one.value, one.data_type) for row in book["Games"] for one in row]


def test_the_switch_is_found_where_a_program_dropped_the_names() -> None:
    package = own()
    book = package.part(package.main_part) or b""
    package.set_part(package.main_part, re.sub(rb"<definedNames>.*?</definedNames>", b"", book))
    bare = Package(package.to_bytes(), "own.xlsx")
    assert bare.defined_names == ()
    assert find_secrecy_cell(EventIn(bare)) == "Results!P2"
    for said, cell in {"Hidden": "Results!P2", "scores": "", None: ""}.items():
        bare.set_value("Results", "P2", said)
        assert find_secrecy_cell(EventIn(bare)) == cell


@pytest.mark.slow
def test_the_command_says_so(dipscore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own(Override=4711.25).write(tmp_path / "own.xlsx")
    line = f"own.xlsx: {TOLD}"
    done = dipscore("publish", "own.xlsx", "-o", "out", "--values")
    assert done.err.splitlines().count(line) == 1
    assert "out/own-values.xlsx: boards and centres, as on the page." in done.err.replace("\\", "/")
    again = dipscore("publish", "own.xlsx", "-o", "out").err.replace("\\", "/")
    assert "out/own-values.xlsx is older and may show scores" in again

    def once(watched: watching.Watched) -> None:
        path = watched.paths[0]
        for one in watched.lines_of(path, watched.work(path)):
            note(one)
        raise typer.Exit

    monkeypatch.setattr(watching.Watched, "watch", once)
    assert line in dipscore("publish", "own.xlsx", "-o", "out", "--watch").err
    package = own(Override=4711.25)
    package.set_value("Results", "P2", "scores")
    (tmp_path / "own.xlsx").write_bytes(package.to_bytes())
    assert line not in dipscore("publish", "own.xlsx", "-o", "out").err
    assert "4711.25" in (tmp_path / "out" / "index.html").read_text(encoding="utf-8")


@pytest.mark.slow
def test_every_kind_of_export(dipscore, tmp_path: Path) -> None:
    package = own(Override=4711.25)
    for row in range(23, 30):
        for column in "EFGH":
            package.set_value("Results", f"{column}{row}", None)
    package.write(tmp_path / "own.xlsx")
    wanted = scores(package)
    assert "4711.25" in wanted
    said = {}
    for kind in writers():
        done = dipscore("export", kind, "own.xlsx", "-o", kind)
        said[kind] = (done.status, f"own.xlsx: {TOLD}" in done.err)
        written = tmp_path / kind
        for file in written.iterdir() if written.is_dir() else ():
            assert leaked(wanted, file.read_text(encoding="utf-8")) == set(), file
        if kind == "wdd":
            assert "wdd contains scores and ranks, which Results!P2 of own.xlsx keeps secret." in done.err
    without = dict.fromkeys(("games", "json", "text"), (0, True))
    assert said == {**without, "players": (0, False), "board-call": (0, False), "wdd": (1, False)}
    text = (tmp_path / "text" / "results.txt").read_text(encoding="utf-8")
    assert "Austria (Player 0): 18.\n" in text
    assert "Standings" not in text
    assert '"results": []' in (tmp_path / "json" / "tournament.json").read_text(encoding="utf-8")


@pytest.mark.slow
def test_what_solos_are_worth_is_not_told(tmp_path: Path) -> None:
    package = secret(EXAMPLES / "mystery.xlsx")
    area = Setup(package).area("Scoring_options")
    assert area is not None
    assert package.value(area.sheet, address(area.top, area.left)) == "solo"
    package.set_value(area.sheet, address(area.top, area.left + 1), 305.5)
    assert "305.5" not in publish(package, tmp_path, engine="python").page.read_text(encoding="utf-8")


@pytest.mark.slow
def test_a_workbook_of_plain_formulas_has_the_switch(tmp_path: Path) -> None:
    path = tmp_path / "event.xlsx"
    new.create_native(path, Plan(find("WBC"), 2, 2))
    package = Package.read(path)
    package.set_value("Setup", "B2", "Spring Cup")
    players = [f"Player {n}" for n in range(14)]
    rows = [
        *games.rows(1, "A", games.SOLO, players=players),
        *games.rows(2, "A", games.CLOCK, players=players),
    ]
    put_games(EventIn(package), read_games([games.HEADER, *rows]).games)
    for shows in ("scores", HIDDEN):
        package.set_value("Print", "G4", shows)
        assert rebuild_package(package, path, engine="python").not_computed == ()
        lines = [[package.value("Print", f"{column}{row}") for column in "ABCDE"] for row in (1, 4, 5)]
        if shows == "scores":
            assert [lines[0][0], lines[1][2], lines[2][2]] == [
                "Standings of Spring Cup",
                "Total",
                18 + 46 + 4,
            ]
    assert lines[0][0] == "Spring Cup: results so far"
    assert lines[1:] == [["", "Player", "Games", "R1", "R2"], ["", "Player 0", 2, 18, 4]]
    done = publish(package, tmp_path / "out", engine="python", values=True)
    assert seen(done).tables["standings"][0][1][1:] == ["Player 0", "2", "18", "4"]
    assert "Print!G4" in done.secret
    assert len(EventIn(package).game_extract.game_list.games) == 2
