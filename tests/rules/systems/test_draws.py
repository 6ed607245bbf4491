"""The systems that score the draw: DRAGONFLIGHT, DRAWSIZE and its variants, MYSTERY, TEMPEST."""

import json
from fractions import Fraction
from pathlib import Path

import pytest

from tests.boards import full
from tests.rules.systems.explained import about
from xl_dipscore import Board, Faults, score, systems
from xl_dipscore.rules.system import find
from xl_dipscore.rules.systems.mystery import SoloUnknown
from xl_dipscore.tables.functions.boards import dip_score

OUTSIDE = Board((12, 9, 8, 5, 0, 0, 0), ["Austria", "England", "France"])
CLOCK = Board((12, 9, 8, 5, 0, 0, 0))
SOLO = Board((18, 10, 6, 0, 0, 0, 0))
CONCEDED = Board((14, 10, 10, 0, 0, 0, 0), ["Austria"])


# -- DRAGONFLIGHT -----------------------------------------------------------------------------


def test_dragonflight_shares_sixty_among_all_survivors() -> None:
    assert score("DRAGONFLIGHT", CLOCK) == (15, 15, 15, 15, 0, 0, 0)
    assert score("DRAGONFLIGHT", OUTSIDE) == (15, 15, 15, 15, 0, 0, 0)
    assert score("DRAGONFLIGHT", SOLO) == (61, 0, 0, 0, 0, 0, 0)
    assert score("DRAGONFLIGHT", CONCEDED) == (61, 0, 0, 0, 0, 0, 0)


def test_birsan_a_win_at_dragonflight_beats_two_two_ways_or_three_three_ways() -> None:
    two_way, three_way = Board((17, 17, 0, 0, 0, 0, 0)), Board((12, 11, 11, 0, 0, 0, 0))
    win = score("DRAGONFLIGHT", SOLO)[0]
    assert win > 2 * score("DRAGONFLIGHT", two_way)[0] == 2 * 30
    assert win > 3 * score("DRAGONFLIGHT", three_way)[0] == 3 * 20


# -- DRAWSIZE, DRAW60, CENTRES60 ------------------------------------------------------------------


@pytest.mark.parametrize(("key", "pot"), [("DRAWSIZE", 100), ("DRAW60", 60)])
def test_a_pot_for_the_winner_or_the_draw(key: str, pot: int) -> None:
    assert score(key, SOLO) == (pot, 0, 0, 0, 0, 0, 0)
    assert score(key, CONCEDED) == (pot, 0, 0, 0, 0, 0, 0)
    assert score(key, OUTSIDE) == (*[Fraction(pot, 3)] * 3, 0, 0, 0, 0)
    assert score(key, CLOCK) == (*[Fraction(pot, 4)] * 4, 0, 0, 0)
    assert score(key, Board((5, 5, 5, 5, 5, 5, 4))) == tuple([Fraction(pot, 7)] * 7)


def test_centres_and_sixty() -> None:
    assert score("CENTRES60", SOLO) == (18 + 60, 10, 6, 0, 0, 0, 0)
    assert score("CENTRES60", CONCEDED) == (14 + 60, 10, 10, 0, 0, 0, 0)
    assert score("CENTRES60", OUTSIDE) == (12 + 20, 9 + 20, 8 + 20, 5, 0, 0, 0)


def test_toronto_is_draw_size_and_says_so() -> None:
    assert find("Toronto") is find("DRAWSIZE")
    assert "Toronto" in find("DRAWSIZE").rule_text
    assert find("DRAW60").help == "60 points for a win, or shared equally by the draw."


# -- TEMPEST ----------------------------------------------------------------------------------


def test_tempest_takes_the_centres_outside_from_the_pot() -> None:
    each = Fraction(150 - 5, 3)
    assert score("TEMPEST", OUTSIDE) == (each, each, each, 5, 0, 0, 0)
    assert score("TEMPEST", OUTSIDE, outside="nothing") == (each, each, each, 0, 0, 0, 0)
    assert score("TEMPEST", SOLO) == (150, 0, 0, 0, 0, 0, 0)
    assert score("TEMPEST", CLOCK) == (*[Fraction(150, 4)] * 4, 0, 0, 0)
    assert about("TEMPEST", OUTSIDE, "145 points (150 less 5") == [each] * 3 + [0] * 4
    assert about("TEMPEST", OUTSIDE, "per centre") == [0, 0, 0, 5, 0, 0, 0]


def test_birsan_a_win_at_tempest_beats_three_three_ways_with_a_survivor_outside() -> None:
    assert 150 > 3 * score("TEMPEST", OUTSIDE)[0] == 150 - 5
    assert 3 * score("TEMPEST", Board((12, 11, 11, 0, 0, 0, 0)))[0] == 150


# -- MYSTERY ----------------------------------------------------------------------------------


def test_mystery_on_one_board() -> None:
    assert score("MYSTERY", OUTSIDE) == (100, 100, 100, 10, 0, 0, 0)
    assert score("MYSTERY", CLOCK) == (100, 100, 100, 100, 0, 0, 0)
    assert about("MYSTERY", OUTSIDE, "3-way draw") == [100, 100, 100, 0, 0, 0, 0]
    assert about("MYSTERY", OUTSIDE, "survivor outside") == [0, 0, 0, 10, 0, 0, 0]


def test_a_solo_needs_the_event() -> None:
    for board in (SOLO, CONCEDED):
        with pytest.raises(Faults) as told:
            score("MYSTERY", board)
        assert isinstance(told.value.faults[0], SoloUnknown)
        assert told.value.cell == "#N/A"
        assert str(told.value) == (
            "MYSTERY has no value for a solo until the event is over; to score it now, set the option solo."
        )


def test_a_solo_whose_value_is_known() -> None:
    vectors = Path(__file__).parents[2] / "vectors" / "tournaments.json"
    (event,) = (one for one in json.loads(vectors.read_text("utf-8")) if one["id"] == "mystery")
    drawn = 0
    for game in event["games"]:
        if game["kind"] == "draw":
            counts = [5] * game["size"] + [3] * game.get("outside_survivors", 0)
            board = Board(counts + [0] * (7 - len(counts)), range(game["size"]))
            drawn += sum(score("MYSTERY", board))
    value = Fraction(drawn, event["drawn_games"] * event["solos"])
    assert drawn == event["drawn_points"] == 2410
    assert float(value) == pytest.approx(event["solo_points"])
    assert score("MYSTERY", SOLO, solo=value) == (value, 0, 0, 0, 0, 0, 0)
    assert dip_score("MYSTERY", [18, 10, 6, 0, 0, 0, 0], None, None, None, [["solo", 200.5]]) == [
        [200.5, 0, 0, 0, 0, 0, 0]
    ]
    assert score("MYSTERY", SOLO, solo=0) == (0,) * 7


# -- marks that change nothing --------------------------------------------------------------------


def test_systems_without_draw_members_say_so_when_a_survivor_is_not_marked() -> None:
    without = {system.key for system in systems() if not system.marks}
    assert without >= {
        *("CARNAGE", "CARNAGE09", "CARNAGEDEADEQUAL", "CDIPLO", "CDIPLO73", "CDIPLO80", "CDIPLONAMUR"),
        *("CONQUEST", "DRAGONFLIGHT", "GENCON", "MANORCON", "SHARE", "SOS", "TRIBUTE", "WHIPPING"),
        "WHIPPING24",
    }
    assert not without & {
        *("ARMADA", "BOSTON", "CALGARY", "CENTRES60", "CUSTOM", "DCC", "DIXIECON", "DRAW60", "DRAWSIZE"),
        *("MYSTERY", "NDC", "ORIGINS", "PIGGYBACK", "PREZCON", "TEMPEST", "TOWNSEND", "VICTORIA", "WBC"),
    }
    counts = (12, 9, 8, 3, 2, 0, 0)
    chart = {year: (4, 4, 4, 4, 4, int(year < 1904), int(year < 1905)) for year in range(1901, 1908)}
    chart[1908] = counts
    outside = full(*counts, draw=[0, 1, 2], chart=chart)
    everybody = full(*counts, draw=range(5), chart=chart)
    nobody = full(*counts, chart=chart)
    for system in systems():
        note = f"{system.key} takes no draw members: every survivor is scored, Germany and Italy too."
        if system.key in without:
            assert list(system.notes(outside)) == [note]
            assert list(system.notes(everybody)) == list(system.notes(nobody)) == []
            assert system.score(outside) == system.score(everybody) == system.score(nobody)
        else:
            assert note not in list(system.notes(outside))
