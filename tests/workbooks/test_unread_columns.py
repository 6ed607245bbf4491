"""Columns with typed cells that no command reads: every command that reads the games reports them."""

import pytest

from tests import games
from tests.workbooks import own_books
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.tables.cells.games import read_games
from xl_dipscore.tables.cells.unread import UnreadFact
from xl_dipscore.workbooks.acts.fill import put_games
from xl_dipscore.workbooks.author import templates_folder
from xl_dipscore.workbooks.layout.event import EventIn

OK, FAULTY = 0, 1
MISSPELT = UnreadFact(column="'Drwa'", place_=" on Games", heading="Draw")
DRWA = str(MISSPELT)


@pytest.fixture
def misspelt(tmp_path):
    """A shipped example, its event named, whose heading Draw was typed over."""
    package = Package.read(templates_folder() / "examples" / "dcc-league.xlsx")
    package.set_value("Games", "F1", "Drwa")
    path = tmp_path / "event.xlsx"
    path.write_bytes(package.to_bytes())
    return path


@pytest.mark.parametrize(
    "words",
    [
        ("extract",),
        pytest.param(("export", "text"), marks=pytest.mark.slow),
        pytest.param(("template", "check"), marks=pytest.mark.slow),
    ],
)
def test_a_misspelt_heading_is_named_once(dipscore, misspelt, words):
    got = dipscore(*words, misspelt)
    assert got.status == (FAULTY if words == ("extract",) else OK)
    assert (got.err + got.out).count(DRWA) == 1


def test_what_computes_a_workbook_names_it_too(misspelt):
    """So do fill, rebuild and publish, which print these lines."""
    first, *_ = EventIn(Package.read(misspelt)).problem_lines
    assert first == f"Doubt: {MISSPELT.full_text}"


def test_fill_names_it_of_the_games_file(dipscore, tmp_path):
    own_books.made("row_groups", tmp_path / "mine.xlsx")
    table = games.event()
    games.write(tmp_path / "games.csv", [[*table[0][:5], "drwa", *table[0][6:]], *table[1:]])
    got = dipscore("fill", "mine.xlsx", "games.csv")
    assert got.status == FAULTY
    assert got.err.count(str(UnreadFact(column="'drwa'", place_="", heading="Draw"))) == 1


def test_nothing_is_named_without_a_reason():
    """Whether all ready workbooks are silent, the slow tests ask."""
    package = Package.read(templates_folder() / "examples" / "dcc-league.xlsx")
    package.set_value("Games", "AZ1", "a note of mine, apart from the list")
    package.set_value("Games", "AZ2", "x")
    assert EventIn(package).unread == []


@pytest.mark.parametrize(
    ("layout", "cell", "told"),
    [
        ("rows", ("Results", "K3"), "The column 'Yaer' on Results is not read. Did you mean year?"),
        ("blocks", ("Boards", "C2"), "The column 'Plyers' on Boards is not read. Did you mean player?"),
    ],
)
def test_so_is_one_in_a_layout_of_the_directors_own(tmp_path, layout, cell, told):
    package = Package.read(own_books.made(layout, tmp_path / "mine.xlsx"))
    put_games(EventIn(package), read_games(games.event()).games)
    assert EventIn(package).unread == []
    package.set_value(*cell, told.split("'")[1])
    assert [*map(str, EventIn(package).unread)] == [told]


def test_a_text_beside_the_last_power_is_enough(tmp_path):
    package = Package.read(own_books.made("blocks", tmp_path / "mine.xlsx"))
    package.set_value("Boards", "C2", "Plyers")
    assert EventIn(package).unread == []
    package.set_value("Boards", "C9", "Gus")
    assert [*map(str, EventIn(package).unread)] == [
        "The column 'Plyers' on Boards is not read. Did you mean player?"
    ]
