"""League, Final Game and Top Board, as the DC(C) article defines them, and interim tables."""

from fractions import Fraction
from typing import Any

import pytest

from tests.rules.tournament.events import (
    BAD,
    BLANK,
    FOUR,
    SOLO,
    THREE,
    board,
    fixed,
    games,
    listed,
    ranks,
    totals,
)
from xl_dipscore import Faults, Settings, Standings, score, standings
from xl_dipscore.rules.board import Board
from xl_dipscore.rules.event.decision import TOP_TO_COME
from xl_dipscore.rules.event.settings import Format
from xl_dipscore.rules.tournament.formats import FinalAmongAll, TooFewRounds

SEVEN_ = dict(zip("abcdefg", (700, 600, 500, 400, 300, 200, 100), strict=True))
OTHERS = dict(zip("hijklmn", (90, 80, 70, 60, 50, 40, 30), strict=True))
PRELIMS = [fixed(SEVEN_, n) for n in (1, 2, 3, 4)] + [fixed(OTHERS, n, 2) for n in (1, 2, 3, 4)]


def dcc(*boards: Any, **settings: Any) -> Standings:
    return standings("DCC", games(*boards), Settings(**settings))


def order(table: Standings) -> str:
    return "".join(row.player for row in table if row.rank is not None)


# -- the Final Game -----------------------------------------------------------------------------


def test_a_solo_in_the_final_wins_the_event() -> None:
    """The last of the seven wins it: 100 + 700 is not the most, but they are the champion."""
    table = dcc(*PRELIMS, board(SOLO, "gfedcba", "Final"), rounds=4)
    assert order(table)[0] == "g"
    assert order(table)[1:] == "abcdefhijklmn"
    assert table.rounds == (1, 2, 3, 4, "Final")
    assert [row[-2] for row in table.table()[1:3]] == ["1 2 3 4 Final"] * 2
    assert [row[7] for row in table.table()] == ["Final", 700, *[0] * 6, *[None] * 7]


def test_a_conceded_final_is_a_win_too() -> None:
    low = [fixed({"a": 700, "b": 0}), board(THREE, "ba", "Final", draw="A")]
    assert order(dcc(*low)) == "ba"
    assert totals(dcc(*low)) == {"a": 700, "b": 700}


def test_a_drawn_final_counts_in_full_and_is_added() -> None:
    final = board(FOUR, "gfedcba", "Final", draw="AEF")
    table = dcc(*PRELIMS, final)
    scored = score("DCC", Board(FOUR, draw=["Austria", "England", "France"]))
    expected = {p: Fraction(s) for p, s in {**SEVEN_, **OTHERS}.items()}
    for player, points in zip("gfedcba", scored, strict=True):
        expected[player] += points
    assert totals(table) == expected
    assert order(table) == "".join(sorted(expected, key=lambda p: -expected[p]))


def test_a_final_is_not_among_the_rounds() -> None:
    """One of two rounds played: half of 400; the Final does not make it two of three."""
    boards = [fixed({"a": 400}), fixed({"b": 500}, 2), fixed({"a": 100}, "Final")]
    table = dcc(*boards)
    assert totals(table) == {"a": Fraction(400, 2) + 100, "b": 250}
    assert table[0].counted == (1, "Final")


def test_whoever_plays_the_final_only_has_its_score() -> None:
    assert totals(dcc(fixed({"a": 400}), fixed({"b": 150}, "final"))) == {"a": 400, "b": 150}


def test_a_round_called_final_means_the_format() -> None:
    boards = [fixed({"a": 400}), fixed({"a": 100}, "Final")]
    assert dcc(*boards).table() == dcc(*boards, format="final").table()
    with pytest.raises(Faults, match="A round is called Final") as caught:
        dcc(*boards, format="all rounds")
    assert isinstance(caught.value.faults[0], FinalAmongAll)


def test_a_faulty_final_hides_nobody() -> None:
    table = dcc(*PRELIMS, board(BAD, "gfedcba", "Final"))
    assert ranks(table) == [(n, p) for n, p in enumerate("hijklmn", 1)] + [(None, p) for p in "abcdefg"]


def test_before_the_final_is_played_the_table_is_that_before_it() -> None:
    before = dcc(*PRELIMS, format="final")
    assert before.table() == dcc(*PRELIMS).table()
    assert before.notes == ("No round is called Final yet: this is the table before it.",)
    assert dcc(*PRELIMS, board(BLANK, "abcdefg", "Final")).table() == before.table()


# -- the Top Board ------------------------------------------------------------------------------

TOP = fixed(dict(zip("abcdefg", (0, 10, 20, 30, 0, 0, 600), strict=True)), 4, "Top")
REST = fixed({**dict.fromkeys("ijklmn", 0), "h": 700}, 4, "B")
THREE_ROUNDS = [one for one in PRELIMS if one[0]["Round"] != 4]


def test_the_top_board_holds_the_first_seven_places() -> None:
    table = dcc(*THREE_ROUNDS, TOP, REST, format="top-board")
    assert order(table) == "agbcdefhijklmn"
    assert totals(table)["h"] == 90 + 700
    assert ranks(table)[7] == (8, "h")


def test_earlier_rounds_are_an_event_one_round_shorter_and_the_last_counts_in_full() -> None:
    boards = [fixed({"a": 400, "b": 200}), fixed({"a": 300}, 2), fixed({"b": 100}, 3)]
    boards.append(fixed({"a": 50, "b": 60}, 4, "Top"))
    table = dcc(*boards, format="top-board")
    assert totals(table) == {
        "a": Fraction(85, 100) * 700 / 2 + 50,
        "b": Fraction(85, 100) * 300 / 2 + 60,
    }
    assert table[0].counted == (1, 2, 4)


def test_another_systems_best_rounds_before_the_top_board() -> None:
    boards = [fixed({"a": s}, n) for n, s in enumerate((30, 20, 10), 1)] + [fixed({"a": 5}, 4, "Top")]
    for system in ("WBC", "VICTORIA", "PIGGYBACK", "GENCON"):
        before = 50 if system == "WBC" else 60
        assert totals(standings(system, games(*boards), Settings(format="top-board"))) == {"a": before + 5}
    ndc = [fixed({"a": 30}), fixed({"a": 20}, 2), fixed({"a": 5}, 3, "top")]
    assert totals(standings("NDC", games(*ndc), Settings(format="top-board"))) == {"a": Fraction(50, 2) + 5}


def test_level_on_the_top_board_shares_a_place_within_the_seven() -> None:
    prelim = fixed(dict.fromkeys("abcdefg", 100)), fixed({"h": 900}, 1, 2)
    table = dcc(*prelim, fixed(dict.fromkeys("abcdefg", 50), 2, "Top"), format="top-board", tiebreak=())
    assert ranks(table) == [(1, p) for p in "abcdefg"] + [(8, "h")]


def test_groups_keep_their_places() -> None:
    """h is eighth to fourteenth however much they score; o's board is the group below."""
    third = fixed(dict(zip("opqrstu", (9, 8, 7, 6, 5, 4, 3), strict=True)), 1, 3)
    prelims = [PRELIMS[0], PRELIMS[4], third]
    last = [
        fixed(dict.fromkeys("opqrstu", 600), 2, "C"),
        fixed({**dict.fromkeys("hijklm", 0), "n": 100}, 2, "B"),
        fixed(dict.fromkeys("abcdefg", 0), 2, "Top"),
    ]
    table = dcc(*prelims, *last, format="top-board", groups=True)
    assert order(table) == "abcdefg" + "nhijklm" + "opqrstu"
    free = dcc(*prelims, *last, format="top-board")
    assert order(free) == "abcdefg" + "opqrstu" + "nhijklm"


def test_who_misses_a_last_round_in_groups_stands_below_them() -> None:
    last = [fixed({"b": 0}, 2, "Top"), fixed({"c": 0}, 2, "B")]
    table = dcc(fixed({"a": 700, "b": 10, "c": 5}), *last, format="top-board", groups=True)
    assert order(table) == "bca"


@pytest.mark.parametrize("format_", ["top-board", "top-places"])
def test_without_a_top_board_the_table_is_that_after_qualifying(format_: Format) -> None:
    """All four rounds are played, and the top board is still to come: planned as one of four, or not."""
    for rounds in (None, 4):
        table = dcc(*PRELIMS, format=format_, rounds=rounds)
        assert table.table() == dcc(*PRELIMS).table()
        assert table.notes == (TOP_TO_COME,)


@pytest.mark.parametrize("format_", ["top-board", "top-places"])
def test_before_the_top_board_the_table_is_that_of_the_shorter_event(format_: Format) -> None:
    boards = [fixed({"a": 400, "b": 100}), fixed({"a": 300}, 2)]
    table = dcc(*boards, format=format_, rounds=4)
    assert totals(table) == {"a": Fraction(85, 100) * 700 / 2, "b": Fraction(75, 100) * 100 / 2}
    assert table.notes == (TOP_TO_COME,)


def test_while_the_top_board_is_being_played() -> None:
    """The other boards of the last round are over: their scores count in full, nobody is a champion yet."""
    found = listed(fixed({"a": 400}), fixed({"b": 30}, 2, "B"), board(BLANK, "a", 2, "Top"))
    chosen = found.of_event(Settings(format="top-board", rounds=2))
    table = standings("DCC", found.games, chosen)
    assert totals(table) == {"a": 400, "b": 30}
    assert (
        standings("DCC", found.games, found.of_event(Settings(format="top-board"))).table() == table.table()
    )


def test_an_empty_event_has_a_header() -> None:
    for format_ in ("all rounds", "final", "top-board"):
        assert dcc(board(BLANK, "ab"), format=format_).table() == [
            ["Rank", "Player", "Total", "Counted", "msd"]
        ]


def test_a_round_beyond_the_plan() -> None:
    with pytest.raises(Faults, match="2 rounds are planned, but there is a game of round 4") as caught:
        dcc(*PRELIMS, rounds=2)
    assert isinstance(caught.value.faults[0], TooFewRounds)
    assert caught.value.cell == "#NUM!"
