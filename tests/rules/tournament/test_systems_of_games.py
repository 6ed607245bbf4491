"""Another system each round or game, scores scaled to one sum, weights of rounds, reasons of extra points."""

from fractions import Fraction
from typing import Any

import pytest

from tests import games as files
from tests.rules.tournament.events import FOUR, SOLO, THREE, Rows, board, fixed, games, listing, ranks, totals
from xl_dipscore import Faults, Settings, score, standings
from xl_dipscore.rules.board import Board
from xl_dipscore.rules.system import find
from xl_dipscore.rules.tournament.explain import explain_total
from xl_dipscore.tables.cells.columns import GAME_COLUMNS
from xl_dipscore.tables.cells.games import read_games
from xl_dipscore.tables.functions import FUNCTIONS
from xl_dipscore.tables.native.compiled import compile_system
from xl_dipscore.tables.native.event import check
from xl_dipscore.tables.native.plan import EventPlan
from xl_dipscore.workbooks.plain.boards import board_of_list
from xl_dipscore.workbooks.plain.calls import NotPlain, Source

CALLS = {one.name: one.call for one in FUNCTIONS}
OK, FAULTY, MISUSED = 0, 1, 2
GONE = [None] * 4 + [1905] * 3


def three_rounds(**columns: Any) -> list[Rows]:
    """The same seven at the same powers, in three rounds."""
    return [board(FOUR, "abcdefg", n, **columns) for n in (1, 2, 3)]


def under(key: str) -> dict[str, Fraction]:
    return dict(zip("abcdefg", score(key, Board(FOUR, eliminated=GONE, year=1908)), strict=True))


# -- another system -------------------------------------------------------------------------------


def test_every_game_is_scored_by_its_own_system_or_by_that_of_its_round() -> None:
    own = games(
        *three_rounds()[:1],
        board(FOUR, "abcdefg", 2, system=["Sum of Squares", *[None] * 6]),
        board(FOUR, "abcdefg", 3, system=["whipping"] * 7),
    )
    by_round = {"round systems": ("CDIPLO", "SOS", "WHIPPING")}
    c, s, w = under("CDIPLO"), under("SOS"), under("WHIPPING")
    expected = {player: c[player] + s[player] + w[player] for player in "abcdefg"}
    assert totals(standings("CDIPLO", own)) == expected
    assert totals(standings("CDIPLO", games(*three_rounds()), **by_round)) == expected


def test_the_column_goes_before_the_round_and_a_round_without_one_has_the_events() -> None:
    boards = [*three_rounds()[:1], board(FOUR, "abcdefg", 2, system=["WHIPPING", *[None] * 6])]
    table = standings("CDIPLO", games(*boards), **{"round systems": ("SOS",)})
    s, w = under("SOS"), under("WHIPPING")
    assert totals(table) == {player: s[player] + w[player] for player in "abcdefg"}


def test_totals_by_rank_are_fair_to_systems_of_other_sizes() -> None:
    """a is first twice and last once, b second three times: ranks 1 + 1 against 2 + 2."""
    rounds = [
        fixed({"a": 100, "b": 90, "c": 10}, 1),
        fixed({"a": 100, "b": 90, "c": 10}, 2, system=["SOS", *[None] * 6]),
        fixed({"a": 0, "b": 8000, "c": 28034}, 3, system=["CARNAGE", *[None] * 6]),
    ]
    table = standings("CDIPLO", games(*rounds), Settings("ranks best 2"))
    assert totals(table) == {"a": -(1 + 1), "b": -(2 + 2), "c": -(1 + 3)}


def test_options_of_the_events_system_are_its_own_and_scale_to_is_everybodys() -> None:
    rounds = [*three_rounds()[:1], board(FOUR, "abcdefg", 2, system=["SOS", *[None] * 6])]
    table = standings("CDIPLO", games(*rounds), part=8, **{"scale to": 1000})
    drawn = 7 * 8 + sum(FOUR) + 38 + 14 + 7
    first = Fraction(1000 * (8 + 10 + 38), drawn)
    assert totals(table)["a"] == first + Fraction(1000 * 10**2, sum(n * n for n in FOUR))


@pytest.mark.parametrize(
    ("systems", "sentence"),
    [
        (["DIXICON", *[None] * 6], "There is no scoring system DIXICON. Did you mean DIXIECON?"),
        (["baf", *[None] * 6], "Baf: its rule is not found in print."),
        (["SOS", "CDIPLO", *[None] * 5], "The systems of this board differ."),
    ],
)
def test_what_is_no_system_of_a_board_is_told_with_its_place(systems: list[Any], sentence: str) -> None:
    found = read_games(listing(board(FOUR, "abcdefg", 1, system=systems)), "games.csv")
    (fault,) = found.faults
    assert str(fault).startswith("games.csv row ")
    assert ", column System: " in str(fault)
    assert sentence in str(fault)


@pytest.mark.parametrize(("event", "own"), [("MYSTERY", "SOS"), ("CDIPLO", "HURST")])
def test_a_system_of_the_whole_event_stands_beside_no_other(event: str, own: str) -> None:
    with pytest.raises(Faults, match="scores an event as a whole: no game of it can have another system"):
        standings(event, games(*three_rounds(), board(FOUR, "hijklmn", 1, 2, system=[own, *[None] * 6])))


def test_a_worksheet_function_reads_it_beside_the_board() -> None:
    header, *rows = listing(board(FOUR, "abcdefg", 2, system=["SOS", *[None] * 6]))
    got = CALLS["DIP_SCORE"]("CDIPLO", None, None, None, None, None, [header], rows)
    assert [cell for (cell,) in got] == pytest.approx([float(n) for n in under("SOS").values()])
    options = [["round systems", "CDIPLO", "whipping"], ["scale to", 50]]
    plain = [[*row[:-1], None] for row in rows]
    (told,) = CALLS["DIP_CHECK"]("CDIPLO", None, None, None, None, options, [header], plain)[0]
    assert told.startswith("OK: ")
    whipping = under("WHIPPING")
    got = CALLS["DIP_SCORE"]("CDIPLO", None, None, None, None, options, [header], plain)
    assert [cell for (cell,) in got] == pytest.approx(
        [float(50 * n / sum(whipping.values())) for n in whipping.values()]
    )


def test_commands_say_by_which_system_a_board_is_scored(dipscore, tmp_path) -> None:
    files.write(tmp_path / "games.csv", [["" if cell is None else cell for cell in row] for row in listing(
        *three_rounds()[:1], board(FOUR, "abcdefg", 2, system=["SOS", *[None] * 6])
    )])  # fmt: skip
    told = dipscore("explain", "CDIPLO", "games.csv", "--round", 2, "--board", 1)
    assert told.out.startswith("Sum of Squares: ")
    scored = dipscore("score", "CDIPLO", "games.csv", "--set", "scale to=50")
    assert scored.status == OK
    assert float(scored.table[8][-1]) == pytest.approx(50 * 10**2 / sum(n * n for n in FOUR))
    assert dipscore("check", "CDIPLO", "games.csv", "--set", "round systems=SOS,xx").status == MISUSED


# -- scaled ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", ["CARNAGE", "SOS", "BANGKOK", "CUSTOM"])
def test_any_system_can_be_scaled_to_a_sum(key: str) -> None:
    plain = under(key)
    whole = sum(plain.values())
    scaled = score(key, Board(FOUR, eliminated=GONE, year=1908), **{"scale to": 100})
    assert [*scaled] == [100 * n / whole for n in plain.values()]


def test_in_cells_scaling_has_a_form_and_the_systems_of_rounds_have_none() -> None:
    made = compile_system(find("SOS"), {"scale to": 50}, (), {})
    plain = compile_system(find("SOS"), {}, (), {})
    assert len(made.lines) == 1
    assert {one.text for one in plain.columns if one.name in plain.lines} < {one.text for one in made.columns}
    with pytest.raises(Faults, match="The option round systems has no form in cells"):
        compile_system(find("SOS"), {"round systems": "SOS, CDIPLO"}, (), {})
    settings = Settings(round_weights=(Fraction(2, 3),))
    with pytest.raises(Faults, match="round weights has no form in cells; type the weights in a column"):
        check(EventPlan(find("SOS"), 3, 14, settings))


def test_a_directors_own_list_with_systems_is_not_made_plain() -> None:
    header, *rows = listing(board(FOUR, "abcdefg", 1, system=["SOS", *[None] * 6]))
    cells = [[Source(cell, place=("Games", 1, 1)) for cell in row] for row in (header, *rows)]
    with pytest.raises(NotPlain, match="a board has a system of its own"):
        board_of_list(cells, frozenset(GAME_COLUMNS))


# -- weights of rounds ----------------------------------------------------------------------------


WEIGHTS = (Fraction(2, 3), Fraction(7, 9), Fraction(8, 9))


def test_rounds_weigh_as_the_french_championship_has_it() -> None:
    rounds = [fixed({"a": n, "b": 0}, r) for r, n in enumerate((60, 45, 30), 1)]
    table = standings("SOS", games(*rounds), Settings(round_weights=WEIGHTS))
    assert totals(table)["a"] == 60 * WEIGHTS[0] + 45 * WEIGHTS[1] + 30 * WEIGHTS[2] == Fraction(305, 3)


def test_the_weight_of_a_board_goes_with_that_of_its_round_and_a_final_has_none_of_a_round() -> None:
    rounds = [fixed({"a": 60}, 1, weight=["1/2", *[None] * 6]), fixed({"a": 30}, "Final")]
    table = standings("SOS", games(*rounds), Settings(round_weights=WEIGHTS))
    assert totals(table)["a"] == 60 * WEIGHTS[0] / 2 + 30


def test_weights_of_rounds_are_typed_as_fractions(dipscore, tmp_path) -> None:
    rounds = [fixed({"a": n, "b": 0}, r) for r, n in enumerate((60, 45, 30), 1)]
    files.write(tmp_path / "games.csv", [["" if c is None else c for c in row] for row in listing(*rounds)])
    got = dipscore("standings", "SOS", "games.csv", "--round-weights", "2/3,7/9,8/9")
    assert float(got.table[1][2]) == pytest.approx(305 / 3)
    for options in ([["round weights", "2/3", "7/9", "8/9"]], [["Round weights", "2/3; 7/9, 8/9"]]):
        table = CALLS["DIP_STANDINGS"]("SOS", listing(*rounds), options)
        assert table[1][2] == pytest.approx(305 / 3)
    refused = dipscore("standings", "SOS", "games.csv", "--round-weights", "46085,1")
    assert refused.status == MISUSED
    assert "and no dates, not 46085" in refused.err


# -- reasons --------------------------------------------------------------------------------------


def test_extra_points_are_explained_by_their_reason() -> None:
    columns = {"extra_points": [-5, 3, *[None] * 5], "reason": ["yellow card", *[None] * 6]}
    played = games(board(SOLO, "ab", 1, **columns), board(THREE, "ab", 2, extra_points=[-30, *[None] * 6]))
    told = explain_total(find("SOS"), played, Settings(), {}, "a").table()
    words = {row[0]: row[3] for row in told if "xtra points" in str(row[0])}
    assert words == {
        "Round 1, board 1, Austria: extra points, yellow card": -5,
        "Extra points, typed by the director": -30,
    }
    assert ranks(standings("SOS", played))[0] == (1, "a")
