"""Which scores may go out: now, while no round is being played, or once the event is over."""

import games
import pytest

from xl_dipscore.layout.pages import HIDDEN, LAST_ROUND, NOW, hidden_in
from xl_dipscore.layout.setup import named
from xl_dipscore.xlsx.formula import address
from xl_dipscore.xlsx.package import Package

OK = 0


@pytest.fixture(scope="module")
def half() -> str:
    """Two rounds, of the second one board of two is to come."""
    table = games.event()
    return games.text([row if row[:2] != [2, "B"] else [*row[:4], "", "", "", ""] for row in table])


def made(dipscore, tmp_path, text: str, *words: str) -> Package:
    (tmp_path / "games.csv").write_text(text, encoding="utf-8")
    assert dipscore("new", "DCC", "event.xlsx", "--rounds", 2, "--boards", 2, *words).status == OK
    assert dipscore("fill", "event.xlsx", "games.csv").status == OK
    return Package.read(tmp_path / "event.xlsx")


def say(package: Package, word: str) -> None:
    area = named(package, "Print_shows")
    assert area is not None
    package.set_value(area.sheet, address(area.top, area.left), word)


@pytest.mark.parametrize("host", [(), pytest.param(("--host", "native"), marks=pytest.mark.slow)])
def test_the_cell_tells_which(dipscore, tmp_path, uncomputed, half, host) -> None:
    with uncomputed():
        package = made(dipscore, tmp_path, half, *host)
        hidden = {}
        for word in (NOW, LAST_ROUND, HIDDEN, "scores", "hidden until the awards", ""):
            say(package, word)
            hidden[word] = bool(hidden_in(package))
    assert hidden == {
        NOW: False,
        LAST_ROUND: True,
        HIDDEN: True,
        "scores": False,
        "hidden until the awards": True,
        "": False,
    }
    say(package, HIDDEN)
    assert [hidden_in(package, word) for word in (NOW, LAST_ROUND, HIDDEN)] == ["", "--scores", "--scores"]


def test_a_round_that_is_finished_is_shown(dipscore, tmp_path, uncomputed) -> None:
    with uncomputed():
        package = made(dipscore, tmp_path, games.text(games.event()))
        say(package, LAST_ROUND)
    assert hidden_in(package) == ""


@pytest.mark.slow
@pytest.mark.parametrize("host", [(), ("--host", "native")])
def test_print_and_the_commands_obey_it(dipscore, tmp_path, half, host) -> None:
    made(dipscore, tmp_path, half, *host)
    wanted = {NOW: ("shown", 1), LAST_ROUND: ("hidden: a round is being played", ""), HIDDEN: ("hidden", "")}
    for word, (says, rank) in wanted.items():
        package = Package.read(tmp_path / "event.xlsx")
        say(package, word)
        package.write(tmp_path / "event.xlsx")
        assert dipscore("rebuild", "event.xlsx").status == OK
        computed = Package.read(tmp_path / "event.xlsx")
        area = named(computed, "Print_says")
        assert area is not None
        assert computed.value(area.sheet, address(area.top, area.left)) == says
        assert computed.value("Print", "A5") == rank
        told = dipscore("export", "text", "event.xlsx", "-o", word.replace(" ", "")).err
        assert ("Scores, totals and ranks are left out" in told) == (word != NOW)
    shown = dipscore("publish", "event.xlsx", "-o", "site", "--scores", NOW)
    assert "left out" not in shown.err
    told = dipscore("publish", "event.xlsx", "-o", "site", "--scores", HIDDEN).err
    assert 'as --scores says; to show them, give "now" there' in told
