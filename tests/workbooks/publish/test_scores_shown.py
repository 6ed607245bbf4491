"""Scores that may be published: now, while no round is being played, or once the event is over."""

import csv
from io import BytesIO
from itertools import chain

import openpyxl
import pytest
from hypothesis import given
from hypothesis.strategies import text
from openpyxl.workbook.defined_name import DefinedName

from tests import games
from xl_dipscore.rules.system import find
from xl_dipscore.sheets.calculate.recalc import Plain, recalculate
from xl_dipscore.sheets.xlsx.cell import CellValue
from xl_dipscore.sheets.xlsx.formula import address
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.tables.cells.languages import WITH_ENGLISH, scores_shown, words_of_scores
from xl_dipscore.tables.functions import FUNCTIONS
from xl_dipscore.workbooks.acts.by_the_rule import PLAIN_FUNCTIONS
from xl_dipscore.workbooks.author import Plan, make, make_package
from xl_dipscore.workbooks.author.sheets import KINDS, Kind
from xl_dipscore.workbooks.layout.event import EventIn
from xl_dipscore.workbooks.layout.pages import (
    HIDDEN,
    LAST_ROUND,
    NOW,
    ROUND_BEFORE,
    event_of_finished_rounds,
    find_secrecy_cell,
)
from xl_dipscore.workbooks.layout.secrecy import UnknownScoresShown, read_scores_setting
from xl_dipscore.workbooks.layout.setup import Setup
from xl_dipscore.workbooks.publish.page import publish

pytestmark = pytest.mark.usefixtures("new_books")

OK = 0


@pytest.fixture(scope="module")
def half() -> str:
    """Two rounds, of the second one board of two is to come."""
    table = games.event()
    return games.text([row if row[:2] != [2, "B"] else [*row[:4], "", "", "", ""] for row in table])


def made(dipscore, tmp_path, text: str, *words: str, system: str = "DCC") -> Package:
    (tmp_path / "games.csv").write_text(text, encoding="utf-8")
    assert dipscore("new", system, "event.xlsx", "--rounds", 2, "--boards", 2, *words).status == OK
    assert dipscore("fill", "event.xlsx", "games.csv").status == OK
    return Package.read(tmp_path / "event.xlsx")


def say(package: Package, word: str) -> None:
    area = Setup(package).area("Print_shows")
    assert area is not None
    package.set_value(area.sheet, address(area.top, area.left), word)


@pytest.mark.slow
@pytest.mark.parametrize("host", [(), ("--host", "native")])
def test_the_cell_tells_which(dipscore, tmp_path, half, host) -> None:
    package = made(dipscore, tmp_path, half, *host)
    hidden = {}
    for word in (NOW, LAST_ROUND, HIDDEN, "scores", "hidden until the awards", ""):
        say(package, word)
        hidden[word] = bool(find_secrecy_cell(EventIn(package)))
    assert hidden == {
        NOW: False,
        LAST_ROUND: True,
        HIDDEN: True,
        "scores": False,
        "hidden until the awards": True,
        "": False,
    }
    say(package, HIDDEN)
    event = EventIn(package)
    assert [find_secrecy_cell(event, word) for word in (NOW, LAST_ROUND, HIDDEN)] == [
        "",
        "--scores",
        "--scores",
    ]
    finished = event_of_finished_rounds(event, LAST_ROUND)
    assert find_secrecy_cell(finished, LAST_ROUND) == ""
    assert [game.round for game in finished.game_extract.game_list.games] == [1, 1]
    assert [
        (game.round, game.name, game.seats[0].player) for game in finished.game_extract.game_list.to_come
    ] == [
        (2, "A", "a~b"),
        (2, "B", "Player 3"),
    ]
    assert [game.round for game in event.game_extract.game_list.games] == [1, 1, 2]
    assert event_of_finished_rounds(event, HIDDEN) is event_of_finished_rounds(event, NOW) is event
    done = publish(package, tmp_path / "site", engine=None, scores=NOW)
    shown, why, how = done.unfinished
    assert why == "Board B of round 2 has no result yet."
    assert "Setup!B8" in how
    assert [*done.lines][1:4] == [shown, why, how]
    package.set_value("Setup", "B8", "yes")
    event = event.anew()
    assert event_of_finished_rounds(event, LAST_ROUND) is event
    assert publish(package, tmp_path / "site", engine=None, scores=NOW).unfinished == ()


@pytest.mark.slow
def test_a_round_that_is_finished_is_shown(dipscore, tmp_path) -> None:
    package = made(dipscore, tmp_path, games.text(games.event()))
    say(package, LAST_ROUND)
    event = EventIn(package)
    assert find_secrecy_cell(event) == ""
    assert event_of_finished_rounds(event) is event
    package.set_value("Setup", "B8", "no")  # the boards of the last round go on
    assert [
        game.round for game in event_of_finished_rounds(EventIn(package)).game_extract.game_list.games
    ] == [
        1,
        1,
    ]
    package.set_value("Games", "A2", "one")  # a row of no round: nobody can tell which is being played
    assert find_secrecy_cell(EventIn(package)) != ""


@pytest.mark.slow
@pytest.mark.parametrize("host", [(), ("--host", "native")])
def test_print_and_the_commands_obey_it(dipscore, tmp_path, half, host) -> None:
    made(dipscore, tmp_path, half, *host)
    before = ("hidden: a round is being played", "") if host else ("without the round being played", 1)
    wanted = [(NOW, None, "shown", 1), (LAST_ROUND, "yes", "shown", 1), (LAST_ROUND, None, *before)]
    for word, over, says, rank in [*wanted, (HIDDEN, None, "hidden", "")]:
        package = Package.read(tmp_path / "event.xlsx")
        say(package, word)
        package.set_value("Setup", "B8", over)
        package.write(tmp_path / "event.xlsx")
        assert dipscore("rebuild", "event.xlsx").status == OK
        computed = Package.read(tmp_path / "event.xlsx")
        area = Setup(computed).area("Print_says")
        assert area is not None
        assert computed.value(area.sheet, address(area.top, area.left)) == says
        assert computed.value("Print", "A5") == rank
        told = dipscore("export", "text", "event.xlsx", "-o", word.replace(" ", "")).err
        assert ("Scores, totals and ranks are left out" in told) == (word == HIDDEN)
    assert dipscore("publish", "event.xlsx", "-o", "round", "--scores", LAST_ROUND, "--values").status == OK
    page = (tmp_path / "round" / "index.html").read_text("utf-8")
    assert "A round is being played: its scores appear when it is finished." in page
    values = Package.read(tmp_path / "round" / "event-values.xlsx")
    (tmp_path / "first.csv").write_text(games.text(games.event()[: 1 + 2 * 7]), encoding="utf-8")
    lines = csv.reader(dipscore("standings", "DCC", "first.csv", "--rounds", 2).out.splitlines()[1:])
    for row, (rank, player, total, *_) in enumerate(lines, 5):
        shown = [values.value("Standings", f"{column}{row}") for column in "ABC"]
        assert shown == [int(rank), player.removeprefix("'"), pytest.approx(float(total))]
    shown = dipscore("publish", "event.xlsx", "-o", "site", "--scores", NOW)
    assert "left out" not in shown.err
    why = "Board B of round 2 has no result yet."
    assert why in shown.err
    assert why in (tmp_path / "site" / "index.html").read_text("utf-8")
    told = dipscore("publish", "event.xlsx", "-o", "site", "--scores", HIDDEN).err
    assert 'as --scores says; to show them, give "now" there' in told


@pytest.mark.slow
@pytest.mark.parametrize("host", [(), ("--host", "native")])
def test_a_round_goes_on_while_its_boards_lack_the_year_they_need(dipscore, tmp_path, host) -> None:
    header, *rows = games.event()
    year = header.index("year")
    yearless = [[*row[:year], "", *row[year + 1 :]] if row[0] == 2 else row for row in rows]
    package = made(dipscore, tmp_path, games.text([header, *yearless]), *host, system="NDC")
    say(package, LAST_ROUND)
    assert EventIn(package).progress.running == {2}
    package.write(tmp_path / "event.xlsx")
    assert dipscore("rebuild", "event.xlsx").status == OK
    computed = Package.read(tmp_path / "event.xlsx")
    says = Setup(computed).value("Print_says")
    assert says == ("hidden: a round is being played" if host else "without the round being played")


WORDS = {entry: words_of_scores(entry) for entry in ("now", "last_round", "hidden")}
UNKNOWN = (
    "never",
    "no",
    "secret",
    "nicht",
    "nowhere",
    "no w",
    "last  rounds",
    "7",
    "FALSE",
    "|",
    "now|scores",
)


def own(word: CellValue) -> Package:
    """A director's list with a cell for the scores shown, in which somebody typed a word."""
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    for row in games.event():
        sheet.append([None if cell == "" else str(cell) if str(cell)[:1] == "=" else cell for cell in row])
    sheet["P1"], sheet["P2"], sheet["R2"] = "Scores shown", word, "DCC"
    for name, cell in {"Print_shows": "$P$2", "Scoring_system": "$R$2"}.items():
        book.defined_names[name] = DefinedName(name, attr_text=f"Sheet!{cell}")
    book.save(made := BytesIO())
    return Package(made.getvalue(), "own.xlsx")


@pytest.mark.parametrize("word", [*UNKNOWN, 7, True, "#N/A"])
def test_an_unknown_word_hides_and_is_a_problem(word: CellValue) -> None:
    event = EventIn(own(word))
    assert find_secrecy_cell(event) == "Sheet!P2"
    (problem,) = [one for one in event.problems if isinstance(one.fault, UnknownScoresShown)]
    assert (problem.fault.cells, problem.rank) == ([("Sheet", 2, 16)], "wrong")
    assert any(line.startswith("Sheet!P2: ") for line in event.problem_lines)


@given(text())
def test_whatever_is_not_known_hides(word: str) -> None:
    known = " ".join(word.split()).casefold() in {"", *WORDS["now"], *WORDS["last_round"]}
    assert (scores_shown(word) in ("now", "last_round") or not word.strip()) == known


def test_all_words_that_we_write_are_known() -> None:
    ours = {NOW: "now", LAST_ROUND: "last_round", HIDDEN: "hidden", ROUND_BEFORE: "last_round"}
    ours |= {"scores": "now", "shown": "now", "hidden": "hidden", "hidden until the awards": "hidden"}
    assert {word: scores_shown(word.upper()) for word in ours} == ours
    assert all(getattr(one, entry) for one in WITH_ENGLISH.values() for entry in WORDS)
    assert len({*chain.from_iterable(WORDS.values())}) == sum(map(len, WORDS.values()))


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_print_reads_the_words_as_the_page_does(kind: Kind) -> None:
    """The formula beside the cell, copied for each word; a round is being played."""
    package = make_package(make(Plan(find("DCC"), 1, 1), kind))
    says, shows = (Setup(package).area(name) for name in ("Print_says", "Print_shows"))
    assert says is not None
    assert shows is not None
    formula = package.cell("Print", address(says.top, says.left)).formula
    words = [*chain.from_iterable(WORDS.values()), *UNKNOWN, "hidden for ever", " NOW ", ""]
    book = openpyxl.Workbook()
    for row, word in enumerate(words, 1):
        book.active.append([word, "=" + formula.replace("Print_shows", f"$A${row}")])
        book.active[f"A{row}"].data_type = "s"
    for name in ("Print_shows", "Event_over"):
        book.defined_names[name] = DefinedName(name, attr_text="Sheet!$Z$1")
    for name in ("Games", "Systems"):
        book.create_sheet(name)
    book.save(made := BytesIO())
    copied = Package(made.getvalue())
    recalculate(copied, FUNCTIONS, None, plain=Plain(PLAIN_FUNCTIONS, dict))
    told = {word: str(copied.value("Sheet", f"B{row}")) for row, word in enumerate(words, 1)}
    for word, says_ in told.items():
        setting = read_scores_setting(Setup(own(word)))
        assert says_.startswith("hidden") == (setting.shown == "hidden"), word
        assert ("not known" in says_) == bool(setting.unknown), word
