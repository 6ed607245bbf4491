"""Weights of boards as fractions: read exactly wherever they are typed; anything else is reported."""

from fractions import Fraction

import pytest

from tests import games
from tests.championship import CHAMPIONSHIP, NAMES, championship, squares
from tests.each import each
from xl_dipscore.rules.board import POWERS
from xl_dipscore.rules.event.settings import Settings
from xl_dipscore.rules.system import find
from xl_dipscore.rules.tournament.standings import standings
from xl_dipscore.tables.cells.games import games_of, read_games
from xl_dipscore.tables.cells.values import fraction
from xl_dipscore.tables.exchange.formats import File, reader_of
from xl_dipscore.tables.exchange.games_file import rows_of
from xl_dipscore.tables.functions import FUNCTIONS

OK, FAULTY = 0, 1
FUNCTION = {one.name: one for one in FUNCTIONS}


@pytest.mark.parametrize("whole", [False, True])
def test_a_championship_by_hand(whole):
    listed = read_games(championship(whole=whole))
    assert listed.faults == ()
    assert [game.weight for game in listed.games] == [*CHAMPIONSHIP.values()]
    table = standings(find("SOS"), listed.games, Settings(combine="sum"))
    assert {row.player: row.total for row in table} == {name: squares(name) for name in NAMES}


def test_the_same_on_the_command_line_and_in_a_worksheet_function(dipscore, tmp_path):
    games.write(tmp_path / "games.csv", championship())
    got = dipscore("standings", "SOS", "games.csv", "--combine", "sum")
    assert (got.status, got.err.count("weight")) == (OK, 0)
    theirs = {row[1]: float(row[2]) for row in got.table[1:]}
    shown = FUNCTION["DIP_STANDINGS"].call("SOS", championship(), [["combine", "sum"]])
    ours = {row[1]: row[2] for row in shown[1:]}
    for name in NAMES:
        assert theirs[name] == ours[name] == pytest.approx(float(squares(name)), abs=1e-12)
    explained = dipscore("explain", "SOS", "games.csv", "--player", "Ann", "--combine", "sum").out
    assert "a board of weight 2/3" in " ".join(explained.split())


def test_answers_to_a_form_say_it_so_too():
    header = ["Timestamp", "Round", "Board", *POWERS, "Weight"]
    file = File("form.csv", [header, ["9:00", 1, "A", *games.CLOCK, "8/9*6/7"]])
    (game,) = games_of(reader_of(file).read(file).rows).games
    assert game.weight == Fraction(16, 21)


def test_a_games_file_that_we_write_says_the_same():
    listed = read_games(championship("2/3", "0,5", 1.15, "3"))
    back = games_of(row for game in listed.games for row in rows_of(game)).games
    assert [game.weight for game in back] == [Fraction(2, 3), Fraction(1, 2), Fraction(115, 100), 3]
    assert [next(iter(rows_of(game))).get("weight") for game in listed.games] == ["2/3", 0.5, 1.15, 3]


@each(
    ("typed", "exact"),
    [
        ("1/3", Fraction(1, 3)),
        (" 2 / 3 ", Fraction(2, 3)),
        ("8/9 × 6/7", Fraction(48, 63)),
        ("2/3*6/7*5/7", Fraction(60, 147)),
        ("6*2/3", 4),
        ("2", 2),
        ("0.5", Fraction(1, 2)),
        ("0,5", Fraction(1, 2)),
        (0.25, Fraction(1, 4)),
        ("0/3", 0),
        *((typed, None) for typed in ("1/0", "2/", "/3", "2//3", "2/3/4", "2 3/4", "two", "2**3", "1.5/2")),
    ],
)
def test_a_fraction_as_text(typed, exact):
    assert fraction(typed) == exact


DATE = (
    " is a date: spreadsheets turn a weight such as 2/3 into a date. Format the cell as text, then type the "
    "weight again."
)


@each("typed", [46056, 46056.0, "46056", "2-Feb", "03. Feb", "02/03/26", "2026-02-03"])
def test_a_date_that_was_a_fraction_is_refused(typed):
    (fault,) = read_games(championship(typed, 1, 1, 1), "games.csv").faults
    assert str(fault).startswith("games.csv row 5, column weight: ")
    assert str(fault).endswith(DATE)


@pytest.mark.parametrize("typed", ["two thirds", -1, "-2/3", "1/0"])
def test_what_is_no_weight_is_refused(typed):
    (fault,) = read_games(championship(typed, 1, 1, 1)).faults
    assert str(fault).endswith(" is not a weight; type 0 or more, or a fraction such as 2/3.")


def test_two_different_weights_of_a_board_are_a_fault_and_two_spellings_are_none():
    first = championship("2/3", 1, 1, 1)
    first[1][-1] = "4/6"
    assert read_games(first).faults == ()
    first[2][-1] = "0.6667"
    assert [fault.sentence for fault in read_games(first).faults] == ["The weights of this board differ."]


def test_an_option_that_is_a_fraction_may_be_a_product(dipscore, tmp_path):
    games.write(tmp_path / "games.csv", games.event())
    product, plain = (
        dipscore("score", "TOWNSEND", "games.csv", "--set", f"win={win}").table
        for win in ("8/9*6/7", "16/21")
    )
    assert product == plain
