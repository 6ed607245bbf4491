"""Scores that may be published: now, while no round is being played, or once the event is over."""

import csv

import pytest

from tests import games
from xl_dipscore.sheets.xlsx.formula import address
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.workbooks.layout.event import EventIn
from xl_dipscore.workbooks.layout.pages import (
    HIDDEN,
    LAST_ROUND,
    NOW,
    event_of_finished_rounds,
    find_secrecy_cell,
)
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


@pytest.mark.parametrize("host", [(), pytest.param(("--host", "native"), marks=pytest.mark.slow)])
def test_the_cell_tells_which(dipscore, tmp_path, uncomputed, half, host) -> None:
    with uncomputed():
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


def test_a_round_that_is_finished_is_shown(dipscore, tmp_path, uncomputed) -> None:
    with uncomputed():
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
