"""`dipscore explain` of a total, and of a board that need not be named; `score --lines`."""

import re
from collections import defaultdict
from fractions import Fraction

import pytest

from tests.rules.tournament.events import BAD, FOUR, SOLO, THREE, board, fixed, games, write
from tests.samples import one_of_each_family
from xl_dipscore import Settings
from xl_dipscore.rules.system import find
from xl_dipscore.rules.tournament.explain import explain_total

OK, FAULTY, MISUSED = 0, 1, 2
ROUNDS = [
    board(THREE, ["Ann Lee", *"bcdefg"]),
    board(FOUR, "hijklmn", 1, "B"),
    board(SOLO, ["n", "b", "h", "Ann Lee", *"djf"], 2, draw="A"),
]


@pytest.fixture
def event(tmp_path):
    return write(tmp_path / "games.csv", *ROUNDS)


# -- a total ------------------------------------------------------------------------------------


def test_a_players_total(dipscore, event):
    got = dipscore("explain", "DCC", event, "--player", " ann  LEE ", "--rounds", 4)
    assert (got.status, got.err) == (OK, "")
    settings = Settings(rounds=4)
    found = explain_total(find("DCC"), games(*ROUNDS), settings, {}, "Ann Lee")
    for section in found.sections:
        assert section.title in got.out
        for line in section.lines:
            assert line.words in got.out
    (total,) = [line for line in got.out.splitlines() if line.startswith("│ Total ")]
    assert found.standing is not None
    assert float(re.findall(r"[\d.]+", total)[-1]) == pytest.approx(
        float(found.standing.total or 0), abs=5e-4
    )
    assert "87.5 %, divided by 2" in got.out


def test_the_options_are_those_of_standings(dipscore, event):
    words = ("--combine", "best 1", "--tiebreak", "wins,centres", "--min-rounds", 3, "--decimals", 1)
    got = dipscore("explain", "DCC", event, "--player", "b", *words, "--set", "scs=share")
    assert "b under DCC, best 1" in got.out
    assert "Tie-break: wins" in got.out
    assert "Tie-break: centres" in got.out
    assert "No rank: 2 rounds played, 3 are needed." in got.out
    assert "Each score is rounded to 1 decimal before it counts." in got.out
    early = dipscore("explain", "MYSTERY", event, "--player", "n", "--rounds", 5, "--provisional")
    assert early.status == OK
    assert "No total" not in early.out


def test_names_are_printed_as_they_are(dipscore, tmp_path):
    path = write(tmp_path / "g.csv", fixed({"[b]x": 5}))
    assert "[b]x under SOS" in dipscore("explain", "SOS", path, "--player", "[B]X").out


def test_an_unknown_player_is_told_the_nearest(dipscore, event):
    got = dipscore("explain", "DCC", event, "--player", "ann le")
    assert (got.status, got.out) == (MISUSED, "")
    assert got.err == "There is no player 'ann le'. Did you mean Ann Lee?\n"


def test_a_player_without_a_total(dipscore, tmp_path):
    path = write(tmp_path / "g.csv", fixed({"a": 5}), board(BAD, "ab", 2, "Red"))
    got = dipscore("explain", "SOS", path, "--player", "a")
    assert got.status == FAULTY
    assert "No total" in got.out
    assert "Round 2, board Red, Austria: Austria has 36 centres" in got.out
    assert (
        dipscore("explain", "SOS", write(tmp_path / "h.csv", fixed({"a": 5})), "--player", "a").status == OK
    )


def test_a_player_on_a_row_that_has_no_seat_has_no_total(dipscore, tmp_path):
    """The board is refused, and nobody knows that they were not on it."""
    crowded = fixed({"c": 5, "d": 4}, 2)
    path = write(tmp_path / "g.csv", fixed({"a": 5, "b": 3}), [*crowded, {**crowded[0], "Player": "a"}])
    got = dipscore("explain", "SOS", path, "--player", "a")
    assert (got.status, "No total" in got.out) == (FAULTY, True), got.out
    assert "is listed twice." in got.out


def test_one_thing_at_a_time(dipscore, event):
    got = dipscore("explain", "DCC", event, "--player", "b", "--round", 1)
    assert (got.status, got.out) == (MISUSED, "")
    assert got.err.startswith("Give either --player or --team for a total, or --round and --board")
    got = dipscore("explain", "DCC", event, "--combine", "sum", "--min-rounds", 1)
    assert (got.status, got.out) == (MISUSED, "")
    assert got.err == "For a total: --combine and --min-rounds. Give --player or --team too.\n"


# -- a board ------------------------------------------------------------------------------------


def test_the_only_board_is_taken(dipscore, event, tmp_path):
    alone = dipscore("explain", "DCC", write(tmp_path / "one.csv", ROUNDS[0]))
    named = dipscore("explain", "DCC", event, "--round", 1, "--board", 1)
    assert (alone.status, alone.out) == (OK, named.out)
    by_round = dipscore("explain", "DCC", event, "--round", 2)
    assert by_round.out == dipscore("explain", "DCC", event, "--round", 2, "--board", 1).out
    assert dipscore("explain", "DCC", event, "--board", "b").status == OK


def test_several_boards_are_listed(dipscore, tmp_path):
    path = write(tmp_path / "g.csv", *ROUNDS, board(BAD, "", 3))
    got = dipscore("explain", "DCC", path)
    assert (got.status, got.out) == (MISUSED, "")
    listed = got.err.splitlines()
    stopped = "stopped by the clock: scored as a draw of all"
    assert listed[:3] == [
        f"Round 1, board 1: {stopped} 3 survivors, Austria, England, France, 1908.",
        f"Round 1, board B: {stopped} 4 survivors, Austria, England, France, Germany, 1908.",
        "Round 2, board 1: solo Austria with 18 centres, 1908.",
    ]
    assert listed[3].startswith("Round 3, board 1: Austria has 36 centres")
    assert listed[4:] == ["There are 4 boards: say which one with --round and --board."]
    assert dipscore("explain", "DCC", path, "--round", 1).err.splitlines() == [
        *listed[:2],
        "There are 2 boards: say which one with --round and --board.",
    ]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--round", "1", "--board", "Z"], "There is no board Z in round 1. There are boards 1 and B."),
        (["--round", "2", "--board", "Z"], "There is no board Z in round 2. There is only board 1."),
        (["--board", "Z"], "There is no board Z. There are boards 1 and B."),
        (["--round", "7"], "There is no round 7 with a result. There are rounds 1 and 2."),
        (["--round", "7", "--board", "1"], "There is no round 7 with a result. There are rounds 1 and 2."),
    ],
)
def test_an_unknown_board_is_told_what_there_is(dipscore, event, words, sentence):
    got = dipscore("explain", "DCC", event, *words)
    assert (got.status, got.out, got.err) == (MISUSED, "", f"{sentence}\n")


def test_no_board_at_all(dipscore, tmp_path):
    path = write(tmp_path / "g.csv", board((None,) * 7, "a"))
    assert dipscore("explain", "DCC", path).err == "There is no board with a result.\n"


# -- score --lines ------------------------------------------------------------------------------


@pytest.mark.parametrize("system", [one.key for one in one_of_each_family()])
def test_the_lines_add_up_to_the_scores(dipscore, tmp_path, system):
    chart = {"y1901": (5, 5, 5, 5, 4, 5, 5), "y1902": (9, 8, 9, 8, 0, 0, 0)}
    boards = [
        board(THREE, "abcdefg"),
        board(FOUR, "hijklmn", 1, "B", override={"E": "7.5"}),
        board(SOLO, "abcdefg", 2),
        board((9, 8, 9, 8, 0, 0, 0), "hijklmn", 2, "B", **chart),
    ]
    path = write(tmp_path / "g.csv", *boards)
    scores, lines = dipscore("score", system, path), dipscore("score", system, path, "--lines")
    assert lines.status == scores.status
    header, *rows = lines.table
    assert header == ["round", "board", "power", "player", "line", "amount"]
    made = defaultdict(Fraction)
    for round_, name, power, _, _, amount in rows:
        made[round_, name, power] += Fraction(amount)
    at = scores.table[0].index("score")
    expected = {tuple(row[:3]): row[at] for row in scores.table[1:] if row[at]}
    assert made.keys() == expected.keys()
    assert [float(one) for one in made.values()] == pytest.approx([*map(float, expected.values())])
    if any(key[:2] == ("1", "B") for key in expected):
        assert ["1", "B", "England", "i", "typed by the director", "7.5"] in rows


def test_the_lines_of_a_rule(dipscore, event):
    rows = dipscore("score", "WBC", event, "--lines").table
    assert rows[1:3] == [
        ["1", "1", "Austria", "Ann Lee", "1 point per centre", "12"],
        ["1", "1", "Austria", "Ann Lee", "Member of the draw of all 3 survivors", "10"],
    ]
    dipscore("score", "WBC", event, "--lines", "-o", "lines.csv")
    first = (event.parent / "lines.csv").read_text("utf-8").splitlines()[1]
    assert first == "1,1,Austria,Ann Lee,1 point per centre,12"


def test_the_lines_of_faulty_boards_are_left_out(dipscore, tmp_path):
    path = write(tmp_path / "g.csv", ROUNDS[0], board(BAD, "", 3))
    got = dipscore("score", "SOS", path, "--lines")
    assert got.status == FAULTY
    assert {row[0] for row in got.table[1:]} == {"1"}
    assert "36" in got.err
